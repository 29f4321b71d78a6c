"""What becomes of a figure: wounds, nerve, charms and mana."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.state import Posture
from ....core.structs import replace
from ..records import LYING, NOBODY, State, off_table
from .changes import continue_with


class Wounded(Event, frozen=True):
    """Wounds are marked; a figure that has none left has fallen, and is taken off when the action is over."""

    who: int
    wounds: int
    by: int = NOBODY
    text: ClassVar[str] = "{who} takes {wounds}."

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} takes {self.wounds} wound{'s' if self.wounds != 1 else ''}."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        left = max(0, figure.wounds - self.wounds)
        at = figure.at if left > 0 else replace(figure.at, posture=int(Posture.HELPLESS), height=LYING)
        state.put(replace(figure, wounds=left, hurt=True, at=at))
        deed = state.turn.deed
        if left <= 0 < figure.wounds and deed is not None:
            continue_with(state, replace(deed, felled=(*deed.felled, (self.who, self.by))))


class Healed(Event, frozen=True):
    """Wounds are given back; a figure that had fallen is on its feet again."""

    who: int
    wounds: int
    full: int
    height: int

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} has {self.wounds} wound{'s' if self.wounds != 1 else ''} back."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        at = figure.at
        if figure.wounds <= 0 and not figure.down:
            at = replace(at, posture=int(Posture.UP), height=self.height)
        left = max(0, figure.wounds) + self.wounds
        state.put(replace(figure, wounds=left, hurt=left < self.full, at=at, out=False))


class Fell(Event, frozen=True):
    """A figure is incapacitated and taken off the table."""

    who: int
    by: int = NOBODY
    text: ClassVar[str] = "{who} is incapacitated."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        state.put(replace(figure, out=True, ap=0, activation="done", face=None, at=off_table(figure.at)))
        if state.turn.actor == self.who:
            state.turn = replace(state.turn, actor=NOBODY)


class Revived(Event, frozen=True):
    """A figure that had been incapacitated is back on the table, with a wound left and no points."""

    who: int
    x: int
    y: int
    z: int
    height: int
    text: ClassVar[str] = "{who} is back on its feet."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        at = replace(figure.at, x=self.x, y=self.y, z=self.z, posture=int(Posture.UP), height=self.height)
        state.put(replace(figure, at=at, wounds=1, hurt=True, down=False, out=False, ap=0, activation="done"))


class UsedUp(Event, frozen=True):
    """Something that serves once has served."""

    who: int
    what: str

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} uses its {self.what.replace('-', ' ')}."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        state.put(replace(figure, spent=(*figure.spent, self.what)))


class Cowed(Event, frozen=True):
    """A figure dares not act against an enemy in this activation."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} dares not face {whom}."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        state.put(replace(figure, cowed=tuple(sorted({*figure.cowed, self.whom}))))


class Braved(Event, frozen=True):
    """A figure has mastered its fear of an enemy, for this activation."""

    who: int
    whom: int

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        state.put(replace(figure, braved=tuple(sorted({*figure.braved, self.whom}))))


class Shaken(Event, frozen=True):
    """A figure's next turn has no more than so many points."""

    who: int
    points: int
    text: ClassVar[str] = "{who} is shaken: {points} AP in its next turn."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        shaken = self.points if figure.shaken < 0 else min(figure.shaken, self.points)
        state.put(replace(figure, shaken=shaken))


class ManaDrawn(Event, frozen=True):
    """Mana is drawn, to be spent on spells."""

    who: int
    mana: int
    text: ClassVar[str] = "{who} draws {mana} mana."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        state.put(replace(figure, mana=figure.mana + self.mana))


class ManaSpent(Event, frozen=True):
    """Mana is paid for a spell, whatever becomes of it."""

    who: int
    mana: int

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        state.put(replace(figure, mana=figure.mana - self.mana))


EVENTS: tuple[type[Event], ...] = (Wounded, Healed, Fell, Revived, UsedUp, Cowed, Braved, Shaken, ManaDrawn, ManaSpent)
