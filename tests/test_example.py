"""The example is a ruleset of somebody else: found by its entry point, and Warbook knows nothing of it."""

import subprocess
import sys
from pathlib import Path

import pytest

import warbook
from tests.conftest import EXAMPLE
from warbook.core.errors import WarbookError
from warbook.core.verify import verify
from warbook.rulesets import find, names
from warbook.testing import conformance, every_setup
from warbook.testing.fuzz import fuzz


def test_it_is_found_by_its_entry_point(tideline: warbook.Ruleset) -> None:
    assert "tideline" in names()
    assert tideline.title == "Tideline"
    assert [listed.row.id for listed in warbook.scenarios("tideline")] == ["low-water"]


def test_without_its_package_it_is_not_there() -> None:
    with pytest.raises(WarbookError, match="no ruleset 'tideline'"):
        find("tideline")


def test_it_keeps_the_contract(tideline: warbook.Ruleset) -> None:
    report = conformance(tideline, games=4, seed=100)
    assert report.odds > 0


def test_nonsense_does_not_break_it(tideline: warbook.Ruleset, tmp_path: Path) -> None:
    assert fuzz(tideline, games=3, out=tmp_path / "failures") == []


def test_bots_play_it_to_its_end(tideline: warbook.Ruleset) -> None:
    battle = warbook.battle("low-water", red="uniform", blue="uniform", seed=3)
    assert battle.is_over
    assert verify(battle).true
    shorter = warbook.battle("low-water", red="uniform", blue="uniform", seed=3, options={"rounds": 4})
    assert shorter.state.turn.round <= 5


def test_its_own_tests_pass_beside_its_code() -> None:
    here = [str(EXAMPLE / "src"), str(EXAMPLE.parents[1] / "src")]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE / "tests")],
        cwd=EXAMPLE,
        env={"PYTHONPATH": ":".join(here), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_every_scenario_that_is_shipped_has_a_setup(tideline: warbook.Ruleset) -> None:
    assert [setup.ruleset for setup in every_setup(tideline)] == ["tideline"]
