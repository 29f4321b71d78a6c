"""Templates: whom a round blast or a teardrop of flame touches, and where a blast drifts to.

A template lies level.  It touches a body if it covers any part of its base, its rim included, if the body's floor is
not too far above or below, and unless solid terrain hides all of the body from where the template begins.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

from ..core.decision import Random, Reasons
from ..core.length import INCH
from ..core.state import Placement, Posture
from . import _kernels
from ._kernels import table
from .board import Board
from .facing import Face
from .fitting import footprint_of, placement_of
from .footprints import Core, apart, rim
from .layout import Layout
from .shapes import along, clip, direction, near_polygon, stretched
from .sight import in_arc, line_blocked, touches_arc, walled_off
from .terrain import IMPASSABLE, Point, Polygon

AWAY = int(Posture.AWAY)
STEP = INCH // 2  # how much higher a floor may be for a drifting template to slide onto it


class Teardrop(Struct, frozen=True):
    """A flame: `tip` and `widest` are half its width where it begins and from `broad` on; its end is round."""

    length: int = 8 * INCH
    tip: int = INCH // 5
    widest: int = 5 * INCH // 4
    broad: int = 13 * INCH // 2


FLAME = Teardrop()


class Shape(Struct, frozen=True):
    """What a template covers, to be drawn: circles (x, y, z, radius), and rings of corners, each at a height."""

    circles: tuple[tuple[int, int, int, int], ...] = ()
    rings: tuple[tuple[int, Polygon], ...] = ()


def disc(hole: Point, radius: int) -> Shape:
    """A round template around its hole."""
    return Shape(circles=((*hole, radius),))


def laid_out(
    at: Placement, towards: tuple[int, int], shape: Teardrop = FLAME, muzzle: tuple[int, int] | None = None
) -> Shape:
    """A flame from the edge of a base in a direction, or from a `muzzle`, such as a weapon of a hull."""
    ring, (cx, cy) = teardrop(*(muzzle or (at.x, at.y)), 0 if muzzle else rim(at, towards), towards, shape)
    return Shape(((cx, cy, at.z, shape.widest),), ((at.z, ring),))


class Drift(NamedTuple):
    """Where a template drifts to, and what stopped it there: ``"solid"``, ``"edge"`` (of the board) or nothing."""

    point: Point
    met: str


def blast(
    layout: Layout, board: Board, hole: Point, diameter: int, rise: int | None = None, also: Collection[int] = ()
) -> list[int]:
    """The bodies that a round template touches, by id.

    `rise` is how far above or below the hole a floor may be, half the diameter unless given; `also` are things that are
    in nobody's way, and touched like bodies.
    """
    reach = diameter // 2 if rise is None else rise
    touched = []
    for id, x, y, z, radius in _bodies(layout, also):
        near = 4 * ((x - hole[0]) ** 2 + (y - hole[1]) ** 2) <= (2 * radius + diameter) ** 2
        if near and id in layout.shapes:
            square, by, own = _apart(layout, id, (hole[:2],))
            near = 4 * square <= (2 * own + diameter) ** 2 * by
        if near and abs(z - hole[2]) <= reach and not walled_off(layout, board, hole, id):
            touched.append(id)
    return touched


def flame(
    layout: Layout,
    board: Board,
    shooter: int,
    towards: tuple[int, int],
    shape: Teardrop = FLAME,
    rise: int | None = None,
    muzzle: tuple[int, int] | None = None,
    also: Collection[int] = (),
) -> list[int]:
    """The bodies that a teardrop touches when its narrow end is laid to the edge of the shooter's base in a direction,
    or to a `muzzle`, such as a weapon of a hull, by id.

    `rise` is how far above or below the shooter's a floor may be, half the flame's greatest width unless given;
    `also` as for a blast.
    """
    at = layout.row(shooter)
    reach = shape.widest if rise is None else rise
    edge = at[5] if shooter not in layout.shapes else rim(placement_of(layout, shooter), towards)
    (sx, sy), edge = (muzzle, 0) if muzzle else (at[:2], edge)
    ring, centre = teardrop(sx, sy, edge, towards, shape)
    corners = table([(x, y, 0) for x, y in ring], 3)
    source = (*_moved((sx, sy, at[2]), towards, edge), at[2] + at[6] // 2)
    touched = []
    for id, x, y, z, radius in _bodies(layout, also):
        if id == shooter or abs(z - at[2]) > reach:
            continue
        under = (x - centre[0]) ** 2 + (y - centre[1]) ** 2 <= (radius + shape.widest) ** 2
        under = under or near_polygon(corners, 0, len(ring), x, y, radius)
        if under and id in layout.shapes:
            away = [_apart(layout, id, (centre,)), _apart(layout, id, ring)]
            under = any(
                square <= (own + more) ** 2 * by
                for (square, by, own), more in zip(away, (shape.widest, 0), strict=True)
            )
        if under and not walled_off(layout, board, source, id):
            touched.append(id)
    return touched


def teardrop(
    x: int, y: int, radius: int, towards: tuple[int, int], shape: Teardrop = FLAME
) -> tuple[Polygon, tuple[int, int]]:
    """A flame from the rim of a base: the convex part before its round end, and the middle of that end's circle."""
    widest = shape.length - shape.widest
    ring = []
    for side in (-1, 1):
        places = ((0, shape.tip), (shape.broad, shape.widest), (widest, shape.widest))
        for forward, width in places if side < 0 else places[::-1]:
            fx, fy = stretched(*towards, radius + forward)
            sx, sy = stretched(-towards[1], towards[0], width)
            ring.append((x + fx + side * sx, y + fy + side * sy))
    cx, cy = stretched(*towards, radius + widest)
    return tuple(ring), (x + cx, y + cy)


