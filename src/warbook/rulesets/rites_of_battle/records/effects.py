"""The effects that this game knows: conditions that last, and tokens that the next check uses up."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from ....mechanics.lasting import Lasting, end_of_turn
from .world import Play

Condition: TypeAlias = Literal[
    "staggered", "immobilized", "disoriented", "burning", "guarded", "side-step", "defensive-stance", "shaken",
    "no-environment", "more-melee-defence", "more-ranged-defence", "no-defence", "no-free-maneuver",
    "augmented", "bewitched", "slowed", "crippled-arm", "crippled-leg", "lost-arm", "lost-leg", "bound-by-pain",
    "shot-while-engaged", "doomed", "rain-of-death", "ensnared", "temporarily-lame-held", "breathless",
    "hesitant", "tormented", "aimed",
]  # fmt: skip
Token: TypeAlias = Literal[
    "next-boost", "next-setback", "next-difficulty", "next-upgrade", "next-ability-upgrade", "next-brace",
    "next-precise",
]  # fmt: skip
TOKENS: tuple[Token, ...] = get_args(Token)
BATTLE = "battle"


LASTING: Lasting[Condition | Token] = Lasting()
begin = LASTING.begin


def begin_until_next_turn_ends(play: Play, name: Condition | Token, on: int, amount: int = 1) -> None:
    """Something is on a fighter to the end of its next turn."""
    begin(play, name, on, end_of_turn(play.state, on), amount)
