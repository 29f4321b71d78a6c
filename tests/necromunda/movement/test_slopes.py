"""Vehicles on ramps, over gaps that end lower or higher, and where they fall."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.battle.test_classic_scenarios import poised
from tests.necromunda.movement.test_driving import EAST, MANOEUVRE, MOVE, NORTH, deck, on_a_deck, on_the_road
from tests.necromunda.scenes import add_vehicle, fighter, run_rule, scene, wall
from tests.space.test_hulls import TRUCK, hull, standing
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.attacks import WasHit
from warbook.rulesets.necromunda.events.movement import Fell
from warbook.rulesets.necromunda.movement import driving
from warbook.rulesets.necromunda.records import Driver
from warbook.space.drives.driving import driven
from warbook.space.footprints import footprint, overlap
from warbook.testing import drive, piece

SOUTH = (0, -1)


def ramp(foot: float, top: float, z: float, kind: str = "ramp", width: float = 4) -> str:
    """A ramp northwards at x = 20."""
    return piece(kind, foot=[20, foot, 0], top=[20, top, z], width=width)


def block(y: float, height: float) -> str:
    return piece("block", rect=[10, y, 20, 20], height=height)


UP = ramp(11, 15.4, 2) + block(15, 2)


def test_a_vehicle_drives_up_a_ramp_and_down_again_with_whoever_stands_on_it() -> None:
    game, *_ = scene(red=[fighter(20, 8.5)], blue=[fighter(46, 46)], board=UP, ruleset=RULESET)
    lorry = add_vehicle(game, 0, 20, 9, profile="tarpaulin")
    game.place(0, 20, 8.5, 2.25)
    game.does(lorry, MOVE, drive=drive((6.5, NORTH)))
    assert game.at(lorry) == (20, 15.5, 2) and game.at(0) == (20, 15, 4.25)
    assert not game.happened(WasHit) and not game.happened(Fell)
    game.acting.does(MANOEUVRE, drive=drive((-3, NORTH)))
    x, y, z = game.at(lorry)
    assert (x, y) == (20, 12.5) and z == pytest.approx(2 * 1.5 / 4.4, abs=0.002)
    assert game.at(0)[2] == pytest.approx(z + 2.25)


def test_whoever_is_met_above_the_slope_is_run_over_by_who_goes_down_it() -> None:
    game, *_ = scene(red=[fighter(2, 2)], blue=[fighter(20, 16, 2)], board=UP, ruleset=RULESET)
    lorry = add_vehicle(game, 0, 20, 19, profile="tarpaulin", facing=SOUTH)
    game.place(lorry, 20, 19, 2)
    game.does(lorry, MOVE, drive=drive((6.5, SOUTH)), dice=[6])
    assert game.rolled("run-over") and game.at(lorry)[2] < 2


def test_a_slope_costs_its_length_and_stairs_are_no_ramp_unless_the_table_says_so() -> None:
    game, lorry = on_the_road(board=UP)
    question = game.asks(lorry, MOVE)
    assert question.cost(drive((6, NORTH))) > 6000 and question.end_of(drive((6, NORTH))).z == 2000
    stairs = ramp(11, 15.4, 2, "stairs") + block(15, 2)
    for takes, z in ((False, 0), (True, 2000)):
        game, lorry = on_the_road(board=stairs, options={"vehicles-take-stairs": takes})
        assert game.asks(lorry, MOVE).end_of(drive((6, NORTH))).z == z
    game, lorry = on_the_road(board=ramp(11, 15.4, 2, width=2) + block(15, 2))
    assert game.asks(lorry, MOVE).end_of(drive((6, NORTH))).z == 0, "it is wider than the ramp"


def test_over_the_side_of_a_ramp_it_falls() -> None:
    game, lorry = on_the_road(board=ramp(8, 16, 4) + block(16, 4))
    game.place(lorry, 20, 15, 3.5)
    question = game.asks(lorry, MOVE)
    legs = drive((5, EAST))
    assert question.notes(legs) == ('It falls 3.5".',) and not question.legal(legs)
    game.does(lorry, MOVE, drive=legs, dice=[1, 6, 6])
    assert game.at(lorry)[2] == 0 and game.at(lorry)[0] > 22 and [e.height for e in game.happened(Fell)] == [3500]


@pytest.mark.parametrize(
    ("z", "lower", "crosses"), [(4, True, True), (2, True, True), (2, False, False), (3.5, False, True)]
)
def test_a_gap_is_crossed_to_what_is_no_higher(z: float, lower: bool, crosses: bool) -> None:
    board = deck(15, 4, 10, 8) + deck(15, 14, 10, 20, z)
    game, lorry = on_a_deck(board, options={"gaps-end-lower": lower})
    question = game.asks(lorry, MOVE)
    end = question.end_of(drive((7, NORTH)))
    assert end.spot == ((20_000, 17_000, z * 1000) if crosses else (20_000, 12_000, 4000))
    assert bool(question.notes(drive((7, NORTH)))) is not crosses


def test_into_a_gap_whose_far_side_is_higher_it_falls() -> None:
    game, lorry = on_a_deck(deck(15, 4, 10, 8) + deck(15, 14, 10, 20, 4.3), hull_points=3)
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[1, 6, 6])
    assert game.at(lorry)[2] == 0 and [event.height for event in game.happened(Fell)] == [4000]


def test_a_step_up_or_down_is_driven_over() -> None:
    board = deck(15, 4, 10, 8) + deck(15, 12, 10, 3, 4.5) + deck(15, 15, 10, 9, 4.1)
    game, lorry = on_a_deck(board)
    game.does(lorry, MOVE, drive=drive((7, NORTH)))
    assert game.at(lorry) == (20, 17, 4.1) and not game.happened(Fell)


def test_it_may_not_mean_to_end_with_its_rear_below_the_deck_that_it_left() -> None:
    game, lorry = on_a_deck(deck(15, 4, 10, 8) + deck(15, 13, 10, 20, 3))
    question = game.asks(lorry, MOVE)
    assert question.legal(drive((3.5, NORTH))) == ("It would end on a roof that is too low.",)
    assert not question.legal(drive((5.1, NORTH)))


def test_who_is_stopped_over_a_gap_falls_into_it() -> None:
    board = deck(15, 4, 10, 8) + deck(15, 15, 10, 20) + wall(15, 16.5, 25, 16.5, height=9)
    game, lorry = on_a_deck(board)
    assert game.asks(lorry, MOVE).legal(drive((7, NORTH))), "nobody means to end there"

    def skid(play: Any) -> None:
        driver = Driver(play, lorry)
        driving.drive(play, driver, drive((7, NORTH)), driving.gear(driver, 7000))

    run_rule(game, skid, dice=(1, 6, 6, 1))
    assert game.at(lorry)[2] == 0 and [event.height for event in game.happened(Fell)] == [4000]


@pytest.mark.parametrize("facing", [(0, 1), (1, 2), (3, 1), (-1, 1), (-5, 1)])
def test_where_it_comes_down_it_is_below_no_floor_that_it_has_no_room_under(facing: Any) -> None:
    board = deck(15, 4, 10, 8, 2) + deck(9, 4, 6, 14, 2) + deck(25, 4, 6, 12, 1.5)
    game, lorry = on_the_road(board=board)
    game.place(lorry, 20, 10, 2)
    legs = drive((7, facing))
    question = game.asks(lorry, MOVE)
    if question.driven(legs).stopped is None:
        return
    game.does(lorry, MOVE, drive=legs, dice=[6, 6])
    at = game.record(lorry).at
    assert at.z == 0
    for x, y, wide, deep in ((15, 4, 10, 8), (9, 4, 6, 14), (25, 4, 6, 12)):
        ring = tuple((round(a * 1000), round(b * 1000)) for a, b in
                     ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)))  # fmt: skip
        assert not overlap(footprint(at), footprint(at)._replace(core=ring, radius=0))


def test_the_haul_road_is_driven_up_to() -> None:
    board = poised("classic-haul").world.board
    for x in (20, 35.5, 50):
        start = standing(hull(x, 17, TRUCK))
        found = driven(board, start, 0, [(8000, *NORTH)], stops=lambda met: met.what != "obstacle")
        assert found.end.spot == (round(x * 1000), 25_000, 1_500), found.met
