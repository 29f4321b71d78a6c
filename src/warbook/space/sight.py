"""Sight and distance: what a body can see of another, and how far it is from rim to rim.

The eye is a point above the centre of a base.  What is looked at is a silhouette: an upright rectangle square to the
line of sight, as wide as the base and as high as the body, of which the middles of 5 x 5 equal parts count.  A part is
hidden where the line to it meets a wall, a block, a low obstacle, a shut door, a floor, a cloud, or another body that
stands upright.  The number of hidden parts, 0 to 25, is the ruling; what that is worth is for the ruleset to say.

Lines are straight and thin.  A line that goes exactly over the top of a wall passes it; one that touches the end of a
wall does not.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.length import INCH, root_up
from ..core.state import Placement, Posture
from . import _kernels, arcs, footprints, hull_sight
from ._kernels import COMPILED, PARTS, Arrays, column, table
from .board import Board, Row, per_board
from .layout import HEIGHT, Layout, per_layout
from .shapes import cross, gap_at_most
from .terrain import LOW, SIGHT, Point

__all__ = [
    "PARTS",
    "contact",
    "exposure",
    "gap",
    "hidden",
    "hidden_from",
    "hidden_parts",
    "in_arc",
    "line_blocked",
    "outlook",
    "touches_arc",
    "visible",
]

AWAY = int(Posture.AWAY)
_NOBODY = table((), 9)
_NO_CLOUDS = table((), 4)

_CELL = 4 * INCH  # how coarsely a board is divided for culling
MARGIN = 2 * INCH  # the widest base that the corridors allow for
_REACH = _CELL // 2 + MARGIN


def gap(a: Placement, b: Placement) -> int:
    """The distance between two bases in thousandths, rounded up; 0 where they touch or overlap.

    It is measured between the nearest points of the rims: the gap in plan, and the difference of the floors' heights.
    """
    if a.shape or b.shape:
        return footprints.gap(a, b)
    dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
    flat = max(root_up(dx * dx + dy * dy) - a.radius - b.radius, 0)
    return flat if dz == 0 else root_up(flat * flat + dz * dz)


def contact(a: Placement, b: Placement, within: int = 10) -> bool:
    """Whether two bodies on the table are at most `within` thousandths apart: the same as ``gap(a, b) <= within``."""
    if a.posture == AWAY or b.posture == AWAY:
        return False
    if a.z != b.z or a.shape or b.shape:
        return gap(a, b) <= within
    dx, dy, reach = a.x - b.x, a.y - b.y, a.radius + b.radius + within
    return dx * dx + dy * dy <= reach * reach


def within(a: Placement, b: Placement, reach: int) -> bool:
    """Whether two bases are at most `reach` apart, measured in space from rim to rim and exactly."""
    if a.shape or b.shape:
        return footprints.within(a, b, reach)
    dx, dy, dz, radii = a.x - b.x, a.y - b.y, a.z - b.z, a.radius + b.radius
    square = dx * dx + dy * dy
    return square <= (reach + radii) ** 2 if dz == 0 else gap_at_most(square, radii, abs(dz), reach)


def in_arc(at: Placement, x: int, y: int, degrees: int = 90) -> bool:
    """Whether a point lies in the arc to the front of a body, its borders and its tip included: a quarter of the plane
    unless it is said to be so many degrees wide."""
    if degrees != 90:
        return arcs.in_arc(at, x, y, degrees)
    dx, dy = x - at.x, y - at.y
    return abs(at.fx * dy - at.fy * dx) <= at.fx * dx + at.fy * dy


def touches_arc(at: Placement, other: Placement, degrees: int = 90) -> bool:
    """Whether some part of the other's base lies in the front arc."""
    if degrees != 90 or other.shape:
        return arcs.touches_arc(at, other, degrees)
    if in_arc(at, other.x, other.y):
        return True
    dx, dy, radius = other.x - at.x, other.y - at.y, other.radius
    ahead = at.fx * dx + at.fy * dy
    if ahead < 0 and ahead * ahead > radius * radius * (at.fx * at.fx + at.fy * at.fy):
        return False  # all of it is behind
    for ux, uy in ((at.fx - at.fy, at.fy + at.fx), (at.fx + at.fy, at.fy - at.fx)):  # the borders of the arc
        if ux * dx + uy * dy >= 0:
            if (ux * dy - uy * dx) ** 2 <= radius * radius * (ux * ux + uy * uy):
                return True
        elif dx * dx + dy * dy <= radius * radius:
            return True
    return False


