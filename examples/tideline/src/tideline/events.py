"""What can happen.  Events alone change the position."""

from __future__ import annotations

from typing import ClassVar

from warbook.core.events import Event
from warbook.core.state import Posture
from warbook.core.structs import replace

from .records import State


class Picked(Event, frozen=True):
    who: int

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, actor=self.who)


class Moved(Event, frozen=True):
    who: int
    x: int
    y: int
    z: int
    text: ClassVar[str] = "{who} moves."

    def apply(self, state: State) -> None:
        sailor = state.records[self.who]
        state.put(replace(sailor, at=replace(sailor.at, x=self.x, y=self.y, z=self.z)))


class Charging(Event, frozen=True):
    """A charge is declared; nothing has moved yet."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} charges {whom}."


class Wounded(Event, frozen=True):
    who: int
    by: int
    text: ClassVar[str] = "{who} is wounded by {by}."

    def apply(self, state: State) -> None:
        sailor = state.records[self.who]
        state.put(replace(sailor, wounds=sailor.wounds - 1))


class Fell(Event, frozen=True):
    """A sailor has no wound left and leaves the beach."""

    who: int
    text: ClassVar[str] = "{who} is out of the fight."

    def apply(self, state: State) -> None:
        sailor = state.records[self.who]
        state.put(replace(sailor, at=replace(sailor.at, posture=Posture.AWAY)))


class Finished(Event, frozen=True):
    """A sailor has acted; it is the other side's turn to pick."""

    who: int

    def apply(self, state: State) -> None:
        sailor = state.records[self.who]
        state.put(replace(sailor, done=True))
        state.turn = replace(state.turn, seat=1 - sailor.owner, actor=-1)


class TideTurned(Event, frozen=True):
    """The next round: everybody may act again, and the side that was second goes first."""

    round: int
    text: ClassVar[str] = "Round {round}."

    def apply(self, state: State) -> None:
        for sailor in state.records:
            if sailor.done:
                state.put(replace(sailor, done=False))
        state.turn = replace(state.turn, round=self.round, seat=(self.round + 1) % 2, actor=-1)


EVENTS = (Picked, Moved, Charging, Wounded, Fell, Finished, TideTurned)
