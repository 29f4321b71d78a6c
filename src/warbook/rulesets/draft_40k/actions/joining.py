"""Join and Leave: an independent character becomes a part of a unit, which it leads, or is one by itself again."""

from __future__ import annotations

from ....core.action import Action, requirement
from ....core.decision import Choose, Reasons
from ....core.length import INCH
from ....core.naming import Names
from ..checks import sight
from ..checks.coherency import ON_FOOT
from ..checks.permissions import in_state_to, permitted
from ..checks.requirements import in_phase, on_table
from ..events.characters import Joined
from ..events.turns import DeedDone
from ..harm.characters import attached, leave
from ..movement.consolidating import move_by
from ..movement.joining import Joins
from ..movement.stepping_back import StepsAway
from ..printed.words import action
from ..records.position import own
from ..records.unit import Unit
from ..records.world import Play


@requirement("It must be an independent character.", fixed=True)
def character(unit: Unit) -> bool:
    return all(unit.kit(id).character for id in unit.card.models)


@requirement("It must neither have joined nor left a unit in this turn.")
def not_attached(unit: Unit) -> bool:
    return not unit.record.has("attached")


@requirement("It must be near enough to a unit that it can join.")
def has_host(unit: Unit) -> bool:
    return any(not against_host(unit, each.id) for each in own(unit.play, unit.owner))


def against_host(unit: Unit, other: int) -> Reasons:
    """Why a character may not join a unit."""
    play, host = unit.play, Unit(unit.play, other)
    if other == unit.id or host.crewed or host.card.entry.most == 1:
        return ("It must be another unit, of several models on foot.",)
    if not in_state_to(host, "consolidate"):
        return ("It must be neither locked in combat, nor falling back or suppressed.",)
    if sight.nearest(play, unit.id, other) > play.option["join-reach"] * INCH + ON_FOOT.gap:
        return ("It must be near enough.",)
    return ()


def join(play: Play, unit: Unit) -> None:
    """It moves up to the unit, becomes a part of it and leads it."""
    question = Choose(
        "host", f"Whom does {unit.name} join?", lambda: [each.id for each in own(play, unit.owner)],
        refuse=lambda other: against_host(unit, other), named=Names(play.world.names),
    )  # fmt: skip
    host = Unit(play, unit.pick(question))
    way = Joins(play, unit, host)
    if not way.possible:
        play.note(unit.id, "it finds no way to them")
        play.happen(DeedDone(unit.id, "attached"))
        return
    move_by(play, unit, way, "closes up")
    play.happen(Joined(unit.id, host.id))


@requirement("A character must have joined it, and not in this turn.")
def has_guest(unit: Unit) -> bool:
    return any(not each.has("attached") for each in attached(unit.play, unit.id))


def part(play: Play, unit: Unit) -> None:
    """A character goes more than two inches away from all of the unit, and is one by itself again."""
    guests = {play.world.card(each.id).models[0]: each.id for each in attached(play, unit.id)}
    free = [id for id, own in guests.items() if not Unit(play, own).record.has("attached")]
    id = unit.pick(Choose("guest", f"Who leaves {unit.name}?", lambda: free, named=Names(play.world.names)))
    way = StepsAway(
        "leave", f"Where does {play.world.names[id]} go?", play, unit, (id,),
        [other for other in unit.members if other != id],
        reach=play.option["join-reach"] * INCH, clear=ON_FOOT.gap, refused='It must end more than 2" from all of it.',
    )  # fmt: skip
    if not way.possible:
        play.note(unit.id, "there is no room beside it")
        play.happen(DeedDone(guests[id], "attached"))
        return
    move_by(play, unit, way, "consolidates")
    leave(play, unit, guests[id])


IN_PHASE = in_phase("prepare", "consolidate")
FREE = permitted("consolidate", "Its state and its last move must let it consolidate.")
JOIN: Action[Unit] = action(
    "join", (character, IN_PHASE, on_table, not_attached, FREE, has_host), join, ours=(not_attached, has_host)
)
LEAVE: Action[Unit] = action("leave", (IN_PHASE, on_table, FREE, has_guest), part, ours=(has_guest,))
