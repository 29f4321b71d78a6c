"""The classic edition: it keeps the contract, and differs from that of 2023 where its lists, words and tables do.  What
its values change is in `test_editions`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.necromunda.anybody import any_setup
from tests.necromunda.scenes import fighter, marker, next_question, scene
from warbook.rulesets.necromunda import edition_2023, edition_classic
from warbook.rulesets.necromunda.edition_2023 import RULESET as CORE
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET, SHELF
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.things import Cache
from warbook.testing import conformance, every_setup, leg, way

SHIPPED = every_setup(RULESET)
FAR = fighter(40, 40)


@pytest.mark.parametrize("number", range(len(SHIPPED)))
def test_battles_in_the_shipped_scenarios_keep_the_contract(number: int) -> None:
    report = conformance(RULESET, [SHIPPED[number]], games=1, seed=number, samples=4, milliseconds=0)
    assert report.examined > 4
    assert report.refused > 20


def test_a_battle_of_anybody_with_anything_keeps_the_contract() -> None:
    setup = any_setup(Random(5), book=edition_classic)
    assert conformance(RULESET, [setup], games=1, seed=5, samples=4, milliseconds=0).examined > 4


@pytest.mark.parametrize("side", ["red", "blue"])
def test_both_editions_fight_the_stand_off_with_the_same_gangs_on_the_same_board(side: str) -> None:
    """So that the two can be compared."""
    ours, theirs = (shelf.text("roster", f"stand-off-{side}")[0] for shelf in (SHELF, edition_2023.SHELF))
    assert ours.replace(RULESET.id, CORE.id) == theirs
    assert SHELF.text("board", "hive") == edition_2023.SHELF.text("board", "hive")


# ---- what it has -----------------------------------------------------------------------------------------------------


def test_it_has_what_its_source_lists_and_what_skills_and_gear_bring() -> None:
    ours, theirs = ({action.id for action in rules.actions} for rules in (RULESET, CORE))
    assert theirs - ours == {"reload-vehicle-weapon", "treat-wounds", "carry-casket"}
    terrain = {"cover", "climb-claw", "trigger-claw", "hook-cargo", "scavenge", "jury-rig", "disarm"}
    terrain |= {"activate-device", "deactivate-generators", "cycle-compactor"}
    cages = {"embark", "disembark", "fire-point", "reload-at-fire-point"}
    assert ours - theirs == {"carry", "set-trap", "prime-bomb-rat"} | terrain | cages | RULESET.edition.vehicle_actions


def test_its_words_and_costs_are_its_own() -> None:
    assert (CORE.action["headbutt"].cost, RULESET.action["headbutt"].cost) == ("free", "basic")
    assert RULESET.action["force-door"].name == "Force Open Locked Door"
    assert RULESET.action["move"].cite == "classic rules, fighter actions"
    assert edition_2023.LIBRARY.skills["sprint"].cite == "core 2023, skills"
    assert LIBRARY.skills["sprint"].cite == "classic rules, skills"
    assert LIBRARY.skills["medicae"].actions == ()


def test_its_table_of_lasting_injuries_has_every_roll() -> None:
    found = {
        10 * tens + units: LIBRARY.lasting_injury(10 * tens + units).id for tens in range(1, 7) for units in range(1, 7)
    }
    assert [found[roll] for roll in (11, 12, 26, 31, 45, 46)] == [
        "lesson-learned", "out-cold", "out-cold", "grievous-injury", "grievous-injury", "humiliated",
    ]  # fmt: skip
    assert "captured" not in found.values()


# ---- lists -----------------------------------------------------------------------------------------------------------


@pytest.mark.covers("necromunda-classic", "carry", "works")
@pytest.mark.covers("necromunda-classic", "carry", "numbers")
def test_an_ammo_cache_is_carried_along() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[FAR], board=marker("ammo-cache", 10, 11), ruleset=RULESET)
    (cache,) = [record for record in game.state.records if isinstance(record, Cache)]
    question = next_question(game, activate=red, action="carry")
    assert question.prompt == "Where does it carry the ammo cache?"
    game.does(red, "carry", path=way(leg(15, 10), face=(1, 0)), side=lambda asked: asked.options()[0])
    at = game.state.records[cache.id].at
    assert abs(at.x - 15_000) < 1000 and at.x < 15_000, "behind its carrier"


@pytest.mark.covers("necromunda-classic", "carry", "refused")
def test_what_is_farther_than_an_inch_is_not_carried() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[FAR], board=marker("ammo-cache", 10, 14), ruleset=RULESET)
    assert game.why_not(red, "carry") == ("It must be within an inch of a closed loot casket or an ammo cache.",)


@pytest.mark.covers("necromunda-classic", "carry", "refused")
@pytest.mark.parametrize(("strength", "able"), [(3, False), (4, True)])
def test_a_beast_carries_an_ammo_cache_if_it_is_strong_enough(strength: int, able: bool) -> None:
    beast = fighter(10, 10, profile="tallow-hound", beast_of=1, stats={"s": strength})
    board = marker("ammo-cache", 10, 11)
    game, (hound, _), _ = scene(red=[beast, fighter(8, 6)], blue=[FAR], board=board, ruleset=RULESET)
    assert game.why_not(hound, "carry") == (() if able else ("A beast needs a Strength of 4 for that.",))


# ---- house rules -----------------------------------------------------------------------------------------------------


def charged(*house_rules: str, **answers: Any) -> Status:
    """How somebody fares who is charged by one that knows how to hurl."""
    knife = ("fighting-knife",)
    red, blue = [fighter(10, 10, weapons=knife, skills=("hurl",))], [fighter(10, 15, weapons=knife)]
    game, who, whom = scene(red=red, blue=blue, ruleset=RULESET, house_rules=house_rules)
    game.does(who, "charge", target=whom, **answers)
    status: Status = game.record(whom).status
    return status


def test_a_house_rule_lets_a_charge_end_in_a_throw() -> None:
    assert charged(dice=[1, 1, 1], react=None) is Status.STANDING
    assert charged("hurl-in-charge", dice=[1, 1, 2, 1], ends="Hurl", direction=(0, 1)) is Status.PINNED
