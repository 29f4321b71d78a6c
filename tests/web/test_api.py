"""What the pages ask of the server without a battle: what can be played, files that people bring, setups."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from warbook import rulesets, table
from warbook.core.errors import BadData, WarbookError
from warbook.core.game import Game
from warbook.web import api
from warbook.web.api import Brought, Fresh, Piece

SHIPPED = [(each.id, scenario.id) for each in api.everything() for scenario in each.scenarios]


def fresh(**other: Any) -> Fresh:
    wanted: dict[str, Any] = {
        "ruleset": "necromunda-2023",
        "scenario": Piece("hive-stand-off"),
        "players": ("human", "greedy"),
    }
    return Fresh(**wanted | other)


def scenario_text(id: str = "hive-stand-off") -> str:
    return table.shelf_of(rulesets.find("necromunda-2023")).text("scenario", id)[0]


@pytest.mark.parametrize(("ruleset", "scenario"), SHIPPED)
def test_every_scenario_that_is_listed_can_be_set_up(ruleset: str, scenario: str) -> None:
    setup = api.setup_of(fresh(ruleset=ruleset, scenario=Piece(scenario)))
    assert Game(rulesets.find(ruleset), setup).decision is not None


def test_the_board_and_rosters_of_a_scenario_are_among_those_listed() -> None:
    for ruleset in api.everything():
        boards, rosters = {b.id for b in ruleset.boards}, {r.id for r in ruleset.rosters}
        for scenario in ruleset.scenarios:
            assert scenario.board in boards
            assert set(scenario.rosters) <= rosters


def test_another_board_and_another_roster_take_the_place_of_the_scenarios() -> None:
    shelf = table.shelf_of(rulesets.find("necromunda-2023"))
    text, source = shelf.text("roster", "ambush-red")
    setup = api.setup_of(fresh(rosters={1: Piece(text=text, source="mine.toml")}))
    assert setup.content["rosters"][1] == {"text": text, "source": "mine.toml"}
    assert api.setup_of(fresh(rosters={0: Piece("ambush-red")})).content["rosters"][0]["source"] == source


def test_a_scenario_from_the_net_opens_no_file_of_the_server(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text('kind = "board"\nid = "secret"\ntitle = "Of nobody\'s business"\nwidth = 10\ndepth = 10\n')
    text = scenario_text().replace('board = "hive"', f'board = "{secret}"')
    assert str(secret) in text
    with pytest.raises(BadData, match="something shipped"):
        api.setup_of(fresh(scenario=Piece(text=text, source="mine.toml")))
    verdict = api.judged(Brought(text, "mine.toml"))
    assert not verdict.ok
    assert verdict.where == "board"


def test_a_files_own_name_is_no_way_to_a_file_either(tmp_path: Path) -> None:
    (tmp_path / "hive.toml").write_text("not a board")
    setup = api.setup_of(fresh(scenario=Piece(text=scenario_text(), source=str(tmp_path / "mine.toml"))))
    assert "not a board" not in str(setup.content)


def test_what_is_wrong_with_a_file_is_told_by_place() -> None:
    verdict = api.judged(Brought('kind = "roster"\nruleset = "necromunda-2023"\ntitle = 3\n', "mine.toml", "roster"))
    assert not verdict.ok
    assert verdict.where
    assert verdict.found
    assert verdict.wanted
    assert verdict.says.startswith("mine.toml")


def test_a_board_where_a_roster_is_wanted() -> None:
    text, source = table.shelf_of(rulesets.find("gangfight")).text("board", "ford")
    assert api.judged(Brought(text, source, "board", "gangfight")).ok
    verdict = api.judged(Brought(text, source, "roster", "gangfight"))
    assert (verdict.ok, verdict.found) == (False, "board")


def test_a_record_is_looked_into() -> None:
    game = table.battle("hive-stand-off", red="uniform", blue="uniform", seed=3)
    verdict = api.judged(Brought(game.save().decode(), "battle.wbr"))
    assert (verdict.ok, verdict.kind) == (True, "record")
    assert not api.judged(Brought(game.save().decode().replace('"dice":', '"dies":', 1), "battle.wbr")).ok


@pytest.mark.parametrize(
    "text", ["", "\0", "{", "[" * 100_000, "kind = 3", 'kind = "board"', "💥", "a = " + "[" * 5000]
)
def test_files_of_any_kind_are_only_judged(text: str) -> None:
    assert not api.judged(Brought(text, "x")).ok


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"ruleset": "chess"}, "chess"),
        ({"scenario": Piece("hive-standoff")}, "hive-stand-off"),
        ({"options": {"premeasur": "off"}}, "premeasure"),
        ({"options": {"premeasure": "perhaps"}}, "premeasure"),
        ({"house_rules": ("no-such",)}, "no-such"),
        ({"rosters": {7: Piece("ambush-red")}}, "seats 0 to 1"),
        ({"board": Piece("no-board")}, "no-board"),
    ],
)
def test_a_setup_that_cannot_be_played_says_why(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(WarbookError, match=told):
        api.setup_of(fresh(**wrong))


def test_options_come_as_values_and_as_people_write_them() -> None:
    assert api.setup_of(fresh(options={"premeasure": "off"})).options == {"premeasure": False}
    assert api.setup_of(fresh(options={"premeasure": False})).options == {"premeasure": False}


@pytest.mark.parametrize("players", [("human",), ("human", "os:system"), ("human", "nobody"), ("human",) * 3])
def test_only_people_and_the_bots_of_warbook_sit_at_a_servers_table(players: tuple[str, ...]) -> None:
    with pytest.raises(WarbookError):
        api.players_of(fresh(players=players))


def test_an_unknown_key_is_refused_rather_than_forgotten() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(
            b'{"ruleset": "gangfight", "scenario": {"id": "x"}, "players": ["human"], "sed": 1}', type=Fresh
        )


@pytest.mark.parametrize("size", ["inf", "nan", "1e300", "1e999", "9" * 5000, "-1"])
def test_numbers_that_are_none_are_told(size: str) -> None:
    board = f'kind = "board"\nid = "b"\ntitle = "B"\nsize = [{size}, 24]\n'
    assert not api.judged(Brought(board, "mine.toml", ruleset="necromunda-2023")).ok
    with pytest.raises(WarbookError):
        api.setup_of(fresh(board=Piece(text=board, source="mine.toml")))
