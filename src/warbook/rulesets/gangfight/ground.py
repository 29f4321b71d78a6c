"""Ground: its three grades, what it costs to cross, and the threat ranges that a way leaves.

A Move pays for the ground under the middle of its base; a Charge! and a Run look at all that the base touches.  An
obstacle higher than half of whoever crosses it is light ground to them, one higher than they are is none to cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from math import isqrt

from ...core.length import INCH, root_up
from ...core.state import Placement, Posture
from ...space.board import Board, Row
from ...space.decisions import Place
from ...space.movement import (
    Mode,
    Point,
    Route,
    Rules,
    Walked,
    beside,
    check,
    partway,
    reach,
    run,
    shortest,
    tighten,
)
from ...space.shapes import bounds, direction, gap_at_most, passes, sweeps
from ...space.terrain import Area, Polygon
from .model import Kit, Model, Play, foes, layout, longest_strike, rise_from, strike_of, threat_range
from .records import STORM, Figure, spot_of

FLAT, LIGHT, DENSE = "flat", "light", "dense"
GRADES = (FLAT, LIGHT, DENSE)
#: The number that the dice of a charge must reach.
CHARGE_NUMBER = {FLAT: 2, LIGHT: 4, DENSE: 6}
HURDLE = 2 * INCH  # to cross an obstacle higher than half of one's height
SHORT = INCH // 10  # how near one comes to what stops one
FAR = 24 * INCH  # no way round is looked for that is longer
GRAIN = INCH  # how fine a way round is looked for, before it is drawn tight
ROUNDED = 2  # how much of a distance rounding may cost
RING = 15  # degrees between the places around an enemy where a charge may end


# ---- how a figure moves ----------------------------------------------------------------------------------------------


def rules_for(play: Play, who: int, allowance: int) -> Rules:
    """How a figure moves: round standing enemies, through friends and over whoever lies; ladders and stairs are ground
    like any, sheer faces and gaps are not to be crossed this way.  It may drop as deep as it is high."""
    eased = ignores_ground(play, who)
    return _rules(
        play.world.kits[who],
        allowance,
        going=() if eased else going(play),
        open_ground=100 if eased or not stormy(play) else play.option["light-cost"],
        obstacle_flat=0 if eased else HURDLE,
    )


def run_rules(play: Play, who: int, allowance: int) -> Rules:
    """How a figure runs: the same, but no difficult ground at all, and stairs only."""
    kit: Kit = play.world.kits[who]
    if ignores_ground(play, who):
        return _rules(kit, allowance, may_take_ladders=False)
    shut = ((LIGHT, 0), (DENSE, 0))
    return _rules(kit, allowance, going=shut, obstacle_most=kit.size.height // 2, may_take_ladders=False)


def charge_rules(play: Play, who: int, allowance: int) -> Rules:
    """How a figure charges: the ground was in the dice, and costs nothing more."""
    return _rules(play.world.kits[who], allowance)


def straight_rules(play: Play, who: int, allowance: int) -> Rules:
    """How a figure goes that must go straight: whatever the ground, but through nobody."""
    return _rules(play.world.kits[who], allowance, may_pass_friends=False, may_pass_helpless=False)


def flight_rules(play: Play, who: int, allowance: int) -> Rules:
    """How a figure flees: over ground that costs what it costs, and past whom a Move may pass; obstacles stop it."""
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
        deepest_jump=height,
        may_pass_friends=may_pass_friends,
        may_pass_helpless=may_pass_helpless,
        may_take_ladders=may_take_ladders,
        may_climb=False,
        may_leap=False,
    )


def going(play: Play) -> tuple[tuple[str, int], ...]:
    """What an inch of each grade costs, in hundredths."""
    return ((LIGHT, play.option["light-cost"]), (DENSE, play.option["dense-cost"]))


def ignores_ground(play: Play, who: int) -> bool:
    """Whether difficult ground is like any other to a figure."""
    model = Model(play, who)
    return model.has("dash") or model.wears("ring-of-free-movement")


def stormy(play: Play) -> bool:
    """Whether a storm has made all ground difficult."""
    return bool(play.state.turn.complication == STORM)


# ---- the grades ------------------------------------------------------------------------------------------------------


def of_kind(board: Board, kind: str) -> Sequence[tuple[Area, Row]]:
    """The areas of a kind, each with its row of the board."""
    known: dict[str, tuple[tuple[Area, Row], ...]] = board.memo("areas of a kind")
    if kind not in known:
        pairs = zip(board.areas, board.rows.areas, strict=False)
        known[kind] = tuple((area, row) for area, row in pairs if area.kind == kind)
    return known[kind]


def areas(play: Play) -> Iterator[Area]:
    """All ground that is not flat."""
    for area in play.world.board.areas:
        if area.kind in (LIGHT, DENSE):
            yield area


def grade(play: Play, at: Placement, points: Sequence[Point]) -> str:
    """The worst grade that the base of a figure touches anywhere along a way, its start and its end included.  One
    point is a place where it stands."""
    legs = list(pairwise(points)) or [(points[0], points[0])]
    worst = GRADES.index(LIGHT if stormy(play) else FLAT)
    (west, south, east, north), wide = bounds(points), at.radius
    for found, polygon, row in _pieces(play.world.board, at.height):
        beside_it = row[4] >= east + wide or row[6] <= west - wide or row[5] >= north + wide or row[7] <= south - wide
        if found > worst and not beside_it and any(_touches(polygon, row, a, b, wide) for a, b in legs):
            worst = found
    return GRADES[worst]


def _pieces(board: Board, height: int) -> Sequence[tuple[int, Polygon, Row]]:
    """All ground that is not flat to a figure of a height, with the number of its grade and its row of the board."""
    known: dict[int, tuple[tuple[int, Polygon, Row], ...]] = board.memo("grades")
    if height not in known:
        known[height] = tuple(_graded(board, height))
    return known[height]


def _graded(board: Board, height: int) -> Iterator[tuple[int, Polygon, Row]]:
    rows = board.rows.areas
    for area, row in zip(board.areas, rows, strict=False):
        if area.kind in (LIGHT, DENSE):
            yield GRADES.index(area.kind), area.polygon, row
    for obstacle, row in zip(board.obstacles, rows[len(board.areas) :], strict=True):
        if obstacle.height > height // 2:
            yield GRADES.index(LIGHT), obstacle.polygon, row


def _touches(polygon: Polygon, row: Row, a: Point, b: Point, radius: int) -> bool:
    """Whether a base touches a piece of ground on a leg; what is above its floor or ends below it is none."""
    z0, z1, _, _, west, south, east, north, _ = row
    low, high = min(a[2], b[2]), max(a[2], b[2])
    return (
        z0 <= high
        and (z1 > low or z0 >= low)
        and min(a[0], b[0]) - radius < east
        and max(a[0], b[0]) + radius > west
        and min(a[1], b[1]) - radius < north
        and max(a[1], b[1]) + radius > south
        and sweeps(polygon, a, b, radius)
    )


def at_ease(play: Play, who: int) -> bool:
    """Whether a figure stands on ground where it could run."""
    return ignores_ground(play, who) or standing_on(play, who) == FLAT


def light_of_foot(play: Play, who: int) -> int:
    """The inch that elven boots carry a figure further out of difficult ground."""
    return int(Model(play, who).wears("elven-boots") and not at_ease(play, who))


def standing_on(play: Play, who: int) -> str:
    """The worst grade under a figure's base."""
    at = play.state.records[who].at
    found: str = layout(play).once(("ground", who, stormy(play)), grade, play, at, (spot_of(at),))
    return found


