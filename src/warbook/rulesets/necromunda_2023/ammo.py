"""Ammunition: the Firepower dice, Ammo tests, weapons that run out, jam or are spent, and reloading.

In the order of the book: the dice, the test, what a failure means, ammo caches, reloading.
"""

from __future__ import annotations

from msgspec import Struct

from ...core.action import Action, requirement
from ...core.decision import Choose, Confirm, Reasons
from ...core.dice import D6, Pool, Reading
from ...core.length import INCH
from ...space.sight import within
from . import printed
from .events.gear import AmmoOut, Jammed, MountFired, MountJammed, MountOut, MountReloaded, ProfileSpent, Reloaded
from .events.things import ThingGone
from .model import Cache, Model, Play, Status, Vehicle, friends, namer, things
from .printed import Wargear, Weapon, WeaponProfile
from .requirements import standing_active

CACHE_REACH = 1 * INCH
CACHE_BONUS = 2
MUNITIONEER_REACH = 6 * INCH
MOUNT_REACH = 1 * INCH
MOUNTED_WEAPON = "mounted-heavy-stubber"
BURNT_OUT = 3  # an unstable weapon turns on its bearer on a die of at most this

#: Faces of the firepower die as (holes, ammo symbols).
FIREPOWER_FACES = ((1, 1), (1, 0), (1, 0), (2, 0), (2, 0), (3, 0))


def _firepower(so_far: tuple[int, int], face: int) -> tuple[int, int]:
    holes, symbols = FIREPOWER_FACES[face - 1]
    return so_far[0] + holes, so_far[1] + symbols


FIREPOWER_READING = Reading("firepower", (0, 0), _firepower)
FIREPOWER = tuple(Pool(n, 6, FIREPOWER_READING, f"{n} Firepower dice" if n > 1 else "Firepower die") for n in range(9))


# ---- what is fired ---------------------------------------------------------------------------------------------------


class Gun(Struct, frozen=True):
    """A weapon about to be fired: the profile used, its ranges in the hands of whoever uses it, its family and
    accessories.

    `slot` and `number` find it on the fighter's card; `mount` is the vehicle it stands on, or -1.
    """

    profile: WeaponProfile
    slot: int
    number: int
    short: int
    long: int
    family: str = ""
    accessories: tuple[Wargear, ...] = ()
    mount: int = -1

    def has(self, trait: str) -> bool:
        """Whether it has a trait, by itself or through an accessory."""
        return trait in self.profile.trait_values or any(trait in a.gives for a in self.accessories)

    def fitted(self, accessory: str) -> bool:
        """Whether it bears an accessory."""
        return any(a.id == accessory for a in self.accessories)

    @property
    def accuracy_short(self) -> int:
        """What it adds to the hit rolls of its bearer at short range, with what is fitted to it."""
        return self.profile.accuracy_short + sum(a.accuracy_short for a in self.accessories)

    @property
    def unwieldy(self) -> bool:
        """Whether it takes two actions to shoot."""
        return "unwieldy" in self.profile.trait_values and not self.fitted("suspensors")


Arm = tuple[int, ...]
"""A weapon profile as answers name it: (slot, profile), or (slot, profile, vehicle) for one on a mount."""


def gun(bearer: Model, arm: Arm) -> Gun:
    """The weapon that an answer names."""
    accessories: tuple[Wargear, ...] = ()
    if len(arm) == 3:
        weapon = printed.weapons()[MOUNTED_WEAPON]
    else:
        kit = bearer.kit
        weapon = kit.weapons[arm[0]]
        fitted = kit.accessories[arm[0]] if kit.accessories else ()
        if fitted:
            accessories = tuple(printed.wargear()[a] for a in sorted(fitted))
    profile = weapon.profiles[arm[1]]
    short, long = profile.reach(bearer.strength) if profile.long_strength else (profile.short, profile.long)
    return Gun(profile, arm[0], arm[1], short, long, weapon.family, accessories, arm[2] if len(arm) == 3 else -1)


def weapon_of(bearer: Model, gun: Gun) -> Weapon:
    """The weapon that is fired, whatever its profile."""
    return printed.weapons()[MOUNTED_WEAPON] if gun.mount >= 0 else bearer.kit.weapons[gun.slot]


def guns(bearer: Model) -> list[Arm]:
    """Every ranged profile that a fighter could think of using, loaded or not: its own, then those on vehicles beside
    it."""
    own: list[Arm] = list(bearer.kit.ranged_arms)
    if bearer.play.world.vehicles:
        own += [(0, 0, v.id) for v in mounts(bearer)]
    return own


