"""Hits: the damage of each, what soak leaves of it, and what it does to whoever is hit."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.decision import Choose
from ....core.naming import Names
from ..checks import squares
from ..checks.members import Member, members_near
from ..events.checks import HitLanded
from ..harm import conditions, injuries, mounts, wounds
from ..printed import catalogue
from ..printed.catalogue import Quality, Weapon
from ..records import ADVERSARIES, Check, Hit, Model, Play
from ..records.effects import Condition
from ..records.position import check_under_way

ARMOUR = 10  # points of soak that a point of Breach goes through


def land_first(play: Play, check: Check, whom: int, slot: int) -> None:
    """The first hit with a weapon: with a despair a shot into a fight goes to somebody else there."""
    near = bystanders(play, check, whom, slot) if check.despair else []
    if near:
        question = Choose(
            "attack.astray", "Whom does the shot hit instead?", lambda: near, named=Names(play.world.names)
        )
        whom = play.pick(_who_says(play, check), question)
        play.note(check.who, "the shot goes astray")
    land(play, check, whom, slot)


def _who_says(play: Play, check: Check) -> int:
    """The seat that says whom a stray shot hits: the game master's, if the table has one and leaves it to that, else
    the other side's."""
    if play.option["stray-shots-by"] == "gm" and play.option["gm"] == "adversary":
        return ADVERSARIES
    return 1 - play.state.records[check.who].owner


def bystanders(play: Play, check: Check, target: int, slot: int) -> list[int]:
    """Whom a shot into a fight may hit instead."""
    if Model(play, check.who).weapon(slot).melee:
        return []
    return squares.in_the_way(play, check.who, target)


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
    base = weapon.damage + (weapon.has("superior") and play.option["superior-hits-harder"])
    if weapon.melee:
        return base + who.characteristic("strength") + who.talent("feral-strength") + _of_skill(who, weapon)
    if weapon.skill == "discipline":
        return base  # no gun
    return base + _of_distance(play, who, whom) + _of_skill(who, weapon)


def _of_distance(play: Play, who: Model, whom: int) -> int:
    near, far = who.talent("point-blank"), who.talent("barrage")
    if not near and not far:
        return 0
    band = squares.band_of(play, squares.apart(play, who.id, whom))
    return near if band in ("engaged", "short") else far if band in ("medium", "long") else 0


def _of_skill(who: Model, weapon: Weapon) -> int:
    chosen = who.talent("deadly-accuracy") and weapon.skill == who.kit.profile.accurate_with
    return who.ranks(weapon.skill) if chosen else 0


def soak_against(play: Play, whom: int, weapon: Weapon, more_pierce: int = 0) -> int:
    """The soak of a fighter, or of a mount, that is left against a weapon."""
    through = weapon.has("pierce") + more_pierce + ARMOUR * weapon.has("breach")
    if is_mount(play, whom):
        return max(0, catalogue.mounts()[play.state.records[whom].profile].soak - through)
    model = Model(play, whom)
    return model.soak if not through or model.kit.armour.reinforced else max(0, model.soak - through)


def past_soak(play: Play, check: Check, hit: Hit) -> int:
    """The damage of a hit that soak does not stop."""
    return past(hit, *added_and_stopped(play, check, hit.whom, hit.slot))


def past(hit: Hit, added: int, soak: int) -> int:
    """The damage of a hit that so much soak does not stop."""
    return max(0, max(0, hit.base + added - hit.lessened) - soak)


def added_and_stopped(play: Play, check: Check, whom: int, slot: int) -> tuple[int, int]:
    """What points of Force dice add to the damage of the weapon of a slot, and the soak that is left against it: they
    go with a force weapon."""
    weapon = Model(play, check.who).weapon(slot)
    points = check.points if weapon.has("force") else 0
    through = points * play.option["force-pierces"]
    return points * play.option["force-damage"], soak_against(play, whom, weapon, through)


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
    _suffer(play, check, weapon, hit.whom, taken)
    if taken and hit.criticals:
        injuries.inflict(play, hit.whom, hit.criticals, _bonus(who, weapon), check.who)


def _suffer(play: Play, check: Check, weapon: Weapon, whom: int, taken: int) -> None:
    """What gets past soak is wounds, or strain of a weapon that stuns."""
    if stuns(check, weapon, Model(play, whom)):
        wounds.strain(play, whom, taken)
    else:
        bonus = _bonus(Model(play, check.who), weapon)
        wounds.wound(play, whom, _halved(play, whom, weapon, taken), check.who, bonus)


def _bonus(who: Model, weapon: Weapon) -> int:
    """What is added to the roll for a critical injury by a weapon, bought or of a fall."""
    return injuries.TEN * (weapon.has("vicious") + who.talent("lethal-blows"))


def _halved(play: Play, whom: int, weapon: Weapon, taken: int) -> int:
    """What fiends take of weapons that no power is in, where the table plays it."""
    warded = play.option["fiends-halve-wounds"] and Model(play, whom).talent("warded")
    forceful = weapon.has("force") or weapon.skill == "discipline"
    return (taken + 1) // 2 if warded and not forceful else taken


def burst(play: Play, check: Check, victim: int, weapon: Weapon, times: int = 1) -> None:
    """The blast of a weapon on somebody, so many times: soak counts each time."""
    damage = weapon.has("blast") + max(0, check.success)
    for _ in range(times):
        _suffer(play, check, weapon, victim, max(0, damage - soak_against(play, victim, weapon)))


def around(play: Play, centre: int, radius: int, hit: Member | None = None) -> Iterator[tuple[int, int]]:
    """Whom a blast around somebody, or around that member of a group who was `hit`, catches besides, and how often."""
    for who in squares.beside(play, centre, radius):
        if times := members_caught(play, who, centre, radius, hit):
            yield who, times


def members_caught(play: Play, who: int, centre: int, radius: int, hit: Member | None = None, but: int = 0) -> int:
    """How many of a group a blast around somebody catches, `but` so many who have been hit already, and nobody behind a
    wall where that keeps blasts off."""
    through = not play.option["blast-stops-at-walls"]
    near = members_near(play, who, centre, radius, behind_walls=through, hit=hit)
    others = max(0, near - but)
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
