"""Loss of control: the test, and which way a vehicle goes that nobody steers."""

from __future__ import annotations

from ....core.dice import Pool, Reading, reaching
from ....core.events import EffectsEnded, Moment
from ....space.shapes import UNIT, stretched
from ..checks.handling import passes_handling
from ..events.fighters import Unreadied
from ..events.moments import ControlLost
from ..records import Driver, Play
from ..records.effects import begin_effect
from . import wrecks

FATES = ("swerve", "swerve", "swerve", "jackknife", "jackknife", "roll")
CONTROL = Pool(1, 6, Reading("control", "", lambda _, face: FATES[face - 1]), "Control die")
RIGHTED = 2  # the hull points that a turtle back costs
TO_THE_RIGHT = Pool(1, 6, reaching(4))


def keep_control(play: Play, driver: Driver, bonus: int = 0, by: int = -1) -> bool:
    """A Handling test, so much easier; whoever fails it loses control.  Answers whether it is kept."""
    if not driver.on_table:
        return False
    lost = lets_go(driver, bonus)
    if lost:
        lose_control(play, driver, by)
    return not lost


def lets_go(driver: Driver, bonus: int = 0) -> bool:
    """Whether a Handling test, so much easier, is failed; who has lost control already has none to take."""
    return not driver.effect("out-of-control") and not passes_handling(driver, "control", bonus)


def lose_control(play: Play, driver: Driver, by: int = -1) -> None:
    """A Control die, and another for left or right.  Where the table plays it so, nobody loses control twice before
    the action is over: else those that run into each other go on and on.

    The vehicle swerves by 45 degrees or jackknifes by 90, and if it is mobile goes on ahead by half its Movement; or it
    rolls over and is a wreck, which goes on rolling if it was mobile.  A turtle back comes down on its wheels, for two
    hull points; an emergency brake halves the way ahead.
    """
    if driver.effect("out-of-control"):
        return
    if driver.record.ready and play.state.turn.actor != driver.id and play.option["control-lost-costs-readiness"]:
        play.happen(Unreadied(driver.id))
    if play.option["control-is-lost-once"]:
        begin_effect(play, "out-of-control", driver.id, "action")
    fate: str = play.roll(CONTROL, "control.die", "Swerve, jackknife on 4-5, roll on 6", driver.id)
    if fate == "roll" and driver.built("turtle-back"):
        wrecks.lose_hull_points(play, driver, RIGHTED, by)
        return
    if fate == "roll":
        wrecks.wreck(play, driver, by, rolls=True)
        return
    right: bool = play.roll(TO_THE_RIGHT, "control.side", "To the left, to the right on 4+", driver.id) > 0
    play.reach(ControlLost(driver.id, *heading(driver, fate, right), way_on(driver)))


def way_on(driver: Driver) -> int:
    """How far a vehicle goes on ahead that nobody steers."""
    far = driver.half_move // (2 if driver.built("emergency-brake") else 1)
    return far if driver.mobile else 0


def regain_control(play: Play, moment: Moment) -> None:
    """The action is over: whoever has lost control may lose it again."""
    if any(effect.until == "action" for effect in play.state.effects):
        play.happen(EffectsEnded("action"))


def heading(driver: Driver, fate: str, right: bool) -> tuple[int, int]:
    """Which way a vehicle faces that swerves or jackknifes."""
    fx, fy = driver.at.fx, driver.at.fy
    aside = (fy, -fx) if right else (-fy, fx)
    return aside if fate == "jackknife" else stretched(fx + aside[0], fy + aside[1], UNIT)
