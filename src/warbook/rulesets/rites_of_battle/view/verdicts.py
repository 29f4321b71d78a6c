"""What a roll came to, for the log."""

from __future__ import annotations

from ....core.events import Rolled
from ....mechanics.narrative import in_words


def verdict(rolled: Rolled) -> str:
    """What is left of the symbols on the dice alone; the sum that matters has a line of its own."""
    value = rolled.value
    return (in_words(*value[:4]) or "nothing") if isinstance(value, tuple | list) and len(value) >= 4 else ""
