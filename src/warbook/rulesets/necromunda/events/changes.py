"""How the events of this game change a record."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ..records import Fighter, State, Status, placement_in_status


def change(state: State, who: int, **changes: Any) -> None:
    """A record with other values."""
    state.put(replace(state.records[who], **changes))


def become(state: State, who: int, status: Status, **changes: Any) -> None:
    """A fighter in another status, and in the posture that goes with it."""
    fighter = state.record(Fighter, who)
    state.put(replace(fighter, status=status, at=placement_in_status(fighter.at, status), **changes))
