"""What can be seen, what is how far, and what is in front of whom."""

from __future__ import annotations

from fractions import Fraction
from math import atan2, degrees, hypot, sqrt

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from warbook.core.length import INCH
from warbook.core.state import Placement, Posture
from warbook.space.board import Board
from warbook.space.boardfile import read_board
from warbook.space.layout import Layout, row_of
from warbook.space.sight import (
    PARTS,
    contact,
    exposure,
    gap,
    hidden,
    hidden_from,
    hidden_parts,
    in_arc,
    line_blocked,
    touches_arc,
    visible,
    wall_between,
    walled_off,
    within,
)
from warbook.space.terrain import MOVE, SIGHT, Point

UP, DOWN, AWAY = Posture.UP, Posture.DOWN, Posture.AWAY


def board(text: str = "") -> Board:
    return read_board(f'kind = "board"\nid = "b"\ntitle = "b"\nsize = [48, 32]\n{text}', "test.toml")


def at(x: float, y: float, z: float = 0, posture: Posture = UP, radius: float = 0.5, height: float = 1.25) -> Placement:
    inch = INCH
    return Placement(
        round(x * inch),
        round(y * inch),
        round(z * inch),
        0,
        1,
        round(radius * inch),
        round(height * inch),
        int(posture),
    )


def bodies(*placements: Placement, walls: tuple[tuple[int, ...], ...] = ()) -> Layout:
    return Layout([row_of(each, number % 2) for number, each in enumerate(placements)], walls)


def looks(text: str, *placements: Placement, eye: int | None = None, ignore: tuple[int, ...] = ()) -> int:
    """How much of body 1 is hidden from body 0."""
    return hidden(bodies(*placements), board(text), 0, 1, eye, ignore)


# ---- distance ----


def test_a_gap_is_measured_from_rim_to_rim_and_rounded_up() -> None:
    assert gap(at(0, 0), at(5, 0)) == 4_000
    assert gap(at(0, 0), at(1, 1)) == 415  # the root of two inches is 1.41421...
    assert gap(at(0, 0), at(0.7, 0)) == 0


def test_a_gap_between_floors_counts_the_height() -> None:
    assert gap(at(0, 0), at(5, 0, 3)) == 5_000
    assert gap(at(0, 0, 3), at(0.5, 0)) == 3_000


def test_within_is_exact_where_a_gap_is_rounded() -> None:
    assert within(at(0, 0), at(5, 0), 4_000) and not within(at(0, 0), at(5, 0), 3_999)
    assert within(at(0, 0), at(5, 0, 3), 5_000) and not within(at(0, 0), at(5, 0, 3), 4_999)
    assert within(at(0, 0, 3), at(0.5, 0), 3_000) and not within(at(0, 0, 3), at(0.5, 0), 2_999)


@given(st.tuples(*[st.integers(0, 96_000)] * 4), st.integers(0, 3_000), st.integers(0, 3_000), st.integers(0, 20_000))
def test_a_gap_is_what_shapely_measures(place: tuple[int, ...], r1: int, r2: int, rise: int) -> None:
    a, b = Placement(place[0], place[1], radius=r1), Placement(place[2], place[3], rise, radius=r2)
    flat = max(shapely.Point(a.x, a.y).distance(shapely.Point(b.x, b.y)) - r1 - r2, 0)
    assert -0.001 <= gap(a, b) - sqrt(flat * flat + rise * rise) < 2
    assert gap(a, b) == gap(b, a)


@given(st.tuples(*[st.integers(0, 5_000)] * 4), st.sampled_from([0, 0, 7, 500]), st.integers(0, 2_000))
def test_contact_is_a_gap_that_is_small_enough(place: tuple[int, ...], rise: int, within: int) -> None:
    a, b = Placement(place[0], place[1]), Placement(place[2], place[3], rise)
    assert contact(a, b, within) == (gap(a, b) <= within)


