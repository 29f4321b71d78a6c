"""Driving for show: a Ram, a Drift, a Spin and Full Throttle, and the control that the last three put at risk."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

from ....core.decision import Prompt, Reasons
from ....core.dice import D6
from ....core.length import INCH
from ....core.state import Placement
from ....core.structs import replace
from ....space.drives.driving import turns
from ....space.drives.met import DriveLegs, Driven, DriveRules
from ....space.footprints import HullSide, facings
from ....space.shapes import cross, dot
from ..checks.requirements import mobile
from ..harm import control
from ..printed.library import vehicle_action
from ..records import Driver, Play
from . import driving
from .driving import Objections

HALF_TURN = 180
AFTER_DRIFT, AFTER_SPIN, AT_FULL_THROTTLE = 1, 0, -1  # what control is tested with


def ram(play: Play, driver: Driver) -> None:
    """A move of its Movement and D6 inches.  What it meets head-on, vehicle or terrain, hits it as if it had half its
    Movement."""
    further = INCH * play.roll(D6, "ram", "It goes so much further", driver.id)
    rules = driving.by_movement(driver, further=further, pivots=driving.pivots_of(driver))
    driving.drive(
        play, driver, _choose_way(play, driver, rules, "What does it ram?", _in_one_go(play)), rules, ramming=True
    )


RAM = vehicle_action("ram", (mobile,), ram)


def drift(play: Play, driver: Driver) -> None:
    """Straight to one side up to half its Movement, facing as it does; then it has to keep control."""
    rules = replace(driving.by_movement(driver, 1), slides=True)

    def sideways(found: Driven) -> Reasons:
        return drifts_aside(driver, found)

    if driving.drive(play, driver, _choose_way(play, driver, rules, "Where does it drift?", sideways), rules).poses:
        control.keep_control(play, driver, AFTER_DRIFT)


def drifts_aside(driver: Driver, found: Driven) -> Reasons:
    """It goes one way, inside the arc of one of its sides."""
    if len(found.lengths) > 1:
        return ("It drifts in one straight line.",)
    at, end = driver.at, found.end
    sides = facings(at, end.x, end.y)
    aside = HullSide.LEFT in sides or HullSide.RIGHT in sides
    return () if aside else ("It must stay inside the arc of one of its sides.",)


DRIFT = vehicle_action("drift", (mobile,), drift)


def spin(play: Play, driver: Driver) -> None:
    """Straight ahead up to half its Movement, with a pivot right round, after which it has to keep control."""
    rules = replace(driving.by_movement(driver, 1, pivots=driving.pivots_of(driver)), widest=HALF_TURN)
    legs = _choose_way(play, driver, rules, "Where does it spin?", partial(spins_right_round, rules.turns))
    drive_keeping_control(play, driver, legs, rules, AFTER_SPIN, turns_about)


def spins_right_round(most: int, found: Driven) -> Reasons:
    """One pivot, of so many at most, is a half turn as far as nothing stops it; those that some vehicles have besides
    are as in a move."""
    pivots = [(a, b) for a, b in pairwise(found.poses) if turns(a, b.fx, b.fy)]
    others = [(a, b) for a, b in pivots if not turns_about(a, b.fx, b.fy)]
    if found.stopped is not None and found.stopped.turning:
        return ()
    if len(pivots) - len(others) > 1 or len(others) == most:
        return ("It spins right round: it pivots once, by 180°.",)
    wide = any(dot(a.fx, a.fy, b.fx, b.fy) < 0 for a, b in others)
    return (f"It may turn by {driving.WIDEST_PIVOT}° at most, besides the half turn.",) if wide else ()


def turns_about(at: Placement, fx: int, fy: int) -> bool:
    """Whether a vehicle has to turn right round to face along a vector."""
    return cross(at.fx, at.fy, fx, fy) == 0 > dot(at.fx, at.fy, fx, fy)


SPIN = vehicle_action("spin", (mobile,), spin)


def full_throttle(play: Play, driver: Driver) -> None:
    """A move of three times its Movement; after a pivot it has to keep control, which is harder."""
    rules = driving.by_movement(driver, 6, pivots=driving.pivots_of(driver))
    legs = _choose_way(play, driver, rules, "Where does it race?", _in_one_go(play))
    drive_keeping_control(play, driver, legs, rules, AT_FULL_THROTTLE)


FULL_THROTTLE = vehicle_action("full-throttle", (mobile,), full_throttle)


def drive_keeping_control(
    play: Play,
    driver: Driver,
    legs: DriveLegs,
    rules: DriveRules,
    bonus: int,
    risky: Callable[[Placement, int, int], bool] = turns,
) -> None:
    """Drives, and has to keep control after each pivot that is `risky`; a vehicle that loses it, stalls or is stopped
    goes no further by its own will."""
    while legs:
        facings = [driver.at, *(replace(driver.at, fx=fx, fy=fy) for _, fx, fy in legs)]
        pivot = next((n for n, (_, fx, fy) in enumerate(legs) if risky(facings[n], fx, fy)), None)
        if pivot is None:
            driving.drive(play, driver, legs, rules)
            return
        (_, fx, fy), *_ = legs[pivot:]
        found = driving.drive(play, driver, (*legs[:pivot], (0, fx, fy)), rules)
        if not found.poses or not control.keep_control(play, driver, bonus):
            return
        if found.stopped is not None or not driver.mobile:
            return
        legs = legs[pivot:] if any(distance for distance, *_ in legs[pivot:]) else legs[pivot + 1 :]


def _choose_way(play: Play, driver: Driver, rules: DriveRules, prompt: Prompt, refuse: Objections | None) -> DriveLegs:
    legs: DriveLegs = play.ask(driver.owner, driving.question(play, driver, rules, prompt, refuse))
    return legs


def _in_one_go(play: Play) -> Objections | None:
    return None if play.option["pivots-split-moves"] else driving.in_one_go
