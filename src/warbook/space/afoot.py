"""How far it is on foot, roughly: a sense of direction for players that look ahead.

Detours are those on a board with nobody on it, measured from landmarks some inches apart over a coarse lattice, and
remembered with the board; what lies between is as the crow flies, so that every step counts.  They lead a player out of
blind alleys and through doors.  No rule may rest on them.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import dist, sqrt

from ..core.length import INCH
from ..core.state import Posture
from .board import Board, per_board
from .layout import Layout, Row
from .movement import Point, Rules, reach
from .routes import Journey

Cell = tuple[int, int, int]
Field = dict[Cell, int]
"""From each cell of the lattice, how much further it is to a landmark than as the crow flies, in thousandths."""

APART = 6 * INCH
PITCH = 2 * INCH
MOST = 1 << 6  # sets of shut doors for which the fields are remembered
RADIUS, HEIGHT = 500, 1250  # of a body of the common size
ANYWHERE = Rules(allowance=200 * INCH)
DIAGONAL = 3 * PITCH // 2  # the most that two spots of a cell are apart, about
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


def ways_to(
    board: Board, walls: tuple[Row, ...], goals: Iterable[Point], rules: Rules = ANYWHERE, radius: int = RADIUS
) -> list[tuple[Point, Field]]:
    """Each goal with the detours to it from everywhere, for `nearest`.  `walls` are rows like a layout's: the
    doors that are shut; `rules` and `radius` are those of a common walker, whose allowance goes across the board."""
    fields = _fields(board, walls, rules, radius)
    return [(goal, fields[goal[0] // APART, goal[1] // APART, goal[2]]) for goal in goals]


@per_board.at_most(MOST)
def _fields(board: Board, walls: tuple[Row, ...], rules: Rules, radius: int) -> _Fields:
    return _Fields(board, walls, rules, radius)


class _Fields(dict[Cell, Field]):
    """The fields of landmarks for a walker among these doors; one is measured when it is first asked for."""

    def __init__(self, board: Board, walls: tuple[Row, ...], rules: Rules, radius: int) -> None:
        self._walker = board, walls, rules, radius

    def __missing__(self, landmark: Cell) -> Field:
        board, walls, rules, radius = self._walker
        field = self[landmark] = _measured(board, walls, landmark, rules, radius)
        return field


def nearest(at: Point, ways: list[tuple[Point, Field]]) -> float:
    """About how far it is to the nearest of some goals, in thousandths; never less than as the crow flies, and as the
    crow flies where there is no way to any."""
    x, y, z = at
    cell = (x // PITCH, y // PITCH, z)
    best = astray = -1.0
    for (gx, gy, gz), field in ways:
        detour = field.get(cell, -1)
        dx, dy, dz = gx - x, gy - y, gz - z
        straight = sqrt(dx * dx + dy * dy + dz * dz)
        if detour < 0:
            astray = straight if astray < 0 else min(astray, straight)
        elif best < 0 or straight + detour < best:
            best = straight + detour
    return best if best >= 0 else max(0.0, astray)


class Ways:
    """How far it is to the nearest of some places, on foot and by doors that are open, remembered by where from."""

    __slots__ = ("board", "goals", "measured", "near")

    def __init__(self, board: Board, goals: list[tuple[Point, Field]]) -> None:
        self.board, self.goals = board, goals
        self.near: dict[Cell, list[tuple[Point, int]]] = {}  # by cell: see `_around`
        self.measured: dict[Point, float] = {}  # most figures stay where they are from one position to the next

    def inches(self, spot: Point) -> float:
        """About how many inches it is: from above a floor the way from that floor, and as the crow flies where no way
        is known."""
        known = self.measured.get(spot)
        if known is not None:
            return known
        x, y, z = spot
        near = self._around(spot)
        if not near:
            z = self.board.floor_below(x, y, z)
            near = self._around((x, y, z)) or [(goal, 0) for goal, _ in self.goals]
        foot = (x, y, z)
        inches = self.measured[spot] = min([dist(goal, foot) + detour for goal, detour in near]) / INCH
        return inches

    def _around(self, foot: Point) -> list[tuple[Point, int]]:
        """The places that may be the nearest from anywhere in the cell of a point, each with the detour; none where no
        way begins there."""
        x, y, z = foot
        cell = (x // PITCH, y // PITCH, z)
        near = self.near.get(cell)
        if near is None:
            near = self.near[cell] = self._nearest(cell, foot)
        return near

    def _nearest(self, cell: Cell, foot: Point) -> list[tuple[Point, int]]:
        found = [(goal, field[cell]) for goal, field in self.goals if cell in field]
        far = [dist(goal, foot) + detour for goal, detour in found]
        most = min(far, default=0.0) + 2 * DIAGONAL
        return [one for one, inches in zip(found, far, strict=True) if inches <= most]


def _measured(board: Board, walls: tuple[Row, ...], landmark: Cell, rules: Rules, radius: int) -> Field:
    """The detours to a landmark from each cell of the lattice; empty where nobody can stand about it."""
    column, line, z = landmark
    middle = (column * APART + APART // 2, line * APART + APART // 2)
    spots = sorted(
        ((middle[0] + i * INCH, middle[1] + j * INCH) for i in range(-3, 4) for j in range(-3, 4)),
        key=lambda spot: ((spot[0] - middle[0]) ** 2 + (spot[1] - middle[1]) ** 2, spot),
    )
    for x, y in spots:
        alone = Layout([(x, y, z, 0, 1, radius, HEIGHT, int(Posture.UP), 0)], walls)
        if Journey(board, alone, 0, rules).stands((x, y, z)):
            return _flooded(board, alone, (x, y, z), rules)
    return {}


def _flooded(board: Board, alone: Layout, start: Point, rules: Rules) -> Field:
    """The field of the one body there is; a cell without a point of its own takes after the worst of its neighbours,
    for the others may be beyond a wall."""
    found = reach(board, alone, 0, rules, pitch=PITCH)
    field: Field = {}
    for v, cost in enumerate(found.cost):
        if cost >= 0:
            x, y, z = point = found.point(v)
            cell, detour = (x // PITCH, y // PITCH, z), max(0, int(cost - dist(start, point)))
            field[cell] = min(detour, field.get(cell, detour))
    beside: Field = {}
    for (column, line, z), detour in field.items():
        for dx, dy in BESIDE:
            cell = (column + dx, line + dy, z)
            if cell not in field:
                beside[cell] = max(detour, beside.get(cell, 0))
    return field | beside
