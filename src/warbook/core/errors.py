"""Errors for input that Warbook cannot use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

LONGEST_FOUND, LONGEST_WANTED = 300, 3000
"""Characters of what a message repeats from a file, and of what it says would be right."""
LONGEST_NAME = 100
"""Characters of a name that may be a misspelt one: what is longer is no slip, and comparing takes long."""


class WarbookError(Exception):
    """The base of every error that a person can cause and correct."""


class Illegal(WarbookError):
    """An answer that the rules do not allow, with every reason.  Nothing has changed."""

    def __init__(self, answer: object, reasons: Sequence[str]) -> None:
        self.answer, self.reasons = answer, tuple(reasons)
        super().__init__(f"{answer!r} is not allowed: {' '.join(self.reasons)}")


class BadData(WarbookError):
    """A file that does not say what it should: where, what was found, and what would be right."""

    def __init__(self, source: str, where: str, found: str, wanted: str) -> None:
        source, where, found = clip_text(source), clip_text(where), clip_text(found)
        wanted = clip_text(wanted, LONGEST_WANTED)
        self.source, self.where, self.found, self.wanted = source, where, found, wanted
        place = f"{source}: {where}" if where else source
        super().__init__(f"{place}: found {found}; wanted {wanted}")


def nearest(word: str, words: Iterable[str]) -> str:
    """`` (did you mean 'x'?)`` for the known word that a misspelt one most likely stands for, else nothing."""
    if len(word) > LONGEST_NAME:
        return ""
    close = get_close_matches(word, list(words), n=1, cutoff=0.6)
    return f" (did you mean {close[0]!r}?)" if close else ""


def clip_text(words: str, most: int = LONGEST_FOUND) -> str:
    """The words, cut off if they are too long to be read."""
    return words if len(words) <= most else f"{words[: most - 3]}..."
