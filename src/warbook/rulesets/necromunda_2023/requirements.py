"""Conditions of actions: each a question about the one who acts, with the reason a player is told when the answer is no."""

from __future__ import annotations

from ...core.action import Requirement, requirement
from .model import Model


@requirement("It must be standing and not engaged.")
def standing_active(model: Model) -> bool:
    return model.active and not model.broken


@requirement("It must be standing and engaged with an enemy.")
def standing_engaged(model: Model) -> bool:
    return model.engaged and not model.broken


@requirement("It must be prone and pinned.")
def pinned(model: Model) -> bool:
    return model.pinned and not model.broken


@requirement("It must be prone.")
def prone(model: Model) -> bool:
    return model.prone and not model.broken


@requirement("It must be broken: a broken fighter does nothing else.")
def broken(model: Model) -> bool:
    return model.broken


def knowing(skill: str, name: str) -> Requirement[Model]:
    """The requirement of a skill."""

    @requirement(f"It must know {name}.")
    def knows(model: Model) -> bool:
        return skill in model.kit.skills

    return knows
