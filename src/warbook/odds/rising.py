"""Rolls of which more is never worse: where a ruleset says so, most of their readings need not be followed.

A ruleset ranks the readings of such a roll (`Outcome.rising`): of two of the same kind, the one that is at least as
high in every count makes the event at least as likely.  So a reading that lies between two others which turn out to be
worth the same is worth that too.  Readings are followed one by one, the one first that may settle most of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import or_
from typing import Any

from ..core.answers import Answer, Shown
from .branches import NO_CUTOFFS, Branch, Cutoffs, Node

#: The kind of a reading, and its counts.
Rank = Callable[[Any], tuple[Any, tuple[int, ...]]]
#: How the readings of a roll (by its key) are ranked; None: nobody knows which of them are better.
Rising = Callable[[Any, str], Rank | None]
REMEMBERED = 1 << 8
"""Of so many sets of readings of a roll it is kept which one settles most."""


class RollNode(Node):
    """A roll whose readings are ranked.  Each that is followed has a branch of its own, without cutoffs, since what it
    is worth may settle others.  Sets of readings are the bits of a number: those that are still `open`, and for each
    probability those that are known to be at least as likely, and at most.  `answers` are those before the roll."""

    __slots__ = (
        "_at_least", "_at_most", "_current", "_key", "_ranked", "_readings", "_total", "answers", "open",
    )  # fmt: skip

    def __init__(
        self,
        parent: Branch,
        num: int,
        den: int,
        total: int,
        readings: Sequence[tuple[Any, int]],
        rank: Rank,
        answers: list[Answer],
        key: str,
    ) -> None:
        super().__init__(parent, num, den)
        self._total, self._readings, self.answers, self._key = total, readings, answers[:], key
        self._ranked = _ranked(tuple([value for value, _ in readings]), rank)
        self._current, self.open = 0, (1 << len(readings)) - 1
        self._at_least, self._at_most = {(0, 1): self.open}, {(1, 1): self.open}

    @property
    def cutoffs(self) -> Cutoffs:
        """None: what each reading is worth is found out exactly."""
        return NO_CUTOFFS

    def next_answer(self) -> Shown:
        """The open reading that settles most others, whether it turns out to be good or bad."""
        self._current = self._ranked.settling_most(self.open)
        return Shown(self._key, None, self._readings[self._current][0])

    def close_branch(self) -> None:
        """Add up all that is settled by the reading that has just been followed."""
        bounds, n = self.branch.bounds(), self._current
        assert bounds.exact
        won = bounds.won.numerator, bounds.won.denominator  # what a fraction takes long to hash
        at_least = self._at_least[won] = self._at_least.get(won, 0) | self._ranked.above[n]
        at_most = self._at_most[won] = self._at_most.get(won, 0) | self._ranked.below[n]
        settled = self.open & at_least & at_most
        self.open &= ~settled
        weight = sum([self._readings[each][1] for each in _bits(settled)])
        self.parent.add(self.num * weight, self.den * self._total, bounds)


class Ranked:
    """The readings of a roll by their rank: for each all that are at least as good, itself among them, and all that are
    at most as good."""

    __slots__ = ("_found", "above", "below")

    def __init__(self, above: list[int], below: list[int]) -> None:
        self.above, self.below, self._found = above, below, dict[int, int]()

    def settling_most(self, among: int) -> int:
        """Which of some readings settles most others of them, whether it turns out to be good or bad: the first such,
        which is remembered, for the same rolls are ranked again and again."""
        if (known := self._found.get(among)) is not None:
            return known
        above, below, left, most, found = self.above, self.below, among, 0, 0
        while left:
            lowest = left & -left
            left ^= lowest
            n = lowest.bit_length() - 1
            settled = (above[n] & among).bit_count()
            if settled > most and (settled := min(settled, (below[n] & among).bit_count())) > most:
                most, found = settled, n
        if len(self._found) >= REMEMBERED:
            self._found.clear()
        self._found[among] = found
        return found


@lru_cache(maxsize=1 << 9)
def _ranked(values: tuple[Any, ...], rank: Rank) -> Ranked:
    kinds, counts = zip(*map(rank, values), strict=True)
    alike = _places(kinds)
    above, below = ([alike[kind] for kind in kinds] for _ in range(2))
    for column in zip(*counts, strict=True):
        found = sorted(_places(column).items())
        lowest, highest = _together(found), _together(found[::-1])
        for n, count in enumerate(column):
            above[n] &= highest[count]
            below[n] &= lowest[count]
    return Ranked(above, below)


def _places(column: Iterable[Any]) -> dict[Any, int]:
    """Where each value is found, as bits."""
    found = dict[Any, int]()
    for n, value in enumerate(column):
        found[value] = found.get(value, 0) | 1 << n
    return found


def _together(places: Sequence[tuple[Any, int]]) -> dict[Any, int]:
    """For each value where that is found or one before it."""
    return dict(zip([value for value, _ in places], accumulate([bits for _, bits in places], or_), strict=True))


def _bits(number: int) -> Iterator[int]:
    """The places of the bits of a number that are set."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
