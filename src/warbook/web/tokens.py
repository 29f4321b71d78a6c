"""Tokens: who shows one may sit down.  A token is 192 random bits; what is kept of it is its digest."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from hashlib import blake2b

from ..core.source import battle_name
from .protocol import Link

WATCHING = -1  # the seat of those who only watch
_BATTLE = re.compile(r"[\w-]{1,64}", re.ASCII)


def battle_id(commitment: str = "") -> str:
    """A name for a battle, not to be guessed.  Where the server bound its share of the dice, the name is the beginning
    of the commitment: whoever has a link has been told it."""
    if commitment:
        return battle_name(commitment)
    return secrets.token_urlsafe(9)


def could_be_battle(name: str) -> bool:
    """Whether a battle could be called so: nothing else is looked for in a database."""
    return _BATTLE.fullmatch(name) is not None


def new_token() -> str:
    """A token that nobody has yet."""
    return secrets.token_urlsafe(24)


def digest(token: str) -> str:
    """What is kept of a token.  Tokens are random and long, so that no salt and no slow hash is needed."""
    return blake2b(token.encode("utf-8", "surrogatepass"), digest_size=32).hexdigest()


def links(seats: Iterable[int]) -> tuple[Link, ...]:
    """A token for each of these seats, and one for those who watch."""
    return tuple(Link(seat, new_token()) for seat in (*seats, WATCHING))


def seats_by_digest(given: Iterable[Link]) -> dict[str, int]:
    """Seats by the digests of their tokens."""
    return {digest(link.token): link.seat for link in given}
