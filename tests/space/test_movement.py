"""Routes, reach, falls and pushes, on small boards in inches."""

from __future__ import annotations

import os
from importlib.util import module_from_spec, spec_from_file_location
from math import dist, hypot
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon, unary_union
from shapely import Point as Spot

from warbook.core.length import INCH, inches
from warbook.core.state import Body, Placement, Posture
from warbook.space import _kernels as kernels
from warbook.space.board import Board, Row
from warbook.space.boardfile import read_board
from warbook.space.layout import Layout
from warbook.space.movement import (
    Mode,
    Passage,
    Reach,
    Reason,
    Route,
    Rules,
    Walked,
    Why,
    beside,
    check,
    contact_point,
    edge_near,
    landing,
    partway,
    passages,
    push,
    reach,
    run,
    sample,
    sentence,
    settle,
    shortest,
    shove_clear,
    trace,
    vaults,
)
from warbook.space.routes import Journey
from warbook.space.rules import BEYOND
from warbook.space.shapes import rectangle
from warbook.space.terrain import DANGEROUS, DIFFICULT, Area

WALK, CLIMB, LEAP, JUMP, LINK, _ = (int(mode) for mode in Mode)
OURS, THEIRS = 0, 1


def board(*pieces: str, size: int = 48) -> Board:
    return read_board(f'kind = "board"\nid = "b"\ntitle = "B"\nsize = [{size}, {size}]\n' + "\n".join(pieces), "test")


def platform(x: float, y: float, width: float, depth: float, z: float = 3, *more: str) -> str:
    return "\n".join(
        [
            "[[platform]]",
            f"rect = [{x}, {y}, {width}, {depth}]",
            f"z = {z}",
            "thickness = 0.25",
            *(more or ("climbable = true",)),
        ]
    )


def area(kind: str, x: float, y: float, width: float, depth: float, height: float = 1) -> str:
    return f'[[area]]\nkind = "{kind}"\nrect = [{x}, {y}, {width}, {depth}]\nheight = {height}'


def wall(x1: float, y1: float, x2: float, y2: float, height: float = 3) -> str:
    return f"[[wall]]\nline = [{x1}, {y1}, {x2}, {y2}]\nheight = {height}"


def body(
    x: float, y: float, z: float = 0, side: int = OURS, posture: int = Posture.UP, radius: int = 500
) -> tuple[int, ...]:
    return (inches(x), inches(y), inches(z), 0, 1, radius, 1250, int(posture), side)


def to(x: float, y: float, z: float = 0, mode: int = WALK) -> tuple[int, int, int, int]:
    return (inches(x), inches(y), inches(z), mode)


def walk(
    on: Board, bodies: list[tuple[int, ...]], *legs: tuple[int, int, int, int], **rules: Any
) -> Walked | list[Why]:
    """What body 0 gets for a route: the walk, or why not."""
    settings = Rules(**{"allowance": 12 * INCH, **rules})
    found = check(on, Layout(bodies), 0, legs, settings)
    return found if isinstance(found, Walked) else [reason.why for reason in found]


def walked(on: Board, bodies: list[tuple[int, ...]], *legs: tuple[int, int, int, int], **rules: Any) -> Walked:
    found = walk(on, bodies, *legs, **rules)
    assert isinstance(found, Walked), found
    return found


def refusal(on: Board, now: Layout, leg: tuple[int, int, int, int], rules: Rules) -> Reason:
    """The one reason against a single leg."""
    found = check(on, now, 0, [leg], rules)
    assert isinstance(found, tuple)
    assert len(found) == 1
    return found[0]


OPEN = board()


# ---- length


def test_a_leg_is_as_long_as_its_line_rounded_up() -> None:
    assert walked(OPEN, [body(5, 5)], to(6, 6)).cost == 1415
    assert walked(OPEN, [body(5, 5)], to(8, 9), to(8, 10)).costs == (5000, 1000)


def test_a_route_may_be_as_long_as_the_allowance_and_no_longer() -> None:
    assert walked(OPEN, [body(5, 5)], to(9, 5), allowance=4000).cost == 4000
    reason = refusal(OPEN, Layout([body(5, 5)]), (9001, 5000, 0, WALK), Rules(4000))
    assert (reason.why, reason.amount) == (Why.TOO_FAR, 4001)
    assert '4.001"' in sentence(reason)


def test_to_stay_costs_nothing() -> None:
    assert walked(OPEN, [body(5, 5)]) == Walked(0, (), ((5000, 5000, 0),))


def test_a_base_stays_wholly_on_the_board() -> None:
    assert walked(OPEN, [body(5, 5)], to(0.5, 5))
    assert walk(OPEN, [body(5, 5)], (499, 5000, 0, WALK)) == [Why.OFF_BOARD]
    assert walk(OPEN, [body(3, 1)], (5000, 499, 0, WALK), (7000, 1000, 0, WALK)) == [Why.OFF_BOARD]


@pytest.mark.parametrize("leg", [(1, 2, 3), (1, 2, 3, 9), (1.0, 2, 3, 0), [1, 2, 3, 0], "far"])
def test_what_is_no_leg_is_refused(leg: Any) -> None:
    assert walk(OPEN, [body(5, 5)], leg) == [Why.MALFORMED]


# ---- ground


def test_difficult_ground_doubles_only_the_piece_that_lies_in_it() -> None:
    found = walked(board(area("difficult", 10, 0, 2, 20)), [body(8, 5)], to(15, 5))
    assert found.cost == 7000 + 2000
    (entry,) = found.areas
    assert (entry.near, entry.far, entry.length, entry.kind) == ((10000, 5000, 0), (12000, 5000, 0), 2000, 1)


def laid(kind: str, x: int, y: int, width: int, depth: int) -> Area:
    return Area(rectangle(x * INCH, y * INCH, width * INCH, depth * INCH), 0, INCH, kind)


def test_ground_laid_during_a_battle_counts_like_that_of_the_board() -> None:
    on, printed = board(), board(area("difficult", 10, 0, 2, 20))
    bare = Layout([body(8, 5)])
    rough = bare.blocked_by((), ground=(laid("difficult", 10, 0, 2, 20),))
    route, rules = [to(15, 5)], Rules(allowance=40 * INCH)
    assert check(on, rough, 0, route, rules) == check(printed, bare, 0, route, rules)
    assert check(on, bare, 0, route, rules) != check(printed, bare, 0, route, rules)
    short = Rules(allowance=5 * INCH)
    assert reach(on, rough, 0, short).cost == reach(printed, bare, 0, short).cost != reach(on, bare, 0, short).cost
    assert shortest(on, rough, 0, [(15000, 5000, 0)], rules) == shortest(printed, bare, 0, [(15000, 5000, 0)], rules)
    for seed in range(20):
        assert sample(on, rough, 0, short, Random(seed)) == sample(printed, bare, 0, short, Random(seed))
    assert run(on, rough, 0, short, (1, 0)) == run(printed, bare, 0, short, (1, 0)) != run(on, bare, 0, short, (1, 0))


def test_a_lead_is_followed_as_far_as_the_allowance_goes_where_ground_costs_more_than_the_lattice_is_wide() -> None:
    def east(*pieces: str) -> tuple[int, ...]:
        found = reach(board(*pieces), Layout([body(8, 5)]), 0, Rules(allowance=3 * INCH), pitch=INCH)
        (route,) = found.routes_by_lead(lambda spot: dist(spot, (40000, 5000, 0)), 1)
        return route[-1]

    assert east(area("difficult", 0, 0, 20, 20)) == (9500, 5000, 0, 0)
    assert east() == (11000, 5000, 0, 0)
    assert east(area("difficult", 9, 0, 20, 20)) == (10000, 5000, 0, 0)


