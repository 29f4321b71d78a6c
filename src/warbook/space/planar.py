"""Points and edges of a board in plan: distances, the foot of a perpendicular, outlines, the nearest point on the
board."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from ..core.length import root_up
from . import _kernels as kernels
from .board import Board
from .rules import Point

Box = tuple[int, int, int, int]  # west, south, east, north

ENDS = 100  # of a line, in thousandths
BEFORE = 60  # how far before a wall a point is out of it


def on_lattice(a: Point, b: Point, s: int, length: int) -> Point:
    """The lattice point `s` along the line from `a` to `b`, at the height of `a`."""
    if length == 0:
        return a
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (a[0] + (2 * dx * s + length) // (2 * length), a[1] + (2 * dy * s + length) // (2 * length), a[2])


def outline(board: Board, first: int, count: int) -> list[tuple[tuple[int, int], tuple[int, int], int]]:
    """The edges of a polygon of the board: their ends, and 1 where there is a railing."""
    ring = board.rows.corners[first : first + count]
    return [(p[:2], q[:2], p[2]) for p, q in zip(ring, ring[1:] + ring[:1], strict=True)]


def foot_of(at: tuple[int, int], p: tuple[int, int], q: tuple[int, int]) -> tuple[int, int]:
    """The lattice point of a line that is nearest to a point."""
    x, y = kernels.direct.foot_of(*at, *p, *q)
    return int(x), int(y)


def before_line(at: tuple[int, int], line: tuple[int, int, int, int]) -> tuple[int, int]:
    """The point right before a line that is nearest to a point: on the same side, out of the line, and not at its very
    ends, which could be seen past the corner of a wall."""
    ax, ay, bx, by = line
    size = max(1, isqrt((bx - ax) ** 2 + (by - ay) ** 2))
    ux, uy = (bx - ax) * ENDS // size, (by - ay) * ENDS // size
    return just_before(at, foot_of(at, (ax + ux, ay + uy), (bx - ux, by - uy)))


def just_before(at: tuple[int, int], point: tuple[int, int]) -> tuple[int, int]:
    """A place right before a point, on the way to it from another."""
    dx, dy = at[0] - point[0], at[1] - point[1]
    away = max(abs(dx), abs(dy), 1)
    return point[0] + dx * BEFORE // away, point[1] + dy * BEFORE // away


def plan(a: Sequence[int], b: Sequence[int]) -> int:
    """The distance in plan, rounded up."""
    return root_up((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def box_of_ways(start: Point, about: tuple[int, int, int], longest: int) -> Box:
    """The box around all ways of a length from a start to somewhere about a point (x, y, how far around it)."""
    x, y, spread = about
    square, dx, dy = (longest + spread) ** 2, x - start[0], y - start[1]
    wide, deep = (root_up(max(0, square - d * d)) // 2 + 1 for d in (dy, dx))  # of the ellipse around both
    middle = (start[0] + x) // 2, (start[1] + y) // 2
    return middle[0] - wide, middle[1] - deep, middle[0] + wide, middle[1] + deep


def common_box(one: Box, other: Box) -> Box:
    """What two boxes have in common."""
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def on_board(board: Board, at: tuple[int, int], radius: int) -> tuple[int, int]:
    """The nearest point where a base is wholly on the board."""
    return (max(radius, min(board.width - radius, at[0])), max(radius, min(board.depth - radius, at[1])))
