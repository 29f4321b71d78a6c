"""Engines that have stalled: how they are started again, and how far a vehicle gets without."""

from __future__ import annotations

from ....core.decision import Choose
from ....core.dice import D3, D6, Pool
from ....core.length import INCH
from ..checks.handling import helped_to_start, passes_handling, passes_restart
from ..checks.requirements import stationary
from ..events.moments import Recovering
from ..events.vehicles import HullPointsLost, Restarted, TurnedOver
from ..harm import crews
from ..movement import driving
from ..printed.library import vehicle_action
from ..records import Driver, Play
from ..records.effects import begin_effect
from ..records.position import board_now, crewed_vehicles

AHEAD = 1
RECOVERIES = {"engine": "the engine that has stalled", "driver": "what ails the driver"}
WHICH_WAY = Pool(1, 2)


# ---- restarting ------------------------------------------------------------------------------------------------------


def jump_start(play: Play, driver: Driver) -> None:
    """A Handling test gets the engine going; a hull that is sound makes it easier, and so may having turned it over."""
    restart(play, driver, "jump-start")


JUMP_START = vehicle_action("jump-start", (stationary,), jump_start)


def recover_later(play: Play, recovering: Recovering) -> None:
    """In the end phase each vehicle of a side that has stalled, or whose driver is hurt, may recover."""
    for v in crewed_vehicles(play.world, play.state):
        if v.owner == recovering.seat and Driver(play, v.id).on_table and recoveries(Driver(play, v.id)):
            play.then(recover_vehicle, v.id)


def recover_vehicle(play: Play, who: int) -> None:
    """It recovers from one thing, its player says from which: the engine, by the same test for nothing, or what ails
    its driver."""
    driver = Driver(play, who)
    open_to = recoveries(driver) if driver.on_table else []
    if not open_to:
        return
    question = Choose("recovery.of", "What does it recover from?", lambda: open_to, named=RECOVERIES.__getitem__)
    if play.pick(driver.owner, question) == "engine":
        restart(play, driver, "restart")
    else:
        crews.recover_driver(play, driver)


def recoveries(driver: Driver) -> list[str]:
    """What it might recover from.  Nobody starts an engine in his sleep, at most tables."""
    r = driver.record
    awake = not r.unconscious or driver.play.option["blacked-out-drivers-restart"]
    return ["engine"] * (r.stalled and awake) + ["driver"] * bool(r.flesh or r.unconscious)


def restart(play: Play, driver: Driver, test: str) -> None:
    """A Handling test to get the engine going.  What turning it over was worth is used up with the test that it
    helps.  A driver who knows about repairs mends something on a 6."""
    if driver.has("running-repairs"):
        runs, six = passes_restart(driver, test)
    else:
        runs, six = passes_handling(driver, test), False
    play.happen(Restarted(driver.id, runs, helped=helped_to_start(driver, test)))
    if six and driver.record.hull_lost:
        play.happen(HullPointsLost(driver.id, -1))


# ---- without an engine -----------------------------------------------------------------------------------------------


def turn_over(play: Play, driver: Driver) -> None:
    """A move of D3 inches, and the engine will start more easily."""
    driving.step_off(play, driver, INCH * play.roll(D3, "turn-over", "It creeps so far", driver.id))
    if driver.on_table:
        play.happen(TurnedOver(driver.id))


TURN_OVER = vehicle_action("turn-over", (stationary,), turn_over)


def free_wheel(play: Play, driver: Driver) -> None:
    """A move of D6 inches, ahead or backwards as a die says."""
    distance = rolls_so_far(play, driver)
    driving.step_off(play, driver, distance, ahead=ahead_by_chance(play, driver))


def free_wheel_downhill(play: Play, driver: Driver) -> None:
    """The same, but on a slope it goes the way that leads down, if it does not stand across it."""
    distance, down = rolls_so_far(play, driver), downhill(driver)
    driving.step_off(play, driver, distance, ahead=down > 0 if down else ahead_by_chance(play, driver))


def rolls_so_far(play: Play, driver: Driver) -> int:
    """How far a vehicle rolls without an engine; at some tables no further than to the first vehicle that it meets."""
    if play.option["free-wheel-ends-on-collision"]:
        begin_effect(play, "rolling", driver.id, "action")
    face: int = play.roll(D6, "free-wheel", "It rolls so far", driver.id)
    return face * INCH


def ahead_by_chance(play: Play, driver: Driver) -> bool:
    """Whether a vehicle rolls ahead, as a die says."""
    face: int = play.roll(WHICH_WAY, "free-wheel.way", "ahead, or backwards on a 2", driver.id)
    return face == AHEAD


def downhill(driver: Driver) -> int:
    """More than 0 where the slope that the middle of a vehicle lies on goes down ahead of it, less where it goes up;
    0 across a slope, and where there is none."""
    at = driver.at
    slope = board_now(driver.play).slope(*at.spot)
    if slope is None:
        return 0
    return (slope.foot[0] - slope.top[0]) * at.fx + (slope.foot[1] - slope.top[1]) * at.fy


FREE_WHEEL = vehicle_action("free-wheel", (stationary,), free_wheel)
