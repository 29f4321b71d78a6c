"""Mission markers: who claims them."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records.state import Marker, State


class Claimed(Event, frozen=True):
    """A unit claims a marker for its side."""

    who: int
    whom: int
    seat: int
    text: ClassVar[str] = "{who} claims {whom}."

    def apply(self, state: State) -> None:
        state.put(replace(state.record(Marker, self.whom), claimed=self.seat))


class MarkersLaid(Event, frozen=True):
    """So many markers are used in this battle, the first of the scenario's."""

    count: int
    text: ClassVar[str] = "{count} markers are laid."

    def apply(self, state: State) -> None:
        laid = [record for record in state.records if isinstance(record, Marker)]
        for marker in laid[self.count :]:
            state.put(replace(marker, spare=True))


EVENTS = (Claimed, MarkersLaid)
