"""Charms, talismans and potions: what always works, what wakes by itself, and what is used for a point."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import (
    BULL_TRUE,
    COUNTER_STRIKE,
    HIT,
    MISS,
    OGRE,
    RIPOSTE,
    RUNAWAY_OGRE,
    UNSAVED,
    attacks_made,
    covers,
    figure,
    leg,
    scene,
    shots_made,
    spot,
)
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


THICKET = '[[area]]\nkind = "light"\nrect = [5, 14, 10, 20]\n'


def test_elven_boots_carry_whoever_flees_an_inch_further_out_of_difficult_ground() -> None:
    ends = []
    for charm in ("elven-boots", ""):
        game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 16, ap=1, charm=charm)], board=THICKET)
        game.does(red, "charge", at=blue, interrupt_flee=blue, dice=[1, 1, 1, 1])
        ends.append(game.record(blue).at.y)
    assert ends[0] > ends[1] + INCH // 2


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


def test_a_wound_breaks_a_spell_even_where_a_charm_takes_it_back() -> None:
    game, mage, blue = scene(
        red=[figure(10, 10, perks=["mage"], spells=["bolt"], mana=2, wounds=1, charm="charm-of-aegis")],
        blue=[figure(10, 11.5)],
    )
    game.does(mage, "cast", target=blue, dice=[4, 1, 1, 1, 1, 1])
    assert game.record(mage).wounds == 1 and game.record(mage).mana == 0
    assert game.record(blue).wounds == 3


@pytest.mark.parametrize(
    ("action", "down", "ap"), [("power-attack", True, 2), ("finesse-attack", False, 1), ("fight", False, 2)]
)
def test_who_is_spared_by_a_charm_bears_what_else_the_blow_does(action: str, down: bool, ap: int) -> None:
    game, red, blue = scene(
        red=[figure(10, 10, stats={"att": 4})], blue=[figure(10, 11.1, ap=2, wounds=1, charm="charm-of-aegis")]
    )
    game.does(red, action, at=blue, passing=True, dice=[*HIT, *[1] * (action != "power-attack"), *UNSAVED])
    assert (game.record(blue).wounds, game.record(blue).down, game.record(blue).ap) == (1, down, ap)


def test_who_is_spared_by_a_charm_flies_when_it_is_slammed() -> None:
    game, red, blue = scene(
        red=[figure(10, 10, **OGRE)], blue=[figure(10, 12, wounds=1, charm="charm-of-survival", **OGRE)]
    )
    game.does(red, "slam", at=blue, follow=False, dice=[3, 3, 1, *UNSAVED, 3, 1, 1, 1, 1])
    assert (game.record(blue).wounds, game.record(blue).at.y, game.record(blue).down) == (1, 14 * INCH, True)


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


@pytest.mark.parametrize(("cost", "points"), [(0, 3), (1, 0)])
def test_what_costs_nothing_asks_for_no_point(cost: int, points: int) -> None:
    game, red, _ = scene(
        red=[figure(10, 10, charm="charm-of-haste", ap=0, activation="active"), figure(4, 4)], blue=[figure(44, 44)],
        options={"charm-cost": cost}, actor=0,
    )  # fmt: skip
    answers = {} if cost else {"action": "use-charm"}
    game.goes_on(**answers)
    assert game.record(red[0]).ap == points


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


# ---- luck ------------------------------------------------------------------------------------------------------------


LUCKY: dict[str, Any] = {"charm": "luck-charm"}


def test_luck_may_be_called_on_in_a_charge() -> None:
    game, red, _ = scene(red=[figure(10, 10, **LUCKY)], blue=[figure(10, 30)])
    game.does(red, "charge", at=1, luck=True, dice=[1, 1, 2, 2, 2, 1])
    assert game.record(red).at.y == 17 * INCH


def test_luck_may_be_called_on_in_a_dodge() -> None:
    game, red, blue = scene(red=[figure(10, 5, weapons=["grenade"])], blue=[figure(10, 11, ap=1, **LUCKY)])
    game.does(red, "fire", target=blue, interrupt_dodge=blue, luck=True, dice=[4, 1, 1, 1, 1, 1, 1, 2, 2, 2])
    assert game.record(blue).wounds == 3


def test_luck_may_be_called_on_in_a_climb() -> None:
    block = "[[block]]\nrect = [10, 10, 8, 8]\nheight = 4\n"
    game, red, _ = scene(red=[figure(14.5, 9.42, **LUCKY)], blue=[figure(44, 44)], board=block)
    up = next(way for way in game.asks(red, "jump-climb").options() if way[0] == "climb")
    game.does(red, "jump-climb", way=up, luck=True, dice=[1, 4, 4, 4, 4])
    assert game.record(red).at.z == 4 * INCH


def test_luck_may_be_called_on_against_fear() -> None:
    game, red, ogre = scene(red=[figure(10, 10, **LUCKY)], blue=[figure(10, 30, profile="ogre-regular")])
    game.does(red, "charge", at=ogre, luck=True, dice=[1, 1, 2, 3, 1, *[1] * 4])
    assert game.record(red).braved == (ogre,)


def test_luck_may_be_called_on_when_a_hero_falls() -> None:
    game, red, blues = scene(
        red=[figure(10, 10)],
        blue=[
            figure(10, 11.1, profile="human-hero", wounds=1, stats={"arm": 0, "defence": 4}),
            figure(13, 14, **LUCKY),
        ],
    )
    game.does(red, "fight", at=blues[0], luck=True, dice=[*HIT, 1, 1, 2, 3, 3])
    assert game.record(blues[1]).shaken == 2


def test_luck_may_be_called_on_by_who_keeps_its_feet_steps_aside_or_tries_a_lock() -> None:
    game, red, blue = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10, 12, **LUCKY)])
    game.does(red, "trample", spot=spot(10, 14.5), luck=True, dice=[1, 1, 1, 4, 4, 1])
    assert game.record(blue).wounds == 3
    game, red, blue = scene(red=[figure(20, 20)], blue=[figure(20, 21.5, perks=["sidestep"], **LUCKY)])
    game.does(red, "fight", at=blue, close=False, luck=[False, True], dice=[*MISS, *MISS, 4, 1, 1], path=(leg(20, 24),))
    assert game.record(blue).at.y == 24 * INCH
    chest = '[[marker]]\nid = "m"\nkind = "chest"\nat = [10, 10.8, 0]\nparams = { lock = 4 }\n'
    game, red, _ = scene(red=[figure(10, 10, **LUCKY)], blue=[figure(44, 44)], board=chest)
    game.does(red, "interact", use=(2, "unlock"), luck=True, dice=[*MISS, 4, 1, 1])
    assert game.state.records[2].state == "open"


def test_luck_may_be_called_on_by_who_draws_mana() -> None:
    game, mage, _ = scene(red=[figure(20, 20, perks=["mage"], **LUCKY)], blue=[figure(40, 40)])
    game.does(mage, "draw-mana", luck=True, dice=[1, 1, 4, 4, 4])
    assert game.record(mage).mana == 3


def test_luck_may_be_called_on_by_who_is_trampled() -> None:
    game, red, blue = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10, 12, **LUCKY)])
    game.does(red, "trample", spot=spot(10, 14.5), luck=[False, True], dice=[4, 1, 1, *UNSAVED, 6, 1, 1, 1])
    assert game.record(blue).wounds == 3


def test_luck_may_be_called_on_by_who_falls() -> None:
    ledge = "[[platform]]\nrect = [5, 5, 10, 9]\nz = 4\n"
    game, red, _ = scene(red=[figure(10, 13.5, 4, **LUCKY)], blue=[figure(44, 44)], board=ledge)
    game.does(red, "jump-climb", way=lambda asked: next(w for w in asked.options() if w[0] == "drop"), luck=True,
              dice=[*UNSAVED, 4, 4, 1])  # fmt: skip
    assert game.record(red).wounds == 3 and game.record(red).down


def test_luck_may_be_called_on_by_whom_a_friend_has_hit() -> None:
    game, reds, blue = scene(red=[figure(10, 10, weapons=["rifle"]), figure(11.1, 18, **LUCKY)], blue=[figure(10, 18)])
    game.does(reds[0], "fire", at=blue, luck=True, dice=[1, 2, 2, 2, *UNSAVED, 5, 1, 1])
    assert game.record(reds[1]).wounds == 3


# ---- who is spared has not been incapacitated ------------------------------------------------------------------------


FRAIL: dict[str, Any] = {"wounds": 1, "stats": {"arm": 0}}
SPARED: dict[str, Any] = {"charm": "charm-of-aegis", **FRAIL}
ENDURES: dict[str, Any] = {"charm": "charm-of-survival", **FRAIL}


@pytest.mark.parametrize(("charm", "dice"), [(SPARED, []), (ENDURES, [3, 1, 1])])
def test_who_is_spared_from_a_counter_strike_goes_on_with_its_charge(charm: dict[str, Any], dice: list[int]) -> None:
    game, red, blue = scene(red=[figure(10, 10, **charm)], blue=[figure(10, 16, **COUNTER_STRIKE)])
    game.does(red, "charge", at=blue, dice=[*[2] * 4, 5, 1, 1, *dice, *MISS])
    assert attacks_made(game) == [(blue, red), (red, blue)]
    assert game.record(red).wounds == 1 and game.record(red).standing


def test_who_falls_for_all_its_charm_does_not() -> None:
    game, (red, _), blue = scene(
        red=[figure(10, 10, **ENDURES), figure(40, 5)], blue=[figure(10, 16, **COUNTER_STRIKE)]
    )
    game.does(red, "charge", at=blue, dice=[*[2] * 4, 5, 1, 1, *UNSAVED])
    assert attacks_made(game) == [(blue, red)] and game.record(red).out


def test_who_is_spared_from_bull_true_strikes() -> None:
    game, red, blue = scene(red=[figure(10, 10, **SPARED)], blue=[figure(10, 16, **BULL_TRUE)])
    game.does(red, "charge", at=blue, dice=[*[2] * 4, *HIT, 1, *MISS])
    assert attacks_made(game) == [(blue, red), (red, blue)]


def test_who_is_spared_tramples_on() -> None:
    ogre = {**RUNAWAY_OGRE, "charm": "charm-of-aegis", "wounds": 1}
    game, red, blues = scene(red=[figure(10, 10, **ogre)], blue=[figure(10, 14.5), figure(12.2, 17, **COUNTER_STRIKE)])
    game.does(red, "trample", spot=spot(10, 17), dice=[*HIT, 4, 4, 1])
    assert attacks_made(game) == [(blues[1], red)] and game.record(blues[0]).wounds == 3


def test_who_is_spared_as_it_leaves_is_struck_at_by_the_others_too() -> None:
    game, (red, _), blues = scene(
        red=[figure(10, 10, **SPARED), figure(40, 5)], blue=[figure(12, 10), figure(8, 10), figure(40, 40)]
    )
    game.does(red, "move", path=(leg(10, 7),), dice=[*HIT, *HIT])
    assert attacks_made(game) == [(blues[0], red), (blues[1], red)]
    assert game.happened(Fell) == [Fell(red, blues[1])], "it is the second who made it fall"


def test_who_is_spared_is_met_by_the_next_counter_strike() -> None:
    game, red, blues = scene(
        red=[figure(10, 10, **SPARED)], blue=[figure(8.5, 15, **COUNTER_STRIKE), figure(11.5, 15, **COUNTER_STRIKE)]
    )
    game.does(red, "move", path=(leg(10, 13.6),), dice=[5, 1, 1, *MISS])
    assert attacks_made(game) == [(blues[0], red), (blues[1], red)]


def test_who_is_spared_climbs_on() -> None:
    block = "[[block]]\nrect = [10, 10, 8, 8]\nheight = 4\n"
    game, red, _ = scene(red=[figure(14.5, 9.42, **SPARED)], blue=[figure(14.5, 7.5)], board=block)
    up = next(way for way in game.asks(red, "jump-climb").options() if way[0] == "climb")
    game.does(red, "jump-climb", way=up, dice=[*HIT, 4, 4, 4, 4])
    assert game.record(red).at.z == 4 * INCH


def test_who_is_spared_in_a_fall_lies_there() -> None:
    ledge = "[[platform]]\nrect = [5, 5, 10, 9]\nz = 4\n"
    game, red, _ = scene(red=[figure(10, 13.5, 4, **SPARED)], blue=[figure(44, 44)], board=ledge)
    game.does(red, "jump-climb", way=lambda asked: next(w for w in asked.options() if w[0] == "drop"))
    assert game.record(red).wounds == 1 and game.record(red).down


def test_who_is_spared_fires_what_it_has_pledged() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 16, ap=1, weapons=["revolver"], **SPARED)])
    game.does(red, "charge", at=blue, interrupt_fire=blue, dice=[*[2] * 4, *HIT, *[1] * 4])
    assert shots_made(game) == [(blue, red)]


def test_who_is_spared_runs_on_in_its_counter_charge() -> None:
    game, red, blue = scene(red=[figure(10, 10, **COUNTER_STRIKE)], blue=[figure(10, 22, ap=1, **SPARED)])
    game.does(red, "charge", at=blue, interrupt_counter_charge=blue, dice=[*[1] * 4, *[2] * 4, 5, 1, 1, *MISS])
    assert attacks_made(game) == [(red, blue), (blue, red)]


def test_who_is_spared_in_its_flight_and_caught_is_struck() -> None:
    game, reds, blue = scene(red=[figure(10, 10), figure(11.5, 14.8)], blue=[figure(10, 14, ap=1, **SPARED)])
    game.does(reds[0], "charge", at=blue, interrupt_flee=blue, dice=[*[2] * 4, *HIT, *MISS])
    assert attacks_made(game) == [(reds[1], blue), (reds[0], blue)]


def test_a_pledged_blow_is_struck_at_an_attacker_who_is_spared_and_a_band_strikes_at_one_who_is() -> None:
    game, red, blue = scene(red=[figure(10, 10, **SPARED)], blue=[figure(10, 11.1, ap=1, **RIPOSTE)])
    game.does(red, "fight", at=blue, interrupt_fight=blue, dice=[*MISS, *HIT, *MISS])
    assert attacks_made(game) == [(red, blue), (blue, red), (blue, red)]
    game, reds, blues = scene(red=[figure(9, 10), figure(11, 10)], blue=[figure(10, 16, **SPARED), figure(40, 40)])
    game.does(reds[0], "with-me", way="charge", target=[blues[0]] * 2, next=reds[0],
              dice=[*[2] * 8, *HIT, *HIT])  # fmt: skip
    assert game.happened(Fell) == [Fell(blues[0], reds[1])]
