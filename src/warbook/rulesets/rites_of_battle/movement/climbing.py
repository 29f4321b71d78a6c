"""Climbing: onto a ledge and off it, and over what is low, by Athletics; whoever slips falls."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ....core.grid import Tile
from ....core.structs import replace
from ....mechanics import grid
from ....mechanics.world import per_battle
from ....space.grid.cells import Cell, neighbours
from ....space.grid.ground import GridRules, ground_for
from ..checks import squares
from ..harm import hazards
from ..records import NOBODY, SQUARE, Check, Model, Play
from ..records.position import layout
from .moving import step_to

DIFFICULTY = 2
HIGHEST = 2 * SQUARE  # of a ledge that is climbed at once


@lru_cache(maxsize=8)
def _climbing(rules: GridRules) -> GridRules:
    return replace(rules, highest=HIGHEST)


def climbs(actor: Model) -> tuple[Cell, ...]:
    """The squares that a fighter can climb to: a ledge, up or down, next to it, and those beyond something low.  The
    large do not climb, nor whoever has to withdraw from an enemy first."""
    play, fighter = actor.play, actor.record
    here = grid.cell_of(play, actor.id)
    if here is None or here[:2] not in _rough(play) or fighter.prone or fighter.rides != NOBODY:
        return ()
    if actor.silhouette > 1 or actor.held_fast or squares.is_engaged(play, actor.id):
        return ()
    world, rules = play.world, squares.rules_for(play, actor.id)
    ground = ground_for(world.board, layout(play), world.grid, _climbing(rules), actor.id)
    found = {step.to for step in ground.steps(here) if abs(step.to[2] - here[2]) > rules.step}
    found |= {cell for cell in _beyond(play, here) if grid.is_clear(play, here, cell)}
    free = squares.free(play, actor.id, sorted({cell[:2] for cell in found}))
    return tuple(cell for cell in free if cell in found)


@per_battle
def _rough(play: Play) -> frozenset[Tile]:
    """The squares next to something low, or to one on another level."""
    rough = grid.low_cells(play) | grid.raised_cells(play)
    return frozenset(near for tile in rough for near in (tile, *neighbours(play.world.grid, (*tile, 0))))


def _beyond(play: Play, here: Cell) -> Iterator[Cell]:
    """The squares straight beyond low ones that are next to one."""
    for column, row in neighbours(play.world.grid, here):
        if (column, row) in grid.low_cells(play):
            yield 2 * column - here[0], 2 * row - here[1], here[2]


def end(play: Play, actor: Model, to: Cell, check: Check) -> None:
    """Up or over it is; who fails stays, and falls from that height where the other side has paid for it."""
    if check.hit:
        step_to(play, actor.id, squares.field_of(play, actor.id).placed(to).spot, "climbs")
    elif "slip" in check.spent:
        height = abs(to[2] - actor.at.z) or SQUARE
        hazards.fall(play, actor.id, play.option["square-feet"] * height // SQUARE)
