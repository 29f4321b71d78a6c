"""Every action that a player may choose, in the order of the page, and what may answer."""

from __future__ import annotations

from ....core.action import Action
from ....core.events import Event
from ....core.reaction import Windows
from ..attacks import reactions
from ..attacks.combat import COMBAT_CHECK
from ..attacks.powers import PSYKER_POWER
from ..events.checks import AttackDeclared, HitLanded
from ..events.turns import Granted
from ..movement.mounting import DISMOUNT, MOUNT
from ..movement.moving import DROP_PRONE, MOVE, WITHDRAW
from ..movement.standing import LEAVE_COVER, STAND, TAKE_COVER
from ..records import Model
from .gear import INCIDENTAL, MANAGE_GEAR
from .interacting import INTERACT
from .out_of_turn import OUT_OF_TURN
from .stances import AIM, EXCHANGE, EXTRA, GUARDED_STANCE
from .talents import USE_TALENT
from .tasks import ASSIST, SKILL_CHECK

ACTIONS: tuple[Action[Model], ...] = (
    AIM, ASSIST, GUARDED_STANCE, INTERACT, TAKE_COVER, LEAVE_COVER, MANAGE_GEAR, MOUNT, DISMOUNT, MOVE, WITHDRAW,
    DROP_PRONE, STAND, EXCHANGE, EXTRA, PSYKER_POWER, SKILL_CHECK, COMBAT_CHECK, INCIDENTAL, USE_TALENT,
)  # fmt: skip

WINDOWS: dict[type[Event], Windows] = {
    AttackDeclared: Windows(after=(reactions.DODGE,)),
    HitLanded: Windows(after=(reactions.PARRY, reactions.REFLECT, reactions.FORCE_DOME)),
    Granted: Windows(after=(OUT_OF_TURN,)),
}
