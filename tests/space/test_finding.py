"""Ways that exist are found: free places between bodies, narrow passages, leaps; and no more than exists."""

from __future__ import annotations

from collections.abc import Iterable
from math import acos, atan2, cos, hypot, pi, sin, sqrt
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.space.test_movement import PLAIN, area, board, body, platform, scene, wall
from warbook.core.length import INCH
from warbook.core.state import Placement
from warbook.space import _kernels as kernels
from warbook.space.board import Board
from warbook.space.brinks import brinks
from warbook.space.contact import contact_places, contact_points, corners
from warbook.space.finding import way_to_any
from warbook.space.layout import Layout
from warbook.space.movement import Rules, Walked, check, shortest
from warbook.space.narrows import LeapsFrom, leaps
from warbook.space.passages import Passage
from warbook.space.planar import plan
from warbook.space.routes import Journey

EVERYBODY = tuple(range(12))


def way(on: Board, bodies: list[tuple[int, ...]], allowance: float, **rules: Any) -> Walked | None:
    """What the way of the first body to the second comes to."""
    now, may = Layout(bodies), Rules(round(allowance * INCH), contact_with=EVERYBODY, **rules)
    goals = contact_points(now, 0, 1)
    found = way_to_any(on, now, 0, goals, lambda near: contact_places(on, now, 0, 1, may, (), near), may)
    if found is None:
        return None
    assert found[1] == check(on, now, 0, found[0], may)
    return found[1]


def test_of_goals_the_nearest_by_the_way_round_a_corner_is_taken() -> None:
    on, now = board(wall(9, 12, 12.2, 12)), Layout([body(12, 10)])
    near, far = (11_600, 13_000, 0), (12_800, 17_000, 0)
    assert shortest(on, now, 0, [far], Rules(9 * INCH)) is not None
    found = shortest(on, now, 0, [near, far], Rules(9 * INCH))
    assert found is not None and found[1].end == near


def test_a_free_place_between_two_friends_beside_the_target_is_found() -> None:
    # the friends leave a place hardly wider than a base, that lies between two of sixteen points
    target, turn = (12, 12), 11.25
    away = 1.001
    friends = [
        body(target[0] + away * cos((turn + a) * pi / 180), target[1] + away * sin((turn + a) * pi / 180))
        for a in (61, -61, 122, -122, 180)
    ]
    charger = body(17, 13)
    others = [body(*target, side=1), *friends]
    found = way(board(), [charger, *others], 6)
    assert found is not None


@pytest.mark.parametrize("spare", [10, 50, 100])
def test_a_bending_way_through_a_narrow_opening_is_found(spare: int) -> None:
    at = 12.37
    half = (500 + spare / 2) / INCH
    on = board(wall(2, 12, at - half, 12), wall(at + half, 12, 22, 12), size=24)
    found = way(on, [body(9, 10), body(9.5, 14, side=1)], 10)
    assert found is not None
    assert way(on, [body(9, 10), body(9.5, 14, side=1)], found.cost / INCH + 0.06) is not None


@pytest.mark.parametrize("over", [1.0, 0.6, 0.2])
def test_a_way_round_the_end_of_a_wall_is_found_with_hardly_more_movement_than_it_is_long(over: float) -> None:
    # straight to beside the end of the wall, round it, and straight on to the nearest place of contact
    aside, radius, touch = 3, 0.5, 1.0
    straight = sqrt(aside**2 + over**2 - radius**2)
    bend = pi + 2 * atan2(over, aside) - 2 * acos(radius / hypot(aside, over))
    length = 2 * straight + radius * bend - touch
    on = board(wall(12, 2, 12, 12 + over), size=24)
    bodies = [body(12 - aside, 12), body(12 + aside, 12, side=1)]
    assert way(on, bodies, length - 0.002) is None
    assert way(on, bodies, length * 1.004) is not None


@pytest.mark.parametrize("more", [8.0, 5.875])
def test_the_end_of_a_pocket_that_can_only_be_seen_from_afar_is_found(more: float) -> None:
    # between target and wall only the end of the pocket is free to stop, for a friend stands before it; on a lattice of
    # half an inch one point is near enough, and from there the target is in the way
    on = board(wall(10.516, 10.290, 11.415, 14.187), size=24)
    friends = [body(12.168, 10.66, radius=630), body(13.603, 12.319, radius=630), body(11.842, 12.973, radius=492)]
    bodies = [body(9.149, 6, radius=492), body(12, 12, side=1, radius=492), *friends]
    assert way(on, bodies, more) is not None


