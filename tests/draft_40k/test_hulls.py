"""Shots at vehicles: the side that is hit, penetration, the damage table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import Field, field, row
from warbook.core.state import Placement
from warbook.rulesets.draft_40k.checks import hulls
from warbook.rulesets.draft_40k.records.position import foes
from warbook.testing import model

CANNON = ["laser-cannon"]


def duel(dice: list[int], **machine: Any) -> Field:
    """A keeper with a laser cannon (BS 4, S 9, AP 2) in front of a tank (13) that looks at it."""
    game = field(
        row(1, 10, 10, "keeper", "keeper", gear=CANNON),
        [model(10, 25, "breakwater", name="tank", squad="tank", **machine)], phase="shoot",
    )  # fmt: skip
    bursts = [1] if dice[-1] == 6 and len(dice) == 3 else []  # an inch around what explodes
    game.does(game.unit("keeper"), "shoot", target=game.unit("tank"), passing=True, dice=[*dice, *bursts])
    return game


@pytest.mark.parametrize(
    ("x", "y", "side"), [(0, 9, hulls.FRONT), (0, -9, hulls.REAR), (9, 0, hulls.SIDE), (-9, 0, hulls.SIDE)]
)
def test_a_round_walker_has_sides_too(x: int, y: int, side: int) -> None:
    assert hulls.side_towards(Placement(0, 0, fx=0, fy=1), x, y) == side


@pytest.mark.parametrize(
    ("dice", "what"),
    [
        ([2], {}),  # a miss
        ([3, 3], {}),  # 9 and 3 is less than 13
        ([3, 4, 3], {"shaken": 2}),  # it glances off 13: a 3 is 1
        ([3, 5, 1], {"shaken": 2}),
        ([3, 5, 2], {"stunned": 2}),
        ([3, 5, 4], {"immobilised": True}),
        ([3, 5, 5], {"wrecked": True}),
        ([3, 5, 6], {"wrecked": True}),
    ],
)
def test_a_hit_glances_off_or_goes_through_and_does_damage(dice: list[int], what: dict[str, object]) -> None:
    game = duel(dice)
    machine = game.machine("tank")
    plain = {"shaken": -1, "stunned": -1, "immobilised": False, "wrecked": False}
    assert {name: getattr(machine, name) for name in plain} == {**plain, **what}


def test_a_wreck_stays_and_what_explodes_is_gone() -> None:
    wreck, gone = duel([3, 5, 5]), duel([3, 5, 6])
    assert wreck.machine("tank").at.posture
    assert wreck.machine("tank").owner == -1
    assert not gone.machine("tank").at.posture


def test_whoever_hit_names_the_weapon_that_is_lost() -> None:
    assert duel([3, 5, 3]).machine("tank").lost == (0,)
    armed = field(
        row(1, 10, 10, "keeper", "keeper", gear=CANNON), [model(10, 25, "harbour-tank", name="tank", squad="tank")],
        phase="shoot",
    )  # fmt: skip
    armed.does(armed.unit("keeper"), "shoot", target=armed.unit("tank"), passing=True, dice=[3, 6, 3], lost=1)
    assert armed.machine("tank").lost == (1,)


def test_what_has_no_weapon_left_stays_where_it_is_and_is_wrecked_next() -> None:
    bare = duel([3, 5, 3], lost=(0,))
    assert bare.machine("tank").immobilised
    assert duel([3, 5, 3], lost=(0,), immobilised=True).machine("tank").wrecked


@pytest.mark.parametrize("damage", [5, 6])
def test_with_its_last_vehicle_a_unit_is_destroyed(damage: int) -> None:
    game = duel([3, 5, damage])
    assert game.squad("tank").where == "gone"
    assert not foes(game.play, 0), "nobody shoots at it any more"


@pytest.mark.parametrize(("hull", "dice", "wrecked"), [(2, [3, 4], False), (1, [3, 4], True), (2, [3, 5, 1], False)])
def test_a_glancing_hit_costs_a_hull_point_and_nothing_else_where_they_count(
    hull: int, dice: list[int], wrecked: bool
) -> None:
    """9 + 4 glances off 13, and is not rolled on the table; 9 + 5 goes through, and the 1 shakes the crew."""
    game = field(
        row(1, 10, 10, "keeper", "keeper", gear=CANNON),
        [model(10, 25, "breakwater", name="tank", squad="tank", hull=hull)],
        phase="shoot", options={"hull-points": True},
    )  # fmt: skip
    game.does(game.unit("keeper"), "shoot", target=game.unit("tank"), passing=True, dice=dice)
    tank = game.machine("tank")
    assert (tank.hull, tank.wrecked, tank.shaken > 0) == (hull - 1, wrecked, len(dice) > 2)


@pytest.mark.parametrize(("damage", "stays"), [(1, True), (5, True), (6, False)])
def test_whoever_loses_the_last_hull_point_is_a_wreck_unless_the_hit_blows_it_up(damage: int, stays: bool) -> None:
    """The hit costs a point and is rolled on the table as well, whichever is looked at first."""
    game = field(
        row(1, 10, 10, "keeper", "keeper", gear=CANNON),
        [model(10, 25, "breakwater", name="tank", squad="tank", hull=1)],
        phase="shoot", options={"hull-points": True},
    )  # fmt: skip
    dice = [3, 5, damage, *([] if stays else [1])]
    game.does(game.unit("keeper"), "shoot", target=game.unit("tank"), passing=True, dice=dice)
    tank = game.machine("tank")
    assert (tank.hull, tank.wrecked, bool(tank.at.posture), tank.crater) == (0, True, stays, not stays)
