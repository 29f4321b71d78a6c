"""Crowds: which of the legs that a board offers are barred, or dearer, for those who stand about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..core.length import INCH
from . import _kernels as kernels
from .board import Board
from .layout import Layout
from .passages import Offered, Passage, offered_passages
from .routes import Journey
from .shapes import bounds

BEYOND_REACH = 4 * INCH  # further than its ways lead, nobody stands in the way of a body, however wide either is


def open_passages(
    board: Board, layout: Layout, journey: Journey, nearing: tuple[int, int, int] | None, away: int
) -> Iterator[tuple[Passage, int]]:
    """The passages no further than `away` from a body that nobody blocks, with what they cost; with `nearing` (x, y,
    distance) only those on a way of that length to that point."""
    offered = offered_passages(board, journey.gait.radius, journey.gait.height, journey.rules)
    if not offered.priced:
        return
    found, n = offered.nearby(layout.row(journey.me), away)
    if n and nearing is not None:
        n = kernels.direct.on_the_way(offered.rows, found, n, *journey.start[:2], *nearing)
    if n:
        yield from _unblocked(offered, found, n, layout, journey, away)


def unblocked(
    priced: Sequence[tuple[Passage, int]], layout: Layout, journey: Journey, away: int
) -> Iterator[tuple[Passage, int]]:
    """Those of some passages no further than `away` from a body, each with its cost where nobody is about, that nobody
    blocks, with what they cost."""
    if priced:
        every = kernels.column(range(len(priced)))
        yield from _unblocked(Offered.of(priced), every, len(priced), layout, journey, away)


def _unblocked(
    offered: Offered, found: Any, n: int, layout: Layout, journey: Journey, away: int
) -> Iterator[tuple[Passage, int]]:
    """The same of those whose numbers are the first `n` in `found`: what leads through nobody and nothing that was
    laid costs what it costs alone."""
    flags, areas = kernels.numbers(n, 0), kernels.table([bounds(area.polygon) for area in layout.ground], 4)
    kernels.direct.crowded(
        offered.rows, found, n, journey.rows, journey.exempt, journey.me, journey.walls, areas, *journey.start[:2],
        away + BEYOND_REACH, journey.gait, flags,
    )  # fmt: skip
    numbers: list[int] = kernels.plain(found[:n])
    for number, is_crowded in zip(numbers, kernels.plain(flags), strict=True):
        passage, cost = offered.priced[number]
        if is_crowded:
            cost, reason = journey.leg(0, *passage, False)
            if reason is not None:
                continue
        yield passage, cost
