"""What becomes of a sailor that is wounded."""

from __future__ import annotations

from .events import Fell, Wounded
from .records import Play


def fall(play: Play, event: Wounded) -> None:
    """A sailor without a wound left is out of the fight."""
    if play.state.records[event.who].wounds == 0:
        play.happen(Fell(event.who))
