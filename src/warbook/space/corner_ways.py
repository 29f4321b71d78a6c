"""The shortest way on foot round corners, found exactly on one level.

Where nothing bars it the shortest way is straight.  Else it bends only where it touches what bars it: the end of a
wall, another body, a corner of a floor or a pit; and it leaps from somewhere on an edge to somewhere on another.  So
only such places have to be joined, by legs that pass the corners at either end and do not run into them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from . import _kernels as kernels
from .brinks import brink_table
from .planar import box_of_ways
from .routes import Journey
from .rules import BEYOND, Leg, Mode, Point, Route
from .shapes import UNIT, direction
from .springs import NO_LINES, far, springs

BOUNDS = 768  # at most, on one level
BENDS = 8192  # at most, on one level
ROUND_CORNER = tuple((dx * UNIT, dy * UNIT) for dx in (1, -1) for dy in (1, -1))  # so many as `kernels.DIAGONALS`
ROUND_CIRCLE = tuple(direction(degree) for degree in range(0, 360, 8))  # near enough to hug it
NOTHING = (0, 0, 0)

_FOUND, _BENDS = kernels.scratch(BOUNDS, 5), kernels.scratch(BENDS, 6)
_RING = kernels.table((*ROUND_CORNER, *ROUND_CIRCLE), 2)

Circle = tuple[int, int, int]  # x, y, radius


class Place(NamedTuple):
    """Where a way may bend, and the circle that it touches there, if any."""

    at: Point
    round: Circle = NOTHING


def bends(journey: Journey, goals: Sequence[Point], about: Point) -> list[Place]:
    """Where a way on foot may bend that ends at one of some goals and is within the allowance, about as high as its
    start.  `about` (x, y, how far around it) is where the goals lie."""
    heights = sorted({journey.start[2], *(goal[2] for goal in goals)})
    return [place for z in heights for place in _bends(journey, about, z)]


# ---- places ----------------------------------------------------------------------------------------------------------


def _bends(journey: Journey, about: Point, z: int) -> Iterator[Place]:
    """Where a way at a height may bend that is within the allowance."""
    rules, board, start, most = journey.rules, journey.board, journey.start, journey.rules.allowance
    free = springs(journey, about)
    box = box_of_ways(start, about, most) if free is None else free.box()
    table = brink_table(board, rules.step)
    direct, arrays, gait = kernels.direct, journey.arrays, journey.gait
    n = direct.limits(arrays, journey.rows, journey.walls, journey.exempt, table, journey.me, *box, z, 0, _FOUND, gait)
    ways = (kernels.column((*start[:2], *about, most)), *(NO_LINES if free is None else free.lines_and_costs()))
    m = direct.bends_round(arrays, _FOUND, n, _RING, *ways, z, _BENDS, gait)
    if rules.may_leap:
        m = direct.bends_along(arrays, _FOUND, n, table, *ways, z, _BENDS, m, gait)
    return (Place((x, y, floor), (cx, cy, wide)) for x, y, floor, cx, cy, wide in kernels.plain(_BENDS[:m]))


# ---- the search ------------------------------------------------------------------------------------------------------


def way_by(journey: Journey, places: Sequence[Place], goals: Sequence[Point], about: Point) -> Route | None:
    """The shortest way on foot to one of some goals that bends at some places only, if any is within the allowance:
    legs are judged in the order of the shortest way that they might be on, and most of them never."""
    ends = list(dict.fromkeys(goals))
    places = [Place(journey.start), *dict.fromkeys(places), *map(Place, ends)]
    first_goal = len(places) - len(ends)
    free = springs(journey, about)
    spring = journey.rules.leap_free if free is not None else 0
    onward = [max(0, int(far(at, about) - about[2] if free is None else free.cost_onward(at))) for at, _ in places]
    table = kernels.table([(*at[:2], *circle, on) for (at, circle), on in zip(places, onward, strict=True)], 6)
    most, cost, least = journey.rules.allowance, [0] * len(places), kernels.numbers(len(places), kernels.FAR)
    found = kernels.unfilled(len(places), 2)
    came: dict[int, tuple[int, Leg]] = {}
    legs: dict[int, list[tuple[int, int]]] = {}  # of each place that was come to: how long at least, and to where
    queue = [(onward[0], 0, 0)]  # how long at least, from where, to where
    while queue:
        _, here, to = heappop(queue)
        if here != to:
            leg = _leg(journey, places[here].at, places[to].at, to >= first_goal) if to not in legs else None
            if leg is not None and cost[here] + leg[0] < least[to]:
                cost[to] = least[to] = cost[here] + leg[0]
                came[to] = (here, leg[1])
                heappush(queue, (cost[to] + onward[to], to, to))
        elif to >= first_goal:
            return _route_to(came, to)
        elif to not in legs:
            least[to] = 0  # nothing leads back
            n = kernels.direct.legs_from(table, to, cost[to], least, most, spring, found)
            legs[to] = sorted(((by, beyond) for by, beyond in kernels.plain(found[:n])), reverse=True)
        if legs[here]:
            by, beyond = legs[here].pop()
            heappush(queue, (by, here, beyond))
    return None


def _leg(journey: Journey, near: Point, far: Point, last: bool) -> tuple[int, Leg] | None:
    """What it costs to walk straight to a place, or to leap there, and the leg."""
    cost, code, _, _ = journey.walk(near, far, False, last)
    if code == kernels.OK:
        return cost, (*far, int(Mode.WALK))
    leap: Leg = (*far, int(Mode.LEAP))
    if code == kernels.OVER_GAP and journey.rules.may_leap and (cost := journey.price_of(near, leap, last)) < BEYOND:
        return cost, leap
    return None


def _route_to(came: Mapping[int, tuple[int, Leg]], to: int) -> Route:
    """The legs that lead to a place."""
    legs: list[Leg] = []
    while to:
        to, leg = came[to]
        legs.append(leg)
    return tuple(reversed(legs))
