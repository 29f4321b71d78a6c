"""Reloading: filling an empty weapon, one's own or that of a vehicle."""

from __future__ import annotations

from ....core.action import requirement
from ....core.decision import Choose, Reasons
from ..attacks import ammo
from ..checks import badzones, guns, pieces
from ..checks.guns import MOUNTED_WEAPON
from ..checks.requirements import mobile, standing_active, vehicles_on_board
from ..events.gear import GrenadesFound, MountReloaded, Reloaded
from ..printed import WeaponProfile
from ..printed.library import action, vehicle_action
from ..records import Actor, Driver, Model, Play
from ..records.position import namer


def reload(play: Play, bearer: Actor) -> None:
    """An Ammo test fills an empty weapon of its player's choice; a plentiful one needs no test, and for a scarce one a
    cache must be ransacked."""
    slots = [slot for slot in bearer.record.out if not why_not_reloaded(bearer, slot)] + grenades_to_find(bearer)
    weapons = bearer.kit.weapons
    slot = play.pick(bearer.owner, Choose("weapon", "Reload what?", lambda: slots, named=lambda s: weapons[s].name))
    number = grenade_number(bearer, slot) or reload_number(bearer, slot)
    if not number:
        failed = 0
    elif slot in bearer.record.out and all_scarce(bearer, slot):
        failed = ammo.ammo_test_with_cache(play, bearer, number, 1, guns.cache_beside(bearer, weapons[slot].family))
    else:
        failed = ammo.ammo_test(play, bearer, number, 1, weapons[slot].family)
    if not failed and slot in grenades_to_find(bearer):
        play.happen(GrenadesFound(bearer.id, slot))
    elif not failed:
        play.happen(Reloaded(bearer.id, slot))


def why_not_reloaded(bearer: Actor, slot: int) -> Reasons:
    """Why an empty weapon cannot be loaded again."""
    record = bearer.record
    weapon = bearer.kit.weapons[slot]
    if slot in record.jammed:
        return (f"The {weapon.name.lower()} is jammed.",)
    if all(p.has("grenade") or p.has("single-shot") for p in left_of(bearer, slot)):
        return (f"The {weapon.name.lower()} cannot be reloaded.",)
    if all_scarce(bearer, slot) and guns.cache_beside(bearer, weapon.family) < 0:
        return (f"Ammunition for the {weapon.name.lower()} is scarce: only an ammo cache helps.",)
    return ()


def grenades_to_find(bearer: Actor) -> list[int]:
    """The grenades that have given out and may be reloaded where there is an old cache."""
    gone = bearer.record.gone
    if not gone or not badzones.befallen_by(bearer.play, "old-cache"):
        return []
    return list(dict.fromkeys(slot for slot, number in gone if bearer.weapon((slot, number)).has("grenade")))


def grenade_number(bearer: Actor, slot: int) -> int:
    """What the Ammo test to reload a grenade that has given out needs; 0 for anything else."""
    if slot not in grenades_to_find(bearer):
        return 0
    return min(bearer.weapon(arm).ammo for arm in bearer.record.gone if arm[0] == slot)


def left_of(bearer: Actor, slot: int) -> list[WeaponProfile]:
    """The kinds of shot of a weapon that are not gone for the battle."""
    profiles, gone = bearer.kit.weapons[slot].profiles, bearer.record.gone
    return [p for n, p in enumerate(profiles) if p.range != "melee" and (slot, n) not in gone]


def all_scarce(bearer: Actor, slot: int) -> bool:
    """Whether every kind of shot left of a weapon is scarce."""
    return all(p.has("scarce") and not fuelled(bearer, p) for p in left_of(bearer, slot))


def fuelled(bearer: Actor, profile: WeaponProfile) -> bool:
    """Whether there is fuel enough about, from leaking pipes, for a weapon that sets on fire."""
    return profile.has("blaze") and pieces.on_slick(bearer.play, bearer.at)


def reload_number(bearer: Actor, slot: int) -> int:
    """What the Ammo test to reload needs: the best of the kinds of shot that are left; 0 where none is needed."""
    left = left_of(bearer, slot)
    if any(p.has("plentiful") or (fuelled(bearer, p) and not p.has("scarce")) for p in left):
        return 0
    return min((p.ammo for p in left), default=0)


@requirement(
    "It must be standing and not engaged, or prone and pinned.",
    condition="It must be standing and not engaged, or prone and pinned; and not broken.",
)
def free_hands(model: Model) -> bool:
    return (model.pinned or model.active) and not model.broken


@requirement("It must have a weapon that is out of ammo.")
def out_of_ammo(model: Model) -> bool | str:
    return may_reload(model)


@requirement("It must have a weapon that is out of ammo.")
def crew_out_of_ammo(driver: Driver) -> bool | str:
    return may_reload(driver)


def may_reload(model: Actor) -> bool | str:
    """Whether there is an empty weapon that can be loaded again, or why not."""
    if grenades_to_find(model):
        return True
    empty_slots = model.record.out
    if not empty_slots:
        return False
    against = [why_not_reloaded(model, slot) for slot in empty_slots]
    return any(not why for why in against) or " ".join(why[0] for why in against)


RELOAD = action("reload", (out_of_ammo, free_hands), reload)
VEHICLE_RELOAD = vehicle_action("vehicle-reload", (mobile, crew_out_of_ammo), reload)


def reload_vehicle_weapon(play: Play, bearer: Model) -> None:
    """The same for the empty weapon of a vehicle beside the fighter."""
    vehicles = [v.id for v in guns.mounts(bearer) if v.out]
    which = play.pick(bearer.owner, Choose("vehicle", "Whose weapon?", lambda: vehicles, named=namer(play)))
    profile = play.world.edition.library.weapons[MOUNTED_WEAPON].profiles[0]
    if not ammo.ammo_test(play, bearer, profile.ammo, 1):
        play.happen(MountReloaded(which))


@requirement("There must be a vehicle within an inch whose weapon is out of ammo.")
def empty_mount_beside(model: Model) -> bool:
    return any(v.out for v in guns.mounts(model))


RELOAD_VEHICLE_WEAPON = action(
    "reload-vehicle-weapon", (vehicles_on_board, empty_mount_beside, standing_active), reload_vehicle_weapon
)
