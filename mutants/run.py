"""Changes rules at random and lists what no test notices.

    make mutants                      200 changes, drawn over all chapters of rules of all games
    make mutants COUNT=40 SEED=7      others

The exit code is 0 where each change was noticed or is explained in explained.toml, else 1; 2 where the tests fail
without any change.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from .changes import Change, changes
from .coverage_map import RULESETS, CoverageMap, coverage_map
from .trial import Trial, Verdict, prepare

CHAPTERS = frozenset(("checks", "harm", "movement", "attacks", "actions", "battle"))
EXPLAINED = Path(__file__).with_name("explained.toml")


class Mutant(NamedTuple):
    """A file of the rules with one change; its name is the place of the file below the rulesets."""

    name: str
    source: str
    change: Change

    @property
    def file(self) -> Path:
        """Where the file is."""
        return RULESETS / self.name

    @property
    def text(self) -> str:
        """The line that is changed."""
        return self.source.splitlines()[self.change.line - 1].strip()

    def __str__(self) -> str:
        return f"{self.name}:{self.change.line}: {self.change}"


class Explanation(NamedTuple):
    """Why no test can notice a change, or should: it is found by file, line and change as they are written."""

    file: str
    line: str
    change: str
    why: str

    def fits(self, mutant: Mutant) -> bool:
        """Whether it is about this mutant."""
        return (self.file, self.line, self.change) == (mutant.name, mutant.text, str(mutant.change))


def every_mutant() -> list[Mutant]:
    """All mutants of all chapters, in the order of files and lines."""
    files = [file for file in sorted(RULESETS.rglob("*.py")) if CHAPTERS & set(file.relative_to(RULESETS).parts)]
    sources = [(str(file.relative_to(RULESETS)), file.read_text()) for file in files]
    return [Mutant(name, source, change) for name, source in sources for change in changes(source)]


def explanations(mutants: Sequence[Mutant]) -> list[Explanation]:
    """What is explained.

    Raises:
        ValueError: an explanation is about none of the mutants: the line has changed since.
    """
    found = [Explanation(**each) for each in tomllib.loads(EXPLAINED.read_text()).get("explained", [])]
    for each in found:
        if not any(each.fits(mutant) for mutant in mutants):
            wanted = f"{each.file}: {each.line!r} with {each.change!r}"
            raise ValueError(f"{EXPLAINED.name}: nothing is changed like this any more; remove or mend it: {wanted}")
    return found


def verdicts(mutants: Sequence[Mutant], found: CoverageMap, processes: int) -> Iterator[tuple[Mutant, Verdict]]:
    """Try each mutant, several at a time."""
    waiting, running = list(reversed(mutants)), dict[Trial, Mutant]()
    try:
        while waiting or running:
            while waiting and len(running) < processes:
                mutant = waiting.pop()
                if tests := found.tests_of(mutant.file, mutant.change.line):
                    seconds = sum(found.seconds.get(test, 0.0) for test in tests)
                    running[Trial(mutant.file, mutant.change.of(mutant.source), tests, seconds)] = mutant
                else:
                    yield mutant, Verdict.NOT_RUN
            for trial in list(running):
                if verdict := trial.verdict():
                    yield running.pop(trial), verdict
            time.sleep(0.05)
    finally:
        for trial in running:
            trial.kill()


def report(console: Console, tried: Sequence[tuple[Mutant, Verdict]], known: Sequence[Explanation]) -> int:
    """Say what was not noticed, and how many were: the number that nothing explains."""
    noticed = sum(verdict.noticed for _, verdict in tried)
    missed = sorted((m, verdict) for m, verdict in tried if not verdict.noticed)
    why = {mutant: next((each.why for each in known if each.fits(mutant)), "") for mutant, _ in missed}
    if missed:
        table = Table("file and line", "change", "why", title="What no test noticed")
        for mutant, verdict in missed:
            table.add_row(f"{mutant.name}:{mutant.change.line}", str(mutant.change), why[mutant] or verdict)
        console.print(table)
    unexplained = sum(not text for text in why.values())
    console.print(
        f"{noticed} of {len(tried)} changes were noticed, {len(missed) - unexplained} of the others are explained, "
        f"{unexplained} are not"
    )
    return unexplained


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="make mutants", description="Changes rules at random.")
    parser.add_argument("count", type=int, nargs="?", default=200, help="how many changes")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="other seeds draw others")
    parser.add_argument("--processes", type=int, default=2, help="how many are tried at a time")
    chosen = parser.parse_args()
    console = Console()
    everything = every_mutant()
    known = explanations(everything)
    drawn = random.Random(chosen.seed).sample(everything, min(chosen.count, len(everything)))
    try:
        found = coverage_map(chosen.processes)
    except RuntimeError as error:
        console.print(f"[red]{error}")
        return 2
    prepare()
    tried = []
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    # it draws when it is told to: a thread of its own could hold a lock while a process is forked
    with Progress(*columns, console=console, auto_refresh=False) as progress:
        bar = progress.add_task(f"{len(everything)} possible changes", total=len(drawn))
        for mutant, verdict in verdicts(drawn, found, chosen.processes):
            tried.append((mutant, verdict))
            progress.advance(bar)
            if not verdict.noticed:
                progress.console.print(f"{verdict}: {mutant}", highlight=False, markup=False, soft_wrap=True)
            progress.refresh()
    return int(report(console, tried, known) > 0)


if __name__ == "__main__":
    sys.exit(main())
