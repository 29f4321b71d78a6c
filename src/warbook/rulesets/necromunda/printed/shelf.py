"""What comes with the ruleset: scenarios, boards and gangs by id, and how those that people bring are read.

A scenario names its board and rosters by id, or as files (names that end in ``.toml``) beside its own."""

from __future__ import annotations

from collections.abc import Mapping
from os.path import isfile
from pathlib import Path
from typing import Any

from ....core.errors import BadData, WarbookError, nearest
from ....core.files import read_text
from ....core.length import written
from ....core.ruleset import Row, ScenarioRow
from ....space.board import Board
from ....space.boardfile import read_board
from . import markers, profiles
from .reading import DATA
from .roster import parse_roster
from .scenario import SEATS, Scenario, fitted, parse_scenario

Text = tuple[str, str]
"""A text and what messages call it."""
NAMED = {"scenario": "scenarios", "board": "boards", "roster": "rosters"}


class DataShelf:
    """The shelf of this ruleset: TOML files in folders of its data."""

    def scenarios(self) -> list[ScenarioRow]:
        """The scenarios that are shipped, by id in alphabetical order."""
        found = [parse_scenario(*shipped_file("scenario", id)) for id in ids("scenario")]
        return [
            ScenarioRow(each.id, each.title, each.summary, each.board, (each.red.roster, each.blue.roster))
            for each in found
        ]

    def listed(self, kind: str) -> list[Row]:
        """The boards, or the rosters, that are shipped, by id in alphabetical order."""
        if kind not in ("board", "roster"):
            raise WarbookError(f"found {kind!r}; wanted board or roster")
        return [_row(kind, id) for id in ids(kind)]

    def text(self, kind: str, id: str) -> Text:
        """A shipped file.  Raises `WarbookError` where there is none."""
        return shipped_file(kind, id)

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
            text, source = shipped_file("scenario", scenario)
        parsed, brought = parse_scenario(text, source), rosters or {}
        ground = board or file_named("board", parsed.board, "board", source)
        gangs = [
            brought.get(seat) or file_named("roster", side.roster, f"{SEATS[seat]}.roster", source)
            for seat, side in enumerate(parsed.sides)
        ]
        self._fits(parsed, source, ground, gangs)
        return {"scenario": _kept(text, source), "board": _kept(*ground), "rosters": [_kept(*gang) for gang in gangs]}

    def _fits(self, scenario: Scenario, source: str, board: Text, rosters: list[Text]) -> None:
        fitted(scenario, source, _board(*board), board[1])
        for roster in rosters:
            parse_roster(*roster)

    def check(self, kind: str, text: str, source: str) -> str:
        """Read a file of this kind and say in a line what it holds.  Raises `BadData`."""
        match kind:
            case "board":
                return _board_line(_board(text, source))
            case "roster":
                roster = parse_roster(text, source)
                return f"{roster.title}: {len(roster.fighters)} fighters of {profiles.gangs()[roster.gang].name}"
            case "scenario":
                self.content("", text=text, source=source)
                found = parse_scenario(text, source)
                return f"{found.title}: {found.red.roster} against {found.blue.roster} on {found.board}"
            case _:
                raise BadData(source, "kind", repr(kind) + nearest(kind, NAMED), f"one of {', '.join(NAMED)}")


def ids(kind: str) -> list[str]:
    """The ids of what is shipped of a kind, sorted."""
    return sorted(path.stem for path in (DATA / NAMED[kind]).glob("*.toml"))


def shipped_file(kind: str, id: str) -> Text:
    """A shipped file by its id.  Raises `WarbookError` where there is none."""
    if id not in ids(kind):
        raise WarbookError(f"no {kind} {id!r}{nearest(id, ids(kind))}; there are {', '.join(ids(kind))}")
    path = DATA / NAMED[kind] / f"{id}.toml"
    return path.read_text(encoding="utf-8"), f"{NAMED[kind]}/{path.name}"


def file_named(kind: str, name: str, where: str, source: str) -> Text:
    """What a scenario names: a shipped file by id, or a file beside the scenario's own.  Raises `BadData`."""
    if name.endswith(".toml"):
        path = Path(source).parent / name
        if not isfile(path):
            raise BadData(source, where, f"{name!r}, and no such file {path}", f"a {kind} file, or an id")
        return read_text(path), str(path)
    known = ids(kind)
    if name not in known:
        right = f"one of {', '.join(known)}, or the name of a .toml file beside the scenario"
        raise BadData(source, where, repr(name) + nearest(name, known), right)
    return shipped_file(kind, name)


def _row(kind: str, id: str) -> Row:
    text, source = shipped_file(kind, id)
    if kind == "board":
        board = _board(text, source)
        return Row(id, board.title, board.summary)
    roster = parse_roster(text, source)
    return Row(id, roster.title, f"{len(roster.fighters)} fighters of {profiles.gangs()[roster.gang].name}")


def _board(text: str, source: str) -> Board:
    board = read_board(text, source)
    markers.check_markers(board, source)
    return board


def _board_line(board: Board) -> str:
    kinds = ("platforms", "walls", "blocks", "obstacles", "areas", "links", "doors", "ductways", "lifts", "markers")
    pieces = sum(len(getattr(board, kind)) for kind in kinds)
    zones = ", ".join(zone.name for zone in board.zones) or "no zones"
    return f"{board.title}: {written(board.width)} by {written(board.depth)}, {pieces} pieces; zones: {zones}"


def _kept(text: str, source: str) -> dict[str, str]:
    return {"text": text, "source": source}


SHELF = DataShelf()
