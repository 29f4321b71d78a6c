"""What becomes of fighters: wounds, injuries, nerve, conditions, and what they take home."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ..records import Condition, Fighter, State, Status
from .changes import become, change
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
        change(state, self.who, wounds=state.record(Fighter, self.who).wounds - self.wounds)


class Healed(Event, frozen=True, gc=False):
    """A fighter regains wounds."""

    who: int
    wounds: int
    text: ClassVar[str] = "{who} regains {wounds} wounds."

    def apply(self, state: State) -> None:
        change(state, self.who, wounds=state.record(Fighter, self.who).wounds + self.wounds)


class FleshWounded(Event, frozen=True, gc=False):
    """A fighter takes flesh wounds, or sheds them (a negative number)."""

    who: int
    wounds: int

    def sentence(self, name: Any) -> str:
        takes, count = "takes" if self.wounds > 0 else "gets over", abs(self.wounds)
        return f"{name(self.who)} {takes} {'a flesh wound' if count == 1 else f'{count} flesh wounds'}."

    def apply(self, state: State) -> None:
        change(state, self.who, flesh=max(0, state.record(Fighter, self.who).flesh + self.wounds))


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
        become(state, self.who, Status.OUT, ready=False)


class Fled(Event, frozen=True, gc=False):
    """A fighter leaves the battle on its own feet; it counts as out of action."""

    who: int
    text: ClassVar[str] = "{who} flees the battlefield."

    def apply(self, state: State) -> None:
        become(state, self.who, Status.OUT, ready=False, fled=True)


class Broke(Event, frozen=True, gc=False):
    """A fighter loses its nerve."""

    who: int
    text: ClassVar[str] = "{who} is broken."

    def apply(self, state: State) -> None:
        change(state, self.who, broken=True)


class Unreadied(Event, frozen=True, gc=False):
    """A fighter is no longer ready."""

    who: int

    def apply(self, state: State) -> None:
        change(state, self.who, ready=False)


class Rallied(Event, frozen=True, gc=False):
    """A fighter finds its nerve again."""

    who: int
    text: ClassVar[str] = "{who} rallies."

    def apply(self, state: State) -> None:
        change(state, self.who, broken=False)


class ConditionGained(Event, frozen=True, gc=False):
    """A condition comes upon a fighter."""

    who: int
    condition: Condition

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} is {CONDITIONS.get(self.condition, self.condition)}."

    def apply(self, state: State) -> None:
        held = state.record(Fighter, self.who).conditions
        if self.condition not in held:
            change(state, self.who, conditions=tuple(sorted((*held, self.condition))))


class ConditionEnded(Event, frozen=True, gc=False):
    """A condition leaves a fighter."""

    who: int
    condition: Condition

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} is no longer {CONDITIONS.get(self.condition, self.condition)}."

    def apply(self, state: State) -> None:
        held = state.record(Fighter, self.who).conditions
        change(state, self.who, conditions=tuple(c for c in held if c != self.condition))


CONDITIONS: dict[Condition, str] = {"blaze": "on fire", "revealed": "revealed to all"}


class Earned(Event, frozen=True, gc=False):
    """A fighter earns experience."""

    who: int
    amount: int
    text: ClassVar[str] = "{who} earns {amount} experience."

    def apply(self, state: State) -> None:
        change(state, self.who, experience=state.record(Fighter, self.who).experience + self.amount)


class LastingInjury(Event, frozen=True, gc=False):
    """What a fighter takes home from this battle."""

    who: int
    injury: str

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} takes home: {plain(self.injury)}."

    def apply(self, state: State) -> None:
        change(state, self.who, injuries=(*state.record(Fighter, self.who).injuries, self.injury))


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
