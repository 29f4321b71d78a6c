"""Marches: what it costs to judge and to propose the move of a unit of twenty on a board with terrain.

    python -m bench.marches [--json]

Run as a program it measures one process and prints the figures beside their bounds, which hold with numba.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from random import Random
from time import process_time
from typing import NamedTuple

from msgspec import to_builtins

from warbook import rulesets
from warbook.core import state
from warbook.core.decision import Allocate
from warbook.core.length import INCH
from warbook.core.splits import splits_of
from warbook.core.state import Posture
from warbook.space.board import Board
from warbook.space.boardfile import read_board
from warbook.space.layout import Layout, Row
from warbook.space.marching import March
from warbook.space.movement import Route, Rules, reach
from warbook.space.mustering import Muster
from warbook.space.units import sight, strays

from .figures import Figure, Skipped, table

GAME, BOARD = "gangfight", "ford"
UNIT, ACROSS = 20, 5
MARCHES = 20  # positions and places to go, for each distance
TIMES = 5  # of each, the quickest counts: the machine has other things to do
BOUNDS = {6: 5.0, 12: 10.0, 24: 10.0}  # milliseconds by inches
ZONE = ((0, 0), (48 * INCH, 0), (48 * INCH, 12 * INCH), (0, 12 * INCH))


def board() -> Board:
    """A board with woods, rocks, a ruin and a stream."""
    shelf = rulesets.find(GAME).shelf
    assert shelf is not None
    return read_board(*shelf.text("board", BOARD))


def body(x: int, y: int, owner: int, posture: Posture = Posture.UP) -> Row:
    return (x, y, 0, 0, 1, INCH // 2, 5 * INCH // 4, int(posture), owner)


def position(ground: Board, rng: Random) -> Layout:
    """A unit of twenty in ranks on free ground, twenty friends and twenty enemies about."""
    while True:
        west, south = rng.randrange(2, 40) * INCH, rng.randrange(2, 30) * INCH
        unit = [body(west + n % ACROSS * 3 * INCH // 2, south + n // ACROSS * 3 * INCH // 2, 0) for n in range(UNIT)]
        others = [body(rng.randrange(2, 46) * INCH, rng.randrange(2, 46) * INCH, n % 2) for n in range(2 * UNIT)]
        apart = [row for row in others if all(abs(row[0] - x) + abs(row[1] - y) > 3 * INCH for x, y, *_ in unit)]
        layout = Layout([*unit, *apart])
        muster = Muster("", "", ground, layout, range(UNIT))
        if muster.is_legal(tuple(row[:3] for row in unit)):
            return layout


def quickest(work: Callable[[], object]) -> float:
    """The milliseconds of CPU that something takes."""
    spent = []
    for _ in range(TIMES):
        began = process_time()
        work()
        spent.append(process_time() - began)
    return 1000 * min(spent)


def march(ground: Board, layout: Layout, inches: int) -> March:
    """The question, as a rule asks it: nothing is remembered of it."""
    return March("march", "Where?", ground, layout.blocked_by(()), range(UNIT), Rules(inches * INCH))


def farthest(ground: Board, layout: Layout, inches: int, rng: Random) -> Route:
    """A way of the leader that takes it far: one that is proposed to it alone."""
    routes = reach(ground, layout.lifted(tuple(range(UNIT))), 0, Rules(inches * INCH), INCH).candidates(12)[1:]
    return routes[rng.randrange(len(routes))]


class Tried(NamedTuple):
    """One march: the milliseconds that it took to propose and to judge it, whether it broke coherency, and whether it
    is shorter than what the leader could have gone."""

    proposed: float
    judged: float
    broken: bool
    shorter: bool


def try_march(ground: Board, layout: Layout, inches: int, route: Route) -> Tried:
    """The whole unit along a way of its leader."""
    decision = march(ground, layout, inches)
    answer = decision.following(0, route) or decision.stay
    after = layout
    for id, at in decision.placed(answer).items():
        after = after.after(state.Body(id=id, owner=0, profile="", at=at))
    return Tried(
        quickest(lambda: march(ground, layout, inches).following(0, route)),
        quickest(lambda: march(ground, layout, inches).legal(answer)),
        bool(strays(after, range(UNIT), 2 * INCH)) or bool(decision.legal(answer)),
        decision.route_of(answer[0]) != route,
    )


def marched(ground: Board, inches: int) -> list[Figure | Skipped]:
    """What marches of so many inches cost, one after the other: the longest counts."""
    rng, tried = Random(inches), list[Tried]()
    for _ in range(MARCHES):
        layout = position(ground, rng)
        tried.append(try_march(ground, layout, inches, farthest(ground, layout, inches, rng)))
    proposed, judged = [each.proposed for each in tried], [each.judged for each in tried]
    broken, shorter = sum(each.broken for each in tried), sum(each.shorter for each in tried)
    return [
        Figure(f'propose a march of twenty, {inches}", the longest of {MARCHES}', max(proposed), "ms", BOUNDS[inches]),
        Figure(f'propose a march of twenty, {inches}", the mean', sum(proposed) / MARCHES, "ms"),
        Figure(f'judge a march of twenty, {inches}", the longest', max(judged), "ms", 0.5),
        Figure(f'marches of {inches}" that broke coherency', broken, "", 0),
        Figure(f'marches of {inches}" that were cut short', shorter, ""),
    ]


def split() -> None:
    """Fifteen of thirty are chosen, as casualties are, by a question of a size that nobody has asked before."""
    splits_of.cache_clear()
    asked = Allocate("casualties", "", 15, range(30), most=[1] * 30)
    asked.candidates(1)
    asked.sample(Random(1))


def figures() -> list[Figure | Skipped]:
    """What units cost."""
    ground = board()
    found: list[Figure | Skipped] = []
    found.append(Figure("15 of 30 proposed and drawn", quickest(split), "ms", 0.1))
    for inches in BOUNDS:
        found += marched(ground, inches)
    away = Layout([body(0, 0, 0, Posture.AWAY) for _ in range(UNIT)])
    rng = Random(1)
    found.append(
        Figure(
            "put twenty somewhere in a zone",
            quickest(lambda: Muster("", "", ground, away.blocked_by(()), range(UNIT), zones=[ZONE]).sample(rng)),
            "ms",
        )
    )
    units = Layout([body((2 + n % 40) * INCH, (2 + n // 40 * 8) * INCH, int(n >= 10)) for n in range(110)])
    looked = quickest(lambda: sight(units.blocked_by(()), ground, range(10), range(10, 110)))
    found.append(Figure("sight of a unit of ten at ten units of ten", looked, "ms", 2.0))
    return found


if __name__ == "__main__":
    print(json.dumps(to_builtins(figures())) if "--json" in sys.argv else table(figures()))
