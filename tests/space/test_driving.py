"""Drives: what a hull meets straight on and while it turns, in order, and where it comes to a stop."""

from __future__ import annotations

from math import atan2, cos, hypot, sin

import shapely
import shapely.affinity
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.space.test_hulls import FLATBED, PLAIN, TRUCK, board, hull, man, spots, standing, turns
from warbook.core.length import INCH
from warbook.core.state import Placement
from warbook.space.drives.driving import driven
from warbook.space.drives.met import DriveRules, Met
from warbook.space.drives.riding import riders
from warbook.space.footprints import HullSide, footprint, overlap

FAR = 10 * INCH


def nothing_stops(met: Met) -> bool:
    return False


def test_a_straight_drive_ends_where_it_says_and_meets_nothing_on_open_ground() -> None:
    found = driven(PLAIN, standing(hull(20, 15)), 0, [(FAR, 0, 1)])
    assert (found.end.x, found.end.y, found.cost, found.met) == (20_000, 25_000, FAR, ())
    back = driven(PLAIN, standing(hull(20, 15)), 0, [(-FAR, 0, 1)])
    assert (back.end.y, back.end.fy) == (5_000, 1)


def test_it_stops_at_a_wall_goes_through_an_obstacle_and_names_both_in_order() -> None:
    pieces = "[[obstacle]]\nrect = [18, 19, 4, 1]\nheight = 1\n[[wall]]\nline = [15, 23, 25, 23]\nheight = 3"
    found = driven(board(pieces), standing(hull(20, 15)), 0, [(FAR, 0, 1)])
    assert [(met.what, met.number, met.at, met.side) for met in found.met] == [
        ("obstacle", 0, 2_000, HullSide.FRONT),
        ("wall", -1, 6_000, HullSide.FRONT),
    ]
    assert found.stopped == found.met[-1]
    assert (found.end.y, found.lengths) == (21_000, (6_000,))


def test_who_has_gone_onto_an_obstacle_turns_on_it_and_meets_it_once() -> None:
    low = board("[[obstacle]]\nrect = [15, 20, 10, 0.5]\nheight = 1")
    found = driven(low, standing(hull(20, 15)), 0, [(5 * INCH, 0, 1), (INCH, 1, 0), (INCH, 0, 1)])
    assert [(met.thing, met.leg) for met in found.met] == [(("obstacle", 0), 0)] and found.stopped is None


def test_bodies_are_met_where_outlines_touch_and_a_hull_on_its_own_edge() -> None:
    now = standing(hull(20, 10), man(21, 14), hull(20, 20, TRUCK, 1, 0))
    found = driven(PLAIN, now, 0, [(FAR, 0, 1)], stops=lambda met: met.number == 2)
    assert [(met.what, met.number, met.at, met.side, met.struck) for met in found.met] == [
        ("body", 1, 1_500, HullSide.FRONT, None),
        ("body", 2, 6_750, HullSide.FRONT, HullSide.RIGHT),
    ]
    assert driven(PLAIN, standing(hull(20, 10), man(21.75, 14)), 0, [(FAR, 0, 1)]).met == (), "it slides along"


def test_the_border_and_the_end_of_the_floor_stop_it() -> None:
    found = driven(PLAIN, standing(hull(20, 35)), 0, [(FAR, 0, 1)])
    assert found.stopped is not None
    assert (found.stopped.what, found.end.y) == ("border", 38_000)
    pit = board('[[area]]\nkind = "pitfall"\nrect = [15, 20, 10, 5]')
    fallen = driven(pit, standing(hull(20, 15)), 0, [(FAR, 0, 1)])
    assert fallen.stopped is not None
    assert (fallen.stopped.what, fallen.stopped.at) == ("brink", 5_000)
    assert driven(pit, standing(hull(20, 15)), 0, [(12 * INCH, 0, 1)], DriveRules(gap=5_000)).stopped is None


def test_difficult_ground_costs_what_the_rules_say() -> None:
    mud = board('[[area]]\nkind = "difficult"\nrect = [15, 17, 10, 2]')
    assert driven(mud, standing(hull(20, 15)), 0, [(FAR, 0, 1)]).cost == 12_000
    tracked = driven(mud, standing(hull(20, 15)), 0, [(FAR, 0, 1)], DriveRules(ignore_terrain=True))
    assert tracked.cost == FAR
    assert [area.length for area in tracked.areas] == [2_000]


