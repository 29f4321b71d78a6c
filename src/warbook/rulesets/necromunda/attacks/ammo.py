"""Ammunition spent: Ammo tests of an attack, weapons that run out, jam or blow up."""

from __future__ import annotations

from ....core.decision import Confirm
from ..checks import firepower, guns
from ..checks.firepower import Tally
from ..checks.guns import Gun
from ..events.gear import AmmoOut, Jammed, MountFired, MountJammed, MountOut, ProfileSpent, Used
from ..events.things import ThingGone
from ..events.vehicles import WeaponFired
from ..harm import injury, vehicle_damage
from ..records import Actor, Driver, Play

CACHE_BONUS = 2


# ---- the Ammo test ---------------------------------------------------------------------------------------------------


def ammo_test(play: Play, bearer: Actor, number: int, count: int, family: str = "") -> int:
    """So many Ammo tests for a weapon of a family, and how many failed.  Beside a cache its player may say that the
    fighter ransacks it."""
    cache = guns.cache_beside(bearer, family)
    ransacks = cache >= 0 and play.ask(bearer.owner, Confirm("ammo.ransack", "Ransack the ammo cache?"))
    return ammo_test_with_cache(play, bearer, number, count, cache if ransacks else -1)


def ammo_test_with_cache(play: Play, bearer: Actor, number: int, count: int, cache: int) -> int:
    """So many Ammo tests with what a cache (-1: none) adds to each die, and how many failed; a natural 6 empties the
    cache."""
    ransacks = cache >= 0
    came: Tally = play.dice(firepower.ammo_tests, number - CACHE_BONUS * ransacks, count, guns.rolls_again(bearer))
    if ransacks and came.six:
        play.happen(Used(cache, guns.STASH) if play.world.is_crewed(cache) else ThingGone(cache))
    return came.failed


# ---- what a failure means --------------------------------------------------------------------------------------------


def spend_ammunition(play: Play, bearer: Actor, gun: Gun, failed: int) -> None:
    """After an attack: a failed test leaves the weapon out of ammo, two in one attack with rapid fire jam it.  Grenades
    and single shots are gone, and so is a limited kind of shot, and a canister that was thrown."""
    who = bearer.id
    if gun.piece >= 0:
        play.happen(ThingGone(gun.piece))
        return
    if play.world.is_crewed(gun.mount) and gun.mount != who:
        who = gun.mount
        play.happen(WeaponFired(who, gun.slot, play.state.turn.round))
    elif gun.mount not in (-1, who):
        play.happen(MountFired(gun.mount, play.state.turn.round))
        if failed:
            jams = failed > 1 and gun.has("rapid-fire")
            play.happen(MountJammed(gun.mount) if jams else MountOut(gun.mount))
        return
    if gun.has("single-shot"):
        play.happen(ProfileSpent(who, gun.slot, gun.number))
        return
    if not failed:
        return
    if gun.has("grenade"):
        play.happen(ProfileSpent(who, gun.slot, gun.number))
        return
    if failed > 1 and gun.has("rapid-fire"):
        play.happen(Jammed(who, gun.slot))
        return
    play.happen(AmmoOut(who, gun.slot))
    if gun.has("limited"):
        play.happen(ProfileSpent(who, gun.slot, gun.number))


# ---- unstable weapons ------------------------------------------------------------------------------------------------


def blow_up(play: Play, bearer: Actor, slot: int = -1) -> None:
    """An unstable weapon takes its bearer out of action, whatever its attack has done; that of a vehicle is destroyed,
    which is a catastrophic hit to the body."""
    if isinstance(bearer, Driver):
        if bearer.on_table:
            vehicle_damage.lose_weapon(play, bearer, slot)
            vehicle_damage.suffer(play, bearer, "body", vehicle_damage.CATASTROPHIC)
    elif bearer.on_table:
        injury.take_out(play, bearer, -1)
