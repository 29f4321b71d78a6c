"""What happens to the battle and its turns: roles, deployment, player turns, activations and action points."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.state import Posture
from ....core.structs import replace
from ..printed.scenario import Engagement
from ..records import NOBODY, CurrentEngagement, Figure, State, Thing, off_table


class RolesTaken(Event, frozen=True):
    """Who attacks, and from which side of the table each comes.  `wards` are the defender's from now on, and `crates`
    lie there."""

    attacker: int
    party: str
    sides: tuple[str, ...]
    engagement: CurrentEngagement
    wards: tuple[int, ...] = ()
    crates: tuple[int, ...] = ()
    text: ClassVar[str] = "{party} attack."

    def apply(self, state: State) -> None:
        state.turn = replace(
            state.turn, attacker=self.attacker, sides=self.sides, engagement=self.engagement, phase="deploy"
        )
        brought(state, 1 - self.attacker, self.wards, self.crates)


def brought(state: State, defender: int, wards: tuple[int, ...], crates: tuple[int, ...]) -> None:
    """What an engagement brings is there: civilians for the defender to put down, crates where they lie."""
    for who in wards:
        figure = state.records[who]
        state.put(replace(figure, owner=defender, at=off_table(figure.at)))
    for crate in crates:
        state.put(replace(state.record(Thing, crate), state="closed"))


class EngagementFound(Event, frozen=True):
    """The die has said what is fought over, once everybody is in place."""

    engagement: Engagement
    defender: int
    wards: tuple[int, ...] = ()
    crates: tuple[int, ...] = ()

    def sentence(self, name: Any) -> str:
        return f"The engagement: {self.engagement.replace('-', ' ')}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, engagement=self.engagement)
        brought(state, self.defender, self.wards, self.crates)


class HeldBack(Event, frozen=True):
    """A figure that was in place is to come later."""

    who: int
    text: ClassVar[str] = "{who} is held back."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        state.put(replace(figure, state="waiting", at=off_table(figure.at)))


class Deployed(Event, frozen=True):
    """A figure is put on the table."""

    who: int
    x: int
    y: int
    z: int
    height: int
    text: ClassVar[str] = "{who} takes its place."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        at = replace(figure.at, x=self.x, y=self.y, z=self.z, posture=int(Posture.UP), height=self.height)
        state.put(replace(figure, at=at, state="here"))


class Lifted(Event, frozen=True):
    """Figures are taken up again, to be put down elsewhere."""

    whom: tuple[int, ...]
    text: ClassVar[str] = "Figures are taken up: they were never where they seemed to be."

    def apply(self, state: State) -> None:
        for who in self.whom:
            figure = state.records[who]
            state.put(replace(figure, state="waiting", at=off_table(figure.at)))


class BattleBegan(Event, frozen=True):
    """Everybody is in place but the `reserves`; `points` pairs each defender with what it holds."""

    reserves: tuple[int, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    text: ClassVar[str] = "The battle begins."

    def apply(self, state: State) -> None:
        for who, ap in self.points:
            state.put(replace(state.records[who], ap=ap))
        state.turn = replace(state.turn, phase="play", round=1, seat=state.turn.attacker, reserves=self.reserves)


class TurnBegan(Event, frozen=True):
    """A player's turn: what was held is lost, and each figure gets its points; `points` pairs figure and points.  Where
    points come with the round, `others` get theirs too."""

    seat: int
    round: int
    party: str
    points: tuple[tuple[int, int], ...]
    others: tuple[tuple[int, int], ...] = ()
    text: ClassVar[str] = "Round {round}: the turn of {party}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, seat=self.seat, round=self.round, actor=NOBODY)
        for who, ap in self.points:
            state.put(replace(state.records[who], ap=ap, activation="ready", cowed=(), braved=(), shaken=-1))
        for who, ap in self.others:
            state.put(replace(state.records[who], ap=ap))


class TurnPassed(Event, frozen=True):
    """A player's turn is over; `seat` and `round` are those of the next one."""

    seat: int
    round: int

    def apply(self, state: State) -> None:
        for record in state.records:
            if isinstance(record, Figure) and record.owner == state.turn.seat and record.activation != "done":
                state.put(replace(record, activation="done"))
        state.turn = replace(state.turn, seat=self.seat, round=self.round, actor=NOBODY)


class Activated(Event, frozen=True):
    """A figure begins its activation, whatever it dared or did not in another's."""

    who: int
    text: ClassVar[str] = "{who} is activated."

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], activation="active", cowed=(), braved=()))
        state.turn = replace(state.turn, actor=self.who)


class Finished(Event, frozen=True):
    """A figure's activation is over; what points it has left it holds."""

    who: int
    held: int
    text: ClassVar[str] = "{who} is done, and holds {held} AP."

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], activation="done", cowed=(), braved=()))
        if state.turn.actor == self.who:
            state.turn = replace(state.turn, actor=NOBODY)


class Spent(Event, frozen=True):
    """Action points are paid."""

    who: int
    points: int = 1

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        state.put(replace(figure, ap=figure.ap - self.points))


class Gained(Event, frozen=True):
    """Action points out of turn: a charm, a spell."""

    who: int
    points: int
    why: str
    text: ClassVar[str] = "{who} gains {points} AP: {why}."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        state.put(replace(figure, ap=figure.ap + self.points))


class Drained(Event, frozen=True):
    """Held points are lost."""

    who: int
    points: int
    text: ClassVar[str] = "{who} loses {points} AP."

    def apply(self, state: State) -> None:
        figure = state.records[self.who]
        state.put(replace(figure, ap=max(0, figure.ap - self.points)))


class Ended(Event, frozen=True):
    """The battle is over."""

    winner: int
    why: str
    text: ClassVar[str] = "The battle is over: {why}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, phase="over", winner=self.winner, why_over=self.why, actor=NOBODY, deed=None)


EVENTS: tuple[type[Event], ...] = (
    RolesTaken,
    Deployed,
    Lifted,
    EngagementFound,
    HeldBack,
    BattleBegan,
    TurnBegan,
    TurnPassed,
    Activated,
    Finished,
    Spent,
    Gained,
    Drained,
    Ended,
)
