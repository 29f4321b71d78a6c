"""What happens to doors, terminals, crates and mounts."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records import State, Thing, ThingState, unseated


class ThingUsed(Event, frozen=True):
    """Somebody does something with a thing, which is in another state from then on: a door, a crate, a task with those
    who have worked on it and helped, and how many actions it takes; a mount, which takes wounds.  It may be pushed
    somewhere (`at`)."""

    who: int
    whom: int
    does: str
    state: ThingState
    workers: tuple[int, ...] = ()
    helpers: tuple[int, ...] = ()
    long: int = 0
    at: tuple[int, int, int] | None = None
    wounds: int = 0
    text: ClassVar[str] = "{who} {does} {whom}."

    def apply(self, state: State) -> None:
        thing = state.record(Thing, self.whom)
        at = thing.at.moved_to(self.at) if self.at is not None else thing.at
        used = replace(thing, state=self.state, workers=self.workers, helpers=self.helpers, long=self.long, at=at)
        state.put(replace(used, wounds=thing.wounds + self.wounds))
        state.derived = None  # a door bars the way, and cover is elsewhere


class Mounted(Event, frozen=True):
    """A fighter is on a beast, a machine or a gun from now on."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} mounts {whom}."

    def apply(self, state: State) -> None:
        fighter, thing = state.records[self.who], state.record(Thing, self.whom)
        state.put(replace(fighter, rides=self.whom, at=fighter.at.moved_to(thing.at.spot), covered=False))
        state.put(replace(thing, rider=self.who))


class Dismounted(Event, frozen=True):
    """It is off it again."""

    who: int

    def apply(self, state: State) -> None:
        state.put(unseated(state, state.records[self.who]))


EVENTS: tuple[type[Event], ...] = (ThingUsed, Mounted, Dismounted)
