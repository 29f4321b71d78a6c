"""Verdicts: what a roll came to, in a word or two for the log.

They are read from what the log has always held, the faces and the number that they were rolled against, so that records
from before these words read like others.
"""

from __future__ import annotations

import re

from ....core.events import Rolled

_AGAINST = re.compile(r" on (\d+)\+$")


def verdict(rolled: Rolled) -> str:
    """How many dice of a test reached their number: hits, wounds that armour stopped, or successes."""
    found = _AGAINST.search(rolled.pool)
    if found is None or rolled.faces is None:
        return ""
    number = int(found[1])
    reached = sum(face >= number and face > 1 for face in rolled.faces)
    if rolled.key == "armour":
        return f"stops {reached or 'none'}"
    kind = "hit" if rolled.key == "hit" else "success"
    return f"{reached or 'no'} {kind if reached < 2 else kind + ('s' if kind == 'hit' else 'es')}"
