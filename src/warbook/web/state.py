"""State: what one server knows beside its battles: its screens, and what each address has used up."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.websockets import WebSocket

from .house import House
from .limits import Allowance, Rules
from .protocol import Fault
from .screens import LAST_WORDS, Screen

TOO_MANY_OPENED = "So many battles have been opened from your address; wait a while."


class ServerState:
    """The state of one server: its house, its screens, and what each address has used up."""

    def __init__(self, house: House, rules: Rules) -> None:
        self.house, self.rules = house, rules
        self.screens: set[Screen] = set()
        self.of_address: Counter[str] = Counter()
        self.opening = Allowance(rules.opened / 3600, rules.opened)
        self.checking = Allowance(rules.checked / 60, rules.checked)
        self.guessing = Allowance(rules.guesses / 60, rules.guesses)
        self.stopping = False

    def full(self, address: str) -> bool:
        """Whether this address, or the house, has as many screens as it can have."""
        crowded = self.rules.public and self.of_address[address] >= self.rules.sockets
        return crowded or len(self.screens) >= self.rules.screens

    async def farewell(self) -> None:
        """Tell every screen that the server stops, and wait until they have heard it."""
        self.stopping = True
        screens = list(self.screens)
        for screen in screens:
            screen.tell(Fault(code="stopping", words="The server stops; every battle is kept.", last=True))
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.gather(*(screen.closed.wait() for screen in screens)), 2 * LAST_WORDS)

    @property
    def longest_list(self) -> int:
        """How many battles a list may have: where anybody may ask, not so many that it keeps the others waiting."""
        return 200 if self.rules.public else 10_000

    def may_open(self, address: str) -> bool:
        """Whether this address may open one battle more, which is then counted."""
        return not self.rules.public or self.opening.take(address)

    def may_check(self, address: str) -> bool:
        """Whether this address may have one file more looked at, which is then counted."""
        return not self.rules.public or self.checking.take(address)


def state_of(app: Starlette) -> ServerState:
    """The state of the server that an application is."""
    state: ServerState = app.state.server
    return state


def server_of(thing: Request | WebSocket) -> ServerState:
    return state_of(thing.app)
