"""Drivers who are wounded or out of their senses, and how they come round in the end phase."""

from __future__ import annotations

from ....core.dice import D6
from ..events.vehicles import DriverWoke, DriverWounded
from ..records import Driver, Play
from . import vehicle_damage

WAKES, SHRUGGED_OFF = 4, 4


def recover_driver(play: Play, driver: Driver) -> None:
    """A driver who has blacked out wakes on 4+, with a flesh wound.  One who is wounded rolls for each flesh wound: it
    is gone on 4+; on a 1 the driver blacks out and rolls no more."""
    who = driver.id
    if driver.record.unconscious:
        if play.roll(D6, "recovery", "Does the driver wake? 4+", who) >= WAKES:
            play.happen(DriverWoke(who))
            vehicle_damage.wound_driver(play, driver)
        return
    for _ in range(driver.record.flesh):
        face: int = play.roll(D6, "recovery", "The driver's wound: gone on 4+, blacks out on 1", who)
        if face >= SHRUGGED_OFF:
            play.happen(DriverWounded(who, -1))
        elif face == 1:
            vehicle_damage.knock_out_driver(play, driver)
            return
