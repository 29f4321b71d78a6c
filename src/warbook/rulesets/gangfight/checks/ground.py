"""Ground: its three grades, what it costs to cross, and for whom it is like any other.

A Move pays for the ground under the middle of its base; a Charge! and a Run look at all that the base touches.  An
obstacle higher than half of whoever crosses it is light ground to them, one higher than they are is none to cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

from ....core.state import Placement
from ....space.board import Board, Row, per_board
from ....space.movement import Point
from ....space.shapes import bounds, sweeps
from ....space.terrain import Area, Polygon
from ..records import STORM, Model, Play
from ..records.position import per_position

Grade: TypeAlias = Literal["flat", "light", "dense"]
GRADES: tuple[Grade, ...] = get_args(Grade)
FLAT, LIGHT, DENSE = GRADES
#: The number that the dice of a charge must reach.
CHARGE_NUMBER: dict[Grade, int] = {FLAT: 2, LIGHT: 4, DENSE: 6}


def ignores_ground(play: Play, who: int) -> bool:
    """Whether difficult ground is like any other to a figure."""
    model = Model(play, who)
    return model.has("dash") or model.wears("ring-of-free-movement")


def stormy(play: Play) -> bool:
    """Whether a storm has made all ground difficult."""
    return bool(play.state.turn.complication == STORM)


def costs_of_ground(play: Play) -> tuple[tuple[Grade, int], ...]:
    """What an inch of each grade costs, in hundredths."""
    return ((LIGHT, play.option["light-cost"]), (DENSE, play.option["dense-cost"]))


@per_board
def of_kind(board: Board, kind: str) -> Sequence[tuple[Area, Row]]:
    """The areas of a kind, each with its row of the board."""
    pairs = zip(board.areas, board.rows.areas, strict=False)
    return tuple((area, row) for area, row in pairs if area.kind == kind)


def areas(play: Play) -> Iterator[Area]:
    """All ground that is not flat."""
    for area in play.world.board.areas:
        if area.kind in (LIGHT, DENSE):
            yield area


def grade(play: Play, at: Placement, points: Sequence[Point]) -> Grade:
    """The worst grade that the base of a figure touches anywhere along a way, its start and its end included.  One
    point is a place where it stands."""
    legs = list(pairwise(points)) or [(points[0], points[0])]
    worst = GRADES.index(LIGHT if stormy(play) else FLAT)
    (west, south, east, north), wide = bounds(points), at.radius
    for found, polygon, row in _pieces(play.world.board, at.height):
        beside_it = row[4] >= east + wide or row[6] <= west - wide or row[5] >= north + wide or row[7] <= south - wide
        if found > worst and not beside_it and any(_touches(polygon, row, a, b, wide) for a, b in legs):
            worst = found
    return GRADES[worst]


@per_board
def _pieces(board: Board, height: int) -> Sequence[tuple[int, Polygon, Row]]:
    """All ground that is not flat to a figure of a height, with the number of its grade and its row of the board."""
    return tuple(_graded(board, height))


def _graded(board: Board, height: int) -> Iterator[tuple[int, Polygon, Row]]:
    rows = board.rows.areas
    for area, row in zip(board.areas, rows, strict=False):
        if area.kind in (LIGHT, DENSE):
            yield GRADES.index(area.kind), area.polygon, row
    for obstacle, row in zip(board.obstacles, rows[len(board.areas) :], strict=True):
        if obstacle.height > height // 2:
            yield GRADES.index(LIGHT), obstacle.polygon, row


def _touches(polygon: Polygon, row: Row, a: Point, b: Point, radius: int) -> bool:
    """Whether a base touches a piece of ground on a leg; what is above its floor or ends below it is none."""
    z0, z1, _, _, west, south, east, north, _ = row
    low, high = min(a[2], b[2]), max(a[2], b[2])
    return (
        z0 <= high
        and (z1 > low or z0 >= low)
        and min(a[0], b[0]) - radius < east
        and max(a[0], b[0]) + radius > west
        and min(a[1], b[1]) - radius < north
        and max(a[1], b[1]) + radius > south
        and sweeps(polygon, a, b, radius)
    )


def at_ease(play: Play, who: int) -> bool:
    """Whether a figure stands on ground where it could run."""
    return ignores_ground(play, who) or standing_on(play, who) == FLAT


def light_of_foot(play: Play, who: int) -> int:
    """The inch that elven boots carry a figure further out of difficult ground."""
    return int(Model(play, who).wears("elven-boots") and not at_ease(play, who))


def standing_on(play: Play, who: int) -> Grade:
    """The worst grade under a figure's base."""
    return _standing_on(play, who, stormy(play))


@per_position
def _standing_on(play: Play, who: int, _stormy: bool) -> Grade:
    at = play.state.records[who].at
    return grade(play, at, (at.spot,))
