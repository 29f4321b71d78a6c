"""The outlines of a set of cells, to be drawn."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.grid import BoardGrid
from .cells import Cell

Ring = tuple[tuple[int, int], ...]


def outlines(grid: BoardGrid, cells: Iterable[Cell]) -> dict[int, list[Ring]]:
    """For each height the rings around some cells, and around the holes among them."""
    levels: dict[int, list[Ring]] = {}
    by_height: dict[int, list[Cell]] = {}
    for cell in sorted(cells):
        by_height.setdefault(cell[2], []).append(cell)
    for z, level in by_height.items():
        levels[z] = _rings(grid, level)
    return levels


def _rings(grid: BoardGrid, cells: list[Cell]) -> list[Ring]:
    """Sides that belong to one cell only, joined end to end; each cell's sides run counter-clockwise."""
    sides: dict[tuple[tuple[int, int], tuple[int, int]], None] = {}
    for column, row, _ in cells:
        corners = grid.corners(column, row)
        for side in zip(corners, (*corners[1:], corners[0]), strict=True):
            if side[::-1] in sides:
                del sides[side[::-1]]
            else:
                sides[side] = None
    onward: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for a, b in sides:
        onward.setdefault(a, []).append(b)
    rings = []
    while onward:
        start = next(iter(onward))
        ring, here = [start], _next(onward, start)
        while here != start:
            ring.append(here)
            here = _next(onward, here)
        rings.append(tuple(_turns(ring)))
    return rings


def _next(onward: dict[tuple[int, int], list[tuple[int, int]]], here: tuple[int, int]) -> tuple[int, int]:
    further = onward[here]
    there = further.pop()
    if not further:
        del onward[here]
    return there


def _turns(ring: list[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """The corners of a ring without those that lie on a straight side."""
    for n, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[n - 1], ring[(n + 1) % len(ring)]
        if (x - ax) * (by - y) != (y - ay) * (bx - x):
            yield x, y
