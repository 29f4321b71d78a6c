"""What Warbook says when it was given something it cannot take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


class WarbookError(Exception):
    """Every error that a person can cause and a person can mend."""


class Illegal(WarbookError):
    """An answer that the rules do not allow, with every reason.  It has changed nothing."""

    def __init__(self, answer: object, reasons: Sequence[str]) -> None:
        self.answer, self.reasons = answer, tuple(reasons)
        super().__init__(f"{answer!r} is not allowed: {' '.join(self.reasons)}")


class BadData(WarbookError):
    """A file that does not say what it should: where, what was found, and what would be right."""

    def __init__(self, source: str, where: str, found: str, wanted: str) -> None:
        self.source, self.where, self.found, self.wanted = source, where, found, wanted
        place = f"{source}: {where}" if where else source
        super().__init__(f"{place}: found {found}; wanted {wanted}")


def nearest(word: str, words: Iterable[str]) -> str:
    """`` (did you mean 'x'?)`` for the known word that a misspelt one most likely stands for, else nothing."""
    close = get_close_matches(word, list(words), n=1, cutoff=0.6)
    return f" (did you mean {close[0]!r}?)" if close else ""
