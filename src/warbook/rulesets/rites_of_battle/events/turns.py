"""What happens to the battle and its turns: deployment, initiative, turns, actions, maneuvers and strain."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.state import Posture
from ....core.structs import replace
from ..records import NOBODY, Score, State


class Deployed(Event, frozen=True):
    """A fighter is put on the board."""

    who: int
    x: int
    y: int
    z: int
    text: ClassVar[str] = "{who} takes its place."

    def apply(self, state: State) -> None:
        at = state.records[self.who].at
        at = replace(at, x=self.x, y=self.y, z=self.z, posture=int(Posture.UP))
        state.put(replace(state.records[self.who], at=at, state="up"))


class Opened(Event, frozen=True):
    """Everybody is in place: initiative is rolled next."""

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, phase="initiative")


class InitiativeRolled(Event, frozen=True):
    """What the initiative of some came to; several who rolled together have the same."""

    scores: tuple[Score, ...]

    def sentence(self, name: Any) -> str:
        first = self.scores[0]
        who = ", ".join(name(score.who) for score in self.scores)
        return f"{who}: initiative {first.success:+d} successes, {first.advantage:+d} advantages."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, order=(*state.turn.order, *self.scores))


class OrderSettled(Event, frozen=True):
    """The order of the battle."""

    order: tuple[Score, ...]

    def sentence(self, name: Any) -> str:
        return f"The order: {', '.join(name(score.who) for score in self.order)}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, order=self.order, phase="play")


class Struck(Event, frozen=True):
    """Somebody leaves the order for good."""

    who: int

    def apply(self, state: State) -> None:
        now = state.turn
        at = next((n for n, score in enumerate(now.order) if score.who == self.who), None)
        if at is None:
            return
        place = now.place - 1 if at < now.place else now.place
        state.turn = replace(state.turn, order=now.order[:at] + now.order[at + 1 :], place=place)


class RoundBegan(Event, frozen=True):
    """A round begins: what served once a round serves again."""

    round: int
    text: ClassVar[str] = "Round {round}."

    def apply(self, state: State) -> None:
        order = tuple(score for score in state.turn.order if not score.late)
        state.turn = replace(state.turn, round=self.round, place=0, actor=NOBODY, order=order)
        for record in list(state.records):
            if hasattr(record, "round_used") and (record.round_used or record.acted):
                state.put(replace(state.records[record.id], round_used=(), acted=False))


class PutLast(Event, frozen=True):
    """Whoever is slowed acts at the end of this round."""

    who: int
    text: ClassVar[str] = "{who} is slowed down, and acts last."

    def apply(self, state: State) -> None:
        now = state.turn
        order = (*now.order, replace(now.order[now.place], late=True))
        state.turn = replace(now, order=order, place=now.place + 1)


class TurnBegan(Event, frozen=True):
    """A fighter's turn: an action, a maneuver, and any number of incidentals."""

    who: int
    action: bool = True
    maneuvers: int = 1
    text: ClassVar[str] = "The turn of {who}."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        state.put(replace(state.records[self.who], turns=fighter.turns + 1))
        state.turn = replace(state.turn, actor=self.who, seat=fighter.owner, action=self.action, traded=False,
            paid=False, done=0, allowed=self.maneuvers, incidentals=0, aims=0, aimed=0, closed_in=False)  # fmt: skip


class TurnEnded(Event, frozen=True):
    """A fighter has had its turn."""

    who: int

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], acted=True))
        state.turn = replace(
            state.turn, actor=NOBODY, place=state.turn.place + 1, action=False, done=0, allowed=0, aims=0, aimed=0
        )


class ActionTaken(Event, frozen=True):
    """The action of a turn is used."""

    who: int

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, action=False)


class ManeuverMade(Event, frozen=True):
    """A maneuver of a turn is used.  `aiming` ones keep the aim."""

    who: int
    aiming: bool = False

    def apply(self, state: State) -> None:
        now = state.turn
        aims, aimed = (now.aims, now.aimed) if self.aiming else (0, 0)
        state.turn = replace(now, done=now.done + 1, aims=aims, aimed=aimed)


class IncidentalMade(Event, frozen=True):
    """Something too minor to be a maneuver."""

    who: int
    what: str
    text: ClassVar[str] = "{who} {what}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, incidentals=state.turn.incidentals + 1)


class ActionExchanged(Event, frozen=True):
    """The action of a turn is given for a maneuver."""

    who: int
    text: ClassVar[str] = "{who} gives its action for a maneuver."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, action=False, traded=True, allowed=state.turn.allowed + 1)


class ManeuverGained(Event, frozen=True):
    """One maneuver more, for strain or for advantages."""

    who: int
    paid: bool = False
    text: ClassVar[str] = "{who} has one more maneuver."

    def apply(self, state: State) -> None:
        now = state.turn
        state.turn = replace(state.turn, allowed=now.allowed + 1, paid=now.paid or self.paid)


class Aimed(Event, frozen=True):
    """A fighter aims; `upgrades` go with the attack too."""

    who: int
    upgrades: int = 0
    text: ClassVar[str] = "{who} aims."

    def apply(self, state: State) -> None:
        now = state.turn
        state.turn = replace(state.turn, aims=now.aims + 1, aimed=now.aimed + self.upgrades)


class AimLost(Event, frozen=True):
    """What was aimed is lost."""

    who: int
    text: ClassVar[str] = "{who} loses its aim."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, aims=0, aimed=0)


class Over(Event, frozen=True):
    """The battle is over."""

    winner: int
    points: tuple[int, ...]
    why: str

    def sentence(self, name: Any) -> str:
        return f"The battle is over: {self.why}."

    def apply(self, state: State) -> None:
        state.turn = replace(
            state.turn, phase="over", winner=self.winner, points=self.points, why_over=self.why, actor=NOBODY
        )


EVENTS: tuple[type[Event], ...] = (
    Deployed, Opened, InitiativeRolled, OrderSettled, Struck, RoundBegan, PutLast, TurnBegan, TurnEnded, ActionTaken,
    ManeuverMade, IncidentalMade, ActionExchanged, ManeuverGained, Aimed, AimLost, Over,
)  # fmt: skip
