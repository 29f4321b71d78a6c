"""What a body covers of its floor, whatever its shape, and how far two such footprints are apart.

A footprint is a core and a radius: all points no further than the radius from the core.  The core of a round base is a
point, that of an oval a line, that of a hull a rectangle whose radius is 0.  The ends of these cores are rounded to
whole thousandths, and lie opposite one another about the middle exactly; from there on everything is exact.  A squared
distance is a fraction, `(numerator, denominator)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import lru_cache
from math import atan2, cos, degrees, isqrt, radians, sin
from typing import NamedTuple, TypeAlias

from ..core.length import root_up
from ..core.shape import Hull, Oval, Shape
from ..core.state import Placement, Posture
from .shapes import cross, dot, gap_at_most

Spot: TypeAlias = tuple[int, int]
Core: TypeAlias = tuple[Spot, ...]
"""One point, the two ends of a line, or the corners of a convex polygon counter-clockwise."""
Square: TypeAlias = tuple[int, int]
"""A squared distance: numerator and denominator."""

NOTHING: Square = (0, 1)


class HullSide(IntEnum):
    """A facing of a hull, and the number of the edge of its outline there."""

    FRONT = 0
    LEFT = 1
    REAR = 2
    RIGHT = 3


class Footprint(NamedTuple):
    """All points no further than `radius` from the core."""

    core: Core
    radius: int

    def moved(self, dx: int, dy: int) -> Footprint:
        """The same footprint elsewhere."""
        return Footprint(tuple((x + dx, y + dy) for x, y in self.core), self.radius)

    def bounds(self) -> tuple[int, int, int, int]:
        """The box around it: west, south, east, north."""
        if len(self.core) == 1:
            (x, y), r = self.core[0], self.radius
            return x - r, y - r, x + r, y + r
        xs, ys = [x for x, _ in self.core], [y for _, y in self.core]
        r = self.radius
        return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r


def footprint(at: Placement) -> Footprint:
    """What a body covers of its floor."""
    if not at.shape:
        return Footprint(((at.x, at.y),), at.radius)
    return shape_at(at.shape, at.x, at.y, at.fx, at.fy)


def shape_at(shape: Shape, x: int, y: int, fx: int, fy: int) -> Footprint:
    """What a shape covers that stands at (x, y) and faces along (fx, fy)."""
    offsets, radius = _around(shape, fx, fy)
    return Footprint(tuple([(x + dx, y + dy) for dx, dy in offsets]), radius)  # a list is quicker to make


def packed(feet: Iterable[Footprint], known: int = 0) -> tuple[list[tuple[int, ...]], list[Spot]]:
    """Footprints as the kernels take them, each a row of the first corner, how many, the radius and the box around it,
    and the corners, which are put behind so many that are known already."""
    rows, corners = list[tuple[int, ...]](), list[Spot]()
    for foot in feet:
        rows.append((known + len(corners), len(foot.core), foot.radius, *foot.bounds()))
        corners.extend(foot.core)
    return rows, corners


def rim(at: Placement, towards: Spot) -> int:
    """How far the outline of a body is from its middle in a direction, in thousandths, rounded up."""
    shape = at.shape
    if not shape:
        return at.radius
    square = (towards[0] ** 2 + towards[1] ** 2) * (at.fx**2 + at.fy**2)
    along, across = abs(dot(*towards, at.fx, at.fy)), abs(cross(*towards, at.fx, at.fy))
    beside = _over(shape.width, square, across)
    if isinstance(shape, Hull):
        return min(_over(shape.length, square, along), beside)
    straight, size = shape.length - shape.width, isqrt(square << 40)  # the product of both lengths in 2**20ths
    if 2 * beside * along << 20 <= straight * size:
        return beside  # it leaves by a straight side
    root = isqrt((shape.width**2 * square - straight**2 * across**2) << 40)
    return -(-((straight * along << 20) + root) // (2 * size))


def _over(size: int, square: int, part: int) -> int:
    """``size * sqrt(square) / (2 * part)``, rounded up; very far where `part` is 0."""
    return -(-root_up(size * size * square) // (2 * part)) if part else 1 << 40


def outline(at: Placement, round_by: int = 16) -> Core:
    """Corners of a body's outline, to draw it: those of a hull, and so many on each round end."""
    core, radius = footprint(at)
    if not radius:
        return core
    ahead = degrees(atan2(at.fy, at.fx)) - 90
    found = []
    for number, (x, y) in enumerate(core):
        turn = 180 if len(core) > 1 else 360
        for step in range(round_by + 1):
            angle = radians(ahead + 180 * number + turn * step / round_by)
            found.append((x + round(radius * cos(angle)), y + round(radius * sin(angle))))
    return tuple(found)


def corners(at: Placement) -> Core:
    """The corners of a hull, counter-clockwise from the right end of its front; edge n of them is `HullSide` n.
    Raises ValueError where the body is none."""
    if not isinstance(at.shape, Hull):
        raise ValueError(f"A hull has corners; found {at.shape or 'a round base'}.")
    return shape_at(at.shape, at.x, at.y, at.fx, at.fy).core


