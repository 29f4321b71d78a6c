"""What units feel and whom they fight: suppressed, falling back, rallied, locked in combat."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records.state import NEVER, Morale, Squad, State

WORDS: dict[Morale, str] = {
    "steady": "{} is steady again.",
    "suppressed": "{} is suppressed.",
    "falling-back": "{} breaks and falls back.",
}


class MoraleChanged(Event, frozen=True):
    """The morale of a unit is another from now on; `since` is the number of the player turn in which it was
    suppressed."""

    who: int
    morale: Morale
    since: int = NEVER

    def sentence(self, name: Any) -> str:
        return WORDS[self.morale].format(name(self.who))

    def apply(self, state: State) -> None:
        state.put(replace(state.record(Squad, self.who), morale=self.morale, since=self.since))


class Locked(Event, frozen=True):
    """Two units fight each other."""

    who: int
    whom: int

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} and {name(self.whom)} are locked in combat."

    def apply(self, state: State) -> None:
        for one, other in ((self.who, self.whom), (self.whom, self.who)):
            squad = state.record(Squad, one)
            if other not in squad.locked:
                state.put(replace(squad, locked=(*squad.locked, other)))


class Parted(Event, frozen=True):
    """Two units fight each other no more."""

    who: int
    whom: int

    def apply(self, state: State) -> None:
        for one, other in ((self.who, self.whom), (self.whom, self.who)):
            squad = state.record(Squad, one)
            state.put(replace(squad, locked=tuple(id for id in squad.locked if id != other)))


class Trapped(Event, frozen=True):
    """A unit that falls back is shut in: it may still fight its way out, or is destroyed."""

    who: int
    text: ClassVar[str] = "{who} is trapped."


EVENTS = (MoraleChanged, Locked, Parted, Trapped)
