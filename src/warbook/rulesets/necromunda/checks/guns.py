"""Guns: what a fighter could fire, its own and what stands on vehicles, and whether it is loaded."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ....core.decision import Reasons
from ....core.length import INCH
from ....core.structs import replace
from ....mechanics.world import per_battle
from ..printed import Trait, Wargear, Weapon, WeaponProfile
from ..printed.vehicles import Operator
from ..records import Actor, Cache, CrewedVehicle, Driver, Model, Piece, Play, Status, Vehicle
from ..records.position import CONTACT, crewed_vehicles, friends, near_by, things
from . import badzones, pieces

CACHE_REACH = 1 * INCH
MUNITIONEER_REACH = 6 * INCH
MOUNT_REACH = 1 * INCH
STASH = "weapons-stash"
MOUNTED_WEAPON = "mounted-heavy-stubber"
CANISTER, THROWN_AS, CANISTER_TO_HIT = "plasma-canister", "plasma-grenades", -2


# ---- what is fired ---------------------------------------------------------------------------------------------------


class Gun(Struct, frozen=True):
    """A weapon about to be fired: the profile used, its ranges in the hands of whoever uses it, its family and
    accessories.

    `slot` and `number` find it on the card of whoever carries it; `mount` is the vehicle it stands on, or -1; `piece`
    the piece of terrain that is thrown, or -1.
    """

    profile: WeaponProfile
    slot: int
    number: int
    short: int
    long: int
    family: str = ""
    accessories: tuple[Wargear, ...] = ()
    mount: int = -1
    piece: int = -1

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
"""A weapon profile as answers name it: (slot, profile), or (slot, profile, vehicle) for one that a fighter fires from a
vehicle; (0, 0, piece) for a canister that it throws."""


def gun(bearer: Actor, arm: Arm) -> Gun:
    """The weapon that an answer names."""
    if isinstance(bearer, Model) and len(arm) == 3 and is_canister(bearer.play, arm[2]):
        return canister(bearer, arm[2])
    accessories: tuple[Wargear, ...] = ()
    mount = arm[2] if len(arm) == 3 else bearer.id if isinstance(bearer, Driver) else -1
    weapon = _weapon_at(bearer, mount, arm[0])
    if isinstance(bearer, Driver) or len(arm) == 3:
        profile = weapon.profiles[arm[1]]
        return Gun(profile, arm[0], arm[1], profile.short, profile.long, weapon.family, mount=mount)
    fitted = bearer.kit.accessories[arm[0]] if bearer.kit.accessories else ()
    if fitted:
        accessories = tuple(bearer.play.world.edition.library.wargear[a] for a in sorted(fitted))
    profile = weapon.profiles[arm[1]]
    if bearer.play.world.hazards and bearer.effect("electrified"):
        profile = profile.with_traits(Trait("shock"))
    short, long = profile.reach(bearer.strength) if profile.long_strength else (profile.short, profile.long)
    return Gun(profile, arm[0], arm[1], short, long, weapon.family, accessories)


def _weapon_at(bearer: Actor, mount: int, slot: int) -> Weapon:
    """The weapon in a slot of a card, or on the vehicle `mount`."""
    play = bearer.play
    if mount < 0:
        return bearer.kit.weapons[slot]
    if play.world.is_crewed(mount):
        return Driver(play, mount).kit.weapons[slot]
    return play.world.edition.library.weapons[MOUNTED_WEAPON]


def is_canister(play: Play, who: int) -> bool:
    """Whether this is the number of a plasma canister."""
    return isinstance(play.state.records[who], Piece)


def on_vehicle(play: Play, arm: Arm) -> bool:
    """Whether a fighter fires this from a vehicle."""
    return len(arm) == 3 and not is_canister(play, arm[2])


def canister(bearer: Model, piece: int) -> Gun:
    """A plasma canister in the hands of whoever throws it: a plasma grenade, two harder to hit with, and gone then."""
    thrown = bearer.play.world.edition.library.weapons[THROWN_AS]
    printed = thrown.profiles[0]
    short, long = printed.reach(bearer.strength)
    awkward = {name: getattr(printed, name) + CANISTER_TO_HIT for name in ("accuracy_short", "accuracy_long")}
    return Gun(replace(printed, ammo=0, **awkward), 0, 0, short, long, thrown.family, piece=piece)


def canisters(bearer: Model) -> list[Piece]:
    """The plasma canisters that a fighter touches."""
    play, at = bearer.play, bearer.at
    return [it for it in pieces.pieces(play, CANISTER) if near_by(play, at, it.at, CONTACT)]


def weapon_of(bearer: Actor, gun: Gun) -> Weapon:
    """The weapon that is fired, whatever its profile."""
    if gun.piece >= 0:
        return bearer.play.world.edition.library.weapons[THROWN_AS]
    return _weapon_at(bearer, gun.mount, gun.slot)


def guns(bearer: Actor) -> list[Arm]:
    """Every ranged profile that a fighter could think of using, loaded or not: its own, then those on vehicles beside
    it, and canisters that it touches; of a vehicle, those that its crew works."""
    if isinstance(bearer, Driver):
        return [*worked_by(bearer, "crew")]
    own: list[Arm] = list(bearer.kit.ranged_arms)
    if bearer.play.world.vehicles:
        own += [(0, 0, v.id) for v in mounts(bearer)]
    if bearer.play.world.vehicle_kits:
        own += [(*arm, driver.id) for driver in platforms(bearer) for arm in passenger_arms(bearer.play, driver.id)]
    if CANISTER in bearer.play.world.kinds:
        own += [(0, 0, it.id) for it in canisters(bearer)]
    return own


def worked_by(driver: Driver, operator: Operator) -> list[tuple[int, int]]:
    """The profiles of the weapons of a vehicle that its crew works, or its passengers.  What a passenger works on any
    mount says so itself."""
    mounted = zip(driver.kit.weapons, driver.profile.mounts, strict=False)
    return [
        (slot, number)
        for slot, (weapon, mount) in enumerate(mounted)
        if operator == ("passenger" if weapon.has("passenger-operated") else mount.operator)
        for number in range(len(weapon.profiles))
    ]


@per_battle
def passenger_arms(play: Play, id: int) -> tuple[tuple[int, int], ...]:
    """The profiles of the weapons of a vehicle that its passengers work."""
    return tuple(worked_by(Driver(play, id), "passenger"))


def held_by(driver: Driver) -> list[Arm]:
    """What the crew of a vehicle fires by hand on the move: sidearms, at some tables all pistols."""
    held, all_pistols = worked_by(driver, "driver"), driver.play.world.edition.crews_fire_pistols
    return [(slot, number) for slot, number in held if all_pistols or driver.weapon((slot, number)).has("sidearm")]


def platforms(bearer: Model) -> list[Driver]:
    """The crewed vehicles of its own side within an inch, or under its feet, with weapons for passengers."""
    play, at = bearer.play, bearer.at
    ours = (v.id for v in crewed_vehicles(play.world, play.state) if v.owner == bearer.owner)
    armed = [Driver(play, id) for id in ours if passenger_arms(play, id)]
    return [d for d in armed if d.on_table and (d.has_aboard(bearer.id) or near_by(play, at, d.at, MOUNT_REACH))]


def mounts(bearer: Model) -> list[Vehicle]:
    """The parked vehicles within an inch whose weapon a fighter may use: its own side's, and nobody's."""
    play, at, owner = bearer.play, bearer.at, bearer.owner
    return [
        v
        for v in things(play, Vehicle)
        if not v.wrecked and v.owner in (-1, owner) and near_by(play, at, v.at, MOUNT_REACH)
    ]


def why_empty(bearer: Actor, arm: Arm) -> Reasons:
    """Why a weapon cannot be fired now, as far as its ammunition goes."""
    play = bearer.play
    if len(arm) == 3 and is_canister(play, arm[2]):
        return ()
    if len(arm) == 3 and play.world.is_crewed(arm[2]):
        carrier = Driver(play, arm[2])
        if (arm[0], play.state.turn.round) in carrier.record.fired:
            return ("It has been fired in this round.",)
        return why_empty(carrier, arm[:2])
    if len(arm) == 3:
        vehicle: Vehicle = play.state.record(Vehicle, arm[2])
        if vehicle.jammed:
            return ("It is jammed for the rest of the battle.",)
        if vehicle.out:
            return ("It is out of ammo.",)
        return ("It has been fired in this round.",) if vehicle.fired == play.state.turn.round else ()
    record = bearer.record
    if isinstance(record, CrewedVehicle) and arm[0] in record.destroyed:
        return ("It is destroyed.",)
    if arm[0] in record.jammed:
        return ("It is jammed for the rest of the battle.",)
    if arm in record.gone:
        return ("There is none of it left.",)
    return ("It is out of ammo.",) if arm[0] in record.out else ()


# ---- who helps with ammunition ---------------------------------------------------------------------------------------


def rolls_again(bearer: Actor) -> bool:
    """Whether somebody who knows munitions sees to it that failed tests are rolled again: the fighter or a friend
    within 6" who is not seriously injured; or an old cache does."""
    play = bearer.play
    if bearer.has("munitioneer") or badzones.befallen_by(play, "old-cache"):
        return True
    kits, at = play.world.kits, bearer.at
    return any(
        "munitioneer" in kits[f.id].skills
        and f.status is not Status.SERIOUS
        and near_by(play, f.at, at, MUNITIONEER_REACH)
        for f in friends(play, bearer.id)
    )


