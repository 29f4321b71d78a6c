"""Tideline keeps what every ruleset promises, and does what its own rules say."""

from functools import partial
from typing import Any

import pytest
from tideline import RULESET
from tideline.attacks import aimed
from tideline.battle import table
from tideline.events import Fell, Wounded
from tideline.harm import fall
from tideline.printed import SHELF
from tideline.records import Model

from warbook.core.errors import BadData
from warbook.core.length import INCH
from warbook.core.structs import replace
from warbook.testing import Placed, Scene, conformance, leg, model, piece, way

scene = partial(Scene.of, RULESET)


def bosun(x: float, y: float, **words: Any) -> Placed:
    return model(x, y, "bosun", **words)


def marksman(x: float, y: float, **words: Any) -> Placed:
    return model(x, y, "marksman", **words)


def test_it_keeps_the_contract() -> None:
    conformance(RULESET, games=4)


def test_a_charge_takes_a_shot_and_ends_in_a_fight() -> None:
    game, marrow, vane = scene(red=[bosun(4, 12)], blue=[bosun(10, 12)])
    game.does(marrow, "charge", at=vane, stand_and_shoot=vane, hit=[4], hurt=[2], reach=[3], mine=[6], theirs=[1])
    assert game.happened(Wounded) == [Wounded(vane, marrow)]
    assert game.at(marrow) == (9, 12, 0)


def test_a_charge_that_falls_short_stays_where_it_is() -> None:
    game, marrow, vane = scene(red=[bosun(4, 12)], blue=[bosun(12, 18)])
    game.does(marrow, "charge", at=vane, passing=True, reach=[1])
    assert game.at(marrow) == (4, 12, 0)


def test_a_wound_leads_to_a_fall_where_it_was_the_last() -> None:
    game, tansy, vane = scene(red=[marksman(10, 4)], blue=[bosun(14, 4)])
    game.does(tansy, "shoot", at=vane, hit=[6], hurt=[6])
    assert not game.happened(Fell)
    game.does(tansy, "shoot", at=vane, hit=[6], hurt=[6])
    assert game.events[-3:-1] == [Wounded(vane, tansy), Fell(vane)]


def test_a_ruleset_without_the_consequence_has_nobody_fall() -> None:
    merciful = RULESET.without(Wounded, fall)
    game, tansy, vane = Scene.of(merciful, red=[marksman(10, 4)], blue=[bosun(14, 4, wounds=1)])
    game.does(tansy, "shoot", at=vane, hit=[6], hurt=[6])
    assert game.record(vane).wounds == 0
    assert not game.happened(Fell)


def test_an_action_that_another_leads_to_is_the_one_of_the_table() -> None:
    fight, shoot = RULESET.action["fight"], RULESET.action["shoot"]
    peaceful = RULESET.replacing(replace(fight, rule=lambda play, sailor, whom=None: None))
    peaceful = peaceful.replacing(replace(shoot, rule=lambda play, sailor, at=None: None))
    game, marrow, vane = Scene.of(peaceful, red=[bosun(4, 12)], blue=[bosun(10, 12)])
    game.does(marrow, "charge", at=vane, stand_and_shoot=vane, reach=[3])
    assert game.at(marrow) == (9, 12, 0)


def test_a_way_around_the_wreck_is_longer_than_the_move() -> None:
    wreck = piece("block", rect=[13, 10, 4, 4], height=3)
    game, marrow, _ = scene(red=[bosun(12, 12)], blue=[bosun(26, 12)], board=wreck)
    assert game.asks(marrow, "move").legal(way(leg(18, 12)))
    game.does(marrow, "move", path=way(leg(12, 8)))
    assert game.at(marrow) == (12, 8, 0)


def test_what_is_out_of_reach_is_refused_with_its_reason() -> None:
    game = Scene.battle(RULESET, "low-water")
    assert game.why_not("Old Marrow", "charge") == ("It must have a foe in reach of a charge.",)
    assert game.why_not("Old Marrow", "fight") == ("It must have a foe in contact.",)
    assert "shoot" in game.allowed("Tansy")


def test_a_foe_that_is_refused_is_told_what_would_have_to_hold() -> None:
    game, marrow, _ = scene(red=[bosun(4, 12)], blue=[bosun(10, 12), bosun(28, 20)])
    reasons = game.asks(marrow, "shoot").legal(2)
    assert reasons
    assert all(reason.startswith("It must be ") for reason in reasons)


def test_a_close_shot_is_easier_and_wet_powder_makes_it_harder() -> None:
    game, tansy, vane = scene(red=[marksman(10, 4)], blue=[bosun(14, 4)])
    assert str(aimed(Model(game.play, tansy), Model(game.play, vane))) == "2+ (aim 3+, +1 close by)"
    game, tansy, vane = scene(red=[marksman(10, 4)], blue=[bosun(14, 4)], house_rules=["wet-powder"])
    assert aimed(Model(game.play, tansy), Model(game.play, vane)).number == 3


def test_a_table_is_told_who_stands_where_and_whom_an_option_means() -> None:
    game, marrow, vane = scene(red=[bosun(4, 12)], blue=[bosun(10, 12, wounds=1, name="Sergeant Vane")])
    shown = RULESET.tableau(game.play)
    body = shown.bodies[vane]
    assert (body.at, body.stands, [badge.sign for badge in body.badges]) == (game.record(vane).at, "here", ["-1"])
    assert "Sergeant Vane" in RULESET.picture(game.play)
    assert "B2" in RULESET.sketch(game.play, 80)
    target = game.asks(marrow, "charge")
    assert target.whom(vane) == vane
    assert game.offered(marrow).whom("hold") == -1


CREW = """
kind = "roster"
id = "gulls"
ruleset = "tideline"
title = "the gulls"
sailors = [{ name = "Grey", kind = "bosun" }, { name = "White", kind = "deckhand" }]
"""


def test_a_crew_of_ones_own_takes_its_places_in_their_order() -> None:
    assert SHELF.check("roster", CREW, "gulls.toml") == "the gulls: 2 sailors"
    world, state = table(RULESET, SHELF.content("low-water", rosters={1: (CREW, "gulls.toml")}))
    assert world.crews == ("the wreckers", "the gulls")
    blue = [record for record in state.records if record.owner == 1]
    assert [(world.names[each.id], each.at.x // INCH, each.at.y // INCH, each.wounds) for each in blue] == [
        ("Grey", 26, 12, 2),
        ("White", 27, 16, 1),
    ]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (CREW.replace("bosun", "bosum"), r"gulls.toml: sailors\[1\].kind: found 'bosum' \(did you mean 'bosun'"),
        (CREW.partition("sailors")[0] + "sailors = []", "sailors: found nobody; wanted at least one sailor"),
        (CREW.replace("]", ', { name = "More", kind = "deckhand" }' * 3 + "]"), "blue.at: found 4 places"),
    ],
)
def test_a_crew_that_does_not_fit_is_refused(wrong: str, says: str) -> None:
    with pytest.raises(BadData, match=says):
        SHELF.content("low-water", rosters={1: (wrong, "gulls.toml")})


def test_a_place_off_the_board_is_refused() -> None:
    text, source = SHELF.text("scenario", "low-water")
    with pytest.raises(BadData, match=r"red.at\[2\]: found a place off the board"):
        SHELF.check("scenario", text.replace("[3, 8]", "[31, 8]"), source)
