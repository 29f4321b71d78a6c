"""Places of a scenario: its zones, and what were loot caskets when it began."""

from __future__ import annotations

from ....space.board import Board, per_board
from ....space.terrain import Polygon
from ..records import World


def zones_of(world: World, seat: int) -> tuple[Polygon, ...]:
    """The deployment zones of a side."""
    return zones_named(world.board, world.scenario.sides[seat].zones)


@per_board
def zones_named(board: Board, names: tuple[str, ...]) -> tuple[Polygon, ...]:
    """The zones of these names."""
    return tuple(zone.polygon for zone in board.zones if zone.name in names)


def casket_ids(world: World) -> list[int]:
    """The ids of everything that was a plain loot casket when the battle began."""
    return marker_ids(world, "casket")


def marker_ids(world: World, kind: str) -> list[int]:
    """The ids of the markers of a kind."""
    first = world.first_thing + len(world.board.doors)
    return [number for number, marker in enumerate(world.board.markers, first) if marker.kind == kind]
