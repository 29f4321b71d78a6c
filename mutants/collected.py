"""Trials that need no import: a process collects all tests once, and each trial is a fork of it with other code.

A changed line of a function is tried in a fraction of a second so.  What was computed when its module was imported
stays as it was: a line that runs then too must be tried in a process that imports the change.
"""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest

from .coverage_map import LEFT_OUT, test_folders
from .trial import OPTIONS, Verdict, try_all


class Patch(NamedTuple):
    """A change of the source of a file, the tests to run, and the seconds that they take."""

    file: Path
    before: str
    after: str
    tests: Sequence[str]
    seconds: float


def try_patches(patches: Sequence[Patch], processes: int) -> Iterator[tuple[int, Verdict]]:
    """The number of each patch and what came of it, as they end."""
    reading, writing = os.pipe()
    if not (pid := os.fork()):
        try:
            os.close(reading)
            silence = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(silence, stream)
            words = [*OPTIONS, f"--ignore-glob={LEFT_OUT}", *test_folders()]
            pytest.main(words, plugins=[Trials(patches, processes, writing)])
        finally:
            os._exit(0)
    os.close(writing)
    try:
        with os.fdopen(reading) as lines:
            for line in lines:
                number, name = json.loads(line)
                yield number, Verdict[name]
    finally:
        os.waitpid(pid, 0)


class Trials:
    """A plugin of pytest: instead of running the tests that were collected it tries the patches with them."""

    def __init__(self, patches: Sequence[Patch], processes: int, writing: int) -> None:
        self.patches, self.processes, self.writing = patches, processes, writing

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        functions = functions_of({str(patch.file) for patch in self.patches})
        gc.freeze()  # so that the processes share the memory of what is there
        jobs = [
            (number, partial(run_patched, session, patch, items, functions[str(patch.file)]), patch.seconds)
            for number, patch in enumerate(self.patches)
        ]
        for number, verdict in try_all(jobs, self.processes):
            os.write(self.writing, f"{json.dumps([number, verdict.name])}\n".encode())
        return True


def functions_of(files: Set[str]) -> dict[str, list[FunctionType]]:
    """Every function that some files made, methods and lambdas too."""
    found: dict[str, list[FunctionType]] = {file: [] for file in files}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename in found:
            found[each.__code__.co_filename].append(each)
    return found


def run_patched(
    session: pytest.Session, patch: Patch, items: Mapping[str, pytest.Item], functions: Sequence[FunctionType]
) -> int:
    """Change the functions that are there, and run the tests until one fails."""
    replace_code(patch, functions)
    chosen = [items[name] for name in patch.tests]
    for item, following in zip_longest(chosen, chosen[1:]):
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return pytest.ExitCode.TESTS_FAILED
    return pytest.ExitCode.OK


def replace_code(patch: Patch, functions: Sequence[FunctionType]) -> None:
    """Every function of a file runs what it would be made of after the change."""
    old, new = (codes_of(patch.file, source) for source in (patch.before, patch.after))
    after = {_place(one): other for one, other in zip(old, new, strict=True)}
    for function in functions:
        function.__code__ = after[_place(function.__code__)]


def codes_of(file: Path, source: str) -> list[CodeType]:
    """The code of every function that a source has."""
    return list(_codes(compile(source, str(file), "exec")))


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of all functions in some code, in the order of the source."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from _codes(inner)


def _place(code: CodeType) -> tuple[str, tuple[tuple[int | None, ...], ...]]:
    """What tells a function from others of its file, lambdas of one line too."""
    return code.co_qualname, tuple(code.co_positions())