def test_ground_laid_during_a_battle_may_bar_the_way_and_gets_numbers_after_those_of_the_board() -> None:
    on, bare = board(area("difficult", 20, 0, 2, 20), "[[obstacle]]\nrect = [30, 0, 1, 20]\nheight = 1"), [body(8, 5)]
    rules = Rules(allowance=60 * INCH)
    barred = Layout(bare).blocked_by((), ground=(laid("impassable", 10, 0, 2, 20),))
    assert refusal(on, barred, to(15, 5), rules).why == Why.IMPASSABLE
    risky = Layout(bare).blocked_by((), ground=(laid("dangerous", 10, 0, 2, 20),))
    walked = check(on, risky, 0, [to(35, 5)], rules)
    assert isinstance(walked, Walked)
    assert [(entry.area, entry.kind) for entry in walked.areas] == [(0, DIFFICULT), (1, DANGEROUS)]
    assert [crossing.obstacle for crossing in walked.obstacles] == [0]
    moved = risky.after(Body(id=0, owner=0, profile="someone", at=Placement(9000, 5000, 0)))
    assert moved.ground == risky.ground


def test_a_passage_across_ground_laid_during_a_battle_costs_more() -> None:
    on, rules = board(platform(10, 0, 10, 10)), Rules(allowance=12 * INCH)
    bare = Layout([body(8, 5)])
    rough = bare.blocked_by((), ground=(laid("difficult", 0, 0, 20, 20),))
    found = {name: reach(on, lay, 0, rules) for name, lay in (("bare", bare), ("rough", rough))}
    tops = {name: [v for v in f.nodes() if f.point(v)[2]] for name, f in found.items()}
    assert tops["bare"] and tops["rough"]
    for f, v in ((found["rough"], v) for v in tops["rough"]):
        walked = check(on, rough, 0, f.route(v), rules)
        assert isinstance(walked, Walked) and walked.cost == f.cost[v]


def test_overlapping_difficult_ground_doubles_once() -> None:
    on = board(area("difficult", 10, 0, 2, 20), area("dangerous", 11, 0, 2, 20))
    assert walked(on, [body(8, 5)], to(15, 5)).cost == 7000 + 3000


def test_who_ignores_terrain_pays_nothing_for_it() -> None:
    on = board(area("difficult", 10, 0, 2, 20), "[[obstacle]]\nrect = [13, 0, 1, 20]\nheight = 1")
    assert walked(on, [body(8, 5)], to(16, 5)).cost == 8000 + 2000 + 1000
    assert walked(on, [body(8, 5)], to(16, 5), ignore_terrain=True).cost == 8000


def test_impassable_ground_is_kept_clear_of_by_the_base() -> None:
    on = board(area("impassable", 10, 10, 4, 4))
    assert walked(on, [body(5, 9.5)], to(16, 9.5))
    assert walk(on, [body(5, 9.5)], (16000, 9501, 0, WALK)) == [Why.IMPASSABLE]


def test_a_tag_of_a_board_costs_nothing_and_is_reported() -> None:
    on = board(area("mist", 10, 0, 2, 20))
    found = walked(on, [body(8, 5)], to(15, 5))
    assert found.cost == 7000
    assert [entry.kind for entry in found.areas] == [100]


def test_an_obstacle_adds_its_height_once_however_many_legs_cross_it() -> None:
    on = board("[[obstacle]]\nrect = [10, 0, 1, 20]\nheight = 1.5")
    assert walked(on, [body(8, 5)], to(13, 5)).cost == 5000 + 1500
    found = walked(on, [body(8, 5)], to(10.4, 5), to(10.6, 5), to(13, 5))
    assert found.cost == 5000 + 1500
    assert len(found.obstacles) == 1
    assert found.obstacles[0].obstacle == 0
    assert walked(on, [body(8, 5)], to(10, 5), to(13, 5)).cost == 5000 + 1500


def obstacle(x: float, y: float, width: float, depth: float, height: float) -> str:
    return f"[[obstacle]]\nrect = [{x}, {y}, {width}, {depth}]\nheight = {height}"


def test_each_kind_of_ground_has_its_price_and_the_dearest_counts_where_they_overlap() -> None:
    on = board(area("scrub", 8, 0, 4, 20), area("wood", 10, 0, 4, 20), area("sand", 16, 0, 2, 20))
    going = (("scrub", 150), ("wood", 300))
    assert walked(on, [body(5, 5)], to(20, 5), allowance=40_000, going=going).cost == 15_000 + 1000 + 8000
    assert walked(on, [body(5, 5)], to(20, 5), allowance=40_000, going=()).cost == 15_000
    assert walked(on, [body(5, 5)], to(20, 5), allowance=40_000, going=going, ignore_terrain=True).cost == 15_000
    dear = walked(on, [body(5, 5)], to(20, 5), allowance=40_000, going=going, open_ground=200)
    assert dear.cost == 30_000 + 4000  # the scrub is no cheaper than what lies open


def test_a_part_of_a_thousandth_is_paid_whole_once_a_leg() -> None:
    on = board(area("scrub", 8, 0, 0.003, 20))
    assert walked(on, [body(7, 5)], to(9, 5), going=(("scrub", 150),)).cost == 2002


def test_ground_may_be_closed_to_the_whole_base() -> None:
    on, shut = board(area("wood", 10, 0, 2, 20)), Rules(3000, going=(("wood", 0),))
    assert walk(on, [body(8, 5)], to(11, 5), going=shut.going) == [Why.CLOSED]
    assert walked(on, [body(8, 5)], to(9.5, 5), going=shut.going).cost == 1500
    assert walk(on, [body(8, 5)], to(9.501, 5), going=shut.going) == [Why.CLOSED]
    assert walk(on, [body(9.6, 5)], to(8, 5), going=shut.going) == [Why.CLOSED]
    assert sentence(Reason(Why.CLOSED)) == "That ground is closed to this move."
    assert all(point[0] <= 9500 for point in map(reach(on, Layout([body(8, 5)]), 0, shut).point, range(9)))


def test_what_an_obstacle_costs_depends_on_how_high_it_is() -> None:
    on = board(obstacle(10, 0, 0.5, 48, 0.5), obstacle(20, 0, 0.5, 48, 1), obstacle(30, 0, 0.5, 48, 2))
    rules = {"obstacle_cost": 0, "obstacle_free": 500, "obstacle_flat": 2000, "obstacle_most": 1000}
    assert walked(on, [body(8, 5)], to(12, 5), **rules).cost == 4000
    assert walked(on, [body(18, 5)], to(22, 5), **rules).cost == 6000
    assert walked(on, [body(18, 5)], to(22, 5), **{**rules, "obstacle_cost": 3}).cost == 9000
    assert walk(on, [body(28, 5)], to(32, 5), **rules) == [Why.TOO_HIGH]
    assert walk(on, [body(28, 5)], to(29.6, 5), **rules) == [Why.TOO_HIGH]
    assert walked(on, [body(28, 5)], to(29.5, 5), **rules).cost == 1500
    assert sentence(Reason(Why.TOO_HIGH)) == "That obstacle is too high to cross."


def test_a_jump_down_may_be_too_deep() -> None:
    on = board(platform(10, 10, 4, 4, 3))
    assert walked(on, [body(11, 12, 3)], to(9.4, 12, 0, JUMP), deepest_jump=3000).cost == 1600
    reason = refusal(on, Layout([body(11, 12, 3)]), (9400, 12000, 0, JUMP), Rules(5000, deepest_jump=2999))
    assert sentence(reason) == 'That drop of 3" is deeper than it may jump.'
    lows = [
        found.point(v)[2]
        for found in (reach(on, Layout([body(11, 12, 3)]), 0, Rules(5000, deepest_jump=2999, may_climb=False)),)
        for v in found.nodes()
    ]
    assert set(lows) == {3000}


def test_who_may_not_take_ladders_takes_stairs() -> None:
    on = board(
        platform(10, 10, 4, 4, 3),
        "[[ladder]]\nfoot = [9, 11, 0]\ntop = [10.5, 11, 3]",
        "[[stairs]]\nfoot = [12, 5, 0]\ntop = [12, 10.5, 3]\nwidth = 1",
    )
    assert walk(on, [body(9, 11)], to(10.5, 11, 3, LINK), may_take_ladders=False) == [Why.NO_LINK]
    assert walked(on, [body(9, 11)], to(10.5, 11, 3, LINK)).cost == 3355
    assert walked(on, [body(12, 5)], to(12, 10.5, 3, LINK), may_take_ladders=False).cost == 6265
    from_foot = Layout([body(9, 11)])
    levels = {kind: _levels(on, from_foot, kind) for kind in (True, False)}
    assert levels == {True: {0, 3000}, False: {0}}


