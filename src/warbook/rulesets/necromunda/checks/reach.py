"""What a fighter can reach with its hands, and whether it may handle it."""

from __future__ import annotations

from ....core.length import INCH
from ....core.state import Placement
from ....space.legs import where_it_nears
from ....space.movement import Point
from ....space.planar import just_before
from ....space.shapes import near_segment
from ....space.sight import within
from ..records import Actor, Model, Play
from ..records.position import nothing_between

REACH = 1 * INCH


def at_hand(model: Actor, point: Point) -> bool:
    """Whether a point is within an inch of a base, with nothing solid between; a point of a wall is in reach from both
    sides of it."""
    at = model.at
    far = at.radius + REACH
    if not (-far <= point[0] - at.x <= far and -far <= point[1] - at.y <= far):
        return False
    return within(at, Placement(*point, radius=0), REACH) and in_the_open(model.play, at, point)


def in_the_open(play: Play, at: Placement, point: Point) -> bool:
    """Whether nothing solid stands between a base and a point, or the side of it that is turned to the base."""
    this_side = Placement(*just_before((at.x, at.y), point[:2]), point[2], radius=0)
    return nothing_between(play, at, this_side)


def where_it_comes_near(play: Play, at: Placement, to: Placement, thing: Placement, reach: int) -> int:
    """How far along a straight way (in thousandths) one first comes within reach of a thing with nothing solid between;
    -1 where one never does, or was so near from the start.  Round the end of a wall it is found to a hundredth of the
    way."""
    first = 0 if within(at, thing, reach) else where_it_nears(at, to, thing, reach)
    if first < 0 or (first == 0 and nothing_between(play, at, thing)):
        return -1
    dx, dy, dz = to.x - at.x, to.y - at.y, to.z - at.z
    for where in (*range(first, 1000, 10), 1000):
        here = at.moved_to((at.x + dx * where // 1000, at.y + dy * where // 1000, at.z + dz * where // 1000))
        if where > first and not within(here, thing, reach):
            return -1
        if nothing_between(play, here, thing):
            return int(where)
    return -1


def near_line(at: Placement, line: tuple[int, int, int, int], z: int, reach: int) -> bool:
    """Whether a base is within reach of a line on its own level."""
    far, (ax, ay, bx, by) = at.radius + reach, line
    if max(ax, bx) + far < at.x or min(ax, bx) - far > at.x or max(ay, by) + far < at.y or min(ay, by) - far > at.y:
        return False
    return abs(at.z - z) <= reach and near_segment(at.x, at.y, *line, at.radius + reach)


def where_it_crosses(at: Placement, to: Placement, line: tuple[int, int, int, int], z: int) -> int:
    """How far along a straight way (in thousandths, to a hundredth of it) one first touches a line on its own level; -1
    where one never does, or did from the start."""
    dx, dy, dz = to.x - at.x, to.y - at.y, to.z - at.z
    for where in range(0, 1001, 10):
        here = at.moved_to((at.x + dx * where // 1000, at.y + dy * where // 1000, at.z + dz * where // 1000))
        if near_line(here, line, z, 0):
            return where or -1
    return -1


def clever_enough(model: Model, intelligence: int) -> bool:
    """Beasts handle only what they are clever enough for."""
    return model.profile.role != "beast" or 0 < model.profile.intelligence <= intelligence


def strong_enough(model: Model) -> bool:
    """Beasts carry and break only with Strength 4 or more."""
    return model.profile.role != "beast" or model.strength >= 4


TOO_SIMPLE = "A beast is not clever enough for that."

TOO_WEAK = "A beast needs a Strength of 4 for that."
