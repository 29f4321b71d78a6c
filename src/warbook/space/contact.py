"""Places beside something: in contact with a base, or with two, found exactly.

A base that touches another has its centre on a circle.  What forbids a place cuts that circle into pieces, each free
as a whole or not at all (see `_kernels.free_arcs`).  What is free between the nearest and the farthest that counts as
contact, and on neither of these circles, is looked for where two bounds meet there (see `_kernels.free_between`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from ..core.length import INCH
from ..core.shape import Hull
from ..core.state import Placement
from ..core.structs import replace
from . import _kernels as kernels
from .board import Board
from .brinks import brink_table
from .displacement import all_round, beside, contact_point
from .footprints import shape_at
from .layout import RADIUS, Layout, per_layout
from .movement import Point, Rules
from .narrows import free_pieces, stopping_bounds
from .routes import Journey
from .rules import Body
from .shapes import bounds, direction, sides, widened
from .units import Stand

ROOM = 256  # bounds, directions and places at most around one body
CLEARANCE = 2  # how far a base stands from what it stands beside
NUDGES = (0, 2, 6, 12)  # how far inside a free piece a place is tried, whose end the lattice may cut off
ARC = 10  # degrees between the places that are tried round a corner
LOOSE = 8  # how far apart bases may be that touch, where nothing nearer is free
CLOSER = INCH // 10  # by how much a gap is lessened at once where nothing is free at it

_FOUND, _PLACES = kernels.scratch(ROOM, 5), kernels.scratch(3 * ROOM, 3)
_TURNS, _FURTHER = kernels.scratch(4 * ROOM, 5), kernels.scratch(4 * ROOM, 5)


@per_layout
def _free_places(
    layout: Layout, board: Board, mover_id: int, centre: tuple[int, int], away: int, z: int, rules: Rules
) -> tuple[Point, ...]:
    """Where a base may stand at height `z` with its centre `away` from a point: of every free piece of that circle its
    ends, its middle and points a sixteenth of the circle apart, and the point nearest to where the mover is; the same
    `LOOSE` further where nothing is free beside that; and what is free between the two only."""
    trip = Journey(board, layout, mover_id, rules)
    near, apart, between = _free_arcs(trip, centre, z, away)
    found = near + _clear_of(near, apart)
    for place in between:
        found += _clear_of(found, [place])
    return tuple(found)


def _clear_of(known: Sequence[Point], places: Sequence[Point]) -> list[Point]:
    """Those of some places that are not beside any that are known."""
    return [p for p in places if all(abs(p[0] - x) + abs(p[1] - y) > 4 * LOOSE for x, y, _ in known)]


def _free_arcs(trip: Journey, centre: tuple[int, int], z: int, away: int) -> tuple[list[Point], ...]:
    """What is free so far from a point, `LOOSE` further, and between."""
    counts = kernels.direct.free_places(
        trip.arrays, trip.rows, trip.walls, trip.exempt, brink_table(trip.board, trip.rules.step), trip.me, *centre, z,
        away, LOOSE, *trip.start[:2], _FOUND, _TURNS, _FURTHER, _PLACES, trip.gait,
    )  # fmt: skip
    found = [(x, y, h) for x, y, h in kernels.plain(_PLACES[: counts[2]])]
    return found[: counts[0]], found[counts[0] : counts[1]], found[counts[1] :]


def contact_points(now: Layout, mover: int, target: int) -> list[Point]:
    """Where a base may touch another: the nearest point, and sixteen round about."""
    me, other = now.row(mover), now.row(target)
    return [contact_point(me, other), *ring_around(other, me[RADIUS] + other[RADIUS], other[2], 16)]


def ring_around(other: Body, away: int, z: int, parts: int) -> list[Point]:
    """So many points all round a body, at a distance from its middle and a height."""
    x, y = other[:2]
    return [(x + dx, y + dy, z) for dx, dy in all_round(away, parts)]


def contact_places(
    board: Board, layout: Layout, mover_id: int, target_id: int, rules: Rules, levels: Sequence[int] = (),
    seen_from: Sequence[Point] = (),
) -> list[Point]:  # fmt: skip
    """Where a base may stand in contact with another, on its floor or on those of the `levels`: something of every free
    place there is, and the nearest to each of some points."""
    return [
        p
        for z in _heights(layout, target_id, levels)
        for p in _beside(board, layout, mover_id, target_id, 0, z, rules, seen_from)
    ]


def places_near(
    board: Board, layout: Layout, mover_id: int, target_id: int, gap: int, z: int, rules: Rules,
    seen_from: Sequence[Point] = (),
) -> Sequence[Point]:  # fmt: skip
    """Where a base may stand so far from another at a height, and the nearest of it to each of some points; where
    nothing is free there, nearer to it."""
    found = _beside(board, layout, mover_id, target_id, gap, z, rules, seen_from)
    while gap > 0 and not found:
        gap = max(0, gap - CLOSER)
        found = _beside(board, layout, mover_id, target_id, gap, z, rules, seen_from)
    return found


def _heights(layout: Layout, target_id: int, levels: Sequence[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys((layout.row(target_id)[2], *levels)))


def _beside(
    board: Board, layout: Layout, mover_id: int, target_id: int, gap: int, z: int, rules: Rules,
    seen_from: Sequence[Point],
) -> tuple[Point, ...]:  # fmt: skip
    other = layout.row(target_id)
    away = layout.row(mover_id)[RADIUS] + other[RADIUS] + gap
    return _round_point(board, layout, mover_id, other, away, z, rules, seen_from)


def _round_point(
    board: Board, layout: Layout, mover_id: int, centre: Sequence[int], away: int, z: int, rules: Rules,
    seen_from: Sequence[Point],
) -> tuple[Point, ...]:  # fmt: skip
    """Where a base may stand with its middle so far from a point, and the nearest to each of some points."""
    middle = (centre[0], centre[1])
    found = _free_places(layout, board, mover_id, middle, away, z, replace(rules, allowance=0))
    if not seen_from:
        return found
    nearest = ((*beside(middle, away, (x - middle[0], y - middle[1])), z) for x, y, _ in seen_from)
    return (*found, *Journey(board, layout, mover_id, rules).where_it_stands(list(dict.fromkeys(nearest))))


def places_along(
    board: Board, layout: Layout, mover_id: int, a: Sequence[int], b: Sequence[int], z: int, rules: Rules,
    near: Sequence[Sequence[int]],
) -> list[Point]:  # fmt: skip
    """Where a base may stand just beside a line, on its right as seen from `a` towards `b`: of every free piece the
    ends, and what is nearest to each of the points `near`."""
    trip = Journey(board, layout, mover_id, rules)
    dx, dy, off = b[0] - a[0], b[1] - a[1], trip.gait.radius + CLEARANCE
    length = max(1, isqrt(dx * dx + dy * dy))
    x, y = a[0] + dy * off // length, a[1] - dx * off // length
    box = (min(x, x + dx), min(y, y + dy), max(x, x + dx), max(y, y + dy))
    spots: list[Point] = []
    for begins, ends in free_pieces(stopping_bounds(trip, box, z), (x, y), (x + dx, y + dy)):
        alongs = [((at[0] - x) * dx + (at[1] - y) * dy) // length for at in near]
        for along in (begins, ends, *(min(max(begins, along), ends) for along in alongs)):
            for inside in (along, min(along + CLEARANCE, ends), max(along - CLEARANCE, begins)):
                spots.append((x + dx * inside // length, y + dy * inside // length, z))
    return trip.where_it_stands(list(dict.fromkeys(spots)))


def places_around_point(
    board: Board, layout: Layout, mover_id: int, centre: Sequence[int], z: int, rules: Rules, gap: int = CLEARANCE,
    seen_from: Sequence[Point] = (),
) -> tuple[Point, ...]:  # fmt: skip
    """Where a base may stand that touches a point, or is so far from it, and the nearest to each of some points."""
    return _round_point(board, layout, mover_id, centre, layout.row(mover_id)[RADIUS] + gap, z, rules, seen_from)


def corners(radius: int, a: Placement, b: Placement, loose: int = 0) -> list[Point]:
    """Where a base of that radius touches two others at once; or where it comes so near to one or both."""
    found: list[Point] = []
    for r in sorted({radius + a.radius, radius + a.radius + loose}):
        for s in sorted({radius + b.radius, radius + b.radius + loose}):
            found += _meeting_points(a, r, b, s)
    return list(dict.fromkeys(found))


def _meeting_points(a: Placement, r: int, b: Placement, s: int) -> list[Point]:
    """Lattice points where two circles meet, around `a` and `b`, just outside both."""
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    chord = square + r * r - s * s
    side = 4 * square * r * r - chord * chord
    if square == 0 or side < 0:
        return []
    up = isqrt(side)
    found: list[Point] = []
    for sign in (1, -1):
        mx = a.x + (chord * dx - sign * up * dy) // (2 * square)
        my = a.y + (chord * dy + sign * up * dx) // (2 * square)
        fitting = [
            (x, y)
            for x in range(mx - 2, mx + 4)
            for y in range(my - 2, my + 4)
            if (x - a.x) ** 2 + (y - a.y) ** 2 >= r * r and (x - b.x) ** 2 + (y - b.y) ** 2 >= s * s
        ]
        found += [(*min(fitting, key=lambda p: (abs(p[0] - mx) + abs(p[1] - my), p)), a.z)] if fitting else []
    return found


# ---- beside hulls ----------------------------------------------------------------------------------------------------


def places_beside_hull(
    board: Board, layout: Layout, mover_id: int, hull_id: int, rules: Rules, near: Sequence[Sequence[int]],
    others: Sequence[Stand] = (),
) -> list[Point]:  # fmt: skip
    """Where a base may stand in contact with a hull, on its floor: of every free piece of each side the ends, what is
    nearest to each of the points `near`, and points a base's width apart; of the arc round each corner what is nearest
    to those, what touches somebody else, and points `ARC` degrees apart.  `others` stand there too, though they are not
    in the layout."""
    trip = Journey(board, layout, mover_id, rules)
    row, radius = layout.row(hull_id), trip.gait.radius
    ring, z, off = shape_at(layout.shapes[hull_id], row[0], row[1], row[3], row[4]).core, row[2], radius + CLEARANCE
    box = widened(bounds(ring), off)
    shut = _bounds_of_hulls(layout, stopping_bounds(trip, box, z))
    shut += [(each[0], each[1], each[0], each[1], radius + each[3]) for each in others]
    spots: list[Point] = []
    for number, a in enumerate(ring):
        b, before = ring[(number + 1) % len(ring)], ring[number - 1]
        spots += _along_side(a, b, z, off, shut, near, 2 * radius)
        spots += _round_corner(a, (before, b), z, off, shut, near)
    taken = [(each[0], each[1], (radius + each[3]) ** 2) for each in others]
    free = [p for p in dict.fromkeys(spots) if all((p[0] - x) ** 2 + (p[1] - y) ** 2 >= far for x, y, far in taken)]
    return trip.where_it_stands(free)


def _bounds_of_hulls(layout: Layout, found: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """The bounds with the sides of each hull in place of the disc that holds it."""
    rows = {layout.row(number)[:2]: number for number, shape in layout.shapes.items() if isinstance(shape, Hull)}
    kept: list[tuple[int, ...]] = []
    for bound in found:
        number = rows.get((bound[0], bound[1])) if bound[:2] == bound[2:4] else None
        if number is None:
            kept.append(tuple(bound))
            continue
        row = layout.row(number)
        ring = shape_at(layout.shapes[number], row[0], row[1], row[3], row[4]).core
        kept += [(*a, *b, bound[4] - row[RADIUS]) for a, b in sides(ring)]
    return kept


def _along_side(
    a: Sequence[int], b: Sequence[int], z: int, off: int, shut: Sequence[Sequence[int]],
    near: Sequence[Sequence[int]], apart: int,
) -> Iterator[Point]:  # fmt: skip
    """Places beside a side of a hull, on its right as seen from `a` towards `b`."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = max(1, isqrt(dx * dx + dy * dy))
    x, y = a[0] + dy * off // length, a[1] - dx * off // length
    alongs = [((at[0] - x) * dx + (at[1] - y) * dy) // length for at in near]
    for begins, ends in free_pieces(shut, (x, y), (x + dx, y + dy)):
        wanted = [begins, ends, *(min(max(begins, along), ends) for along in alongs), *range(begins, ends, apart)]
        for along in wanted:
            for slack in NUDGES:
                inside = min(max(along, begins + slack), ends - slack)
                yield (x + dx * inside // length, y + dy * inside // length, z)


def _round_corner(
    corner: Sequence[int], beside_it: Sequence[Sequence[int]], z: int, off: int, shut: Sequence[Sequence[int]],
    near: Sequence[Sequence[int]],
) -> Iterator[Point]:  # fmt: skip
    """Places round a corner of a hull that no side of it is nearer to."""
    x, y = corner[0], corner[1]
    away = [(x - other[0], y - other[1]) for other in beside_it]
    towards = [(at[0] - x, at[1] - y) for at in near]
    spots = [beside((x, y), off, each) for each in (*towards, *map(direction, range(0, 360, ARC))) if each != (0, 0)]
    here = Placement(x, y, z)
    for bx, by, *other, wide in shut:
        if (bx, by) == tuple(other):
            spots += [at[:2] for at in _meeting_points(here, off, Placement(bx, by, z), wide)]
    for px, py in spots:
        if all((px - x) * dx + (py - y) * dy >= 0 for dx, dy in away):
            yield (px, py, z)
