"""The shortest way on foot round corners, found exactly on one level.

Where nothing bars it the shortest way is straight.  Else it bends only where it touches what bars it: the end of a
wall, another body, a corner of a floor or a pit; and it leaps from somewhere on an edge to somewhere on another.  So
only such places have to be joined, by legs that pass the corners at either end and do not run into them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from math import inf, isqrt, sqrt
from typing import NamedTuple

from ..core.length import INCH
from . import _kernels as kernels
from .brinks import Brink, brink_table, brinks
from .narrows import INSIDE
from .planar import box_of_ways
from .routes import Journey
from .rules import BEYOND, Leg, Mode, Point, Route
from .shapes import UNIT, direction
from .springs import far, springs

BOUNDS = 768  # at most, on one level
AROUND = tuple(direction(degree) for degree in range(0, 360, 8))  # the corners that stand for a circle
DIAGONALS = tuple((dx * UNIT, dy * UNIT) for dx in (1, -1) for dy in (1, -1))
ROUNDER = 400  # the part by which these corners are further out than the circle, and more
HAIR = 3  # how much further out than that at least
EIGHTH = INCH // 8  # how far apart places on an edge are
NOTHING = (0, 0, 0)

_FOUND = kernels.scratch(BOUNDS, 5)

Spot = tuple[int, int]
Circle = tuple[int, int, int]  # x, y, radius
Bound = Sequence[int]  # a line and how near its points the centre of a base may not come: x, y, x, y, width

Near = tuple[int, int, int, int, int, int, float]  # the number of a place, x, y, its circle, how far on it is at least


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
    n = kernels.direct.limits(
        journey.arrays, journey.rows, journey.walls, journey.exempt, table, journey.me, *box, z, 0, _FOUND, journey.gait
    )
    bounds = kernels.plain(_FOUND[:n])

    def is_near(x: int, y: int, aside: int = 0) -> bool:
        least = far((x, y), start) + far((x, y), about) - about[2] if free is None else free.cost_by((x, y))
        return least <= most + 2 * aside

    edges = [edge for edge in brinks(board, rules.step) if edge[4] == z] if rules.may_leap else []
    edges = [edge for edge in edges if is_near((edge[0] + edge[2]) // 2, (edge[1] + edge[3]) // 2, _half_length(edge))]
    circles = dict.fromkeys((*bound[i : i + 2], bound[4]) for bound in bounds for i in (0, 2))
    rings = [(circle, _spots_around(*circle)) for circle in circles if is_near(*circle)]
    lines = [(NOTHING, _spots_along(edge)) for edge in edges]
    for circle, spots in (*rings, *lines):
        near = [(x, y) for x, y in spots if is_near(x, y)]
        for x, y in _clear_of(bounds, near):
            floor = board.floor_below(x, y, z + rules.step)
            if floor >= z - rules.step and not kernels.direct.in_pit(journey.arrays, x, y, floor):
                yield Place((x, y, floor), circle)


def _half_length(edge: Brink) -> int:
    """Half the length of an edge, and a little more."""
    return isqrt((edge[2] - edge[0]) ** 2 + (edge[3] - edge[1]) ** 2) // 2 + HAIR


def _spots_around(x: int, y: int, wide: int) -> list[Spot]:
    """Places just outside a circle, or just beside a corner, which is a circle of no radius."""
    away = wide + wide // ROUNDER + HAIR
    return [(x + dx * away // UNIT, y + dy * away // UNIT) for dx, dy in (AROUND if wide else DIAGONALS)]


def _spots_along(edge: Brink) -> list[Spot]:
    """Places along an edge, on the side that carries."""
    x0, y0, x1, y1, _ = edge
    dx, dy = x1 - x0, y1 - y0
    length = max(1, isqrt(dx * dx + dy * dy))
    x, y = x0 - dy * INSIDE // length, y0 + dx * INSIDE // length
    return [(x + dx * along // length, y + dy * along // length) for along in range(INSIDE, length, EIGHTH)]


def _clear_of(bounds: Iterable[Bound], spots: Sequence[Spot]) -> list[Spot]:
    """Those of some points that are no nearer to any bound than they may be."""
    for x0, y0, x1, y1, wide in bounds:
        west, east, south, north = min(x0, x1) - wide, max(x0, x1) + wide, min(y0, y1) - wide, max(y0, y1) + wide
        spots = [
            (x, y)
            for x, y in spots
            if not (west < x < east and south < y < north and kernels.direct.gap_to(x, y, x0, y0, x1, y1) < wide)
        ]
    return list(spots)


# ---- the search ------------------------------------------------------------------------------------------------------


def way_by(journey: Journey, places: Sequence[Place], goals: Sequence[Point], about: Point) -> Route | None:
    """The shortest way on foot to one of some goals that bends at some places only, if any is within the allowance:
    legs are judged in the order of the shortest way that they might be on, and most of them never."""
    ends = list(dict.fromkeys(goals))
    places = [Place(journey.start), *dict.fromkeys(places), *map(Place, ends)]
    first_goal = len(places) - len(ends)
    free = springs(journey, about)
    spring = journey.rules.leap_free if free is not None else 0
    onward = [max(0.0, far(at, about) - about[2] if free is None else free.cost_onward(at)) for at, _ in places]
    near = [(to, *place.at[:2], *place.round, onward[to]) for to, place in enumerate(places)]
    most, cost = journey.rules.allowance, [0.0, *[inf] * (len(places) - 1)]
    came: dict[int, tuple[int, Leg]] = {}
    legs: dict[int, list[tuple[float, int]]] = {}  # of each place that was come to: how long at least, and to where
    queue = [(near[0][-1], 0, 0)]  # how long at least, from where, to where
    while queue:
        _, here, to = heappop(queue)
        if here != to:
            leg = _leg(journey, places[here].at, places[to].at, to >= first_goal) if to not in legs else None
            if leg is not None and cost[here] + leg[0] < cost[to]:
                cost[to], came[to] = cost[here] + leg[0], (here, leg[1])
                heappush(queue, (cost[to] + onward[to], to, to))
        elif to >= first_goal:
            return _route_to(came, to)
        elif to not in legs:
            near = [place for place in near if place[0] != to]
            legs[to] = sorted(_legs(places[to], near, cost[to], cost, most, spring), reverse=True)
        if legs[here]:
            least, beyond = legs[here].pop()
            heappush(queue, (least, here, beyond))
    return None


def _legs(
    place: Place, others: Iterable[Near], spent: float, cost: Sequence[float], most: int, spring: int
) -> Iterator[tuple[float, int]]:
    """The straight legs from a place that may lie on the shortest way: what a way by each costs at least, and the
    number of the place that it leads to.  `spent` is what it cost to come to the first, `spring` how much of a leap is
    free.

    A leg must not cut the circles that it touches at its ends, nor may the line that goes on beyond them.  Where the
    far end touches none (such as a goal, which may lie on the circle round which the way leads), the circle at the near
    end counts only as far as the leg goes."""
    (x, y, _), (cx, cy, wide) = place
    cx, cy = cx - x, cy - y
    for to, px, py, qx, qy, broad, onward in others:
        dx, dy = px - x, py - y
        length = sqrt(dx * dx + dy * dy)
        least = spent + length
        if spring:
            least = max(spent, least - spring)
        if (
            least + onward <= most
            and least < cost[to]
            and (abs(cx * dy - cy * dx) >= wide * length or (not broad and cx * dx + cy * dy >= length * length))
            and abs((qx - x) * dy - (qy - y) * dx) >= broad * length
        ):
            yield least + onward, to


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
