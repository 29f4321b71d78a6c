"""What bears on an outcome, for whoever works out odds: which readings of a roll come to the same for a unit, and what
of an attack under way is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....core.structs import replace
from ..attacks.shooting import roll_volley, suffer_return, suffer_volley
from ..harm.rolls import shots_at
from ..records.state import State
from ..records.world import Play

COMING = (roll_volley.__name__, suffer_volley.__name__)
"""The parts of an attack in which its shots still matter."""


def alike(play: Play, key: str, who: int) -> Callable[[Any], Any] | None:
    """What stands for the readings of a roll that come to the same for a unit that is shot at: it does not matter to it
    what burns whoever shoots."""
    volley = play.state.turn.volley
    if key == shots_at.__name__ and volley is not None and volley.target == who and volley.back is None:
        return unburnt
    return None


def unburnt(read: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Shots without what they did to whoever fired them."""
    return (*read[:3], 0)


def pared(play: Play, who: int) -> State:
    """The position without shots that have been suffered: what they came to bears on nothing any more."""
    state, volley = play.state, play.state.turn.volley
    if volley is None:
        return state
    waiting = {each.rule for each in state.agenda}
    left = replace(volley, bursts=()) if waiting.isdisjoint(COMING) else volley
    if left.back is not None and waiting.isdisjoint((*COMING, suffer_return.__name__)):
        left = replace(left, back=replace(left.back, bursts=()))
    if left == volley:
        return state
    found = state.copy()
    found.turn = replace(state.turn, volley=left)
    return found
