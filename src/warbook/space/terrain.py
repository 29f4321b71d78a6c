"""The pieces a board is made of, and the codes by which the kernels know them.

All lengths are thousandths of an inch; a point is ``(x, y, z)``, a polygon a convex ring of ``(x, y)``,
counter-clockwise, not closed.  The pieces are data: what they mean for a game is said by its ruleset.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Point: TypeAlias = tuple[int, int, int]
Polygon: TypeAlias = tuple[tuple[int, int], ...]
Scalar: TypeAlias = str | int | float | bool

# Flags of an edge, and of a floor.
MOVE = 1  # hinders movement
SIGHT = 2  # stops sight
LOW = 4  # belongs to a low obstacle, which may be crossed
CLIMB = 8  # may be climbed
PLATFORM = 16
BLOCK_TOP = 32
LANDING = 64  # a lift stops here
BODY = 128  # belongs to a body that is not round: such rows are among a layout's barriers, never among a board's edges
LONG = 256  # the core of a long base, around which it has a radius

# Kinds of area.  Tags that a board makes up are numbered from 100, in alphabetical order.
DIFFICULT = 1
DANGEROUS = 2
IMPASSABLE = 3
PITFALL = 4
OBSTACLE = 5  # the ground under a low obstacle
FIRST_TAG = 100
AREA_CODES = {
    "difficult": DIFFICULT,
    "dangerous": DANGEROUS,
    "impassable": IMPASSABLE,
    "pitfall": PITFALL,
    "obstacle": OBSTACLE,
}

# Kinds of link between floors.
LADDER = 1
STAIRS = 2
RAMP = 3

DoorState: TypeAlias = Literal["open", "closed", "locked", "vault"]
"""How a door stands when a battle begins."""


class Platform(Struct, frozen=True, omit_defaults=True):
    """A floor at height `z`.  `rails` are the numbers of the edges with a railing; edge 0 starts at corner 0.  One that
    is `flimsy` may be broken in a game that says how."""

    polygon: Polygon
    z: int
    thickness: int
    rails: tuple[int, ...]
    climbable: bool
    flimsy: bool = False


class Wall(Struct, frozen=True, omit_defaults=True):
    """A thin solid wall along the `points`, from `z` up to `z + height`."""

    points: Polygon
    z: int
    height: int
    climbable: bool
    flimsy: bool = False


class Block(Struct, frozen=True, omit_defaults=True):
    """A solid body.  Its top is a floor if `top`."""

    polygon: Polygon
    z: int
    height: int
    top: bool
    climbable: bool
    flimsy: bool = False


class Obstacle(Struct, frozen=True):
    """Something low that can be crossed but not stood on."""

    polygon: Polygon
    z: int
    height: int


class Area(Struct, frozen=True):
    """Ground, or air, of a `kind`, from `z` up to `z + height`."""

    polygon: Polygon
    z: int
    height: int
    kind: str


class Link(Struct, frozen=True):
    """A way between two floors: a ladder, stairs or a ramp (`kind` is LADDER, STAIRS or RAMP)."""

    kind: int
    foot: Point
    top: Point
    width: int


class Door(Struct, frozen=True):
    """A door in a gap between walls.  `toughness` and `wounds` are 0
    where the ruleset is to say."""

    id: str
    line: tuple[int, int, int, int]
    z: int
    height: int
    state: DoorState
    toughness: int
    wounds: int
    terminals: tuple[Point, ...]


class Ductway(Struct, frozen=True):
    """A passage through a wall, from one end to the other."""

    id: str
    ends: tuple[Point, Point]
    firing_port: bool


class Lift(Struct, frozen=True):
    """A plate that goes up and down; at each of its `levels` above the ground there is a floor to step on."""

    id: str
    polygon: Polygon
    levels: tuple[int, ...]


class Marker(Struct, frozen=True):
    """Anything else that stands on the board.  `params` are scalars for the ruleset."""

    id: str
    kind: str
    at: Point
    params: dict[str, Scalar]


class Zone(Struct, frozen=True):
    """Where a side may deploy, on any floor."""

    name: str
    polygon: Polygon
