"""Reach: where a body can get to, and the shortest way there.

A lattice enumerates, `check` rules: whatever is proposed here has passed it, and a point between the points of the
lattice is not refused for that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from ..core.decision import Random
from ..core.length import INCH, root_up
from ..core.state import Posture
from . import _kernels as kernels
from .board import Board, per_board
from .layout import Layout
from .routes import (
    BEYOND,
    Body,
    Journey,
    Leg,
    Mode,
    Point,
    Route,
    Rules,
    Walked,
    keep_trace,
    on_board,
    on_lattice,
    outline,
    plan,
    trace,
)
from .shapes import UNIT, bounds, stretched
from .shapes import direction as compass

N = TypeVar("N")

Box = tuple[int, int, int, int]  # west, south, east, north

ASUNDER = (2 * INCH) ** 2  # the squared distance between the points of routes that follow one lead


class Passage(NamedTuple):
    """A way from one floor to another that is no walk: where it begins and ends, and how it is done."""

    near: Point
    far: Point
    mode: Mode


def passages(board: Board, radius: int, height: int, rules: Rules) -> tuple[Passage, ...]:
    """The climbs, jumps, leaps, ladders, stairs and ramps of a board for a base of this size, about one an inch of
    edge, both ways: proposals for `reach` and `sample`."""
    return _passages(board, radius, height, rules.shape())


@per_board
def _passages(board: Board, radius: int, height: int, shape: Rules) -> tuple[Passage, ...]:
    trip = _journey_alone(board, radius, height, shape)
    return tuple(p for p in _proposed(board, trip, radius) if trip.stands(p.far) and trip.leg(0, *p, False)[1] is None)


def _journey_alone(board: Board, radius: int, height: int, rules: Rules) -> Journey:
    """What legs are judged by for a body of this size, wherever it is, with nobody else on the board."""
    return Journey(board, Layout([(0, 0, 0, 0, 1, radius, height, Posture.AWAY, 0)]), 0, rules)


class Vault(NamedTuple):
    """A leap from one raised floor to another that is higher or lower by more than a step: where it begins and ends,
    and how far the edges of the floors are apart, in a straight line."""

    near: Point
    far: Point
    width: int


def vaults(board: Board, radius: int, height: int, rules: Rules) -> tuple[Vault, ...]:
    """The leaps of a board between floors of different heights for a base of this size, about one an inch of edge,
    straight away from it; what stands between is not looked at."""
    return _vaults(board, radius, height, rules.shape())


@per_board
def _vaults(board: Board, radius: int, height: int, shape: Rules) -> tuple[Vault, ...]:
    trip = _journey_alone(board, radius, height, shape)
    return tuple(vault for lip in _lips(board) for vault in _vaults_from(board, trip, lip, radius))


class _Lip(NamedTuple):
    """A point on the edge of a floor at height `z`; `out` points away from the floor, `length` long."""

    at: tuple[int, int]
    out: tuple[int, int]
    length: int
    z: int

    def point(self, away: int) -> tuple[int, int]:
        """The point so far outside."""
        return (self.at[0] + self.out[0] * away // self.length, self.at[1] + self.out[1] * away // self.length)

    def inner(self, trip: Journey, radius: int) -> Point | None:
        """Where a base stands that is about to go over the edge, if it can."""
        spots = ((*self.point(away), self.z) for away in (-60, -radius - 10))
        return next((spot for spot in spots if trip.stands(spot)), None)


def _lips(board: Board) -> Iterator[_Lip]:
    """The edges of all floors, about one point an inch."""
    for z, first, count, *_ in board.rows.floors:
        for p, q, _ in outline(board, first, count):
            dx, dy = q[0] - p[0], q[1] - p[1]
            length = root_up(dx * dx + dy * dy)
            pieces = max(1, length // INCH)
            for i in range(1, 2 * pieces, 2):
                at = (p[0] + dx * i // (2 * pieces), p[1] + dy * i // (2 * pieces))
                yield _Lip(at, (dy, -dx), length, z)


def _vaults_from(board: Board, trip: Journey, lip: _Lip, radius: int) -> Iterator[Vault]:
    """What may be leapt at from a point on an edge: not what is beyond another floor of the same height."""
    inner, step = lip.inner(trip, radius), trip.rules.step
    if inner is None or lip.z <= step:
        return
    (x, y), (fx, fy) = lip.point(_BESIDE), lip.point(8 * INCH)
    dx, dy = fx - x, fy - y
    length = root_up(dx * dx + dy * dy)
    ahead: list[tuple[int, int]] = []
    for z, first, count, *_ in board.rows.floors:
        begins, ends, _ = kernels.direct.stretch(trip.arrays.corners, first, count, x, y, dx, dy, length)
        if begins <= ends and z > step:
            ahead.append((int(begins), z))
    level = min((begins for begins, z in ahead if abs(z - lip.z) <= step), default=length)
    for begins, z in ahead:
        if 0 < begins < level and abs(z - lip.z) > step:
            away, rise = begins + _BESIDE, z - lip.z
            ends_at = ((*lip.point(away + more), z) for more in (60, radius + 10))
            far = next((spot for spot in ends_at if trip.stands(spot)), None)
            if far is not None:
                yield Vault(inner, far, root_up(away * away + rise * rise))


_BESIDE = 5  # just outside an edge


def _proposed(board: Board, trip: Journey, radius: int) -> Iterator[Passage]:
    for lip in _lips(board):
        yield from _over(board, trip, lip, radius)
    for link in board.rows.links:
        foot, top = (link[0], link[1], link[2]), (link[3], link[4], link[5])
        low, high = _beside_link(trip, foot, top, radius), _beside_link(trip, top, foot, radius)
        if low is not None and high is not None:
            yield Passage(low, high, Mode.LINK)
            yield Passage(high, low, Mode.LINK)


def _over(board: Board, trip: Journey, lip: _Lip, radius: int) -> Iterator[Passage]:
    """What leads over the edge of a floor at a point."""
    point, z, inner = lip.point, lip.z, lip.inner(trip, radius)
    outer = point(radius + 20)
    if inner is None or on_board(board, outer, radius) != outer:
        return
    below = board.floor_below(*outer, z + trip.rules.step)
    if z - below > trip.rules.step and trip.stands((*outer, below)):
        low = (*outer, below)
        yield Passage(low, inner, Mode.CLIMB)
        yield Passage(inner, low, Mode.CLIMB)
        yield Passage(inner, low, Mode.JUMP)
    _, _, _, _, n = trip.ground(inner, point(8 * INCH), leap=True)
    for k in range(n):
        if kernels.MARKS[k][0] == kernels.GAP:
            away = int(kernels.MARKS[k][3])
            for more in (60, radius + 10):
                x, y, _ = on_lattice(inner, (*point(8 * INCH), z), away + more, plan(inner, point(8 * INCH)))
                yield Passage(inner, (x, y, board.floor_below(x, y, z + trip.rules.step)), Mode.LEAP)
            return


def _beside_link(trip: Journey, end: Point, other: Point, radius: int) -> Point | None:
    """Where to stand at one end of a link, preferably out of the way of the other end."""
    spots = [end] if trip.stands(end) else []
    for away in (radius // 2, radius + 10):
        for degree in range(0, 360, 15):
            ux, uy = compass(degree)
            spot = (end[0] + ux * away // UNIT, end[1] + uy * away // UNIT, end[2])
            if trip.stands(spot):
                spots.append(spot)
    return max(spots, key=lambda s: (s == end, plan(s, other)), default=None)


class Reach:
    """Where a body can get to: a lattice of points on every floor with the cheapest legal route to each.

    The lattice enumerates; it does not rule.  A point between its points may be reachable too: ask `path_to`, or
    `check`.
    """

    __slots__ = ("_cost", "_how", "_journey", "_known", "_lists", "_parent", "_pitch", "_table")

    def __init__(
        self, journey: Journey, nodes: Any, known: Mapping[Point, int], cost: Any, parent: Any, how: Any, pitch: int
    ) -> None:
        self._journey, self._table, self._known, self._pitch = journey, nodes, known, pitch
        self._cost, self._parent, self._how = cost, parent, how
        self._lists: dict[str, Any] = {}  # what has been asked of all nodes: most are asked of a few

    @property
    def cost(self) -> list[int]:
        """The cost of each node, -1 where it is out of reach."""
        return self._list("cost", lambda: kernels.plain(self._cost))

    def nodes(self) -> list[int]:
        """The numbers of the nodes where a legal route may end."""
        return self._list("stops", self._where_it_may_stop)

    def _where_it_may_stop(self) -> list[int]:
        journey, may = self._journey, kernels.numbers(len(self._table), 0)
        kernels.direct.stops(
            journey.arrays, journey.rows, journey.walls, journey.me, self._table, self._cost, may, journey.gait
        )
        return [v for v, stops in enumerate(kernels.plain(may)) if stops]

    @property
    def _nodes(self) -> list[list[int]]:
        return self._list("nodes", lambda: kernels.plain(self._table))

    def _list(self, name: str, make: Callable[[], list[N]]) -> list[N]:
        if name not in self._lists:
            self._lists[name] = make()
        found: list[N] = self._lists[name]
        return found

    def squares_from(self, spots: Sequence[Point]) -> list[int]:
        """For each node where a legal route may end, by its number, the squared distance to the nearest of some points;
        0 for all others, and where there are no points."""
        away = kernels.numbers(len(self._table), 0)
        if spots:
            for v in self.nodes():
                away[v] = kernels.FAR
            kernels.direct.nearest(self._table, kernels.table(spots, 3), away)
        squares: list[int] = kernels.plain(away)
        return squares

    def point(self, v: int) -> Point:
        node = self._nodes[v] if "nodes" in self._lists else self._table[v]
        return (int(node[0]), int(node[1]), int(node[2]))

    def at(self, points: Collection[Point]) -> list[int]:
        """The numbers of those nodes at some of the points that were asked for, where a legal route may end."""
        found = (self._known[point] for point in points if point in self._known)
        return [v for v in found if self._cost[v] >= 0 and (v == 0 or self._journey.stands(self.point(v)))]

    def route(self, v: int) -> Route:
        """The legs to a node."""
        legs: list[Leg] = []
        while v != 0:
            legs.append((*self.point(v), int(self._how[v])))
            v = int(self._parent[v])
        return tuple(reversed(legs))

    def candidates(self, n: int) -> list[Route]:
        """Up to `n` legal routes to points spread over all that can be reached; staying is the first."""
        if n < 1 or not self.nodes():
            return []
        away = kernels.numbers(len(self._table), 0)
        for v in self.nodes():
            away[v] = kernels.FAR
        found: list[Route] = [()]
        v = kernels.direct.farthest(self._table, away, 0)
        while len(found) < n and v >= 0:
            route = self.route(v)
            legal = isinstance(self._journey.fresh().check(route), Walked)
            if legal:
                found.append(route)
            away[v] = 0
            v = kernels.direct.farthest(self._table, away, v if legal else -1)
        return found

    def led(self, lead: Callable[[Point], float], n: int) -> list[Route]:
        """Up to `n` legal routes to the points for which a lead is least, `ASUNDER` from one another."""
        found: list[Route] = []
        taken: list[Point] = []
        nodes = self._nodes
        points = [(lead(at), v, at) for v in self.nodes() for at in ((nodes[v][0], nodes[v][1], nodes[v][2]),)]
        for _, v, at in sorted(points):
            if len(found) == n:
                break
            if all(_apart(at, other) >= ASUNDER for other in taken):
                route = self.route(v)
                walked = self._journey.fresh().check(route)
                if isinstance(walked, Walked):
                    found.append(route if found else self._further(route, walked.cost, lead))
                    taken.append(at)
        return found

    def _further(self, route: Route, cost: int, lead: Callable[[Point], float]) -> Route:
        """The same way gone on straight with what is left of the allowance, if that follows the lead: where an inch
        costs more than an inch, the lattice leaves up to a quarter of it."""
        journey = self._journey
        left = journey.rules.allowance - cost
        if not route or route[-1][3] != Mode.WALK or left < self._pitch // 4:
            return route
        x, y, z = end = route[-1][:3]
        before = route[-2] if len(route) > 1 else journey.start
        for far in (left, 2 * left // 3, left // 2):
            dx, dy = stretched(x - before[0], y - before[1], far)
            beyond = (x + dx, y + dy, z)
            longer = (*route[:-1], (*beyond, int(Mode.WALK)))
            if lead(beyond) < lead(end) and isinstance(journey.fresh().check(longer), Walked):
                return longer
        return route

    def path_to(self, x: int, y: int, z: int) -> Route | None:
        """A cheap legal route to any point, or None where none was found."""
        goal = (x, y, z)
        near = [
            v
            for v in range(len(self._nodes))
            if self.cost[v] >= 0
            and abs(self._nodes[v][0] - x) <= 2 * self._pitch
            and abs(self._nodes[v][1] - y) <= 2 * self._pitch
            and abs(self._nodes[v][2] - z) <= 2 * self._journey.rules.step
        ]
        near = sorted(
            {0, *near, *(int(self._parent[v]) for v in near if v)},
            key=lambda v: (self.cost[v] + plan(self.point(v), goal), v),
        )
        for v in near:
            legs: Route = () if self.point(v) == goal else ((*goal, int(Mode.WALK)),)
            route = self.route(v) + legs
            if isinstance(self._journey.fresh().check(route), Walked):
                return route
        return None

    def region(self) -> dict[int, list[tuple[tuple[int, int], ...]]]:
        """For each height the outlines (closed rings of points) around all lattice points where a route may end."""
        cells: dict[int, set[tuple[int, int]]] = {}
        for v in self.nodes():
            node = self._nodes[v]
            if (node[0] - self._nodes[0][0]) % self._pitch == 0 and (node[1] - self._nodes[0][1]) % self._pitch == 0:
                cells.setdefault(node[2], set()).add((node[3], node[4]))
        west = self._nodes[0][0] - self._nodes[0][3] * self._pitch - self._pitch // 2
        south = self._nodes[0][1] - self._nodes[0][4] * self._pitch - self._pitch // 2
        return {
            z: [tuple((west + c * self._pitch, south + r * self._pitch) for c, r in ring) for ring in _rings(group)]
            for z, group in sorted(cells.items())
        }


def _apart(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2


def _rings(cells: set[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The outlines of a set of unit cells, counter-clockwise round the cells, corners only."""
    ahead: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for c, r in sorted(cells):
        for dc, dr, a, b in (
            (0, -1, (c, r), (c + 1, r)),
            (1, 0, (c + 1, r), (c + 1, r + 1)),
            (0, 1, (c + 1, r + 1), (c, r + 1)),
            (-1, 0, (c, r + 1), (c, r)),
        ):
            if (c + dc, r + dr) not in cells:
                ahead.setdefault(a, []).append(b)
    rings = []
    while ahead:
        start = next(iter(ahead))
        ring, at, came = [start], start, (0, 0)
        while True:
            ways = ahead[at]
            # where two cells touch at a corner only, keep to the one just followed: turn left
            way = max(ways, key=lambda w: came[0] * (w[1] - at[1]) - came[1] * (w[0] - at[0]))
            ways.remove(way)
            if not ways:
                del ahead[at]
            step = (way[0] - at[0], way[1] - at[1])
            if step == came:
                ring.pop()
            at, came = way, step
            if at == start:
                break
            ring.append(at)
        rings.append(ring)
    return rings


