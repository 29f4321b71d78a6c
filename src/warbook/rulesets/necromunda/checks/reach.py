"""What a fighter can reach with its hands, and whether it may handle it."""

from __future__ import annotations

from ....core.length import INCH
from ....core.state import Placement
from ....space.movement import Point
from ....space.shapes import near_segment
from ....space.sight import within
from ..records import Model
from ..records.position import nothing_between

REACH = 1 * INCH


def near_point(model: Model, point: Point, reach: int = REACH) -> bool:
    """Whether a point is within reach of a base."""
    at = model.at
    far = at.radius + reach
    if not (-far <= point[0] - at.x <= far and -far <= point[1] - at.y <= far):
        return False
    return within(at, Placement(*point, radius=0), reach)


def at_hand(model: Model, point: Point) -> bool:
    """Whether a point is within an inch of a base, with nothing solid between; a point of a wall is in reach from both
    sides of it."""
    if not near_point(model, point):
        return False
    return in_the_open(model, point)


def in_the_open(model: Model, point: Point) -> bool:
    """Whether nothing solid stands between a base and a point, or the side of it that is turned to the base."""
    at = model.at
    dx, dy = at.x - point[0], at.y - point[1]
    size = max(abs(dx), abs(dy), 1)
    this_side = Placement(point[0] + dx * 60 // size, point[1] + dy * 60 // size, point[2], radius=0)
    return nothing_between(model.play, at, this_side)


def near_line(at: Placement, line: tuple[int, int, int, int], z: int, reach: int) -> bool:
    """Whether a base is within reach of a line on its own level."""
    far, (ax, ay, bx, by) = at.radius + reach, line
    if max(ax, bx) + far < at.x or min(ax, bx) - far > at.x or max(ay, by) + far < at.y or min(ay, by) - far > at.y:
        return False
    return abs(at.z - z) <= reach and near_segment(at.x, at.y, *line, at.radius + reach)


def clever_enough(model: Model, intelligence: int) -> bool:
    """Beasts handle only what they are clever enough for."""
    return model.profile.role != "beast" or 0 < model.profile.intelligence <= intelligence


def strong_enough(model: Model) -> bool:
    """Beasts carry and break only with Strength 4 or more."""
    return model.profile.role != "beast" or model.strength >= 4


TOO_SIMPLE = "A beast is not clever enough for that."

TOO_WEAK = "A beast needs a Strength of 4 for that."
