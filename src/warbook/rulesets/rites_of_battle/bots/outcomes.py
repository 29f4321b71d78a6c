"""What odds can be asked about."""

from __future__ import annotations

from collections.abc import Callable

from ....core.ruleset import Outcome
from ..records import Fighter, State


def _is(*states: str) -> Callable[[State, int], bool]:
    def holds(state: State, who: int) -> bool:
        fighter = state.records[who]
        return isinstance(fighter, Fighter) and fighter.state in states

    return holds


def _wounded(state: State, who: int) -> bool:
    fighter = state.records[who]
    return isinstance(fighter, Fighter) and fighter.wounds > 0


def _injured(state: State, who: int) -> bool:
    fighter = state.records[who]
    return isinstance(fighter, Fighter) and bool(fighter.injuries)


def _strained(state: State, who: int) -> bool:
    fighter = state.records[who]
    return isinstance(fighter, Fighter) and fighter.strain > 0


OUTCOMES: tuple[Outcome, ...] = (
    Outcome("incapacitated", "is incapacitated or dead", _is("incapacitated", "dead")),
    Outcome("dead", "is dead", _is("dead")),
    Outcome("wounded", "has wounds", _wounded),
    Outcome("injured", "has a critical injury", _injured),
    Outcome("actor-strained", "has strain itself", _strained, of="actor"),
)
