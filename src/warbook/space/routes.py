"""Routes: whether a way is legal, what it costs and what it meets.

A route is a tuple of legs, each `(x, y, z, mode)`: the point where the leg ends and how it is done, all integers.
`check` rules on any route exactly, and says why not in codes that `sentence` puts into words.

What the modes mean.  WALK follows the highest floor within a step of the last one and crosses gaps no wider than
`Rules.gap` or the base.  LEAP is a walk that may cross wider gaps.  CLIMB goes straight up or down the face of a
floor, at the point where the line in plan crosses its edge.  JUMP steps off an edge to land beside it.  LINK goes
along a ladder, stairs or a ramp.  FLY passes over everything under the open sky.

Ground is judged under the centre of the base; walls, impassable ground and other bases by its whole width.
"""
# long: one journey judges legs of every kind, and what a leg costs and meets hangs together

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from ..core.length import root_up
from . import _kernels as kernels
from .board import Board
from .layout import WIDTH, Layout, per_layout
from .links import on_link
from .planar import on_lattice
from .reasons import Reason, Why
from .rules import BEYOND, Body, Leg, Mode, Point, Route, Rules, off_board
from .terrain import CLIMB, LADDER
from .walked import Crossing, Entry, Jump, Leap, Walked


def body(layout: Layout, id: int) -> Body:
    """A packed row: x, y, z, fx, fy, radius, height, posture, owner."""
    return layout.row(id)


def check(
    board: Board, layout: Layout, mover_id: int, route: Sequence[Leg], rules: Rules
) -> Walked | tuple[Reason, ...]:
    """Rules on a route: what it costs and meets, or every reason against it (one a leg, and one for its length)."""
    return Journey(board, layout, mover_id, rules).check(route)


def trace(board: Board, layout: Layout, mover_id: int, route: Route, rules: Rules) -> Walked | tuple[Reason, ...]:
    """The same as `check`, for a route that is asked about again: a layout keeps the answer."""
    return _trace(layout, board, mover_id, route, rules)


@per_layout
def _trace(layout: Layout, board: Board, mover_id: int, route: Route, rules: Rules) -> Walked | tuple[Reason, ...]:
    return check(board, layout, mover_id, route, rules)


def keep_trace(board: Board, layout: Layout, mover_id: int, route: Route, rules: Rules, known: Walked) -> None:
    """Tells a layout what `trace` would find out about a route."""
    answer: Walked | tuple[Reason, ...] = known
    per_layout.tell(_trace, answer, layout, board, mover_id, route, rules)


_SHUT = (kernels.IMPASSABLE_GROUND, kernels.CLOSED_GROUND, kernels.TOO_HIGH)


