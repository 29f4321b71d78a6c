"""What a roll came to, in a word or two for the log."""

from __future__ import annotations

from ....core.events import Rolled


def verdict(rolled: Rolled) -> str:
    """Whether a check has succeeded by its dice alone, and what is left of its advantages; the sum that matters has a
    line of its own."""
    value = rolled.value
    if not rolled.signs or not isinstance(value, tuple | list) or len(value) < 4:
        return ""
    success, advantage, triumph, despair = value[:4]
    parts = [f"{success} {'success' if success == 1 else 'successes'}" if success > 0 else "no success"]
    if advantage:
        word = "advantage" if advantage > 0 else "threat"
        parts.append(f"{abs(advantage)} {word}{'s' if abs(advantage) != 1 else ''}")
    parts += [f"{triumph} triumph"] * bool(triumph) + [f"{despair} despair"] * bool(despair)
    return ", ".join(parts)
