"""The ruleset keeps the contract that every table, bot and odds rely on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.gangfight.anybody import any_setup
from warbook.core.ruleset import Setup
from warbook.rulesets import find
from warbook.rulesets.gangfight import RULESET
from warbook.rulesets.gangfight.house_rules import HOUSE_RULES
from warbook.testing import conformance, every_setup, options_otherwise
from warbook.testing.fuzz import fuzz

SHIPPED = every_setup(RULESET)
OTHERWISE = options_otherwise(RULESET) | {"rounds": 4}


def test_it_is_found_by_its_name() -> None:
    assert find("gangfight") is RULESET


@pytest.mark.parametrize("number", range(len(SHIPPED)))
def test_battles_in_the_shipped_scenarios_keep_the_contract(number: int) -> None:
    report = conformance(RULESET, [SHIPPED[number]], games=1, seed=number, samples=4, milliseconds=0)
    assert report.examined > 4
    assert report.refused > 20


def test_battles_where_everything_is_settled_otherwise_keep_the_contract() -> None:
    rules = tuple(rule.id for rule in HOUSE_RULES)
    setups = [Setup(s.ruleset, s.content, options=OTHERWISE, house_rules=rules) for s in SHIPPED[1:3]]
    report = conformance(RULESET, setups, games=2, seed=40, samples=4, milliseconds=0)
    assert report.examined > 8


@pytest.mark.parametrize("seed", [3, 11])
def test_battles_of_anybody_with_anything_keep_the_contract(seed: int) -> None:
    report = conformance(RULESET, [any_setup(Random(seed))], games=1, seed=seed, samples=4, milliseconds=0)
    assert report.examined > 4


def test_nonsense_undo_and_pulled_plugs_break_nothing(tmp_path: Path) -> None:
    setups: list[Setup] = [any_setup(Random(seed)) for seed in (21, 22, 23)]
    assert fuzz(RULESET, setups, games=3, seed=21, out=tmp_path) == []
