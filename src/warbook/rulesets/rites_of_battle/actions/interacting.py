"""Interact with Environment: doors, crates, and what is large enough to be pushed about."""

from __future__ import annotations

from ....core.action import requirement
from ....core.decision import Choose
from ....space.grid.cells import Cell, neighbours
from ....space.grid.ways import vacant
from ..checks import economy, squares
from ..checks.requirements import able, has_maneuver
from ..events.fighters import GearChanged, StanceTaken
from ..events.things import ThingUsed
from ..movement.moving import field_of, places
from ..printed.catalogue import action
from ..records import Model, Play
from ..records.position import here, layout, thing
from .tasks import near_things


def handles(actor: Model) -> list[int]:
    """The doors and crates that a fighter can do something with, and the cover that it can push somewhere."""
    usable = {("door", "open"), ("door", "closed"), ("crate", "there"), ("cover", "there")}
    near = (each for each in near_things(actor, "door", "crate", "cover") if (each.kind, each.state) in usable)
    return [each.id for each in near if each.kind != "cover" or pushes(actor, each.id)]


def pushes(actor: Model, item: int) -> tuple[Cell, ...]:
    """The free squares next to a large item that it can be pushed to."""
    play, start = actor.play, squares.square_of(actor.play, item)
    if start is None:
        return ()
    world, rules = play.world, squares.rules_for(play, actor.id)
    free = vacant(world.board, layout(play), world.grid, rules, actor.id, neighbours(world.grid, start))
    return tuple(cell for cell in free if cell[2] == start[2] and squares.is_clear(play, start, cell))


def interact(play: Play, actor: Model) -> None:
    """Opens or closes a door, empties a crate, or pushes something large a square."""
    question = Choose("interact", "With what?", handles, actor, named=lambda id: play.world.names[id])
    about = thing(play, actor.ask(question))
    economy.make_maneuver(play, actor)
    if about.kind == "door":
        shut = about.state == "open"
        play.happen(ThingUsed(actor.id, about.id, "closes" if shut else "opens", "closed" if shut else "open"))
    elif about.kind == "cover":
        to = Choose("interact.to", "Where to?", pushes, actor, about.id, named=places(field_of(play, actor.id)))
        column, row, z = actor.ask(to)
        spot = (*play.world.grid.centre(column, row), z)
        play.happen(ThingUsed(actor.id, about.id, "pushes", about.state, at=spot))
        for fighter in here(play):
            if fighter.covered and not squares.cover_near(play, fighter.id):
                play.happen(StanceTaken(fighter.id, "uncovered"))
    else:
        play.happen(ThingUsed(actor.id, about.id, "takes something out of", "taken"))
        found = play.world.tasks.get(about.id, {}).get("gear", "stimpack")
        play.happen(GearChanged(actor.id, (*actor.record.gear, found)))


@requirement("There must be a door, a crate or something large next to it.")
def something_at_hand(actor: Model) -> bool:
    return bool(handles(actor))


INTERACT = action("interact", (able, has_maneuver, something_at_hand), interact, ours=(able,))
