"""Pushes: straight on, as far as nothing is in the way."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from ..core.length import root_up
from . import _kernels as kernels
from .board import Board
from .layout import Layout
from .planar import on_board
from .reasons import Why
from .routes import Journey
from .rules import Point, Rules


class Pushed(Struct, frozen=True):
    """Where a straight push ends, how far it went, and what stopped it (None: it went the whole way).

    A push that would go over an edge stops at the edge with `Why.NO_FLOOR` or `Why.GAP`: whether to fall is the
    game's to say.
    """

    x: int
    y: int
    z: int
    moved: int
    stopped: Why | None = None
    who: int = -1

    @property
    def spot(self) -> Point:
        """Where it ends."""
        return (self.x, self.y, self.z)


def push(
    board: Board, layout: Layout, mover_id: int, direction: tuple[int, int], distance: int, *,
    keep_clear: int = 0, walls_between: int = 0, step: int = 500,
) -> Pushed:  # fmt: skip
    """Moves a body straight in a direction (an integer vector), up to `distance`, until something solid, impassable
    ground, an edge or another base stops it; so does coming within `keep_clear` of an enemy (`walls_between` as in
    `Rules`)."""
    me = layout.row(mover_id)
    x, y, z = me[:3]
    length = root_up(direction[0] ** 2 + direction[1] ** 2)
    if length == 0 or distance <= 0:
        return Pushed(x, y, z, 0)
    rules = Rules(
        distance, keep_clear=keep_clear, walls_between=walls_between, may_pass_friends=False, step=step,
        ignore_terrain=True,
    )  # fmt: skip
    trip, line = Journey(board, layout, mover_id, rules, me), _Line((x, y, z), *direction, length)
    far, code, who = _farthest(trip, line, distance)
    stopped = None if code == kernels.OK else Why(code)
    fits, where, _, level, _ = trip.ground(line.start, line.point(far))
    if fits in (kernels.OVER_GAP, kernels.NO_FLOOR):
        stopped, who = Why(fits), -1
        far, level = _last_on_floor(trip, line, max(0, where))
    return Pushed(*line.point(far), level, far, stopped, who)


class _Line(NamedTuple):
    """Where a push begins, and the vector along which it goes, which is `length` long."""

    start: Point
    dx: int
    dy: int
    length: int

    def point(self, far: int) -> tuple[int, int]:
        """The point so far along the line."""
        x, y, _ = self.start
        return x + toward_zero(self.dx * far, self.length), y + toward_zero(self.dy * far, self.length)


def _farthest(trip: Journey, line: _Line, distance: int) -> tuple[int, int, int]:
    """How far a body gets along a line before anything solid, and the code of what stops it and whose body that is."""
    code, who = _hit(trip, line, distance)
    if code == kernels.OK:
        return distance, code, who
    good, bad = 0, distance
    while bad - good > 1:
        middle = (good + bad) // 2
        found, whose = _hit(trip, line, middle)
        if found == kernels.OK:
            good = middle
        else:
            bad, code, who = middle, found, whose
    return good, code, who


def _hit(trip: Journey, line: _Line, far: int) -> tuple[int, int]:
    """The code of what stops a body that goes so far along a line, edges aside, and whose body that is (-1:
    nobody's)."""
    (x, y, z), at = line.start, line.point(far)
    if on_board(trip.board, at, trip.gait.radius) != at:
        return kernels.OFF_BOARD, -1
    code, who = trip.sweep((x, y), at, z, z)
    if code == kernels.OK and trip.ground(line.start, at)[0] == kernels.IMPASSABLE_GROUND:
        return kernels.IMPASSABLE_GROUND, -1
    return code, who


def _last_on_floor(trip: Journey, line: _Line, far: int) -> tuple[int, int]:
    """How far along a line, up to `far`, some floor still carries a body, and how high that is."""
    while far > 0:
        fits, _, _, level, _ = trip.ground(line.start, line.point(far))
        if fits == kernels.OK:
            return far, level
        far -= 1
    return 0, line.start[2]


def toward_zero(value: int, by: int) -> int:
    """A quotient, rounded towards 0."""
    return value // by if value >= 0 else -(-value // by)
