"""Civilians who have lost their guards: they run to a Hero, or off the table."""

from __future__ import annotations

from ....space import table_edges
from ..checks import guarding
from ..checks.guarding import GUARDED
from ..events.rounds import Activated, Finished, Spent, TurnBegan
from ..records import Model, Play
from ..records.distances import gap, nearest
from . import neutrals
from .neutrals import NEAR


def alarm_civilians(play: Play, began: TurnBegan) -> None:
    """Civilians of the side whose turn it is may have to run."""
    for who in play.world.civilians:
        if play.state.records[who].owner == began.seat and play.state.records[who].here:
            play.then(bolt, who)


def bolt(play: Play, who: int) -> None:
    """A civilian without a Hero near spends its turn on getting to one, if its points may carry it there; else it runs
    for the nearest edge of the table, and off it."""
    model = Model(play, who)
    heroes = guarding.heroes_of(play, model.owner)
    if not model.standing or guarding.guarded(play, who, heroes):
        return
    stretch = model.record.ap * model.move
    within = any(gap(model.at, play.state.records[h].at) - GUARDED <= stretch for h in heroes)
    play.happen(Activated(who))
    play.then(hurry, who, within)


def hurry(play: Play, who: int, to_hero: bool) -> None:
    """A civilian goes on to the nearest Hero, or to the edge, until it is safe or has no points left."""
    model = Model(play, who)
    heroes = guarding.heroes_of(play, model.owner)
    if not model.record.here:
        return
    if not model.standing or model.record.ap <= 0 or guarding.guarded(play, who, heroes):
        play.happen(Finished(who, model.record.ap))
        return
    play.happen(Spent(who))
    if to_hero and heroes:
        neutrals.move_at(play, who, nearest(play, who, heroes))
    else:
        run_for_edge(play, who)
    play.then(hurry, who, to_hero)


def run_for_edge(play: Play, who: int) -> None:
    """A civilian runs for the nearest edge, and off it once it is there."""
    at, board = play.state.records[who].at, play.world.board
    edge = table_edges.nearest_edge(board, at)
    if not table_edges.at_edge(board, edge, at, NEAR):
        neutrals.move_to(play, who, table_edges.along(board, edge, at))
    if play.state.records[who].standing and table_edges.at_edge(board, edge, play.state.records[who].at, NEAR):
        neutrals.leave_table(play, who)
