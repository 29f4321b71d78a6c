"""What lies between two cells: whether one can be seen from the other, who stands on the line, and on which side it
comes in.

Walls, blocks, floors, shut doors and clouds count as they do in `space.sight`, on the line from middle to middle: one
that touches the end of a wall does not pass.
"""

from __future__ import annotations

from ...core.grid import BoardGrid, Tile
from ...core.length import INCH
from ...core.state import Posture
from ..board import Board
from ..layout import POSTURE, Layout, per_layout
from ..sight import in_sight, line_blocked
from ..terrain import Point
from .cells import Cell, line
from .ground import taken_by


def sees(
    board: Board,
    layout: Layout,
    grid: BoardGrid,
    here: Cell,
    there: Cell,
    *,
    eye: int = INCH,
    mark: int = INCH,
    low: bool = False,
) -> bool:
    """Whether nothing lies between a point `eye` above the middle of one cell and a point `mark` above that of
    another.  Low obstacles count only if `low`; bodies do not (see `bodies_between`)."""
    one, other = (*grid.centre(*here[:2]), here[2]), (*grid.centre(*there[:2]), there[2])
    return is_clear(board, layout, one, other, eye=eye, mark=mark, low=low)


def is_clear(
    board: Board, layout: Layout, here: Point, there: Point, *, eye: int = INCH, mark: int = INCH, low: bool = False
) -> bool:
    """The same of two points in space, the middles of bodies for example."""
    start, end = (*here[:2], here[2] + eye), (*there[:2], there[2] + mark)
    return in_sight(layout, board, start, end) and not (low and line_blocked(layout, board, start, end, low=True))


def bodies_between(grid: BoardGrid, layout: Layout, here: Cell, there: Cell) -> tuple[int, ...]:
    """Who stands in a cell that the line between two passes through, apart from these two, in the order of the line."""
    standing = _standing(layout, grid)
    found = (who for tile in line(grid, here, there)[1:-1] for who in standing.get(tile, ()))
    ends = {*standing.get(here[:2], ()), *standing.get(there[:2], ())}
    return tuple(dict.fromkeys(who for who in found if who not in ends))


@per_layout
def _standing(layout: Layout, grid: BoardGrid) -> dict[Tile, list[int]]:
    """Who stands upright in which cell."""
    found: dict[Tile, list[int]] = {}
    for who, row in enumerate(layout.rows()):
        if row[POSTURE] >= Posture.UP:
            for tile in taken_by(grid, layout, who):
                found.setdefault(tile, []).append(who)
    return found


def comes_from(grid: BoardGrid, here: Cell, there: Cell) -> Tile:
    """The cell next to a target through which the line from elsewhere comes in: cover on that side is in its way."""
    return line(grid, here, there)[-2:][0]
