"""What the scenario makes of the battle: points, complications, the end game, and the neutrals that rise."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event
from ....core.state import Posture
from ....core.structs import replace
from ..records import State, Turn


class Scored(Event, frozen=True):
    """Victory points."""

    seat: int
    party: str
    points: int
    why: str
    text: ClassVar[str] = "{party} score {points}: {why}."

    def apply(self, state: State) -> None:
        points = list(state.turn.points)
        points[self.seat] += self.points
        state.turn = replace(state.turn, points=tuple(points))


class Marked(Event, frozen=True):
    """A fact that the scenario keeps."""

    name: str
    number: int

    def apply(self, state: State) -> None:
        turn: Turn = state.turn
        kept = tuple(pair for pair in turn.marks if pair[0] != self.name)
        state.turn = replace(state.turn, marks=tuple(sorted((*kept, (self.name, self.number)))))


class ComplicationRolled(Event, frozen=True):
    """What comes between the parties."""

    number: int
    title: str
    seat: int
    party: str
    text: ClassVar[str] = "{party} roll the complication, {number}: {title}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, stage="complications", complication=self.number)


class EndGameRolled(Event, frozen=True):
    """How the battle will end."""

    number: int
    title: str
    seat: int
    party: str
    text: ClassVar[str] = "{party} roll the end game, {number}: {title}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, stage="end-game", end_game=self.number)


class Decided(Event, frozen=True):
    """The end game has been won: nothing is rolled for any more."""

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, stage="scored")


class Rose(Event, frozen=True):
    """A neutral figure comes onto the table, whole; `neutrals` is how many have come by then."""

    who: int
    x: int
    y: int
    z: int
    height: int
    wounds: int
    owner: int
    neutrals: int
    text: ClassVar[str] = "{who} rises."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        at = replace(figure.at, x=self.x, y=self.y, z=self.z, posture=int(Posture.UP), height=self.height)
        risen = replace(figure, at=at, owner=self.owner, state="here", ap=0, activation="done")
        state.put(replace(risen, wounds=self.wounds, hurt=False, down=False, out=False, face=None, shaken=-1))
        state.turn = replace(state.turn, neutrals=self.neutrals)


EVENTS: tuple[type[Event], ...] = (Scored, Marked, ComplicationRolled, EndGameRolled, Decided, Rose)
