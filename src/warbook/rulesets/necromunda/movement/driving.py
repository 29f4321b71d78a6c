"""Driving: where a vehicle goes, and what follows from it.

Every drive goes through `drive`: those that a player has drawn (`choose`), and those that nobody steers.
"""

from __future__ import annotations

from functools import partial

from ....core.decision import Prompt
from ....space.drives.decision import Drive
from ....space.drives.driving import driven
from ....space.drives.met import DriveLegs, Driven, DriveRules, Met
from ..checks.requirements import mobile
from ..events.moments import DroveInto
from ..printed.library import action
from ..records import Driver, Play
from ..records.position import layout, namer
from . import riders

WIDEST_PIVOT = 90
ONE_MORE_PIVOT = "agile"


# ---- what every drive is ---------------------------------------------------------------------------------------------


def drive(play: Play, driver: Driver, legs: DriveLegs, rules: DriveRules, *, shaken: bool = False) -> Driven:
    """A vehicle drives, and what it has met on its way follows in that order; then whoever stands on it holds on or
    falls off, also who has held on before if it is `shaken`.  What came of the drive."""
    found = driven(play.world.board, layout(play), driver.id, legs, rules, stops)
    if legs:
        riders.carry(play, driver, found.end, sum(found.lengths))
    for met in found.met:
        play.reach(DroveInto(driver.id, met))
    if legs:
        riders.hold_on(play, driver, shaken=shaken)
    return found


def choose(play: Play, driver: Driver, rules: DriveRules, prompt: Prompt) -> DriveLegs:
    """Its player says where a vehicle drives."""
    legs: DriveLegs = play.ask(driver.owner, question(play, driver, rules, prompt))
    return legs


def question(play: Play, driver: Driver, rules: DriveRules, prompt: Prompt) -> Drive:
    """Where does it drive?"""
    return Drive(
        "drive",
        prompt,
        play.world.board,
        layout(play),
        driver.id,
        rules,
        stops=stops,
        bars=stops,
        leads=partial(play.ruleset.leads, play, driver.id),
        name=namer(play),
    )


def stops(met: Met) -> bool:
    """Whether a drive ends short of what it meets."""
    return True


def gear(driver: Driver, allowance: int, *, pivots: int = 1, back: int = 0) -> DriveRules:
    """What a drive of so many thousandths may do: pivot so many times (-1: as often as it likes), and go so far
    backwards.  Gaps that are shorter than the hull are crossed."""
    length = driver.profile.length
    return DriveRules(allowance=allowance, back=back, turns=pivots, widest=WIDEST_PIVOT, gap=length - 1)


# ---- the move --------------------------------------------------------------------------------------------------------


def move(play: Play, driver: Driver) -> None:
    """Straight ahead up to its Movement, with one pivot before, on the way or after; some have one more."""
    rules = gear(driver, driver.move, pivots=pivots_of(driver))
    drive(play, driver, choose(play, driver, rules, "Where does it drive?"), rules)


def pivots_of(driver: Driver) -> int:
    """How often a vehicle pivots in a move (-1: as often as it likes)."""
    if driver.kit.locomotion == "walker":
        return -1
    return 2 if ONE_MORE_PIVOT in driver.profile.features else 1


VEHICLE_MOVE = action("vehicle-move", (mobile,), move)
