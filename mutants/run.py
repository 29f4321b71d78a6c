"""Changes rules at random and lists what no test notices.

    make mutants                      200 changes, drawn over all chapters of rules of all games
    make mutants COUNT=40 SEED=7      others

The exit code is 0 where each change was noticed or is explained in explained.toml, else 1; 2 where the tests fail
without any change.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from .changes import Change, changes
from .collected import Patch, codes_of, try_patches
from .coverage_map import RULESETS, CoverageMap, coverage_map
from .trial import Verdict, prepare, run_imported, try_all

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
    def keeps_functions(self) -> bool:
        """Whether no function is gone with the change, a lambda in a call that is left out: only an import shows what
        comes of that."""
        before, after = (codes_of(self.file, source) for source in (self.source, self.change.of(self.source)))
        return len(before) == len(after)

    @property
    def line(self) -> str:
        """The line that is changed: all of it, since "0 → 1" says little."""
        return self._line_of(self.source)

    @property
    def becomes(self) -> str:
        """What the line becomes."""
        return self._line_of(self.change.of(self.source))

    def _line_of(self, source: str) -> str:
        return source.splitlines()[self.change.line - 1].strip()

    def __str__(self) -> str:
        return f"{self.name}:{self.change.line}\n  - {self.line}\n  + {self.becomes}"


class Explanation(NamedTuple):
    """Why no test can notice a change, or should: it is found by the file and the line, before and after."""

    file: str
    line: str
    becomes: str
    why: str

    def fits(self, mutant: Mutant) -> bool:
        """Whether it is about this mutant."""
        return (self.file, self.line, self.becomes) == (mutant.name, mutant.line, mutant.becomes)


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
            wanted = f"{each.file}: {each.line!r} to {each.becomes!r}"
            raise ValueError(f"{EXPLAINED.name}: nothing is changed like this any more; remove or mend it: {wanted}")
    return found


def draw(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Some of them at random: each has a lot of its own, so that what changes elsewhere changes no draw."""
    lots = Counter[tuple[str, str, str]]()

    def lot(mutant: Mutant) -> bytes:
        words = (mutant.name, mutant.line, mutant.becomes)
        lots[words] += 1  # the same line twice in a file
        return hashlib.sha256(repr((seed, words, lots[words])).encode()).digest()

    return sorted(mutants, key=lot)[:count]


def verdicts(mutants: Sequence[Mutant], found: CoverageMap, processes: int) -> Iterator[tuple[Mutant, Verdict]]:
    """Try each mutant, several at a time: those that change what an import computes with an import, others without."""
    places = {mutant: (mutant.file, mutant.change.statement, mutant.change.line) for mutant in mutants}
    tests = {mutant: found.tests_of(*places[mutant]) for mutant in mutants}
    seconds = {mutant: sum(found.seconds.get(test, 0.0) for test in tests[mutant]) for mutant in mutants}
    yield from ((mutant, Verdict.NOT_RUN) for mutant in mutants if not tests[mutant])
    tried = [mutant for mutant in mutants if tests[mutant]]
    called = [each for each in tried if not found.imported(*places[each]) and each.keeps_functions]
    patches = [Patch(m.file, m.source, m.change.of(m.source), tests[m], seconds[m]) for m in called]
    yield from ((called[number], verdict) for number, verdict in try_patches(patches, processes))
    others = [m for m in tried if m not in set(called)]
    jobs = [(m, partial(run_imported, m.file, m.change.of(m.source), tests[m]), seconds[m]) for m in others]
    yield from try_all(jobs, processes)


def report(console: Console, tried: Sequence[tuple[Mutant, Verdict]], known: Sequence[Explanation]) -> int:
    """Say what was not noticed, and how many were: the number that nothing explains."""
    noticed = sum(verdict.noticed for _, verdict in tried)
    missed = sorted((m, verdict) for m, verdict in tried if not verdict.noticed)
    why = {mutant: next((each.why for each in known if each.fits(mutant)), "") for mutant, _ in missed}
    if missed:
        table = Table("file and line", "what it changed", "why", title="What no test noticed", show_lines=True)
        for mutant, verdict in missed:
            changed = escape(f"- {mutant.line}\n+ {mutant.becomes}")
            table.add_row(f"{mutant.name}:{mutant.change.line}", changed, escape(why[mutant] or verdict))
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
    drawn = draw(everything, chosen.count, chosen.seed)
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
                console.print(f"{verdict}: {mutant}", highlight=False, markup=False, soft_wrap=True)
            if console.is_terminal:
                progress.refresh()
            elif len(tried) % 20 == 0:
                console.print(f"{len(tried)} of {len(drawn)} tried")
    return int(report(console, tried, known) > 0)


if __name__ == "__main__":
    sys.exit(main())
