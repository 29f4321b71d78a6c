"""The phases of a player turn, in both orders, and what a unit may choose in each."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..records.state import Phase
from ..records.world import Play

Order: TypeAlias = Literal["rumour", "base5e"]

ORDERS: dict[Order, tuple[Phase, ...]] = {
    "rumour": ("prepare", "move", "assault", "shoot", "consolidate"),
    "base5e": ("prepare", "move", "shoot", "assault", "consolidate"),
}
"""In the second, charges are made at the start of the assault phase."""


def phases(play: Play) -> tuple[Phase, ...]:
    """The phases of a player turn at this table."""
    return ORDERS[play.option["phase-order"]]


def following(play: Play, phase: Phase) -> Phase | None:
    """The phase after one, None after the last."""
    order = phases(play)
    number = order.index(phase) + 1
    return order[number] if number < len(order) else None
