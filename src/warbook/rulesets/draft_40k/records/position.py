"""The position, asked in bulk: which units are on the table and whose they are, and where everything stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias, cast

from ....core.errors import WarbookError
from ....core.memo import Memoized
from ....core.state import Posture
from ....mechanics.position import layout as layout
from ....mechanics.position import memo_of
from ....space.footprints import corners
from ....space.layout import Layout
from ....space.layout import layout as lay_out
from ....space.shapes import disc
from ....space.terrain import Area
from .state import Course, Figure, Machine, Marker, Squad, State, Trooper, Volley
from .world import Play, World

Remains: TypeAlias = tuple[Literal["wreck", "crater"], Area]
"""What a vehicle has become, and the ground that this is."""


def derive(world: World, state: State) -> Layout:
    """Packs the placements of a position, which keeps them from then on, and the ground that wrecks are."""
    return lay_out(state, world.board, ground=tuple(area for _, area in remains_in(state)))


def remains_in(state: State) -> Iterator[Remains]:
    """The wrecks and craters of a position, which are difficult ground."""
    for record in state.records:
        if isinstance(record, Machine) and record.wrecked and (record.crater or record.at.posture != Posture.AWAY):
            at = record.at
            outline = corners(at) if at.shape else disc(at.x, at.y, at.radius)
            yield "crater" if record.crater else "wreck", Area(tuple(outline), at.z, 1, "difficult")


per_position: Memoized[Play] = Memoized(memo_of)
"""Decorates a function of a play and plain values that asks about nothing but where everybody is."""


@per_position
def remains(play: Play) -> tuple[Remains, ...]:
    """The wrecks and craters that there are."""
    return tuple(remains_in(play.state))


@per_position
def passable(play: Play) -> tuple[int, ...]:
    """The bodies that bar nobody's way: wrecks, which are ground, and flyers, which are above it."""
    wrecks = tuple(each.id for each in play.state.records if isinstance(each, Machine) and each.wrecked)
    return (*wrecks, *play.world.flyers)


def way_layout(play: Play) -> Layout:
    """The position as those who move come to it: without what bars nobody's way."""
    now = layout(play)
    return now.lifted(passing) if (passing := passable(play)) else now


def squads(play: Play) -> list[Squad]:
    """All units, wherever they are."""
    units = play.world.units
    return cast("list[Squad]", play.state.records[units.start : units.stop])


def squad(play: Play, unit: int) -> Squad:
    """A unit."""
    return play.state.record(Squad, unit)


def here(play: Play) -> list[Squad]:
    """The units on the table, each by itself or with those who have joined it."""
    return [each for each in squads(play) if each.where == "table"]


def own(play: Play, seat: int) -> list[Squad]:
    """The units of a seat on the table."""
    return [each for each in here(play) if each.owner == seat]


def foes(play: Play, seat: int) -> list[Squad]:
    """The units of the other seat on the table."""
    return [each for each in here(play) if each.owner != seat]


def enemies(play: Play, seat: int) -> list[int]:
    """The models of those units."""
    return [id for squad in foes(play, seat) for id in squad.members]


def markers(play: Play) -> list[Marker]:
    """The mission markers of this battle."""
    found = cast("list[Marker]", play.state.records[play.world.units.stop :])
    return [each for each in found if not each.spare]


def volley_of(play: Play) -> Volley:
    """The attack under way; a rule asks for it only while there is one."""
    volley = play.state.turn.volley
    assert volley is not None, "somebody is being shot at"
    return volley


def course_of(play: Play) -> Course:
    """The way of the tank that drives at the enemy; a rule asks for it only while there is one."""
    course = play.state.turn.course
    assert course is not None, "a tank drives at the enemy"
    return course


def model(play: Play, id: int) -> Trooper:
    """A model."""
    return cast(Trooper, play.state.records[id])


def named_model(play: Play, id: int) -> Trooper:
    """A model that is named by somebody who may be wrong.  Raises `WarbookError` where it is something else."""
    found = play.state.records[id]
    if not isinstance(found, Figure | Machine):
        raise WarbookError(f"There is no model {id}: that is something else.")
    return found


def models(play: Play, unit: Squad) -> list[Trooper]:
    """The living models of a unit, its leader first."""
    return [model(play, id) for id in unit.members]
