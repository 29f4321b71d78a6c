"""The nearest place where a body fits, among bodies of any shape (round ones alone: see `displacement.settle`).

What is in a body's way bars its middle from a convex polygon with rounded corners: all places at which the two would
share ground.  The nearest place outside all of these is straight out of one of them, or where the borders of two meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import isqrt

from ..core.length import INCH, root_up
from ..core.state import Placement, Posture
from .board import Board
from .fitting import STEP, footprint_at, footprint_of, in_the_way, misfit, pits, placement_of, ring_of, solid_lines
from .footprints import Footprint, Spot, apart, edges, half_over_root, hull_of, meet, near_enough, overlap
from .layout import Layout
from .rules import Point
from .shapes import UNIT, cross, direction, dot

RING = 50  # how far apart the rings are on which one looks where corners are too sharp for whole thousandths
BESIDE = 3  # how far from where two borders meet one looks for a whole thousandth that is outside both
Line = tuple[Spot, Spot]
"""A point of a line without ends, and its direction."""


def nearest_fit(
    board: Board,
    layout: Layout,
    id: int,
    at: Point,
    bodies: bool = True,
    clear_of: Sequence[int] = (),
    distance: int = 0,
    limit: int = 6 * INCH,
    off: Sequence[Footprint] = (),
    this_side: bool = False,
) -> Point | None:
    """The nearest point to `at`, on the same floor, where a body may stand, facing as it does: see
    `displacement.settle`.  It stands `off` some ground besides, such as that over which a drive goes on, and on
    `this_side` of all walls if asked to.

    Nothing that is nearer by more than a few thousandths is free, but for gaps that are too narrow for those.
    """
    me = placement_of(layout, id).moved_to(at)
    others = list(_others(layout, id, me, bodies, clear_of, distance, limit))
    walls = list(solid_lines(board, layout, at[2] + STEP, at[2] + me.height)) if this_side else []

    def free(x: int, y: int) -> bool:
        if any(meet(wall, (at[:2], (x, y))) for wall in walls):
            return False
        mine = footprint_at(layout, id, x, y)
        for foot, z, keep, (ox, oy, reach) in others:
            if (ox - x) ** 2 + (oy - y) ** 2 > reach * reach:
                continue
            square, by = apart(mine.core, foot.core)
            if keep and near_enough(square, by, mine.radius + foot.radius, abs(z - at[2]), keep, strictly=True):
                return False
        if any(overlap(mine, foot) for foot in off):
            return False
        return misfit(board, layout, id, me.moved_to((x, y, at[2])), bodies=bodies) is None

    x, y = at[:2]
    if free(x, y):
        return at
    mine = footprint_at(layout, id, x, y)
    bars = [_barred(mine, me, foot, _flat(keep, abs(z - at[2]))) for foot, z, keep, _ in others]
    bars += [_barred(mine, me, foot) for foot in (*off, *(foot for _, foot in in_the_way(board, layout, me)))]
    near = [bar for bar in bars if overlap(bar, Footprint((me.spot[:2],), limit))]
    best: tuple[int, int, int] | None = None
    sharp = False
    for far, px, py in _outward(near, _brims(layout.ground_for(board, id), mine, me), (x, y)):
        if far > limit * limit:
            break
        if free(px, py):
            best = (far, px, py)
            break
        sharp = True
    for far, px, py in _rings(x, y, limit) if sharp or best is None else ():
        if best is not None and far >= best[0]:
            break
        if free(px, py):
            return (px, py, at[2])
    return None if best is None else (best[1], best[2], at[2])


def _rings(x: int, y: int, limit: int) -> Iterator[tuple[int, int, int]]:
    """Points on rings around a place, from the inmost ring outward, each after the square of how far away its ring
    is."""
    for reach in range(RING, limit + 1, RING):
        for degree in range(0, 360, 10):
            ux, uy = direction(degree)
            yield reach * reach, x + ux * reach // UNIT, y + uy * reach // UNIT


def _others(
    layout: Layout, id: int, me: Placement, bodies: bool, clear_of: Sequence[int], distance: int, limit: int
) -> Iterator[tuple[Footprint, int, int, tuple[int, int, int]]]:
    """The bodies that may be in the way: what each covers, its height, how far off one keeps, and the disc about its
    middle in which all are who are nearer to it than that."""
    for n, row in enumerate(layout.rows()):
        if n == id or row[7] == Posture.AWAY:
            continue
        if n in clear_of or (bodies and row[2] < me.z + me.height and row[2] + row[6] > me.z):
            keep = distance if n in clear_of else 0
            reach = row[5] + me.radius + keep + 1
            if abs(row[0] - me.x) <= reach + limit and abs(row[1] - me.y) <= reach + limit:
                yield footprint_of(layout, n), row[2], keep, (row[0], row[1], reach)


def _flat(keep: int, rise: int) -> int:
    """How far apart in plan what is to be so far apart, and lies so much higher or lower."""
    return root_up(keep * keep - rise * rise) if keep > rise else 0


def _barred(mine: Footprint, me: Placement, other: Footprint, keep: int = 0) -> Footprint:
    """Where the middle of a body may not be, for it would share ground with another or be nearer to it than that."""
    differences = [(me.x + qx - px, me.y + qy - py) for px, py in mine.core for qx, qy in other.core]
    return Footprint(hull_of(tuple(differences)), mine.radius + other.radius + keep)


def _brims(board: Board, mine: Footprint, me: Placement) -> list[Line]:
    """The lines at which the floor ends for the middle of a body, and the board for its outline."""
    west, south, east, north = mine.bounds()
    corner, far = (me.x - west, me.y - south), (board.width - east + me.x, board.depth - north + me.y)
    rings = [ring_of(board, first, count) for level, first, count, *_ in board.rows.floors if level == me.z]
    lines = ((a, (b[0] - a[0], b[1] - a[1])) for ring in (*rings, *pits(board, me.z)) for a, b in edges(ring))
    return [*lines, *((point, way) for point in (corner, far) for way in ((1, 0), (0, 1)))]


def _outward(bars: Sequence[Footprint], others: Sequence[Line], at: Spot) -> Iterator[tuple[int, int, int]]:
    """The points outside all bars where the nearest free place can be, the nearest first, with their squared
    distances: whole thousandths next to where borders meet or are nearest.  Where a corner is too sharp for any, the
    corner itself, which is not free."""
    parts = [*(part for bar in bars for part in _borders(bar)), *others]
    points = {point for part in parts for point in _towards(part, at)}
    points |= {point for one, other in combinations(parts, 2) for point in _meeting(one, other)}
    for _, x, y in sorted(((x - at[0]) ** 2 + (y - at[1]) ** 2, x, y) for x, y in points):
        box = [(x + dx, y + dy) for dx in (-BESIDE, BESIDE) for dy in (-BESIDE, BESIDE)]
        if not any(all(_within(bar, *corner) for corner in box) for bar in bars):
            around = ((x + dx, y + dy) for dx in range(-BESIDE, BESIDE + 1) for dy in range(-BESIDE, BESIDE + 1))
            outside = [point for point in around if not any(_within(bar, *point) for bar in bars)]
            yield from sorted(((px - at[0]) ** 2 + (py - at[1]) ** 2, px, py) for px, py in outside or [(x, y)])


def _within(bar: Footprint, x: int, y: int) -> bool:
    return overlap(bar, Footprint(((x, y),), 0))


def _borders(bar: Footprint) -> Iterator[Line | Footprint]:
    """The lines and the circles of which the border of a polygon with rounded corners is made."""
    core, r = bar
    for (ax, ay), (bx, by) in (*edges(core), *(edges(core[::-1]) if len(core) == 2 else ())):
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        yield (ax + half_over_root(2 * r * dy, square), ay - half_over_root(2 * r * dx, square)), (dx, dy)
    if r:
        yield from (Footprint((corner,), r) for corner in core)


def _towards(part: Line | Footprint, at: Spot) -> Iterator[Spot]:
    """The points of a border that are nearest to a point, or farthest from it."""
    if isinstance(part, Footprint):
        ((x, y),) = part.core
        yield from _on_circle(part, ((x, y), (at[0] - x, at[1] - y) if at != (x, y) else (0, 1)))
    else:
        (x, y), (dx, dy) = part
        yield from _crossing(part, (at, (-dy, dx)))


def _meeting(one: Line | Footprint, other: Line | Footprint) -> Iterable[Spot]:
    """Where the borders of two meet."""
    if isinstance(one, Footprint):
        return _on_circle(one, _chord(one, other) if isinstance(other, Footprint) else other)
    return _on_circle(other, one) if isinstance(other, Footprint) else _crossing(one, other)


def _crossing(one: Line, other: Line) -> Iterator[Spot]:
    (px, py), (dx, dy) = one
    (qx, qy), (ex, ey) = other
    by = cross(dx, dy, ex, ey)
    if by:
        along = cross(qx - px, qy - py, ex, ey)
        yield px + (2 * dx * along + by) // (2 * by), py + (2 * dy * along + by) // (2 * by)


def _on_circle(circle: Footprint, line: Line) -> Iterator[Spot]:
    ((cx, cy),), r = circle
    (px, py), (dx, dy) = line
    square, back = dot(dx, dy, dx, dy), dot(dx, dy, px - cx, py - cy)
    under = back * back - square * ((px - cx) ** 2 + (py - cy) ** 2 - r * r)
    if square and under >= 0:
        for along in (-back - isqrt(under), -back + isqrt(under)):
            yield px + (2 * dx * along + square) // (2 * square), py + (2 * dy * along + square) // (2 * square)


def _chord(one: Footprint, other: Footprint) -> Line:
    """The line through the points where two circles meet; of two about one middle it has no direction."""
    ((ax, ay),), r = one
    ((bx, by),), s = other
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    part = square + r * r - s * s
    return (ax + dx * part // (2 * square or 1), ay + dy * part // (2 * square or 1)), (-dy, dx)
