"""Laying out a battle: from the texts of scenario, board and rosters to the first position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from ..core.ruleset import Ruleset
from ..core.seats import must_be_for_two
from ..core.state import Placement, Posture, Record, State, Turn
from ..space.board import Board
from ..space.terrain import Door, Marker
from .shelf import BattleFiles, R, S, Text, TomlShelf

W = TypeVar("W")
T = TypeVar("T", bound=Turn)
LAID_OUT = 16  # tables that are remembered


def table_from_files(
    shelf: TomlShelf[S, R], lay_out: Callable[[BattleFiles[S, R]], tuple[W, Sequence[Record]]], turn: T
) -> Callable[[Ruleset, dict[str, Any]], tuple[W, State[Any, T]]]:
    """The `Ruleset.table` of a game whose battles are laid out from files.

    `lay_out` gives the world and every record before anybody is deployed, `turn` is how a battle begins.  The battles
    of a match share the world and the records: nothing in them ever changes, and what has been worked out about a board
    stays with it.
    """

    @lru_cache(maxsize=LAID_OUT)
    def laid_out(scenario: Text, board: Text, rosters: tuple[Text, ...]) -> tuple[W, Sequence[Record]]:
        return lay_out(shelf.read(scenario, board, rosters))

    def table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[W, State[Any, T]]:
        """The world and the first position of a battle.  Raises `BadData` for a text that does not say what it
        should, and `WarbookError` for a game of more than two sides."""
        must_be_for_two(ruleset, "a scenario file")
        rosters = tuple(_text(roster) for roster in content["rosters"])
        world, records = laid_out(_text(content["scenario"]), _text(content["board"]), rosters)
        return world, State(list(records), turn)

    return table


def _text(given: Mapping[str, str]) -> Text:
    return given["text"], given["source"]


# ---- doors and markers -----------------------------------------------------------------------------------------------


def doors_of(board: Board, first: int, names: dict[int, str]) -> Iterator[tuple[int, int, Door, Placement]]:
    """The doors of a board: the id of the record of each, counted from `first`, its number on the board, the door
    itself and where it is.  Their names are added to `names` by id."""
    for number, door in enumerate(board.doors):
        x1, y1, x2, y2 = door.line
        at = Placement((x1 + x2) // 2, (y1 + y2) // 2, door.z, 0, 1, 0, door.height, Posture.AWAY)
        names[first + number] = f"the {door.id.replace('-', ' ')}"
        yield first + number, number, door, at


def markers_of(board: Board, first: int, names: dict[int, str]) -> Iterator[tuple[int, Marker, dict[str, Any]]]:
    """The markers of a board: the id of the record of each, counted from `first`, the marker itself and what the board
    says of it besides its name.  Their names are added to `names` by id."""
    for number, marker in enumerate(board.markers, first):
        params = dict(marker.params)
        names[number] = str(params.pop("name", _name_of(marker)))
        yield number, marker, params


def _name_of(marker: Marker) -> str:
    """What a marker is called that a board gives no name: by its id, and by its kind where the id does not end so."""
    said = marker.id == marker.kind or marker.id.endswith(f"-{marker.kind}")
    return f"the {marker.id if said else f'{marker.id} {marker.kind}'}".replace("-", " ")
