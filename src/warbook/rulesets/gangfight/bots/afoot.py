"""How far figures have to go, on foot and by doors that are open."""

from __future__ import annotations

from functools import cache
from math import dist

from ....core.length import INCH
from ....core.structs import replace
from ....space import afoot
from ....space.afoot import ANYWHERE, Field, ways_to
from ....space.board import Board, Row, per_board
from ....space.movement import Point, Rules
from ..checks import ground
from ..records import Play
from ..records.position import layout

# Judged (see `value`).
COMING, AWAY = 8.0, 16.0  # inches: so near an enemy will come, so far off none does

# From data/sizes.toml: the base of Medium figures, as most are.
BASES = 1.1  # inches of the way from middle to middle that two bases take up
REMEMBERED = 256  # sets of goals
BROAD = 550  # half the base of most figures, in thousandths


class Ways(afoot.Ways):
    """Ways on foot to some goals (see `space.afoot`), and how many are about to come from there."""

    __slots__ = ("pressed",)

    def __init__(self, board: Board, goals: list[tuple[Point, Field]]) -> None:
        super().__init__(board, goals)
        self.pressed: dict[Point, float] = {}

    def pressure(self, spot: Point) -> float:
        """How many are about to come from those places; one that is halfway too far off is half of one."""
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
