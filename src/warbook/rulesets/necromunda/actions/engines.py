"""Engines that have stalled: how they are started again, and how far a vehicle gets without."""

from __future__ import annotations

from ....core.dice import D3, D6, Pool
from ....core.length import INCH
from ..checks.handling import helped_to_start, passes_handling
from ..checks.requirements import stationary
from ..events.moments import Recovering
from ..events.vehicles import Restarted, TurnedOver
from ..movement import driving
from ..printed.library import action
from ..records import Driver, Play
from ..records.position import crewed_vehicles

AHEAD = 1
WHICH_WAY = Pool(1, 2)


# ---- restarting ------------------------------------------------------------------------------------------------------


def jump_start(play: Play, driver: Driver) -> None:
    """A Handling test gets the engine going; a hull that is sound makes it easier, and so may having turned it over."""
    restart(play, driver, "jump-start")


JUMP_START = action("jump-start", (stationary,), jump_start)


def restart_later(play: Play, recovering: Recovering) -> None:
    """In the end phase each vehicle of a side that has stalled may get going again."""
    for v in crewed_vehicles(play.world, play.state):
        if v.owner == recovering.seat and v.stalled and Driver(play, v.id).on_table:
            play.then(restart_in_end_phase, v.id)


def restart_in_end_phase(play: Play, who: int) -> None:
    """The same test for nothing, unless nobody is awake to make it."""
    driver = Driver(play, who)
    awake = not driver.record.unconscious or play.option["blacked-out-drivers-restart"]
    if driver.on_table and driver.record.stalled and awake:
        restart(play, driver, "restart")


def restart(play: Play, driver: Driver, test: str) -> None:
    """A Handling test to get the engine going.  What turning it over was worth is used up with the test that it
    helps."""
    play.happen(Restarted(driver.id, passes_handling(driver, test), helped=helped_to_start(driver, test)))


# ---- without an engine -----------------------------------------------------------------------------------------------


def turn_over(play: Play, driver: Driver) -> None:
    """A move of D3 inches, and the engine will start more easily."""
    driving.step_off(play, driver, INCH * play.roll(D3, "turn-over", "It creeps so far", driver.id))
    if driver.on_table:
        play.happen(TurnedOver(driver.id))


TURN_OVER = action("turn-over", (stationary,), turn_over)


def free_wheel(play: Play, driver: Driver) -> None:
    """A move of D6 inches, ahead or backwards as a die says."""
    distance = INCH * play.roll(D6, "free-wheel", "It rolls so far", driver.id)
    ahead = play.roll(WHICH_WAY, "free-wheel.way", "ahead, or backwards on a 2", driver.id) == AHEAD
    driving.step_off(play, driver, distance, ahead=ahead)


FREE_WHEEL = action("free-wheel", (stationary,), free_wheel)
