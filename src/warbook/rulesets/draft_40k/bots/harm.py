"""What models may do to others, roughly: the wounds that they are likely to cause with shots and with blows.

For players that look one action ahead.  No rule rests on it: dice are read as averages, and who stands where is the
position's to say.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from ..checks.firing import RAPID
from ..checks.striking import best_of, strength_with
from ..checks.wounding import SNIPER
from ..printed.catalogue import Blade, Mode, Weapon
from ..printed.tables import NEVER, pierces, to_hit, to_hit_in_combat, to_wound
from ..printed.units import Profile, Vehicle

KNOWN = 1 << 12
SIDES_OF_DIE = 6
SPREAD = 2.0  # those whom a marker or a template hits for each that a shot would
HULL = 0.4  # of a vehicle is lost to a hit that goes through
GLANCE = 0.15  # to one that glances off
D3 = 2.0  # on an average

Card: TypeAlias = Profile | Vehicle


def chance(number: int) -> float:
    """That a die shows a number or more."""
    return max(0.0, min(1.0, (SIDES_OF_DIE + 1 - number) / SIDES_OF_DIE))


@lru_cache(maxsize=KNOWN)
def shooting(card: Card, guns: tuple[Weapon, ...], target: Profile | Vehicle) -> tuple[tuple[int, float], ...]:
    """What part of a target a model takes with its best weapon at each of some ranges, the farthest first."""
    reaches = sorted({weapon.range for weapon in guns} | {RAPID}, reverse=True)
    found = []
    for reach in reaches:
        able = (weapon for weapon in guns if weapon.range >= reach)
        best = max(
            (volley(card.bs, weapon, mode, reach, target) for weapon in able for mode in weapon.modes), default=0
        )
        if best:
            found.append((reach, best))
    return tuple(found)


def volley(skill: int, weapon: Weapon, mode: Mode, distance: int, target: Card) -> float:
    """What part of a target the shots of a weapon take at a distance."""
    shots = D3 if mode.shots == "D3" else float(mode.shots)
    if weapon.kind == "rapid-fire" and distance <= RAPID:
        shots *= 2
    if mode.blast or weapon.template:
        shots *= SPREAD if isinstance(target, Profile) else 1.0
    hits = shots * (1.0 if weapon.template else chance(to_hit(skill)[0]))
    if isinstance(target, Vehicle):
        return hits * against_hull(mode.strength, target.armour[0])
    number = SNIPER if mode.has("sniper") else to_wound(mode.strength, target.t)
    return hits * chance(number) * unsaved(mode.ap, target) / target.w


@lru_cache(maxsize=KNOWN)
def fighting(card: Card, blades: tuple[Blade, ...], target: Card) -> float:
    """What part of a target the blows of a model take in a round of combat."""
    blade = best_of(blades)
    strength = strength_with(blade, card.s)
    if isinstance(target, Vehicle) and not target.is_a("walker"):
        grenades = [each.hull_strength for each in blades if each.hull_strength]
        return max(card.a, 1) * against_hull(max([strength, *grenades]), target.armour[2])
    hits = max(card.a, 1) * chance(to_hit_in_combat(card.ws, target.ws))
    if isinstance(target, Vehicle):
        return hits * against_hull(strength, target.armour[0])
    pierced = 1 if blade and blade.pierces else 0
    return hits * chance(to_wound(strength, target.t)) * unsaved(pierced, target) / target.w


def against_hull(strength: int, armour: int) -> float:
    """What part of a vehicle a hit takes."""
    needed = armour - strength
    if needed > SIDES_OF_DIE:
        return 0.0
    return chance(needed + 1) * HULL + (chance(needed) - chance(needed + 1)) * GLANCE


def unsaved(ap: int, target: Profile) -> float:
    """How likely a wound is not saved."""
    armour = NEVER if not target.sv or pierces(ap, target.sv) else target.sv
    return 1.0 - chance(min(armour, target.inv or NEVER))
