"""What becomes of things: doors, lifts, caskets, traps, vehicles."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..printed.tables import Content
from ..records import Cache, Casket, Door, DoorState, Fighter, Lift, Piece, Rat, State, Trap
from ..records.things import CONTAINER
from .changes import Fields, FieldsSet
from .words import plain


class OfThing(Event, frozen=True, gc=False):
    """Something that happens to a thing: its name, "the east door", begins the sentence."""

    def sentence(self, name: Any) -> str:
        sentence = super().sentence(name)
        return sentence[:1].upper() + sentence[1:]


class DoorChanged(OfThing, frozen=True, gc=False):
    """A door stands in another way."""

    who: int
    to: DoorState
    text: ClassVar[str] = "{who} is now {to}."

    def apply(self, state: State) -> None:
        door = state.record(Door, self.who)
        state.put(replace(door, state=self.to))
        state.derived = None  # a door is a wall while it is shut


class LiftSent(OfThing, frozen=True, gc=False):
    """A lift goes to another level; whoever stands on it goes along (see the moves that follow)."""

    who: int
    level: int
    round: int
    text: ClassVar[str] = "{who} is sent on its way."

    def apply(self, state: State) -> None:
        lift = state.record(Lift, self.who)
        state.put(replace(lift, level=self.level, sent=self.round, at=replace(lift.at, z=self.level)))
        state.derived = None  # its landings have gates


class ThingDamaged(OfThing, frozen=True, gc=False):
    """A thing loses wounds."""

    who: int
    wounds: int
    text: ClassVar[str] = "{who} takes {wounds} damage."

    def apply(self, state: State) -> None:
        thing = state.record(Door, self.who)  # or a casket, or a vehicle, which have wounds as well
        state.put(replace(thing, wounds=max(0, thing.wounds - self.wounds)))


class CasketOpened(OfThing, FieldsSet, frozen=True, gc=False):
    """A loot casket stands open."""

    text: ClassVar[str] = "{who} is open."
    sets: ClassVar[Fields] = {"open": True}


class ContainerShut(Event, frozen=True, gc=False):
    """A container may be looted again, and stands up to so many wounds."""

    who: int
    wounds: int
    text: ClassVar[str] = "{who} is shut, and may be looted again."

    def apply(self, state: State) -> None:
        state.put(Casket(id=self.who, owner=-1, profile=CONTAINER, at=state.records[self.who].at, wounds=self.wounds))


class ThingMoved(OfThing, frozen=True, gc=False):
    """A thing is somewhere else."""

    who: int
    x: int
    y: int
    z: int

    def apply(self, state: State) -> None:
        thing = state.records[self.who]
        state.put(replace(thing, at=replace(thing.at, x=self.x, y=self.y, z=self.z)))


class CasketCarried(ThingMoved, frozen=True, gc=False):
    """A loot casket, or an ammo cache, is somewhere else."""

    text: ClassVar[str] = "{who} is carried along."


class ThingFell(CasketCarried, frozen=True, gc=False):
    """What a thing stood on is gone: it is on the floor below."""

    text: ClassVar[str] = "{who} comes down on what is left."


class ThingPlaced(Event, frozen=True, gc=False):
    """Where a casket stood there is now something else: a trap, or an ammo cache."""

    who: int
    thing: Content

    def sentence(self, name: Any) -> str:
        return f"In {name(self.who)} there was: {plain(self.thing)}."

    def apply(self, state: State) -> None:
        old = state.record(Casket, self.who)
        kind: type[Trap | Cache] = Cache if self.thing == "ammo-cache" else Trap
        state.put(kind(id=old.id, owner=-1, profile=self.thing, at=old.at))


class TrapSet(Event, frozen=True, gc=False):
    """A fighter sets a trap that it has brought."""

    who: int
    whom: int
    x: int
    y: int
    z: int
    text: ClassVar[str] = "{who} sets {whom}."

    def apply(self, state: State) -> None:
        trap = state.record(Trap, self.whom)
        state.put(replace(trap, there=True, at=replace(trap.at, x=self.x, y=self.y, z=self.z)))


class RatSent(Event, frozen=True, gc=False):
    """A fighter puts a rat down, with a grenade on it."""

    who: int
    whom: int
    x: int
    y: int
    z: int
    slot: int
    number: int
    text: ClassVar[str] = "{who} sends off {whom}."

    def apply(self, state: State) -> None:
        rat = state.record(Rat, self.whom)
        at = replace(rat.at, x=self.x, y=self.y, z=self.z)
        state.put(replace(rat, there=True, slot=self.slot, number=self.number, at=at))


class RatRan(ThingMoved, frozen=True, gc=False):
    """A rat runs to a place."""

    text: ClassVar[str] = "{who} runs."


class PieceMoved(ThingMoved, frozen=True, gc=False):
    """A piece of terrain is somewhere else."""

    text: ClassVar[str] = "{who} is moved."


class FuelBreached(OfThing, FieldsSet, frozen=True, gc=False):
    """A fuel cache burns, for the rest of the battle."""

    text: ClassVar[str] = "{who} is breached and burns."
    sets: ClassVar[Fields] = {"tokens": 1}


class BlewUp(OfThing, FieldsSet, frozen=True, gc=False):
    """A piece of terrain blows up, and will not do so again."""

    text: ClassVar[str] = "{who} blows up."
    sets: ClassVar[Fields] = {"tokens": 1}


class TokensChanged(OfThing, frozen=True, gc=False):
    """There are so many tokens on a piece of terrain."""

    who: int
    tokens: int
    text: ClassVar[str] = "{who} has {tokens} tokens."

    def apply(self, state: State) -> None:
        state.put(replace(state.record(Piece, self.who), tokens=self.tokens))


class Found(Event, frozen=True, gc=False):
    """A fighter pockets credits."""

    who: int
    credits: int
    text: ClassVar[str] = "{who} finds {credits} credits."

    def apply(self, state: State) -> None:
        fighter = state.record(Fighter, self.who)
        state.put(replace(fighter, credits=fighter.credits + self.credits))


class Wrecked(OfThing, FieldsSet, frozen=True, gc=False):
    """A parked vehicle is a wreck."""

    text: ClassVar[str] = "{who} is wrecked."
    sets: ClassVar[Fields] = {"wrecked": True}


class ThingGone(OfThing, frozen=True, gc=False):
    """A trap, a cache, a piece of terrain or a cloud is no longer there."""

    who: int
    text: ClassVar[str] = "{who} is gone."

    def apply(self, state: State) -> None:
        thing = state.record(Trap, self.who)  # or a cache, or a cloud, which may be gone as well
        state.put(replace(thing, there=False, at=replace(thing.at, posture=0)))
        state.derived = None


EVENTS: tuple[type[Event], ...] = (
    DoorChanged,
    LiftSent,
    ThingDamaged,
    CasketOpened,
    ContainerShut,
    CasketCarried,
    ThingFell,
    ThingPlaced,
    TrapSet,
    RatSent,
    RatRan,
    PieceMoved,
    FuelBreached,
    BlewUp,
    TokensChanged,
    Found,
    Wrecked,
    ThingGone,
)
