"""Effects that last to the end of somebody's turn or of a round: the moment is named when they begin, counted from the
start of the battle, and no counter ticks.

The records of the game count the `turns` that each has had, its turn the `round`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from ..core.effect import has_effect
from ..core.events import EffectBegan, EffectsEnded, Event
from ..core.play import Play
from ..core.state import Effect, State

N = TypeVar("N", bound=str)
AnyPlay = Play[Any, Any, Any]


class EffectsLost(Event, frozen=True):
    """Effects on a model end before their time."""

    who: int
    names: tuple[str, ...]
    text: ClassVar[str] = ""

    def apply(self, state: State[Any, Any]) -> None:
        state.effects = tuple(e for e in state.effects if e.on != self.who or e.name not in self.names)


def end_of_turn(state: State[Any, Any], who: int, further: int = 1) -> str:
    """The end of the next turn of a model, or of one further on; 0 is the turn that it is in."""
    return f"turn-{who}-{state.records[who].turns + further}"


def end_of_round(state: State[Any, Any], further: int = 0) -> str:
    """The end of this round, or of one further on."""
    return f"round-{state.turn.round + further}"


def start_of_turn(who: int) -> str:
    """The start of the next turn of a model."""
    return f"start-{who}"


def reach_moment(play: AnyPlay, until: str) -> None:
    """What lasted until this moment ends, if anything did."""
    if any(effect.until == until for effect in play.state.effects):
        play.happen(EffectsEnded(until))


class Lasting(Generic[N]):
    """What a game does with its effects, whose names are those of a Literal."""

    def begin(self, play: AnyPlay, name: N, on: int, until: str, amount: int = 1) -> None:
        """Something is on a model until a moment."""
        play.happen(EffectBegan(Effect(name, on, until, amount)))

    def free(self, play: AnyPlay, who: int, name: N) -> None:
        """An effect ends at once."""
        if has_effect(play.state, who, name):
            play.happen(EffectsLost(who, (name,)))

    def suffer(self, play: AnyPlay, who: int, name: N, rounds: int = 1, amount: int = 1) -> None:
        """An effect for so many rounds: to the end of that turn of its bearer.  What it has already lasts as much
        longer; what ends with somebody else's turn ends then."""
        prefix, turns = f"turn-{who}-", int(play.state.records[who].turns)
        already = [effect for effect in play.state.effects if effect.on == who and effect.name == name]
        mine = [effect.until for effect in already if effect.until.startswith(prefix)]
        left = max([0, *(int(until.removeprefix(prefix)) - turns for until in mine)])
        self.free(play, who, name)
        for effect in already:
            if effect.until not in mine:
                play.happen(EffectBegan(effect))
        self.begin(play, name, who, end_of_turn(play.state, who, left + rounds), amount)
