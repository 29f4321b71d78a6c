"""A position as a table shows it, and the pictures and sketches that are drawn from that."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from tests.necromunda.scenes import fighter, scene
from warbook.core.structs import replace
from warbook.rulesets.necromunda.battle import setup
from warbook.rulesets.necromunda.battle.poised import about_to_act
from warbook.rulesets.necromunda.edition_2023 import RULESET, SHELF
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.world import Play
from warbook.rulesets.necromunda.view import tableau
from warbook.space import picture

CASKET = """
[[marker]]
id = "loot"
kind = "casket"
at = [20, 20, 0]

[[door]]
id = "gate"
line = [30, 10, 32, 10]
height = 3
"""


def picture_of(play: Any) -> str:
    assert RULESET.picture is not None
    return RULESET.picture(play)


def sketch_of(play: Any, columns: int) -> str:
    assert RULESET.sketch is not None
    return RULESET.sketch(play, columns)


def lying_about(play: Any) -> list[tuple[str, Any]]:
    return [(thing.kind, thing.at) for thing in tableau.tableau(play).things if thing.kind != "door"]


def texts(svg: str) -> list[str]:
    """Everything written in a picture."""
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")]


def poised(scenario: str) -> Any:
    world, state = setup.table(RULESET, SHELF.content(scenario))
    return Play(about_to_act(Play(state, RULESET, world, []), 0), RULESET, world, [])


@pytest.mark.parametrize("scenario", SHELF.ids("scenario"))
def test_a_picture_is_well_formed_and_names_both_gangs_and_everybody(scenario: str) -> None:
    play = poised(scenario)
    written = texts(picture_of(play))
    for seat, gang in enumerate(play.world.gangs):
        assert any(gang.startswith(text.removesuffix(" …")) for text in written if text), (seat, gang)
    assert all(play.world.names[who] in written for who in range(play.world.count))


@pytest.mark.parametrize("scenario", SHELF.ids("scenario"))
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_sketch_is_no_wider_than_the_terminal(scenario: str, columns: int) -> None:
    play = poised(scenario)
    lines = sketch_of(play, columns).splitlines()
    assert max(map(len, lines)) <= columns
    assert any("R1" in line for line in lines) and any("B1" in line for line in lines)


def test_whoever_is_down_is_written_small_in_a_sketch() -> None:
    game, _, _ = scene(red=[fighter(5, 5)], blue=[fighter(5, 30, status=Status.PINNED)])
    drawn = sketch_of(game.play, 80)
    assert "R1" in drawn and "b1" in drawn and "B1" not in drawn


def test_a_fighter_out_of_action_is_on_the_list_and_not_on_the_board() -> None:
    game, _, blue = scene(red=[fighter(5, 5)], blue=[fighter(5, 30), fighter(9, 30)])
    before = sketch_of(game.play, 120)
    record = game.state.records[blue[0]]
    game.state.put(replace(record, status=Status.OUT, at=replace(record.at, posture=0)))
    after = sketch_of(game.play, 120)
    assert before.count("B1") == 2 and after.count("B1") == 0 and after.count("b1") == 1
    assert "out of action" in after


def test_words_for_a_fighter_tell_all_that_ails_it() -> None:
    game, red, _ = scene(
        red=[fighter(5, 5, weapons=["lasgun"], flesh=1, broken=True, ready=False, out=(0,), conditions=("blaze",))],
        blue=[fighter(5, 30)],
    )
    words = tableau.words_for(game.play, game.state.records[red])
    assert words == ["standing", "broken", "flesh wounds 1", "no ammo: lasgun", "blaze"]


def test_badges_show_what_ails_a_fighter() -> None:
    game, _, _ = scene(
        red=[fighter(5, 5, weapons=["lasgun"], flesh=2, broken=True, out=(0,), conditions=("blaze",))],
        blue=[fighter(5, 30)],
    )
    written = texts(picture_of(game.play))
    assert {"!!", "F2", "A0", "Bz"} <= set(written)


def test_a_fighter_high_up_is_said_to_be() -> None:
    game, red, _ = scene(
        red=[fighter(5, 5, 3)], blue=[fighter(5, 30)], board="[[platform]]\nrect = [2, 2, 8, 8]\nz = 3\n"
    )
    assert '3" up' in tableau.words_for(game.play, game.state.records[red])


def test_things_are_drawn_where_and_as_they_are_now() -> None:
    game, _, _ = scene(red=[fighter(5, 5)], blue=[fighter(5, 30)], board=CASKET)
    assert tableau.doors(game.play) == {"gate": "closed"}
    assert lying_about(game.play) == [("casket", (20000, 20000, 0))]
    door, casket = game.state.records[2:4]
    game.state.put(replace(door, state="gone"))
    game.state.put(replace(casket, open=True, at=replace(casket.at, x=22000)))
    assert tableau.doors(game.play) == {"gate": "gone"}
    assert lying_about(game.play) == [("open casket", (22000, 20000, 0))]


def test_the_line_on_top_tells_where_the_battle_stands() -> None:
    game, _, _ = scene(red=[fighter(5, 5)], blue=[fighter(5, 30)], round=3, dark=6000)
    assert tableau.heading(game.play) == 'Round 3, action phase; dark beyond 6".'
    game.state.turn = replace(game.state.turn, phase="over", why_over="round 8 was the last.")
    assert "round 8 was the last" in tableau.heading(game.play)


def test_zones_have_the_colours_of_their_gangs_and_a_goal_has_nobodys() -> None:
    play = poised("street-ambush")
    assert tableau.zones(play) == {"west": 0, "east": 0, "middle": 1, "north-lane": -1, "south-lane": -1}
    nodes = ElementTree.fromstring(picture_of(play)).iter()
    colours = {node.text: node.get("fill") for node in nodes if node.text in tableau.zones(play)}
    red, blue, *_ = picture.SEATS
    assert [colours[name] for name in ("west", "east", "middle")] == [red, red, blue]
    assert colours["north-lane"] not in picture.SEATS


def test_zones_that_a_scenario_does_not_use_are_left_out() -> None:
    written = texts(picture_of(poised("vault-looting")))
    assert {"west", "east"} <= set(written) and "west-rooms" not in written


@pytest.mark.parametrize("scenario", SHELF.ids("scenario"))
def test_names_and_what_ails_them_are_at_least_8_pixels_tall_on_a_telephone(scenario: str) -> None:
    play = poised(scenario)
    drawn = ElementTree.fromstring(picture_of(play))
    wide = float(drawn.get("viewBox", "").split()[2])
    said = {"standing", "standing, ready", *(play.world.names[who] for who in range(play.world.count))}
    sizes = [float(node.get("font-size", "0")) for node in drawn.iter() if node.text in said]
    assert len(sizes) > play.world.count and min(sizes) * 390 / wide >= 8
