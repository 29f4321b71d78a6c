"""State: the position between two steps, a thin mutable shell over immutable records.

A State holds one Record for everything on the table that can change (models, doors, markers), the turn structure of
its ruleset, the rules still waiting to run, and the effects in force.  All of these are immutable, so that a copy is
a copy of a list of references: forking a battle costs a fraction of a microsecond.  Events alone change a State.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated, Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from .shape import LONGEST, Hull, Oval, Shape
from .structs import replace


class Posture(IntEnum):
    """How a body takes part in the geometry; what each posture means for the rules is the ruleset's to say."""

    AWAY = 0  # not on the table: touches, hides and hinders nothing
    HELPLESS = 1  # lies there and threatens nobody
    DOWN = 2  # lies there, and still claims its ground
    UP = 3  # stands: hides what is behind it


FARTHEST = 200_000
"""Thousandths of an inch: how far from the corner of a table anything can be.  No board is half as large, and the
geometry multiplies such numbers without leaving 64 bits.  A record that says otherwise is refused when it is read."""

MOST_SEATS = 64

Thousandths: TypeAlias = Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)]
"""A coordinate or a length of a body."""

LONGEST_FACING = 2**31
Facing: TypeAlias = Annotated[int, Meta(ge=-LONGEST_FACING, le=LONGEST_FACING)]
"""A part of the vector that a body faces along, which may be of any length that the geometry can square."""


class Placement(Struct, frozen=True, gc=False):
    """Where a body is.  `x, y, z` are the centre of its base in thousandths of an inch (z: the height of the floor
    below it); `fx, fy` is the direction it faces, as an integer vector of any length; `radius` and `height` are its
    size.  A body that is not round has a `shape`; its `radius` is then the shape's, that of the disc that holds it."""

    x: Thousandths
    y: Thousandths
    z: Thousandths = 0
    fx: Facing = 0
    fy: Facing = 1
    radius: Thousandths = 500
    height: Thousandths = 1250
    posture: Annotated[int, Meta(ge=Posture.AWAY.value, le=Posture.UP.value)] = Posture.UP
    shape: Oval | Hull | UnsetType = UNSET  # which is not written: the records of round bodies do not mention it

    @property
    def spot(self) -> tuple[int, int, int]:
        """The middle of its base."""
        return (self.x, self.y, self.z)

    def moved_to(self, spot: Sequence[int]) -> Placement:
        """The same body at another place: a point, or an answer or a leg that begins with one."""
        return replace(self, x=spot[0], y=spot[1], z=spot[2])


class Record(Struct, frozen=True, kw_only=True, tag=True):
    """What can change about something that has no place of its own: a unit, whose models have theirs.  Rulesets
    subclass it, and `Body` for whatever has a place; references to others are ids, never objects.

    `owner` is the number of the seat it belongs to, or -1 for things that belong to nobody.
    """

    id: int
    owner: Annotated[int, Meta(ge=-1, lt=MOST_SEATS)]
    profile: str


class Body(Record, frozen=True, kw_only=True, tag=True):
    """What can change about one model or marker, and where it is.  Rulesets subclass it."""

    at: Placement


class Turn(Struct, frozen=True, tag=True):
    """Whose move it is, in the terms of a ruleset.  Rulesets subclass it."""


class Waiting(Struct, frozen=True):
    """A rule still to run as a step of its own.  `scope` is the id of the model whose activation it belongs to, or
    -1."""

    rule: str
    args: tuple[Any, ...] = ()
    scope: int = -1


class Effect(Struct, frozen=True):
    """Something that modifies or permits, attached to a model until a named moment (``"activation"``, ``"round"``
    ...)."""

    name: str
    on: int
    until: str
    amount: int = 0


class Derived(Protocol):
    """A view of all placements that is expensive to build and cheap to amend (see `warbook.space.layout`)."""

    def after(self, record: Body) -> Derived: ...

    def remembering(self) -> Derived:
        """The same view, which keeps the amended views as long as it lives, for callers that run a step many times."""
        ...


R = TypeVar("R", bound=Record)
K = TypeVar("K", bound=Record)
T = TypeVar("T", bound=Turn)


class State(Generic[R, T]):
    """The position: records by id, the turn, the agenda (rules waiting, the next first) and the effects in force."""

    __slots__ = ("agenda", "derived", "effects", "records", "turn")

    def __init__(
        self, records: list[R], turn: T, agenda: tuple[Waiting, ...] = (), effects: tuple[Effect, ...] = ()
    ) -> None:
        self.records, self.turn, self.agenda, self.effects = records, turn, agenda, effects
        self.derived: Any = None

    def record(self, kind: type[K], id: int) -> K:
        """The record of an id, which the caller knows to be of this kind: where it is not of the kind that the state
        names."""
        found: Any = self.records[id]
        known: K = found
        return known

    def records_as(self, kind: type[K]) -> list[K]:
        """The list of all records itself, for a caller that looks only at ids of this kind."""
        records: Any = self.records
        known: list[K] = records
        return known

    def copy(self) -> State[R, T]:
        other = State(self.records.copy(), self.turn, self.agenda, self.effects)
        other.derived = self.derived
        return other

    def put(self, record: Record) -> None:
        """Replace the record of the same id; what was derived from placements and owners is amended only if one of
        these changed."""
        records: list[Any] = self.records
        old = records[record.id]
        records[record.id] = record
        if self.derived is None or not isinstance(record, Body):
            return
        if record.at is not old.at or record.owner != old.owner:
            self.derived = self.derived.after(record)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.records == other.records
            and self.turn == other.turn
            and self.agenda == other.agenda
            and self.effects == other.effects
        )

    def key(self) -> tuple[Any, ...]:
        """The whole position as one hashable value, for merging equal positions."""
        return (*self.records, self.turn, self.agenda, self.effects)


def out_of_bounds(state: State[Any, Any], before: State[Any, Any]) -> str:
    """What is wrong with the placement or the owner of a record that has changed; empty if nothing is.  Events of a
    forged record may lead to places that no table has, and the geometry could not compute with them."""
    for number, record in enumerate(state.records):
        if number < len(before.records) and record is before.records[number]:
            continue
        if not -1 <= record.owner < MOST_SEATS:
            return f"{number} belongs to seat {record.owner}"
        if not isinstance(record, Body):
            continue
        at = record.at
        for lengths, most in (((at.x, at.y, at.z, at.radius, at.height), FARTHEST), ((at.fx, at.fy), LONGEST_FACING)):
            if not all(type(length) is int and -most <= length <= most for length in lengths):
                return f"{number} stands at {at}; wanted whole numbers from {-most:,} to {most:,}"
        if not Posture.AWAY <= at.posture <= Posture.UP:
            return f"{number} has the posture {at.posture}"
        if at.shape and (fault := _shape_fault(at.shape, at)):
            return f"{number} {fault}"
    return ""


def _shape_fault(shape: Shape, at: Placement) -> str:
    """What is wrong with the shape of a placement; empty if nothing is."""
    for length in (shape.length, shape.width):
        if type(length) is not int or not 2 <= length <= LONGEST:
            return f"has the shape {shape}; wanted whole numbers from 2 to {LONGEST:,}"
    if isinstance(shape, Oval) and shape.length < shape.width:
        return f"has the shape {shape}; wanted one at least as long as wide"
    if at.radius != shape.radius:
        return f"has the radius {at.radius}; wanted {shape.radius}, that of the disc around its shape"
    if (at.fx, at.fy) == (0, 0):
        return "faces nowhere, and its shape has to"
    return ""
