"""Civilians and their guards: who has a Hero near, and what its player may not do with it."""

from __future__ import annotations

from collections.abc import Callable

from ....core.decision import Reasons
from ....core.length import INCH
from ....core.state import Placement
from ..records import Play
from ..records.distances import gap
from ..records.position import here

GUARDED = 6 * INCH  # how near a Hero civilians stay


def heroes_of(play: Play, seat: int) -> list[int]:
    """The Heroes of a side that are on the table."""
    kits = play.world.kits
    return [f.id for f in here(play) if f.owner == seat and kits[f.id].profile.rank == "hero"]


def guarded(play: Play, who: int, heroes: list[int]) -> bool:
    """Whether a Hero is near a civilian."""
    return near_one(play, play.state.records[who].at, heroes)


def near_one(play: Play, at: Placement, heroes: list[int]) -> bool:
    """Whether one of these Heroes is near a place."""
    return any(gap(at, play.state.records[hero].at) <= GUARDED for hero in heroes)


def leash(play: Play, who: int) -> Callable[[Placement], Reasons] | None:
    """Gives a function that says why a civilian with a Hero near may not end a move, or a charge, at a place: it
    must stay near a Hero.  None for everybody whose moves are free."""
    if who not in play.world.civilians or not play.option["civilians-kept-near"]:
        return None
    heroes = heroes_of(play, play.state.records[who].owner)
    if not guarded(play, who, heroes):
        return None
    return lambda at: () if near_one(play, at, heroes) else ('It must stay within 6" of a Hero.',)