@lru_cache(maxsize=1 << 12)
def _around(shape: Shape, fx: int, fy: int) -> tuple[Core, int]:
    """The core about the middle of a shape that faces along (fx, fy), and its radius."""
    if isinstance(shape, Oval):
        ahead, square = shape.length - shape.width, fx * fx + fy * fy
        end = (half_over_root(ahead * fx, square), half_over_root(ahead * fy, square))
        radius = shape.width // 2
        return ((end, (-end[0], -end[1])) if end != (0, 0) else ((0, 0),)), radius
    length, wide, square = shape.length, shape.width, fx * fx + fy * fy
    right = (half_over_root(length * fx + wide * fy, square), half_over_root(length * fy - wide * fx, square))
    left = (half_over_root(length * fx - wide * fy, square), half_over_root(length * fy + wide * fx, square))
    return (right, left, (-right[0], -right[1]), (-left[0], -left[1])), 0


def half_over_root(n: int, square: int) -> int:
    """``n / (2 * sqrt(square))``, rounded to the nearest whole number, a half away from 0."""
    whole = (isqrt(n * n // square) + 1) // 2
    return whole if n >= 0 else -whole


# ---- distances -------------------------------------------------------------------------------------------------------


def edges(core: Core) -> Iterator[tuple[Spot, Spot]]:
    """The lines of a core: none of a point, one of a line."""
    if len(core) == 2:
        yield core[0], core[1]
    elif len(core) > 2:
        yield from zip(core, core[1:] + core[:1], strict=True)


def square_to_line(p: Spot, a: Spot, b: Spot) -> Square:
    """The squared distance from a point to the line from A to B."""
    dx, dy, px, py = b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]
    square, along = dx * dx + dy * dy, dx * px + dy * py
    if along <= 0:
        return px * px + py * py, 1
    if along >= square:
        return (p[0] - b[0]) ** 2 + (p[1] - b[1]) ** 2, 1
    across = dx * py - dy * px
    return across * across, square


def hull_of(points: Core) -> Core:
    """The convex hull of points, counter-clockwise; of fewer than three that are not on a line, those at its ends."""
    found = sorted(set(points))
    if len(found) < 3:
        return tuple(found)
    halves: list[list[tuple[int, int]]] = []
    for ordered in (found, found[::-1]):
        half: list[tuple[int, int]] = []
        for p in ordered:
            while (
                len(half) > 1
                and cross(half[-1][0] - half[-2][0], half[-1][1] - half[-2][1], p[0] - half[-1][0], p[1] - half[-1][1])
                <= 0
            ):
                half.pop()
            half.append(p)
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1])


def apart(one: Core, other: Core) -> Square:
    """The squared distance between two cores, 0 where they meet."""
    if len(one) == 1:
        return square_to_core(*one[0], other)
    if len(other) == 1:
        return square_to_core(*other[0], one)
    if meet(one, other):
        return NOTHING
    best: Square | None = None
    for points, lines in ((one, other), (other, one)):
        for a, b in edges(lines):
            for p in points:
                found = square_to_line(p, a, b)
                if best is None or found[0] * best[1] < best[0] * found[1]:
                    best = found
    assert best is not None
    return best


def square_to_core(x: int, y: int, core: Core) -> Square:
    """The squared distance from a point to a core, 0 inside it."""
    if len(core) == 1:
        return (core[0][0] - x) ** 2 + (core[0][1] - y) ** 2, 1
    if len(core) == 2:
        return square_to_line((x, y), *core)
    best: Square | None = None
    ax, ay = core[-1]
    for bx, by in core:
        if (bx - ax) * (y - ay) < (by - ay) * (x - ax):  # this edge can be seen from there
            found = square_to_line((x, y), (ax, ay), (bx, by))
            if best is None or found[0] * best[1] < best[0] * found[1]:
                best = found
        ax, ay = bx, by
    return best or NOTHING


def meet(one: Core, other: Core, inside: bool = False) -> bool:
    """Whether two cores have a point in common; with `inside`, whether they do more than touch."""
    if len(one) == 1 and len(other) == 1:
        return not inside and one == other
    least = 0 if inside else -1
    for dx, dy in _axes(one, other):
        ours = [dx * x + dy * y for x, y in one]
        theirs = [dx * x + dy * y for x, y in other]
        if max(ours) - min(theirs) <= least or max(theirs) - min(ours) <= least:
            return False
    return True


def _axes(one: Core, other: Core) -> Iterator[Spot]:
    """The directions in which two convex cores that do not meet are apart: square to some edge of either, and along the
    edges of two that are no more than lines."""
    for core in (one, other):
        for a, b in edges(core):
            yield b[1] - a[1], a[0] - b[0]
    if len(one) < 3 and len(other) < 3:
        for core in (one, other):
            for a, b in edges(core):
                yield b[0] - a[0], b[1] - a[1]


def holds(core: Core, x: int, y: int) -> bool:
    """Whether a core, its border included, holds a point."""
    return meet(core, ((x, y),)) if len(core) > 1 else core[0] == (x, y)


