"""What there is: what can change in a battle, what never does, and how rules ask about both."""

from __future__ import annotations

from .model import Model, allies, enemies, members_left
from .state import (
    ADVERSARIES,
    NOBODY,
    SQUAD,
    Check,
    Fighter,
    Hit,
    Mode,
    Phase,
    Score,
    State,
    Thing,
    ThingKind,
    ThingState,
    Turn,
    Wear,
    Whereabouts,
    set_down,
    unseated,
)
from .world import SQUARE, Kit, Play, World
