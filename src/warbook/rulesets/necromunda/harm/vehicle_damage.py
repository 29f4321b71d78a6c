"""What damage does to a crewed vehicle, by location and result."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ....core.dice import Pool
from ..checks.handling import passes_handling
from ..events.fighters import Unreadied
from ..events.gear import Used
from ..events.vehicles import (
    DriveDamaged,
    DriverBlackedOut,
    DriverWounded,
    HeldBack,
    Stalled,
    VehicleDamaged,
    WeaponDestroyed,
)
from ..printed.vehicles import Location
from ..records import Driver, Play
from . import conditions, control, injury, wrecks

GLANCING, PENETRATING, CATASTROPHIC = 0, 1, 2
GRADES = ("glancing", "penetrating", "catastrophic")


class Damage(Struct, frozen=True):
    """A row of the table, in the order in which its parts come about.

    It `shakes` everybody aboard; a random weapon is destroyed, or one hull point more is lost; so many hull points are
    lost; the vehicle goes no further in an activation than its Movement; Handling tests are so much harder; the driver
    is wounded or knocked out; the engine `stalls`, on a failed Handling test or at once; and `control` is tested, with
    so much added, unless it is None.
    """

    shakes: bool = False
    weapon: bool = False
    hull: int = 0
    holds_back: bool = False
    handling: int = 0
    wounds: bool = False
    knocks_out: bool = False
    stalls: Literal["", "on a failed test", "at once"] = ""
    control: int | None = None


SHAKEN = Damage(shakes=True, stalls="on a failed test")

TABLE: dict[tuple[Location, int], Damage] = {
    ("body", GLANCING): SHAKEN,
    ("body", PENETRATING): Damage(hull=1, stalls="on a failed test"),
    ("body", CATASTROPHIC): Damage(weapon=True, hull=1, control=0),
    ("engine", GLANCING): Damage(stalls="at once"),
    ("engine", PENETRATING): Damage(hull=1, holds_back=True, control=0),
    ("engine", CATASTROPHIC): Damage(hull=2, holds_back=True, control=-1),
    ("crew", GLANCING): SHAKEN,
    ("crew", PENETRATING): Damage(wounds=True),
    ("crew", CATASTROPHIC): Damage(knocks_out=True),
    ("drive", GLANCING): Damage(control=0),
    ("drive", PENETRATING): Damage(hull=1, handling=1, control=0),
    ("drive", CATASTROPHIC): Damage(hull=2, handling=2, control=0),
}


Lapse = Literal["", "grip", "senses"]
"""What a driver loses by damage, so that control of the vehicle is lost."""


def suffer(play: Play, driver: Driver, location: Location, grade: int, by: int = -1) -> None:
    """Everything that a row of the table does, until the vehicle is wrecked."""
    lapse = take_damage(play, driver, location, grade, by)
    if lapse:
        lose_control(play, driver, lapse, by)


def take_damage(play: Play, driver: Driver, location: Location, grade: int, by: int = -1) -> Lapse:
    """What a row of the table does on the spot.  Answers how control is lost, if it is."""
    grade = spare(play, driver, location, grade)
    row, who = TABLE[location, grade], driver.id
    play.happen(VehicleDamaged(who, location, GRADES[grade]))
    if row.shakes:
        shake(play, driver)
    spared = row.weapon and lose_weapon(play, driver)
    lost = row.hull + (row.weapon and not spared)
    if wrecks.lose_hull_points(play, driver, lost, by, engine=location == "engine"):
        return ""
    if row.holds_back and not driver.record.held_back:
        play.happen(HeldBack(who))
    if row.handling:
        play.happen(DriveDamaged(who, row.handling))
    if row.wounds:
        wound_driver(play, driver)
    if row.knocks_out:
        black_out(play, driver)
        return "senses"
    if row.stalls == "at once" or (row.stalls and not passes_handling(driver, "stall")):
        stall(play, driver)
    return "grip" if row.control is not None and control.lets_go(driver, row.control) else ""


def lose_control(play: Play, driver: Driver, lapse: Lapse, by: int = -1) -> None:
    """What follows where a driver has lost control by damage: one who has blacked out stalls, and is not ready until
    the driver wakes; if it was just acting, that is over."""
    control.lose_control(play, driver, by)
    if lapse == "grip":
        return
    stall(play, driver)
    if driver.record.ready:
        play.happen(Unreadied(driver.id))
    if driver.on_table:  # else its wreck has ended that
        injury.leave_activation(play, driver)


def spare(play: Play, driver: Driver, location: Location, grade: int) -> int:
    """How bad damage is in truth: plates and cages take the first that would be worse than glancing."""
    whole = (each for each in driver.kit.upgrades if each.spares == location and each.id not in driver.record.used)
    if grade == GLANCING or (shield := next(whole, None)) is None:
        return grade
    play.note(driver.id, f"what it is fitted with takes the worst of it: {shield.name.lower()}")
    play.happen(Used(driver.id, shield.id))
    return GLANCING


# ---- the hull --------------------------------------------------------------------------------------------------------


def shake(play: Play, driver: Driver) -> None:
    """The crew is shaken, and so is whoever stands on the vehicle."""
    for who in (driver.id, *driver.aboard):
        conditions.concuss(play, who)


def lose_weapon(play: Play, driver: Driver, slot: int = -1) -> bool:
    """A weapon is destroyed, at random of those that are not yet unless it is said which.  Answers whether there was
    one, or at some tables whether there ever was."""
    if slot >= 0:
        play.happen(WeaponDestroyed(driver.id, slot, driver.kit.weapons[slot].name))
        return True
    mounts, destroyed = driver.profile.mounts, driver.record.destroyed
    mounted = [slot for slot in range(len(driver.kit.weapons)) if mounts[slot].operator != "driver"]
    whole = [slot for slot in mounted if slot not in destroyed]
    if not whole:
        return bool(mounted) and not play.option["disarmed-hulls-suffer"]
    number = play.roll(Pool(1, len(whole)), "weapon", "Which weapon is destroyed") if len(whole) > 1 else 1
    slot = whole[number - 1]
    play.happen(WeaponDestroyed(driver.id, slot, driver.kit.weapons[slot].name))
    return True


def stall(play: Play, driver: Driver) -> None:
    """The engine stops: the vehicle is stationary."""
    if driver.on_table and not driver.record.stalled:
        play.happen(Stalled(driver.id))


# ---- the driver ------------------------------------------------------------------------------------------------------


def wound_driver(play: Play, driver: Driver) -> None:
    """A flesh wound: Ballistic Skill and Handling are one worse."""
    play.happen(DriverWounded(driver.id, 1))


def knock_out_driver(play: Play, driver: Driver, by: int = -1) -> None:
    """The driver blacks out, and the vehicle is out of control."""
    black_out(play, driver)
    lose_control(play, driver, "senses", by)


def black_out(play: Play, driver: Driver) -> None:
    """The driver is out of his senses."""
    if not driver.record.unconscious:
        play.happen(DriverBlackedOut(driver.id))
