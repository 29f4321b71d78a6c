"""The predicates of plane geometry, against shapely and by hand."""

from __future__ import annotations

from math import hypot

import shapely
from hypothesis import given
from hypothesis import strategies as st

from warbook.space import shapes
from warbook.space._kernels import isqrt, root_up, table
from warbook.space.terrain import Area, Polygon

coordinates = st.integers(0, 96_000)
small = st.integers(0, 40)  # so that points coincide, line up and touch
points = st.one_of(st.tuples(coordinates, coordinates), st.tuples(small, small))


@st.composite
def convex_polygons(draw: st.DrawFn) -> Polygon:
    cloud = draw(st.lists(points, min_size=3, max_size=9, unique=True))
    hull = shapely.MultiPoint(cloud).convex_hull
    while not isinstance(hull, shapely.Polygon):
        cloud = [*cloud, draw(points)]
        hull = shapely.MultiPoint(cloud).convex_hull
    ring = tuple((round(x), round(y)) for x, y in hull.exterior.coords[:-1])
    return ring if shapes.counter_clockwise(ring) else ring[::-1]


def segment(a: tuple[int, int], b: tuple[int, int]) -> shapely.Geometry:
    return shapely.LineString([a, b]) if a != b else shapely.Point(a)


def corners(polygon: Polygon) -> object:
    return table([(x, y, 0) for x, y in polygon], 3)


@given(points, points, points, points)
def test_segments_meet_where_shapely_says_so(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]
) -> None:
    assert shapes.segments_meet(*a, *b, *c, *d) == segment(a, b).intersects(segment(c, d))


@given(convex_polygons(), points)
def test_a_point_is_in_a_polygon_where_shapely_says_so(polygon: Polygon, point: tuple[int, int]) -> None:
    inside = shapely.Polygon(polygon).covers(shapely.Point(point))
    assert shapes.in_polygon(corners(polygon), 0, len(polygon), *point) == inside


@given(convex_polygons())
def test_every_corner_of_a_polygon_is_in_it(polygon: Polygon) -> None:
    assert all(shapes.in_polygon(corners(polygon), 0, len(polygon), *corner) for corner in polygon)


@given(points, points, points, st.integers(0, 5_000))
def test_a_circle_touches_a_segment_where_shapely_says_so(
    point: tuple[int, int], a: tuple[int, int], b: tuple[int, int], reach: int
) -> None:
    distance = shapely.Point(point).distance(segment(a, b))
    if abs(distance - reach) > 0.01:  # closer than this shapely's floats are no witness
        assert shapes.near_segment(*point, *a, *b, reach) == (distance < reach)


@given(convex_polygons(), points, st.integers(0, 5_000))
def test_a_circle_touches_a_polygon_where_shapely_says_so(polygon: Polygon, point: tuple[int, int], reach: int) -> None:
    distance = shapely.Point(point).distance(shapely.Polygon(polygon))
    if abs(distance - reach) > 0.01:
        assert shapes.near_polygon(corners(polygon), 0, len(polygon), *point, reach) == (distance < reach)


def test_a_circle_that_just_touches_a_straight_wall_touches_it() -> None:
    assert shapes.near_segment(500, 300, 0, 0, 1000, 0, 300)
    assert not shapes.near_segment(500, 301, 0, 0, 1000, 0, 300)


@given(convex_polygons(), points, points)
def test_the_part_of_a_line_inside_a_polygon_is_as_long_as_shapely_says(
    polygon: Polygon, a: tuple[int, int], b: tuple[int, int]
) -> None:
    enter, leave = shapes.clip(corners(polygon), 0, len(polygon), *a, *b)
    line = segment(a, b)
    inside = line.intersection(shapely.Polygon(polygon))
    if a != b and not inside.is_empty:
        assert enter <= leave
        assert abs((leave - enter) / shapes.UNIT * line.length - inside.length) < 0.5
    elif inside.is_empty and line.distance(shapely.Polygon(polygon)) > 0.01:
        assert enter > leave


@given(st.integers(0, 2**61))
def test_the_integer_root_is_exact(n: int) -> None:
    root = isqrt(n)
    assert root * root <= n < (root + 1) ** 2
    assert (root_up(n) - 1) ** 2 < n <= root_up(n) ** 2 or n == 0


@given(st.integers(-96_000, 96_000), st.integers(-96_000, 96_000), st.integers(0, 60_000))
def test_a_stretched_vector_points_the_same_way_and_never_goes_too_far(dx: int, dy: int, length: int) -> None:
    x, y = shapes.stretched(dx, dy, length)
    assert x * x + y * y <= length * length
    if dx or dy:
        assert hypot(x, y) > length - 2
        assert shapes.dot(dx, dy, x, y) >= 0
        assert abs(shapes.cross(dx, dy, x, y)) <= 2 * hypot(dx, dy)
    else:
        assert (x, y) == (0, 0)


