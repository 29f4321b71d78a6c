"""Attacks: a unit shoots at another, and what has come of it so far."""

from __future__ import annotations

from typing import Any

from ....core.events import Event
from ....core.structs import replace
from ..records.state import Burst, Squad, State, Volley


class ShotAt(Event, frozen=True):
    """A unit is being shot at; no die has been rolled.  This is what it may react to.  `hasty` shots are fired at those
    who charge, those that are fired `back` are a Return Fire."""

    who: int
    whom: int
    bursts: tuple[Burst, ...]
    flyer: bool = False
    hasty: bool = False
    back: bool = False

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} shoots {'back ' if self.back else ''}at {name(self.whom)}."

    def apply(self, state: State) -> None:
        volley = Volley(self.who, self.whom, self.bursts, flyer=self.flyer, hasty=self.hasty)
        if self.back and state.turn.volley is not None:
            volley = replace(state.turn.volley, back=volley)
        state.turn = replace(state.turn, volley=volley)
        target = state.record(Squad, self.whom)
        state.put(replace(target, shot_at=target.shot_at + 1))
        state.put(replace(state.record(Squad, self.who), aimed=self.whom))


class WeaponsSpent(Event, frozen=True):
    """Weapons that serve once in a battle have served: the model of each, and the weapon by its id."""

    who: int
    served: tuple[tuple[int, str], ...]

    def apply(self, state: State) -> None:
        squad = state.record(Squad, self.who)
        state.put(replace(squad, spent=(*squad.spent, *self.served)))


class VolleyWent(Event, frozen=True):
    """What an attack under way has come to so far; `None`: it is over."""

    volley: Volley | None

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, volley=self.volley)


class LossesDiscounted(Event, frozen=True):
    """So many casualties of a unit do not count when it is asked how many it has lost in the phase."""

    who: int
    count: int

    def apply(self, state: State) -> None:
        squad = state.record(Squad, self.who)
        state.put(replace(squad, strength=squad.strength - self.count))


EVENTS = (ShotAt, WeaponsSpent, VolleyWent, LossesDiscounted)
