"""What a lattice may miss: the middle of narrow passages, leaps from any place on an edge to any on another, climbs and
jumps over short pieces of an edge, and aslant over it, and ladders that are taken from beside their foot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import isqrt
from typing import TypeAlias

from ..core.length import INCH, root_up
from . import _kernels as kernels
from .board import Board, per_board
from .brinks import Brink, brink_table, brinks
from .crowds import unblocked
from .edges import Edge, edges
from .layout import Layout
from .passages import FARTHEST_LEAP, Passage, journey_alone
from .planar import Box, box_of_ways, plan
from .reached import Reach
from .routes import Journey
from .rules import Mode, Point, Rules
from .shapes import direction, stretched
from .springs import Springs, farthest, springs
from .terrain import LADDER

BOUNDS, NODES = 768, 384  # at most, on the level of one search
HALF_INCH = INCH // 2  # how far apart points on a brink are at most
INSIDE = 3  # how far from a brink a point of it lies
WITHIN, BEYOND_EDGE = 3, 20  # how far inside an edge one stands that crosses it, and how far from its face beyond it
LOST = 8  # what the lengths on a way may lose together by being whole
ANY_LENGTH = kernels.FAR // 2  # longer than any way, and less than the cost of what is out of reach
ROUND_AN_END = 30  # degrees between places beside the foot or the head of a ladder
LEVELS = 4  # heights at most on which narrow passages are looked for

OnEdge: TypeAlias = tuple[int, int]
"""A place beside an edge: how far along it, and how far outside of the floor."""

_FOUND, _NODES = kernels.scratch(BOUNDS, 5), kernels.scratch(NODES, 2)


def middles(
    journey: Journey, found: Reach, goals: Sequence[Point], about: Point, longer: int, all_of_them: bool = False
) -> list[Point]:
    """Points in the middle of the passages that the lattice of a flood may have missed, if a way through them may be
    within the allowance and less than what it found; or `all_of_them`, where there are more links than it knew of.
    `about` (x, y, how far around it) is where the goals lie.  What the flood found is longer than need be by a part of
    `longer` at most."""
    board, step, start, pitch = journey.board, journey.rules.step, journey.start, found.pitch
    most, free = journey.rules.allowance, springs(journey, about)
    box = box_of_ways(start, about, most) if free is None else free.box()
    longest = most if free is None else ANY_LENGTH
    points: list[Point] = []
    known = kernels.table([(*goal[:2], found.cost_at(goal)) for goal in goals], 3)
    nodes, costs = found.nodes_and_costs()
    for z in sorted({start[2], *(goal[2] for goal in goals)})[:LEVELS]:
        n = kernels.direct.limits(
            journey.arrays, journey.rows, journey.walls, journey.exempt, brink_table(board, step), journey.me,
            *box, z, 0, _FOUND, journey.gait,
        )  # fmt: skip
        count = kernels.direct.straits(
            _FOUND, n, pitch * 3 // 2, pitch, known, nodes, costs, *about, longest, longer, int(all_of_them), _NODES
        )
        for x, y in kernels.plain(_NODES[:count]):
            level = board.floor_below(x, y, z + step)
            if free is not None and free.cost_by((x, y)) > most:
                continue
            if level >= z - step and not kernels.direct.in_pit(journey.arrays, x, y, level):
                points.append((x, y, level))
    return points


# ---- leaps -----------------------------------------------------------------------------------------------------------


LeapsFrom = tuple[Point, tuple[tuple[Passage, int], ...]]


def leaps(
    board: Board, radius: int, height: int, rules: Rules, start: Point, goal: tuple[int, int], longest: int
) -> Iterator[LeapsFrom]:
    """The ways over gaps from one brink of a board to another, by where they begin, with what they cost where nobody is
    near; over a gap that needs no leap they are walks.  Brinks that no way of a length from a start to a goal can come
    to are left out: a board has hundreds, and each takes some thousandths of a second when it is first asked for."""
    alone, away = rules.alone(), longest + INSIDE + LOST
    west, south, east, north = start[0] - away, start[1] - away, start[0] + away, start[1] + away
    for number, (x1, y1, x2, y2, _) in enumerate(brinks(board, alone.step)):
        if max(x1, x2) < west or min(x1, x2) > east or max(y1, y2) < south or min(y1, y2) > north:
            continue
        if sum(kernels.direct.gap_to(*end[:2], x1, y1, x2, y2) for end in (start, goal)) <= away:
            yield from _leaps_over(board, radius, height, alone, number)


def _free_leaps(journey: Journey, free: Springs) -> Iterator[LeapsFrom]:
    """The same for a body whose leaps are free in part: from the brinks alone that its ways within the allowance may
    come to."""
    board, gait, on_the_way = journey.board, journey.gait, set(free.edges)
    for number, edge in enumerate(brinks(board, journey.rules.step)):
        if edge in on_the_way:
            yield from _leaps_over(board, gait.radius, gait.height, journey.rules.alone(), number)


@per_board
def _leaps_over(board: Board, radius: int, height: int, alone: Rules, number: int) -> tuple[LeapsFrom, ...]:
    """Those that begin at one brink."""
    trip, edges = journey_alone(board, radius, height, alone), brinks(board, alone.step)
    edge = edges[number]
    facing = [other for other, there in enumerate(edges) if other != number and _may_face(edge, there, alone.step)]
    ends = [(edges[other], _places_on(board, radius, height, alone, other)) for other in facing]
    found = []
    for near in _places_on(board, radius, height, alone, number) if ends else ():
        over = [far for other, places in ends for far in places if _leads_over_both(edge, other, near, far)]
        if ways := tuple(leap for far in over for leap in over_gap(trip, near, far)):
            found.append((near, ways))
    return tuple(found)


@per_board
def _places_on(board: Board, radius: int, height: int, alone: Rules, number: int) -> tuple[Point, ...]:
    """Where a base may leap from a brink."""
    return tuple(_points_on(journey_alone(board, radius, height, alone), brinks(board, alone.step)[number]))


def _points_on(trip: Journey, edge: Brink) -> list[Point]:
    """Places just inside a brink from which a base may leap: at the ends of each free piece of it, and half an inch
    apart between."""
    x1, y1, x2, y2, z = edge
    dx, dy = x2 - x1, y2 - y1
    length = max(1, root_up(dx * dx + dy * dy))
    ax, ay = x1 - dy * INSIDE // length, y1 + dx * INSIDE // length
    bounds = stopping_bounds(trip, (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)), z)
    spots: list[Point] = []
    for begins, ends in free_pieces(bounds, (ax, ay), (ax + dx, ay + dy)):
        begins, ends = min(begins + INSIDE, ends), max(begins, ends - INSIDE)
        pieces = max(1, -(-(ends - begins) // HALF_INCH))
        for i in range(pieces + 1):
            along = begins + (ends - begins) * i // pieces
            spots.append((ax + dx * along // length, ay + dy * along // length, z))
    return [spot for spot in dict.fromkeys(spots) if trip.stands(spot)]


def stopping_bounds(trip: Journey, box: Box, z: int) -> list[tuple[int, ...]]:
    """What bounds where a base may stop in a box at a height, but for the brinks."""
    n = kernels.direct.limits(
        trip.arrays, trip.rows, trip.walls, trip.exempt, kernels.table((), 5), trip.me, *box, z, 1, _FOUND, trip.gait
    )
    return [tuple(row) for row in kernels.plain(_FOUND[:n])]


def free_pieces(bounds: Sequence[Sequence[int]], a: tuple[int, int], b: tuple[int, int]) -> list[tuple[int, int]]:
    """The pieces of a line, from and to along it, whose points are no nearer to any bound than that allows."""
    length = root_up((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
    shut = sorted(piece for bound in bounds if (piece := _shut_piece(bound, a, b, length)) is not None)
    found, at = [], 0
    for begins, ends in [*shut, (length, length)]:
        if begins > at:
            found.append((at, begins))
        at = max(at, ends)
    return found


def _shut_piece(bound: Sequence[int], a: tuple[int, int], b: tuple[int, int], length: int) -> tuple[int, int] | None:
    """The piece of a line that is too near to a bound; what is so near to a line without a turn is one piece."""
    x0, y0, x1, y1, wide = bound
    dx, dy = b[0] - a[0], b[1] - a[1]
    found: list[int] = []
    for x, y in {(x0, y0), (x1, y1)}:
        along, across = ((x - a[0]) * dx + (y - a[1]) * dy) // length, ((x - a[0]) * dy - (y - a[1]) * dx) // length
        if abs(across) < wide:
            half = isqrt(wide * wide - across * across)
            found += [along - half, along + half]
    ex, ey = x1 - x0, y1 - y0
    size = isqrt(ex * ex + ey * ey)
    turn = ex * dy - ey * dx
    if size and turn:  # where it meets the two lines beside the bound
        for side in (-wide, wide):
            px, py = x0 - ey * side // size - a[0], y0 + ex * side // size - a[1]
            on, along = py * dx - px * dy, ex * py - ey * px
            if 0 <= on * (1 if turn > 0 else -1) <= abs(turn):
                found.append(along * length // turn)
    if not found or max(found) <= 0 or min(found) >= length:
        return None
    return max(0, min(found)), min(length, max(found) + 1)


def _may_face(edge: Brink, other: Brink, step: int) -> bool:
    """Whether one could come from one brink to the other without going up or down, and not too far."""
    if abs(edge[4] - other[4]) > step:
        return False
    return not any(
        max(edge[i], edge[i + 2]) + FARTHEST_LEAP < min(other[i], other[i + 2])
        or max(other[i], other[i + 2]) + FARTHEST_LEAP < min(edge[i], edge[i + 2])
        for i in (0, 1)
    )


def _leads_over_both(edge: Brink, other: Brink, near: Point, far: Point) -> bool:
    """Whether the straight way from a point to another leaves the ground over the one brink and comes to it over the
    other."""
    dx, dy = far[0] - near[0], far[1] - near[1]
    return (
        dx * dx + dy * dy <= FARTHEST_LEAP * FARTHEST_LEAP
        and (edge[2] - edge[0]) * dy - (edge[3] - edge[1]) * dx < 0
        and (other[2] - other[0]) * dy - (other[3] - other[1]) * dx > 0
    )


def gaps_crossed(
    journey: Journey, layout: Layout, goals: Sequence[Point], about: Point, longest: int
) -> Iterator[tuple[Passage, int]]:
    """The ways over gaps that lie on a way of a length from where a body is to about a point (x, y, how far around it),
    with what they cost; those that start where the body is, and those that end at a goal, among them."""
    board, rules, start = journey.board, journey.rules, journey.start
    if not rules.may_leap:
        return
    x, y, spread = about
    away, free = longest + spread, springs(journey, about)
    if free is not None:
        near = _on_free_ways(_free_leaps(journey, free), free)
    else:
        known = leaps(board, journey.gait.radius, journey.gait.height, rules, start, (x, y), away)
        near = [
            (passage, cost)
            for begin, ways in known
            if (left := away - plan(start, begin)) >= 0
            for passage, cost in ways
            if cost + plan(passage.far, (x, y)) <= left
        ]
    yield from unblocked(near, layout, journey, farthest(journey))
    for far in dict.fromkeys(passage.far for passage, _ in near):
        yield from over_gap(journey, start, far)
    for near_end in dict.fromkeys(passage.near for passage, _ in near):
        for goal in goals:
            if abs(goal[2] - near_end[2]) <= rules.step and plan(near_end, goal) <= longest:
                yield from over_gap(journey, near_end, goal)


# ---- climbs and jumps ------------------------------------------------------------------------------------------------


def edges_crossed(
    journey: Journey, goals: Sequence[Point], about: Point, longest: int
) -> Iterator[tuple[Passage, int]]:
    """The climbs and jumps over edges on a way of a length from where a body is to goals on another level, with what
    they cost: up the edges of floors at the height of a goal, and down those at its own."""
    board, rules, start = journey.board, journey.rules, journey.start
    levels = {goal[2] for goal in goals if abs(goal[2] - start[2]) > rules.step}
    if not levels or not (rules.may_climb or rules.may_jump):
        return
    crossed = {z for z in levels if z > start[2]} | ({start[2]} if min(levels) < start[2] else set())
    for edge in edges(board):
        if edge.floor >= 0 and edge.z in crossed:
            away = longest + about[2] - rules.climb_cost * (edge.z - start[2])
            p, q = (edge.x, edge.y), (edge.x + edge.dx, edge.y + edge.dy)
            if sum(kernels.direct.gap_to(*end[:2], *p, *q) for end in (start, about)) <= away:
                yield from _over_edge(journey, edge, about, longest)


def _over_edge(journey: Journey, edge: Edge, about: Point, longest: int) -> Iterator[tuple[Passage, int]]:
    """The climbs up one edge of a floor, or those and the jumps down it, that may be on a way of a length to some
    point."""
    trip, rules, start, z = journey.blank_copy(), journey.rules, journey.start, edge.z
    for foot, top in dict.fromkeys(_places_across(journey, edge, about)):
        x, y = edge.point(*foot)
        high, low = (*edge.point(*top), z), (x, y, journey.board.floor_below(x, y, z - rules.step))
        ways = [(low, high, Mode.CLIMB)] if z > start[2] else [(high, low, Mode.JUMP), (high, low, Mode.CLIMB)]
        for one, other, mode in ways:
            rise = rules.climb_cost * (z - low[2]) if mode == Mode.CLIMB else 0
            if plan(start, one) + rise + plan(other, about) > longest + about[2]:
                continue
            if trip.stands(one) and trip.stands(other):
                cost, code, _ = trip.blank_copy().leg(0, one, other, mode, False)
                if code == kernels.OK:
                    yield Passage(one, other, mode), cost


def _places_across(journey: Journey, edge: Edge, about: Point) -> Iterator[tuple[OnEdge, OnEdge]]:
    """Places below and above an edge between which it might be crossed: at right angles at the ends of each piece of it
    where a body may stand, right beside whatever bounds such pieces, and nearest to where that is and to a point; on
    the straight way between these two; and from the ends of the pieces where it may stand below."""
    radius = journey.gait.radius
    aside, wide = 2 * radius, radius + BEYOND_EDGE
    corners = [edge.point(along, out) for along in (-aside, edge.length + aside) for out in (-WITHIN, wide)]
    box = (*map(min, zip(*corners, strict=True)), *map(max, zip(*corners, strict=True)))
    foot = journey.board.floor_below(*edge.point(edge.length // 2, wide), edge.z - journey.rules.step)
    above, below = (stopping_bounds(journey, box, z) for z in (edge.z, foot))
    (here, ahead), (there, beyond) = (edge.place(end[0], end[1]) for end in (journey.start, about))
    beside = list(_beside(edge, (*above, *below), wide))
    for first, last in _pieces(edge, -WITHIN, 0, above):
        known = (first, last, *(min(max(first, along), last) for along in (here, there)))
        right_over = (*known, *(along for along in beside if first < along < last))
        for out in (BEYOND_EDGE, wide):  # where it is open below, and before a face
            yield from (((along, out), (along, -WITHIN)) for along in right_over)
            straight = [here + (there - here) * (off - ahead) // (beyond - ahead or 1) for off in (out, -WITHIN)]
            feet = [straight[0]]
            yield (straight[0], out), (min(max(first, straight[1]), last), -WITHIN)
            for begins, ends in _pieces(edge, out, aside, below):
                if first - aside <= ends and begins <= last + aside:
                    feet += begins, ends, *(min(max(begins, along), ends) for along in (first, last, here, there))
            yield from (((along, out), (min(max(first, along), last), -WITHIN)) for along in feet)


def _pieces(edge: Edge, out: int, aside: int, bounds: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The pieces of a line beside an edge, so much longer than that at both ends, on which no bound keeps a body from
    standing: from where to where along the edge, a hair inside."""
    free = free_pieces(bounds, edge.point(-aside, out), edge.point(edge.length + aside, out))
    return [(min(begins + INSIDE, ends) - aside, max(begins, ends - INSIDE) - aside) for begins, ends in free]


