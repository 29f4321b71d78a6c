"""Which way: where enemies are, what lies in the vision arc, directions by chance."""

from __future__ import annotations

from ....core.dice import Pool, Reading
from ....core.state import Placement
from ....space.shapes import UNIT, stretched
from ....space.sight import touches_arc, within
from ..records import Actor, Model, Play
from ..records.position import enemies, namer

DEGREES = Pool(1, 360, name="a random direction")
HOURS = Pool(1, 12, Reading("a random hour of the clock", 0, lambda _, face: 30 * face))


def by_chance(play: Play) -> Pool:
    """The die for a random direction, read in degrees: any, or at some tables one of the twelve of a clock."""
    return DEGREES if play.option["random-directions"] == "any" else HOURS


def in_front(at: Placement, other: Placement) -> bool:
    """Whether some part of another base is in the vision arc: who could be shot can be fought."""
    return touches_arc(at, other)


def ways_to_foes(model: Actor, reach: int | None = None) -> dict[tuple[int, int], str]:
    """The directions in which its enemies are, with their names: all of them, or those within reach of the middle of
    its base."""
    play = model.play
    at, say = model.at, namer(play)
    ways: dict[tuple[int, int], str] = {}
    for f in enemies(play, model.owner):
        if reach is None or within(f.at, at, reach):
            ways.setdefault((f.at.x - at.x, f.at.y - at.y), say(f.id))
    return ways


def facings(at: Placement, places: list[Placement]) -> list[tuple[tuple[int, int], tuple[int, ...]]]:
    """The facings worth taking against some opponents: at each, and midway between each two; with the numbers of
    those meant."""
    ways = [stretched(p.x - at.x, p.y - at.y, UNIT) for p in places]
    found: list[tuple[tuple[int, int], tuple[int, ...]]] = [(way, (n,)) for n, way in enumerate(ways) if way != (0, 0)]
    for n, (ax, ay) in enumerate(ways):
        for m in range(n):
            middle = (ax + ways[m][0], ay + ways[m][1])
            if ax * ways[m][0] + ay * ways[m][1] >= 0 and middle not in ways:
                found.append((middle, (m, n)))
    return found


def away_from(model: Model, origin: Placement) -> tuple[int, int]:
    """The direction straight away from a place; the way it looks, where it stands on that very place."""
    at = model.at
    away = (at.x - origin.x, at.y - origin.y)
    return away if away != (0, 0) else (at.fx, at.fy)
