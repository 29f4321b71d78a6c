"""What happens: the only things that change a position."""

from __future__ import annotations

from ....core.events import Event
from . import assault, attacks, casualties, characters, courses, markers, morale, movement, turns, vehicles

EVENTS: tuple[type[Event], ...] = (
    *turns.EVENTS,
    *movement.EVENTS,
    *attacks.EVENTS,
    *assault.EVENTS,
    *courses.EVENTS,
    *casualties.EVENTS,
    *characters.EVENTS,
    *morale.EVENTS,
    *vehicles.EVENTS,
    *markers.EVENTS,
)
