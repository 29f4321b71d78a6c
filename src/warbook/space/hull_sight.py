"""What can be seen of a body that is not round: of the facings of a hull, or of a long base from the side.

A facing is an upright rectangle on an edge of the outline, as high as the body, of which 5 x 5 parts count, as those of
a round body's silhouette do (see `sight`).  A hull hides nothing of itself, nor anything from whoever looks out of it.
"""

from __future__ import annotations

from math import isqrt
from typing import Any, NamedTuple, TypeAlias

from ..core.shape import Hull, Shape
from . import _kernels
from ._kernels import PARTS, Arrays
from .board import Board
from .footprints import HullSide, Spot, facings_of_ring, holds, shape_at
from .layout import HEIGHT, Layout
from .shapes import cross
from .terrain import Point

Tables: TypeAlias = tuple[Arrays, Any, Any, Any]
"""What can hide something: the board, walls and barriers, clouds, bodies."""


class Look(NamedTuple):
    """What is seen of a hull: the facing in whose sector the viewer is, how many of its 25 parts are hidden, and how
    many of the facing beside it that can be seen too, if there is one."""

    facing: HullSide
    hidden: int
    beside: HullSide | None = None
    hidden_beside: int = PARTS


def look_at_hull(
    layout: Layout,
    board: Board,
    eye: Point,
    target: int,
    viewer: int = -1,
    ignore: tuple[int, ...] = (),
    seen_from: Spot | None = None,
    facing: HullSide | None = None,
) -> Look:
    """What an eye sees of a hull.  `viewer` is the body that hides nothing because it looks itself.

    The facing is that in whose sector the eye is, or the point `seen_from` (such as the middle of the viewer's base);
    where that is on a diagonal, the first of the two, unless it is said which `facing` counts.
    """
    row, shape = layout.row(target), layout.shapes[target]
    ring = shape_at(shape, row[0], row[1], row[3], row[4]).core
    if facing is None:
        facing = facings_of_ring(ring, row[0], row[1], *(seen_from or eye[:2]))[0]
    tables = tables_of(layout, board.arrays, ignore)
    hidden = _parts_of_face(tables, eye, ring, facing, row, viewer, target)
    for side in HullSide:
        if side != facing and _outside(ring[side], ring[(side + 1) % 4], eye):
            return Look(facing, hidden, side, _parts_of_face(tables, eye, ring, side, row, viewer, target))
    return Look(facing, hidden)


def face_hidden(
    layout: Layout,
    board: Board,
    eye: Point,
    target: int,
    side: HullSide,
    viewer: int = -1,
    ignore: tuple[int, ...] = (),
) -> int:
    """How many of the 25 parts of one facing of a hull an eye cannot see: all of them where that facing is turned away
    from it, none where the eye is on the hull."""
    row, shape = layout.row(target), layout.shapes[target]
    ring = shape_at(shape, row[0], row[1], row[3], row[4]).core
    return _parts_of_face(tables_of(layout, board.arrays, ignore), eye, ring, side, row, viewer, target)


def _parts_of_face(
    tables: Tables, eye: Point, ring: tuple[Spot, ...], side: HullSide, row: tuple[int, ...], viewer: int, target: int
) -> int:
    a, b = ring[side], ring[(side + 1) % 4]
    if not _outside(a, b, eye):
        return 0 if holds(ring, eye[0], eye[1]) else PARTS
    return _face(tables, eye, a, b, row, viewer, target).bit_count()


def tables_of(layout: Layout, arrays: Arrays, ignore: tuple[int, ...] = ()) -> Tables:
    """All that hides something on a layout, but for the bodies in `ignore`."""
    return arrays, layout.barriers_for(-1, ignore), layout.clouds, layout.screened(ignore)


def hidden_of(tables: Tables, shape: Shape, eye: Point, at: tuple[int, ...], viewer: int, target: int) -> int:
    """How many of 25 parts of a body of that shape and row an eye cannot see: of a hull the parts of both facings that
    are turned to the eye, each by how wide it looks from there; 25 only where all of them are hidden."""
    core, radius = shape_at(shape, at[0], at[1], at[3], at[4])
    if not isinstance(shape, Hull):
        return _long_base(tables, eye, core, radius, at, viewer, target).bit_count()
    ex, ey, ez = eye
    dx, dy, foot, height = at[0] - ex, at[1] - ey, at[2], at[HEIGHT]
    parts = wide = 0
    ax, ay = core[3]
    for bx, by in core:  # written out: it is asked of every pair
        sx, sy = bx - ax, by - ay
        if sx * (ey - ay) < sy * (ex - ax):  # turned to the eye
            width = abs(dx * sy - dy * sx) or 1
            mask: int = _kernels.direct.hidden_face(*tables, ex, ey, ez, ax, ay, bx, by, foot, height, viewer, target)
            parts += width * mask.bit_count()
            wide += width
        ax, ay = bx, by
    if not parts:
        return 0
    return min(-(-parts // wide), PARTS - 1 if parts < PARTS * wide else PARTS)


def mask_of(tables: Tables, shape: Shape, eye: Point, at: tuple[int, ...], viewer: int, target: int) -> int:
    """The hidden parts as bits: of a hull those of the facing in whose sector the eye is."""
    core, radius = shape_at(shape, at[0], at[1], at[3], at[4])
    if not isinstance(shape, Hull):
        return _long_base(tables, eye, core, radius, at, viewer, target)
    side = facings_of_ring(core, at[0], at[1], eye[0], eye[1])[0]
    return _face(tables, eye, core[side], core[(side + 1) % 4], at, viewer, target)


def _outside(a: Spot, b: Spot, eye: Point) -> bool:
    """Whether an edge of an outline is turned to an eye."""
    return cross(b[0] - a[0], b[1] - a[1], eye[0] - a[0], eye[1] - a[1]) < 0


def _face(tables: Tables, eye: Point, a: Spot, b: Spot, at: tuple[int, ...], viewer: int, target: int) -> int:
    """The hidden parts of an edge of an outline as bits; counter-clockwise is from right to left for whoever stands
    outside."""
    mask: int = _kernels.direct.hidden_face(*tables, *eye, *a, *b, at[2], at[HEIGHT], viewer, target)
    return mask


def _long_base(
    tables: Tables, eye: Point, core: tuple[Spot, ...], radius: int, at: tuple[int, ...], viewer: int, target: int
) -> int:
    """The hidden parts of a long base as bits: of a silhouette through its middle, square to the line of sight and as
    wide as the base is from there."""
    dx, dy = at[0] - eye[0], at[1] - eye[1]
    (ax, ay), (bx, by) = core[0], core[-1]
    wide = radius + abs(cross(dx, dy, ax - bx, ay - by)) // (2 * max(1, isqrt(dx * dx + dy * dy)))
    mask: int = _kernels.direct.hidden_parts(*tables, *eye, at[0], at[1], at[2], wide, at[HEIGHT], viewer, target)
    return mask
