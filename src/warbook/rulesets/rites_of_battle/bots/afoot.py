"""How far it is on foot, round walls and through doors, whoever stands in the way."""

from __future__ import annotations

from ....core.state import Placement
from ....mechanics import grid
from ....mechanics.world import per_battle
from ....space.grid import ways
from ....space.grid.cells import Cell
from ....space.grid.ground import ground_for
from ....space.layout import layout as lay_out
from ..checks import squares
from ..records import Fighter, Play, State

FAR = 99


@per_battle
def distances(play: Play, start: Cell) -> dict[Cell, int]:
    """How many squares it is from one to every other, with every door open."""
    world = play.world
    nobody = Fighter(id=0, owner=0, profile="", at=Placement(0, 0))
    empty = State([nobody], play.state.turn)
    ground = ground_for(world.board, lay_out(empty, world.board), world.grid, squares.plain_rules(play), 0)
    return ways.distances(ground, start)


def on_foot(play: Play, who: int, whom: int) -> int:
    """How many squares it is for one to another."""
    here, there = grid.cell_of(play, who), grid.spot_of(play, whom)
    if here is None or there is None:
        return FAR
    return distances(play, there).get(here, FAR)


def to_zone(play: Play, who: int, zone: str) -> int:
    """How many squares it is for somebody to the nearest square of a zone."""
    here = grid.cell_of(play, who)
    return FAR if here is None else _to_zone(play, zone).get(here, FAR)


@per_battle
def _to_zone(play: Play, zone: str) -> dict[Cell, int]:
    found: dict[Cell, int] = {}
    for tile in grid.zone_cells(play, zone):
        for cell, far in distances(play, (*tile, 0)).items():
            found[cell] = min(far, found.get(cell, FAR))
    return found
