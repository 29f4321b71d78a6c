"""State: what one server knows besides its battles: its screens, and what each address has used up."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.websockets import WebSocket

from . import tokens
from .house import House
from .limits import Allowance, Rules
from .places import Places
from .protocol import Fault

FAREWELL = 1.0  # seconds in which all screens must have heard that the server stops
TOO_MANY_OPENED = "So many battles have been opened from your address; wait a while."


class ServerState:
    """The state of one server: its house, its screens, and what each address has used up."""

    def __init__(self, house: House, rules: Rules) -> None:
        self.house, self.rules = house, rules
        self.places = Places(rules)
        self.opening = Allowance(rules.opened / 3600, rules.opened)
        self.checking = Allowance(rules.checked / 60, rules.checked)
        self.guesses = Guesses(rules.guesses)
        self.stopping = False

    async def farewell(self) -> None:
        """Tell every screen that the server stops, and wait until that is sent."""
        if self.stopping:
            return
        self.stopping = True
        screens = list(self.places)
        for screen in screens:
            screen.tell(Fault(code="stopping", words="The server stops; every battle is kept.", last=True))
        with suppress(asyncio.TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await asyncio.gather(*(screen.closed.wait() for screen in screens))

    @property
    def longest_list(self) -> int:
        """How many battles a list may have; fewer if anybody may ask, so that others do not wait."""
        return 200 if self.rules.public else 10_000

    def may_open(self, address: str) -> bool:
        """Whether this address may open another battle, which is then counted."""
        return not self.rules.public or self.opening.take(address)

    def may_check(self, address: str) -> bool:
        """Whether this address may have another file checked, which is then counted."""
        return not self.rules.public or self.checking.take(address)


class Guesses:
    """Lookups that found nothing.  A token that opens something is always looked up, so somebody who shares an address
    with a guesser loses nothing.  The same tokens for the same battle that were not found `most` times in a minute are
    not looked up again, since they will never exist; and an address with so many failures is told so, with a delay."""

    def __init__(self, most: float) -> None:
        self._in_vain = Allowance(most / 60, most)
        self._of_address = Allowance(most / 60, most)

    def hopeless(self, game: str, shown: Iterable[str]) -> bool:
        """Whether these tokens were looked up in vain so often that they are not looked up again."""
        return self._in_vain.allowance(_guess_key(game, shown)) < 1

    def count(self, address: str, game: str, shown: Iterable[str]) -> bool:
        """Count tokens that opened nothing.  Whether this address has so many that it should be told."""
        self._in_vain.take(_guess_key(game, shown))
        return not self._of_address.take(address)


def _guess_key(game: str, shown: Iterable[str]) -> str:
    """What was looked up, kept as a digest, like a token."""
    return tokens.digest("\0".join((game, *shown)))


def state_of(app: Starlette) -> ServerState:
    """The state of the server that an application is."""
    state: ServerState = app.state.server
    return state


def server_of(thing: Request | WebSocket) -> ServerState:
    """The state of the server that a request came to."""
    return state_of(thing.app)
