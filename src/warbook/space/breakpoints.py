"""Breakpoints: the directions and distances at which what is legal for a base may change.

What a base may not touch bounds the places of its centre by circles and lines.  Between two neighbouring breakpoints
of these nothing changes; so whoever tries each breakpoint and one point between any two finds whatever there is, up to
the grain of the lattice.  Numbers may be rounded here: they are proposals, and `check` rules on the points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from math import isqrt, sqrt
from typing import NamedTuple, TypeVar

from ..core.state import Posture
from ._kernels import Gait
from .board import Board, per_board
from .layout import Layout
from .planar import Box, outline
from .rules import threatens
from .shapes import rectangle, sides
from .terrain import IMPASSABLE, LOW, MOVE, OBSTACLE

Circle = tuple[int, int, int]  # x, y, radius
Line = tuple[int, int, int, int]  # x, y, x, y
Vector = tuple[int, int]
T = TypeVar("T")
Boxed = tuple[tuple[T, Box], ...]  # outlines, each with the box around it


class Outlines(NamedTuple):
    """What bounds the places of a base's centre, in plan, at whatever height it is."""

    circles: tuple[Circle, ...]
    lines: tuple[Line, ...]


def outlines(board: Board, layout: Layout, mover_id: int, box: Box, gait: Gait | None = None) -> Outlines:
    """What bounds where a body may stand and pass inside a box; a `gait` says from whom it keeps clear."""
    mover = layout.row(mover_id)
    radius = mover[5]
    still = _outlines_of_board(layout.with_ground(board), radius)
    circles, lines = _in_box(box, still[0]), _in_box(box, still[1])
    for x1, y1, x2, y2, *_ in layout.wall_rows:
        _inflate((x1, y1, x2, y2), radius, circles, lines)
    for number, (x, y, _, _, _, wide, _, posture, owner) in enumerate(layout.rows()):
        if number != mover_id and posture != Posture.AWAY:
            for away in {0, gait.keep if gait is not None and threatens(posture, owner, gait) else 0}:
                circle = (x, y, wide + radius + away)
                if _meets(_around_circle(circle), box):
                    circles.append(circle)
    return Outlines(tuple(circles), tuple(lines))


def _in_box(box: Box, boxed: Boxed[T]) -> list[T]:
    """Those of some outlines whose boxes meet another."""
    west, south, east, north = box
    return [each for each, (w, s, e, n) in boxed if w <= east and e >= west and s <= north and n >= south]


@per_board
def _outlines_of_board(board: Board, radius: int) -> tuple[Boxed[Circle], Boxed[Line]]:
    """What of a board bounds the places of a base of this size: the circles and the lines."""
    circles: list[Circle] = []
    lines: list[Line] = []
    for x1, y1, x2, y2, _, _, flags in board.rows.edges:
        if flags & (MOVE | LOW) == MOVE:
            _inflate((x1, y1, x2, y2), radius, circles, lines)
    for _, first, count, *_ in board.rows.floors:
        lines += [(*p, *q) for p, q, _ in outline(board, first, count)]
    for _, _, first, count, *_, kind in board.rows.areas:
        for p, q, _ in outline(board, first, count):
            lines.append((*p, *q))
            if kind in (IMPASSABLE, OBSTACLE):
                _inflate((*p, *q), radius, circles, lines)
    inside = rectangle(radius, radius, board.width - 2 * radius, board.depth - 2 * radius)
    lines += [(*p, *q) for p, q in sides(inside)]
    boxed_circles = tuple((circle, _around_circle(circle)) for circle in dict.fromkeys(circles))
    return boxed_circles, tuple((line, _around_line(line)) for line in dict.fromkeys(lines))


def _inflate(line: Line, reach: int, circles: list[Circle], lines: list[Line]) -> None:
    """Adds the outline of all that is nearer than `reach` to a line."""
    ax, ay, bx, by = line
    dx, dy = bx - ax, by - ay
    length = isqrt(dx * dx + dy * dy)
    circles += [(ax, ay, reach), (bx, by, reach)]
    if length:
        for side in (reach, -reach):
            ox, oy = round(-dy * side / length), round(dx * side / length)
            lines.append((ax + ox, ay + oy, bx + ox, by + oy))


def _around_circle(circle: Circle) -> Box:
    x, y, r = circle
    return (x - r, y - r, x + r, y + r)


def _around_line(line: Line) -> Box:
    ax, ay, bx, by = line
    return (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))