def test_who_is_off_the_table_touches_nobody() -> None:
    assert contact(at(1, 1), at(2, 1))
    assert not contact(at(1, 1), at(2, 1, posture=AWAY))


# ---- arcs ----


def facing(fx: int, fy: int) -> Placement:
    return Placement(10_000, 10_000, 0, fx, fy)


@pytest.mark.parametrize(("x", "y", "inside"), [(10, 20, True), (14, 14, True), (14.001, 14, False), (10, 9, False)])
def test_the_front_is_a_quarter_of_the_plane(x: float, y: float, inside: bool) -> None:
    assert in_arc(facing(0, 1), round(x * INCH), round(y * INCH)) is inside


@given(st.tuples(*[st.integers(-900, 900)] * 2), st.tuples(*[st.integers(-20_000, 20_000)] * 2))
def test_an_arc_is_45_degrees_to_either_side(front: tuple[int, int], target: tuple[int, int]) -> None:
    assume(front != (0, 0) and target != (0, 0))
    turn = abs((degrees(atan2(*front)) - degrees(atan2(*target)) + 180) % 360 - 180)
    if abs(turn - 45) > 1e-6:
        assert in_arc(facing(*front), 10_000 + target[0], 10_000 + target[1]) == (turn < 45)


@given(st.tuples(*[st.integers(-900, 900)] * 2), st.tuples(*[st.integers(0, 20_000)] * 2), st.integers(0, 3_000))
def test_a_base_reaches_into_an_arc_where_shapely_says_so(
    front: tuple[int, int], place: tuple[int, int], radius: int
) -> None:
    assume(front != (0, 0))
    fx, fy = front[0] / hypot(*front) * 1e5, front[1] / hypot(*front) * 1e5
    arc = shapely.Polygon(
        [(10_000, 10_000), (10_000 + fx + fy, 10_000 + fy - fx), (10_000 + fx - fy, 10_000 + fy + fx)]
    )
    distance = arc.distance(shapely.Point(place))
    if abs(distance - radius) > 0.01:
        assert touches_arc(facing(*front), Placement(*place, radius=radius)) == (distance < radius)


# ---- sight ----


def test_in_the_open_nothing_is_hidden() -> None:
    assert looks("", at(2, 2), at(40, 30)) == 0


def test_a_high_wall_hides_everything_and_a_shut_door_does_too() -> None:
    assert looks("[[wall]]\nline = [10, 0, 10, 20]\nheight = 3", at(5, 10), at(15, 10)) == PARTS
    door = (10_000, 0, 10_000, 20_000, 0, 3_000, MOVE | SIGHT)
    assert hidden(bodies(at(5, 10), at(15, 10), walls=(door,)), board(), 0, 1) == PARTS
    assert hidden(bodies(at(5, 10), at(15, 10)), board(), 0, 1) == 0


def test_a_wall_that_covers_one_side_hides_two_columns_of_five() -> None:
    assert looks("[[wall]]\nline = [14, 10.05, 14, 12]\nheight = 3", at(5, 10), at(15, 10)) == 10
    assert looks("[[wall]]\nline = [14, 9.99, 14, 12]\nheight = 3", at(5, 10), at(15, 10)) == 15


def test_a_low_obstacle_close_to_the_target_hides_its_lower_part() -> None:
    obstacle = "[[obstacle]]\nline = [14.25, 8, 14.25, 12]\nwidth = 0.5\nheight = 0.5"
    assert looks(obstacle, at(5, 10), at(15, 10)) == 10
    assert looks(obstacle, at(5, 10), at(15, 10, posture=DOWN, height=0.4)) == PARTS
    assert looks(obstacle, at(5, 10), at(15, 10), eye=400) == 10


