"""Close combat: when a model strikes, how often, with what, and the numbers that it needs."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ....core.structs import replace
from ..printed.catalogue import Blade
from ..printed.tables import AUTOMATIC, NEVER, deadliness, to_hit_in_combat, to_wound
from ..records.position import squad
from ..records.state import NOBODY, Mode
from ..records.unit import Unit
from .hitting import Needed
from .powers import is_under, left

LAST = 1
FIRST_OF_ALL = 10
STRONGEST = 10
OF_MODE: dict[Mode, int] = {"stationary": AUTOMATIC, "advance": 4, "surge": 6, "fleet": 6, "flat-out": 6}
"""What a blow at a vehicle needs that does not strike back, by how it moved."""


class Attack(Struct, frozen=True):
    """The attacks of models that are alike at one unit: how many dice, what they need to hit and to wound, the level of
    instant death of a wound, and whether armour helps (never, or not against a 6); against a walker their Strength and
    how many dice are rolled to penetrate; and the psyker whose force weapon it is.  Where it is
    aimed at a part of the unit, it goes `among` these."""

    who: int
    dice: int
    hit: Needed
    wound: Needed
    death: int = 0
    pierces: bool = False
    rends: bool = False
    strength: int = 0
    penetrating: int = 1
    force: int = NOBODY
    among: tuple[int, ...] = ()


def initiative_of(unit: Unit, id: int) -> int:
    """The Initiative at which a model strikes."""
    kit, record = unit.kit(id), unit.record
    if (blade := blade_of(unit, id)) is not None and blade.last:
        return LAST
    charged = record.has("charged")
    if charged and record.has("hindered") and not kit.has("assault-grenades") and faces_steady(unit):
        return LAST
    if charged and record.has("late") and unit.play.option["charge-locked-i10"]:
        return FIRST_OF_ALL
    value = kit.card.i + (charged and bool(kit.has("furious-charge")))
    return max(LAST, min(FIRST_OF_ALL, value + 2 * (charged and bool(kit.has("impetus")))))


def faces_steady(unit: Unit) -> bool:
    """Whether somebody whom a unit fights is not suppressed."""
    return any(squad(unit.play, foe).morale != "suppressed" for foe in unit.record.locked)


def blade_of(unit: Unit, id: int) -> Blade | None:
    """The weapon that a model strikes with."""
    return best_of(unit.kit(id).blades)


def best_of(blades: Sequence[Blade]) -> Blade | None:
    """Of several weapons the one that armour helps least against; grenades are thrown instead of all others."""
    return max((blade for blade in blades if not blade.grenade), key=worth, default=None)


def worth(blade: Blade) -> tuple[bool, bool, bool, bool]:
    """What makes a weapon the better one, for whoever has several."""
    return blade.pierces, blade.doubled, blade.rending, blade.wounds_on > 0


def strength_with(blade: Blade | None, own: int) -> int:
    """The Strength of a blow with a weapon, of whoever has so much of their own."""
    return min(STRONGEST, own * (2 if blade and blade.doubled else 1))


def attacks_of(unit: Unit, models: tuple[int, ...], target: Unit, among: tuple[int, ...] = ()) -> Attack:
    """The attacks of models that are alike at a unit, or at some of it."""
    id, option = models[0], unit.play.option
    kit, blade, charged = unit.kit(id), blade_of(unit, id), unit.record.has("charged")
    more = bonus_of_charge(unit, target) + bonus_of_countering(unit) + two_weapons(unit, id)
    each = max(1, kit.card.a + more - hampered(unit))
    own = kit.card.s + (charged and bool(kit.has("furious-charge")))
    strength = strength_with(blade, own)
    hit = blows_need(unit, id, target, among)
    dice = each * len(models)
    if target.crewed:
        hull = blade.hull_strength if blade and blade.hull_strength else strength
        penetrating = 2 if unit.is_a("monster") else blade.dice if blade else 1
        return Attack(unit.id, dice, hit, Needed(NEVER), strength=hull, penetrating=penetrating)
    toughness = target.characteristic("t", among)
    need = to_wound(strength, toughness, option["always-wound-on-6"])
    if blade is not None and (printed := blade.wounds_on or blade.poisoned):
        need = min(need, printed)
    again = (blade is not None and blade.reroll_wounds) or is_under(target, "ill-omen")
    return Attack(
        unit.id,
        dice,
        hit,
        Needed(need, need if again else NEVER, (f"Strength {strength}", f"Toughness {toughness}")),
        deadliness(strength, target.characteristic("t_bare", among), option["instant-death"]),
        bool((blade and blade.pierces) or unit.is_a("monster")),
        bool(blade and blade.rending),
        strength,
        force=id if blade is not None and blade.force and left(unit.play, id) else NOBODY,
        among=among,
    )


def blows_need(unit: Unit, id: int, target: Unit, among: tuple[int, ...] = ()) -> Needed:
    """What the blows of a model need to hit: some weapons roll a 1 again, a pair of them all misses."""
    number, because = number_to_hit(unit, id, target, among)
    kit, blade = unit.kit(id), blade_of(unit, id)
    rolled = blade.rerolls if blade is not None else "none"
    if kit.has("preferred-enemy") or (blade is not None and blade.two_reroll and kit.blades.count(blade) > 1):
        rolled = "misses"
    again = number if rolled != "none" and number > AUTOMATIC else NEVER
    return Needed(number, again, (because,), only_ones=again < NEVER and rolled == "ones")


def number_to_hit(unit: Unit, id: int, target: Unit, among: tuple[int, ...] = ()) -> tuple[int, str]:
    """What a blow of a model needs at a unit, and why: a vehicle that does not strike back is the harder to hit the
    faster it went."""
    if not target.on_foot:
        mode = "stationary" if "immobilised" in target.hull_conditions else target.record.mode
        return OF_MODE[mode], f"it was {mode}" if mode == "stationary" else f"its mode was {mode}"
    mine, theirs = unit.kit(id).card.ws, weapon_skill(target, among)
    number = to_hit_in_combat(mine, theirs, unit.play.option["ws-table"])
    return number, f"Weapon Skill {mine} against {theirs}"


def with_grenades(attack: Attack, models: int, grenade: Blade) -> Attack:
    """The attacks of so many models at a vehicle with grenades: one each."""
    return replace(attack, dice=models, strength=grenade.hull_strength, penetrating=grenade.dice)


def weapon_skill(target: Unit, among: tuple[int, ...] = ()) -> int:
    """The Weapon Skill that blows at a unit are compared with: that of most of it, or of a walker."""
    return target.kits[0].card.ws if target.crewed else target.characteristic("ws", among)


def hampered(unit: Unit) -> int:
    """One attack less for a walker that is stunned or cannot move."""
    return int(unit.crippled)


def bonus_of_charge(unit: Unit, target: Unit) -> int:
    """One more attack for who has charged, unless the enemy has defensive grenades and is not suppressed."""
    return int(unit.record.has("charged") and not (target.has("defensive-grenades") and not target.suppressed))


def bonus_of_countering(unit: Unit) -> int:
    """One more attack for who was charged and has met the charge."""
    return int(unit.record.has("countered"))


def two_weapons(unit: Unit, id: int) -> int:
    """One more attack for two weapons of one hand each; a pistol is one."""
    kit = unit.kit(id)
    blades = sum(blade.hands == 1 and not blade.grenade for blade in kit.blades)
    pistols = sum(gun.kind == "pistol" for gun in kit.guns)
    arms = sum(blade.arm for blade in kit.blades)
    return max(0, arms - 1) + int(blades + pistols >= 2)
