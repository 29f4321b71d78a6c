"""Routes made shorter: where an edge is crossed, and how closely a corner is rounded."""

from __future__ import annotations

from math import hypot, pi

import pytest

from tests.space.test_movement import CLIMB, JUMP, LEAP, WALK, board, body, platform, wall
from warbook.core.length import INCH
from warbook.space.board import Board
from warbook.space.layout import Layout
from warbook.space.movement import Point, Route, Rules, Walked
from warbook.space.routes import Journey
from warbook.space.shortening import HAIR, bends_sharply, with_bends_cut, with_crossings_moved

LEDGE = board(platform(4, 12, 12, 6, 1))  # its near edge runs along y = 12"
BEFORE, ABOVE = 11_480, 12_060  # where a base stands at that edge: right before its face, and on it


def journey(on: Board, x: float, y: float, z: float = 0) -> Journey:
    """A base an inch wide that may climb, jump and leap as far as it likes."""
    may = Rules(30 * INCH, climb_cost=1, may_climb=True, may_jump=True, may_leap=True, deepest_jump=3 * INCH)
    return Journey(on, Layout([body(x, y, z)]), 0, may)


def moved(trip: Journey, route: Route) -> Route:
    """A route with its crossings moved: legal, and to the same end."""
    assert isinstance(trip.blank_copy().check(route), Walked)
    found = with_crossings_moved(trip, route)
    assert isinstance(trip.blank_copy().check(found), Walked) and found[-1][:3] == route[-1][:3]
    return found


def square(x: int) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
    """The two ends of a crossing of the ledge at a right angle, for who goes up and for who comes down."""
    low, high = (x, BEFORE, 0), (x, ABOVE, 1000)
    return (low, high), (high, low)


@pytest.mark.parametrize("x", [7000, 10_000, 13_000])
def test_a_climb_is_moved_to_where_the_way_is_straight_and_goes_aslant(x: int) -> None:
    (low, high), _ = square(x)
    trip = journey(LEDGE, 7, 9)
    found = moved(trip, ((*low, WALK), (*high, CLIMB), (13_000, 13_000, 1000, WALK)))
    assert trip.price(found) == pytest.approx(hypot(6000, 4000) + 1000, abs=2 * HAIR)


@pytest.mark.parametrize("x", [7000, 10_000, 12_000])
def test_a_jump_down_is_moved_to_where_the_way_is_straight_and_goes_aslant(x: int) -> None:
    _, (high, low) = square(x)
    trip = journey(LEDGE, 7, 14, 1)
    found = moved(trip, ((*high, WALK), (*low, JUMP), (12_000, 9000, 0, WALK)))
    assert trip.price(found) == pytest.approx(hypot(5000, 5000), abs=2 * HAIR)


def test_a_crossing_that_ends_at_the_goal_begins_elsewhere_and_ends_there() -> None:
    (low, high), (_, foot) = square(9500)
    up, down = journey(LEDGE, 7, 9), journey(LEDGE, 7, 14, 1)
    climbed = moved(up, ((*low, WALK), (*high, CLIMB)))
    assert up.price(climbed) == pytest.approx(hypot(2500, ABOVE - 9000) + 1000, abs=2 * HAIR)
    jumped = moved(down, ((*high, WALK), (*foot, JUMP)))
    assert down.price(jumped) == pytest.approx(hypot(2500, 14_000 - BEFORE), abs=2 * HAIR)


def test_a_stop_beside_the_edge_is_left_out_where_the_climb_may_end_at_the_goal() -> None:
    (low, high), _ = square(8000)
    found = moved(journey(LEDGE, 14, 11.48), ((*low, WALK), (*high, CLIMB), (5000, 12_700, 1000, WALK)))
    assert [leg[3] for leg in found] == [WALK, CLIMB]


def test_a_leap_is_moved_to_where_the_way_is_straight() -> None:
    trip = journey(board(platform(4, 4, 6, 8), platform(12, 4, 6, 8)), 8, 6, 3)
    found = moved(trip, ((9900, 6000, 3000, WALK), (12_100, 6000, 3000, LEAP), (14_000, 9000, 3000, WALK)))
    assert trip.price(found) == pytest.approx(hypot(6000, 3000), abs=2 * HAIR)


def test_a_way_round_the_end_of_a_wall_comes_to_hug_it() -> None:
    trip = journey(board(wall(12, 2, 12, 12)), 9, 12)
    wide: Route = ((10_000, 14_000, 0, WALK), (14_000, 14_000, 0, WALK), (15_000, 12_000, 0, WALK))
    found = with_bends_cut(trip, wide)
    assert isinstance(trip.blank_copy().check(found), Walked) and found[-1] == wide[-1]
    around = 2 * (hypot(3000, 0) ** 2 - 500**2) ** 0.5 + 500 * (pi - 2 * 1.40335)  # two tangents and an arc
    assert around <= trip.price(found) <= 1.02 * around


@pytest.mark.parametrize(("aside", "bends"), [(0, False), (374, False), (376, True), (2000, True)])
def test_a_route_bends_sharply_where_it_turns_by_more_than_twenty_degrees(aside: int, bends: bool) -> None:
    route: Route = ((1000, 0, 0, WALK), (2000, 0, 0, WALK), (3000, aside, 0, WALK))
    assert bends_sharply((0, 0, 0), route) is bends_sharply((1000, 0, 0), route[1:]) is bends
    assert not bends_sharply((2000, 0, 0), route[2:])
