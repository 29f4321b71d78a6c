"""What odds can be asked about.  Whoever is asked about is a unit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....core.ruleset import Outcome
from ..harm.characters import is_lost
from ..records.state import Squad, State
from . import bearing


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


def _several(squad: Squad) -> bool:
    """Whether a unit has had several models: the loss of one is not the loss of all."""
    return squad.size > 1


def _outcome(
    id: str,
    title: str,
    holds: Callable[[Squad], bool],
    *,
    lasting: bool = False,
    apt: Callable[[Squad], bool] | None = None,
) -> Outcome:
    worth = _of_unit(apt) if apt else None
    return Outcome(id, title, _of_unit(holds), lasting=lasting, apt=worth, alike=bearing.alike, pare=bearing.pared)


OUTCOMES: tuple[Outcome, ...] = (
    _outcome("destroyed", "is destroyed", is_lost, lasting=True),
    _outcome(
        "half",
        "has lost half of its models",
        lambda squad: 2 * len(squad.members) <= squad.size,
        lasting=True,
        apt=_several,
    ),
    _outcome("loses-one", "has lost a model", partial(_has_lost, 1), lasting=True, apt=_several),
    _outcome("suppressed", "is suppressed or falling back", _suppressed),
    _outcome("falls-back", "is falling back", _broken),
)
