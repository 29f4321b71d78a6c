"""What a search has reached: the points where a body can get to, what they cost and the ways there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from ..core.length import INCH
from . import _kernels as kernels
from .outlines import rings
from .passages import Passage
from .routes import Journey
from .rules import Leg, Mode, Point, Route
from .shapes import stretched
from .walked import Walked

N = TypeVar("N")

ASUNDER = (2 * INCH) ** 2  # the squared distance between the points of routes that follow one lead


class Search(NamedTuple):
    """What a flood was made of: where its lattice begins, how many columns and lines of points it has and how far these
    are apart; which nodes were asked for (from `first` to before `known`), at the first of which it was over if `last`
    is no less; the links, which are the legs that are no walks; where the numbers of the first nodes are found (see
    `_kernels.slot_of`); and where it went towards (x, y, how far around it), and whether it left out whatever does not
    lead there (`strict`)."""

    west: int
    south: int
    columns: int
    lines: int
    pitch: int
    first: int
    last: int
    known: int
    links: Any
    slots: Any
    towards: tuple[int, int, int]
    strict: bool


class Reach:
    """Where a body can get to: a lattice of points on every floor with the cheapest legal route to each.

    The lattice enumerates; it does not rule.  A point between its points may be reachable too: ask
    `shortest`, or `check`.

    `nodes` are rows of seven: x, y, z, column, line, first link, how many links; row 0 is where the body stands.  The
    other tables have one entry a node: its `cost` (-1: out of reach), the `parent` before it on the way, and `how` the
    leg from there is done (a `Mode`).
    """

    __slots__ = ("_added", "_cost", "_how", "_journey", "_lists", "_parent", "_search", "_table")

    def __init__(
        self, journey: Journey, nodes: Any, cost: Any, parent: Any, how: Any, search: Search,
        added: Mapping[Point, int] | None = None,
    ) -> None:  # fmt: skip
        self._journey, self._table, self._search = journey, nodes, search
        self._cost, self._parent, self._how = cost, parent, how
        self._added = added or {}  # the numbers of nodes that came later, by where they are
        self._lists: dict[str, Any] = {}  # what has been asked of all nodes: most are asked of a few

    @property
    def cost(self) -> list[int]:
        """The cost of each node, -1 where it is out of reach."""
        return self._list("cost", lambda: kernels.plain(self._cost))

    def nodes(self) -> list[int]:
        """The numbers of the nodes where a legal route may end."""
        return self._list("nodes", lambda: [v for v, may in enumerate(kernels.plain(self._stops())) if may])

    def _stops(self) -> Any:
        """1 for each node where a legal route may end."""
        return self._list("stops", self._where_it_may_stop)

    def _where_it_may_stop(self) -> Any:
        journey, may = self._journey, kernels.numbers(len(self._table), 0)
        kernels.direct.stops(
            journey.arrays, journey.rows, journey.walls, journey.me, self._table, self._cost, may, journey.gait
        )
        return may

    def closest(self, spot: Point, square: int, *, cheapest: bool = False, most: int = kernels.FAR) -> int:
        """The number of the node nearest to a point where a legal route may end that costs no more than `most`, of
        equals the first, or the first of the `cheapest`; -1 where the squared distance of none is less than
        `square`."""
        journey = self._journey
        tables = journey.arrays, journey.rows, journey.walls, journey.me, self._table, self._cost
        return int(kernels.direct.closest(*tables, *spot, square, int(cheapest), most, journey.gait))

    @property
    def _points(self) -> list[list[int]]:
        return self._list("points", lambda: kernels.plain(self._table))

    def _list(self, name: str, make: Callable[[], N]) -> N:
        if name not in self._lists:
            self._lists[name] = make()
        found: N = self._lists[name]
        return found

    def squares_from(self, spots: Sequence[Point]) -> list[int]:
        """For each node where a legal route may end, by its number, the squared distance to the nearest of some points;
        0 for all others, and where there are no points."""
        return kernels.plain(self._squares(spots)) if spots else [0] * len(self._table)

    def _squares(self, spots: Sequence[Point]) -> Any:
        away = kernels.numbers(len(self._table), 0)
        kernels.direct.nearest(self._table, self._stops(), kernels.table(spots, 3), away)
        return away

    def point(self, v: int) -> Point:
        """Where a node is."""
        node = self._points[v] if "points" in self._lists else self._table[v]
        return (int(node[0]), int(node[1]), int(node[2]))

    @property
    def pitch(self) -> int:
        """How far apart the points of the lattice are."""
        return self._search.pitch

    def nodes_and_costs(self) -> tuple[Any, Any]:
        """The tables of nodes and of their costs, as the kernels take them."""
        return self._table, self._cost

    def _number_of(self, point: Point) -> int:
        """The number of a node that the lattice need not have, -1 where there is none at a point."""
        v = self._added.get(point)
        slots = self._search.slots
        return int(slots[kernels.direct.slot_of(self._table, slots, *point)]) - 1 if v is None else v

    def cost_at(self, point: Point) -> int:
        """What a point costs that was asked for, -1 where it is out of reach."""
        v = self._number_of(point)
        return int(self._cost[v]) if v >= 0 else -1

    def on_its_levels(self, goals: Sequence[Point]) -> list[Point]:
        """Those of some goals that are about as high as something that the flood came to, or that some leg leads to
        to which it did not come."""
        may, rise = kernels.numbers(len(goals), 0), 2 * self._journey.rules.step
        kernels.direct.levelled(self._table, self._cost, self._search.links, kernels.table(goals, 3), rise, may)
        return [goal for goal, on in zip(goals, may, strict=True) if on]

    def may_come_to(self, goals: Sequence[Point], most: int) -> bool:
        """Whether a flood that knew of these goals, or had more of movement, might come to one of them for no more than
        `most`: it came close to one, or was short of what leads there."""
        spots, spent = kernels.table(goals, 3), self._journey.rules.allowance
        spent = spent if most > spent else kernels.FAR
        return bool(kernels.direct.nearly(self._table, self._cost, spots, self.pitch, spent, most))

    def flood(self, journey: Journey, starts: Any, items: Any, seeds: Any) -> None:
        """Goes on from the seeds, nodes whose cost is known, to all others that come cheaper from there."""
        others, spared = journey.minded()
        search, count = self._search, len(self._table)
        queue, places = kernels.unfilled(count, 2), kernels.numbers(count, 0)
        kernels.direct.flood(
            journey.costly(), journey.rows, others, journey.walls, spared, kernels.MARKS, kernels.SPANS, journey.me,
            self._table, starts, items, search.columns, search.lines, search.links, seeds, queue, places, self._cost,
            self._parent, self._how, *search.towards, search.first, search.last, int(search.strict), journey.gait,
        )  # fmt: skip

    def with_more(self, journey: Journey, through: Sequence[Point], passages: Sequence[tuple[Passage, int]]) -> Reach:
        """This flood, gone on with more points that ways may lead through, and more passages; it is over at the
        first of the goals that come cheaper."""
        numbers, count, search = dict(self._added), len(self._table), self._search
        links, own = [*kernels.plain(search.links)], dict[int, list[tuple[int, int, int]]]()
        added: list[Point] = []

        def number(at: Point) -> int:
            v = self._number_of(at) if at not in numbers else numbers[at]
            if v < 0:
                v = numbers[at] = count + len(added)
                added.append(at)
            return v

        for passage, cost in passages:
            own.setdefault(number(passage.near), []).append((number(passage.far), cost, int(passage.mode)))
        for at in through:
            number(at)
        nodes = kernels.grown(self._table, [[*at, 0, 0, 0, 0] for at in added])
        for v, more in own.items():
            before, many = int(nodes[v][5]), int(nodes[v][6])
            nodes[v][5], nodes[v][6] = len(links), many + len(more)
            links += [*links[before : before + many], *more]
        news = [0] * len(added)
        costs = kernels.grown(self._cost, [-1] * len(added))
        found = Reach(
            self._journey, nodes, costs, kernels.grown(self._parent, news), kernels.grown(self._how, news),
            search._replace(links=kernels.table(links, 3), last=search.known), numbers,
        )  # fmt: skip
        starts, items = kernels.numbers(search.columns * search.lines + 1, 0), kernels.unfilled_numbers(len(nodes))
        lattice = search.west, search.south, search.columns, search.lines, search.pitch
        kernels.direct.placed(nodes, count, *lattice, starts, items)
        seeds = kernels.numbers(len(nodes), 0)
        n = kernels.direct.seeded(nodes, costs, count, 2 * search.pitch, seeds)
        begun = [*kernels.plain(seeds[:n]), *(v for v in own if costs[v] >= 0)]
        if begun:
            found.flood(journey, starts, items, kernels.column(tuple(dict.fromkeys(begun))))
        return found

    def nodes_at(self, points: Collection[Point]) -> list[int]:
        """The numbers of those nodes at some of the points that were asked for, where a legal route may end."""
        found = map(self._number_of, points)
        return [v for v in found if v >= 0 and self._cost[v] >= 0 and (v == 0 or self._journey.stands(self.point(v)))]

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
        away = self._squares(())  # all are far from what has been chosen so far, which is nothing
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

    def routes_by_lead(self, lead: Callable[[Point], float], n: int) -> list[Route]:
        """Up to `n` legal routes to the points for which a lead (a function from a point to a number) is least,
        `ASUNDER` from one another."""
        found: list[Route] = []
        taken: list[Point] = []
        nodes = self._points
        points = [(lead(at), v, at) for v in self.nodes() for at in ((nodes[v][0], nodes[v][1], nodes[v][2]),)]
        for _, v, at in sorted(points):
            if len(found) == n:
                break
            if all(squared_distance(at, other) >= ASUNDER for other in taken):
                route = self.route(v)
                walked = self._journey.blank_copy().check(route)
                if isinstance(walked, Walked):
                    found.append(route if found else self._drawn_on(route, walked.cost, lead))
                    taken.append(at)
        return found

    def _drawn_on(self, route: Route, cost: int, lead: Callable[[Point], float]) -> Route:
        """A route whose last walk goes straight on with what is left of the allowance, if that follows the lead: where
        an inch costs more than an inch, the lattice leaves up to a quarter of it."""
        journey = self._journey
        left = journey.rules.allowance - cost
        if not route or route[-1][3] != Mode.WALK or left < self._search.pitch // 4:
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

    def region(self) -> dict[int, list[tuple[tuple[int, int], ...]]]:
        """For each height the outlines (closed rings of points) around all lattice points where a route may end."""
        cells: dict[int, set[tuple[int, int]]] = {}
        nodes, pitch = self._points, self.pitch
        for v in self.nodes():
            x, y, z, column, line = nodes[v][:5]
            if (x - nodes[0][0]) % pitch == 0 and (y - nodes[0][1]) % pitch == 0:
                cells.setdefault(z, set()).add((column, line))
        west = nodes[0][0] - nodes[0][3] * pitch - pitch // 2
        south = nodes[0][1] - nodes[0][4] * pitch - pitch // 2
        return {
            z: [tuple((west + c * pitch, south + r * pitch) for c, r in ring) for ring in rings(group)]
            for z, group in sorted(cells.items())
        }


def squared_distance(a: Point, b: Point) -> int:
    """The square of the distance between two points in space."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2
