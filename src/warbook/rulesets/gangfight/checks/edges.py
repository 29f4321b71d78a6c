"""Sides of the table: the zone and the edge that a party calls its own, and what lies beyond the middle."""

from __future__ import annotations

from ....core.state import Placement
from ....space import table_edges
from ....space.board import Board, per_board
from ....space.shapes import contains
from ....space.terrain import Polygon
from ..records import Play

REMEMBERED = 1 << 14  # spots whose zone a board remembers


def zone(play: Play, seat: int) -> Polygon:
    """The deployment zone of a side."""
    return table_edges.zone_named(play.world.board, play.state.turn.sides[seat])


def in_zone(play: Play, seat: int, at: Placement) -> bool:
    """Whether the middle of a base is in a side's own zone."""
    return _in_zone(play.world.board, play.state.turn.sides[seat], at.x, at.y)


@per_board.at_most(REMEMBERED)
def _in_zone(board: Board, name: str, x: int, y: int) -> bool:
    return contains(table_edges.zone_named(board, name), x, y)


def own_edge(play: Play, seat: int) -> table_edges.Edge:
    """The edge of the table that a side came from: the one along which its zone lies."""
    return table_edges.edge_along(play.world.board, play.state.turn.sides[seat])


def distance_from_own_edge(play: Play, seat: int, at: Placement) -> int:
    """How far the middle of a base is from the edge of a side."""
    return table_edges.inland(play.world.board, own_edge(play, seat), at)


def beyond_middle(play: Play, seat: int, at: Placement) -> bool:
    """Whether the middle of a base is beyond the middle line, as that side sees it."""
    return table_edges.beyond_middle(play.world.board, own_edge(play, seat), at)


def depth_of_table(play: Play, seat: int, *, along: bool = False) -> int:
    """How far it is from a side's edge to the opposite one, or how long that edge is."""
    board = play.world.board
    return board.depth if (own_edge(play, seat) in (table_edges.SOUTH, table_edges.NORTH)) is not along else board.width


def on_middle(play: Play, along: int) -> tuple[int, int]:
    """The point of the middle line so many thousandths along it."""
    board = play.world.board
    if own_edge(play, 0) in (table_edges.SOUTH, table_edges.NORTH):
        return along, board.depth // 2
    return board.width // 2, along
