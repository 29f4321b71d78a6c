"""What odds can be asked about."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....core.ruleset import Outcome
from ..records import Fighter, State
from . import bearing
from .stakes import Goal


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
    return isinstance(fighter, Fighter) and (bool(fighter.injuries) or fighter.state == "dead")


def _strained(state: State, who: int) -> bool:
    fighter = state.records[who]
    return isinstance(fighter, Fighter) and fighter.strain > 0


def _hit(state: State, who: int) -> bool:
    check = state.turn.check
    return check is not None and any(hit.whom == who for hit in check.hits)


def _of_target(goal: Goal, title: str, holds: Callable[[State, int], bool]) -> Outcome:
    return Outcome(
        goal, title, holds, lasting=True, pare=partial(bearing.pared, goal), alike=partial(bearing.alike, goal),
        bearing=partial(bearing.bearing, goal),
    )  # fmt: skip


OUTCOMES: tuple[Outcome, ...] = (
    _of_target("incapacitated", "is incapacitated or dead", _is("incapacitated", "dead")),
    _of_target("dead", "is dead", _is("dead")),
    _of_target("wounded", "has wounds", _wounded),
    _of_target("injured", "has a critical injury, or is dead", _injured),
    _of_target("hit", "is hit", _hit),
    Outcome(
        "actor-strained", "has strain itself", _strained, of="actor", alike=bearing.alike_in_strain,
        bearing=bearing.bearing_on_strain,
    ),
)  # fmt: skip