def test_one_may_ask_what_all_but_low_obstacles_hide() -> None:
    low = "[[obstacle]]\nline = [14.25, 8, 14.25, 12]\nwidth = 0.5\nheight = 0.5\n"
    wall = "[[wall]]\nline = [14, 10, 14, 20]\nheight = 3\n"
    now, on = bodies(at(5, 10), at(15, 10)), board(low + wall)
    assert hidden(now, on, 0, 1, low=False) == looks(wall, at(5, 10), at(15, 10)) == 15
    assert hidden(now, on, 0, 1) == 15 + 4  # the lower two of each of the other two columns


def test_the_eye_looks_over_a_wall_that_is_exactly_as_high_as_it() -> None:
    wall = "[[wall]]\nline = [10, 0, 10, 20]\nheight = 3"
    assert looks(wall, at(5, 10, 3), at(15, 10, 3), eye=0) == 0
    assert line_blocked(bodies(), board(wall), (5_000, 5_000, 3_000), (15_000, 5_000, 3_000)) is False
    assert line_blocked(bodies(), board(wall), (5_000, 5_000, 2_999), (15_000, 5_000, 2_999)) is True


def test_walls_that_meet_in_a_corner_leave_no_gap() -> None:
    corner = "[[wall]]\npoints = [[10, 5], [10, 10], [5, 10]]\nheight = 3"
    assert line_blocked(bodies(), board(corner), (8_000, 8_000, 500), (12_000, 12_000, 500))
    assert not line_blocked(bodies(), board(corner), (10_001, 4_000, 500), (10_001, 12_000, 500))


def test_a_platform_hides_who_stands_on_it_from_below_but_not_at_its_edge() -> None:
    platform = "[[platform]]\nrect = [10, 5, 10, 10]\nz = 4\nthickness = 0.25"
    assert looks(platform, at(12, 10), at(17, 10, 4)) == PARTS
    assert looks(platform, at(2, 10), at(19, 10, 4)) > 12
    assert looks(platform, at(2, 10), at(10.5, 10, 4)) < 13
    assert looks(platform, at(10.5, 10, 4), at(2, 10)) == 0


def test_the_side_of_a_thick_platform_hides_too() -> None:
    thick = "[[platform]]\nrect = [10, 5, 2, 10]\nz = 2\nthickness = 1.5"
    assert looks(thick, at(2, 10), at(20, 10), eye=1_000) > 0
    assert looks(thick.replace("1.5", "0"), at(2, 10), at(20, 10), eye=1_000) == 0


def test_the_landing_of_a_lift_hides_nothing() -> None:
    lift = '[[lift]]\nid = "l"\nrect = [10, 5, 10, 10]\nz = [0, 4]'
    assert looks(lift, at(12, 10), at(17, 10, 4)) == 0


def test_a_third_body_hides_what_is_right_behind_it() -> None:
    assert looks("", at(5, 10), at(15, 10), at(14, 10)) == PARTS
    assert looks("", at(5, 10), at(15, 10), at(14, 10), eye=3_000) == PARTS - 5  # over its head
    assert looks("", at(5, 10), at(15, 10), at(14, 10.6), eye=1_000) == 10


@pytest.mark.parametrize("posture", [DOWN, AWAY, Posture.HELPLESS])
def test_only_who_stands_hides_others(posture: Posture) -> None:
    assert looks("", at(5, 10), at(15, 10), at(14, 10, posture=posture)) == 0


def test_bodies_behind_the_viewer_or_the_target_or_on_other_floors_hide_nothing() -> None:
    assert looks("", at(5, 10), at(15, 10), at(4, 10)) == 0
    assert looks("", at(5, 10), at(15, 10), at(16, 10)) == 0
    assert looks("", at(5, 10), at(15, 10), at(10, 10, 3)) == 0


def test_bodies_may_be_ignored() -> None:
    assert looks("", at(5, 10), at(15, 10), at(6, 10), eye=1_000) == PARTS
    assert looks("", at(5, 10), at(15, 10), at(6, 10), eye=1_000, ignore=(2,)) == 0


