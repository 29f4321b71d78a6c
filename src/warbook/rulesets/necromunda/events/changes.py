"""How the events of this game change a fighter's status."""

from __future__ import annotations

from ....core.structs import replace
from ..records import Fighter, State, Status, placement_in_status


def in_status(fighter: Fighter, status: Status) -> Fighter:
    """A fighter in another status, and in the posture that goes with it."""
    return replace(fighter, status=status, at=placement_in_status(fighter.at, status))


def become(state: State, who: int, status: Status) -> None:
    """A fighter gets into another status."""
    state.put(in_status(state.record(Fighter, who), status))
