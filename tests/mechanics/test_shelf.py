"""The shelf of a small game: what it ships, what people bring, and its messages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import pytest
from msgspec import Struct

from tests.columns import TWO
from warbook.core.errors import BadData, WarbookError
from warbook.core.profile import Parser, repeated_ids
from warbook.core.ruleset import Row
from warbook.core.state import Turn
from warbook.mechanics.markers import check_markers
from warbook.mechanics.scenario import check_zone
from warbook.mechanics.setup import doors_of, markers_of, table_from_files
from warbook.mechanics.shelf import BattleFiles, TomlShelf
from warbook.space.board import Board
from warbook.space.boardfile import read_board

BOARD = """
kind = "board"
id = "yard"
title = "The Yard"
summary = "Four walls."
size = [24, 24]
[[door]]
id = "back-gate"
line = [10, 10, 12, 10]
height = 3
[[marker]]
id = "north"
kind = "chest"
at = [4, 4, 0]
params = { lock = 5 }
[[marker]]
id = "south"
kind = "chest"
at = [6, 4, 0]
params = { name = "the tin box" }
[[deployment]]
name = "west"
rect = [0, 0, 6, 24]
"""
ROSTER = 'kind = "roster"\nid = "reds"\nruleset = "toy"\ntitle = "The Reds"\nnames = ["ann", "bob"]\n'
SCENARIO = """
kind = "scenario"
id = "yard-fight"
ruleset = "toy"
title = "In the Yard"
summary = "Who holds it?"
board = "yard"
zone = "west"
red = { roster = "reds" }
blue = { roster = "reds" }
"""
MARKERS = {"chest": {"name": str, "lock": int, "heavy": bool}}


class Side(Struct, frozen=True):
    roster: str


class Scenario(Struct, frozen=True):
    kind: Literal["scenario"]
    id: str
    ruleset: str
    title: str
    summary: str
    board: str
    zone: str
    red: Side
    blue: Side


class Roster(Struct, frozen=True):
    kind: Literal["roster"]
    id: str
    ruleset: str
    title: str
    names: tuple[str, ...]


def check_fit(
    scenario: Scenario, source: str, board: Board, board_source: str, rosters: Sequence[tuple[Roster, str]]
) -> None:
    check_zone(scenario.zone, source, "zone", board, board_source)


parse_roster = Parser(Roster, "toy", lambda roster, source: repeated_ids(roster.names, source, "names"))


def shelf_in(path: Path) -> TomlShelf[Scenario, Roster]:
    for folder, name, text in (
        ("boards", "yard", BOARD),
        ("rosters", "reds", ROSTER),
        ("scenarios", "brawl", SCENARIO),
    ):
        (path / folder).mkdir()
        (path / folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return TomlShelf(
        path,
        Parser(Scenario, "toy", lambda scenario, source: ()),
        parse_roster,
        lambda board, source: check_markers(board, source, MARKERS),
        check_fit,
        lambda roster: f"{len(roster.names)} of them",
    )


def test_a_shelf_lists_what_lies_on_it(tmp_path: Path) -> None:
    shelf = shelf_in(tmp_path)
    assert shelf.ids("scenario") == ["brawl"]
    [row] = shelf.scenarios()
    assert (row.id, row.title, row.board, row.rosters) == ("yard-fight", "In the Yard", "yard", ("reds", "reds"))
    assert shelf.listed("roster") == [Row("reds", "The Reds", "2 of them")]
    assert shelf.listed("board") == [Row("yard", "The Yard", "Four walls.")]
    with pytest.raises(WarbookError, match="found 'scenario'; wanted board or roster"):
        shelf.listed("scenario")


def test_a_shelf_suggests_an_id_for_one_that_it_has_not(tmp_path: Path) -> None:
    with pytest.raises(WarbookError, match=r"no roster 'red' \(did you mean 'reds'\?\); there are reds"):
        shelf_in(tmp_path).text("roster", "red")


def test_what_people_bring_replaces_what_the_scenario_names(tmp_path: Path) -> None:
    shelf = shelf_in(tmp_path)
    ours = ROSTER.replace("The Reds", "Ours"), "ours.toml"
    content = shelf.content("brawl", rosters={1: ours})
    assert [roster["source"] for roster in content["rosters"]] == ["rosters/reds.toml", "ours.toml"]
    assert content["board"]["text"] == BOARD


def test_a_scenario_names_files_beside_its_own(tmp_path: Path) -> None:
    shelf = shelf_in(tmp_path)
    (tmp_path / "mine.toml").write_text(BOARD.replace("The Yard", "Mine"), encoding="utf-8")
    text, source = SCENARIO.replace('board = "yard"', 'board = "mine.toml"'), str(tmp_path / "s.toml")
    assert "Mine" in shelf.content("", text=text, source=source)["board"]["text"]
    with pytest.raises(BadData) as caught:
        shelf.content("", text=text.replace("mine", "theirs"), source=source)
    assert caught.value.where == "board"
    assert "no such file" in str(caught.value) and "a board file, or an id" in str(caught.value)


@pytest.mark.parametrize(
    ("was", "becomes", "where", "says"),
    [
        ('zone = "west"', 'zone = "wets"', "zone", "did you mean 'west'?"),
        ('board = "yard"', 'board = "yrad"', "board", "did you mean 'yard'?"),
        ('blue = { roster = "reds" }', 'blue = { roster = "blues" }', "blue.roster", "or the name of a .toml file"),
        ('ruleset = "toy"', 'ruleset = "joy"', "ruleset", "found 'joy'; wanted 'toy'"),
        ('kind = "scenario"', 'kind = "roster"', "kind", "wanted 'scenario'"),
    ],
)
def test_a_scenario_that_fits_nothing_says_what_would(
    tmp_path: Path, was: str, becomes: str, where: str, says: str
) -> None:
    assert was in SCENARIO
    with pytest.raises(BadData) as caught:
        shelf_in(tmp_path).content("", text=SCENARIO.replace(was, becomes), source="s.toml")
    assert caught.value.where == where
    assert says in str(caught.value)


def test_a_checked_file_is_told_in_a_line(tmp_path: Path) -> None:
    shelf = shelf_in(tmp_path)
    assert shelf.check("board", BOARD, "b") == 'The Yard: 24" by 24", 3 pieces; zones: west'
    assert shelf.check("roster", ROSTER, "r") == "The Reds: 2 of them"
    assert shelf.check("scenario", SCENARIO, "s") == "In the Yard: reds against reds on yard"
    unknown: Any = "rooster"
    with pytest.raises(BadData, match="did you mean 'roster'"):
        shelf.check(unknown, ROSTER, "r")


def test_all_objections_to_a_roster_are_told_at_once() -> None:
    roster = Roster("roster", "reds", "joy", "The Reds", ("ann", "ann"))
    ruleset, names = parse_roster.objections(roster, "r.toml")
    assert (ruleset.where, names.where) == ("ruleset", "names[ann].id")
    assert "2 names of that id" in str(names)


@pytest.mark.parametrize(
    ("was", "becomes", "where", "says"),
    [
        ('kind = "chest"\nat = [4', 'kind = "chets"\nat = [4', "marker[1].kind", "did you mean 'chest'?"),
        ("lock = 5", "lick = 5", "marker[1].params", "did you mean 'lock'?"),
        ("lock = 5", "lock = true", "marker[1].params.lock", "found true; wanted a whole number"),
        ("lock = 5", "name = 5", "marker[1].params.name", "found 5; wanted text in quotes"),
        ("lock = 5", "heavy = 1", "marker[1].params.heavy", "found 1; wanted true or false"),
    ],
)
def test_a_board_says_of_markers_only_what_the_game_knows(was: str, becomes: str, where: str, says: str) -> None:
    assert was in BOARD
    with pytest.raises(BadData) as caught:
        check_markers(read_board(BOARD.replace(was, becomes, 1), "b.toml"), "b.toml", MARKERS)
    assert caught.value.where == where
    assert says in str(caught.value)


def test_doors_and_markers_are_numbered_and_named() -> None:
    names: dict[int, str] = {}
    board = read_board(BOARD, "b.toml")
    [(id, number, door, at)] = doors_of(board, 7, names)
    assert (id, number, door.id, at.x, at.y, at.height) == (7, 0, "back-gate", 11000, 10000, 3000)
    markers = [(id, marker.id, params) for id, marker, params in markers_of(board, 8, names)]
    assert markers == [(8, "north", {"lock": 5}), (9, "south", {})]
    assert names == {7: "the back gate", 8: "the north chest", 9: "the tin box"}


def test_a_marker_whose_id_ends_with_its_kind_is_not_called_by_it_twice() -> None:
    names: dict[int, str] = {}
    [*markers_of(read_board(BOARD.replace('"north"', '"iron-chest"'), "b.toml"), 0, names)]
    assert names[0] == "the iron chest"


def test_battles_of_the_same_files_share_their_world(tmp_path: Path) -> None:
    shelf = shelf_in(tmp_path)

    def lay_out(files: BattleFiles[Scenario, Roster]) -> tuple[list[str], list[object]]:
        return [roster.title for roster in files.rosters], []

    table = table_from_files(shelf, lay_out, Turn())  # type: ignore[arg-type]
    content = shelf.content("brawl")
    (first, state), (second, other) = table(TWO, content), table(TWO, content)
    assert first is second == ["The Reds", "The Reds"]
    assert state is not other and state == other