@pytest.mark.parametrize("part", [0, 37, 90, 200, 351])
def test_a_tiny_place_between_three_friends_is_found_that_is_neither_next_to_the_target_nor_farthest_off(
    part: int,
) -> None:
    # a place 0.005" wide: two friends meet 0.002" from contact, the third comes as near as 0.001" less than may be
    def at(out: float, aside: float) -> tuple[float, float]:
        a = part * pi / 180
        return 12 + out * cos(a) - aside * sin(a), 12 + out * sin(a) + aside * cos(a)

    target, charger, aside, back = 0.492, 0.787, 1.574 * cos(pi / 6), 1.574 * sin(pi / 6)
    contact = target + charger
    spots = at(contact + 0.002 - back, aside), at(contact + 0.002 - back, -aside), at(contact + 0.0075 + 1.574, 0)
    friends = [body(*spot, radius=787) for spot in spots]
    bodies = [body(*at(5, 0), radius=787), body(12, 12, side=1, radius=492), *friends]
    found = way(board(size=24), bodies, 5)
    assert found is not None and contact < hypot(found.end[0] - 12_000, found.end[1] - 12_000) / INCH < contact + 0.008


def test_a_way_round_the_target_itself_to_where_it_may_stop_is_found_with_hardly_more_movement_than_it_is_long() -> (
    None
):
    # friends and walls leave the far side only; the way ends on the circle that it goes round, where that is free first
    on = board(wall(10.568, 11.955, 10.721, 15.046), wall(11.055, 10.394, 11.012, 14.938), size=24)
    near = [(10.814, 11.581, 492), (12.027, 10.477, 787), (13.08, 11.688, 630)]
    friends = [body(x, y, radius=radius) for x, y, radius in near]
    bodies = [body(11.2, 6, radius=492), body(12, 12, side=1, radius=492), *friends]
    assert way(on, bodies, 7.05) is None
    assert way(on, bodies, 7.15) is not None


def test_a_passage_that_narrows_to_a_hair_between_the_end_of_a_wall_and_another_is_found() -> None:
    # 0.002" to spare, and wide before and behind: its middle is followed into where it is narrow, and out of it
    walls = wall(12.539, 13.04, 12.998, 12.777), wall(14.02, 11.384, 11.449, 11.275), wall(11.322, 14.3, 14.671, 12.137)
    near = [(11.245, 12.832), (10.975, 11.54), (12.254, 10.905), (13.28, 11.023)]
    bodies = [body(9.903, 6, radius=492), body(12, 12, side=1, radius=630), *(body(x, y, radius=492) for x, y in near)]
    assert way(board(*walls, size=24), bodies, 16) is not None


def test_no_way_is_found_where_there_is_none() -> None:
    half = 480 / INCH
    on = board(wall(0, 12, 12 - half, 12), wall(12 + half, 12, 24, 12), size=24)
    assert way(on, [body(9, 10), body(9.5, 14, side=1)], 20) is None


def test_a_pit_in_a_lane_is_leapt() -> None:
    on = board(wall(11, 3, 11, 14), wall(12.1, 3, 12.1, 14), area("pitfall", 10, 8, 4, 1.3), size=24)
    found = way(on, [body(11.55, 5), body(13, 15.5, side=1)], 13)
    assert found is not None and [leap.width for leap in found.leaps] == [1300]


def test_a_leap_from_the_corner_of_a_roof_to_that_of_another_is_found() -> None:
    on = board(platform(4, 4, 6, 6), platform(10.8, 10.9, 6, 6))
    found = way(on, [body(7, 7, 3), body(13, 13, 3, side=1)], 9)
    assert found is not None and len(found.leaps) == 1


def test_where_a_base_touches_two_others_hardly_apart_is_further_off() -> None:
    one, other = Placement(10_000, 10_000, 0, 0, 1, 492, 1500, 3), Placement(11_500, 10_000, 0, 0, 1, 492, 1500, 3)
    touching, apart = corners(492, one, other), corners(492, one, other, 8)
    assert len(touching) == 2 and {*touching} < {*apart} and len(apart) == 8


