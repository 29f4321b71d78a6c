"""Rulings that were found wrong in a second hunt: those who go without being asked, nerve, charms and perks."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.gangfight.scenes import Put, battle, figure, leg, scene
from warbook.core.length import INCH, inches
from warbook.rulesets.gangfight.battle import neutrals, rounds, scoring
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.deeds import Declared
from warbook.rulesets.gangfight.events.figures import Cowed, Fell, Wounded
from warbook.rulesets.gangfight.events.movement import Left, Moved
from warbook.rulesets.gangfight.records.position import supplies
from warbook.rulesets.gangfight.records.state import WINDS

HIT = [5, 5, 5]
THICKET = '[[area]]\nkind = "light"\nrect = [5, 14, 10, 20]\n'
HERO = "human-hero"


def fevered(x: float, y: float, ap: int) -> Put:
    return figure(x, y, profile="fevered", ap=ap, activation="ready")


# ---- those who go without being asked --------------------------------------------------------------------------------


def test_a_civilian_that_falls_to_a_counter_strike_as_it_bolts_is_taken_off() -> None:
    game, reds, _, ward = scene(
        red=[figure(21.3, 35, perks=["counter-strike"], ap=0, activation="done"), figure(2, 2, ap=0)],
        blue=[figure(20, 46, profile=HERO, leader=True)],
        civilians=[figure(20, 30, profile="civilian", wounds=1, stats={"arm": 0}), figure(24, 46, profile="civilian")],
        engagement="escort",
    )
    game.goes_on(dice=HIT)
    assert game.record(ward[0]).out
    assert [(e.who, e.by) for e in game.happened(Fell)] == [(ward[0], reds[0])]


def test_a_leader_who_falls_to_a_counter_strike_on_its_way_to_the_duel_is_taken_off() -> None:
    game, reds, blues = scene(
        red=[figure(10, 10, profile=HERO, leader=True, wounds=1, stats={"arm": 0}), figure(2, 2)],
        blue=[figure(10, 30, profile=HERO, leader=True), figure(11.3, 15, perks=["counter-strike"])],
        complication=7, stage="complications", seat=1,
    )  # fmt: skip
    game.goes_on(dice=[6, 5, 5, 5, 1])
    assert [(e.who, e.by) for e in game.happened(Fell)] == [(reds[0], blues[1])]


def test_a_leader_who_steps_aside_from_a_free_strike_goes_no_further_to_the_duel() -> None:
    game, reds, _ = scene(
        red=[figure(10, 10, profile=HERO, leader=True, perks=["sidestep"]), figure(2, 2)],
        blue=[figure(10, 30, profile=HERO, leader=True), figure(12.8, 12, weapons=["spear"])],
        complication=7, stage="complications", seat=1,
    )  # fmt: skip
    game.goes_on(dice=[1, 1, 1, 4, 1, 1, 1], path=((9 * INCH, 10 * INCH, 0, 0),))
    at = game.record(reds[0]).at
    assert (at.x, at.y) == (9 * INCH, 10 * INCH)


# ---- nerve -----------------------------------------------------------------------------------------------------------


def test_those_who_obey_nobody_fear_too_and_turn_to_whom_they_dare_to_fight() -> None:
    game, _, blues, _ = scene(
        red=[figure(2, 2)],
        blue=[figure(10, 13.9, profile="ogre-regular"), figure(10, 10.3)],
        neutral=[fevered(10, 12, 1)], seat=2, complication=2, stage="complications",
    )  # fmt: skip
    game.goes_on(dice=[2, 1, 1])
    assert [e.whom for e in game.happened(Cowed)] == [blues[0]]
    assert [e.whom for e in game.happened(Attacked)] == [blues[1]]


def test_those_who_obey_nobody_and_dare_not_charge_come_nearer() -> None:
    game, _, ogre, dead = scene(
        red=[figure(2, 2)], blue=[figure(10, 17, profile="ogre-regular")],
        neutral=[fevered(10, 11, 1)], seat=2, complication=2, stage="complications",
    )  # fmt: skip
    game.goes_on(dice=[2])
    assert [e.whom for e in game.happened(Cowed)] == [ogre]
    assert not [e for e in game.happened(Declared) if e.deed.row == "charge"]
    assert [(e.who, e.how) for e in game.happened(Moved)] == [(dead, "moves")]


def test_those_who_obey_nobody_and_pass_their_test_attack_what_they_fear() -> None:
    game, _, ogre, _ = scene(
        red=[figure(2, 2)], blue=[figure(10, 13.1, profile="ogre-regular")],
        neutral=[fevered(10, 10.5, 1)], seat=2, complication=2, stage="complications",
    )  # fmt: skip
    game.goes_on(dice=[3, 1, 1])
    assert [e.whom for e in game.happened(Attacked)] == [ogre]


# ---- the thirst for blood --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("heavy", "asked"), [("true", False), ("false", True)])
def test_the_blood_thirsty_do_not_charge_with_something_heavy(heavy: str, asked: bool) -> None:
    chest = f'[[marker]]\nid = "m"\nkind = "chest"\nat = [40, 40, 0]\nparams = {{ heavy = {heavy} }}\n'
    game, orc, _ = scene(red=[figure(10, 10, profile="orc-regular", carries=(2,))], blue=[figure(10, 20)], board=chest)
    game.goes_on(activate=orc, dice=[1] * 4 if asked else [], **({"thirst": False} if asked else {}))
    assert bool([e for e in game.happened(Declared) if e.deed.row == "charge"]) is asked


# ---- charms ----------------------------------------------------------------------------------------------------------


def test_elven_boots_carry_whoever_flees_an_inch_further_out_of_difficult_ground() -> None:
    ends = []
    for charm in ("elven-boots", ""):
        game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 16, ap=1, charm=charm)], board=THICKET)
        game.does(red, "charge", at=blue, interrupt_flee=blue, dice=[1, 1, 1, 1])
        ends.append(game.record(blue).at.y)
    assert ends[0] > ends[1] + INCH // 2


def test_a_wound_breaks_a_spell_even_where_a_charm_takes_it_back() -> None:
    game, mage, blue = scene(
        red=[figure(10, 10, perks=["mage"], spells=["bolt"], mana=2, wounds=1, charm="charm-of-aegis")],
        blue=[figure(10, 11.5)],
    )
    game.does(mage, "cast", target=blue, dice=[4, 1, 1, 1, 1, 1])
    assert game.record(mage).wounds == 1 and game.record(mage).mana == 0
    assert game.record(blue).wounds == 3


# ---- where anybody may interrupt -------------------------------------------------------------------------------------


def test_who_may_interrupt_anything_shoots_at_the_dead_as_they_come() -> None:
    game, red, _, dead = scene(
        red=[figure(10, 10, weapons=["rifle"], ap=1)], blue=[figure(40, 40)],
        neutral=[fevered(10, 30, 1)], seat=2, complication=2, stage="complications",
        options={"interrupt-targeted-only": False},
    )  # fmt: skip
    game.goes_on(interrupt_fire=red, dice=[4, 1, 1, 1, 1, 1])
    assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(red, dead)]
    assert game.record(dead).wounds == 2 and game.state.turn.deed is None


# ---- shared minds ----------------------------------------------------------------------------------------------------


def hive(x: float, y: float, ap: int) -> Put:
    return figure(x, y, abilities={"hive-mind": 0}, ap=ap)


def test_one_of_a_hive_without_points_is_activated_and_takes_one_from_its_kin() -> None:
    game, (spent, kin, _), _ = scene(
        red=[hive(20, 20, 0), hive(20, 25, 2), figure(24, 20, ap=0)], blue=[figure(44, 44)]
    )
    assert rounds.able_to_be_activated(game.play, 0) == [spent, kin]
    game.goes_on(activate=spent, action=["share-points", "end-activation"])
    assert (game.record(spent).ap, game.record(kin).ap) == (1, 1)
    assert rounds.able_to_be_activated(game.play, 0) == [kin]


def test_one_of_a_hive_without_points_and_without_kin_that_have_some_is_not_activated() -> None:
    game, (_, far), _ = scene(red=[hive(20, 20, 0), hive(20, 40, 2)], blue=[figure(44, 44)])
    assert rounds.able_to_be_activated(game.play, 0) == [far]


# ---- what the complications bring ------------------------------------------------------------------------------------


def couriers(y: float) -> Any:
    """Red's Hero far in, and a Regular of red's that carries the orders; who stands at 0.6 touches its own edge."""
    return scene(
        red=[figure(10, 20, profile=HERO, leader=True), figure(14, y)],
        blue=[figure(10, 40, profile=HERO, leader=True), figure(14, 40)],
        complication=10, stage="complications", marks=(("messenger-0", 1), ("messenger-1", 3)),
    )  # fmt: skip


def test_a_messenger_that_stood_at_its_edge_all_along_does_not_get_away() -> None:
    game, *_ = couriers(0.6)
    game.goes_on(activate=0, action="end-activation")
    assert game.record(1).here and game.state.turn.points == (0, 0)


@pytest.mark.parametrize("y", [0.6, 3])
def test_a_messenger_gets_away_by_a_move_that_ends_at_its_edge(y: float) -> None:
    game, *_ = couriers(y)
    game.does(1, "move", path=(leg(15, 0.6),), dice=[])
    game.goes_on(action="end-activation", dice=[1])
    assert [e.who for e in game.happened(Left)] == [1] and game.state.turn.points == (1, 0)


def test_a_crate_that_was_carried_off_the_table_counts_for_nobody() -> None:
    game = battle("parcels-from-above")
    crate = supplies(game.play)[0]
    game.state.put(replace(crate, state="taken", carrier=0, claimed=0))
    game.given(0, carries=(crate.id,))
    assert scoring.points(game.play) == (1, 0)
    play = game.play
    neutrals.leave_table(play, 0)
    assert scoring.points(play) == (0, 0)


def test_wild_winds_blow_when_mana_is_drawn_too() -> None:
    game, mage, _ = scene(red=[figure(20, 20, perks=["mage"])], blue=[figure(40, 40)], complication=WINDS)
    game.does(mage, "draw-mana", dice=[1, 4, 4, 1])
    assert game.record(mage).mana == 2
    assert [(e.who, e.wounds) for e in game.happened(Wounded)] == [(mage, 1)]


# ---- flights ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("y", "down", "end"), [(20, False, 22), (20, True, 22), (21.5, False, 20.3)])
def test_who_flees_passes_friends_and_the_lying_where_it_can_end_beyond_them(y: float, down: bool, end: float) -> None:
    game, red, (blue, _) = scene(red=[figure(10, 10)], blue=[figure(10, 18, ap=1), figure(10, y, down=down)])
    game.does(red, "charge", at=blue, dice=[1, 1, 1, 1], interrupt_flee=blue)
    assert abs(game.record(blue).at.y - inches(end)) <= INCH // 8