# ---- threat ranges ---------------------------------------------------------------------------------------------------


def provokes(play: Play, who: int, points: Sequence[Point]) -> tuple[int, ...]:
    """The standing enemies whose reach a way leaves: somewhere it is inside, and later it is outside."""
    me: Figure = play.state.records[who]
    west, south, east, north = bounds(points)
    found, farthest = [], me.at.radius + longest_strike(play)
    for f in foes(play, me.owner):
        at, wide = f.at, f.at.radius + farthest
        beside_it = at.x + wide < west or at.x - wide > east or at.y + wide < south or at.y - wide > north
        if not beside_it and f.standing and leaves(points, me.at, at, strike_of(play, f)):
            found.append(f.id)
    return tuple(found)


def leaves(points: Sequence[Point], me: Placement, other: Placement, reach: int) -> bool:
    """Whether a body that goes from point to point is within reach of another somewhere, and outside again later.

    What is within reach of a body is convex, so that a leg leaves it only if its end is outside.
    """
    entered = False
    for a, b in pairwise(points):
        entered = entered or _nears(a, b, me, other, reach)
        if entered and not _inside(b, me, other, reach):
            return True
    return False


def partings(play: Play, who: int, points: Sequence[Point], by: Sequence[int]) -> list[tuple[Point, int]]:
    """Where on a way a figure leaves the reach of each of these enemies, in the order of the way.  Where it could not
    stand in such a place, it is the one before."""
    me, found = play.state.records[who].at, []
    for enemy in by:
        f: Figure = play.state.records[enemy]
        found.append((*_parting(points, me, f.at, strike_of(play, f)), enemy))
    room = Place("parting", "", play.world.board, layout(play), who, facing=False)
    spots, last = [], points[0]
    for leg, part, enemy in sorted(found):
        spot = _along(points[leg], points[leg + 1], part)
        last = last if room.legal(spot) else spot
        spots.append((last, enemy))
    return spots


