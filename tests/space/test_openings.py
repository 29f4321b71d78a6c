"""Ways over the edges that a body touches: whatever there is, is found."""

from __future__ import annotations

from tests.space.test_movement import area, board, body, platform
from warbook.core.length import INCH
from warbook.space.board import Board
from warbook.space.layout import Layout
from warbook.space.movement import Mode, Rules
from warbook.space.openings import routes_over_edges
from warbook.space.over_edges import floor_at
from warbook.space.over_gaps import Goal

RULES = Rules(allowance=5 * INCH, climb_cost=1, walls_between=400)


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