def _beside(edge: Edge, bounds: Sequence[Sequence[int]], wide: int) -> Iterator[int]:
    """How far along an edge one crosses it at right angles hard by the end of some bound."""
    for x0, y0, x1, y1, off in bounds:
        for along, out in (edge.place(x0, y0), edge.place(x1, y1)):
            if -WITHIN - off < out < wide + off:
                yield along - off - INSIDE
                yield along + off + INSIDE


def links_taken(journey: Journey, goals: Sequence[Point], about: Point, longest: int) -> Iterator[tuple[Passage, int]]:
    """The ladders, stairs and ramps on a way of a length from where a body is to goals on another level, with what they
    cost: from beside one end to beside the other, or to a goal there."""
    start, step = journey.start, journey.rules.step
    for link in journey.board.rows.links:
        for one, other in ((link[:3], link[3:6]), (link[3:6], link[:3])):
            near = [goal for goal in goals if abs(goal[2] - other[2]) <= step]
            if near and abs(one[2] - start[2]) <= step and plan(start, one) + plan(other, about) <= longest + about[2]:
                begins = _beside_end(journey, link, one, other, start)
                ends = [goal for goal in near if plan(goal, other) <= journey.gait.radius + link[8] // 2]
                ends += _beside_end(journey, link, other, one, about)
                yield from _along(journey, product(begins, dict.fromkeys(ends)), about, longest)


def _along(
    journey: Journey, ends: Iterable[tuple[Point, Point]], about: Point, longest: int
) -> Iterator[tuple[Passage, int]]:
    """Those ways along a ladder or the like that are legal and may be on a way of a length, and what they cost."""
    for a, b in ends:
        rest = plan(journey.start, a) + plan(b, about)
        if rest + abs(a[2] - b[2]) <= longest + about[2]:
            cost, code, _ = journey.blank_copy().leg(0, a, b, Mode.LINK, False)
            if code == kernels.OK and rest + cost <= longest + about[2]:
                yield Passage(a, b, Mode.LINK), cost


def _beside_end(journey: Journey, link: Sequence[int], end: Point, other: Point, towards: Point) -> list[Point]:
    """Where a body may stand that takes a ladder or the like at an end: there, as near to some point as may be, and
    round about, or to each side of stairs."""
    radius, (x, y, z) = journey.gait.radius, end
    dx, dy = towards[0] - x, towards[1] - y
    if link[6] == LADDER:
        away = radius + link[8] // 2 - INSIDE
        offs = [stretched(dx, dy, min(away, plan(end, towards)))]
        offs += [stretched(*direction(degree), away) for degree in range(0, 360, ROUND_AN_END)]
    else:
        ux, uy = other[1] - y, x - other[0]  # to the right of the way
        aside = (dx * ux + dy * uy) // (isqrt(ux * ux + uy * uy) or 1)
        away = (link[8] + radius) // 2 - INSIDE
        offs = [stretched(ux, uy, length) for length in (max(-away, min(away, aside)), -away, away)]
    return journey.where_it_stands(list(dict.fromkeys([end, *((x + ox, y + oy, z) for ox, oy in offs)])))


def _on_free_ways(known: Iterable[LeapsFrom], free: Springs) -> list[tuple[Passage, int]]:
    """Those of some leaps that lie on a way within the allowance of a body whose leaps are free in part."""
    onward: dict[Point, float] = {}
    found = []
    for begin, ways in known:
        left = free.most - free.cost_to(begin)
        for passage, cost in ways if left >= 0 else ():
            end = passage.far
            if end not in onward:
                onward[end] = free.cost_onward(end)
            if cost + onward[end] <= left:
                found.append((passage, cost))
    return found


def over_gap(trip: Journey, near: Point, far: Point) -> Iterator[tuple[Passage, int]]:
    """The straight way over one gap, a walk or a leap, if it is legal, and what it costs."""
    own = trip.blank_copy()
    cost, code, _ = own.leg(0, near, far, Mode.LEAP, False)
    if code != kernels.OK or len(own.leaps) > 1:
        return
    yield Passage(near, far, Mode.LEAP if own.leaps else Mode.WALK), cost