def mounts(bearer: Model) -> list[Vehicle]:
    """The parked vehicles within an inch whose weapon a fighter may use: its own side's, and nobody's."""
    at, owner = bearer.at, bearer.owner
    return [
        v
        for v in things(bearer.play, Vehicle)
        if not v.wrecked and v.owner in (-1, owner) and within(at, v.at, MOUNT_REACH)
    ]


def empty(bearer: Model, arm: Arm) -> Reasons:
    """Why a weapon cannot be fired now, as far as its ammunition goes."""
    if len(arm) == 3:
        play: Play = bearer.play
        vehicle: Vehicle = play.state.records[arm[2]]
        if vehicle.jammed:
            return ("It is jammed for the rest of the battle.",)
        if vehicle.out:
            return ("It is out of ammo.",)
        return ("It has been fired in this round.",) if vehicle.fired == play.state.turn.round else ()
    record = bearer.record
    if arm[0] in record.jammed:
        return ("It is jammed for the rest of the battle.",)
    if arm in record.gone:
        return ("There is none of it left.",)
    return ("It is out of ammo.",) if arm[0] in record.out else ()


# ---- the Ammo test ---------------------------------------------------------------------------------------------------


class Tally(Struct, frozen=True):
    """What Ammo tests came to: how many failed, and whether a natural 6 was among the dice."""

    failed: int = 0
    six: bool = False


def ammo_tests(play: Play, number: int, count: int, again: bool) -> Tally:
    """Dice rule: so many Ammo tests on `number` or more; `again` says that failures are rolled once more."""
    failed, six = 0, False
    for _ in range(count):
        face: int = play.roll(D6, "ammo", f"Ammo test, {number}+")
        if face < number and again:
            face = play.roll(D6, "ammo.again", f"Ammo test again, {number}+")
        failed += face < number
        six = six or face == 6
    return Tally(failed, six)


def rolls_again(bearer: Model) -> bool:
    """Whether somebody who knows munitions sees to it that failed tests are rolled again: the fighter or a friend
    within 6" who is not seriously injured."""
    if bearer.has("munitioneer"):
        return True
    play: Play = bearer.play
    kits, at = play.world.kits, bearer.at
    return any(
        "munitioneer" in kits[f.id].skills and f.status is not Status.SERIOUS and within(f.at, at, MUNITIONEER_REACH)
        for f in friends(play, bearer.id)
    )


def cache_beside(bearer: Model) -> int:
    """The ammo cache within an inch of a fighter, or -1."""
    play: Play = bearer.play
    if len(play.state.records) == play.world.count:
        return -1
    at = bearer.at
    return next((c.id for c in things(play, Cache) if c.there and within(at, c.at, CACHE_REACH)), -1)


def test(play: Play, bearer: Model, number: int, count: int) -> int:
    """So many Ammo tests, and how many failed.  Beside a cache its player may say that the fighter ransacks it."""
    cache = cache_beside(bearer)
    ransacks = cache >= 0 and play.ask(bearer.owner, Confirm("ammo.ransack", "Ransack the ammo cache?"))
    return test_with(play, bearer, number, count, cache if ransacks else -1)


def test_with(play: Play, bearer: Model, number: int, count: int, cache: int) -> int:
    """So many Ammo tests with what a cache (-1: none) adds to each die, and how many failed; a natural 6 empties the
    cache."""
    ransacks = cache >= 0
    came: Tally = play.dice(ammo_tests, number - CACHE_BONUS * ransacks, count, rolls_again(bearer))
    if ransacks and came.six:
        play.happen(ThingGone(cache))
    return came.failed


# ---- what a failure means --------------------------------------------------------------------------------------------


def spend(play: Play, bearer: Model, gun: Gun, failed: int) -> None:
    """After an attack: a failed test leaves the weapon out of ammo, two in one attack with rapid fire jam it.  Grenades
    and single shots are gone, and so is a limited kind of shot."""
    if gun.mount >= 0:
        play.happen(MountFired(gun.mount, play.state.turn.round))
        if failed:
            jams = failed > 1 and gun.has("rapid-fire")
            play.happen(MountJammed(gun.mount) if jams else MountOut(gun.mount))
        return
    if gun.has("single-shot"):
        play.happen(ProfileSpent(bearer.id, gun.slot, gun.number))
        return
    if not failed:
        return
    if gun.has("grenade"):
        play.happen(ProfileSpent(bearer.id, gun.slot, gun.number))
        return
    if failed > 1 and gun.has("rapid-fire"):
        play.happen(Jammed(bearer.id, gun.slot))
        return
    play.happen(AmmoOut(bearer.id, gun.slot))
    if gun.has("limited"):
        play.happen(ProfileSpent(bearer.id, gun.slot, gun.number))


