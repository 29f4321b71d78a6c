"""Edges: the sides of floors and of pitfalls, over which one climbs, jumps and leaps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..core.length import INCH, root_up
from . import _kernels as kernels
from .board import Board, per_board
from .planar import outline
from .rules import CRACK, Point
from .terrain import CLIMB, PITFALL

SQUARE = 2 * INCH  # by which edges are looked up


class Edge(NamedTuple):
    """A side of a floor at height `z`, from (x, y) along (dx, dy), which is `length` long.  The floor lies to its left,
    or that around a pitfall.  `floor` is the number of the floor, -1 for a pitfall; `climbable` says that its face can
    be climbed."""

    x: int
    y: int
    dx: int
    dy: int
    length: int
    z: int
    floor: int
    climbable: bool

    def point(self, along: int, out: int) -> tuple[int, int]:
        """The point so far along the edge, and so far outside of the floor."""
        return (
            self.x + (self.dx * along + self.dy * out) // self.length,
            self.y + (self.dy * along - self.dx * out) // self.length,
        )

    def place(self, x: int, y: int) -> tuple[int, int]:
        """How far along the edge, and how far outside of the floor, a point is."""
        px, py = x - self.x, y - self.y
        return (px * self.dx + py * self.dy) // self.length, (px * self.dy - py * self.dx) // self.length

    def near(self, x: int, y: int, reach: int) -> bool:
        """Whether a point is in plan no further from the edge than `reach`."""
        return bool(kernels.direct.near_segment(x, y, self.x, self.y, self.x + self.dx, self.y + self.dy, reach))


@per_board
def edges(board: Board) -> tuple[Edge, ...]:
    """All edges of a board."""
    return tuple(_edges(board))


def _edges(board: Board) -> Iterator[Edge]:
    for number, (z, first, count, *_, flags) in enumerate(board.rows.floors):
        for p, q, _ in outline(board, first, count):
            yield _edge(p, q, z, number, bool(flags & CLIMB))
    for z, _, first, count, *_, kind in board.rows.areas:
        if kind == PITFALL:
            for p, q, _ in outline(board, first, count):
                yield _edge(q, p, z, -1, False)


def _edge(p: tuple[int, int], q: tuple[int, int], z: int, floor: int, climbable: bool) -> Edge:
    dx, dy = q[0] - p[0], q[1] - p[1]
    return Edge(*p, dx, dy, root_up(dx * dx + dy * dy), z, floor, climbable)


@per_board
def beside_floors(board: Board) -> frozenset[Edge]:
    """The edges of floors beside which another floor of the same height may lie, on to which one walks there."""
    return frozenset(
        edge
        for edge in edges(board)
        for number, (z, _, _, west, south, east, north, *_) in enumerate(board.rows.floors)
        if number != edge.floor >= 0
        and z == edge.z
        and min(edge.x, edge.x + edge.dx) - CRACK <= east
        and max(edge.x, edge.x + edge.dx) + CRACK >= west
        and min(edge.y, edge.y + edge.dy) - CRACK <= north
        and max(edge.y, edge.y + edge.dy) + CRACK >= south
    )


def edges_near(board: Board, at: Point, reach: int) -> list[Edge]:
    """The edges as high as a point or higher that are no further from it in plan than `reach`, which is at most
    `SQUARE`."""
    x, y, z = at
    around = _edges_by_square(board).get((x // SQUARE, y // SQUARE), ())
    return [edge for edge in around if edge.z >= z and edge.near(x, y, reach)]


@per_board
def _edges_by_square(board: Board) -> dict[tuple[int, int], list[Edge]]:
    squares: dict[tuple[int, int], list[Edge]] = {}
    for edge in edges(board):
        xs, ys = sorted((edge.x, edge.x + edge.dx)), sorted((edge.y, edge.y + edge.dy))
        for column in range(xs[0] // SQUARE - 1, xs[1] // SQUARE + 2):
            for row in range(ys[0] // SQUARE - 1, ys[1] // SQUARE + 2):
                squares.setdefault((column, row), []).append(edge)
    return squares
