"""The four edges of a table: how far from one something is, what lies along one, and which is near."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from ..core.length import INCH
from ..core.state import Placement
from .board import Board, per_board
from .movement import Point
from .shapes import bounds, rectangle
from .terrain import Polygon

Edge: TypeAlias = Literal["south", "north", "west", "east"]
EDGES: tuple[Edge, ...] = get_args(Edge)
SOUTH, NORTH, WEST, EAST = EDGES
OPPOSITE = {SOUTH: NORTH, NORTH: SOUTH, WEST: EAST, EAST: WEST}
FLANKS = {SOUTH: (WEST, EAST), NORTH: (WEST, EAST), WEST: (SOUTH, NORTH), EAST: (SOUTH, NORTH)}


def zone_named(board: Board, name: str) -> Polygon:
    """The zone of this name."""
    return next(zone.polygon for zone in board.zones if zone.name == name)


@per_board
def edge_along(board: Board, name: str) -> Edge:
    """The edge of the table along which a zone lies."""
    return _edge_along(zone_named(board, name), board.width, board.depth)


def _edge_along(polygon: Polygon, width: int, depth: int) -> Edge:
    west, south, east, north = bounds(polygon)
    reaches = {
        SOUTH: (south, north),
        NORTH: (depth - north, depth - south),
        WEST: (west, east),
        EAST: (width - east, width - west),
    }
    return min(reaches, key=lambda edge: reaches[edge])


def inland(board: Board, edge: Edge, at: Placement) -> int:
    """How far the middle of a base is from an edge of the table, in thousandths."""
    match edge:
        case "south":
            return at.y
        case "north":
            return board.depth - at.y
        case "west":
            return at.x
        case _:
            return board.width - at.x


def beyond_middle(board: Board, edge: Edge, at: Placement) -> bool:
    """Whether the middle of a base is beyond the middle line, as seen from an edge of the table."""
    return 2 * inland(board, edge, at) > (board.depth if edge in (SOUTH, NORTH) else board.width)


def at_edge(board: Board, edge: Edge, at: Placement, near: int) -> bool:
    """Whether a base is as near as that to an edge."""
    return inland(board, edge, at) <= at.radius + near


def strip(board: Board, edge: Edge, depth: int) -> Polygon:
    """What lies within so many thousandths of an edge."""
    match edge:
        case "south":
            return rectangle(0, 0, board.width, depth)
        case "north":
            return rectangle(0, board.depth - depth, board.width, depth)
        case "west":
            return rectangle(0, 0, depth, board.depth)
        case _:
            return rectangle(board.width - depth, 0, depth, board.depth)


def nearest_edge(board: Board, at: Placement) -> Edge:
    """The edge of the table that is nearest to a base."""
    return min(OPPOSITE, key=lambda edge: inland(board, edge, at))


def along(board: Board, edge: Edge, at: Placement) -> list[Point]:
    """Places at an edge of the table where a base would touch it: straight ahead, then to either side."""
    r = at.radius
    found = []
    for aside in (0, *(sign * n * INCH for n in (2, 4, 6) for sign in (1, -1))):
        x, y = {
            SOUTH: (at.x + aside, r),
            NORTH: (at.x + aside, board.depth - r),
            WEST: (r, at.y + aside),
            EAST: (board.width - r, at.y + aside),
        }[edge]
        if r <= x <= board.width - r and r <= y <= board.depth - r:
            found.append((x, y, 0))
    return found
