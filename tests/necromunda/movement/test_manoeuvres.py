"""A Ram, a Drift, a Spin and Full Throttle."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.movement.test_collisions import LORRY, hit, road
from tests.necromunda.movement.test_driving import EAST, NORTH, covers, on_the_road
from tests.necromunda.scenes import add_vehicle, rolled_keys, wall
from warbook.core.events import Rolled
from warbook.core.structs import replace
from warbook.testing import drive

SOUTH, WEST = (0, -1), (-1, 0)
HOLDS, SLIPS = (6, 6), (1, 2)  # of a Handling test of 7+
SWERVES, LEFT = 1, 1
JACKKNIFES, RIGHT = 4, 4
ALL = ("drift", "ram", "spin", "full-throttle")


@pytest.mark.parametrize("action", [pytest.param(each, marks=covers(each, "refused"), id=each) for each in ALL])
def test_none_of_them_is_for_an_engine_that_has_stalled(action: str) -> None:
    game, lorry = on_the_road(stalled=True)
    assert game.why_not(lorry, action) == ("It must be mobile: its engine has stalled.",)


# ---- ram -------------------------------------------------------------------------------------------------------------


@covers("ram", "works")
@covers("ram", "numbers")
def test_a_ram_goes_further_and_its_own_hit_is_that_of_half_its_movement() -> None:
    game, lorry, _ = road()
    other = add_vehicle(game, 1, 20, 20, profile=LORRY)
    # S6 wounds the Toughness 4 of a rear on 3+.  S3 wounds the front of 5 on 5+; S5 would on 4.
    game.does(lorry, "ram", drive=drive((12, NORTH)), dice=[5, 2, 4])
    assert game.at(lorry) == (20, 22, 0) and hit(game) == [other, lorry]


@pytest.mark.parametrize(("beside", "wall_ahead", "number"), [(True, False, 3), (False, True, 5)])
def test_only_what_a_ram_meets_head_on_hits_less_hard(beside: bool, wall_ahead: bool, number: int) -> None:
    """With a side it is hit with the whole of S5, against Toughness 4; by a wall with S3 and one more, against 5."""
    game, lorry, _ = road(board=wall(15, 15, 25, 15) if wall_ahead else "")
    if beside:
        add_vehicle(game, 1, 22.6, 11.5, profile="dust-hare", facing=EAST)
    way, dice = (drive((0, EAST)), (*HOLDS, 1)) if beside else (drive((8, NORTH)), ())
    game.does(lorry, "ram", drive=way, dice=[1, *dice, 1])
    assert game.happened(Rolled)[-1].why == f"To wound, {number}+"


@covers("ram", "refused")
def test_a_ram_goes_no_further_than_its_die_says() -> None:
    game, lorry = on_the_road()
    question = game.asks(lorry, "ram", dice=[2])
    assert question.legal(drive((9, NORTH))) == ()
    assert question.legal(drive((9.1, NORTH))) != ()


# ---- drift -----------------------------------------------------------------------------------------------------------


@covers("drift", "works")
@covers("drift", "numbers")
@pytest.mark.parametrize(("dice", "kept"), [((3, 3), True), ((3, 2), False)])
def test_a_drift_slides_aside_and_then_takes_a_test_that_is_easier(dice: tuple[int, int], kept: bool) -> None:
    game, lorry = on_the_road()
    game.does(lorry, "drift", drive=drive((3.5, EAST)), dice=[*dice, *(() if kept else (SWERVES, LEFT))])
    at = game.record(lorry).at
    assert ((at.x, at.y, at.fx, at.fy) == (23_500, 10_000, 0, 1)) == kept
    assert ("control.die" in rolled_keys(game)) != kept


def test_two_ones_lose_control_however_well_it_handles_and_the_activation_goes_on() -> None:
    game, lorry = on_the_road()
    kit = game.world.vehicle_kits[0]
    game.world = replace(game.world, vehicle_kits=(replace(kit, profile=replace(kit.profile, handling=3)),))
    game.does(lorry, "drift", drive=drive((3.5, EAST)), dice=[1, 1, JACKKNIFES, RIGHT])
    assert game.at(lorry) == (27, 10, 0) and game.left(lorry) == 1
    assert "drift" not in game.acting.allowed() and "spin" in game.acting.allowed()


@covers("drift", "refused")
def test_a_drift_stays_inside_the_arc_of_a_side_and_on_one_line() -> None:
    game, lorry = on_the_road()
    question = game.asks(lorry, "drift")
    assert question.legal(drive((3, (5, 7)))) == ()
    assert question.legal(drive((3, NORTH))) == ("It must stay inside the arc of one of its sides.",)
    assert question.legal(drive((1, EAST), (1, WEST))) == ("It drifts in one straight line.",)
    assert question.legal(drive((3.6, EAST))) != ()


# ---- spin ------------------------------------------------------------------------------------------------------------


@covers("spin", "works")
@covers("spin", "numbers")
def test_a_spin_turns_right_round_and_goes_on_if_control_is_kept() -> None:
    game, lorry = on_the_road()
    game.does(lorry, "spin", drive=drive((2, NORTH), (1.5, SOUTH)), dice=HOLDS)
    at = game.record(lorry).at
    assert (at.x, at.y, at.fx, at.fy) == (20_000, 10_500, 0, -1)
    game, lorry = on_the_road()
    game.does(lorry, "spin", drive=drive((2, NORTH), (1.5, SOUTH)), dice=[*SLIPS, SWERVES, LEFT])
    assert game.record(lorry).moved == 5_500, "2 ahead, and 3.5 where nobody steered it"


@covers("spin", "refused")
def test_a_spin_is_one_half_turn() -> None:
    game, lorry = on_the_road()
    question = game.asks(lorry, "spin")
    said = "It spins right round: it pivots once, by 180°."
    assert question.legal(drive((2, NORTH))) == question.legal(drive()) == ()
    assert question.legal(drive((0, EAST))) == (said,)
    assert question.legal(drive((4, SOUTH))) != ()
    assert question.legal(drive((3.5, SOUTH))) == ()


SPUN = "It spins right round: it pivots once, by 180°."


@pytest.mark.parametrize(
    ("vehicle", "legs", "said"),
    [
        ({"upgrades": ("powered-steering",)}, ((1, NORTH), (1, SOUTH), (1, EAST)), ()),
        ({"upgrades": ("powered-steering",)}, ((1, EAST), (1, WEST)), ()),
        ({"upgrades": ("powered-steering",)}, ((1, EAST),), ()),
        ({"upgrades": ("powered-steering",)}, ((1, EAST), (1, NORTH)), (SPUN,)),
        ({"upgrades": ("powered-steering",)}, ((1, SOUTH), (1, NORTH)), (SPUN,)),
        (
            {"upgrades": ("powered-steering",)},
            ((1, SOUTH), (1, (1, 1))),
            ("It may turn by 90° at most, besides the half turn.",),
        ),
        ({"profile": "patchwork-walker"}, ((0.5, EAST), (0.5, NORTH), (0.5, SOUTH), (0.5, WEST)), ()),
    ],
)
def test_what_turns_more_than_others_does_so_in_a_spin(vehicle: Any, legs: Any, said: tuple[str, ...]) -> None:
    game, who = on_the_road(**vehicle)
    assert game.asks(who, "spin").legal(drive(*legs)) == said


def test_only_the_half_turn_of_a_spin_puts_control_at_risk() -> None:
    game, lorry = on_the_road(upgrades=("powered-steering",))
    game.does(lorry, "spin", drive=drive((1, EAST), (1, WEST)), dice=HOLDS)
    assert rolled_keys(game) == ["control"] and game.at(lorry) == (20, 10, 0)
    game, lorry = on_the_road(upgrades=("powered-steering",))
    game.does(lorry, "spin", drive=drive((1, EAST)))
    assert rolled_keys(game) == []


# ---- full throttle ---------------------------------------------------------------------------------------------------


@covers("full-throttle", "works")
@covers("full-throttle", "numbers")
def test_full_throttle_is_three_moves_and_a_pivot_makes_control_harder() -> None:
    game, lorry = on_the_road()
    game.does(lorry, "full-throttle", drive=drive((21, NORTH)))
    assert game.at(lorry) == (20, 31, 0), "straight on there is no test"
    game, lorry = on_the_road()
    game.does(lorry, "full-throttle", drive=drive((10, NORTH), (11, EAST)), dice=(4, 4))
    assert game.at(lorry) == (31, 20, 0)
    game, lorry = on_the_road()
    game.does(lorry, "full-throttle", drive=drive((10, NORTH), (11, EAST)), dice=(4, 3, SWERVES, LEFT))
    assert game.record(lorry).moved == 13_500


@covers("full-throttle", "refused")
def test_full_throttle_is_no_more_than_that() -> None:
    game, lorry = on_the_road()
    assert game.asks(lorry, "full-throttle").legal(drive((21.5, NORTH))) != ()
