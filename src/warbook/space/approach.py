"""As far towards a place as a move goes, and as much of a route as it allows."""

from __future__ import annotations

from itertools import pairwise
from math import isqrt

from ..core.length import INCH
from ..core.state import Placement
from ..core.structs import replace
from . import _kernels as kernels
from .board import Board
from .breakpoints import distances, outlines
from .contact import ring_around
from .layout import Layout
from .movement import Leg, Mode, Point, Route, Rules, Why, reach, run
from .reached import Reach
from .routes import Journey
from .shapes import direction, stretched
from .shortest import shortest_and_flood, tightened
from .sight import wall_between, within

ROUNDED = 3  # how much of a distance rounding may cost
HALF_INCH = INCH // 2  # how much higher or lower a walk may end than its leg says
FINE = 250  # how finely one looks for the last place that a charge can get to
MOVES_LOOKED_FOR = 2  # that a way may take at most to be gone along, each with one leap that is free in part
PARTS = 16  # places round about what is approached at which a way may end
_ON_FOOT: dict[int, Mode] = {  # how a leg of each kind begins, of those that begin on foot
    Mode.WALK: Mode.WALK, Mode.LEAP: Mode.LEAP, Mode.CLIMB: Mode.WALK, Mode.JUMP: Mode.WALK,
}  # fmt: skip
OFF_THE_LINE = (0, 20, -20, 40, -40)  # degrees, in the order in which they are tried


def approach(board: Board, now: Layout, mover_id: int, at: Placement, to: Placement, rules: Rules) -> Route:
    """As far towards a place as a move goes: straight on where nothing bars that, else along the shortest way; where
    two moves lead nowhere beside it, to somewhere near."""
    dx, dy = to.x - at.x, to.y - at.y
    ahead, straight_on = run(board, now, mover_id, rules, (dx, dy)), ((*to.spot, int(Mode.WALK)),)
    past = (ahead[0][0] - to.x) * dx + (ahead[0][1] - to.y) * dy > 0  # it is on another level
    if ahead[1] >= rules.allowance - ROUNDED and not past:
        return ((*ahead[0], int(Mode.WALK)),)
    if ahead[1] >= rules.allowance - FINE and not past:  # of a run few lengths are tried: it may go on a little
        return cut_route(board, now, mover_id, straight_on, rules) or ((*ahead[0], int(Mode.WALK)),)
    off = at.radius + to.radius + rules.keep_clear + FINE
    if isqrt(dx * dx + dy * dy) > MOVES_LOOKED_FOR * (rules.allowance + rules.leap_free) + off:
        return _nearer(board, now, mover_id, at, to, rules, ahead)
    short = stretched(-dx, -dy, off)
    round_about = [(to.x + short[0], to.y + short[1], to.z), *ring_around(to.spot, off, to.z, PARTS)]
    height = rules.walls_between or to.height
    beside = [spot for spot in round_about if not wall_between(now, board, at.moved_to(spot), to, height)]
    in_two = Journey(board, now, mover_id, replace(rules, allowance=MOVES_LOOKED_FOR * rules.allowance))
    found, flood = shortest_and_flood(board, now, in_two, beside, HALF_INCH, first=True)
    if found is None:
        under = cut_route(board, now, mover_id, straight_on, rules) if past else ()
        return under or _nearer(board, now, mover_id, at, to, rules, ahead, flood)
    route = cut_route(board, now, mover_id, (*found[0], (*to.spot, int(Mode.WALK))), rules)
    if ahead[0][2] != to.z:  # below a step or a ledge: the places round about are as high as what is approached
        straight = cut_route(board, now, mover_id, straight_on, rules)
        end, there = (at.moved_to(way[-1]) if way else at for way in (route, straight))
        nearer = square_of_distance(there, to) < square_of_distance(end, to)
        if nearer and within(there, to, rules.keep_clear + FINE) and not wall_between(now, board, there, to, height):
            return straight
    return route