# ---- reloading -------------------------------------------------------------------------------------------------------


def reload(play: Play, bearer: Model) -> None:
    """An Ammo test fills an empty weapon of its player's choice; a plentiful one needs no test, and for a scarce one a
    cache must be ransacked."""
    slots = [slot for slot in bearer.record.out if not irreloadable(bearer, slot)]
    weapons = bearer.kit.weapons
    slot = play.pick(bearer.owner, Choose("weapon", "Reload what?", lambda: slots, named=lambda s: weapons[s].name))
    number = reload_number(bearer, slot)
    if not number:
        failed = 0
    elif all_scarce(bearer, slot):
        failed = test_with(play, bearer, number, 1, cache_beside(bearer))
    else:
        failed = test(play, bearer, number, 1)
    if not failed:
        play.happen(Reloaded(bearer.id, slot))


def irreloadable(bearer: Model, slot: int) -> Reasons:
    """Why an empty weapon cannot be loaded again."""
    record = bearer.record
    weapon = bearer.kit.weapons[slot]
    if slot in record.jammed:
        return (f"The {weapon.name.lower()} is jammed.",)
    if all(p.has("grenade") or p.has("single-shot") for p in left_of(bearer, slot)):
        return (f"The {weapon.name.lower()} cannot be reloaded.",)
    if all_scarce(bearer, slot) and cache_beside(bearer) < 0:
        return (f"Ammunition for the {weapon.name.lower()} is scarce: only an ammo cache helps.",)
    return ()


def left_of(bearer: Model, slot: int) -> list[WeaponProfile]:
    """The kinds of shot of a weapon that are not gone for the battle."""
    profiles, gone = bearer.kit.weapons[slot].profiles, bearer.record.gone
    return [p for n, p in enumerate(profiles) if p.range != "melee" and (slot, n) not in gone]


def all_scarce(bearer: Model, slot: int) -> bool:
    """Whether every kind of shot left of a weapon is scarce."""
    return all(p.has("scarce") for p in left_of(bearer, slot))


def reload_number(bearer: Model, slot: int) -> int:
    """What the Ammo test to reload needs: the best of the kinds of shot that are left; 0 where none is needed."""
    left = left_of(bearer, slot)
    if any(p.has("plentiful") for p in left):
        return 0
    return min((p.ammo for p in left), default=0)


@requirement("It must be standing and not engaged, or prone and pinned.")
def free_hands(model: Model) -> bool:
    return (model.pinned or model.active) and not model.broken


@requirement("It must have a weapon that is out of ammo.")
def out_of_ammo(model: Model) -> bool | str:
    empty_slots = model.record.out
    if not empty_slots:
        return False
    against = [irreloadable(model, slot) for slot in empty_slots]
    return any(not why for why in against) or " ".join(why[0] for why in against)


RELOAD: Action[Model] = Action(
    "reload",
    "Reload",
    cost="simple",
    summary="Make an Ammo test for a weapon that is out of ammo: passed, it is loaded again. Plentiful weapons need no "
    "test.",
    cite="core 2023, fighter actions",
    requires=(out_of_ammo, free_hands),
    rule=reload,
    leaves_open="Which number counts for a weapon with several kinds of shot: the easiest of those that are left.",
)


def reload_vehicle_weapon(play: Play, bearer: Model) -> None:
    """The same for the empty weapon of a vehicle beside the fighter."""
    vehicles = [v.id for v in mounts(bearer) if v.out]
    which = play.pick(bearer.owner, Choose("vehicle", "Whose weapon?", lambda: vehicles, named=namer(play)))
    profile = printed.weapons()[MOUNTED_WEAPON].profiles[0]
    if not test(play, bearer, profile.ammo, 1):
        play.happen(MountReloaded(which))


@requirement("There must be a vehicle within an inch whose weapon is out of ammo.")
def empty_mount_beside(model: Model) -> bool:
    return model.play.world.vehicles and any(v.out for v in mounts(model))


RELOAD_VEHICLE_WEAPON: Action[Model] = Action(
    "reload-vehicle-weapon",
    "Reload Vehicle Weapon",
    cost="simple",
    summary="Make an Ammo test for the empty weapon of a vehicle within an inch: passed, it is loaded again.",
    cite="core 2023, fighter actions",
    requires=(empty_mount_beside, standing_active),
    rule=reload_vehicle_weapon,
    leaves_open="Whose vehicles count: those of the fighter's own side and those that belong to nobody.",
)