def reach(
    board: Board,
    layout: Layout,
    mover_id: int,
    rules: Rules,
    pitch: int = 500,
    extra: Sequence[Point] = (),
    nearing: tuple[int, int, int] | None = None,
    first: bool = False,
) -> Reach:
    """Floods every floor around a body with legal routes, over a lattice of `pitch`, the ends of all passages and
    `extra` points.

    With `nearing` (x, y, distance) it leaves out what cannot be on a way to anywhere nearer to that point in plan.  If
    all `extra` points are that near, it may stop at the `first` of them that it comes to.
    """
    journey = Journey(board, layout, mover_id, rules)
    x, y, z = journey.start
    gx, gy, longest = x, y, kernels.FAR
    if nearing is not None and not rules.leap_free:  # a leap for nothing leads further than the allowance
        gx, gy, longest = nearing[0], nearing[1], rules.allowance + nearing[2] + 2
    half = min(rules.allowance, board.width + board.depth) // pitch + 1
    side = 2 * half + 1
    west, south = x - half * pitch, y - half * pitch
    numbers: dict[Point, int] = {}

    def node(at: Point) -> int:
        return numbers.setdefault(at, len(numbers))

    node(journey.start)
    links: dict[int, list[tuple[int, int, int]]] = {}
    crowd: list[Box] | None = None
    for passage, alone in _nearby(board, layout.row(mover_id), rules):
        if nearing is not None and plan(journey.start, passage.near) + plan(passage.near, (gx, gy)) > longest:
            continue
        crowd = _crowd(layout, mover_id, journey, rules) if crowd is None else crowd
        cost: int | None = alone
        if _crowded(passage, crowd):
            leg, reason = journey.leg(0, *passage, False)
            cost = leg if reason is None else None
        if cost is not None:
            links.setdefault(node(passage.near), []).append((node(passage.far), cost, int(passage.mode)))
    goals = len(numbers)
    for at in extra:
        if plan(at, journey.start) <= rules.allowance:
            node(at)
    known = len(numbers)
    east, north, step = west + side * pitch, south + side * pitch, rules.step
    levels = {z, 0} | {at[2] for at in numbers}
    wanted = [
        (number, floor)
        for number, floor in enumerate(board.rows.floors)
        if floor[3] <= east and floor[5] >= west and floor[4] <= north and floor[6] >= south
        if any(abs(floor[0] - level) <= 4 * step for level in levels)
    ]
    room = sum(_points(floor, west, south, side, pitch) for _, floor in wanted)
    nodes = kernels.scratch(known + side * side + room, 7)
    rows: list[tuple[int, int, int]] = []
    listed: list[list[int]] = []
    for at, v in numbers.items():
        own = links.get(v, ())
        listed.append([*at, 0, 0, len(rows), len(own)])
        rows.extend(own)
    nodes[:known] = listed
    starts, items = kernels.numbers(side * side + 1, 0), kernels.numbers(len(nodes), 0)
    count = kernels.direct.lattice(
        journey.arrays, kernels.column([number for number, _ in wanted]), west, south, side, pitch, nodes, known,
        starts, items, gx, gy, longest, journey.gait,
    )  # fmt: skip
    nodes = nodes[:count]
    costs, parent, how = (kernels.numbers(count, value) for value in (-1, 0, 0))
    near, spared = journey.minded()
    kernels.direct.flood(
        journey.costly(), journey.rows, near, journey.walls, spared, kernels.MARKS, kernels.SPANS, mover_id, nodes,
        starts, items, side, side, kernels.table(rows, 3), costs, parent, how, gx, gy,
        nearing[2] if nearing is not None else 0, goals, known if first else goals, journey.gait,
    )  # fmt: skip
    return Reach(journey.fresh(), nodes, numbers, costs, parent, how, pitch)


