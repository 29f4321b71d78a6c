"""Discs, ovals and hulls: what they cover, how far apart they are, and which facing lies towards whom.  Shapely is the
judge of every distance; it works in floats, so what is nearer to a limit than a float's error is left to the integers.
"""

from __future__ import annotations

from math import cos, hypot, isclose, radians, sin
from typing import Any

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import json

from warbook.core.shape import Hull, Oval, Shape
from warbook.core.state import Body, Placement, Posture, State, Turn, out_of_bounds
from warbook.core.structs import replace
from warbook.space import arcs, sight
from warbook.space.drives.riding import carried
from warbook.space.footprints import (
    HullSide,
    corners,
    edge_of,
    facings,
    footprint,
    holds,
    middle_of,
    overlap,
    shape_at,
)

SLACK = 1.5  # thousandths: corners are rounded, and shapely's discs are polygons
TRUCK = Hull(4_000, 2_500)
BIKE = Oval(3_000, 1_000)

place = st.integers(0, 12_000)
facing = st.tuples(st.integers(-50, 50), st.integers(-50, 50)).filter(any)
sizes = st.tuples(st.integers(500, 7_000), st.integers(500, 4_000))
shapes = st.one_of(
    st.none(), sizes.map(lambda s: Hull(*s)), sizes.map(lambda s: Oval(max(s), min(s))), st.just(TRUCK), st.just(BIKE)
)


def at(
    x: int, y: int, shape: Shape | None = None, fx: int = 0, fy: int = 1, radius: int = 500, z: int = 0
) -> Placement:
    if shape is None:
        return Placement(x, y, z, fx, fy, radius)
    return Placement(x, y, z, fx, fy, shape.radius, 2_000, Posture.UP, shape)


radii = st.integers(200, 900)
bodies = st.builds(lambda x, y, shape, f, r: at(x, y, shape, f[0], f[1], r), place, place, shapes, facing, radii)


def drawn(body: Placement) -> Any:
    """The body's base as shapely has it, from its sizes alone."""
    length = hypot(body.fx, body.fy)
    ux, uy = body.fx / length, body.fy / length
    if not body.shape:
        return shapely.Point(body.x, body.y).buffer(body.radius, quad_segs=64)
    half, wide = body.shape.length / 2, body.shape.width / 2
    if isinstance(body.shape, Oval):
        ahead = half - wide
        line = shapely.LineString([(body.x + s * ahead * ux, body.y + s * ahead * uy) for s in (1, -1)])
        return line.buffer(wide, quad_segs=64)
    return shapely.Polygon(
        [
            (body.x + s * half * ux - t * wide * uy, body.y + s * half * uy + t * wide * ux)
            for s, t in ((1, -1), (1, 1), (-1, 1), (-1, -1))
        ]
    )


@given(bodies)
def test_a_footprint_is_what_shapely_draws(body: Placement) -> None:
    core, radius = footprint(body)
    ours = shapely.Polygon(core) if len(core) > 2 else shapely.MultiPoint(core).convex_hull
    ours = ours.buffer(radius, quad_segs=64)
    assert ours.hausdorff_distance(drawn(body)) < SLACK
    west, south, east, north = footprint(body).bounds()
    assert all(isclose(a, b, abs_tol=SLACK) for a, b in zip((west, south, east, north), ours.bounds, strict=True))
    assert drawn(body).hausdorff_distance(shapely.Point(body.x, body.y)) <= body.radius + SLACK


@given(bodies)
def test_the_disc_of_a_body_holds_all_of_it(body: Placement) -> None:
    core, radius = footprint(body)
    assert all(hypot(x - body.x, y - body.y) + radius <= body.radius for x, y in core)


@given(bodies, bodies)
def test_the_gap_between_any_two_shapes_is_shapelys(one: Placement, other: Placement) -> None:
    away = drawn(one).distance(drawn(other))
    assert abs(sight.gap(one, other) - away) < 2 * SLACK
    assert sight.gap(one, other) == sight.gap(other, one)
    assert sight.contact(one, other) == (sight.gap(one, other) <= 10)


@given(bodies, bodies, st.integers(0, 6_000))
def test_within_reach_is_exact_where_the_gap_is_rounded(one: Placement, other: Placement, reach: int) -> None:
    found = sight.gap(one, other)
    assert sight.within(one, other, found)
    assert sight.within(one, other, reach) == sight.within(other, one, reach)
    if reach < found - 1:
        assert not sight.within(one, other, reach)


@given(bodies, bodies)
def test_overlap_is_shapelys_but_for_what_all_but_touches(one: Placement, other: Placement) -> None:
    first, second = drawn(one), drawn(other)
    assume(abs(first.distance(second.exterior)) > 2 * SLACK or first.distance(second) > 2 * SLACK)
    found = overlap(footprint(one), footprint(other))
    assert found == overlap(footprint(other), footprint(one))
    shared = first.intersection(second)
    if first.distance(second) > 2 * SLACK:
        assert not found
    elif shared.area > 100_000:
        assert found


