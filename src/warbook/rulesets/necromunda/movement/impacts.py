"""What comes of collisions when a drive has ended: who falls, who was run over, and which hits the vehicles take."""

from __future__ import annotations

from ....core.dice import D6
from ....core.length import INCH
from ....space.footprints import HullSide
from ....space.settling import nearest_fit
from ..checks.characteristics import initiative_needed, passes_initiative
from ..checks.sides import NAMES, Side
from ..events.attacks import WasHit
from ..events.moments import DroveInto
from ..harm import displacement, falling, injury, vehicle_hits
from ..harm.strikes import Strike
from ..records import Driver, Model, Play
from ..records.position import board_now, layout
from . import brinks, riders
from .collisions import CLEAR, Course, ground_of, hardness

SLOWEST = 3 * INCH  # the least Movement of the table


def settle(play: Play, driver: Driver, course: Course, *, ramming: bool = False) -> None:
    """The move has ended: who was pushed to the end of the floor falls over it, and whoever stood on what is broken
    comes down, as does who was stopped over a gap; whoever was run over is put aside and may be hit; then the vehicles
    are, in the order in which they met.
    """
    for who, met in course.brinks:
        play.reach(DroveInto(who, met))
    for who in (*course.baseless, driver.id, *course.shoved):
        brinks.lose_footing(play, who)
    for who in course.shoved:
        riders.hold_on(play, Driver(play, who), shaken=True)
    for who, by in course.trampled.items():
        _put_aside(play, Model(play, who), by, course)
    for who in course.trampled:
        trample(play, Model(play, who), driver)
    for impact in course.impacts:
        victim = Driver(play, impact.who)
        halved = ramming and victim.id == driver.id and impact.side is HullSide.FRONT
        blow = impact.blow or blow_of(play, driver, harder=impact.harder, halved=halved)
        if blow is not None and victim.on_table:
            if impact.by >= 0:  # else the hit is told where it is resolved
                play.happen(WasHit(victim.id, 1))
            side = Side(NAMES[impact.side], hardness(victim, impact.side))
            vehicle_hits.strike(play, victim, blow, side, 1, impact.by)


def _put_aside(play: Play, model: Model, by: int, course: Course) -> None:
    """The shortest way off the ground that the vehicle went over, to an inch from where it ends and from enemies, on
    this side of all walls; where there is no such place, to the nearest that is an inch from it."""
    if not model.on_table:
        return
    board, now, at = board_now(play), layout(play), model.at.spot
    off = ground_of(course.stretches) if by not in course.shoved else []
    clear_of = (by, *displacement.kept_clear_of(model))
    spot = nearest_fit(board, now, model.id, at, clear_of=clear_of, distance=CLEAR, off=off, this_side=True)
    spot = spot or nearest_fit(board, now, model.id, at, clear_of=(by,), distance=CLEAR)
    if spot is not None and spot != at:
        displacement.arrive(play, model, spot)


def trample(play: Play, model: Model, driver: Driver) -> None:
    """A fighter that was run over tests its Initiative, better by one if it stands (the seriously injured need a
    natural 6), or is pinned and hit."""
    if not model.on_table or _leaps_aside(play, model):
        return
    if play.option["run-over-pins"]:
        injury.pin(play, model)
    if model.on_table and (blow := blow_of(play, driver)) is not None:
        injury.strike(play, model, blow, 1, driver.id)


def _leaps_aside(play: Play, model: Model) -> bool:
    if model.serious:
        face: int = play.roll(D6, "run-over", "Out of the way, 6+", model.id)
        return face == 6
    return passes_initiative(model, "run-over", int(model.standing))


def way_out(model: Model) -> str:
    """What lets a fighter get out of the way, as a player is told it beforehand."""
    if model.serious:
        return "a natural 6"
    return f"Initiative test, {initiative_needed(model, 'run-over', int(model.standing))}"


def blow_of(play: Play, driver: Driver, *, harder: int = 0, halved: bool = False) -> Strike | None:
    """The hit of a collision: the table of falls, read for the Movement of the vehicle that drove, and so much
    harder."""
    counted = SLOWEST if driver.record.stalled and play.option["stalled-collide-at-3"] else driver.move
    counted = driver.half_move if halved else counted
    if play.option["slow-collisions-hurt"]:
        counted = max(counted, SLOWEST)
    return falling.falling_strike(play.world.edition.library, counted, harder)
