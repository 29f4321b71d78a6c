"""What happens when a power is used."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.state import Posture
from ....core.structs import replace
from ..records import Score, State


class PipsUsed(Event, frozen=True):
    """Dark pips are used."""

    who: int
    pips: int
    text: ClassVar[str] = "{who} draws on the dark: {pips}."

    def apply(self, state: State) -> None:
        check = state.turn.check
        if check is not None and check.who == self.who:
            state.turn = replace(state.turn, check=replace(check, dark=self.pips))


class VisitorCame(Event, frozen=True):
    """Something has come through, and acts last; it is led by the side that did not call it."""

    who: int
    seat: int
    x: int
    y: int
    z: int
    text: ClassVar[str] = "{who} comes through."

    def apply(self, state: State) -> None:
        at = replace(state.records[self.who].at, x=self.x, y=self.y, z=self.z, posture=int(Posture.UP))
        state.put(replace(state.records[self.who], at=at, state="up", owner=self.seat))
        state.turn = replace(state.turn, order=(*state.turn.order, Score(self.who, -9, 0)))


EVENTS: tuple[type[Event], ...] = (PipsUsed, VisitorCame)
