"""Hits: the damage of each, what soak leaves of it, and what it does to whoever is hit."""

from __future__ import annotations

from ....core.decision import Reasons
from ..checks import squares
from ..checks.pools import Attempt
from ..harm import conditions, injuries, wounds
from ..printed.catalogue import Weapon
from ..records import Check, Hit, Model, Play
from ..records.position import check_under_way

FORCED = 2  # damage for a point in a force weapon
ARMOUR = 10  # points of soak that a point of Breach goes through


def damage_of(play: Play, attempt: Attempt) -> int:
    """What a hit of an attack does besides its net successes: the weapon, Strength in melee, and talents."""
    who, weapon = attempt.who, attempt.weapon
    assert weapon is not None
    base = weapon.damage + weapon.has("superior")
    if weapon.melee:
        return base + who.characteristic("strength") + who.talent("feral-strength") + _of_skill(who, weapon)
    band = squares.band_of(play, attempt.away)
    near = who.talent("point-blank") if band in ("engaged", "short") else 0
    far = who.talent("barrage") if band in ("medium", "long") else 0
    return base + near + far + _of_skill(who, weapon)


def _of_skill(who: Model, weapon: Weapon) -> int:
    return who.ranks(weapon.skill) if who.talent("deadly-accuracy") else 0


def soak_against(play: Play, whom: Model, weapon: Weapon, more_pierce: int = 0) -> int:
    """The soak that is left against a weapon."""
    through = weapon.has("pierce") + more_pierce + ARMOUR * weapon.has("breach")
    return max(0, whom.soak - through)


def past_soak(play: Play, check: Check, hit: Hit) -> int:
    """The damage of a hit that soak does not stop."""
    who, whom = Model(play, check.who), Model(play, hit.whom)
    weapon = who.weapon(hit.slot)
    damage = max(0, hit.base + FORCED * check.points - hit.lessened)
    return max(0, damage - soak_against(play, whom, weapon, check.points))


def stuns(check: Check, weapon: Weapon) -> bool:
    """Whether the damage of an attack is strain."""
    return check.mode == "stun" or weapon.has("stun-damage") > 0


# ---- what a hit does -------------------------------------------------------------------------------------------------


def carry_out(play: Play, number: int) -> None:
    """One hit of the attack under way: soak, wounds, critical injuries."""
    check = check_under_way(play)
    hit = check.hits[number]
    if not play.state.records[hit.whom].here:
        return
    who = Model(play, check.who)
    weapon, taken = who.weapon(hit.slot), past_soak(play, check, hit)
    if taken and stuns(check, weapon):
        wounds.strain(play, hit.whom, taken)
    else:
        wounds.wound(play, hit.whom, _halved(play, who, hit.whom, weapon, taken), check.who)
    if taken and hit.criticals:
        bonus = injuries.TEN * (weapon.has("vicious") + who.talent("lethal-blows"))
        injuries.inflict(play, hit.whom, hit.criticals, bonus, check.who)


def _halved(play: Play, who: Model, whom: int, weapon: Weapon, taken: int) -> int:
    """What fiends take of weapons that no power is in, where the table plays it."""
    warded = play.option["fiends-halve-wounds"] and Model(play, whom).talent("warded")
    return (taken + 1) // 2 if warded and not weapon.has("force") else taken


def burst(play: Play, victim: int, damage: int, weapon: Weapon, by: int) -> None:
    """A blast on one who stands by: soak counts, and to a group it may happen once for each of its others."""
    whom = Model(play, victim)
    taken = max(0, damage - soak_against(play, whom, weapon))
    wounds.wound(play, victim, taken, by)


def members_caught(play: Play, target: int) -> int:
    """How many others of the group that is hit a blast catches."""
    model = Model(play, target)
    if play.option["blast-group"] != "per-member":
        return min(1, model.alive - 1)
    return model.alive - 1


# ---- afflictions -----------------------------------------------------------------------------------------------------


def afflict(play: Play, check: Check, quality: str, whom: int) -> None:
    """What a quality that was paid for does to whoever is hit."""
    weapon = Model(play, check.who).weapon(check.slot)
    match quality:
        case "knockdown":
            conditions.knock_down(play, whom)
        case "disorient":
            conditions.suffer(play, whom, "disoriented", weapon.has("disorient"))
        case "concussive":
            conditions.suffer(play, whom, "staggered", weapon.has("concussive"))
        case "ensnare":
            conditions.suffer(play, whom, "immobilized", weapon.has("ensnare"))
        case "stun":
            wounds.strain(play, whom, weapon.has("stun"))
        case "burn":
            conditions.burn(play, whom, weapon.damage, weapon.has("burn"))
        case _:
            raise AssertionError(f"no affliction {quality!r}")


AFFLICTIONS = ("knockdown", "disorient", "concussive", "ensnare", "stun", "burn")
"""The qualities that do something to whoever is hit, once each."""


def may_afflict(play: Play, check: Check, quality: str, whom: int) -> Reasons:
    """Why a quality cannot be used on somebody."""
    if f"{quality} {whom}" in check.spent:
        return ("It has been used on this one.",)
    return ()
