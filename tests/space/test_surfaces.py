"""What carries a hull on a straight leg: slopes, steps, and gaps to floors that are no higher."""

from __future__ import annotations

from math import hypot

import pytest
import shapely
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.space.test_hulls import board, hull, man, standing
from warbook.core.length import INCH
from warbook.core.state import Placement
from warbook.core.structs import replace
from warbook.space.board import Board
from warbook.space.drives.driving import beneath, driven
from warbook.space.drives.met import Driven, DriveRules
from warbook.space.drives.surface import along
from warbook.space.terrain import RAMP, STAIRS

NORTH, SOUTH, EAST = (0, 1), (0, -1), (1, 0)


def deck(x: float, y: float, wide: float, deep: float, z: float) -> str:
    return f"[[platform]]\nrect = [{x}, {y}, {wide}, {deep}]\nz = {z}\nthickness = 0.25\n"


def block(x: float, y: float, wide: float, deep: float, height: float) -> str:
    return f"[[block]]\nrect = [{x}, {y}, {wide}, {deep}]\nheight = {height}\n"


def slope(y: float, top: float, z: float, width: float = 4, kind: str = "ramp") -> str:
    return f"[[{kind}]]\nfoot = [20, {y}, 0]\ntop = [20, {top}, {z}]\nwidth = {width}\n"


UP = board(block(10, 20, 20, 12, 2) + slope(15, 20.4, 2))


def go(
    on: Board, at: Placement, inches: float, way: tuple[int, int] = NORTH, rules: DriveRules | None = None
) -> Driven:
    return driven(on, standing(at), 0, [(round(inches * INCH), *way)], rules)


def raised(at: Placement, z: float) -> Placement:
    return replace(at, z=round(z * INCH))


def test_a_hull_goes_up_a_ramp_onto_the_block_that_it_leads_to_and_pays_the_slope() -> None:
    found = go(UP, hull(20, 10), 15)
    assert (found.end.spot, found.stopped, found.met) == ((20_000, 25_000, 2_000), None, ())
    assert found.cost == pytest.approx(5_000 + 1_000 * hypot(5, 2 * 5 / 5.4) + 5_000, abs=60)
    back = driven(UP, standing(found.end), 0, [(15 * INCH, *SOUTH)])
    assert back.end.spot == (20_000, 10_000, 0) and not back.met


@pytest.mark.parametrize(("inches", "z"), [(5, 0), (6, 370), (7.7, 1_000), (9, 1_481), (9.9, 1_814), (10.4, 2_000)])
def test_it_may_stop_on_the_slope_at_the_height_of_its_middle_and_go_on_from_there(inches: float, z: int) -> None:
    found = go(UP, hull(20, 10), inches)
    assert found.end.spot == (20_000, round((10 + inches) * INCH), z) and not found.met
    assert not beneath(UP, standing(hull(20, 10)), 0, found.end)
    on = go(UP, found.end, 15 - inches)
    assert (on.end.spot, on.met) == ((20_000, 25_000, 2_000), ())
    turned = driven(UP, standing(found.end), 0, [(0, 1, 6), (0, -1, 6), (0, 0, 1)])
    assert turned.met == ()


def test_who_passes_below_a_slope_or_beside_its_line_stays_on_the_ground() -> None:
    under = board(deck(10, 20, 20, 12, 6) + slope(8, 20.4, 6))
    found = go(under, hull(14, 18, fx=1, fy=0), 12, EAST)
    assert found.end.spot == (26_000, 18_000, 0) and not found.met
    wall = go(UP, hull(12, 10), 15)
    assert wall.stopped is not None and wall.stopped.what == "wall" and wall.end.y == 18_000


def test_a_slope_carries_no_hull_that_is_wider_nor_stairs_unless_they_are_meant() -> None:
    narrow = board(block(10, 20, 20, 12, 2) + slope(15, 20.4, 2, width=2))
    assert go(narrow, hull(20, 10), 15).end.spot == (20_000, 18_000, 0)
    stairs = board(block(10, 20, 20, 12, 2) + slope(15, 20.4, 2, kind="stairs"))
    assert go(stairs, hull(20, 10), 15).end.z == 0
    assert go(stairs, hull(20, 10), 15, rules=DriveRules(slopes=(RAMP, STAIRS))).end.z == 2_000


