"""How far it is on foot, roughly: a sense of direction for players that look ahead.

Distances are those on an empty board with its doors open, measured from landmarks some inches apart over a coarse
lattice, and remembered with the board.  They lead a player out of blind alleys.  No rule may rest on them.
"""

from __future__ import annotations

from ..core.length import INCH, root_up
from ..core.state import Posture
from .board import Board
from .layout import Layout
from .movement import Point, Rules, reach
from .routes import Journey

Cell = tuple[int, int, int]

APART = 6 * INCH
PITCH = 2 * INCH
RADIUS, HEIGHT = 500, 1250  # of a body of the common size
ANYWHERE = Rules(allowance=200 * INCH)
BESIDE = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


def afoot(board: Board, a: Point, b: Point) -> int:
    """About how far it is from `a` to `b`, in thousandths; never less than as the crow flies."""
    straight = root_up((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2)
    field = _field(board, (b[0] // APART, b[1] // APART, b[2]))
    column, line = a[0] // PITCH, a[1] // PITCH
    for dx, dy in BESIDE:
        cost = field.get((column + dx, line + dy, a[2]))
        if cost is not None:
            return max(straight, cost)
    return straight


def _field(board: Board, landmark: Cell) -> dict[Cell, int]:
    """What it costs to get from a landmark to each cell of the lattice; empty where nobody can stand about it."""
    known: dict[Cell, dict[Cell, int]] = board.__dict__.setdefault("_afoot", {})
    field = known.get(landmark)
    if field is None:
        field = known[landmark] = _measured(board, landmark)
    return field


def _measured(board: Board, landmark: Cell) -> dict[Cell, int]:
    column, line, z = landmark
    middle = (column * APART + APART // 2, line * APART + APART // 2)
    spots = sorted(
        ((middle[0] + i * INCH, middle[1] + j * INCH) for i in range(-3, 4) for j in range(-3, 4)),
        key=lambda spot: ((spot[0] - middle[0]) ** 2 + (spot[1] - middle[1]) ** 2, spot),
    )
    field: dict[Cell, int] = {}
    for x, y in spots:
        alone = Layout([(x, y, z, 0, 1, RADIUS, HEIGHT, int(Posture.UP), 0)])
        if Journey(board, alone, 0, ANYWHERE).stands((x, y, z)):
            found = reach(board, alone, 0, ANYWHERE, pitch=PITCH)
            for v, cost in enumerate(found.cost):
                if cost >= 0:
                    x, y, height = found.point(v)
                    cell = (x // PITCH, y // PITCH, height)
                    field[cell] = min(cost, field.get(cell, cost))
            break
    return field
