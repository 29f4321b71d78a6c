"""Ways of a unit: past its own models, or at some tables around them, one model after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from ....space.marching import March
from ....space.shapes import passes
from ....space.together import Fault
from ....space.units import Stand, stand_of
from ..records.world import Play

IN_THE_WAY = "Its models would have to go through one another, in whatever order they go."


class Ways(March):
    """Where a unit goes.  Where the table has it that nobody passes through models of its own unit, there has to be an
    order in which they go, each past whoever has gone and whoever has not."""

    __slots__ = ("one_by_one",)

    def __init__(self, play: Play, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.one_by_one = not play.option["own-unit-passes"]

    def faults(self, answer: tuple[Any, ...]) -> Iterator[Fault]:
        found = None
        for found in super().faults(answer):
            yield found
        if found is None and self.one_by_one and not self._has_order(answer):
            yield -1, IN_THE_WAY

    def _has_order(self, answer: tuple[Any, ...]) -> bool:
        """Whether the models can go one after the other: whose way leads over where another stands goes after it, and
        before it whose way leads over where that ends."""
        starts = [stand_of(self.layout, id) for id in self.members]
        ends = [self.stand_after(id, part) for id, part in zip(self.members, answer, strict=True)]
        lines = [
            (start[:2], *(leg[:2] for leg in self.route_of(part))) for start, part in zip(starts, answer, strict=True)
        ]
        left = set(range(len(answer)))

        def waits(number: int, other: int) -> bool:
            return crosses(lines[number], starts[number], starts[other]) or crosses(
                lines[other], starts[other], ends[number]
            )

        while left:
            first = next((n for n in left if not any(waits(n, other) for other in left if other != n)), None)
            if first is None:
                return False
            left.remove(first)
        return True


def crosses(line: Sequence[Sequence[int]], mover: Stand, other: Stand) -> bool:
    """Whether somebody who goes along a line would go through another who stands there, on the same level."""
    reach = mover[3] + other[3] - 1
    level = mover[2] < other[2] + other[4] and other[2] < mover[2] + mover[4]
    return level and any(passes(a, b, other[0], other[1], reach) for a, b in pairwise(line))
