"""How a battle ended, and who leads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.ruleset import Result
from ..core.state import State


def result(state: State[Any, Any]) -> Result | None:
    """How the battle ended, once it has, for a turn with the fields `phase` ("over" at the end), `winner`, `points` and
    `why_over`."""
    now = state.turn
    return Result(now.winner, now.points, now.why_over) if now.phase == "over" else None


def leading(*measures: Sequence[int]) -> int:
    """Who has more by the first of these measures of red and blue by which they are not level; -1 where they are level
    by all."""
    return next((int(blue > red) for red, blue in measures if red != blue), -1)
