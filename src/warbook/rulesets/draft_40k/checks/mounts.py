"""What vehicles fire: the arcs on which their mounts bear, and how many weapons by how fast they went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Literal, TypeAlias

from ....core.effect import has_effect
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
    chosen = for_two_targets(unit, id, able) if unit.has("second-target") else together(unit, id, list(able))
    return [ways for numbers in chosen if numbers for ways in product(*(able[number] for number in numbers))]


def together(unit: Unit, id: int, able: Sequence[int]) -> list[list[int]]:
    """The most that a vehicle may fire of some weapons, by how it went: sets of their numbers."""
    guns = unit.kit(id).guns
    ordnance = [number for number in able if guns[number].kind == "ordnance"]
    others = [number for number in able if number not in ordnance]
    match rate_of(unit):
        case "none":
            return []
        case "all" if unit.drives("fast") or unit.drives("walker"):
            return [others + ordnance]
        case "all":
            return [others, *([number] for number in ordnance)]
    small = [number for number in others if guns[number].modes[0].strength <= SMALL]
    strong = [number for number in others if number not in small]
    return [*([[one, *small] for one in strong] or [small]), *([number] for number in ordnance)]


# ---- a second target -------------------------------------------------------------------------------------------------


def fired_mark(number: int) -> str:
    """What is on a vehicle that may fire at two targets for each weapon that it has fired in this turn."""
    return f"fired-{number}"


def fired(unit: Unit, id: int) -> set[int]:
    """The weapons that a vehicle which may fire at two targets has fired in this turn."""
    return {number for number in range(len(unit.kit(id).guns)) if has_effect(unit.play.state, id, fired_mark(number))}


def for_two_targets(unit: Unit, id: int, able: Mapping[int, Sequence[Gun]]) -> list[list[int]]:
    """What a vehicle fires that has one weapon more than it might, and may fire that at another target: first as much
    as it can, or all of that but one; then the one that it has kept back."""
    whole = [number for number in range(len(unit.kit(id).guns)) if is_whole(unit, id, number)]
    usual = together(unit, id, whole) or [[]]
    most = {frozenset({*each, one}) for each in usual for one in [number for number in whole if number not in each]}
    most |= {frozenset(each) for each in usual if len(each) == len(whole)}
    before = fired(unit, id)
    if before or unit.record.has("shot-again"):
        left = sorted({one for each in most if before <= each for one in each - before})
        return [[one] for one in left if one in able]
    sets = {frozenset(each & able.keys()) for each in most}
    sets |= {each - {one} for each in sets for one in each}
    return [sorted(each) for each in sorted(sets, key=lambda each: (-len(each), sorted(each)))]
