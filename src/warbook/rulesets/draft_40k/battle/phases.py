"""The phases of a player turn, in both orders."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..records.state import Phase
from ..records.world import Play

Order: TypeAlias = Literal["rumour", "base5e"]

ORDERS: dict[Order, tuple[Phase, ...]] = {
    "rumour": ("prepare", "move", "assault", "shoot", "consolidate"),
    "base5e": ("prepare", "move", "shoot", "assault", "consolidate"),
}
"""That of the draft, and that of the game as it was."""


def phases(play: Play) -> tuple[Phase, ...]:
    """The phases of a player turn at this table."""
    return ORDERS[play.option["phase-order"]]


def following(play: Play, phase: Phase) -> Phase | None:
    """The phase after one, None after the last."""
    order = phases(play)
    number = order.index(phase) + 1
    return order[number] if number < len(order) else None
