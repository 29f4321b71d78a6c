"""Who else a shot may hit: those near its line, and those beyond its target."""

from __future__ import annotations

from .....core.length import INCH
from .....core.state import Placement, Posture
from .....space.footprints import rim
from .....space.movement import Point
from .....space.planar import foot_of
from .....space.shapes import near_segment, stretched
from .....space.sight import gap, line_blocked, within
from .....space.templates import beside_line
from ...checks import pieces
from ...checks.aiming import Shot
from ...checks.targets import EYE, muzzle_of
from ...records import Piece, Play, Vehicle
from ...records.position import board_now, engaged_with, layout, nothing_between, per_position, things

ASTRAY = 1 * INCH  # how near to the line a stray shot may hit


# ---- stray shots -----------------------------------------------------------------------------------------------------


def bystanders(play: Play, shot: Shot) -> list[int]:
    """The models that a shot which misses may hit, the nearest to the shooter first."""
    near = models_near_the_line(play, shot.shooter.id, shot.gun.mount, shot.gun.slot, shot.gun.long, shot.target)
    count = play.world.count
    return [who for who in near if (not pieces.hides_in_hatch(play, who) if who < count else still_there(play, who))]


def still_there(play: Play, who: int) -> bool:
    """Whether something that a shot may hit is no wreck yet, and has not blown up."""
    thing = play.state.records[who]
    return pieces.may_be_hit(thing) if isinstance(thing, Piece) else not play.state.record(Vehicle, who).wrecked


@per_position
def models_near_the_line(play: Play, shooter: int, mount: int, slot: int, long: int, target: int) -> list[int]:
    """Those within an inch of the line of a shot, or in a fight with its target, within range and not behind a wall;
    the weapon stands on the vehicle `mount`, if that is not -1."""
    records, count = play.state.records, play.world.count
    a, b = muzzle_of(play, shooter, mount, slot), records[target].at
    fighting = engaged_with(play, target) if target < count else ()
    start, end = line_of_range(a, b)
    strays_hit_vehicles = play.world.edition.strays_hit_vehicles
    models = play.world.first_thing if strays_hit_vehicles else count
    near = [who for who in beside_line(layout(play), start, end, ASTRAY) if who < models and who != mount]
    if len(records) > count and strays_hit_vehicles:
        parked = (v for v in things(play, Vehicle) if v.id != mount)
        near += [v.id for v in parked if near_line(v.at, start, end)]
    near = [
        who
        for who in dict.fromkeys((*near, *fighting))
        if who not in (shooter, target) and within(a, records[who].at, long)
    ]
    near += [it.id for it in things_in_the_way(play, start, end)]
    now, board, eye = layout(play), board_now(play), (a.x, a.y, a.z + EYE)
    open_to = [
        w
        for w in near
        if w in fighting
        or (not line_blocked(now, board, eye, chest(records[w].at)) and open_to_line(play, start, end, records[w].at))
    ]
    return sorted(open_to, key=lambda who: (gap(a, records[who].at), who))


def chest(at: Placement) -> Point:
    """The middle of a body."""
    return (at.x, at.y, at.z + at.height // 2)


def line_of_range(a: Placement, b: Placement) -> tuple[Point, Point]:
    """The line along which range is measured, from rim to rim, at the height of the chest."""
    (x, y, z), (u, v, w), way = chest(a), chest(b), (b.x - a.x, b.y - a.y)
    dx, dy = stretched(*way, rim(a, way))
    du, dv = stretched(*way, rim(b, (-way[0], -way[1])))
    return (x + dx, y + dy, z), (u - du, v - dv, w)


def open_to_line(play: Play, a: Point, b: Point, at: Placement) -> bool:
    """Whether no wall stands between somebody and what is nearest to it of the line between two points."""
    return nothing_between(play, at, Placement(*foot_of((at.x, at.y), a[:2], b[:2]), at.z, radius=0))


def things_in_the_way(play: Play, a: Point, b: Point) -> list[Piece]:
    """The pieces that may be shot at and stand in the way of a shot."""
    low, high = sorted((a[2], b[2]))
    return [
        it
        for it in pieces.targets(play)
        if it.at.posture != Posture.AWAY
        and it.at.z <= high
        and low <= it.at.z + it.at.height
        and near_segment(it.at.x, it.at.y, *a[:2], *b[:2], it.at.radius)
    ]


def near_line(at: Placement, a: Point, b: Point) -> bool:
    """Whether a thing lies within an inch of the line between two points."""
    return near_segment(at.x, at.y, *a[:2], *b[:2], at.radius + ASTRAY)


# ---- shots that go on ------------------------------------------------------------------------------------------------


def in_line_beyond(shot: Shot) -> list[int]:
    """The models that an impaling shot may fly on to from its target, one after another."""
    play = shot.shooter.play
    strength, found = shot.gun.profile.strength or 0, [shot.target]
    while len(found) < strength:
        following = next_in_line(play, shot, found[-1], {shot.shooter.id, *found})
        if following is None:
            break
        found.append(following)
    return found[1:]


def next_in_line(play: Play, shot: Shot, through: int, passed: set[int]) -> int | None:
    """The nearest model within an inch of the line beyond the one that was struck, within Long range."""
    origin = shot.shooter.at
    at: Placement = play.state.records[through].at
    way = stretched(at.x - origin.x, at.y - origin.y, shot.gun.long + 4 * INCH)
    end = (origin.x + way[0], origin.y + way[1], at.z + at.height // 2)
    board, now, count = board_now(play), layout(play), play.world.count
    for who in beside_line(now, chest(at), end, ASTRAY):
        if who in passed or who >= count:
            continue
        other: Placement = play.state.records[who].at
        beyond = way[0] * (other.x - at.x) + way[1] * (other.y - at.y) > 0
        if (
            beyond
            and within(origin, other, shot.gun.long)
            and not line_blocked(now, board, chest(at), chest(other))
            and open_to_line(play, chest(at), end, other)
        ):
            return who
    return None
