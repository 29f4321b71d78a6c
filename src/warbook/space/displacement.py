"""Displacement: falls, and the nearest place where a body fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from msgspec import Struct

from ..core.length import INCH, root_up
from ..core.state import Posture
from . import _kernels as kernels
from .board import Board
from .fitting import footprint_at, overlapped
from .layout import HEIGHT, RADIUS, Layout
from .planar import foot_of, on_board, on_lattice, outline, plan
from .routes import Journey
from .rules import CRACK, Body, Point, Rules
from .settling import RING, nearest_fit
from .shapes import UNIT
from .shapes import direction as compass
from .terrain import PITFALL

FAR_OFF = 12 * INCH  # how far one looks for the edge of the floor


class NearestEdge(NamedTuple):
    """The nearest edge to fall over: whether there is one, whether a rail guards every one that is near, the nearest
    point of it, a point just beyond, how deep it falls there, and whether it is the edge of a pitfall."""

    near: bool
    rail: bool = False
    at: Point = (0, 0, 0)
    beyond: tuple[int, int] = (0, 0)
    drop: int = 0
    pit: bool = False


def floor_below(board: Board, x: int, y: int, z: int) -> int:
    """The height of the highest floor at a point that is lower than `z`; the ground is 0."""
    return board.floor_below(x, y, z - 1)


def edge_near(board: Board, x: int, y: int, z: int, within: int = 500, step: int = 500) -> NearestEdge:
    """Whether an edge with a drop of more than `step`, or a pitfall, is within `within` of a point of a floor.  One
    looks down as far beyond the edge as a crack is wide, which is no edge."""
    corners = board.arrays.corners
    # Rows of (how far off, how far off its edge is, the edge): in a pit one is at it, whichever part of it is nearest.
    found: list[tuple[int, int, NearestEdge]] = []
    for level, first, count, *_ in board.rows.floors:
        if level != z or not kernels.direct.in_polygon(corners, first, count, x, y):
            continue
        for p, q, rail in outline(board, first, count):
            away = int(kernels.direct.gap_to(x, y, *p, *q))
            if away > within:
                continue
            at = foot_of((x, y), p, q)
            length = root_up((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2)
            beyond = (at[0] + (q[1] - p[1]) * CRACK // length, at[1] + (p[0] - q[0]) * CRACK // length)
            drop = z - board.floor_below(*beyond, z + step)
            if drop > step:
                found.append((away, away, NearestEdge(True, bool(rail), (*at, z), beyond, drop)))
    for low, high, first, count, *_, kind in board.rows.areas:
        if kind != PITFALL or not (low <= z and (high > z or low == z)):
            continue
        inside = kernels.direct.in_polygon(corners, first, count, x, y)
        for p, q, rail in outline(board, first, count):
            away = int(kernels.direct.gap_to(x, y, *p, *q))
            if inside or away <= within:
                at = foot_of((x, y), p, q)
                length = root_up((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2)
                into = (at[0] - (q[1] - p[1]) * CRACK // length, at[1] - (p[0] - q[0]) * CRACK // length)
                found.append((0 if inside else away, away, NearestEdge(True, bool(rail), (*at, z), into, 0, True)))
    if not found:
        return NearestEdge(False)
    *_, nearest = min(found, key=lambda f: f[:2])
    return nearest._replace(rail=all(brink.rail for *_, brink in found))


class Fall(Struct, frozen=True):
    """Where a fall ends: the point, how deep it went, whose bases it lands on, and whether that is a pitfall."""

    x: int
    y: int
    z: int
    drop: int
    onto: tuple[int, ...] = ()
    pit: bool = False

    @property
    def spot(self) -> Point:
        """Where it ends."""
        return (self.x, self.y, self.z)


def landing(board: Board, layout: Layout, id: int, toward: tuple[int, int] | None = None) -> Fall:
    """Where a body falls that goes over the edge in the direction of the point `toward` (by default the nearest edge).

    It lands just clear of the edge on the next floor below, or at the nearest point there where the terrain leaves it
    room.  Where there is no edge to fall over it stays.
    """
    me = layout.row(id)
    x, y, z, radius = me[0], me[1], me[2], me[5]
    if layout.shapes:
        board = layout.ground_for(board, id)
    if toward is None:
        brink = edge_near(board, x, y, z, within=4 * INCH)
        if not brink.near:
            return Fall(x, y, z, 0)
        if brink.pit:  # which may have a corner here: straight on might lead along its edge
            return Fall(*brink.beyond, z, 0, (), True)
        toward = brink.beyond
    dx, dy = toward[0] - x, toward[1] - y
    if (dx, dy) == (0, 0):
        dx, dy = me[3], me[4]
    length = root_up(dx * dx + dy * dy)
    far = (x + dx * FAR_OFF // length, y + dy * FAR_OFF // length)
    alone = Journey(board, layout, id, Rules(FAR_OFF, keep_clear=0, step=0), me)
    alone.gait = alone.gait._replace(gap=CRACK)  # whoever falls into a gap has not crossed it, narrow as it may be
    leaves = alone.edge((x, y, z), (*far, z))
    if leaves is None:
        brink = edge_near(board, x, y, z, within=1)  # whoever lies on the very edge leaves it at once
        if brink.pit:
            return Fall(*brink.beyond, z, 0, (), True)
        out = (brink.beyond[0] - brink.at[0], brink.beyond[1] - brink.at[1])
        if not brink.near or out[0] * dx + out[1] * dy <= 0:
            return Fall(x, y, z, 0)
        at = on_board(board, beside(brink.at[:2], radius + 1, out), radius)
    else:
        over = on_lattice((x, y, z), (*far, z), leaves[0], plan((x, y, z), (*far, z)))
        brink = edge_near(board, *over, within=2)
        if brink.pit:
            return Fall(*brink.beyond, z, 0, (), True)
        at = _clear_of_edge(board, brink, (x, y, z), (*far, z), leaves[0], radius)
    return _down(board, layout, id, at, z)


def plunge(board: Board, layout: Layout, id: int) -> Fall:
    """Where a body falls that stands on nothing: on the next floor below it, or at the nearest point there where the
    terrain leaves it room."""
    x, y, z, *_ = layout.row(id)
    return _down(layout.ground_for(board, id), layout, id, (x, y), z)


def _down(board: Board, layout: Layout, id: int, at: tuple[int, int], z: int) -> Fall:
    """What comes of a fall at a point from a height."""
    if kernels.in_pit(board.arrays, at[0], at[1], z):
        return Fall(at[0], at[1], z, 0, (), True)
    below = floor_below(board, at[0], at[1], z)
    if kernels.in_pit(board.arrays, at[0], at[1], below):
        return Fall(at[0], at[1], below, z - below, (), True)
    spot = settle(board, layout, id, (at[0], at[1], below), bodies=False) or (at[0], at[1], below)
    return Fall(*spot, z - below, overlapping(layout, id, spot))


def _clear_of_edge(
    board: Board, brink: NearestEdge, start: Point, far: Point, leaves: int, radius: int
) -> tuple[int, int]:
    """Where a base is just clear of the edge (`brink`) that it leaves `leaves` along a line: straight out from it."""
    if not brink.near:  # rounded to just beyond the edge
        return on_board(board, on_lattice(start, far, leaves + radius + 1, plan(start, far))[:2], radius)
    out = (brink.beyond[0] - brink.at[0], brink.beyond[1] - brink.at[1])
    return on_board(board, beside(brink.at[:2], radius + 1, out), radius)


def overlapping(layout: Layout, id: int, at: Point) -> tuple[int, ...]:
    """The bodies that a body would overlap at a point."""
    me = layout.row(id)
    if layout.shapes:
        return overlapped(layout, id, footprint_at(layout, id, at[0], at[1]), at[2], me[HEIGHT])
    found = []
    for j, (x, y, z, _, _, radius, height, posture, _) in enumerate(layout.rows()):
        if j == id or posture == Posture.AWAY or z >= at[2] + me[HEIGHT] or z + height <= at[2]:
            continue
        if (x - at[0]) ** 2 + (y - at[1]) ** 2 < (radius + me[RADIUS]) ** 2:
            found.append(j)
    return tuple(found)


def settle(
    board: Board,
    layout: Layout,
    id: int,
    at: Point,
    *,
    bodies: bool = True,
    clear_of: Sequence[int] = (),
    distance: int = 0,
    walls_between: int = 0,
    limit: int = 6 * INCH,
) -> Point | None:
    """The nearest point to `at`, on the same floor, where a body may stand: no wall, no other base (unless `bodies` is
    false) and a gap of at least `distance` to each of `clear_of`.  None if there is none within `limit`.  With
    `walls_between` (see `Rules`) there need be no gap to those from whom a wall parts both `at` and the point, and no
    wall parts the point from `at`, unless there is no room on this side.

    Tried exactly are the points straight away from each neighbour and where two neighbours' circles meet, then rings.
    """
    if layout.shapes:
        return nearest_fit(board, layout, id, at, bodies, clear_of, distance, limit)
    alone = Journey(board, layout, id, Rules(0), None)
    x, y, z = at
    keep = _circles(layout, alone, id, at, bodies, clear_of, distance, walls_between)
    rows = layout.bodies if bodies else kernels.table((), 9)

    high = z + walls_between
    stays = walls_between > 0 and not alone.walled((x, y), (x, y), z, high)

    def free(px: int, py: int) -> bool:
        for cx, cy, r, level in keep:
            near = (px - cx) ** 2 + (py - cy) ** 2 < r * r
            if near and (level < 0 or not alone.walled((cx, cy), (px, py), level, level + walls_between)):
                return False
        if stays and alone.walled((x, y), (px, py), z, high):
            return False
        code, _ = kernels.direct.standing(alone.arrays, rows, alone.walls, id, px, py, z, 0, alone.gait)
        return int(code) == kernels.OK

    if free(x, y):
        return at
    best: tuple[int, int, int] | None = None
    near = [c[:3] for c in keep if (c[0] - x) ** 2 + (c[1] - y) ** 2 < (c[2] + limit) ** 2]
    for px, py in _nearest_outside(x, y, near):
        far = (px - x) ** 2 + (py - y) ** 2
        if far <= limit * limit and (best is None or far < best[0]) and free(px, py):
            best = (far, px, py)
    for reach in range(RING, limit + 1, RING):  # written out: as a generator it takes a twentieth more
        if best is not None and reach * reach >= best[0]:
            break
        for degree in range(0, 360, 10):
            ux, uy = compass(degree)
            px, py = x + ux * reach // UNIT, y + uy * reach // UNIT
            if free(px, py):
                return (px, py, z)
    if best is None and stays:
        return settle(board, layout, id, at, bodies=bodies, clear_of=clear_of, distance=distance, limit=limit)
    return None if best is None else (best[1], best[2], z)


def _circles(
    layout: Layout, alone: Journey, id: int, at: Point, bodies: bool, clear_of: Sequence[int], distance: int,
    walls_between: int,
) -> list[tuple[int, int, int, int]]:  # fmt: skip
    """The circles in which the centre of a base must not lie, one around each of the others: x, y, radius, and the
    height at which it may lie there behind a wall, -1 where it may not."""
    x, y, z = at
    radius, height = alone.gait.radius, alone.gait.height
    found: list[tuple[int, int, int, int]] = []
    for j, (ox, oy, oz, _, _, wide, tall, posture, _) in enumerate(layout.rows()):
        if j == id or posture == Posture.AWAY:
            continue
        away = abs(oz - z)
        if j in clear_of and away < distance:
            level = max(oz, z)
            parted = walls_between and alone.walled((ox, oy), (x, y), level, level + walls_between)
            keep = wide + radius + root_up(distance * distance - away * away)
            found.append((ox, oy, keep, level if parted else -1))
        elif bodies and oz < z + height and oz + tall > z:
            found.append((ox, oy, wide + radius, -1))
    return found


def _nearest_outside(x: int, y: int, circles: Sequence[tuple[int, int, int]]) -> Iterable[tuple[int, int]]:
    """Where the nearest point outside all circles can be: straight out of one, or where two of them meet."""
    for i, (cx, cy, r) in enumerate(circles):
        yield beside((cx, cy), r, (x - cx, y - cy) if (x, y) != (cx, cy) else (0, 1))
        for dx, dy, s in circles[:i]:
            ax, ay = dx - cx, dy - cy
            square = ax * ax + ay * ay
            if square == 0 or square > (r + s) ** 2 or square < (r - s) ** 2:
                continue
            chord = square + r * r - s * s
            side = 4 * square * r * r - chord * chord
            if side < 0:
                continue
            up = isqrt(side)
            for sign in (1, -1):
                mx, my = (
                    cx + (chord * ax - sign * up * ay) // (2 * square),
                    cy + (chord * ay + sign * up * ax) // (2 * square),
                )
                for nx in (mx - 1, mx, mx + 1, mx + 2):
                    for ny in (my - 1, my, my + 1, my + 2):
                        yield nx, ny


def beside(centre: tuple[int, int], away: int, direction: tuple[int, int]) -> tuple[int, int]:
    """The lattice point at least `away` from a centre in a direction that is nearest to that distance and direction.
    Raises ValueError where the direction is (0, 0)."""
    x, y = _off(away, *direction)
    return (centre[0] + x, centre[1] + y)


@lru_cache(maxsize=1 << 8)
def all_round(away: int, parts: int) -> tuple[tuple[int, int], ...]:
    """So many points `beside` (0, 0), all round it: whole rings are kept apart, as one has more points than many
    questions for a single one."""
    return tuple(_nearest_to(away, *compass(part * 360 // parts)) for part in range(parts))


@lru_cache(maxsize=1 << 12)
def _off(away: int, dx: int, dy: int) -> tuple[int, int]:
    """The point `beside` (0, 0)."""
    return _nearest_to(away, dx, dy)


def _nearest_to(away: int, dx: int, dy: int) -> tuple[int, int]:
    """The same, not remembered.  Raises ValueError for a direction without a length."""
    square = dx * dx + dy * dy
    if square == 0:
        raise ValueError("A direction needs a length: found (0, 0).")
    unit = isqrt(square << 40)  # the length in 2**-20 thousandths
    px, py = (dx * away << 20) // unit, (dy * away << 20) // unit
    best: tuple[int, int, int, int] | None = None
    for x in (px - 1, px, px + 1, px + 2):
        for y in (py - 1, py, py + 1, py + 2):
            over = x * x + y * y - away * away
            if over >= 0 and x * dx + y * dy > 0:
                off = abs(x * dy - y * dx) * 2 * away // unit * (1 << 20)
                found = (over + off, over, x, y)
                if best is None or found < best:
                    best = found
    return (px, py) if best is None else best[2:]


def contact_point(mover: Body, target: Body) -> Point:
    """The point nearest to the mover's present place where its base touches the target's, on the target's floor."""
    direction = (mover[0] - target[0], mover[1] - target[1])
    x, y = beside((target[0], target[1]), mover[RADIUS] + target[RADIUS], direction if direction != (0, 0) else (0, 1))
    return (x, y, target[2])


def shove_clear(
    board: Board, layout: Layout, mover_id: int, others: Sequence[int], distance: int, *, walls_between: int = 0
) -> Point | None:
    """The nearest point on its floor where a body stands on nobody and at least `distance` from each of `others`
    (`walls_between` as in `settle`)."""
    me = layout.row(mover_id)
    return settle(
        board, layout, mover_id, (me[0], me[1], me[2]),
        clear_of=others, distance=distance, walls_between=walls_between,
    )  # fmt: skip
