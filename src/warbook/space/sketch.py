"""A board and who stands on it in characters, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Protocol

from ..core.length import INCH, written
from ..core.state import Placement, Posture
from ..core.text import visible
from . import terrain
from .board import Board, Row
from .shapes import bounds, contains, sides
from .terrain import Marker, Polygon

WALL, SOLID, LOW, LADDER, STAIRS, DUCT, LIFT = "#", "█", "▂", "‡", "≡", "=", "%"
AREAS = {"difficult": ":", "dangerous": "!", "impassable": "▓", "pitfall": "o"}
OTHER_AREAS = "~;,"  # kinds that only a ruleset knows, in alphabetical order
DOORS = {"open": "'", "closed": "+", "locked": "±", "vault": "&"}
EVERY = 6 * INCH  # from one number of an axis to the next
MARGIN = 3  # characters for the numbers of the axis at the left
LEVELS = "·-¯^"  # floors, the lowest first; the ground is blank


class Shown(Protocol):
    """What is drawn as a body: a record, or a body of a tableau."""

    @property
    def id(self) -> int: ...
    @property
    def owner(self) -> int: ...
    @property
    def at(self) -> Placement: ...


def text(
    board: Board,
    records: Iterable[Shown] = (),
    labels: Mapping[int, str] | None = None,
    *,
    doors: Mapping[str, str] | None = None,
    markers: Iterable[Marker] | None = None,
    columns: int = 96,
) -> str:
    """The board from above, at most so many characters wide, with a legend; a character is twice as high as wide.

    `labels` are written where bodies are, by id, in lower case where a body does not stand.  `doors` and `markers` are
    as in `picture.svg`.
    """
    drawing = _Drawing(board, max(20, columns - 2 - MARGIN))
    drawing.terrain(doors or {})
    for marker in board.markers if markers is None else markers:
        drawing.put(marker.at[0], marker.at[1], "*", marker.kind)
    shown = [record for record in records if record.at.posture != Posture.AWAY]
    for record in sorted(shown, key=lambda each: (each.at.z, each.id)):
        label = (labels or {}).get(record.id, "@")
        drawing.put(record.at.x, record.at.y, label if record.at.posture == Posture.UP else label.lower())
    return drawing.document()


class _Drawing:
    """Characters, the northernmost line first, and what those that occur mean."""

    def __init__(self, board: Board, columns: int) -> None:
        self.board = board
        self.wide = -(-board.width // columns)  # thousandths to a character
        self.columns, self.lines = -(-board.width // self.wide), -(-board.depth // (2 * self.wide))
        self.cells = [[" "] * self.columns for _ in range(self.lines)]
        self.key: dict[str, list[str]] = {}
        others = sorted({area.kind for area in board.areas} - {*AREAS})
        self.areas = AREAS | {kind: OTHER_AREAS[number % len(OTHER_AREAS)] for number, kind in enumerate(others)}

    def place(self, x: int, y: int) -> tuple[int, int]:
        line = (self.board.depth - y) // (2 * self.wide)
        return min(max(x // self.wide, 0), self.columns - 1), min(max(line, 0), self.lines - 1)

    def put(self, x: int, y: int, words: str, meaning: str = "") -> None:
        """Words with their middle at a point."""
        column, line = self.place(x, y)
        words = words[: self.columns]
        column = min(max(column - (len(words) - 1) // 2, 0), self.columns - len(words))
        self.cells[line][column : column + len(words)] = words
        self.explain(words, meaning)

    def explain(self, sign: str, meaning: str) -> None:
        if meaning and visible(meaning) not in self.key.setdefault(sign, []):
            self.key[sign].append(visible(meaning))

    def fill(self, ring: Polygon, sign: str, meaning: str) -> None:
        """Every character whose middle lies in a polygon."""
        west, south, east, north = bounds(ring)
        (left, top), (right, bottom) = self.place(west, north), self.place(east, south)
        for line in range(top, bottom + 1):
            for column in range(left, right + 1):
                x, y = column * self.wide + self.wide // 2, self.board.depth - (2 * line + 1) * self.wide
                if contains(ring, x, y):
                    self.cells[line][column] = sign
        self.explain(sign, meaning)

    def line(self, row: Row, sign: str, meaning: str) -> None:
        """Every character that a line passes."""
        steps = max(abs(row[2] - row[0]), abs(row[3] - row[1])) * 2 // self.wide + 1
        for step in range(steps + 1):
            x, y = row[0] + (row[2] - row[0]) * step // steps, row[1] + (row[3] - row[1]) * step // steps
            column, line = self.place(x, y)
            self.cells[line][column] = sign
        self.explain(sign, meaning)

    def terrain(self, doors: Mapping[str, str]) -> None:
        """The floors from below, each with what stands on it, then the ways between them."""
        board = self.board
        heights = sorted({platform.z for platform in board.platforms})
        for below, z in pairwise([-1, 0, *heights]):
            self.level(below, z, LEVELS[min(max(heights.index(z), 0), len(LEVELS) - 1)] if z else " ")
        for duct in board.ductways:
            self.line((*duct.ends[0][:2], *duct.ends[1][:2]), DUCT, "ductway")
        for lift in board.lifts:
            self.fill(lift.polygon, LIFT, "lift")
        for link in board.links:
            sign, name = (LADDER, "ladder") if link.kind == terrain.LADDER else (STAIRS, "stairs or ramp")
            self.line((*link.foot[:2], *link.top[:2]), sign, name)
        for door in board.doors:
            state = doors.get(door.id, door.state)
            if state in DOORS:
                self.line(door.line, DOORS[state], f"door, {state}")

    def level(self, below: int, z: int, sign: str) -> None:
        """The platforms at a height, and what stands above the next floor below up to there."""
        board = self.board
        for platform in board.platforms:
            if platform.z == z:
                self.fill(platform.polygon, sign, f"floor at {written(z)}")
        for block in board.blocks:
            if below < block.z <= z:
                self.fill(block.polygon, SOLID, "solid")
        for area in board.areas:
            if below < area.z <= z:
                self.fill(area.polygon, self.areas[area.kind], area.kind)
        for obstacle in board.obstacles:
            if below < obstacle.z <= z:
                self.line(_middle(obstacle.polygon), LOW, "low obstacle")
        for wall in board.walls:
            if below < wall.z <= z:
                for a, b in pairwise(wall.points):
                    self.line((*a, *b), WALL, "wall")

    def document(self) -> str:
        """The board in a frame whose axes count inches from its corner in the south-west, and what its signs mean."""
        edge = " " * MARGIN + "+" + "".join("|" if self.inch_at(n) else "-" for n in range(self.columns)) + "+"
        rows = [f"{self.inch_beside(n):>{MARGIN}}|{''.join(cells)}|" for n, cells in enumerate(self.cells)]
        return "\n".join([edge, *rows, edge, self.inches_below(), *self.legend()]) + "\n"

    def legend(self) -> list[str]:
        lines = [""]
        for sign in [f"{sign} {', '.join(meanings)}" for sign, meanings in self.key.items()]:
            if lines[-1] and len(lines[-1]) + len(sign) + 3 > self.columns + 2 + MARGIN:
                lines.append("")
            lines[-1] += ("   " if lines[-1] else "") + sign
        return [line for line in lines if line]

    def inch_at(self, column: int) -> int:
        """The sixth inch, or a multiple of it, that falls into a column; 0 for none."""
        return _multiple(column * self.wide, (column + 1) * self.wide)

    def inch_beside(self, line: int) -> str:
        """The same for a line, in writing."""
        top = self.board.depth - 2 * self.wide * line
        return str(_multiple(top - 2 * self.wide + 1, top + 1) or "")

    def inches_below(self) -> str:
        """The numbers below the frame, each with its last digit under its mark."""
        below = [" "] * (MARGIN + 1 + self.columns)
        for column in range(self.columns):
            if inch := self.inch_at(column):
                words = str(inch)
                below[MARGIN + 2 + column - len(words) : MARGIN + 2 + column] = words
        return "".join(below).rstrip()


def _multiple(least: int, most: int) -> int:
    """The multiple of six inches, in inches, from `least` thousandths on and below `most`; 0 where there is none."""
    above = -(-least // EVERY) * EVERY
    return above // INCH if least <= above < most else 0


def _middle(ring: Polygon) -> Row:
    """The longest line between the middles of two opposite sides: what a low obstacle comes to when drawn small."""
    middles = [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in sides(ring)]
    lines = [(*one, *middles[number + len(ring) // 2]) for number, one in enumerate(middles[: len(ring) // 2])]
    return max(lines, key=lambda row: abs(row[2] - row[0]) + abs(row[3] - row[1]))
