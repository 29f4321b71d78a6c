"""Going along a route, and what it meets: gaps, heights, dangerous ground, traps, enemies ridden past."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Literal, TypeAlias

from ....core.length import INCH
from ....core.state import Placement
from ....space.movement import Leap, Leg, Mode, Point, Route, Rules, Walked, overlapping, trace
from ....space.shapes import contains
from ....space.terrain import DANGEROUS
from ..checks import pieces, reach, trap_reach
from ..checks.characteristics import passes_initiative
from ..events.moments import HazardMet, RiddenPast, TrapTriggered
from ..events.movement import Moved
from ..harm import displacement, falling, injury
from ..harm.displacement import KEEP_CLEAR
from ..records import Model, Play
from ..records.position import board_now, layout
from .gait import MIGHTY

Peril: TypeAlias = Literal["leap", "jump", "dangerous", "trap", "ride", "sewer", "generator", "fire"]
ON_THE_WAY = ("trap", "ride", "sewer", "generator", "fire")


def follow(play: Play, mover: Model, legs: Route, rules: Rules, *, passing: int = -1) -> bool:
    """Go along a route leg by leg, through whatever it meets.  False where that ended the move."""
    walked = trace(board_now(play), layout(play), mover.id, legs, rules)
    if not isinstance(walked, Walked):
        raise AssertionError(f"an illegal route: {walked}")
    if not (
        walked.leaps
        or walked.jumps
        or walked.areas
        or passing >= 0
        or play.world.ways_are_perilous
        or trap_reach.traps_about(play, mover.at, legs)
    ):
        for (x, y, z, _), cost in zip(legs, walked.costs, strict=True):
            play.happen(Moved(mover.id, x, y, z, cost))
        return True
    seen: set[int] = set()
    for number, leg in enumerate(legs):
        others = _places_of_others(play, mover)
        gone = meet_perils(play, mover, walked, number, leg, passing, seen)
        if gone < 0:
            return False
        if others != _places_of_others(play, mover) and barred(play, mover, legs[number:], rules):
            end_move_here(play, mover)
            return False
        play.happen(Moved(mover.id, leg[0], leg[1], leg[2], walked.costs[number] - gone))
    return True


def barred(play: Play, mover: Model, left: Route, rules: Rules) -> bool:
    """Whether somebody whom a blast or a blow has moved is in the way that is left."""
    if displacement.stands_at(mover, left[0][:3]):
        left = left[1:]
    return bool(left) and not isinstance(trace(board_now(play), layout(play), mover.id, left, rules), Walked)


def end_move_here(play: Play, mover: Model) -> None:
    """Its move is over where it has got to, unless that is on top of others or too near to an enemy."""
    at = mover.at
    displacement.displace(play, mover, overlapping(layout(play), mover.id, at.spot))


def _places_of_others(play: Play, mover: Model) -> list[Placement]:
    return [record.at for record in play.state.records if record.id != mover.id]


def meet_perils(play: Play, mover: Model, walked: Walked, number: int, leg: Leg, passing: int, seen: set[int]) -> int:
    """What one leg meets, in the order in which it meets it: gaps to leap, heights to jump from, dangerous ground,
    traps, an enemy that a rider passes.  Each leap and jump is tested where it begins, dangerous ground where it is
    entered.

    Gives how far the fighter has got before the end of the leg, in thousandths of movement; -1 where its move is over.
    `seen` are the dangerous places that it has been tested for in this move.
    """
    start, gone = mover.at, 0
    for where, kind, what in sorted(perils(play, mover, walked, number, leg, passing), key=lambda p: p[0]):
        if kind in ON_THE_WAY:
            spot, cost = displacement.point_on_way(play, start, leg[:3], where), walked.costs[number] * where // 1000
            met = {"trap": TrapTriggered(what), "ride": RiddenPast(mover.id, what)}
            moment = met.get(kind, HazardMet(mover.id, kind))
            if not displacement.goes_on_after(play, mover, spot, cost - gone, moment):
                end_move_here(play, mover)
                return -1
            gone = cost
        elif kind == "leap":
            leap = walked.leaps[what]
            if not leaps(play, mover, leap):
                falling.fall(play, mover, leap.near, leap.far)
                return -1
        elif kind == "jump":
            jump = walked.jumps[what]
            if not lands(mover, jump.height):
                falling.fall(play, mover, jump.edge, jump.landing)
                return -1
        elif what not in seen:
            seen.add(what)
            if not passes_initiative(mover, "dangerous"):
                injury.take_out(play, mover, -1)
                return -1
    return gone


def perils(
    play: Play, mover: Model, walked: Walked, number: int, leg: Leg, passing: int
) -> Iterator[tuple[int, Peril, int]]:
    """What a leg meets: how far along it (in thousandths of the leg), what kind of thing, and which one."""
    at = mover.at
    length = max(1, isqrt((leg[0] - at.x) ** 2 + (leg[1] - at.y) ** 2))
    for index, leap in enumerate(walked.leaps):
        if leap.leg == number:
            yield _share_of_way(at, leap.near, length), "leap", index
    for index, jump in enumerate(walked.jumps):
        if jump.leg == number:
            yield _share_of_way(at, jump.edge, length), "jump", index
    for entry in walked.areas:
        if entry.leg == number and entry.kind == DANGEROUS:
            yield _share_of_way(at, entry.near, length), "dangerous", entry.area
    to = at.moved_to(leg)
    if play.world.ways_are_perilous:
        yield from hazards_met(play, at, to, walked, number, length)
        for fuel in pieces.burning_fuel(play):
            where = reach.where_it_comes_near(play, at, to, fuel.at, pieces.FUEL_REACH)
            if where >= 0:
                yield _due(play, at, leg, where), "fire", fuel.id
    for where, trap in trap_reach.traps_met(play, at, to):
        yield _due(play, at, leg, where), "trap", trap
    if passing >= 0:
        where = reach.where_it_comes_near(play, at, to, play.state.records[passing].at, KEEP_CLEAR - 1)
        if where >= 0:
            yield _due(play, at, leg, where), "ride", passing


def hazards_met(
    play: Play, at: Placement, to: Placement, walked: Walked, number: int, length: int
) -> Iterator[tuple[int, Peril, int]]:
    """The sewers that a leg leads into, and the generators at work that it leads between."""
    for entry in walked.areas:
        if entry.leg == number and entry.area in play.world.sewers and entry.near[:2] != (at.x, at.y):
            yield _share_of_way(at, entry.near, length), "sewer", entry.area
    for one, other in pieces.arcs(play):
        where = reach.where_it_crosses(at, to, (one.at.x, one.at.y, other.at.x, other.at.y), one.at.z)
        if where >= 0:
            yield where, "generator", one.id


def _due(play: Play, at: Placement, leg: Leg, where: int) -> int:
    """Where that happens which is due so far along a leg: over a gap when it has crossed it, on a climb, leap or jump
    at its end."""
    return displacement.footing(play, at, leg[:3], where) if leg[3] == Mode.WALK else 1000


def _share_of_way(at: Placement, point: Point, length: int) -> int:
    return min(1000, 1000 * isqrt((point[0] - at.x) ** 2 + (point[1] - at.y) ** 2) // length)


def leaps(play: Play, mover: Model, leap: Leap) -> bool:
    """Whether a leap across a gap succeeds: an Initiative test; over a pitfall a natural 1 always fails.  The gap
    that a mighty leap forgets about is no risk."""
    if leaps_easily(mover, leap):
        return True
    middle = ((leap.near[0] + leap.far[0]) // 2, (leap.near[1] + leap.far[1]) // 2)
    pit = any(a.kind == "pitfall" and contains(a.polygon, *middle) for a in board_now(play).areas)
    return passes_initiative(mover, "leap", natural_one=pit)


def leaps_easily(mover: Model, leap: Leap) -> bool:
    """Whether a gap is no risk."""
    return mover.carries("lifter") or (mover.has("mighty-leap") and leap.width <= MIGHTY)


def lands_easily(mover: Model) -> bool:
    """Whether it has something that breaks any fall."""
    return mover.carries("grav-chute") or mover.carries("lifter")


def lands(mover: Model, height: int) -> bool:
    """Whether a jump down of that height is landed: an Initiative test, harder with the height."""
    if lands_easily(mover):
        return True
    return passes_initiative(mover, "jump", jump_modifier(falling.counted_height(mover, height)))


def jump_modifier(height: int) -> int:
    """Nothing for the first 2", then one less for every further 2" or part of it."""
    return -max(0, -(-(height - 2 * INCH) // (2 * INCH)))
