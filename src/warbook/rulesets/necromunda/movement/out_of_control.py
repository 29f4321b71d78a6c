"""Where a vehicle goes that nobody steers."""

from __future__ import annotations

from ....core.dice import D3
from ....core.length import INCH
from ....core.structs import replace
from ....space.shapes import direction
from ..checks import directions
from ..events.moments import ControlLost, RolledOver
from ..records import Driver, Play
from . import driving

ROLL = 2 * INCH


def veer(play: Play, lost: ControlLost) -> None:
    """It turns, and goes on ahead, whatever the ground; what it meets follows as on any drive."""
    driver = Driver(play, lost.who)
    driving.drive(
        play,
        driver,
        ((lost.distance, lost.fx, lost.fy),),
        driving.gear(driver, lost.distance),
        steered=False,
        shaken=True,
    )


def roll_on(play: Play, rolled: RolledOver) -> None:
    """D3 times over, two inches each, in a random direction; it keeps its facing."""
    driver = Driver(play, rolled.who)
    distance = ROLL * play.roll(D3, "roll-over", "How often does it roll over?", driver.id)
    fx, fy = direction(play.roll(directions.by_chance(play), "roll-over.direction", "in a random direction"))
    rules = replace(driving.gear(driver, distance), slides=True)
    driving.drive(play, driver, ((distance, fx, fy),), rules, steered=False)
