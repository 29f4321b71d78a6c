"""Verdicts: what a roll came to, in a word or two for the log."""

from __future__ import annotations

import re

from ....core.events import Rolled

COUNTED = {
    "hit": ("hit", "hits"),
    "hit-again": ("more hit", "more hits"),
    "wound-again": ("more wound", "more wounds"),
}
SAVES = ("save", "pain", "cover")
_OR_LESS = re.compile(r"(\d+) or less")
_ARMOUR = re.compile(r"To penetrate (\d+): (\d+)")


def verdict(rolled: Rolled) -> str:
    """What a roll came to; empty where the rule has more to weigh than these dice."""
    value = rolled.value
    if rolled.key in COUNTED:
        good, hot = (value, 0) if isinstance(value, int) else value
        words = f"{good or 'no'} {COUNTED[rolled.key][good != 1]}"
        return f"{words}, {hot} get{'s' * (hot == 1)} hot" if hot else words
    if rolled.key == "wound":
        return wounds(value)
    if rolled.key in SAVES:
        return f"stops {value or 'none'}"
    if rolled.key == "leadership" and (found := _OR_LESS.search(rolled.why)):
        return "passed" if value == 2 or value <= int(found[1]) else "failed"
    if rolled.key == "penetrate" and (found := _ARMOUR.match(rolled.why)):
        return f"{int(found[2]) + value} in all"
    return ""


def wounds(value: int | tuple[int, int]) -> str:
    """How many wounds there are, and how many of them no armour stops."""
    if isinstance(value, int):
        return f"{value or 'no'} wound{'s' * (value != 1)}"
    plain, sixes = value
    rending = f", {sixes} of them with a 6" if sixes else ""
    return wounds(plain + sixes) + rending
