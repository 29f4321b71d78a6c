"""The ruleset keeps the contract that every table, bot and odds rely on."""

from __future__ import annotations

from inspect import getmembers, isclass

import pytest

from warbook.core.events import Event
from warbook.core.ruleset import Setup
from warbook.rulesets.draft_40k import RULESET, events
from warbook.testing import conformance, every_setup, options_otherwise

SHIPPED = every_setup(RULESET)
OTHERWISE = options_otherwise(RULESET)


@pytest.mark.parametrize("number", range(len(SHIPPED)))
def test_battles_in_the_shipped_scenarios_keep_the_contract(number: int) -> None:
    report = conformance(RULESET, [SHIPPED[number]], games=1, seed=number, samples=4, milliseconds=0)
    assert report.examined > 4
    assert report.refused > 20


def test_battles_where_everything_is_settled_otherwise_keep_the_contract() -> None:
    setups = [Setup(shipped.ruleset, shipped.content, options=OTHERWISE) for shipped in SHIPPED[:2]]
    report = conformance(RULESET, setups, games=1, seed=40, samples=4, milliseconds=0)
    assert report.examined > 8


def test_every_event_that_there_is_is_listed() -> None:
    modules = [module for _, module in getmembers(events) if getattr(module, "EVENTS", None)]
    there = {
        kind for module in modules for _, kind in getmembers(module, isclass) if kind.__module__ == module.__name__
    }
    assert {kind for kind in there if issubclass(kind, Event)} == set(RULESET.events)
