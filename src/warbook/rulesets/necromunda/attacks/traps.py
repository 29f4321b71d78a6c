"""Booby traps that go off."""

from __future__ import annotations

from ....core.dice import D6
from ..events.moments import TrapTriggered
from ..events.things import ThingGone
from ..records import Play, Trap
from . import blasts


def spring(play: Play, triggered: TrapTriggered) -> None:
    """A die is rolled for the trap: 1 it was a dud, 2-3 nothing happens, 4-6 it goes off."""
    who = triggered.trap
    trap = play.state.records[who]
    if not isinstance(trap, Trap) or not trap.there:
        return  # it went off meanwhile
    face: int = play.roll(D6, "trap", "The trap")
    if face == 1:
        play.happen(ThingGone(who))
    elif face >= 4:
        explode(play, who)


def explode(play: Play, who: int) -> None:
    """A trap goes off where it lies, and is gone."""
    trap = play.state.record(Trap, who)
    play.happen(ThingGone(who))
    blasts.detonate(play, play.world.edition.library.traps[trap.kind].profile, trap.at.spot, -1)