def test_whoever_stands_on_the_slope_or_above_it_is_met_at_its_own_height() -> None:
    for at, met in (
        (man(20, 18, 1.111), True),
        (man(20, 18, 6), False),
        (man(20, 23, 2), True),
        (man(20, 24, 6), False),
    ):
        found = driven(UP, standing(hull(20, 10), at), 0, [(15 * INCH, *NORTH)], stops=lambda met: False)
        assert bool(found.met) == met, at


def test_a_beam_above_the_slope_stops_it_where_it_is_too_low() -> None:
    for z, stops in ((2.6, True), (6, False)):
        beam = board(block(10, 20, 20, 12, 2) + slope(15, 20.4, 2) + deck(15, 17, 10, 0.5, z))
        assert (go(beam, hull(20, 10), 15).stopped is not None) == stops


def test_off_the_side_of_a_slope_the_floor_ends() -> None:
    at = raised(hull(20, 18, fx=1, fy=0), 2 * 3 / 5.4)
    found = go(UP, at, 5, EAST)
    assert found.stopped is not None and (found.stopped.what, found.stopped.at) == ("brink", 2_000)
    low = raised(hull(20, 15.5, fx=1, fy=0), 2 * 0.5 / 5.4)
    assert go(UP, low, 5, EAST).end.spot == (25_000, 15_500, 0), "a step down is none"


@pytest.mark.parametrize(
    ("far_side", "descent", "ends"),
    [(4, -1, 4), (4.1, -1, None), (3.9, -1, 3.9), (2, -1, 2), (2, 500, None), (3.5, 500, 3.5), (0, -1, None)],
)
def test_a_gap_is_crossed_to_what_is_no_higher(far_side: float, descent: int, ends: float | None) -> None:
    pieces = deck(10, 4, 20, 12, 4) + (deck(10, 19, 20, 12, far_side) if far_side else "")
    found = go(board(pieces), raised(hull(20, 8), 4), 16, rules=DriveRules(descent=descent))
    if ends is None:
        assert found.stopped is not None and (found.stopped.what, found.stopped.at) == ("brink", 8_000)
    else:
        assert (found.stopped, found.end.spot) == (None, (20_000, 24_000, round(ends * INCH)))


def test_a_lower_floor_that_begins_where_the_other_ends_is_a_drop_and_a_joint_is_none() -> None:
    at = raised(hull(20, 8), 4)
    for y, z, falls in ((16, 2, True), (16, 3.8, False), (16, 4.2, False), (16.015, 4.2, False), (16.1, 4.2, True)):
        found = go(board(deck(10, 4, 20, 12, 4) + deck(10, y, 20, 12, z)), at, 12)
        assert (found.stopped is not None) == falls, (y, z)


def test_a_hull_that_has_come_down_a_gap_goes_on_though_its_rear_is_still_below_the_deck_it_left() -> None:
    low = board(deck(10, 4, 20, 12, 4) + deck(10, 17, 20, 12, 3))
    at, now = raised(hull(20, 12), 4), standing(raised(hull(20, 12), 4))
    clear = go(low, at, 8)
    assert clear.met == () and clear.end.spot == (20_000, 20_000, 3_000) and not beneath(low, now, 0, clear.end)
    half = go(low, at, 5.5)
    assert half.end.spot == (20_000, 17_500, 3_000)
    assert [met.what for met in beneath(low, now, 0, half.end)] == ["roof"], "but there it may not be meant to end"
    on = driven(low, standing(half.end), 0, [(3 * INCH, *NORTH)])
    assert on.met == () and on.end.y == 20_500
    assert driven(low, now, 0, [(round(5.5 * INCH), *NORTH), (3 * INCH, *NORTH)]).end.y == 20_500


# ---- against shapely -------------------------------------------------------------------------------------------------

