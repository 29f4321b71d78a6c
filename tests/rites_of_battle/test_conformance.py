"""The ruleset keeps the contract that every table, bot and odds rely on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from warbook.core.ruleset import Setup
from warbook.rulesets import find
from warbook.rulesets.rites_of_battle import RULESET
from warbook.testing import conformance, every_setup, options_otherwise
from warbook.testing.fuzz import at_another_table, fuzz

SHIPPED = every_setup(RULESET)
OTHERWISE = options_otherwise(RULESET)


def test_it_is_found_by_its_name() -> None:
    assert find("rites-of-battle") is RULESET


@pytest.mark.parametrize("number", range(len(SHIPPED)))
def test_battles_in_the_shipped_scenarios_keep_the_contract(number: int) -> None:
    report = conformance(RULESET, [SHIPPED[number]], games=1, seed=number, samples=4, milliseconds=0)
    assert report.examined > 4
    assert report.refused > 20


@pytest.mark.parametrize("number", range(len(SHIPPED)))
def test_battles_where_everything_is_settled_otherwise_keep_the_contract(number: int) -> None:
    setup = Setup(SHIPPED[number].ruleset, SHIPPED[number].content, options=OTHERWISE)
    report = conformance(RULESET, [setup], games=1, seed=40 + number, samples=4, milliseconds=0)
    assert report.examined > 4


def test_nonsense_undo_and_pulled_plugs_break_nothing(tmp_path: Path) -> None:
    setups = [at_another_table(RULESET, setup, Random(seed)) for seed, setup in enumerate(SHIPPED)]
    assert fuzz(RULESET, setups, games=len(setups), seed=21, out=tmp_path) == []
