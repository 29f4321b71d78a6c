"""Which way to look: directions on the board, their names, and the decision for one (`Face`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import atan2, degrees
from typing import Any

from ..core.decision import Decision, Random, Reasons
from .footprints import half_over_root
from .shapes import COSINE, SINE, UNIT

Facing = tuple[int, int]

Spots = Sequence[tuple[int, int]]

Ways = Sequence[Facing] | Mapping[Facing, str]

ROUND = (
    (1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (-1, 2), (-1, 1), (-2, 1),
    (-1, 0), (-2, -1), (-1, -1), (-1, -2), (0, -1), (1, -2), (1, -1), (2, -1),
)  # fmt: skip
"""Sixteen directions, counter-clockwise."""

WINDS = (
    "north", "north-north-east", "north-east", "east-north-east",
    "east", "east-south-east", "south-east", "south-south-east",
    "south", "south-south-west", "south-west", "west-south-west",
    "west", "west-north-west", "north-west", "north-north-west",
)  # fmt: skip

NOT_A_FACING = "A facing is two whole numbers, not both 0."


def is_facing(value: Any) -> bool:
    """Whether a value is a direction: two whole numbers, not both 0, of four times the `UNIT` of shapes at most."""
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and all(type(v) is int and abs(v) <= 4 * UNIT for v in value)
        and value != (0, 0)
    )


def compass_name(way: Facing) -> str:
    """A direction in words, north being up the second axis: one of the eight winds, or the nearest of sixteen with the
    degrees, clockwise from north."""
    x, y = way
    bearing = round(degrees(atan2(x, y))) % 360
    wind = WINDS[round(bearing * len(WINDS) / 360) % len(WINDS)]
    return wind if x == 0 or y == 0 or abs(x) == abs(y) else f"{wind}, {bearing}°"


def turned(fx: int, fy: int, degree: int) -> Facing:
    """A direction so many degrees further to the left; a quarter is exact, others are as long as UNIT."""
    if degree % 90 == 0:
        return ((fx, fy), (-fy, fx), (-fx, -fy), (fy, -fx))[degree // 90 % 4]
    cos, sin = COSINE[degree % 360], SINE[degree % 360]
    x, y = fx * cos - fy * sin, fx * sin + fy * cos
    return half_over_root(2 * UNIT * x, x * x + y * y), half_over_root(2 * UNIT * y, x * x + y * y)


def random_direction(rng: Random) -> Facing:
    """One of sixteen directions at random."""
    return ROUND[int(rng.random() * 16)]


def way_to_nearest(spots: Spots, x: int, y: int) -> Facing | None:
    """The way from a point to the nearest of some others; None where there is no other."""
    others = [spot for spot in spots if spot != (x, y)]
    if not others:
        return None
    nearest = min(others, key=lambda spot: ((spot[0] - x) ** 2 + (spot[1] - y) ** 2, spot))
    return (nearest[0] - x, nearest[1] - y)


class Face(Decision[Facing]):
    """Which way to look, or to go.  `towards` are directions (vectors) worth a thought, by the name of who is there if
    they have one; a function that lists them is called when somebody looks.  `mover_id` is whoever turns or goes that
    way, -1 where nobody does."""

    __slots__ = ("_towards", "mover_id")
    kind = "face"

    def __init__(
        self,
        key: str,
        prompt: str,
        *,
        towards: Ways | Callable[[], Ways] = (),
        mover_id: int = -1,
        secret: bool = False,
    ) -> None:
        super().__init__(key, prompt, secret=secret)
        self._towards, self.mover_id = towards, mover_id

    @property
    def towards(self) -> Ways:
        """The directions worth a thought."""
        if callable(self._towards):
            self._towards = self._towards()
        return self._towards

    def legal(self, answer: Facing) -> Reasons:
        return () if is_facing(answer) else (NOT_A_FACING,)

    def candidates(self, n: int) -> list[Facing]:
        found = [facing for facing in self.towards if facing != (0, 0)]
        return [*found, *ROUND[::2], *ROUND[1::2]][:n]

    def sample(self, rng: Random) -> Facing:
        return random_direction(rng)

    def several(self) -> bool:
        return True

    def label(self, answer: Facing) -> str:
        towards = self.towards
        name = towards.get(answer) if isinstance(towards, Mapping) else None
        return f"at {name} ({compass_name(answer)})" if name else compass_name(answer)