def _levels(on: Board, now: Layout, ladders: bool) -> set[int]:
    found = reach(on, now, 0, Rules(5000, may_climb=False, may_take_ladders=ladders))
    return {found.point(v)[2] for v in found.nodes()}


def test_a_route_that_is_too_long_is_gone_as_far_as_it_lasts() -> None:
    on, now = board(obstacle(9, 0, 1, 48, 0.5), area("scrub", 20, 0, 20, 48)), Layout([body(5, 5)])
    route = (to(15, 5), to(15, 10))
    assert partway(on, now, 0, route, Rules(20_000, obstacle_cost=0)).end == (15_000, 10_000, 0)
    assert partway(on, now, 0, route, Rules(11_250, obstacle_cost=0)).end == (15_000, 6250, 0)
    assert partway(on, now, 0, route, Rules(5_000, obstacle_cost=0)).end == (8_500, 5_000, 0)  # not on the obstacle
    assert partway(on, now, 0, (), Rules(5_000)).end == (5_000, 5_000, 0)
    assert partway(on, now, 0, (to(30, 5),), Rules(17_000, obstacle_cost=0, going=(("scrub", 200),))).end[0] == 21_000


def test_a_straight_run_goes_no_further_than_it_is_told() -> None:
    on, now = board(area("scrub", 6, 0, 20, 48)), Layout([body(5, 5)])
    rules = Rules(4000, going=(("scrub", 200),))
    assert run(on, now, 0, rules, (1, 0), 1, 2000) == ((7000, 5000, 0), 3000)
    assert run(on, now, 0, rules, (1, 0), 4) == ((7000, 5000, 0), 3000)  # two of four inches: three are too dear
    assert run(on, now, 0, rules, (1, 0), 1) == ((5000, 5000, 0), 0)


def test_a_ladder_is_taken_whole_or_not_at_all() -> None:
    on = board(platform(10, 10, 4, 4, 3), "[[ladder]]\nfoot = [9, 11, 0]\ntop = [10.5, 11, 3]")
    route, now = (to(9, 11), to(10.5, 11, 3, LINK), to(12, 11, 3)), Layout([body(7, 11)])
    assert partway(on, now, 0, route, Rules(4000)).end == (9000, 11_000, 0)
    assert partway(on, now, 0, route, Rules(6000)).end == (11_145, 11_000, 3000)


def test_nobody_stops_on_an_obstacle_not_even_with_part_of_the_base() -> None:
    on = board("[[obstacle]]\nrect = [10, 0, 2, 20]\nheight = 1")
    assert walk(on, [body(8, 5)], to(11, 5)) == [Why.ON_OBSTACLE]
    assert walk(on, [body(8, 5)], (9501, 5000, 0, WALK)) == [Why.ON_OBSTACLE]
    assert walked(on, [body(8, 5)], to(9.5, 5))


# ---- walls


@pytest.mark.parametrize("low", ["[[block]]\nrect = [6, 14, 8, 6]\nheight = 0.4", platform(6, 14, 8, 6, 0.4)])
def test_nobody_stops_below_a_floor_that_is_a_step_higher(low: str) -> None:
    on, now = board(low), Layout([body(10, 12)])
    refused = check(on, now, 0, [to(10, 16)], Rules(8 * INCH))
    assert isinstance(refused, tuple) and [reason.why for reason in refused] == [Why.NO_ROOM]
    assert isinstance(check(on, now, 0, [to(10, 16, 0.4)], Rules(8 * INCH)), Walked)
    assert isinstance(check(on, now, 0, [to(10, 13.6)], Rules(8 * INCH)), Walked)  # only its rim is above it


def test_one_may_stop_on_stairs_just_below_the_floor_that_they_lead_to() -> None:
    up = "[[stairs]]\nfoot = [10, 10, 0]\ntop = [10, 14.5, 3]\nwidth = 2"
    on, now = board(platform(6, 14, 8, 6, 3), up), Layout([body(10, 10)])
    assert isinstance(check(on, now, 0, [to(10, 14.2, 2.8, LINK)], Rules(8 * INCH)), Walked)


def test_a_wall_is_passed_at_the_radius_of_the_base() -> None:
    on = board(wall(10, 10, 14, 10))
    assert walked(on, [body(5, 9.5)], to(16, 9.5))
    assert walk(on, [body(5, 9)], to(9, 9), (12000, 9501, 0, WALK)) == [Why.WALL]
    assert walk(on, [body(12, 8)], to(12, 12)) == [Why.WALL]


def test_a_wall_low_enough_to_step_over_is_no_hindrance() -> None:
    assert walked(board(wall(10, 10, 14, 10, 0.5)), [body(12, 8)], to(12, 12))
    assert walk(board(wall(10, 10, 14, 10, 0.501)), [body(12, 8)], to(12, 12)) == [Why.WALL]


def test_a_shut_door_is_a_wall_while_it_is_shut() -> None:
    shut = Layout([body(12, 8)], walls=[(10000, 10000, 14000, 10000, 0, 3000, 3)])
    reason = refusal(OPEN, shut, to(12, 12), Rules(6000))
    assert reason.why == Why.WALL
    assert isinstance(check(OPEN, shut.blocked_by([]), 0, [to(12, 12)], Rules(6000)), Walked)


def test_who_stands_too_close_to_a_wall_may_leave_it() -> None:
    on = board(wall(10, 10, 14, 10))
    assert walked(on, [body(12, 9.7)], to(12, 8))
    assert walk(on, [body(12, 9.7)], to(12, 9.8)) == [Why.WALL]


# ---- other bases


def test_the_inch_from_an_enemy_holds_along_the_way_and_not_only_at_its_end() -> None:
    bodies = [body(5, 5), body(10, 6.9, side=THEIRS)]
    assert walk(OPEN, bodies, to(15, 5)) == [Why.TOO_NEAR]
    assert walked(OPEN, [body(5, 5), body(10, 7, side=THEIRS)], to(15, 5))
    reason = refusal(OPEN, Layout(bodies), to(15, 5), Rules(12000))
    assert sentence(reason, lambda id: ("Ash", "Brim")[id]) == 'It would come within 1" of Brim.'


def test_helpless_enemies_are_no_threat_but_are_not_run_over() -> None:
    down = body(10, 6.9, side=THEIRS, posture=Posture.HELPLESS)
    assert walked(OPEN, [body(5, 5), down], to(15, 5))
    assert walk(OPEN, [body(5, 6.9), down], to(15, 6.9)) == [Why.IN_THE_WAY]
    assert walked(OPEN, [body(5, 6.9), down], to(15, 6.9), may_pass_helpless=True)


def test_an_enemy_that_is_charged_may_be_touched_and_no_more() -> None:
    bodies = [body(5, 5), body(10, 5, side=THEIRS)]
    assert walk(OPEN, bodies, to(9, 5)) == [Why.TOO_NEAR]
    assert walked(OPEN, bodies, to(9, 5), contact_with=(1,))
    assert walk(OPEN, bodies, (9001, 5000, 0, WALK), contact_with=(1,)) == [Why.IN_THE_WAY]


def test_who_begins_too_near_an_enemy_may_only_draw_away() -> None:
    bodies = [body(5, 5), body(6.5, 5, side=THEIRS)]
    assert walked(OPEN, bodies, to(4, 5))
    assert walk(OPEN, bodies, (5010, 5000, 0, WALK)) == [Why.TOO_NEAR]


def test_who_begins_on_another_level_was_not_too_near() -> None:
    """Three inches above an enemy, half an inch aside: it may not come down that near to it."""
    on = board(platform(0, 0, 4, 20, 3))
    below = body(3.9, 11.4, side=THEIRS)
    assert walk(on, [body(3.9, 10, 3), below], to(4.5, 9.98, mode=JUMP)) == [Why.TOO_NEAR]
    assert walked(on, [body(3.9, 9.4, 3), below], to(4.5, 9.38, mode=JUMP))


