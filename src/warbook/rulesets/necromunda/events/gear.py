"""What becomes of weapons and gear: out of ammo, jammed, loaded again, used up."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..printed.kit import Bottle
from ..records import Fighter, State, Vehicle
from .changes import Fields, FieldsSet


class AmmoOut(Event, frozen=True, gc=False):
    """A weapon is out of ammo."""

    who: int
    slot: int
    text: ClassVar[str] = "A weapon of {who} is out of ammo."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        if self.slot not in fighter.out:
            state.put(replace(fighter, out=tuple(sorted((*fighter.out, self.slot)))))


class Jammed(Event, frozen=True, gc=False):
    """A weapon jams for the rest of the battle."""

    who: int
    slot: int
    text: ClassVar[str] = "A weapon of {who} jams."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        state.put(replace(fighter, jammed=tuple(sorted({*fighter.jammed, self.slot}))))


class ProfileSpent(Event, frozen=True, gc=False):
    """One profile of a weapon cannot be used again in this battle."""

    who: int
    slot: int
    profile: int
    text: ClassVar[str] = "{who} has used up a kind of shot."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        state.put(replace(fighter, gone=tuple(sorted({*fighter.gone, (self.slot, self.profile)}))))


class Reloaded(Event, frozen=True, gc=False):
    """A weapon is loaded again."""

    who: int
    slot: int
    text: ClassVar[str] = "{who} reloads."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        state.put(replace(fighter, out=tuple(s for s in fighter.out if s != self.slot)))


class GrenadesFound(Event, frozen=True, gc=False):
    """A fighter has found more of a grenade that had given out."""

    who: int
    slot: int
    text: ClassVar[str] = "{who} reloads."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        state.put(replace(fighter, gone=tuple(each for each in fighter.gone if each[0] != self.slot)))


class Used(Event, frozen=True, gc=False):
    """Something that works once has been used: in the battle, or (names that begin with "round:") in the round."""

    who: int
    thing: str

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        state.put(replace(fighter, used=(*fighter.used, self.thing)))


class MountFired(Event, frozen=True, gc=False):
    """The weapon on a vehicle has been fired in this round."""

    who: int
    round: int

    def apply(self, state: State) -> None:
        state.put(replace(state.record(Vehicle, self.who), fired=self.round))


class MountOut(FieldsSet, frozen=True, gc=False):
    """The weapon on a vehicle is out of ammo."""

    text: ClassVar[str] = "The weapon on {who} is out of ammo."
    sets: ClassVar[Fields] = {"out": True}


class MountJammed(FieldsSet, frozen=True, gc=False):
    """The weapon on a vehicle jams for the rest of the battle."""

    text: ClassVar[str] = "The weapon on {who} jams."
    sets: ClassVar[Fields] = {"jammed": True}


class MountReloaded(FieldsSet, frozen=True, gc=False):
    """The weapon on a vehicle is loaded again."""

    text: ClassVar[str] = "The weapon on {who} is loaded again."
    sets: ClassVar[Fields] = {"out": False}


class Swigged(Event, frozen=True, gc=False):
    """A fighter drinks."""

    who: int
    bottle: Bottle
    text: ClassVar[str] = "{who} takes a swig."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        if self.bottle == "rinse":
            state.put(replace(fighter, rinse=fighter.rinse + 1))
        else:
            state.put(replace(fighter, black_eel=fighter.black_eel + 1))


EVENTS: tuple[type[Event], ...] = (
    AmmoOut,
    Jammed,
    ProfileSpent,
    Reloaded,
    GrenadesFound,
    MountFired,
    MountOut,
    MountJammed,
    MountReloaded,
    Used,
    Swigged,
)
