"""How the beach is laid out, and what the ruleset reads from files."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from msgspec import Struct

from warbook.core.errors import BadData, WarbookError, nearest
from warbook.core.length import INCH
from warbook.core.profile import Inches, known, read_one, read_table
from warbook.core.ruleset import Row, Ruleset, ScenarioRow
from warbook.core.state import Placement
from warbook.space.boardfile import read_board

from .model import Kind, Position, Sailor, Tide, World

SHIPPED = ("low-water",)
SIZE = {"radius": 500, "height": 1250}


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


def table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[World, Position]:
    """The world and the first position of a battle."""
    scenario = read_scenario(content["scenario"], content["source"])
    kinds = read_table(shipped("kinds.toml"), "kinds.toml", Kind)
    crews = [(seat, one) for seat, crew in enumerate((scenario.red, scenario.blue)) for one in crew]
    records = [
        Sailor(id=n, owner=seat, profile=one.kind, at=Placement(*one.at, **SIZE), wounds=kinds[one.kind].wounds)
        for n, (seat, one) in enumerate(crews)
    ]
    world = World(read_board(content["board"], "board"), kinds, tuple(one.name for _, one in crews))
    return world, Position(records, Tide(rounds=ruleset.chosen["rounds"]))


def read_scenario(text: str, source: str) -> Scenario:
    """A scenario from its text.  Raises `BadData`."""
    scenario = read_one(text, source, Scenario)
    kinds = read_table(shipped("kinds.toml"), "kinds.toml", Kind)
    for side, crew in (("red", scenario.red), ("blue", scenario.blue)):
        if not crew:
            raise BadData(source, side, "nobody", "at least one sailor")
        for number, one in enumerate(crew, start=1):
            known(one.kind, kinds, source, f"{side}[{number}].kind", "a kind of sailor")
    return scenario


class BeachShelf:
    """The scenarios of this ruleset, and how it reads what people bring."""

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


def shipped(name: str) -> str:
    """The text of a file of this package."""
    return files(__package__).joinpath("data", name).read_text("utf-8")


def name_of(world: World, who: int) -> str:
    return world.names[who]


def seat_name(world: World, seat: int) -> str:
    return ("the wreckers", "the wardens")[seat]
