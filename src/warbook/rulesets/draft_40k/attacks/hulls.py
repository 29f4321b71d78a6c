"""Shots at vehicles: each hit is rolled against the armour of the side that it comes from.

Of a squadron every vehicle takes a hit before any takes another; its player says which."""

from __future__ import annotations

from ..checks import hulls, sight
from ..checks.firing import has_marker
from ..checks.hitting import shot_needs
from ..harm import allocation, penetration
from ..harm.rolls import hits_and_burns
from ..records.state import Burst, Machine, Volley
from ..records.unit import Unit
from ..records.world import Play
from .volleys import burn, burning, rends, shots_fired, weapon_of


def shoot_at(play: Play, shooter: Unit, target: Unit, volley: Volley) -> None:
    """All bursts of a volley at a unit of vehicles; then what got hot burns whoever fired it."""
    hot: list[tuple[Burst, int]] = []
    for burst in volley.bursts:
        if has_marker(*weapon_of(burst)):
            struck_by_marker(play, shooter, target, burst)
        else:
            hot.append((burst, fire(play, shooter, target, volley, burst)))
    for burst, ones in hot:
        burn(play, shooter, burst, ones)


def fire(play: Play, shooter: Unit, target: Unit, volley: Volley, burst: Burst) -> int:
    """The shots of a burst, one model after the other, as long as there is a target or they burn; how many 1s do."""
    weapon, mode = weapon_of(burst)
    hot, ones = burning(shooter, mode), 0
    for id, shots in zip(burst.by, burst.shots, strict=True):
        if target.members or hot:
            needed = shot_needs(shooter, target, volley, shooter.kit(id).card.bs, weapon, mode)
            dice = shots_fired(play, mode, shots)
            hits, burned = hits_and_burns(play, dice, needed, weapon.title, hot)
            ones += burned
            for victim, count in allocation.shared(target, hits, mode.ap):
                hit(play, shooter, target, victim, burst, id, count)
    return ones


def hit(play: Play, shooter: Unit, target: Unit, victim: int, burst: Burst, by: int, hits: int) -> None:
    """The hits of one model on one vehicle."""
    side, cover = hulls.seen_side(play, target, victim, by)
    for _ in range(hits):
        strike(play, shooter, target, victim, burst, by, side, cover)


def struck_by_marker(play: Play, shooter: Unit, target: Unit, burst: Burst) -> None:
    """The vehicles under a marker: with all its Strength where the middle lies on the hull, on the side of whoever
    fired; else with half, on the side of the middle.  What comes from above hits the side."""
    weapon, mode = weapon_of(burst)
    for mark in burst.marks:
        if not play.state.record(Machine, mark.victim).alive:
            continue
        viewer = sight.stand(play, burst.by[0])
        x, y = (viewer.x, viewer.y) if mark.whole else (mark.x, mark.y)
        at = play.state.record(Machine, mark.victim).at
        side = hulls.SIDE if mode.has("barrage") else hulls.side_towards(at, x, y)
        cover = 0 if weapon.template else hulls.cover_of_hull(play, target, mark.victim, burst.by[0])
        strike(play, shooter, target, mark.victim, burst, burst.by[0], side, cover, half=not mark.whole)


def strike(
    play: Play, shooter: Unit, target: Unit, victim: int, burst: Burst, by: int, side: int, cover: int, *,
    half: bool = False,
) -> None:  # fmt: skip
    """One hit on a side of a vehicle."""
    if not play.state.record(Machine, victim).alive:
        return
    weapon, mode = weapon_of(burst)
    armour, strength = hulls.armour_of(target, victim, side, mode), hulls.strength_against(target, victim, side, mode)
    strength = (strength // 2 if half else strength) + bool(shooter.kit(by).has("tank-hunters"))
    ordnance, close = weapon.kind == "ordnance", sight.within(play, by, victim, weapon.range // 2)
    melts = bool(mode.has("searing")) and close and not hulls.deflects(target, victim, side)
    dice = 2 if ordnance or melts else 1
    deep = play.dice(penetration.penetrate, strength, armour, dice, ordnance, rends(mode))
    if deep and not penetration.saved(play, target, cover):
        penetration.damage(play, target, victim, shooter.owner, glancing=deep == 1, ap=mode.ap)
