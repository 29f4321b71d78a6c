"""Ways over a grid: where a body can get to, the cheapest way there, and what speaks against a way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from ...core.grid import BoardGrid, Tile
from ...core.state import Placement
from ..board import Board
from ..fitting import placement_of
from ..layout import HEIGHT, OWNER, POSTURE, RADIUS, Layout, X, Y, Z, per_layout
from .cells import Cell, is_diagonal, neighbours
from .ground import GridRules, Ground, Step, ground_for, size_of, taken_by

Way: TypeAlias = tuple[Cell, ...]
"""The cells of a way in their order, without the one where it begins."""

Halt: TypeAlias = Callable[[Cell], str]
"""Why a move must end in a cell that it enters, as a sentence; empty where it may go on."""

Members: TypeAlias = tuple[tuple[Cell, ...], ...]
"""By the numbers of the bodies: the cells of the others for whom one stands, if it stands for a group."""


NO_FLOOR = "There is no floor at that height, or no room above it."
FAR_OFF = "Each cell of a way lies next to the one before."


class Crowd(NamedTuple):
    """The bodies that are in the way of one: in `barred` columns and rows it may not enter, in `full` ones not stop.
    Each holds who is there, with the heights of its foot and its top."""

    barred: dict[Tile, list[tuple[int, int, int]]]
    full: dict[Tile, list[tuple[int, int, int]]]


@per_layout
def crowd(layout: Layout, grid: BoardGrid, rules: GridRules, who: int, members: Members = ()) -> Crowd:
    """Who is in the way of a body; the cells of others of a group may not be entered either."""
    owner = layout.row(who)[OWNER]
    found = Crowd({}, {})
    for id, row in enumerate(layout.rows()):
        if id == who or not row[POSTURE] or not row[RADIUS]:
            continue
        passed = rules.passing == "everybody" or (rules.passing == "friends" and row[OWNER] == owner)
        bars = row[POSTURE] >= rules.hinders and not passed
        for tile in taken_by(grid, layout, id):
            here = (id, row[Z], row[Z] + row[HEIGHT])
            if row[POSTURE] >= rules.claims:
                found.full.setdefault(tile, []).append(here)
            if bars:
                found.barred.setdefault(tile, []).append(here)
        for column, line, z in members[id] if bars and id < len(members) else ():
            found.barred.setdefault((column, line), []).append((id, z, z + row[HEIGHT]))
    return found


class Field:
    """A board as a grid, for one body in one position.

    `far` in its methods is how much a way may cost, `halts` says where a move must end.
    """

    __slots__ = ("_crowd", "_top", "grid", "ground", "layout", "rules", "start", "who")

    def __init__(
        self, board: Board, layout: Layout, grid: BoardGrid, who: int, rules: GridRules, members: Members = ()
    ) -> None:
        row = layout.row(who)
        self.layout, self.grid, self.who, self.rules = layout, grid, who, rules
        self.ground: Ground = ground_for(board, layout, grid, rules, who)
        self._crowd, self._top = crowd(layout, grid, rules, who, members), row[HEIGHT]
        start = self.ground.cell_of(row[X], row[Y], row[Z])
        if start is None:
            raise ValueError(f"body {who} at ({row[X]}, {row[Y]}) is not on the grid")
        self.start: Cell = start

    # ---- bodies ------------------------------------------------------------------------------------------------------

    def barring(self, cell: Cell) -> int:
        """Who may not be passed and is in a cell; -1 for nobody."""
        return self._who_is(self._crowd.barred, cell) if self._crowd.barred else -1

    def taking(self, cell: Cell) -> int:
        """Who is in a cell, so that nobody else may stop there; -1 for nobody."""
        return self._who_is(self._crowd.full, cell) if self._crowd.full else -1

    def _who_is(self, crowd: dict[Tile, list[tuple[int, int, int]]], cell: Cell) -> int:
        for column, row, z in self.ground.under(cell):
            for id, foot, top in crowd.get((column, row), ()):
                if foot < z + self._top and z < top:
                    return id
        return -1

    def placed(self, cell: Cell) -> Placement:
        """The body as it stands in a cell: in the middle of it, or of the cells that it takes."""
        return placement_of(self.layout, self.who).moved_to(self.ground.middle(cell))

    # ---- ways --------------------------------------------------------------------------------------------------------

    def reached(self, far: int, halts: Halt | None = None) -> Reached:
        """Every cell that can be entered on a way of at most this cost, the first one included."""
        return Reached(self, far, halts)

    def shortest(
        self, to: Cell, far: int, halts: Halt | None = None, start: Cell | None = None, diagonals: int = 0
    ) -> Way | None:
        """A cheapest way to a cell, whether or not it may stop there; None if none costs so little.  It may begin
        elsewhere, with so many diagonal steps gone before."""
        return Reached(self, far, halts, start, diagonals, to).way(to)

    def cost(self, way: Sequence[Cell]) -> int:
        """What a way costs whose steps the ground allows."""
        total = diagonals = 0
        here = self.start
        for to in way:
            step = next(each for each in self.ground.steps(here) if each.to == to)
            price, diagonals = self.price(step, diagonals)
            total, here = total + price, to
        return total

    def price(self, step: Step, diagonals: int) -> tuple[int, int]:
        """What a step costs after so many diagonal ones, and how many these are then."""
        if not step.diagonal:
            return step.cost, diagonals
        turn = self.rules.diagonals
        return step.cost + step.diagonal * turn[diagonals % len(turn)], diagonals + 1

    def diagonals(self, way: Sequence[Cell]) -> int:
        """How many of the steps of a way are diagonal."""
        return sum(is_diagonal(self.grid, a, b) for a, b in pairwise((self.start, *way)))

    def against(
        self, way: Sequence[Cell], far: int, halts: Halt | None = None, name: Callable[[int], str] = "number {}".format
    ) -> tuple[tuple[str, ...], int]:
        """Every reason against going a way, wherever it ends, and what it costs as far as it can be gone."""
        total = diagonals = 0
        here, reasons = self.start, list[str]()
        for number, to in enumerate(way):
            if number and halts is not None and (why := halts(here)):
                reasons.append(why)
            step = next((each for each in self.ground.steps(here) if each.to == to), None)
            if step is None:
                return (*reasons, self._why_no_step(here, to)), total
            if (other := self.barring(to)) >= 0:
                reasons.append(f"{name(other)} is in the way.")
            price, diagonals = self.price(step, diagonals)
            total, here = total + price, to
        if total > far:
            reasons.append(f"It would take {total}, and there are {far}.")
        return tuple(dict.fromkeys(reasons)), total

    def _why_no_step(self, here: Cell, to: Cell) -> str:
        tile = to[:2]
        if tile not in self.grid:
            return "That is not on the grid."
        floors = self.ground.floors(tile)
        if to[2] not in floors:
            return NO_FLOOR if floors else "Nothing can stand in that cell."
        if not all(map(self.ground.price, self.ground.under(to))):
            return "That ground may not be entered."
        if tile not in neighbours(self.grid, here):
            return FAR_OFF
        if is_diagonal(self.grid, here, tile) and not self.rules.diagonals:
            return "There are no diagonal steps."
        if abs(to[2] - here[2]) > max(self.rules.step, self.rules.highest):
            return "That floor is too high or too low for a step."
        return "A wall, a shut door or a corner is in the way."

    def why_not_stop(self, cell: Cell, name: Callable[[int], str] = "number {}".format) -> str:
        """Why the body may not stop in a cell, apart from what the game says; empty if it may."""
        other = self.taking(cell)
        return f"{name(other)} is there." if other >= 0 else ""


def distances(ground: Ground, goals: Iterable[Cell]) -> dict[Cell, int]:
    """How far it is to the nearest of some cells from every one from which steps over the ground lead there, whoever
    stands in the way: each step at its cost."""
    back: dict[Cell, list[tuple[Cell, int]]] = {}
    for cell in ground.cells():
        for step in ground.steps(cell):
            back.setdefault(step.to, []).append((cell, step.cost + step.diagonal))
    found: dict[Cell, int] = {}
    waiting = [(0, goal) for goal in goals]
    while waiting:
        far, cell = heappop(waiting)
        if cell not in found:
            found[cell] = far
            for before, cost in back.get(cell, ()):
                heappush(waiting, (far + cost, before))
    return found


class Reached:
    """The cells that a body can enter, each with the least that this costs: Dijkstra's algorithm, with costs as whole
    numbers.  Where diagonal steps cost by turns, a cell counts once for each turn.

    `costs` has them in the order of their cost.  With a `goal` the search ends when it is reached.
    """

    __slots__ = ("_back", "_best", "costs", "field")

    def __init__(
        self,
        field: Field,
        far: int,
        halts: Halt | None = None,
        start: Cell | None = None,
        diagonals: int = 0,
        goal: Cell | None = None,
    ) -> None:
        self.field = field
        self.costs: dict[Cell, int] = {}
        turns = max(1, len(field.rules.diagonals))
        first = (start or field.start, diagonals % turns)
        self._back: dict[tuple[Cell, int], tuple[Cell, int]] = {}
        self._best: dict[Cell, tuple[Cell, int]] = {}
        costs = {first: 0}
        queue: list[list[tuple[Cell, int]]] = [[first]]
        steps, price, barring = field.ground.steps, field.price, field.barring
        for spent in range(far + 1):
            if spent >= len(queue):
                break
            for state in queue[spent]:
                if costs[state] < spent:
                    continue  # a cheaper way has been found since
                cell, turn = state
                if cell not in self.costs:
                    self.costs[cell], self._best[cell] = spent, state
                    if cell == goal:
                        return
                if halts is not None and state != first and halts(cell):
                    continue
                for step in steps(cell):
                    cost, after = price(step, turn)
                    total, reached = spent + cost, (step.to, after % turns)
                    if total > far or costs.get(reached, far + 1) <= total or barring(step.to) >= 0:
                        continue
                    costs[reached], self._back[reached] = total, state
                    while len(queue) <= total:
                        queue.append([])
                    queue[total].append(reached)

    def way(self, to: Cell) -> Way | None:
        """A cheapest way to a cell; None if it is not reached."""
        state = self._best.get(to)
        if state is None:
            return None
        cells = []
        while state in self._back:
            cells.append(state[0])
            state = self._back[state]
        return tuple(reversed(cells))

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.costs)

    def __contains__(self, cell: object) -> bool:
        return cell in self.costs

    def __len__(self) -> int:
        return len(self.costs)


def reached(
    board: Board,
    layout: Layout,
    grid: BoardGrid,
    who: int,
    far: int,
    rules: GridRules,
    halts: Halt | None = None,
) -> dict[Cell, int]:
    """Every cell that a body can enter at a cost of at most `far`, with its cost."""
    return Reached(Field(board, layout, grid, who, rules), far, halts).costs


# ---- bodies on a grid ------------------------------------------------------------------------------------------------


def cells_of(grid: BoardGrid, layout: Layout, who: int) -> tuple[Cell, ...]:
    """The cells that a body takes; none if it is off the table or off the grid."""
    z = layout.row(who)[Z]
    return tuple((*tile, z) for tile in taken_by(grid, layout, who))


def snapped(grid: BoardGrid, at: Placement) -> Placement | None:
    """The same body in the middle of the nearest cells of its size; None if it is not over the grid."""
    off = (size_of(grid, at.radius, at.shape or None) - 1) * grid.cell // 2
    tile = grid.tile_at(at.x - off, at.y - off)
    if tile is None:
        return None
    x, y = grid.centre(*tile)
    return at.moved_to((x + off, y + off, at.z))


def apart(grid: BoardGrid, layout: Layout, a: int, b: int, between: Callable[[BoardGrid, Any, Any], int]) -> int | None:
    """The distance between the nearest cells of two bodies, by a function such as `cells.distance`; None if one of them
    takes none."""
    here, there = cells_of(grid, layout, a), cells_of(grid, layout, b)
    return min((between(grid, p, q) for p in here for q in there), default=None)


def vacant(
    board: Board, layout: Layout, grid: BoardGrid, rules: GridRules, who: int, among: Iterable[Tile]
) -> Iterator[Cell]:
    """The cells of these columns and rows where a body may be put down: there is ground to stand on, and nobody
    there."""
    ground, (_, full) = ground_for(board, layout, grid, rules, who), crowd(layout, grid, rules, who, ())
    top = layout.row(who)[HEIGHT]
    for tile in among:
        for z in ground.floors(tile):
            cell = (*tile, z)
            taken = [body for column, row, _ in ground.under(cell) for body in full.get((column, row), ())]
            if not any(foot < z + top and z < head for _, foot, head in taken) and ground.stands(cell):
                yield cell


def next_to(
    board: Board, layout: Layout, grid: BoardGrid, rules: GridRules, a: int, b: int, *, corners: bool = True
) -> bool:
    """Whether two bodies stand in neighbouring cells, or in the same one, with nothing between that would bar a step
    from one to the other: what games call adjacent or engaged.  A corner is enough, or not (`corners`)."""
    here, there = cells_of(grid, layout, a), cells_of(grid, layout, b)
    ground = ground_for(board, layout, grid, rules, a)
    return any(p == q or ground.touches(p, q, corners=corners) for p in here for q in there)
