"""As far towards a place as a move goes, and as much of a route as it allows."""

from __future__ import annotations

from math import isqrt

from ..core.length import INCH
from ..core.state import Placement
from ..core.structs import replace
from .board import Board
from .contact import ring_around
from .layout import Layout
from .movement import Leg, Mode, Point, Route, Rules, Walked, check, reach, run, shortest, tighten
from .shapes import direction, stretched
from .sight import wall_between, within

HALF_INCH = INCH // 2  # how much higher or lower a walk may end than its leg says

FINE = 250  # how finely one looks for the last place that a charge can get to
MOVES_LOOKED_FOR = 2  # that a way may take at most to be gone along
PARTS = 16  # places round about what is approached at which a way may end
OFF_THE_LINE = (0, 20, -20, 40, -40)  # degrees, in the order in which they are tried


def approach(board: Board, now: Layout, mover_id: int, at: Placement, to: Placement, rules: Rules) -> Route:
    """As far towards a place as a move goes: straight on where nothing bars that, else along the shortest way; where
    two moves lead nowhere beside it, to somewhere near."""
    dx, dy = to.x - at.x, to.y - at.y
    ahead = run(board, now, mover_id, rules, (dx, dy))
    if ahead[1] >= rules.allowance - FINE:
        return ((*ahead[0], int(Mode.WALK)),)
    off = at.radius + to.radius + rules.keep_clear + FINE
    if isqrt(dx * dx + dy * dy) > MOVES_LOOKED_FOR * rules.allowance + off:
        return _nearer(board, now, mover_id, at, to, rules, ahead)
    short = stretched(-dx, -dy, off)
    round_about = [(to.x + short[0], to.y + short[1], to.z), *ring_around(to.spot, off, to.z, PARTS)]
    height = rules.walls_between or to.height
    beside = [spot for spot in round_about if not wall_between(now, board, at.moved_to(spot), to, height)]
    in_two = replace(rules, allowance=MOVES_LOOKED_FOR * rules.allowance)
    found = shortest(board, now, mover_id, beside, in_two, pitch=HALF_INCH, first=True)
    if found is not None:
        route = (*found[0], (*to.spot, int(Mode.WALK)))
        return cut_route(board, now, mover_id, at, route, rules)
    return _nearer(board, now, mover_id, at, to, rules, ahead)


def _nearer(
    board: Board, now: Layout, mover_id: int, at: Placement, to: Placement, rules: Rules, ahead: tuple[Point, int]
) -> Route:
    """Towards what no way was found to: as near as it may come, if that is near; else the straight run, somewhat off
    the line, that gets three quarters of what it could; where terrain stops all of these, to where it is nearest.
    `ahead` is the run straight on."""
    dx, dy = to.x - at.x, to.y - at.y
    distance = isqrt(dx * dx + dy * dy)
    if distance <= rules.allowance + at.radius + to.radius + rules.keep_clear:
        straight = _part(board, now, mover_id, at, (), (*to.spot, int(Mode.WALK)), rules)
        if straight and within(at.moved_to(straight[0]), to, rules.keep_clear + FINE):
            return straight
    best: Route = ()
    nearest = square_of_distance(at, to)
    for degree in OFF_THE_LINE:
        ux, uy = direction(degree)
        way = (dx * ux - dy * uy, dx * uy + dy * ux)
        point, cost = run(board, now, mover_id, rules, way) if degree else ahead
        if cost and distance - isqrt(_flat(point, to)) >= min(rules.allowance, distance) * 3 // 4:
            return ((*point, int(Mode.WALK)),)
        if cost and square_of_distance(at.moved_to(point), to) < nearest:
            nearest, best = square_of_distance(at.moved_to(point), to), ((*point, int(Mode.WALK)),)
    found = reach(board, now, mover_id, rules, pitch=INCH, nearing=(to.x, to.y, isqrt(nearest) + 1))
    squares = found.squares_from([to.spot])
    end = min(found.nodes(), key=squares.__getitem__, default=0)
    if squares[end] >= nearest:
        return best
    route = tighten(board, now, mover_id, found.route(end), rules)
    return (*route, *_part(board, now, mover_id, at, route, (to.x, to.y, to.z, int(Mode.WALK)), rules))


def _flat(point: Point, to: Placement) -> int:
    return (point[0] - to.x) ** 2 + (point[1] - to.y) ** 2


def square_of_distance(a: Placement, b: Placement) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2


def cut_route(board: Board, now: Layout, mover_id: int, at: Placement, route: Route, rules: Rules) -> Route:
    """As much of a route as a move allows: whole legs, then the part of a walk that it can still do."""
    whole: Route = ()
    for leg in route:
        if not isinstance(check(board, now, mover_id, (*whole, leg), rules), Walked):
            return (*whole, *_part(board, now, mover_id, at, whole, leg, rules))
        whole = (*whole, leg)
    return whole


def _part(board: Board, now: Layout, mover_id: int, at: Placement, whole: Route, leg: Leg, rules: Rules) -> Route:
    """The furthest point of a walk that is legal, or nothing."""
    if leg[3] != Mode.WALK:
        return ()
    x, y, z = whole[-1][:3] if whole else at.spot
    dx, dy = leg[0] - x, leg[1] - y
    size = max(1, isqrt(dx * dx + dy * dy))

    def fits(far: int) -> Leg | None:
        to = (x + dx * far // size, y + dy * far // size)
        end = (*to, board.floor_below(*to, max(z, leg[2]) + HALF_INCH), int(Mode.WALK))
        return end if isinstance(check(board, now, mover_id, (*whole, end), rules), Walked) else None

    spent = 0
    if whole:
        walked = check(board, now, mover_id, whole, rules)
        spent = walked.cost if isinstance(walked, Walked) else 0
    far = min(size, rules.allowance - spent)
    best, beyond = fits(far), far
    while best is None and far > 0:
        far, beyond = max(0, far - FINE), far
        best = fits(far) if far else None
    while beyond - far > 1:
        middle = (far + beyond) // 2
        better = fits(middle)
        if better is None:
            beyond = middle
        else:
            best, far = better, middle
    return () if best is None else (best,)
