"""Uniform: any legal choice.  The weakest opponent, the quickest, and the one that finds what nobody thought of."""

from __future__ import annotations

from random import Random
from typing import Any

from ..core.decision import Decision
from ..core.play import Play


class Uniform:
    """Draws evenly among the options of a list (doing nothing only where nothing else is offered), and samples paths,
    places and the like."""

    __slots__ = ("rng",)
    trusted = True

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        """Some legal answer."""
        return decision.sample(self.rng)
