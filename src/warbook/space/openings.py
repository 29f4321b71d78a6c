"""Openings: from where a body may climb, jump and leap, right there where it stands, found exactly.

Along an edge, what bodies, walls and ground forbid a base that crosses it at a right angle begins and ends at
breakpoints; so each breakpoint within reach is tried, and one point between any two.  Where no right angle will do, the
base goes aslant: from a few points on its side every direction is tried at which something changes.  Climbs and jumps
that this does not find are looked for last, from where they may end (`far_side`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from ..core.length import INCH
from . import _kernels as kernels
from .board import Board
from .breakpoints import (
    Outlines,
    Vector,
    ahead,
    between,
    directions,
    distances,
    whole_and_between,
    within,
)
from .edges import Edge, beside_floors, edges_near
from .far_side import FarSide
from .layout import Layout
from .over_edges import Opening, OverEdges, Stretches, crosses
from .over_gaps import Goal, Ray, cut_of, farthest, landings
from .passages import FARTHEST_LEAP, TO_HAND
from .routes import Journey
from .rules import Leg, Mode, Point, Route, Rules
from .walked import Walked


def openings(
    board: Board,
    layout: Layout,
    mover_id: int,
    rules: Rules,
    known: Iterable[Goal],
    shallowest: int,
    allows: Callable[[Opening], bool] | None = None,
    vaults: bool = False,
) -> Iterator[Opening]:
    """For each edge that a base touches the way over it where it stands, if that is open; and for everything that is
    neither among the `known` goals nor reached in this way one way to it, if there is any.  Jumps down no deeper than
    `shallowest` are left out, and what the game does not allow; with `vaults` leaps may end higher or lower."""
    yield from _Search(board, layout, mover_id, rules, shallowest, allows, vaults).openings({*known})


def routes_over_edges(board: Board, layout: Layout, mover_id: int, rules: Rules) -> Iterator[Route]:
    """For everything that a body may get to over an edge that it touches where it stands one legal route there; none
    where the rules allow no climb, leap or jump."""
    journey = Journey(board, layout, mover_id, rules)
    if not edges_near(board, journey.start, journey.gait.radius + TO_HAND):
        return
    for way in openings(board, layout, mover_id, rules, (), 0):
        over: Leg = (*way.far, int(way.mode))
        route = (over,) if way.near == journey.start else ((*way.near, int(Mode.WALK)), over)
        if isinstance(journey.blank_copy().check(route), Walked):
            yield route


class _Search(OverEdges):
    """The search for what is open."""

    __slots__ = ("along_edges", "sides")

    def openings(self, known: set[Goal]) -> Iterator[Opening]:
        self.along_edges: dict[tuple[Edge, int], list[int]] = {}
        for edge in self.near:
            for mode in self.modes(edge):
                opening = self.where_it_stands(edge, mode)
                if opening is not None:
                    known.add(self.goal(opening))
                    yield opening
        self.sides: dict[tuple[Edge, Mode], FarSide] = {}
        for search, starts in (
            (self.across, self.feet),
            (self.aslant, self.slanted_starts),
            (self.from_its_end, self.slanted_starts),
        ):
            for mode in (Mode.JUMP, Mode.CLIMB, Mode.LEAP):  # what is quickly found comes first
                for edge in (edge for edge in self.near if mode in self.modes(edge)):
                    hopes = self.hopes(edge, mode, starts(edge)) - known
                    for opening in search(edge, mode, hopes) if hopes else ():
                        known.add(self.goal(opening))
                        yield opening

    def across(self, edge: Edge, mode: Mode, hopes: set[Goal]) -> Iterator[Opening]:
        """Ways over an edge at right angles, one to each of the goals to which there is any."""
        direction = self.right_angle(edge)
        asked = self.breakpoints(edge, mode)
        if mode == Mode.CLIMB:
            columns = self.free_columns(edge, hopes)
            asked = [along for along in asked if crosses(columns, along, along)]
        for along in asked:
            opening = self.over(edge, mode, self.starts(edge, along), direction, hopes)
            if opening is not None:
                hopes.discard(self.goal(opening))
                yield opening
                if not hopes:
                    return

    def breakpoints(self, edge: Edge, mode: Mode) -> list[int]:
        """How far along an edge something changes for a base that crosses it at a right angle, and between these."""
        far = FARTHEST_LEAP if mode == Mode.LEAP else 3 * INCH
        if (edge, far) not in self.along_edges:
            self.along_edges[edge, far] = self._breakpoints(edge, far)
        return self.along_edges[edge, far]

    def _breakpoints(self, edge: Edge, far: int) -> list[int]:
        along, _ = edge.place(self.at[0], self.at[1])
        low, high = max(0, along - 2 * self.hand), min(edge.length, along + 2 * self.hand)
        if low > high:
            return []
        bounds = self.bounds_within(far)
        cuts: list[float] = [low, high]
        for x, y, r in bounds.circles:
            middle, _ = edge.place(x, y)
            cuts += [middle - r, middle, middle + r]
        for ax, ay, bx, by in bounds.lines:
            cuts += [edge.place(ax, ay)[0], edge.place(bx, by)[0]]
        r = self.radius
        for out in (-2 * r + 5, -r - 10, -60, -20, 0, 20, r * 3 // 4, r + 20, r + 60):
            origin = edge.point(0, out)
            cuts += distances(origin, (edge.dx, edge.dy), bounds, edge.length)
        return whole_and_between(cuts, low, high)

    # ---- aslant ----

    def aslant(self, edge: Edge, mode: Mode, hopes: set[Goal]) -> Iterator[Opening]:
        """Ways over an edge in any direction, one to each of the goals to which there is any."""
        if mode == Mode.LEAP:
            yield from self.leaps(edge, hopes)
            return
        columns = self.free_columns(edge, hopes) if mode == Mode.CLIMB else [(0, edge.length)]
        if not columns:
            return
        beyond = self.sides[edge, mode] = FarSide(self, edge, mode, hopes, columns)
        hopes &= {*beyond.ends}
        far = self.hand + 2 * self.radius
        inward = -1 if edge.z > self.at[2] else 1
        halfway = self.halfway_starts(edge, self.alongs(edge)) if mode == Mode.JUMP else ()
        for near in chain(self.slanted_starts(edge), halfway) if hopes else ():
            least, most = beyond.seen_from(near, hopes)
            if not crosses(columns, beyond.crossed(near, least), beyond.crossed(near, most)):
                continue
            bounds = within(self.bounds_within(3 * INCH), near, far)
            for direction in directions(near, bounds, far, farthest(edge, near, self.radius)):
                if (direction[0] * edge.dy - direction[1] * edge.dx) * inward <= 0:
                    continue
                if not least <= beyond.slant(direction) <= most:
                    continue
                cut = cut_of(edge, near, direction)
                if cut is None or cut > self.hand:
                    continue
                at = ahead(near, direction, cut)
                if mode != Mode.CLIMB or self.is_free_column(edge, at, hopes, columns):
                    yield from self.along(edge, mode, near, direction, bounds, hopes)
                    if not hopes:
                        return

    def free_columns(self, edge: Edge, hopes: set[Goal]) -> Stretches:
        """From where to where along an edge its face can be climbed with nothing in the way, and a little further: to
        the next places on either side where that was asked."""
        asked = self.breakpoints(edge, Mode.CLIMB)
        around = zip(asked[:1] + asked, asked, asked[1:] + asked[-1:], strict=False)
        found: Stretches = []
        for a, along, b in around:
            if self.is_free_column(edge, edge.point(along, 0), hopes):
                begins = found.pop()[0] if found and found[-1][1] >= a else a
                found.append((begins, b))
        return found

    def from_its_end(self, edge: Edge, mode: Mode, hopes: set[Goal]) -> Iterator[Opening]:
        """Climbs and jumps over an edge that are found from where they end, one to each of the goals."""
        if (edge, mode) in self.sides:
            yield from self.sides[edge, mode].ways(hopes)

    def leaps(self, edge: Edge, hopes: set[Goal]) -> Iterator[Opening]:
        """Leaps over an edge in any direction, from the points that are tried first and then from others."""
        yield from self.leaps_of(edge, [*self.slanted_starts(edge)], hopes)
        if hopes:
            barred = [along for along in self.alongs(edge) if not self.reaches(self.starts(edge, along)[0])]
            yield from self.leaps_of(edge, [*self.halfway_starts(edge, barred)], hopes)

    def leaps_of(self, edge: Edge, starts: list[Point], hopes: set[Goal]) -> Iterator[Opening]:
        """Leaps from some points in any direction: first in those in which nothing but floors and pitfalls count."""
        for near in starts:
            for ray in self.rays(near, edge):
                if ray.goal in hopes:
                    opening = self.over(edge, Mode.LEAP, (near,), ray.direction, {ray.goal})
                    if opening is not None:
                        hopes.discard(ray.goal)
                        yield opening
        for near in starts:
            for goal in sorted(hopes):
                there = [ray for ray in self.rays(near, edge) if ray.goal == goal]
                if there:
                    yield from self.leaps_to(edge, near, there, hopes)

    def leaps_to(self, edge: Edge, near: Point, rays: list[Ray], hopes: set[Goal]) -> Iterator[Opening]:
        """Leaps from a point in any direction between those in which one goal is seen."""
        far = max(ray.begins for ray in rays) + 2 * self.radius
        turns = [_turn_over(edge, ray.direction) for ray in rays]
        right, left = rays[turns.index(min(turns))].direction, rays[turns.index(max(turns))].direction
        bounds = between(within(self.bounds_within(FARTHEST_LEAP), near, far), near, right, left)
        for direction in directions(near, bounds, far, (right, left)):
            if min(turns) <= _turn_over(edge, direction) <= max(turns) and rays[0].goal in hopes:
                yield from self.along(edge, Mode.LEAP, near, direction, bounds, hopes)

    def along(
        self, edge: Edge, mode: Mode, near: Point, direction: Vector, bounds: Outlines, hopes: set[Goal]
    ) -> Iterator[Opening]:
        """Ways over an edge from a point in one direction."""
        cut = cut_of(edge, near, direction)
        if cut is None or cut > self.hand or self.stopped(near, ahead(near, direction, cut)):
            return
        for end in self.slanted_ends(edge, mode, near, direction, bounds, hopes):
            opening = self.judge(near, end, mode) if self.may_end(mode, end, hopes) else None
            if opening is not None:
                hopes.discard(self.goal(opening))
                yield opening

    def stopped_in_flight(self, near: Point, direction: Vector, begins: int, z: int) -> bool:
        """Whether something is in the way of a leap to where a floor begins; between levels nobody is."""
        if abs(z - near[2]) > self.trip.rules.step:
            return False
        return (
            self.trip.sweep(near[:2], ahead(near, direction, begins), min(z, near[2]), max(z, near[2]))[0] != kernels.OK
        )

    def slanted_starts(self, edge: Edge) -> Iterator[Point]:
        """The points before an edge from which slanted ways are looked for."""
        if self.reaches(self.at):
            yield self.at
        starts = [near for along in self.alongs(edge) for near in self.starts(edge, along)[:2]]
        if edge in beside_floors(self.board) and edge.z == self.at[2] and not any(map(self.reaches, starts)):
            starts = [*self.starts_past_corners(edge)]
        yield from filter(self.reaches, starts)

    def halfway_starts(self, edge: Edge, alongs: Iterable[int]) -> Iterator[Point]:
        """Points neither hard by an edge nor a base's width away: for a jump past the end of a wall beyond it, and for
        the leap of one who is near to an enemy already and may not go hard by the edge."""
        halfway = (edge.point(along, -self.radius // 2) for along in alongs)
        return filter(self.reaches, [(x, y, self.at[2]) for x, y in halfway])

    def alongs(self, edge: Edge) -> list[int]:
        """How far along an edge slanted ways begin that are looked for."""
        along, _ = edge.place(self.at[0], self.at[1])
        parts = (0, *(part * self.hand // 3 for part in (-1, 1, -2, 2, -3, 3)))
        return [max(0, min(edge.length, along + more)) for more in parts]

    def starts_past_corners(self, edge: Edge) -> Iterator[Point]:
        """The points before an edge that lie straight behind a corner of a floor: the only ones that can be reached
        where two floors have hardly more than a corner in common."""
        x, y, z = self.at
        for ax, ay, bx, by in self.bounds_within(self.hand).lines:
            for direction in ((ax - x, ay - y), (bx - x, by - y)):
                for near in self.starts(edge, 0)[:2]:
                    away = cut_of(edge._replace(x=near[0], y=near[1]), self.at, direction)
                    if away is not None:
                        yield (*ahead(self.at, direction, away), z)

    def slanted_ends(
        self, edge: Edge, mode: Mode, near: Point, direction: Vector, bounds: Outlines, hopes: set[Goal]
    ) -> Iterator[Point]:
        """Where a slanted way may end."""
        if mode == Mode.LEAP:
            for begins, goal in landings(self.trip, edge, near, direction, self.vaults):
                if goal in hopes and not self.stopped_in_flight(near, direction, begins, goal.z):
                    for away in distances(near, direction, bounds, begins + 2 * self.radius, begins):
                        yield (*ahead(near, direction, away), goal.z)
            return
        cut, up = cut_of(edge, near, direction) or 0, edge.z > self.at[2]
        room = self.hand if mode == Mode.CLIMB and not up else 2 * self.radius
        for away in distances(near, direction, bounds, cut + room, cut):
            x, y = ahead(near, direction, away)
            if up:
                yield x, y, edge.z
            else:
                yield from self.below(edge, mode, x, y)


def _turn_over(edge: Edge, direction: Vector) -> float:
    """A number that grows as a direction that leads out over an edge turns counter-clockwise; more than any where it
    leads inwards."""
    out = direction[0] * edge.dy - direction[1] * edge.dx
    along = direction[0] * edge.dx + direction[1] * edge.dy
    return along / out if out > 0 else 1e18