def test_what_touches_does_not_overlap() -> None:
    truck = at(5_000, 5_000, TRUCK)  # faces up the board: 2,500 wide and 4,000 long
    beside = at(7_500, 5_000, TRUCK)
    assert sight.gap(truck, beside) == 0
    assert sight.contact(truck, beside)
    assert not overlap(footprint(truck), footprint(beside))
    assert overlap(footprint(truck), footprint(replace(beside, x=7_499)))
    walker = at(5_000, 7_500)
    assert sight.gap(truck, walker) == 0
    assert not overlap(footprint(truck), footprint(walker))
    assert overlap(footprint(truck), footprint(replace(walker, y=7_499)))
    assert sight.gap(at(5_000, 5_000, BIKE), walker) == 500


def test_gaps_count_the_heights_of_the_floors() -> None:
    truck, above = at(5_000, 5_000, TRUCK), at(5_000, 10_500, z=4_000)
    assert sight.gap(truck, above) == 5_000
    assert sight.within(truck, above, 5_000)
    assert not sight.within(truck, above, 4_999)
    assert sight.gap(truck, replace(above, z=3_000)) == 4_243
    assert not sight.within(truck, replace(above, z=3_000), 4_242)


@given(bodies, place, place)
def test_a_hull_has_four_facings_between_its_diagonals(body: Placement, x: int, y: int) -> None:
    assume(isinstance(body.shape, Hull))
    found = facings(body, x, y)
    ring = corners(body)
    judged = []
    for side in HullSide:
        (ax, ay), (bx, by) = edge_of(body, side)
        assert ((ax, ay), (bx, by)) == (ring[side], ring[(side + 1) % 4])
        far = [(body.x + 400 * (px - body.x), body.y + 400 * (py - body.y)) for px, py in ((ax, ay), (bx, by))]
        if shapely.Polygon([(body.x, body.y), *far]).distance(shapely.Point(x, y)) < 1e-6:
            judged.append(side)
    assert found == tuple(judged)


def test_the_facings_of_a_hull_that_faces_up_the_board() -> None:
    truck = at(5_000, 5_000, TRUCK)
    assert corners(truck) == ((6_250, 7_000), (3_750, 7_000), (3_750, 3_000), (6_250, 3_000))
    assert facings(truck, 5_000, 9_000) == (HullSide.FRONT,)
    assert facings(truck, 0, 5_000) == (HullSide.LEFT,)
    assert facings(truck, 5_000, 0) == (HullSide.REAR,)
    assert facings(truck, 9_000, 5_000) == (HullSide.RIGHT,)
    assert facings(truck, 6_250, 7_000) == (
        HullSide.FRONT,
        HullSide.RIGHT,
    )  # on the diagonal: the game says which counts
    assert facings(truck, 5_000, 5_000) == tuple(HullSide)
    assert middle_of(truck, HullSide.REAR) == (5_000, 3_000)
    with pytest.raises(ValueError, match="A hull has corners"):
        corners(at(5_000, 5_000, BIKE))


@given(bodies, st.integers(1, 360), bodies)
def test_arcs_of_any_width_are_those_of_shapely(body: Placement, degrees: int, other: Placement) -> None:
    found = arcs.sector((body.x, body.y), (body.fx, body.fy), degrees)
    length = hypot(body.fx, body.fy)
    ring: list[tuple[float, float]] = [(body.x, body.y)] if degrees < 360 else []
    for step in range(degrees + 1):
        turn = radians(step - degrees / 2)
        ux = (body.fx * cos(turn) - body.fy * sin(turn)) / length
        uy = (body.fx * sin(turn) + body.fy * cos(turn)) / length
        ring.append((body.x + 60_000 * ux, body.y + 60_000 * uy))
    area = shapely.Polygon(ring) if degrees > 1 else shapely.LineString(ring[:2]).buffer(0).union(shapely.Polygon(ring))
    point = shapely.Point(other.x, other.y)
    if area.exterior.distance(point) > 3:
        assert found.holds(other.x, other.y) == area.contains(point)
        assert sight.in_arc(body, other.x, other.y, degrees) == area.contains(point)
    if area.distance(drawn(other)) > 3:
        assert not sight.touches_arc(body, other, degrees)
    elif area.intersection(drawn(other)).area > 10_000:
        assert sight.touches_arc(body, other, degrees)


@given(bodies, place, place)
def test_an_arc_of_ninety_degrees_is_the_front_quarter(body: Placement, x: int, y: int) -> None:
    assert sight.in_arc(body, x, y) == arcs.in_arc(body, x, y, 90)


@given(bodies, bodies)
def test_a_quarter_that_a_round_base_touches_is_the_same_sector(one: Placement, other: Placement) -> None:
    if not other.shape:
        assert sight.touches_arc(one, other) == arcs.touches_arc(one, other, 90)


