"""A small ruleset for these tests: the skeleton that `warbook new ruleset` writes, found without installing it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from warbook import rulesets
from warbook.cli import command
from warbook.core.errors import WarbookError, nearest
from warbook.core.ruleset import Ruleset

NAME = "toy-lane"
DUEL = "toy-lane-duel"


def made(folder: Path) -> Ruleset:
    """Write the skeleton into a folder and import it."""
    asked = run("new", "ruleset", NAME, "--into", str(folder / NAME))
    assert asked.exit_code == 0, asked.output
    sys.path.insert(0, str(folder / NAME / "src"))
    ruleset: Ruleset = import_module("toy_lane").RULESET
    return ruleset


def install(ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make it the only ruleset that is installed."""

    def find(name: str) -> Ruleset:
        if name != ruleset.id:
            raise WarbookError(f"no ruleset {name!r}{nearest(name, [ruleset.id])}; installed: {ruleset.id}")
        return ruleset

    import_module("warbook.sim.match")  # which keeps the `find` of the time when it is imported
    monkeypatch.setattr(rulesets, "names", lambda: [ruleset.id])
    monkeypatch.setattr(rulesets, "find", find)


def run(*words: str, says: str = "") -> Result:
    """The command line with these words, and what a person types."""
    return CliRunner().invoke(command, list(words), input=says, prog_name="warbook")
