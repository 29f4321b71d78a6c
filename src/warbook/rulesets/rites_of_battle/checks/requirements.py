"""Requirements that several actions share, and the reasons that players are told."""

from __future__ import annotations

from ....core.action import requirement
from ..records import Model
from .squares import is_engaged

MOST_MANEUVERS = 2


def most_maneuvers(model: Model) -> int:
    """How many maneuvers it may make in a turn at most."""
    return 1 if model.injured("temporarily-lame") else MOST_MANEUVERS


def maneuvers_left(model: Model) -> int:
    """How many maneuvers it has left in its turn."""
    now = model.play.state.turn
    return max(0, min(now.allowed, most_maneuvers(model)) - now.done)


@requirement("It must be able to act.")
def able(model: Model) -> bool:
    return model.record.able


@requirement("It must have a maneuver left in its turn: one, or two at most.")
def has_maneuver(model: Model) -> bool | str:
    if model.held_fast:
        return "It is immobilized: it can make no maneuver."
    return maneuvers_left(model) > 0


@requirement("It must have its action left.")
def has_action(model: Model) -> bool | str:
    if model.staggered:
        return "It is staggered: it can take no action."
    return model.play.state.turn.action


@requirement("It must not be engaged with an enemy.")
def not_engaged(model: Model) -> bool:
    return not is_engaged(model.play, model.id)


@requirement("It must be engaged with an enemy.")
def engaged(model: Model) -> bool:
    return is_engaged(model.play, model.id)


@requirement("It must not be prone.")
def on_its_feet(model: Model) -> bool:
    return not model.record.prone


@requirement("It must be prone.")
def prone(model: Model) -> bool:
    return model.record.prone


@requirement("It must not be immobilized.")
def free_to_move(model: Model) -> bool:
    return not model.held_fast
