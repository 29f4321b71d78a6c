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


EVENTS = (Claimed,)
