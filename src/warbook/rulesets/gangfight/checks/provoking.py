"""Whose reach a way leaves, and where on it: that provokes free strikes."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.length import INCH
from ....space import legs
from ....space.movement import Point
from ....space.placing import Place
from ....space.shapes import bounds
from ..records import Play
from ..records.distances import longest_strike, strike_of
from ..records.position import foes, layout

SHORT = INCH // 10  # how near one comes to what stops one


def provokes(play: Play, who: int, points: Sequence[Point]) -> tuple[int, ...]:
    """The standing enemies whose reach a way leaves: somewhere it is inside, and later it is outside."""
    me = play.state.records[who]
    west, south, east, north = bounds(points)
    found, farthest = [], me.at.radius + longest_strike(play)
    for f in foes(play, me.owner):
        at, wide = f.at, f.at.radius + farthest
        beside_it = at.x + wide < west or at.x - wide > east or at.y + wide < south or at.y - wide > north
        if not beside_it and f.standing and legs.leaves(points, me.at, at, strike_of(play, f)):
            found.append(f.id)
    return tuple(found)


def partings(play: Play, who: int, points: Sequence[Point], by: Sequence[int]) -> list[tuple[Point, int]]:
    """Where on a way a figure leaves the reach of each of these enemies, in the order of the way.  If it could not
    stand at such a place, the place before it is taken."""
    me, found = play.state.records[who].at, []
    for enemy in by:
        f = play.state.records[enemy]
        found.append((*legs.parting(points, me, f.at, strike_of(play, f)), enemy))
    room = Place("parting", "", play.world.board, layout(play), who, facing=False)
    spots, last = [], points[0]
    for leg, part, enemy in sorted(found):
        spot = legs.point_on_leg(points[leg], points[leg + 1], part)
        last = last if room.legal(spot) else spot
        spots.append((last, enemy))
    return spots
