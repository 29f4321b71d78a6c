"""Where to come down on another level: the decision for it (`Landing`)."""

from __future__ import annotations

from itertools import repeat
from math import isqrt

from ..core.decision import Random
from ..core.state import Placement
from .facing import random_direction
from .placing import Place
from .planar import Box

HALF_INCH = 500


class Landing(Place):
    """Where to come down on another level within reach: what is proposed are points of those levels."""

    __slots__ = ("across", "start")

    start: Placement
    across: int

    def spots(self) -> list[tuple[int, int, int]]:
        """Points of the other levels within reach, every half inch."""
        at, across = self.start, self.across
        west, south, east, north = at.x - across, at.y - across, at.x + across, at.y + across
        found = _points_around(at, across, (west, south, east, north), 0) if at.z else []
        for z, _, _, xmin, ymin, xmax, ymax, *_ in self.board.rows.floors:
            if z != at.z:
                box = max(west, xmin), max(south, ymin), min(east, xmax), min(north, ymax)
                found += _points_around(at, across, box, z)
        return found

    def has_room(self) -> bool:
        return any(not self.legal(self._facing_north(spot)) for spot in self.spots())

    def _facing_north(self, spot: tuple[int, int, int]) -> tuple[int, ...]:
        return self._answer(*spot, (0, 1))

    def several(self) -> bool:
        """It may face anywhere."""
        return self.facing or len(self.candidates(2)) > 1

    def candidates(self, n: int) -> list[tuple[int, ...]]:
        found = [answer for answer in map(self._facing_north, self.spots()) if not self.legal(answer)]
        return found if len(found) <= n else [found[i * len(found) // n] for i in range(n)]

    def sample(self, rng: Random) -> tuple[int, ...]:
        spots = self.spots()
        while spots:
            at = int(rng.random() * len(spots))
            spots[at], spots[-1] = spots[-1], spots[at]
            answer = self._answer(*spots.pop(), random_direction(rng))
            if not self.legal(answer):
                return answer
        raise LookupError(f"{self.key}: no place is legal")


def _points_around(at: Placement, across: int, box: Box, z: int) -> list[tuple[int, int, int]]:
    """Points at a height, every half inch from the south-western corner of a box in plan, no further than `across` from
    a place.  The box reaches no further than that to the west or the east."""
    west, south, east, north = box
    found: list[tuple[int, int, int]] = []
    for x in range(west, east + 1, HALF_INCH):
        half = isqrt(across * across - (x - at.x) ** 2)
        beyond = max(0, at.y - half - south)
        first = south + (beyond + HALF_INCH - 1) // HALF_INCH * HALF_INCH
        found += zip(repeat(x), range(first, min(north, at.y + half) + 1, HALF_INCH), repeat(z))
    return found
