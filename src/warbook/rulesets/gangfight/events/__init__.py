"""Everything that can happen in a battle: each event with its change to the position and its line in the log.

A module a chapter: rounds, deeds, movement, attacks, figures, things, scenario.
"""

from __future__ import annotations

from ....core.events import Event
from . import attacks, deeds, figures, movement, rounds, scenario, things

EVENTS: tuple[type[Event], ...] = (
    *rounds.EVENTS,
    *deeds.EVENTS,
    *movement.EVENTS,
    *attacks.EVENTS,
    *figures.EVENTS,
    *things.EVENTS,
    *scenario.EVENTS,
)
