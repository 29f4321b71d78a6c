"""Brinks: the edges of floors and of pits beyond which nothing carries a base on the same level."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..core.length import root_up
from . import _kernels as kernels
from .board import Board, per_board
from .planar import outline
from .shapes import contains
from .terrain import PITFALL

Brink = tuple[int, int, int, int, int]
"""x1, y1, x2, y2, z: seen from the first end towards the second, what carries lies on the left."""

BESIDE = 3  # how far outside an edge one looks for another floor


def brinks(board: Board, step: int) -> tuple[Brink, ...]:
    """All brinks of a board for whoever steps up and down by `step`."""
    return _brinks(board, step)


@per_board
def _brinks(board: Board, step: int) -> tuple[Brink, ...]:
    found: list[Brink] = []
    for z, first, count, *_ in board.rows.floors:
        if z > step:
            for p, q, _ in outline(board, first, count):
                found += _open_pieces(board, p, q, z, step)
    for z0, z1, first, count, _, _, _, _, kind in board.rows.areas:
        if kind == PITFALL:
            for z in _levels_of_pit(board, z0, z1):
                found += [(*q, *p, z) for p, q, _ in outline(board, first, count) if not _pit_goes_on(board, p, q, z)]
    return tuple(found)


def _levels_of_pit(board: Board, z0: int, z1: int) -> set[int]:
    """The heights of the floors that a pit is in."""
    return {z for z in (0, *(floor[0] for floor in board.rows.floors)) if z0 <= z and (z1 > z or z0 == z)}


def _pit_goes_on(board: Board, p: tuple[int, int], q: tuple[int, int], z: int) -> bool:
    """Whether another pit lies beyond an edge of one."""
    x, y = (p[0] + q[0]) // 2, (p[1] + q[1]) // 2
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = max(1, root_up(dx * dx + dy * dy))
    x, y = x + dy * BESIDE // length, y - dx * BESIDE // length
    return any(
        kind == PITFALL
        and z0 <= z
        and (z1 > z or z0 == z)
        and contains(tuple(p for p, _, _ in outline(board, first, count)), x, y)
        for z0, z1, first, count, _, _, _, _, kind in board.rows.areas
    )


def _open_pieces(board: Board, p: tuple[int, int], q: tuple[int, int], z: int, step: int) -> Iterator[Brink]:
    """The pieces of a floor's edge that no other floor within a step goes on beyond."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = root_up(dx * dx + dy * dy)
    if length == 0:
        return
    x, y = p[0] + dy * BESIDE // length, p[1] - dx * BESIDE // length
    covered: list[tuple[int, int]] = []
    for level, first, count, *_ in board.rows.floors:
        if -step <= level - z <= step:
            s, t, _ = kernels.direct.stretch(board.arrays.corners, first, count, x, y, dx, dy, length)
            if s < t:
                covered.append((int(s), int(t)))
    at = 0
    for s, t in [*sorted(covered), (length, length)]:
        if s > at + 2 * BESIDE:
            yield (
                p[0] + dx * at // length, p[1] + dy * at // length, p[0] + dx * s // length, p[1] + dy * s // length, z
            )  # fmt: skip
        at = max(at, t)


@per_board
def brink_table(board: Board, step: int) -> Any:
    """The brinks of a board as a table of rows x1, y1, x2, y2, z, as the kernels take them."""
    return kernels.table(brinks(board, step), 5)
