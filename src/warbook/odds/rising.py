"""Rolls of which more is never worse: where a ruleset says so, most of their readings need not be followed.

A ruleset ranks the readings of such a roll (`Outcome.rising`): of two of the same kind, the one that is at least as
high in every count makes the event at least as likely.  So a reading that lies between two others which turn out to be
worth the same is worth that too.  Readings are followed one by one, the one first that may settle most of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from ..core.answers import Answer, Shown
from .branches import NO_CUTOFFS, Branch, Cutoffs, Node

#: The kind of a reading, and its counts.
Rank = Callable[[Any], tuple[Any, tuple[int, ...]]]
#: How the readings of a roll (by its key) are ranked; None: nobody knows which of them are better.
Rising = Callable[[Any, str], Rank | None]


class RollNode(Node):
    """A roll whose readings are ranked.  Each that is followed has a branch of its own, without cutoffs, since what it
    is worth may settle others.  Sets of readings are the bits of a number: those that are still `open`, and for each
    probability those that are known to be at least as likely, and at most.  `answers` are those before the roll."""

    __slots__ = (
        "_above", "_at_least", "_at_most", "_below", "_current", "_key", "_readings", "_total", "answers", "open",
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
        self._above, self._below = _above_and_below(tuple([value for value, _ in readings]), rank)
        self._current, self.open = 0, (1 << len(readings)) - 1
        self._at_least, self._at_most = {(0, 1): self.open}, {(1, 1): self.open}

    @property
    def cutoffs(self) -> Cutoffs:
        """None: what each reading is worth is found out exactly."""
        return NO_CUTOFFS

    def next_answer(self) -> Shown:
        """The open reading that settles most others, whether it turns out to be good or bad."""
        left, above, below = self.open, self._above, self._below
        self._current = max(
            _bits(left), key=lambda n: min((above[n] & left).bit_count(), (below[n] & left).bit_count())
        )
        return Shown(self._key, None, self._readings[self._current][0])

    def close_branch(self) -> None:
        """Add up all that is settled by the reading that has just been followed."""
        bounds, n = self.branch.bounds(), self._current
        assert bounds.exact
        won = bounds.won.numerator, bounds.won.denominator  # what a fraction takes long to hash
        at_least = self._at_least[won] = self._at_least.get(won, 0) | self._above[n]
        at_most = self._at_most[won] = self._at_most.get(won, 0) | self._below[n]
        settled = self.open & at_least & at_most
        self.open &= ~settled
        weight = sum([self._readings[each][1] for each in _bits(settled)])
        self.parent.add(self.num * weight, self.den * self._total, bounds)


@lru_cache(maxsize=1 << 9)
def _above_and_below(values: tuple[Any, ...], rank: Rank) -> tuple[list[int], list[int]]:
    """For each reading all that are at least as good, itself among them, and all that are at most as good."""
    kinds, counts = zip(*map(rank, values), strict=True)
    alike = {kind: _where(each == kind for each in kinds) for kind in set(kinds)}
    above, below = ([alike[kind] for kind in kinds] for _ in range(2))
    for column in zip(*counts, strict=True):
        highest = {count: _where(each >= count for each in column) for count in set(column)}
        lowest = {count: _where(each <= count for each in column) for count in set(column)}
        for n, count in enumerate(column):
            above[n] &= highest[count]
            below[n] &= lowest[count]
    return above, below


def _where(holds: Iterable[bool]) -> int:
    """The places where something holds, as bits."""
    return sum([1 << n for n, true in enumerate(holds) if true])


def _bits(number: int) -> Iterator[int]:
    """The places of the bits of a number that are set."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
