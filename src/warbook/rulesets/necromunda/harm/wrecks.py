"""Wrecks: a vehicle that has no hull point left, or has rolled over, and what it and its crew take home."""

from __future__ import annotations

from ....core.dice import D6
from ..events.fighters import LastingInjury
from ..events.moments import VehicleLost
from ..events.vehicles import VehicleWrecked
from ..records import Driver, Play
from . import injury, taken_home


def wreck(play: Play, driver: Driver, by: int = -1) -> None:
    """A vehicle is wrecked, and its crew is out of action with it."""
    if not driver.on_table:
        return
    mobile = driver.mobile
    play.happen(VehicleWrecked(driver.id, by, play.option["wrecks-stay"]))
    injury.leave_activation(play, driver)
    play.reach(VehicleLost(driver.id, by, mobile))


def abandon(play: Play, driver: Driver) -> None:
    """The crew leaves its vehicle, which counts as a wreck from then on; neither takes anything home from that."""
    play.happen(VehicleWrecked(driver.id, -1, play.option["wrecks-stay"]))
    injury.leave_activation(play, driver)
    play.reach(VehicleLost(driver.id, -1, False, abandoned=True))


def roll_for_lasting_damage(play: Play, lost: VehicleLost) -> None:
    """A vehicle that is wrecked will be rolled for, and so will its crew, at tables that keep count of such things."""
    if play.option["lasting-injuries"] and not lost.abandoned:
        play.then(lasting_damage, lost.who)
        play.then(taken_home.lasting_injuries, lost.who, 1, lost.by)


def lasting_damage(play: Play, who: int) -> None:
    """What a wreck costs its owner after the battle."""
    roll: int = play.roll(D6, "lasting-damage", "Lasting damage", who)
    play.happen(LastingInjury(who, play.world.edition.library.lasting_damage(roll).id))
