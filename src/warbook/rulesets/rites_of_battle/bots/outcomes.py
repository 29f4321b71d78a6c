"""What odds can be asked about."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....core.ruleset import Outcome
from ..records import Fighter, State
from . import bearing, between_parts, choices
from .attacked import Goal


def _of_fighter(holds: Callable[[Fighter], bool]) -> Callable[[State, int], bool]:
    def asked(state: State, who: int) -> bool:
        fighter = state.records[who]
        return isinstance(fighter, Fighter) and holds(fighter)

    return asked


def _injured(fighter: Fighter) -> bool:
    return bool(fighter.injuries) or fighter.state == "dead"


def _hit(state: State, who: int) -> bool:
    check = state.turn.check
    return check is not None and any(hit.whom == who for hit in check.hits)


UNFELLED = ("hit", "wounded")
NO_WEAKENING = "buys no injury only so that the target is weaker against a further hit or the warp"
THEIRS = "spends no threats and no despairs, and uses dark pips only where they close a dome"


def _of_target(goal: Goal, title: str, holds: Callable[[State, int], bool]) -> Outcome:
    return Outcome(
        goal, title, holds, lasting=True, pare=partial(between_parts.pared, goal), alike=partial(bearing.alike, goal),
        bearing=partial(choices.bearing, goal), rising=partial(bearing.rising, goal),
        sound_for_all=False, forgoes=("" if goal in UNFELLED else NO_WEAKENING, THEIRS),
    )  # fmt: skip


FALLEN = ("incapacitated", "dead")
OUTCOMES: tuple[Outcome, ...] = (
    _of_target("incapacitated", "is incapacitated or dead", _of_fighter(lambda f: f.state in FALLEN)),
    _of_target("dead", "is dead", _of_fighter(lambda f: f.state == "dead")),
    _of_target("wounded", "has wounds", _of_fighter(lambda f: f.wounds > 0)),
    _of_target("injured", "has a critical injury, or is dead", _of_fighter(_injured)),
    _of_target("hit", "is hit", _hit),
    Outcome(
        "actor-strained", "has strain", _of_fighter(lambda f: f.strain > 0), of="actor",
        alike=bearing.alike_in_strain, bearing=choices.bearing_on_strain,
    ),
)  # fmt: skip
