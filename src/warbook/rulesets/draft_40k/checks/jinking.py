"""The jink of flyers: how long it covers one, and how long it spoils its aim."""

from __future__ import annotations

from ....core.effect import has_effect
from ..records.unit import Unit

JINKS = 5
"""The cover save of a flyer that jinks."""
JINKING, JINKED = "jinking", "jinked"
"""On a flyer, up to the end of the player turn, and up to the end of its next one."""


def jinks(unit: Unit) -> bool:
    """Whether a flyer jinks."""
    return has_effect(unit.play.state, unit.id, JINKING)


def has_jinked(unit: Unit) -> bool:
    """Whether a flyer has jinked, and fires snap shots alone."""
    return has_effect(unit.play.state, unit.id, JINKED)
