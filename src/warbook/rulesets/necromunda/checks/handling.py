"""Handling tests of vehicles: two dice against a number that wounds and damage make worse."""

from __future__ import annotations

from ....core.check import Modifier
from ....core.effect import total_effect
from ..records import Driver
from .characteristics import Steering, two_dice


def passes_handling(driver: Driver, purpose: str, bonus: int = 0) -> bool:
    """A Handling test: two dice."""
    return two_dice("handling", driver.profile.handling, Steering(driver, purpose), bonus)


def _wounds(trial: Steering) -> int:
    return -trial.model.record.flesh


def _damage(trial: Steering) -> int:
    return -trial.model.record.handling


def _concussion(trial: Steering) -> int:
    return -total_effect(trial.play.state, trial.model.id, "handling")


HANDLING_MODIFIERS = (
    Modifier("driver wounded", _wounds, "vehicle damage"),
    Modifier("damaged drive", _damage, "vehicle damage"),
    Modifier("concussion", _concussion, "vehicle conditions"),
)
