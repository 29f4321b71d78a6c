"""What a game says about a move (`Rules`), how a leg is done (`Mode`), and the integers of points, legs and routes."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Any

from msgspec import Struct

from ..core.length import INCH
from ..core.state import Posture
from ..core.structs import replace
from . import _kernels as kernels
from ._kernels import Gait
from .board import Board, Going
from .layout import HEIGHT, OWNER, RADIUS, Z

Point = tuple[int, int, int]

Leg = tuple[int, int, int, int]

Route = tuple[Leg, ...]

BOUNDLESS = 1 << 20  # more than any height

BEYOND = 1 << 30  # more movement than any route takes

BASE_WIDE = -1  # a gap as wide as the base of whoever crosses it

CRACK = 20  # what is no wider than this is a joint between floors, no gap

# Kernels that are asked from Python as they are written: to call them compiled costs more than they do.
off_board: Any = getattr(kernels.off_board, "py_func", kernels.off_board)
threatens: Any = getattr(kernels.threatens, "py_func", kernels.threatens)


class Mode(IntEnum):
    """How a leg is done."""

    WALK = 0
    CLIMB = 1
    LEAP = 2
    JUMP = 3
    LINK = 4
    FLY = 5


class Rules(Struct, frozen=True, cache_hash=True):
    """What a game says about a move.  Lengths in thousandths, costs as whole multiples.

    `going` is the price of ground: kinds of area, each with the hundredths of an inch that an inch of it costs (100 or
    more; 0: it may not be entered); `open_ground` is the price of all that is not named, and the least of any.  An
    obstacle that is higher than `obstacle_free` costs `obstacle_flat` and `obstacle_cost` for each inch of its height;
    one higher than `obstacle_most` cannot be crossed.

    `exempt` and `contact_with` name enemies that need not be kept clear of (the latter are being charged); neither may
    be run over.  With `walls_between`, nor need an enemy be while a wall, a block or a shut door stands between the
    centres, on the higher of the two floors and less than so far above it; with 0, and where a body is not round,
    distances go through walls.  `gap` is the widest gap that needs no leap (`BASE_WIDE`: as wide as the base),
    `leap_free` how much of a leap costs nothing, `jump_out` how far beside the edge a jump may land (0: the width of
    the base), `keep_from` the least posture that counts as a threat, `deepest_jump` the deepest jump down that may be
    taken.
    """

    allowance: int
    keep_clear: int = INCH
    keep_from: int = Posture.DOWN
    walls_between: int = 0
    exempt: tuple[int, ...] = ()
    contact_with: tuple[int, ...] = ()
    contact: int = 10
    climb_cost: int = 2
    going: Going = (("difficult", 200), ("dangerous", 200))
    open_ground: int = 100
    obstacle_cost: int = 1
    obstacle_flat: int = 0
    obstacle_free: int = 0
    obstacle_most: int = BOUNDLESS
    step: int = 500
    overhang: int = 1000
    gap: int = BASE_WIDE
    leap_free: int = 0
    jump_out: int = 0
    deepest_jump: int = BOUNDLESS
    may_pass_friends: bool = True
    may_pass_helpless: bool = False
    ignore_terrain: bool = False
    may_climb: bool = True
    may_leap: bool = True
    may_jump: bool = True
    may_link: bool = True
    may_take_ladders: bool = True
    may_fly: bool = False

    def shape(self) -> Rules:
        """What of these rules decides where climbs, jumps and leaps lead; all else as free as it can be."""
        return Rules(BEYOND, keep_clear=0, step=self.step, overhang=self.overhang, gap=self.gap, jump_out=self.jump_out)

    def alone(self) -> Rules:
        """These rules where nobody is about and the allowance has no end: what they say about the board itself."""
        return replace(
            self,
            allowance=BEYOND,
            keep_clear=0,
            keep_from=int(Posture.DOWN),
            walls_between=0,
            exempt=(),
            contact_with=(),
            contact=0,
            may_pass_friends=True,
            may_pass_helpless=False,
        )

    def gait(self, radius: int, height: int, owner: int, board: Board, begun: int = 0) -> Gait:
        """These rules as the kernels read them, for a base of this size and side whose way begins at that height."""
        return _gait(self, radius, height, owner, board.width, board.depth, begun)

    def gait_of(self, body: Body, board: Board) -> Gait:
        """The gait of one body."""
        return self.gait(body[RADIUS], body[HEIGHT], body[OWNER], board, body[Z])

    def spared(self) -> Any:
        """The ids that need not be kept clear of, as the kernels take them."""
        return _numbers((*self.exempt, *self.contact_with))


@lru_cache(maxsize=4096)
def _gait(rules: Rules, radius: int, height: int, owner: int, width: int, depth: int, begun: int) -> Gait:
    return Gait(
        radius,
        height,
        owner,
        rules.allowance,
        rules.keep_clear,
        int(rules.keep_from),
        2 * radius if rules.gap == BASE_WIDE else rules.gap,
        rules.leap_free,
        rules.step,
        rules.open_ground,
        rules.obstacle_cost,
        rules.obstacle_flat,
        rules.obstacle_free,
        rules.obstacle_most,
        0 if rules.ignore_terrain else 1,
        int(rules.may_pass_friends),
        int(rules.may_pass_helpless),
        width,
        depth,
        rules.walls_between,
        begun,
    )


@lru_cache(maxsize=512)
def _numbers(ids: tuple[int, ...]) -> Any:
    return kernels.column(ids)


Body = tuple[int, ...]  # x, y, z, fx, fy, radius, height, posture, owner, as `Layout.row` gives it
