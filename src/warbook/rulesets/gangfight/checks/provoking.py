"""Whose reach a way leaves, and where on it: that provokes free strikes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from ....core.length import INCH
from ....core.state import Placement
from ....space.movement import Point
from ....space.placing import Place
from ....space.shapes import bounds, gap_at_most, passes
from ..records.distances import longest_strike, rise_from, strike_of
from ..records.position import foes, layout
from ..records.state import Figure
from ..records.world import Play

SHORT = INCH // 10  # how near one comes to what stops one


def provokes(play: Play, who: int, points: Sequence[Point]) -> tuple[int, ...]:
    """The standing enemies whose reach a way leaves: somewhere it is inside, and later it is outside."""
    me = play.state.record(Figure, who)
    west, south, east, north = bounds(points)
    found, farthest = [], me.at.radius + longest_strike(play)
    for f in foes(play, me.owner):
        at, wide = f.at, f.at.radius + farthest
        beside_it = at.x + wide < west or at.x - wide > east or at.y + wide < south or at.y - wide > north
        if not beside_it and f.standing and leaves(points, me.at, at, strike_of(play, f)):
            found.append(f.id)
    return tuple(found)


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


def partings(play: Play, who: int, points: Sequence[Point], by: Sequence[int]) -> list[tuple[Point, int]]:
    """Where on a way a figure leaves the reach of each of these enemies, in the order of the way.  If it could not
    stand at such a place, the place before it is taken."""
    me, found = play.state.records[who].at, []
    for enemy in by:
        f = play.state.record(Figure, enemy)
        found.append((*_parting(points, me, f.at, strike_of(play, f)), enemy))
    room = Place("parting", "", play.world.board, layout(play), who, facing=False)
    spots, last = [], points[0]
    for leg, part, enemy in sorted(found):
        spot = _along(points[leg], points[leg + 1], part)
        last = last if room.legal(spot) else spot
        spots.append((last, enemy))
    return spots


def _parting(points: Sequence[Point], me: Placement, other: Placement, reach: int) -> tuple[int, int]:
    """The leg on which a base leaves the reach of another, and how much of that leg it has gone there, in thousandths:
    the last of it within reach, which on each leg is one stretch."""
    entered = False
    for leg, (a, b) in enumerate(pairwise(points)):
        entered = entered or _nears(a, b, me, other, reach)
        if entered and not _inside(b, me, other, reach):
            inside, outside = _nearest_on(a, b, other), _WHOLE
            while outside - inside > 1:
                middle = (inside + outside) // 2
                if _inside(_along(a, b, middle), me, other, reach):
                    inside = middle
                else:
                    outside = middle
            return leg, inside
    raise AssertionError("a way that leaves no reach has no such place")


_WHOLE = 1000  # the parts of a leg


def _along(a: Point, b: Point, part: int) -> Point:
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
    pieces = max(abs(p - q) for p, q in zip(a, b, strict=True)) // SHORT + 1
    for k in range(pieces + 1):
        x, y, z = (p + (q - p) * k // pieces for p, q in zip(a, b, strict=True))
        if _inside((x, y, z), me, other, reach):
            return True
    return False
