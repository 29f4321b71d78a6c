"""Recovery in the end phase: the injury die, help, webs, grit; and what is left when the battle is over."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import COLD, FLESH, OUT, SERIOUS, fighter, run_rule, scene, wall
from warbook.rulesets.necromunda.battle import before_acting, ending
from warbook.rulesets.necromunda.events.fighters import Earned
from warbook.rulesets.necromunda.harm import recovery
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model

DOWN = Status.SERIOUS
NOBODY = -1


def patient(**more: Any) -> Any:
    return fighter(10, 10, status=DOWN, wounds=0, **more)


def recovers(game: Any, who: int, *dice: int, **answers: Any) -> None:
    run_rule(game, recovery.recover, who, dice=dice, **answers)


def test_a_flesh_wound_brings_it_round_and_a_serious_injury_wears_it_down() -> None:
    game, red, blue = scene(red=[patient()], blue=[fighter(10, 30)])
    recovers(game, red, SERIOUS)
    assert game.record(red).status is DOWN and game.record(red).flesh == 1
    recovers(game, red, FLESH)
    assert game.record(red).status is Status.PINNED and game.record(red).flesh == 2 and game.record(red).wounds == 0


def test_it_may_go_out_of_action() -> None:
    game, red, blue = scene(red=[patient()], blue=[fighter(10, 30)])
    recovers(game, red, OUT, *COLD)
    assert game.record(red).status is Status.OUT and game.record(red).injuries == ("out-cold",)


def test_the_last_flesh_wound_takes_it_out() -> None:
    game, red, blue = scene(red=[patient(flesh=2)], blue=[fighter(10, 30)])
    recovers(game, red, SERIOUS, *COLD)
    assert game.record(red).status is Status.OUT


def test_a_friend_adds_a_die_and_spares_it_the_flesh_wound() -> None:
    game, (red, friend), blue = scene(red=[patient(), fighter(11.5, 10)], blue=[fighter(10, 30)])
    recovers(game, red, SERIOUS, FLESH, helper=friend, keep=0)
    assert game.record(red).status is Status.PINNED and game.record(red).flesh == 0
    assert [(e.who, e.amount) for e in game.happened(Earned)] == [(friend, 1)]


def test_the_first_of_a_roster_helps_as_well_as_any_and_then_no_more() -> None:
    game, (friend, red), blue = scene(red=[fighter(11.5, 10), patient()], blue=[fighter(10, 30)])
    recovers(game, red, SERIOUS, FLESH, helper=friend, keep=0)
    assert [e.who for e in game.happened(Earned)] == [friend] and "round:help" in game.record(friend).used


def test_help_that_does_not_bring_it_round_still_spares_the_flesh_wound_but_teaches_nothing() -> None:
    game, (red, friend), blue = scene(red=[patient(), fighter(11.5, 10)], blue=[fighter(10, 30)])
    recovers(game, red, SERIOUS, OUT, helper=friend, keep=1)
    assert game.record(red).status is DOWN and game.record(red).flesh == 0 and not game.happened(Earned)


def test_help_may_be_declined() -> None:
    game, (red, friend), blue = scene(red=[patient(), fighter(11.5, 10)], blue=[fighter(10, 30)])
    recovers(game, red, FLESH, helper=NOBODY)
    assert game.record(red).flesh == 1


def test_each_friend_helps_once_in_an_end_phase() -> None:
    game, (one, two, friend), blue = scene(
        red=[patient(), fighter(13, 10, status=DOWN), fighter(11.5, 10)], blue=[fighter(10, 30)]
    )
    recovers(game, one, FLESH, FLESH, helper=friend)
    assert recovery.helpers(game.play, game.model(two)) == []


@pytest.mark.parametrize(
    "friend",
    [
        fighter(11.5, 10, status=Status.PINNED),
        fighter(12.1, 10),
        fighter(11.5, 10, profile="tallow-hound", beast_of=0),
    ],
)
def test_who_lies_down_is_too_far_or_a_beast_cannot_help(friend: Any) -> None:
    game, (red, _), blue = scene(red=[patient(), friend], blue=[fighter(10, 30)])
    assert recovery.helpers(game.play, game.model(red)) == []


def test_nobody_helps_through_a_wall() -> None:
    game, (red, _), blue = scene(
        red=[patient(), fighter(11.5, 10)], blue=[fighter(10, 30)], board=wall(10.75, 5, 10.75, 15)
    )
    assert recovery.helpers(game.play, game.model(red)) == []


@pytest.mark.parametrize(("board", "out"), [("", True), (wall(10.75, 5, 10.75, 15), False)])
def test_nobody_helps_to_put_a_fire_out_through_a_wall(board: str, out: bool) -> None:
    burning = fighter(10, 10, conditions=("blaze",))
    game, (red, _), blue = scene(red=[burning, fighter(11.5, 10)], blue=[fighter(10, 30)], board=board)
    run_rule(game, lambda play: before_acting.put_out(play, Model(play, red)), dice=(5,))
    assert game.model(red).suffers("blaze") is not out


def test_who_is_fighting_cannot_help() -> None:
    game, (red, friend), blue = scene(red=[patient(), fighter(11.5, 10)], blue=[fighter(11.5, 10.984)])
    assert recovery.helpers(game.play, game.model(red)) == []


def test_a_medicae_kit_adds_another_die() -> None:
    game, (red, friend), blue = scene(
        red=[patient(), fighter(11.5, 10, wargear=["medicae-kit"])], blue=[fighter(10, 30)]
    )
    recovers(game, red, OUT, SERIOUS, FLESH, helper=friend, keep=0)
    assert game.record(red).status is Status.PINNED


def test_one_that_nothing_stops_sheds_a_flesh_wound_or_rolls_a_die_more() -> None:
    game, red, blue = scene(red=[patient(skills=["unstoppable"], flesh=1)], blue=[fighter(10, 30)])
    recovers(game, red, 4, FLESH)
    assert game.record(red).flesh == 1  # one off, one on
    game, red, blue = scene(red=[patient(skills=["unstoppable"])], blue=[fighter(10, 30)])
    recovers(game, red, 4, OUT, FLESH, keep=0)
    assert game.record(red).status is Status.PINNED
    game, red, blue = scene(red=[patient(skills=["unstoppable"])], blue=[fighter(10, 30)])
    recovers(game, red, 3, SERIOUS)
    assert game.record(red).status is DOWN


# ---- webs ------------------------------------------------------------------------------------------------------------

WEB = ("webbed",)


def test_a_web_holds_without_hurting_and_getting_free_costs_a_flesh_wound() -> None:
    game, red, blue = scene(red=[patient(conditions=WEB)], blue=[fighter(10, 30)])
    recovers(game, red, SERIOUS)
    assert game.record(red).status is DOWN and game.record(red).flesh == 0 and game.record(red).conditions == WEB
    recovers(game, red, FLESH)
    assert game.record(red).status is Status.PINNED and game.record(red).flesh == 1 and not game.record(red).conditions


@pytest.mark.parametrize(("die", "fate"), [(4, "out-cold"), (5, "captured")])
def test_a_web_harms_nobody_for_good(die: int, fate: str) -> None:
    game, red, blue = scene(red=[patient(conditions=WEB)], blue=[fighter(10, 30)])
    recovers(game, red, OUT, die)
    assert game.record(red).status is Status.OUT and game.record(red).injuries == (fate,)


def test_what_becomes_of_one_that_a_web_takes_out_is_rolled_where_such_things_are_kept() -> None:
    game, red, blue = scene(red=[patient(conditions=WEB)], blue=[fighter(10, 30)], options={"lasting-injuries": False})
    recovers(game, red, OUT)
    assert game.record(red).status is Status.OUT and game.record(red).injuries == ()


def test_solvent_adds_a_die_to_ones_own_and_two_to_a_friends() -> None:
    game, red, blue = scene(red=[patient(conditions=WEB, wargear=["web-solvent"])], blue=[fighter(10, 30)])
    assert recovery.recovery_dice(game.play, game.model(red), NOBODY, True) == 2
    assert recovery.recovery_dice(game.play, game.model(red), NOBODY, False) == 1
    laden = [patient(conditions=WEB, wargear=["web-solvent", "strip-kit"])]
    game, red, blue = scene(red=laden, blue=[fighter(10, 30)])
    assert recovery.recovery_dice(game.play, game.model(red), NOBODY, True) == 2
    game, (red, friend), blue = scene(
        red=[patient(conditions=WEB), fighter(11.5, 10, wargear=["web-solvent"])], blue=[fighter(10, 30)]
    )
    helped = recovery.recovery_dice(game.play, game.model(red), friend, True)
    assert helped == 2 + recovery.recovery_dice(game.play, game.model(red), friend, False)


def test_whoever_was_left_in_a_web_comes_to_no_harm() -> None:
    game, red, blue = scene(red=[patient(conditions=WEB)], blue=[fighter(10, 30)])
    run_rule(game, lambda play: ending.conclude(play))
    assert game.record(red).injuries == () and game.state.turn.phase == "over"


# ---- every one of a side ---------------------------------------------------------------------------------------------


def test_every_injured_fighter_of_a_side_tries() -> None:
    game, (one, two, sound), blue = scene(
        red=[patient(), fighter(20, 10, status=DOWN), fighter(30, 10)], blue=[fighter(10, 30, status=DOWN)]
    )
    run_rule(game, recovery.recovery, 0, dice=(FLESH, FLESH))
    assert [game.record(who).status for who in (one, two, blue)] == [Status.PINNED, Status.PINNED, DOWN]
