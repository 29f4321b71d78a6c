"""For bots and odds: what a position is worth, and what odds can be asked about."""

from __future__ import annotations

from warbook.core.ruleset import Outcome

from .records import Play, State


def value(play: Play, seat: int) -> float:
    """What a position is worth to a side: its wounds left, less the other's."""
    return float(sum(sailor.wounds if sailor.owner == seat else -sailor.wounds for sailor in play.state.records))


def is_down(state: State, who: int) -> bool:
    return state.records[who].wounds == 0


OUTCOMES = (Outcome("down", "is out of the fight", is_down, lasting=True),)
