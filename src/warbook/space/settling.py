"""The nearest place where a body fits, among bodies of any shape (round ones alone: see `displacement.settle`).

What is in a body's way bars its middle from a convex polygon with rounded corners: all places at which the two would
share ground.  The nearest place outside all of these is straight out of one of them, or where the borders of two meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..core.length import INCH, root_up
from ..core.state import Placement, Posture
from . import _kernels as kernels
from ._kernels import numbers, plain, scratch, table
from .board import Board
from .fitting import STEP, footprint_at, footprint_of, in_the_way, misfit, pits, placement_of, ring_of
from .footprints import Footprint, Spot, edges, half_over_root, hull_of, packed
from .layout import Layout
from .rules import Point
from .shapes import UNIT, direction

RING = 50  # how far apart the rings are on which one looks where corners are too sharp for whole thousandths
MOST_POINTS = 1 << 12  # where borders meet, of which none but the nearest count
Line = tuple[Spot, Spot, int]
"""A point of a line, its direction, and 1 if it ends there where the direction leads."""


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

    def stands(x: int, y: int) -> bool:
        """Whether it fits at a place that nothing bars: what is not asked again is in the bars."""
        low, high = at[2] + STEP, at[2] + me.height
        if this_side and kernels.direct.walled(board.arrays, layout.walls, *at[:2], x, y, low, high):
            return False
        return misfit(board, layout, id, me.moved_to((x, y, at[2])), bodies=False) is None

    x, y = at[:2]
    mine, far = footprint_at(layout, id, x, y), limit + me.radius
    bars = [_barred(mine, me, foot, _flat(keep, abs(z - at[2]))) for foot, z, keep in others]
    solid = in_the_way(board, layout, me, box=(x - far, y - far, x + far, y + far))
    bars += [_barred(mine, me, foot) for foot in (*off, *(foot for _, foot in solid))]
    barred = _Barred(bars, (x, y))
    if not barred.holds(x, y) and stands(x, y):
        return at
    barred.add_borders(bars, _brims(layout.ground_for(board, id), mine, me))
    best: tuple[int, int, int] | None = None
    sharp = False
    for far, px, py, outside in _outward(barred, limit):
        if outside and stands(px, py):
            best = (far, px, py)
            break
        sharp = True
    for far, px, py in _rings(x, y, limit) if sharp or best is None else ():
        if best is not None and far >= best[0]:
            break
        if not barred.holds(px, py) and stands(px, py):
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
) -> Iterator[tuple[Footprint, int, int]]:
    """The bodies that may be in the way: what each covers, its height, and how far off one keeps."""
    for n, (x, y, z, _, _, radius, height, posture, _) in enumerate(layout.rows()):
        if n == id or posture == Posture.AWAY:
            continue
        if n in clear_of or (bodies and z < me.z + me.height and z + height > me.z):
            keep = distance if n in clear_of else 0
            reach = radius + me.radius + keep + 1
            if abs(x - me.x) <= reach + limit and abs(y - me.y) <= reach + limit:
                yield footprint_of(layout, n), z, keep


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
    lines = ((a, (b[0] - a[0], b[1] - a[1]), 1) for ring in (*rings, *pits(board, me.z)) for a, b in edges(ring))
    return [*lines, *((point, way, 0) for point in (corner, far) for way in ((1, 0), (0, 1)))]


class _Barred:
    """All that bars the middle of a body from places, and the borders of that, as the kernels take them."""

    def __init__(self, bars: Sequence[Footprint], at: Spot) -> None:
        rows, corners = packed(bars)
        self.bars, self.corners, self.at = table(rows, 7), table(corners, 2), at

    def add_borders(self, bars: Sequence[Footprint], others: Sequence[Line]) -> None:
        """Notes the parts of the borders, and the lines at which other places end, for `border_points`."""
        parts = [*(part for bar in bars for part in _borders(bar)), *((*a, *way, 0, ends) for a, way, ends in others)]
        self.parts, self.near, self.found = table(parts, 6), numbers(len(parts), 0), scratch(MOST_POINTS, 2)

    def holds(self, x: int, y: int) -> bool:
        """Whether a point is barred."""
        return bool(kernels.direct.bars_any(self.bars, self.corners, x, y))

    def border_points(self, limit: int) -> list[tuple[int, int, int]]:
        """Where borders meet or are nearest, the nearest first, with their squared distances."""
        (x, y), found = self.at, self.found
        many = kernels.direct.border_points(self.bars, self.corners, self.parts, x, y, limit, self.near, found)
        points = {(px, py) for px, py in plain(found[:many])}
        return sorted(((px - x) ** 2 + (py - y) ** 2, px, py) for px, py in points)

    def outside(self, x: int, y: int) -> list[tuple[int, int, int]]:
        """The whole thousandths beside a point that are not barred, the nearest first, with their squared distances."""
        (ax, ay), beside = self.at, scratch((2 * kernels.BESIDE + 1) ** 2, 2)
        many = kernels.direct.outside(self.bars, self.corners, x, y, beside)
        return sorted(((px - ax) ** 2 + (py - ay) ** 2, px, py) for px, py in plain(beside[:many]))


def _outward(barred: _Barred, limit: int) -> Iterator[tuple[int, int, int, bool]]:
    """The points that are not barred where the nearest free place can be, the nearest first, with their squared
    distances: whole thousandths next to where borders meet or are nearest.  Where a corner is too sharp for any, the
    corner itself, marked as barred."""
    begun = -1
    for reach in (limit // 6, limit // 2, limit):  # most often it is near, where few borders meet
        for far, x, y in barred.border_points(reach):
            if far > begun:
                found = barred.outside(x, y)
                yield from ((*point, True) for point in found)
                if not found:
                    yield far, x, y, False
        begun = reach * reach


def _borders(bar: Footprint) -> Iterator[tuple[int, ...]]:
    """The lines and the circles of which the border of a polygon with rounded corners is made, as kernels take them."""
    core, r = bar
    for (ax, ay), (bx, by) in (*edges(core), *(edges(core[::-1]) if len(core) == 2 else ())):
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        yield ax + half_over_root(2 * r * dy, square), ay - half_over_root(2 * r * dx, square), dx, dy, 0, 1
    if r:
        yield from ((*corner, 0, 0, r, 0) for corner in core)
