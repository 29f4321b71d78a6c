"""Plane geometry on integers: predicates are exact, or say which way they round.

Directions are integer vectors of any length; whole degrees count counter-clockwise from the positive x-axis, y upwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, isqrt, prod, radians, sin

from ..core.length import root_up
from ._kernels import clip, grazes, in_polygon, near_polygon, near_segment, segments_meet, table
from .terrain import Area, Point, Polygon

__all__ = [
    "COSINE",
    "SINE",
    "UNIT",
    "along",
    "bounds",
    "clip",
    "contains",
    "convex_fault",
    "counter_clockwise",
    "cross",
    "direction",
    "dot",
    "gap_at_most",
    "in_polygon",
    "near_polygon",
    "near_segment",
    "passes",
    "rectangle",
    "segments_meet",
    "sides",
    "stretch",
    "stretched",
    "sweeps",
    "width",
    "within_reach",
]

UNIT = 1 << 20
COSINE = tuple(round(cos(radians(degree)) * UNIT) for degree in range(360))
SINE = tuple(round(sin(radians(degree)) * UNIT) for degree in range(360))


def cross(ax: int, ay: int, bx: int, by: int) -> int:
    """Positive where B is to the left of A."""
    return ax * by - ay * bx


def dot(ax: int, ay: int, bx: int, by: int) -> int:
    """Positive where A and B point the same way."""
    return ax * bx + ay * by


def direction(degree: int) -> tuple[int, int]:
    """A whole degree as an integer vector of the length UNIT."""
    return COSINE[degree % 360], SINE[degree % 360]


def stretched(dx: int, dy: int, length: int) -> tuple[int, int]:
    """The vector of that direction and `length`, each coordinate rounded towards zero: it never goes too far.

    A vector without a direction stays (0, 0).
    """
    size = isqrt((dx * dx + dy * dy) << 40)  # the root in 2**20ths
    if size == 0:
        return 0, 0
    x, y = (abs(dx) * length << 20) // (size + 1), (abs(dy) * length << 20) // (size + 1)
    if (dx == 0 or dy == 0) and length >= 0:
        x, y = length if dx else 0, length if dy else 0
    return (x if dx >= 0 else -x), (y if dy >= 0 else -y)


def along(a: Sequence[int], b: Sequence[int], distance: int) -> tuple[int, int]:
    """The point at `distance` from A on the way to B in plan, rounded towards A: it never goes too far."""
    dx, dy = stretched(b[0] - a[0], b[1] - a[1], distance)
    return a[0] + dx, a[1] + dy


def rectangle(x: int, y: int, width: int, depth: int) -> Polygon:
    """The rectangle whose corner nearest the origin is (x, y)."""
    return ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))


def disc(x: int, y: int, radius: int, corners: int = 24) -> Polygon:
    """A regular polygon in a circle, the way rules that know only polygons see it."""
    vectors = (direction(360 * k // corners) for k in range(corners))
    return tuple((x + dx * radius // UNIT, y + dy * radius // UNIT) for dx, dy in vectors)


def bounds(points: Iterable[Sequence[int]]) -> tuple[int, int, int, int]:
    """The box around points: x and y of its lower and of its upper corner."""
    xs, ys = zip(*((point[0], point[1]) for point in points), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def widened(box: tuple[int, int, int, int], by: int) -> tuple[int, int, int, int]:
    """A box with so much more on every side."""
    west, south, east, north = box
    return west - by, south - by, east + by, north + by


def middle_of_box(points: Iterable[Sequence[int]]) -> tuple[int, int]:
    """The middle of the box around points."""
    west, south, east, north = bounds(points)
    return (west + east) // 2, (south + north) // 2


def sides(polygon: Polygon) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The sides of a ring of points: the two ends of each, the last one closing the ring."""
    return zip(polygon, polygon[1:] + polygon[:1], strict=True)


def contains(polygon: Polygon, x: int, y: int) -> bool:
    """Whether a convex counter-clockwise polygon, its border included, contains a point."""
    return all(cross(b[0] - a[0], b[1] - a[1], x - a[0], y - a[1]) >= 0 for a, b in sides(polygon))


def within_reach(polygon: Polygon, x: int, y: int, reach: int) -> bool:
    """Whether a point is in a convex counter-clockwise polygon or at most `reach` from its border."""
    return bool(near_polygon(table(polygon, 2), 0, len(polygon), x, y, reach))


