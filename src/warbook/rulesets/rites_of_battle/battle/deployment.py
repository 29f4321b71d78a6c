"""Deployment: each fighter into a square of its side's zone, one after another."""

from __future__ import annotations

from ....core.structs import replace
from ....mechanics import grid
from ....space.grid.cells import Cell, distance
from ..checks import squares
from ..events.turns import Deployed, PhaseBegan
from ..records import ADVERSARIES, SQUAD, Model, Play, State


def deploy(play: Play) -> None:
    """The next fighter takes its place; when all have, initiative is rolled.  The squad goes first, or the others where
    the table plays it so, and a side that is surprised before one that is not, unless the table plays it otherwise."""
    who = next(iter(waiting(play)), None)
    if who is None:
        play.happen(PhaseBegan("initiative"))
        return
    place(play, who)


def waiting(play: Play) -> list[int]:
    """Those who are still to be placed now, in their order."""
    world, scenario = play.world, play.world.scenario
    sides = (SQUAD, ADVERSARIES) if play.option["first-placed"] == "squad" else (ADVERSARIES, SQUAD)
    before = play.option["surprised-are-placed-first"]
    seats = sorted(sides, key=lambda seat: -scenario.sides[seat].surprised * before)
    records = play.state.records
    return [
        who for seat in seats for who in world.sides[seat]
        if records[who].state == "waiting" and not is_late(play, who)
    ]  # fmt: skip


def is_late(play: Play, who: int) -> bool:
    """Whether a fighter comes on in a later round."""
    side = play.world.scenario.sides[play.state.records[who].owner]
    return play.world.kits[who].member in side.late and play.state.turn.round < side.arrives


def free_squares(play: Play, who: int) -> list[Cell]:
    """The free squares of its side's zone; where it is full, those nearest to it."""
    world, seat = play.world, play.state.records[who].owner
    zone = grid.zone_cells(play, world.scenario.sides[seat].zone)
    if found := list(squares.free(play, who, zone)):
        return found
    everywhere = squares.free(play, who, world.grid.tiles())
    away = {cell: min(distance(world.grid, cell, tile) for tile in zone) for cell in everywhere}
    return [cell for cell in away if away[cell] == min(away.values())]


def place(play: Play, who: int) -> None:
    """A fighter takes a square."""
    model = Model(play, who)
    spot = squares.choose_square(model, "deploy", f"Where does {model.name} start?", free_squares, play, who)
    play.happen(Deployed(who, model.owner, *spot))


def poised(play: Play, who: int) -> State:
    """The position in which a fighter is about to choose in its own turn; what it has aimed by then counts."""
    ready = play.state.copy()
    owner, now = ready.records[who].owner, ready.turn
    aims, aimed = (now.aims, now.aimed) if now.actor == who and now.action else (0, 0)
    ready.turn = replace(
        ready.turn, phase="play", seat=owner, actor=who, action=True, traded=False, paid=False, done=0, allowed=1,
        aims=aims, aimed=aimed, check=None,
    )  # fmt: skip
    ready.agenda = ()
    return ready