def hidden(
    layout: Layout,
    board: Board,
    viewer: int,
    target: int,
    eye: int | None = None,
    ignore: tuple[int, ...] = (),
    low: bool = True,
) -> int:
    """How many of the 25 parts of the target the viewer cannot see: 0 is in the open, 25 out of sight.

    `eye` is the height of the viewer's eye above its floor, its own height unless given; bodies in `ignore` hide
    nothing, nor do low obstacles unless `low`.
    """
    return _hidden(layout, board, viewer, target, eye, ignore, low)


@per_layout
def _hidden(
    layout: Layout, board: Board, viewer: int, target: int, eye: int | None, ignore: tuple[int, ...], low: bool
) -> int:
    me = layout.row(viewer)
    point = (me[0], me[1], me[2] + (me[6] if eye is None else eye))
    return _parts_hidden(layout, board, point, layout.row(target), ignore, viewer, target, low)


def hidden_from(layout: Layout, board: Board, point: Point, target: int, ignore: tuple[int, ...] = ()) -> int:
    """How many of the 25 parts of the target cannot be seen from a point, such as the middle of a blast."""
    return _parts_hidden(layout, board, point, layout.row(target), ignore, -1, target)


def hidden_parts(
    layout: Layout, board: Board, point: Point, target: int, ignore: tuple[int, ...] = (), viewer: int = -1
) -> int:
    """The parts of the target that cannot be seen from a point, as bits: bit 5 * column + row, from the lower left;
    of a hull those of the facing in whose sector the point is."""
    return _looked_at(layout, board, point, layout.row(target), ignore, viewer, target)


def walled_off(layout: Layout, board: Board, point: Point, target: int) -> bool:
    """Whether solid terrain and shut doors hide all of the target from a point.

    Bodies, clouds and low obstacles do not count.
    """
    x, y, z, _, _, radius, height, _, _ = row = layout.row(target)
    if layout.shapes and target in layout.shapes:
        tables = board.solids, layout.walls, _NO_CLOUDS, _NOBODY
        return hull_sight.hidden_of(tables, layout.shapes[target], point, row, -1, -1) == PARTS
    mask = _kernels.direct.hidden_parts(
        board.solids, layout.walls, _NO_CLOUDS, _NOBODY, *point, x, y, z, radius, height, -1, -1
    )
    return bool(mask == _kernels.ALL_PARTS)


def visible(
    layout: Layout,
    board: Board,
    viewer: int,
    candidates: Sequence[int],
    eye: int | None = None,
    ignore: tuple[int, ...] = (),
    *,
    beside: bool = False,
) -> list[tuple[int, int]]:
    """Those candidates of which something can be seen, in the order given, each with the number of its hidden parts.

    Whom the viewer does not see from its middle it also looks at from `beside` that: round a corner, through an
    opening (round candidates only).  Arcs do not count here: ask `in_arc` or `touches_arc` of the candidates.
    """
    height = layout.row(viewer)[HEIGHT] if eye is None else eye
    if COMPILED and (not layout.shapes or layout.shapes.keys().isdisjoint(candidates)):
        counts = column(candidates)
        tables = layout.barriers_for(-1, ignore), layout.clouds, layout.screened(ignore)
        _kernels.direct.hidden_counts(board.arrays, *tables, viewer, height, int(beside), counts, counts)
        hidden_parts_of = counts.tolist()
    else:
        hidden_parts_of = [_hidden_at_best(layout, board, viewer, each, height, ignore, beside) for each in candidates]
    return [each for each in zip(candidates, hidden_parts_of, strict=True) if each[1] < PARTS]


