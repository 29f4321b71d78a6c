"""Tables of printed data: the TOML files in a ruleset's folder, each read when its rows are first wanted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from os.path import isfile
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from ..core.action import Action, Requirement
from ..core.option import Option, read_options
from ..core.profile import known, read_table
from ..core.ruleset import HouseRule, Ruleset

H = TypeVar("H")
S = TypeVar("S", bound=Struct)
T = TypeVar("T")


class ActionText(Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says of an action (see `Action`)."""

    name: str
    cost: str
    summary: str
    cite: str
    leaves_open: str = ""
    options: tuple[str, ...] = ()


class ActionTexts:
    """What a file says of the actions of a game; called, it gives an action with its words and its rule."""

    def __init__(self, rows: dict[str, ActionText], source: str) -> None:
        self.rows, self.source = rows, source

    def __call__(
        self,
        id: str,
        requires: tuple[Requirement[H], ...],
        rule: Callable[[Any, H], None],
        ours: tuple[Requirement[H], ...] = (),
    ) -> Action[H]:
        """The action of this id; `ours` are those of its requirements that the printed rule does not state.  Raises
        `BadData` where the file has no such row."""
        row = self.rows[known(id, self.rows, self.source, f"[{id}]", "a row of the file")]
        words = (id, row.name, row.cost, row.summary, row.cite)
        return Action(*words, requires, rule, row.leaves_open, row.options, ours)


class HouseRuleText(Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says of a house rule (see `HouseRule`)."""

    title: str
    summary: str
    source: str


class DataFolder:
    """The folder of a ruleset's printed data.

    Editions of one game have a folder each, and may have a `shared` one besides: a file that is missing in the folder
    is read there, and a table that is in both has the rows of both, where a row of the edition takes the place of the
    shared one of the same id.
    """

    def __init__(self, path: Path, shared: Path | None = None) -> None:
        self.path = path
        self.shared = shared

    def table(self, name: str, kind: type[S]) -> Callable[[], dict[str, S]]:
        """A function that gives the rows of a file by id, in the order written; it reads the file once."""
        return cache(lambda: self.rows(name, kind))

    def converted_table(self, name: str, kind: type[S], convert: Callable[[S, str], T]) -> Callable[[], dict[str, T]]:
        """`table` for rows that are converted first; `convert` takes a row and what messages call the file."""
        return cache(lambda: {id: convert(row, name) for id, row in self.rows(name, kind).items()})

    def rows(self, name: str, kind: type[S]) -> dict[str, S]:
        """The rows of a file by id, those that are shared first.  Raises `BadData`."""
        found: dict[str, S] = {}
        for path in self._files(name):
            found |= read_table(path.read_text(encoding="utf-8"), name, kind)
        return found

    def actions(self, name: str, costs: Collection[str] = ()) -> ActionTexts:
        """What a file says of the actions of a game; `costs` are what one may cost (none: anything).  Raises
        `BadData`."""
        rows = self.rows(name, ActionText)
        for id, row in rows.items() if costs else ():
            known(row.cost, costs, name, f"[{id}].cost", "a cost of this game")
        return ActionTexts(rows, name)

    def house_rules(self, name: str, patches: Mapping[str, Callable[[Ruleset], Ruleset]]) -> tuple[HouseRule, ...]:
        """The house rules of a file, with the patch of each by its id.  Raises `BadData` for one without the other."""
        rows = self.rows(name, HouseRuleText)
        for id in rows:
            known(id, patches, name, f"[{id}]", "a house rule that has a patch")
        for id in patches:
            known(id, rows, name, f"[{id}]", "a row of the file")
        return tuple(HouseRule(id, row.title, row.summary, row.source, patches[id]) for id, row in rows.items())

    def options(self, name: str, options: type) -> tuple[Option, ...]:
        """The options of a TypedDict, with what a file says of each (see `read_options`): the shared file, and that of
        this folder with those of this edition alone.  Raises `BadData`."""
        return read_options(options, "\n".join(path.read_text(encoding="utf-8") for path in self._files(name)), name)

    def text(self, name: str) -> str:
        """A file of the folder as it is, such as the notes of a ruleset."""
        return self._files(name)[-1].read_text(encoding="utf-8")

    def texts(self, name: str) -> list[str]:
        """A file of the folder where an edition adds to what is shared: the shared file, and then its own."""
        return [path.read_text(encoding="utf-8") for path in self._files(name)]

    def _files(self, name: str) -> list[Path]:
        """Where a file stands: in the shared folder, in this one, or in both.  In neither: where it should."""
        folders = (self.shared, self.path) if self.shared is not None else (self.path,)
        return [path for folder in folders if isfile(path := folder / name)] or [self.path / name]
