"""Effects in force: questions about what is attached to a model for a while."""

from __future__ import annotations

from typing import Any

from .state import State


def has_effect(state: State[Any, Any], who: int, name: str) -> bool:
    """Whether an effect of this name is on the model."""
    for effect in state.effects:  # a plain loop: most positions have few effects and this is asked often
        if effect.on == who and effect.name == name:
            return True
    return False


def total_effect(state: State[Any, Any], who: int, name: str) -> int:
    """The sum of the amounts of all effects of this name on the model."""
    return sum(effect.amount for effect in state.effects if effect.on == who and effect.name == name)
