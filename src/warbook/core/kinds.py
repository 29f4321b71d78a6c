"""Kinds: what msgspec finds out about a Struct when it first meets it.

It remembers this with the Struct, before it is complete.  A thread that meets the same Struct meanwhile takes the half
for the whole, and the process dies of it.  So whoever reads what may be new does it here first, one thread at a time.
"""

from __future__ import annotations

from threading import RLock
from typing import Any

import msgspec

_MET: set[Any] = set()
_MEETING = RLock()


def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """What reads JSON of a kind."""
    with _MEETING:
        return msgspec.json.Decoder(kind)


def meet(kind: Any) -> None:
    """From now on every thread may read this kind."""
    if kind not in _MET:
        decoder(kind)
        _MET.add(kind)
