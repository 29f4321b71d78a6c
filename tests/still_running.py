"""A plugin of pytest: when no test has ended for a while, it says which are still running, or that tests are collected.

A suite of slow tests in several processes is otherwise silent for minutes, and looks as if it hung.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Thread
from time import monotonic

import pytest

SILENCE = 8.0  # seconds


class StillRunning:
    """Looks once in a while whether something was reported, in a thread of its own."""

    def __init__(self, reporter: pytest.TerminalReporter, silence: float = SILENCE) -> None:
        self.reporter, self.silence = reporter, silence
        self.running: dict[str, float] = {}  # the tests that have begun, and when
        self.began = self.last = monotonic()
        self.over = Event()
        self.thread = Thread(target=self._watch, daemon=True)

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionstart(self) -> Iterator[None]:
        self.thread.start()
        yield

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.running[nodeid] = monotonic()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.running.pop(nodeid, None)
        self.last = monotonic()

    def pytest_sessionfinish(self) -> None:
        self.over.set()

    def words(self, now: float) -> str:
        """What is going on at this moment."""
        if not self.running:
            return f"    {now - self.began:.0f} s: collecting the tests"
        tests = ", ".join(f"{name} ({now - since:.0f} s)" for name, since in sorted(self.running.items()))
        return f"    still running: {tests}"

    def _watch(self) -> None:
        while not self.over.wait(1.0):
            now = monotonic()
            if now - self.last >= self.silence:
                self.last = now
                self.reporter.ensure_newline()
                self.reporter.write_line(self.words(now))


@pytest.hookimpl(trylast=True)  # after the terminal reporter is there
def pytest_configure(config: pytest.Config) -> None:
    """Only where tests run in processes of their own: where they run in this one, its output belongs to them."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(StillRunning(reporter), "still-running")
