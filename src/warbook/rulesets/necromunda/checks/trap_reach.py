"""Which traps a way comes too near to, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....core.length import INCH
from ....core.state import Placement
from ....space.board import Board, per_board
from ..records import Play, Trap
from ..records.position import things
from . import reach

TRAP_REACH = 2 * INCH


@per_board
def _may_hold_traps(board: Board) -> bool:
    return any(marker.kind in ("booby-trap", "casket") for marker in board.markers)


def traps_about(play: Play, at: Placement, legs: Sequence[Sequence[int]]) -> bool:
    """Whether a trap lies near a route that begins at a place: near the box around it."""
    if not _may_hold_traps(play.world.board):
        return False
    xs, ys = [at.x, *[leg[0] for leg in legs]], [at.y, *[leg[1] for leg in legs]]
    far = at.radius + TRAP_REACH
    west, east, south, north = min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far
    for trap in things(play, Trap):
        wide, x, y = trap.at.radius, trap.at.x, trap.at.y
        if trap.there and west <= x + wide and x - wide <= east and south <= y + wide and y - wide <= north:
            return True
    return False


def traps_met(play: Play, at: Placement, to: Placement) -> Iterator[tuple[int, int]]:
    """The traps that a straight way brings a model within 2" of: how far along it (in thousandths), and which."""
    for trap in things(play, Trap):
        if trap.there:
            where = reach.where_it_comes_near(play, at, to, trap.at, TRAP_REACH)
            if where >= 0:
                yield where, trap.id
