"""Embark: a unit on foot gets into a transport of its side that is near."""

from __future__ import annotations

from ....core.action import Action, requirement
from ....core.decision import Choose
from ....core.length import INCH
from ....core.naming import Names
from ..checks import transports
from ..checks.permissions import permitted
from ..checks.requirements import in_phase, on_table
from ..events.movement import WentAboard
from ..printed.words import action
from ..records.position import models, own
from ..records.unit import Unit
from ..records.world import Play


@requirement("It must be made of models that a transport carries.", fixed=True)
def carried(unit: Unit) -> bool:
    return transports.room_of(unit) > 0


@requirement("It must not have got out of a transport in this turn.")
def not_got_out(unit: Unit) -> bool:
    return not unit.record.has("got-out")


@requirement("It must not have made another consolidation move in this phase.")
def not_moved_on(unit: Unit) -> bool:
    return not unit.record.has("consolidated")


@requirement("A transport of its side with room for it must be near, which did not go flat out.")
def has_carrier(unit: Unit) -> bool:
    return bool(open_to(unit))


def open_to(unit: Unit) -> list[int]:
    """The transports that a unit may get into: all of it comes near enough to where one gets in by a short move, which
    no ground hinders."""
    play = unit.play
    reach = play.option["embark-reach"] * INCH + transports.NEAR
    return [
        hull
        for squad in own(play, unit.owner)
        if squad.mode != "flat-out"
        for hull in squad.members
        if (vehicle := play.world.kits[hull].vehicle) is not None
        and vehicle.capacity
        and all(transports.gap_to_access(play, hull, each.at) <= reach for each in models(play, unit.record))
        and transports.has_room(unit, hull)
    ]


def embark(play: Play, unit: Unit) -> None:
    """It is in the transport, off the table."""
    names = Names(play.world.names)
    question = Choose("transport", f"Into what does {unit.name} get?", lambda: open_to(unit), named=names)
    play.happen(WentAboard(unit.id, unit.pick(question)))


EMBARK: Action[Unit] = action(
    "embark",
    (
        carried,
        in_phase("consolidate"),
        on_table,
        not_got_out,
        not_moved_on,
        permitted("consolidate", "Its state and its last move must let it get in."),
        has_carrier,
    ),
    embark,
    ours=(not_got_out, not_moved_on, has_carrier),
)
