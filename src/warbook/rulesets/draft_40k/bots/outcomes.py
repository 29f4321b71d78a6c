"""What odds can be asked about.  Whoever is asked about is a unit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....core.ruleset import Outcome
from ..harm.characters import is_lost
from ..records.state import Squad, State


def _of_unit(holds: Callable[[Squad], bool]) -> Callable[[State, int], bool]:
    def asked(state: State, who: int) -> bool:
        squad = state.records[who]
        return isinstance(squad, Squad) and holds(squad)

    return asked


def _has_lost(models: int, squad: Squad) -> bool:
    return squad.size - len(squad.members) >= models


def _broken(squad: Squad) -> bool:
    return squad.morale == "falling-back"


def _suppressed(squad: Squad) -> bool:
    return squad.morale != "steady"


OUTCOMES: tuple[Outcome, ...] = (
    Outcome("destroyed", "is destroyed", _of_unit(is_lost), lasting=True),
    Outcome("half", "has lost half of its models", _of_unit(lambda squad: 2 * len(squad.members) <= squad.size)),
    Outcome("loses-one", "has lost a model", _of_unit(partial(_has_lost, 1)), lasting=True),
    Outcome("suppressed", "is suppressed or falling back", _of_unit(_suppressed)),
    Outcome("falls-back", "is falling back", _of_unit(_broken)),
)