def _hidden_at_best(
    layout: Layout, board: Board, viewer: int, target: int, eye: int, ignore: tuple[int, ...], beside: bool
) -> int:
    """How many of the 25 parts are hidden from the middle of the viewer, or, if all are, from beside it."""
    parts = hidden(layout, board, viewer, target, eye, ignore)
    if parts < PARTS or not beside or target in layout.shapes:
        return parts
    (x, y, z, *_), (tx, ty, _, _, _, radius, *_) = layout.row(viewer), layout.row(target)
    tables = layout.barriers_for(-1, ignore), layout.clouds, layout.screened(ignore)
    near = board.arrays if COMPILED else _near(board, x, y, tx, ty, radius)
    fewest: int = _kernels.direct.hidden_from_beside(near, *tables, viewer, x, y, z + eye, target)
    return fewest


def exposure(
    layout: Layout, board: Board, viewers: Sequence[int], target: int, points: Sequence[Point]
) -> list[list[int]]:
    """For each of some points, how many of its 25 parts would be hidden from each of the viewers if the target stood
    there."""
    if not COMPILED or target in layout.shapes:
        fx, fy, radius, height = layout.row(target)[3:7]
        eyes = [(each, (x, y, z + tall)) for each in viewers for x, y, z, _, _, _, tall, _, _ in (layout.row(each),)]
        return [
            [_parts_hidden(layout, board, eye, there, (), each, target) for each, eye in eyes]
            for there in ((*point, fx, fy, radius, height, 0, 0) for point in points)
        ]
    counts = _kernels.scratch(len(points), len(viewers))
    _kernels.direct.exposure(
        board.arrays, layout.barriers, layout.clouds, layout.bodies, column(viewers), target, table(points, 3), counts
    )
    found: list[list[int]] = _kernels.plain(counts)
    return found


def outlook(open: int, covered: int, viewers: int) -> str:
    """In words: in the open to so many viewers, in cover from so many, out of sight of the rest."""
    hidden = viewers - open - covered
    parts = ((open, "in the open to"), (covered, "in cover from"), (hidden, "out of sight of"))
    told = [f"{words} {count}" for count, words in parts if count]
    return f"{', '.join(told)} of {viewers} {'enemy' if viewers == 1 else 'enemies'}"


def line_blocked(layout: Layout, board: Board, a: Point, b: Point, low: bool = False) -> bool:
    """Whether a wall, a block, a floor or a shut door lies between two points; low obstacles count only if `low`."""
    return bool(_kernels.direct.line_stopped(board.arrays, layout.walls, *a, *b, 0 if low else LOW))


def in_sight(now: Layout, board: Board, eye: Point, point: Point) -> bool:
    """Whether neither terrain nor smoke lies between an eye and a point."""
    return not line_blocked(now, board, eye, point) and not any(
        passes_through_cloud(eye, point, cloud) for cloud in now.cloud_rows
    )


def passes_through_cloud(a: Point, b: Point, cloud: Sequence[int]) -> bool:
    """Whether a line touches a ball: x, y, z of its middle, and its radius."""
    way, off = [q - p for p, q in zip(a, b, strict=True)], [c - p for p, c in zip(a, cloud, strict=False)]
    length, along = sum(w * w for w in way), sum(w * o for w, o in zip(way, off, strict=True))
    along = min(max(along, 0), length)
    # The nearest point of the line is along/length of the way; both sides are multiplied by length squared.
    nearest = sum((length * o - along * w) ** 2 for w, o in zip(way, off, strict=True))
    return nearest <= (cloud[3] * length) ** 2