@pytest.mark.skipif(not kernels.COMPILED, reason="without numba there is no compiled form to compare with")
@settings(max_examples=30)
@given(st.integers(0, 10_000), st.integers(0, 7), st.integers(2_000, 22_000), st.integers(2_000, 22_000))
@example(seed=72, mover=0, x=3_496, y=14_825)  # nothing bounds a place here: as far as it is to nothing, times an angle
def test_places_and_passages_are_the_same_compiled_and_plain(seed: int, mover: int, x: int, y: int) -> None:
    on, now = scene(seed)
    trip = Journey(on, now, mover, Rules(9_000))
    rows = [now.row(i) for i in range(len(now))]
    plainly = on.rows._replace(areas=tuple(map(tuple, kernels.plain(trip.arrays.areas))))
    edges = brinks(on, 500)
    ours, theirs = kernels.table([(0,) * 5] * 700, 5), [[0] * 5 for _ in range(700)]
    box = (x - 5_000, y - 5_000, x + 5_000, y + 5_000)
    n = kernels.limits(
        trip.arrays, trip.rows, trip.walls, trip.exempt, kernels.table(edges, 5), mover, *box, 0, 0, ours, trip.gait
    )
    assert n == PLAIN.limits(plainly, rows, (), (), edges, mover, *box, 0, 0, theirs, trip.gait)
    assert kernels.plain(ours)[:n] == theirs[:n]
    nodes, known = kernels.scratch(100, 2), [[0] * 2 for _ in range(100)]
    flood = [[*trip.start, 0, 0, 0, 0], [x, y, 0, 0, 0, 0, 0]]
    m = kernels.straits(
        ours, n, 750, 500, kernels.table([(x, y, -1)], 3), kernels.table(flood, 7), kernels.column((0, -1)), x, y, 500,
        12_000, 10, 1, nodes,
    )  # fmt: skip
    assert m == PLAIN.straits(theirs, n, 750, 500, [[x, y, -1]], flood, [0, -1], x, y, 500, 12_000, 10, 1, known)
    assert kernels.plain(nodes)[:m] == known[:m]
    turns, further, places = (kernels.scratch(*size) for size in ((1_000, 5), (1_000, 5), (600, 3)))
    turned, beyond, placed = ([[0] * wide for _ in range(many)] for many, wide in ((1_000, 5), (1_000, 5), (600, 3)))
    counts = kernels.free_places(
        trip.arrays, trip.rows, trip.walls, trip.exempt, kernels.table(edges, 5), mover, x, y, 0, 900, 8,
        *trip.start[:2], ours, turns, further, places, trip.gait,
    )  # fmt: skip
    assert counts == PLAIN.free_places(
        plainly, rows, (), (), edges, mover, x, y, 0, 900, 8, *trip.start[:2], theirs, turned, beyond, placed, trip.gait
    )
    assert kernels.plain(places)[: counts[2]] == placed[: counts[2]]


def test_nobody_leaps_who_may_not() -> None:
    on = board(platform(4, 4, 6, 6), platform(10.8, 10.9, 6, 6))
    assert way(on, [body(7, 7, 3), body(13, 13, 3, side=1)], 9, may_leap=False) is None


ROOFS = board(
    *(platform(4 + 5 * i, 4 + 5 * j, 3, 3, 3) for i in range(3) for j in range(3)), area("pitfall", 2, 20, 18, 2)
)


@settings(max_examples=60)
@given(
    st.tuples(st.integers(0, 22_000), st.integers(0, 22_000)),
    st.tuples(st.integers(0, 22_000), st.integers(0, 22_000)),
    st.integers(0, 18_000),
)
def test_no_leap_on_the_way_is_left_out(start: tuple[int, int], goal: tuple[int, int], longest: int) -> None:
    """Brinks are left out that no way can come to; what lies on one is what all of the board would give."""
    rules = Rules(longest)

    def on_the_way(known: Iterable[LeapsFrom]) -> set[Passage]:
        return {
            passage for begin, ways in known for passage, cost in ways
            if plan(start, begin) + cost + plan(passage.far, goal) <= longest
        }  # fmt: skip

    everywhere = leaps(ROOFS, 500, 1250, rules, (*start, 0), goal, 1_000_000)
    near = leaps(ROOFS, 500, 1250, rules, (*start, 0), goal, longest)
    assert on_the_way(near) == on_the_way(everywhere)


