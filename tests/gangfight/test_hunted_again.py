"""Rulings that were found wrong in a second hunt: those who go without being asked, nerve, charms and perks."""

from __future__ import annotations

import pytest

from tests.gangfight.scenes import Put, figure, scene
from warbook.core.length import INCH
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.deeds import Declared
from warbook.rulesets.gangfight.events.figures import Cowed, Fell
from warbook.rulesets.gangfight.events.movement import Moved

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
        blue=[figure(10, 30, profile=HERO, leader=True), figure(12.8, 10, weapons=["spear"])],
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
