"""How far figures have to go, on foot and by doors that are open."""

from __future__ import annotations

from functools import cache
from math import dist

from msgspec.structs import replace

from ....core.length import INCH
from ....space.afoot import ANYWHERE, PITCH, Cell, Field, ways_to
from ....space.board import Board, Row, per_board
from ....space.movement import Point, Rules
from ..checks import ground
from ..records.position import layout
from ..records.world import Play

# Judged (see `value`).
COMING, AWAY = 8.0, 16.0  # inches: so near an enemy will come, so far off none does

# From data/sizes.toml: the base of Medium figures, as most are; and the grain of fields.
BASES = 1.1  # inches of the way from middle to middle that two bases take up
REMEMBERED = 256  # sets of goals
DIAGONAL = 3 * PITCH // 2  # the most that two spots of a cell are apart, about
BROAD = 550  # half the base of most figures, in thousandths


class Ways:
    """How far it is to the nearest of some places, on foot and by doors that are open, remembered by where from."""

    __slots__ = ("board", "goals", "measured", "near", "pressed")

    def __init__(self, board: Board, goals: list[tuple[Point, Field]]) -> None:
        self.board, self.goals = board, goals
        self.near: dict[Cell, list[tuple[Point, int]]] = {}  # by cell: see `_around`
        self.measured: dict[Point, float] = {}  # most figures stay where they are from one position to the next
        self.pressed: dict[Point, float] = {}

    def inches(self, spot: Point) -> float:
        """About how many inches it is.  For a figure that clings to a face, it is the way from the foot of the face."""
        known = self.measured.get(spot)
        if known is not None:
            return known
        x, y, z = spot
        near = self._around(spot)
        if not near:
            z = self.board.floor_below(x, y, z)
            near = self._around((x, y, z)) or [(goal, 0) for goal, _ in self.goals]  # as the crow flies
        foot = (x, y, z)
        inches = self.measured[spot] = min([dist(goal, foot) + detour for goal, detour in near]) / INCH
        return inches

    def _around(self, foot: Point) -> list[tuple[Point, int]]:
        """The places that may be the nearest from anywhere in the cell of a point, each with the detour; none where no
        way begins there."""
        x, y, z = foot
        cell = (x // PITCH, y // PITCH, z)
        near = self.near.get(cell)
        if near is None:
            near = self.near[cell] = self._nearest(cell, foot)
        return near

    def _nearest(self, cell: Cell, foot: Point) -> list[tuple[Point, int]]:
        found = [(goal, field[cell]) for goal, field in self.goals if cell in field]
        far = [dist(goal, foot) + detour for goal, detour in found]
        most = min(far, default=0.0) + 2 * DIAGONAL
        return [one for one, inches in zip(found, far, strict=True) if inches <= most]

    def pressure(self, spot: Point) -> float:
        """How many are about to come from those places; who is halfway too far off is half of one."""
        known = self.pressed.get(spot)
        if known is None:
            known = self.pressed[spot] = sum(
                [chance_of_coming(dist(goal, spot) / INCH - BASES) for goal, _ in self.goals]
            )
        return known


def ways_for(play: Play, goals: tuple[Point, ...]) -> Ways:
    """The ways to some places; they stay with the board, for most positions that are looked at have the same goals."""
    return _ways(play.world.board, layout(play).wall_rows, _afoot(play), goals)


@per_board.at_most(REMEMBERED)
def _ways(board: Board, walls: tuple[Row, ...], walker: Rules, goals: tuple[Point, ...]) -> Ways:
    return Ways(board, ways_to(board, walls, goals, walker, BROAD))


def chance_of_coming(inches: float) -> float:
    """How likely an enemy is to come from as far off as that."""
    return max(0.0, min(1.0, (AWAY - inches) / (AWAY - COMING)))


def _afoot(play: Play) -> Rules:
    """The movement rules of somebody who cannot climb, as far as the ends of the board."""
    return _walker(play.option["light-cost"], play.option["dense-cost"])


@cache
def _walker(light: int, dense: int) -> Rules:
    return replace(
        ANYWHERE, going=((ground.LIGHT, light), (ground.DENSE, dense)), may_climb=False, may_leap=False, deepest_jump=0
    )
