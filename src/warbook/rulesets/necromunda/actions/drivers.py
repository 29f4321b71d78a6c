"""What drivers know how to do in their activation."""

from __future__ import annotations

from ....core.action import requirement
from ....core.dice import D6
from ....core.length import INCH
from ..checks.requirements import mobile
from ..events.vehicles import Stalled
from ..printed.library import vehicle_action
from ..records import Driver, Play
from ..records.effects import begin_effect
from .upgrades import about_to_act

STALLS = 1


@requirement("Its driver must have a heavy foot.", fixed=True)
def heavy_footed(driver: Driver) -> bool:
    return driver.has("heavy-foot")


def step_on_it(play: Play, driver: Driver) -> None:
    """Its Movement is more for this activation by half of what a die shows, in inches; on a 1 the engine stalls."""
    face: int = play.roll(D6, "heavy-foot", "It goes faster, or stalls on a 1", driver.id)
    if face == STALLS:
        play.happen(Stalled(driver.id))
    else:
        begin_effect(play, "move", driver.id, "activation", (face + 1) // 2 * INCH)


HEAVY_FOOT = vehicle_action("heavy-foot", (heavy_footed, mobile, about_to_act), step_on_it)
