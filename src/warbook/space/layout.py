"""The placements of one position, packed for the kernels, with whatever else stands in the way for the moment.

A `Layout` is never changed: `after` gives a new one with one row replaced, so that copies of a `State` may share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from struct import Struct as Packing
from typing import TYPE_CHECKING, Any, TypeVar

from ..core.memo import Memo, Memoized
from ..core.shape import Hull
from ..core.state import Body, Placement, Posture, Record
from . import barriers
from ._kernels import COMPILED, HULL, LONG_BASE, block, column, table
from .barriers import Deck, Shapes

if TYPE_CHECKING:
    from ..core.state import State
    from .board import Board
    from .terrain import Area

Row = tuple[int, ...]
V = TypeVar("V")

X, Y, Z, FACING_X, FACING_Y, RADIUS, HEIGHT, POSTURE, OWNER = range(9)  # the columns of a row
WIDTH = 9
EDGE_WIDTH = 7
CLOUD_WIDTH = 4
KEPT = 500  # layouts that a rehearsed position remembers: some ten kilobytes each

_ROW = Packing("=9q")
_SIZE = _ROW.size
_NOWHERE = (0, 0, 0, 0, 1, 0, 0, int(Posture.AWAY), -1)
_ALL_ROUND: Shapes = {}
_NO_ROOM: list[int] = []  # of a layout that keeps no others: nobody looks into it


def _memo_of(layout: Layout) -> Memo:
    return layout.memo


per_layout = Memoized(_memo_of)
"""Decorates a function of a layout and plain values: this very layout keeps what it has come to."""


class Layout:
    """Rows of x, y, z, fx, fy, radius, height, posture, owner, one a record, at the record's id; a record without a
    place is away.

    ``walls`` are rows like a board's edges (doors that are shut), ``clouds`` rows of x, y, z, radius: spheres that
    sight does not pass, ``ground`` areas that are special for the moment.  ``shapes`` are those of the bodies that are
    not round, ``barriers`` the walls and behind them these bodies, as movement and sight meet them (see `barriers`);
    among the kernels' ``bodies`` they are marked.

    ``memo`` holds what functions have come to that were asked about this very layout.  They may depend on nothing but
    their arguments, the placements and what never changes: positions in which records differ otherwise share a layout
    when a step is rehearsed.  ``unturned`` holds what no body's facing has a say in: layouts share it while somebody
    only turns.  ``lasting`` holds what no body's place has a say in: layouts share it as long as nobody's posture and
    owner change.
    """

    __slots__ = (
        "_barriers", "_bodies", "_packed", "children", "cloud_rows", "clouds", "ground", "lasting", "memo", "room",
        "shapes", "unturned", "wall_rows", "walls",
    )  # fmt: skip

    _packed: Any  # the rows one behind the other as bytes, or a list of tuples where kernels are plain
    _bodies: Any  # None as long as nobody has asked for them, like the barriers
    _barriers: Any
    walls: Any
    shapes: Shapes
    clouds: Any
    wall_rows: tuple[Row, ...]
    cloud_rows: tuple[Row, ...]
    ground: tuple[Area, ...]
    memo: Memo
    unturned: Memo
    lasting: Memo
    children: dict[tuple[int, int, Placement], Layout] | None
    room: list[int]  # for how many more, shared by all that are kept

    def __init__(
        self,
        rows: Sequence[Row],
        walls: Sequence[Row] = (),
        clouds: Sequence[Row] = (),
        ground: tuple[Area, ...] = (),
        shapes: Shapes = _ALL_ROUND,
    ) -> None:
        self._packed, self.shapes, self._bodies, self._barriers = _pack(rows), shapes, None, None
        self.wall_rows, self.cloud_rows = tuple(map(tuple, walls)), tuple(map(tuple, clouds))
        self.walls, self.clouds = table(self.wall_rows, EDGE_WIDTH), table(self.cloud_rows, CLOUD_WIDTH)
        self.ground = ground
        self.memo, self.unturned, self.lasting, self.children, self.room = {}, {}, {}, None, _NO_ROOM

    @classmethod
    def of(
        cls, records: Sequence[Record], walls: Sequence[Row], clouds: Sequence[Row], ground: tuple[Area, ...]
    ) -> Layout:
        """The layout of these records."""
        rows = [row_of(each.at, each.owner) if isinstance(each, Body) else _NOWHERE for each in records]
        shapes = {each.id: each.at.shape for each in records if isinstance(each, Body) and each.at.shape}
        return cls(rows, walls, clouds, ground, shapes or _ALL_ROUND)

    @property
    def bodies(self) -> Any:
        """The rows in the form that the kernels take: an array of shape (records, 9), or a list of tuples."""
        if self._bodies is None:
            self._bodies = block(self._marked(self._packed[:]) if self.shapes else self._packed, WIDTH)
        return self._bodies

    @property
    def barriers(self) -> Any:
        """The walls, and behind them the bodies that are not round."""
        if self._barriers is None:
            self._barriers = self._barred()
        return self._barriers

    def with_ground(self, board: Board) -> Board:
        """The board with the ground that has been laid on it, and the tops of the hulls that carry: what routes are
        judged on."""
        if self.ground:
            board = board.under(self.ground)
        return board.carried_by(self.decks()) if self.shapes else board

    def ground_for(self, board: Board, mover: int) -> Board:
        """The board as one body may stand on it: as `with_ground`, but that no hull stands on another."""
        if not isinstance(self.shapes.get(mover), Hull):
            return self.with_ground(board)
        return board.under(self.ground) if self.ground else board

    @per_layout
    def decks(self) -> tuple[Deck, ...]:
        """The tops of the hulls that carry others."""
        found = (barriers.deck_of(self.row(number), shape) for number, shape in self.shapes.items())
        return tuple(deck for deck in found if deck is not None)

    def barriers_for(self, mover: int, ignore: tuple[int, ...] = ()) -> Any:
        """The barriers for one who does not bar its own way, those in `ignore` not being there either."""
        if not self.shapes:
            return self.walls
        if mover not in self.shapes and self.shapes.keys().isdisjoint(ignore):
            return self.barriers
        return self._barriers_but((mover, *ignore))

    @per_layout
    def _barriers_but(self, numbers: tuple[int, ...]) -> Any:
        return self._barred(numbers)

    def _barred(self, without: tuple[int, ...] = ()) -> Any:
        if not self.shapes:
            return self.walls
        rows: list[Row] = []
        for number, shape in self.shapes.items():
            if number not in without:
                rows.extend(barriers.barrier_rows(number, self.row(number), shape))
        found = barriers.padded_rows(self.wall_rows, tuple(rows))
        return table(found, len(found[0]) if found else EDGE_WIDTH)

    def _marked(self, packed: Any) -> Any:
        """The rows, those of bodies that are not round as the kernels have them: with their numbers, and marked."""
        for number, shape in self.shapes.items():
            x, y, z, _, fy, radius, height, posture, owner = self.row(number)
            if posture != Posture.AWAY:
                posture += HULL if isinstance(shape, Hull) else LONG_BASE
                _put_row(packed, number, (x, y, z, number, fy, radius, height, posture, owner))
        return packed

    def __len__(self) -> int:
        return len(self._packed) // _SIZE if COMPILED else len(self._packed)

    def row(self, number: int) -> Row:
        """The row of one record as a tuple."""
        row: Row = _ROW.unpack_from(self._packed, number * _SIZE) if COMPILED else self._packed[number]
        return row

    def rows(self) -> Iterable[Row]:
        """The rows of all records, in the order of their numbers."""
        rows: Iterable[Row] = _ROW.iter_unpack(self._packed) if COMPILED else self._packed
        return rows

    def remembering(self) -> Layout:
        """The same layout, sharing what it remembers, which keeps those that `after` makes of it, and these theirs,
        with all that is in their memos: a step that is run many times over asks each question about a position once.
        It keeps the first `KEPT` of them; one that is kept itself goes on with what room is left."""
        if self.children is not None and self.room[0] > 0:
            return self
        other = self._sharing(self._packed)
        other._bodies, other.children, other.room = self.bodies, {}, [KEPT]
        other.memo, other.unturned, other.lasting = self.memo, self.unturned, self.lasting
        return other

    def after(self, record: Body) -> Layout:
        """The layout once a record has moved."""
        children = self.children
        if children is None:
            return self._after(record)
        key = (record.id, record.owner, record.at)
        found = children.get(key)
        if found is None:
            found = self._after(record)
            if self.room[0] > 0:
                self.room[0] -= 1
                children[key] = found
                found.children, found.room = {}, self.room
        return found

    def _after(self, record: Body) -> Layout:
        number, at, owner, packed = record.id, record.at, record.owner, self._packed[:]
        while number >= (len(packed) // _SIZE if COMPILED else len(packed)):
            packed += _ROW.pack(*_NOWHERE) if COMPILED else [_NOWHERE]
        if COMPILED:
            x, y, z, _, _, radius, height, posture, owned = _ROW.unpack_from(packed, number * _SIZE)
            _ROW.pack_into(packed, number * _SIZE, *row_of(at, owner))
        else:
            x, y, z, _, _, radius, height, posture, owned = packed[number]
            packed[number] = row_of(at, owner)
        other = self._sharing(packed)
        shape, shapes = at.shape, self.shapes
        is_round = not shape and number not in shapes
        if not is_round:
            if shapes.get(number) != (shape or None):
                rest = {each: kept for each, kept in shapes.items() if each != number}
                other.shapes = dict(sorted((rest | {number: shape}).items())) if shape else rest
        elif shapes:
            other._barriers = self.barriers
        if at.posture == posture and owner == owned:
            other.lasting = self.lasting
            if is_round and at.x == x and at.y == y and at.z == z and at.radius == radius and at.height == height:
                other.unturned = self.unturned
        return other

    def screened(self, ignore: tuple[int, ...]) -> Any:
        """The bodies, those in `ignore` lying down: they hide nothing."""
        if not ignore:
            return self.bodies
        return self._screened(ignore)

    @per_layout
    def _screened(self, ignore: tuple[int, ...]) -> Any:
        return _with_posture(self.bodies, ignore, Posture.DOWN)

    def lifted(self, ids: tuple[int, ...]) -> Layout:
        """The same board with some bodies taken off it: they keep their rows, and are away."""
        return self._lifted(ids)

    @per_layout
    def _lifted(self, ids: tuple[int, ...]) -> Layout:
        packed = self._packed[:]
        for number in ids:
            row = list(self.row(number))
            row[POSTURE] = int(Posture.AWAY)
            _put_row(packed, number, tuple(row))
        return self._sharing(packed)

    def blocked_by(
        self, walls: Sequence[Row], clouds: Sequence[Row] = (), ground: tuple[Area, ...] | None = None
    ) -> Layout:
        """The same placements with other walls and clouds in the way, and other ground if any is given."""
        other = self._sharing(self._packed)
        other._bodies = self.bodies
        other.wall_rows, other.cloud_rows = tuple(map(tuple, walls)), tuple(map(tuple, clouds))
        other.walls, other.clouds = table(other.wall_rows, EDGE_WIDTH), table(other.cloud_rows, CLOUD_WIDTH)
        if ground is not None:
            other.ground = ground
        return other

    def _sharing(self, packed: Any) -> Layout:
        other = Layout.__new__(Layout)
        other._packed, other._bodies, other._barriers, other.children, other.room = packed, None, None, None, _NO_ROOM
        other.memo, other.unturned, other.lasting = {}, {}, {}
        other.walls, other.clouds = self.walls, self.clouds
        other.wall_rows, other.cloud_rows, other.ground = self.wall_rows, self.cloud_rows, self.ground
        other.shapes = self.shapes
        return other


def _with_posture(bodies: Any, numbers: tuple[int, ...], posture: Posture) -> Any:
    """The rows of bodies, those of some numbers in another posture."""
    bodies = bodies.copy()
    if COMPILED:
        bodies.put(_places_of_posture(numbers), int(posture))
    else:
        for number in numbers:
            bodies[number] = (*bodies[number][:POSTURE], int(posture), *bodies[number][POSTURE + 1 :])
    return bodies


@lru_cache(maxsize=256)
def _places_of_posture(numbers: tuple[int, ...]) -> Any:
    """Where the postures of bodies are, in their rows one behind the other."""
    return column([number * WIDTH + POSTURE for number in numbers])


def row_of(at: Placement, owner: int) -> Row:
    """A placement as a row."""
    return (at.x, at.y, at.z, at.fx, at.fy, at.radius, at.height, at.posture, owner)


def _put_row(packed: Any, number: int, row: Row) -> None:
    if COMPILED:
        _ROW.pack_into(packed, number * _SIZE, *row)
    else:
        packed[number] = row


def _pack(rows: Sequence[Row]) -> Any:
    return bytearray().join(_ROW.pack(*row) for row in rows) if COMPILED else list(rows)


def layout(
    state: State[Any, Any],
    board: Board,
    walls: Sequence[Row] = (),
    clouds: Sequence[Row] = (),
    ground: tuple[Area, ...] = (),
) -> Layout:
    """The layout of a position, kept in ``state.derived`` from then on.

    `walls`, `clouds` and `ground` count only when there is none yet.  Where a door opens or smoke clears, set
    ``state.derived`` to ``derived.blocked_by(...)``, or to None.
    """
    derived: Layout | None = state.derived
    if derived is None:
        derived = Layout.of(state.records, walls, clouds, ground)
        state.derived = derived
    return derived