def _parting(points: Sequence[Point], me: Placement, other: Placement, reach: int) -> tuple[int, int]:
    """The leg on which a base leaves the reach of another, and how much of that leg it has gone there, in thousandths:
    the last of it within reach, which on each leg is one stretch."""
    entered = False
    for leg, (a, b) in enumerate(pairwise(points)):
        entered = entered or _nears(a, b, me, other, reach)
        if entered and not _inside(b, me, other, reach):
            inside, outside = _nearest_on(a, b, other), _WHOLE
            while outside - inside > 1:
                middle = (inside + outside) // 2
                if _inside(_along(a, b, middle), me, other, reach):
                    inside = middle
                else:
                    outside = middle
            return leg, inside
    raise AssertionError("a way that leaves no reach has no such place")


_WHOLE = 1000  # the parts of a leg


def _along(a: Point, b: Point, part: int) -> Point:
    """A point on a leg."""
    x, y, z = (p + (q - p) * part // _WHOLE for p, q in zip(a, b, strict=True))
    return (x, y, z)


def _nearest_on(a: Point, b: Point, other: Placement) -> int:
    """The part of a leg after which it is nearest to a place."""
    leg = [q - p for p, q in zip(a, b, strict=True)]
    towards = [q - p for p, q in zip(a, (other.x, other.y, other.z), strict=True)]
    square = sum(d * d for d in leg)
    return (
        min(_WHOLE, max(0, _WHOLE * sum(d * t for d, t in zip(leg, towards, strict=True)) // square)) if square else 0
    )


def _inside(at: Point, me: Placement, other: Placement, reach: int) -> bool:
    square = (at[0] - other.x) ** 2 + (at[1] - other.y) ** 2
    return gap_at_most(square, me.radius + other.radius, rise_from(at[2], me.height, other), reach)


def _nears(a: Point, b: Point, me: Placement, other: Placement, reach: int) -> bool:
    """Whether a leg comes within reach of a body: exact on the level, looked at every tenth of an inch on a slope."""
    if a[2] == b[2]:
        rise = rise_from(a[2], me.height, other)
        return rise <= reach and passes(
            a, b, other.x, other.y, me.radius + other.radius + isqrt(reach * reach - rise * rise)
        )
    pieces = max(abs(p - q) for p, q in zip(a, b, strict=True)) // SHORT + 1
    for k in range(pieces + 1):
        x, y, z = (p + (q - p) * k // pieces for p, q in zip(a, b, strict=True))
        if _inside((x, y, z), me, other, reach):
            return True
    return False


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
    return (spot_of(me), (other.x, other.y, me.z))


def grade_of_way(play: Play, who: int, whom: int) -> str:
    """The worst grade on that way."""
    at, key = play.state.records[who].at, ("worst ground", who, whom, stormy(play))
    worst: str = layout(play).once(key, lambda: grade(play, at, way(play, who, whom)))
    return worst


def _route(play: Play, who: int, whom: int) -> tuple[Route, Walked] | None:
    """The legs of that way, and what it meets; None where there is none."""
    found: tuple[Route, Walked] | None = layout(play).once(("way", who, whom), _find, play, who, whom)
    return found


def _find(play: Play, who: int, whom: int) -> tuple[Route, Walked] | None:
    me, other = play.state.records[who].at, play.state.records[whom].at
    far, board, now = distance(me, other), play.world.board, layout(play)
    if far > FAR:
        return None
    rules = charge_rules(play, who, min(FAR, 2 * far + 4 * INCH))
    straight_on: Route = ((*touching_point(me, other), int(Mode.WALK)),)
    walked = check(board, now, who, straight_on, rules)
    if isinstance(walked, Walked):
        return straight_on, walked
    found = shortest(board, now, who, _against(board, me, other), rules, GRAIN, first=True)
    if found is None:
        found = shortest(board, now, who, _in_reach(play, who, other), rules, GRAIN, first=True)
    return found


def _around(me: Placement, other: Placement, away: int, z: int) -> list[Point]:
    """Places around a base at a distance from it: the nearest first, then all round."""
    wide = me.radius + other.radius + away
    straight = (me.x - other.x, me.y - other.y)
    ways = ((0, 1) if straight == (0, 0) else straight, *map(direction, range(0, 360, RING)))
    return [(*beside((other.x, other.y), wide, each), z) for each in ways]


def _against(board: Board, me: Placement, other: Placement) -> list[Point]:
    """Places around a base in contact with it: on its floor, and on those from which a body touches it a step up or
    down."""
    goals = _around(me, other, 0, other.z)
    for z in _floors(board, me, other):
        if z != other.z and not rise_from(z, me.height, other):
            goals += [at for at in _around(me, other, 0, z) if board.on_floor(*at)]
    return goals


def _floors(board: Board, me: Placement, other: Placement) -> list[int]:
    """How high the floors are on which two figures may meet."""
    return sorted({0, other.z, me.z, *(floor[0] for floor in board.rows.floors)})


def _in_reach(play: Play, who: int, other: Placement) -> list[Point]:
    """Places around a base, on its floor and on those below it, from which it is just within a figure's threat
    range."""
    me, board = play.state.records[who].at, play.world.board
    threat = threat_range(play, play.world.kits[who])
    goals: list[Point] = []
    for z in _floors(board, me, other):
        rise = rise_from(z, me.height, other)
        if rise <= threat:
            away = max(0, isqrt(threat * threat - rise * rise) - ROUNDED)
            goals += [at for at in _around(me, other, away, z) if board.on_floor(*at)]
    return goals


def length_of_way(play: Play, who: int, whom: int) -> int:
    """How long a run at somebody must be to come as near as it can, in thousandths, while nobody else moves."""
    found = _route(play, who, whom)
    if found is not None:
        return found[1].cost
    return distance(play.state.records[who].at, play.state.records[whom].at)


def distance(a: Placement, b: Placement) -> int:
    """From the middle of one base to that of another in plan, rounded up."""
    return _apart(spot_of(a), spot_of(b))


def _apart(a: Point, b: Point) -> int:
    """The same of two points."""
    return root_up((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def run_towards(play: Play, who: int, whom: int, length: int) -> tuple[Point, ...]:
    """The points of a run at an enemy: by the shortest legal way as far as its length goes, to base contact if it can.

    Where the way round is too long it goes where the enemy is in reach, if it can; where there is no way, straight on,
    and round what stops that, as near to the enemy as it comes.
    """
    rules = charge_rules(play, who, length)
    board, now = play.world.board, layout(play)
    found = _route(play, who, whom)
    if found is None:
        me, other = play.state.records[who].at, play.state.records[whom].at
        spot = straight(play, who, whom, length, rules=rules)
        stopped = _apart(spot_of(me), spot) < min(length, distance(me, other) - me.radius - other.radius) - SHORT
        return (stopped and _past_what_stops(play, who, other, rules, spot)) or (spot_of(me), spot)
    route, walked = found
    if walked.cost <= length:
        return walked.points
    if len(route) > 1:
        near = shortest(board, now, who, _in_reach(play, who, play.state.records[whom].at), rules, GRAIN, first=True)
        if near is not None:
            return near[1].points
    return partway(board, now, who, route, rules, SHORT).points


def _past_what_stops(play: Play, who: int, other: Placement, rules: Rules, spot: Point) -> tuple[Point, ...]:
    """The points of a run that ends as near to a place as it can; none where that is no nearer than a spot."""
    board, now = play.world.board, layout(play)
    found = reach(board, now, who, rules, GRAIN)
    away = found.squares_from([spot_of(other)])
    end = min(found.nodes(), key=lambda v: (away[v], found.cost[v], v))
    walked = check(board, now, who, tighten(board, now, who, found.route(end), rules), rules)
    nearer = _apart(found.point(end), spot_of(other)) < _apart(spot, spot_of(other))
    return walked.points if nearer and isinstance(walked, Walked) else ()


# ---- straight ways ---------------------------------------------------------------------------------------------------


def straight(play: Play, who: int, whom: int, length: int, *, bound: bool = False, rules: Rules | None = None) -> Point:
    """Where a straight move at somebody ends: at base contact, after its length, or a tenth of an inch or less before
    what stops it.  `bound`: it does not leave the reach of another enemy."""
    me, other = play.state.records[who].at, play.state.records[whom].at
    start, goal = spot_of(me), touching_point(me, other)
    towards = (goal[0] - me.x, goal[1] - me.y)
    far = isqrt(towards[0] ** 2 + towards[1] ** 2)
    rules = rules or straight_rules(play, who, length)
    into_contact: Route = ((*goal, int(Mode.WALK)),)
    touching = far <= rules.allowance and isinstance(
        check(play.world.board, layout(play), who, into_contact, rules), Walked
    )
    for spot in chain((goal,) if touching else (), _steps(play, who, towards, min(far, length), rules)):
        if not bound or all(enemy == whom for enemy in provokes(play, who, (start, spot))):
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
    allowance = Model(play, who).move + INCH * light_of_foot(play, who)
    towards = (me.x - other.x, me.y - other.y)
    tries = max(1, allowance // SHORT)
    spot, _ = run(play.world.board, layout(play), who, flight_rules(play, who, allowance), towards, tries)
    return spot
