"""How the events of this game change records: fields that are so from now on, and the status of a fighter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

from ....core.events import Event
from ....core.structs import replace
from ..records import Fighter, State, Status, placement_in_status

Fields: TypeAlias = Mapping[str, Any]
"""Fields of a record, with what is in them from now on."""


class FieldsSet(Event, frozen=True, gc=False):
    """Something is so of a fighter or a thing from now on, which does not depend on how it was: what it `sets`."""

    who: int
    sets: ClassVar[Fields] = {}

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], **self.sets))


def in_status(fighter: Fighter, status: Status) -> Fighter:
    """A fighter in another status, and in the posture that goes with it."""
    return replace(fighter, status=status, at=placement_in_status(fighter.at, status))


def become(state: State, who: int, status: Status) -> None:
    """A fighter gets into another status."""
    state.put(in_status(state.record(Fighter, who), status))
