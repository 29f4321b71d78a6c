"""Weapons in use: whether one may be used now, at what distance, in which ways, and what a use leaves behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....core.decision import Reasons
from ....core.structs import replace
from ..checks import squares
from ..events.fighters import HandsChanged, WeaponChanged
from ..printed.catalogue import BANDS, Weapon
from ..records import Mode, Model, Play
from ..records.state import MAJOR

MELEE_DIFFICULTY = 2
OUT_OF_REACH = {"corners": "It must stand next to it.", "sides": "It must stand next to it, not over a corner."}
"""Why somebody further off is not struck, by how the table plays `engaged-across`."""
RANGED_DIFFICULTY = {"engaged": 1, "short": 1, "medium": 2, "long": 3, "extreme": 4}


class Use(NamedTuple):
    """A way to attack: with the weapon of a slot, in a mode, and with a second one."""

    slot: int
    mode: Mode = "single"
    second: int = -1


def uses(actor: Model) -> list[Use]:
    """Every way in which a fighter could attack with what is in its hands."""
    found: list[Use] = []
    for slot in actor.slots:
        if not actor.in_hand(slot):
            continue
        weapon = actor.weapon(slot)
        found.append(Use(slot))
        if weapon.has("auto-fire"):
            found.append(Use(slot, "auto"))
        if weapon.has("stun-setting"):
            found.append(Use(slot, "stun"))
        found += [Use(slot, "two", other) for other in actor.record.held if _pairs(actor, slot, other)]
    return found


def _pairs(actor: Model, slot: int, other: int) -> bool:
    """Whether two weapons in its hands can be used at once: both for one hand."""
    if slot == other or slot not in actor.record.held or actor.hands < 2:
        return False
    return actor.hands_for(slot) == actor.hands_for(other) == 1


def why_not_now(actor: Model, use: Use, *, at_once: bool = False) -> Reasons:
    """What speaks against using a weapon at all; one that is used `at_once` again needs no time between."""
    slots = (slot for slot in (use.slot, use.second) if slot >= 0)
    return tuple(dict.fromkeys(why for slot in slots for why in _against(actor, slot, at_once)))


def _against(actor: Model, slot: int, at_once: bool) -> Iterator[str]:
    wear, weapon = actor.record.wear(slot), actor.weapon(slot)
    if wear.empty:
        yield "It is out of ammunition."
    if wear.damage >= MAJOR:
        yield "It is broken."
    if (limit := weapon.has("limited-ammo")) and wear.fired >= limit:
        yield "It must be loaded first." if weapon.hands == 2 else "It has been used."
    if not at_once and wear.ready < weapon.has("prepare"):
        yield "It must be prepared first."
    if not at_once and (slow := weapon.has("slow-firing")) and actor.play.state.turn.round - wear.last <= slow:
        yield "It cannot be used again so soon."
    if weapon.skill == "gunnery" and squares.is_engaged(actor.play, actor.id):
        yield "It must not be engaged with an enemy to use a heavy weapon."
    if actor.hands_for(slot) > actor.hands:
        yield "It needs two hands."


def reaches(play: Play, actor: Model, weapon: Weapon, whom: int) -> bool:
    """Whether a weapon carries as far as somebody; in melee: whether the two stand as near as that takes."""
    if weapon.melee:
        return squares.in_contact(play, actor.id, whom)
    band = squares.band_of(play, squares.apart(play, actor.id, whom))
    return band is not None and BANDS.index(band) <= BANDS.index(weapon.range) + actor.talent("sniper-shot")


def difficulty_of(play: Play, weapon: Weapon, away: int) -> int:
    """The difficulty dice of an attack with a weapon at a distance in squares, before anything changes them."""
    if weapon.melee:
        return MELEE_DIFFICULTY
    band = squares.band_of(play, away)
    return RANGED_DIFFICULTY[band or "extreme"]


def spend_use(play: Play, actor: Model, slot: int) -> None:
    """What a use leaves behind in a weapon that counts its uses."""
    weapon = actor.weapon(slot)
    if weapon.has("limited-ammo") or weapon.has("slow-firing") or weapon.has("prepare"):
        wear = actor.record.wear(slot)
        used = replace(wear, fired=wear.fired + 1, last=play.state.turn.round, ready=0)
        play.happen(WeaponChanged(actor.id, used))
    if used_up(actor, slot):
        left = tuple(other for other in actor.record.held if other != slot)
        play.happen(HandsChanged(actor.id, left, actor.record.dropped, f"has thrown its {weapon.title.lower()}"))


def used_up(actor: Model, slot: int) -> bool:
    """Whether a grenade has been thrown."""
    limit = actor.weapon(slot).has("limited-ammo")
    return bool(limit) and actor.weapon(slot).hands == 1 and actor.record.wear(slot).fired >= limit
