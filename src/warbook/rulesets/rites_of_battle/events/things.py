"""What happens to doors, terminals, crates and mounts."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records import NOBODY, State, Thing, ThingState


class ThingUsed(Event, frozen=True):
    """Somebody does something with a thing, which is in another state from then on: a door, a crate, a task with the
    actions that it has had and those who have helped."""

    who: int
    whom: int
    does: str
    state: ThingState
    done: int = 0
    helpers: tuple[int, ...] = ()
    text: ClassVar[str] = "{who} {does} {whom}."

    def apply(self, state: State) -> None:
        thing = state.record(Thing, self.whom)
        state.put(replace(thing, state=self.state, done=self.done, helpers=self.helpers))
        if thing.kind == "door":
            state.derived = None


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
        fighter = state.records[self.who]
        state.put(replace(state.record(Thing, fighter.rides), rider=NOBODY))
        state.put(replace(fighter, rides=NOBODY))


EVENTS: tuple[type[Event], ...] = (ThingUsed, Mounted, Dismounted)
