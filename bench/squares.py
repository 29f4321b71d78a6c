"""Squares: how long it takes to find what a body can reach on a grid, and to draw a legal move at random."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time

from warbook.core.length import INCH
from warbook.core.state import Posture
from warbook.space.boardfile import read_board
from warbook.space.grid.cells import grid_over
from warbook.space.grid.ground import GridRules
from warbook.space.grid.paths import GridPath
from warbook.space.grid.ways import Field
from warbook.space.layout import Layout

from .figures import Figure, Skipped

SIZE, BODIES, POSITIONS = 36, 17, 60
RULES = GridRules()


def board_text() -> str:
    """Rooms of six by six with an opening in each wall, and rubble in some corners."""
    lines = ['kind = "board"\nid = "rooms"\ntitle = "Rooms"', f"size = [{SIZE}, {SIZE}]"]
    for at in range(6, SIZE, 6):
        for along in range(0, SIZE, 6):
            for a, b in ((along, along + 2), (along + 3, along + 6)):
                lines.append(f"[[wall]]\nline = [{at}, {a}, {at}, {b}]\nheight = 3")
                lines.append(f"[[wall]]\nline = [{a}, {at}, {b}, {at}]\nheight = 3")
            lines.append(f'[[area]]\nkind = "difficult"\nrect = [{at}, {along}, 2, 2]')
    return "\n".join(lines)


def positions() -> list[Layout]:
    """Crowds at random places."""
    rng, found = Random(4), []
    cells = [(column, row) for column in range(SIZE) for row in range(SIZE)]
    for _ in range(POSITIONS):
        places = rng.sample(cells, BODIES)
        found.append(
            Layout(
                [
                    (x * INCH + 500, y * INCH + 500, 0, 0, 1, 450, 1250, int(Posture.UP), number % 2)
                    for number, (x, y) in enumerate(places)
                ]
            )
        )
    return found


def figures() -> list[Figure | Skipped]:
    """The figures of grids, once the ground is known."""
    board = read_board(board_text(), "bench")
    grid, rng = grid_over(board, INCH), Random(1)
    spent: dict[str, list[float]] = {"six": [], "twelve": [], "drawn": [], "asked": []}
    for warm in (False, True):
        for now in positions():  # the second time with layouts that know nothing, on ground that is known
            began = process_time()
            field = Field(board, now, grid, 0, RULES)
            asked = process_time()
            GridPath("move", "Where to?", field, 6).sample(rng)
            drawn = process_time()
            field.reached(6)
            six = process_time()
            field.reached(12)
            twelve = process_time()
            if warm:
                for name, seconds in (
                    ("asked", asked - began),
                    ("drawn", drawn - asked),
                    ("six", six - drawn),
                    ("twelve", twelve - six),
                ):
                    spent[name].append(seconds)
    return [
        Figure("squares: a field with 17 bodies (median)", median(spent["asked"]) * 1e6, "µs", wanted=100),
        Figure("squares: a move of 6 drawn at random (median)", median(spent["drawn"]) * 1e6, "µs", wanted=150),
        Figure("squares: all that a move of 6 reaches (median)", median(spent["six"]) * 1e3, "ms", wanted=2),
        Figure("squares: all that a move of 12 reaches (median)", median(spent["twelve"]) * 1e3, "ms", wanted=8),
    ]
