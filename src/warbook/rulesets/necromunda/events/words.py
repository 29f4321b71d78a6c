"""How the log says names."""

from __future__ import annotations

SMALL_WORDS = ("a", "and", "de", "for")
SHORT_IN_IDS = {"casket": "Loot Casket"}


def action_title(id: str) -> str:
    """The name of an action, as its id gives it: "Coup de Grace", "Carry Loot Casket"."""
    words = (SHORT_IN_IDS.get(word, word if word in SMALL_WORDS else word.capitalize()) for word in id.split("-"))
    return " ".join(words)


def plain(id: str) -> str:
    """An id as words."""
    return id.replace("-", " ")
