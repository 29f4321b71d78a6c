"""What happens to the battle, its rounds, turns and phases."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.structs import replace
from ..records.state import NOBODY, Deed, Phase, Squad, State

PHASES: dict[Phase, str] = {
    "deploy": "Deployment",
    "prepare": "Preparation phase",
    "move": "Movement phase",
    "assault": "Assault phase",
    "shoot": "Shooting phase",
    "consolidate": "Consolidation phase",
    "over": "The end",
}


def squads(state: State) -> list[Squad]:
    """All units."""
    return [record for record in state.records if isinstance(record, Squad)]


class FirstPlayerChosen(Event, frozen=True):
    """Who has the first turn is settled."""

    seat: int

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, first=self.seat, seat=self.seat)


class RoundBegan(Event, frozen=True):
    """A game turn begins: each player has a turn in it."""

    round: int
    text: ClassVar[str] = "Round {round}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, round=self.round)


class TurnBegan(Event, frozen=True):
    """A player turn begins: what units did in the last one is forgotten, and how the units of the player moved."""

    seat: int
    number: int

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, seat=self.seat, number=self.number, actor=NOBODY)
        for squad in squads(state):
            mode = "stationary" if squad.owner == self.seat else squad.mode
            if squad.done or mode != squad.mode or squad.aimed != NOBODY:
                state.put(replace(squad, done=(), mode=mode, aimed=NOBODY))


class PhaseBegan(Event, frozen=True):
    """A phase begins: from here on it is counted how many models a unit loses and how often it is shot at."""

    phase: Phase

    def sentence(self, name: Any) -> str:
        return f"{PHASES[self.phase]}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, phase=self.phase, actor=NOBODY, tally=(0, 0), through=())
        for squad in squads(state):
            if squad.strength != len(squad.members) or squad.shot_at:
                state.put(replace(squad, strength=len(squad.members), shot_at=0))


class UnitActed(Event, frozen=True):
    """A unit is the one that acts (`NOBODY`: whoever acted has finished)."""

    who: int
    text: ClassVar[str] = ""

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, actor=self.who)


class UnitDone(Event, frozen=True):
    """A unit does nothing more in this phase."""

    who: int

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, through=(*state.turn.through, self.who))


class DeedDone(Event, frozen=True):
    """A unit has done something that it may not do again in this turn, or that bears on what it may do."""

    who: int
    deed: Deed

    def apply(self, state: State) -> None:
        squad = state.record(Squad, self.who)
        if self.deed not in squad.done:
            state.put(replace(squad, done=(*squad.done, self.deed)))


class BattleEnded(Event, frozen=True):
    """The battle is over."""

    winner: int
    points: tuple[int, ...]
    why: str
    text: ClassVar[str] = "The battle is over: {why}"

    def apply(self, state: State) -> None:
        state.turn = replace(
            state.turn, phase="over", actor=NOBODY, winner=self.winner, points=self.points, why_over=self.why
        )


EVENTS = (FirstPlayerChosen, RoundBegan, TurnBegan, PhaseBegan, UnitActed, UnitDone, DeedDone, BattleEnded)