def fits_arc(at: Placement, towards: tuple[int, int], shape: Teardrop = FLAME) -> bool:
    """Whether a flame in that direction stays within the front quarter of the body that sends it."""
    ring, (cx, cy) = teardrop(at.x, at.y, rim(at, towards), towards, shape)
    if not in_arc(at, cx, cy) or not all(in_arc(at, x, y) for x, y in ring):
        return False
    # The circle stays inside if it does not reach the borders of the arc: then it is clear of the three other quarters.
    end = Placement(cx, cy, radius=shape.widest - 1)
    turned = ((-at.fy, at.fx), (at.fy, -at.fx))
    return not any(touches_arc(Placement(at.x, at.y, fx=fx, fy=fy), end) for fx, fy in turned)


def flame_directions(at: Placement, shape: Teardrop = FLAME) -> list[tuple[int, int]]:
    """Straight ahead, then each whole degree in which a flame fits the front quarter."""
    return [(at.fx, at.fy), *(each for each in map(direction, range(360)) if fits_arc(at, each, shape))]


def scatter(layout: Layout, board: Board, hole: Point, degree: int, distance: int, step: int = STEP) -> Drift:
    """Where a template's hole gets to when it drifts in a direction (see `shapes`).

    It stays level, stops short of walls, blocks, shut doors and impassable ground and at the edge of the board, and
    comes down on the floor below it, or on one that is at most `step` higher.
    """
    towards = direction(degree)
    gone, met = distance, ""
    if not board.contains(*_moved(hole, towards, gone)):
        gone, met = _longest(gone, lambda way: board.contains(*_moved(hole, towards, way))), "edge"
    if not _clear(layout, board, hole, _moved(hole, towards, gone)):
        gone, met = _longest(gone, lambda way: _clear(layout, board, hole, _moved(hole, towards, way))), "solid"
    x, y = _moved(hole, towards, gone)
    return Drift((x, y, board.floor_below(x, y, hole[2] + step)), met)


