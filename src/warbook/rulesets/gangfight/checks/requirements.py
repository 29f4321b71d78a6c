"""Requirements that several actions share, the reasons that players are told, and what counts in every attack."""

from __future__ import annotations

from ....core.action import Action, requirement
from ....core.structs import replace
from ....mechanics.world import per_battle
from ..records import Figure, Model, Play, Thing


@requirement("It must have an action point left.")
def has_points(model: Model) -> bool:
    return model.record.ap > 0


@requirement("It must be standing.")
def standing(model: Model) -> bool | str:
    figure = model.record
    if figure.standing:
        return True
    if figure.down:
        return "It is knocked over: it must stand up first."
    if figure.face is not None:
        return "It clings to a face: it can only go on climbing."
    return False


@requirement("It must not be in close combat.")
def not_engaged(model: Model) -> bool:
    return not model.engaged


def burdened(play: Play, figure: Figure) -> bool:
    """Whether a figure carries something heavy."""
    return any(play.state.record(Thing, thing).heavy for thing in figure.carries)


@requirement("It must carry nothing heavy.")
def unburdened(model: Model) -> bool:
    return not burdened(model.play, model.record)


@per_battle
def unpaid(play: Play, action: str) -> Action[Model]:
    """An action of this table, without the requirement of a point: for somebody who acts on an order or is driven to
    it."""
    paid: Action[Model] = play.ruleset.action[action]
    return replace(paid, requires=tuple(needed for needed in paid.requires if needed is not has_points))
