"""What a model may fire at a unit: with which weapons, how many shots, and why not."""

from __future__ import annotations

from itertools import combinations, product

from ....core.length import INCH
from ....space.arcs import Sector
from ..printed.catalogue import Mode, Weapon
from ..records.unit import Unit
from . import mounts, sight, transports
from .beginnings import NEAR, began_close
from .jinking import has_jinked
from .mounts import Gun
from .permissions import verdict
from .powers import has_shot_by_power

SERVES = 2 * INCH
"""How near to a gun of artillery one serves it."""
RAPID = 12 * INCH
"""Within which a rapid fire weapon fires twice."""


def moved(unit: Unit) -> bool:
    """Whether a unit counts as having moved when it shoots; what vehicles may fire then stands in `mounts`.  To fall
    back and to regroup are consolidation moves, which count for nothing, unless the table has it otherwise; those who
    ride have moved if their transport has."""
    if unit.crewed or unit.has("relentless") or unit.has("slow-and-purposeful"):
        return False
    if unit.record.has("fell-back"):
        return unit.play.option["fall-back-fire"] == "moved"
    mover = transports.carrier_of(unit) if unit.record.where == "aboard" else unit
    return mover.record.mode != "stationary" and not mover.record.has("regrouped")


def shots_of(unit: Unit, id: int, weapon: Weapon, mode: Mode, target: int, arc: Sector | None = None) -> int:
    """How many shots a model has with a weapon at a unit (or times a D3 of them), 0 where it has none."""
    play = unit.play
    blind = is_blind(mode)
    if weapon.range == NEAR and began_close(unit):
        return 0
    if not sight.reached(play, id, unit.id, target, weapon.range, weapon.nearest, arc, blind=blind):
        return 0
    if needs_aim(weapon, mode) and is_snapped(unit, mode, target):
        return 0
    shots = 1 if mode.shots == "D3" else mode.shots
    match weapon.kind:
        case "rapid-fire":
            if sight.reached(play, id, unit.id, target, min(RAPID, weapon.range), arc=arc):
                return 2 * shots
            return 0 if moved(unit) else shots
        case "heavy":
            return shots if not moved(unit) or (play.option["heavy-moved-snaps"] and not needs_aim(weapon, mode)) else 0
        case "ordnance":
            return 0 if moved(unit) else shots
    return shots


def is_snapped(unit: Unit, mode: Mode, target: int) -> bool:
    """Whether a unit could fire nothing but snap shots at another."""
    aloft = not mode.has("skyfire") and Unit(unit.play, target).drives("flyer")
    return aloft or verdict(unit, "shoot")[0] == "s" or has_jinked(unit)


def is_blind(mode: Mode) -> bool:
    """Whether a shot needs no sight of what it is fired at."""
    return bool(mode.has("unseen") or mode.has("barrage"))


def has_marker(weapon: Weapon, mode: Mode) -> bool:
    """Whether a shot is laid out with a template, or a marker."""
    return weapon.template or mode.blast > 0


def needs_aim(weapon: Weapon, mode: Mode) -> bool:
    """Whether something can never be fired as a snap shot, nor hits what flies."""
    return has_marker(weapon, mode) or weapon.kind == "ordnance"


def spent(unit: Unit, id: int, number: int) -> bool:
    """Whether a weapon that serves once in a battle has served; of several of a kind the first served first."""
    guns = unit.kit(id).guns
    weapon = guns[number]
    if not any(mode.has("one-shot") for mode in weapon.modes):
        return False
    return sum(gun.id == weapon.id for gun in guns[:number]) < unit.record.spent.count((id, weapon.id))


def is_served(unit: Unit, gun: int) -> bool:
    """Whether somebody of the crew serves a gun of artillery, within two inches of it: one for each that fires."""
    free = [id for id in unit.members if not unit.kit(id).gun]
    for each in unit.guns:
        server = next((id for id in free if sight.within(unit.play, id, each, SERVES)), None)
        if each == gun:
            return server is not None
        if server is not None:
            free.remove(server)
    return False


def guns(unit: Unit, id: int, target: int) -> dict[Gun, int]:
    """What a model can fire at a unit, with how many shots (see `shots_of`)."""
    found: dict[Gun, int] = {}
    if has_shot_by_power(unit, id) or (unit.kit(id).gun and not is_served(unit, id)):
        return found
    for number, weapon in enumerate(unit.kit(id).guns):
        if mounts.is_whole(unit, id, number) and not spent(unit, id, number):
            arc = mounts.arc_of(unit, id, number)
            for way, mode in enumerate(weapon.modes):
                if shots := shots_of(unit, id, weapon, mode, target, arc):
                    found[number, way] = shots
    return found


def at_once(unit: Unit, id: int) -> int:
    """How many weapons a model on foot fires in one attack."""
    return 2 if unit.is_a("monster") or unit.kit(id).has("two-weapons") else 1


def choices(unit: Unit, id: int, target: int) -> list[tuple[Gun, ...]]:
    """The sets of weapons that a model may fire together at a unit, as many as it can."""
    able: dict[int, list[Gun]] = {}
    for gun in guns(unit, id, target):
        able.setdefault(gun[0], []).append(gun)
    if unit.crewed:
        return mounts.sets_of(unit, id, able)
    count = min(at_once(unit, id), len(able))
    sets = combinations(able, count) if count else ()
    return [ways for numbers in sets for ways in product(*(able[number] for number in numbers))]