def test_an_enemy_an_inch_below_is_an_inch_away() -> None:
    on = board(platform(0, 0, 20, 20, 2.25))
    below = body(10, 5, side=THEIRS)
    assert walked(on, [body(5, 5, 2.25), below], to(15, 5, 2.25))
    assert walk(on, [body(5, 5, 2.25), body(10, 6.6, 2.25, side=THEIRS)], to(15, 5, 2.25)) == [Why.TOO_NEAR]


def test_friends_are_passed_but_not_stood_on() -> None:
    bodies = [body(5, 5), body(8, 5)]
    assert walked(OPEN, bodies, to(11, 5))
    assert walk(OPEN, bodies, to(7.1, 5)) == [Why.OVERLAPS]
    assert walked(OPEN, bodies, to(7, 5))
    assert walk(OPEN, bodies, to(11, 5), may_pass_friends=False) == [Why.IN_THE_WAY]


def test_who_is_off_the_table_is_in_nobodys_way() -> None:
    away = body(8, 5, side=THEIRS, posture=Posture.AWAY)
    assert walked(OPEN, [body(5, 5), away], to(8, 5))


# ---- gaps, edges, heights


@pytest.mark.parametrize(("gap", "free"), [(1.0, True), (1.001, False)])
def test_a_gap_as_wide_as_the_base_is_free_and_a_thousandth_more_is_a_leap(gap: float, free: bool) -> None:
    on = board(platform(5, 5, 5, 5), platform(10 + gap, 5, 5, 5))
    start, end = [body(8, 7, 3)], (12500, 7000, 3000)
    if free:
        assert walked(on, start, (*end, WALK)).leaps == ()
    else:
        assert walk(on, start, (*end, WALK)) == [Why.GAP]
        (leap,) = walked(on, start, (*end, LEAP)).leaps
        assert (leap.width, leap.near, leap.far) == (1001, (10000, 7000, 3000), (11001, 7000, 3000))


def test_a_gap_that_a_game_lets_cross_freely_is_no_leap() -> None:
    on = board(platform(5, 5, 5, 5), platform(12, 5, 5, 5))
    assert walked(on, [body(8, 7, 3)], to(13, 7, 3), gap=2000).leaps == ()


def test_who_may_not_leap_is_told_so() -> None:
    on = board(platform(5, 5, 5, 5), platform(12, 5, 5, 5))
    reason = refusal(on, Layout([body(8, 7, 3)]), to(13, 7, 3, LEAP), Rules(9000, may_leap=False))
    assert sentence(reason) == "It may not leap."


def test_a_pitfall_is_a_gap() -> None:
    on = board(area("pitfall", 10, 4, 2, 2))
    assert walk(on, [body(8, 5)], to(14, 5)) == [Why.GAP]
    assert walk(on, [body(8, 5)], to(11, 5)) == [Why.NO_FLOOR]
    assert [leap.width for leap in walked(on, [body(8, 5)], to(14, 5, 0, LEAP)).leaps] == [2000]


def test_nobody_walks_off_an_edge() -> None:
    on = board(platform(5, 5, 5, 5))
    assert walk(on, [body(8, 7, 3)], to(12, 7, 3)) == [Why.NO_FLOOR]
    assert walk(on, [body(8, 7, 3)], to(12, 7, 0)) == [Why.NO_FLOOR]
    assert walk(on, [body(3, 7)], to(8, 7, 3)) == [Why.NO_FLOOR]


def test_a_floor_is_walked_to_its_very_edge() -> None:
    assert walked(board(platform(5, 5, 5, 5)), [body(8, 7, 3)], to(10, 7, 3), to(10, 9, 3), to(5, 10, 3))


def test_steps_up_and_down_are_free() -> None:
    on = board("[[block]]\nrect = [10, 0, 4, 20]\nheight = 0.5")
    found = walked(on, [body(8, 5)], to(12, 5, 0.5), to(16, 5))
    assert found.cost == 8000
    assert walked(on, [body(8, 5)], to(16, 5)).cost == 8000
    higher = board("[[block]]\nrect = [10, 0, 4, 20]\nheight = 0.501")
    assert walk(higher, [body(8, 5)], to(12, 5, 0.501)) != found


def test_a_leg_ends_at_the_height_of_a_floor() -> None:
    on = board("[[block]]\nrect = [10, 0, 4, 20]\nheight = 0.5")
    assert walk(on, [body(8, 5)], to(12, 5, 0.4)) == [Why.NO_FLOOR]


def test_climbing_costs_double_for_the_height_and_once_for_the_rest() -> None:
    on = board(platform(10, 0, 5, 20))
    assert walked(on, [body(8, 5)], to(11, 5, 3, CLIMB)).cost == 3000 + 2 * 3000
    assert walked(on, [body(11, 5, 3)], to(8, 5, 0, CLIMB)).cost == 3000 + 2 * 3000
    assert walked(on, [body(8, 5)], to(11, 5, 3, CLIMB), climb_cost=1).cost == 6000


def test_a_climb_needs_a_face_an_edge_and_leave() -> None:
    on = board(platform(10, 0, 5, 20, 3, "climbable = false"))
    assert walk(on, [body(8, 5)], to(11, 5, 3, CLIMB)) == [Why.NO_FACE]
    on = board(platform(10, 0, 5, 20))
    assert walk(on, [body(11, 5)], to(12, 5, 3, CLIMB)) == [Why.NO_EDGE]
    assert walk(on, [body(8, 5)], to(11, 5, 3, CLIMB), may_climb=False) == [Why.MAY_NOT]


def test_a_climb_is_not_stopped_half_way() -> None:
    on = board(platform(10, 0, 5, 20))
    assert walk(on, [body(8, 5)], to(10, 5, 1.5, CLIMB)) == [Why.NO_FLOOR]


@pytest.mark.parametrize(("jut", "bars"), [(1.0, False), (1.001, True)])
def test_an_overhang_of_an_inch_is_climbed_past_and_a_wider_one_is_not(jut: float, bars: bool) -> None:
    on = board(platform(10, 5, 5, 5, 6), platform(10 - jut, 4, 7, 7, 3))
    found = walk(on, [body(8, 7)], to(11, 7, 6, CLIMB), allowance=30000)
    assert found == [Why.OVERHANG] if bars else isinstance(found, Walked)


def test_the_face_of_a_block_is_hugged_but_not_walked_through() -> None:
    on = board("[[block]]\nrect = [10, 5, 4, 4]\nheight = 2\nclimbable = true")
    assert walked(on, [body(9, 7)], to(11, 7, 2, CLIMB)).cost == 2000 + 4000
    assert walk(on, [body(8, 7)], to(11, 7)) == [Why.WALL]
    beyond = board("[[block]]\nrect = [10, 5, 4, 4]\nheight = 2\nclimbable = true", wall(9, 0, 9, 20))
    assert walk(beyond, [body(8, 7)], to(11, 7, 2, CLIMB)) == [Why.WALL]


def test_a_jump_costs_no_movement_for_its_height_and_lands_beside_the_edge() -> None:
    on = board(platform(10, 0, 5, 20))
    found = walked(on, [body(11, 5, 3)], to(9.4, 5, 0, JUMP))
    assert found.cost == 1600
    (jump,) = found.jumps
    assert (jump.height, jump.edge, jump.landing) == (3000, (10000, 5000, 3000), (9400, 5000, 0))
    assert walk(on, [body(11, 5, 3)], to(8.999, 5, 0, JUMP)) == [Why.TOO_FAR_OUT]
    assert walk(on, [body(8, 5)], to(11, 5, 3, JUMP)) == [Why.NO_DROP]


def test_a_jump_lands_on_the_first_floor_below() -> None:
    on = board(platform(10, 0, 5, 20, 6), platform(5, 0, 6, 20, 3))
    assert walk(on, [body(11, 5, 6)], to(9.4, 5, 0, JUMP)) == [Why.NO_DROP]
    assert walked(on, [body(11, 5, 6)], to(9.4, 5, 3, JUMP)).jumps[0].height == 3000


