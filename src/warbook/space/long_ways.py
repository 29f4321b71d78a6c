"""Ways of bases that are not round, judged by their outlines.

The kernels move a disc.  Whatever is legal for the disc that holds a base is legal for the base; what is not is looked
at here, exactly: the ground is judged under the middle, and each straight walk by the ground that the outline sweeps.
A base may be turned before each leg to lie along it, and at the end to where it shall face, or keep lying as it does;
one that may not turn (`facing` None) is pushed as it lies.  A base looks the same from behind, so that the smaller turn
counts.  Other legs than walks are left to the disc.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from ..core.length import root_up
from ..core.shape import Hull
from ..core.state import Placement, Posture
from ..core.structs import replace
from ._kernels import scratch, table
from .board import Board
from .drives.turning import contacts, quarter_turns
from .fitting import footprint_of, misfit, placement_of, ring_of, solid_lines
from .footprints import Footprint, apart, footprint, hull_of, overlap, packed
from .layout import HEIGHT, OWNER, POSTURE, Layout, Z
from .reasons import Reason, Why
from .routes import Journey, check
from .rules import BEYOND, Leg, Mode, Point, Rules, threatens
from .shapes import cross, dot
from .terrain import IMPASSABLE
from .walked import Walked

Facing: TypeAlias = tuple[int, int]


class _Thing(NamedTuple):
    """Something to keep off: by how much, and how far away it was where the route began."""

    foot: Footprint
    keep: int
    already: tuple[int, int]


def check_outline(
    board: Board, layout: Layout, id: int, route: Sequence[Leg], rules: Rules, facing: Facing | None
) -> Walked | tuple[Reason, ...]:
    """What a route costs and meets, or the reasons against it, as `routes.check` gives them; a base that is not round
    is judged by its outline, ending with this facing (None: it is not turned)."""
    found = check(board, layout, id, route, rules)
    if id not in layout.shapes:
        return found
    way = _Outline(board, layout, id, rules)
    if isinstance(found, Walked) and (way.stays(route, facing) or way.has_room()):
        return found
    slim = found if isinstance(found, Walked) else slim_journey(board, layout, id, rules).check(route)
    if not isinstance(slim, Walked):
        return slim if all(leg[3] == Mode.WALK for leg in route) else found
    if way.passes(slim.points, tuple(leg[3] for leg in route), facing):
        return slim
    return (way.why_not(slim.points[-1], facing),) if isinstance(found, Walked) else found


def slim_journey(board: Board, layout: Layout, id: int, rules: Rules) -> Journey:
    """The journey of the largest disc within a base that is not round; it crosses the gaps that the base crosses."""
    journey = Journey(board, layout, id, rules)
    shape = layout.shapes.get(id)
    if shape is not None:
        journey.gait = journey.gait._replace(radius=min(shape.length, shape.width) // 2)
    return journey


class _Outline:
    """One base with an outline among all that it could meet."""

    def __init__(self, board: Board, layout: Layout, id: int, rules: Rules) -> None:
        self.board, self.layout, self.id, self.rules = board, layout, id, rules
        self.journey = Journey(board, layout, id, rules)
        shut = (board.codes[kind] for kind, price in rules.going if price == 0 and kind in board.codes)
        self.closed = (IMPASSABLE, *shut)
        self.start = placement_of(layout, id)
        self.here, self.owner = footprint(self.start), layout.row(id)[OWNER]

    def stays(self, route: Sequence[Leg], facing: Facing | None) -> bool:
        """Whether it neither goes nor turns."""
        return not route and (facing is None or same_way(facing, (self.start.fx, self.start.fy)))

    def has_room(self) -> bool:
        """Whether the disc that holds it is clear of everything where it begins: what is legal for the disc is legal
        for it then."""
        disc = Footprint(((self.start.x, self.start.y),), self.start.radius)
        return all(self._is_clear(disc, thing) for thing in self._things(self.start.z, self.start.z))

    def why_not(self, at: Point, facing: Facing | None) -> Reason:
        """Why it does not get somewhere, or may not lie there like that."""
        found = misfit(self.board, self.layout, self.id, self._at(at, facing or (self.start.fx, self.start.fy)))
        return found or Reason(Why.NO_ROOM)

    def passes(self, points: Sequence[Point], modes: Sequence[int], facing: Facing | None) -> bool:
        """Whether there is a way to turn it so that it gets along these points and may stand at the last."""
        lies: dict[Facing, None] = {(self.start.fx, self.start.fy): None}
        for before, after, mode in zip(points, points[1:], modes, strict=False):
            along = after[0] - before[0], after[1] - before[1]
            if facing is not None and along != (0, 0):
                lies |= dict.fromkeys(self._turned(before, lies, along))
            lies = {way: None for way in lies if self._goes(before, after, mode, way)}
        ends = lies if facing is None else dict.fromkeys(self._turned(points[-1], lies, facing))
        return any(self._stands(points[-1], way) for way in ends)

    def _turned(self, at: Point, lies: dict[Facing, None], to: Facing) -> Iterator[Facing]:
        """How it lies once it is turned to a direction at a point, if nothing is in the way of that."""
        for way in lies:
            if same_way(way, to):
                yield way
                return
            end = to if dot(*way, *to) >= 0 else (-to[0], -to[1])
            turn = quarter_turns(self._at(at, way), self._at(at, end))
            around = [
                Footprint(thing.foot.core, thing.foot.radius + max(0, thing.keep - 1))
                for thing in self._things(at[2], at[2])
                if not self._was_nearer(thing)
            ]
            rows, corners = packed(around)
            things = table(rows, 7), table(corners, 2), scratch(len(rows), 3)
            if any(contacts(one, other, *things) for one, other in turn):
                continue
            yield end
            return

    def _goes(self, before: Point, after: Point, mode: int, way: Facing) -> bool:
        """Whether it gets from a point to another as it lies."""
        if mode != Mode.WALK:
            return self.journey.price_of(before, (*after, mode), False) < BEYOND
        here, there = footprint(self._at(before, way)), footprint(self._at(after, way))
        swept = Footprint(hull_of(here.core + there.core), here.radius)
        west, south, east, north = swept.bounds()
        if west < 0 or south < 0 or east > self.board.width or north > self.board.depth:
            return False
        low, high = min(before[2], after[2]), max(before[2], after[2])
        return all(self._keeps_off(swept, thing) for thing in self._things(low, high))

    @staticmethod
    def _is_clear(foot: Footprint, thing: _Thing) -> bool:
        """Whether it is as far from something as it has to be."""
        square, by = apart(foot.core, thing.foot.core)
        return square >= (foot.radius + thing.foot.radius + thing.keep) ** 2 * by

    def _keeps_off(self, foot: Footprint, thing: _Thing) -> bool:
        """Whether it is as far from something as it has to be, or no nearer than where the route began."""
        if thing.keep == 0:
            return not overlap(foot, thing.foot)
        square, by = apart(foot.core, thing.foot.core)
        was, of = thing.already
        return self._is_clear(foot, thing) or square * of >= was * by

    def _was_nearer(self, thing: _Thing) -> bool:
        """Whether it had to keep off something and did not where the route began."""
        square, by = thing.already
        return thing.keep > 0 and square < (self.here.radius + thing.foot.radius + thing.keep) ** 2 * by

    def _things(self, low: int, high: int) -> Iterator[_Thing]:
        """All that it could meet on floors between two heights: walls, closed ground and bodies."""
        tall = high + self.start.height
        for line in solid_lines(self.board, self.layout, low + self.rules.step, tall):
            yield _Thing(Footprint(line, 0), 0, (0, 1))
        for foot, tip, first, count, *_, kind in self.journey.board.rows.areas:
            if kind in self.closed and foot <= low and (tip > low or foot == low):
                yield _Thing(Footprint(ring_of(self.journey.board, first, count), 0), 0, (0, 1))
        for number, row in enumerate(self.layout.rows()):
            if number == self.id or row[POSTURE] == Posture.AWAY:
                continue
            other, keep = footprint_of(self.layout, number), self._kept_off(number, row, low, high)
            if keep:
                yield _Thing(other, keep, apart(self.here.core, other.core))
            if row[Z] < tall and row[Z] + row[HEIGHT] > low and not self._passes_over(number, row):
                yield _Thing(other, 0, (0, 1))

    def _kept_off(self, number: int, row: tuple[int, ...], low: int, high: int) -> int:
        """How far it keeps off a body: 0 from one that is no threat, or on another level."""
        rules, away = self.rules, max(row[Z] - high, low - row[Z], 0)
        spared = number in rules.exempt or number in rules.contact_with or away >= rules.keep_clear
        if spared or not threatens(row[POSTURE], row[OWNER], self.journey.gait):
            return 0
        return root_up(rules.keep_clear**2 - away * away)

    def _passes_over(self, number: int, row: tuple[int, ...]) -> bool:
        """Whether it may go over where a body is, as `kernels.passed` has it."""
        if isinstance(self.layout.shapes.get(number), Hull):
            return False
        if row[OWNER] == self.owner >= 0:
            return self.rules.may_pass_friends
        return row[OWNER] >= 0 and row[POSTURE] == Posture.HELPLESS and self.rules.may_pass_helpless

    def _stands(self, at: Point, way: Facing) -> bool:
        """Whether it may stop at a point as it lies: on nobody, whom it may have passed, and with a floor below it."""
        return misfit(self.board, self.layout, self.id, self._at(at, way), closed=self.closed) is None

    def _at(self, at: Point, way: Facing) -> Placement:
        return replace(self.start, x=at[0], y=at[1], z=at[2], fx=way[0], fy=way[1])


def same_way(one: Facing, other: Facing) -> bool:
    """Whether a base that looks the same from behind lies alike along two directions."""
    return cross(*one, *other) == 0
