"""Every action that a player may choose, in the order of the phases."""

from __future__ import annotations

from ....core.action import Action
from ..attacks.shooting import SHOOT
from ..movement.modes import ADVANCE, FLAT_OUT, FLEET, SURGE
from ..records.unit import Unit

ACTIONS: tuple[Action[Unit], ...] = (
    ADVANCE,
    SURGE,
    FLEET,
    FLAT_OUT,
    SHOOT,
)