def wall_between(layout: Layout, board: Board, a: Placement, b: Placement, height: int) -> bool:
    """Whether a wall, a block or a shut door stands between two bodies, on the level of the higher one and up to a
    height above it; low obstacles do not count."""
    z = max(a.z, b.z)
    return bool(_kernels.direct.walled(board.arrays, layout.walls, a.x, a.y, b.x, b.y, z, z + height))


def _parts_hidden(
    layout: Layout, board: Board, point: Point, silhouette: Row, ignore: tuple[int, ...], viewer: int, target: int,
    low: bool = True,
) -> int:  # fmt: skip
    """How many of the 25 parts of a body with that row cannot be seen from a point."""
    if layout.shapes and target in layout.shapes:
        tables = hull_sight.tables_of(layout, board.arrays if low else board.solids, ignore)
        return hull_sight.hidden_of(tables, layout.shapes[target], point, silhouette, viewer, target)
    return _looked_at(layout, board, point, silhouette, ignore, viewer, target, low).bit_count()


def _looked_at(
    layout: Layout, board: Board, point: Point, silhouette: Row, ignore: tuple[int, ...], viewer: int, target: int,
    low: bool = True,
) -> int:  # fmt: skip
    x, y, z, _, _, radius, height, _, _ = silhouette
    if layout.shapes and target in layout.shapes:
        tables = hull_sight.tables_of(layout, board.arrays, ignore)
        return hull_sight.mask_of(tables, layout.shapes[target], point, silhouette, viewer, target)
    arrays = _near(board, point[0], point[1], x, y, radius) if low else board.solids
    bodies, barriers = layout.screened(ignore), layout.barriers
    if ignore and layout.shapes:
        barriers = layout.barriers_for(-1, ignore)
    mask: int = _kernels.direct.hidden_parts(
        arrays, barriers, layout.clouds, bodies, *point, x, y, z, radius, height, viewer, target
    )
    return mask


def _near(board: Board, ex: int, ey: int, tx: int, ty: int, radius: int) -> Arrays:
    """The board's tables, when plain without what lies far from the line between two points."""
    if COMPILED or radius > MARGIN:
        return board.arrays
    return _corridor(board, cell_of(ex, ey), cell_of(tx, ty))


@per_board
def _corridor(board: Board, start: tuple[int, int], end: tuple[int, int]) -> Arrays:
    return corridor(board.rows, start, end)


def cell_of(x: int, y: int) -> tuple[int, int]:
    """The cell of a coarse lattice that a point lies in."""
    return x // _CELL, y // _CELL


def corridor(rows: Arrays, start: tuple[int, int], end: tuple[int, int]) -> Arrays:
    """The tables without the edges and floors that no line between two cells can meet.  This only spares work."""
    strip = tuple((2 * place + 1) * _CELL // 2 for place in (*start, *end))
    edges = [edge for edge in rows.edges if edge[6] & SIGHT and _meets(edge[0], edge[1], edge[2], edge[3], *strip)]
    floors = []
    for floor in rows.floors:
        west, south, east, north = floor[3], floor[4], floor[5], floor[6]
        if _meets(west, south, east, north, *strip) or _meets(west, north, east, south, *strip):
            floors.append(floor)
    return rows._replace(edges=tuple(edges), floors=tuple(floors))


def _meets(x1: int, y1: int, x2: int, y2: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a segment may meet the corridor: neither beside its box nor all on one side of it."""
    if max(x1, x2) < min(ax, bx) - _REACH or min(x1, x2) > max(ax, bx) + _REACH:
        return False
    if max(y1, y2) < min(ay, by) - _REACH or min(y1, y2) > max(ay, by) + _REACH:
        return False
    dx, dy = bx - ax, by - ay
    one, two = cross(dx, dy, x1 - ax, y1 - ay), cross(dx, dy, x2 - ax, y2 - ay)
    width = _REACH * (abs(dx) + abs(dy))
    return not ((one > width and two > width) or (one < -width and two < -width))