def test_a_turn_comes_before_the_leg_and_stops_at_what_a_corner_meets() -> None:
    free = driven(PLAIN, standing(hull(20, 20)), 0, [(4 * INCH, 1, 0)])
    assert (free.end.x, free.end.y, free.end.fx, free.end.fy) == (24_000, 20_000, 1, 0)
    assert len(free.poses) == 3
    barred = driven(PLAIN, standing(hull(20, 20), man(22, 21.5)), 0, [(4 * INCH, 1, 0)])
    assert barred.stopped is not None
    assert (barred.stopped.turning, barred.stopped.number) == (True, 1)
    assert barred.stopped.side == HullSide.RIGHT, "that side of the corner goes ahead"
    assert (barred.end.x, barred.end.y) == (20_000, 20_000)
    assert not overlap(footprint(barred.end), footprint(man(22, 21.5)))


def test_riders_are_carried_not_met() -> None:
    now = standing(hull(20, 15, FLATBED), man(20, 16, 2), man(5, 5))
    assert riders(now, 0) == (1,)
    assert driven(PLAIN, now, 0, [(FAR, 0, 1)]).met == ()


@settings(max_examples=60)
@given(spots, turns, st.integers(1_000, 12_000), st.integers(300, 800))
def test_what_a_straight_drive_meets_is_what_shapely_says_it_sweeps(
    spot: tuple[int, int], turn: tuple[int, int], far: int, radius: int
) -> None:
    now = standing(hull(20, 20, TRUCK, *turn), Placement(*spot, radius=radius))
    there = shapely.Point(spot)
    start = shapely.Polygon(footprint(hull(20, 20, TRUCK, *turn)).core)
    assume(start.distance(there) > radius + 5)
    length = hypot(*turn)
    end = shapely.affinity.translate(start, turn[0] / length * far, turn[1] / length * far)
    away = shapely.MultiPoint([*start.exterior.coords, *end.exterior.coords]).convex_hull.distance(there) - radius
    met = [one for one in driven(PLAIN, now, 0, [(far, *turn)], stops=nothing_stops).met if one.what == "body"]
    if abs(away) > 3:
        assert bool(met) == (away < 0)
    for one in met:
        pose = shapely.affinity.translate(start, turn[0] / length * one.at, turn[1] / length * one.at)
        assert abs(pose.distance(there) - radius) < 4


@settings(max_examples=60)
@given(st.tuples(st.integers(1_900, 3_400), st.integers(0, 359)), turns, turns, st.integers(300, 800))
def test_what_a_turn_meets_is_what_shapely_says_it_sweeps(
    spot: tuple[int, int], before: tuple[int, int], after: tuple[int, int], radius: int
) -> None:
    spot = (20_000 + round(spot[0] * cos(spot[1])), 20_000 + round(spot[0] * sin(spot[1])))
    body = hull(20, 20, TRUCK, *before)
    there = shapely.Point(spot)
    assume(shapely.Polygon(footprint(body).core).distance(there) > radius + 5)
    angle = atan2(after[1], after[0]) - atan2(before[1], before[0])
    angle = atan2(sin(angle), cos(angle))
    assume(abs(angle) < 3.1)
    steps = 400
    least = min(
        shapely.affinity.rotate(
            shapely.Polygon(footprint(body).core), angle * n / steps, origin=(20_000, 20_000), use_radians=True
        ).distance(there)
        for n in range(steps + 1)
    )
    met = driven(PLAIN, standing(body, Placement(*spot, radius=radius)), 0, [(0, *after)], stops=nothing_stops).met
    if least < radius - 3:
        assert met
    elif least > radius + 25:  # shapely's turn goes by steps
        assert not met


def test_a_turn_over_somebody_below_its_middle_has_no_corner_that_meets_him() -> None:
    turned = driven(PLAIN, standing(hull(20, 20), man(20, 20)), 0, [(0, 1, 0)], stops=lambda met: False)
    assert [(met.what, met.number, met.turning) for met in turned.met] == [("body", 1, True)]


def test_it_keeps_clear_of_some_bodies_and_notices_ground() -> None:
    now, rules = standing(hull(20, 10), man(20, 17)), DriveRules(clear_of=((1, 1_000),))
    found = driven(PLAIN, now, 0, [(FAR, 0, 1)], rules)
    assert [(met.thing, met.at) for met in found.met] == [(("body", 1), 3_500)]
    assert driven(PLAIN, now, 0, [(0, 1, 0)], rules).stopped is None
    woods = board('[[area]]\nkind = "woods"\nrect = [15, 17, 10, 2]')
    noticing = DriveRules(noticed=("woods",))
    seen = driven(woods, standing(hull(20, 10)), 0, [(FAR, 0, 1), (INCH, 0, 1)], noticing, nothing_stops)
    assert [(met.thing, met.leg, met.at) for met in seen.met] == [(("ground", 0), 0, 5_000), (("ground", 0), 1, 0)]
    assert driven(woods, standing(hull(20, 10)), 0, [(FAR, 0, 1)], stops=nothing_stops).met == ()
