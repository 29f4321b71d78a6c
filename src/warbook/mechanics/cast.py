"""The cast of a scene: models put anywhere on a board in the middle of a battle, for tests.

A ruleset's `scene` gets a `Cast` and makes the world and the first position of it.  A `Role` is one model: where it
stands, and words about it.  Some of these words describe it as the ruleset's rosters would (`Role.read`), the others
are fields of its record (`Role.put`); nobody asks whether the whole would make a legal roster.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct

from ..core.errors import BadData, nearest
from ..core.length import INCH
from ..core.profile import read_row, read_value
from ..core.state import Body, Placement, Posture
from ..core.structs import replace
from ..space.board import Board
from ..space.boardfile import read_board

S = TypeVar("S", bound=Struct)
B = TypeVar("B", bound=Body)
SCENE = "the scene"
OWN = ("id", "owner", "profile", "at")  # of every record: what a scene sets itself


class Role:
    """One model of a scene.

    `id` is that of its record, `owner` the seat it belongs to, `name` what it is called, `spot` and `facing` (None: as
    its side faces) where it stands, in thousandths of an inch.  `kit` is what the ruleset would make of the words,
    where a test has it ready.
    """

    def __init__(
        self,
        id: int,
        owner: int,
        name: str,
        spot: tuple[int, int, int],
        facing: tuple[int, int] | None,
        words: Mapping[str, Any],
        kit: Any = None,
    ) -> None:
        self.id, self.owner, self.name, self.spot, self.facing, self.kit = id, owner, name, spot, facing, kit
        self.words = dict(words)
        self._known: list[str] = []
        self._used: set[str] = set()

    def read(self, kind: type[S], profile: str = "profile") -> S:
        """The model as a row of a roster: the words that are keys of this kind of row, with an id and its name; the
        scene's profile goes under the key `profile`.  Raises `BadData` as for a file."""
        keys = kind.__struct_fields__
        row: dict[str, Any] = {"id": f"model-{self.id}", "name": self.name, **self.words}
        if "profile" in self.words:
            row[profile] = row["profile"]
        self._used |= {"profile", *(key for key in keys if key in self.words)}
        self._known += keys
        return read_row({key: _as_in_toml(row[key]) for key in keys if key in row}, SCENE, kind, self.name)

    def put(self, record: B, **otherwise: Any) -> B:
        """The record of the model where it stands, on its feet, with the fields that the scene arranges; `otherwise`
        are fields that are set where the scene does not name them."""
        fields = [field for field in record.__struct_fields__ if field not in OWN]
        words = [field for field in fields if field in self.words and field not in self._used]
        self._used |= set(words)
        self._known += fields
        arranged = {field: read_value(self.words[field], type(record), field, SCENE, self.name) for field in words}
        return replace(record, at=self._stands(record.at), **{**otherwise, **arranged})

    def _stands(self, at: Placement) -> Placement:
        """Its place; models that face anywhere face the other side unless the scene says more."""
        fx, fy = self.facing or ((at.fx, at.fy) if (at.fx, at.fy) == (0, 0) else (0, -INCH if self.owner else INCH))
        x, y, z = self.spot
        posture = at.posture if at.posture != Posture.AWAY else Posture.UP
        return replace(at, x=x, y=y, z=z, fx=fx, fy=fy, posture=posture)

    def unknown_words(self) -> list[BadData]:
        """What is wrong with words that are no key of a roster and no field of a record."""
        wanted = f"one of {', '.join(dict.fromkeys(self._known))}" if self._known else "no words about this model"
        return [
            BadData(SCENE, f"{self.name}.{word}", f"a word that is not known here{nearest(word, self._known)}", wanted)
            for word in self.words
            if word not in self._used
        ]


class Cast:
    """Everything of a scene: the text of its `board`, and its `roles` in the order of their ids, which begin at 0."""

    def __init__(self, board: str, roles: Iterable[Role]) -> None:
        self._board, self.roles = board, tuple(roles)

    @cached_property
    def board(self) -> Board:
        """The board.  Raises `BadData`."""
        return read_board(self._board, SCENE)

    def of(self, owner: int) -> tuple[int, ...]:
        """The ids of the models of an owner."""
        return tuple(role.id for role in self.roles if role.owner == owner)

    @property
    def names(self) -> dict[int, str]:
        """The names of the models by id."""
        return {role.id: role.name for role in self.roles}


def _as_in_toml(value: Any) -> Any:
    """A value as a file would have it: lists in place of tuples and sets."""
    if isinstance(value, Mapping):
        return {key: _as_in_toml(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_as_in_toml(each) for each in value]
    return sorted(value) if isinstance(value, set | frozenset) else value
