"""Where shots go that miss, and shots that go on: stray shots and impaling ones."""

from __future__ import annotations

from functools import lru_cache

from .....core.dice import D6, Pool, Reading
from .....core.events import Moment
from ...checks.aiming import Shot
from ...checks.targets import muzzle
from ...harm.strikes import UNHARMED, Hit
from ...records import Play
from .. import victims
from . import bystanders, shots

STRAY_FACES, RARE_STRAY_FACES = (1, 3), (6, 6)  # from, to
BLOW_THROUGH = 3  # what an impaling shot needs for the next in line


# ---- stray shots -----------------------------------------------------------------------------------------------------


class ShotMissed(Moment, frozen=True, gc=False):
    """A shot has missed, with as many hits as it would have made."""

    shot: Shot
    hits: int


def stray_on_three(play: Play, missed: ShotMissed) -> None:
    """A miss may hit somebody else on 1-3."""
    go_astray(play, missed.shot, missed.hits, STRAY_FACES)


def stray_on_six(play: Play, missed: ShotMissed) -> None:
    """At some tables a miss hits somebody else only on a 6."""
    go_astray(play, missed.shot, missed.hits, RARE_STRAY_FACES)


def go_astray(play: Play, shot: Shot, count: int, faces: tuple[int, int]) -> None:
    """A miss may hit somebody else: whoever is engaged with the target or within an inch of the line, the nearest to
    the shooter first, each on those faces; once for every hit there would have been."""
    if shot.action == "fire-through-ductway":
        return
    near = bystanders.bystanders(play, shot)
    if not near:
        return
    at = muzzle(shot.shooter, shot.gun)
    origin = at.spot
    struck: tuple[int, ...] = play.dice(stray, count, len(near), faces)
    hit = Hit(
        shot.gun.profile,
        by=shot.shooter.id,
        origin=origin,
        family=shot.gun.family,
        close=shot.band == "short" or not shot.gun.short,
    )
    for who, times in zip(near, struck, strict=True):
        if times and who < play.world.first_thing:
            victims.resolve_hits(play, who, hit, times)
        elif times:
            shots.strike_thing(play, Shot(shot.shooter, who, shot.gun, shot.band), times)


def stray(play: Play, shots: int, among: int, faces: tuple[int, int]) -> tuple[int, ...]:
    """Dice rule: how many of so many stray shots hit each of so many bystanders; those faces of a die hit, and what
    goes by one may hit the next."""
    low, high = faces
    struck = []
    for _ in range(among):
        hits_it = play.roll(dice_showing(shots, low, high), "stray", "A stray shot") if shots else 0
        struck.append(hits_it)
        shots -= hits_it
    return tuple(struck)


@lru_cache(maxsize=32)
def dice_showing(count: int, low: int, high: int) -> Pool:
    """So many dice, read for how many show a face from `low` to `high`."""
    name = f"on {low}-{high}" if low < high else f"on {low}"
    return Pool(count, 6, Reading(name, 0, lambda so_far, face: so_far + (low <= face <= high)))


# ---- shots that go on ------------------------------------------------------------------------------------------------


def fly_on(play: Play, shot: Shot, through: int, hit: Hit) -> None:
    """Impale: having wounded, it flies on in the same line and hits the next model near it on 3+, one weaker each
    time."""
    passed = {shot.shooter.id, through}
    weaker = hit.weaker
    while True:
        following = bystanders.next_in_line(play, shot, through, passed)
        weaker += 1
        if following is None or (hit.profile.strength or 0) - weaker < 1:
            return
        passed.add(following)
        if play.roll(D6, "impale", f"It flies on, {BLOW_THROUGH}+") < BLOW_THROUGH:
            return
        onward = Hit(hit.profile, hit.by, "shot", hit.origin, hit.family, close=hit.close, weaker=weaker)
        if victims.resolve_hits(play, following, onward) == UNHARMED:
            return
        through = following
