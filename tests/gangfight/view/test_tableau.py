"""A position as a table shows it, and the pictures and sketches that are drawn from that."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from tests.gangfight.scenes import battle, figure, from_the_start, roll_complication, scene
from warbook.core.structs import replace
from warbook.rulesets.gangfight import RULESET
from warbook.rulesets.gangfight.printed.shelf import SHELF
from warbook.rulesets.gangfight.view import tableau


def picture_of(play: Any) -> str:
    assert RULESET.picture is not None
    return RULESET.picture(play)


def sketch_of(play: Any, columns: int) -> str:
    assert RULESET.sketch is not None
    return RULESET.sketch(play, columns)


def texts(svg: str) -> list[str]:
    """Everything written in a picture."""
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")]


@pytest.mark.parametrize("scenario", SHELF.ids("scenario"))
def test_a_picture_is_well_formed_and_names_both_parties_and_everybody(scenario: str) -> None:
    game = battle(scenario)
    written = texts(picture_of(game.play))
    for seat, party in enumerate(game.world.parties):
        assert any(party.startswith(text.removesuffix(" …")) for text in written if text), (seat, party)
    assert all(game.world.names[who] in written for side in game.world.sides[:2] for who in side)
    names = [game.world.names[who] for who in game.world.civilians]
    assert all((name in written) is (scenario == "safe-conduct") for name in names)


@pytest.mark.parametrize("scenario", SHELF.ids("scenario"))
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_sketch_is_no_wider_than_the_terminal(scenario: str, columns: int) -> None:
    lines = sketch_of(battle(scenario).play, columns).splitlines()
    assert max(map(len, lines)) <= columns
    assert any("R1" in line for line in lines) and any("B1" in line for line in lines)


@pytest.mark.parametrize("scenario", SHELF.ids("scenario"))
def test_a_battle_that_has_not_begun_can_be_drawn(scenario: str) -> None:
    play = from_the_start(scenario).play
    assert tableau.heading(play) in texts(picture_of(play))
    assert "The parties take the field." in sketch_of(play, 80)


def test_neutrals_are_listed_once_they_have_come() -> None:
    game = battle("open-field", stage="engagement")
    assert "Barrow Walker 1" not in sketch_of(game.play, 200)
    roll_complication(game, [1, 1, 1, 1])
    assert "Barrow Walker 8" in sketch_of(game.play, 200) and "Barrow Walker 8" in texts(picture_of(game.play))
    assert "Barrow Walker 9" not in sketch_of(game.play, 200)


def words(**changes: Any) -> list[str]:
    game, red, _ = scene(red=[figure(5, 5, weapons=["longbow"], **changes)], blue=[figure(5, 30)])
    return tableau.words_for(game.play, game.state.records[red])


def test_words_for_a_figure_tell_its_points_and_all_that_ails_it() -> None:
    assert words() == ["standing", "3 AP to spend", "ready"]
    assert words(ap=2, activation="done") == ["standing", "2 AP held", "done"]
    assert words(ap=0, activation="done", down=True, wounds=1, hurt=True, unloaded=(0,), shaken=1, mana=2) == [
        "knocked over", "done", "1 of 3 wounds", "to be loaded: longbow", "2 mana", "shaken, 1 AP next turn"
    ]  # fmt: skip
    assert words(out=True, wounds=0) == ["incapacitated"]
    assert words(state="waiting") == ["not on the table yet"]
    assert words(state="gone") == ["left the table"]


def test_signs_show_held_points_and_ills() -> None:
    game, red, _ = scene(
        red=[
            figure(5, 5, weapons=["longbow"], ap=2, activation="done", down=True, wounds=1, unloaded=(0,), carries=(1,))
        ],
        blue=[figure(5, 30)],
    )
    body = tableau.tableau(game.play).bodies[red]
    assert [badge.sign for badge in body.badges] == ["-2", "KO", "L", "C"]
    assert [(c.have, c.use) for c in body.counters] == [(2, "held")]


def test_whoever_is_down_is_written_small_in_a_sketch_and_who_is_out_is_not_on_the_board() -> None:
    game, _, blue = scene(red=[figure(5, 5)], blue=[figure(5, 30, down=True), figure(9, 30)])
    drawn = sketch_of(game.play, 80)
    assert "b1" in drawn and drawn.count("B2") == 2
    record = game.state.records[blue[1]]
    game.state.put(replace(record, out=True, at=replace(record.at, posture=0)))
    assert "B2" not in sketch_of(game.play, 80) and "b2" in sketch_of(game.play, 80)


def test_the_heading_tells_how_far_the_scenario_is() -> None:
    game, *_ = scene(
        red=[figure(5, 5)], blue=[figure(5, 30)], engagement="ambush", complication=3, end_game=5, actor=0, round=4
    )
    assert tableau.heading(game.play) == (
        "Round 4, the turn of Red; Human Regular at 5, 5 has 3 AP left. "
        "Ambush, then a vicious storm, then tactical retreat."
    )


def test_nobody_faces_anywhere() -> None:
    game, red, _ = scene(red=[figure(5, 5)], blue=[figure(5, 30)])
    plain = picture_of(game.play)
    game.given(red, at=replace(game.record(red).at, fy=1))
    assert picture_of(game.play).count("<polygon") == plain.count("<polygon") + 1
