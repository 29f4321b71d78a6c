"""Transports: where one gets in and out, who has room in one, and who may shoot out of it."""

from __future__ import annotations

from msgspec import UNSET

from ....core.decision import Reasons
from ....core.length import INCH
from ....core.state import Placement
from ....core.structs import replace
from ....space.footprints import HullSide, middle_of
from ....space.sight import gap
from ..printed.units import Edge, Vehicle
from ..records.position import model, squads
from ..records.state import Squad
from ..records.unit import Unit
from ..records.world import Play

NEAR = 2 * INCH
"""How near to an access point, or to an open hull, one gets in and out."""
SIDES: dict[Edge, HullSide] = {
    "front": HullSide.FRONT, "left": HullSide.LEFT, "right": HullSide.RIGHT, "rear": HullSide.REAR,
}  # fmt: skip


def vehicle_of(play: Play, hull: int) -> Vehicle:
    """What a transport is."""
    vehicle = play.world.kits[hull].vehicle
    assert vehicle is not None, "only vehicles carry anybody"
    return vehicle


def carrier_of(unit: Unit) -> Unit:
    """The unit of the transport that a unit rides in."""
    return Unit(unit.play, model(unit.play, unit.record.aboard).unit)


def riders(play: Play, hull: int) -> list[Squad]:
    """The units that ride in a vehicle."""
    return [squad for squad in squads(play) if squad.where == "aboard" and squad.aboard == hull and squad.members]


def at_point(hull: Placement, x: int, y: int) -> Placement:
    """A point of a hull."""
    return replace(hull, x=x, y=y, radius=0, shape=UNSET)


def access_points(play: Play, hull: int) -> list[Placement]:
    """The points of a hull, where it stands or stood, at which one gets in and out."""
    at = model(play, hull).at
    return [at_point(at, *middle_of(at, SIDES[edge])) for edge in vehicle_of(play, hull).access]


def entrances(play: Play, hull: int) -> list[Placement]:
    """Where one gets in and out: the access points of a hull, or all of an open one."""
    return [model(play, hull).at] if vehicle_of(play, hull).is_a("open-topped") else access_points(play, hull)


def gap_to_access(play: Play, hull: int, at: Placement) -> int:
    """How far a model is from where it gets in: the nearest access point, or an open hull itself."""
    return min(gap(at, point) for point in entrances(play, hull))


def against_place(play: Play, hull: int, at: Placement, *, anywhere: bool) -> Reasons:
    """Why a model may not get out somewhere; `anywhere` round the hull in an emergency."""
    if anywhere:
        return () if gap(at, model(play, hull).at) <= NEAR else ('It must end within 2" of the hull.',)
    near = gap_to_access(play, hull, at) <= NEAR
    return () if near else ('It must end within 2" of where one gets out.',)


# ---- room ------------------------------------------------------------------------------------------------------------


def room_of(unit: Unit) -> int:
    """The room that a unit takes up, 0 for one that nobody carries."""
    rooms = [profile.room if (profile := kit.profile) is not None else 0 for kit in unit.kits]
    return sum(rooms) if all(rooms) else 0


def has_room(unit: Unit, hull: int) -> bool:
    """Whether there is room for a unit: in one vehicle ride one unit and independent characters."""
    play = unit.play
    aboard = [Unit(play, squad.id) for squad in riders(play, hull)]
    alone = all(each.ordinary == () for each in aboard) or not unit.ordinary
    return alone and sum(map(room_of, aboard)) + room_of(unit) <= vehicle_of(play, hull).capacity


# ---- shooting out ----------------------------------------------------------------------------------------------------


def fire_points(unit: Unit) -> int:
    """How many models of a unit aboard may shoot out of its transport: none of one that went fast, is in smoke of this
    turn, or whose crew is shaken or stunned; all that are left of it in an open one."""
    carrier = carrier_of(unit)
    fast = carrier.record.mode in ("surge", "fleet", "flat-out")
    if fast or carrier.record.has("smoke") or {"shaken", "stunned"} & set(carrier.hull_conditions):
        return 0
    points = vehicle_of(unit.play, unit.record.aboard).fire_points
    return len(unit.members) if points < 0 else points
