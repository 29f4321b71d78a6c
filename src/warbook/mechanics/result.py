"""How a battle ended."""

from __future__ import annotations

from typing import Any

from ..core.ruleset import Result
from ..core.state import State


def result(state: State[Any, Any]) -> Result | None:
    """How the battle ended, once it has, for a turn with the fields `phase` ("over" at the end), `winner`, `points` and
    `why_over`."""
    now = state.turn
    return Result(now.winner, now.points, now.why_over) if now.phase == "over" else None
