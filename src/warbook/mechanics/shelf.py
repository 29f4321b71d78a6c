"""The shelf of a ruleset whose scenarios, boards and rosters are TOML files in folders of its data.

A scenario names its board and rosters by id, or as files (names that end in ``.toml``) beside its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os.path import isfile
from pathlib import Path
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from ..core.errors import BadData, WarbookError, nearest
from ..core.files import read_text
from ..core.length import written
from ..core.ruleset import FileKind, Row, ScenarioRow
from ..space.board import Board
from ..space.boardfile import read_board
from .scenario import SEATS, ScenarioFile

Text: TypeAlias = tuple[str, str]
"""A text and what messages call it."""
FOLDERS: dict[FileKind, str] = {"scenario": "scenarios", "board": "boards", "roster": "rosters"}
PIECES = ("platforms", "walls", "blocks", "obstacles", "areas", "links", "doors", "ductways", "lifts", "markers")


class RosterFile(Protocol):
    """What a shelf asks of a roster."""

    @property
    def title(self) -> str: ...


S = TypeVar("S", bound=ScenarioFile)
R = TypeVar("R", bound=RosterFile)


@dataclass(frozen=True)
class BattleFiles(Generic[S, R]):
    """The files of one battle, read and found to fit together; rosters by seat."""

    scenario: S
    board: Board
    rosters: tuple[R, ...]


@dataclass(frozen=True)
class TomlShelf(Generic[S, R]):
    """A `Shelf` of TOML files: `path` is the folder with the folders ``scenarios``, ``boards`` and ``rosters``.

    `check_board` takes a board and its source, and raises `BadData` where the game cannot use it.  `check_scenario`
    takes a scenario and its source, its board and the source of that, and the rosters with theirs; it raises `BadData`
    where they do not fit together.  `summary` says in a few words what a roster holds.  `shared` is a second folder of
    this kind, with what editions of one game ship in common; a file of `path` takes the place of one of the same id.
    """

    path: Path
    parse_scenario: Callable[[str, str], S]
    parse_roster: Callable[[str, str], R]
    check_board: Callable[[Board, str], None]
    check_scenario: Callable[[S, str, Board, str, Sequence[tuple[R, str]]], None]
    summary: Callable[[R], str]
    shared: Path | None = None

    # ---- what is shipped ---------------------------------------------------------------------------------------------

    def ids(self, kind: FileKind) -> list[str]:
        """The ids of what is shipped of a kind, sorted."""
        return sorted(self._files(kind))

    def _files(self, kind: FileKind) -> dict[str, Path]:
        """Where the files of a kind are, by id."""
        folders = (self.shared, self.path) if self.shared is not None else (self.path,)
        return {path.stem: path for folder in folders for path in (folder / FOLDERS[kind]).glob("*.toml")}

    def scenarios(self) -> list[ScenarioRow]:
        """The scenarios that are shipped, by id in alphabetical order."""
        found = [self.parse_scenario(*self.text("scenario", id)) for id in self.ids("scenario")]
        return [
            ScenarioRow(each.id, each.title, each.summary, each.board, (each.red.roster, each.blue.roster))
            for each in found
        ]

    def listed(self, kind: FileKind) -> list[Row]:
        """The boards, or the rosters, that are shipped, by id in alphabetical order."""
        if kind not in ("board", "roster"):
            raise WarbookError(f"found {kind!r}; wanted board or roster")
        return [self._row(kind, id) for id in self.ids(kind)]

    def _row(self, kind: FileKind, id: str) -> Row:
        if kind == "board":
            board = self._board(*self.text(kind, id))
            return Row(id, board.title, board.summary)
        roster = self.parse_roster(*self.text(kind, id))
        return Row(id, roster.title, self.summary(roster))

    def text(self, kind: FileKind, id: str) -> Text:
        """A shipped file.  Raises `WarbookError` where there is none."""
        files = self._files(kind)
        if id not in files:
            raise WarbookError(f"no {kind} {id!r}{nearest(id, files)}; there are {', '.join(sorted(files))}")
        return files[id].read_text(encoding="utf-8"), f"{FOLDERS[kind]}/{id}.toml"

    # ---- what people bring -------------------------------------------------------------------------------------------

    def content(
        self,
        scenario: str,
        *,
        text: str | None = None,
        source: str = "",
        board: Text | None = None,
        rosters: Mapping[int, Text] | None = None,
    ) -> dict[str, Any]:
        """The content of a `Setup`.  Raises `BadData`, or `WarbookError` for an unknown id."""
        if text is None:
            text, source = self.text("scenario", scenario)
        parsed, brought = self.parse_scenario(text, source), rosters or {}
        ground = board or self._named("board", parsed.board, "board", source)
        parties = [
            brought.get(seat) or self._named("roster", side.roster, f"{SEATS[seat]}.roster", source)
            for seat, side in enumerate((parsed.red, parsed.blue))
        ]
        self.read((text, source), ground, parties)
        return {
            "scenario": _text_and_source(text, source),
            "board": _text_and_source(*ground),
            "rosters": [_text_and_source(*each) for each in parties],
        }

    def _named(self, kind: FileKind, name: str, where: str, source: str) -> Text:
        """What a scenario names: a shipped file by id, or a file beside the scenario's own.  Raises `BadData`."""
        if name.endswith(".toml"):
            path = Path(source).parent / name
            if not isfile(path):
                raise BadData(source, where, f"{name!r}, and no such file {path}", f"a {kind} file, or an id")
            return read_text(path), str(path)
        known = self.ids(kind)
        if name not in known:
            right = f"one of {', '.join(known)}, or the name of a .toml file beside the scenario"
            raise BadData(source, where, repr(name) + nearest(name, known), right)
        return self.text(kind, name)

    def read(self, scenario: Text, board: Text, rosters: Sequence[Text]) -> BattleFiles[S, R]:
        """The files of a battle, read and checked.  Raises `BadData`."""
        parsed, ground = self.parse_scenario(*scenario), self._board(*board)
        parties = [(self.parse_roster(*each), each[1]) for each in rosters]
        self.check_scenario(parsed, scenario[1], ground, board[1], parties)
        return BattleFiles(parsed, ground, tuple(roster for roster, _ in parties))

    def _board(self, text: str, source: str) -> Board:
        board = read_board(text, source)
        self.check_board(board, source)
        return board

    def check(self, kind: FileKind, text: str, source: str) -> str:
        """Read a file of this kind and say in a line what it holds.  Raises `BadData`."""
        match kind:
            case "board":
                return board_in_words(self._board(text, source))
            case "roster":
                roster = self.parse_roster(text, source)
                return f"{roster.title}: {self.summary(roster)}"
            case "scenario":
                self.content("", text=text, source=source)
                found = self.parse_scenario(text, source)
                return f"{found.title}: {found.red.roster} against {found.blue.roster} on {found.board}"
            case _:
                raise BadData(source, "kind", repr(kind) + nearest(kind, FOLDERS), f"one of {', '.join(FOLDERS)}")


def board_in_words(board: Board) -> str:
    """A board in a line: its size, how many pieces it has, its zones."""
    pieces = sum(len(getattr(board, kind)) for kind in PIECES)
    zones = ", ".join(zone.name for zone in board.zones) or "no zones"
    return f"{board.title}: {written(board.width)} by {written(board.depth)}, {pieces} pieces; zones: {zones}"


def _text_and_source(text: str, source: str) -> dict[str, str]:
    return {"text": text, "source": source}
