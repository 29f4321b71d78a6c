"""Handling tests of vehicles: two dice against a number that wounds and damage make worse."""

from __future__ import annotations

from ....core.check import Modifier, Target
from ....core.effect import total_effect
from ....core.length import INCH
from ..records import Cloud, Driver
from ..records.position import near_by, things
from .characteristics import Steering, number_needed, two_dice, two_dice_shown

SOUND = 2  # hull points with which an engine starts more easily


def passes_handling(driver: Driver, purpose: str, bonus: int = 0) -> bool:
    """A Handling test: two dice."""
    return two_dice("handling", driver.profile.handling, Steering(driver, purpose), bonus)


def passes_restart(driver: Driver, purpose: str) -> tuple[bool, bool]:
    """A test to start an engine: whether it passes, and whether one of its dice shows a 6."""
    passed, faces = two_dice_shown("handling", driver.profile.handling, Steering(driver, purpose))
    return passed, 6 in faces


def handling_needed(driver: Driver, purpose: str, bonus: int = 0) -> Target:
    """The number that a Handling test takes."""
    return number_needed("handling", driver.profile.handling, Steering(driver, purpose), bonus)


def helped_to_start(driver: Driver, purpose: str) -> bool:
    """Whether a test to start an engine (``"jump-start"`` or ``"restart"``) is helped by its having been turned
    over."""
    if not driver.record.turned_over:
        return False
    return purpose == "restart" or (purpose == "jump-start" and driver.play.option["turn-over-helps-jump-start"])


def _concussion(trial: Steering) -> int:
    return -total_effect(trial.play.state, trial.model.id, "handling")


def _sound_hull(trial: Steering) -> int:
    helps = trial.purpose == "jump-start" or (trial.purpose == "restart" and trial.play.option["sound-hulls-restart"])
    return int(helps and trial.model.record.hull_points >= SOUND)


def _easy_turnover(trial: Steering) -> int:
    starting = trial.purpose in ("jump-start", "restart")
    return sum(each.restart for each in trial.model.kit.upgrades) if starting else 0


def _expert(trial: Steering) -> int:
    return int(trial.purpose == "control" and trial.model.has("expert-driver"))


def _smoke(trial: Steering) -> int:
    laid = total_effect(trial.play.state, trial.model.id, "smoking") if trial.purpose == "restart" else 0
    if not laid or trial.play.option["cleared-smoke-hinders"]:
        return -laid
    return -min(laid, sum(_hangs_by(trial.model, cloud) for cloud in things(trial.play, Cloud)))


def _hangs_by(driver: Driver, cloud: Cloud) -> bool:
    return cloud.there and cloud.kind == "smoke" and near_by(driver.play, cloud.at, driver.at, INCH)


HANDLING_MODIFIERS = (
    Modifier("driver wounded", lambda trial: -trial.model.record.flesh, "vehicle damage"),
    Modifier("damaged drive", lambda trial: -trial.model.record.handling, "vehicle damage"),
    Modifier("concussion", _concussion, "vehicle conditions"),
    Modifier("sound hull", _sound_hull, "vehicle actions"),
    Modifier("engine turned over", lambda trial: int(helped_to_start(trial.model, trial.purpose)), "vehicle actions"),
    Modifier("smoke of a Burn Out", _smoke, "vehicle actions"),
    Modifier("easy turnover", _easy_turnover, "vehicle upgrades"),
    Modifier("expert driver", _expert, "skills"),
)