def test_a_ladder_costs_its_true_length() -> None:
    on = board(platform(10, 0, 5, 20, 3, "climbable = false"), "[[ladder]]\nfoot = [10, 5, 0]\ntop = [10, 5, 3]")
    assert walked(on, [body(9.4, 5)], to(10.4, 5, 3, LINK)).cost == 3163
    assert walk(on, [body(9.4, 8)], to(10.4, 5, 3, LINK)) == [Why.NO_LINK]
    assert walk(on, [body(9.4, 5)], to(10, 5, 1.5, LINK)) == [Why.NO_LINK]


def test_one_may_stop_on_stairs_but_not_beside_them() -> None:
    on = board(platform(10, 0, 5, 20), "[[stairs]]\nfoot = [6, 5, 0]\ntop = [10, 5, 3]\nwidth = 2")
    assert walked(on, [body(6, 5)], to(10, 5, 3, LINK), to(12, 5, 3)).costs == (5000, 2000)
    half = walked(on, [body(6, 5)], to(8, 5, 1.5, LINK))
    assert half.cost == 2500
    assert walk(on, [body(6, 5)], to(8, 5, 1.2, LINK)) == [Why.NO_LINK]
    assert walked(on, [body(8, 5, 1.5)], to(10, 5, 3, LINK)).cost == 2500


def test_an_enemy_at_the_head_of_the_stairs_keeps_one_an_inch_away() -> None:
    on = board(platform(10, 0, 5, 20), "[[stairs]]\nfoot = [6, 5, 0]\ntop = [10, 5, 3]\nwidth = 2")
    bodies = [body(6, 5), body(11.5, 5, 3, side=THEIRS)]
    assert walk(on, bodies, to(10, 5, 3, LINK)) == [Why.TOO_NEAR]


def test_there_must_be_room_to_stand() -> None:
    on = board(platform(10, 0, 5, 20, 1))
    assert walk(on, [body(8, 5)], to(12, 5)) == [Why.NO_ROOM]


def test_every_reason_is_a_sentence() -> None:
    for why in Why:
        words = sentence(Reason(why, who=0, amount=1000, mode=CLIMB), lambda id: "Cinder")
        assert words[0].isupper()
        assert words.endswith(".")


# ---- falls


def test_an_edge_is_near_within_half_an_inch_and_knows_its_rail() -> None:
    on = board(platform(10, 10, 5, 5, 3, "rail = [0]"))
    assert not edge_near(on, 12000, 12000, 3000).near
    brink = edge_near(on, 12000, 10400, 3000)
    assert (brink.near, brink.rail, brink.at, brink.drop) == (True, True, (12000, 10000, 3000), 3000)
    assert brink.beyond[1] < 10000
    assert edge_near(on, 12000, 14500, 3000)[:2] == (True, False)
    assert not edge_near(on, 14499, 12000, 0).near


def test_where_another_floor_goes_on_there_is_no_edge() -> None:
    on = board(platform(10, 10, 5, 5), platform(15, 10, 5, 5))
    assert not edge_near(on, 14800, 12500, 3000).near
    assert edge_near(on, 10200, 12500, 3000).near


def test_a_pitfall_is_an_edge_on_the_ground() -> None:
    brink = edge_near(board(area("pitfall", 10, 10, 2, 2)), 9600, 11000, 0)
    assert (brink.near, brink.pit, brink.at) == (True, True, (10000, 11000, 0))


def test_a_fall_ends_on_the_next_floor_below_clear_of_the_edge() -> None:
    on = board(platform(10, 10, 5, 5, 6), platform(15, 10, 5, 5, 3))
    fall = landing(on, Layout([body(14.8, 12, 6)]), 0)
    assert (fall.x, fall.y, fall.z, fall.drop) == (15501, 12000, 3000, 3000)
    fall = landing(on, Layout([body(14.8, 12, 6)]), 0, (14000, 9000))
    assert (fall.z, fall.drop) == (0, 6000)
    assert fall.y < 9501


def test_a_fall_from_the_very_edge_goes_outwards() -> None:
    on = board(platform(10, 10, 5, 5))
    for x, y in ((15000, 12000), (10000, 12000), (12000, 15000), (12000, 10000)):
        fall = landing(on, Layout([(x, y, 3000, 0, 1, 500, 1250, 3, 0)]), 0)
        assert fall.drop == 3000
        assert not (9500 < fall.x < 15500 and 9500 < fall.y < 15500)


def test_a_fall_names_whoever_is_below() -> None:
    on = board(platform(10, 10, 5, 5))
    fall = landing(on, Layout([body(14.8, 12, 3), body(16, 12), body(20, 12)]), 0)
    assert fall.onto == (1,)


@pytest.mark.parametrize("at", [(10, 11), (11, 10), (12, 11), (10.863, 10), (11, 11)])
def test_whoever_lies_on_the_rim_of_a_pitfall_falls_into_it(at: tuple[float, float]) -> None:
    """Else it would lie where it lay, test again whether it falls, and go on testing for ever."""
    on = board(area("pitfall", 10, 10, 2, 2))
    brink = edge_near(on, round(at[0] * 1000), round(at[1] * 1000), 0)
    fall = landing(on, Layout([body(*at)]), 0)
    assert brink.pit
    assert fall.pit


@pytest.mark.parametrize("at", [(10, 11), (11, 10), (12, 11), (10.863, 12)])
def test_whoever_lies_on_the_edge_of_a_floor_falls_off_it(at: tuple[float, float]) -> None:
    on = board(platform(10, 10, 2, 2, z=3))
    fall = landing(on, Layout([body(*at, 3)]), 0)
    assert (fall.drop, fall.z) == (3000, 0)


def test_a_fall_into_a_pitfall_says_so() -> None:
    on = board(area("pitfall", 10, 10, 2, 2))
    assert landing(on, Layout([body(9.8, 11)]), 0).pit


# ---- pushes and contact


def test_a_push_goes_straight_and_stops_at_a_wall_with_the_base() -> None:
    on = board(wall(10, 0, 10, 20))
    went = push(on, Layout([body(8, 5)]), 0, (1, 0), 4000)
    assert (went.x, went.y, went.moved, went.stopped) == (9500, 5000, 1500, Why.WALL)
    went = push(on, Layout([body(8, 5)]), 0, (-3, 4), 5000)
    assert (went.x, went.y, went.moved, went.stopped) == (5000, 9000, 5000, None)


def test_a_push_stops_in_contact_with_another_base_and_never_overlaps() -> None:
    for at, direction in ((12.3, (1, 0)), (12.0, (7, 3)), (9.0, (1, 1))):
        bodies = [body(8, 5), body(at, 5 + (at - 8) * direction[1] / direction[0])]
        went = push(OPEN, Layout(bodies), 0, direction, 8000)
        away = hypot(went.x - bodies[1][0], went.y - bodies[1][1])
        assert (went.stopped, went.who) == (Why.IN_THE_WAY, 1)
        assert 1000 <= away < 1003


def test_a_push_stops_at_an_edge_and_at_the_end_of_the_board() -> None:
    on = board(platform(10, 10, 5, 5))
    went = push(on, Layout([body(12, 12, 3)]), 0, (1, 0), 8000)
    assert (went.x, went.z, went.stopped) == (15000, 3000, Why.NO_FLOOR)
    went = push(on, Layout([body(3, 3)]), 0, (-1, 0), 8000)
    assert (went.x, went.stopped) == (500, Why.OFF_BOARD)


def test_a_push_may_have_to_keep_an_inch_from_enemies() -> None:
    went = push(OPEN, Layout([body(5, 5), body(10, 5, side=THEIRS)]), 0, (1, 0), 8000, keep_clear=1000)
    assert (went.x, went.stopped, went.who) == (8000, Why.TOO_NEAR, 1)


def test_who_must_be_an_inch_clear_goes_the_shortest_way() -> None:
    bodies = [body(5, 5), body(5.2, 5, side=THEIRS), body(5, 20)]
    spot = shove_clear(OPEN, Layout(bodies), 0, [1], 1000)
    assert spot is not None
    assert (spot[1], spot[2]) == (5000, 0)
    assert 3198 <= spot[0] <= 3200


