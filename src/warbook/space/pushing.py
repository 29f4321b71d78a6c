"""Pushes: straight on, as far as nothing is in the way."""

from __future__ import annotations

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
    dx, dy = direction
    length = root_up(dx * dx + dy * dy)
    if length == 0 or distance <= 0:
        return Pushed(x, y, z, 0)
    rules = Rules(
        distance, keep_clear=keep_clear, walls_between=walls_between, may_pass_friends=False, step=step,
        ignore_terrain=True,
    )  # fmt: skip
    trip = Journey(board, layout, mover_id, rules, me)

    def point(s: int) -> tuple[int, int]:
        return (x + toward_zero(dx * s, length), y + toward_zero(dy * s, length))

    def hit(s: int) -> tuple[int, int]:
        px, py = point(s)
        if on_board(board, (px, py), me[5]) != (px, py):
            return kernels.OFF_BOARD, -1
        code, who = trip.sweep((x, y), (px, py), z, z)
        if code == kernels.OK:
            ground, _, _, _, _ = trip.ground((x, y, z), (px, py))
            if ground == kernels.IMPASSABLE_GROUND:
                return ground, -1
        return code, who

    code, who = hit(distance)
    good = distance
    if code != kernels.OK:
        good, bad = 0, distance
        while bad - good > 1:
            middle = (good + bad) // 2
            found, whose = hit(middle)
            if found == kernels.OK:
                good = middle
            else:
                bad, code, who = middle, found, whose
    stopped = None if code == kernels.OK else Why(code)
    fits, where, _, level, _ = trip.ground((x, y, z), point(good))
    if fits in (kernels.OVER_GAP, kernels.NO_FLOOR):
        stopped, who = Why(fits), -1
        good = max(0, where)
        while good > 0:
            fits, _, _, level, _ = trip.ground((x, y, z), point(good))
            if fits == kernels.OK:
                break
            good -= 1
        if good == 0:
            level = z
    px, py = point(good)
    return Pushed(px, py, level, good, stopped, who)


def toward_zero(value: int, by: int) -> int:
    return value // by if value >= 0 else -(-value // by)