Rect = tuple[int, int, int, int, int]
rects = st.tuples(
    st.integers(2, 28), st.integers(2, 28), st.integers(2, 10), st.integers(2, 10), st.sampled_from([300, 1_000, 1_200])
)


@settings(max_examples=150)
@given(
    st.lists(rects, max_size=5),
    st.tuples(rects, st.sampled_from([1, -1])),
    st.tuples(st.integers(-60, 60), st.integers(-60, 60)),
    st.integers(0, 1_500),
)
@example([], ((14, 8, 7, 8, 300), 1), (-8, -17), 0)  # onto a slope from the side, where it is 0.2508" high
def test_heights_and_ends_are_what_shapely_says_lies_below_the_line(
    decks: list[Rect], ramp: tuple[Rect, int], way: tuple[int, int], gap: int
) -> None:
    assume(hypot(*way) > 5)
    (x, y, wide, deep, z), sign = ramp
    foot, top = ((x, y), (x, y + deep)) if sign > 0 else ((x, y + deep), (x, y))
    pieces = "".join(deck(*(each[:4]), each[4] / INCH) for each in decks) + deck(top[0] - 1, top[1] - 1, 2, 2, z / INCH)
    pieces += f"[[ramp]]\nfoot = {[*foot, 0]}\ntop = {[*top, z / INCH]}\nwidth = {wide}\n"
    on, rules, start = board(pieces), DriveRules(step=250), (20_000, 20_000, 0)
    length = 12_000
    to = (20_000 + round(way[0] / hypot(*way) * length), 20_000 + round(way[1] / hypot(*way) * length))
    surface = along(on, start, to, length, rules, 2_000, gap)
    below = [(shapely.box(a * INCH, b * INCH, (a + c) * INCH, (b + d) * INCH), h) for a, b, c, d, h in decks]
    below.append((shapely.box((top[0] - 1) * INCH, (top[1] - 1) * INCH, (top[0] + 1) * INCH, (top[1] + 1) * INCH), z))
    strip = shapely.box((x - wide / 2) * INCH, y * INCH, (x + wide / 2) * INCH, (y + deep) * INCH)

    def supports(far: float) -> dict[int, float]:
        """How high what carries there is, each under a number of its own."""
        at = shapely.Point(*(20_000 + (to[k] - 20_000) * far / length for k in (0, 1)))
        found = {-1: 0.0} | {number: float(h) for number, (box, h) in enumerate(below) if box.distance(at) < 1}
        return found | ({99: z * abs(at.y / INCH - foot[1]) / deep} if wide >= 2 and strip.distance(at) < 1 else {})

    edges = [0.0, length]
    assume(all(box.exterior.distance(shapely.Point(start[:2])) > 60 for box in (*(box for box, _ in below), strip)))
    for box in (*(box for box, _ in below), strip):
        crossing = shapely.LineString([start[:2], to]).intersection(box.exterior)
        edges += [hypot(c[0] - 20_000, c[1] - 20_000) for c in shapely.get_coordinates(crossing)]
    known: dict[int, float] = {}
    now, on_it = 0.0, -1
    for far in range(0, length, 20):
        found = supports(far)
        if found.keys() != known.keys():  # it looks about where something begins or ends
            if any(abs(abs(height - now) - 250) < 15 for height in found.values()):
                return  # hardly a step, or hardly more: a slope may rise by so much from one point to the next
            near = {number: height for number, height in found.items() if abs(height - now) <= 250}
            soon = supports(far + 20)  # of two that are as high it follows that which rises
            on_it = max(near, key=lambda number: (near[number], soon.get(number, 0)), default=-2)
        known = found
        strip_now = next(each for each in surface.strips if each.begin <= far <= each.end)
        if on_it == -2 or strip_now.gap:
            at_edge = min(abs(far - edge) for edge in edges) < 60
            assert (on_it == -2 and strip_now.gap) or at_edge
            return
        now = found[on_it]
        if min(abs(far - edge) for edge in edges) >= 60:
            assert strip_now.height(far) == pytest.approx(now, abs=6)
