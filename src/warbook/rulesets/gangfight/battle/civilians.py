"""Civilians who have lost their guards: they run to a Hero, or off the table."""

from __future__ import annotations

from ....space import table_edges
from ..checks import edges, guarding
from ..checks.guarding import GUARDED
from ..events.rounds import Activated, Finished, Spent, TurnBegan
from ..events.scenario import Marked
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
    for the nearest edge of the table, and off it.  If it lies on the ground it stands up first."""
    model = Model(play, who)
    heroes = guarding.heroes_of(play, model.owner)
    if not afoot(model) or guarding.guarded(play, who, heroes):
        return
    stretch = (model.record.ap - model.record.down) * model.move
    within = any(gap(model.at, play.state.records[h].at) - GUARDED <= stretch for h in heroes)
    play.happen(Activated(who))
    play.then(hurry, who, within)


def hurry(play: Play, who: int, to_hero: bool) -> None:
    """A civilian goes on to the nearest Hero, or to the edge, until it is safe or has no points left."""
    model = Model(play, who)
    heroes = guarding.heroes_of(play, model.owner)
    if not model.record.here:
        return
    if not afoot(model) or model.record.ap <= 0 or guarding.guarded(play, who, heroes):
        play.happen(Finished(who, model.record.ap))
        return
    if model.record.down:
        play.ruleset.action["stand-up"].rule(play, model)
    else:
        play.happen(Spent(who))
        if to_hero and heroes:
            neutrals.move_at(play, who, nearest(play, who, heroes))
        else:
            run_for_edge(play, who)
    play.then(hurry, who, to_hero)


def afoot(model: Model) -> bool:
    """Whether a civilian can go somewhere by itself, if it has to stand up first."""
    return model.standing or model.record.down


def run_for_edge(play: Play, who: int) -> None:
    """A civilian runs for the nearest edge, and off it once it is there."""
    at, board = play.state.records[who].at, play.world.board
    edge = table_edges.nearest_edge(board, at)
    if not table_edges.at_edge(board, edge, at, NEAR):
        neutrals.move_to(play, who, table_edges.along(board, edge, at))
    if play.state.records[who].standing and table_edges.at_edge(board, edge, play.state.records[who].at, NEAR):
        step_off(play, who, edge)


def step_off(play: Play, who: int, edge: table_edges.Edge) -> None:
    """A civilian leaves the table by an edge.  Those who are out by the far one are counted."""
    neutrals.leave_table(play, who)
    if edge == far_edge(play, play.state.records[who].owner):
        play.happen(Marked("out", max(0, play.state.turn.mark("out")) + 1))


def far_edge(play: Play, defender: int) -> table_edges.Edge:
    """The edge of the table that civilians make for."""
    return table_edges.OPPOSITE[edges.own_edge(play, defender)]
