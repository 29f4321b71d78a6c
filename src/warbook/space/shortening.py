"""A route made shorter: the edges that it crosses are crossed elsewhere, its bends are cut off.

What is found here is legal if the route was, and ends where it did.  All lengths are thousandths of an inch.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from .routes import Journey
from .rules import BEYOND, Leg, Mode, Point, Route
from .shapes import stretched
from .shortest import tightened

CROSSINGS = (Mode.LEAP, Mode.CLIMB, Mode.JUMP, Mode.LINK)
FREE_ENDS = (Mode.LEAP, Mode.LINK)  # those that may begin and end on each side of where they are found
SLIDE = 256  # how far a crossing is moved at once, at most
HAIR = 2  # the least by which a crossing is moved; and how far outside the way a bend is cut off
ROUNDS = 4  # at most, in which bends are cut off
ENOUGH = 15  # what a round must gain for another to be worth it


# ---- crossings -------------------------------------------------------------------------------------------------------


def with_crossings_moved(journey: Journey, route: Route) -> Route:
    """A route whose leaps, climbs and jumps begin and end elsewhere, as long as that makes it shorter: by steps that
    become smaller where none helps any more.  It comes to the shortest near by, which need not be the shortest of all.
    """
    price, by, edges = journey.price(route), SLIDE, _edges_crossed(journey.start, route)
    while by >= HAIR:
        before = price
        for i in range(len(route)):
            for other in _moved(route, i, by, edges[i]):
                if journey.price(other) < price:
                    route, price = other, journey.price(other)
                    break
        by = by // 2 if price == before else by
    for i in range(len(route)):
        for other in _joined(journey.start, route, i):
            if journey.price(other) < price:
                route, price = other, journey.price(other)
    return _without_stops(journey.start, route)


def _edges_crossed(start: Point, route: Route) -> list[tuple[int, int]]:
    """For each leg of a route the direction at a right angle to it: that of the edge which a climb or a jump crosses,
    as most are found that cross it straight."""
    return [(a[1] - b[1], b[0] - a[0]) for a, b in pairwise(_points(start, route))]


def _moved(route: Route, i: int, by: int, edge: tuple[int, int]) -> Iterator[Route]:
    """A route with the end of a leap, a climb, a jump or a way along a ladder a little off to each side; or with both
    ends of a climb or a jump a little further along the edge, either way.  The end of the route, its goal, stays where
    it is."""
    last = i + 1 == len(route)
    if not last and any(mode in FREE_ENDS for mode in (route[i][3], route[i + 1][3])):
        for dx, dy in ((by, 0), (-by, 0), (0, by), (0, -by)):
            yield (*route[:i], _beside(route[i], dx, dy), *route[i + 1 :])
    elif route[i][3] in (Mode.CLIMB, Mode.JUMP):
        x, y = stretched(*edge, by)
        for dx, dy in ((x, y), (-x, -y)) if i and not last else ():
            yield (*route[: i - 1], *(_beside(leg, dx, dy) for leg in route[i - 1 : i + 1]), *route[i + 1 :])
        for k in (*((i - 1,) if i else ()), *(() if last else (i,))):
            for dx, dy in ((x, y), (-x, -y), (-y, x), (y, -x)):
                yield (*route[:k], _beside(route[k], dx, dy), *route[k + 1 :])


def _beside(leg: Leg, dx: int, dy: int) -> Leg:
    return (leg[0] + dx, leg[1] + dy, *leg[2:])


def _joined(start: Point, route: Route, i: int) -> Iterator[Route]:
    """A route with a climb, a jump or a way along a ladder that begins where the walk to it does, or ends where the
    walk from it does."""
    mode = route[i][3]
    if mode in (Mode.CLIMB, Mode.JUMP, Mode.LINK):
        if i:
            yield (*route[: i - 1], (*(route[i - 2][:3] if i > 1 else start), route[i - 1][3]), *route[i:])
        if i + 1 < len(route):
            yield (*route[:i], (*route[i + 1][:3], mode), *route[i + 1 :])


def _without_stops(start: Point, route: Route) -> Route:
    """A route without the legs that lead nowhere, where two of its points have become one."""
    return tuple(leg for leg, before in zip(route, _points(start, route), strict=False) if leg[:3] != before)


def _points(start: Point, route: Route) -> tuple[Point, ...]:
    """The points of a route, its start among them."""
    return (start, *(leg[:3] for leg in route))


# ---- bends -----------------------------------------------------------------------------------------------------------


def bends_sharply(start: Point, route: Route) -> bool:
    """Whether a route turns anywhere by more than 20 degrees, so that to cut that bend off may be worth it."""
    points = _points(start, route)
    for a, b, c in zip(points, points[1:], points[2:], strict=False):
        ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
        if abs(ux * vy - uy * vx) * 8 > (ux * vx + uy * vy) * 3:  # a tangent of 3/8
            return True
    return False


def with_bends_cut(journey: Journey, route: Route) -> Route:
    """A route whose bends are cut off as far as the ground allows, again and again: it comes to hug what it goes
    round."""
    price = journey.price(route)
    for _ in range(ROUNDS):
        legs: list[Leg] = []
        for leg, after in pairwise(route):
            legs += _cut_bend(journey, legs[-1][:3] if legs else journey.start, leg, after)
        shorter = tightened(journey, (*legs, *route[-1:]))
        gained = price - journey.price(shorter)
        if gained <= 0:
            break
        route, price = shorter, price - gained
        if gained < ENOUGH:
            break
    return route


def _cut_bend(journey: Journey, before: Point, bend: Leg, after: Leg) -> list[Leg]:
    """A bend, or the two bends that come of cutting it off: a hair outside the way, which may graze what it passes."""
    on_foot = (Mode.WALK, Mode.LEAP)
    x, y, z, mode = bend
    if mode not in on_foot or after[3] not in on_foot or not before[2] == z == after[2]:
        return [bend]
    out = stretched(2 * x - before[0] - after[0], 2 * y - before[1] - after[1], HAIR)
    for part in (2, 4, 8, 16):
        a = (x + (before[0] - x) // part + out[0], y + (before[1] - y) // part + out[1], z)
        b = (x + (after[0] - x) // part + out[0], y + (after[1] - y) // part + out[1], z)
        cut: Leg = (*b, int(Mode.WALK))
        if (
            journey.price_of(a, cut, False) < BEYOND
            and journey.price_of(before, (*a, mode), False) < BEYOND
            and journey.price_of(b, after, False) < BEYOND
        ):
            return [(*a, mode), cut]
    return [bend]
