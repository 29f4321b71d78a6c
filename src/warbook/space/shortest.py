"""The shortest legal route to a goal, a route made shorter, and how far along a route a body gets."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.length import INCH, root_up
from ..core.structs import replace
from . import _kernels as kernels
from .board import Board
from .flights import shortest_flight
from .layout import Layout
from .planar import plan
from .reach import reach
from .reached import Reach, squared_distance
from .routes import Journey
from .rules import BEYOND, Mode, Point, Route, Rules
from .shapes import stretched
from .springs import goals_within
from .walked import Walked

WORTH = INCH // 20  # how much shorter a way must be to be worth another search


def shortest(
    board: Board, layout: Layout, mover_id: int, goals: Sequence[Point], rules: Rules, pitch: int = 500,
    first: bool = False, strict: bool = False,
) -> tuple[Route, Walked] | None:  # fmt: skip
    """The shortest legal route to any of the goals, and what it meets; None where no goal is within the allowance.

    A straight walk to the nearest free goal is exact.  Round obstacles it is the flood's route, pulled tight: at most a
    few thousandths in a hundred longer than the best.  With `first` it is content with the first goal that it comes to;
    if it is `strict` it is quicker, and misses some of the ways that take about the whole allowance.
    """
    journey = Journey(board, layout, mover_id, rules)
    return shortest_and_flood(board, layout, journey, goals, pitch, first, strict=strict)[0]


def shortest_and_flood(
    board: Board, layout: Layout, journey: Journey, goals: Sequence[Point], pitch: int, first: bool, *,
    strict: bool = False,
) -> tuple[tuple[Route, Walked] | None, Reach | None]:  # fmt: skip
    """The route that `shortest` finds for a journey that is there already, and the flood, where that took one (see
    `reach` for `strict`)."""
    rules, start = journey.rules, journey.start
    if not any(True for _ in goals_within(journey, goals, rules.allowance)):
        return None, None
    nearest_first = sorted(goals, key=lambda g: (squared_distance(g, start), g))
    best = straight(journey, nearest_first)
    least = best[1].cost if best is not None else BEYOND
    if best is not None and least == plan(start, best[1].end):
        if first:
            return best, None
        rules = replace(rules, allowance=least - WORTH)
        goals = list(goals_within(journey, goals, rules.allowance))
    # Only for speed: the flood finds the same flight (460 random goals), in about ten times as long.
    if rules.may_fly and goals and (route := shortest_flight(journey, goals)) and journey.price(route) < least:
        walked = journey.blank_copy().check(route)
        assert isinstance(walked, Walked)
        return (route, walked), None
    if not any(journey.stands(goal) for goal in goals):
        return best, None
    found = reach(board, layout, journey.me, rules, pitch, goals, middle_and_spread(goals), first, strict)
    for v in sorted(found.nodes_at(set(goals)), key=lambda v: (found.cost[v], v)):
        if plan(start, found.point(v)) >= least and not rules.leap_free:
            continue
        route = tightened(journey, found.route(v))
        if journey.price(route) < least:
            walked = journey.blank_copy().check(route)
            assert isinstance(walked, Walked)
            best, least = (route, walked), walked.cost
        if best is not None and found.cost[v] > least + pitch:
            break
    return best, found


def middle_and_spread(goals: Sequence[Point]) -> Point:
    """Where some goals lie: the point in their middle, x and y, and how far around it."""
    mx, my = sum(goal[0] for goal in goals) // len(goals), sum(goal[1] for goal in goals) // len(goals)
    return mx, my, root_up(max((x - mx) ** 2 + (y - my) ** 2 for x, y, _ in goals))


def straight(journey: Journey, nearest_first: Sequence[Point], *, leap: bool = False) -> tuple[Route, Walked] | None:
    """The cheapest straight walk, or leap, to one of some points, which are sorted, the nearest first; None where none
    is legal."""
    number = kernels.direct.straightest(
        journey.costly(), journey.rows, journey.walls, journey.exempt, kernels.MARKS, kernels.SPANS, journey.me,
        *journey.start, kernels.table(nearest_first, 3), int(leap), journey.gait,
    )  # fmt: skip
    if number < 0:
        return None
    route: Route = ((*nearest_first[number], int(Mode.LEAP if leap else Mode.WALK)),)
    walked = journey.blank_copy().check(route)
    assert isinstance(walked, Walked)
    return route, walked


def tighten(board: Board, layout: Layout, mover_id: int, route: Route, rules: Rules) -> Route:
    """A legal route made shorter: walks joined where they may be, and bends drawn in as far as the ground allows."""
    return tightened(Journey(board, layout, mover_id, rules), route)


def tightened(journey: Journey, route: Route) -> Route:
    """A legal route made shorter (see `tighten`), for a journey that is there already."""
    if len(route) < 2:
        return route
    legs, at = kernels.scratch(len(route), 5), journey.start
    for i, leg in enumerate(route):
        cost = 0 if leg[3] == Mode.WALK else journey.price_of(at, leg, i == len(route) - 1)
        legs[i], at = [*leg, cost], leg[:3]
    left = kernels.direct.tighten(
        journey.costly(), journey.rows, journey.walls, journey.exempt, kernels.MARKS, kernels.SPANS, journey.me,
        *journey.start, legs, journey.gait,
    )  # fmt: skip
    return tuple((x, y, z, mode) for x, y, z, mode, _ in kernels.plain(legs[:left]))


def partway(board: Board, layout: Layout, mover_id: int, route: Route, rules: Rules, step: int = INCH // 10) -> Walked:
    """How far along a route a body gets within its allowance: to its end, or to the farthest point before it where it
    may stop, tried every `step` of each walk.  Ladders, climbs and jumps are taken whole or not at all."""
    journey = Journey(board, layout, mover_id, rules)
    if (whole := _walked(journey, route)) is not None:
        return whole
    for k in range(_affordable(journey, route), -1, -1):
        before = route[:k]
        known = _walked(journey, before)
        if k < len(route) and route[k][3] == Mode.WALK:
            at = before[-1][:3] if before else journey.start
            left = rules.allowance - (known.cost if known is not None else 0)
            dx, dy = route[k][0] - at[0], route[k][1] - at[1]
            for far in range(min(left, plan(at, route[k])), 0, -step):
                x, y = stretched(dx, dy, far)
                _, _, _, z, _ = journey.ground(at, (at[0] + x, at[1] + y))
                part = (*before, (at[0] + x, at[1] + y, z, int(Mode.WALK)))
                walked = _walked(journey, part)
                if walked is not None:
                    return walked
        if known is not None:
            return known
    raise AssertionError("a body may always stay where it is")


def _walked(journey: Journey, route: Route) -> Walked | None:
    """What a route meets; None where it is not legal, which is found out quickly."""
    walked = journey.blank_copy().check(route) if journey.price(route) < BEYOND else None
    return walked if isinstance(walked, Walked) else None


def _affordable(journey: Journey, route: Route) -> int:
    """How many legs of a route are within the allowance."""
    at, left = journey.start, journey.rules.allowance
    for i, leg in enumerate(route):
        left -= journey.price_of(at, leg, False)
        if left < 0:
            return i
        at = leg[:3]
    return len(route)
