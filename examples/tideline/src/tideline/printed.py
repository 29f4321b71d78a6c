"""What is printed: the kinds of sailor, the options, and the files of scenarios, boards and crews."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, TypedDict

from msgspec import Struct

from warbook.core.errors import BadData
from warbook.core.profile import Id, Inches, Parser, unknown
from warbook.mechanics.shelf import TomlShelf
from warbook.mechanics.tables import DataFolder
from warbook.space.board import Board

DATA = DataFolder(Path(__file__).parent / "data")


class Options(TypedDict):
    """Points of the rules on which tables may differ; ``data/options.toml`` says what each is otherwise, and why."""

    rounds: Literal[4, 6, 8]


OPTIONS = DATA.options("options.toml", Options)


class Kind(Struct, frozen=True):
    """A row of ``data/kinds.toml``: lengths in inches, `aim` is the number to hit with."""

    id: str
    name: str
    move: Inches
    range: Inches
    aim: int
    brawn: int
    wounds: int


kinds = DATA.table("kinds.toml", Kind)


# ---- crews -----------------------------------------------------------------------------------------------------------


class Member(Struct, frozen=True, forbid_unknown_fields=True):
    """A sailor of a crew: its name, and the row of its kind."""

    name: str
    kind: str


class Crew(Struct, frozen=True, forbid_unknown_fields=True):
    """A roster file."""

    kind: Literal["roster"]
    id: Id
    ruleset: str
    title: str
    sailors: tuple[Member, ...]


def objections_to_crew(crew: Crew, source: str) -> Iterator[BadData]:
    if not crew.sailors:
        yield BadData(source, "sailors", "nobody", "at least one sailor")
    for number, member in enumerate(crew.sailors, start=1):
        if mistake := unknown(member.kind, kinds(), source, f"sailors[{number}].kind", "a kind of sailor"):
            yield mistake


def crew_in_words(crew: Crew) -> str:
    return f"{len(crew.sailors)} sailors"


# ---- scenarios and boards --------------------------------------------------------------------------------------------


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a scenario: its crew, and where its sailors start, in their order."""

    roster: str
    at: tuple[tuple[Inches, Inches], ...]


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file."""

    kind: Literal["scenario"]
    id: Id
    ruleset: str
    title: str
    summary: str
    board: str
    red: Side
    blue: Side


def check_board(board: Board, source: str) -> None:
    """Any board will do."""


def check_scenario(
    scenario: Scenario, source: str, board: Board, board_source: str, crews: Sequence[tuple[Crew, str]]
) -> None:
    """Raises `BadData` where a sailor has no place on the board."""
    for name, side, (crew, _) in zip(("red", "blue"), (scenario.red, scenario.blue), crews, strict=True):
        if len(side.at) < len(crew.sailors):
            raise BadData(
                source, f"{name}.at", f"{len(side.at)} places", f"one for each of {len(crew.sailors)} sailors"
            )
        for number, (x, y) in enumerate(side.at, start=1):
            if not (0 <= x <= board.width and 0 <= y <= board.depth):
                raise BadData(source, f"{name}.at[{number}]", "a place off the board", f"a place on {board_source}")


parse_crew = Parser(Crew, "tideline", objections_to_crew)
parse_scenario = Parser(Scenario, "tideline", lambda scenario, source: ())
SHELF = TomlShelf(DATA.path, parse_scenario, parse_crew, check_board, check_scenario, crew_in_words)
