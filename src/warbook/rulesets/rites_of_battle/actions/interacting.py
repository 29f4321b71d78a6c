"""Interact with Environment: doors, crates, and what is large enough to be pushed about."""

from __future__ import annotations

from ....core.action import some
from ....core.decision import Choose
from ....mechanics import grid
from ....space.grid.cells import Cell, neighbours
from ..checks import economy, squares
from ..checks.requirements import able, has_maneuver
from ..events.fighters import GearChanged, StanceTaken, ThingUsed
from ..printed.catalogue import action
from ..records import Model, Play
from ..records.position import here, thing


def handles(actor: Model) -> list[int]:
    """The doors and crates that a fighter can do something with, and the cover that it can push somewhere."""
    usable = {("door", "open"), ("door", "closed"), ("crate", "there"), ("cover", "there")}
    near = squares.near_things(actor.play, actor.id, "door", "crate", "cover")
    near = [each for each in near if (each.kind, each.state) in usable]
    return [each.id for each in near if each.kind != "cover" or pushes(actor, each.id)]


def pushes(actor: Model, item: int) -> tuple[Cell, ...]:
    """The free squares next to a large item that it can be pushed to."""
    play, start = actor.play, grid.spot_of(actor.play, item)
    free = squares.free(play, actor.id, neighbours(play.world.grid, start) if start else ())
    return tuple(cell for cell in free if start and cell[2] == start[2] and grid.is_clear(play, start, cell))


def interact(play: Play, actor: Model) -> None:
    """Opens or closes a door, empties a crate, or pushes something large a square."""
    question = Choose("interact", "With what?", handles, actor, named=lambda id: play.world.names[id])
    about = thing(play, actor.ask(question))
    economy.make_maneuver(play, actor)
    if about.kind == "door":
        shut = about.state == "open"
        play.happen(ThingUsed(actor.id, about.id, "closes" if shut else "opens", "closed" if shut else "open"))
    elif about.kind == "cover":
        named = grid.places(squares.field_of(play, actor.id))
        column, row, z = actor.ask(Choose("interact.to", "Where to?", pushes, actor, about.id, named=named))
        spot = (*play.world.grid.centre(column, row), z)
        play.happen(ThingUsed(actor.id, about.id, "pushes", about.state, at=spot))
        for fighter in here(play):
            if fighter.covered and not squares.covers(play, fighter.id):
                play.happen(StanceTaken(fighter.id, "uncovered"))
    else:
        play.happen(ThingUsed(actor.id, about.id, "takes something out of", "taken"))
        found = play.world.tasks.get(about.id, {}).get("gear", "stimpack")
        play.happen(GearChanged(actor.id, (*actor.record.gear, found)))


something_at_hand = some("There must be a door, a crate or something large next to it.", handles)
INTERACT = action("interact", (able, has_maneuver, something_at_hand), interact, ours=(able,))
