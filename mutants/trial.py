"""One mutant on trial: a process that imports a changed rule and runs the tests that run its line.

Nothing is written to the working tree: the change is made in memory, as the module is imported.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from collections.abc import Sequence
from enum import StrEnum
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from .coverage_map import HOME

SLOWER = 10  # times as long as the tests took when they were mapped: then a mutant goes round in circles
STARTING = 60.0  # seconds to import everything and collect the tests
MEMORY = 6 << 30  # bytes of address space; numba takes a good part of one


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
    """A process of its own for a mutant."""

    def __init__(self, file: Path, source: str, tests: Sequence[str], seconds: float) -> None:
        self.ends = time.monotonic() + STARTING + SLOWER * seconds
        self.pid = os.fork()
        if not self.pid:
            _run_and_exit(file, source, tests)

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
        """End it and what it has started, whatever it does."""
        os.killpg(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


_VERDICTS: dict[int, Verdict] = {
    pytest.ExitCode.OK: Verdict.UNNOTICED,
    pytest.ExitCode.TESTS_FAILED: Verdict.FAILED,
}


def prepare() -> None:
    """Import what is the same for all mutants, so that each process begins with it."""
    import hypothesis
    import icepool  # noqa: F401

    import warbook.space.board  # noqa: F401  # with numba

    # the examples that a mutant fails with are none of the working tree's
    hypothesis.settings.register_profile("mutants", database=None, derandomize=True)
    assert not any(name.startswith("warbook.rulesets") for name in sys.modules)


def _run_and_exit(file: Path, source: str, tests: Sequence[str]) -> None:
    """Run the tests until one fails, and end with what pytest says."""
    code: int = pytest.ExitCode.INTERNAL_ERROR
    try:
        os.setpgrp()
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        sys.meta_path.insert(0, Finder(file, source))
        files = {name.partition("::")[0] for name in tests}
        options = ["-x", "--hypothesis-profile=mutants", "-p", "no:cacheprovider", f"--rootdir={HOME}"]
        os.chdir(HOME)
        code = pytest.main([*options, *sorted(files)], plugins=[Chosen(tests)])
    finally:
        os._exit(code)


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