def _meets(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def over(bounds: Outlines, origin: Sequence[int], circle: Circle) -> Outlines:
    """Those of the outlines that a straight way from a point over some circle may meet."""
    x, y = origin[0], origin[1]
    dx, dy, r = circle[0] - x, circle[1] - y, circle[2]
    square = dx * dx + dy * dy
    if square == 0:
        return bounds
    tangent = isqrt(square - r * r) if square > r * r else 0
    right, left = (dx * tangent + dy * r, dy * tangent - dx * r), (dx * tangent - dy * r, dy * tangent + dx * r)
    return between(bounds, origin, right, left)


def between(bounds: Outlines, origin: Sequence[int], right: Vector, left: Vector) -> Outlines:
    """Those of the outlines that a straight way from a point may meet in a direction between two, which are less than
    half a turn apart."""
    x, y = origin[0], origin[1]
    right, left = _unit(*right), _unit(*left)
    mx, my = right[0] + left[0], right[1] + left[1]

    def aside(points: Sequence[tuple[int, int]], reach: int) -> bool:
        far = reach * _LONG
        return (
            all(left[0] * (py - y) - left[1] * (px - x) > far for px, py in points)
            or all(right[0] * (py - y) - right[1] * (px - x) < -far for px, py in points)
            or all(mx * (px - x) + my * (py - y) < -2 * far for px, py in points)
        )

    return Outlines(
        tuple((cx, cy, wide) for cx, cy, wide in bounds.circles if not aside(((cx, cy),), wide)),
        tuple((ax, ay, bx, by) for ax, ay, bx, by in bounds.lines if not aside(((ax, ay), (bx, by)), 0)),
    )


def within(bounds: Outlines, origin: Sequence[int], far: int) -> Outlines:
    """Those of the outlines that come so near to a point."""
    x, y = origin[0], origin[1]
    box = (x - far, y - far, x + far, y + far)
    return Outlines(
        tuple(circle for circle in bounds.circles if _meets(_around_circle(circle), box)),
        tuple(line for line in bounds.lines if _meets(_around_line(line), box)),
    )


# ---- directions ------------------------------------------------------------------------------------------------------


def directions(origin: Sequence[int], bounds: Outlines, far: int, more: Iterable[Vector] = ()) -> Iterator[Vector]:
    """The directions from a point at which something changes for ways no longer than `far`, and one between any two:
    first those to the middles and tangents of circles and the ends of lines, and some `more`, then all others, to where
    any two of the outlines meet, or one of them is `far` away."""
    plainly = plain_directions(origin, bounds, more)
    yield from with_middles(plainly)
    x, y = origin[0], origin[1]
    meeting = {
        _unit(px - x, py - y)
        for px, py in meeting_points(Outlines((*bounds.circles, (x, y, far)), bounds.lines))
        if (px - x) ** 2 + (py - y) ** 2 <= (far + 2) ** 2 and (px, py) != (x, y)
    }
    if meeting - plainly:
        yield from with_middles(plainly | meeting)


def plain_directions(origin: Sequence[int], bounds: Outlines, more: Iterable[Vector] = ()) -> set[Vector]:
    """Those to the middles and tangents of circles and the ends of lines, and some `more`."""
    return {_unit(*vector) for vector in (*_COMPASS, *_plain_directions(origin, bounds), *more) if vector != (0, 0)}


_COMPASS = ((1, 0), (0, 1), (-1, 0), (0, -1))
_LONG = 1 << 24  # the length of a direction


def _plain_directions(origin: Sequence[int], bounds: Outlines) -> Iterator[Vector]:
    x, y = origin[0], origin[1]
    for cx, cy, r in bounds.circles:
        dx, dy = cx - x, cy - y
        yield dx, dy
        square = dx * dx + dy * dy - r * r
        tangent = isqrt(square) if square > 0 else 0
        yield dx * tangent - dy * r, dy * tangent + dx * r
        yield dx * tangent + dy * r, dy * tangent - dx * r
    for ax, ay, bx, by in bounds.lines:
        yield ax - x, ay - y
        yield bx - x, by - y


def _unit(dx: int, dy: int) -> Vector:
    length = sqrt(dx * dx + dy * dy)
    return round(dx * _LONG / length), round(dy * _LONG / length)


def with_middles(vectors: Iterable[Vector]) -> Iterator[Vector]:
    """Directions all round, and between any two neighbours the one in the middle and one hard by each: what a way may
    cost bounds it too, and is no outline."""
    ring = sorted(vectors, key=_turn)
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        yield a
        for m, n in _BETWEEN:
            yield m * a[0] + n * b[0], m * a[1] + n * b[1]


_BETWEEN = ((63, 1), (1, 1), (1, 63))


def _turn(vector: Vector) -> int:
    """A number that grows as a direction turns counter-clockwise."""
    dx, dy = vector
    part = (dy << 40) // (abs(dx) + abs(dy))
    return part if dx >= 0 else (2 << 40) - part


# ---- where outlines meet ---------------------------------------------------------------------------------------------


def meeting_points(bounds: Outlines) -> Iterator[tuple[int, int]]:
    """Where any two of the outlines meet, on the lattice."""
    for one, other in combinations(bounds.circles, 2):
        yield from _circles_meet(one, other)
    lines = tuple((line, _around_line(line)) for line in bounds.lines)
    for circle in bounds.circles:
        for line in _in_box(_around_circle(circle), lines):
            yield from _circle_meets_line(circle, line)
    for number, (line, box) in enumerate(lines):
        for crossed in _in_box(box, lines[number + 1 :]):
            yield from _lines_meet(line, crossed)


def _circles_meet(one: Circle, other: Circle) -> Iterator[tuple[int, int]]:
    (ax, ay, r), (bx, by, s) = one, other
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if not (r - s) ** 2 <= square <= (r + s) ** 2 or square == 0:
        return
    along = (square + r * r - s * s) / (2 * square)
    up = sqrt(max(0.0, r * r / square - along * along))
    for side in (up, -up):
        yield round(ax + dx * along - dy * side), round(ay + dy * along + dx * side)


def _circle_meets_line(circle: Circle, line: Line) -> Iterator[tuple[int, int]]:
    (cx, cy, r), (ax, ay, bx, by) = circle, line
    dx, dy = bx - ax, by - ay
    length = sqrt(dx * dx + dy * dy)
    for away in _cuts_of_circle(ax, ay, dx / length, dy / length, cx, cy, r):
        if 0 <= away <= length:
            yield round(ax + dx * away / length), round(ay + dy * away / length)


def _lines_meet(line: Line, other: Line) -> Iterator[tuple[int, int]]:
    ax, ay, bx, by = line
    part = _cut_of_line(ax, ay, bx - ax, by - ay, other)
    if part is not None and 0 <= part <= 1:
        yield round(ax + (bx - ax) * part), round(ay + (by - ay) * part)


# ---- along a line ----------------------------------------------------------------------------------------------------


def distances(origin: Sequence[int], direction: Vector, bounds: Outlines, far: int, least: int = 0) -> list[int]:
    """How far along a direction something changes, rounded down and up, and one distance between any two, from `least`
    to `far`."""
    x, y = origin[0], origin[1]
    length = sqrt(direction[0] ** 2 + direction[1] ** 2)
    ux, uy = direction[0] / length, direction[1] / length
    cuts = [float(least), float(far)]
    for cx, cy, r in bounds.circles:
        cuts += _cuts_of_circle(x, y, ux, uy, cx, cy, r)
    for line in bounds.lines:
        cut = _cut_of_line(x, y, ux, uy, line)
        if cut is not None:
            cuts.append(cut)
    return whole_and_between(cuts, least, far)


def whole_and_between(cuts: Iterable[float], least: int, most: int) -> list[int]:
    """Whole numbers at and between numbers, from `least` to `most`."""
    sharp = sorted({cut for cut in cuts if least <= cut <= most})
    found = {int(cut) + more for cut in sharp for more in (0, 1)} | {int((a + b) / 2) for a, b in pairwise(sharp)}
    return sorted(number for number in found if least <= number <= most)


def ahead(origin: Sequence[int], direction: Vector, away: int) -> tuple[int, int]:
    """The point of the lattice so far in a direction."""
    length = sqrt(direction[0] ** 2 + direction[1] ** 2)
    return origin[0] + round(direction[0] * away / length), origin[1] + round(direction[1] * away / length)


def _cuts_of_circle(x: float, y: float, ux: float, uy: float, cx: int, cy: int, r: int) -> tuple[float, ...]:
    """How far along a unit vector a line enters and leaves a circle."""
    dx, dy = cx - x, cy - y
    along, across = dx * ux + dy * uy, dx * uy - dy * ux
    square = r * r - across * across
    if square < 0:
        return ()
    half = sqrt(square)
    return along - half, along + half


def _cut_of_line(x: float, y: float, ux: float, uy: float, line: Line) -> float | None:
    """How far along a vector, in its lengths, it crosses a line."""
    ax, ay, bx, by = line
    ex, ey = bx - ax, by - ay
    turn = ux * ey - uy * ex
    if turn == 0:
        return None
    part = ((ax - x) * uy - (ay - y) * ux) / turn
    if not -_TOUCH <= part <= 1 + _TOUCH:
        return None
    return ((ax - x) * ey - (ay - y) * ex) / turn


_TOUCH = 1e-9
