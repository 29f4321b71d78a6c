"""A battle on a grid laid over its board: which cells everybody takes, what is next to them, free, in sight, or ground
of a kind.

The world of the game is a `GridWorld`.  Everything is asked of a play; what a game has its own way (who hinders whom,
what ground costs) it hands over as `GridRules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from ..core.grid import BoardGrid, Tile
from ..core.length import INCH
from ..core.memo import Memoized
from ..core.naming import Names
from ..core.play import Play
from ..core.state import Body, Placement, Posture, State
from ..space.grid import views, ways
from ..space.grid.cells import Cell, grid_over, neighbours
from ..space.grid.ground import GridRules, ground_for
from ..space.grid.ways import Field, Members
from ..space.layout import layout as lay_out
from ..space.shapes import contains
from ..space.terrain import Point
from .position import layout, memo_of
from .world import BattleWorld, per_battle

K = TypeVar("K")
AnyPlay: TypeAlias = Play[Any, Any, Any]
FAR = 99  # cells: where there is no way on foot
REMEMBERED = 128  # goals to which ways on foot are kept


class GridWorld(BattleWorld[K], frozen=True, dict=True):
    """A world whose board has a grid of cells that are an inch wide."""

    @cached_property
    def grid(self) -> BoardGrid:
        """The cells of the board."""
        return grid_over(self.board, INCH)


per_position: Memoized[AnyPlay] = Memoized(memo_of)


# ---- where everything is ---------------------------------------------------------------------------------------------


def tile_of(play: AnyPlay, id: int) -> Tile | None:
    """The column and row of anything, None beyond the grid."""
    at = play.state.records[id].at
    tile: Tile | None = play.world.grid.tile_at(at.x, at.y)
    return tile


def spot_of(play: AnyPlay, id: int) -> Cell | None:
    """The cell of anything, whether or not it takes part in the geometry."""
    tile = tile_of(play, id)
    return None if tile is None else (*tile, play.state.records[id].at.z)


def cell_of(play: AnyPlay, who: int) -> Cell | None:
    """The cell of a body, None off the board."""
    return None if play.state.records[who].at.posture == Posture.AWAY else spot_of(play, who)


@per_position
def taken_by(play: AnyPlay, who: int) -> tuple[Cell, ...]:
    """All the cells that a body takes."""
    return ways.cells_of(play.world.grid, layout(play), who)


@per_position
def near(play: AnyPlay, who: int) -> frozenset[Tile]:
    """The columns and rows that a body takes, and those next to it."""
    own = taken_by(play, who)
    return frozenset(tile for cell in own for tile in (cell[:2], *neighbours(play.world.grid, cell)))


def vacant(play: AnyPlay, who: int, rules: GridRules, among: Iterable[Tile]) -> Iterator[Cell]:
    """The cells of these columns and rows where a body may be put down."""
    return ways.vacant(play.world.board, layout(play), play.world.grid, rules, who, among)


def is_clear(play: AnyPlay, here: Cell, there: Cell) -> bool:
    """Whether no wall and no shut door lies between two cells."""
    return views.sees(play.world.board, layout(play), play.world.grid, here, there)


def is_clear_between(play: AnyPlay, here: Point, there: Point) -> bool:
    """Whether no wall and no shut door lies between two spots on the table."""
    return views.is_clear(play.world.board, layout(play), here, there)


# ---- the ground ------------------------------------------------------------------------------------------------------


def stands_on(play: AnyPlay, who: int, kind: str) -> bool:
    """Whether the middle of a body is on ground of a kind."""
    at = play.state.records[who].at
    return any(
        area.kind == kind and area.z <= at.z <= area.z + area.height and contains(area.polygon, at.x, at.y)
        for area in play.world.board.areas
    )


@per_battle
def low_cells(play: AnyPlay) -> frozenset[Tile]:
    """The columns and rows that low obstacles fill."""
    return frozenset(_within(play.world.grid, [each.polygon for each in play.world.board.obstacles]))


@per_battle
def raised_cells(play: AnyPlay) -> frozenset[Tile]:
    """The columns and rows that blocks and platforms fill."""
    board = play.world.board
    return frozenset(_within(play.world.grid, [each.polygon for each in (*board.blocks, *board.platforms)]))


@per_battle
def zone_cells(play: AnyPlay, zone: str) -> tuple[Tile, ...]:
    """The columns and rows of a zone of the board, row by row."""
    return _within(play.world.grid, [each.polygon for each in play.world.board.zones if each.name == zone])


def _within(grid: BoardGrid, polygons: list[Any]) -> tuple[Tile, ...]:
    return tuple(tile for tile in grid.tiles() if any(contains(each, *grid.centre(*tile)) for each in polygons))


# ---- on foot ---------------------------------------------------------------------------------------------------------


def on_foot(play: AnyPlay, who: int, goals: tuple[Cell, ...], rules: GridRules) -> int:
    """How many cells it is for a body to the nearest of these, round walls and through every door, whoever is in the
    way; `FAR` where there is no way."""
    here = cell_of(play, who)
    return FAR if here is None else _distances(play, goals, rules).get(here, FAR)


@per_battle.at_most(REMEMBERED)
def _distances(play: AnyPlay, goals: tuple[Cell, ...], rules: GridRules) -> dict[Cell, int]:
    world, nobody = play.world, Body(id=0, owner=0, profile="", at=Placement(0, 0))
    ground = ground_for(world.board, lay_out(State([nobody], play.state.turn), world.board), world.grid, rules, 0)
    return ways.distances(ground, goals)


# ---- questions -------------------------------------------------------------------------------------------------------


def field_of(play: AnyPlay, who: int, rules: GridRules, members: Members = ()) -> Field:
    """The grid as a body finds it; `members` are the cells of the others of groups."""
    return Field(play.world.board, layout(play), play.world.grid, who, rules, members)


def cell_in_words(cell: Cell) -> str:
    """A cell as people read it."""
    return f"column {cell[0] + 1}, row {cell[1] + 1}"


def places(field: Field) -> Names:
    """How cells are read out, and where each can be clicked."""
    return Names({}, said=cell_in_words, spot=lambda cell: field.placed(cell).spot)
