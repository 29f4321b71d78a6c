"""The bombs of bomb delivery rats going off."""

from __future__ import annotations

from ....core.decision import Choose
from ....core.dice import D6
from ....core.length import INCH
from ....space import templates
from ....space.movement import Point
from ....space.sight import gap
from ..checks import directions
from ..events.moments import RatHit
from ..events.things import ThingGone
from ..harm.strikes import Hit
from ..movement import scurrying
from ..printed import WeaponProfile
from ..records import Model, Play, Rat
from ..records.position import board_now, layout, loose_rats, namer
from . import blasts, hits
from .shooting.blast_attacks import roll_drift


def bomb_of(play: Play, rat: Rat) -> WeaponProfile:
    """The grenade that it carries."""
    return Model(play, rat.bearer).weapon((rat.slot, rat.number))


def go_off(play: Play, who: int) -> None:
    """Its grenade goes off where it is, or has rolled to, and it is gone.  A grenade without a blast hits one fighter
    within an inch."""
    rat = play.state.record(Rat, who)
    profile = bomb_of(play, rat)
    near = scurrying.beside(play, who, rat.at.spot)
    play.happen(ThingGone(who))
    if profile.has("blast"):
        hole = rat.at.spot if play.option["rat-bombs-need-no-aim"] else where_bomb_rolls(play, rat)
        if hole is not None:
            blasts.detonate(play, profile, hole, rat.bearer)
    elif near:
        closest = [f.id for f in sorted(near, key=lambda f: gap(f.at, rat.at))]
        seat = play.state.records[rat.bearer].owner
        whom = play.pick(seat, Choose("bomb.victim", "Whom does it hit?", lambda: closest, named=namer(play)))
        hits.resolve_hits(play, Model(play, whom), Hit(profile, by=rat.bearer, origin=rat.at.spot))


def where_bomb_rolls(play: Play, rat: Rat) -> Point | None:
    """Where a grenade goes off that is rolled to hit with, at the skill of whoever sent the rat: a miss drifts.  None
    for a dud."""
    skill = Model(play, rat.bearer).profile.bs or 7
    if play.roll(D6, "rat.aim", f"Does the bomb lie right? {skill}+") >= skill:
        return rat.at.spot
    went = play.dice(roll_drift, directions.by_chance(play))
    if went.misfire:
        return None if went.misfire == "dud" else rat.at.spot
    now, board = layout(play), board_now(play)
    return templates.scatter(now, board, rat.at.spot, went.degree, INCH * went.distance).point


def strike_rat(play: Play, hit: RatHit) -> None:
    """A rat that is hit is gone, and on 4 or more its grenade goes off."""
    who = hit.rat
    rat = play.state.record(Rat, who)
    if not rat.there or rat.kind != "bomb":
        return  # it went off meanwhile, or has no bomb
    if play.roll(D6, "rat.hit", "The rat is hit, 4+ its bomb goes off") >= 4:
        go_off(play, who)
    else:
        play.happen(ThingGone(who))


def arrive(play: Play, who: int) -> None:
    """A rat that ends a run within an inch of a fighter, of what was one, or of another bomb goes off on 2 or more, and
    is gone."""
    rat = play.state.record(Rat, who)
    others = (other for other in loose_rats(play) if other.id != who and other.kind in ("bomb", "overgrown"))
    if not scurrying.beside(play, who, rat.at.spot) and not any(
        gap(other.at, rat.at) <= scurrying.BITE for other in others
    ):
        return
    if play.roll(D6, "rat.bomb", "The bomb, 2+ it goes off") >= 2:
        go_off(play, who)
    else:
        play.happen(ThingGone(who))
