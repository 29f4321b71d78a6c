"""Ways from point to point: the part of one that is so long, and where it comes into reach of a body and leaves that.

Reach is measured from rim to rim in plan, and from the top of the lower to the foot of the higher of two bodies.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from ..core.length import INCH
from ..core.state import Placement
from ..core.structs import replace
from .movement import Point
from .shapes import gap_at_most, passes
from .sight import within

FINE = INCH // 10  # how far apart the places are at which one looks on a slope


def as_far_as(points: tuple[Point, ...], length: int) -> tuple[Point, ...]:
    """The first part of a way, so long."""
    for n, (a, b) in enumerate(pairwise(points), 1):
        leg = distance_between(a, b)
        if length < leg:
            x, y, z = (p + (q - p) * length // leg for p, q in zip(a, b, strict=True))
            return (*points[:n], (x, y, z))
        length -= leg
    return points


def distance_between(a: Point, b: Point) -> int:
    """How far it is from one point to another, rounded down."""
    return isqrt(sum((p - q) ** 2 for p, q in zip(a, b, strict=True)))


def rise_from(z: int, height: int, other: Placement) -> int:
    """How far a body of that height, its foot at `z`, is wholly above or below another; 0 where they are level."""
    return max(other.z - z - height, z - other.z - other.height, 0)


def leaves(points: Sequence[Point], me: Placement, other: Placement, reach: int) -> bool:
    """Whether a body that goes from point to point is within reach of another somewhere, and outside again later.

    What is within reach of a body is convex, so that a leg leaves it only if its end is outside.
    """
    entered = False
    for a, b in pairwise(points):
        entered = entered or _nears(a, b, me, other, reach)
        if entered and not _inside(b, me, other, reach):
            return True
    return False


def parting(points: Sequence[Point], me: Placement, other: Placement, reach: int) -> tuple[int, int]:
    """The leg on which a base leaves the reach of another, and how much of that leg it has gone there, in thousandths:
    the last of it within reach, which on each leg is one stretch."""
    entered = False
    for leg, (a, b) in enumerate(pairwise(points)):
        entered = entered or _nears(a, b, me, other, reach)
        if entered and not _inside(b, me, other, reach):
            inside, outside = _nearest_on(a, b, other), _WHOLE
            while outside - inside > 1:
                middle = (inside + outside) // 2
                if _inside(point_on_leg(a, b, middle), me, other, reach):
                    inside = middle
                else:
                    outside = middle
            return leg, inside
    raise AssertionError("a way that leaves no reach has no such place")


_WHOLE = 1000  # the parts of a leg


def point_on_leg(a: Point, b: Point, part: int) -> Point:
    """A point on a leg."""
    x, y, z = (p + (q - p) * part // _WHOLE for p, q in zip(a, b, strict=True))
    return (x, y, z)


def _nearest_on(a: Point, b: Point, other: Placement) -> int:
    """The part of a leg after which it is nearest to a place."""
    leg = [q - p for p, q in zip(a, b, strict=True)]
    towards = [q - p for p, q in zip(a, (other.x, other.y, other.z), strict=True)]
    square = sum(d * d for d in leg)
    return (
        min(_WHOLE, max(0, _WHOLE * sum(d * t for d, t in zip(leg, towards, strict=True)) // square)) if square else 0
    )


def _inside(at: Point, me: Placement, other: Placement, reach: int) -> bool:
    square = (at[0] - other.x) ** 2 + (at[1] - other.y) ** 2
    return gap_at_most(square, me.radius + other.radius, rise_from(at[2], me.height, other), reach)


def _nears(a: Point, b: Point, me: Placement, other: Placement, reach: int) -> bool:
    """Whether a leg comes within reach of a body: exact on the level, looked at every tenth of an inch on a slope."""
    if a[2] == b[2]:
        rise = rise_from(a[2], me.height, other)
        return rise <= reach and passes(
            a, b, other.x, other.y, me.radius + other.radius + isqrt(reach * reach - rise * rise)
        )
    pieces = max(abs(p - q) for p, q in zip(a, b, strict=True)) // FINE + 1
    for k in range(pieces + 1):
        x, y, z = (p + (q - p) * k // pieces for p, q in zip(a, b, strict=True))
        if _inside((x, y, z), me, other, reach):
            return True
    return False


def where_it_nears(at: Placement, to: Placement, thing: Placement, reach: int) -> int:
    """How far along a straight way (in thousandths of it) one first comes within reach of a thing; -1 where one never
    does, or was there from the start."""
    if within(at, thing, reach):
        return -1
    dx, dy, dz = to.x - at.x, to.y - at.y, to.z - at.z

    def near(where: int) -> bool:
        here = replace(at, x=at.x + dx * where // 1000, y=at.y + dy * where // 1000, z=at.z + dz * where // 1000)
        return within(here, thing, reach)

    square = dx * dx + dy * dy
    closest = 1000 * ((thing.x - at.x) * dx + (thing.y - at.y) * dy) // square if square else 1000
    low, high = 0, max(0, min(1000, closest))
    if not near(high):
        high = 1000
        if not near(high):
            return -1
    while high - low > 1:
        middle = (low + high) // 2
        if near(middle):
            high = middle
        else:
            low = middle
    return high
