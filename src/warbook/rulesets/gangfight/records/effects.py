"""The effects that this game knows: what is on a figure until the next turn of whoever brought it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ....core.events import EffectBegan
from ....core.state import Effect
from ..printed.catalogue import Lasting
from .world import Play

EffectName: TypeAlias = Literal[Lasting, "bulwark", "luck-is-out"]


def begin_effect(play: Play, name: EffectName, on: int, by: int, amount: int = 0) -> None:
    """Something is on a figure until the next turn of the side of the one who brought it."""
    play.happen(EffectBegan(Effect(name, on, f"turn-{play.state.records[by].owner}", amount)))
