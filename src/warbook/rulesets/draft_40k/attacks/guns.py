"""Guns of artillery: hits on them, each of which destroys one that it does not fail to penetrate."""

from __future__ import annotations

from collections.abc import Sequence

from ..checks import hulls
from ..checks.hulls import FRONT
from ..events.casualties import Removed
from ..harm import penetration
from ..records.state import Burst
from ..records.unit import Unit
from ..records.world import Play
from .volleys import rends, weapon_of


def lose_guns(play: Play, target: Unit, bursts: Sequence[Burst]) -> None:
    """Each hit on a gun that glances off or goes through destroys it; guns that are alike fall in their order."""
    for burst in bursts:
        weapon, mode = weapon_of(burst)
        best = weapon.kind == "ordnance"
        for _ in range(burst.on_guns):
            gun = next(iter(target.guns), None)
            if gun is None:
                return
            strength, armour = mode.strength or 3, hulls.armour_of(target, gun, FRONT, mode)
            if play.dice(penetration.penetrate, strength, armour, 2 if best else 1, best, rends(mode)):
                play.happen(Removed(target.id, (gun,)))
