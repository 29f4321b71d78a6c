"""As much of a route as a move allows: to the last place where one may stop."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from random import Random

import pytest

from tests.space.test_movement import CLIMB, JUMP, LEAP, area, board, body, platform, to, wall
from warbook.core.length import INCH
from warbook.core.state import Placement
from warbook.core.structs import replace
from warbook.space.approach import approach, cut_route
from warbook.space.board import Board
from warbook.space.layout import Layout
from warbook.space.movement import Point, Rules, Walked, check
from warbook.space.shapes import stretched

AT_CORNER = [body(9, 10.3), body(10.2, 11.7)]  # a friend stands where the way bends
AROUND = (to(9.8, 11.7), to(13, 11.7))


@pytest.mark.parametrize("allowance", [3.2, 4, 4.9, 12])
def test_who_may_not_stop_at_a_bend_goes_on_as_far_as_it_may(allowance: float) -> None:
    on, now, rules = board(wall(10, 10, 10, 11)), Layout(AT_CORNER), Rules(round(allowance * INCH))
    walked = check(on, now, 0, cut_route(on, now, 0, AROUND, rules), rules)
    assert isinstance(walked, Walked)
    assert walked.cost == min(rules.allowance, 4813)


def test_who_comes_past_a_bend_and_may_stop_nowhere_beyond_stops_before_it() -> None:
    on, now, rules = board(wall(10, 10, 10, 11)), Layout(AT_CORNER), Rules(2 * INCH)
    route = cut_route(on, now, 0, AROUND, rules)
    walked = check(on, now, 0, route, rules)
    assert isinstance(walked, Walked) and len(route) == 1 and 0 < walked.cost < 2 * INCH


def test_a_move_that_is_used_up_at_a_bend_ends_there_without_a_leg_of_no_length() -> None:
    way = (to(8, 5), to(8, 9))
    assert cut_route(board(), Layout([body(5, 5)]), 0, way, Rules(3 * INCH)) == way[:1]
    assert cut_route(board(), Layout([body(5, 5)]), 0, way, Rules(0)) == ()


def test_nothing_is_left_of_a_way_that_is_legal_and_all_of_what_is_left_is_legal() -> None:
    on, rng = board(wall(10, 6, 10, 11)), Random(3)
    for _ in range(200):
        now = Layout([body(8.5, 9), *(body(rng.uniform(7, 14), rng.uniform(8, 13)) for _ in range(3))])
        route = tuple(to(rng.uniform(7, 14), rng.uniform(11, 13)) for _ in range(2))
        rules = Rules(rng.choice([3, 6, 12]) * INCH)
        left = cut_route(on, now, 0, route, rules)
        if isinstance(check(on, now, 0, route, rules), Walked):
            assert left == route
        assert isinstance(check(on, now, 0, left, rules), Walked) or not left


def test_a_place_between_two_friends_hardly_wider_than_none_is_where_a_walk_ends() -> None:
    # two inches and a hair apart; the walk ends on one of them
    on, now, rules = board(), Layout([body(5, 9), body(12, 9), body(14.05, 9)]), Rules(12 * INCH)
    walked = check(on, now, 0, cut_route(on, now, 0, (to(14.2, 9),), rules), rules)
    assert isinstance(walked, Walked) and walked.cost == 8_050


@pytest.mark.parametrize("pieces", [(), (area("pitfall", 9, 8, 0.7, 4), area("impassable", 12, 10, 1, 1))], ids=len)
def test_what_is_left_of_a_walk_ends_at_the_last_place_where_one_may_stop(pieces: tuple[str, ...]) -> None:
    on, rng, rules = board(wall(10, 6, 10, 9), *pieces), Random(5), Rules(6 * INCH)
    for _ in range(60):
        now = Layout([body(8.5, 9), *(body(rng.uniform(7, 14), rng.uniform(8, 13)) for _ in range(5))])
        end = to(rng.uniform(7, 14), rng.uniform(9, 13))
        walked = check(on, now, 0, cut_route(on, now, 0, (end,), rules), rules)
        assert isinstance(walked, Walked)
        legal = [far for far in range(walked.cost + 5, 6 * INCH + 1, 10) if goes(on, now, end, far, rules)]
        assert all(b - a > 10 for a, b in pairwise(legal))  # what grazes something is legal by a hair, here and there


ROOFS = (platform(6, 5, 8, 6), platform(6, 13, 8, 20))  # two inches apart


@pytest.mark.parametrize(("allowance", "gets"), [(9, 17), (5.1, 13.1), (4.5, 11), (2, 10)])
def test_of_a_leap_that_is_too_long_is_left_what_gets_over_the_gap_or_the_walk_before_it(
    allowance: float, gets: float
) -> None:
    on, now, rules = board(*ROOFS), Layout([body(10, 8, 3)]), Rules(round(allowance * INCH), may_leap=True)
    route = cut_route(on, now, 0, (to(10, 24, 3, LEAP),), rules)
    walked = check(on, now, 0, route, rules)
    assert isinstance(walked, Walked) and walked.points[-1] == to(10, gets, 3)[:3]
    assert bool(walked.leaps) == (gets > 13)


@pytest.mark.parametrize("mode", [JUMP, CLIMB])
def test_of_a_jump_or_climb_down_that_is_too_far_off_is_left_the_walk_to_the_edge(mode: int) -> None:
    on, now = board(ROOFS[0]), Layout([body(10, 5.5, 3)])
    for allowance, gets in ((3, 8.5), (5.7, 11)):
        rules = Rules(round(allowance * INCH), may_climb=True, may_jump=True)
        assert isinstance(check(on, now, 0, (to(10, 11.5, 0, mode),), replace(rules, allowance=20 * INCH)), Walked)
        route = cut_route(on, now, 0, (to(10, 11.5, 0, mode),), rules)
        walked = check(on, now, 0, route, rules)
        assert isinstance(walked, Walked) and walked.points[-1] == to(10, gets, 3)[:3]


def test_of_a_climb_up_that_takes_too_much_is_left_the_walk_to_its_foot() -> None:
    on, now, rules = board(ROOFS[0]), Layout([body(10, 1)]), Rules(5 * INCH, may_climb=True)
    assert isinstance(check(on, now, 0, (to(10, 5.5, 3, CLIMB),), replace(rules, allowance=20 * INCH)), Walked)
    route = cut_route(on, now, 0, (to(10, 5.5, 3, CLIMB),), rules)
    walked = check(on, now, 0, route, rules)
    assert isinstance(walked, Walked) and walked.points[-1][2] == 0 and walked.points[-1][1] >= 4_500


def goes(on: Board, now: Layout, end: tuple[int, ...], far: int, rules: Rules) -> bool:
    """Whether a body at (8.5, 9) may walk so far towards a point and stop there."""
    whole = (end[0] - 8_500, end[1] - 9_000)
    x, y = stretched(*whole, far)
    part = [(8_500 + x, 9_000 + y, 0, 0)]
    return hypot(x, y) <= hypot(*whole) and isinstance(check(on, now, 0, part, rules), Walked)


# ---- towards a place ------------------------------------------------------------------------------------------------


def end_of_approach(on: Board, target: tuple[float, float, float], allowance: int) -> Point:
    """Where a move from (10, 10) ends that goes towards somebody on a ledge and keeps an inch from enemies."""
    now, rules = Layout([body(10, 10), body(*target, side=1)]), Rules(allowance, keep_clear=INCH, climb_cost=2)
    me = Placement(10 * INCH, 10 * INCH, 0, radius=500, height=2 * INCH)
    there = me.moved_to(to(*target)[:3])
    return approach(on, now, 0, me, there, rules)[-1][:3]


def test_below_a_ledge_one_stops_straight_before_somebody_on_it_who_is_then_near_enough() -> None:
    ledge = platform(6, 14.6, 8, 6, 0.7)
    x, y, _ = end_of_approach(board(ledge), (11, 15.3, 0.7), 5500)
    assert x - 10_000 == pytest.approx((y - 10_000) / 5.3, abs=2)  # on the straight line


def test_below_a_ledge_one_goes_to_where_one_gets_up_if_the_other_is_too_far_in_to_be_near() -> None:
    ledge = platform(6, 12.5, 8, 6, 1.4)
    assert end_of_approach(board(ledge), (9.4, 14.4, 1.4), 3650)[0] == 10_500  # climbs are listed an inch apart


def test_nor_does_one_stop_straight_before_somebody_behind_a_wall_on_the_ledge() -> None:
    ledge, between = platform(6, 14.77, 8, 6, 0.7), wall(8.2, 14.95, 11.3, 15.13, 1)
    assert end_of_approach(board(ledge, between), (11, 15.36, 0.7), 5500)[0] == 8500
