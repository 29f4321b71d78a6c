"""The bodies that are not round as the kernels see them: rows like those of walls, and floors where they carry.

A battle without such bodies has none of this: its layout's barriers are its walls (see `Layout`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from ..core.shape import Hull, Shape
from ..core.state import Posture
from .footprints import Core, edges, shape_at
from .terrain import BODY, CLIMB, LONG, SIGHT

Row: TypeAlias = tuple[int, ...]
Shapes: TypeAlias = Mapping[int, Shape]
"""The shapes of the bodies of a layout that are not round, by their numbers."""

WIDTH = 11  # x1, y1, x2, y2, z0, z1, flags, number of the body, owner, posture, radius
WHO = 7


class Deck(NamedTuple):
    """The top of a hull that carries, as a floor: its corners, how high it lies, and how thick the hull is below."""

    corners: Core
    z: int
    thickness: int


@lru_cache(maxsize=1 << 12)
def barrier_rows(number: int, row: Row, shape: Shape) -> tuple[Row, ...]:
    """The rows of a body on the table: one for each edge of a hull, one for a long base."""
    x, y, z, fx, fy, _, height, posture, owner = row
    if posture == Posture.AWAY:
        return ()
    core, radius = shape_at(shape, x, y, fx, fy)
    tail = (number, owner, posture, radius)
    if not isinstance(shape, Hull):
        return ((*core[0], *core[-1], z, z + height, BODY | LONG, *tail),)
    flags = BODY | (SIGHT if posture == Posture.UP else 0) | (CLIMB if shape.carries else 0)
    return tuple((*a, *b, z, z + height, flags, *tail) for a, b in edges(core))


@lru_cache(maxsize=1 << 12)
def deck_of(row: Row, shape: Shape) -> Deck | None:
    """The floor that a body on the table carries, if it does."""
    if not isinstance(shape, Hull) or not shape.carries or row[7] == Posture.AWAY:
        return None
    x, y, z, fx, fy, _, height, _, _ = row
    return Deck(shape_at(shape, x, y, fx, fy).core, z + height, height)


def padded_rows(walls: tuple[Row, ...], barriers: tuple[Row, ...]) -> tuple[Row, ...]:
    """Walls and barriers in rows of one width, the barriers last."""
    if not barriers:
        return walls
    return (*((*wall, *(0,) * (WIDTH - len(wall))) for wall in walls), *barriers)
