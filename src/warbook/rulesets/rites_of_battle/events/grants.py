"""What an effect grants outside somebody's turn."""

from __future__ import annotations

from typing import ClassVar

from ....core.events import Event


class Granted(Event, frozen=True):
    """One of these may make a maneuver now, out of its turn."""

    by: tuple[int, ...]
    text: ClassVar[str] = ""


EVENTS: tuple[type[Event], ...] = (Granted,)
