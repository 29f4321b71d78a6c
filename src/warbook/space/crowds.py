"""Crowds: which of the legs that a board offers are barred, or dearer, for those who stand about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..core.length import INCH
from . import _kernels as kernels
from .board import Board
from .layout import Layout
from .passages import Offered, Passage, offered_passages
from .routes import Journey
from .shapes import bounds

BEYOND_REACH = 4 * INCH  # further than its ways lead, nobody stands in the way of a body, however wide either is


class Priced(NamedTuple):
    """Some of the ways that are offered, by their numbers, and what each costs with everybody about, -1 where it is
    barred."""

    offered: Offered
    found: Any
    costs: Any

    @classmethod
    def of(cls, priced: Sequence[tuple[Passage, int]]) -> Priced:
        """All of some ways, each with what it costs."""
        return cls(Offered.of(priced), kernels.column(range(len(priced))), kernels.column([cost for _, cost in priced]))

    def unbarred(self) -> Iterator[tuple[Passage, int]]:
        """Those that nobody bars, with what they cost."""
        numbers: list[int] = kernels.plain(self.found)
        for number, cost in zip(numbers, kernels.plain(self.costs), strict=True):
            if cost >= 0:
                yield self.offered.priced[number][0], cost


def open_passages(
    board: Board, layout: Layout, journey: Journey, nearing: tuple[int, int, int] | None, away: int
) -> Priced | None:
    """The passages no further than `away` from a body and what they cost, if there are any; with `nearing` (x, y,
    distance) only those on a way of that length to that point."""
    offered = offered_passages(board, journey.gait.radius, journey.gait.height, journey.rules)
    if not offered.priced:
        return None
    found, n = offered.nearby(layout.row(journey.me), away)
    if n and nearing is not None:
        n = kernels.direct.on_the_way(offered.rows, found, n, *journey.start[:2], *nearing)
    return _priced(offered, found[:n], layout, journey, away) if n else None


def unblocked(
    priced: Sequence[tuple[Passage, int]], layout: Layout, journey: Journey, away: int
) -> Iterator[tuple[Passage, int]]:
    """Those of some passages no further than `away` from a body, each with its cost where nobody is about, that nobody
    blocks, with what they cost."""
    if priced:
        every = kernels.column(range(len(priced)))
        yield from _priced(Offered.of(priced), every, layout, journey, away).unbarred()


def _priced(offered: Offered, found: Any, layout: Layout, journey: Journey, away: int) -> Priced:
    """What some of the ways that are offered cost: where they lead through nobody and nothing that was laid, what they
    cost alone."""
    n = len(found)
    costs, crowds = kernels.numbers(n, 0), kernels.numbers(n, 0)
    areas = kernels.table([bounds(area.polygon) for area in layout.ground], 4)
    crowded = kernels.direct.crowded(
        offered.rows, found, n, journey.arrays, journey.rows, journey.walls, journey.exempt, kernels.MARKS,
        kernels.SPANS, journey.me, *journey.start[:2], away + BEYOND_REACH, areas, int(not layout.shapes),
        journey.gait, costs, crowds,
    )  # fmt: skip
    for k in kernels.plain(crowds[:crowded]):
        near, far, mode = offered.priced[found[k]][0]
        cost, code, _ = journey.leg(0, near, far, mode, False)
        costs[k] = cost if code == kernels.OK else -1
    return Priced(offered, found, costs)
