"""Players that a person might name on the command line, good and bad."""

from __future__ import annotations

from typing import Any


class Cheat:
    """Answers what nobody asked."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, play: Any, decision: Any) -> Any:
        return "fly"


class NoPlayer:
    """Has nothing that a player needs."""

    def __init__(self, seed: int) -> None:
        self.seed = seed


NOT_A_CLASS = 7