def stretch(areas: Iterable[Area], a: Point, b: Point) -> int:
    """How much of the straight line from A to B lies in any of some areas, from their foot to their top: its length in
    plan, exact and rounded up."""
    pieces = [piece for area in areas if (piece := _piece(area, a, b)) is not None]
    whole = prod(enters * leaves for _, enters, _, leaves in pieces)
    share = at = 0
    for enter, leave in sorted((p * whole // enters, q * whole // leaves) for p, enters, q, leaves in pieces):
        if leave > at:
            share += leave - max(enter, at)
            at = leave
    return root_up(-(-((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) * share**2 // whole**2))


def _piece(area: Area, a: Point, b: Point) -> tuple[int, int, int, int] | None:
    """The part of a line that lies in an area: where it begins and ends, as shares of the way from A to B, a numerator
    and a denominator each; None if it misses."""
    begins, enters, ends, leaves = 0, 1, 1, 1
    for here, there in _limits(area, a, b):
        if here < 0 and there < 0:
            return None
        if here < 0:
            if -here * enters > begins * (there - here):
                begins, enters = -here, there - here
        elif there < 0 and here * leaves < ends * (here - there):
            ends, leaves = here, here - there
    return (begins, enters, ends, leaves) if begins * leaves <= ends * enters else None


def _limits(area: Area, a: Point, b: Point) -> Iterator[tuple[int, int]]:
    """How far A and B are within each side of an area, its foot and its top, each by its own measure."""
    (ax, ay, az), (bx, by, bz) = a, b
    for (px, py), (qx, qy) in sides(area.polygon):
        dx, dy = qx - px, qy - py
        yield dx * (ay - py) - dy * (ax - px), dx * (by - py) - dy * (bx - px)
    yield az - area.z, bz - area.z
    yield area.z + area.height - az, area.z + area.height - bz


def _to(p: Sequence[int], q: Sequence[int]) -> tuple[int, int]:
    return q[0] - p[0], q[1] - p[1]


def sweeps(polygon: Polygon, a: Sequence[int], b: Sequence[int], radius: int) -> bool:
    """Whether a disc dragged straight from A to B covers any of a convex polygon; touching its border from outside does
    not count."""
    dx, dy = _to(a, b)
    return contains(polygon, a[0], a[1]) or any(grazes(a[0], a[1], dx, dy, *p, *q, radius) for p, q in sides(polygon))


def passes(a: Sequence[int], b: Sequence[int], x: int, y: int, reach: int) -> bool:
    """Whether the straight line from A to B comes within `reach` of a point; exactly at that distance counts."""
    dx, dy = _to(a, b)
    px, py = x - a[0], y - a[1]
    along, square = dot(dx, dy, px, py), dx * dx + dy * dy
    if along <= 0:
        return px * px + py * py <= reach * reach
    if along >= square:
        return (px - dx) ** 2 + (py - dy) ** 2 <= reach * reach
    return cross(dx, dy, px, py) ** 2 <= reach * reach * square


def counter_clockwise(polygon: Polygon) -> bool:
    """Whether a ring of points runs counter-clockwise."""
    return sum(cross(*a, *b) for a, b in sides(polygon)) > 0


def convex_fault(polygon: Polygon) -> str:
    """What keeps a counter-clockwise ring from being a convex polygon, or nothing."""
    if len(polygon) < 3:
        return f"{len(polygon)} points"
    if len(set(polygon)) < len(polygon):
        return "a point given twice"
    turns = []
    ring = polygon + polygon[:2]
    for (ax, ay), (bx, by), (cx, cy) in zip(ring, ring[1:], ring[2:], strict=False):
        turn = cross(bx - ax, by - ay, cx - bx, cy - by)
        if turn < 0:
            return f"a corner that points inwards at ({bx / 1000:g}, {by / 1000:g})"
        if turn == 0:
            return f"three points in a line at ({bx / 1000:g}, {by / 1000:g})"
        turns.append((bx - ax, by - ay))
    # Every corner turns left; a ring that goes round more than once turns upwards more than once.
    rounds = sum(
        (ay < 0 or (ay == 0 and ax < 0)) and (by > 0 or (by == 0 and bx > 0))
        for (ax, ay), (bx, by) in zip(turns, turns[1:] + turns[:1], strict=True)
    )
    return "" if rounds == 1 else "lines that cross"


def gap_at_most(square: int, radii: int, rise: int, gap: int, strictly: bool = False) -> bool:
    """Whether two bases, `square` the squared distance of their centres in plan, are at most `gap` apart (or less)."""
    if rise > gap or (strictly and rise == gap):
        return False
    # the gap in plan is sqrt(square) - radii: at most f where square <= (radii + f)**2
    # and so, squared once more, sqrt(square) <= radii + sqrt(allowed)  <=>  over <= 2 * radii * sqrt(allowed)
    allowed = gap * gap - rise * rise
    over = square - radii * radii - allowed
    if over <= 0:
        return over < 0 or not strictly or radii > 0
    left, right = over * over, 4 * radii * radii * allowed
    return left < right if strictly else left <= right


def width(polygon: Polygon) -> int:
    """How wide a convex polygon is where it is narrowest, rounded up: the least distance between parallel lines that
    hold it."""
    return min(max(_away(corner, a, b) for corner in polygon) for a, b in sides(polygon))


def _away(p: tuple[int, int], a: tuple[int, int], b: tuple[int, int]) -> int:
    """How far a point is from the line through two others, rounded up."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return -(-abs((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) // isqrt(dx * dx + dy * dy))
