"""What all tests share: the table of rulings, and the example as an installed package."""

import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.example import EXAMPLE as EXAMPLE
from tests.example import installed_example
from warbook import compiling
from warbook.core.ruleset import Ruleset
from warbook.rulesets import find

#: Examples that hypothesis finds are judged by what comes out, not by how long that takes on a busy machine.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

pytest_plugins = ["tests.still_running", "warbook.testing.rulings"]


def pytest_configure(config: pytest.Config) -> None:
    """The geometry is compiled once, with a bar of progress, before any test and any worker of pytest-xdist begins.

    A shell has what it starts in the background ignore Ctrl-C; tests that press it need it heard.  Where Python is told
    to keep no bytecode, each of the hundreds of processes that the tests start would compile the package anew, which
    takes half of the time of most of them: here it is kept.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput") and compiling.lacking():
        assert not compiling.finish_visibly().trouble


def pytest_runtest_setup() -> None:
    """Hypothesis keeps its profile for each thread, and a test may run in another one than the modules were read in."""
    settings.load_profile("unhurried")


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The example installed for one test, as pip would: its source and the entry points of its pyproject, as folders
    on the path."""
    folders = installed_example(tmp_path / "site-packages")
    for folder in folders:
        monkeypatch.syspath_prepend(folder)
    return [*folders, *(folder for folder in sys.path if folder.endswith("src") and folder not in folders)]


@pytest.fixture
def tideline(example: list[str]) -> Ruleset:
    """The example's ruleset, found as any other."""
    return find("tideline")
