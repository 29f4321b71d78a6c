"""Ways: the shortest at an enemy, straight ones, and those that lead away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from math import isqrt

from ....core.length import INCH
from ....core.state import Placement
from ....core.structs import replace
from ....space.board import Board
from ....space.contact import LOOSE, contact_places, places_near
from ....space.finding import Between, way_to_any
from ....space.layout import Layout
from ....space.legs import rise_from
from ....space.movement import Mode, Point, Route, Rules, Walked, beside, check, partway, reach, run, shortest, tighten
from ....space.planar import plan
from ....space.reached import squared_distance
from ....space.shapes import direction
from ....space.shortest import WORTH
from ..checks import ground, lines, provoking
from ..checks.ground import Grade
from ..checks.provoking import SHORT
from ..records import Model, Play
from ..records.distances import no_further, strike_range, threat_range
from ..records.position import layout, per_position
from .rules import charge_rules, flight_rules, straight_rules

FAR = 24 * INCH  # no way round is looked for that is longer
GRAIN = INCH  # how fine a way round is looked for, before it is drawn tight
FINE = INCH // 2  # how fine a shorter one is looked for then
PART = 20  # the part of a known way by which another must be shorter, and by `WORTH` at least
INSIDE_REACH = 2  # how far within its reach one is that is just in it, so that rounding does not put it out
MORE = 3  # inches that a run may have beyond a figure's movement and its dice
RING = 15  # degrees between the places around an enemy where a charge may end
Rings = list[tuple[int, int]]


# ---- ways at an enemy ------------------------------------------------------------------------------------------------


def touching_point(me: Placement, other: Placement) -> Point:
    """Where a base that comes straight touches another's, on the other's floor."""
    towards = (me.x - other.x, me.y - other.y)
    x, y = beside((other.x, other.y), me.radius + other.radius, towards if towards != (0, 0) else (0, 1))
    return (x, y, other.z)


def way(play: Play, who: int, whom: int) -> tuple[Point, ...]:
    """The points of the shortest legal way to an enemy's base, or to where it is in reach if its base cannot be
    touched; the straight line where there is none."""
    found = _route(play, who, whom)
    if found is not None:
        return found[1].points
    me, other = play.state.records[who].at, play.state.records[whom].at
    return (me.spot, (other.x, other.y, me.z))


def grade_of_way(play: Play, who: int, whom: int) -> Grade:
    """The worst grade on that way."""
    return _grade_of_way(play, who, whom, ground.stormy(play))


@per_position
def _grade_of_way(play: Play, who: int, whom: int, _stormy: bool) -> Grade:
    return ground.grade(play, play.state.records[who].at, way(play, who, whom))


@per_position
def _route(play: Play, who: int, whom: int) -> tuple[Route, Walked] | None:
    """The legs of that way, and what it meets; None where there is none.  What is hard to find is left out where no run
    gets there but with dice that 6s earn."""
    me, other = play.state.records[who].at, play.state.records[whom].at
    far, board, now = distance(me, other), play.world.board, layout(play)
    if far > FAR:
        return None
    rules = charge_rules(play, who, min(FAR, 2 * far + 4 * INCH))
    straight_on: Route = ((*touching_point(me, other), int(Mode.WALK)),)
    walked = check(board, now, who, straight_on, rules)
    if isinstance(walked, Walked):
        return straight_on, walked
    most = min(INCH * (2 * Model(play, who).mov + MORE), rules.allowance * 9 // 10)
    return _into_contact(play, who, whom, rules, most) or _into_reach(play, who, whom, rules, most)


def _into_contact(
    play: Play, who: int, whom: int, rules: Rules, most: int | None = None
) -> tuple[Route, Walked] | None:
    """A way that ends in contact with an enemy, if there is any; none is missed of no more than `most`, or than the
    rules allow."""
    me, other = play.state.records[who].at, play.state.records[whom].at
    if distance(me, other) - me.radius - other.radius > rules.allowance + 1:
        return None
    board, now = play.world.board, layout(play)
    levels = [z for z in _floors(board, me, other) if z != other.z and not rise_from(z, me.height, other)]

    def between(seen_from: Sequence[Point]) -> list[Point]:
        return contact_places(board, now, who, whom, rules, levels, seen_from)

    return _round_about(board, now, who, _against(board, me, other, levels), between, rules, most)


def _into_reach(play: Play, who: int, whom: int, rules: Rules, most: int | None = None) -> tuple[Route, Walked] | None:
    """A way that ends with an enemy just in threat range and in sight, or as near as a longer weapon strikes, if there
    is any; `most` as for `_into_contact`."""
    kit = play.world.kits[who]
    found = _to_within(play, who, whom, threat_range(play, kit), rules, most)
    return found or (_to_within(play, who, whom, strike_range(play, kit), rules, most) if kit.reach else None)


def _to_within(
    play: Play, who: int, whom: int, far: int, rules: Rules, most: int | None
) -> tuple[Route, Walked] | None:
    """A way that ends just so far from an enemy, and in sight of it."""
    board, now = play.world.board, layout(play)
    me, other = play.state.records[who].at, play.state.records[whom].at
    if distance(me, other) - me.radius - other.radius - far > rules.allowance + 1:
        return None
    rings = _rings(play, who, other, far)
    goals = [at for away, z in rings for at in _around_on_floor(play, who, whom, away, z)]

    def between(seen_from: Sequence[Point]) -> list[Point]:
        return _places_within(play, who, whom, far, rules, rings, seen_from)

    def between_in_sight(seen_from: Sequence[Point]) -> list[Point]:
        return _in_sight(play, who, whom, between(seen_from))

    found = _round_about(board, now, who, goals, between, rules, most)
    if found is None or _in_sight(play, who, whom, found[1].points[-1:]):
        return found
    seen = _in_sight(play, who, whom, goals)  # the nearest is behind a wall or below a floor
    return _round_about(board, now, who, seen, between_in_sight, rules, most)


def _places_within(
    play: Play, who: int, whom: int, far: int, rules: Rules, rings: Rings, seen_from: Sequence[Point]
) -> list[Point]:
    """Places on some rings around an enemy (how far apart the bases are, and the height) from which it is just so far
    off: something of every free place there is, and the nearest to each of some points."""
    board, now = play.world.board, layout(play)
    me, other = play.state.records[who].at, play.state.records[whom].at

    def nearer_by(much: int) -> list[Point]:
        return [at for away, z in rings for at in places_near(board, now, who, whom, away - much, z, rules, seen_from)]

    def in_reach(at: Point) -> bool:
        return no_further(me.moved_to(at), other, far)

    found = nearer_by(0)
    if not all(map(in_reach, found)):  # where only what is a hair further off is free
        found += nearer_by(LOOSE)
    return list(filter(in_reach, found))


def _round_about(
    board: Board, now: Layout, who: int, goals: Sequence[Point], between: Between, rules: Rules, most: int | None
) -> tuple[Route, Walked] | None:
    """A way to one of some goals, or to one `between` these.  It may lead twice as far about as the shortest, so where
    it turns a finer search looks for one that is shorter."""
    found = way_to_any(board, now, who, goals, between, rules, GRAIN, True, most)
    if found is None or len(found[0]) == 1:
        return found
    known = found[1].cost
    nearer = replace(rules, allowance=known - max(WORTH, known // PART))
    return shortest(board, now, who, goals, nearer, FINE, True, strict=True) or found


def _in_sight(play: Play, who: int, whom: int, places: Sequence[Point]) -> list[Point]:
    """Those of some places from which a figure would see another."""
    there, me, found = Play(play.state.copy(), play.ruleset, play.world, []), play.state.records[who], list[Point]()
    for spot in places:
        there.state.put(replace(me, at=me.at.moved_to(spot)))
        if lines.sees(there, who, whom):
            found.append(spot)
    return found


def _around(me: Placement, other: Placement, away: int, z: int) -> list[Point]:
    """Places around a base at a distance from it: the nearest first, then all round."""
    wide = me.radius + other.radius + away
    straight = (me.x - other.x, me.y - other.y)
    nearest = beside((0, 0), wide, straight if straight != (0, 0) else (0, 1))
    return [(other.x + x, other.y + y, z) for x, y in (nearest, *_ring(wide))]


@cache
def _ring(wide: int) -> tuple[tuple[int, int], ...]:
    """Places so far around a point, `RING` degrees apart, as seen from it."""
    return tuple(beside((0, 0), wide, direction(degree)) for degree in range(0, 360, RING))


def _against(board: Board, me: Placement, other: Placement, levels: Sequence[int]) -> list[Point]:
    """Places around a base in contact with it: on its floor, and on the `levels` from which a body touches it a step up
    or down."""
    goals = _around(me, other, 0, other.z)
    for z in levels:
        goals += [at for at in _around(me, other, 0, z) if board.on_floor(*at)]
    return goals


def _floors(board: Board, me: Placement, other: Placement) -> list[int]:
    """How high the floors are on which two figures may meet."""
    return sorted({0, other.z, me.z, *(floor[0] for floor in board.rows.floors)})


def _rings(play: Play, who: int, other: Placement, far: int) -> Rings:
    """From where an enemy is just so far off, on its floor and on those below it: how far apart their bases are in
    plan, and the height.  Right below an enemy that is no nearer the bases overlap by a hair."""
    me, board = play.state.records[who].at, play.world.board
    rises = ((z, rise_from(z, me.height, other)) for z in _floors(board, me, other))
    return [(isqrt(far * far - rise * rise) - INSIDE_REACH, z) for z, rise in rises if rise <= far]


def _around_on_floor(play: Play, who: int, whom: int, away: int, z: int) -> list[Point]:
    """Places around a base at a distance from it that some floor carries."""
    me, other = play.state.records[who].at, play.state.records[whom].at
    return [at for at in _around(me, other, away, z) if play.world.board.on_floor(*at)]


def length_of_way(play: Play, who: int, whom: int) -> int:
    """How long a run at somebody must be to come as near as it can, in thousandths, while nobody else moves."""
    found = _route(play, who, whom)
    return _length_past_what_stops(play, who, whom) if found is None else found[1].cost


@per_position
def _length_past_what_stops(play: Play, who: int, whom: int) -> int:
    """The same where there is no way to it: straight on, or round what stops that to where it comes nearest."""
    me, other = play.state.records[who].at, play.state.records[whom].at
    far = distance(me, other)
    if far > FAR:
        return far
    points = run_towards(play, who, whom, min(FAR, 2 * far + 4 * INCH))
    return max(far, sum(plan(a, b) for a, b in pairwise(points)))


def distance(a: Placement, b: Placement) -> int:
    """From the middle of one base to that of another in plan, rounded up."""
    return plan(a.spot, b.spot)


def run_towards(play: Play, who: int, whom: int, length: int) -> tuple[Point, ...]:
    """The points of a run at an enemy: by the shortest legal way as far as its length goes, to base contact if it can.

    Where the way round is too long it goes where the enemy is in reach, if it can; where there is no way, straight on,
    and round what stops that, as near to the enemy as it comes.
    """
    rules = charge_rules(play, who, length)
    board, now = play.world.board, layout(play)
    found = _route(play, who, whom)
    me, other = play.state.records[who].at, play.state.records[whom].at
    if found is None:
        spot = straight_to(play, who, whom, length, rules=rules)
        stopped = plan(me.spot, spot) < min(length, distance(me, other) - me.radius - other.radius) - SHORT
        return (stopped and _past_what_stops(play, who, other, rules, spot)) or (me.spot, spot)
    route, walked = found
    if walked.cost <= length:
        return walked.points
    if len(route) > 1 or walked.cost > plan(walked.points[0], touching_point(me, other)) + WORTH:
        near = _into_contact(play, who, whom, rules) or _into_reach(play, who, whom, rules)
        if near is not None:
            return near[1].points
    points, strike = partway(board, now, who, route, rules, SHORT).points, strike_range(play, play.world.kits[who])
    if walked.cost <= length + strike and not no_further(me.moved_to(points[-1]), other, strike):
        near = _into_reach(play, who, whom, rules)  # somebody stands where it would have had the enemy in reach
        if near is not None:
            return near[1].points
    return points


def _past_what_stops(play: Play, who: int, other: Placement, rules: Rules, spot: Point) -> tuple[Point, ...]:
    """The points of a run that ends as near to a place as it can; empty if that is no nearer than a spot."""
    board, now, left = play.world.board, layout(play), plan(spot, other.spot)
    found = reach(board, now, who, rules, GRAIN, (), (other.x, other.y, left))
    end = found.closest(other.spot, squared_distance(spot, other.spot), cheapest=True)
    if end < 0:
        return ()
    walked = check(board, now, who, tighten(board, now, who, found.route(end), rules), rules)
    nearer = plan(found.point(end), other.spot) < left
    return walked.points if nearer and isinstance(walked, Walked) else ()


# ---- straight ways ---------------------------------------------------------------------------------------------------


def straight_to(
    play: Play, who: int, whom: int, length: int, *, bound: bool = False, rules: Rules | None = None
) -> Point:
    """Where a straight move at somebody ends: at base contact, after its length, or a tenth of an inch or less before
    what stops it.  `bound`: it does not leave the reach of another enemy."""
    me, other = play.state.records[who].at, play.state.records[whom].at
    start, goal = me.spot, touching_point(me, other)
    towards = (goal[0] - me.x, goal[1] - me.y)
    far = isqrt(towards[0] ** 2 + towards[1] ** 2)
    rules = rules or straight_rules(play, who, length)
    into_contact: Route = ((*goal, int(Mode.WALK)),)
    touching = far <= rules.allowance and isinstance(
        check(play.world.board, layout(play), who, into_contact, rules), Walked
    )
    for spot in chain((goal,) if touching else (), _steps(play, who, towards, min(far, length), rules)):
        if not bound or all(enemy == whom for enemy in provoking.provokes(play, who, (start, spot))):
            return spot
    return start


def _steps(play: Play, who: int, towards: tuple[int, int], far: int, rules: Rules) -> Iterator[Point]:
    """Where a straight walk may end, from the farthest back in tenths of an inch or less."""
    while far > 0:
        tries = -(-far // SHORT)
        spot, cost = run(play.world.board, layout(play), who, rules, towards, tries, far)
        if not cost:
            return
        yield spot
        me = play.state.records[who].at
        far = isqrt((spot[0] - me.x) ** 2 + (spot[1] - me.y) ** 2) - SHORT


def away_from(play: Play, who: int, enemy: int) -> Point:
    """Where a figure that flees straight away from an enemy ends: its movement off, or before what stops it."""
    me, other = play.state.records[who].at, play.state.records[enemy].at
    allowance = Model(play, who).move + INCH * ground.light_of_foot(play, who)
    towards = (me.x - other.x, me.y - other.y)
    tries = max(1, allowance // SHORT)
    spot, _ = run(play.world.board, layout(play), who, flight_rules(play, who, allowance), towards, tries)
    return spot
