"""Players that a person might name on the command line, good and bad."""

from __future__ import annotations

from typing import Any


class Cheat:
    """Answers what nobody asked."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, play: Any, decision: Any) -> Any:
        return "fly"


class Impatient:
    """Somebody presses Ctrl-C while it thinks for the third time."""

    def __init__(self, seed: int) -> None:
        self.thought = 0

    def choose(self, play: Any, decision: Any) -> Any:
        self.thought += 1
        if self.thought > 2:
            raise KeyboardInterrupt
        return decision.candidates(1)[0]


class NoPlayer:
    """Has nothing that a player needs."""

    def __init__(self, seed: int) -> None:
        self.seed = seed


NOT_A_CLASS = 7
