"""Wounds, casualties, and units that are no more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from ....core.events import Event
from ....core.state import Posture
from ....core.structs import replace
from ..records.state import NOBODY, Figure, Squad, State


class Wounded(Event, frozen=True):
    """A model has lost wounds, and has some left."""

    who: int
    wounds: int

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} loses {self.wounds} wound{'s' if self.wounds != 1 else ''}."

    def apply(self, state: State) -> None:
        figure = state.record(Figure, self.who)
        state.put(replace(figure, wounds=figure.wounds - self.wounds))


def take_away(state: State, models: Iterable[int]) -> None:
    """Models are off the table, and alive no more."""
    for id in models:
        model: Any = state.records[id]
        gone = {"wounds": 0} if isinstance(model, Figure) else {"wrecked": True}
        state.put(replace(model, at=replace(model.at, posture=int(Posture.AWAY)), **gone))


class Removed(Event, frozen=True):
    """Models are taken off the table as casualties; their unit closes its ranks, and has no leader any more where that
    was one of them."""

    who: int
    fallen: tuple[int, ...]

    def sentence(self, name: Any) -> str:
        count = len(self.fallen)
        if count == 1 and name(self.fallen[0]) == name(self.who):
            return f"{name(self.who)} is a casualty."
        return f"{name(self.who)} loses {count} model{'s' if count != 1 else ''}."

    def apply(self, state: State) -> None:
        squad = state.record(Squad, self.who)
        take_away(state, self.fallen)
        members = tuple(id for id in squad.members if id not in self.fallen)
        leader = squad.leader if squad.leader in members else NOBODY
        state.put(replace(squad, members=members, leader=leader))


class Destroyed(Event, frozen=True):
    """A unit has no models left, or what is left of it is lost; whoever fought it fights it no more."""

    who: int
    text: ClassVar[str] = "{who} is destroyed."

    def apply(self, state: State) -> None:
        squad = state.record(Squad, self.who)
        for other in squad.locked:
            fighting = state.record(Squad, other)
            state.put(replace(fighting, locked=tuple(id for id in fighting.locked if id != self.who)))
        take_away(state, squad.members)
        state.put(
            replace(state.record(Squad, self.who), members=(), leader=NOBODY, where="gone", joined=NOBODY, locked=())
        )


EVENTS = (Wounded, Removed, Destroyed)
