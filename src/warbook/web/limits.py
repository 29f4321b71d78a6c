"""Limits: how much one client may ask of the server, so that nobody can take it from the others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from time import monotonic
from typing import NamedTuple

FORGOTTEN = 10_000  # keys whose allowance is remembered


class Rules(NamedTuple):
    """How open the house is.

    `public`: anybody may come, so that addresses are limited.  `hosts` are the names under which it may be called (a
    page of elsewhere could give its own name our address), "*" any; `by_address` is whether any address will do, which
    no page can pass off as its name.  `origins` are other pages that may speak to it.
    A screen may send `rate` messages a second, `burst` at once; an address may have `sockets` screens that watch and,
    beside them, `lines` that are idle, open `opened` battles an hour, have `checked` files looked at and guess
    `guesses` wrong tokens a minute.
    """

    public: bool = False
    hosts: tuple[str, ...] = ("*",)
    by_address: bool = False
    origins: tuple[str, ...] = ()
    rate: float = 20.0
    burst: float = 80.0
    screens: int = 4000
    sockets: int = 64
    lines: int = 128
    opened: float = 60.0
    checked: float = 30.0
    guesses: float = 10.0


class Allowance:
    """A token bucket for each key, which holds `most` and is refilled at `rate` a second."""

    def __init__(self, rate: float, most: float, *, clock: Callable[[], float] = monotonic) -> None:
        self.rate, self.most, self.clock = rate, most, clock
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, key: Hashable, cost: float = 1.0) -> bool:
        """Whether so much could be taken."""
        left = self.allowance(key)
        if left < cost:
            return False
        self._left[key] = (left - cost, self.clock())
        self._left.move_to_end(key)
        while len(self._left) > FORGOTTEN:
            self._left.popitem(last=False)
        return True

    def allowance(self, key: Hashable) -> float:
        """What is left for a key now."""
        if key not in self._left:
            return self.most
        left, when = self._left[key]
        return min(self.most, left + (self.clock() - when) * self.rate)
