"""Where units go: deployment, moves of the movement phase, consolidation moves, who is aboard or kept in reserve."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Literal, TypeAlias

from ....core.events import Event
from ....core.state import Placement, Posture
from ....core.structs import replace
from ..records.state import NOBODY, Deed, Figure, Machine, Mode, Squad, State

Ends: TypeAlias = tuple[tuple[int, Placement], ...]
"""Where models are afterwards, by id."""
How: TypeAlias = Literal[
    "deploys", "advances", "surges", "runs as fast as it can", "goes flat out", "charges", "falls back",
    "consolidates", "moves on after combat", "jets on", "piles in", "closes up", "is pushed away", "goes back",
    "turns on the spot", "drives at the enemy", "rams", "evades", "charges by chance", "zooms", "comes from the edge",
    "comes from above", "moves ahead", "breaks off",
]  # fmt: skip

MODE_WORDS: dict[Mode, How] = {
    "advance": "advances",
    "surge": "surges",
    "fleet": "runs as fast as it can",
    "flat-out": "goes flat out",
}


def set_down(state: State, ends: Ends) -> None:
    """Models are where they have gone, on their feet."""
    for id, at in ends:
        model = state.records[id]
        if isinstance(model, Figure | Machine):
            state.put(replace(model, at=replace(at, posture=int(Posture.UP))))


def take_away(state: State, models: Iterable[int]) -> None:
    """Models are on the table no more, for the time being."""
    for id in models:
        model: Any = state.records[id]
        state.put(replace(model, at=replace(model.at, posture=int(Posture.AWAY))))


class Moved(Event, frozen=True):
    """A unit has moved in its movement phase, in this mode (a pivot on the spot leaves it stationary)."""

    who: int
    mode: Mode
    ends: Ends
    how: How
    text: ClassVar[str] = "{who} {how}."

    def apply(self, state: State) -> None:
        set_down(state, self.ends)
        squad = state.record(Squad, self.who)
        done = squad.done if squad.has("moved") else (*squad.done, "moved")
        state.put(replace(squad, mode=self.mode, done=done))


class Went(Event, frozen=True):
    """A model is where it has gone by itself: a vehicle drove there, or somebody stepped aside before a tank."""

    who: int
    end: Placement

    def apply(self, state: State) -> None:
        set_down(state, ((self.who, self.end),))


class PaceCounted(Event, frozen=True):
    """A unit counts as having moved in a mode, though it made no such move."""

    who: int
    mode: Mode

    def apply(self, state: State) -> None:
        state.put(replace(state.record(Squad, self.who), mode=self.mode))


class StoodStill(Event, frozen=True):
    """A unit has let its movement phase go by: it is through with it."""

    who: int

    def apply(self, state: State) -> None:
        squad = state.record(Squad, self.who)
        state.put(replace(squad, mode="stationary"))
        state.turn = replace(state.turn, through=(*state.turn.through, self.who))


class Consolidated(Event, frozen=True):
    """A unit has moved otherwise: its mode stays what it was."""

    who: int
    ends: Ends
    how: How
    text: ClassVar[str] = "{who} {how}."

    def apply(self, state: State) -> None:
        set_down(state, self.ends)


class Deployed(Event, frozen=True):
    """A unit comes onto the table."""

    who: int
    ends: Ends
    how: How = "deploys"
    text: ClassVar[str] = "{who} {how}."

    def apply(self, state: State) -> None:
        set_down(state, self.ends)
        state.put(replace(state.record(Squad, self.who), where="table", aboard=NOBODY))


class Arrived(Event, frozen=True):
    """A unit comes out of reserve, and counts as having moved in this mode; what that is, is one of its deeds."""

    who: int
    ends: Ends
    deed: Deed
    mode: Mode
    how: How
    text: ClassVar[str] = "{who} {how}."

    def apply(self, state: State) -> None:
        set_down(state, self.ends)
        squad = state.record(Squad, self.who)
        state.put(replace(squad, where="table", mode=self.mode, done=(*squad.done, self.deed)))


class WentAboard(Event, frozen=True):
    """A unit is in a transport, off the table."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} boards {whom}."

    def apply(self, state: State) -> None:
        squad = state.record(Squad, self.who)
        state.put(replace(squad, where="aboard", aboard=self.whom))
        take_away(state, squad.members)


class GotOut(Event, frozen=True):
    """A unit has got out of its transport; in `mode` it counts as having moved."""

    who: int
    ends: Ends
    mode: Mode
    text: ClassVar[str] = "{who} gets out."

    def apply(self, state: State) -> None:
        set_down(state, self.ends)
        squad = state.record(Squad, self.who)
        done: tuple[Deed, ...] = (*squad.done, "got-out")
        state.put(replace(squad, where="table", aboard=NOBODY, mode=self.mode, done=done))


class LeftTable(Event, frozen=True):
    """A flyer has left the table, and comes back in its next turn."""

    who: int
    text: ClassVar[str] = "{who} leaves the table."

    def apply(self, state: State) -> None:
        squad = state.record(Squad, self.who)
        state.put(replace(squad, where="reserve", returns=True))
        take_away(state, squad.members)


class Withheld(Event, frozen=True):
    """A unit is kept in reserve."""

    who: int
    text: ClassVar[str] = "{who} is kept in reserve."

    def apply(self, state: State) -> None:
        squad = state.record(Squad, self.who)
        state.put(replace(squad, where="reserve", done=("arrived",)))


EVENTS = (
    Moved, Went, PaceCounted, StoodStill, Consolidated, Deployed, Arrived, WentAboard, GotOut, LeftTable,
    Withheld,
)  # fmt: skip
