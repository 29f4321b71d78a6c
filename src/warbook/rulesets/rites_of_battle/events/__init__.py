"""Everything that can happen in a battle: each event with its change to the position and its line in the log."""

from __future__ import annotations

from ....core.events import Event
from . import checks, fighters, turns

EVENTS: tuple[type[Event], ...] = (*turns.EVENTS, *checks.EVENTS, *fighters.EVENTS)
