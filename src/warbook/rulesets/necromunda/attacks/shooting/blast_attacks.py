"""Attacks with blasts: aimed at a model or a place, drifting where they miss."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .....core.decision import Choose
from .....core.dice import D6, Pool, Reading
from .....core.length import INCH
from .....core.state import Placement
from .....space import templates
from .....space.movement import Point
from ...checks import directions, ductway_ends, targets
from ...checks.aiming import POINT, Shot
from ...checks.guns import Gun
from ...harm.strikes import Hit
from ...printed.arms import ShootingAction
from ...records import Actor, Model, Play, Vehicle
from ...records.position import board_now, layout, namer
from .. import blasts, hazards
from ..blasts import Fallen
from . import blast_spots, shots, target_choice

SCATTER = Pool(1, 6, Reading("scatter", False, lambda _, face: face <= 2), "Scatter die")  # two faces show a hit


def choose_spot(play: Play, shooter: Actor, gun: Gun, action: ShootingAction) -> Point:
    """Where a blast is aimed that is aimed at nobody."""
    return play.pick(shooter.owner, blast_spots.spot_choice(shooter, gun, action))


def lob(play: Play, shooter: Actor, gun: Gun, action: ShootingAction, whom: int | None = None) -> None:
    """Aim a blast at a model or a point, beyond Long range no further than that; if it misses, it drifts."""
    if whom is None:
        whom = play.stage(target_choice.choose_target, shooter, (gun,), action, True)
    if whom == POINT:
        hole = play.stage(choose_spot, shooter, gun, action)
        place = Placement(*hole, radius=0)
        whom = target_choice.aims_at_point(play, shooter, gun, hole, action)
        if whom != POINT:
            whom = target_choice.sway_by_drink(play, shooter, whom)
    if whom != POINT:
        hole = blast_spots.aimed_at(play, shooter, whom)
        place = play.state.records[whom].at
    at, hidden = targets.muzzle(shooter, gun), 0
    band = targets.range_band(gun, at, place)
    hole = blast_spots.hole_laid(shooter, gun, hole, place)
    if band == "beyond":
        whom, band = POINT, "long"
    elif whom != POINT:
        hidden = targets.hidden_of(shooter, gun, whom, action)
    throw_blast(play, Shot(shooter, whom, gun, band, hidden, action), hole)


def lob_through(play: Play, shooter: Model, gun: Gun, end: Point) -> None:
    """A blast through a ductway: at somebody within an inch of the far end, or at a point there."""
    beyond = ductway_ends.targets_beyond(shooter, end)
    choice: Choose[int] = Choose(
        "target",
        "Shoot at whom?",
        lambda: [*beyond, *((POINT,) if play.option["blasts-through-ductways"] else ())],
        named=namer(play, {POINT: "a point at the far end"}),
    )
    whom = target_choice.sway_through_ductway(play, shooter, play.pick(shooter.owner, choice))
    if whom == POINT:
        hole = play.pick(
            shooter.owner,
            blast_spots.spot_beyond(shooter, end).previewed(blast_spots.marker_preview(play, gun, lambda point: point)),
        )
    else:
        hole = blast_spots.aimed_at(play, shooter, whom)
    throw_blast(play, Shot(shooter, whom, gun, "long", 0, "fire-through-ductway"), hole)


def throw_blast(play: Play, shot: Shot, hole: Point) -> None:
    """Roll to hit, let what misses drift, resolve the blast where it comes down, and count the ammunition."""
    came = play.stage(shots.roll_shot, shot)
    hit = shots.hit_of(shot, came, way="blast", origin=hole)
    fallen = play.stage(where_blast_lands, shot, hit, came.hits > 0)
    if fallen is not None:
        blasts.go_off(play, hit, fallen)
        if came.hits and shot.target >= play.world.count and not isinstance(shot.record, Vehicle):
            shots.strike_thing(play, shot, 1)  # a vehicle was under the marker
    shots.after_shot(play, shot, came)


def where_blast_lands(play: Play, shot: Shot, hit: Hit, hits: bool) -> Fallen | None:
    """Where a blast comes down that was thrown, and on whom: what misses drifts.  None if it comes down nowhere."""
    hole: Point | None = hit.origin
    if hole is not None and not hits:
        hole = drift(play, shot.shooter, hole) if may_drift(play, shot) else None
    return None if hole is None else blasts.blast_falls(play, hit, hole)


def may_drift(play: Play, shot: Shot) -> bool:
    """Whether a blast that misses comes down somewhere else; through a ductway not at every table."""
    return shot.action != "fire-through-ductway" or bool(play.option["blasts-through-ductways"])


class Drifting(Struct, frozen=True):
    """Which way a blast that missed goes, in degrees, and how far; or how it went wrong altogether."""

    degree: int = 0
    distance: int = 0
    misfire: Literal["", "in hand", "dud"] = ""


def roll_drift(play: Play, way: Pool) -> Drifting:
    """Dice rule: the Scatter die, which `way` is the die for, and a D6.  A hit on the one with a 1 on the other is a
    misfire: on a further 1 the blast goes off in the shooter's hands, else it is a dud."""
    shows_hit = play.roll(SCATTER, "scatter", "Scatter")
    distance: int = play.roll(D6, "scatter.distance", "How far it drifts")
    if shows_hit and distance == 1:
        face: int = play.roll(D6, "misfire", "Misfire")
        return Drifting(misfire="in hand" if face == 1 else "dud")
    return Drifting(play.roll(way, "scatter.direction", "in this direction"), distance)


def drift(play: Play, shooter: Actor, hole: Point) -> Point | None:
    """Where a blast that missed comes down; None for a dud.  A turbine nearby draws it in."""
    if (turbine := hazards.drawn_by_turbine(play, hole)) is not None:
        return turbine.spot
    went = play.dice(roll_drift, directions.by_chance(play))
    if went.misfire == "dud":
        play.note(shooter.id, "it is a dud")
        return None
    if went.misfire:
        at = shooter.at
        return at.spot
    return templates.scatter(layout(play), board_now(play), hole, went.degree, INCH * went.distance).point
