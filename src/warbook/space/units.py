"""Units: whether the members of one keep together, and whom they see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ..core.length import INCH, root_up
from ..core.shape import Shape
from ..core.state import Posture
from . import footprints
from .board import Board
from .layout import FACING_X, FACING_Y, HEIGHT, POSTURE, RADIUS, Layout
from .shapes import gap_at_most
from .sight import visible

Lie = tuple[Shape, int, int]
"""The shape of a base that is not round, and the direction that it faces."""

Stand = tuple[int, int, int, int, int, Lie | None]
"""Where a base stands: x, y, z of its middle, its radius (that of the disc which holds it), the height of the body on
it, and how it lies if it is not round."""


def stand_of(layout: Layout, id: int) -> Stand:
    """Where a body stands."""
    row, shape = layout.row(id), layout.shapes.get(id)
    lie = (shape, row[FACING_X], row[FACING_Y]) if shape else None
    return (row[0], row[1], row[2], row[RADIUS], row[HEIGHT], lie)


def moved_stand(stand: Stand, at: Sequence[int], facing: Sequence[int] | None = None) -> Stand:
    """The same base at another point, and facing another way if one is given."""
    _, _, _, radius, height, lie = stand
    if lie is not None and facing is not None:
        lie = (lie[0], facing[0], facing[1])
    return (at[0], at[1], at[2], radius, height, lie)


def outline(stand: Stand) -> footprints.Footprint:
    """What a base covers of its floor."""
    x, y, _, radius, _, lie = stand
    return footprints.Footprint(((x, y),), radius) if lie is None else footprints.shape_at(lie[0], x, y, *lie[1:])


def overlap(a: Stand, b: Stand) -> bool:
    """Whether two bodies would stand in one another."""
    dx, dy, wide = a[0] - b[0], a[1] - b[1], a[3] + b[3]
    if dx * dx + dy * dy >= wide * wide or a[2] >= b[2] + b[4] or b[2] >= a[2] + a[4]:
        return False
    return (a[5] is None and b[5] is None) or footprints.overlap(outline(a), outline(b))


class Coherency(Struct, frozen=True):
    """How near to one another the members of a unit keep: a chain of gaps of at most `gap` joins them all.

    A gap is measured from rim to rim, in space; where `rise` is given it is measured in plan, and two that are joined
    may stand so much higher or lower.
    """

    gap: int = 2 * INCH
    rise: int | None = None

    def joins(self, a: Stand, b: Stand) -> bool:
        """Whether the gap between two bases joins them."""
        dx, dy, dz, radii = a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] + b[3]
        square = dx * dx + dy * dy
        if square > (self.gap + radii) ** 2 or (self.rise is not None and not -self.rise <= dz <= self.rise):
            return False
        rise = 0 if self.rise is not None else abs(dz)
        if a[5] is None and b[5] is None:
            return rise == 0 or gap_at_most(square, radii, rise, self.gap)
        one, other = outline(a), outline(b)
        apart, by = footprints.apart(one.core, other.core)
        return footprints.near_enough(apart, by, one.radius + other.radius, rise, self.gap)

    def has_place(self, stand: Stand, placed: Sequence[Stand]) -> bool:
        """Whether a base has room beside those who are placed, and a gap joins it to one of them."""
        x, y, z, radius, height, lie = stand
        joined, near = False, self.gap + radius
        for other in placed:
            ox, oy, oz, wide, tall, shape = other
            if lie is not None or shape is not None:
                if overlap(stand, other):
                    return False
                joined = joined or self.joins(stand, other)
                continue
            dx, dy, far = x - ox, y - oy, near + wide
            square = dx * dx + dy * dy
            if square > far * far:
                continue
            touching = radius + wide
            if square < touching * touching and z < oz + tall and oz < z + height:
                return False
            joined = joined or z == oz or self.joins(stand, other)
        return joined

    def groups(self, stands: Sequence[Stand]) -> list[list[int]]:
        """The groups that chains of gaps join, as indices of `stands`: the largest first, and of those that are as
        large the one with the first of them.  Each is in the order of a chain from its first member."""
        left, found = list(range(len(stands))), list[list[int]]()
        joins = self.joins
        while left:
            group = [left.pop(0)]
            for at in group:
                here = stands[at]
                near = [other for other in left if joins(here, stands[other])]
                if near:
                    group += near
                    left = [other for other in left if other not in near]
            found.append(group)
        return sorted(found, key=lambda group: -len(group))

    def scatter(self, stands: Sequence[Stand]) -> int:
        """How far the shortest chain through all falls short: the sum, in thousandths, of what its gaps have more than
        they may have; 0 where the unit keeps together."""
        if not stands:
            return 0
        short = {at: self._lacking(stands[0], stands[at]) for at in range(1, len(stands))}
        total = 0
        while short:
            nearest = min(short, key=lambda at: (short[at], at))
            total += short.pop(nearest)
            for at in short:
                short[at] = min(short[at], self._lacking(stands[nearest], stands[at]))
        return total

    def _lacking(self, a: Stand, b: Stand) -> int:
        if self.joins(a, b):
            return 0
        flat, dz = footprints.flat_gap(outline(a), outline(b)), abs(a[2] - b[2])
        if self.rise is not None:
            return max(0, flat - self.gap) + max(0, dz - self.rise)
        return max(1, root_up(flat * flat + dz * dz) - self.gap)


def strays(layout: Layout, ids: Iterable[int], gap: int, rise: int | None = None) -> tuple[int, ...]:
    """The members on the table that no chain of gaps of at most `gap` joins to the largest group of their unit; where
    two groups are as large, to that with the first of the `ids`.  `rise` is as in `Coherency`."""
    here = [id for id in ids if layout.row(id)[POSTURE] != Posture.AWAY]
    groups = Coherency(gap, rise).groups([stand_of(layout, id) for id in here])
    apart = sorted(at for group in groups[1:] for at in group)
    return tuple(here[at] for at in apart)


def sight(layout: Layout, board: Board, ids: Iterable[int], targets: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
    """For each member on the table, the targets of which it sees something, each with the number of its hidden parts
    (see `sight.visible`)."""
    here = (id for id in ids if layout.row(id)[POSTURE] != Posture.AWAY)
    return {id: visible(layout, board, id, targets) for id in here}
