"""The round, its activations, and the score."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import ActivationLeft, Event
from ....core.state import Effect
from ....core.structs import replace
from ..records import Fighter, Phase, State, Status, placement_in_status
from .words import action_title


class RoundBegan(Event, frozen=True, gc=False):
    """A round begins: whose priority it is; what works once a round works again."""

    round: int
    priority: int
    side: str = ""
    text: ClassVar[str] = "Round {round} begins: priority for {side}."

    def apply(self, state: State) -> None:
        for r in state.records:
            if isinstance(r, Fighter) and r.used:
                state.put(replace(r, used=tuple(thing for thing in r.used if not thing.startswith("round:"))))
        state.turn = replace(state.turn, round=self.round, priority=self.priority, seat=self.priority, phase="action")


class Readied(Event, frozen=True):
    """These fighters are ready."""

    whom: tuple[int, ...]

    def apply(self, state: State) -> None:
        for who in self.whom:
            model: Any = state.records[who]
            state.put(replace(model, ready=True))

    def sentence(self, name: Any) -> str:
        return f"{len(self.whom)} fighters are ready."


class Deployed(Event, frozen=True, gc=False):
    """A fighter is put on the table."""

    who: int
    x: int
    y: int
    z: int
    fx: int
    fy: int
    text: ClassVar[str] = "{who} takes the field."

    def apply(self, state: State) -> None:
        r = state.record(Fighter, self.who)
        at = replace(r.at, x=self.x, y=self.y, z=self.z, fx=self.fx, fy=self.fy)
        state.put(replace(r, status=Status.STANDING, at=placement_in_status(at, Status.STANDING), deployed=True))


class DarknessFell(Event, frozen=True, gc=False):
    """It is dark: fighters are hidden, and one sees so far."""

    reach: int
    text: ClassVar[str] = "It is dark."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, dark=self.reach)


class DarknessLifted(Event, frozen=True, gc=False):
    """It is light again."""

    text: ClassVar[str] = "It is light again."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, dark=0)


class PhaseBegan(Event, frozen=True, gc=False):
    """The battle passes to another phase."""

    phase: Phase
    text: ClassVar[str] = "The {phase} phase begins."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, phase=self.phase, actor=-1, left=0, done=(), group=(), declined=False)


class GroupEnded(Event, frozen=True, gc=False):
    """Nobody of a group is left to activate."""

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, group=())


class BattleEnded(Event, frozen=True):
    """It is over."""

    why: str
    points: tuple[int, ...]
    winner: int = -1
    text: ClassVar[str] = "The battle is over: {why}"

    def apply(self, state: State) -> None:
        state.turn = replace(
            state.turn, phase="over", actor=-1, why_over=self.why, points=self.points, winner=self.winner
        )


class Activated(Event, frozen=True):
    """A fighter's activation begins; `group` follows it."""

    who: int
    actions: int
    group: tuple[int, ...] = ()
    text: ClassVar[str] = "{who} is activated."

    def apply(self, state: State) -> None:
        seat = state.records[self.who].owner
        state.turn = replace(
            state.turn, seat=seat, actor=self.who, left=self.actions, done=(), group=self.group, declined=False
        )
        actor: Any = state.records[self.who]  # a fighter or a crewed vehicle: both know this of themselves
        state.put(replace(actor, ready=False, moved=0))


class Ordered(Event, frozen=True, gc=False):
    """A fighter takes two actions at another's word; whether it is ready does not change."""

    who: int
    by: int
    text: ClassVar[str] = "{who} acts on the order of {by}."

    def apply(self, state: State) -> None:
        # The other side picks after this activation, as it would have after that of whoever gave the order.
        state.turn = replace(state.turn, actor=self.who, left=2, done=(), seat=1 - state.turn.seat)


class Declared(Event, frozen=True, gc=False):
    """A fighter says which action it takes: the moment for interrupts."""

    who: int
    action: str

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} declares: {action_title(self.action)}."


class Acted(Event, frozen=True, gc=False):
    """Actions are spent on an action, of which the activation keeps the name."""

    who: int
    action: str
    cost: int

    def apply(self, state: State) -> None:
        turn = state.turn
        state.turn = replace(turn, left=turn.left - self.cost, done=(*turn.done, self.action))


class ActivationEnded(ActivationLeft, frozen=True, gc=False):
    """A fighter has done what it will: what was still to run of its activation is dropped, its short effects end, and
    the other side picks next (once a group has had its turn)."""

    def apply(self, state: State) -> None:
        for effect in state.effects:
            if effect.name == "possessed" and effect.on == self.who:
                _owned(state, self.who, effect.amount)
        if state.turn.actor == self.who:
            state.turn = replace(state.turn, actor=-1, left=0, done=(), seat=1 - state.turn.seat)
        super().apply(state)
        if state.effects:
            state.effects = tuple(e for e in state.effects if not _ends_now(e, self.who))


def _ends_now(effect: Effect, who: int) -> bool:
    return effect.until == "any-activation" or (effect.until == "activation" and effect.on == who)


def _owned(state: State, who: int, owner: int) -> None:
    """Put a fighter in the hands of a side."""
    state.put(replace(state.record(Fighter, who), owner=owner))


class Possessed(Event, frozen=True, gc=False):
    """For this activation a fighter belongs to another side."""

    who: int
    seat: int
    text: ClassVar[str] = "{who} turns on its own side."

    def apply(self, state: State) -> None:
        home = state.records[self.who].owner
        state.effects = (*state.effects, Effect("possessed", self.who, "activation", home))
        _owned(state, self.who, self.seat)


class Declined(Event, frozen=True, gc=False):
    """A side activates nobody for now."""

    seat: int
    side: str = ""
    text: ClassVar[str] = "{side} holds back."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, seat=1 - self.seat, declined=True)


class Scored(Event, frozen=True, gc=False):
    """A side gains points."""

    seat: int
    amount: int
    why: str
    text: ClassVar[str] = "{amount} points: {why}."

    def apply(self, state: State) -> None:
        points = list(state.turn.points)
        points[self.seat] += self.amount
        state.turn = replace(state.turn, points=tuple(points))


class Bottled(Event, frozen=True, gc=False):
    """A gang has had enough."""

    seat: int
    side: str = ""
    text: ClassVar[str] = "{side} bottles out."

    def apply(self, state: State) -> None:
        bottled = list(state.turn.bottled)
        bottled[self.seat] = True
        state.turn = replace(state.turn, bottled=tuple(bottled))


EVENTS: tuple[type[Event], ...] = (
    RoundBegan,
    Readied,
    Deployed,
    DarknessFell,
    DarknessLifted,
    PhaseBegan,
    GroupEnded,
    BattleEnded,
    Activated,
    Ordered,
    Declared,
    Acted,
    ActivationEnded,
    Possessed,
    Declined,
    Scored,
    Bottled,
)
