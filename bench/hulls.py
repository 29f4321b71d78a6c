"""Hulls: how long sight past them and of them takes, and a drive among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from time import process_time
from typing import Any

from warbook.core.length import INCH
from warbook.core.shape import Hull
from warbook.core.state import Body, Placement, Posture
from warbook.space import hull_sight, sight
from warbook.space.boardfile import read_board
from warbook.space.drives.decision import Drive
from warbook.space.drives.met import DriveRules
from warbook.space.layout import Layout

from .figures import Figure, Skipped

MEN, HULLS, ROUNDS = 20, 6, 20
TRUCK = Hull(4000, 2500)
WALLS = ((5, 5), (12, 20), (25, 8), (30, 30), (8, 30))


def crowd() -> Layout:
    """Men and trucks at random places, none on another."""
    rng, bodies = Random(3), list[Body]()
    cells = rng.sample([(x, y) for x in range(6) for y in range(6)], MEN + HULLS)
    for id, (x, y) in enumerate(cells):
        aside, on = rng.randrange(-600, 600), rng.randrange(-600, 600)
        at = Placement((5 + 6 * x) * INCH + aside, (5 + 6 * y) * INCH + on, 0, 0, 1, 500, 1250)
        if id >= MEN:
            facing = rng.randrange(-9, 9), rng.randrange(1, 9)
            at = Placement(at.x, at.y, 0, *facing, TRUCK.radius, 2000, Posture.UP, TRUCK)
        bodies.append(Body(id=id, owner=id % 2, profile="", at=at))
    return Layout.of(bodies, (), (), ())


def figures() -> list[Figure | Skipped]:
    """The figures of hulls, on a board with a few walls."""
    walls = "\n".join(f"[[wall]]\nline = [{x}, {y}, {x + 4}, {y + 1}]\nheight = 3" for x, y in WALLS)
    board = read_board(f'kind = "board"\nid = "yard"\ntitle = "Yard"\nsize = [40, 40]\n{walls}', "bench")
    now, rng = crowd(), Random(1)
    past = [(a, b) for a in range(MEN) for b in range(MEN) if a != b]
    at_hulls = [(a, b) for a in range(MEN) for b in range(MEN, MEN + HULLS)]
    eyes = [(x, y, z + height) for x, y, z, _, _, _, height, *_ in map(now.row, range(MEN + HULLS))]
    rules = DriveRules(12 * INCH, back=6 * INCH, turns=2)

    def hidden(viewer: int, target: int) -> None:
        now.memo.clear()  # what was asked before is not known
        sight.hidden(now, board, viewer, target)

    def look(viewer: int, target: int) -> None:
        hull_sight.look_at_hull(now, board, eyes[viewer], target, viewer)

    def question(id: int) -> Drive:
        return Drive("drive", "Where?", board, now, id, rules)

    trucks = [(id,) for id in range(MEN, MEN + HULLS)]
    return [
        Figure("hulls: sight past them, a pair", _best(past, hidden) * 1e6, "µs", wanted=5),
        Figure("hulls: what is hidden of one", _best(at_hulls, hidden) * 1e6, "µs", wanted=6),
        Figure("hulls: a look at a facing", _best(at_hulls, look) * 1e6, "µs"),
        Figure("hulls: a drive with a turn judged", _best(trucks, lambda id: question(id).legal(_DRIVE)) * 1e3, "ms"),
        Figure("hulls: twelve drives proposed", _best(trucks, lambda id: question(id).candidates(12)) * 1e3, "ms"),
        Figure("hulls: a drive drawn at random", _best(trucks, lambda id: question(id).sample(rng)) * 1e3, "ms"),
    ]


_DRIVE = ((4 * INCH, 3, 5), (4 * INCH, 1, 0))


def _best(cases: Iterable[tuple[int, ...]], task: Callable[..., Any]) -> float:
    """The least processor time that a case took on average, of several rounds."""
    cases = list(cases)
    found = []
    for _ in range(ROUNDS):
        began = process_time()
        for case in cases:
            task(*case)
        found.append((process_time() - began) / len(cases))
    return min(found)
