"""The placements of one position, packed for the kernels, with whatever else stands in the way for the moment.

A `Layout` is never changed: `after` gives a new one with one row replaced, so that copies of a `State` may share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct as Packing
from typing import TYPE_CHECKING, Any, TypeVar

from ..core.memo import Memo, Memoized
from ..core.state import Body, Placement, Posture, Record
from ._kernels import COMPILED, block, table

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
_NOWHERE = (0, 0, 0, 0, 1, 0, 0, int(Posture.AWAY), -1)


def _memo_of(layout: Layout) -> Memo:
    return layout.memo


per_layout = Memoized(_memo_of)
"""Decorates a function of a layout and plain values: this very layout keeps what it has come to."""


class Layout:
    """Rows of x, y, z, fx, fy, radius, height, posture, owner, one a record, at the record's id; a record without a
    place is away.

    ``walls`` are rows like a board's edges (doors that are shut), ``clouds`` rows of x, y, z, radius: spheres that
    sight does not pass, ``ground`` areas that are special for the moment.

    ``memo`` holds what functions have come to that were asked about this very layout.  They may depend on nothing but
    their arguments, the placements and what never changes: positions in which records differ otherwise share a layout
    when a step is rehearsed.  ``lasting`` holds what no body's place has a say in: layouts share it as long as
    nobody's posture and owner change.
    """

    __slots__ = (
        "_bodies", "_records", "_rows", "children", "cloud_rows", "clouds", "ground", "lasting", "memo", "room",
        "wall_rows", "walls",
    )  # fmt: skip

    _records: Sequence[Record]
    _rows: Any
    _bodies: Any
    walls: Any
    clouds: Any
    wall_rows: tuple[Row, ...]
    cloud_rows: tuple[Row, ...]
    ground: tuple[Area, ...]
    memo: Memo
    lasting: Memo
    children: dict[tuple[int, Placement], Layout] | None
    room: list[int]  # for how many more, shared by all that are kept

    def __init__(
        self,
        rows: Sequence[Row],
        walls: Sequence[Row] = (),
        clouds: Sequence[Row] = (),
        ground: tuple[Area, ...] = (),
    ) -> None:
        self._records, self._rows, self._bodies = (), _pack(rows), None
        self.wall_rows, self.cloud_rows = tuple(map(tuple, walls)), tuple(map(tuple, clouds))
        self.walls, self.clouds = table(self.wall_rows, EDGE_WIDTH), table(self.cloud_rows, CLOUD_WIDTH)
        self.ground = ground
        self.memo, self.lasting, self.children, self.room = {}, {}, None, []

    @classmethod
    def of(
        cls, records: Sequence[Record], walls: Sequence[Row], clouds: Sequence[Row], ground: tuple[Area, ...]
    ) -> Layout:
        """The layout of these records.  Their rows are packed when the first of them is asked for: many positions are
        asked for nothing but a memo."""
        made = cls((), walls, clouds, ground)
        made._records, made._rows = records, None
        return made

    @property
    def _packed(self) -> Any:
        """The rows one behind the other as bytes, or a list of tuples where kernels are plain."""
        if self._rows is None:
            self._rows = _pack(
                [row_of(each.at, each.owner) if isinstance(each, Body) else _NOWHERE for each in self._records]
            )
        return self._rows

    def with_ground(self, board: Board) -> Board:
        """The board with the ground that has been laid on it: what routes are judged on."""
        return board.under(self.ground) if self.ground else board

    @property
    def bodies(self) -> Any:
        """The rows in the form that the kernels take: an array of shape (records, 9), or a list of tuples."""
        if self._bodies is None:
            self._bodies = block(self._packed, WIDTH)
        return self._bodies

    def __len__(self) -> int:
        return len(self._packed) // _ROW.size if COMPILED else len(self._packed)

    def row(self, number: int) -> Row:
        """The row of one record as a tuple."""
        row: Row = _ROW.unpack_from(self._packed, number * _ROW.size) if COMPILED else self._packed[number]
        return row

    def remembering(self) -> Layout:
        """The same layout, sharing what it remembers, which keeps those that `after` makes of it, and these theirs,
        with all that is in their memos: a step that is run many times over asks each question about a position once.
        It keeps the first `KEPT` of them; one that is kept itself goes on with what room is left."""
        if self.children is not None and self.room[0] > 0:
            return self
        other = self._sharing(self._packed)
        other._bodies, other.children, other.room = self._bodies, {}, [KEPT]
        other.memo, other.lasting = self.memo, self.lasting
        return other

    def after(self, record: Body) -> Layout:
        """The layout once a record has moved."""
        children = self.children
        if children is None:
            return self._after(record)
        key = (record.id, record.at)
        found = children.get(key)
        if found is None:
            found = self._after(record)
            if self.room[0] > 0:
                self.room[0] -= 1
                children[key] = found
                found.children, found.room = {}, self.room
        return found

    def _after(self, record: Body) -> Layout:
        number, packed = record.id, self._packed[:]
        while number >= (len(packed) // _ROW.size if COMPILED else len(packed)):
            packed += _ROW.pack(*_NOWHERE) if COMPILED else [_NOWHERE]
        row = row_of(record.at, record.owner)
        if COMPILED:
            _ROW.pack_into(packed, number * _ROW.size, *row)
        else:
            packed[number] = row
        other = self._sharing(packed)
        if number < len(self) and row[POSTURE:] == self.row(number)[POSTURE:]:
            other.lasting = self.lasting
        return other

    def screened(self, ignore: tuple[int, ...]) -> Any:
        """The bodies, those in `ignore` lying down: they hide nothing."""
        if not ignore:
            return self.bodies
        return self._screened(ignore)

    @per_layout
    def _screened(self, ignore: tuple[int, ...]) -> Any:
        down, bodies = int(Posture.DOWN), self.bodies.copy()
        if COMPILED:
            bodies[ignore, POSTURE] = down
        else:
            for number in ignore:
                bodies[number] = (*bodies[number][:POSTURE], down, *bodies[number][POSTURE + 1 :])
        return bodies

    def lifted(self, ids: tuple[int, ...]) -> Layout:
        """The same board with some bodies taken off it: they keep their rows, and are away."""
        return self._lifted(ids)

    @per_layout
    def _lifted(self, ids: tuple[int, ...]) -> Layout:
        packed = self._packed[:]
        for number in ids:
            row = list(self.row(number))
            row[POSTURE] = int(Posture.AWAY)
            if COMPILED:
                _ROW.pack_into(packed, number * _ROW.size, *row)
            else:
                packed[number] = tuple(row)
        return self._sharing(packed)

    def blocked_by(
        self, walls: Sequence[Row], clouds: Sequence[Row] = (), ground: tuple[Area, ...] | None = None
    ) -> Layout:
        """The same placements with other walls and clouds in the way, and other ground if any is given."""
        other = self._sharing(self._packed)
        other._bodies = self._bodies
        other.wall_rows, other.cloud_rows = tuple(map(tuple, walls)), tuple(map(tuple, clouds))
        other.walls, other.clouds = table(other.wall_rows, EDGE_WIDTH), table(other.cloud_rows, CLOUD_WIDTH)
        if ground is not None:
            other.ground = ground
        return other

    def _sharing(self, packed: Any) -> Layout:
        other = Layout.__new__(Layout)
        other._records, other._rows, other._bodies, other.children, other.room = (), packed, None, None, []
        other.memo, other.lasting = {}, {}
        other.walls, other.clouds = self.walls, self.clouds
        other.wall_rows, other.cloud_rows, other.ground = self.wall_rows, self.cloud_rows, self.ground
        return other


def row_of(at: Placement, owner: int) -> Row:
    """A placement as a row."""
    return (at.x, at.y, at.z, at.fx, at.fy, at.radius, at.height, at.posture, owner)


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
        derived = Layout.of(state.records.copy(), walls, clouds, ground)
        state.derived = derived
    return derived
