"""Mounting and dismounting: beasts, machines and guns."""

from __future__ import annotations

from ....core.action import requirement, some
from ....core.decision import Choose
from ....core.naming import Names
from ....mechanics import grid
from ....mechanics.narrative import Roll
from ....space.grid.cells import Cell, neighbours
from ..checks import economy, pools, squares
from ..checks.pools import Attempt
from ..checks.requirements import able, has_maneuver, on_its_feet
from ..events.fighters import Rode, Walked
from ..harm import conditions
from ..printed.catalogue import action, mounts
from ..records import NOBODY, Check, Model, Play
from ..records.position import here, things

TAMING = 2
THROWN = 3  # threats that throw somebody off


def free_mounts(actor: Model) -> list[int]:
    """What can be mounted next to a fighter, with nobody on it or in its square, and not out of a fight; nothing bears
    the large."""
    play = actor.play
    free = [m for m in things(play) if m.kind in ("mount", "gun") and m.rider == NOBODY and m.state == "there"]
    if not free or actor.silhouette != 1:
        return []
    taken = {cell for f in here(play) if f.id != actor.id for cell in squares.taken_by(play, f.id)}
    return [
        each.id for each in free
        if (economy.has_action(play, actor.id) or not _takes_action(play, each.id))
        and squares.at_hand(play, actor.id, each.id) and (cell := grid.spot_of(play, each.id)) not in taken
        and cell is not None and squares.stays_in_fight(play, actor.id, cell)
    ]  # fmt: skip


def _takes_action(play: Play, mount: int) -> bool:
    """Whether mounting something takes the action besides."""
    untrained = mounts()[play.state.records[mount].profile].untrained
    return untrained and play.option["mounting-takes"] == "action"


def mount(play: Play, actor: Model) -> None:
    """On it; an untrained beast has to be mastered first."""
    question = Choose("mount", f"What does {actor.name} mount?", free_mounts, actor, named=Names(play.world.names))
    whom = actor.ask(question)
    economy.make_maneuver(play, actor)
    if _takes_action(play, whom):
        economy.take_action(play, actor)
    if mounts()[play.state.records[whom].profile].untrained and not _masters(play, actor):
        return
    play.happen(Rode(actor.id, whom))


def _masters(play: Play, actor: Model) -> bool:
    """Survival against two difficulty dice."""
    attempt = Attempt(play, actor, "survival", TAMING, Check("mount", actor.id))
    rolled: Roll = pools.throw(attempt, "mount.check", "Survival")
    if rolled.success > 0:
        return True
    play.note(actor.id, "the beast will not have it")
    if play.option["beasts-throw"] and (rolled.advantage <= -THROWN or rolled.despair):
        conditions.knock_down(play, actor.id)
    return False


def squares_beside(actor: Model) -> tuple[Cell, ...]:
    """The free squares into which a rider can get off, each a step away, and not out of a fight."""
    play = actor.play
    if grid.cell_of(play, actor.id) is None:
        return ()
    field = squares.field_of(play, actor.id)
    steps = {step.to for step in field.ground.steps(field.start)}
    free = squares.free(play, actor.id, neighbours(play.world.grid, field.start))
    return tuple(cell for cell in free if cell in steps and squares.stays_in_fight(play, actor.id, cell))


def dismount(play: Play, actor: Model) -> None:
    """Off it, into a square beside."""
    spot = squares.choose_square(actor, "dismount.to", f"Where does {actor.name} get off?", squares_beside, actor)
    economy.make_maneuver(play, actor)
    play.happen(Rode(actor.id))
    play.happen(Walked(actor.id, *spot, "dismounts"))


something_to_mount = some("There must be a mount or a gun next to it that nobody is on.", free_mounts)


@requirement("It must be on a mount.")
def mounted(actor: Model) -> bool:
    return actor.record.rides != NOBODY


room_beside = some("There must be a free square next to it.", squares_beside)
MOUNT = action("mount", (able, has_maneuver, on_its_feet, something_to_mount), mount, ours=(able, on_its_feet))
DISMOUNT = action("dismount", (able, has_maneuver, mounted, room_beside), dismount, ours=(able, room_beside))