def test_smoke_hides_what_is_in_it_and_behind_it() -> None:
    def through(y: float) -> int:
        smoke = ((10_000, round(y * INCH), 0, 2_500),)
        return hidden(Layout([row_of(at(5, 10), 0), row_of(at(15, 10), 1)], clouds=smoke), board(), 0, 1)

    assert through(10) == PARTS
    assert through(12.25) in range(1, PARTS)
    assert through(14) == 0
    inside = Layout([row_of(at(5, 10), 0), row_of(at(15, 10), 1)], clouds=((15_000, 10_000, 0, 2_500),))
    assert hidden(inside, board(), 0, 1) == hidden(inside, board(), 1, 0) == PARTS


def test_the_hidden_parts_can_be_named() -> None:
    wall = board("[[wall]]\nline = [14, 10.05, 14, 12]\nheight = 3")  # to the left of who looks along the x-axis
    mask = hidden_parts(bodies(at(5, 10), at(15, 10)), wall, (5_000, 10_000, 1_250), 1)
    assert mask == 0b11111_11111


def test_from_the_middle_of_a_blast_bodies_hide_others_but_only_walls_wall_off() -> None:
    layout = bodies(at(5, 10), at(15, 10), at(14, 10))
    assert hidden_from(layout, board(), (10_000, 10_000, 0), 1) == PARTS
    assert not walled_off(layout, board(), (10_000, 10_000, 0), 1)
    assert walled_off(layout, board("[[wall]]\nline = [12, 0, 12, 20]\nheight = 3"), (10_000, 10_000, 0), 1)


def test_the_hole_of_a_blast_on_a_platform_does_not_reach_below_it() -> None:
    platform = board("[[platform]]\nrect = [10, 5, 10, 10]\nz = 3")
    layout = bodies(at(15, 10), at(15, 10, 3))
    assert hidden_from(layout, platform, (15_000, 10_000, 3_000), 0) == PARTS
    assert hidden_from(layout, platform, (15_000, 10_000, 3_000), 1) == 0
    assert hidden_from(layout, platform, (15_000, 10_000, 0), 1) == PARTS


def test_visible_gives_those_of_whom_something_is_seen_in_the_order_asked() -> None:
    wall = board("[[wall]]\nline = [10, 0, 10, 9.8]\nheight = 3")
    layout = bodies(at(5, 10), at(15, 10), at(15, 2), at(15, 20))
    assert visible(layout, wall, 0, [3, 2, 1]) == [(3, 0), (1, hidden(layout, wall, 0, 1))]
    assert 0 < hidden(layout, wall, 0, 1) < PARTS
    assert visible(layout, wall, 0, []) == []


def test_where_it_would_be_seen_is_what_is_seen_of_it_once_it_stands_there() -> None:
    yard = board("[[wall]]\nline = [10, 0, 10, 10]\nheight = 1")
    watchers = (at(2, 5), at(18, 5), at(14, 12, posture=DOWN))
    spots = [(6_000, 5_000, 0), (14_000, 5_000, 0), (10_600, 11_000, 0)]
    found = exposure(bodies(*watchers, at(30, 30)), yard, (0, 1, 2), 3, spots)
    for (x, y, z), parts in zip(spots, found, strict=True):
        there = bodies(*watchers, at(x / INCH, y / INCH, z / INCH))
        assert parts == [hidden(there, yard, watcher, 3) for watcher in (0, 1, 2)]
    assert len({tuple(parts) for parts in found}) == 3


def test_low_obstacles_stop_a_measure_only_if_asked() -> None:
    obstacle = board("[[obstacle]]\nrect = [10, 0, 0.5, 20]\nheight = 1")
    assert not line_blocked(bodies(), obstacle, (5_000, 5_000, 500), (15_000, 5_000, 500))
    assert line_blocked(bodies(), obstacle, (5_000, 5_000, 500), (15_000, 5_000, 500), low=True)


