"""Which tests run which lines of the rules, and how long each takes: found by running them all once."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from coverage import CoverageData

HOME = Path(__file__).parents[1]
RULESETS = HOME / "src" / "warbook" / "rulesets"
KEPT = HOME / "build" / "mutants"
LEFT_OUT = "*/test_conformance.py"  # random battles: slow, and what they check is the contract, not the rules
QUICK = 2.0  # seconds: slower tests play whole battles or all that can come of a decision, and a rule has a quick one
READ = ("src/warbook/core", "src/warbook/space", "src/warbook/mechanics", "src/warbook/rulesets", "src/warbook/testing")


class CoverageMap(NamedTuple):
    """For each file the tests that run each of its lines; and the seconds that each test takes."""

    lines: dict[Path, dict[int, list[str]]]
    seconds: dict[str, float]

    def tests_of(self, file: Path, statement: int, line: int) -> list[str]:
        """The quick tests that can notice a change of a line, the quickest first.

        What runs when the module is imported (a constant, a default) is noticed by those that run anything in it.
        """
        of_file = self.lines.get(file, {})
        names = self._names(file, statement, line)
        if not any(names):
            names = {name for each in of_file.values() for name in each} if "" in names else set()
        quick = (name for name in names if name and self.seconds.get(name, 0.0) <= QUICK)
        return sorted(quick, key=lambda name: (self.seconds.get(name, 0.0), name))

    def imported(self, file: Path, statement: int, line: int) -> bool:
        """Whether a line runs when its module is imported, perhaps in a test too."""
        return "" in self._names(file, statement, line)

    def _names(self, file: Path, statement: int, line: int) -> set[str]:
        """The tests that run a line, or its statement: not all lines of a long one are noted."""
        of_file = self.lines.get(file, {})
        return set(of_file.get(line) or (name for at in range(statement, line) for name in of_file.get(at, ())))


def test_folders() -> list[str]:
    """The tests of the rules: a folder for each ruleset, and the battles that were reviewed."""
    games = (folder.name for folder in sorted((HOME / "tests").iterdir()) if folder.is_dir())
    return [f"tests/{name}" for name in games if (RULESETS / name).is_dir() or name == "playthroughs"]


def coverage_map(processes: int) -> CoverageMap:
    """The map of this very tree; it is made where none is kept.

    Raises:
        RuntimeError: a test fails although nothing was changed.
    """
    folder = KEPT / _digest()
    if not (folder / "complete").exists():
        _make(folder, processes)
    lines: dict[Path, dict[int, list[str]]] = {}
    seconds: dict[str, float] = {}
    for each in sorted(folder.glob("*.coverage")):
        data = CoverageData(str(each))
        data.read()
        for file in data.measured_files():
            of_file = lines.setdefault(Path(file), {})
            for line, names in data.contexts_by_lineno(file).items():
                of_file.setdefault(line, []).extend(names)
        seconds |= json.loads(each.with_suffix(".json").read_text())
    return CoverageMap(lines, seconds)


def _make(folder: Path, processes: int) -> None:
    """Run the tests of the rules under coverage; pytest shows how far it is."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    words = ["-m", "pytest", "-p", "mutants.tracing", "-p", "no:cacheprovider", f"--ignore-glob={LEFT_OUT}"]
    words += ["-n", str(processes), *test_folders()]
    ended = subprocess.run([sys.executable, *words], cwd=HOME, env=os.environ | {"MUTANTS_MAP": str(folder)})
    if ended.returncode:
        raise RuntimeError("a test fails although nothing was changed; it must pass before mutants are drawn")
    (folder / "complete").touch()


def _digest() -> str:
    """A name for the rules and their tests as they are now."""
    found = hashlib.sha256()
    for file in sorted(_files()):
        found.update(str(file.relative_to(HOME)).encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def _files() -> Iterator[Path]:
    for folder in (*READ, *test_folders()):
        for file in (HOME / folder).rglob("*"):
            if file.is_file() and file.suffix not in (".pyc", ".nbi", ".nbc"):
                yield file
