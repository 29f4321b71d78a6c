"""Rulesets are found by their entry points, ours and others' alike."""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints

import pytest

from tests.cli.toy import DUEL, run
from warbook import rulesets
from warbook.core.errors import WarbookError
from warbook.core.ruleset import Ruleset
from warbook.rulesets import GROUP, find, names


def published(monkeypatch: pytest.MonkeyPatch, **points: str) -> None:
    """Make these the entry points of all installed packages."""
    found = EntryPoints(EntryPoint(name.rstrip("_"), value, GROUP) for name, value in points.items())
    monkeypatch.setattr(rulesets, "names", names)
    monkeypatch.setattr(rulesets, "_points", lambda: found)


def test_a_ruleset_of_another_package_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch, lane: Ruleset) -> None:
    published(monkeypatch, lane="toy_lane:RULESET")
    assert names() == ["lane"]
    assert find("lane") is lane


def test_a_misspelt_ruleset_is_met_with_the_nearest_name(monkeypatch: pytest.MonkeyPatch) -> None:
    published(monkeypatch, lane="toy_lane:RULESET")
    with pytest.raises(WarbookError, match="did you mean 'lane'"):
        find("lame")


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("no_such_package:RULESET", "No module named 'no_such_package'"),
        ("toy_lane:RULES", "RULES"),
        ("toy_lane:battle", "of type module; wanted a Ruleset"),
    ],
)
def test_a_ruleset_that_cannot_be_loaded_says_why(monkeypatch: pytest.MonkeyPatch, value: str, says: str) -> None:
    published(monkeypatch, lane=value)
    with pytest.raises(WarbookError, match=says):
        find("lane")


def test_two_packages_may_not_claim_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    published(monkeypatch, lane="toy_lane:RULESET", lane_="other:RULESET")
    with pytest.raises(WarbookError, match="other:RULESET and toy_lane:RULESET"):
        find("lane")


def test_a_ruleset_that_cannot_be_loaded_does_not_stand_in_the_way_of_others(
    monkeypatch: pytest.MonkeyPatch, lane: Ruleset
) -> None:
    published(monkeypatch, **{lane.id: "toy_lane:RULESET", "broken": "no_such_package:RULESET"})
    monkeypatch.setattr(rulesets, "find", find)
    asked = run("rulesets")
    assert lane.id in asked.stdout
    assert "broken (no_such_package:RULESET) cannot be loaded" in asked.stderr
    asked = run("scenarios")
    assert DUEL in asked.stdout
    assert "broken (no_such_package:RULESET) cannot be loaded" in asked.stderr
    assert "broken" not in run("scenarios", lane.id).stderr
