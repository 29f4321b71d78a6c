"""The file of a board: what may be written in it, and what is said where it is wrong.  See ``docs/boards.md``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from msgspec import Struct

from ..core.errors import BadData, nearest
from ..core.files import read_text
from ..core.length import INCH, written
from ..core.profile import read_one
from .board import Board
from .boardfields import (
    AreaFields,
    BlockFields,
    DeploymentFields,
    DoorFields,
    DuctwayFields,
    FileFields,
    Four,
    LiftFields,
    MarkerFields,
    ObstacleFields,
    PlatformFields,
    WallFields,
)
from .shapes import convex_fault, counter_clockwise, rectangle, stretched
from .terrain import (
    AREA_CODES,
    LADDER,
    RAMP,
    STAIRS,
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

LARGEST = 96 * INCH  # the kernels' products stay within 64 bits up to here
OBSTACLE_HEIGHT = 2 * INCH
MOST_PIECES = 500  # of a board in all; the largest that is shipped has 62
MOST_POINTS = 4000  # of all its outlines and walls; the largest that is shipped has 245
MOST_CORNERS = 64  # of an outline, or points of a wall
MOST_OF_A_KIND = {"door": 64, "ductway": 64, "lift": 16, "marker": 64, "deployment": 32}
"""Of pieces that a battle has a record of, or that a ruleset looks for by name."""
MOST_ON_A_PIECE = 16  # heights of a lift, terminals of a door, things said of a marker


def load_board(path: str | Path) -> Board:
    """The board in a file.  Raises `BadData` for whatever is wrong with it."""
    return read_board(read_text(path), str(path))


def read_board(text: str, source: str) -> Board:
    """The board that a text describes; `source` names it in errors.  Raises `BadData`."""
    return _Reader(read_one(text, source, FileFields), text, source).board()


_MOST = {
    "polygon": MOST_CORNERS,
    "points": MOST_CORNERS,
    "edges": MOST_CORNERS,
    "rail": MOST_CORNERS,
    "terminals": MOST_ON_A_PIECE,
    "params": MOST_ON_A_PIECE,
    "z": MOST_ON_A_PIECE,
}
"""How many things a key of a piece may list."""

P = TypeVar("P", bound=Struct)


class _Reader:
    """Turns what a file says into pieces, or says what is wrong with it."""

    def __init__(self, file: FileFields, text: str, source: str) -> None:
        self.file, self.text, self.source = file, text, source
        self.width, self.depth = file.size

    def board(self) -> Board:
        file = self.file
        for number, side in enumerate(file.size, 1):
            if not 0 < side <= LARGEST:
                self._refuse(f"size[{number}]", written(side), f"more than 0 and at most {written(LARGEST)}")
        self._check_numbers()
        self._check_ids()
        board = Board(
            id=file.id,
            title=file.title,
            width=self.width,
            depth=self.depth,
            summary=file.summary,
            source_text=self.text,
            platforms=tuple(self._platform(*each) for each in _labelled("platform", file.platform)),
            walls=tuple(self._wall(*each) for each in _labelled("wall", file.wall)),
            blocks=tuple(self._block(*each) for each in _labelled("block", file.block)),
            obstacles=tuple(self._obstacle(*each) for each in _labelled("obstacle", file.obstacle)),
            areas=tuple(self._area(*each) for each in _labelled("area", file.area)),
            links=tuple(self._links()),
            doors=tuple(self._door(*each) for each in _labelled("door", file.door)),
            ductways=tuple(self._ductway(*each) for each in _labelled("ductway", file.ductway)),
            lifts=tuple(self._lift(*each) for each in _labelled("lift", file.lift)),
            markers=tuple(self._marker(*each) for each in _labelled("marker", file.marker)),
            zones=tuple(self._zone(*each) for each in _labelled("deployment", file.deployment)),
        )
        self._check_footing(board)
        self._check_flimsy(board)
        return board

    def _platform(self, where: str, given: PlatformFields) -> Platform:
        ring, turned = self._ring(where, given.polygon, given.rect)
        count = len(ring)
        if not 0 < given.z <= LARGEST:
            right = f"a height above the ground, which is a floor already, and at most {written(LARGEST)}"
            self._refuse(f"{where}.z", written(given.z), right)
        if not 0 <= given.thickness < given.z:
            self._refuse(
                f"{where}.thickness", written(given.thickness), f"0 or more, and less than z = {written(given.z)}"
            )
        if given.edges is not None and given.rail:
            self._refuse(f"{where}.rail", "both edges and rail", "one of the two")
        if given.edges is not None and len(given.edges) != count:
            self._refuse(f"{where}.edges", f"{len(given.edges)} edges", f"one for each of the {count} corners")
        rails: Iterable[int] = range(count) if given.rail == "all" else given.rail
        if given.edges is not None:
            rails = [number for number, edge in enumerate(given.edges) if edge == "rail"]
        for number in rails:
            if not 0 <= number < count:
                self._refuse(f"{where}.rail", f"edge {number}", f"edges from 0 to {count - 1}")
        if turned:  # the ring was written clockwise: its edges now run the other way round
            rails = [(count - 2 - number) % count for number in rails]
        return Platform(ring, given.z, given.thickness, tuple(sorted(rails)), given.climbable, given.flimsy)

    def _wall(self, where: str, given: WallFields) -> Wall:
        if (given.line is None) == (given.points is None):
            self._refuse(where, _both("line", "points", given.line), "either line or points")
        key = "points" if given.line is None else "line"
        points = given.points or () if given.line is None else (given.line[:2], given.line[2:])
        if len(points) < 2:
            self._refuse(f"{where}.points", f"{len(points)} points", "two or more")
        for a, b in pairwise(points):
            if a == b:
                self._refuse(f"{where}.{key}", "two points in the same place", "a wall with some length")
        self._inside(f"{where}.{key}", points)
        self._upright(where, given.z, given.height)
        return Wall(points, given.z, given.height, given.climbable, given.flimsy)

    def _block(self, where: str, given: BlockFields) -> Block:
        ring, _ = self._ring(where, given.polygon, given.rect)
        self._upright(where, given.z, given.height)
        if given.top == "none" and given.z:
            self._refuse(f"{where}.top", "'none' on a block above the ground", "'floor', or z = 0")
        return Block(ring, given.z, given.height, given.top == "floor", given.climbable, given.flimsy)

    def _obstacle(self, where: str, given: ObstacleFields) -> Obstacle:
        self._upright(where, given.z, given.height)
        if given.height > OBSTACLE_HEIGHT:
            right = f"at most {written(OBSTACLE_HEIGHT)}; what is higher is a block or a wall"
            self._refuse(f"{where}.height", written(given.height), right)
        if given.line is None:
            if given.width is not None:
                self._refuse(f"{where}.width", "a width without a line", "line and width, or polygon, or rect")
            return Obstacle(self._ring(where, given.polygon, given.rect)[0], given.z, given.height)
        if given.polygon is not None or given.rect is not None:
            self._refuse(where, "a line and an outline", "line and width, or polygon, or rect")
        if given.width is None or given.width <= 0:
            found = "no such key" if given.width is None else written(given.width)
            self._refuse(f"{where}.width", found, "how wide the obstacle is along its line, more than 0")
        ring = _band(given.line, given.width)
        if convex_fault(ring):
            self._refuse(f"{where}.line", "two points in the same place", "an obstacle with some length")
        self._inside(f"{where}.line", ring)
        return Obstacle(ring, given.z, given.height)

    def _area(self, where: str, given: AreaFields) -> Area:
        ring, _ = self._ring(where, given.polygon, given.rect)
        self._upright(where, given.z, given.height)
        kinds = [kind for kind in AREA_CODES if kind != "obstacle"]
        likely = "" if given.kind in kinds else nearest(given.kind, kinds)
        if given.kind == "obstacle" or likely or not given.kind.strip():
            known = ", ".join(map(repr, kinds)) + " or a tag of your own that is unlike these"
            self._refuse(f"{where}.kind", repr(given.kind) + likely, known)
        return Area(ring, given.z, given.height, given.kind)

    def _links(self) -> Iterator[Link]:
        for where, ladder in _labelled("ladder", self.file.ladder):
            yield self._link(where, LADDER, ladder.foot, ladder.top, INCH)
        for where, stairs in _labelled("stairs", self.file.stairs):
            yield self._link(where, STAIRS, stairs.foot, stairs.top, stairs.width)
        for where, ramp in _labelled("ramp", self.file.ramp):
            yield self._link(where, RAMP, ramp.foot, ramp.top, ramp.width)

    def _link(self, where: str, kind: int, foot: Point, top: Point, width: int) -> Link:
        self._inside(f"{where}.foot", (foot,))
        self._inside(f"{where}.top", (top,))
        if top[2] <= foot[2]:
            self._refuse(f"{where}.top", f"z = {written(top[2])}", f"higher than its foot at {written(foot[2])}")
        if not 0 < width <= LARGEST:
            self._refuse(f"{where}.width", written(width), f"more than 0 and at most {written(LARGEST)}")
        if kind != LADDER and foot[:2] == top[:2]:
            self._refuse(f"{where}.top", "a point right above the foot", "a slope; what goes straight up is a ladder")
        return Link(kind, foot, top, width)

    def _door(self, where: str, given: DoorFields) -> Door:
        if given.line[:2] == given.line[2:]:
            self._refuse(f"{where}.line", "two points in the same place", "a door with some width")
        self._inside(f"{where}.line", (given.line[:2], given.line[2:]))
        self._upright(where, given.z, given.height)
        for key, value in (("toughness", given.toughness), ("wounds", given.wounds)):
            if value < 0:
                self._refuse(f"{where}.{key}", str(value), "0 (the ruleset says) or more")
        for number, terminal in enumerate(given.terminals, 1):
            self._inside(f"{where}.terminals[{number}]", (terminal,))
        return Door(
            given.id,
            given.line,
            given.z,
            given.height,
            given.state,
            given.toughness,
            given.wounds,
            given.terminals,
        )

    def _ductway(self, where: str, given: DuctwayFields) -> Ductway:
        self._inside(f"{where}.ends", given.ends)
        if given.ends[0] == given.ends[1]:
            self._refuse(f"{where}.ends", "the same point twice", "the two ends of a passage")
        return Ductway(given.id, given.ends, given.firing_port)

    def _lift(self, where: str, given: LiftFields) -> Lift:
        ring, _ = self._ring(where, None, given.rect)
        if len(given.z) < 2 or given.z[0] < 0 or given.z[-1] > LARGEST or any(a >= b for a, b in pairwise(given.z)):
            right = f"two or more heights, each above the last, and at most {written(LARGEST)}"
            self._refuse(f"{where}.z", str([z / INCH for z in given.z]), right)
        return Lift(given.id, ring, given.z)

    def _marker(self, where: str, given: MarkerFields) -> Marker:
        self._inside(f"{where}.at", (given.at,))
        return Marker(given.id, given.kind, given.at, given.params)

    def _zone(self, where: str, given: DeploymentFields) -> Zone:
        return Zone(given.name, self._ring(where, given.polygon, given.rect)[0])

    def _ring(self, where: str, polygon: Polygon | None, rect: Four | None) -> tuple[Polygon, bool]:
        """An outline, counter-clockwise, and whether it had to be turned for that."""
        if (polygon is None) == (rect is None):
            self._refuse(where, _both("polygon", "rect", rect), "either polygon or rect")
        if rect is not None:
            if rect[2] <= 0 or rect[3] <= 0:
                self._refuse(
                    f"{where}.rect", f"{written(rect[2])} by {written(rect[3])}", "x, y, width, depth, both more than 0"
                )
            ring = rectangle(*rect)
            self._inside(f"{where}.rect", ring)
            return ring, False
        ring = polygon or ()
        turned = len(ring) >= 3 and not counter_clockwise(ring)
        if turned:
            ring = ring[::-1]
        if fault := convex_fault(ring):
            self._refuse(f"{where}.polygon", fault, "three or more corners in order, none of them pointing inwards")
        self._inside(f"{where}.polygon", ring)
        return ring, turned

    def _inside(self, where: str, points: Iterable[Sequence[int]]) -> None:
        for point in points:
            if not (0 <= point[0] <= self.width and 0 <= point[1] <= self.depth):
                found = f"({point[0] / INCH:g}, {point[1] / INCH:g})"
                self._refuse(where, found, f"a point on the board, {written(self.width)} by {written(self.depth)}")
            if len(point) > 2 and not 0 <= point[2] <= LARGEST:
                self._refuse(where, f"z = {written(point[2])}", f"a height from 0 to {written(LARGEST)}")

    def _upright(self, where: str, z: int, height: int) -> None:
        if z < 0:
            self._refuse(f"{where}.z", written(z), "0 or more")
        if not 0 < height <= LARGEST - z:
            right = f"more than 0, and no higher than {written(LARGEST)} above the ground in all"
            self._refuse(f"{where}.height", written(height), right)

    def _check_numbers(self) -> None:
        """There are not so many pieces, nor so many points of one, that a battle on the board would be slow."""
        lists = {
            name: pieces
            for name in FileFields.__struct_fields__
            if isinstance(pieces := getattr(self.file, name), tuple)
        }
        lists.pop("size")
        count = sum(map(len, lists.values()))
        if count > MOST_PIECES:
            largest = max(lists, key=lambda name: len(lists[name]))
            found = f"{count:,} pieces, {len(lists[largest]):,} of them of the kind {largest!r}"
            self._refuse("", found, f"at most {MOST_PIECES:,} in all")
        points = sum(_points(piece) for pieces in lists.values() for piece in pieces)
        if points > MOST_POINTS:
            self._refuse("", f"{points:,} corners of outlines and points of walls", f"at most {MOST_POINTS:,} in all")
        for name, pieces in lists.items():
            if len(pieces) > MOST_OF_A_KIND.get(name, MOST_PIECES):
                self._refuse(name, f"{len(pieces):,} of them", f"at most {MOST_OF_A_KIND[name]}")
            for where, piece in _labelled(name, pieces):
                for key, most in _MOST.items():
                    parts = getattr(piece, key, None)
                    if isinstance(parts, tuple | dict) and len(parts) > most:
                        self._refuse(f"{where}.{key}", f"{len(parts):,} of them", f"at most {most}")

    def _check_ids(self) -> None:
        """Everything that a ruleset may speak of has an id of its own."""
        file, seen = self.file, dict[str, str]()
        named: list[tuple[str, str]] = []
        named += [(where, door.id) for where, door in _labelled("door", file.door)]
        named += [(where, ductway.id) for where, ductway in _labelled("ductway", file.ductway)]
        named += [(where, lift.id) for where, lift in _labelled("lift", file.lift)]
        named += [(where, marker.id) for where, marker in _labelled("marker", file.marker)]
        for where, id in named:
            if id in seen:
                self._refuse(f"{where}.id", f"{id!r} again", f"an id that {seen[id]} does not have")
            seen[id] = where
        zones: list[str] = []
        for where, zone in _labelled("deployment", file.deployment):
            if zone.name in zones:
                self._refuse(f"{where}.name", f"{zone.name!r} again", "a name that no other zone has")
            zones.append(zone.name)

    def _check_footing(self, board: Board) -> None:
        """Links end on floors; whatever is set down stands on one."""
        points: list[tuple[str, Point]] = []
        for where, ladder in _labelled("ladder", self.file.ladder):
            points += [(f"{where}.foot", ladder.foot), (f"{where}.top", ladder.top)]
        for where, slope in [*_labelled("stairs", self.file.stairs), *_labelled("ramp", self.file.ramp)]:
            points += [(f"{where}.foot", slope.foot), (f"{where}.top", slope.top)]
        for where, ductway in _labelled("ductway", self.file.ductway):
            points += [(f"{where}.ends[{number}]", end) for number, end in enumerate(ductway.ends, 1)]
        points += [(f"{where}.at", marker.at) for where, marker in _labelled("marker", self.file.marker)]
        for where, (x, y, z) in points:
            below = board.floor_below(x, y, z)
            if below != z:
                found = f"no floor at z = {written(z)} at ({x / INCH:g}, {y / INCH:g})"
                self._refuse(where, found, f"the height of a floor there; the next below is at {written(below)}")

    def _check_flimsy(self, board: Board) -> None:
        """Nothing that would be left in the air stands on what may break."""
        left = board.without(tuple(range(len(board.obstacles), len(board.breakable))))
        pieces: list[tuple[str, int, Polygon]] = []
        pieces += [(where, wall.z, wall.points) for where, wall in _labelled("wall", board.walls)]
        pieces += [(where, block.z, block.polygon) for where, block in _labelled("block", board.blocks)]
        pieces += [(where, low.z, low.polygon) for where, low in _labelled("obstacle", board.obstacles)]
        pieces += [(where, door.z, (door.line[:2], door.line[2:])) for where, door in _labelled("door", board.doors)]
        for where, z, points in pieces:
            if any(board.on_floor(x, y, z) and not left.on_floor(x, y, z) for x, y in points):
                right = "a floor that cannot: only markers and ways up and down may stand on what is flimsy"
                self._refuse(f"{where}.z", "a floor that may break", right)

    def _refuse(self, where: str, found: str, wanted: str) -> NoReturn:
        raise BadData(self.source, where, found, wanted)


def _labelled(name: str, pieces: Sequence[P]) -> list[tuple[str, P]]:
    """Each piece with the words by which a person finds it: ``door[3]``."""
    return [(f"{name}[{number}]", piece) for number, piece in enumerate(pieces, 1)]


def _points(piece: Any) -> int:
    """How many corners or points a piece has."""
    ring = getattr(piece, "polygon", None) or getattr(piece, "points", None)
    return len(ring) if ring is not None else 4


def _both(first: str, second: str, one: object) -> str:
    return f"neither {first} nor {second}" if one is None else f"both {first} and {second}"


def _band(line: tuple[int, int, int, int], width: int) -> Polygon:
    """The rectangle along a line that is `width` wide, at the nearest points of the lattice."""
    x1, y1, x2, y2 = line
    dx, dy = stretched(y2 - y1, x1 - x2, (width + 1) // 2)
    ring = ((x1 + dx, y1 + dy), (x2 + dx, y2 + dy), (x2 - dx, y2 - dy), (x1 - dx, y1 - dy))
    return ring if counter_clockwise(ring) else ring[::-1]
