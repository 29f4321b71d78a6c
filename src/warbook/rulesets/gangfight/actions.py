"""Every action that a player may choose, in the order of the book."""

from __future__ import annotations

from ...core.action import Action
from .band_attacks import BRING_IT_DOWN, ON_MY_MARK
from .banding import WITH_ME
from .charging import CHARGE
from .charms import USE_CHARM
from .climbing import JUMP_CLIMB
from .fighting import FIGHT, FINESSE_ATTACK, POWER_ATTACK
from .interacting import INTERACT
from .magic import CAST, DRAW_MANA
from .model import Model
from .moving import MOVE, RUN, STAND_UP
from .perks import SHARE_POINTS
from .shooting import FIRE, RELOAD
from .slamming import SLAM, TRAMPLE

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
