"""Arcs of any width: whether a point, or some part of a base, lies in a sector of the plane.

A sector has its tip anywhere, such as at a weapon of a hull, looks along an integer vector and is so many whole degrees
wide; its borders and its tip belong to it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from ..core.state import Placement
from .footprints import Core, Footprint, HullSide, Spot, apart, corners, footprint
from .shapes import COSINE, SINE, cross

_FAR = 1 << 18  # longer than any board is wide


class Sector:
    """A part of the plane between two half lines from a tip: from the `right` border, counter-clockwise, to the `left`
    one.  It is `wide` where it is more than half of the plane, and the `whole` plane where it is all of it."""

    __slots__ = ("left", "right", "tip", "whole", "wide")

    def __init__(self, tip: Spot, right: Spot, left: Spot, wide: bool = False, whole: bool = False) -> None:
        self.tip, self.right, self.left, self.wide, self.whole = tip, right, left, wide, whole

    def holds(self, x: int, y: int) -> bool:
        """Whether a point lies in it."""
        if self.whole:
            return True
        dx, dy = x - self.tip[0], y - self.tip[1]
        from_right, to_left = cross(*self.right, dx, dy) >= 0, cross(dx, dy, *self.left) >= 0
        return (from_right or to_left) if self.wide else (from_right and to_left)

    def touches(self, other: Footprint) -> bool:
        """Whether some part of a footprint lies in it, its outline included."""
        if len(other.core) == 1:
            return self._touches_disc(*other.core[0], other.radius)
        return self._touches_any(other)

    def _touches_any(self, other: Footprint) -> bool:
        """The same for a footprint of any shape."""
        if any(self.holds(x, y) for x, y in other.core):
            return True
        if not other.radius and self._passes(other.core):
            return False
        away = [apart(ray, other.core) for ray in self._rays()]
        return any(square <= other.radius * other.radius * by for square, by in away)

    def touches_body(self, other: Placement) -> bool:
        """Whether some part of a body lies in it; of most that are not round the disc around them says that none
        does."""
        if not other.shape:
            return self._touches_disc(other.x, other.y, other.radius)
        return self._touches_disc(other.x, other.y, other.radius) and self.touches(footprint(other))

    def _passes(self, core: Core) -> bool:
        """Whether it passes by a hull of which no corner lies in it, because all of them lie beyond one of its borders;
        of a wide sector, what is left of the plane holds all of such a hull."""
        if self.wide:
            return True
        (x, y), right, left = self.tip, self.right, self.left
        return all(cross(*right, cx - x, cy - y) < 0 for cx, cy in core) or all(
            cross(cx - x, cy - y, *left) < 0 for cx, cy in core
        )

    def _touches_disc(self, x: int, y: int, radius: int) -> bool:
        """The same for a round base: its middle lies in it, or is no further than its radius from one of its borders.
        Written out, because it is asked most often."""
        dx, dy, square = x - self.tip[0], y - self.tip[1], radius * radius
        (rx, ry), (lx, ly) = self.right, self.left
        right, left = rx * dy - ry * dx, dx * ly - dy * lx  # 0 and more: on its side of the border
        if self.whole or (right >= 0 and left >= 0) or (self.wide and (right >= 0 or left >= 0)):
            return True
        if dx * dx + dy * dy <= square:
            return True
        return (rx * dx + ry * dy > 0 and right * right <= square * (rx * rx + ry * ry)) or (
            lx * dx + ly * dy > 0 and left * left <= square * (lx * lx + ly * ly)
        )

    def _rays(self) -> tuple[tuple[Spot, Spot], tuple[Spot, Spot]]:
        """Its borders, as lines that lead beyond every board: their far ends are scaled rather than rounded, so that
        they keep their direction exactly."""
        (x, y), rays = self.tip, []
        for ux, uy in (self.right, self.left):
            times = -(-_FAR // max(abs(ux), abs(uy)))
            rays.append(((x, y), (x + ux * times, y + uy * times)))
        return rays[0], rays[1]


def sector(tip: Spot, towards: Spot, degrees: int) -> Sector:
    """The sector of so many degrees, 1 to 360, half of them to each side of a direction.  Raises ValueError for any
    other width, and where the direction is (0, 0)."""
    if not 1 <= degrees <= 360 or towards == (0, 0):
        raise ValueError(f"An arc is 1 to 360 degrees wide, in some direction; found {degrees} along {towards}.")
    fx, fy = towards
    if degrees == 90:  # exact, and so are its parts: what others take for the front quarter
        return Sector(tip, (fx + fy, fy - fx), (fx - fy, fy + fx))
    if degrees == 180:
        return Sector(tip, (fy, -fx), (-fy, fx))
    cos, sin = _half(degrees)
    right, left = (fx * cos + fy * sin, fy * cos - fx * sin), (fx * cos - fy * sin, fy * cos + fx * sin)
    return Sector(tip, right, left, degrees > 180, degrees == 360)


def _half(degrees: int) -> Spot:
    """Half a width as a vector: for odd widths the sum of its two neighbours among whole degrees."""
    low, high = degrees // 2, (degrees + 1) // 2
    return COSINE[low] + COSINE[high], SINE[low] + SINE[high]


@lru_cache(maxsize=1 << 8)
def facing_sector(at: Placement, *sides: HullSide) -> Sector:
    """The sector of a hull between the lines of its diagonals on one side, or on several that follow one another
    counter-clockwise.  Raises ValueError for others."""
    if not 1 <= len(sides) <= 4 or any(b != (a + 1) % 4 for a, b in pairwise(sides)):
        found = ", ".join(side.name for side in sides) or "none"
        raise ValueError(f"found {found}; wanted 1 to 4 sides that follow one another counter-clockwise")
    ring = corners(at)
    right, left = ring[sides[0]], ring[(sides[-1] + 1) % 4]
    borders = (right[0] - at.x, right[1] - at.y), (left[0] - at.x, left[1] - at.y)
    return Sector((at.x, at.y), *borders, len(sides) > 2, len(sides) == 4)


def in_arc(at: Placement, x: int, y: int, degrees: int) -> bool:
    """Whether a point lies in the sector of so many degrees to the front of a body, seen from its middle."""
    return sector((at.x, at.y), (at.fx, at.fy), degrees).holds(x, y)


def touches_arc(at: Placement, other: Placement, degrees: int) -> bool:
    """Whether some part of another's base lies in that sector."""
    return sector((at.x, at.y), (at.fx, at.fy), degrees).touches_body(other)
