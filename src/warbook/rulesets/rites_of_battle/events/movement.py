"""What happens when somebody moves, mounts, or is moved."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records import NOBODY, State, Thing


class Walked(Event, frozen=True):
    """A fighter is in another square; `how` is what it does."""

    who: int
    x: int
    y: int
    z: int
    how: str = "moves"
    text: ClassVar[str] = "{who} {how}."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        dx, dy = self.x - fighter.at.x, self.y - fighter.at.y
        fx, fy = (dx, dy) if dx or dy else (fighter.at.fx, fighter.at.fy)
        at = replace(fighter.at, x=self.x, y=self.y, z=self.z, fx=fx, fy=fy)
        state.put(replace(fighter, at=at))


class ClosedIn(Event, frozen=True):
    """In its turn a fighter has moved next to an enemy."""

    who: int

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, closed_in=True)


class Mounted(Event, frozen=True):
    """A fighter is on a beast, a machine or a gun from now on."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} mounts {whom}."

    def apply(self, state: State) -> None:
        at = state.records[self.whom].at
        fighter = state.records[self.who]
        state.put(replace(state.records[self.who], rides=self.whom, at=fighter.at.moved_to(at.spot), covered=False))
        state.put(replace(state.record(Thing, self.whom), rider=self.who))


class Dismounted(Event, frozen=True):
    """It gets off again, into a square beside."""

    who: int
    x: int
    y: int
    z: int
    text: ClassVar[str] = "{who} dismounts."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        if fighter.rides != NOBODY:
            state.put(replace(state.record(Thing, fighter.rides), rider=NOBODY))
        state.put(replace(state.records[self.who], rides=NOBODY, at=fighter.at.moved_to((self.x, self.y, self.z))))


class MountMoved(Event, frozen=True):
    """A mount is in another square, and so is whoever is on it."""

    whom: int
    x: int
    y: int
    z: int
    text: ClassVar[str] = "{whom} goes on."

    def apply(self, state: State) -> None:
        thing = state.record(Thing, self.whom)
        state.put(replace(thing, at=thing.at.moved_to((self.x, self.y, self.z))))


EVENTS: tuple[type[Event], ...] = (Walked, ClosedIn, Mounted, Dismounted, MountMoved)
