"""A plugin of pytest that writes which test runs which lines of the rules, and how long each takes."""

from __future__ import annotations

import functools
import gc
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage

from .coverage_map import RULESETS

FORGETFUL = ("warbook.rulesets.", "warbook.mechanics.")  # modules whose caches are empty when a test begins


class Tracing:
    """One process of pytest; each writes files of its own."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.seconds: dict[str, float] = {}
        self.coverage = Coverage(data_file=str(file), include=[f"{RULESETS}/*"], config_file=False)
        self.coverage.start()
        self.caches: list[Any] = []

    def pytest_collection_finish(self) -> None:
        """Everything has been imported."""
        self.caches = caches_of_rules()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        for cache in self.caches:
            cache.cache_clear()  # else a line is noted only for the first of the tests that need it
        self.coverage.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        self.file.with_suffix(".json").write_text(json.dumps(self.seconds))


def caches_of_rules() -> list[Any]:
    """The functions of the rules that remember what they have answered."""
    functions = [each for each in gc.get_objects() if type(each) is functools._lru_cache_wrapper]
    return [each for each in functions if each.__module__.startswith(FORGETFUL)]


def pytest_configure(config: pytest.Config) -> None:
    """Where pytest-xdist runs the tests, its workers are traced; the process that leads them runs none."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker or not config.getoption("numprocesses", None):
        config.pluginmanager.register(Tracing(Path(os.environ["MUTANTS_MAP"]) / f"{worker or 'alone'}.coverage"))
