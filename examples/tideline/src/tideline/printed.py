"""What is printed: the kinds of sailor, the options, and the scenario and boards that are shipped or brought along."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from warbook.core.errors import BadData, WarbookError, nearest
from warbook.core.length import INCH
from warbook.core.profile import Inches, known, read_one, read_table
from warbook.core.ruleset import Option, Row, ScenarioRow
from warbook.space.boardfile import read_board

SHIPPED = ("low-water",)

OPTIONS = (Option("rounds", 6, (4, 6, 8), "How long the tide stays out.", "our choice"),)


class Kind(Struct, frozen=True):
    """A row of ``data/kinds.toml``: lengths in inches, `aim` is the number to hit with."""

    id: str
    name: str
    move: Inches
    range: Inches
    aim: int
    brawn: int
    wounds: int


class Starter(Struct, frozen=True):
    """A sailor in a scenario file: its kind and where it starts."""

    name: str
    kind: str
    at: tuple[Inches, Inches]


class Scenario(Struct, frozen=True):
    """A scenario file."""

    kind: str
    ruleset: str
    title: str
    summary: str
    board: str
    red: tuple[Starter, ...]
    blue: tuple[Starter, ...]


def shipped(name: str) -> str:
    """The text of a file of this package."""
    return files(__package__).joinpath("data", name).read_text("utf-8")


@cache
def kinds() -> dict[str, Kind]:
    """The kinds of sailor by id."""
    return read_table(shipped("kinds.toml"), "kinds.toml", Kind)


def read_scenario(text: str, source: str) -> Scenario:
    """A scenario from its text.  Raises `BadData`."""
    scenario = read_one(text, source, Scenario)
    for side, crew in (("red", scenario.red), ("blue", scenario.blue)):
        if not crew:
            raise BadData(source, side, "nobody", "at least one sailor")
        for number, one in enumerate(crew, start=1):
            known(one.kind, kinds(), source, f"{side}[{number}].kind", "a kind of sailor")
    return scenario


class BeachShelf:
    """The scenarios of this ruleset, and how it reads the files that people bring."""

    def scenarios(self) -> list[ScenarioRow]:
        read = {name: read_scenario(shipped(f"{name}.toml"), name) for name in SHIPPED}
        return [ScenarioRow(name, one.title, one.summary) for name, one in read.items()]

    def listed(self, kind: str) -> list[Row]:
        return []  # there is one beach, and crews stand in the scenario

    def text(self, kind: str, id: str) -> tuple[str, str]:
        if kind != "scenario" or id not in SHIPPED:
            raise WarbookError(f"no {kind} {id!r}{nearest(id, SHIPPED)}")
        return shipped(f"{id}.toml"), id

    def content(
        self,
        scenario: str,
        *,
        text: str | None = None,
        source: str = "",
        board: tuple[str, str] | None = None,
        rosters: Mapping[int, tuple[str, str]] | None = None,
    ) -> dict[str, Any]:
        if text is None:
            if scenario not in SHIPPED:
                raise WarbookError(f"no scenario {scenario!r}{nearest(scenario, SHIPPED)}")
            text, source = shipped(f"{scenario}.toml"), scenario
        for _, (_, where) in (rosters or {}).items():
            raise BadData(where, "kind", "a roster", "no roster: the crews of Tideline stand in the scenario")
        ground = board[0] if board is not None else shipped(f"{read_scenario(text, source).board}.toml")
        read_board(ground, board[1] if board is not None else "board")
        return {"scenario": text, "source": source, "board": ground}

    def check(self, kind: str, text: str, source: str) -> str:
        if kind == "scenario":
            scenario = read_scenario(text, source)
            return f"{scenario.title}: {len(scenario.red)} against {len(scenario.blue)}"
        if kind == "board":
            board = read_board(text, source)
            return f"{board.title}, {board.width // INCH} by {board.depth // INCH} inches"
        raise BadData(source, "kind", repr(kind), "a scenario or a board")


SHELF = BeachShelf()
