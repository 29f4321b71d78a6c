"""Which side of a hull is struck, and how hard it is there.

A shot strikes the side in whose arc it comes from, the arcs being divided by the diagonals of the hull; a blow strikes
the side that it comes to.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from ....core.state import Placement
from ....space.drives.riding import riders
from ....space.footprints import HullSide, facings, footprint, sides_touched
from ..records import Driver
from ..records.position import layout

NAMES = {HullSide.FRONT: "front", HullSide.LEFT: "left", HullSide.REAR: "rear", HullSide.RIGHT: "right"}


class Side(Struct, frozen=True):
    """A side of a hull, with the Toughness that it has there."""

    name: str
    toughness: int


def side_towards(driver: Driver, x: int, y: int) -> Side:
    """The side in whose arc a point lies: the middle of the attacker's base, or the hole of a blast."""
    return _side(driver, facing_towards(driver, x, y))


def facing_towards(driver: Driver, x: int, y: int) -> HullSide:
    """The same as a facing of the hull.  On the line between two it is the harder."""
    return max(facings(driver.at, x, y), key=driver.profile.toughness)


def side_beside(driver: Driver, attacker: int) -> Side:
    """The side that somebody beside a vehicle strikes at: the nearest, at a corner the harder of the two; whoever
    stands on it strikes where it is softest."""
    if attacker in riders(layout(driver.play), driver.id):
        return min(_sides(driver, HullSide), key=_toughness)
    other: Placement = driver.play.state.records[attacker].at
    return max(_sides(driver, sides_touched(driver.at, footprint(other))), key=_toughness)


def rear_of(driver: Driver) -> Side:
    """Its rear: where fire, gas and a fall get at it."""
    return Side(NAMES[HullSide.REAR], driver.profile.rear)


def _sides(driver: Driver, sides: Iterable[HullSide]) -> Iterable[Side]:
    return (_side(driver, side) for side in sides)


def _side(driver: Driver, side: HullSide) -> Side:
    return Side(NAMES[side], driver.profile.toughness(side))


def _toughness(side: Side) -> int:
    return side.toughness
