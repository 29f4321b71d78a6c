"""What befalls a badzone, and what is found there."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records import Badzone, Casket, Rat, State
from .things import OfThing


class BadzoneEventBegan(Event, frozen=True, gc=False):
    """Something befalls the badzone, from this round on."""

    who: int
    event: str
    title: str
    round: int
    text: ClassVar[str] = "In the badzone: {title}."

    def apply(self, state: State) -> None:
        badzone = state.record(Badzone, self.who)
        state.put(replace(badzone, event=self.event, since=self.round, seen=(*badzone.seen, self.event)))
        state.derived = None  # what was worked out under another event


class BadzoneEventEnded(Event, frozen=True, gc=False):
    """What befell the badzone is over."""

    who: int
    title: str
    text: ClassVar[str] = "In the badzone it is over: {title}."

    def apply(self, state: State) -> None:
        state.put(replace(state.record(Badzone, self.who), event=""))
        state.derived = None


class EnvironmentChanged(Event, frozen=True, gc=False):
    """The dome has come down, and the badzone is another place."""

    who: int
    to: str
    title: str
    text: ClassVar[str] = "The badzone has changed: {title}."

    def apply(self, state: State) -> None:
        state.put(replace(state.record(Badzone, self.who), environment=self.to))
        state.derived = None


class CreatureCame(OfThing, frozen=True, gc=False):
    """A creature is there."""

    who: int
    x: int
    y: int
    z: int
    text: ClassVar[str] = "{who} is there."

    def apply(self, state: State) -> None:
        creature = state.record(Rat, self.who)
        state.put(replace(creature, there=True, at=replace(creature.at, x=self.x, y=self.y, z=self.z)))


class CasketDugUp(OfThing, frozen=True, gc=False):
    """A fighter has found a loot casket."""

    who: int
    x: int
    y: int
    z: int
    text: ClassVar[str] = "{who} comes to light."

    def apply(self, state: State) -> None:
        find = state.records[self.who]
        at = replace(find.at, x=self.x, y=self.y, z=self.z)
        state.put(Casket(id=self.who, owner=-1, profile="casket", at=at))


EVENTS: tuple[type[Event], ...] = (BadzoneEventBegan, BadzoneEventEnded, EnvironmentChanged, CreatureCame, CasketDugUp)
