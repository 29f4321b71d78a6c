"""What a model may fire at a unit: with which weapons, how many shots, and why not."""

from __future__ import annotations

from itertools import combinations, product
from typing import TypeAlias

from ....core.length import INCH
from ..printed.catalogue import Mode, Weapon
from ..records.unit import Unit
from . import sight

RAPID = 12 * INCH
"""Within which a rapid fire weapon fires twice."""
Gun: TypeAlias = tuple[int, int]
"""A weapon of a model by its number, and one of its ways of firing."""


def moved(unit: Unit) -> bool:
    """Whether a unit counts as having moved when it shoots."""
    return unit.record.mode != "stationary" and not unit.has("relentless") and not unit.has("slow-and-purposeful")


def shots_of(unit: Unit, id: int, weapon: Weapon, mode: Mode, target: int) -> int:
    """How many shots a model has with a weapon at a unit, 0 where it has none; those of a D3 count as 3."""
    play = unit.play
    if not sight.reached(play, id, unit.id, target, weapon.range, weapon.nearest):
        return 0
    shots = 3 if mode.shots == "D3" else mode.shots
    match weapon.kind:
        case "rapid-fire":
            if sight.reached(play, id, unit.id, target, min(RAPID, weapon.range)):
                return 2 * shots
            return 0 if moved(unit) else shots
        case "heavy" | "ordnance":
            return 0 if moved(unit) else shots
    return shots


def spent(unit: Unit, id: int, weapon: Weapon, mode: Mode) -> bool:
    """Whether a weapon that serves once in a battle has served."""
    return bool(mode.has("one-shot")) and f"{id}:{weapon.id}" in unit.record.spent


def guns(unit: Unit, id: int, target: int) -> list[Gun]:
    """What a model can fire at a unit."""
    return [
        (number, way)
        for number, weapon in enumerate(unit.kit(id).guns)
        for way, mode in enumerate(weapon.modes)
        if not spent(unit, id, weapon, mode) and shots_of(unit, id, weapon, mode, target)
    ]


def at_once(unit: Unit, id: int) -> int:
    """How many weapons a model fires in one attack."""
    return 2 if unit.is_a("monster") or unit.kit(id).has("two-weapons") else 1


def choices(unit: Unit, id: int, target: int) -> list[tuple[Gun, ...]]:
    """The sets of weapons that a model may fire together at a unit, as many as it can."""
    found: dict[int, list[Gun]] = {}
    for gun in guns(unit, id, target):
        found.setdefault(gun[0], []).append(gun)
    count = min(at_once(unit, id), len(found))
    return (
        [ways for chosen in combinations(found, count) for ways in product(*(found[n] for n in chosen))]
        if count
        else []
    )
