"""Sides of the table: the zone and the edge that a party calls its own, and what lies beyond the middle."""

from __future__ import annotations

from ....core.length import INCH
from ....core.state import Placement
from ....space.board import Board, per_board
from ....space.movement import Point
from ....space.shapes import bounds, contains, rectangle
from ....space.terrain import Polygon
from ..records.world import Play

SOUTH, NORTH, WEST, EAST = "south", "north", "west", "east"
OPPOSITE = {SOUTH: NORTH, NORTH: SOUTH, WEST: EAST, EAST: WEST}
REMEMBERED = 1 << 14  # spots whose zone a board remembers
FLANKS = {SOUTH: (WEST, EAST), NORTH: (WEST, EAST), WEST: (SOUTH, NORTH), EAST: (SOUTH, NORTH)}


def zone(play: Play, seat: int) -> Polygon:
    """The deployment zone of a side."""
    return zone_named(play.world.board, play.state.turn.sides[seat])


def zone_named(board: Board, name: str) -> Polygon:
    """The zone of this name."""
    return next(zone.polygon for zone in board.zones if zone.name == name)


def in_zone(play: Play, seat: int, at: Placement) -> bool:
    """Whether the middle of a base is in a side's own zone."""
    return _in_zone(play.world.board, play.state.turn.sides[seat], at.x, at.y)


@per_board.at_most(REMEMBERED)
def _in_zone(board: Board, name: str, x: int, y: int) -> bool:
    return contains(zone_named(board, name), x, y)


def own_edge(play: Play, seat: int) -> str:
    """The edge of the table that a side came from: the one along which its zone lies."""
    return edge_along(play.world.board, play.state.turn.sides[seat])


@per_board
def edge_along(board: Board, name: str) -> str:
    """The edge of the table along which a zone lies."""
    return _edge_along(zone_named(board, name), board.width, board.depth)


def _edge_along(polygon: Polygon, width: int, depth: int) -> str:
    west, south, east, north = bounds(polygon)
    reaches = {
        SOUTH: (south, north),
        NORTH: (depth - north, depth - south),
        WEST: (west, east),
        EAST: (width - east, width - west),
    }
    return min(reaches, key=lambda edge: reaches[edge])


def inland(board: Board, edge: str, at: Placement) -> int:
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


def distance_from_own_edge(play: Play, seat: int, at: Placement) -> int:
    """How far the middle of a base is from the edge of a side."""
    return inland(play.world.board, own_edge(play, seat), at)


def beyond_middle(play: Play, seat: int, at: Placement) -> bool:
    """Whether the middle of a base is beyond the middle line, as that side sees it."""
    return 2 * distance_from_own_edge(play, seat, at) > across(play, seat)


def across(play: Play, seat: int, *, along: bool = False) -> int:
    """How far it is from a side's edge to the opposite one, or how long that edge is."""
    board = play.world.board
    return board.depth if (own_edge(play, seat) in (SOUTH, NORTH)) is not along else board.width


def at_edge(board: Board, edge: str, at: Placement, near: int) -> bool:
    """Whether a base is as near as that to an edge."""
    return inland(board, edge, at) <= at.radius + near


def strip(board: Board, edge: str, depth: int) -> Polygon:
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


def nearest_edge(board: Board, at: Placement) -> str:
    """The edge of the table that is nearest to a base."""
    return min(OPPOSITE, key=lambda edge: inland(board, edge, at))


def on_middle(play: Play, along: int) -> tuple[int, int]:
    """The point of the middle line so many thousandths along it."""
    board = play.world.board
    if own_edge(play, 0) in (SOUTH, NORTH):
        return along, board.depth // 2
    return board.width // 2, along


def along(board: Board, edge: str, at: Placement) -> list[Point]:
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
