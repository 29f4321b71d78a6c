"""The far side of an edge: where a body may end that climbs or jumps over it, and how it gets there, found exactly.

Places to end are bounded by outlines.  If there is any place, then there is one where two outlines meet, and all others
lie between such places.  So what has none beyond an edge is soon done with; and what no start leads to of those that
are tried first is looked for from where it ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import _kernels as kernels
from .breakpoints import (
    Line,
    Outlines,
    Vector,
    ahead,
    distances,
    meeting_points,
    plain_directions,
    with_middles,
    within,
)
from .edges import Edge
from .over_edges import Opening, OverEdges, Stretches
from .over_gaps import Goal, cut_of
from .rules import Mode, Point
from .shapes import rectangle, sides

BESIDE_FOUND = 20  # how far beside places that were found others may lie: the lattice keeps only the inside
_NUDGES = (
    (0, 0),
    *((dx * by, dy * by) for by in (2, 12) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)),
)

Ends = dict[Goal, list[Point]]


class FarSide:
    """What lies beyond an edge for a body that climbs or jumps over it to one of some goals."""

    __slots__ = ("_bounds", "_columns", "_edge", "_mode", "_reach", "_room", "_search", "_up", "ends")

    def __init__(self, search: OverEdges, edge: Edge, mode: Mode, goals: set[Goal], columns: Stretches) -> None:
        self._search, self._edge, self._mode, self._columns = search, edge, mode, columns
        self._up = edge.z > search.at[2]
        self._room = search.hand if mode == Mode.CLIMB and not self._up else 2 * search.radius
        self._reach = 2 * search.hand + self._room
        self._bounds = within(search.bounds_within(self._reach), search.at, self._reach)
        self.ends: Ends = {}  # where outlines meet that the body may stand, of each goal
        goals = {goal for goal in goals if mode != Mode.CLIMB or self._may_pay(goal)}
        for spot in self._corners() if goals else ():
            for end in self._at(spot, goals):
                self.ends.setdefault(search.goal(Opening(end, end, mode)), []).append(end)

    def _may_pay(self, goal: Goal) -> bool:
        """Whether a climb to a goal, however short the way to it, is no dearer than the body may go."""
        rules = self._search.trip.rules
        return rules.climb_cost * (self._edge.z - min(self._search.at[2], goal.z)) <= rules.allowance

    def _corners(self) -> Iterator[tuple[int, int]]:
        """Where outlines meet beyond the edge and within reach."""
        edge, reach, (x, y, _) = self._edge, self._reach, self._search.at
        lines = self._square(reach)
        for out in (0, self._room - 2):
            lines.append((*edge.point(-reach, self._out(out)), *edge.point(edge.length + reach, self._out(out))))
        for px, py in dict.fromkeys(meeting_points(Outlines(self._bounds.circles, (*self._bounds.lines, *lines)))):
            if max(abs(px - x), abs(py - y)) <= reach + 1 and -1 <= self._out(edge.place(px, py)[1]) <= self._room:
                yield px, py

    def _out(self, out: int) -> int:
        """How far beyond the edge something is, and the reverse."""
        return -out if self._up else out

    def _at(self, spot: tuple[int, int], goals: set[Goal]) -> list[Point]:
        """Where the body may stand at a corner, or hard by it."""
        search, edge = self._search, self._edge
        for dx, dy in _NUDGES:
            x, y = spot[0] + dx, spot[1] + dy
            there = [(x, y, edge.z)] if self._up else search.below(edge, self._mode, x, y)
            if found := [end for end in there if search.may_end(self._mode, end, goals) and self._comes_down(end)]:
                return found
        return []

    def _comes_down(self, end: Point) -> bool:
        """Whether nothing is in the way of a jump above where it ends."""
        spot = end[:2]
        return self._mode != Mode.JUMP or self._search.trip.sweep(spot, spot, end[2], self._edge.z)[0] == kernels.OK

    def seen_from(self, near: Point, goals: set[Goal]) -> tuple[float, float]:
        """Between which slants a way from a point leads to any of some goals."""
        along, out = self._edge.place(near[0], near[1])
        slants = [
            (far - along + aside) / max(1, self._out(beyond - out))
            for goal in goals
            for x, y, _ in self.ends.get(goal, ())
            for far, beyond in (self._edge.place(x, y),)
            for aside in (-BESIDE_FOUND, BESIDE_FOUND)
        ]
        return min(slants, default=0.0), max(slants, default=0.0)

    def crossed(self, near: Point, slant: float) -> float:
        """How far along the edge a way from a point crosses it that has this slant."""
        along, out = self._edge.place(near[0], near[1])
        return along - slant * self._out(out)

    def slant(self, direction: Vector) -> float:
        """How far along the edge a direction leads for each inch beyond it."""
        ux, uy = direction
        dx, dy = self._edge.dx, self._edge.dy
        out = self._out(ux * dy - uy * dx)
        return (ux * dx + uy * dy) / out if out > 0 else 0.0

    # ---- from where a way ends ----

    def ways(self, hopes: set[Goal]) -> Iterator[Opening]:
        """Ways over the edge to where outlines meet, one to each of some goals."""
        if not self._bounds.circles:
            return
        starts = self._bounds_of_starts()
        for goal in sorted(hopes & {*self.ends}):
            opening = next((way for end in self.ends[goal] for way in self._ways_to(end, starts)), None)
            if opening is not None:
                hopes.discard(goal)
                yield opening

    def _bounds_of_starts(self) -> Outlines:
        """What bounds the points from which a way over the edge begins: all that the body cannot go straight to."""
        search = self._search
        (x, y, _), hand = search.at, search.hand
        about = within(self._bounds, search.at, hand)
        straight = [(x, y, *ahead(search.at, way, 2 * hand)) for way in plain_directions(search.at, about)]
        return Outlines(about.circles, (*about.lines, *self._square(hand), *straight))

    def _square(self, half: int) -> list[Line]:
        """The sides of the square about the body, so long at either side of it."""
        x, y, _ = self._search.at
        return [(*p, *q) for p, q in sides(rectangle(x - half, y - half, 2 * half, 2 * half))]

    def _ways_to(self, end: Point, starts: Outlines) -> Iterator[Opening]:
        """Ways over the edge to a point."""
        search, edge, mode = self._search, self._edge, self._mode
        x, y, z = search.at
        goal, level = search.goal(Opening(end, end, mode)), end[2] if mode == Mode.CLIMB else edge.z
        far = self._room + search.hand
        about = within(self._bounds, end, far)
        lines = (*about.lines, *self._square(search.hand))  # in which every way over the edge begins
        for direction in with_middles(plain_directions(end, Outlines(about.circles, lines))):
            back = (-direction[0], -direction[1])
            if self._out(back[0] * edge.dy - back[1] * edge.dx) <= 0:
                continue
            cut = cut_of(edge, end, direction)
            if cut is None or cut > self._room:
                continue
            crossed = ahead(end, direction, cut)
            if max(abs(crossed[0] - x), abs(crossed[1] - y)) > 2 * search.hand:
                continue
            if mode == Mode.CLIMB and not search.is_free_column(edge, crossed, {goal}, self._columns):
                continue
            if search.trip.sweep(crossed, end[:2], level, level)[0] != kernels.OK:
                continue
            for away in distances(end, direction, starts, cut + search.hand, cut):
                near = (*ahead(end, direction, away), z)
                if not search.reaches(near):
                    continue
                opening = search.judge(near, end, mode)
                if opening is not None:
                    yield opening
                if search.stopped(near, crossed):
                    break
