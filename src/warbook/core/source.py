"""Source: where the dice of a battle come from, and what makes a seed of several shares.

The faces of a roll follow from a seed and the number of the roll.  Who knows the seed knows every roll to come, so it
matters who could choose it:

========  ==============================================================================================================
chosen    somebody named the seed
drawn     the system drew it, 256 bits, for whoever opened the battle
shared    nobody chose it: a server drew its share and bound itself to that before it saw those of the seats
given     there is no seed; a script gave the faces
========  ==============================================================================================================

Of a shared source, `seed` is the server's share.  It is bound by its `commitment`, the SHA-256 of the share's decimal
digits, which the server tells before it has seen any other.  The dice have the seed `mix_seed(seed, shares)`.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Literal

from msgspec import Struct

from .errors import WarbookError

How = Literal["chosen", "drawn", "shared", "given"]

BITS = 256  # of a seed that is drawn, and of a share
BOUND = 18  # bytes of a commitment in the name of its battle
_SHARE = re.compile(r"[0-9a-f]{64}")


class Source(Struct, frozen=True):
    """Where dice come from; `seed` is None where it is not told."""

    how: How
    seed: int | None
    commitment: str = ""

    def rolled_from(self, shares: Mapping[int, str]) -> int | None:
        """The seed that the dice have, with the shares of these seats; None where it is not known."""
        if self.seed is None or self.how == "given":
            return None
        return mix_seed(self.seed, shares) if self.how == "shared" else self.seed


def shared_source(seed: int) -> Source:
    """A server's share, and what binds it."""
    return Source("shared", seed, commitment_of(seed))


def commitment_of(seed: int) -> str:
    """What binds a server to its share: the SHA-256 of its decimal digits, in hexadecimal."""
    return sha256(str(seed).encode()).hexdigest()


def battle_name(commitment: str) -> str:
    """What a server calls a battle whose share of the dice has this commitment: its beginning, in base64url.  Whoever
    was given a link has been told it before they gave anything."""
    return urlsafe_b64encode(bytes.fromhex(commitment)[:BOUND]).decode()


def mix_seed(seed: int, shares: Mapping[int, str]) -> int:
    """The seed that a server's share and those of the seats make together: the SHA-256 of a line with the decimal
    digits of the first, and a line ``seat:share`` for each of the others by the number of the seat, as a number."""
    lines = [str(seed), *(f"{seat}:{shares[seat]}" for seat in sorted(shares))]
    return int.from_bytes(sha256("".join(f"{line}\n" for line in lines).encode()).digest())


def must_be_share(share: str) -> None:
    """Raises `WarbookError` for what is no share of a seat."""
    if not _SHARE.fullmatch(share):
        raise WarbookError(f"found the share {share[:80]!r}; wanted 64 hexadecimal digits, lower case")
