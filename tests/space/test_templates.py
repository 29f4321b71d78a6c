"""Whom blasts and flames touch, and where a blast drifts to."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from warbook.core.length import INCH, inches
from warbook.core.state import Placement, Posture
from warbook.space.board import Board
from warbook.space.boardfile import read_board
from warbook.space.layout import Layout, row_of
from warbook.space.templates import (
    FLAME,
    Teardrop,
    beside_line,
    blast,
    fits_arc,
    flame,
    flame_directions,
    point_towards,
    scatter,
    teardrop,
)
from warbook.space.terrain import MOVE, SIGHT, Point


def board(text: str = "") -> Board:
    return read_board(f'kind = "board"\nid = "b"\ntitle = "b"\nsize = [48, 32]\n{text}', "test.toml")


def at(x: float, y: float, z: float = 0, fx: int = 1, fy: int = 0, posture: Posture = Posture.UP) -> Placement:
    return Placement(inches(x), inches(y), inches(z), fx, fy, 500, 1_250, int(posture))


def bodies(*placements: Placement, walls: tuple[tuple[int, ...], ...] = ()) -> Layout:
    return Layout([row_of(each, 0) for each in placements], walls)


def point(x: float, y: float, z: float = 0) -> Point:
    return inches(x), inches(y), inches(z)


# ---- blasts ----


def test_a_blast_touches_whoever_it_covers_even_in_part() -> None:
    layout = bodies(at(10, 10), at(12, 10), at(12.001, 10), at(10, 12, posture=Posture.DOWN))
    assert blast(layout, board(), point(10, 10), 3 * INCH) == [0, 1, 3]
    assert blast(layout, board(), point(10, 10), 5 * INCH) == [0, 1, 2, 3]


def test_who_is_off_the_table_is_not_touched() -> None:
    assert blast(bodies(at(10, 10, posture=Posture.AWAY)), board(), point(10, 10), 3 * INCH) == []


def test_a_wall_between_hole_and_body_saves_it_and_a_low_obstacle_does_not() -> None:
    layout = bodies(at(11.5, 10))
    assert blast(layout, board("[[wall]]\nline = [10.5, 5, 10.5, 15]\nheight = 3"), point(10, 10), 3 * INCH) == []
    assert blast(layout, board("[[wall]]\nline = [10.5, 5, 10.5, 9]\nheight = 3"), point(10, 10), 3 * INCH) == [0]
    low = board("[[obstacle]]\nrect = [10.2, 5, 0.3, 10]\nheight = 1")
    assert blast(layout, low, point(10, 10), 3 * INCH) == [0]


def test_another_body_does_not_shield_from_a_blast() -> None:
    assert blast(bodies(at(11, 10), at(12, 10)), board(), point(10, 10), 3 * INCH) == [0, 1]


def test_a_shut_door_shields_from_a_blast() -> None:
    door = (10_500, 5_000, 10_500, 15_000, 0, 3_000, MOVE | SIGHT)
    assert blast(bodies(at(11.5, 10), walls=(door,)), board(), point(10, 10), 3 * INCH) == []


def test_a_blast_reaches_other_floors_only_within_its_radius_and_not_through_them() -> None:
    step = board("[[platform]]\nrect = [11, 5, 10, 10]\nz = 1")
    assert blast(bodies(at(11.2, 10, 1)), step, point(10, 10), 3 * INCH) == [0]
    assert blast(bodies(at(12, 10, 1)), step, point(12, 10), 3 * INCH) == []
    high = board("[[platform]]\nrect = [11, 5, 10, 10]\nz = 2")
    assert blast(bodies(at(11.2, 10, 2)), high, point(10, 10), 3 * INCH) == []
    assert blast(bodies(at(11.2, 10, 2)), high, point(10, 10), 3 * INCH, rise=2 * INCH) == [0]


@given(st.tuples(*[st.integers(0, 6_000)] * 2), st.integers(0, 3_000), st.integers(1, 6_000))
def test_a_blast_touches_a_base_where_shapely_says_so(place: tuple[int, int], radius: int, diameter: int) -> None:
    body = Placement(*place, radius=radius)
    distance = shapely.Point(place).distance(shapely.Point(3_000, 3_000)) - radius - diameter / 2
    if abs(distance) > 0.01:
        assert blast(bodies(body), board(), (3_000, 3_000, 0), diameter) == ([0] if distance < 0 else [])


# ---- flames ----


def test_a_flame_begins_at_the_rim_and_is_as_long_as_it_says() -> None:
    behind, inside, end, beyond = at(9, 10), at(14, 10), at(18.999, 10), at(19.002, 10)
    assert flame(bodies(at(10, 10), behind, inside, end, beyond), board(), 0, (1, 0)) == [2, 3]


def test_a_flame_is_narrow_where_it_begins() -> None:
    assert flame(bodies(at(10, 10), at(10.9, 10.9)), board(), 0, (1, 0)) == []
    assert flame(bodies(at(10, 10), at(16, 11.5)), board(), 0, (1, 0)) == [1]


def test_a_flame_does_not_pass_walls_nor_rise_far() -> None:
    wall = board("[[wall]]\nline = [12, 5, 12, 15]\nheight = 3")
    assert flame(bodies(at(10, 10), at(14, 10)), wall, 0, (1, 0)) == []
    assert flame(bodies(at(10, 10), at(14, 10, 1)), board(), 0, (1, 0)) == [1]
    assert flame(bodies(at(10, 10), at(14, 10, 2)), board(), 0, (1, 0)) == []
    assert flame(bodies(at(10, 10), at(14, 10, 2)), board(), 0, (1, 0), rise=2 * INCH) == [1]


def drawn(x: float, y: float, degree: float, shape: Teardrop) -> shapely.Polygon:
    """The flame of a base of half an inch, in floats."""
    ux, uy = cos(radians(degree)), sin(radians(degree))
    middle = shape.length - shape.widest
    half = [(0, shape.tip), (shape.broad, shape.widest), (middle, shape.widest)]
    outline = [*half, *((along, -width) for along, width in half[::-1])]
    turned = [(x + (500 + a) * ux - w * uy, y + (500 + a) * uy + w * ux) for a, w in outline]
    end = shapely.Point(x + (500 + middle) * ux, y + (500 + middle) * uy).buffer(shape.widest, quad_segs=256)
    return shapely.Polygon(turned).union(end)


@given(st.integers(0, 359), st.tuples(*[st.integers(0, 24_000)] * 2), st.integers(1, 2_000))
def test_a_flame_touches_a_base_where_shapely_says_so(degree: int, place: tuple[int, int], radius: int) -> None:
    towards = (round(cos(radians(degree)) * 1e6), round(sin(radians(degree)) * 1e6))
    layout = bodies(at(12, 12), Placement(*place, radius=radius))
    distance = drawn(12_000, 12_000, degree, FLAME).distance(shapely.Point(place)) - radius
    if abs(distance) > 3:
        assert flame(layout, board(), 0, towards) == ([1] if distance < 0 else [])


@given(st.integers(0, 359), st.integers(0, 359))
def test_a_flame_fits_an_arc_where_shapely_says_so(front: int, degree: int) -> None:
    facing = Placement(12_000, 12_000, 0, round(1e6 * cos(radians(front))), round(1e6 * sin(radians(front))))
    sides = [(1e5 * cos(radians(front + side)), 1e5 * sin(radians(front + side))) for side in (-45, 45)]
    arc = shapely.Polygon([(12_000, 12_000), *((12_000 + x, 12_000 + y) for x, y in sides)])
    shape = drawn(12_000, 12_000, degree, FLAME)
    towards = (round(cos(radians(degree)) * 1e6), round(sin(radians(degree)) * 1e6))
    if arc.buffer(-3).covers(shape):
        assert fits_arc(facing, towards)
    elif not arc.buffer(3).covers(shape):
        assert not fits_arc(facing, towards)


def test_the_directions_of_a_flame_are_symmetric_about_the_facing() -> None:
    found = flame_directions(at(10, 10, fx=0, fy=1))
    assert found[0] == (0, 1)
    assert len(found) % 2 == 0  # straight ahead twice: as the facing, and as a degree
    assert sorted((x, y) for x, y in found[1:]) == sorted((-x, y) for x, y in found[1:])


def test_a_teardrop_is_a_convex_outline_and_a_circle() -> None:
    ring, centre = teardrop(0, 0, 500, (7, 0))
    assert ring == ((500, -200), (7_000, -1_250), (7_250, -1_250), (7_250, 1_250), (7_000, 1_250), (500, 200))
    assert centre == (7_250, 0)


# ---- drift ----


def test_a_blast_drifts_as_far_as_rolled_where_nothing_is_in_the_way() -> None:
    assert scatter(bodies(), board(), point(10, 10), 90, 6 * INCH) == (point(10, 16), "")
    slanting = scatter(bodies(), board(), point(10, 10), 45, 6 * INCH).point
    assert 5_998 < hypot(slanting[0] - 10_000, slanting[1] - 10_000) <= 6_000


def test_a_blast_stops_at_walls_blocks_doors_and_impassable_ground_but_not_at_low_obstacles() -> None:
    stopped = (point(11.999, 10), "solid")
    wall = board("[[wall]]\nline = [12, 5, 12, 15]\nheight = 3")
    assert scatter(bodies(), wall, point(10, 10), 0, 6 * INCH) == stopped
    assert scatter(bodies(), wall, point(10, 10, 3), 0, 6 * INCH) == (point(16, 10), "")
    assert (
        scatter(bodies(), board("[[block]]\nrect = [12, 5, 1, 9]\nheight = 3"), point(10, 10), 0, 6 * INCH) == stopped
    )
    door = (12_000, 5_000, 12_000, 15_000, 0, 3_000, MOVE | SIGHT)
    assert scatter(bodies(walls=(door,)), board(), point(10, 10), 0, 6 * INCH) == stopped
    lava = board('[[area]]\nrect = [12, 5, 1, 9]\nkind = "impassable"')
    assert scatter(bodies(), lava, point(10, 10), 0, 6 * INCH) == stopped
    low = board("[[obstacle]]\nrect = [12, 5, 1, 9]\nheight = 1")
    assert scatter(bodies(), low, point(10, 10), 0, 6 * INCH) == (point(16, 10), "")


def test_a_blast_stops_at_the_edge_of_the_board() -> None:
    assert scatter(bodies(), board(), point(46, 10), 0, 6 * INCH) == (point(48, 10), "edge")
    assert scatter(bodies(), board(), point(2, 10), 180, 2 * INCH) == (point(0, 10), "")


def test_a_blast_that_leaves_a_platform_comes_down_and_slides_onto_a_low_one() -> None:
    platform = board("[[platform]]\nrect = [5, 5, 7, 10]\nz = 3")
    assert scatter(bodies(), platform, point(10, 10, 3), 0, 6 * INCH).point == point(16, 10)
    low = board("[[platform]]\nrect = [12, 5, 7, 10]\nz = 0.5")
    assert scatter(bodies(), low, point(10, 10), 0, 6 * INCH).point == point(16, 10, 0.5)
    assert scatter(bodies(), low, point(10, 10), 0, 6 * INCH, step=0).point == point(16, 10)


@given(st.tuples(*[st.integers(0, 48_000)] * 2), st.integers(0, 359), st.integers(0, 12_000))
def test_a_drift_never_passes_a_wall_nor_goes_too_far(start: tuple[int, int], degree: int, distance: int) -> None:
    start = (start[0], start[1] % 32_000)
    terrain = board("[[block]]\nrect = [20, 10, 8, 8]\nheight = 3")
    box = shapely.box(20_000, 10_000, 28_000, 18_000)
    if box.intersects(shapely.Point(start)):
        return
    end, met = scatter(bodies(), terrain, (*start, 0), degree, distance)
    way = shapely.LineString([start, end[:2]])
    assert not box.intersects(way)
    assert way.length <= distance + 1e-6
    assert terrain.contains(end[0], end[1])
    assert met or way.length > distance - 2


# ---- lines ----


def test_a_point_towards_another_is_on_the_floor_and_never_beyond_it() -> None:
    platform = board("[[platform]]\nrect = [20, 5, 10, 10]\nz = 3")
    assert point_towards(platform, point(10, 10), point(25, 10, 3), 8 * INCH) == point(18, 10)
    assert point_towards(platform, point(10, 10), point(25, 10, 3), 12 * INCH) == point(22, 10)
    assert point_towards(platform, point(10, 10, 3), point(25, 10, 3), 12 * INCH) == point(22, 10, 3)
    assert point_towards(platform, point(10, 10), point(25, 10, 3), 99 * INCH) == point(25, 10, 3)


@pytest.mark.parametrize("reach", [INCH, 2 * INCH])
def test_bodies_beside_a_line_are_found_nearest_first(reach: int) -> None:
    on_it, beside, far, behind = at(20, 10), at(15, 11.5), at(15, 12.5), at(3, 10)
    layout = bodies(on_it, beside, far, behind, at(20, 10, 4))
    found = beside_line(layout, point(5, 10), point(30, 10), reach)
    assert found == ([1, 0] if reach == INCH else [3, 1, 2, 0])