def test_walls_and_shut_doors_on_the_level_of_the_higher_one_stand_between_two_bodies() -> None:
    a, b, up = at(5, 5), at(15, 5), at(15, 5, 3)
    door = (10_000, 0, 10_000, 20_000, 0, 1_250, MOVE)
    bare = bodies()
    assert not wall_between(bare, board(), a, b, 400)
    assert wall_between(bodies(walls=(door,)), board(), a, b, 400)
    assert not wall_between(bare, board("[[obstacle]]\nrect = [10, 0, 0.5, 20]\nheight = 1"), a, b, 400)
    tall, short = (board(f"[[block]]\nrect = [10, 0, 0.5, 20]\nheight = {height}") for height in (4, 2))
    assert wall_between(bare, tall, a, up, 400)
    assert wall_between(bare, short, a, b, 400)
    assert not wall_between(bare, short, a, up, 400)
    assert not wall_between(bare, tall, a, at(9, 5), 400)


# ---- against other witnesses ----

points = st.tuples(st.integers(0, 48_000), st.integers(0, 32_000), st.integers(0, 6_000))
walls = st.lists(
    st.tuples(
        st.integers(0, 48_000), st.integers(0, 32_000), st.integers(0, 48_000), st.integers(0, 32_000),
        st.integers(0, 3_000), st.integers(1, 4_000),
    ),
    max_size=4,
)  # fmt: skip


def stopped_by(wall: tuple[int, ...], a: Point, b: Point) -> bool | None:
    """Whether a wall stops a line, by shapely in plan; None where its floats are no witness."""
    line, edge = shapely.LineString([a[:2], b[:2]]), shapely.LineString([wall[:2], wall[2:4]])
    if 0 < line.distance(edge) < 0.01 or any(0 < shapely.Point(p).distance(edge) < 0.01 for p in (a[:2], b[:2])):
        return None
    meeting = line.intersection(edge)
    if meeting.is_empty:
        return False
    if not isinstance(meeting, shapely.Point):
        return None
    way = Fraction(line.project(meeting)) / Fraction(line.length) if line.length else Fraction(0)
    height = float(a[2] + (b[2] - a[2]) * way)
    if min(abs(height - wall[4]), abs(height - wall[4] - wall[5])) < 0.01:
        return None
    return wall[4] < height < wall[4] + wall[5]


@given(walls, points, points)
def test_a_line_is_stopped_where_shapely_says_so_and_both_ways_alike(
    given_walls: list[tuple[int, ...]], a: Point, b: Point
) -> None:
    rows = tuple((*wall[:5], wall[4] + wall[5], MOVE | SIGHT) for wall in given_walls if wall[:2] != wall[2:4])
    layout = Layout([], rows)
    blocked = line_blocked(layout, board(), a, b)
    assert blocked == line_blocked(layout, board(), b, a)
    witnesses = [stopped_by(wall, a, b) for wall in given_walls if wall[:2] != wall[2:4]]
    if None not in witnesses:
        assert blocked == any(witnesses)


@given(st.tuples(*[st.integers(0, 16_000)] * 4), points, points)
def test_a_floor_stops_a_line_that_passes_through_it(box: tuple[int, ...], a: Point, b: Point) -> None:
    x, y, width, depth = (value / INCH for value in box)
    assume(width > 0 and depth > 0)
    platform = board(f"[[platform]]\nrect = [{x}, {y}, {width}, {depth}]\nz = 3")
    blocked = line_blocked(Layout([]), platform, a, b)
    assert blocked == line_blocked(Layout([]), platform, b, a)
    if (a[2] < 3_000) == (b[2] < 3_000):
        assert not blocked
    else:
        way = Fraction(3_000 - a[2], b[2] - a[2])
        px, py = a[0] + (b[0] - a[0]) * way, a[1] + (b[1] - a[1]) * way
        assert blocked == (box[0] <= px <= box[0] + box[2] and box[1] <= py <= box[1] + box[3])
