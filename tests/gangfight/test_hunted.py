"""Rulings that were found wrong by playing scenes with the book at hand, across the chapters."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import MISS, figure, leg, scene, spot
from warbook.core.length import INCH
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.figures import Cowed
from warbook.rulesets.gangfight.events.things import ThingChanged
from warbook.rulesets.gangfight.records.state import NOBODY

BLOCK = "[[block]]\nrect = [26, 10, 8, 8]\nheight = 4\n"


# ---- nerve -----------------------------------------------------------------------------------------------------------


def test_who_dared_not_join_a_charge_tests_again_in_its_own_activation() -> None:
    game, reds, ogre = scene(
        red=[figure(10, 10), figure(13, 10), figure(16, 10)], blue=[figure(13, 25, profile="ogre-regular")]
    )
    dice = [3, 1, 1, *(1, 1, 1), *(3, 1, 1), *[1] * 8]  # the second dares not
    game.does(reds[0], "with-me", way="charge", join=[reds[1], reds[2]], target=[ogre, ogre, ogre], dice=dice)
    assert [e.who for e in game.happened(Cowed)] == [reds[1]]
    game.goes_on(activate=reds[1], action="charge", target=ogre, dice=[3, 1, 1, 1, 1, 1, 1])
    assert game.record(reds[1]).at.y > 13 * INCH


def test_who_dared_to_join_a_charge_tests_again_in_its_own_activation() -> None:
    game, reds, ogre = scene(red=[figure(10, 10), figure(13, 10)], blue=[figure(13, 25, profile="ogre-regular")])
    game.does(reds[0], "with-me", way="charge", target=[ogre, ogre], dice=[3, 1, 1, 3, 1, 1, *[1] * 8])
    game.goes_on(activate=reds[1], action="charge", target=ogre, dice=MISS)
    assert [e.who for e in game.happened(Cowed)] == [reds[1]]


# ---- interrupts ------------------------------------------------------------------------------------------------------


def test_a_bulwark_holds_against_all_who_charge_and_nobody_is_asked_against_whom() -> None:
    game, reds, blue = scene(red=[figure(10, 10), figure(13, 10)], blue=[figure(11.5, 16, ap=1)])
    game.does(
        reds[0], "with-me", way="charge", target=[blue, blue], interrupt_bulwark=blue, next=reds[0],
        dice=[*[2] * 8, *MISS, *MISS],
    )  # fmt: skip
    assert [e.number.number for e in game.happened(Attacked)] == [5, 5]


# ---- climbing --------------------------------------------------------------------------------------------------------


def test_who_climbs_down_where_somebody_stands_comes_down_beside_it() -> None:
    game, red, below = scene(
        red=[figure(30, 9.42, 2, face=(30000, 10060, 4000))], blue=[figure(30, 9.3, down=True, ap=0)], board=BLOCK
    )
    down = min(w for w in game.asks(red, "jump-climb").candidates(9) if w[0] == "climb" and w[3] == 0)
    game.does(red, "jump-climb", way=down, dice=[4, 4, 1, 1])
    assert game.record(red).at.z == 0
    one, other = game.record(red).at, game.record(below).at
    assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= (one.radius + other.radius) ** 2


def test_who_climbs_down_part_of_the_way_stays_on_its_face() -> None:
    game, red, _ = scene(
        red=[figure(30, 9.42, 2, face=(30000, 10060, 4000))], blue=[figure(30, 9.3, down=True, ap=0)], board=BLOCK
    )
    down = min(w for w in game.asks(red, "jump-climb").candidates(9) if w[0] == "climb" and w[3] == 0)
    game.does(red, "jump-climb", way=down, dice=[4, 1, 1, 1])
    at = game.record(red).at
    assert (at.x, at.y, at.z) == (30 * INCH, 9420, INCH)


# ---- charges ---------------------------------------------------------------------------------------------------------


def charged(*perks: str, **more: Any) -> Any:
    """One who charges another with some perks, and gets there."""
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 18, perks=perks)])
    game.does(red, "charge", at=blue, **{"dice": [2, 2, 2, 2], **more})
    return game, red, blue


@pytest.mark.parametrize("perk", ["agile-riposte", "sidestep"])
def test_a_charger_need_not_attack_who_makes_use_of_a_miss(perk: str) -> None:
    game, _, _ = charged(perk, attack=NOBODY)
    assert game.happened(Attacked) == []


def test_it_may() -> None:
    game, red, blue = charged(
        "agile-riposte", attack=lambda question: question.options()[0], dice=[2, 2, 2, 2, 4, 1, 1, *MISS]
    )
    assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(red, blue)]


def test_where_nothing_speaks_against_it_a_charger_is_not_asked() -> None:
    game, red, blue = charged(dice=[2, 2, 2, 2, *MISS])
    assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(red, blue)]


def test_a_charge_at_somebody_far_off_goes_round_what_is_in_its_way() -> None:
    rock = '[[block]]\nrect = [9, 13, 2, 2]\nheight = 1\ntop = "none"\nclimbable = false\n'
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 40)], board=rock)
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2])
    assert game.record(red).at.y > 16 * INCH


def test_a_charge_at_somebody_who_cannot_be_reached_goes_as_near_as_it_can() -> None:
    ledge = '[[block]]\nrect = [4, 18, 12, 8]\nheight = 4\n[[block]]\nrect = [9, 13, 2, 2]\nheight = 1\ntop = "none"\n'
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 20, 4)], board=ledge)
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2])
    assert game.record(red).at.y > 16.5 * INCH


def test_what_is_asked_of_a_figure_out_of_its_turn_is_asked_with_a_fresh_heart() -> None:
    game, reds, ogre = scene(
        red=[figure(10, 10), figure(13, 10, cowed=(2,))], blue=[figure(13, 25, profile="ogre-regular")]
    )
    assert "charge" in game.allowed(reds[1])


def test_who_flees_into_the_threat_range_of_a_counter_striker_is_struck_there() -> None:
    game, reds, blue = scene(
        red=[figure(10, 10), figure(11.5, 22, perks=["counter-strike"])], blue=[figure(10, 18, ap=1)]
    )
    game.does(reds[0], "charge", at=blue, dice=[1, 1, 1, 1, *MISS], interrupt_flee=blue)
    assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(reds[1], blue)]


# ---- who steps aside from a free strike ------------------------------------------------------------------------------

SIDESTEP: dict[str, Any] = {"perks": ["sidestep"]}


def test_a_charger_that_steps_aside_goes_no_further() -> None:
    game, red, blues = scene(red=[figure(10, 10, **SIDESTEP)], blue=[figure(10, 20), figure(11.9, 14)])
    game.does(
        red, "charge", at=blues[0], path=(leg(8, 10),), dice=[2, 2, 2, 2, *MISS, 4, 1, 1]
    )  # fmt: skip
    assert (game.record(red).at.x, game.record(red).at.y) == (8 * INCH, 10 * INCH)
    assert [e.who for e in game.happened(Attacked)] == [blues[1]]


def test_who_steps_aside_in_its_flight_flees_no_further() -> None:
    game, reds, blue = scene(red=[figure(10, 10), figure(11.1, 18)], blue=[figure(10, 18, ap=1, **SIDESTEP)])
    game.does(
        reds[0], "charge", at=blue, path=(leg(6, 18),), interrupt_flee=blue, dice=[1, 1, 1, 1, *MISS, 4, 1, 1]
    )  # fmt: skip
    assert (game.record(blue).at.x, game.record(blue).at.y) == (6 * INCH, 18 * INCH)


def test_who_steps_aside_tramples_nobody() -> None:
    ogre: dict[str, Any] = {"profile": "ogre-regular", "stats": {"abilities": {}}}
    game, red, blues = scene(red=[figure(10, 10, **ogre, **SIDESTEP)], blue=[figure(10, 11.7), figure(8, 9.5)])
    game.does(red, "trample", spot=spot(10, 14), path=(leg(14, 10),), dice=[*MISS, 4, 1, 1])
    assert game.record(red).at.x == 14 * INCH
    assert game.record(blues[0]).wounds == 3


def test_who_steps_aside_from_a_thing_does_not_use_it() -> None:
    lever = '[[marker]]\nid = "lever"\nkind = "lever"\nat = [10, 10.8, 0]\n'
    game, red, _ = scene(red=[figure(10, 10, **SIDESTEP)], blue=[figure(8.9, 10)], board=lever)
    game.does(red, "interact", use=(2, "flip"), path=(leg(14, 10),), dice=[*MISS, 4, 1, 1])
    assert game.happened(ThingChanged) == []
