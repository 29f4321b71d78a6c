"""Ground under a grid: where a mover can stand, what a cell costs, and which steps from cell to cell are open.

A cell is judged by its middle: it has the floors that are there, and the kinds of area that cover it there.  A step
is a straight line from middle to middle, which walls, blocks and shut doors bar: so the grid says what the board says,
and a wall through the middle of a cell closes it.  All of this is the same until a door moves or ground is laid down,
and is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from ...core.grid import BoardGrid, Tile
from ...core.length import INCH
from ...core.shape import Shape
from ...core.state import Posture
from .. import _kernels as kernels
from ..board import Board, Going, Row, per_board
from ..layout import EDGE_WIDTH, HEIGHT, POSTURE, RADIUS, Layout, X, Y
from ..shapes import contains
from ..terrain import LOW, Area
from .cells import CHEBYSHEV, Cell, is_diagonal, neighbours

Passing: TypeAlias = Literal["nobody", "friends", "everybody"]
KEPT = 64  # grounds that a board keeps: one for each kind of mover and each set of doors


class GridRules(Struct, frozen=True):
    """What a game says about a move on a grid.  Costs are whole numbers; a straight step costs `straight`.

    `diagonals` are the costs of the first, second ... diagonal step of a way, in turn; () forbids them.  `corners` says
    when a diagonal step is open: where `one` of the two ways around the corner is, or only where `both` are.  `going`
    multiplies the cost of a step into a kind of area (0: it may not be entered); impassable ground and pitfalls may not
    be entered unless it names them.  `step` is the height to which a step leads up or down as if it were level; each
    `cell` of height beyond that, or part of one, costs `climb` more, up to `highest` in all (0: there is no climbing).
    `hurdle` is what a step over a low obstacle between two cells costs more, -1 if there is none.  Ladders, stairs and
    ramps cost a step for each `cell` of their length, or part of one.

    `passing` says whose cells may be entered on the way, those of bodies with less than the posture `hinders` by
    everybody; nobody may stop on another body, unless it has less than the posture `claims`.
    """

    straight: int = 1
    diagonals: tuple[int, ...] = CHEBYSHEV
    corners: Literal["one", "both"] = "one"
    going: Going = (("difficult", 2), ("dangerous", 2))
    step: int = INCH // 2
    climb: int = 0
    highest: int = 0
    hurdle: int = 0
    may_link: bool = True
    passing: Passing = "friends"
    hinders: int = Posture.DOWN
    claims: int = Posture.DOWN

    def __post_init__(self) -> None:
        if self.straight < 1 or min(self.diagonals, default=self.straight) < self.straight:
            raise ValueError(
                f"found steps for {self.straight} and diagonal ones for {self.diagonals}; "
                "wanted 1 at least, and no diagonal cheaper than a straight step"
            )
        if self.climb < 0 or self.hurdle < -1:
            raise ValueError(f"found climb={self.climb} and hurdle={self.hurdle}; wanted no cost below 0 (hurdle: -1)")
        if cheap := next((f"{kind!r} for {price}" for kind, price in self.going if price < 0), ""):
            raise ValueError(f"found {cheap} among going; wanted 0 or more")


class Step(NamedTuple):
    """A step that the ground allows: where it leads, what it costs beside the diagonals, and by how much the cost of a
    diagonal is multiplied (0: it is straight)."""

    to: Cell
    cost: int
    diagonal: int


class Ground:
    """A board as a grid for one size of mover, with these walls (shut doors) in the way.

    A mover wider than a cell takes a square of `size` by `size` cells.  Its cell is the one furthest south and west.
    """

    def __init__(
        self, board: Board, grid: BoardGrid, rules: GridRules, height: int, size: int, walls: tuple[Row, ...]
    ) -> None:
        self.board, self.grid, self.rules, self.height, self.size = board, grid, rules, height, size
        self.walls = kernels.table(walls, EDGE_WIDTH)
        self._floors: dict[Tile, tuple[int, ...]] = {}
        self._prices: dict[Cell, int] = {}
        self._steps: dict[Cell, tuple[Step, ...]] = {}
        self._open: dict[tuple[Cell, Cell], bool] = {}

    # ---- cells -------------------------------------------------------------------------------------------------------

    def floors(self, tile: Tile) -> tuple[int, ...]:
        """The heights at which a mover may stand in one column and row, from the lowest."""
        if tile not in self._floors:
            self._floors[tile] = tuple(self._standing(tile)) if tile in self.grid else ()
        return self._floors[tile]

    def _standing(self, tile: Tile) -> Iterator[int]:
        """The heights of the floors at the middle of a cell that no roof and no block is too close above."""
        board, (x, y) = self.board, self.grid.centre(*tile)
        corners = board.arrays.corners
        over = [
            (z, thickness)
            for z, first, count, west, south, east, north, thickness, _ in board.rows.floors
            if west <= x <= east and south <= y <= north and kernels.direct.in_polygon(corners, first, count, x, y)
        ]
        blocks = [(block.z, block.z + block.height) for block in board.blocks if contains(block.polygon, x, y)]
        if not board.contains(x, y):
            return
        for z in sorted({0, *(floor for floor, _ in over)}):
            roofed = any(z < floor and floor - thick < z + self.height for floor, thick in over)
            if not roofed and not any(foot < z + self.height and z < top for foot, top in blocks):
                yield z

    def cells(self) -> Iterator[Cell]:
        """Every cell on which a mover of one cell may stand, row by row."""
        return ((*tile, z) for tile in self.grid.tiles() for z in self.floors(tile) if self.price((*tile, z)))

    def price(self, cell: Cell) -> int:
        """By how much the cost of a step into a cell is multiplied; 0 where it may not be entered."""
        if cell not in self._prices:
            self._prices[cell] = self._priced(cell)
        return self._prices[cell]

    def _priced(self, cell: Cell) -> int:
        column, row, z = cell
        if z not in self.floors((column, row)):
            return 0
        x, y = self.grid.centre(column, row)
        going = self._going
        prices = [
            going[area.kind]
            for area in self._areas
            if area.z <= z and (z < area.z + area.height or z == area.z) and contains(area.polygon, x, y)
        ]
        return 0 if 0 in prices else max(prices, default=1)

    @cached_property
    def _going(self) -> dict[str, int]:
        return {"impassable": 0, "pitfall": 0, **dict(self.rules.going)}

    @cached_property
    def _areas(self) -> list[Area]:
        """The areas whose kind has a price, obstacles among them."""
        low = (Area(each.polygon, each.z, each.height, "obstacle") for each in self.board.obstacles)
        return [area for area in (*self.board.areas, *low) if area.kind in self._going]

    def under(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that a mover takes whose own cell this is."""
        if self.size == 1:
            return (cell,)
        column, row, z = cell
        return tuple((column + c, row + r, z) for r in range(self.size) for c in range(self.size))

    def middle(self, cell: Cell) -> tuple[int, int, int]:
        """Where the middle of its base is when it stands there."""
        column, row, z = cell
        x, y = self.grid.centre(column, row)
        off = (self.size - 1) * self.grid.cell // 2
        return x + off, y + off, z

    def cell_of(self, x: int, y: int, z: int) -> Cell | None:
        """The cell of a mover whose middle is at a point, whether or not it may stand there; None off the grid."""
        off = (self.size - 1) * self.grid.cell // 2
        tile = self.grid.tile_at(x - off, y - off)
        return None if tile is None else (*tile, z)

    def stands(self, cell: Cell) -> bool:
        """Whether the ground lets a mover stop there: no wall runs through a wide one."""
        under = self.under(cell)
        if not all(map(self.price, under)):
            return False
        return self.size == 1 or all(
            self.is_open(a, b) for a in under for b in under if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
        )

    # ---- steps -------------------------------------------------------------------------------------------------------

    def steps(self, cell: Cell) -> tuple[Step, ...]:
        """The steps that lead from a cell, bodies apart."""
        found = self._steps.get(cell)
        if found is None:
            found = self._steps[cell] = tuple(self._each_step(cell))
        return found

    def _each_step(self, cell: Cell) -> Iterator[Step]:
        rules = self.rules
        for tile in neighbours(self.grid, cell):
            diagonal = is_diagonal(self.grid, cell, tile)
            if diagonal and not rules.diagonals:
                continue
            for z in self.floors(tile):
                to = (*tile, z)
                if (rise := self._rise(cell[2], z)) >= 0 and self._may_go(cell, to, diagonal):
                    times = max(map(self.price, self.under(to)))
                    more = rise + self._hurdles(cell, to)
                    yield Step(to, more, times) if diagonal else Step(to, rules.straight * times + more, 0)
        if rules.may_link:
            yield from self._links(cell)

    def _rise(self, low: int, high: int) -> int:
        """What the difference of two floors costs; -1 if it is too high."""
        height = abs(high - low)
        if height <= self.rules.step:
            return 0
        if height > self.rules.highest:
            return -1
        return -(-height // self.grid.cell) * self.rules.climb

    def _may_go(self, cell: Cell, to: Cell, diagonal: bool) -> bool:
        """Whether no wall bars a step of any cell that the mover takes, nor a corner a diagonal one."""
        if not self.stands(to):
            return False
        pairs = zip(self.under(cell), self.under(to), strict=True)
        return all(self._corner_open(a, b) if diagonal else self.is_open(a, b) for a, b in pairs)

    def _corner_open(self, a: Cell, b: Cell) -> bool:
        around = (self._around(a, (a[0], b[1]), b), self._around(a, (b[0], a[1]), b))
        return all(around) if self.rules.corners == "both" else any(around)

    def _around(self, a: Cell, tile: Tile, b: Cell, *, entered: bool = True) -> bool:
        """Whether two straight steps by way of this column and row lead to the same place; where it need not be
        `entered`, whatever the ground is there."""
        return any(
            self._rise(a[2], z) >= 0
            and self._rise(z, b[2]) >= 0
            and (not entered or self.price((*tile, z)) > 0)
            and self.is_open(a, (*tile, z))
            and self.is_open((*tile, z), b)
            for z in self.floors(tile)
        )

    def touches(self, a: Cell, b: Cell, *, corners: bool = True) -> bool:
        """Whether two cells are neighbours with no wall, shut door or step too high between them, whatever the ground
        is; a corner that they share is enough unless `corners` is false."""
        if b[:2] not in neighbours(self.grid, a) or self._rise(a[2], b[2]) < 0:
            return False
        if not is_diagonal(self.grid, a, b):
            return self.is_open(a, b)
        return corners and any(self._around(a, tile, b, entered=False) for tile in ((a[0], b[1]), (b[0], a[1])))

    def is_open(self, a: Cell, b: Cell) -> bool:
        """Whether no wall, no block and no shut door lies between the middles of two cells, on the level of the higher
        one; and no low obstacle, where these may not be crossed."""
        key = (a, b) if a < b else (b, a)
        if key not in self._open:
            (ax, ay), (bx, by), z = self.grid.centre(*a[:2]), self.grid.centre(*b[:2]), max(a[2], b[2])
            barred = kernels.direct.walled(self.board.arrays, self.walls, ax, ay, bx, by, z, z + self.height)
            self._open[key] = not barred and not (self.rules.hurdle < 0 and self._crosses_low(a, b))
        return self._open[key]

    def _hurdles(self, cell: Cell, to: Cell) -> int:
        if self.rules.hurdle <= 0:
            return 0
        pairs = zip(self.under(cell), self.under(to), strict=True)
        return self.rules.hurdle if any(self._crosses_low(a, b) for a, b in pairs) else 0

    def _crosses_low(self, a: Cell, b: Cell) -> bool:
        """Whether a low obstacle lies between the middles of two cells."""
        (ax, ay), (bx, by), z = self.grid.centre(*a[:2]), self.grid.centre(*b[:2]), max(a[2], b[2])
        return any(
            edge[4] <= z < edge[5] and kernels.direct.segments_meet(ax, ay, bx, by, *edge[:4])
            for edge in self._low_edges
        )

    @cached_property
    def _low_edges(self) -> list[Row]:
        return [edge for edge in self.board.rows.edges if edge[6] & LOW]

    def _links(self, cell: Cell) -> Iterator[Step]:
        """Ladders, stairs and ramps, both of whose ends lie in cells, for a mover of one cell."""
        if self.size > 1:
            return
        for *ends, _, length, _ in self.board.rows.links:
            ways = [self._end_of_link(*ends[:3]), self._end_of_link(*ends[3:])]
            for here, there in (ways, ways[::-1]):
                if here == cell and there is not None and self.price(there):
                    yield Step(there, self.rules.straight * -(-length // self.grid.cell), 0)

    def _end_of_link(self, x: int, y: int, z: int) -> Cell | None:
        """Where one steps on or off: the cell at its end, or else the nearest one beside that has such a floor."""
        tile = self.grid.tile_at(x, y)
        if tile is None or z in self.floors(tile):
            return None if tile is None else (*tile, z)
        beside = [near for near in neighbours(self.grid, tile) if z in self.floors(near)]
        return (*min(beside, key=lambda near: self._off(near, x, y)), z) if beside else None

    def _off(self, tile: Tile, x: int, y: int) -> int:
        cx, cy = self.grid.centre(*tile)
        return (cx - x) ** 2 + (cy - y) ** 2


@per_board.at_most(KEPT)
def _ground(board: Board, grid: BoardGrid, rules: GridRules, height: int, size: int, walls: tuple[Row, ...]) -> Ground:
    return Ground(board, grid, rules, height, size, walls)


def ground_for(board: Board, layout: Layout, grid: BoardGrid, rules: GridRules, who: int) -> Ground:
    """The ground for one body where doors and laid ground are now."""
    row = layout.row(who)
    size = size_of(grid, row[RADIUS], layout.shapes.get(who))
    return _ground(layout.with_ground(board), grid, rules, row[HEIGHT], size, layout.wall_rows)


def size_of(grid: BoardGrid, radius: int, shape: Shape | None) -> int:
    """How many cells a body is wide: its base, or the longer side of its shape, to the nearest number of cells.  On
    hexagons each takes one."""
    wide = max(shape.length, shape.width) if shape else 2 * radius
    return max(1, (wide + grid.cell // 2 - 1) // grid.cell) if grid.shape == "square" else 1


def taken_by(grid: BoardGrid, layout: Layout, who: int) -> tuple[Tile, ...]:
    """The columns and rows that a body takes."""
    row = layout.row(who)
    if not row[POSTURE]:
        return ()
    return _taken(grid, row[X], row[Y], size_of(grid, row[RADIUS], layout.shapes.get(who)))


@lru_cache(maxsize=1 << 14)
def _taken(grid: BoardGrid, x: int, y: int, size: int) -> tuple[Tile, ...]:
    off = (size - 1) * grid.cell // 2
    tile = grid.tile_at(x - off, y - off)
    if tile is None:
        return ()
    column, line = tile
    wide = range(size)
    return tuple((column + c, line + r) for r in wide for c in wide if (column + c, line + r) in grid)
