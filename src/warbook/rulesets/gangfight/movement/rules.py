"""How a figure moves, runs, charges and flees: what it may pass and cross, and what that costs."""

from __future__ import annotations

from ....core.length import INCH
from ....core.state import Posture
from ....space.movement import Rules
from ....space.rules import CRACK
from ..checks import ground
from ..checks.ground import DENSE, LIGHT
from ..records import Kit, Model, Play

HURDLE = 2 * INCH  # to cross an obstacle higher than half of one's height


def rules_for(play: Play, who: int, allowance: int) -> Rules:
    """How a figure moves: round standing enemies, through friends and over figures that lie.  Ladders and stairs are
    ground like any; sheer faces and gaps, however narrow, are not crossed in this way.  It may drop as deep as it is
    high."""
    eased = ground.ignores_ground(play, who)
    return _rules(
        play.world.kits[who],
        allowance,
        going=() if eased else ground.costs_of_ground(play),
        open_ground=100 if eased or not ground.stormy(play) else play.option["light-cost"],
        obstacle_flat=0 if eased else HURDLE,
    )


def run_rules(play: Play, who: int, allowance: int) -> Rules:
    """How a figure runs: the same, but no difficult ground at all, and stairs only."""
    kit: Kit = play.world.kits[who]
    if ground.ignores_ground(play, who):
        return _rules(kit, allowance, may_take_ladders=False)
    shut = ((LIGHT, 0), (DENSE, 0))
    return _rules(kit, allowance, going=shut, obstacle_most=kit.size.height // 2, may_take_ladders=False)


def charge_rules(play: Play, who: int, allowance: int) -> Rules:
    """How a figure charges: the ground was in the dice, and costs nothing more."""
    return _rules(play.world.kits[who], allowance)


def straight_rules(play: Play, who: int, allowance: int) -> Rules:
    """How a figure moves that must go straight: over any ground, but through nobody."""
    return _rules(play.world.kits[who], allowance, may_pass_friends=False, may_pass_helpless=False)


def flight_rules(play: Play, who: int, allowance: int) -> Rules:
    """How a figure flees: over ground at its usual cost, and past everybody whom a Move may pass; obstacles stop it."""
    rules = rules_for(play, who, allowance)
    return _rules(
        play.world.kits[who],
        allowance,
        going=rules.going,
        open_ground=rules.open_ground,
        obstacle_most=0,
    )


def _rules(
    kit: Kit,
    allowance: int,
    *,
    going: tuple[tuple[str, int], ...] = (),
    open_ground: int = 100,
    obstacle_flat: int = 0,
    obstacle_most: int = -1,
    may_pass_friends: bool = True,
    may_pass_helpless: bool = True,
    may_take_ladders: bool = True,
) -> Rules:
    height = kit.size.height
    return Rules(
        allowance,
        keep_clear=0,
        keep_from=Posture.UP,
        going=going,
        open_ground=open_ground,
        obstacle_cost=0,
        obstacle_free=height // 2,
        obstacle_flat=obstacle_flat,
        obstacle_most=height if obstacle_most < 0 else obstacle_most,
        gap=CRACK,
        deepest_jump=height,
        may_pass_friends=may_pass_friends,
        may_pass_helpless=may_pass_helpless,
        may_take_ladders=may_take_ladders,
        may_climb=False,
        may_leap=False,
    )


def allowance(play: Play, who: int) -> int:
    """How far a Move takes a figure, in thousandths: with elven boots an inch further out of difficult ground."""
    return Model(play, who).move + INCH * ground.light_of_foot(play, who)
