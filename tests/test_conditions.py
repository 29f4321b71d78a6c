"""What an action requires reads as a condition: it is told as the reason why not, and as what the rule asks for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from warbook import rulesets, table
from warbook.cli.rules import consequence_rows
from warbook.core.ruleset import Ruleset


def conditions(ruleset: Ruleset) -> Iterator[str]:
    """What the actions of a ruleset, house rules included, require."""
    agreed = ruleset.having(house_rules=[rule.id for rule in ruleset.house_rules])
    for rules in (ruleset, agreed):
        for action in rules.actions:
            yield from (said for each in action.requires for said in (each.reason, each.text, each.ours or each.text))


def no_conditions(ruleset: Ruleset) -> set[str]:
    return {said for said in conditions(ruleset) if " must " not in said or not said.endswith(".")}


@pytest.mark.parametrize("name", rulesets.names())
def test_the_rulesets_that_are_shipped_say_conditions(name: str) -> None:
    ruleset = rulesets.find(name)
    assert list(conditions(ruleset))
    assert no_conditions(ruleset) == set()


@pytest.mark.parametrize("name", rulesets.names())
def test_a_reason_names_no_option_and_the_condition_may(name: str) -> None:
    """A player who hears why not cannot look up an option at the table; on the page of the rule it is a reference."""
    ruleset = rulesets.find(name)
    requires = [entry.requires for entry in ruleset.actions]
    requires += [entry.requires for entry in ruleset.reactions.values()]
    names = [f"({option.name})" for option in ruleset.options]
    assert [each.reason for each in chain(*requires) if any(name in each.reason for name in names)] == []


@pytest.mark.parametrize("name", rulesets.names())
def test_each_consequence_says_what_it_does(name: str) -> None:
    """`warbook rules` shows the first sentence of each."""
    said = [following for row in consequence_rows(rulesets.find(name)) for following in row["rules"]]
    assert len(said) > 2
    assert [following["rule"] for following in said if len(following["summary"].split()) < 3] == []


def test_the_example_says_conditions(tideline: Ruleset) -> None:
    assert list(conditions(tideline))
    assert no_conditions(tideline) == set()


def test_what_the_example_ships_passes_its_own_check(tideline: Ruleset) -> None:
    shelf = table.shelf_of(tideline)
    for row in shelf.scenarios():
        assert table.check(*shelf.text("scenario", row.id))[0] == "scenario"
    beach = (Path(__file__).parents[1] / "examples/tideline/src/tideline/data/boards/beach.toml").read_text()
    assert "tideline" in table.check(beach, "beach.toml")[1]