def test_to_settle_between_neighbours_takes_the_nearest_free_point() -> None:
    bodies = [body(5, 5, posture=Posture.AWAY), body(4.7, 5), body(5.3, 5)]
    spot = settle(OPEN, Layout(bodies), 0, (5000, 5000, 0))
    assert spot is not None
    assert abs(abs(spot[1] - 5000) - 954) <= 2
    assert abs(spot[0] - 5000) <= 2


@given(st.integers(-9000, 9000), st.integers(-9000, 9000), st.integers(300, 2500))
def test_a_point_beside_never_overlaps_and_is_within_two_thousandths(dx: int, dy: int, away: int) -> None:
    if (dx, dy) != (0, 0):
        x, y = beside((20000, 20000), away, (dx, dy))
        assert away <= hypot(x - 20000, y - 20000) <= away + 2


def test_contact_is_made_where_the_mover_comes_from() -> None:
    assert contact_point(body(5, 5), body(10, 5)) == (9000, 5000, 0)


# ---- reach and shortest


def test_a_straight_way_is_the_shortest() -> None:
    bodies = [body(5, 5), body(10, 5, side=THEIRS)]
    found = shortest(OPEN, Layout(bodies), 0, [(9000, 5000, 0)], Rules(6000, contact_with=(1,)))
    assert found is not None
    assert (found[0], found[1].cost) == (((9000, 5000, 0, WALK),), 4000)


def test_the_way_round_a_wall_is_within_a_hundredth_of_the_best() -> None:
    on = board(wall(10, 3, 10, 8))
    found = shortest(on, Layout([body(8, 5)]), 0, [(12000, 5000, 0)], Rules(9000))
    assert found is not None
    best = 2 * hypot(2000, 2500) + 0  # round the lower end of the wall, at least this far
    assert best < found[1].cost < best * 1.10


def test_no_way_leads_through_a_point_that_was_asked_for_beyond_the_edge() -> None:
    bodies = [body(3, 0.6), body(4, 2.43, side=THEIRS)]
    off_board, beyond = (4000, 361, 0), (5000, 600, 0)  # by the first the way would be the shortest
    found = shortest(OPEN, Layout(bodies), 0, [off_board, beyond], Rules(12000), 1000)
    assert found is not None
    assert found[1].end == beyond
    assert all(leg[1] >= 500 for leg in found[0])
    assert Journey(OPEN, Layout(bodies), 0, Rules(12000)).price(((*off_board, WALK), (*beyond, WALK))) == BEYOND


def test_the_first_way_that_is_found_round_a_wall_will_do() -> None:
    on = board(wall(10, 3, 10, 8))
    goals = [(12000, 5000, 0), (12500, 5000, 0), (12000, 5500, 0)]
    found = shortest(on, Layout([body(8, 5)]), 0, goals, Rules(9000), 1000, first=True)
    assert found is not None
    assert found[1].end in goals
    assert found[1].cost < 2 * hypot(2000, 2500) * 1.2
    assert found[1] == check(on, Layout([body(8, 5)]), 0, found[0], Rules(9000))


def test_what_is_first_but_no_place_to_stop_is_passed_over() -> None:
    on = board(wall(10, 3, 10, 8))
    bodies = [body(8, 5), body(12, 5, side=OURS)]
    found = shortest(on, Layout(bodies), 0, [(12000, 5000, 0), (14000, 5000, 0)], Rules(12000), 1000, first=True)
    assert found is not None
    assert found[1].end == (14000, 5000, 0)


def test_there_is_no_way_to_where_nobody_can_stand() -> None:
    bodies = [body(5, 5), body(10, 5, side=OURS)]
    assert shortest(OPEN, Layout(bodies), 0, [(10000, 5000, 0), (10100, 5000, 0)], Rules(9000)) is None


@pytest.mark.parametrize("leap_free", [0, 500])
def test_a_journey_prices_routes_as_they_are_judged(leap_free: int) -> None:
    on, layout, rules = board(wall(10, 3, 10, 8)), Layout([body(8, 5)]), Rules(6000, leap_free=leap_free)
    journey, rng = Journey(on, layout, 0, rules), Random(7)
    routes = [sample(on, layout, 0, rules, rng) for _ in range(40)]
    routes += [((12000, 5000, 0, WALK),), ((9000, 5000, 0, WALK), (9000, 12500, 0, WALK)), ((8000, 5000, 0, CLIMB),)]
    for route in routes:
        walked = check(on, layout, 0, route, rules)
        assert journey.price(route) == (walked.cost if isinstance(walked, Walked) else BEYOND)
    assert {journey.price(route) == BEYOND for route in routes} == {True, False}


def test_vaults_lead_over_gaps_between_floors_of_different_heights_only() -> None:
    on = board(platform(10, 10, 4, 4), platform(15.5, 10, 4, 4, 2), platform(10, 16, 4, 4))
    found = vaults(on, 500, 1250, Rules(6000))
    assert {(vault.near[2], vault.far[2]) for vault in found} == {(3000, 2000), (2000, 3000)}
    apart = (1500**2 + 1000**2) ** 0.5
    assert all(0 <= vault.width - apart <= 2 for vault in found)
    assert {vault.far[0] > 15500 for vault in found if vault.near[0] < 14000} == {True}


def test_what_is_out_of_reach_has_no_way() -> None:
    assert shortest(OPEN, Layout([body(5, 5)]), 0, [(12000, 5000, 0)], Rules(6000)) is None


def test_reach_climbs_leaps_jumps_and_takes_ladders() -> None:
    on = board(
        platform(10, 10, 4, 4),
        platform(15.5, 10, 4, 4, 3, "climbable = false"),
        "[[ladder]]\nfoot = [10, 12, 0]\ntop = [10, 12, 3]",
    )
    modes = {passage.mode for passage in passages(on, 500, 1250, Rules(6000))}
    assert modes == {Mode.CLIMB, Mode.LEAP, Mode.JUMP, Mode.LINK}
    ground = reach(on, Layout([body(9, 12)]), 0, Rules(10_000))
    upstairs = {ground.point(v) for v in ground.nodes() if ground.point(v)[2] == 3000}
    assert any(x < 14000 for x, _, _ in upstairs)
    assert any(x > 15500 for x, _, _ in upstairs)
    flightless = reach(on, Layout([body(9, 12)]), 0, Rules(10_000, may_climb=False, may_link=False))
    assert all(flightless.point(v)[2] == 0 for v in flightless.nodes())


def test_the_region_of_an_open_field_is_one_ring_around_the_mover() -> None:
    region = reach(OPEN, Layout([body(20, 20)]), 0, Rules(4000)).region()
    assert list(region) == [0]
    (ring,) = region[0]
    assert Polygon(ring).contains(Spot(20000, 20000))
    assert abs(Polygon(ring).area / (3.1416 * 4000**2) - 1) < 0.1


def test_the_region_leaves_a_hole_where_nobody_can_stop() -> None:
    on = board("[[obstacle]]\nrect = [20, 18, 2, 4]\nheight = 0.5")
    outer, hole = reach(on, Layout([body(18, 20)]), 0, Rules(8000)).region()[0]
    assert Polygon(outer).area > Polygon(hole).area
    assert Polygon(hole).contains(Spot(21000, 20000))


# ---- random boards


