"""Ways that exist, held against ways that are found: ``python -m bench.found_ways``.

Draws positions of each family: friends around a target, the same with walls beside it, openings with 0.01" to 0.2" to
spare, gaps between roofs and pits.  A slow search of its own looks for a way into contact: a graph of the corners of
shapely's free space, a point on every tenth of an inch along edges, and places of contact half a degree apart and in
whatever is free between these, whose legs `check` judges.  What it finds with `SPARE` of movement left, the search that
a charge makes has to find: with that much movement, and with hardly more than the way is long.  Of each free piece
around the target a place has to be proposed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from math import cos, hypot, inf, pi, sin
from random import Random
from time import process_time
from typing import Any

from msgspec import Struct
from numpy import (
    arange,
    arctan2,
    argmax,
    argsort,
    array,
    concatenate,
    floor,
    full,
    maximum,
    minimum,
    nonzero,
    roll,
    split,
    zeros,
)
from numpy.linalg import norm
from shapely import LineString, Point, Polygon, box, distance, points, unary_union
from shapely.geometry.base import BaseGeometry

from bench.random_positions import asked_for
from warbook.core.length import INCH
from warbook.core.state import Posture
from warbook.core.structs import replace
from warbook.space.board import Board
from warbook.space.boardfile import read_board
from warbook.space.contact import LOOSE, contact_places, contact_points
from warbook.space.finding import way_to_any
from warbook.space.layout import Layout
from warbook.space.movement import Mode, Rules, Walked, check
from warbook.space.routes import Journey
from warbook.space.rules import BEYOND
from warbook.space.terrain import PITFALL

SPARE = INCH // 20
GRAIN = 36  # the square of how far two corners may be off a line that is taken to touch them
APART = 3  # how far apart free places of contact are around the target that are not side by side
SIZE = 24
BASES = (492, 630, 787, 492)  # radii: 25, 32 and 40 mm
TALL = 1500
SPRING = 2 * INCH  # how much of each gap costs nothing where that is tried
MOVER, TARGET = 0, 1

Spot = tuple[int, int, int]
Body = tuple[float, float, float, int, int]  # x, y, z in inches, radius, owner


class Position(Struct):
    """A board, who stands on it, and how far the first may go to touch the second."""

    name: str
    board: Board
    layout: Layout
    rules: Rules
    pitch: int


# ---- positions -------------------------------------------------------------------------------------------------------


def position(name: str, pieces: list[str], bodies: list[Body], allowance: int, pitch: int) -> Position:
    text = f'kind = "board"\nid = "b"\ntitle = "B"\nsize = [{SIZE}, {SIZE}]\n' + "\n".join(pieces)
    rows = [
        (round(x * INCH), round(y * INCH), round(z * INCH), 0, 1, radius, TALL, int(Posture.UP), owner)
        for x, y, z, radius, owner in bodies
    ]
    if pitch == INCH:
        allowance = 2 * round(hypot(rows[0][0] - rows[1][0], rows[0][1] - rows[1][1])) + 4 * INCH
    foes = tuple(i for i, row in enumerate(rows) if row[8] == 1)
    if pitch == INCH:  # as in Gangfight: no leaps, no inch to keep
        rules = Rules(allowance, keep_clear=0, keep_from=int(Posture.UP), may_climb=False, may_leap=False, going=())
    else:
        rules = Rules(allowance, contact_with=foes)
    return Position(name, read_board(text, name), Layout(rows), rules, pitch)


def wall(ax: float, ay: float, bx: float, by: float) -> str:
    return f"[[wall]]\nline = [{ax:.3f}, {ay:.3f}, {bx:.3f}, {by:.3f}]\nheight = 3"


def turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    """A point turned about the middle of the board."""
    a, m = degrees * pi / 180, SIZE / 2
    return m + (x - m) * cos(a) - (y - m) * sin(a), m + (x - m) * sin(a) + (y - m) * cos(a)


def crowd(rng: Random) -> list[Body]:
    """A charger, its target, and friends and enemies in contact with the target or nearly."""
    mine, his = rng.choice(BASES), rng.choice(BASES)
    bodies: list[Body] = [(12 + rng.uniform(-4, 4), 6, 0, mine, 0), (12, 12, 0, his, 1)]
    at = rng.uniform(0, 360)
    while at < 460 and len(bodies) < 9:
        other, near = rng.choice(BASES), rng.choice((0, 0, rng.uniform(0, 0.6)))
        away = (his + other) / INCH + near + 0.002
        x, y = 12 + away * cos(at * pi / 180), 12 + away * sin(at * pi / 180)
        if all(hypot(x - b[0], y - b[1]) >= (other + b[3]) / INCH + 0.001 for b in bodies):
            bodies.append((x, y, 0, other, rng.choice((0, 0, 0, 1))))
        wide = 2 * (mine + his) / INCH * sin(min(1.5, (mine + other) / (mine + his + other))) * 28
        at += wide * rng.choice((1.0, 1.1, rng.uniform(0.5, 1.6)))
    return bodies


def friends(rng: Random, seed: int) -> Position:
    """A crowd, and now and then a wall beside the target."""
    bodies, pieces = crowd(rng), []
    if rng.random() < 0.4:
        off, tilt = bodies[TARGET][3] / INCH + rng.uniform(0.05, 1.2), rng.uniform(0, 360)
        a, b = turned(10, 12 + off, tilt), turned(14, 12 + off, tilt)
        pieces.append(wall(*a, *b))
    return position(f"friends {seed}", pieces, bodies, rng.choice((8, 10, 12)) * INCH, rng.choice((500, INCH)))


def pockets(rng: Random, seed: int) -> Position:
    """A crowd, and one to three walls so near to the target that little or nothing is free between; or what leaves a
    place hardly wider than a hair."""
    if rng.random() < 0.3:
        return hair(rng, seed)
    bodies, pieces = crowd(rng), []
    for _ in range(rng.choice((1, 2, 3))):
        off, tilt = bodies[TARGET][3] / INCH + rng.uniform(0.05, 1.2), rng.uniform(0, 360)
        left, right = rng.uniform(-2.5, 0.5), rng.uniform(0.2, 3)
        a, b = turned(12 + left, 12 + off, tilt), turned(12 + left + right, 12 + off + rng.uniform(-0.3, 0.8), tilt)
        pieces.append(wall(*a, *b))
    return position(f"pockets {seed}", pieces, bodies, rng.choice((8, 12, 16)) * INCH, rng.choice((500, INCH)))


def hair(rng: Random, seed: int) -> Position:
    """Friends or walls on both sides of a place of contact, and often beyond it, each just so near that the base
    touches it there, or a hair nearer or less near."""
    mine, his, tilt = rng.choice(BASES), rng.choice(BASES), rng.uniform(0, 360)
    bodies: list[Body] = [(*turned(12, 17, tilt), 0, mine, 0), (12, 12, 0, his, 1)]
    pieces: list[str] = []
    touch, apart = (mine + his + rng.uniform(-4, 9)) / INCH, rng.uniform(0, 0.006)
    beside = ((touch, -apart, 180, 1.2), (touch, apart, 0, 1.2), (touch + rng.uniform(0, 0.006), 0, 90, 0.4))
    for out, aside, way, most in beside[: rng.choice((2, 3, 3, 3))]:  # where it touches, and in which direction
        lean, other = way * pi / 180 + rng.uniform(-most, most), rng.choice(BASES)
        reach = (mine + (other if (friend := rng.random() < 0.7) else 0)) / INCH
        x, y = 12 + aside + reach * cos(lean), 12 + out + reach * sin(lean)
        if friend and hypot(x - 12, y - 12) * INCH > his + other:
            bodies.append((*turned(x, y, tilt), 0, other, 0))
        elif not friend:
            half = rng.uniform(0.1, 2)
            dx, dy = half * sin(lean), half * cos(lean)
            pieces.append(wall(*turned(x - dx, y + dy, tilt), *turned(x + dx, y - dy, tilt)))
    return position(f"pockets hair {seed}", pieces, bodies, 8 * INCH, rng.choice((500, INCH)))


def openings(rng: Random, seed: int) -> Position:
    """Between the charger and its target a wall with an opening hardly wider than the base, straight, bent or slanted,
    with walls or enemies for posts."""
    mine, his = rng.choice(BASES), rng.choice(BASES)
    tilt, spare = rng.uniform(0, 360), rng.uniform(0.01, 0.2)
    wide, at = 2 * mine / INCH + spare, rng.uniform(8, 16)
    pieces: list[str] = []
    bodies: list[Body] = [
        (*turned(12 + rng.uniform(-3, 3), 8 + rng.uniform(-1, 2), tilt), 0, mine, 0),
        (*turned(12 + rng.uniform(-3, 3), 16 + rng.uniform(-1, 2), tilt), 0, his, 1),
    ]

    def built(*points: tuple[float, float]) -> None:
        for a, b in pairwise(points):
            pieces.append(wall(*turned(*a, tilt), *turned(*b, tilt)))

    kind = rng.choice(("door", "bent", "posts", "funnel", "offset"))
    if kind == "door":
        built((3, 12), (at - wide / 2, 12))
        built((at + wide / 2, 12), (21, 12))
    elif kind == "bent":  # a corridor with a bend, hardly wider than the base
        deep, skew = rng.uniform(0.5, 2.5), rng.uniform(-1.5, 1.5)
        built((3, 11), (at - wide / 2, 11), (at - wide / 2 + skew, 11 + deep))
        built((21, 11), (at + wide / 2, 11), (at + wide / 2 + skew + 0.15 * abs(skew), 11 + deep))
    elif kind == "posts":
        post = rng.choice(BASES)
        gap = wide / 2 + post / INCH
        bodies += [(*turned(at - gap, 12, tilt), 0, post, 1), (*turned(at + gap, 12, tilt), 0, post, 1)]
        built((3, 12), (at - gap, 12))
        built((at + gap, 12), (21, 12))
    elif kind == "funnel":
        mouth = wide + rng.uniform(0.2, 1.5)
        built((3, 10.5), (at - mouth / 2, 10.5), (at - wide / 2, 12))
        built((21, 10.5), (at + mouth / 2, 10.5), (at + wide / 2, 12))
    else:  # two walls behind each other, the way between them as narrow
        step = rng.uniform(0.2, 2)
        built((3, 12), (at + step, 12))
        built((at - step, 12 + wide), (21, 12 + wide))
    return position(f"openings {kind} {seed}", pieces, bodies, rng.choice((9, 12)) * INCH, rng.choice((500, INCH)))


def gaps(rng: Random, seed: int) -> Position:
    """Roofs with gaps between them, side by side or corner to corner, and pits in a lane between walls."""
    mine, his = rng.choice(BASES), rng.choice(BASES)
    kind = rng.choice(("roofs", "corners", "pit", "pits"))
    pieces: list[str] = []
    gap = 2 * mine / INCH + rng.uniform(0.05, 1.2)
    if kind in ("roofs", "corners"):
        aside = rng.uniform(-1.0, 1.0) if kind == "roofs" else 3 + rng.uniform(0.1, 1.0)
        rise = rng.choice((0, 0, 0.4))
        near, far = (9 - 3, 6.0, 6.0, 4.0), (6.0 + (aside if kind == "roofs" else 3 + aside), 10 + gap, 6.0, 4.0)
        for (x, y, w, d), z in ((near, 3.0), (far, 3.0 + rise)):
            pieces.append(f"[[platform]]\nrect = [{x:.3f}, {y:.3f}, {w}, {d}]\nz = {z}\nthickness = 0.25")
        z0, z1 = 3.0, 3.0 + rise
        start = (rng.uniform(6.6, 11.4), rng.uniform(6.6, 9.4))
        end = (rng.uniform(far[0] + 0.6, far[0] + 5.4), rng.uniform(far[1] + 0.6, far[1] + 3.4))
    else:
        z0 = z1 = 0.0
        lane = 2 * mine / INCH + rng.uniform(0.05, 2)
        bend = rng.uniform(0, 2.5)
        pieces += [wall(11, 3, 11, 14), wall(11 + lane, 3, 11 + lane, 14)]
        deep = rng.uniform(0.2, 1)
        pits = [9.0] if kind == "pit" else [8.0, 8.0 + gap + deep]
        for y in pits:
            pieces.append(f'[[area]]\nkind = "pitfall"\nrect = [10, {y:.3f}, {lane + 2:.3f}, {gap:.3f}]\nheight = 1')
        start = (11 + rng.uniform(mine / INCH + 0.001, lane - mine / INCH - 0.001), rng.uniform(5.5, 7.5))
        end = (11 + lane / 2 + bend, 15.5 + rng.uniform(0, 1))
    bodies: list[Body] = [(*start, z0, mine, 0), (*end, z1, his, 1)]
    for _ in range(rng.choice((0, 0, 1, 2))):
        x, y, z = (start[0] + rng.uniform(-3, 3), start[1] + rng.uniform(0, 3), z0)
        if all(hypot(x - b[0], y - b[1]) > 1.7 for b in bodies):
            bodies.append((x, y, z, rng.choice(BASES), rng.choice((0, 1))))
    return position(f"gaps {kind} {seed}", pieces, bodies, rng.choice((8, 11, 14)) * INCH, 500)


def springs(rng: Random, seed: int) -> Position:
    """Several gaps for who leaps the first two inches of each for nothing: trenches across, with walls between that
    have to be gone round; roofs; or pits beside the straight way."""
    mine, his = rng.choice(BASES), rng.choice(BASES)
    kind = rng.choice(("trenches", "roofs", "roofs", "beside"))
    pieces: list[str] = []

    def gap() -> float:
        return 2 * mine / INCH + rng.uniform(0.05, 1.5)

    y0, y1, x, z = rng.uniform(7, 13), rng.uniform(7, 13), 3.5, 0.0
    start = (rng.uniform(1.5, 2.5), y0)
    if kind == "trenches":
        for _ in range(rng.choice((2, 3))):
            wide, land = gap(), rng.uniform(1.8, 3)
            pieces.append(pit(x, 0, wide, SIZE))
            x += wide + land
            if rng.random() < 0.6:
                stop, at = rng.uniform(6, 14), x - land / 2
                pieces.append(wall(at, 0, at, stop) if rng.random() < 0.5 else wall(at, stop, at, SIZE))
        end = (x + rng.uniform(0.5, 2), y1)
    elif kind == "beside":
        many, near, off = rng.choice((2, 3, 4)), rng.uniform(9, 11), rng.uniform(0.1, 1.5)
        for _ in range(many):
            wide = gap()
            pieces.append(pit(x, near, wide, rng.uniform(2, 4)))
            x += wide + rng.uniform(0.5, 1.5)
        start, end = (start[0], near - off), (x + rng.uniform(1, 2), near - off + rng.uniform(-0.5, 1))
    else:
        z = 3.0
        rows = rng.choice((1, 2))
        tall = 8 / rows
        for _ in range(rng.choice((3, 4))):
            wide, low = rng.uniform(1.5, 4), rng.uniform(5, 8)
            for row in range(rows):
                rect = f"[{x:.3f}, {low + row * (tall + gap()):.3f}, {wide:.3f}, {tall:.3f}]"
                pieces.append(f"[[platform]]\nrect = {rect}\nz = {z}\nthickness = 0.25")
            last = (x, low, wide)
            if len(pieces) == rows:
                start = (x + rng.uniform(0.1, wide - 0.1), low + rng.uniform(0.3, tall - 0.3))
            x += wide + gap()
            if x + 4 > SIZE:
                break
        end = (last[0] + rng.uniform(0.1, last[2] - 0.1), last[1] + rng.uniform(0.3, tall - 0.3))
    bodies: list[Body] = [(*start, z, mine, 0), (*end, z, his, 1)]
    for _ in range(rng.choice((0, 0, 1, 2))):
        east, north = rng.uniform(3, x), rng.uniform(6, 14)
        if all(hypot(east - b[0], north - b[1]) > 1.7 for b in bodies):
            bodies.append((east, north, z, rng.choice(BASES), rng.choice((0, 1))))
    found = position(f"springs {kind} {seed}", pieces, bodies, rng.choice((5, 7, 9, 12)) * INCH, 500)
    return Position(found.name, found.board, found.layout, replace(found.rules, leap_free=SPRING), found.pitch)


def pit(x: float, y: float, wide: float, deep: float) -> str:
    return f'[[area]]\nkind = "pitfall"\nrect = [{x:.3f}, {y:.3f}, {wide:.3f}, {min(deep, SIZE - y):.3f}]\nheight = 1'


FAMILIES: dict[str, Callable[[Random, int], Position]] = {
    "friends": friends, "pockets": pockets, "openings": openings, "gaps": gaps, "springs": springs,
}  # fmt: skip


# ---- the slow search -------------------------------------------------------------------------------------------------


def looked_for(at: Position) -> int | None:
    """What the shortest way into contact costs that the slow search finds; None where it finds none.

    It judges legs in the order of the length of the shortest way that they might be on, and of those that come to a
    corner, or leave one, only such as keep both its sides on one side."""
    journey = Journey(at.board, at.layout, MOVER, at.rules)
    goals = {spot for spot in touching(at) if journey.stands(spot)}
    if not goals:
        return None
    sides = dict(corners(at))
    nodes = list(dict.fromkeys((journey.start, *sides, *along_edges(at), *sorted(goals))))
    places, target = array(nodes, dtype=float)[:, :2], array(at.layout.row(TARGET)[:2])
    before, after = (array([sides.get(node, (node, node))[i][:2] for node in nodes]) - places for i in (0, 1))
    away = norm(places - target, axis=1)
    hope = maximum(away - max(hypot(g[0] - target[0], g[1] - target[1]) for g in goals) - 1, 0)
    if at.rules.leap_free:  # any number of leaps may lie ahead
        hope = zeros(len(nodes))
    cost, done = full(len(nodes), inf), zeros(len(nodes), dtype=bool)
    cost[0] = 0
    legs: dict[int, Iterator[tuple[float, int]]] = {}  # of each node that was come to, the promising first

    def onward(here: int) -> Iterator[tuple[float, int]]:
        way = places - places[here]
        length = norm(way, axis=1)
        least = cost[here] + maximum(floor(length) - at.rules.leap_free, 0)
        least_in_all = least + hope
        worth = ~done & (least_in_all <= at.rules.allowance) & (least < cost)
        for one, other in ((before, after), (before[here], after[here])):
            worth &= across(way, one) * across(way, other) >= -GRAIN * length * length
        there = nonzero(worth)[0]
        for to in there[argsort(least_in_all[there], kind="stable")]:
            if not done[to] and least[to] < cost[to]:
                yield float(least_in_all[to]), int(to)

    queue: list[tuple[float, int, int]] = [(float(hope[0]), 0, 0)]  # the length at least, from where, to where
    while queue:
        _, here, to = heappop(queue)
        if here == to:
            if done[to]:
                continue
            if nodes[to] in goals:
                return int(cost[to])
            done[to] = True
            legs[to] = onward(to)
        elif not done[to]:
            total = cost[here] + priced(journey, nodes[here], nodes[to], nodes[to] in goals)
            if total < cost[to] and total <= at.rules.allowance:
                cost[to] = total
                heappush(queue, (float(total + hope[to]), to, to))
        if (leg := next(legs[here], None)) is not None:
            heappush(queue, (leg[0], here, leg[1]))
    return None


def across(way: Any, side: Any) -> Any:
    return way[:, 0] * side[..., 1] - way[:, 1] * side[..., 0]


def priced(journey: Journey, near: Spot, far: Spot, last: bool) -> float:
    """What it costs to walk, or to leap, straight from a place to another; no end of it where that is refused."""
    for mode in (Mode.WALK, Mode.LEAP) if journey.rules.may_leap else (Mode.WALK,):
        if (price := journey.price_of(near, (*far, int(mode)), last)) < BEYOND:
            return price
    return inf


def touching(at: Position) -> Iterator[Spot]:
    """Places of contact, two on each degree, hardly apart and a little more; and the roomiest of each free piece."""
    x, y, z, _, _, radius = at.layout.row(TARGET)[:6]
    away = at.layout.row(MOVER)[5] + radius
    for part in range(720):
        for slack in (1, LOOSE):
            a = part * pi / 360
            yield x + round((away + slack) * cos(a)), y + round((away + slack) * sin(a)), z
    for piece, room in free_pieces(at):
        yield *piece[argmax(room)].tolist(), z


def free_pieces(at: Position) -> Iterator[tuple[Any, Any]]:
    """Every place in contact with the target that is clear of bodies and walls, all that are side by side together, and
    how much room there is at each."""
    x, y, z, _, _, radius = at.layout.row(TARGET)[:6]
    mine = at.layout.row(MOVER)[5]
    around, turns = ring(mine + radius)
    places = around + array((x, y))
    room = full(len(places), inf)
    for i in range(1, len(at.layout)):
        if i != TARGET:
            a, b, foot, _, _, wide = at.layout.row(i)[:6]
            if abs(foot - z) < TALL:
                room = minimum(room, norm(places - (a, b), axis=1) - mine - wide)
    for line in walls(at, z):
        room = minimum(room, distance(LineString(line), points(places)) - mine)
    free = nonzero(room >= -1)[0]  # a cusp has few points of the lattice
    onward = (roll(turns[free], -1) - turns[free]) % (2 * pi) * (mine + radius)
    last = nonzero(onward > APART)[0]  # of each piece
    if len(last):
        free = roll(free, -last[-1] - 1)
    for piece in split(free, len(free) - last[-1] + last[:-1]) if len(last) else (free,):
        piece = piece[room[piece] >= 0]
        if len(piece):
            yield places[piece], room[piece]


@cache
def ring(away: int) -> tuple[Any, Any]:
    """The points of the lattice so far from (0, 0) or up to `LOOSE` further, and their directions, which grow."""
    wide = arange(-away - LOOSE, away + LOOSE + 1)
    found = []
    for east in wide:
        square = east * east + wide * wide
        norths = wide[(square >= away * away) & (square <= (away + LOOSE) ** 2)]
        found.append(array([full(len(norths), east), norths]).T)
    spots = concatenate(found)
    turns = arctan2(spots[:, 1], spots[:, 0])
    order = argsort(turns, kind="stable")
    return spots[order], turns[order]


def corners(at: Position) -> Iterator[tuple[Spot, tuple[Spot, Spot]]]:
    """The corners of the space that the centre of the base may be in, on every level where somebody stands, and the
    corners before and after each."""
    me = at.layout.row(MOVER)
    for z in {me[2], at.layout.row(TARGET)[2]}:
        shut: list[BaseGeometry] = []
        shut += [swollen(LineString(line), me[5]) for line in walls(at, z)]
        for i in range(1, len(at.layout)):
            x, y, foot, _, _, radius, _, _, owner = at.layout.row(i)
            if owner == 1 and abs(foot - z) < TALL:
                shut.append(swollen(Point(x, y), me[5] + radius))
        for ring in rings(unary_union(shut)):
            spots = [(round(x), round(y), at.board.floor_below(round(x), round(y), z + 500)) for x, y in ring[1:]]
            for before, spot, after in zip((spots[-1], *spots), spots, (*spots[1:], spots[0]), strict=False):
                if me[5] <= spot[0] <= at.board.width - me[5] and me[5] <= spot[1] <= at.board.depth - me[5]:
                    yield spot, (before, after)


def walls(at: Position, z: int) -> Iterator[list[tuple[int, ...]]]:
    """The lines of what bars the way at a height."""
    for edge in at.board.rows.edges:
        if edge[6] & 1 and edge[5] > z + 500 and edge[4] < z + TALL:
            yield [edge[:2], edge[2:4]]


def swollen(shape: BaseGeometry, by: int) -> BaseGeometry:
    return shape.buffer((by + 1.5) / cos(pi / 64), quad_segs=16)


def rings(shape: BaseGeometry) -> Iterator[list[tuple[float, float]]]:
    for piece in getattr(shape, "geoms", [shape]):
        if not piece.is_empty:
            for ring in (piece.exterior, *piece.interiors):
                yield list(ring.coords)


def along_edges(position: Position) -> Iterator[Spot]:
    """A point on every tenth of an inch of the edges of floors and pits, just on the ground that carries."""
    shapes: list[tuple[Polygon, int, int]] = []
    board, off = position.board, position.layout.row(MOVER)[5]
    inner = box(off, off, board.width - off, board.depth - off)
    for platform in board.platforms:
        shapes.append((Polygon(platform.polygon), -2, platform.z))
    for area in board.areas:
        if board.codes[area.kind] == PITFALL:
            shapes.append((Polygon(area.polygon), 2, area.z))
    for shape, out, z in shapes:
        rim = shape.buffer(out, join_style="mitre").exterior
        spots = [rim.interpolate(100 * k) for k in range(int(rim.length // 100) + 1)]
        for at in (*spots, *map(Point, rim.coords)):
            if inner.covers(at):
                yield round(at.x), round(at.y), z


# ---- what a charge finds ---------------------------------------------------------------------------------------------


def found(at: Position) -> int | None:
    """What the way into contact costs that a charge finds; None where it finds none."""

    def between(seen_from: Sequence[Spot]) -> list[Spot]:
        return contact_places(at.board, at.layout, MOVER, TARGET, at.rules, (), seen_from)

    goals = contact_points(at.layout, MOVER, TARGET)
    way = way_to_any(at.board, at.layout, MOVER, goals, between, at.rules, at.pitch, at.pitch == INCH)
    if way is None:
        return None
    assert isinstance(check(at.board, at.layout, MOVER, way[0], at.rules), Walked)
    return way[1].cost


def missed(at: Position, there: int | None) -> list[str]:
    """What a charge does not find that exists: one that goes far, and one that can hardly go as far as it has to."""
    told = [f"{at.name}: no place of contact near {place}" for place in places_missed(at)]
    if there is None or there > at.rules.allowance - SPARE:
        return told
    least = there + max(SPARE, there // 50)
    for allowance in (at.rules.allowance, min(least, at.rules.allowance)):
        if found(Position(at.name, at.board, at.layout, replace(at.rules, allowance=allowance), at.pitch)) is None:
            told.append(f"{at.name}: missed with {allowance}: there is a way of {there} (pitch {at.pitch})")
    return told


def places_missed(at: Position) -> Iterator[Spot]:
    """The roomiest of each free piece around the target of which no place is proposed."""
    journey, z = Journey(at.board, at.layout, MOVER, at.rules), at.layout.row(TARGET)[2]
    known = array([place[:2] for place in contact_places(at.board, at.layout, MOVER, TARGET, at.rules)]).reshape(-1, 2)
    for piece, room in free_pieces(at):
        roomiest = (*piece[argmax(room)].tolist(), z)
        near = any(norm(piece - place, axis=1).min() <= APART for place in known)
        if not near and journey.stands(roomiest):
            yield roomiest


def misses(family: str, seed: int) -> list[str]:
    """What is missed in one position of a family."""
    at = FAMILIES[family](Random(f"{family} {seed}"), seed)
    return missed(at, looked_for(at))


def main(many: int, families: list[str], first: int) -> bool:
    """Compare so many positions of each family; True where whatever exists is found."""
    good = True
    for family in families:
        ways = bad = 0
        slow = quick = 0.0
        for seed in range(first, first + many):
            at = FAMILIES[family](Random(f"{family} {seed}"), seed)
            began = process_time()
            there = looked_for(at)
            slow += process_time() - began
            began = process_time()
            told = missed(at, there)
            quick += process_time() - began
            print(*told, sep="\n", end="\n" if told else "", flush=True)
            ways += there is not None
            bad += bool(told)
        good = good and not bad
        print(
            f"{family}: {many} positions, {ways} with a way, {bad} missed; {slow / many * 1e3:.0f} ms looking, "
            f"{quick / many * 1e3:.2f} ms finding",
            flush=True,
        )
    return good


if __name__ == "__main__":
    asked = asked_for(
        "found_ways", "Compare the ways of charges with a slow search, on random positions.", FAMILIES, 100
    )
    sys.exit(0 if main(asked.positions, asked.kinds, asked.first) else 1)
