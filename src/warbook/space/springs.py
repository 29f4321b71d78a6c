"""The least that a way costs a body which crosses the first part of every gap for nothing.

Such a way may be far longer than it is dear.  But before its first leap it comes to a brink, and from each leap to the
next from brink to brink, so that only what lies between brinks can be free.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Any

from . import _kernels as kernels
from .board import Board, per_board
from .brinks import Brink, brinks
from .planar import Box, foot_of, plan
from .routes import Journey
from .rules import Point

NO_LINES = (kernels.table((), 4), kernels.column(()), kernels.column(()))
"""What `Springs.lines_and_costs` is where nothing is free."""
SLACK = 4  # what a leap may be shorter than the gap between two brinks, by whole numbers

Around = Sequence[int]  # a point, x and y, and how far around it


class Springs:
    """The least that ways cost a body whose leaps are free in part: from where it is to a place, and from there to
    somewhere around a point, `about`."""

    def __init__(self, journey: Journey, about: Around) -> None:
        board, rules = journey.board, journey.rules
        self.start, self.about, self.most = journey.start, about, rules.allowance
        lines, costs = _hops(board, rules.step, rules.leap_free)
        there, back = kernels.numbers(len(lines), 0), kernels.numbers(len(lines), 0)
        kernels.direct.sprung(lines, costs, *self.start[:2], 0, there)
        kernels.direct.sprung(lines, costs, *about, back)
        kept, numbers = kernels.scratch(len(lines), 4), kernels.numbers(len(lines), 0)
        n = kernels.direct.kept(lines, there, back, self.most, kept, numbers)
        self._lines, self._there, self._back = kept[:n], there[:n], back[:n]
        self._all, self._numbers = brinks(board, rules.step), numbers[:n]

    @property
    def edges(self) -> list[Brink]:
        """The brinks to which a way within the allowance may come."""
        return [self._all[number] for number in kernels.plain(self._numbers)]

    def lines_and_costs(self) -> tuple[Any, Any, Any]:
        """The brinks to which a way within the allowance may come, and what it costs to come there and from there on,
        as the kernels take them."""
        return self._lines, self._there, self._back

    def cost_to(self, at: Sequence[int]) -> float:
        """From where the body is to a place."""
        return min(far(at, self.start), int(kernels.direct.least_by(self._lines, self._there, *at[:2])))

    def cost_onward(self, at: Sequence[int]) -> float:
        """From a place to somewhere about the point, less than 0 within."""
        least = far(at, self.about) - self.about[2]
        return min(least, int(kernels.direct.least_by(self._lines, self._back, *at[:2])))

    def cost_by(self, at: Sequence[int]) -> float:
        """What a way by a place costs."""
        return self.cost_to(at) + self.cost_onward(at)

    def box(self) -> Box:
        """The box around all that is on a way within the allowance."""
        west, south, east, north = kernels.direct.box_around(self._lines, self._there, *self.start[:2], self.most)
        return int(west), int(south), int(east), int(north)


def springs(journey: Journey, about: Around) -> Springs | None:
    """The least that ways cost a body whose leaps are free in part; None for all others, whose ways cost their length
    or more, and where there is nothing to leap over."""
    rules = journey.rules
    if not (rules.leap_free and rules.may_leap and brinks(journey.board, rules.step)):
        return None
    return Springs(journey, about)


def farthest(journey: Journey) -> int:
    """How far in plan a way may lead: as far as the allowance, and further where leaps are free in part."""
    found = springs(journey, (*journey.start[:2], kernels.FAR))
    if found is None:
        return journey.rules.allowance
    west, south, east, north = found.box()
    x, y, _ = journey.start
    board = journey.board
    wide = max(x - max(0, west), min(board.width, east) - x)
    deep = max(y - max(0, south), min(board.depth, north) - y)
    return max(journey.rules.allowance, int(sqrt(wide * wide + deep * deep))) + 1


def goals_within(journey: Journey, goals: Iterable[Point], most: int) -> Iterator[Point]:
    """Those of some goals to which a way may lead that costs no more than `most`."""
    start = journey.start
    found = springs(journey, (*start[:2], kernels.FAR))
    return (goal for goal in goals if (plan(start, goal) if found is None else found.cost_to(goal)) <= most)


def landings(journey: Journey, about: Around) -> list[Point]:
    """For a body whose leaps are free in part, the points nearest to the middle of `about` on all edges to which a way
    within the allowance may come; none for all others."""
    free, (x, y, _) = springs(journey, about), about
    return [] if free is None else [(*foot_of((x, y), edge[:2], edge[2:4]), edge[4]) for edge in free.edges]


@per_board
def _hops(board: Board, step: int, free: int) -> tuple[Any, Any]:
    """The brinks of a board, and what it costs at least to come from each to each other, by leaps and on foot."""
    lines = kernels.table([edge[:4] for edge in brinks(board, step)], 4)
    costs = kernels.scratch(len(lines), len(lines))
    kernels.direct.hops(lines, free + SLACK, costs)
    return lines, costs


def far(a: Sequence[int], b: Sequence[int]) -> float:
    """How far one point is from another in plan: by a root, which is the same on every machine."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return sqrt(dx * dx + dy * dy)
