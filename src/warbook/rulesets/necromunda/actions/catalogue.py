"""Every action of the game, in the order of the book; each stands right below its rule."""

from __future__ import annotations

from ....core.action import Action
from ..attacks.close_combat import brawling, charging, coup_de_grace, fighting
from ..attacks.shooting import ductway_fire, shooting
from ..movement import moving
from ..records.model import Model
from . import caskets, demolition, doors, ductways, gear, lifts, reloading, retreat, running, skills

ACTIONS: tuple[Action[Model], ...] = (
    # standing and active
    moving.MOVE,
    charging.CHARGE,
    ductways.CRAWL_THROUGH_DUCTWAY,
    moving.TAKE_COVER,
    shooting.SHOOT,
    shooting.AIM,
    ductway_fire.FIRE_THROUGH_DUCTWAY,
    reloading.RELOAD,
    reloading.RELOAD_VEHICLE_WEAPON,
    coup_de_grace.COUP_DE_GRACE,
    doors.OPERATE_DOOR,
    doors.ACCESS_TERMINAL,
    doors.FORCE_DOOR,
    caskets.SMASH_OPEN_CASKET,
    caskets.BYPASS_CASKET_LOCK,
    caskets.CARRY_CASKET,
    lifts.SEND_LIFT,
    # standing and engaged
    fighting.FIGHT,
    retreat.RETREAT,
    # prone
    moving.STAND_UP,
    moving.CRAWL,
    shooting.BLIND_FIRE,
    # broken
    running.RUN_FOR_COVER,
    # brought by skills and gear
    brawling.HEADBUTT,
    brawling.HURL,
    demolition.SET_CHARGE,
    shooting.RUN_AND_GUN,
    skills.ORDER,
    skills.TREAT_WOUNDS,
    gear.DESCEND,
    gear.GRAPNEL,
    gear.LASER_CUT,
    gear.SCAN,
    gear.TAKE_A_SWIG,
    gear.USE_CHEM,
)
