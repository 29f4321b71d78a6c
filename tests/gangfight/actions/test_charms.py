"""Charms, talismans and potions: what always works, what wakes by itself, and what is used for a point."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import covers, figure, leg, scene
from warbook.core.length import INCH
from warbook.rulesets.gangfight.checks import ground
from warbook.rulesets.gangfight.events.figures import Fell, Healed, Revived, UsedUp, Wounded
from warbook.rulesets.gangfight.events.rounds import Gained
from warbook.rulesets.gangfight.harm import courage
from warbook.rulesets.gangfight.movement import rules
from warbook.rulesets.gangfight.printed import catalogue

MUD = '[[area]]\nrect = [8, 8, 6, 6]\nheight = 1\nkind = "light"\n'


def bearer(charm: str, **more: Any) -> Any:
    """A figure at 20, 20 with a charm."""
    return figure(20, 20, charm=charm, **more)


def alone(charm: str, **more: Any) -> Any:
    """A scene of one with a charm, its enemy far away."""
    game, red, _ = scene(red=[bearer(charm, **more)], blue=[figure(44, 44)])
    return game, red


def struck(charm: str, *dice: int, wounds: int = 1, **more: Any) -> Any:
    """A scene in which a bearer with so many wounds left is struck for certain and has the dice of its armour."""
    game, red, victim = scene(
        red=[figure(20, 21.5, stats={"att": 1, "dam": 4})],
        blue=[bearer(charm, wounds=wounds, **{"stats": {"defence": 2, "arm": 1}, **more})],
    )
    game.does(red, "fight", at=victim, close=False, dice=dice)
    return game, victim


# ---- what always works -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("charm", "attribute", "more"),
    [
        ("ring-of-defense", "defence", 1),
        ("talisman-of-armour-penetration", "dam", 1),
        ("talisman-of-endurance", "en", 1),
        ("talisman-of-preservation", "arm", 1),
        ("hunters-charm", "mov", 1),
        ("dragon-oil", "dam", 0),
    ],
)
def test_a_charm_that_always_works_adds_to_its_attribute(charm: str, attribute: str, more: int) -> None:
    game, (one, other), _ = scene(red=[bearer(charm), figure(24, 20)], blue=[figure(44, 44)])
    assert getattr(game.model(one), attribute) == getattr(game.model(other), attribute) + more


def test_the_talisman_of_endurance_is_there_from_the_start() -> None:
    game, red = alone("talisman-of-endurance")
    assert game.record(red).wounds == 4


def test_a_talisman_of_preservation_breaks_at_the_first_wound() -> None:
    game, victim = struck("talisman-of-preservation", 2, 1, 1, wounds=3)
    assert [(e.who, e.what) for e in game.happened(UsedUp)] == [(victim, "talisman-of-preservation")]
    assert game.model(victim).arm == 1


def test_a_talisman_of_preservation_outlasts_a_blow_that_armour_stops() -> None:
    game, victim = struck("talisman-of-preservation", 2, 1, 4, wounds=3)
    assert not game.happened(UsedUp) and game.model(victim).arm == 2


def test_the_bearer_of_the_fearbringer_causes_fear() -> None:
    game, red = alone("fearbringer")
    assert courage.fear_of(game.play, red) == 3


def test_a_ring_of_free_movement_makes_difficult_ground_open() -> None:
    game, red, _ = scene(red=[figure(10, 10, charm="ring-of-free-movement")], blue=[figure(44, 44)], board=MUD)
    game.does(red, "move", path=(leg(14, 10),))
    assert game.record(red).at.x == 14 * INCH
    assert ground.ignores_ground(game.play, red)


def test_elven_boots_carry_an_inch_further_out_of_difficult_ground_only() -> None:
    game, (one, other), _ = scene(
        red=[figure(10, 10, charm="elven-boots"), figure(30, 10, charm="elven-boots")], blue=[figure(44, 44)], board=MUD
    )
    assert rules.allowance(game.play, one) == 5 * INCH
    assert rules.allowance(game.play, other) == 4 * INCH


# ---- what wakes by itself --------------------------------------------------------------------------------------------


def test_a_charm_of_aegis_keeps_one_who_falls_on_its_feet_once() -> None:
    game, victim = struck("charm-of-aegis", 2, 1)
    assert not game.happened(Fell) and game.record(victim).wounds == 1
    assert game.record(victim).standing
    game.given(0, ap=3)
    game.does(0, "fight", at=victim, close=False, dice=[2, 1])
    assert game.happened(Fell)


def test_a_charm_of_survival_gives_back_a_wound_for_each_success() -> None:
    game, victim = struck("charm-of-survival", 2, 1, 3, 1, 4)
    assert not game.happened(Fell)
    assert game.record(victim).wounds == 2


def test_a_charm_of_survival_may_fail() -> None:
    game, victim = struck("charm-of-survival", 2, 1, 1, 2, 2)
    assert [e.who for e in game.happened(Fell)] == [victim]


def test_a_charm_of_survival_heals_no_more_than_was_lost() -> None:
    game, victim = struck("charm-of-survival", 2, 1, 6, 3, 3, 6, 3)
    assert game.record(victim).wounds == 3


def test_a_luck_charm_rolls_the_ones_of_an_attack_again_once_a_round() -> None:
    game, red, blue = scene(red=[figure(20, 20, charm="luck-charm")], blue=[figure(20, 21.5)])
    game.does(red, "fight", at=blue, close=False, luck=True, dice=[1, 1, 4, 4, 4, 1, 1, 1])
    assert [e.wounds for e in game.happened(Wounded)] == [3]
    game.given(blue, wounds=3, out=False)
    game.does(red, "fight", at=blue, close=False, dice=[1, 1, 1])
    assert not game.happened(Wounded)


def test_a_luck_charm_that_is_not_called_on_is_kept() -> None:
    game, red, blue = scene(red=[figure(20, 20, charm="luck-charm")], blue=[figure(20, 21.5)])
    game.does(red, "fight", at=blue, close=False, luck=False, dice=[1, 1, 1])
    game.does(red, "fight", at=blue, close=False, luck=True, dice=[1, 1, 1, 2, 2, 2])
    assert not game.happened(Wounded)


def test_a_luck_charm_helps_armour_too() -> None:
    game, red, blue = scene(red=[figure(20, 20)], blue=[figure(20, 21.5, charm="luck-charm")])
    game.does(red, "fight", at=blue, close=False, luck=True, dice=[4, 1, 1, 1, 2, 2, 4])
    assert not game.happened(Wounded)


def test_luck_is_back_when_its_bearers_next_turn_begins() -> None:
    game, red, blue = scene(red=[figure(20, 20, charm="luck-charm")], blue=[figure(20, 21.5)])
    game.does(red, "fight", at=blue, close=False, luck=True, dice=[2, 2, 2])
    game.does(red, "end-activation")
    game.goes_on(activate=-1)
    game.does(red, "fight", at=blue, close=False, luck=True, passing=True, dice=[2, 2, 2])


# ---- what is used ----------------------------------------------------------------------------------------------------


@covers("use-charm", "works")
def test_a_charm_of_haste_gives_three_points_for_one_and_once() -> None:
    game, red = alone("charm-of-haste")
    game.does(red, "use-charm")
    assert game.record(red).ap == 5
    assert [e.points for e in game.happened(Gained)] == [3]
    assert game.why_not(red, "use-charm") == ("It must have a charm that has not served.",)


@covers("use-charm", "numbers")
@pytest.mark.parametrize(
    ("charm", "attribute", "before", "after"),
    [
        ("potion-of-strength", "dam", 4, 7),
        ("potion-of-speed", "mov", 4, 8),
        ("talisman-of-protection", "arm", 3, 4),
    ],
)
def test_what_a_potion_does_lasts_until_its_drinkers_next_turn(
    charm: str, attribute: str, before: int, after: int
) -> None:
    game, red = alone(charm)
    assert getattr(game.model(red), attribute) == before
    game.does(red, "use-charm")
    assert getattr(game.model(red), attribute) == after
    game.does(red, "end-activation")
    game.goes_on()
    assert game.state.turn.seat == 1 and getattr(game.model(red), attribute) == after
    game.goes_on(activate=-1)
    assert getattr(game.model(red), attribute) == before


def test_tables_may_let_charms_be_used_for_nothing() -> None:
    game, red, _ = scene(red=[bearer("charm-of-haste")], blue=[figure(44, 44)], options={"charm-cost": 0})
    game.does(red, "use-charm")
    assert game.record(red).ap == 6


def test_a_potion_of_healing_gives_back_a_wound_for_each_success() -> None:
    game, red = alone("potion-of-healing", wounds=1, hurt=True)
    game.does(red, "use-charm", dice=[4, 3, 5])
    assert game.record(red).wounds == 3 and not game.record(red).hurt
    assert [e.wounds for e in game.happened(Healed)] == [2]


def test_a_potion_of_healing_gives_back_no_more_than_was_lost() -> None:
    game, red = alone("potion-of-healing", wounds=2, hurt=True)
    game.does(red, "use-charm", dice=[4, 4, 5])
    assert [e.wounds for e in game.happened(Healed)] == [1] and game.record(red).wounds == 3


@covers("use-charm", "refused")
def test_charms_are_not_used_in_vain() -> None:
    healthy, red = alone("potion-of-healing")
    assert healthy.why_not(red, "use-charm") == ("It has lost no wounds.",)
    rune, red = alone("life-rune")
    assert rune.why_not(red, "use-charm") == ("Nobody of its side is incapacitated.",)
    passive, red = alone("ring-of-defense")
    assert "It must have a charm that is used." in passive.why_not(red, "use-charm")
    lying, red = alone("charm-of-haste", down=True)
    assert "It is knocked over: it must stand up first." in lying.why_not(red, "use-charm")


def test_a_life_rune_brings_one_back_with_one_wound_and_no_points() -> None:
    game, (red, gone, other), _ = scene(
        red=[bearer("life-rune"), figure(10, 10, out=True, wounds=0, down=True), figure(30, 30, out=True, wounds=-1)],
        blue=[figure(44, 44)],
    )
    game.does(red, "use-charm", revive=gone)
    back = game.record(gone)
    assert (back.wounds, back.ap, back.down, back.here, back.hurt) == (1, 0, False, True, True)
    assert [e.who for e in game.happened(Revived)] == [gone]
    assert game.record(other).out


def test_who_is_brought_back_makes_way_for_who_stands_where_it_fell() -> None:
    game, (red, gone), _ = scene(red=[bearer("life-rune"), figure(20, 20, out=True, wounds=0)], blue=[figure(44, 44)])
    game.does(red, "use-charm")
    assert game.gap(red, gone) < INCH // 4
    assert game.record(gone).at != game.record(red).at


def test_every_charm_of_the_list_is_tested_here_or_with_the_chapter_it_changes() -> None:
    here = {
        "ring-of-defense", "talisman-of-armour-penetration", "charm-of-haste", "luck-charm", "talisman-of-preservation",
        "talisman-of-endurance", "charm-of-survival", "hunters-charm", "ring-of-free-movement", "elven-boots",
        "fearbringer", "potion-of-healing", "potion-of-strength", "potion-of-speed", "charm-of-aegis",
        "talisman-of-protection", "life-rune", "dragon-oil",
    }  # fmt: skip
    nerve, magic = {"pendant-of-bravery", "potion-of-bravery"}, {"talisman-of-magic-resistance", "manabane-trinket"}
    assert set(catalogue.charms()) == here | nerve | magic
