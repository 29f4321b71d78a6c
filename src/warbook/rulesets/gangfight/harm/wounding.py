"""Wounds are marked at once; other harm is left for the end of the action."""

from __future__ import annotations

from ..events.deeds import Owed
from ..events.figures import Wounded
from ..records import NOBODY, Due, DueKind, Play


def wound(play: Play, whom: int, wounds: int, by: int) -> None:
    """Marks wounds that somebody (or nobody: -1) has dealt."""
    if wounds > 0:
        play.happen(Wounded(whom, wounds, by))
    else:
        play.note(whom, "it takes no wound")


def owe(play: Play, kind: DueKind, who: int, by: int = NOBODY, amount: int = 0, spare: int = 0) -> None:
    """Leaves something for the end of the action."""
    play.happen(Owed(Due(kind, who, by, amount, spare)))
