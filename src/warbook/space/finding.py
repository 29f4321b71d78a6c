"""Ways that exist, found: to somewhere beside a body, whatever a lattice misses.

What is quickly found is looked for first (`shortest`).  Only where that does not arrive does it become exact: free
places between those that were tried, ways that a lattice of points is too coarse for, narrow passages, and leaps from
any place on an edge to any on another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..core.structs import replace
from . import narrows
from .board import Board
from .corner_ways import NOTHING, Place, bends, way_by
from .layout import Layout
from .passages import Passage
from .planar import plan
from .reach import reach
from .reached import Reach, squared_distance
from .routes import Journey
from .rules import BEYOND, Point, Route, Rules
from .shortening import CROSSINGS, bends_sharply, with_bends_cut, with_crossings_moved
from .shortest import middle_and_spread, shortest_and_flood, straight, tightened
from .springs import goals_within, landings, springs
from .walked import Walked

AROUND_GOALS = 2  # how much further around some goals a way may end
LONGER = 10  # the part of a way by which a flood's route may be too long
LONGER_AT_LEAST = 500  # and how much longer it may be that is short, or crosses an edge aslant
SHORTER = 12  # the part of a route by which it becomes shorter at most when its bends are cut off
ELSEWHERE = 1000  # by how much it becomes shorter at most when it crosses an edge elsewhere
FINE = 500  # the pitch of a lattice for routes that may hardly be longer than need be
BESIDE = 320  # how far it may be from a goal to a better one in the same free piece
CUT_OFF = 6  # routes at most whose bends are cut off


Between = Callable[[Sequence[Point]], Sequence[Point]]
"""Goals beside some others, none of them nearer in plan than all of these, and the nearest to each of some points."""


def way_to_any(
    board: Board, layout: Layout, mover_id: int, goals: Sequence[Point], between: Between, rules: Rules,
    pitch: int = 500, first: bool = False, most: int | None = None,
) -> tuple[Route, Walked] | None:  # fmt: skip
    """A legal route to one of the goals, or to one `between` these, and what it meets, if there is any: that of
    `shortest` where it finds one.  A way is never missed that costs no more than `most`, or than the allowance."""
    journey = Journey(board, layout, mover_id, rules)
    best, found = shortest_and_flood(board, layout, journey, goals, pitch, first)
    if best is None and most is not None:
        journey = Journey(board, layout, mover_id, replace(rules, allowance=min(most, rules.allowance)))
    if best is not None or not _may_come_to(journey, goals):
        return best
    return _exact_way(board, layout, journey, goals, between, pitch, found)


def _may_come_to(journey: Journey, goals: Sequence[Point]) -> bool:
    """Whether any of some goals, or what lies between them, may be near enough."""
    most = journey.rules.allowance
    if journey.rules.leap_free and goals:  # what is nearest to where a leap lands is seldom one of the goals themselves
        x, y, wide = middle_and_spread(goals)
        free = springs(journey, (x, y, wide + AROUND_GOALS))
        if free is not None:
            return free.cost_onward(journey.start) <= most
    return any(plan(journey.start, goal) <= most for goal in goals)


def _exact_way(
    board: Board, layout: Layout, journey: Journey, goals: Sequence[Point], between: Between, pitch: int,
    found: Reach | None,
) -> tuple[Route, Walked] | None:  # fmt: skip
    """A legal route where the quick search has found none, if there is any: `found` is its flood, if it took one."""
    rules = journey.rules
    about = middle_and_spread(goals)
    crossed = list(narrows.edges_crossed(journey, goals, about, rules.allowance))
    crossed += narrows.links_taken(journey, goals, about, rules.allowance)
    beyond = dict.fromkeys(passage.far for passage, _ in crossed)
    goals = [*goals, *between([*landings(journey, about), *beyond])]
    free = _free_goals(journey, goals, None if crossed else found)
    if not free:
        return None
    best = straight(journey, free) or (straight(journey, free, leap=True) if rules.may_leap else None)
    if best is not None:
        return best
    about = middle_and_spread(free)
    more = max(rules.allowance // LONGER, LONGER_AT_LEAST)
    loose = Journey(board, layout, journey.me, replace(rules, allowance=rules.allowance + more))
    if found is None or rules.leap_free or found.may_come_to(free, loose.rules.allowance):
        fine = min(pitch, FINE)
        found = reach(board, layout, journey.me, loose.rules, fine, free, about)
        best = _best_of(journey, loose, found, free, fine)
    best = best or _through_narrows(journey, loose, layout, found, free, about, crossed)
    return best or _round_corners(journey, layout, found, free, between)


def _free_goals(journey: Journey, goals: Sequence[Point], found: Reach | None) -> list[Point]:
    """Those of some goals that may be near enough and where the mover may stop, the nearest first; of a flood, on the
    levels that it came to."""
    rules, start = journey.rules, journey.start
    near = list(goals_within(journey, dict.fromkeys(goals), rules.allowance))
    free = sorted(journey.where_it_stands(near), key=lambda g: (squared_distance(g, start), g))
    return free if found is None else found.on_its_levels(free)


def _best_of(
    journey: Journey, loose: Journey, found: Reach, goals: Sequence[Point], pitch: int
) -> tuple[Route, Walked] | None:
    """A route to a goal that was found under looser rules, drawn tight, if any is legal then: the cheapest of these, or
    the first that is legal when its bends are cut off."""
    drawn: list[tuple[int, Route]] = []
    least = BEYOND
    for v in sorted(found.nodes_at(set(goals)), key=lambda v: (found.cost[v], v)):
        if found.cost[v] > least + pitch:
            break
        if plan(journey.start, found.point(v)) >= least and not journey.rules.leap_free:
            continue
        route = tightened(loose, found.route(v))
        drawn.append((loose.price(route), route))
        least = min(least, drawn[-1][0])
    most = journey.rules.allowance
    for price, route in sorted(drawn)[:CUT_OFF]:
        crosses = any(leg[3] in CROSSINGS for leg in route)
        if price - price // SHORTER - ELSEWHERE * crosses > most:
            continue
        if price > most:
            route = with_crossings_moved(loose, route) if crosses else route
            route = with_bends_cut(loose, route) if bends_sharply(journey.start, route) else route
        walked = journey.blank_copy().check(route)
        if isinstance(walked, Walked):
            return route, walked
    return None


def _through_narrows(
    journey: Journey, loose: Journey, layout: Layout, found: Reach, goals: Sequence[Point], about: Point,
    crossed: Sequence[tuple[Passage, int]],
) -> tuple[Route, Walked] | None:  # fmt: skip
    """The shortest route to a goal by what a lattice may miss, if there is any; the goals are sorted, the nearest
    first."""
    links = [*narrows.gaps_crossed(journey, layout, goals, about, journey.rules.allowance), *crossed]
    through = narrows.middles(journey, found, goals, about, LONGER, bool(links))
    if not through and not links:
        return None
    beyond = found.with_more(loose, [*goals, *through], links)
    if all(beyond.cost_at(goal) == found.cost_at(goal) for goal in goals):
        return None
    return _best_of(journey, loose, beyond, goals, found.pitch)


def _round_corners(
    journey: Journey, layout: Layout, found: Reach, goals: Sequence[Point], between: Between
) -> tuple[Route, Walked] | None:
    """The shortest route on foot to a goal about as high as its start, whatever a flood made of it."""
    level = _goals_on_level(journey, goals)
    if not level:
        return None
    about, rules = middle_and_spread(level), journey.rules
    loose = Journey(journey.board, layout, journey.me, replace(rules, allowance=rules.allowance + BESIDE))
    through = narrows.middles(journey, found, level, about, LONGER, True)
    places = bends(loose, level, about)
    missed = through or any(place.round == NOTHING for place in places)  # by a flood: narrow passages, and leaps
    if not missed and all(found.cost_at(goal) < 0 for goal in level):
        return None
    places += map(Place, through)
    route = way_by(loose, places, level, about)
    if route is not None and loose.price(route) > rules.allowance:
        level += _free_goals(journey, _goals_on_level(journey, between([place.at for place in places])), found)
        if rules.leap_free:  # a leap is dearer at once where it is longer than what is free: its ends matter
            route = way_by(loose, places, level, middle_and_spread(level))
            route = with_crossings_moved(loose, route) if route is not None else None
        else:
            route = way_by(journey, places, level, middle_and_spread(level))
    walked = journey.blank_copy().check(route) if route is not None else None
    return (route, walked) if route is not None and isinstance(walked, Walked) else None


def _goals_on_level(journey: Journey, goals: Sequence[Point]) -> list[Point]:
    """Those of some goals that are about as high as the start."""
    return [goal for goal in goals if abs(goal[2] - journey.start[2]) <= journey.rules.step]