def test_a_step_straight_along_an_axis_is_exact() -> None:
    assert shapes.stretched(0, -7, 3000) == (0, -3000)
    assert shapes.along((1000, 1000, 0), (9000, 1000, 0), 2500) == (3500, 1000)
    assert shapes.stretched(3, 4, 0) == (0, 0)


def test_degrees_count_counter_clockwise_from_the_x_axis() -> None:
    assert shapes.direction(0) == (shapes.UNIT, 0)
    assert shapes.direction(90) == (0, shapes.UNIT)
    assert shapes.direction(-90) == shapes.direction(270) == (0, -shapes.UNIT)
    assert all(abs(hypot(*shapes.direction(degree)) - shapes.UNIT) < 1 for degree in range(360))


def test_what_is_not_a_convex_polygon_is_told() -> None:
    square = shapes.rectangle(0, 0, 1000, 2000)
    pentagram = tuple(
        (round(1000 * c), round(1000 * s))
        for c, s in ((1.0, 0.0), (-0.809, 0.588), (0.309, -0.951), (0.309, 0.951), (-0.809, -0.588))
    )
    assert shapes.convex_fault(square) == ""
    assert "2 points" in shapes.convex_fault(square[:2])
    assert "twice" in shapes.convex_fault((*square[:3], square[0]))
    assert "inwards at (0.2, 1)" in shapes.convex_fault((*square, (200, 1000)))
    assert "in a line at (0, 1)" in shapes.convex_fault((*square, (0, 1000)))
    assert shapes.convex_fault(pentagram) == "lines that cross"


def test_the_width_of_a_shape_is_its_least() -> None:
    assert shapes.width(((0, 0), (4000, 0), (4000, 500), (0, 500))) == 500
    assert shapes.width(((0, 0), (1000, 0), (0, 1000))) == 708


@given(st.lists(convex_polygons(), max_size=3), points, points)
def test_what_lies_of_a_line_in_ground_is_what_shapely_says(
    polygons: list[Polygon], a: tuple[int, int], b: tuple[int, int]
) -> None:
    ground = [Area(polygon, 0, 1000, "dense") for polygon in polygons]
    wanted = shapely.unary_union([shapely.Polygon(polygon) for polygon in polygons])
    found = shapes.stretch(ground, (*a, 0), (*b, 0))
    assert abs(found - segment(a, b).intersection(wanted).length) < 1.001


def test_ground_that_overlaps_is_crossed_once_and_counts_where_the_line_is_no_higher_or_lower() -> None:
    wood, more = (Area(shapes.rectangle(x, 0, 3000, 6000), 0, 2000, "dense") for x in (2000, 4000))
    assert shapes.stretch([wood, more], (0, 3000, 0), (10_000, 3000, 0)) == 5000
    assert shapes.stretch([wood], (0, 3000, 2001), (10_000, 3000, 2001)) == 0
    assert shapes.stretch([wood], (0, 3000, 4000), (10_000, 3000, 0)) == 0  # over it, down to 2" where it ends
    assert shapes.stretch([wood], (0, 3000, 3000), (10_000, 3000, 0)) == 1667  # below 2" from a third of the way on
    assert shapes.stretch([wood], (3000, 1000, 0), (3000, 1000, 0)) == 0


def test_how_much_of_a_line_lies_in_ground_is_rounded_up() -> None:
    assert shapes.stretch([Area(shapes.rectangle(0, 0, 1, 1), 0, 0, "dense")], (0, 0, 0), (1, 1, 0)) == 2


@given(convex_polygons(), points, points, st.integers(1, 5_000))
def test_a_disc_dragged_along_covers_ground_where_shapely_says_so(
    polygon: Polygon, a: tuple[int, int], b: tuple[int, int], radius: int
) -> None:
    far = segment(a, b).distance(shapely.Polygon(polygon))
    if abs(far - radius) > 1e-6:
        assert shapes.sweeps(polygon, a, b, radius) == (far < radius)


def test_a_disc_that_only_touches_ground_does_not_cover_it() -> None:
    square = shapes.rectangle(0, 0, 1000, 1000)
    assert not shapes.sweeps(square, (2000, -500), (2000, 3000), 1000)
    assert shapes.sweeps(square, (1999, -500), (1999, 3000), 1000)
    assert shapes.sweeps(square, (300, 300), (300, 300), 1)


@given(points, points, points, st.integers(0, 5_000))
def test_a_line_passes_a_point_as_near_as_shapely_says(
    a: tuple[int, int], b: tuple[int, int], point: tuple[int, int], reach: int
) -> None:
    far = segment(a, b).distance(shapely.Point(point))
    if abs(far - reach) > 1e-6:
        assert shapes.passes(a, b, *point, reach) == (far < reach)


def test_a_line_passes_at_exactly_a_distance() -> None:
    assert shapes.passes((0, 0), (8000, 6000), 1000, 7000, 5000)
    assert not shapes.passes((0, 0), (8000, 6000), 1000, 7000, 4999)
    assert shapes.passes((0, 0), (1000, 0), 4000, 4000, 5000)
    assert not shapes.passes((0, 0), (1000, 0), 4001, 4000, 5000)
