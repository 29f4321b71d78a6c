"""The effects that this game knows: what is on a fighter for a while, and until when."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ....core.events import EffectBegan
from ....core.state import Effect
from .world import Play

Raised: TypeAlias = Literal["move", "strength", "toughness", "initiative", "handling"]
"""Effects that are added to a characteristic."""
EffectName: TypeAlias = Literal[
    Raised,
    "aim",
    "braced",
    "broken",
    "brought-down",
    "crawling",
    "dazzled",
    "disarmed",
    "down-a-pit",
    "electrified",
    "engulfed",
    "headlights",
    "jinked",
    "lucid",
    "must-run",
    "on-watch",
    "out-of-control",
    "overheating",
    "possessed",
    "prize",
    "regrouping",
    "reputation",
    "rolling",
    "running",
    "scorched",
    "shaken",
    "sheltered",
    "smoking",
    "stimm",
    "stung",
    "sunk",
    "slalomed",
    "switched-off",
    "t-boned",
    "tucked-away",
    "trap-met",
]
BROKEN: EffectName = "broken"
"""The effect, on nobody, that a piece of the board is gone: its `amount` is the number of the piece."""
Until: TypeAlias = Literal[
    "action",
    "activation",
    "any-activation",
    "round",
    "reckoning",
    "readying",
    "moved",
    "put-out",
    "end-phase",
    "freed",
    "surfaced",
    "emerged",
    "next-end-phase",
    "battle",
]
"""When an effect ends: with the action of anybody, with its bearer's activation, with the next of anybody, with the
round, once the end of the round has seen to it, when fighters are next made ready, when its bearer moves, when it
is put out, in the end phase of this round, when a jelly has let go, when its bearer is back on the table, when it
comes out of a hatch, in the end phase of the next round, with the battle."""


def begin_effect(play: Play, name: EffectName, who: int, until: Until, amount: int = 0) -> None:
    """Something is on a fighter, or on a thing, from now on."""
    play.happen(EffectBegan(Effect(name, who, until, amount)))
