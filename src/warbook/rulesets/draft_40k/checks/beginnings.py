"""A start close to the enemy: what a unit may not do in its first turn that was set up there."""

from __future__ import annotations

from ....core.effect import has_effect
from ....core.length import INCH
from ..records.unit import Unit

CLOSE = "close-start"
"""On a unit up to the end of its first turn."""
NEAR = 24 * INCH
"""How near that is, and what range and what charge it may not use."""


def began_close(unit: Unit) -> bool:
    """Whether a unit was set up close to an enemy and has its first turn."""
    return has_effect(unit.play.state, unit.id, CLOSE)