def overlap(one: Footprint, other: Footprint) -> bool:
    """Whether two footprints do more than touch."""
    radii = one.radius + other.radius
    if radii == 0:
        return meet(one.core, other.core, inside=True)
    square, by = apart(one.core, other.core)
    return square < radii * radii * by


def flat_gap(one: Footprint, other: Footprint) -> int:
    """How far two footprints are apart in plan, rounded up; 0 where they touch or overlap."""
    square, by = apart(one.core, other.core)
    return max(root_up(-(-square // by)) - one.radius - other.radius, 0)


def gap(a: Placement, b: Placement) -> int:
    """The distance between two bases in thousandths, rounded up: the gap in plan, and the difference of the floors'
    heights."""
    flat, dz = flat_gap(footprint(a), footprint(b)), a.z - b.z
    return flat if dz == 0 else root_up(flat * flat + dz * dz)


def within(a: Placement, b: Placement, reach: int) -> bool:
    """Whether two bases are at most `reach` apart, measured in space from outline to outline and exactly."""
    far = a.radius + b.radius + reach
    if abs(a.x - b.x) > far or abs(a.y - b.y) > far:
        return False
    one, other = footprint(a), footprint(b)
    square, by = apart(one.core, other.core)
    return near_enough(square, by, one.radius + other.radius, abs(a.z - b.z), reach)


def near_enough(square: int, by: int, radii: int, rise: int, reach: int, strictly: bool = False) -> bool:
    """Whether two outlines are at most `reach` apart (or less): their cores ``square / by`` apart in plan, squared."""
    if by == 1:
        return gap_at_most(square, radii, rise, reach, strictly)
    if rise > reach or (strictly and rise == reach):
        return False
    allowed = reach * reach - rise * rise  # see `gap_at_most`, every term by the denominator
    over = square - (radii * radii + allowed) * by
    if over <= 0:
        return over < 0 or not strictly or radii > 0
    left, right = over * over, 4 * radii * radii * allowed * by * by
    return left < right if strictly else left <= right


def reaches(a: Placement, x: int, y: int, reach: int) -> bool:
    """Whether a point is on a base or at most `reach` from its outline, in plan."""
    one = footprint(a)
    square, by = apart(one.core, ((x, y),))
    return square <= (one.radius + reach) ** 2 * by


def level(a: Placement, b: Placement) -> bool:
    """Whether two bodies on the table fill some height together."""
    away = Posture.AWAY
    return a.posture != away and b.posture != away and a.z < b.z + b.height and b.z < a.z + a.height


# ---- facings ---------------------------------------------------------------------------------------------------------


def facings(at: Placement, x: int, y: int) -> tuple[HullSide, ...]:
    """In which of a hull's four sectors, between the lines of its diagonals, a point lies: one of them, two where it is
    on a diagonal, all four at the middle of the hull."""
    return facings_of_ring(corners(at), at.x, at.y, x, y)


def facings_of_ring(ring: Core, mx: int, my: int, x: int, y: int) -> tuple[HullSide, ...]:
    """The `facings` towards (x, y) of a hull with these corners about its middle (mx, my)."""
    return tuple(side for side in HullSide if _in_sector(ring, side, mx, my, x - mx, y - my))


def facing(at: Placement, x: int, y: int) -> HullSide:
    """The first of the `facings` of a hull towards a point, in the order front, left, rear, right."""
    return facings(at, x, y)[0]


def _in_sector(ring: Core, side: HullSide, mx: int, my: int, dx: int, dy: int) -> bool:
    (ax, ay), (bx, by) = ring[side], ring[(side + 1) % 4]
    return cross(ax - mx, ay - my, dx, dy) >= 0 and cross(dx, dy, bx - mx, by - my) >= 0


def edge_of(at: Placement, side: HullSide) -> tuple[Spot, Spot]:
    """The two ends of a hull's edge, counter-clockwise."""
    ring = corners(at)
    return ring[side], ring[(side + 1) % 4]


def middle_of(at: Placement, side: HullSide) -> Spot:
    """The middle of a hull's edge, where a weapon or a hatch may be, rounded towards the middle of the hull."""
    (ax, ay), (bx, by) = edge_of(at, side)
    return (_halved(ax + bx - 2 * at.x) + at.x, _halved(ay + by - 2 * at.y) + at.y)


def _halved(n: int) -> int:
    return n // 2 if n >= 0 else -(-n // 2)


def sides_touched(at: Placement, other: Footprint, slack: int = 2) -> tuple[HullSide, ...]:
    """The edges of a hull that are nearest to a footprint, `slack` thousandths more or less: two where it lies off a
    corner."""
    return _nearest_edges(corners(at), other.core, slack)


@lru_cache(maxsize=1 << 12)
def _nearest_edges(ring: Core, other: Core, slack: int) -> tuple[HullSide, ...]:
    squares = [apart((ring[side], ring[(side + 1) % 4]), other) for side in HullSide]
    found = [root_up(-(-square // by)) for square, by in squares]
    least = min(found)
    return tuple(side for away, side in zip(found, HullSide, strict=True) if away <= least + slack)