@pytest.mark.parametrize(("south", "touches"), [(499, True), (500, True), (501, False)])
def test_a_base_behind_touches_the_front_quarter_if_it_reaches_its_tip(south: int, touches: bool) -> None:
    one, other = Placement(0, 0, 0, 0, 1, 300, 1_000), Placement(0, -south, 0, 0, 1, 500, 1_000)
    assert sight.touches_arc(one, other) is arcs.touches_arc(one, other, 90) is touches


@given(bodies, st.lists(st.sampled_from(list(HullSide)), min_size=1, max_size=1), place, place, st.integers(1, 4))
def test_arcs_of_a_weapon_are_facings_that_follow_one_another(
    body: Placement, first: list[HullSide], x: int, y: int, many: int
) -> None:
    assume(isinstance(body.shape, Hull))
    sides = [HullSide((first[0] + n) % 4) for n in range(many)]
    assert arcs.facing_sector(body, *sides).holds(x, y) == bool(set(sides) & set(facings(body, x, y)))


@given(bodies, bodies, facing, place, place)
def test_riders_keep_their_spot(hull: Placement, rider: Placement, turn: tuple[int, int], x: int, y: int) -> None:
    after = replace(hull, x=x, y=y, z=300, fx=turn[0], fy=turn[1])
    moved = carried(hull, after, rider)
    assert abs(hypot(rider.x - hull.x, rider.y - hull.y) - hypot(moved.x - x, moved.y - y)) < SLACK
    assert moved.z == rider.z + 300
    there = complex(rider.x - hull.x, rider.y - hull.y) * complex(*turn) / complex(hull.fx, hull.fy)
    there *= abs(complex(hull.fx, hull.fy)) / abs(complex(*turn))
    assert abs(complex(moved.x - x, moved.y - y) - there) < SLACK
    looks = complex(rider.fx, rider.fy) * complex(*turn) / complex(hull.fx, hull.fy)
    assert abs(complex(moved.fx, moved.fy) / abs(complex(moved.fx, moved.fy)) - looks / abs(looks)) < 1e-5


def test_a_rider_that_looks_nowhere_is_carried_along() -> None:
    hull = Hull(4000, 2000)
    before = Placement(9000, 9000, 0, 0, 1, hull.radius, 2000, shape=hull)
    moved = carried(before, replace(before, x=12_000, fx=1, fy=0), Placement(9000, 9500, 2000, 0, 0))
    assert moved == Placement(12_500, 9000, 2000, 0, 0)


@pytest.mark.parametrize(
    "sides", [(), (HullSide.FRONT, HullSide.RIGHT), (HullSide.FRONT, HullSide.REAR), (*HullSide, HullSide.FRONT)]
)
def test_sides_that_do_not_follow_one_another_are_no_sector(sides: tuple[HullSide, ...]) -> None:
    hull = Hull(4000, 2000)
    with pytest.raises(ValueError, match="wanted 1 to 4 sides that follow one another counter-clockwise"):
        arcs.facing_sector(Placement(9000, 9000, 0, 0, 1, hull.radius, 2000, shape=hull), *sides)


@given(bodies)
def test_a_shape_goes_through_a_record_and_a_round_body_does_not_mention_it(body: Placement) -> None:
    written = json.encode(body)
    assert json.decode(written, type=Placement) == body
    assert (b"shape" in written) == bool(body.shape)
    for x, y in footprint(body).core:
        assert holds(footprint(body).core, x, y)


def test_a_round_placement_has_the_bytes_that_it_had() -> None:
    assert json.encode(Placement(1, 2)) == (b'{"x":1,"y":2,"z":0,"fx":0,"fy":1,"radius":500,"height":1250,"posture":3}')


class Clock(Turn, frozen=True):
    pass


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"shape": Oval(1_000, 3_000)}, "at least as long as wide"),
        ({"shape": Hull(1 << 40, 2_000)}, "whole numbers from 2 to"),
        ({"radius": 500}, "that of the disc around its shape"),
        ({"fx": 0, "fy": 0}, "faces nowhere"),
    ],
)
def test_a_forged_shape_is_refused(change: dict[str, Any], said: str) -> None:
    sound = Body(id=0, owner=0, profile="truck", at=at(5_000, 5_000, TRUCK))
    before: State[Any, Any] = State([sound], Clock())
    forged: State[Any, Any] = State([replace(sound, at=replace(sound.at, **change))], Clock())
    assert out_of_bounds(before, State([], Clock())) == ""
    assert said in out_of_bounds(forged, before)


def test_a_shape_may_stand_anywhere_without_a_placement() -> None:
    assert shape_at(TRUCK, 0, 0, 3, 0).core == (
        (2_000, -1_250),
        (2_000, 1_250),
        (-2_000, 1_250),
        (-2_000, -1_250),
    )