def point_towards(board: Board, a: Point, b: Point, distance: int) -> Point:
    """The point at `distance` in plan from A towards B, and no further than B, on the first floor below that line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if dx * dx + dy * dy <= distance * distance:
        return b
    x, y = along(a, b, distance)
    square = dx * dx + dy * dy
    z = a[2] + (b[2] - a[2]) * ((x - a[0]) * dx + (y - a[1]) * dy) // square
    return x, y, board.floor_below(x, y, z)


def beside_line(layout: Layout, a: Point, b: Point, reach: int) -> list[int]:
    """The bodies that the line between two points passes within `reach` of, by id, those nearest to A first.

    In plan the rim of the base counts; in height the line may pass `reach` over or under the body where it is nearest.
    """
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    square = dx * dx + dy * dy
    west, east = sorted((a[0], b[0]))
    south, north = sorted((a[1], b[1]))
    found = []
    for id, (x, y, z, _, _, radius, height, posture, _) in enumerate(layout.rows()):
        far = radius + reach
        if posture == AWAY or not (west - far <= x <= east + far and south - far <= y <= north + far):
            continue
        if not _kernels.near_segment(x, y, a[0], a[1], b[0], b[1], far):
            continue
        if id in layout.shapes:
            away, by, own = _apart(layout, id, (a[:2], b[:2]))
            if away > (own + reach) ** 2 * by:
                continue
        part = min(max((x - a[0]) * dx + (y - a[1]) * dy, 0), square)
        over = a[2] + (dz * part // square if square else 0)
        if z - reach <= over <= z + height + reach:
            found.append(((x - a[0]) ** 2 + (y - a[1]) ** 2, id))
    return [id for _, id in sorted(found)]


def _bodies(layout: Layout, also: Collection[int]) -> Iterator[tuple[int, int, int, int, int]]:
    """Id, x, y, z and radius of every body on the table, and of these things."""
    for id, (x, y, z, _, _, radius, _, posture, _) in enumerate(layout.rows()):
        if posture != AWAY or id in also:
            yield id, x, y, z, radius


def _apart(layout: Layout, id: int, core: Core) -> tuple[int, int, int]:
    """How far the core of a body is from another, squared, as a fraction; and the radius around it."""
    foot = footprint_of(layout, id)
    return (*apart(foot.core, core), foot.radius)


def _moved(hole: Sequence[int], towards: tuple[int, int], distance: int) -> tuple[int, int]:
    dx, dy = stretched(*towards, distance)
    return hole[0] + dx, hole[1] + dy


def _clear(layout: Layout, board: Board, hole: Point, end: tuple[int, int]) -> bool:
    """Whether nothing solid and no impassable ground lies on the level way from the hole to its end."""
    if line_blocked(layout, board, hole, (*end, hole[2])):
        return False
    board = layout.with_ground(board)
    for low, high, first, count, *_, kind in board.rows.areas:
        if kind == IMPASSABLE and low <= hole[2] < high:
            enter, leave = clip(board.arrays.corners, first, count, hole[0], hole[1], *end)
            if enter <= leave:
                return False
    return True


def _longest(limit: int, fits: Callable[[int], bool]) -> int:
    """The greatest length below `limit` that fits, given that `limit` does not, and that what is shorter fits too."""
    low, high = 0, limit
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


# ---- the decision ----------------------------------------------------------------------------------------------------


class Bearing(Face):
    """Which way a flame is laid: wholly within the vision arc of whoever lays it, unless it is `free`.

    `refuse` gives the game's own reasons against a direction.
    """

    __slots__ = ("at", "free", "refuse")

    def __init__(
        self,
        key: str,
        prompt: str,
        at: Placement,
        free: bool,
        towards: Sequence[tuple[int, int]] | Mapping[tuple[int, int], str],
        refuse: Callable[[tuple[int, int]], Reasons] = lambda _: (),
    ) -> None:
        super().__init__(key, prompt, towards=towards)
        self.at, self.free, self.refuse = at, free, refuse

    def legal(self, answer: tuple[int, int]) -> Reasons:
        malformed = super().legal(answer)
        if malformed:
            return malformed
        if not self.free and not fits_arc(self.at, answer):
            return ("The flame would leave the vision arc.",)
        return self.refuse(answer)

    def candidates(self, n: int) -> list[tuple[int, int]]:
        wanted = dict.fromkeys((*self.towards, (self.at.fx, self.at.fy)))
        return list(islice((way for way in wanted if not self.legal(way)), n))

    def sample(self, rng: Random) -> tuple[int, int]:
        ways = self.candidates(8)
        return ways[int(rng.random() * len(ways))]
