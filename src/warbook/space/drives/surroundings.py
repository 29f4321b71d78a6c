"""What a body that drives could meet, as the kernels take it: what stays on a board, and around it doors and bodies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ...core.state import Posture
from .._kernels import grown, scratch, table
from ..board import Board, per_board
from ..fitting import footprint_of, ring_of
from ..footprints import Footprint, overlap, packed
from ..layout import Layout, per_layout
from ..shapes import contains
from ..terrain import IMPASSABLE, LOW, MOVE, OBSTACLE
from .met import DriveRules, What
from .riding import riders
from .surface import Deck

_BORDER_WIDTH = 1 << 16
_ROUNDED = 10  # thousandths that a way may be longer than it says, by rounding


class Thing(NamedTuple):
    """What could be met, and the ground that it covers."""

    what: What
    number: int
    foot: Footprint


class Surroundings(NamedTuple):
    """All that a body could meet, with its rows and corners (see `_kernels`), and room for what is met."""

    things: tuple[Thing, ...]
    rows: Any
    corners: Any
    met: Any


def surroundings(
    board: Board, layout: Layout, id: int, z: int, height: int, rules: DriveRules, reach: int,
    spared: tuple[Deck, ...] = (),
) -> Surroundings:  # fmt: skip
    """What a body meets at some height of its floor, but for itself and its riders: walls and shut doors, ground that
    is closed to it, roofs, the edge of the board, and other bodies, as far as these are no further than its `reach`
    from where it is.  Floors that are `spared` are nothing to it, nor are the sides of blocks below them."""
    shut = (*(name for name, price in rules.going if price == 0), *rules.noticed)
    return _surroundings(layout, board, id, z, z + rules.step, z + height, shut, rules.clear_of, reach, spared)


@per_layout
def _surroundings(
    layout: Layout, board: Board, id: int, z: int, low: int, high: int, shut: tuple[str, ...],
    clear_of: tuple[tuple[int, int], ...], reach: int, spared: tuple[Deck, ...],
) -> Surroundings:  # fmt: skip
    still = _still(board, z, low, high, shut, spared)
    more = (*_doors(layout, low, high), *_bodies(layout, id, z, high, dict(clear_of), reach))
    rows, corners = packed((thing.foot for thing in more), len(still.corners))
    things = still.things + more
    return Surroundings(things, grown(still.rows, rows), grown(still.corners, corners), scratch(len(things), 3))


@per_board
def _still(board: Board, z: int, low: int, high: int, shut: tuple[str, ...], spared: tuple[Deck, ...]) -> Surroundings:
    """What is met of the board itself."""
    walls, roofs = _walls(board, low, high, spared), _roofs(board, low, high, spared)
    things = (*walls, *_grounds(board, z, shut), *roofs, *_borders(board))
    rows, corners = packed(thing.foot for thing in things)
    return Surroundings(things, table(rows, 7), table(corners, 2), None)


def _walls(board: Board, low: int, high: int, spared: tuple[Deck, ...]) -> Iterator[Thing]:
    for (x0, y0, x1, y1, foot, top, flags, *_), part in zip(board.rows.edges, board.parts[0], strict=True):
        left = any(top <= z and contains(ring, x0, y0) and contains(ring, x1, y1) for z, ring in spared)
        if flags & (MOVE | LOW) == MOVE and foot < high and top > low and not left:
            yield Thing("wall" if part < 0 else "flimsy", part, Footprint(((x0, y0), (x1, y1)), 0))


def _grounds(board: Board, z: int, shut: tuple[str, ...]) -> Iterator[Thing]:
    """Obstacles, by their numbers on the board, and ground that may not be entered, or that is noticed."""
    names, many = {code: name for name, code in board.codes.items()}, len(board.areas)
    for number, (foot, tip, first, count, *_, kind) in enumerate(board.rows.areas):
        closed = kind in (OBSTACLE, IMPASSABLE) or names.get(kind) in shut
        if closed and foot <= z and (tip > z or foot == z):
            outline = Footprint(ring_of(board, first, count), 0)
            is_obstacle = kind == OBSTACLE
            yield Thing("obstacle" if is_obstacle else "ground", number - many if is_obstacle else number, outline)


def _roofs(board: Board, low: int, high: int, spared: tuple[Deck, ...]) -> Iterator[Thing]:
    for (level, first, count, *_, thickness, _), part in zip(board.rows.floors, board.parts[1], strict=True):
        if level > low and level - thickness < high and (level, ring := ring_of(board, first, count)) not in spared:
            yield Thing("roof" if part < 0 else "flimsy", part, Footprint(ring, 0))


def roofs_over(board: Board, foot: Footprint, low: int, high: int) -> Iterator[Deck]:
    """The floors that are in the way of a body where it is."""
    floors = _floors_between(board, low, high)
    west, south, east, north = foot.bounds() if floors else (0, 0, 0, 0)
    for level, outline, (left, front, right, back) in floors:
        if left < east and west < right and front < north and south < back and overlap(foot, outline):
            yield level, outline.core


@per_board
def _floors_between(board: Board, low: int, high: int) -> tuple[tuple[int, Footprint, tuple[int, int, int, int]], ...]:
    """The floors between two heights: the level, the outline and the box around it of each."""
    rings = [
        (level, Footprint(ring_of(board, first, count), 0))
        for level, first, count, *_, thickness, _ in board.rows.floors
        if level > low and level - thickness < high
    ]
    return tuple((level, outline, outline.bounds()) for level, outline in rings)


def _borders(board: Board) -> Iterator[Thing]:
    """What lies beyond the edges of a board."""
    width, depth, far = board.width, board.depth, _BORDER_WIDTH
    beyond = (
        ((-far, -far), (0, -far), (0, depth + far), (-far, depth + far)),
        ((-far, -far), (width + far, -far), (width + far, 0), (-far, 0)),
        ((width, -far), (width + far, -far), (width + far, depth + far), (width, depth + far)),
        ((-far, depth), (width + far, depth), (width + far, depth + far), (-far, depth + far)),
    )
    return (Thing("border", -1, Footprint(ring, 0)) for ring in beyond)


def _doors(layout: Layout, low: int, high: int) -> Iterator[Thing]:
    for number, (x0, y0, x1, y1, foot, top, flags, *_) in enumerate(layout.wall_rows):
        if flags & (MOVE | LOW) == MOVE and foot < high and top > low:
            yield Thing("door", number, Footprint(((x0, y0), (x1, y1)), 0))


def _bodies(layout: Layout, id: int, z: int, high: int, clear_of: dict[int, int], reach: int) -> Iterator[Thing]:
    """Those at its own height within its reach, but for itself and its riders, as wide as what it keeps clear of."""
    upon, (x0, y0, *_, radius, _, _, _) = riders(layout, id), layout.row(id)
    for number, (x, y, low, _, _, wide, tall, posture, _) in enumerate(layout.rows()):
        if number == id or posture == Posture.AWAY or low >= high or low + tall <= z or number in upon:
            continue
        more = clear_of.get(number, 0)
        far = reach + radius + wide + more + _ROUNDED
        if -far <= x - x0 <= far and -far <= y - y0 <= far:
            foot = footprint_of(layout, number)
            yield Thing("body", number, Footprint(foot.core, foot.radius + more) if more else foot)
