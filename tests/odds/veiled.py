"""Duel with a secret: nobody knows how tough the other side's fighters are."""

from __future__ import annotations

import dataclasses
from typing import Any

from msgspec.structs import asdict

from tests.odds.duel import DUEL, Fighter, setup
from warbook.core.game import Game
from warbook.core.ruleset import Ruleset
from warbook.core.state import State
from warbook.core.structs import replace


class Veiled(Fighter, frozen=True, kw_only=True):
    """Its wounds are its owner's to know, until it falls."""

    def seen_by(self, seat: int) -> Veiled:
        return self if seat == self.owner or not self.wounds else replace(self, wounds=-1)


def drawn(state: State[Any, Any], seat: int, rng: Any) -> State[Any, Any]:
    """The position with one or two wounds, as likely, for each fighter whose wounds the seat does not know."""
    full = state.copy()
    full.records = [replace(f, wounds=1 + rng.randrange(2)) if f.wounds < 0 else f for f in state.records]
    return full


def table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[Any, State[Any, Any]]:
    _, state = DUEL.table(ruleset, content)
    wounds = content["wounds"]
    state.records = [Veiled(**{**asdict(f), "wounds": n}) for f, n in zip(state.records, wounds, strict=True)]
    return None, state


VEILED = dataclasses.replace(
    DUEL, id="veiled", records=(Veiled,), table=table, secrets=True, determinize=drawn, house_rules=()
)


def veiled(*wounds: int, gap: int = 8, **more: Any) -> Game:
    """A game in which the four fighters have so many wounds."""
    wanted = setup(gap)
    return Game(VEILED, replace(wanted, ruleset="veiled", content={"gap": gap, "wounds": list(wounds)}), **more)