def cache_beside(bearer: Actor, family: str = "") -> int:
    """The ammo cache for a weapon of a family within an inch of a fighter or vehicle, with no wall between; or a
    vehicle there that has a stash of weapons; or -1.  For plasma weapons a canister is one."""
    play = bearer.play
    if len(play.state.records) == play.world.count:
        return -1
    caches: list[Cache | CrewedVehicle | Piece] = [c for c in things(play, Cache) if c.there]
    if family == "plasma" and CANISTER in play.world.kinds:
        caches += pieces.pieces(play, CANISTER)
    if any(each.id == STASH for each in play.world.upgrades):
        caches += [v for v in crewed_vehicles(play.world, play.state) if _has_stash(Driver(play, v.id))]
    return next((c.id for c in caches if near_by(play, bearer.at, c.at, CACHE_REACH)), -1)


def _has_stash(driver: Driver) -> bool:
    return driver.on_table and driver.built(STASH) and STASH not in driver.record.used


def weapon_name(shooter: Actor, choice: Any) -> str:
    """A weapon, or a pair, as a person reads it."""
    return " and ".join(_arm_name(shooter, arm) for arm in arms_of(choice))


def arms_of(choice: Any) -> tuple[Arm, ...]:
    """The weapons of an answer: one, or a pair."""
    return choice if isinstance(choice[0], tuple) else (choice,)


def gun_name(shooter: Actor, gun: Gun) -> str:
    """A weapon that has been chosen, by the name of its choice."""
    if gun.piece >= 0:
        return shooter.play.world.names[gun.piece]
    own = gun.mount in (-1, shooter.id)
    return _arm_name(shooter, (gun.slot, gun.number) if own else (gun.slot, gun.number, gun.mount))


def _arm_name(shooter: Actor, arm: Arm) -> str:
    if len(arm) == 3 and is_canister(shooter.play, arm[2]):
        return shooter.play.world.names[arm[2]]
    if len(arm) == 3 and not shooter.play.world.is_crewed(arm[2]):
        return f"the weapon of {shooter.play.world.names[arm[2]]}"
    weapon = _weapon_at(shooter, arm[2] if len(arm) == 3 else -1, arm[0])
    profile = weapon.profiles[arm[1]]
    return weapon.name if len(weapon.profiles) == 1 else f"{weapon.name}, {profile.name.lower()}"
