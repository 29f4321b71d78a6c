"""Deployment: each fighter into a square of its side's zone, one after another."""

from __future__ import annotations

from functools import partial

from ....core.decision import Choose
from ....core.structs import replace
from ....space.grid.cells import Cell, distance
from ....space.grid.ways import vacant
from ..checks import squares
from ..events.turns import Deployed, PhaseBegan
from ..movement.moving import field_of, places
from ..records import ADVERSARIES, SQUAD, Model, Play, State
from ..records.position import layout


def deploy(play: Play) -> None:
    """The next fighter takes its place; when all have, initiative is rolled.  The squad goes first, or the others where
    the table plays it so, but a side that is surprised before one that is not."""
    who = next(iter(waiting(play)), None)
    if who is None:
        play.happen(PhaseBegan("initiative"))
        return
    place(play, who)


def waiting(play: Play) -> list[int]:
    """Those who are still to be placed now, in their order."""
    world, scenario = play.world, play.world.scenario
    assert scenario is not None
    sides = (SQUAD, ADVERSARIES) if play.option["first-placed"] == "squad" else (ADVERSARIES, SQUAD)
    seats = sorted(sides, key=lambda seat: -scenario.sides[seat].surprised)
    records = play.state.records
    return [
        who for seat in seats for who in world.sides[seat]
        if records[who].state == "waiting" and not is_late(play, who)
    ]  # fmt: skip


def is_late(play: Play, who: int) -> bool:
    """Whether a fighter comes on in a later round."""
    scenario, kit = play.world.scenario, play.world.kits[who]
    assert scenario is not None
    side = scenario.sides[play.state.records[who].owner]
    return kit.member in side.late and play.state.turn.round < side.arrives


def free_squares(play: Play, who: int) -> list[Cell]:
    """The free squares of its side's zone; where it is full, those nearest to it."""
    world = play.world
    scenario = world.scenario
    assert scenario is not None
    zone = squares.squares_of(play, scenario.sides[play.state.records[who].owner].zone)
    free = partial(vacant, world.board, layout(play), world.grid, squares.rules_for(play, who), who)
    if found := list(free(zone)):
        return found
    away = {cell: min(distance(world.grid, cell, tile) for tile in zone) for cell in free(world.grid.tiles())}
    return [cell for cell in away if away[cell] == min(away.values())]


def place(play: Play, who: int) -> None:
    """A fighter takes a square."""
    field = field_of(play, who)
    question = Choose(
        "deploy", f"Where does {Model(play, who).name} start?", lambda: free_squares(play, who), named=places(field)
    )
    cell = Model(play, who).ask(question)
    play.happen(Deployed(who, play.state.records[who].owner, *field.placed(cell).spot))


def poised(play: Play, who: int) -> State:
    """The position in which a fighter is about to choose in its own turn."""
    ready = play.state.copy()
    owner = ready.records[who].owner
    ready.turn = replace(
        ready.turn, phase="play", seat=owner, actor=who, action=True, traded=False, paid=False, done=0, allowed=1,
        aims=0, aimed=0, check=None,
    )  # fmt: skip
    ready.agenda = ()
    return ready
