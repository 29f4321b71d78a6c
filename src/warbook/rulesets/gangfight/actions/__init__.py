"""Every action that a player may choose, in the order of the book."""

from __future__ import annotations

from ....core.action import Action
from ..attacks.charging import CHARGE
from ..attacks.fighting import FIGHT, FINESSE_ATTACK, POWER_ATTACK
from ..attacks.magic import CAST, DRAW_MANA
from ..attacks.shooting import FIRE, RELOAD
from ..attacks.slamming import SLAM, TRAMPLE
from ..movement.climbing import JUMP_CLIMB
from ..movement.moving import MOVE, RUN, STAND_UP
from ..records import Model
from .band_attacks import BRING_IT_DOWN, ON_MY_MARK
from .banding import WITH_ME
from .charms import USE_CHARM
from .interacting import INTERACT
from .perks import SHARE_POINTS

ACTIONS: tuple[Action[Model], ...] = (
    MOVE,
    CHARGE,
    FIGHT,
    RELOAD,
    FIRE,
    RUN,
    STAND_UP,
    POWER_ATTACK,
    FINESSE_ATTACK,
    SLAM,
    TRAMPLE,
    INTERACT,
    JUMP_CLIMB,
    WITH_ME,
    BRING_IT_DOWN,
    ON_MY_MARK,
    DRAW_MANA,
    CAST,
    USE_CHARM,
    SHARE_POINTS,
)