def _nearer(
    board: Board, now: Layout, mover_id: int, at: Placement, to: Placement, rules: Rules, ahead: tuple[Point, int],
    flood: Reach | None = None,
) -> Route:  # fmt: skip
    """Towards what no way was found to: as near as it may come, if that is near; else the straight run, somewhat off
    the line, that gets three quarters of what it could; where terrain stops all of these, to where it is nearest.
    `ahead` is the run straight on, and `flood` how far the search for a way came, which tells the nearest at once."""
    dx, dy = to.x - at.x, to.y - at.y
    distance, journey = isqrt(dx * dx + dy * dy), Journey(board, now, mover_id, rules)
    if distance <= rules.allowance + at.radius + to.radius + rules.keep_clear:
        near_enough = distance - at.radius - to.radius - rules.keep_clear - FINE - ROUNDED
        straight = _part(journey, now, journey.start, (*to.spot, int(Mode.WALK)), 0, near_enough)
        if straight and within(at.moved_to(straight[0]), to, rules.keep_clear + FINE):
            return straight
    best: Route = ()
    nearest = square_of_distance(at, to)
    for degree in OFF_THE_LINE if flood is None else OFF_THE_LINE[:1]:
        ux, uy = direction(degree)
        way = (dx * ux - dy * uy, dx * uy + dy * ux)
        point, cost = run(board, now, mover_id, rules, way) if degree else ahead
        if cost and distance - isqrt(_flat(point, to)) >= min(rules.allowance, distance) * 3 // 4:
            return ((*point, int(Mode.WALK)),)
        if cost and square_of_distance(at.moved_to(point), to) < nearest:
            nearest, best = square_of_distance(at.moved_to(point), to), ((*point, int(Mode.WALK)),)
    found = flood or reach(board, now, mover_id, rules, pitch=INCH, nearing=(to.x, to.y, isqrt(nearest) + 1))
    end = found.closest(to.spot, nearest, most=rules.allowance)
    if end < 0:
        return best
    route = tightened(journey, found.route(end))
    return (*route, *_part(journey, now, route[-1][:3], (*to.spot, int(Mode.WALK)), journey.price(route)))


def _flat(point: Point, to: Placement) -> int:
    """The square of the distance in plan."""
    return (point[0] - to.x) ** 2 + (point[1] - to.y) ** 2


def square_of_distance(a: Placement, b: Placement) -> int:
    """The square of the distance between the middles of two bases in space."""
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2


def cut_route(board: Board, now: Layout, mover_id: int, route: Route, rules: Rules) -> Route:
    """As much of a route as a move allows, to the last place where the mover may stop: whole legs, and a part of one
    on foot.  At a bend it need not be able to stop."""
    journey = Journey(board, now, mover_id, rules)
    begins = [(journey.start, 0)]
    for leg in route:
        here, spent = begins[-1]
        cost, code, _ = journey.leg(0, here, leg[:3], leg[3], False)
        if code != kernels.OK or spent + cost > rules.allowance:
            break
        begins.append((leg[:3], spent + cost))
    for number in range(min(len(begins), len(route)) - 1, -1, -1):
        if part := _part(journey, now, begins[number][0], route[number], begins[number][1]):
            return (*route[:number], *part)
    return ()


def _part(journey: Journey, now: Layout, here: Point, leg: Leg, spent: int, least: int = 0) -> Route:
    """A leg if it is legal after so much of the allowance and the mover may stop at its end; else, of a walk, a leap or
    the walk with which a climb or a jump begins, the furthest point of which that is so; or nothing.  What is nearer
    than `least` need not be found."""
    cost, code, _ = journey.leg(0, here, leg[:3], leg[3], True)
    if code == kernels.OK and spent + cost <= journey.rules.allowance:
        return (leg,)
    if leg[3] not in _ON_FOOT:
        return ()
    x, y, z = here
    mode, highest = _ON_FOOT[leg[3]], z if leg[3] in (Mode.CLIMB, Mode.JUMP) else max(z, leg[2])
    dx, dy = leg[0] - x, leg[1] - y
    size = max(1, isqrt(dx * dx + dy * dy))
    left = journey.rules.allowance - spent

    def judged(far: int) -> tuple[Leg, int]:
        """So much of the leg, and the code of what is against stopping there."""
        to = (x + dx * far // size, y + dy * far // size)
        end = (*to, journey.board.floor_below(*to, highest + HALF_INCH))
        cost, code, _ = journey.leg(0, here, end, mode, True)
        return (*end, int(mode)), Why.TOO_FAR if code == kernels.OK and cost > left else code

    def stops(far: int) -> bool:
        return judged(far)[1] == kernels.OK

    def furthest(last: bool, known: int, most: int) -> int:
        leap = mode == Mode.LEAP
        return journey.furthest(here, (dx, dy), size, highest + HALF_INCH, left, leap, last, known, most, FINE)

    most = min(size, left)
    if most < max(1, least):
        return ()
    end, against = judged(most)
    if against == kernels.OK:
        return (end,)
    if against == Why.MAY_NOT:
        return ()
    far = furthest(False, 0, most)
    if far < least:
        return ()
    if far > 0 and not stops(far):
        box = (min(x, x + dx), min(y, y + dy), max(x, x + dx), max(y, y + dy))
        cuts = distances(here, (dx, dy), outlines(journey.board, now, journey.me, box), far)
        known, beyond = next(
            ((cut, after) for after, cut in pairwise((far, *cuts[::-1])) if cut and stops(cut)), (0, 0)
        )
        far = furthest(True, known, beyond)
    return (judged(far)[0],) if far > 0 else ()
