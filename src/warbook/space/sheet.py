"""A sheet of SVG: polygons, lines, circles and words at points of a board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.length import INCH
from .board import Board
from .swatches import SCALE, escape
from .terrain import Polygon


class Sheet:
    """Collects elements, the lowest first.  Points are those of the board, in thousandths of an inch."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.parts: list[str] = []

    def x(self, x: float) -> str:
        return f"{x * SCALE / INCH:.1f}".removesuffix(".0")

    def y(self, y: float) -> str:
        """Heights on the page grow downwards, those of the board upwards."""
        return f"{(self.board.depth - y) * SCALE / INCH:.1f}".removesuffix(".0")

    def points(self, points: Iterable[Sequence[int]]) -> str:
        return " ".join(f"{self.x(point[0])},{self.y(point[1])}" for point in points)

    def add(self, element: str) -> None:
        self.parts.append(element)

    def polygon(self, ring: Polygon, attributes: str) -> None:
        self.add(f'<polygon points="{self.points(ring)}" {attributes}/>')

    def line(self, points: Iterable[Sequence[int]], attributes: str) -> None:
        self.add(f'<polyline points="{self.points(points)}" fill="none" {attributes}/>')

    def circle(self, x: int, y: int, radius: float, attributes: str) -> None:
        self.add(f'<circle cx="{self.x(x)}" cy="{self.y(y)}" r="{radius:.1f}" {attributes}/>')

    def text(self, x: int, y: int, words: str, size: float, attributes: str = "") -> None:
        place = f'x="{self.x(x)}" y="{self.y(y)}" font-size="{size:g}"'
        self.add(f'<text {place} text-anchor="middle" dominant-baseline="central" {attributes}>{escape(words)}</text>')
