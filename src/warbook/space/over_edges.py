"""Ways over the edges around a body at one place: what is legal there, and what may lie beyond, if anything does."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from . import _kernels as kernels
from .board import Board
from .breakpoints import (
    Outlines,
    Vector,
    ahead,
    outlines,
)
from .edges import Edge, beside_floors, edges_near
from .layout import HEIGHT, RADIUS, Layout
from .over_gaps import Goal, Ray, cut_of, is_joint, landings, leaps_from
from .passages import TO_HAND, gap_between_levels
from .planar import on_lattice, plan
from .routes import Journey
from .rules import BEYOND, Mode, Point, Rules
from .sight import line_blocked
from .terrain import CLIMB

_TOUCH = 3  # how near the lattice comes to where a way crosses an edge
_ASIDE = 2 * _TOUCH  # so far on either side nothing changes where two floors lie side by side


class Opening(NamedTuple):
    """A way over an edge that is open: where it begins and ends, how it is done, and how wide the gap is that it
    leaps."""

    near: Point
    far: Point
    mode: Mode
    width: int = 0


Stretches = list[tuple[int, int]]
"""Parts of an edge, each from so far along it to so far."""


def crosses(stretches: Stretches, low: float, high: float) -> bool:
    """Whether a part of an edge has something in common with one of others."""
    return any(begins <= high and low <= ends for begins, ends in stretches)


def floor_at(board: Board, at: Point) -> int:
    """The number of the floor at a point; -1 for the ground."""
    return int(kernels.direct.floor_at(board.arrays.floors, board.arrays.corners, *at))


class OverEdges:
    """One body at one place, and the ways over the edges around it."""

    __slots__ = (
        "allows",
        "at",
        "board",
        "bounds",
        "columns",
        "ends",
        "hand",
        "height",
        "judged",
        "layout",
        "me",
        "near",
        "radius",
        "shallowest",
        "trip",
        "vaults",
        "walks",
    )

    def __init__(
        self,
        board: Board,
        layout: Layout,
        mover_id: int,
        rules: Rules,
        shallowest: int,
        allows: Callable[[Opening], bool] | None = None,
        vaults: bool = False,
    ) -> None:
        mover = layout.row(mover_id)
        self.allows, self.vaults = allows, vaults
        self.board, self.layout, self.me, self.shallowest = board, layout, mover_id, shallowest
        self.at: Point = (mover[0], mover[1], mover[2])
        self.radius, self.height = mover[RADIUS], mover[HEIGHT]
        self.hand = self.radius + TO_HAND  # how far from an edge a way over it begins
        self.trip = Journey(board, layout, mover_id, rules)
        self.near = [edge for edge in edges_near(board, self.at, self.hand) if self.modes(edge)]
        self.walks: dict[Point, int] = {}  # what a way to a point costs; BEYOND where there is none
        self.bounds: dict[int, Outlines] = {}
        self.ends: dict[Point, int] = {}  # the floor on which it would end there; `NOWHERE` where it could not stand
        self.judged: dict[tuple[Point, Point, Mode], Opening | None] = {}
        self.columns: dict[tuple[Edge, tuple[int, int], int], bool] = {}  # whether a face is free there

    def goal(self, opening: Opening) -> Goal:
        return Goal(opening.mode, opening.far[2], floor_at(self.board, opening.far))

    def modes(self, edge: Edge) -> tuple[Mode, ...]:
        """What one may do at an edge from the level of the body."""
        step, rules = self.trip.rules.step, self.trip.rules
        climb = (Mode.CLIMB,) if rules.may_climb else ()
        if edge.z - self.at[2] > step:
            return climb
        if edge.z != self.at[2]:
            return ()
        jump, leap = (Mode.JUMP,) if rules.may_jump else (), (Mode.LEAP,) if rules.may_leap else ()
        return (*climb, *jump, *leap) if edge.z > step else leap

    # ---- what is legal ----

    def reaches(self, near: Point) -> bool:
        """Whether the body may go straight to a point in its reach."""
        return self.walk(near) < BEYOND

    def walk(self, near: Point) -> int:
        """What it costs the body to go straight to a point in its reach."""
        if near not in self.walks:
            x, y = self.at[:2]
            cost, code = 0, kernels.OK
            if near != self.at:
                is_near = max(abs(near[0] - x), abs(near[1] - y)) <= self.hand
                cost, code = self.trip.walk(self.at, near, False, False)[:2] if is_near else (0, kernels.NO_FLOOR)
            self.walks[near] = cost if code == kernels.OK else BEYOND
        return self.walks[near]

    def stops_at(self, near: Point) -> bool:
        """Whether the body may go straight to a point in its reach and stop there."""
        return self.reaches(near) and self.trip.walk(self.at, near, False, True)[1] == kernels.OK

    def judge(self, near: Point, far: Point, mode: Mode) -> Opening | None:
        """The way from one point to another, if it is legal, begins beside the edge and ends beside an edge."""
        opening = self.judge_by_space(near, far, mode)
        return opening if opening is None or self.allows is None or self.allows(opening) else None

    def judge_by_space(self, near: Point, far: Point, mode: Mode) -> Opening | None:
        """The same, whatever more the game has against it; kept, as half of them are come to in two ways."""
        key = near, far, mode
        if key not in self.judged:
            self.judged[key] = self._judge(near, far, mode)
        return self.judged[key]

    def _judge(self, near: Point, far: Point, mode: Mode) -> Opening | None:
        if not self.reaches(near):
            return None
        if self.vaults and mode == Mode.LEAP and abs(far[2] - near[2]) > self.trip.rules.step:
            return self.judge_vault(near, far)
        trip = self.trip
        trip.leaps.clear()
        if mode == Mode.JUMP and near[2] - far[2] <= self.shallowest:
            return None
        cost, code, _ = trip.leg(1, near, far, mode, True)
        if code != kernels.OK or self.walk(near) + cost > trip.rules.allowance:
            return None
        width = 0
        if mode == Mode.LEAP:
            if len(trip.leaps) != 1:
                return None
            begins, ends, width = trip.leaps[0].near, trip.leaps[0].far, trip.leaps[0].width
        else:
            high, low = (near, far) if near[2] > far[2] else (far, near)
            brink = trip.edge(high, low)
            if brink is None:
                return None
            begins = ends = on_lattice(high, low, brink[0], plan(high, low))
        room = self.hand if mode == Mode.CLIMB and far[2] < near[2] else 2 * self.radius
        level = near[2] if mode == Mode.LEAP else max(near[2], far[2])
        if plan(near, begins) > self.hand or plan(ends, far) > room or not self.touches(begins, level):
            return None
        return Opening(near, far, mode, width)

    def judge_vault(self, near: Point, far: Point) -> Opening | None:
        """The same of a leap that ends higher or lower."""
        gap = gap_between_levels(self.trip, near, far)
        if gap is None or plan(near, far) - gap.enters > 2 * self.radius:
            return None
        begins = on_lattice(near, far, gap.leaves, plan(near, far))
        if plan(near, begins) > self.hand or not self.touches(begins, near[2]):
            return None
        head = (near[0], near[1], near[2] + self.height), (far[0], far[1], far[2] + self.height)
        if not self.stops_at(near) or not self.trip.stands(far) or line_blocked(self.layout, self.board, *head):
            return None
        return Opening(near, far, Mode.LEAP, gap.width)

    def touches(self, crossed: Sequence[int], z: int) -> bool:
        """Whether what is crossed at a point is an edge that the body touches where it is."""
        return any(edge.z == z and edge.near(crossed[0], crossed[1], _TOUCH) for edge in self.near)

    def is_free_column(
        self, edge: Edge, at: tuple[int, int], hopes: set[Goal], columns: Stretches | None = None
    ) -> bool:
        """Whether a face can be climbed at a point of an edge to one of the goals, and nothing is in the way there.
        `columns` are the parts of the edge where that may be so, if they are known already (`free_columns`)."""
        if columns is not None:
            along = max(0, min(edge.length, edge.place(*at)[0]))
            if not crosses(columns, along, along):
                return False
        return any(self._is_free(edge, at, low) for low in {min(self.at[2], goal.z) for goal in hopes})

    def _is_free(self, edge: Edge, at: tuple[int, int], low: int) -> bool:
        key = (edge, at, low)
        if key not in self.columns:
            trip, high, top = self.trip, edge.z, edge.z + self.trip.rules.step
            free = trip.face(at, low, high) is None and trip.sweep(at, at, low, high, top, at)[0] == kernels.OK
            self.columns[key] = free and not self._is_joint(edge, at)
        return self.columns[key]

    def _is_joint(self, edge: Edge, at: tuple[int, int]) -> bool:
        """Whether one may walk straight over an edge at a point and on both sides of that."""
        if edge not in beside_floors(self.board):
            return False
        along, _ = edge.place(*at)
        return all(is_joint(self.trip, edge, along + aside) for aside in (-_ASIDE, _ASIDE))

    def stopped(self, near: Point, at: tuple[int, int]) -> bool:
        """Whether a body is in the way to a point of an edge."""
        return self.trip.sweep(near[:2], at, near[2], near[2])[0] in (kernels.IN_THE_WAY, kernels.TOO_NEAR)

    # ---- at a right angle ----

    def starts(self, edge: Edge, along: int) -> list[Point]:
        """Points before an edge from which it is crossed so far along."""
        away = (self.radius + 20, self.radius * 3 // 4, 20) if edge.z > self.at[2] else (-60, -self.radius - 10, -20)
        return [(*edge.point(along, out), self.at[2]) for out in away]

    def ends_beyond(self, edge: Edge, mode: Mode, near: Point, direction: Vector) -> Iterator[Point]:
        """Points beyond an edge, or on its top, where a way ends that goes in a direction."""
        r = self.radius
        if mode == Mode.LEAP:
            for begins, goal in landings(self.trip, edge, near, direction, self.vaults):
                for more in (60, r + 10, 2 * r - 5):
                    yield (*ahead(near, direction, begins + more), goal.z)
            return
        cut = cut_of(edge, near, direction)
        if cut is None:
            return
        if edge.z > self.at[2]:
            for more in (60, r + 10, 2 * r - 5):
                yield (*ahead(near, direction, cut + more), edge.z)
            return
        for more in (r + 20, r + 60, self.hand if mode == Mode.CLIMB else 2 * r - 5):
            yield from self.below(edge, mode, *ahead(near, direction, cut + more))

    def below(self, edge: Edge, mode: Mode, x: int, y: int) -> Iterator[Point]:
        """Where one may come down at a point from an edge: on the highest floor, or climbing on any under that too."""
        z = edge.z - self.trip.rules.step
        while True:
            z = self.board.floor_below(x, y, z)
            yield x, y, z
            if z == 0 or mode != Mode.CLIMB:
                return
            z -= 1

    def over(
        self, edge: Edge, mode: Mode, nears: Iterable[Point], direction: Vector, hopes: Collection[Goal] | None = None
    ) -> Opening | None:
        """A way over an edge in a direction from one of some points, to one of the `hopes` if there are any."""
        for near in nears:
            if self.reaches(near):
                for far in self.ends_beyond(edge, mode, near, direction):
                    if self.may_end(mode, far, hopes):
                        opening = self.judge(near, far, mode)
                        if opening is not None:
                            return opening
        return None

    def may_end(self, mode: Mode, far: Point, hopes: Collection[Goal] | None) -> bool:
        """Whether the body could stand where a way ends, and that is one of the hopes."""
        floor = self.ends.get(far)
        if floor is None:
            floor = self.ends[far] = self.trip.footing(far)
        return floor != kernels.NOWHERE and (hopes is None or (mode, far[2], floor) in hopes)

    def where_it_stands(self, edge: Edge, mode: Mode) -> Opening | None:
        """The way over an edge at a right angle from where the body stands, or from the foot of the way to there."""
        along, _ = edge.place(self.at[0], self.at[1])
        along = max(0, min(edge.length, along))
        return self.over(edge, mode, (self.at, *self.starts(edge, along)), self.right_angle(edge))

    def right_angle(self, edge: Edge) -> Vector:
        """The direction over an edge from where the body is."""
        return (-edge.dy, edge.dx) if edge.z > self.at[2] else (edge.dy, -edge.dx)

    def hopes(self, edge: Edge, mode: Mode, nears: Iterable[Point]) -> set[Goal]:
        """What a way over an edge from some points might lead to, as far as floors and edges go."""
        if mode == Mode.LEAP:
            return {ray.goal for near in nears for ray in self.rays(near, edge)}
        if mode == Mode.CLIMB and not self.may_be_climbed(edge):
            return set()
        floors = self.floors_beyond(edge)
        if edge.z > self.at[2]:  # a climb may go on over a narrow gap to another floor
            return {Goal(mode, z, number) for z, number in floors if z == edge.z}
        rules = self.trip.rules
        drops = (self.shallowest + 1, rules.deepest_jump) if mode == Mode.JUMP else (rules.step + 1, edge.z)
        return {Goal(mode, z, number) for z, number in [(0, -1), *floors] if drops[0] <= edge.z - z <= drops[1]}

    def floors_beyond(self, edge: Edge) -> list[tuple[int, int]]:
        """The floors on which a climb or jump over an edge may end, each with its height and its number."""
        west, south, east, north = self.window(edge, 2 * self.radius)
        return [
            (floor[0], number)
            for number, floor in enumerate(self.board.rows.floors)
            if floor[3] <= east and floor[5] >= west and floor[4] <= north and floor[6] >= south
        ]

    def may_be_climbed(self, edge: Edge) -> bool:
        """Whether an edge has a face to hold on to, or a wall beside it has one."""
        if edge.climbable:
            return True
        west, south, east, north = self.window(edge, self.trip.rules.overhang)
        return any(
            flags & CLIMB
            and min(x0, x1) <= east
            and max(x0, x1) >= west
            and min(y0, y1) <= north
            and max(y0, y1) >= south
            for x0, y0, x1, y1, _, _, flags in self.board.rows.edges
        )

    def window(self, edge: Edge, more: int) -> tuple[int, int, int, int]:
        """The box around the part of an edge that may be crossed, and so much more on every side."""
        along, _ = edge.place(self.at[0], self.at[1])
        far = 2 * self.hand  # beside a point that the body reaches
        ends = [edge.point(max(0, min(edge.length, along + side)), 0) for side in (-far, far)]
        (ax, ay), (bx, by) = ends
        return min(ax, bx) - more, min(ay, by) - more, max(ax, bx) + more, max(ay, by) + more

    def rays(self, near: Point, edge: Edge) -> tuple[Ray, ...]:
        """The leaps over an edge from a point, if nobody is about."""
        return leaps_from(self.trip.board, near, self.radius, edge, self.trip.rules.shape(), self.vaults)

    def feet(self, edge: Edge) -> list[Point]:
        """Where the body stands, and the point before an edge that is nearest."""
        along, _ = edge.place(self.at[0], self.at[1])
        return [self.at, self.starts(edge, max(0, min(edge.length, along)))[0]]

    def bounds_within(self, far: int) -> Outlines:
        """What bounds the places of the body, so far around it."""
        if far not in self.bounds:
            x, y, _ = self.at
            box = (x - far, y - far, x + far, y + far)
            self.bounds[far] = outlines(self.board, self.layout, self.me, box, self.trip.gait)
        return self.bounds[far]
