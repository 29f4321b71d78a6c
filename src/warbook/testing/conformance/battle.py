"""A random battle under examination."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ...core.decision import Decision
from ...core.errors import WarbookError
from ...core.game import Game
from ...core.loading import load_game
from ...core.ruleset import Ruleset, Setup
from .report import Nonconforming, Report


class Battle:
    """One random battle.  Its course depends on its seed alone: what is tried at its decisions has a `chance` of its
    own."""

    def __init__(self, ruleset: Ruleset, setup: Setup, seed: int, report: Report) -> None:
        self.ruleset, self.setup, self.seed, self.report = ruleset, setup, seed, report
        self.rng, self.chance = Random(seed), Random(f"examined {seed}")
        self.odds = 0
        self.game = Game(ruleset, setup, seed=seed)

    def demand(self, holds: bool, said: str, cause: str = "") -> None:
        """Raises `Nonconforming` unless a promise holds; `cause` is what is usually behind it."""
        if not holds:
            usually = f"\n  usual cause: {cause}" if cause else ""
            raise Nonconforming(f"{self.ruleset.id}: {said}\n  {self.where()}{usually}", self.game.save())

    def where(self) -> str:
        """Where in the battle it stands, and how to get there again."""
        asked = ", ".join(d.key for d in self.game.decisions) or "the end"
        rules = self.game.trail
        trail = f", asked by {' > '.join(rules)}" if rules else ""
        again = f"conformance(..., games=1, seed={self.seed})"
        return f"at {asked}{trail}, in step {len(self.game.steps)} of the battle of seed {self.seed}; again: {again}"

    def sampled(self, decision: Decision[Any], rng: Random) -> Any:
        """A random answer, which must be legal."""
        answer = decision.sample(rng)
        reasons = decision.legal(answer)
        self.demand(not reasons, f"{decision.key} samples {answer!r}, which it refuses: {' '.join(reasons)}")
        return answer

    def load(self, data: bytes) -> Game:
        """The battle of a record of this battle."""
        try:
            return load_game(data, lambda name: self.ruleset)
        except WarbookError as fault:
            self.demand(
                False,
                f"its own record cannot be opened: {fault}",
                "an event, a record or the turn holds a value that its type does not allow, or no plain value",
            )
            raise

    def seats(self) -> Iterator[int]:
        """Everybody, and a spectator."""
        return iter(range(-1, self.ruleset.seats))
