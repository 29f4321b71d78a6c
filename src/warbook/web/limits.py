"""Limits: how much one client may ask of the server, so that nobody can take it from the others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from time import monotonic

FORGOTTEN = 10_000  # keys whose allowance is remembered


class Allowance:
    """A bucket for each key that holds `most` and is filled again at `rate` a second (a token bucket)."""

    def __init__(self, rate: float, most: float, *, clock: Callable[[], float] = monotonic) -> None:
        self.rate, self.most, self.clock = rate, most, clock
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, key: Hashable, cost: float = 1.0) -> bool:
        """Whether so much could be taken."""
        left = self.left(key)
        if left < cost:
            return False
        self._left[key] = (left - cost, self.clock())
        self._left.move_to_end(key)
        while len(self._left) > FORGOTTEN:
            self._left.popitem(last=False)
        return True

    def left(self, key: Hashable) -> float:
        """What is left for a key now."""
        if key not in self._left:
            return self.most
        left, when = self._left[key]
        return min(self.most, left + (self.clock() - when) * self.rate)
