"""Wrecks: a vehicle that has no hull point left, or has rolled over, and what it and its crew take home."""

from __future__ import annotations

from ....core.dice import D6
from ..events.fighters import LastingInjury
from ..events.moments import RolledOver, VehicleLost
from ..events.vehicles import HullPointsLost, VehicleWrecked, WreckCleared
from ..records import Driver, Play
from . import injury, taken_home

KILLED_IN_TIME = 1  # what a kill switch takes off the roll for lasting damage


def lose_hull_points(play: Play, driver: Driver, points: int, by: int = -1, *, engine: bool = False) -> bool:
    """Hull points are lost, of those that are left; without any it is a wreck, and the answer is True."""
    if points:
        play.happen(HullPointsLost(driver.id, min(points, driver.record.hull_points)))
    if driver.record.hull_points:
        return False
    wreck(play, driver, by, engine=engine)
    return True


def wreck(play: Play, driver: Driver, by: int = -1, *, engine: bool = False, rolls: bool = False) -> None:
    """A vehicle is wrecked, and its crew is out of action with it; `engine` says that it was hit there.  One that was
    mobile and `rolls` over is a wreck as it does so, which can take no more harm."""
    if not driver.on_table:
        return
    mobile, stays = driver.mobile, play.option["wrecks-stay"]
    play.happen(VehicleWrecked(driver.id, by, stays or rolls))
    injury.leave_activation(play, driver)
    if rolls:
        if mobile:
            play.reach(RolledOver(driver.id))
        if not stays:
            play.happen(WreckCleared(driver.id))
    play.reach(VehicleLost(driver.id, by, mobile, engine=engine))


def abandon(play: Play, driver: Driver) -> None:
    """The crew leaves its vehicle, which counts as a wreck from then on; neither takes anything home from that."""
    play.happen(VehicleWrecked(driver.id, -1, play.option["wrecks-stay"]))
    injury.leave_activation(play, driver)
    play.reach(VehicleLost(driver.id, -1, False, abandoned=True))


def roll_for_lasting_damage(play: Play, lost: VehicleLost) -> None:
    """A vehicle that is wrecked will be rolled for, and so will its crew, at tables that keep count of such things."""
    if play.option["lasting-injuries"] and not lost.abandoned:
        saved = lost.engine and Driver(play, lost.who).built("kill-switch")
        play.then(lasting_damage, lost.who, *[KILLED_IN_TIME] * saved)
        play.then(taken_home.lasting_injuries, lost.who, 1, lost.by)


def lasting_damage(play: Play, who: int, better: int = 0) -> None:
    """What a wreck costs its owner after the battle; the roll is lower by what is `better`, but no lower than 1."""
    roll: int = play.roll(D6, "lasting-damage", "Lasting damage", who)
    play.happen(LastingInjury(who, play.world.edition.library.lasting_damage(max(1, roll - better)).id))
