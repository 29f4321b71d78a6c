"""The board: what never changes while a battle is fought, read from a TOML file and compiled for the kernels.

The ground is a floor at height 0 over the whole board.  Everything else stands on it: see `terrain` for the pieces, and
``docs/boards.md`` for the format of the file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from ..core.length import INCH, root_up
from ..core.memo import Memo, Memoized
from ..core.structs import replace
from . import _kernels as kernels
from ._kernels import Arrays, column, grown, table
from .barriers import Deck
from .shapes import bounds, cross, rectangle, sides
from .terrain import (
    AREA_CODES,
    BLOCK_TOP,
    CLIMB,
    FIRST_TAG,
    IMPASSABLE,
    LANDING,
    LOW,
    MOVE,
    OBSTACLE,
    PITFALL,
    PLATFORM,
    SIGHT,
    Area,
    Block,
    Door,
    Ductway,
    Lift,
    Link,
    Marker,
    Obstacle,
    Platform,
    Point,
    Polygon,
    Wall,
    Zone,
)

CELL = 4 * INCH
_NOWHERE = -(1 << 20)  # below and beside every board
LAID = 16  # boards with more ground on them that a board keeps

BREAKABLE = ("walls", "blocks", "obstacles", "platforms")
_WIDTHS = {"edges": 7, "floors": 9, "corners": 3, "areas": 9, "links": 9}

Row: TypeAlias = tuple[int, ...]
Piece: TypeAlias = Wall | Block | Obstacle | Platform
Going: TypeAlias = tuple[tuple[str, int], ...]


def _memo_of(board: Board) -> Memo:
    return board.memo


per_board = Memoized(_memo_of)
"""Decorates a function of a board and plain values: the board keeps what it has come to."""


class Board(Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """A board.  `width` and `depth` are in thousandths; pieces stand in the order of the file."""

    id: str
    title: str
    width: int
    depth: int
    summary: str = ""
    source_text: str = ""
    platforms: tuple[Platform, ...] = ()
    walls: tuple[Wall, ...] = ()
    blocks: tuple[Block, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    areas: tuple[Area, ...] = ()
    links: tuple[Link, ...] = ()
    doors: tuple[Door, ...] = ()
    ductways: tuple[Ductway, ...] = ()
    lifts: tuple[Lift, ...] = ()
    markers: tuple[Marker, ...] = ()
    zones: tuple[Zone, ...] = ()

    @cached_property
    def digest(self) -> str:
        """A fingerprint of what is on the board; comments and layout of the file do not count."""
        content = msgspec.json.encode({**msgspec.to_builtins(self), "source_text": ""}, order="sorted")
        return blake2b(content, digest_size=16).hexdigest()

    @cached_property
    def codes(self) -> dict[str, int]:
        """The code of each kind of area that is on this board."""
        tags = sorted({area.kind for area in self.areas} - AREA_CODES.keys())
        return AREA_CODES | {tag: FIRST_TAG + number for number, tag in enumerate(tags)}

    @cached_property
    def arrays(self) -> Arrays:
        """The board as the kernels see it, in the form that this process runs (see `_kernels`)."""
        edges, floors, corners, areas, links, grid = self.rows
        return Arrays(
            table(edges, 7), table(floors, 9), table(corners, 3), table(areas, 9), table(links, 9), column(grid)
        )

    @cached_property
    def rows(self) -> Arrays:
        """The same tables as tuples of tuples, for loops in Python."""
        edges = tuple(row for _, rows in self._bounded() for row in rows)
        corners: list[Row] = []
        floors = tuple(row for _, rows in self._floored(corners) for row in rows)
        areas = tuple(self._areas(corners))
        links = tuple(
            (*link.foot, *link.top, link.kind, _length(link.foot, link.top), link.width) for link in self.links
        )
        return Arrays(edges, floors, tuple(corners), areas, links, _grid(edges, self.width, self.depth))

    @cached_property
    def solids(self) -> Arrays:
        """The board as the kernels see it, without its low obstacles."""
        return self.arrays._replace(edges=table([edge for edge in self.rows.edges if not edge[6] & LOW], 7))

    @per_board
    def priced(self, going: Going) -> Arrays:
        """The board as the kernels of movement see it: `areas` have one column more, what an inch of this ground costs
        in hundredths, -1 where it has no price of its own (see `routes.Rules`)."""
        if self.bare is not None:
            return self.arrays._replace(areas=self.bare.priced(going).areas)
        prices = {self.codes[kind]: price for kind, price in going if kind in self.codes}
        prices[IMPASSABLE] = 0
        rows = [(*area, prices.get(area[8], -1)) for area in self.rows.areas]
        return self.arrays._replace(areas=table(rows, 10))

    @per_board
    def costly(self, going: Going, plain: int) -> Arrays:
        """The same without the ground that makes no difference to what a walk costs, where an inch of open ground costs
        `plain`, nor to whether it may be gone: for those who do not ask what ground it leads over."""
        if self.bare is not None:
            return self.arrays._replace(areas=self.bare.costly(going, plain).areas)
        priced = self.priced(going)
        rows = [area for area in priced.areas if area[8] in (OBSTACLE, PITFALL) or area[9] == 0 or area[9] > plain]
        return priced._replace(areas=table(rows, 10))

    @cached_property
    def memo(self) -> Memo:
        """What functions have come to that were asked about this board (see `per_board`)."""
        return {}

    @cached_property
    def breakable(self) -> dict[int, Piece]:
        """What can vanish, by its number: the obstacles in their order, then flimsy walls, blocks and platforms."""
        sturdy_or_not: tuple[Wall | Block | Platform, ...] = (*self.walls, *self.blocks, *self.platforms)
        return dict(enumerate((*self.obstacles, *(piece for piece in sturdy_or_not if piece.flimsy))))

    @cached_property
    def parts(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Of which breakable piece each edge is, and each floor, by its number; -1 of none."""
        numbers = {id(piece): number for number, piece in self.breakable.items()}
        return (
            tuple(numbers.get(id(piece), -1) for piece, rows in self._bounded() for _ in rows),
            tuple(numbers.get(id(piece), -1) for piece, rows in self._floored() for _ in rows),
        )

    @per_board.at_most(LAID)
    def under(self, ground: tuple[Area, ...]) -> Board:
        """This board with more ground on it for the moment; the last few such boards are kept.

        It may be of any kind that the board knows but a pitfall; the numbers of these areas follow those of the board.
        """
        corners, own = list(self.rows.corners), len(self.areas)
        rows = tuple((a.z, a.z + a.height, *_place(corners, a.polygon), self.codes[a.kind]) for a in ground)
        areas = (*self.rows.areas[:own], *rows, *self.rows.areas[own:])
        return self._varied(replace(self, areas=self.areas + ground), corners=corners, areas=areas)

    @per_board.at_most(LAID)
    def without(self, gone: tuple[int, ...]) -> Board:
        """This board with some of its breakable pieces gone: they hide nothing, carry nobody, cost nothing and are met
        by nobody, and what led up to them leads nowhere.  The last few such boards are kept; the other pieces keep
        their numbers."""
        if not gone:
            return self
        for number in gone:
            if number not in self.breakable:
                known = f"0 to {len(self.breakable) - 1}" if self.breakable else "none"
                raise ValueError(f"Of the pieces of this board {known} can vanish; found {number}.")
        lost = {id(self.breakable[number]) for number in gone}
        left: dict[str, Any] = {
            kind: tuple(piece for piece in getattr(self, kind) if id(piece) not in lost) for kind in BREAKABLE
        }
        other = replace(self, **left)
        edges = [(*e[:6], 0) if part in gone else e for e, part in zip(self.rows.edges, self.parts[0], strict=True)]
        floors = [f for f, part in zip(self.rows.floors, self.parts[1], strict=True) if part not in gone]
        areas = list(self.rows.areas)
        for number in gone:
            if number < len(self.obstacles):
                row = areas[len(self.areas) + number]
                areas[len(self.areas) + number] = (_NOWHERE, _NOWHERE, *row[2:4], *(_NOWHERE,) * 4, row[8])
        self._varied(other, edges=edges, floors=floors, areas=areas)
        other.__dict__["breakable"] = {n: piece for n, piece in self.breakable.items() if n not in gone}
        other.__dict__["parts"] = (self.parts[0], tuple(part for part in self.parts[1] if part not in gone))
        led = [all(other.on_floor(*end) for end in (link.foot, link.top)) for link in self.links]
        if not all(led):
            links = tuple(link for link, leads in zip(self.links, led, strict=True) if leads)
            rows = [row for row, leads in zip(self.rows.links, led, strict=True) if leads]
            other = other._varied(replace(other, links=links), links=rows)
        other.__dict__["whole"] = self
        other.__dict__["holes"] = tuple(bounds(_corners_of(self.breakable[number])) for number in gone)
        return other

    @cached_property
    def bare(self) -> Board | None:
        """The board without the tops of hulls, which has the same ground; None where there are none on it."""
        return None

    @cached_property
    def whole(self) -> Board | None:
        """The board as it was before pieces vanished from it; None where none has."""
        return None

    @cached_property
    def holes(self) -> tuple[Row, ...]:
        """The boxes around the pieces that have vanished from the whole board."""
        return ()

    def differs_near(self, west: int, south: int, east: int, north: int) -> bool:
        """Whether a piece has vanished that reached into a box."""
        return any(
            left <= east and right >= west and front <= north and back >= south
            for left, front, right, back in self.holes
        )

    @per_board.at_most(LAID)
    def carried_by(self, decks: tuple[Deck, ...]) -> Board:
        """This board with the tops of hulls as floors that can be climbed; the last few such boards are kept."""
        known, packed, corners = self.rows, self.arrays, list(self.rows.corners)
        tops = [(deck.z, *_place(corners, deck.corners), deck.thickness, PLATFORM | CLIMB) for deck in decks]
        other = self._varied(replace(self))
        other.__dict__["rows"] = known._replace(corners=tuple(corners), floors=(*known.floors, *tops))
        other.__dict__["arrays"] = packed._replace(
            corners=grown(packed.corners, corners[len(known.corners) :]), floors=grown(packed.floors, tops)
        )
        other.__dict__["parts"] = (self.parts[0], self.parts[1] + (-1,) * len(decks))
        other.__dict__["bare"] = self
        return other

    def _varied(self, other: Board, **tables: Sequence[Row]) -> Board:
        """Another board, whose tables are those of this one but for some."""
        known = {name: tuple(rows) for name, rows in tables.items()}
        packed = {name: table(rows, _WIDTHS[name]) for name, rows in tables.items()}
        other.__dict__.update(
            codes=self.codes, breakable=self.breakable, parts=self.parts,
            rows=self.rows._replace(**known), arrays=self.arrays._replace(**packed),
        )  # fmt: skip
        return other

    def door_edge(self, number: int) -> Row:
        """The row of a closed door: give it to `layout` as one of the walls for as long as the door is shut."""
        door = self.doors[number]
        return (*door.line, door.z, door.z + door.height, MOVE | SIGHT)

    def on_floor(self, x: int, y: int, z: int) -> bool:
        """Whether something can stand at a point: on the ground, or on a floor of exactly that height."""
        return self.floor_below(x, y, z) == z

    def floor_below(self, x: int, y: int, z: int) -> int:
        """The height of the highest floor under a point, that of the point itself included.  The ground is 0."""
        return int(kernels.direct.floor_below(self.arrays.floors, self.arrays.corners, x, y, z))

    def slope(self, x: int, y: int, z: int) -> Link | None:
        """The stairs or ramp that a point lies on."""
        number = kernels.direct.slope(self.arrays.links, x, y, z)
        return self.links[number] if number >= 0 else None

    def contains(self, x: int, y: int) -> bool:
        """Whether a point is on the board, its border included."""
        return 0 <= x <= self.width and 0 <= y <= self.depth

    def _bounded(self) -> Iterator[tuple[Piece, list[Row]]]:
        """All pieces that have edges, with these."""
        for wall in self.walls:
            flags = MOVE | SIGHT | (CLIMB if wall.climbable else 0)
            ends = zip(wall.points, wall.points[1:], strict=False)
            yield wall, [(*a, *b, wall.z, wall.z + wall.height, flags) for a, b in ends]
        for block in self.blocks:
            flags = MOVE | SIGHT | (CLIMB if block.climbable else 0)
            yield block, [(*a, *b, block.z, block.z + block.height, flags) for a, b in sides(block.polygon)]
        for low in self.obstacles:
            yield low, [(*a, *b, low.z, low.z + low.height, MOVE | SIGHT | LOW) for a, b in sides(low.polygon)]
        for deck in self.platforms:
            if deck.thickness:
                yield deck, [(*a, *b, deck.z - deck.thickness, deck.z, SIGHT) for a, b in sides(deck.polygon)]

    def _floored(self, corners: list[Row] | None = None) -> Iterator[tuple[Piece | Lift, list[Row]]]:
        """All pieces that have floors, with these."""
        corners = [] if corners is None else corners
        for platform in self.platforms:
            flags = PLATFORM | (CLIMB if platform.climbable else 0)
            place = _place(corners, platform.polygon, platform.rails)
            yield platform, [(platform.z, *place, platform.thickness, flags)]
        for block in self.blocks:
            if block.top:
                flags = BLOCK_TOP | (CLIMB if block.climbable else 0)
                yield block, [(block.z + block.height, *_place(corners, block.polygon), block.height, flags)]
        for lift in self.lifts:
            place = _place(corners, lift.polygon)
            yield lift, [(level, *place, 0, PLATFORM | LANDING) for level in lift.levels if level]

    def _areas(self, corners: list[Row]) -> Iterator[Row]:
        for area in self.areas:
            place = _place(corners, area.polygon)
            yield (area.z, area.z + area.height, *place, self.codes[area.kind])
        for obstacle in self.obstacles:
            yield (obstacle.z, obstacle.z + obstacle.height, *_place(corners, obstacle.polygon), OBSTACLE)


