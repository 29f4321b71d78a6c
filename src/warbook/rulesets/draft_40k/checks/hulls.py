"""Hulls: which side of a vehicle is shot at, how thick its armour is there, and whether enough of it is hidden."""

from __future__ import annotations

from ....core.state import Placement
from ....space import footprints, hull_sight, sight
from ....space.footprints import HullSide
from ....space.shapes import cross, dot
from ..printed.catalogue import Mode
from ..printed.tables import cover_of
from ..records.position import layout, model
from ..records.state import Machine
from ..records.unit import Unit
from ..records.world import Play
from .jinking import JINKS, jinks
from .sight import HALF, stand
from .sight import viewer as looks

FRONT, SIDE, REAR = 0, 1, 2
OF_HULL = {HullSide.FRONT: FRONT, HullSide.LEFT: SIDE, HullSide.RIGHT: SIDE, HullSide.REAR: REAR}
WORDS = ("front", "side", "rear")
LANCED = 12
"""The most that armour counts for against a lance."""
DEFLECTED = 8
"""The most Strength that goes past a deflector, in front and at the sides."""
IN_SMOKE = 4
AROUND_A_CORNER = 3
"""The cover save of a vehicle that is shot at on a side before which the shooter does not stand."""


def side_towards(at: Placement, x: int, y: int) -> int:
    """Which side of a vehicle a point lies on: by the diagonals of its hull, or of the square around a round base."""
    if at.shape:
        return OF_HULL[footprints.facing(at, x, y)]
    dx, dy = x - at.x, y - at.y
    ahead, aside = dot(at.fx, at.fy, dx, dy), abs(cross(at.fx, at.fy, dx, dy))
    return SIDE if aside > abs(ahead) else FRONT if ahead >= 0 else REAR


def armour_of(unit: Unit, id: int, side: int, mode: Mode | None = None) -> int:
    """The armour of a vehicle on a side, as far as it counts against a shot."""
    vehicle = unit.kit(id).vehicle
    assert vehicle is not None, "only vehicles have armour"
    armour = vehicle.armour[side]
    return min(armour, LANCED) if mode is not None and mode.has("lance") else armour


def strength_against(unit: Unit, id: int, side: int, mode: Mode) -> int:
    """The Strength of a shot against a vehicle: a sniper's is 3."""
    strength = mode.strength or 3
    return min(strength, DEFLECTED) if deflects(unit, id, side) else strength


def deflects(unit: Unit, id: int, side: int) -> bool:
    """Whether a deflector is in the way."""
    return side != REAR and bool(unit.kit(id).has("deflector"))


def seen_side(play: Play, unit: Unit, id: int, shooter: int) -> tuple[int, int]:
    """The side of a vehicle that a model shoots at, and the cover that it has there; where nothing is seen of the side
    that it stands before it shoots at the other one that it sees, which counts as better covered."""
    at, viewer = model(play, id).at, stand(play, shooter)
    side, cover = side_towards(at, viewer.x, viewer.y), cover_of_hull(play, unit, id, shooter)
    if at.shape:
        look = look_at(play, id, shooter)
        if look.hidden >= sight.PARTS and look.beside is not None and look.hidden_beside < sight.PARTS:
            return OF_HULL[look.beside], min(AROUND_A_CORNER, cover or AROUND_A_CORNER)
    return side, cover


def cover_of_hull(play: Play, unit: Unit, id: int, shooter: int) -> int:
    """The cover save of a vehicle against the shots of a model, 0 for none: half of the side that is shot at is hidden,
    it is in smoke, it is a flyer that jinks, or a skimmer that has gone flat out."""
    machine = play.state.record(Machine, id)
    kit, squad = unit.kit(id), unit.record
    assert kit.vehicle is not None, "a machine is a vehicle"
    fast = kit.vehicle.is_a("skimmer") and squad.mode == "flat-out" and not machine.immobilised
    saves = [IN_SMOKE] * (machine.smoke == "on" or fast) + [JINKS] * jinks(unit)
    saves += [cover_of("wall")] * half_hidden(play, id, shooter)
    return min(saves, default=0)


def half_hidden(play: Play, id: int, shooter: int) -> bool:
    """Whether half or more of the side that somebody shoots at is hidden from them."""
    if model(play, id).at.shape:
        return look_at(play, id, shooter).hidden >= HALF
    return sight.hidden(layout(play), play.world.board, looks(play, shooter), id) >= HALF


def look_at(play: Play, id: int, shooter: int) -> hull_sight.Look:
    """What a model sees of a hull."""
    viewer = stand(play, shooter)
    eye = (viewer.x, viewer.y, viewer.z + viewer.height)
    return hull_sight.look_at_hull(
        layout(play), play.world.board, eye, id, looks(play, shooter), (), (viewer.x, viewer.y)
    )
