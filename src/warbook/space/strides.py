"""Straight walks without a search: a random route, the farthest point in a direction, and whether a body can walk at
all."""

from __future__ import annotations

from ..core.decision import Random
from ..core.length import INCH
from . import _kernels as kernels
from .board import Board
from .flights import drawn_flight
from .layout import Layout
from .passages import Passage, nearby_passages
from .routes import keep_trace, trace
from .rules import Body, Mode, Point, Route, Rules
from .shapes import UNIT, stretched
from .shapes import direction as compass
from .walked import Walked


def sample(board: Board, layout: Layout, mover_id: int, rules: Rules, rng: Random) -> Route:
    """Some legal route, cheaply and without a flood: mostly one straight walk, now and then a passage close by."""
    mover = layout.row(mover_id)
    allowance = rules.allowance
    if allowance <= 0:
        return ()
    gait = rules.gait_of(mover, board)
    draw = rng.random
    if draw() < _BY_PASSAGE:
        route = _by_passage(board, layout, mover_id, mover, rules, rng)
        if route:
            return route
    if rules.may_fly and draw() < _BY_AIR and (route := drawn_flight(board, layout, mover_id, rules, rng)):
        return route
    width, arrays = 2 * allowance + 1, layout.with_ground(board).priced(rules.going)
    barriers, spared = layout.barriers_for(mover_id), rules.spared()
    for _ in range(_DRAWS):
        dx, dy = int(draw() * width) - allowance, int(draw() * width) - allowance
        x, y, z, cost, marks = kernels.direct.stride(
            arrays, layout.bodies, barriers, spared, kernels.MARKS, kernels.SPANS, mover_id, mover[0], mover[1],
            mover[2], dx, dy, _SHORTER, gait,
        )  # fmt: skip
        if cost > 0:
            if not marks:
                _keep_walk(board, layout, mover_id, rules, (mover[0], mover[1], mover[2]), (x, y, z), cost)
            return ((x, y, z, 0),)
    return ()


def _keep_walk(board: Board, layout: Layout, mover_id: int, rules: Rules, start: Point, end: Point, cost: int) -> None:
    """Tells a layout what a straight walk comes to that meets nothing: whoever takes it asks for that."""
    keep_trace(board, layout, mover_id, ((*end, 0),), rules, Walked(cost, (cost,), (start, end)))


def run(
    board: Board,
    layout: Layout,
    mover_id: int,
    rules: Rules,
    towards: tuple[int, int],
    lengths: int = 16,
    far: int = -1,
) -> tuple[Point, int]:
    """The farthest of so many lengths that a body can walk straight in a direction (an integer vector), within its
    allowance and no further than `far` (-1: its allowance): where that ends and what it costs; the place where it
    stands and 0 if it cannot."""
    mover = layout.row(mover_id)
    dx, dy = stretched(*towards, rules.allowance if far < 0 else far)
    x, y, z, cost, marks = kernels.direct.stride(
        layout.with_ground(board).priced(rules.going), layout.bodies, layout.barriers_for(mover_id),
        rules.spared(), kernels.MARKS, kernels.SPANS, mover_id, mover[0], mover[1], mover[2], dx, dy, lengths,
        rules.gait_of(mover, board),
    )  # fmt: skip
    end = int(x), int(y), int(z)
    if cost > 0 and not marks:
        _keep_walk(board, layout, mover_id, rules, (mover[0], mover[1], mover[2]), end, int(cost))
    return end, max(0, int(cost))


def steps_free(board: Board, layout: Layout, mover_id: int, rules: Rules) -> bool:
    """Whether a body can walk anywhere at all, asked of eight directions; False does not mean that it cannot."""
    mover, step = layout.row(mover_id), min(rules.allowance // 2, INCH)
    if step <= 0:
        return False
    arrays, barriers = layout.with_ground(board).priced(rules.going), layout.barriers_for(mover_id)
    gait, spared = rules.gait_of(mover, board), rules.spared()
    for degree in range(0, 360, 45):
        ux, uy = compass(degree)
        _, _, _, cost, _ = kernels.direct.stride(
            arrays, layout.bodies, barriers, spared, kernels.MARKS, kernels.SPANS, mover_id, *mover[:3],
            ux * step // UNIT, uy * step // UNIT, 1, gait,
        )  # fmt: skip
        if cost > 0:
            return True
    return False


_BY_PASSAGE = 0.15  # how often something else than a walk is tried

_BY_AIR = 0.5  # how often whoever may fly does

_DRAWS = 3

_SHORTER = 3  # lengths tried in each direction


def _by_passage(board: Board, layout: Layout, mover_id: int, mover: Body, rules: Rules, rng: Random) -> Route:
    """A walk to the beginning of some passage close by, and the passage, if they are legal."""
    close = _close_passages(board, mover, rules)
    if not close:
        return ()
    passage = close[int(rng.random() * len(close))]
    walk: Route = () if passage.near == mover[:3] else ((*passage.near, int(Mode.WALK)),)
    route = (*walk, (*passage.far, int(passage.mode)))
    return route if isinstance(trace(board, layout, mover_id, route, rules), Walked) else ()


def _close_passages(board: Board, mover: Body, rules: Rules) -> list[Passage]:
    """The passages of the mover's level that it could perhaps walk to and take."""
    level = mover[2]
    return [p for p in nearby_passages(board, mover, rules) if abs(p.near[2] - level) <= rules.step]
