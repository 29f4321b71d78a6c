"""Pictures and sketches of a position."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from tests.gangfight.scenes import battle, figure, from_the_start, scene
from tests.gangfight.test_complications import complicated
from warbook.rulesets.gangfight import drawing
from warbook.rulesets.gangfight.shelf import ids


def texts(svg: str) -> list[str]:
    """Everything written in a picture."""
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")]


@pytest.mark.parametrize("scenario", ids("scenario"))
def test_a_picture_is_well_formed_and_names_both_parties_and_everybody(scenario: str) -> None:
    game = battle(scenario)
    written = texts(drawing.picture(game.play))
    for seat, party in enumerate(game.world.parties):
        assert any(party.startswith(text.removesuffix(" …")) for text in written if text), (seat, party)
    assert all(game.world.names[who] in written for side in game.world.sides[:2] for who in side)
    names = [game.world.names[who] for who in game.world.civilians]
    assert all((name in written) is (scenario == "safe-conduct") for name in names)


@pytest.mark.parametrize("scenario", ids("scenario"))
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_sketch_is_no_wider_than_the_terminal(scenario: str, columns: int) -> None:
    lines = drawing.sketch(battle(scenario).play, columns).splitlines()
    assert max(map(len, lines)) <= columns
    assert any("R1" in line for line in lines) and any("B1" in line for line in lines)


@pytest.mark.parametrize("scenario", ids("scenario"))
def test_a_battle_that_has_not_begun_can_be_drawn(scenario: str) -> None:
    play = from_the_start(scenario).play
    assert drawing.standing(play) in texts(drawing.picture(play))
    assert "The parties take the field." in drawing.sketch(play, 80)


def test_neutrals_are_listed_once_they_have_come() -> None:
    game = battle("open-field", stage="engagement")
    assert "Barrow Walker 1" not in drawing.sketch(game.play, 200)
    complicated(game, [1, 1, 1, 1])
    assert "Barrow Walker 8" in drawing.sketch(game.play, 200) and "Barrow Walker 8" in texts(
        drawing.picture(game.play)
    )
    assert "Barrow Walker 9" not in drawing.sketch(game.play, 200)


def words(**changes: Any) -> list[str]:
    game, red, _ = scene(red=[figure(5, 5, weapons=["longbow"], **changes)], blue=[figure(5, 30)])
    return drawing.words_for(game.play, game.state.records[red])


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
            figure(5, 5, weapons=["longbow"], ap=2, activation="done", down=True, wounds=1, unloaded=(0,), carries=(9,))
        ],
        blue=[figure(5, 30)],
    )
    signs = [sign for sign, _ in drawing._signs(game.play, game.state.records[red])]
    assert signs == ["2", "-2", "KO", "L", "C"]


def test_whoever_is_down_is_written_small_in_a_sketch_and_who_is_out_is_not_on_the_board() -> None:
    game, _, blue = scene(red=[figure(5, 5)], blue=[figure(5, 30, down=True), figure(9, 30)])
    drawn = drawing.sketch(game.play, 80)
    assert "b1" in drawn and drawn.count("B2") == 2
    record = game.state.records[blue[1]]
    game.state.put(replace(record, out=True, at=replace(record.at, posture=0)))
    assert "B2" not in drawing.sketch(game.play, 80) and "b2" in drawing.sketch(game.play, 80)


def test_the_heading_tells_how_far_the_scenario_is() -> None:
    game, *_ = scene(
        red=[figure(5, 5)], blue=[figure(5, 30)], engagement="ambush", complication=3, end_game=5, actor=0, round=4
    )
    assert drawing.standing(game.play) == (
        "Round 4, the turn of Red; Human Regular at 5, 5 has 3 AP left. "
        "Ambush, then a vicious storm, then tactical retreat."
    )


def test_nobody_faces_anywhere() -> None:
    game, red, _ = scene(red=[figure(5, 5)], blue=[figure(5, 30)])
    plain = drawing.picture(game.play)
    game.given(red, at=replace(game.record(red).at, fy=1))
    assert drawing.picture(game.play).count("<polygon") == plain.count("<polygon") + 1
