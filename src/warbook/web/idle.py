"""Idle lines: connections by HTTP that wait for their client, and which of them is closed where there are too many.

A line is idle while no request, half of one, or half of its body has come, and while nobody reads its answer.  The one
that has been so for longest makes way for a new one, so that nobody is kept out: not even those who share an address
with an attacker.  Behind a proxy all lines come from the address of the proxy, which looks after them itself; there
only the limit of the whole server counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from .limits import Rules

SHARE = 2  # one line by HTTP for so many screens that the server can have


class Line(Protocol):
    """One HTTP connection: the `host` it comes from, the `address` it counts for, whether it is `idle`, and `since`
    when (a time of the event loop) nothing has arrived on it."""

    host: str
    address: str
    since: float

    @property
    def idle(self) -> bool: ...

    def make_way(self) -> None:
        """Close it, and say why if an answer is awaited on it."""


class Lines:
    """The connections of one server, by address.  `is_proxy` says whether a host is a proxy."""

    def __init__(self, rules: Rules, is_proxy: Callable[[str], bool] = lambda host: False) -> None:
        self.rules, self.is_proxy = rules, is_proxy
        self._of: dict[str, dict[Line, None]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, line: Line) -> None:
        """Add a connection; if there are too many, an idle one is closed."""
        ours = self._of.setdefault(line.address, {})
        ours[line] = None
        self._count += 1
        if self.rules.public and len(ours) > self.rules.lines and not self.is_proxy(line.host):
            _close_one(ours)
        elif self._count > max(self.rules.lines, self.rules.screens // SHARE):
            _close_one(max(self._of.values(), key=len))

    def remove(self, line: Line) -> None:
        """Remove a connection that was closed or has become a WebSocket."""
        ours = self._of.get(line.address, {})
        if line in ours:
            del ours[line]
            self._count -= 1
            if not ours:
                del self._of[line.address]


def _close_one(lines: dict[Line, None]) -> None:
    idle = [line for line in lines if line.idle]
    if idle:  # what is answered just now is soon done
        min(idle, key=lambda line: line.since).make_way()
