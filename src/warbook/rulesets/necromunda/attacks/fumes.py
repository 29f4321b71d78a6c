"""The fumes of smokestacks."""

from __future__ import annotations

from ..checks import pieces
from ..events.things import ThingGone
from ..records import Cloud, Play
from ..records.position import things
from .blasts import raise_cloud


def vent(play: Play) -> None:
    """Fumes hang about every smokestack at work, and about no other."""
    for stack in pieces.pieces(play, "smokestack") if "smokestack" in play.world.kinds else ():
        hanging = [c.id for c in things(play, Cloud) if c.kind == "fumes" and c.there and c.at.spot == stack.at.spot]
        if hanging and not pieces.is_running(play, stack.id):
            play.happen(ThingGone(hanging[0]))
        elif not hanging and pieces.is_running(play, stack.id):
            raise_cloud(play, "fumes", stack.at.spot, pieces.FUMES_REACH + stack.at.radius)
