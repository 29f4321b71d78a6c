"""Vicinity: what may be near a place, of things that never move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Line = tuple[int, int, int, int]

CELL = 4000  # thousandths of an inch: few cells for each line, and few lines that are looked at in vain


class Vicinity:
    """Which of some lines in plan (x1, y1, x2, y2; a point is a line without length) may be within a length of a
    place: a table by cells, made once."""

    __slots__ = ("_cells",)

    def __init__(self, lines: Iterable[Line], reach: int) -> None:
        cells: dict[tuple[int, int], list[int]] = {}
        for number, (ax, ay, bx, by) in enumerate(lines):
            for column in range((min(ax, bx) - reach) // CELL, (max(ax, bx) + reach) // CELL + 1):
                for row in range((min(ay, by) - reach) // CELL, (max(ay, by) + reach) // CELL + 1):
                    cells.setdefault((column, row), []).append(number)
        self._cells = {cell: tuple(numbers) for cell, numbers in cells.items()}

    def at(self, x: int, y: int) -> Sequence[int]:
        """The numbers of the lines that may be that near to a point, in their order: all that are, and some others."""
        return self._cells.get((x // CELL, y // CELL), ())
