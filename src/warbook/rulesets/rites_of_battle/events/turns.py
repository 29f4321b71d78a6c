"""What happens to the battle and its turns: deployment, initiative, turns, actions, maneuvers and strain."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from ....core.events import Event
from ....core.state import Posture
from ....core.structs import replace
from ....mechanics.narrative import in_words
from ..records import NOBODY, Phase, Score, State, set_down
from .fighters import points


class Deployed(Event, frozen=True):
    """A fighter is put on the board, led by this seat."""

    who: int
    seat: int
    x: int
    y: int
    z: int
    text: ClassVar[str] = "{who} takes its place."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        at = replace(fighter.at, posture=int(Posture.UP))
        set_down(state, replace(fighter, at=at, state="up", owner=self.seat), (self.x, self.y, self.z))


class PhaseBegan(Event, frozen=True):
    """Everybody is in place, and initiative is rolled next; or the order is settled, and the battle begins."""

    phase: Phase

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, phase=self.phase)


class InitiativeRolled(Event, frozen=True):
    """What the initiative of some came to; several who rolled together have the same."""

    scores: tuple[Score, ...]

    def sentence(self, name: Any) -> str:
        first = self.scores[0]
        who = ", ".join(name(score.who) for score in self.scores)
        return f"{who}: initiative by {in_words(first.success, first.advantage) or 'nothing'}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, order=(*state.turn.order, *self.scores))


class OrderChanged(Event, frozen=True):
    """The order of the battle from now on, with the place in it that is reached; it is `told` where it is new."""

    order: tuple[Score, ...]
    place: int = 0
    told: bool = False

    def sentence(self, name: Any) -> str:
        return f"The order: {', '.join(name(score.who) for score in self.order)}." if self.told else ""

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, order=self.order, place=self.place)


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


class TurnBegan(Event, frozen=True):
    """A fighter's turn: an action, a maneuver, and any number of incidentals; nothing for one that is incapacitated."""

    who: int
    action: bool = True
    maneuvers: int = 1

    def sentence(self, name: Any) -> str:
        return f"The turn of {name(self.who)}." if self.action else f"{name(self.who)} lies there."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        state.put(replace(fighter, turns=fighter.turns + 1))
        state.turn = replace(state.turn, actor=self.who, seat=fighter.owner, action=self.action, traded=False,
            paid=False, done=0, allowed=self.maneuvers, incidentals=0, aims=0, aimed=0)  # fmt: skip


class TurnEnded(Event, frozen=True):
    """A fighter has had its turn."""

    who: int

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], acted=True))
        state.turn = replace(
            state.turn, actor=NOBODY, place=state.turn.place + 1, action=False, done=0, allowed=0, aims=0, aimed=0
        )


class Spent(Event, frozen=True):
    """The action of a turn is used, or a maneuver, which ends any aim unless it is one more aim, or something too minor
    to be a maneuver."""

    who: int
    what: Literal["action", "maneuver", "aim", "incidental"]

    def apply(self, state: State) -> None:
        now = state.turn
        match self.what:
            case "action":
                state.turn = replace(now, action=False)
            case "maneuver":
                state.turn = replace(now, done=now.done + 1, aims=0, aimed=0)
            case "aim":
                state.turn = replace(now, done=now.done + 1)
            case "incidental":
                state.turn = replace(now, incidentals=now.incidentals + 1)


class ManeuverGained(Event, frozen=True):
    """One maneuver more, for the action of the turn, for strain or for the symbols of a check."""

    who: int
    price: Literal["its action", "strain", "symbols"] = "symbols"
    text: ClassVar[str] = "{who} has one more maneuver, for {price}."

    def apply(self, state: State) -> None:
        now = state.turn
        traded, paid = self.price == "its action", self.price == "strain"
        state.turn = replace(
            now, allowed=now.allowed + 1, action=now.action and not traded, traded=now.traded or traded,
            paid=now.paid or paid,
        )  # fmt: skip


class Aimed(Event, frozen=True):
    """A fighter has aimed so often, with so many upgrades of the attack besides; or its aim is lost."""

    who: int
    aims: int = 0
    upgrades: int = 0

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} {'aims' if self.aims else 'loses its aim'}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, aims=self.aims, aimed=self.upgrades)


class Granted(Event, frozen=True):
    """Somebody may make a maneuver now, out of its turn: the only one in `by`, which named several in older records."""

    by: tuple[int, ...]


class ShotsSentRound(Event, frozen=True):
    """The shots that come round at the end of the round: whose, at whom, from which slot."""

    shots: tuple[tuple[int, int, int], ...]

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, guided=self.shots)


class DestinyChanged(Event, frozen=True):
    """The pool of destiny is filled, or one of its points is used and changes its side."""

    light: int
    dark: int
    text: ClassVar[str] = "Destiny: {light} light points, {dark} dark ones."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, destiny=(self.light, self.dark))


class HeldRound(Event, frozen=True):
    """The squad has held its ground for one more round."""

    rounds: int

    def sentence(self, name: Any) -> str:
        return f"The ground has been held for {points(self.rounds, 'round')}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, held_rounds=self.rounds)


class Over(Event, frozen=True):
    """The battle is over."""

    winner: int
    points: tuple[int, ...]
    why: str
    text: ClassVar[str] = "The battle is over: {why}."

    def apply(self, state: State) -> None:
        state.turn = replace(
            state.turn, phase="over", winner=self.winner, points=self.points, why_over=self.why, actor=NOBODY
        )


EVENTS: tuple[type[Event], ...] = (
    Deployed, PhaseBegan, InitiativeRolled, OrderChanged, RoundBegan, TurnBegan, TurnEnded, Spent, ManeuverGained,
     Aimed, Granted, ShotsSentRound, DestinyChanged, HeldRound, Over,
)  # fmt: skip
