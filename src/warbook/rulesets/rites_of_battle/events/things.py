"""What happens to doors, terminals, crates and to the pools that everybody shares."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records import State, Thing, ThingState


class DoorMoved(Event, frozen=True):
    """A door is opened or closed."""

    who: int
    whom: int
    state: ThingState
    text: ClassVar[str] = "{who}: {whom} is {state}."

    def apply(self, state: State) -> None:
        state.put(replace(state.record(Thing, self.whom), state=self.state))
        state.derived = None


class CrateTaken(Event, frozen=True):
    """Something is taken out of a crate."""

    who: int
    whom: int
    gear: str
    text: ClassVar[str] = "{who} takes something out of {whom}."

    def apply(self, state: State) -> None:
        state.put(replace(state.record(Thing, self.whom), state="taken"))
        state.put(replace(state.records[self.who], gear=(*state.records[self.who].gear, self.gear)))


class TaskWorked(Event, frozen=True):
    """One more action has gone into a task."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} works on {whom}."

    def apply(self, state: State) -> None:
        thing = state.record(Thing, self.whom)
        state.put(replace(thing, done=thing.done + 1))


class TaskAssisted(Event, frozen=True):
    """Somebody lends a hand with a task."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} assists with {whom}."

    def apply(self, state: State) -> None:
        thing = state.record(Thing, self.whom)
        state.put(replace(thing, helpers=(*thing.helpers, self.who)))


class TaskEnded(Event, frozen=True):
    """The check of a task has been made: it is done, or has to be begun anew."""

    who: int
    whom: int
    done: bool

    def sentence(self, name: object) -> str:
        assert callable(name)
        return f"{name(self.whom)} is {'worked' if self.done else 'not worked: it has to be begun anew'}."

    def apply(self, state: State) -> None:
        thing = state.record(Thing, self.whom)
        state.put(replace(thing, done=0, helpers=(), state="worked" if self.done else thing.state))


class ThingDamaged(Event, frozen=True):
    """A mount takes wounds; one that has too many is gone."""

    whom: int
    wounds: int
    gone: bool
    text: ClassVar[str] = "{whom} takes {wounds} wounds."

    def apply(self, state: State) -> None:
        thing = state.record(Thing, self.whom)
        state.put(replace(thing, wounds=thing.wounds + self.wounds, state="gone" if self.gone else thing.state))


class DestinyFilled(Event, frozen=True):
    """The pool of destiny is filled."""

    light: int
    dark: int
    text: ClassVar[str] = "Destiny: {light} light points, {dark} dark ones."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, destiny=(self.light, self.dark))


class DestinyTurned(Event, frozen=True):
    """A point of the shared pool is used, and changes its side."""

    seat: int

    def apply(self, state: State) -> None:
        light, dark = state.turn.destiny
        state.turn = replace(state.turn, destiny=(light - 1, dark + 1) if self.seat == 0 else (light + 1, dark - 1))


EVENTS: tuple[type[Event], ...] = (
    DoorMoved, CrateTaken, TaskWorked, TaskAssisted, TaskEnded, ThingDamaged, DestinyFilled, DestinyTurned,
)  # fmt: skip
