"""Deployment: where a model starts."""

from __future__ import annotations

from ..core.length import INCH
from ..core.state import Posture
from ..space.layout import OWNER, POSTURE, X, Y
from ..space.placing import Place

PLACES = 96  # that are compared for a candidate
APART = 2 * INCH  # between the middles of friends


class Start(Place):
    """Where a model starts.  Its first candidate is as far forward (towards the points that are `worth_facing`) as it
    gets without crowding its friends."""

    __slots__ = ()

    def candidates(self, n: int) -> list[tuple[int, ...]]:
        owner = self.layout.row(self.mover_id)[OWNER]
        friends = [
            (row[X], row[Y]) for row in self.layout.rows() if row[OWNER] == owner and row[POSTURE] != Posture.AWAY
        ]
        ranked = sorted(super().candidates(max(n, PLACES)), key=lambda answer: self._rank(answer, friends))
        return [ranked[i * len(ranked) // n] for i in range(n)] if len(ranked) > n else ranked

    def _rank(self, answer: tuple[int, ...], friends: list[tuple[int, int]]) -> tuple[bool, int, tuple[int, ...]]:
        """By what places are sorted, the best first: not crowded, far forward, and then by the answer itself."""
        x, y = answer[:2]
        crowded = any((x - fx) ** 2 + (y - fy) ** 2 < APART * APART for fx, fy in friends)
        return crowded, min((x - gx) ** 2 + (y - gy) ** 2 for gx, gy in self.worth_facing), answer
