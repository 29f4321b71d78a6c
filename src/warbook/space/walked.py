"""What a legal route costs and meets on its way."""

from __future__ import annotations

from msgspec import Struct

from .rules import Point


class Leap(Struct, frozen=True):
    """A gap wider than a free one: its width along the leg and the points at its two edges."""

    leg: int
    width: int
    near: Point
    far: Point


class Jump(Struct, frozen=True):
    """A jump down: its height, the point on the edge and the landing."""

    leg: int
    height: int
    edge: Point
    landing: Point


class Crossing(Struct, frozen=True):
    """An obstacle crossed, by its number on the board, and where along the leg."""

    leg: int
    obstacle: int
    at: Point


class Entry(Struct, frozen=True):
    """A stretch of special ground: the area's number on the board and its kind, where it begins and ends, its
    length."""

    leg: int
    area: int
    kind: int
    near: Point
    far: Point
    length: int


class Walked(Struct, frozen=True):
    """A legal route: its cost, leg by leg, its points, and everything on the way that a game may ask a test for."""

    cost: int
    costs: tuple[int, ...]
    points: tuple[Point, ...]
    leaps: tuple[Leap, ...] = ()
    jumps: tuple[Jump, ...] = ()
    climbs: tuple[int, ...] = ()
    obstacles: tuple[Crossing, ...] = ()
    areas: tuple[Entry, ...] = ()

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.points[-1]
