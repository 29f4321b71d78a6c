"""How a figure gets from place to place, on its feet or not."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.length import about, spot
from ....core.state import Posture
from ....core.structs import replace
from ..records import LYING, NOBODY, State, off_table


class Moved(Event, frozen=True):
    """A figure goes somewhere; `how` is the word for it."""

    who: int
    x: int
    y: int
    z: int
    how: str = "moves"

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} {self.how} to {spot(self.x, self.y, self.z)}."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        at = replace(figure.at, x=self.x, y=self.y, z=self.z)
        state.put(replace(figure, at=at))


class Climbed(Event, frozen=True):
    """A figure goes up or down a face; `face` is the top of the one that it still clings to."""

    who: int
    x: int
    y: int
    z: int
    face: tuple[int, int, int] | None = None

    def sentence(self, name: Any) -> str:
        clings = ", and clings there" if self.face is not None else ""
        return f"{name(self.who)} climbs to {spot(self.x, self.y)}, {about(self.z)} up{clings}."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        at = replace(figure.at, x=self.x, y=self.y, z=self.z)
        state.put(replace(figure, at=at, face=self.face))


class Dropped(Event, frozen=True):
    """A figure comes down, by its own will or not; `depth` is how far."""

    who: int
    x: int
    y: int
    z: int
    depth: int

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} drops {about(self.depth)}."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        at = replace(figure.at, x=self.x, y=self.y, z=self.z)
        state.put(replace(figure, at=at, face=None))


class KnockedOver(Event, frozen=True):
    """A figure lies on the ground; it lets go of the face it clung to."""

    who: int
    text: ClassVar[str] = "{who} is knocked over."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        at = replace(figure.at, posture=int(Posture.HELPLESS), height=LYING)
        state.put(replace(figure, down=True, face=None, at=at))


class StoodUp(Event, frozen=True):
    """A figure is on its feet again."""

    who: int
    height: int
    text: ClassVar[str] = "{who} stands up."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        at = replace(figure.at, posture=int(Posture.UP), height=self.height)
        state.put(replace(figure, down=False, at=at))


class Left(Event, frozen=True):
    """A figure leaves the table alive."""

    who: int
    text: ClassVar[str] = "{who} leaves the table."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        state.put(replace(figure, state="gone", ap=0, activation="done", at=off_table(figure.at)))
        if state.turn.actor == self.who:
            state.turn = replace(state.turn, actor=NOBODY)


EVENTS: tuple[type[Event], ...] = (Moved, Climbed, Dropped, KnockedOver, StoodUp, Left)