def scene(seed: int, size: int = 24) -> tuple[Board, Layout]:
    """A crowded board and eight bodies on it."""
    rng = Random(seed)
    n = rng.randrange
    pieces = []
    for _ in range(3):
        pieces.append(platform(n(2, 16), n(2, 16), n(3, 6), n(3, 6), 3, f"climbable = {'true' if n(2) else 'false'}"))
    for _ in range(3):
        x, y = n(2, 20), n(2, 20)
        pieces.append(wall(x, y, x + n(1, 4), y + n(0, 4)))
    pieces.append(f"[[block]]\nrect = [{n(2, 20)}, {n(2, 20)}, 2, 2]\nheight = 2\nclimbable = true")
    pieces.append(f"[[block]]\nrect = [{n(2, 20)}, {n(2, 20)}, 2, 2]\nheight = 0.5")
    pieces.append(f"[[obstacle]]\nrect = [{n(2, 20)}, {n(2, 20)}, 2, 1]\nheight = 1")
    for kind in ("difficult", "dangerous", "impassable", "pitfall"):
        pieces.append(area(kind, n(2, 20), n(2, 20), n(1, 4), n(1, 4)))
    on = board(*pieces, size=size)
    bodies: list[tuple[int, ...]] = []
    while len(bodies) < 8:
        x, y = n(500, size * 1000 - 500), n(500, size * 1000 - 500)
        rows = [*bodies, (x, y, on.floor_below(x, y, 3000), 0, 1, (400, 500, 630)[n(3)], 1250, n(1, 4), n(2))]
        if settle(on, Layout(rows), len(bodies), (x, y, rows[-1][2])) == (x, y, rows[-1][2]):
            bodies = rows
    return on, Layout(bodies)


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.integers(0, 7))
@example(2016, 5)
@example(320, 0)  # a straight way of all but the whole allowance, off the lattice
def test_whatever_is_sampled_is_legal_and_found(seed: int, mover: int) -> None:
    on, now = scene(seed)
    rules, rng = Rules(5000), Random(seed)
    drawn = [sample(on, now, mover, rules, rng) for _ in range(40)]
    for route in drawn:
        assert isinstance(check(on, now, mover, route, rules), Walked)
    missed = [route for route in drawn if route and shortest(on, now, mover, [route[-1][:3]], rules) is None]
    assert not missed


@settings(max_examples=15)
@given(st.integers(0, 10_000), st.integers(0, 7))
def test_every_node_and_candidate_of_reach_is_legal(seed: int, mover: int) -> None:
    on, now = scene(seed)
    rules = Rules(5000)
    found = reach(on, now, mover, rules)
    for route in found.candidates(8):
        assert isinstance(check(on, now, mover, route, rules), Walked), route
    for v in found.nodes():
        walked = check(on, now, mover, found.route(v), rules)
        assert isinstance(walked, Walked)
        assert walked.cost == found.cost[v]


@pytest.mark.parametrize("seed", range(8))
def test_a_reach_that_looks_only_for_what_is_nearer_finds_all_of_that_in_fewer_nodes(seed: int) -> None:
    on, now = scene(seed)
    gx, gy = 12_000, 12_000
    whole = reach(on, now, 0, Rules(5000))
    x, y, *_ = now.row(0)
    distance = int(hypot(x - gx, y - gy))
    part = reach(on, now, 0, Rules(5000), nearing=(gx, gy, distance))

    def nearer(found: Reach) -> set[tuple[int, int, int]]:
        points = (found.point(v) for v in found.nodes())
        return {p for p in points if hypot(p[0] - gx, p[1] - gy) < distance}

    assert nearer(whole) == nearer(part)
    assert len(part.cost) < len(whole.cost)


@pytest.mark.parametrize("seed", range(6))
def test_a_strict_search_finds_legal_ways_about_as_short_as_any(seed: int) -> None:
    on, now = scene(seed)
    x, y, *_ = now.row(0)
    rules, known = Rules(9000), 0
    for goal in ((x + dx, y + dy, 0) for dx in (-6000, 0, 6000) for dy in (-6000, 0, 6000) if dx or dy):
        quick = shortest(on, now, 0, [goal], rules, INCH // 2, True, strict=True)
        whole = shortest(on, now, 0, [goal], rules, INCH // 2, True)
        known += quick is not None
        if quick is not None:
            assert whole is not None and check(on, now, 0, quick[0], rules) == quick[1]
            assert quick[1].end == goal and quick[1].cost <= whole[1].cost * 11 // 10
    assert known, "some are found"


def test_no_route_leads_to_no_goal() -> None:
    assert shortest(OPEN, Layout([body(20, 20)]), 0, [], Rules(3000)) is None


def test_nodes_know_how_far_the_nearest_of_some_points_is() -> None:
    found = reach(OPEN, Layout([body(20, 20)]), 0, Rules(3000), pitch=INCH)
    squares = found.squares_from([(20000, 23000, 0), (24000, 20000, 3000)])
    for v in found.nodes():
        px, py, _ = found.point(v)
        assert squares[v] == min((px - 20000) ** 2 + (py - 23000) ** 2, (px - 24000) ** 2 + (py - 20000) ** 2 + 3000**2)
    assert set(found.squares_from([])) == {0}


def test_the_node_nearest_to_a_place_is_the_first_of_equals_or_the_cheapest_of_them() -> None:
    found = reach(OPEN, Layout([body(20, 20)]), 0, Rules(3000), pitch=INCH)
    between = (18_500, 20_000, 0)  # from nodes one and two inches from where it stands
    assert found.point(found.closest(between, 10**9)) == (18_000, 20_000, 0)
    assert found.point(found.closest(between, 10**9, cheapest=True)) == (19_000, 20_000, 0)
    assert found.closest(between, 500**2) == -1, "none is nearer than that"
    assert found.closest(between, 500**2 + 1) >= 0


@pytest.mark.parametrize("seed", range(8))
def test_what_a_layout_keeps_of_a_sampled_route_is_what_checking_it_says(seed: int) -> None:
    on, now = scene(seed)
    rules, rng = Rules(5000), Random(seed)
    for _ in range(40):
        route = sample(on, now, 0, rules, rng)
        assert trace(on, now, 0, route, rules) == check(on, now, 0, route, rules)


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 7), st.integers(-50, 50), st.integers(-50, 50), st.integers(1, 6000))
def test_a_push_ends_on_a_floor_and_on_nobody(seed: int, mover: int, dx: int, dy: int, distance: int) -> None:
    on, now = scene(seed)
    me, went = now.row(mover), push(on, now, mover, (dx, dy), distance)
    assert on.floor_below(went.x, went.y, went.z) == went.z
    assert hypot(went.x - me[0], went.y - me[1]) <= distance
    for id in range(len(now)):
        x, y, z, _, _, radius, height, *_ = now.row(id)
        if id != mover and z < went.z + me[6] and z + height > went.z:
            assert hypot(x - went.x, y - went.y) >= radius + me[5]


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 7), st.integers(0, 24_000), st.integers(0, 24_000))
def test_a_fall_goes_down_to_a_floor(seed: int, mover: int, x: int, y: int) -> None:
    on, now = scene(seed)
    fall = landing(on, now, mover, (x, y))
    assert fall.pit or on.floor_below(fall.x, fall.y, fall.z) == fall.z
    assert fall.drop == now.row(mover)[2] - fall.z


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.integers(500, 23_500), st.integers(500, 23_500))
def test_clearance_and_length_agree_with_shapely(seed: int, x: int, y: int) -> None:
    rng = Random(seed)
    lines = [[rng.randrange(2, 22) for _ in range(4)] for _ in range(3)]
    lines = [line for line in lines if line[:2] != line[2:]]
    rough = [(rng.randrange(1, 18), rng.randrange(1, 18), rng.randrange(1, 5), rng.randrange(1, 5)) for _ in range(3)]
    on = board(*(wall(*line) for line in lines), *(area("difficult", *box) for box in rough), size=24)
    start = (rng.randrange(1000, 23000), rng.randrange(1000, 23000))
    foes = [(rng.randrange(500, 23500), rng.randrange(500, 23500)) for _ in range(3)]
    rows = [(*start, 0, 0, 1, 500, 1250, 3, 0), *((*foe, 0, 0, 1, 400, 1250, 3, 1) for foe in foes)]
    way = LineString([start, (x, y)]) if (x, y) != start else Spot(start)
    walls = [LineString([(a * 1000, b * 1000), (c * 1000, d * 1000)]) for a, b, c, d in lines]
    margins = [w.distance(way) - 500 for w in walls] + [Spot(f).distance(way) - 1900 for f in foes]
    at_start = [w.distance(Spot(start)) - 500 for w in walls] + [Spot(f).distance(Spot(start)) - 1900 for f in foes]
    if min(at_start) < 1 or abs(min(margins)) < 1e-3:
        return
    found = check(on, Layout(rows), 0, [(x, y, 0, WALK)], Rules(100_000))
    assert isinstance(found, Walked) == (min(margins) > 0)
    if isinstance(found, Walked):
        ground = unary_union([Polygon([(a, b), (a + w, b), (a + w, b + d), (a, b + d)]) for a, b, w, d in rough])
        inside = (
            LineString([(px / 1000, py / 1000) for px, py in way.coords]).intersection(ground).length
            if (x, y) != start
            else 0
        )
        assert abs(found.cost - (way.length + inside * 1000)) <= 4


