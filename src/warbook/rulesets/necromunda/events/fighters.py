"""What becomes of fighters: wounds, injuries, nerve, conditions, and what they take home."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records import Condition, Fighter, State, Status
from .changes import Fields, FieldsSet, become, in_status
from .words import plain


class Pinned(Event, frozen=True, gc=False):
    """A fighter goes down, face up."""

    who: int
    text: ClassVar[str] = "{who} is pinned."

    def apply(self, state: State) -> None:
        become(state, self.who, Status.PINNED)


class StoodUp(Event, frozen=True, gc=False):
    """A fighter gets to its feet."""

    who: int
    text: ClassVar[str] = "{who} stands up."

    def apply(self, state: State) -> None:
        become(state, self.who, Status.STANDING)


class Wounded(Event, frozen=True, gc=False):
    """A fighter loses wounds."""

    who: int
    wounds: int
    text: ClassVar[str] = "{who} loses {wounds} of its wounds."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        state.put(replace(fighter, wounds=fighter.wounds - self.wounds))


class Healed(Event, frozen=True, gc=False):
    """A fighter regains wounds."""

    who: int
    wounds: int
    text: ClassVar[str] = "{who} regains {wounds} wounds."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        state.put(replace(fighter, wounds=fighter.wounds + self.wounds))


class FleshWounded(Event, frozen=True, gc=False):
    """A fighter takes flesh wounds, or sheds them (a negative number)."""

    who: int
    wounds: int

    def sentence(self, name: Any) -> str:
        takes, count = "takes" if self.wounds > 0 else "gets over", abs(self.wounds)
        return f"{name(self.who)} {takes} {'a flesh wound' if count == 1 else f'{count} flesh wounds'}."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        state.put(replace(fighter, flesh=max(0, fighter.flesh + self.wounds)))


class SeriouslyInjured(Event, frozen=True, gc=False):
    """A fighter goes down, face down.  `by` is who did it, or -1."""

    who: int
    by: int = -1
    text: ClassVar[str] = "{who} is seriously injured."

    def apply(self, state: State) -> None:
        become(state, self.who, Status.SERIOUS)


class TakenOut(Event, frozen=True, gc=False):
    """A fighter goes out of action and leaves the table.  `by` is who did it, or -1."""

    who: int
    by: int = -1
    text: ClassVar[str] = "{who} goes out of action."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        state.put(replace(in_status(fighter, Status.OUT), ready=False))


class Fled(Event, frozen=True, gc=False):
    """A fighter leaves the battle on its own feet; it counts as out of action."""

    who: int
    text: ClassVar[str] = "{who} flees the battlefield."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        state.put(replace(in_status(fighter, Status.OUT), ready=False, fled=True, deployed=True))


class Broke(FieldsSet, frozen=True, gc=False):
    """A fighter loses its nerve."""

    text: ClassVar[str] = "{who} is broken."
    sets: ClassVar[Fields] = {"broken": True}


class Unreadied(FieldsSet, frozen=True, gc=False):
    """A fighter is no longer ready."""

    sets: ClassVar[Fields] = {"ready": False}


class Rallied(FieldsSet, frozen=True, gc=False):
    """A fighter finds its nerve again."""

    text: ClassVar[str] = "{who} rallies."
    sets: ClassVar[Fields] = {"broken": False}


class ConditionGained(Event, frozen=True, gc=False):
    """A condition comes upon a fighter."""

    who: int
    condition: Condition

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} is {CONDITIONS.get(self.condition, self.condition)}."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        if self.condition not in fighter.conditions:
            state.put(replace(fighter, conditions=tuple(sorted((*fighter.conditions, self.condition)))))


class ConditionEnded(Event, frozen=True, gc=False):
    """A condition leaves a fighter."""

    who: int
    condition: Condition

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} is no longer {CONDITIONS.get(self.condition, self.condition)}."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        state.put(replace(fighter, conditions=tuple(c for c in fighter.conditions if c != self.condition)))


CONDITIONS: dict[Condition, str] = {"blaze": "on fire", "revealed": "revealed to all"}


class Earned(Event, frozen=True, gc=False):
    """A fighter earns experience."""

    who: int
    amount: int
    text: ClassVar[str] = "{who} earns {amount} experience."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        state.put(replace(fighter, experience=fighter.experience + self.amount))


class LastingInjury(Event, frozen=True, gc=False):
    """What a fighter takes home from this battle."""

    who: int
    injury: str

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} takes home: {plain(self.injury)}."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        state.put(replace(fighter, injuries=(*fighter.injuries, self.injury)))


EVENTS: tuple[type[Event], ...] = (
    Pinned,
    StoodUp,
    Wounded,
    Healed,
    FleshWounded,
    SeriouslyInjured,
    TakenOut,
    Fled,
    Broke,
    Unreadied,
    Rallied,
    ConditionGained,
    ConditionEnded,
    Earned,
    LastingInjury,
)
