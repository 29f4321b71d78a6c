"""What becomes of weapons and gear: out of ammo, jammed, loaded again, used up."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ..printed.kit import Bottle
from ..records import Fighter, State
from .changes import change


class AmmoOut(Event, frozen=True, gc=False):
    """A weapon is out of ammo."""

    who: int
    slot: int
    text: ClassVar[str] = "A weapon of {who} is out of ammo."

    def apply(self, state: State) -> None:
        held = state.record(Fighter, self.who).out
        if self.slot not in held:
            change(state, self.who, out=tuple(sorted((*held, self.slot))))


class Jammed(Event, frozen=True, gc=False):
    """A weapon jams for the rest of the battle."""

    who: int
    slot: int
    text: ClassVar[str] = "A weapon of {who} jams."

    def apply(self, state: State) -> None:
        change(state, self.who, jammed=tuple(sorted({*state.record(Fighter, self.who).jammed, self.slot})))


class ProfileSpent(Event, frozen=True, gc=False):
    """One profile of a weapon cannot be used again in this battle."""

    who: int
    slot: int
    profile: int
    text: ClassVar[str] = "{who} has used up a kind of shot."

    def apply(self, state: State) -> None:
        held = state.record(Fighter, self.who).gone
        change(state, self.who, gone=tuple(sorted({*held, (self.slot, self.profile)})))


class Reloaded(Event, frozen=True, gc=False):
    """A weapon is loaded again."""

    who: int
    slot: int
    text: ClassVar[str] = "{who} reloads."

    def apply(self, state: State) -> None:
        change(state, self.who, out=tuple(s for s in state.record(Fighter, self.who).out if s != self.slot))


class Used(Event, frozen=True, gc=False):
    """Something that works once has been used: in the battle, or (names that begin with "round:") in the round."""

    who: int
    thing: str

    def apply(self, state: State) -> None:
        change(state, self.who, used=(*state.record(Fighter, self.who).used, self.thing))


class MountFired(Event, frozen=True, gc=False):
    """The weapon on a vehicle has been fired in this round."""

    who: int
    round: int

    def apply(self, state: State) -> None:
        change(state, self.who, fired=self.round)


class MountOut(Event, frozen=True, gc=False):
    """The weapon on a vehicle is out of ammo."""

    who: int
    text: ClassVar[str] = "The weapon on {who} is out of ammo."

    def apply(self, state: State) -> None:
        change(state, self.who, out=True)


class MountJammed(Event, frozen=True, gc=False):
    """The weapon on a vehicle jams for the rest of the battle."""

    who: int
    text: ClassVar[str] = "The weapon on {who} jams."

    def apply(self, state: State) -> None:
        change(state, self.who, jammed=True)


class MountReloaded(Event, frozen=True, gc=False):
    """The weapon on a vehicle is loaded again."""

    who: int
    text: ClassVar[str] = "The weapon on {who} is loaded again."

    def apply(self, state: State) -> None:
        change(state, self.who, out=False)


class Swigged(Event, frozen=True, gc=False):
    """A fighter drinks."""

    who: int
    bottle: Bottle
    text: ClassVar[str] = "{who} takes a swig."

    def apply(self, state: State) -> None:
        field = self.bottle.replace("-", "_")
        change(state, self.who, **{field: getattr(state.records[self.who], field) + 1})


EVENTS: tuple[type[Event], ...] = (
    AmmoOut,
    Jammed,
    ProfileSpent,
    Reloaded,
    MountFired,
    MountOut,
    MountJammed,
    MountReloaded,
    Used,
    Swigged,
)
