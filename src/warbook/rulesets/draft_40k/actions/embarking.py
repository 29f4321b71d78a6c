"""Embark: a unit on foot gets into a transport of its side that is near."""

from __future__ import annotations

from ....core.action import Action, requirement
from ....core.decision import Choose
from ....core.length import INCH
from ....core.naming import Names
from ....space.reach import reach
from ....space.routes import trace
from ....space.rules import Mode
from ....space.shapes import stretched
from ....space.sight import gap
from ....space.walked import Walked
from ..checks import transports
from ..checks.permissions import permitted
from ..checks.requirements import in_phase, on_table
from ..events.movement import WentAboard
from ..movement import consolidating
from ..printed.words import action
from ..records.position import models, own, way_layout
from ..records.state import Trooper
from ..records.unit import Unit
from ..records.world import Play

FINE = INCH // 4
"""How far apart the places are that are tried on the way around somebody."""


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
    no ground hinders, but who is in the way."""
    play = unit.play
    return [
        hull
        for squad in own(play, unit.owner)
        if squad.mode != "flat-out"
        for hull in squad.members
        if (vehicle := play.world.kits[hull].vehicle) is not None
        and vehicle.capacity
        and transports.has_room(unit, hull)
        and all(comes_near(unit, each, hull) for each in models(play, unit.record))
    ]


def comes_near(unit: Unit, member: Trooper, hull: int) -> bool:
    """Whether a model of a unit comes near enough to where one gets in: straight on, or around who is in the way."""
    play, distance = unit.play, unit.play.option["embark-reach"] * INCH
    short = transports.gap_to_access(play, hull, member.at) - transports.NEAR
    if short <= 0:
        return True
    if short > distance:
        return False
    now, rules = way_layout(play).lifted(unit.members), consolidating.rules_of(play, unit, distance)
    nearest = min(transports.entrances(play, hull), key=lambda at: gap(member.at, at))
    dx, dy = stretched(nearest.x - member.at.x, nearest.y - member.at.y, short)
    straight = (member.at.x + dx, member.at.y + dy, member.at.z, int(Mode.WALK))
    if isinstance(trace(play.world.board, now, member.id, (straight,), rules), Walked):
        return True
    found = reach(play.world.board, now, member.id, rules, pitch=FINE)
    ends = (member.at.moved_to(found.point(node)) for node in found.nodes())
    return any(transports.gap_to_access(play, hull, at) <= transports.NEAR for at in ends)


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