class Journey:
    """One mover on one board under one set of rules: what the legs of its route are judged by."""

    __slots__ = (
        "arrays", "board", "climbs", "entries", "exempt", "gait", "jumps", "leaps", "me", "obstacles", "prices", "rows",
        "rules", "start", "walls",
    )  # fmt: skip

    def __init__(self, board: Board, layout: Layout, mover_id: int, rules: Rules, mover: Body | None = None) -> None:
        mover, board = mover or layout.row(mover_id), layout.with_ground(board)
        self.board, self.arrays, self.rules = board, board.priced(rules.going), rules
        self.rows, self.walls, self.me = layout.bodies, layout.barriers_for(mover_id), mover_id
        self.start: Point = (mover[0], mover[1], mover[2])
        self.gait = rules.gait_of(mover, board)
        self.exempt = rules.spared()
        self.leaps: list[Leap] = []
        self.jumps: list[Jump] = []
        self.obstacles: list[Crossing] = []
        self.entries: list[Entry] = []
        self.prices: dict[tuple[Point, Leg, bool], int] = {}
        self.climbs: dict[tuple[Point, Point], tuple[int, int, int]] = {}  # by the lower end and the higher

    def blank_copy(self) -> Journey:
        """The same journey with nothing on record."""
        other = Journey.__new__(Journey)
        other.board, other.arrays, other.rules = self.board, self.arrays, self.rules
        other.rows, other.walls = self.rows, self.walls
        other.me, other.start, other.gait, other.exempt = self.me, self.start, self.gait, self.exempt
        other.leaps, other.jumps, other.obstacles, other.entries = [], [], [], []
        other.prices, other.climbs = self.prices, self.climbs
        return other

    def begun_by(self, id: int, mover: Body) -> Journey:
        """The same journey for somebody else whose body is like this one's and as little in its own way.  Nothing is
        taken over that depends on where a route begins, as enemies who are too near there may be walked away from."""
        other = self.blank_copy()
        other.me, other.start, other.gait = id, (mover[0], mover[1], mover[2]), self.rules.gait_of(mover, self.board)
        other.prices, other.climbs = {}, {}
        return other

    def costly(self) -> Any:
        """The board without the ground that makes no difference to a price."""
        return self.board.costly(self.rules.going, self.rules.open_ground)

    def minded(self) -> tuple[Any, Any]:
        """The bodies that could stop the mover somewhere, and which of these need not be kept clear of."""
        near, spared = kernels.scratch(len(self.rows), WIDTH), kernels.numbers(len(self.exempt), 0)
        n, m = kernels.direct.minded(self.rows, self.exempt, self.me, self.gait, near, spared)
        return near[:n], spared[:m]

    def check(self, route: Sequence[Leg]) -> Walked | tuple[Reason, ...]:
        """What a route costs and meets, or every reason against it (one a leg, and one for its length).  What it meets
        goes on record: ask a `blank_copy` where that is not wanted."""
        at, points, costs, reasons = self.start, [self.start], list[int](), list[Reason]()
        for i, leg in enumerate(route):
            if not is_leg(leg):
                return (Reason(Why.MALFORMED, i),)
            to, mode = (leg[0], leg[1], leg[2]), leg[3]
            cost, reason = self.ruling(i, at, to, mode, i == len(route) - 1)
            if reason is not None:
                reasons.append(reason)
            at = to
            points.append(to)
            costs.append(cost)
        total = sum(costs)
        if total > self.rules.allowance:
            reasons.append(Reason(Why.TOO_FAR, max(0, len(route) - 1), amount=total))
        if reasons:
            return tuple(reasons)
        return Walked(
            total,
            tuple(costs),
            tuple(points),
            tuple(self.leaps),
            tuple(self.jumps),
            tuple(i for i, leg in enumerate(route) if leg[3] == Mode.CLIMB),
            tuple(self.obstacles),
            tuple(self.entries),
        )

    def price(self, route: Route) -> int:
        """What a route costs, `BEYOND` where it is refused; nothing goes on record, and no leg is judged twice."""
        at, total = self.start, 0
        for i, leg in enumerate(route):
            key = (at, leg, i == len(route) - 1)
            cost = self.prices.get(key)
            if cost is None:
                cost = self.prices[key] = self.price_of(*key)
            at, total = leg[:3], total + cost
            if total > self.rules.allowance:
                return BEYOND
        return total

    def price_of(self, at: Point, leg: Leg, last: bool) -> int:
        """What one leg costs, `BEYOND` where it is refused; `last` says that the route ends with it."""
        to, mode = leg[:3], leg[3]
        if mode == Mode.WALK and (last or not self.off_board(to)):
            cost, code, _, _ = self.walk(at, to, False, last)
            return cost if code == kernels.OK else BEYOND
        cost, code, _ = self.blank_copy().leg(0, at, to, mode, last)
        return cost if code == kernels.OK else BEYOND

    def ruling(self, i: int, a: Point, b: Point, mode: int, last: bool) -> tuple[int, Reason | None]:
        """The cost of a leg, and the reason against it."""
        cost, code, who = self.leg(i, a, b, mode, last)
        return cost, None if code == kernels.OK else self.reason(code, i, who, mode)

    def leg(self, i: int, a: Point, b: Point, mode: int, last: bool) -> tuple[int, int, int]:
        """The same for whoever tells nobody why: the cost, the code of what is against it (`kernels.OK`: nothing) and
        who or what that is (see `reason`)."""
        rules = self.rules
        if not (True, rules.may_climb, rules.may_leap, rules.may_jump, rules.may_link, rules.may_fly)[mode]:
            return 0, Why.MAY_NOT, -1
        if not last and self.off_board(b):
            return 0, Why.OFF_BOARD, -1
        if mode in (Mode.WALK, Mode.LEAP):
            return self.foot(i, a, b, mode == Mode.LEAP, last)
        if mode == Mode.CLIMB:
            cost, code, who = self.climb(a, b)
        elif mode == Mode.JUMP:
            cost, code, who = self.jump(i, a, b)
        elif mode == Mode.FLY:
            cost, code, who = self.fly(a, b)
        else:
            cost, code, who = self.link(a, b)
        if code == kernels.OK and (last or mode == Mode.JUMP):
            code, who = self.stand(b)
        return cost, code, who

    def off_board(self, at: Point) -> bool:
        """Whether its base would reach over the edge of the board at a point on its way; where the way ends, `stand`
        judges that."""
        return bool(off_board(at[0], at[1], self.gait))

    def reason(self, code: int, leg: int, who: int, mode: int) -> Reason:
        """A kernel's code (one of `Why`) as a reason against a leg; `who` is the body in the way, or the length in
        question where the code is about one."""
        why = Why(code)
        if why == Why.TOO_NEAR:
            return Reason(why, leg, who, self.rules.keep_clear, mode)
        if why in (Why.IN_THE_WAY, Why.OVERLAPS):
            return Reason(why, leg, who, 0, mode)
        return Reason(why, leg, -1, who if why in (Why.TOO_FAR_OUT, Why.TOO_DEEP) else 0, mode)

    def stand(self, at: Point) -> tuple[int, int]:
        """The code of what speaks against stopping at a point (`kernels.OK`: nothing), and whose body that is (-1:
        nobody's); `stands` where only yes or no is wanted."""
        code, who = kernels.direct.standing(self.arrays, self.rows, self.walls, self.me, *at, 0, self.gait)
        return int(code), int(who)

    def ground(
        self, a: Point, b: tuple[int, int], z: int = kernels.ANY, leap: bool = False
    ) -> tuple[int, int, int, int, int]:
        """What the ground says of a straight walk to a point in plan, or of a leap, that ends at height `z` if one is
        given: its code, how far along the line the floor ends (where it is closed, the number of the area; -1 where
        nothing stops it), its cost, how high it ends, and how many marks it leaves for `read`."""
        code, where, cost, end, n = kernels.direct.ground(
            self.arrays, kernels.MARKS, kernels.SPANS, a[0], a[1], a[2], b[0], b[1], z, int(leap), self.gait
        )
        return int(code), int(where), int(cost), int(end), int(n)

    def sweep(
        self, a: tuple[int, int], b: tuple[int, int], low: int, high: int, climbed: int = kernels.GROUNDED,
        at: tuple[int, int] = (0, 0),
    ) -> tuple[int, int]:  # fmt: skip
        """The code of what stops its base on a straight line in plan on floors between two heights, the ground aside,
        and whose body that is (-1: nobody's).  On a climb, `climbed` is the height up to which the face `at` a point is
        no wall in its way."""
        code, who = kernels.direct.sweep(
            self.arrays, self.rows, self.walls, self.exempt, self.me, self.start[0], self.start[1], a[0], a[1],
            b[0] - a[0], b[1] - a[1], low, high, climbed, at[0], at[1], self.gait,
        )  # fmt: skip
        return int(code), int(who)

    def walled(self, a: tuple[int, int], b: tuple[int, int], low: int, high: int) -> bool:
        """Whether a wall, a block or a shut door crosses a line in plan between two heights."""
        return bool(kernels.direct.walled(self.arrays, self.walls, *a, *b, low, high))

    def walk(self, a: Point, b: Point, leap: bool, last: bool) -> tuple[int, int, int, int]:
        """Cost, code, who or what is in the way, and how many marks there are."""
        code, who, cost, _, n = kernels.direct.walk(
            self.arrays, self.rows, self.walls, self.exempt, kernels.MARKS, kernels.SPANS, self.me, self.start[0],
            self.start[1], a[0], a[1], a[2], b[0], b[1], b[2], int(leap), int(last), self.gait,
        )  # fmt: skip
        return int(cost), int(code), int(who), int(n)

    def end_of_walk(self, a: Point, b: tuple[int, int]) -> tuple[int, bool]:
        """How high a straight walk to a point ends, and whether it is barred or too long, not whether it may stop."""
        code, _, cost, z, _ = kernels.direct.walk(
            self.arrays, self.rows, self.walls, self.exempt, kernels.MARKS, kernels.SPANS, self.me, self.start[0],
            self.start[1], a[0], a[1], a[2], b[0], b[1], kernels.ANY, 0, 0, self.gait,
        )  # fmt: skip
        return int(z), code != kernels.OK or cost > self.rules.allowance

    def furthest(
        self, a: Point, towards: tuple[int, int], size: int, highest: int, left: int, leap: bool, last: bool,
        known: int, most: int, fine: int,
    ) -> int:  # fmt: skip
        """How much of a leg on foot may be gone (see `kernels.furthest`)."""
        far = kernels.direct.furthest(
            self.arrays, self.rows, self.walls, self.exempt, kernels.MARKS, kernels.SPANS, self.me, *self.start[:2], *a,
            *towards, size, highest, left, int(leap), int(last), self.gait, known, most, fine,
        )  # fmt: skip
        return int(far)

    def foot(self, i: int, a: Point, b: Point, leap: bool, last: bool) -> tuple[int, int, int]:
        """Cost, code and who is in the way of a walk or a leap, which is leg `i`."""
        cost, code, who, n = self.walk(a, b, leap, last)
        if n and code == kernels.OK:
            known = len(self.leaps)
            self.read(i, a, b, n)
            if self.rules.leap_free:
                cost -= sum(min(leap.width, self.rules.leap_free) for leap in self.leaps[known:])
        return cost, code, who

    def read(self, i: int, a: Point, b: Point, n: int) -> None:
        """Turns the marks that `ground` left into what the rules will ask about."""
        length = root_up((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
        for kind, index, s, t in kernels.plain(kernels.MARKS[:n]):
            near, far = on_lattice(a, b, s, length), on_lattice(a, b, t, length)
            if kind == kernels.GAP:
                self.leaps.append(Leap(i, t - s, near, far))
            elif kind == kernels.CROSSED:
                self.obstacles.append(Crossing(i, index - len(self.board.areas), near))
            else:
                self.entries.append(Entry(i, index, self.board.rows.areas[index][8], near, far, t - s))

    def edge(self, a: Point, b: Point) -> tuple[int, int] | None:
        """How far along the line from `a` its floor ends, and the cost of getting there; None if one can walk to
        `b`."""
        code, where, _, _, _ = self.ground(a, b[:2])
        if code not in (kernels.OVER_GAP, kernels.NO_FLOOR):
            return None
        length = root_up((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
        c = on_lattice(a, b, where, length)
        _, _, cost, _, _ = self.ground(a, c[:2])
        return where, cost

    def climb(self, a: Point, b: Point) -> tuple[int, int, int]:
        """Cost, code and who is in the way of a climb, up or down."""
        low, high = (a, b) if a[2] <= b[2] else (b, a)
        if not self.carried(b):
            return 0, Why.NO_FLOOR, -1
        known = self.climbs.get((low, high))
        if known is None:
            known = self.climbs[low, high] = self._climb_either_way(low, high)
        return known

    def _climb_either_way(self, low: Point, high: Point) -> tuple[int, int, int]:
        """What a climb between two points that carry it costs, and what speaks against it."""
        rise = high[2] - low[2]
        brink = self.edge(high, low) if rise > self.rules.step else None
        if brink is None:
            return 0, Why.NO_EDGE, -1
        length = root_up((high[0] - low[0]) ** 2 + (high[1] - low[1]) ** 2)
        c = on_lattice(high, low, brink[0], length)[:2]
        code, where, below, _, _ = self.ground(low, c)
        rest = length - brink[0]
        if code in _SHUT or (code != kernels.OK and where < rest - 2 * self.gait.radius):
            return 0, code, where
        cost = brink[1] + below + self.rules.climb_cost * rise
        face = self.face(c, low[2], high[2])
        if face is not None:
            return cost, face, -1
        top = high[2] + self.rules.step
        for p, q, z0, z1 in ((low[:2], c, low[2], low[2]), (c, c, low[2], high[2]), (c, high[:2], high[2], high[2])):
            code, who = self.sweep(p, q, z0, z1, top, c)
            if code != kernels.OK:
                return cost, code, who
        return cost, kernels.OK, -1

    def face(self, c: tuple[int, int], low: int, high: int) -> Why | None:
        """Whether a climb at `c` has something to hold and no overhang above it."""
        step, overhang = self.rules.step, self.rules.overhang
        held = False
        for z, first, count, west, south, east, north, _, flags in self.board.rows.floors:
            if not (low + step < z <= high and west - 3 <= c[0] <= east + 3 and south - 3 <= c[1] <= north + 3):
                continue
            margin = kernels.direct.gap_to_outline(self.arrays.corners, first, count, *c)
            if z >= high - step and margin <= 3:
                held = held or bool(flags & CLIMB)
            elif margin > overhang and kernels.direct.in_polygon(self.arrays.corners, first, count, *c):
                return Why.OVERHANG
        if held:
            return None
        for x0, y0, x1, y1, z0, z1, flags in self.board.rows.edges:
            reaches = flags & CLIMB and z0 <= low + step and z1 >= high - overhang
            if reaches and kernels.direct.nearer(*c, x0, y0, x1 - x0, y1 - y0, overhang + 1):
                return None
        return Why.NO_FACE

    def stands(self, at: Point) -> bool:
        """Whether the mover may stop at a point."""
        return self.stand(at)[0] == kernels.OK

    def footing(self, at: Point) -> int:
        """The number of the floor on which the mover may stop at a point (-1: the ground); `kernels.NOWHERE` where it
        may not."""
        return int(kernels.direct.footing(self.arrays, self.rows, self.walls, self.me, *at, self.gait))

    def where_it_stands(self, points: Sequence[Point]) -> list[Point]:
        """Those of some points where the mover may stop."""
        may = kernels.numbers(len(points) + 1, 0)  # the first node of a flood is where the mover is
        table, cost = kernels.table((self.start, *points), 3), kernels.numbers(len(points) + 1, 0)
        kernels.direct.stops(self.arrays, self.rows, self.walls, self.me, table, cost, may, self.gait)
        return [at for at, stops in zip(points, kernels.plain(may)[1:], strict=True) if stops]

    def carried(self, at: Point) -> bool:
        """Whether some floor, stairs or ramp carries a base at a point."""
        return self.ground(at, at[:2], at[2])[0] == kernels.OK or kernels.direct.slope(self.arrays.links, *at) >= 0

    def jump(self, i: int, a: Point, b: Point) -> tuple[int, int, int]:
        """Cost, code and who is in the way of a jump down, which is leg `i`; or the length in question."""
        if a[2] - b[2] <= self.rules.step:
            return 0, Why.NO_DROP, -1
        if a[2] - b[2] > self.rules.deepest_jump:
            return 0, Why.TOO_DEEP, a[2] - b[2]
        brink = self.edge(a, b)
        if brink is None:
            return 0, Why.NO_EDGE, -1
        length = root_up((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)
        out = length - brink[0]
        cost = brink[1] + out
        if out > (self.rules.jump_out or 2 * self.gait.radius):
            return cost, Why.TOO_FAR_OUT, out
        if self.board.floor_below(*b[:2], a[2]) != b[2]:
            return cost, Why.NO_DROP, -1
        code, who = kernels.direct.drop(
            self.arrays, self.rows, self.walls, self.exempt, self.me, self.start[0], self.start[1], *a, *b, self.gait
        )
        if code != kernels.OK:
            return cost, int(code), int(who)
        self.jumps.append(Jump(i, a[2] - b[2], on_lattice(a, b, brink[0], length), b))
        return cost, kernels.OK, -1

    def fly(self, a: Point, b: Point) -> tuple[int, int, int]:
        """Cost, code and who is in the way of a flight.  It passes over walls, ground and bodies, from a place under
        the open sky to another; it costs its length in plan, and ends clear of enemies as a walk does."""
        cost = root_up((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)
        for x, y, z in (a, b):
            for level, first, count, west, south, east, north, *_ in self.board.rows.floors:
                above = level > z + self.rules.step and west <= x <= east and south <= y <= north
                if above and kernels.direct.in_polygon(self.arrays.corners, first, count, x, y):
                    return cost, kernels.NO_ROOM, -1
        if not self.carried(b):
            return cost, kernels.NO_FLOOR, -1
        code, who = self.sweep(b[:2], b[:2], b[2], b[2])
        return cost, code, who

    def link(self, a: Point, b: Point) -> tuple[int, int, int]:
        """Cost, code and who is in the way of a way along a ladder, stairs or a ramp."""
        cost = self.linked(a, b)
        if cost is None:
            return 0, Why.NO_LINK, -1
        code, who = kernels.direct.hoist(
            self.arrays, self.rows, self.walls, self.exempt, self.me, self.start[0], self.start[1], *a, *b, self.gait
        )
        if code != kernels.OK:
            return cost, int(code), int(who)
        return (cost, kernels.OK, -1) if self.carried(b) else (cost, kernels.NO_FLOOR, -1)

    def linked(self, a: Point, b: Point) -> int | None:
        """The least cost of going from `a` to `b` by a ladder, stairs or a ramp; None where none joins them."""
        straight = root_up((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2)
        costs = []
        for link in self.board.rows.links:
            if link[6] == LADDER and not self.rules.may_take_ladders:
                continue
            s, t = on_link(link, a, self.gait), on_link(link, b, self.gait)
            if s is not None and t is not None and s != t:
                costs.append(max(straight, link[7]) if {s, t} == {0, link[7]} else straight)
        return min(costs, default=None)


def is_leg(leg: Any) -> bool:
    """Whether a value is a leg: three coordinates and a mode, all whole numbers."""
    if not isinstance(leg, tuple) or len(leg) != 4:
        return False
    for v in leg:  # a plain loop: every leg of every route is looked at
        if (type(v) is not int and not isinstance(v, IntEnum)) or not -1_000_000 < v < 1_000_000:
            return False
    return bool(0 <= leg[3] <= Mode.FLY)
