"""The effects that this game knows: conditions that last, and tokens that the next check uses up.

How long one lasts is told by the end of somebody's turn, counted from the start of the battle (see `end_of_turn`), by
the end of a round, or by the battle.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from ....core.events import EffectBegan
from ....core.state import Effect
from .state import State
from .world import Play

Condition: TypeAlias = Literal[
    "staggered", "immobilized", "disoriented", "burning", "guarded", "side-step", "defensive-stance", "shaken",
    "no-environment", "more-melee-defence", "more-ranged-defence", "no-defence", "no-free-maneuver",
    "augmented", "bewitched", "slowed", "crippled-arm", "crippled-leg", "lost-arm", "lost-leg", "bound-by-pain",
    "shot-while-engaged", "doomed", "rain-of-death", "sniper", "ensnared", "temporarily-lame-held", "breathless",
    "hesitant", "tormented",
]  # fmt: skip
Token: TypeAlias = Literal[
    "next-boost", "next-setback", "next-difficulty", "next-upgrade", "next-ability-upgrade", "next-brace",
    "next-precise",
]  # fmt: skip
TOKENS: tuple[Token, ...] = get_args(Token)
BATTLE = "battle"


def end_of_turn(state: State, who: int, further: int = 1) -> str:
    """The end of the next turn of a fighter, or of one further on; 0 is the turn that it is in."""
    return f"turn-{who}-{state.records[who].turns + further}"


def end_of_round(state: State, further: int = 0) -> str:
    """The end of this round, or of one further on."""
    return f"round-{state.turn.round + further}"


def begin(play: Play, name: Condition | Token, on: int, until: str, amount: int = 1) -> None:
    """Something is on a fighter for a while."""
    play.happen(EffectBegan(Effect(name, on, until, amount)))


def begin_until_next_turn_ends(play: Play, name: Condition | Token, on: int, amount: int = 1) -> None:
    """Something is on a fighter to the end of its next turn."""
    begin(play, name, on, end_of_turn(play.state, on), amount)
