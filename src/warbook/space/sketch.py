"""Sketch: a position as text, seen from above, for terminals.

A character stands for a cell twice as deep as it is wide, as letters are.  What can be seen from above is shown: the
highest floor by its level, over it walls, ways up and things, over all of it the models as letters, one alphabet for
each side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

from ..core.length import INCH, written
from ..core.state import Posture, Record
from .board import Board
from .shapes import bounds, contains
from .terrain import LADDER, Polygon

ALPHABETS = (ascii_uppercase, ascii_lowercase, digits)
GROUND, FLOORS = " ", "·:+%"
WALL, BLOCK, OBSTACLE, LADDER_UP, SLOPE, DUCT, THING = "#", "█", "~", "╫", "/", "○", "*"
DOORS = {"open": "'", "closed": "=", "locked": "=", "vault": "≡"}
AREAS = {"difficult": ",", "dangerous": "!", "impassable": "▒", "pitfall": "▼"}
OTHER_AREA = ";"
MARGIN = 4  # columns for the ruler at the side
FINEST = 250  # thousandths: the scale is a multiple of it
RULER = 6 * INCH


class Cell(NamedTuple):
    """The size of what one character stands for."""

    width: int
    depth: int


def sketch(
    board: Board,
    records: Iterable[Record],
    columns: int,
    *,
    names: Mapping[int, str] | None = None,
    notes: Mapping[int, str] | None = None,
    doors: Mapping[str, str] | None = None,
) -> str:
    """A board with what stands on it, at most `columns` wide (at least 20), and below it a line for each model.

    `names` and `notes` tell more of a model; `doors` gives the states of doors where they have changed.
    """
    width = -(-board.width // max(16, columns - MARGIN))
    width = -(-width // FINEST) * FINEST
    cell = Cell(width, 2 * width)
    grid = _ground(board, cell)
    _pieces(board, cell, grid, doors or {})
    shown = [record for record in records if record.at.posture != Posture.AWAY]
    letters = _letters(shown)
    for record in shown:
        if record.id in letters:
            _put(grid, cell, record.at.x, record.at.y, letters[record.id], crowded=True)
    lines = [*_framed(board, cell, grid), *_legend(shown, letters, names or {}, notes or {})]
    return "\n".join(line.rstrip() for line in lines) + "\n"


# ---- the board -------------------------------------------------------------------------------------------------------


def _ground(board: Board, cell: Cell) -> list[list[str]]:
    """What lies under the middle of every cell: the highest floor, or a block, or a kind of ground."""
    levels = sorted({platform.z for platform in board.platforms})
    layers: list[tuple[int, str, Polygon]] = [
        *((area.z, AREAS.get(area.kind, OTHER_AREA), area.polygon) for area in board.areas),
        *((p.z, FLOORS[min(levels.index(p.z), len(FLOORS) - 1)], p.polygon) for p in board.platforms),
        *((block.z + block.height, BLOCK, block.polygon) for block in board.blocks),
        *((obstacle.z + obstacle.height, OBSTACLE, obstacle.polygon) for obstacle in board.obstacles),
    ]
    layers.sort(key=lambda layer: layer[0])
    boxes = [(bounds(polygon), mark, polygon) for _, mark, polygon in layers]
    grid = []
    for row in range(-(-board.depth // cell.depth)):
        y = row * cell.depth + cell.depth // 2
        line = []
        for column in range(-(-board.width // cell.width)):
            x, seen = column * cell.width + cell.width // 2, GROUND
            for (west, south, east, north), mark, polygon in boxes:
                if west <= x <= east and south <= y <= north and contains(polygon, x, y):
                    seen = mark
            line.append(seen)
        grid.append(line)
    return grid


def _pieces(board: Board, cell: Cell, grid: list[list[str]], doors: Mapping[str, str]) -> None:
    """What is thinner than a cell: walls and doors as lines, the rest as single marks."""
    for wall in board.walls:
        for (x1, y1), (x2, y2) in zip(wall.points, wall.points[1:], strict=False):
            _line(grid, cell, (x1, y1, x2, y2), WALL)
    for door in board.doors:
        _line(grid, cell, door.line, DOORS.get(doors.get(door.id, door.state), DOORS["closed"]))
    for link in board.links:
        mark = LADDER_UP if link.kind == LADDER else SLOPE
        for x, y, _ in (link.foot, link.top):
            _put(grid, cell, x, y, mark)
    for ductway in board.ductways:
        for x, y, _ in ductway.ends:
            _put(grid, cell, x, y, DUCT)
    for marker in board.markers:
        _put(grid, cell, marker.at[0], marker.at[1], THING)


def _line(grid: list[list[str]], cell: Cell, line: Sequence[int], mark: str) -> None:
    x1, y1, x2, y2 = line
    steps = max(1, 2 * abs(x2 - x1) // cell.width, 2 * abs(y2 - y1) // cell.depth)
    for n in range(steps + 1):
        _put(grid, cell, x1 + (x2 - x1) * n // steps, y1 + (y2 - y1) * n // steps, mark)


def _put(grid: list[list[str]], cell: Cell, x: int, y: int, mark: str, *, crowded: bool = False) -> None:
    """Write a mark into the cell of a point; in a crowd into the nearest one beside it that holds no letter."""
    row = min(max(y // cell.depth, 0), len(grid) - 1)
    column = min(max(x // cell.width, 0), len(grid[row]) - 1)
    for aside in (0, 1, -1, 2, -2) if crowded else (0,):
        there = column + aside
        if 0 <= there < len(grid[row]) and not (crowded and _is_letter(grid[row][there])):
            grid[row][there] = mark
            return


def _is_letter(mark: str) -> bool:
    return any(mark in letters for letters in ALPHABETS)


def _box(polygon: Polygon) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs), min(ys), max(xs), max(ys)


# ---- the frame and the list ------------------------------------------------------------------------------------------


def _framed(board: Board, cell: Cell, grid: list[list[str]]) -> Iterator[str]:
    """The rows from north to south, with rulers in inches."""
    wide = len(grid[0])
    yield f"{'':{MARGIN - 1}}┌{'─' * wide}┐"
    for row in range(len(grid) - 1, -1, -1):
        mark = -(-row * cell.depth // RULER) * RULER
        ruled = row * cell.depth <= mark < (row + 1) * cell.depth
        yield f"{mark // INCH if ruled else '':>{MARGIN - 1}}│{''.join(grid[row])}│"
    yield f"{'':{MARGIN - 1}}└{'─' * wide}┘"
    ruler = [" "] * (wide + MARGIN)
    for mark in range(0, board.width + 1, RULER):
        at = MARGIN + min(mark // cell.width, wide - 1)
        for n, digit in enumerate(str(mark // INCH)):
            if at + n < len(ruler):
                ruler[at + n] = digit
    yield "".join(ruler)


def _letters(records: Sequence[Record]) -> dict[int, str]:
    """A letter for each model of a side, in the order of their numbers; what belongs to nobody has none."""
    letters: dict[int, str] = {}
    seen: dict[int, int] = {}
    for record in sorted(records, key=lambda record: record.id):
        if 0 <= record.owner < len(ALPHABETS):
            alphabet, n = ALPHABETS[record.owner], seen.get(record.owner, 0)
            letters[record.id] = alphabet[n % len(alphabet)]
            seen[record.owner] = n + 1
    return letters


def _legend(
    records: Sequence[Record], letters: Mapping[int, str], names: Mapping[int, str], notes: Mapping[int, str]
) -> Iterator[str]:
    for record in sorted(records, key=lambda record: (record.owner, record.id)):
        if record.id in letters:
            at = record.at
            height = f" @{written(at.z)[:-1]}" if at.z else ""
            place = f"{at.x / INCH:.1f} {at.y / INCH:.1f}{height}"
            note = notes.get(record.id, "")
            yield f"  {letters[record.id]} {names.get(record.id, f'#{record.id}'):<24} {place:<15} {note}"
