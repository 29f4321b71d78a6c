"""What the pages of the rules say: costs, conditions, options and words of actions and of reactions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.cli.toy import run
from warbook.cli.rules import conditions
from warbook.core import structs
from warbook.core.action import Action
from warbook.core.errors import WarbookError
from warbook.core.reaction import Reaction
from warbook.core.ruleset import Ruleset
from warbook.rulesets import find

OF_NO_ENTRY = {
    "gangfight": [
        "points-come",
        "defender-first-points",
        "bravery-seen",
        "bravery-after-losses",
        "point-defense-swap",
        "complications-rolled-by",
        "dead-rise-at",
        "dead-keep-rising",
        "engagement-rolled",
        "crates-must-be-carried",
        "wipe-out-points",
        "rounds",
    ],
    "necromunda-2023": ["ready-must-activate", "madness-before-fire", "lasting-injuries"],
}
"""The options that no action and no reaction reads: those of set-up, turns, aftermath and score."""


def entries(rules: Ruleset) -> Iterator[Action[Any] | Reaction]:
    yield from rules.actions
    yield from rules.reactions.values()


@pytest.mark.parametrize("name", OF_NO_ENTRY)
def test_each_option_is_named_by_the_entries_that_read_it(name: str) -> None:
    rules = find(name)
    named = {option for entry in entries(rules) for option in entry.options}
    assert [option.name for option in rules.options if option.name not in named] == OF_NO_ENTRY[name]


@pytest.mark.parametrize("name", OF_NO_ENTRY)
def test_an_entry_whose_words_point_to_an_option_names_it(name: str) -> None:
    rules = find(name)
    pointed = [
        (entry.id, option.name)
        for entry in entries(rules)
        for option in rules.options
        if "-" in option.name and option.name in " ".join([entry.summary, entry.leaves_open, *conditions(entry)[0]])
    ]
    assert len(pointed) > 1
    assert [(id, option) for id, option in pointed if option not in entry_of(rules, id).options] == []


def entry_of(rules: Ruleset, id: str) -> Action[Any] | Reaction:
    return next(entry for entry in entries(rules) if entry.id == id)


def test_an_option_that_there_is_not_is_refused_when_the_ruleset_is_made() -> None:
    rules = find("gangfight")
    run_on = structs.replace(rules.action["run"], options=("run-keeps-point",))
    with pytest.raises(
        WarbookError, match=r"'run' names the option 'run-keeps-point'.*did you mean 'run-keeps-points'"
    ):
        rules.replacing(run_on)
    flee = structs.replace(rules.reactions["interrupt-flee"], options=("fleeing",))
    windows = {kind: structs.replace(windows, after=(flee,)) for kind, windows in rules.windows.items()}
    with pytest.raises(WarbookError, match="'interrupt-flee' names the option 'fleeing'"):
        replace(rules, windows=windows)


def test_a_condition_that_is_ours_is_one_of_the_conditions() -> None:
    rules = find("gangfight")
    stand_up = structs.replace(rules.action["stand-up"], ours=rules.action["run"].ours)
    with pytest.raises(WarbookError, match="'stand-up' lists a condition as ours"):
        rules.replacing(stand_up)


def test_run_does_not_contradict_its_default() -> None:
    (row,) = json.loads(run("rules", "gangfight", "run", "--json").stdout)["actions"]
    assert "It must not be in close combat." not in row["requires"]
    held = "It must not be in close combat where the table forbids to run from it (run-from-combat)."
    assert held in row["requires"]
    assert held in row["ours"]
    assert "It must have an action point left." not in row["ours"]
    assert {"run-from-combat", "run-keeps-points"} <= set(row["options"])
    assert "charge-attacks" not in row["options"]
    page = " ".join(run("rules", "gangfight", "run").output.split())
    assert f"{held} [ours: the page does not state it]" in page


@pytest.mark.parametrize(
    ("name", "entry", "added"),
    [
        ("gangfight", "charge", "The enemy that it charges must be outside its threat range."),
        ("gangfight", "bring-it-down", "That enemy must be in the leader's own reach."),
    ],
)
def test_what_our_ruling_adds_to_a_condition_is_a_condition_of_its_own(name: str, entry: str, added: str) -> None:
    requires, ours = conditions(find(name).action[entry])
    assert added in requires
    assert added in ours
    assert set(ours) < set(requires)


@pytest.mark.parametrize("name", OF_NO_ENTRY)
def test_reactions_show_their_cost_and_conditions_as_actions_do(name: str) -> None:
    rules = find(name)
    for reaction in rules.reactions.values():
        (row,) = json.loads(run("rules", name, reaction.id, "--json").stdout)["reactions"]
        assert row["cost"] not in ("", "reaction")
        assert len(row["requires"]) > 2
        assert set(row["ours"]) <= set(row["requires"])
        page = " ".join(run("rules", name, reaction.id).output.split())
        assert f"{reaction.name} {reaction.cost}" in page
        assert all(condition in page for condition in row["requires"])


@pytest.mark.parametrize(
    ("name", "entry", "says"),
    [
        ("necromunda-2023", "charge", ("stands up", "finish that one off for free instead", "a die more")),
        ("necromunda-2023", "coup-de-grace", ("in place of the fight of a charge", "without a die")),
        ("necromunda-2023", "running-for-cover", ('more than 3" from every enemy', "partial or full cover")),
        ("necromunda-2023", "smash-open-casket", ("never less than 1",)),
        ("necromunda-2023", "reload", ("Plentiful", "jammed", "ammo cache")),
        ("gangfight", "fight", ("simply moves", "Large or Huge")),
        ("gangfight", "reload", ("only in its own turn",)),
        ("gangfight", "interrupt-counter-charge", ("even if it has fallen", "a charge of its own")),
        ("gangfight", "interrupt-fight", ("even if it has fallen",)),
    ],
)
def test_the_words_of_a_rule_are_complete(name: str, entry: str, says: tuple[str, ...]) -> None:
    summary = entry_of(find(name), entry).summary
    assert [part for part in says if part not in summary] == []
