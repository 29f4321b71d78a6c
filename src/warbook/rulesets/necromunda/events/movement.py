"""Moving: somewhere else, another way round, or down."""

from __future__ import annotations

from typing import Any

from ....core.events import Event
from ....core.length import about, spot
from ....core.structs import replace
from ..records import Fighter, State


class Moved(Event, frozen=True, gc=False):
    """A fighter is somewhere else; `distance` counts towards how far it went in this activation."""

    who: int
    x: int
    y: int
    z: int
    distance: int = 0

    def sentence(self, name: Any) -> str:
        moves = f"moves {about(self.distance)} to" if self.distance else "ends up at"
        return f"{name(self.who)} {moves} {spot(self.x, self.y, self.z)}."

    def apply(self, state: State) -> None:
        r = state.record(Fighter, self.who)
        state.put(replace(r, at=replace(r.at, x=self.x, y=self.y, z=self.z), moved=r.moved + self.distance))


class Faced(Event, frozen=True, gc=False):
    """A fighter turns."""

    who: int
    fx: int
    fy: int

    def apply(self, state: State) -> None:
        r = state.record(Fighter, self.who)
        state.put(replace(r, at=replace(r.at, fx=self.fx, fy=self.fy)))


class Fell(Event, frozen=True, gc=False):
    """A fighter falls some way."""

    who: int
    height: int

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} falls {about(self.height)}."


EVENTS: tuple[type[Event], ...] = (
    Moved,
    Faced,
    Fell,
)
