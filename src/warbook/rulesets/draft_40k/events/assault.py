"""Combats: which units fight, and how many wounds each side has caused."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records.state import Squad, State


class ChargeDeclared(Event, frozen=True):
    """A unit says whom it charges; nobody has moved."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} sets out against {whom}."


class CombatBegan(Event, frozen=True):
    """A combat is fought, with these units in it."""

    who: int
    units: tuple[int, ...]
    text: ClassVar[str] = "The combat of {who}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, tally=(0, 0))
        for id in self.units:
            squad = state.record(Squad, id)
            if not squad.has("fought"):
                state.put(replace(squad, done=(*squad.done, "fought")))


class WoundsCounted(Event, frozen=True):
    """A side has caused so many wounds more in the combat."""

    seat: int
    count: int

    def apply(self, state: State) -> None:
        red, blue = state.turn.tally
        tally = (red + self.count, blue) if self.seat == 0 else (red, blue + self.count)
        state.turn = replace(state.turn, tally=tally)


EVENTS = (ChargeDeclared, CombatBegan, WoundsCounted)