def plain() -> Any:
    """The kernels once more, as they run where numba is not installed."""
    spec = spec_from_file_location("warbook.space._kernels_plain", kernels.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    before = os.environ.get("WARBOOK_PLAIN")
    os.environ["WARBOOK_PLAIN"] = "1"
    try:
        spec.loader.exec_module(module)
    finally:
        if before is None:
            del os.environ["WARBOOK_PLAIN"]
        else:
            os.environ["WARBOOK_PLAIN"] = before
    return module


PLAIN = plain()
SPOTS = st.lists(st.tuples(st.integers(500, 23_500), st.integers(500, 23_500)), min_size=2, max_size=5)
GRADED = Rules(
    5000,
    going=(("difficult", 150), ("dangerous", 0)),
    open_ground=120,
    obstacle_free=500,
    obstacle_flat=2000,
    obstacle_most=1000,
)


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 7), st.integers(500, 23_500), st.integers(500, 23_500), st.booleans())
def test_the_kernels_give_the_same_compiled_and_plain(seed: int, mover: int, x: int, y: int, leap: bool) -> None:
    on, now = scene(seed)
    row = now.row(mover)
    rules = (Rules(5000), GRADED, Rules(5000, walls_between=400))[seed % 3]
    gait, arrays = rules.gait_of(row, on), on.priced(rules.going)
    plainly = on.rows._replace(areas=tuple(map(tuple, kernels.plain(arrays.areas))))
    rows = [now.row(i) for i in range(len(now))]
    at = (mover, row[0], row[1], row[0], row[1], row[2], x, y)
    for z in (kernels.ANY, 0, 500, 3000):
        ours = kernels.walk(
            arrays,
            now.bodies,
            now.walls,
            kernels.column(()),
            kernels.MARKS,
            kernels.SPANS,
            *at,
            z,
            int(leap),
            1,
            gait,
        )
        theirs = PLAIN.walk(plainly, rows, (), (), PLAIN.MARKS, PLAIN.SPANS, *at, z, int(leap), 1, gait)
        assert tuple(ours) == tuple(theirs)
        for k in range(ours[4]):
            assert [int(v) for v in kernels.MARKS[k]] == PLAIN.MARKS[k]
    for z in (0, 500, 2000, 3000):
        assert tuple(kernels.standing(arrays, now.bodies, now.walls, mover, x, y, z, 0, gait)) == tuple(
            PLAIN.standing(plainly, rows, (), mover, x, y, z, 0, gait)
        )


@pytest.mark.skipif(not kernels.COMPILED, reason="without numba there is no compiled form to compare with")
@settings(max_examples=30)
@given(st.integers(0, 10_000), st.integers(0, 7), SPOTS, st.integers(0, 1))
def test_ways_are_tightened_and_chosen_the_same_compiled_and_plain(
    seed: int, mover: int, spots: list[tuple[int, int]], leap: int
) -> None:
    on, now = scene(seed)
    journey = Journey(on, now, mover, (Rules(20_000), GRADED)[seed % 2])
    rows = [now.row(i) for i in range(len(now))]
    plainly = on.rows._replace(areas=tuple(map(tuple, kernels.plain(journey.arrays.areas))))
    legs = [[x, y, 0, 2 * leap, 0] for x, y in spots]
    theirs = [list(leg) for leg in legs]
    ours = kernels.table(legs, 5)
    here = (kernels.MARKS, kernels.SPANS, mover, *journey.start)
    left = kernels.tighten(journey.arrays, journey.rows, journey.walls, journey.exempt, *here, ours, journey.gait)
    there = (PLAIN.MARKS, PLAIN.SPANS, mover, *journey.start)
    assert left == PLAIN.tighten(plainly, rows, (), (), *there, theirs, journey.gait)
    assert kernels.plain(ours)[:left] == theirs[:left]
    goals = [(x, y, 0) for x, y in spots]
    assert kernels.straightest(
        journey.arrays, journey.rows, journey.walls, journey.exempt, *here, kernels.table(goals, 3), leap, journey.gait
    ) == PLAIN.straightest(plainly, rows, (), (), *there, goals, leap, journey.gait)
    assert kernels.hoist(
        journey.arrays, journey.rows, journey.walls, journey.exempt, mover, *journey.start[:2], *goals[0],
        *goals[1][:2], 3_000, journey.gait,
    ) == PLAIN.hoist(
        plainly, rows, (), (), mover, *journey.start[:2], *goals[0], *goals[1][:2], 3_000, journey.gait
    )  # fmt: skip


@given(
    st.integers(0, 10_000), st.integers(0, 7), st.integers(0, 3), st.booleans(), st.booleans(), st.integers(0, 2_000)
)
def test_only_bodies_that_are_minded_stop_anybody(
    seed: int, mover: int, keep_from: int, friends: bool, helpless: bool, keep_clear: int
) -> None:
    on, now = scene(seed)
    rules = Rules(
        9_000,
        keep_clear=keep_clear,
        keep_from=keep_from,
        may_pass_friends=friends,
        may_pass_helpless=helpless,
        exempt=(seed % 8,),
    )
    journey = Journey(on, now, mover, rules)
    near, spared = journey.minded()
    (x, y, _), exempt = journey.start, kernels.column(rules.exempt)
    for spot in ((2_000, 3_000), (12_000, 20_000), (22_000, 9_000)):
        way = (x, y, x, y, spot[0] - x, spot[1] - y, 0, 0, kernels.LINKED, 0, 0, journey.gait)
        code, who = kernels.sweep(journey.arrays, journey.rows, journey.walls, exempt, mover, *way)
        found, which = kernels.sweep(journey.arrays, near, journey.walls, spared, -1, *way)
        assert code == found
        assert who < 0 or now.row(int(who)) == tuple(map(int, kernels.plain(near)[which]))


def test_passages_are_legal_both_in_where_they_end_and_how_they_get_there() -> None:
    on, _ = scene(3)
    ways = passages(on, 500, 1250, Rules(5000))
    assert ways
    for near, far, mode in ways:
        alone = Layout([(*near, 0, 1, 500, 1250, 3, 0)])
        route: Route = ((*far, int(mode)),)
        assert isinstance(check(on, alone, 0, route, Rules(60_000)), Walked), Passage(near, far, mode)


@pytest.mark.parametrize(
    ("tighter", "barred"),
    [(Rules(30_000, overhang=300), Mode.CLIMB), (Rules(30_000, jump_out=200), Mode.JUMP)],
)
@pytest.mark.parametrize("mover", [body(12, 7, 6), body(7, 7)])
def test_reach_finds_only_legal_ways_whatever_other_rules_it_was_asked_with_before(
    tighter: Rules, barred: Mode, mover: Row
) -> None:
    """The lower floor juts out by 0.4": climbs past it and jumps beside it are not for everybody."""
    on = board(platform(10, 5, 5, 5, 6), platform(9.6, 4.6, 5.8, 5.8, 3))
    now = Layout([mover])
    for rules in (Rules(30_000), tighter, Rules(30_000)):
        found = reach(on, now, 0, rules)
        nodes = found.nodes()[::7]
        assert {type(check(on, now, 0, found.route(v), rules)) for v in nodes} == {Walked}
        deep = {passage.mode for passage in passages(on, 500, 1250, rules) if passage.near[2] - passage.far[2] > 4000}
        assert deep == {Mode.CLIMB, Mode.JUMP} - ({barred} if rules is tighter else set())
