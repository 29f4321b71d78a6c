"""Mutants on trial, each in a process of its own that runs the tests of its line.

Nothing is written to the working tree: the change is made in memory, as the module is imported.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import NoReturn, TypeVar

import pytest

from .coverage_map import HOME

SLOWER = 10  # times as long as the tests took when they were mapped: then a mutant goes round in circles
STARTING = 60.0  # seconds to import everything and collect the tests
OPTIONS = ("-x", "--hypothesis-profile=mutants", "-p", "no:cacheprovider", f"--rootdir={HOME}")
MEMORY = 6 << 30  # bytes of address space; numba takes a good part of one

T = TypeVar("T")


class Verdict(StrEnum):
    """What came of a trial."""

    FAILED = "a test failed"
    CRASHED = "it does not even run"
    TOO_LONG = "it took too long"
    UNNOTICED = "no test noticed"
    NOT_RUN = "no test runs it"

    @property
    def noticed(self) -> bool:
        """Whether the tests notice this change."""
        return self not in (Verdict.UNNOTICED, Verdict.NOT_RUN)


class Trial:
    """A process of its own for a mutant: it runs something that returns an exit code of pytest, silently."""

    def __init__(self, runs: Callable[[], int], seconds: float) -> None:
        self.ends = time.monotonic() + STARTING + SLOWER * seconds
        self.pid = os.fork()
        if not self.pid:
            _run_and_exit(runs)

    def verdict(self) -> Verdict | None:
        """What came of it, None while it runs."""
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if pid:
            return _VERDICTS.get(os.waitstatus_to_exitcode(status), Verdict.CRASHED)
        if time.monotonic() < self.ends:
            return None
        self.kill()
        return Verdict.TOO_LONG

    def kill(self) -> None:
        """End it, whatever it does."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


_VERDICTS: dict[int, Verdict] = {
    pytest.ExitCode.OK: Verdict.UNNOTICED,
    pytest.ExitCode.TESTS_FAILED: Verdict.FAILED,
}


def _run_and_exit(runs: Callable[[], int]) -> NoReturn:
    code: int = pytest.ExitCode.INTERNAL_ERROR
    try:
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        code = runs()
    finally:
        os._exit(code)


Job = tuple[T, Callable[[], int], float]


def try_all(jobs: Iterable[Job[T]], processes: int) -> Iterator[tuple[T, Verdict]]:
    """Try several at a time; each job has what it is about, what it runs, and the seconds that its tests take."""
    waiting, running = list(reversed(list(jobs))), dict[Trial, T]()
    try:
        while waiting or running:
            while waiting and len(running) < processes:
                about, runs, seconds = waiting.pop()
                running[Trial(runs, seconds)] = about
            for trial in list(running):
                if verdict := trial.verdict():
                    yield running.pop(trial), verdict
            time.sleep(0.02)
    finally:
        for trial in running:
            trial.kill()


# ---- in a process that has imported nothing of the rules yet ---------------------------------------------------------


def prepare() -> None:
    """Import what is the same for all mutants, so that each process begins with it."""
    import hypothesis
    import icepool  # noqa: F401

    import warbook.space.board  # noqa: F401  # with numba

    # the examples that a mutant fails with are none of the working tree's
    hypothesis.settings.register_profile("mutants", database=None, derandomize=True)
    os.chdir(HOME)
    assert not any(name.startswith("warbook.rulesets") for name in sys.modules)


def run_imported(file: Path, source: str, tests: Sequence[str]) -> int:
    """Import the changed module and run the tests until one fails: what pytest says."""
    sys.meta_path.insert(0, Finder(file, source))
    files = sorted({name.partition("::")[0] for name in tests})
    return pytest.main([*OPTIONS, *files], plugins=[Chosen(tests)])


class Chosen:
    """A plugin of pytest: only these tests, in this order."""

    def __init__(self, tests: Sequence[str]) -> None:
        self.order = {name: place for place, name in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if item.nodeid in self.order]
        items[:] = sorted(chosen, key=lambda item: self.order[item.nodeid])


class Finder(MetaPathFinder):
    """Finds the changed file where Python looks for its module."""

    def __init__(self, file: Path, source: str) -> None:
        self.file, self.source = file, source

    def find_spec(self, name: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:
        if name.rpartition(".")[2] != self.file.stem or not name.startswith("warbook."):
            return None
        at = Path(*HOME.parts, "src", *name.split(".")).with_suffix(".py")
        return spec_from_file_location(name, at, loader=self._loader(name)) if at == self.file else None

    def _loader(self, name: str) -> Loader:
        return Changed(name, str(self.file), self.source)


class Changed(SourceFileLoader):
    """Loads a module from changed source, and keeps nothing of it."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self.changed = source

    def get_code(self, fullname: str) -> CodeType:
        """The changed module, compiled anew."""
        return self.source_to_code(self.changed.encode(), self.path)
