"""Every action that a player may choose, in the order of the phases, and what may answer."""

from __future__ import annotations

from ....core.action import Action
from ....core.events import Event
from ....core.reaction import Windows
from ..attacks import reactions
from ..attacks.assault import AFTER_COMBAT, ASSAULT
from ..attacks.chance import CHARGE_BY_CHANCE
from ..attacks.courses import RAM, TANK_SHOCK
from ..attacks.evading import EVADE
from ..attacks.glory import DEATH_OR_GLORY
from ..attacks.psychic import PSYCHIC_POWER
from ..attacks.shooting import SHOOT
from ..events.attacks import ShotAt
from ..events.courses import Rammed, TankShocked
from ..events.morale import Trapped
from ..movement.charging import CHARGE
from ..movement.disembarking import DISEMBARK
from ..movement.falling_back import FALL_BACK
from ..movement.modes import ADVANCE, FLAT_OUT, FLEET, SURGE
from ..records.unit import Unit
from .abandoning import ABANDON
from .claiming import CLAIM
from .embarking import EMBARK
from .joining import JOIN, LEAVE
from .moving_on import CONSOLIDATION_MOVE, JET_PACK_MOVE
from .rallying import RALLY
from .reserves import PLACE_RESERVES
from .smoke import POP_SMOKE

ACTIONS: tuple[Action[Unit], ...] = (
    PSYCHIC_POWER,
    PLACE_RESERVES,
    RALLY,
    JOIN,
    LEAVE,
    CLAIM,
    ADVANCE,
    SURGE,
    FLEET,
    FLAT_OUT,
    CHARGE,
    DISEMBARK,
    TANK_SHOCK,
    RAM,
    POP_SMOKE,
    FALL_BACK,
    ASSAULT,
    AFTER_COMBAT,
    SHOOT,
    CONSOLIDATION_MOVE,
    JET_PACK_MOVE,
    EMBARK,
    ABANDON,
)

WINDOWS: dict[type[Event], Windows] = {
    ShotAt: Windows(
        after=(
            reactions.GOING_TO_GROUND,
            reactions.BRACE,
            reactions.FLYING_HIGH,
            reactions.RETURN_FIRE,
            reactions.JINK,
        ),
    ),
    TankShocked: Windows(after=(EVADE, DEATH_OR_GLORY, CHARGE_BY_CHANCE)),
    Rammed: Windows(after=(EVADE, DEATH_OR_GLORY)),
    Trapped: Windows(after=(CHARGE_BY_CHANCE,)),
}
