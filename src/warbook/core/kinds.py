"""Kinds: what msgspec learns about a Struct when it first meets it.

msgspec stores this on the Struct before it is complete.  A second thread that meets the same Struct in that moment uses
the incomplete part, and the process crashes.  So code that may decode a new kind calls `meet` first, which lets one
thread in at a time.
"""

from __future__ import annotations

from threading import RLock
from typing import Any

import msgspec

_MET: set[Any] = set()
_MEETING = RLock()


def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """The JSON decoder of a kind."""
    with _MEETING:
        return msgspec.json.Decoder(kind)


def meet(kind: Any) -> None:
    """After this call every thread may decode this kind."""
    if kind not in _MET:
        decoder(kind)
        _MET.add(kind)
