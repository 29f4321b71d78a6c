"""Attacks: a unit shoots at another, and what has come of it so far."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records.state import Burst, Squad, State, Volley


class ShotAt(Event, frozen=True):
    """A unit is being shot at; no die has been rolled.  This is what it may react to."""

    who: int
    whom: int
    bursts: tuple[Burst, ...]
    text: ClassVar[str] = "{who} shoots at {whom}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, volley=Volley(self.who, self.whom, self.bursts))
        target = state.record(Squad, self.whom)
        state.put(replace(target, shot_at=target.shot_at + 1))


class VolleyWent(Event, frozen=True):
    """What an attack under way has come to so far; `None`: it is over."""

    volley: Volley | None

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, volley=self.volley)


EVENTS = (ShotAt, VolleyWent)
