"""Players that a person might name on the command line, good and bad."""

from __future__ import annotations

from typing import Any


class First:
    """Takes the first candidate of every question."""

    def choose(self, play: Any, decision: Any) -> Any:
        return decision.candidates(1)[0]


class Cheat:
    """Answers what nobody asked."""

    def choose(self, play: Any, decision: Any) -> Any:
        return "fly"


class NoPlayer:
    """Has nothing that a player needs."""


NOT_A_CLASS = 7
