"""What becomes of doors, chests, crates and levers."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records import NOBODY, State, Thing, ThingState


class ThingChanged(Event, frozen=True):
    """A door, chest, lever or objective stands differently now; `claimed` is the seat that did it."""

    whom: int
    state: ThingState
    claimed: int = NOBODY
    lock: int = 0
    text: ClassVar[str] = "{whom} is {state} now."

    def apply(self, state: State) -> None:
        thing = state.record(Thing, self.whom)
        state.put(replace(thing, state=self.state, lock=self.lock, claimed=self.claimed))
        if thing.kind == "door":
            state.derived = None  # a wall has come or gone


class PickedUp(Event, frozen=True):
    """Something is carried from now on."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} picks up {whom}."

    def apply(self, state: State) -> None:
        thing, carrier = state.record(Thing, self.whom), state.records[self.who]
        state.put(replace(thing, state="taken", carrier=self.who, claimed=carrier.owner))
        state.put(replace(carrier, carries=(*carrier.carries, self.whom)))


class PutDown(Event, frozen=True):
    """Something that was carried lies on the table again, closed or locked as it was."""

    who: int
    whom: int
    x: int
    y: int
    z: int
    state: ThingState
    text: ClassVar[str] = "{who} puts down {whom}."

    def apply(self, state: State) -> None:
        thing, carrier = state.record(Thing, self.whom), state.records[self.who]
        at = replace(thing.at, x=self.x, y=self.y, z=self.z)
        state.put(replace(thing, state=self.state, carrier=NOBODY, at=at))
        state.put(replace(carrier, carries=tuple(other for other in carrier.carries if other != self.whom)))


EVENTS: tuple[type[Event], ...] = (ThingChanged, PickedUp, PutDown)
