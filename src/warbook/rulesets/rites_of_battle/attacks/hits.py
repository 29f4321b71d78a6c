"""Hits: the damage of each, what soak leaves of it, and what it does to whoever is hit."""

from __future__ import annotations

from ..checks import squares
from ..events.checks import HitLanded
from ..harm import conditions, injuries, mounts, wounds
from ..printed import catalogue
from ..printed.catalogue import Quality, Weapon
from ..records import Check, Hit, Model, Play
from ..records.effects import Condition
from ..records.position import check_under_way

FORCED = 2  # damage for a point in a force weapon
ARMOUR = 10  # points of soak that a point of Breach goes through


def land(play: Play, check: Check, whom: int, slot: int) -> None:
    """One hit, which whoever is hit may lessen."""
    who = Model(play, check.who)
    base = damage_of(play, who, who.weapon(slot), whom) + check.success
    struck = struck_at(play, check, whom)
    play.happen(HitLanded(check.who, struck, Hit(struck, slot, base)))


def struck_at(play: Play, check: Check, whom: int) -> int:
    """What a hit on somebody strikes: what it rides, where the attack is made at that."""
    return play.state.records[whom].rides if check.at_mount and whom == check.target else whom


def damage_of(play: Play, who: Model, weapon: Weapon, whom: int) -> int:
    """What a hit does besides its net successes: the weapon, Strength in melee, and talents."""
    base = weapon.damage + weapon.has("superior")
    if weapon.melee:
        return base + who.characteristic("strength") + who.talent("feral-strength") + _of_skill(who, weapon)
    if weapon.skill == "discipline":
        return base  # no gun
    band = squares.band_of(play, squares.apart(play, who.id, whom))
    near = who.talent("point-blank") if band in ("engaged", "short") else 0
    far = who.talent("barrage") if band in ("medium", "long") else 0
    return base + near + far + _of_skill(who, weapon)


def _of_skill(who: Model, weapon: Weapon) -> int:
    return who.ranks(weapon.skill) if who.talent("deadly-accuracy") else 0


def soak_against(play: Play, whom: Model, weapon: Weapon, more_pierce: int = 0) -> int:
    """The soak that is left against a weapon."""
    if whom.kit.armour.reinforced:
        return whom.soak
    return max(0, whom.soak - _through(weapon, more_pierce))


def soak_of_mount(play: Play, mount: int, weapon: Weapon, more_pierce: int = 0) -> int:
    """The soak of a mount that is left against a weapon."""
    return max(0, catalogue.mounts()[play.state.records[mount].profile].soak - _through(weapon, more_pierce))


def _through(weapon: Weapon, more_pierce: int) -> int:
    return weapon.has("pierce") + more_pierce + ARMOUR * weapon.has("breach")


def past_soak(play: Play, check: Check, hit: Hit) -> int:
    """The damage of a hit that soak does not stop."""
    weapon = Model(play, check.who).weapon(hit.slot)
    damage = max(0, hit.base + FORCED * check.points - hit.lessened)
    if is_mount(play, hit.whom):
        return max(0, damage - soak_of_mount(play, hit.whom, weapon, check.points))
    return max(0, damage - soak_against(play, Model(play, hit.whom), weapon, check.points))


def is_mount(play: Play, id: int) -> bool:
    """Whether what is hit is something that somebody rides."""
    return id >= play.world.count


def stuns(check: Check, weapon: Weapon, whom: Model) -> bool:
    """Whether the damage of an attack is strain."""
    ion = weapon.has("ion") and whom.talent("machine")
    return check.mode == "stun" or bool(weapon.has("stun-damage") or ion)


# ---- what a hit does -------------------------------------------------------------------------------------------------


def carry_out(play: Play, number: int) -> None:
    """One hit of the attack under way: soak, wounds, critical injuries."""
    check = check_under_way(play)
    hit = check.hits[number]
    if is_mount(play, hit.whom):
        mounts.wound(play, hit.whom, past_soak(play, check, hit), check.who)
        return
    if not play.state.records[hit.whom].here:
        return
    who = Model(play, check.who)
    weapon, taken = who.weapon(hit.slot), past_soak(play, check, hit)
    if taken and stuns(check, weapon, Model(play, hit.whom)):
        wounds.strain(play, hit.whom, taken)
    else:
        wounds.wound(play, hit.whom, _halved(play, who, hit.whom, weapon, taken), check.who)
    if taken and hit.criticals:
        bonus = injuries.TEN * (weapon.has("vicious") + who.talent("lethal-blows"))
        injuries.inflict(play, hit.whom, hit.criticals, bonus, check.who)


def _halved(play: Play, who: Model, whom: int, weapon: Weapon, taken: int) -> int:
    """What fiends take of weapons that no power is in, where the table plays it."""
    warded = play.option["fiends-halve-wounds"] and Model(play, whom).talent("warded")
    forceful = weapon.has("force") or weapon.skill == "discipline"
    return (taken + 1) // 2 if warded and not forceful else taken


def burst(play: Play, victim: int, damage: int, weapon: Weapon, by: int, times: int = 1) -> None:
    """A blast on somebody, so many times: soak counts each time."""
    for _ in range(times):
        whom = Model(play, victim)
        taken = max(0, damage - soak_against(play, whom, weapon))
        wounds.wound(play, victim, _halved(play, Model(play, by), victim, weapon, taken), by)


def members_caught(play: Play, who: int, but: int = 0) -> int:
    """How many of a group a blast catches, `but` so many who have been hit already."""
    others = max(0, Model(play, who).alive - but)
    return others if play.option["blast-group"] == "per-member" else min(1, others)


# ---- what a quality does that is paid for ----------------------------------------------------------------------------


def code_of(what: str, check: Check, slot: int) -> str:
    """The code of something that a quality of a weapon offers; of two weapons the second is named in it."""
    return what if slot == check.slot else f"{what} {slot}"


def afflict(play: Play, name: str, whom: int, weapon: Weapon) -> None:
    """What a quality of a weapon that was paid for does to whoever is hit."""
    quality = next(each for each in AFFLICTIONS if each == name)
    much = weapon.has(quality)
    match quality:
        case "knockdown":
            conditions.knock_down(play, whom)
        case "stun":
            wounds.strain(play, whom, much)
        case "burn":
            conditions.burn(play, whom, weapon.damage, much)
        case _:
            conditions.suffer(play, whom, SUFFERED[quality], much)


SUFFERED: dict[Quality, Condition] = {
    "disorient": "disoriented", "concussive": "staggered", "ensnare": "ensnared", "tractor": "immobilized",
}  # fmt: skip
AFFLICTIONS: tuple[Quality, ...] = ("knockdown", "disorient", "concussive", "ensnare", "stun", "burn", "tractor")
"""The qualities that do something to whoever is hit, once each."""