def _place(corners: list[Row], polygon: Polygon, rails: Collection[int] = ()) -> Row:
    """Store a polygon's corners; where they are, how many, and the box around them."""
    first = len(corners)
    corners.extend((x, y, int(number in rails)) for number, (x, y) in enumerate(polygon))
    return (first, len(polygon), *bounds(polygon))


def _corners_of(piece: Piece) -> Sequence[tuple[int, int]]:
    return piece.points if isinstance(piece, Wall) else piece.polygon


@per_board
def floor_heights(board: Board) -> tuple[int, ...]:
    """How high the floors of a board are, that of the ground among them."""
    return tuple(sorted({0, *(floor[0] for floor in board.rows.floors)}))


def _length(a: Point, b: Point) -> int:
    return root_up(sum((p - q) ** 2 for p, q in zip(a, b, strict=True)))


def _grid(edges: Sequence[Row], width: int, depth: int) -> Row:
    """Which edges meet which cell, in the form that `Arrays` describes."""
    columns, rows = width // CELL + 1, depth // CELL + 1
    cells: list[list[int]] = [[] for _ in range(columns * rows)]
    for number, (x1, y1, x2, y2, _, _, flags) in enumerate(edges):
        if flags & (MOVE | LOW) != MOVE:  # no base is stopped by it
            continue
        for row in range(min(y1, y2) // CELL, max(y1, y2) // CELL + 1):
            for place in range(min(x1, x2) // CELL, max(x1, x2) // CELL + 1):
                if _meets_box(x1, y1, x2, y2, place * CELL, row * CELL):
                    cells[row * columns + place].append(number)
    starts = [3 + len(cells) + 1]
    for cell in cells:
        starts.append(starts[-1] + len(cell))
    return (CELL, columns, rows, *starts, *(number for cell in cells for number in cell))


def _meets_box(x1: int, y1: int, x2: int, y2: int, x: int, y: int) -> bool:
    """Whether a segment, known to pass the rows and columns of the cell at (x, y), meets the cell."""
    sides = [cross(x2 - x1, y2 - y1, cx - x1, cy - y1) for cx, cy in rectangle(x, y, CELL, CELL)]
    return min(sides) <= 0 <= max(sides)
