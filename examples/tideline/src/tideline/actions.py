"""Everything that a sailor may do, and what is no move and no attack: to hold."""

from __future__ import annotations

from warbook.core.action import Action

from .attacks import CHARGE, FIGHT, SHOOT
from .movement import MOVE
from .records import Model, Play


def hold(play: Play, sailor: Model) -> None:
    """Wait and see."""


HOLD = Action("hold", "Hold", "all", "Do nothing.", "Tideline, the round", (), hold)

ACTIONS: tuple[Action[Model], ...] = (MOVE, CHARGE, SHOOT, FIGHT, HOLD)
