"""What there is: what can change in a battle, what never does, and how rules ask about both."""

from __future__ import annotations

from .model import Model
from .state import (
    DEAD,
    LYING,
    NEUTRAL,
    NOBODY,
    STORM,
    WINDS,
    CurrentEngagement,
    Deed,
    Due,
    DueKind,
    Figure,
    Interrupt,
    Pledge,
    Row,
    State,
    Thing,
    ThingKind,
    ThingState,
    Turn,
    off_table,
)
from .world import LARGE, Kit, Play, World, having
