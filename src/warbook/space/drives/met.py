"""What a drive is: its legs, what a game says about it, what it meets, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from ...core.state import Placement
from ..board import Going
from ..facing import is_facing
from ..footprints import HullSide
from ..rules import BEYOND
from ..terrain import RAMP
from ..walked import Entry

DriveLeg: TypeAlias = tuple[int, int, int]
DriveLegs: TypeAlias = tuple[DriveLeg, ...]
What: TypeAlias = Literal["wall", "door", "obstacle", "flimsy", "ground", "roof", "body", "brink", "border"]

MOST_LEGS = 24
FARTHEST = 1_000_000  # thousandths that a leg is long at most
MALFORMED = "A drive is a list of legs: how far (backwards below 0) and the direction to face, as three whole numbers."


def is_drive(value: Any) -> bool:
    """Whether something has the form of a drive: a few legs of three whole numbers each."""
    return (
        isinstance(value, tuple)
        and len(value) <= MOST_LEGS
        and all(isinstance(leg, tuple) and len(leg) == 3 and is_facing(leg[1:]) for leg in value)
        and all(type(leg[0]) is int and abs(leg[0]) <= FARTHEST for leg in value)
    )


class Met(Struct, frozen=True):
    """Something that a body meets: on which leg, how far along it (0 while it turns), and on which of its own edges.

    `number` is that of the body, of the obstacle or what else breaks (`Board.breakable`), of the closed `ground`, or of
    the shut door among the layout's walls, else -1; `struck` is the edge of a hull that is met, `turning` says that it
    happens in the turn before the leg, and `z` how high it is then.  A `brink` is where the floor ends that carries its
    middle, a `border` that of the board.
    """

    what: What
    number: int = -1
    leg: int = 0
    at: int = 0
    turning: bool = False
    side: HullSide | None = None
    struck: HullSide | None = None
    z: int = 0

    @property
    def thing(self) -> tuple[What, int]:
        """What it is, however it is met."""
        return self.what, self.number

    def named(self, name: Callable[[int], str]) -> str:
        """What it is in words; `name` turns the id of a body into a name."""
        return name(self.number) if self.what == "body" else _NAMES[self.what]


_NAMES: dict[What, str] = {
    "wall": "a wall",
    "door": "a shut door",
    "obstacle": "an obstacle",
    "flimsy": "something flimsy",
    "ground": "ground that is closed to it",
    "roof": "a roof that is too low",
    "brink": "the end of the floor",
    "border": "the edge of the board",
}


class Driven(Struct, frozen=True):
    """A drive: where it ends, what it met in order, what stopped it (None: nothing), its cost and length leg by leg,
    where the body was at the end of each leg and (`poses`) also after each turn, and the special ground that its middle
    went over."""

    end: Placement
    met: tuple[Met, ...] = ()
    stopped: Met | None = None
    costs: tuple[int, ...] = ()
    lengths: tuple[int, ...] = ()
    ends: tuple[Placement, ...] = ()
    poses: tuple[Placement, ...] = ()
    areas: tuple[Entry, ...] = ()

    @property
    def cost(self) -> int:
        """What all legs cost together."""
        return sum(self.costs)


class DriveRules(Struct, frozen=True):
    """What a game says about a drive.

    All legs together cost `allowance` at most.  It goes ahead unless not `ahead`, and `back` so far in all (0: it may
    not).  It turns `turns` times (-1: as often as it likes), each time by `widest` degrees at most and at a price of
    `turn_cost`, the first time at that of `first_turn` besides.  One that `slides` goes any way without a turn.  `gap`
    is the widest gap in the floor that is crossed (-1: the body's length) to a floor that is no higher, and lower by
    `descent` at most (-1: however low); `slopes` are the kinds of links that it goes up and down; `going` and
    `open_ground` are the prices of ground as in `Rules`.  What is lower than a `step` is driven over.

    `clear_of` names bodies that are met before they are touched, each with how far from it.  Of the `noticed` kinds of
    area every one that the hull comes to is met as `ground`, as is what it stands on when a leg begins; the game says
    whether that stops it.
    """

    allowance: int = BEYOND
    ahead: bool = True
    back: int = BEYOND
    turns: int = -1
    widest: int = 180
    turn_cost: int = 0
    first_turn: int = 0
    slides: bool = False
    gap: int = -1
    going: Going = (("difficult", 200), ("dangerous", 200))
    open_ground: int = 100
    ignore_terrain: bool = False
    step: int = 250
    descent: int = -1
    slopes: tuple[int, ...] = (RAMP,)
    clear_of: tuple[tuple[int, int], ...] = ()
    noticed: tuple[str, ...] = ()


SOLID: tuple[What, ...] = ("wall", "door", "flimsy", "ground", "roof", "body", "brink", "border")


def stops_at_all(met: Met) -> bool:
    """The plainest game: everything stops it but obstacles, which it goes through."""
    return met.what in SOLID
