"""Cells of a grid by themselves: which ones are next to each other, how far apart they are, which ones a line meets.

All of this is about columns and rows; walls, heights and bodies are in `ground` and `ways`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import TypeAlias

from ...core.grid import BoardGrid, CellShape, Tile
from ..board import Board

Cell: TypeAlias = tuple[int, int, int]
"""Where something can stand: a column, a row, and the height of the floor."""

ORTHOGONAL = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
# of hexagons, in even and in odd rows, from the east counter-clockwise
_HEX = (
    ((1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)),
    ((1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1)),
)

CHEBYSHEV = (1,)
"""A diagonal step costs as much as a straight one."""

ALTERNATING = (1, 2)
"""The first diagonal of a way costs one, the second two, and so on in turn."""

OCTILE = (1, 2, 1, 2, 1)
"""Diagonals cost what they are long, as near as whole numbers come: seven for five."""


def grid_over(board: Board, cell: int, shape: CellShape = "square") -> BoardGrid:
    """A grid of as many whole cells as a board has room for, from its south-west corner on."""
    one = BoardGrid(0, 0, cell, 1, 1, shape)
    if shape == "square":
        return BoardGrid(0, 0, cell, board.width // cell, board.depth // cell)
    (_, south), *_, (_, north), _, _ = one.corners(0, 0)
    rows = (board.depth - (north - south)) // one.pitch + 1
    columns = (board.width - (cell // 2 if rows > 1 else 0)) // cell
    return BoardGrid(0, 0, cell, columns, rows, "hex")


def neighbours(grid: BoardGrid, tile: Sequence[int]) -> Iterator[Tile]:
    """The cells that share a side with one, or, of squares, a corner: those with a side first."""
    column, row = tile[:2]
    steps = (*ORTHOGONAL, *DIAGONAL) if grid.shape == "square" else _HEX[row % 2]
    for across, up in steps:
        if (near := (column + across, row + up)) in grid:
            yield near


def is_diagonal(grid: BoardGrid, a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether two neighbours touch only in a corner."""
    return grid.shape == "square" and a[0] != b[0] and a[1] != b[1]


def distance(
    grid: BoardGrid, a: Sequence[int], b: Sequence[int], diagonals: Sequence[int] = CHEBYSHEV, straight: int = 1
) -> int:
    """How far two cells are apart if nothing is in the way: the least that steps from one to the other cost.

    A straight step costs `straight`; `diagonals` are the costs of the first, second ... diagonal step of a way, again
    from the first when they are used up, and none at all where there are no diagonal steps.
    """
    if grid.shape == "hex":
        return straight * _hexes_between(a, b)
    across, up = abs(a[0] - b[0]), abs(a[1] - b[1])
    fewer, more = min(across, up), max(across, up)
    if not diagonals:
        return straight * (fewer + more)
    if diagonals == CHEBYSHEV and straight == 1:
        return more
    best = spent = straight * (fewer + more)
    for cost in islice(cycle(diagonals), fewer):
        spent += cost - 2 * straight
        best = min(best, spent)
    return best


def within(grid: BoardGrid, middle: Sequence[int], far: int, diagonals: Sequence[int] = CHEBYSHEV) -> Iterator[Tile]:
    """The cells that are at most `far` from one, row by row, that cell included."""
    column, row = middle[:2]
    everything = grid.shape == "square" and diagonals == CHEBYSHEV
    for r in range(max(0, row - far), min(grid.rows, row + far + 1)):
        for c in range(max(0, column - far), min(grid.columns, column + far + 1)):
            if everything or distance(grid, middle, (c, r), diagonals) <= far:
                yield c, r


def line(grid: BoardGrid, a: Sequence[int], b: Sequence[int]) -> tuple[Tile, ...]:
    """The cells that the straight line between the middles of two cells passes through, in order, both included.

    Where it passes exactly through a corner of squares it goes on to the square beyond, and the two others that meet
    there are not passed through.  The same cells lie on the way back.
    """
    if tuple(b[:2]) < tuple(a[:2]):
        return line(grid, b, a)[::-1]
    if grid.shape == "square":
        return tuple(_squares_between(a, b))
    found = tuple(_hexes_on_line(a, b, 1))
    return found if all(tile in grid for tile in found) else tuple(_hexes_on_line(a, b, -1))


def _squares_between(a: Sequence[int], b: Sequence[int]) -> Iterator[Tile]:
    column, row = a[:2]
    across, up = abs(b[0] - column), abs(b[1] - row)
    east, north = (1 if b[0] > column else -1), (1 if b[1] > row else -1)
    gone = risen = 0
    yield column, row
    while gone < across or risen < up:
        # which border comes first: both sides are multiplied by twice the whole way over each axis
        ahead = (1 + 2 * gone) * up - (1 + 2 * risen) * across
        if ahead <= 0:
            column, gone = column + east, gone + 1
        if ahead >= 0:
            row, risen = row + north, risen + 1
        yield column, row


# ---- hexagons: by three axes that add up to 0 ------------------------------------------------------------------------


def _axes(tile: Sequence[int]) -> tuple[int, int, int]:
    column, row = tile[:2]
    q = column - (row - row % 2) // 2
    return q, row, -q - row


def _tile(q: int, row: int) -> Tile:
    return q + (row - row % 2) // 2, row


def _hexes_between(a: Sequence[int], b: Sequence[int]) -> int:
    return max(abs(p - q) for p, q in zip(_axes(a), _axes(b), strict=True))


def _hexes_on_line(a: Sequence[int], b: Sequence[int], hand: int) -> Iterator[Tile]:
    """One hexagon for each step of the distance; where the line runs along a side, the one on the `hand` given."""
    steps, start, end = max(1, _hexes_between(a, b)), _axes(a), _axes(b)
    for n in range(steps + 1) if start != end else (0,):
        # thirty-two times as many as there are steps; the shift decides where two hexagons are equally near
        q, r, s = (32 * (p * (steps - n) + e * n) for p, e in zip(start, end, strict=True))
        yield _rounded(q + hand, r + hand, s - 2 * hand, 32 * steps)


def _rounded(q: int, r: int, s: int, over: int) -> Tile:
    near = [(2 * value + over) // (2 * over) for value in (q, r, s)]
    off = [abs(n * over - value) for n, value in zip(near, (q, r, s), strict=True)]
    if off[0] > max(off[1], off[2]):
        near[0] = -near[1] - near[2]
    elif off[1] > off[2]:
        near[1] = -near[0] - near[2]
    return _tile(near[0], near[1])
