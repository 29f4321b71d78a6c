"""Everything that can happen in this game: each event with its change to the position and its line in the log.

A module a chapter: rounds, movement, attacks, fighters, gear, things, vehicles, cages, badzones.
"""

from __future__ import annotations

from ....core.events import Event
from . import attacks, badzones, cages, fighters, gear, movement, rounds, things, vehicles

EVENTS: tuple[type[Event], ...] = (
    *rounds.EVENTS,
    *movement.EVENTS,
    *attacks.EVENTS,
    *fighters.EVENTS,
    *gear.EVENTS,
    *things.EVENTS,
    *vehicles.EVENTS,
    *cages.EVENTS,
    *badzones.EVENTS,
)
