"""Reach: where a body can get to, and the shortest way there.

A lattice enumerates, `check` rules: whatever is proposed here has passed it, and a point between the points of the
lattice is not refused for that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ..core.length import INCH
from ..core.structs import replace
from . import _kernels as kernels
from .board import Board
from .flights import TAKE_OFFS, flights, sky_is_open
from .layout import Layout
from .passages import Passage, deck_passages, nearby_passages
from .planar import plan
from .routes import Journey
from .rules import Leg, Mode, Point, Route, Rules
from .shapes import bounds, stretched
from .walked import Walked

N = TypeVar("N")

Box = tuple[int, int, int, int]  # west, south, east, north

ASUNDER = (2 * INCH) ** 2  # the squared distance between the points of routes that follow one lead


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
            legal = isinstance(self._journey.blank_copy().check(route), Walked)
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
            if all(squared_distance(at, other) >= ASUNDER for other in taken):
                route = self.route(v)
                walked = self._journey.blank_copy().check(route)
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
            if lead(beyond) < lead(end) and isinstance(journey.blank_copy().check(longer), Walked):
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
            if isinstance(self._journey.blank_copy().check(route), Walked):
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


def squared_distance(a: Point, b: Point) -> int:
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
    x, y, _ = journey.start
    gx, gy, longest = x, y, kernels.FAR
    if nearing is not None and not rules.leap_free:  # a leap for nothing leads further than the allowance
        gx, gy, longest = nearing[0], nearing[1], rules.allowance + nearing[2] + 2
    numbers: dict[Point, int] = {journey.start: 0}
    links: dict[int, list[tuple[int, int, int]]] = {}
    aim = (gx, gy, longest) if nearing is not None else None
    for passage, cost in _crossings(board, layout, journey, aim, pitch, extra):
        near, far = (numbers.setdefault(at, len(numbers)) for at in (passage.near, passage.far))
        links.setdefault(near, []).append((far, cost, int(passage.mode)))
    goals = len(numbers)
    for at in extra:
        if plan(at, journey.start) <= rules.allowance:
            numbers.setdefault(at, len(numbers))
    known = len(numbers)
    half = min(rules.allowance, board.width + board.depth) // pitch + 1
    side = 2 * half + 1
    west, south = x - half * pitch, y - half * pitch
    floors, places = _floors_of_lattice(journey.board, numbers, rules.step, (west, south, side, pitch))
    nodes = kernels.scratch(known + side * side + places, 7)
    rows: list[tuple[int, int, int]] = []
    listed: list[list[int]] = []
    for at, v in numbers.items():
        own = links.get(v, ())
        listed.append([*at, 0, 0, len(rows), len(own)])
        rows.extend(own)
    nodes[:known] = listed
    starts, items = kernels.numbers(side * side + 1, 0), kernels.numbers(len(nodes), 0)
    count = kernels.direct.lattice(
        journey.arrays, kernels.column(floors), west, south, side, pitch, nodes, known, starts, items, gx, gy, longest,
        journey.gait,
    )  # fmt: skip
    nodes = nodes[:count]
    costs, parent, how = (kernels.numbers(count, value) for value in (-1, 0, 0))
    others, spared = journey.minded()
    kernels.direct.flood(
        journey.costly(), journey.rows, others, journey.walls, spared, kernels.MARKS, kernels.SPANS, mover_id, nodes,
        starts, items, side, side, kernels.table(rows, 3), costs, parent, how, gx, gy,
        nearing[2] if nearing is not None else 0, goals, known if first else goals, journey.gait,
    )  # fmt: skip
    return Reach(journey.blank_copy(), nodes, numbers, costs, parent, how, pitch)


def _crossings(
    board: Board, layout: Layout, journey: Journey, aim: tuple[int, int, int] | None, pitch: int, extra: Sequence[Point]
) -> Iterator[tuple[Passage, int]]:
    """All that is no walk: passages, and flights of who may fly."""
    yield from _legal_passages(board, layout, journey, aim)
    if journey.rules.may_fly:
        yield from flights(journey, _take_offs(board, layout, journey, pitch), pitch, extra, aim)


def _legal_passages(
    board: Board, layout: Layout, journey: Journey, nearing: tuple[int, int, int] | None
) -> Iterator[tuple[Passage, int]]:
    """The passages around a body that nobody blocks, with what they cost; with `nearing` (x, y, distance) only those
    on a way of that length to that point."""
    crowd: list[Box] | None = None
    for passage, alone in nearby_passages(board, layout.row(journey.me), journey.rules):
        if nearing is not None:
            goal, longest = nearing[:2], nearing[2]
            if plan(journey.start, passage.near) + plan(passage.near, goal) > longest:
                continue
        crowd = _crowd(layout, journey.me, journey, journey.rules) if crowd is None else crowd
        cost = alone
        if _crowded(passage, crowd):
            cost, reason = journey.leg(0, *passage, False)
            if reason is not None:
                continue
        yield passage, cost
    if layout.shapes:
        yield from deck_passages(journey, len(layout.decks()))


def _take_offs(board: Board, layout: Layout, journey: Journey, pitch: int) -> list[tuple[Point, int]]:
    """From where a body that flies takes off, and what it costs to walk there: from where it stands, or from under a
    roof the nearest places outside."""
    if sky_is_open(journey, journey.start):
        return [(journey.start, 0)]
    walked = reach(board, layout, journey.me, replace(journey.rules, may_fly=False), pitch)
    found: list[tuple[Point, int]] = []
    for v in sorted(walked.nodes(), key=lambda v: walked.cost[v]):
        at = walked.point(v)
        if all(squared_distance(at, other) >= ASUNDER for other, _ in found) and sky_is_open(journey, at):
            found.append((at, walked.cost[v]))
            if len(found) == TAKE_OFFS:
                break
    return found


def _floors_of_lattice(
    board: Board, points: Collection[Point], step: int, lattice: tuple[int, int, int, int]
) -> tuple[list[int], int]:
    """The numbers of the floors that a lattice (west, south, side, pitch) covers, no more than four steps from the
    height of some point, and how many points they have room for."""
    west, south, side, pitch = lattice
    east, north = west + side * pitch, south + side * pitch
    levels = {0} | {at[2] for at in points}
    found = [
        (number, floor)
        for number, floor in enumerate(board.rows.floors)
        if floor[3] <= east and floor[5] >= west and floor[4] <= north and floor[6] >= south
        if any(abs(floor[0] - level) <= 4 * step for level in levels)
    ]
    return [number for number, _ in found], sum(_points(floor, west, south, side, pitch) for _, floor in found)


def _points(floor: tuple[int, ...], west: int, south: int, side: int, pitch: int) -> int:
    """How many points of a lattice lie on a floor at most."""
    columns = (min(floor[5], west + side * pitch) - max(floor[3], west)) // pitch + 1
    lines = (min(floor[6], south + side * pitch) - max(floor[4], south)) // pitch + 1
    return columns * lines


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
