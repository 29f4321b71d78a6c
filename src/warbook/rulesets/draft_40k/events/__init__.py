"""What happens: the only things that change a position."""

from __future__ import annotations

from ....core.events import Event
from . import assault, attacks, casualties, courses, markers, morale, movement, turns, vehicles

EVENTS: tuple[type[Event], ...] = (
    *turns.EVENTS,
    *movement.EVENTS,
    *attacks.EVENTS,
    *assault.EVENTS,
    *courses.EVENTS,
    *casualties.EVENTS,
    *morale.EVENTS,
    *vehicles.EVENTS,
    *markers.EVENTS,
)
