"""What happens when a power is used."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from ....core.events import Event
from ....core.state import Posture
from ..records import Score, State
from .changes import change, change_turn


class PipsUsed(Event, frozen=True):
    """Dark pips are used."""

    who: int
    pips: int
    text: ClassVar[str] = "{who} draws on the dark: {pips}."

    def apply(self, state: State) -> None:
        """Nothing changes: the warp will answer."""


class VisitorCame(Event, frozen=True):
    """Something has come through, and acts last."""

    who: int
    x: int
    y: int
    z: int
    text: ClassVar[str] = "{who} comes through."

    def apply(self, state: State) -> None:
        at = replace(state.records[self.who].at, x=self.x, y=self.y, z=self.z, posture=int(Posture.UP))
        change(state, self.who, at=at, state="up")
        change_turn(state, order=(*state.turn.order, Score(self.who, -9, 0)))


EVENTS: tuple[type[Event], ...] = (PipsUsed, VisitorCame)
