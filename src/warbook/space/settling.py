"""The nearest place where a body fits, among bodies of any shape (round ones alone: see `displacement.settle`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from ..core.length import INCH, root_up
from ..core.state import Posture
from .board import Board
from .fitting import footprint_at, footprint_of, misfit, placement_of
from .footprints import Footprint, Spot, apart, edges, near_enough
from .layout import Layout
from .rules import Point
from .shapes import UNIT, direction

RING = 50  # how far apart the rings are on which one looks where no neighbour says where


def nearest_fit(
    board: Board,
    layout: Layout,
    id: int,
    at: Point,
    bodies: bool = True,
    clear_of: Sequence[int] = (),
    distance: int = 0,
    limit: int = 6 * INCH,
) -> Point | None:
    """The nearest point to `at`, on the same floor, where a body may stand, facing as it does: see
    `displacement.settle`.

    Tried exactly are the ways straight out of each neighbour, then rings.
    """
    me = placement_of(layout, id)
    others = [
        (footprint_of(layout, n), row[2], distance if n in clear_of else 0)
        for n, row in enumerate(layout.rows())
        if n != id and row[7] != Posture.AWAY
        if n in clear_of or (bodies and row[2] < at[2] + me.height and row[2] + row[6] > at[2])
    ]
    kept_clear = [other for other in others if other[2]]

    def free(x: int, y: int) -> bool:
        mine = footprint_at(layout, id, x, y)
        for foot, z, keep in kept_clear:
            square, by = apart(mine.core, foot.core)
            if near_enough(square, by, mine.radius + foot.radius, abs(z - at[2]), keep, strictly=True):
                return False
        return misfit(board, layout, id, me.moved_to((x, y, at[2])), bodies=bodies) is None

    x, y = at[:2]
    if free(x, y):
        return at
    mine = footprint_at(layout, id, x, y)
    best: tuple[int, int, int] | None = None
    spots = {spot for other in others for spot in _straight_out(mine, (x, y), *other, at[2])}
    for far, px, py in sorted(((px - x) ** 2 + (py - y) ** 2, px, py) for px, py in spots):
        if far <= limit * limit and free(px, py):
            best = (far, px, py)
            break
    for ring in range(1, limit // RING + 1):
        reach = RING * ring
        if best is not None and reach * reach >= best[0]:
            break
        for degree in range(0, 360, 10):
            ux, uy = direction(degree)
            px, py = x + ux * reach // UNIT, y + uy * reach // UNIT
            if free(px, py):
                return (px, py, at[2])
    return None if best is None else (best[1], best[2], at[2])


def _straight_out(mine: Footprint, at: Spot, other: Footprint, z: int, keep: int, level: int) -> Iterator[Spot]:
    """The points to which a footprint may be shifted to be just so far from another: square to each edge of either, and
    away from each corner."""
    rise = abs(z - level)
    away = mine.radius + other.radius + (root_up(keep * keep - rise * rise) if keep > rise else 0)
    axes = {(b[1] - a[1], a[0] - b[0]) for core in (mine.core, other.core) for a, b in edges(core)}
    axes |= {(px - qx, py - qy) for px, py in mine.core for qx, qy in other.core}
    axes.add((at[0] - other.core[0][0], at[1] - other.core[0][1]))
    for ux, uy in axes | {(-ux, -uy) for ux, uy in axes}:
        length = isqrt(ux * ux + uy * uy)
        if length:
            far = max(ux * x + uy * y for x, y in other.core) - min(ux * x + uy * y for x, y in mine.core)
            out = -(-far // length) + away
            if out > 0:
                for more in (0, 1, 2):
                    yield at[0] + round((out + more) * ux / length), at[1] + round((out + more) * uy / length)
