"""Ways over the edges that a body touches: whatever there is, is found."""

from __future__ import annotations

from tests.space.test_movement import area, board, body, platform
from warbook.core.length import INCH
from warbook.core.structs import replace
from warbook.space._kernels import NOWHERE
from warbook.space.board import Board
from warbook.space.layout import Layout
from warbook.space.movement import Mode, Rules
from warbook.space.openings import routes_over_edges
from warbook.space.over_edges import floor_at
from warbook.space.over_gaps import Goal
from warbook.space.routes import Journey

RULES = Rules(allowance=5 * INCH, climb_cost=1, walls_between=400)
LEAPS_GAPS = replace(RULES, gap=20)


def found(on: Board, layout: Layout, rules: Rules = RULES) -> set[Goal]:
    """What the first body is led to."""
    routes = [*routes_over_edges(on, layout, 0, rules)]
    return {Goal(Mode(mode), z, floor_at(on, (x, y, z))) for *_, (x, y, z, mode) in routes}


def block(x: float, y: float, width: float, depth: float, height: float) -> str:
    return f"[[block]]\nrect = [{x}, {y}, {width}, {depth}]\nheight = {height}\nclimbable = false"


def test_a_climb_goes_on_over_a_narrow_gap_to_another_roof() -> None:
    on = board(platform(20.4, 20, 4, 3), block(16, 19, 4, 2, 3))
    assert found(on, Layout([body(20.5, 20.5)])) == {Goal(Mode.CLIMB, 3000, 0), Goal(Mode.CLIMB, 3000, 1)}


def test_a_leap_goes_on_over_a_narrow_gap_to_another_roof() -> None:
    on = board(block(16, 18, 4, 4, 3), block(22, 16, 0.2, 8, 3), block(22.5, 16, 4, 8, 3))
    leaps = {goal for goal in found(on, Layout([body(19.8, 20, 3)])) if goal.mode == Mode.LEAP}
    assert leaps == {Goal(Mode.LEAP, 3000, 1), Goal(Mode.LEAP, 3000, 2)}


def test_a_leap_is_found_that_leaves_its_edge_as_far_off_as_a_way_may_begin() -> None:
    """Between two friends beyond the pit one comes down only so far aslant."""
    on = board(area("pitfall", 20.852, 29.048, 1.448, 2))
    friends = [(20.729, 29.041), (22.121, 31.318), (20.412, 31.542), (18.952, 31.483)]
    enemies = [(22.891, 29.271), (18.17, 29.661), (23.304, 31.568)]
    bodies = [body(*at, side=side, radius=492) for side, spots in enumerate((friends, enemies)) for at in spots]
    assert Goal(Mode.LEAP, 0, -1) in found(on, Layout(bodies))


def test_a_jump_along_an_edge_ends_on_what_lies_beyond_the_reach_of_the_base() -> None:
    on = board(block(16, 16, 8, 4, 3), block(21.8, 20, 4, 4, 1))
    assert Goal(Mode.JUMP, 1000, 1) in found(on, Layout([body(20, 19.98, 3)]))


def test_who_leaps_down_onto_a_ledge_steps_off_it_to_the_ground() -> None:
    on = board(platform(18, 20, 2, 2, 1), block(22, 19, 0.1, 4, 0.5))
    leaps = {goal for goal in found(on, Layout([body(19.8, 21, 1)])) if goal.mode == Mode.LEAP}
    assert leaps == {Goal(Mode.LEAP, 500, 1), Goal(Mode.LEAP, 0, -1)}


def test_a_leap_is_found_that_begins_behind_the_corner_at_which_two_floors_meet() -> None:
    on = board(block(19.499, 20.158, 3.4, 3.256, 4), block(22.897, 23.414, 1.081, 0.69, 4))
    assert Goal(Mode.LEAP, 4000, 1) in found(on, Layout([body(23.205, 23.722, 4, radius=550)]), LEAPS_GAPS)


def test_a_leap_is_found_over_a_gap_that_is_walked_over_but_for_aslant() -> None:
    """An enemy leaves room beyond it only where the gap is hardly wider than the base."""
    on = board(block(27.125, 24.364, 0.403, 0.314, 4), platform(26.167, 20.385, 2.08, 3.691, 4))
    bodies = [body(27.127, 24.366, 4, radius=492), body(26.246, 22.47, 4, side=1, radius=492)]
    assert Goal(Mode.LEAP, 4000, 0) in found(on, Layout(bodies), replace(RULES, climb_cost=2))


def test_a_leap_is_found_of_one_whom_an_enemy_keeps_from_the_edge() -> None:
    on = board(block(24.573, 18.567, 3.714, 2.558, 4), platform(25.673, 21.934, 2.587, 0.559, 4))
    bodies = [body(26.036, 22.13, 4, radius=492), body(25.856, 20.949, 4, side=1, radius=492)]
    assert Goal(Mode.LEAP, 4000, 1) in found(on, Layout(bodies))


def test_nobody_climbs_where_one_walks_from_a_floor_to_the_next() -> None:
    on = board(platform(16, 18, 4, 4, 3), platform(20, 16, 4, 8, 3))
    downs = [way for way in routes_over_edges(on, Layout([body(19.8, 20, 3)]), 0, RULES) if way[-1][3] == Mode.CLIMB]
    assert downs == []
    beside = [way for way in routes_over_edges(on, Layout([body(19.8, 18.2, 3)]), 0, RULES) if way[-1][3] == Mode.CLIMB]
    assert {way[-1][2] for way in beside} == {0}, "the other side of its own floor is climbed down"


def test_a_figure_may_stand_on_the_floor_that_is_under_it() -> None:
    on = board(platform(16, 16, 4, 4, 3), platform(18, 18, 4, 4, 3))
    trip = Journey(on, Layout([body(17, 17, 3), body(21, 21, 3, side=1)]), 0, RULES)
    assert [floor_at(on, at) for at in ((17000, 17000, 3000), (21500, 21500, 3000), (19000, 19000, 3000))] == [0, 1, 0]
    assert [floor_at(on, at) for at in ((17000, 17000, 0), (17000, 17000, 2999), (20001, 17000, 3000))] == [-1, -1, -1]
    assert trip.footing((18500, 18500, 3000)) == 0
    assert trip.footing((21600, 18500, 3000)) == 1
    assert trip.footing((30000, 30000, 0)) == -1
    assert trip.footing((21000, 20900, 3000)) == NOWHERE, "somebody stands there"
