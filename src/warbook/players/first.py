"""First: always the first candidate.  It draws nothing, so a battle of two of them shows the dice alone."""

from __future__ import annotations

from typing import Any

from ..core.decision import Decision
from ..core.play import Play


class First:
    """Takes the first candidate of every decision that is not idle.  The seed makes no difference."""

    __slots__ = ()
    trusted = True

    def __init__(self, seed: int = 0) -> None:
        pass

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        """The first candidate; an idle one only where there is no other."""
        idle = getattr(decision, "idle", ())
        found = decision.candidates(1 + len(idle))
        if not found:
            raise LookupError(f"{decision.key}: no answer is legal")
        return next((answer for answer in found if answer not in idle), found[0])
