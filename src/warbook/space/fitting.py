"""Whether a body of any shape fits where it is put, judged by its whole outline.

The kernels judge round bases; those that are not round are few, and are judged here, exactly.  A base is carried where
its middle is; walls, obstacles, impassable ground, roofs and other bodies may not reach under its outline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..core.state import Placement, Posture
from ..core.structs import replace
from . import _kernels as kernels
from .board import Board
from .footprints import Core, Footprint, footprint, overlap, shape_at
from .layout import Layout
from .reasons import Reason, Why
from .shapes import contains
from .terrain import IMPASSABLE, LOW, MOVE, OBSTACLE, PITFALL

FAR = 1 << 30  # further than any board goes
STEP = 500  # up to which height a base stands over the foot of a wall


def footprint_at(layout: Layout, number: int, x: int, y: int) -> Footprint:
    """What a body of a layout would cover at a point, facing as it does."""
    row, shape = layout.row(number), layout.shapes.get(number)
    return shape_at(shape, x, y, row[3], row[4]) if shape else Footprint(((x, y),), row[5])


def footprint_of(layout: Layout, number: int) -> Footprint:
    """What a body of a layout covers."""
    row = layout.row(number)
    return footprint_at(layout, number, row[0], row[1])


def placement_of(layout: Layout, number: int) -> Placement:
    """A body of a layout as a placement."""
    x, y, z, fx, fy, radius, height, posture, _ = layout.row(number)
    at = Placement(x, y, z, fx, fy, radius, height, Posture(posture))
    shape = layout.shapes.get(number)
    return replace(at, shape=shape) if shape else at


def misfit(
    board: Board,
    layout: Layout,
    number: int,
    at: Placement,
    *,
    bodies: bool = True,
    closed: Sequence[int] = (IMPASSABLE,),
) -> Reason | None:
    """The first reason why a body may not stand somewhere, None if it may.  `closed` are the codes of ground that may
    not be under it; other bodies count unless told otherwise."""
    bare, board, foot = board, layout.ground_for(board, number), footprint(at)
    west, south, east, north = foot.bounds()
    if west < 0 or south < 0 or east > board.width or north > board.depth:
        return Reason(Why.OFF_BOARD)
    if bodies and (others := overlapped(layout, number, foot, at.z, at.height)):
        return Reason(Why.OVERLAPS, who=others[0])
    if not board.on_floor(at.x, at.y, at.z) and kernels.direct.slope(board.arrays.links, at.x, at.y, at.z) < 0:
        return Reason(Why.NO_FLOOR)
    if any(contains(ring, at.x, at.y) for ring in pits(board, at.z)):
        return Reason(Why.NO_FLOOR)
    return next(
        (Reason(why) for why, thing in in_the_way(bare, layout, at, closed, foot.bounds()) if overlap(foot, thing)),
        None,
    )


def in_the_way(
    board: Board,
    layout: Layout,
    at: Placement,
    closed: Sequence[int] = (IMPASSABLE,),
    box: tuple[int, int, int, int] = (-FAR, -FAR, FAR, FAR),
) -> Iterator[tuple[Why, Footprint]]:
    """What may not reach under the outline of a body at its height, other bodies apart, and why; all of it that meets
    a `box` (west, south, east, north)."""
    left, front, right, back = box

    def is_near(west: int, south: int, east: int, north: int) -> bool:
        return west <= right and east >= left and south <= back and north >= front

    for level, first, count, *around, thickness, _ in board.rows.floors:
        if level > at.z + STEP and level - thickness < at.z + at.height and is_near(*around):
            yield Why.NO_ROOM, Footprint(ring_of(board, first, count), 0)
    for low, high, first, count, *around, kind in layout.with_ground(board).rows.areas:
        here = low <= at.z and (high > at.z or low == at.z)
        if here and (kind == OBSTACLE or kind in closed) and is_near(*around):
            why = Why.ON_OBSTACLE if kind == OBSTACLE else Why.IMPASSABLE if kind == IMPASSABLE else Why.CLOSED
            yield why, Footprint(ring_of(board, first, count), 0)
    for line in solid_lines(board, layout, at.z + STEP, at.z + at.height, box):
        yield Why.WALL, Footprint(line, 0)


def pits(board: Board, z: int) -> Iterator[Core]:
    """The holes in the floors of a height."""
    for low, high, first, count, *_, kind in board.rows.areas:
        if kind == PITFALL and low <= z and (high > z or low == z):
            yield ring_of(board, first, count)


def overlapped(layout: Layout, number: int, foot: Footprint, z: int, height: int) -> tuple[int, ...]:
    """The bodies that share ground with a footprint between two heights, but for the body itself."""
    west, south, east, north = foot.bounds()
    found = []
    for other, (x, y, low, _, _, radius, tall, posture, _) in enumerate(layout.rows()):
        if other == number or posture == Posture.AWAY or low >= z + height or low + tall <= z:
            continue
        near = west - radius < x < east + radius and south - radius < y < north + radius
        if near and overlap(foot, footprint_of(layout, other)):
            found.append(other)
    return tuple(found)


def solid_lines(
    board: Board, layout: Layout, low: int, high: int, box: tuple[int, int, int, int] = (-FAR, -FAR, FAR, FAR)
) -> Iterator[Core]:
    """The walls, faces of blocks and shut doors that bar the way between two heights, and may meet a `box`."""
    west, south, east, north = box
    for rows in (board.rows.edges, layout.wall_rows):
        for x0, y0, x1, y1, z0, z1, flags, *_ in rows:
            if flags & (MOVE | LOW) == MOVE and z0 < high and z1 > low:
                beside = (x0 < west and x1 < west) or (x0 > east and x1 > east)
                if not (beside or (y0 < south and y1 < south) or (y0 > north and y1 > north)):
                    yield ((x0, y0), (x1, y1))


def ring_of(board: Board, first: int, count: int) -> Core:
    """The corners of a polygon of the board."""
    return tuple((x, y) for x, y, _ in board.rows.corners[first : first + count])


def stands_in(foot: Footprint, zone: Core) -> bool:
    """Whether all of a footprint lies in a convex polygon."""
    for (ax, ay), (bx, by) in zip(zone, zone[1:] + zone[:1], strict=True):
        length = (bx - ax) ** 2 + (by - ay) ** 2
        for x, y in foot.core:
            away = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if away < 0 or away * away < foot.radius * foot.radius * length:
                return False
    return True