TRENCHES = board(area("pitfall", 6, 0, 1.5, 24), area("pitfall", 9.5, 0, 1.5, 24), wall(8.5, 0, 8.5, 9), size=24)
SPRING = 2 * INCH


def test_each_leap_of_a_way_is_free_that_may_be() -> None:
    # to the end of a wall and on, over a trench each time: 10.1", and no more than 2" of it are free at one leap
    bodies = [body(4, 7), body(14, 7, side=1)]
    found = way(TRENCHES, bodies, 6.8, leap_free=SPRING)
    assert found is not None and len(found.leaps) >= 2
    assert way(TRENCHES, bodies, 5.5, leap_free=SPRING) is None
    assert way(TRENCHES, bodies, 8) is None


@pytest.mark.parametrize("many", [3, 5])
def test_a_way_leads_far_beyond_its_allowance_where_most_of_it_is_free(many: int) -> None:
    on, end = board(*(area("pitfall", 3 + 3 * i, 0, 2, 24) for i in range(many)), size=24), 3 * many + 3
    bodies = [body(2, 7), body(end + 2, 8, side=1)]
    found = way(on, bodies, many + 2.5, leap_free=SPRING)
    assert found is not None and len(found.leaps) == many
    assert way(on, bodies, many + 1.9, leap_free=SPRING) is None


def test_a_way_is_taken_that_is_shorter_only_if_all_its_leaps_are_free() -> None:
    # along a roof, or beside that from one to another, each two inches from the last
    on = board(platform(0, 7, 20, 3), *(platform(3 + 4 * i, 3, 2, 4) for i in range(4)), size=24)
    now, goal = Layout([body(4, 7.5, 3)]), (15_500, 7_500, 3_000)
    found = shortest(on, now, 0, [goal], Rules(12 * INCH, leap_free=SPRING))
    assert found is not None and found[1].cost < 7_500 and len(found[1].leaps) == 3
    without = shortest(on, now, 0, [goal], Rules(12 * INCH))
    assert without is not None and without[1].cost == 11_500 and not without[1].leaps


def test_the_place_of_contact_where_a_free_leap_lands_is_found() -> None:
    # on the edge of the roof, between two of the sixteen places around the target and not before the charger
    on, beside = board(platform(4, 4, 6, 6), platform(12, 4, 6, 6)), sqrt(1 - 0.55**2)
    found = way(on, [body(9.98, 7 + beside, 3), body(12.55, 7, 3, side=1)], 0.1, leap_free=SPRING)
    assert found is not None and len(found.leaps) == 1


def turned_roof(x: float, y: float, turn: float) -> str:
    """A roof of 6" by 8" about a point, turned by so much."""
    corners = [
        [round(x + a * cos(turn) - b * sin(turn), 2), round(y + a * sin(turn) + b * cos(turn), 2)]
        for a, b in ((-3, -4), (3, -4), (3, 4), (-3, 4))
    ]
    return f"[[platform]]\npolygon = {corners}\nz = 3\n"


def test_the_place_of_contact_nearest_to_where_a_free_leap_lands_is_found_on_roofs_askew() -> None:
    turn = 35 * pi / 180  # so that it is none of the sixteen places, and no place where a roof ends
    on = board(*(turned_roof(12 + out * cos(turn), 12 + out * sin(turn), turn) for out in (-3.7, 3.7)))
    found = way(on, [body(11.34, 11.54, 3), body(13.15, 14.02, 3, side=1)], 0.51, leap_free=SPRING)
    assert found is not None and len(found.leaps) == 1


@pytest.mark.parametrize(("allowance", "gets_there"), [(4450, False), (4470, True)])  # 4.46" straight
def test_a_jump_down_that_ends_at_the_goal_goes_aslant(allowance: int, gets_there: bool) -> None:
    on, goal, now = board(platform(20, 20, 4.569, 2.744, 1)), (20_003, 23_264, 0), Layout([body(24.338, 22.215, 1)])
    may = Rules(allowance=allowance, climb_cost=1, may_jump=True, deepest_jump=3 * INCH)
    found = way_to_any(on, now, 0, [goal], lambda _: [], may)
    assert (found[0][-1][:3] if found is not None else None) == (goal if gets_there else None)
