"""Attacks: what is rolled and why, what misses, and weapons that are shot and loaded."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.check import Tally, Target
from ....core.events import Event
from ....core.length import spot
from ....core.structs import replace
from ..records import State
from .changes import continue_with


def explained(dice: Tally, number: Target, damage: Tally) -> dict[str, tuple[str, ...]]:
    """Where the numbers of an attack come from, by the keys of its rolls."""
    return {"hit": (f"dice: {dice}", f"number: {number}"), "armour": (f"number: {damage}",)}


class Attacked(Event, frozen=True):
    """A figure attacks another: the dice to hit, the number that each must reach and that of the armour, with every
    reason; `how` is the word for it.  `close` is an attack in close combat, `free` a free strike."""

    who: int
    whom: int
    how: str
    dice: Tally
    number: Target
    damage: Tally
    close: bool = True
    free: bool = False

    def sentence(self, name: Any) -> str:
        return (
            f"{name(self.who)} {self.how} {name(self.whom)}.  Dice: {self.dice}; to hit: {self.number}; "
            f"armour: {self.damage}."
        )

    def explains(self) -> dict[str, tuple[str, ...]]:
        return explained(self.dice, self.number, self.damage)

    def apply(self, state: State) -> None:
        """The dice follow; a scenario may want to know of the first blow between the parties, an action of its free
        strikes."""
        deed = state.turn.deed
        if self.free and deed is not None:
            continue_with(state, replace(deed, free=(*deed.free, self.who)))
        if not self.close or state.turn.blow:
            return
        if {state.records[self.who].owner, state.records[self.whom].owner} == {0, 1}:
            state.turn = replace(state.turn, blow=self._engager_first(state))

    def _engager_first(self, state: State) -> tuple[int, int]:
        """The two of a blow, the one that engaged the other first: whoever ran at it, be it in a counter-charge; else
        whoever has its turn.  A free strike answers what the one that is struck does."""
        as_struck, turned = (self.who, self.whom), (self.whom, self.who)
        deed = state.turn.deed
        if self.free:
            pledge = deed.pledged(self.whom) if deed is not None else None
            comes = pledge is not None and pledge.kind == "counter-charge"
        else:
            reached = deed.reached if deed is not None else ()
            if as_struck in reached:
                return as_struck
            comes = turned in reached
        return turned if comes or state.records[self.whom].owner == state.turn.seat else as_struck


class Lobbed(Event, frozen=True):
    """An area of effect is aimed at somebody, or (-1) at a point: the dice, the number that each must reach and that of
    the armour, with every reason."""

    who: int
    whom: int
    x: int
    y: int
    z: int
    dice: Tally
    number: Target
    damage: Tally

    def sentence(self, name: Any) -> str:
        at = name(self.whom) if self.whom >= 0 else spot(self.x, self.y)
        return f"{name(self.who)} aims at {at}.  Dice: {self.dice}; to hit: {self.number}; armour: {self.damage}."

    def explains(self) -> dict[str, tuple[str, ...]]:
        return explained(self.dice, self.number, self.damage)

    def apply(self, state: State) -> None:
        """Nothing yet: the dice follow."""


class Burst(Event, frozen=True):
    """An area of effect comes down and hits everybody whom it covers so many times."""

    who: int
    x: int
    y: int
    z: int
    hits: int

    def sentence(self, name: Any) -> str:
        times = {1: "once", 2: "twice"}.get(self.hits, f"{self.hits} times")
        return f"It comes down at {spot(self.x, self.y)} and hits {times}."

    def apply(self, state: State) -> None:
        """Nothing yet: whom it covers soaks the hits alone."""


class Missed(Event, frozen=True):
    """An attack that hit nothing."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} misses {whom}."


class Loaded(Event, frozen=True):
    """A weapon is ready to shoot again."""

    who: int
    slot: int
    weapon: str
    text: ClassVar[str] = "{who} loads the {weapon}."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        state.put(replace(figure, unloaded=tuple(s for s in figure.unloaded if s != self.slot)))


class Discharged(Event, frozen=True):
    """A weapon has been shot and must be loaded."""

    who: int
    slot: int

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        state.put(replace(figure, unloaded=tuple(sorted({*figure.unloaded, self.slot}))))


EVENTS: tuple[type[Event], ...] = (Attacked, Lobbed, Burst, Missed, Loaded, Discharged)
