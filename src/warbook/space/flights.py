"""Flights: where whoever may fly takes off and lands, for searches.

`check` rules on any flight; here they are proposed.  A search takes a flight for a passage: it walks to where it takes
off, if that is not where it stands, and on from where it lands, below a roof for instance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..core.decision import Random
from ..core.length import INCH
from .board import Board
from .layout import Layout
from .passages import Passage
from .planar import plan
from .routes import Journey
from .rules import BEYOND, Leg, Mode, Point, Route, Rules

TAKE_OFFS = 6  # from so many places it takes off, where it cannot from where it stands
_DRAWS = 6


def shortest_flight(journey: Journey, goals: Sequence[Point]) -> Route:
    """The shortest legal flight to any of these points; no legs where there is none."""
    nearest_first = sorted(goals, key=lambda goal: (plan(journey.start, goal), goal))
    flights = (((*goal, int(Mode.FLY)),) for goal in nearest_first)
    return next((flight for flight in flights if journey.price(flight) < BEYOND), ())


def sky_is_open(journey: Journey, at: Point) -> bool:
    """Whether one may take off at a point: a flight that goes nowhere would be legal there."""
    return journey.price_of(at, (*at, int(Mode.FLY)), False) < BEYOND


def flights(
    journey: Journey,
    take_offs: Sequence[tuple[Point, int]],
    pitch: int,
    goals: Sequence[Point],
    nearing: tuple[int, int, int] | None = None,
) -> Iterator[tuple[Passage, int]]:
    """The flights from some places, each of which costs so much to get to, to the points of a lattice and to the goals,
    with what they cost; with `nearing` (x, y, distance) only those on a way of that length there.  The points are at
    least an inch apart: from one to the next it walks."""
    for start, spent in take_offs:
        left = journey.rules.allowance - spent
        for at in {**dict.fromkeys(goals), **dict.fromkeys(_landings(journey.board, start, left, max(pitch, INCH)))}:
            far = plan(start, at)
            if at == start or far > left:
                continue
            if nearing is not None and spent + far + plan(at, nearing[:2]) > nearing[2]:
                continue
            if journey.price_of(start, (*at, int(Mode.FLY)), False) < BEYOND:
                yield Passage(start, at, Mode.FLY), far


def _landings(board: Board, start: Point, far: int, pitch: int) -> Iterator[Point]:
    """The points of a lattice around a place, each on the highest floor there."""
    x, y, _ = start
    steps = min(far, board.width + board.depth) // pitch
    for column in range(-steps, steps + 1):
        for row in range(-steps, steps + 1):
            at = x + column * pitch, y + row * pitch
            if 0 <= at[0] <= board.width and 0 <= at[1] <= board.depth and plan((*at, 0), start) <= far:
                yield (*at, highest(board, *at))


def highest(board: Board, x: int, y: int) -> int:
    """The height of the highest floor at a point: what lies under the open sky."""
    return board.floor_below(x, y, 1 << 20)


def drawn_flight(board: Board, layout: Layout, mover_id: int, rules: Rules, rng: Random) -> Route:
    """Some legal flight; no legs where none was found."""
    journey, far = Journey(board, layout, mover_id, rules), rules.allowance
    x, y, _ = journey.start
    for _ in range(_DRAWS):
        to = x + int((2 * rng.random() - 1) * far), y + int((2 * rng.random() - 1) * far)
        if 0 <= to[0] <= board.width and 0 <= to[1] <= board.depth:
            leg: Leg = (*to, highest(journey.board, *to), int(Mode.FLY))
            if journey.price((leg,)) < BEYOND:
                return (leg,)
    return ()
