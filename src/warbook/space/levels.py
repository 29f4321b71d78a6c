"""Where to come down on another level: the decision for it (`Landing`)."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.decision import Random
from ..core.state import Placement
from .board import Board
from .facing import random_direction
from .placing import Place

HALF_INCH = 500


class Landing(Place):
    """Where to come down on another level within reach: what is proposed are points of those levels."""

    __slots__ = ("across", "start")

    start: Placement
    across: int

    def spots(self) -> list[tuple[int, int, int]]:
        """Points of the other levels within reach, every half inch."""
        square = self.across * self.across
        at = self.start
        return [
            (x, y, z)
            for x, y, z in _lattice(self.board, at, self.across)
            if (x - at.x) ** 2 + (y - at.y) ** 2 <= square
        ]

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


def _lattice(board: Board, at: Placement, across: int) -> Iterator[tuple[int, int, int]]:
    """Points of the other levels within so much of a place, as the crow flies over each axis."""
    west, south, east, north = at.x - across, at.y - across, at.x + across, at.y + across
    if at.z:
        for x in range(west, east + 1, HALF_INCH):
            yield from ((x, y, 0) for y in range(south, north + 1, HALF_INCH))
    for z, _, _, xmin, ymin, xmax, ymax, *_ in board.rows.floors:
        if z != at.z:
            for x in range(max(west, xmin), min(east, xmax) + 1, HALF_INCH):
                for y in range(max(south, ymin), min(north, ymax) + 1, HALF_INCH):
                    yield (x, y, z)
