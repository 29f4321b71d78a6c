"""What vehicles fire: the arcs on which their mounts bear, and how many weapons by how fast they went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Literal, TypeAlias

from ....core.state import Placement
from ....space.arcs import Sector, sector
from ....space.shapes import stretched
from ..printed.units import Bearing
from ..records.position import model
from ..records.state import Machine, Mode
from ..records.unit import Unit

Gun: TypeAlias = tuple[int, int]
"""A weapon of a model by its number, and one of its ways of firing."""
Rate: TypeAlias = Literal["all", "one", "none"]
"""Everything; one weapon, and all that are small; or nothing."""

SMALL = 4
"""The most Strength of a weapon that is fired besides the one."""
FAST: dict[Mode, Rate] = {"stationary": "all", "advance": "all", "surge": "one"}
SLOW: dict[Mode, Rate] = {"stationary": "all", "advance": "one"}
"""By how a vehicle went in its last own turn; what is not here fires nothing."""


def arc_of(unit: Unit, id: int, number: int) -> Sector | None:
    """The sector on which a weapon of a vehicle bears; None for one that is not mounted."""
    bearings = unit.kit(id).bearings
    return bearing_sector(model(unit.play, id).at, bearings[number]) if bearings else None


def bearing_sector(at: Placement, bearing: Bearing) -> Sector:
    """The sector of a mount on a hull that stands so."""
    (ax, ay), (lx, ly) = stretched(at.fx, at.fy, bearing.ahead), stretched(-at.fy, at.fx, bearing.left)
    ahead, left = bearing.towards
    towards = (ahead * at.fx - left * at.fy, ahead * at.fy + left * at.fx)
    return sector((at.x + ax + lx, at.y + ay + ly), towards, bearing.degrees)


def is_whole(unit: Unit, id: int, number: int) -> bool:
    """Whether a weapon has not been destroyed."""
    record = model(unit.play, id)
    return not isinstance(record, Machine) or number not in record.lost


def rate_of(unit: Unit) -> Rate:
    """How much a vehicle fires: a flyer all, a walker all while it has not surged."""
    if unit.play.option["vehicles-fire-by"] == "mode" or unit.drives("walker"):
        return "all" if unit.record.mode in ("stationary", "advance") else "none"
    if unit.drives("flyer"):
        return "all"
    fast = unit.drives("fast") or unit.has("fires-as-fast")
    return (FAST if fast else SLOW).get(unit.record.mode, "none")


def sets_of(unit: Unit, id: int, able: Mapping[int, Sequence[Gun]]) -> list[tuple[Gun, ...]]:
    """The sets of weapons that a vehicle may fire together, of those that it can (by their numbers)."""
    guns = unit.kit(id).guns
    ordnance = [number for number in able if guns[number].kind == "ordnance"]
    others = [number for number in able if number not in ordnance]
    match rate_of(unit):
        case "none":
            return []
        case "all" if unit.drives("fast") or unit.drives("walker"):
            chosen = [others + ordnance]
        case "all":
            chosen = [others, *([number] for number in ordnance)]
        case _:
            chosen = [*_one_and_the_small(unit, id, others), *([number] for number in ordnance)]
    return [ways for numbers in chosen if numbers for ways in product(*(able[number] for number in numbers))]


def _one_and_the_small(unit: Unit, id: int, others: list[int]) -> list[list[int]]:
    """One weapon, or one more by a rule, with all that are small."""
    guns, count = unit.kit(id).guns, 1 + bool(unit.kit(id).has("second-target"))
    small = [number for number in others if guns[number].modes[0].strength <= SMALL]
    strong = [number for number in others if number not in small]
    return [[*each, *small] for each in combinations(strong, min(count, len(strong)))]