def _points(floor: tuple[int, ...], west: int, south: int, side: int, pitch: int) -> int:
    """How many points of a lattice lie on a floor at most."""
    columns = (min(floor[5], west + side * pitch) - max(floor[3], west)) // pitch + 1
    lines = (min(floor[6], south + side * pitch) - max(floor[4], south)) // pitch + 1
    return columns * lines


def _nearby(board: Board, mover: Body, rules: Rules) -> Iterator[tuple[Passage, int]]:
    """The passages on any level that a body may take and could finish if it walked to them as the crow flies, each with
    what it costs when nobody is near."""
    x, y, reach_of = mover[0], mover[1], rules.allowance
    cells = _priced(board, mover[5], mover[6], rules.alone())
    for column in range((x - reach_of) // _CELL, (x + reach_of) // _CELL + 1):
        for line in range((y - reach_of) // _CELL, (y + reach_of) // _CELL + 1):
            for priced in cells.get((column, line), ()):
                near, left = priced[0].near, reach_of - priced[1]
                if left >= 0 and (near[0] - x) ** 2 + (near[1] - y) ** 2 <= left * left:
                    yield priced


@per_board
def _priced(board: Board, radius: int, height: int, alone: Rules) -> dict[tuple[int, int], list[tuple[Passage, int]]]:
    """All passages of a board that these rules allow, by the cell they begin in, with their cost on an empty board."""
    cells: dict[tuple[int, int], list[tuple[Passage, int]]] = {}
    trip = _journey_alone(board, radius, height, alone)
    for passage in passages(board, radius, height, alone):
        cost, reason = trip.leg(0, *passage, False)
        if reason is None:
            cell = (passage.near[0] // _CELL, passage.near[1] // _CELL)
            cells.setdefault(cell, []).append((passage, cost))
    return cells


def _crowd(layout: Layout, mover_id: int, journey: Journey, rules: Rules) -> list[Box]:
    """The boxes that other bodies and shut doors within reach keep a mover out of, or might, and those of ground that
    was laid: what leads through them costs what it costs today."""
    x, y, _ = journey.start
    far, clear, owner = rules.allowance + 4 * INCH, journey.gait.radius, journey.gait.owner
    spared = {*rules.exempt, *rules.contact_with}
    boxes = []
    for id in range(len(layout)):
        bx, by, _, _, _, radius, _, posture, side = layout.row(id)
        if posture and id != mover_id and abs(bx - x) <= far and abs(by - y) <= far:
            threat = 0 <= side != owner and posture >= rules.keep_from and id not in spared
            wide = radius + clear + (rules.keep_clear if threat else 0)
            boxes.append((bx - wide, by - wide, bx + wide, by + wide))
    for x1, y1, x2, y2, *_ in layout.wall_rows:
        boxes.append((min(x1, x2) - clear, min(y1, y2) - clear, max(x1, x2) + clear, max(y1, y2) + clear))
    boxes += [bounds(area.polygon) for area in layout.ground]
    return boxes


def _crowded(passage: Passage, crowd: list[Box]) -> bool:
    """Whether a passage leads near any of these boxes."""
    (x1, y1, _), (x2, y2, _) = passage.near, passage.far
    west, east, south, north = min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2)
    return any(west <= box[2] and east >= box[0] and south <= box[3] and north >= box[1] for box in crowd)


def shortest(
    board: Board, layout: Layout, mover_id: int, goals: Sequence[Point], rules: Rules, pitch: int = 500,
    first: bool = False,
) -> tuple[Route, Walked] | None:  # fmt: skip
    """The shortest legal route to any of the goals, and what it meets; None where no goal is within the allowance.

    A straight walk to the nearest goal is exact.  Round obstacles it is the flood's route, pulled tight: at most a few
    thousandths in a hundred longer than the best.  With `first` it is content with the first goal that it comes to.
    """
    if not goals:
        return None
    journey = Journey(board, layout, mover_id, rules)
    if not rules.leap_free and all(plan(journey.start, goal) > rules.allowance for goal in goals):
        return None
    best: tuple[Route, Walked] | None = None
    least = BEYOND
    nearest_first = sorted(goals, key=lambda g: (_apart(g, journey.start), g))
    number = kernels.direct.straightest(
        journey.costly(), journey.rows, journey.walls, journey.exempt, kernels.MARKS, kernels.SPANS, mover_id,
        *journey.start, kernels.table(nearest_first, 3), journey.gait,
    )  # fmt: skip
    if number >= 0:
        route: Route = ((*nearest_first[number], int(Mode.WALK)),)
        walked = journey.fresh().check(route)
        assert isinstance(walked, Walked)
        best, least = (route, walked), walked.cost
    if best is not None and least == plan(journey.start, best[1].end):
        return best
    if not any(journey.stands(goal) for goal in goals):
        return best
    mx, my = sum(goal[0] for goal in goals) // len(goals), sum(goal[1] for goal in goals) // len(goals)
    about = (mx, my, max(plan(goal, (mx, my)) for goal in goals))
    found = reach(board, layout, mover_id, rules, pitch, goals, about, first)
    for v in sorted(found.at(set(goals)), key=lambda v: (found.cost[v], v)):
        if plan(journey.start, found.point(v)) >= least and not rules.leap_free:
            continue
        route = _tightened(journey, found.route(v))
        if journey.price(route) < least:
            walked = journey.fresh().check(route)
            assert isinstance(walked, Walked)
            best, least = (route, walked), walked.cost
        if best is not None and found.cost[v] > least + pitch:
            break
    return best


def tighten(board: Board, layout: Layout, mover_id: int, route: Route, rules: Rules) -> Route:
    """A legal route made shorter: walks joined where they may be, and bends drawn in as far as the ground allows."""
    return _tightened(Journey(board, layout, mover_id, rules), route)


def _tightened(journey: Journey, route: Route) -> Route:
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
    whole = journey.fresh().check(route)
    if isinstance(whole, Walked):
        return whole
    for k in range(_affordable(journey, route), -1, -1):
        before = route[:k]
        known = journey.fresh().check(before)
        if k < len(route) and route[k][3] == Mode.WALK:
            at = before[-1][:3] if before else journey.start
            left = rules.allowance - (known.cost if isinstance(known, Walked) else 0)
            dx, dy = route[k][0] - at[0], route[k][1] - at[1]
            for far in range(min(left, plan(at, route[k])), 0, -step):
                x, y = stretched(dx, dy, far)
                _, _, _, z, _ = journey.ground(at, (at[0] + x, at[1] + y))
                part = (*before, (at[0] + x, at[1] + y, z, int(Mode.WALK)))
                walked = journey.fresh().check(part) if journey.price(part) < BEYOND else None
                if isinstance(walked, Walked):
                    return walked
        if isinstance(known, Walked):
            return known
    raise AssertionError("a body may always stay where it is")


def _affordable(journey: Journey, route: Route) -> int:
    """How many legs of a route are within the allowance."""
    at, left = journey.start, journey.rules.allowance
    for i, leg in enumerate(route):
        cost, reason = journey.fresh().leg(i, at, leg[:3], leg[3], False)
        left -= cost
        if reason is not None or left < 0:
            return i
        at = leg[:3]
    return len(route)


# A route at random


def sample(board: Board, layout: Layout, mover_id: int, rules: Rules, rng: Random) -> Route:
    """Some legal route, cheaply and without a flood: mostly one straight walk, now and then a passage close by."""
    mover = layout.row(mover_id)
    allowance = rules.allowance
    if allowance <= 0:
        return ()
    gait = rules.gait(mover[5], mover[6], mover[8], board)
    draw = rng.random
    if draw() < _ADVENTURE:
        route = _adventure(board, layout, mover_id, mover, rules, rng)
        if route:
            return route
    width = 2 * allowance + 1
    for _ in range(_DRAWS):
        dx, dy = int(draw() * width) - allowance, int(draw() * width) - allowance
        x, y, z, cost, marks = kernels.direct.stride(
            layout.over(board).priced(rules.going), layout.bodies, layout.walls, rules.spared(), kernels.MARKS,
            kernels.SPANS, mover_id, mover[0], mover[1], mover[2], dx, dy, _SHORTER, gait,
        )  # fmt: skip
        if cost > 0:
            straight = ((x, y, z, 0),)
            if not marks:
                points = ((mover[0], mover[1], mover[2]), (x, y, z))
                keep_trace(board, layout, mover_id, straight, rules, Walked(cost, (cost,), points))
            return straight
    return ()


def run(
    board: Board,
    layout: Layout,
    mover_id: int,
    rules: Rules,
    towards: tuple[int, int],
    lengths: int = 16,
    far: int = -1,
) -> tuple[Point, int]:
    """The farthest of so many lengths that a body can walk straight in a direction (an integer vector), within its
    allowance and no further than `far` (-1: its allowance): where that ends and what it costs; the place where it
    stands and 0 if it cannot."""
    mover = layout.row(mover_id)
    dx, dy = stretched(*towards, rules.allowance if far < 0 else far)
    x, y, z, cost, _ = kernels.direct.stride(
        layout.over(board).priced(rules.going), layout.bodies, layout.walls, rules.spared(), kernels.MARKS,
        kernels.SPANS, mover_id, mover[0], mover[1], mover[2], dx, dy, lengths,
        rules.gait(mover[5], mover[6], mover[8], board),
    )  # fmt: skip
    return (int(x), int(y), int(z)), max(0, int(cost))


def steps_free(board: Board, layout: Layout, mover_id: int, rules: Rules) -> bool:
    """Whether a body can walk anywhere at all, asked of eight directions; False does not mean that it cannot."""
    mover, step = layout.row(mover_id), min(rules.allowance // 2, INCH)
    if step <= 0:
        return False
    gait = rules.gait(mover[5], mover[6], mover[8], board)
    for degree in range(0, 360, 45):
        ux, uy = compass(degree)
        _, _, _, cost, _ = kernels.direct.stride(
            layout.over(board).priced(rules.going), layout.bodies, layout.walls, rules.spared(), kernels.MARKS,
            kernels.SPANS, mover_id, mover[0], mover[1], mover[2], ux * step // UNIT, uy * step // UNIT, 1, gait,
        )  # fmt: skip
        if cost > 0:
            return True
    return False


_ADVENTURE = 0.15  # how often something else than a walk is tried
_DRAWS = 3
_SHORTER = 3  # lengths tried in each direction


def _adventure(board: Board, layout: Layout, mover_id: int, mover: Body, rules: Rules, rng: Random) -> Route:
    """A walk to the beginning of some passage close by, and the passage, if they are legal."""
    close = _close(board, mover, rules)
    if not close:
        return ()
    passage = close[int(rng.random() * len(close))]
    walk: Route = () if passage.near == mover[:3] else ((*passage.near, int(Mode.WALK)),)
    route = (*walk, (*passage.far, int(passage.mode)))
    return route if isinstance(trace(board, layout, mover_id, route, rules), Walked) else ()


def _close(board: Board, mover: Body, rules: Rules) -> list[Passage]:
    """The passages of the mover's level that it could perhaps walk to and take."""
    level = mover[2]
    return [passage for passage, _ in _nearby(board, mover, rules) if abs(passage.near[2] - level) <= rules.step]


_CELL = 4 * INCH
