"""Grid: where the cells of a grid lie that is laid over a board.

This is what a table draws and what a click on the board means.  Ways, distances and lines over cells are in
`space.grid`.  Lengths are thousandths of an inch.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Literal, TypeAlias

from msgspec import Struct

CellShape: TypeAlias = Literal["square", "hex"]

Tile: TypeAlias = tuple[int, int]
"""The column and the row of a cell."""


class BoardGrid(Struct, frozen=True, omit_defaults=True):
    """A grid over a board: `x` and `y` are its south-west corner, `cell` is the width of a cell (of a hexagon: from one
    side to the opposite one).  Columns are counted from the west, rows from the south, both from 0.

    Hexagons stand on a corner; those of every odd row lie half a cell further east.
    """

    x: int
    y: int
    cell: int
    columns: int
    rows: int
    shape: CellShape = "square"

    def __post_init__(self) -> None:
        if min(self.cell, self.columns, self.rows) < 1:
            raise ValueError(f"no grid of {self.columns} x {self.rows} cells of {self.cell}; wanted 1 at least of each")

    @property
    def pitch(self) -> int:
        """How far the centres of two rows are apart."""
        return self.cell if self.shape == "square" else isqrt(3 * self.cell * self.cell // 4)

    def __contains__(self, tile: Tile) -> bool:
        """Whether there is a cell in this column and row."""
        return 0 <= tile[0] < self.columns and 0 <= tile[1] < self.rows

    def tiles(self) -> Iterator[Tile]:
        """The column and row of every cell, row by row."""
        return ((column, row) for row in range(self.rows) for column in range(self.columns))

    def centre(self, column: int, row: int) -> tuple[int, int]:
        """The middle of a cell."""
        if self.shape == "square":
            half = self.cell // 2
            return self.x + column * self.cell + half, self.y + row * self.cell + half
        shifted = 2 * column + 1 + row % 2
        return self.x + shifted * self.cell // 2, self.y + self._reach + row * self.pitch

    def tile_at(self, x: int, y: int) -> Tile | None:
        """The column and row of the cell that a point lies in, None where it lies in none.  A point on the border of
        two squares belongs to the one further north or east."""
        if self.shape == "square":
            tile = (x - self.x) // self.cell, (y - self.y) // self.cell
            return tile if tile in self else None
        # hexagons go on beyond the grid: a point lies in the one whose middle is nearest
        row = (y - self.y - self._reach + self.pitch // 2) // self.pitch
        near = [((x - self.x - r % 2 * self.cell // 2) // self.cell, r) for r in (row - 1, row, row + 1)]
        found = min(near, key=lambda tile: self._off(tile, x, y))
        return found if found in self else None

    def corners(self, column: int, row: int) -> tuple[tuple[int, int], ...]:
        """The corners of a cell, counter-clockwise from the south-west, or of a hexagon from the south."""
        x, y = self.centre(column, row)
        half = self.cell // 2
        if self.shape == "square":
            west, south = x - half, y - half
            east, north = west + self.cell, south + self.cell
            return (west, south), (east, south), (east, north), (west, north)
        reach, low, east, west = self._reach, self.pitch - self._reach, x + half, x - half
        return (x, y - reach), (east, y - low), (east, y + low), (x, y + reach), (west, y + low), (west, y - low)

    @property
    def _reach(self) -> int:
        """From the middle of a hexagon to its corners."""
        return isqrt(self.cell * self.cell // 3)

    def _off(self, tile: Tile, x: int, y: int) -> tuple[int, int, int]:
        cx, cy = self.centre(*tile)
        return ((cx - x) ** 2 + (cy - y) ** 2, *tile)
