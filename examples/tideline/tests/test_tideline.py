"""Tideline keeps what every ruleset promises, and does what its own rules say."""

import pytest
from msgspec.structs import replace
from tideline import RULESET
from tideline.attacks import aimed
from tideline.battle import table
from tideline.events import Fell, Wounded
from tideline.harm import fall
from tideline.printed import SHELF
from tideline.records import Model

from warbook.core.errors import BadData
from warbook.core.length import INCH
from warbook.testing import Scene, conformance
from warbook.testing.conformance import every_setup

MARROW, TANSY, VANE = 0, 1, 4


def scene(**where: tuple[int, int]) -> Scene:
    """The shipped battle, with some sailors put elsewhere: ``vane=(10, 12)``, in inches."""
    game = Scene(RULESET, *table(RULESET, every_setup(RULESET)[0].content))
    for name, (x, y) in where.items():
        who = {"marrow": MARROW, "tansy": TANSY, "vane": VANE}[name]
        game.given(who, at=replace(game.record(who).at, x=x * INCH, y=y * INCH))
    return game


def test_it_keeps_the_contract() -> None:
    conformance(RULESET, games=4)


def test_a_charge_takes_a_shot_and_ends_in_a_fight() -> None:
    game = scene(marrow=(4, 12), vane=(10, 12))
    game.does(MARROW, "charge", at=VANE, stand_and_shoot=VANE, dice=[4, 2, 3, 6, 1])
    assert game.happened(Wounded) == [Wounded(VANE, MARROW)]
    assert game.record(MARROW).at.x == 9 * INCH


def test_a_charge_that_falls_short_stays_where_it_is() -> None:
    game = scene(marrow=(4, 12), vane=(12, 18))
    before = game.record(MARROW).at
    game.does(MARROW, "charge", at=VANE, passing=True, dice=[1])
    assert game.record(MARROW).at == before


def test_a_wound_leads_to_a_fall_where_it_was_the_last() -> None:
    game = scene(tansy=(10, 4), vane=(14, 4))
    game.does(TANSY, "shoot", at=VANE, dice=[6, 6])
    assert not game.happened(Fell)
    game.given(VANE, wounds=1)
    game.does(TANSY, "shoot", at=VANE, dice=[6, 6])
    assert game.events[-3:-1] == [Wounded(VANE, TANSY), Fell(VANE)]


def test_a_ruleset_without_the_consequence_has_nobody_fall() -> None:
    game = scene(tansy=(10, 4), vane=(14, 4))
    game.given(VANE, wounds=1)
    game.ruleset = RULESET.without(Wounded, fall)
    game.does(TANSY, "shoot", at=VANE, dice=[6, 6])
    assert game.record(VANE).wounds == 0
    assert not game.happened(Fell)


def test_an_action_that_another_leads_to_is_the_one_of_the_table() -> None:
    game = scene(marrow=(4, 12), vane=(10, 12))
    fight, shoot = RULESET.action["fight"], RULESET.action["shoot"]
    peaceful = RULESET.replacing(replace(fight, rule=lambda play, sailor, whom=None: None))
    game.ruleset = peaceful.replacing(replace(shoot, rule=lambda play, sailor, at=None: None))
    game.does(MARROW, "charge", at=VANE, stand_and_shoot=VANE, dice=[3])
    assert game.record(MARROW).at.x == 9 * INCH


def test_what_is_out_of_reach_is_refused_with_its_reason() -> None:
    game = scene()
    assert game.why_not(MARROW, "charge") == ("It must have a foe in reach of a charge.",)
    assert game.why_not(MARROW, "fight") == ("It must have a foe in contact.",)
    assert "shoot" in game.allowed(TANSY)


def test_a_foe_that_is_refused_is_told_what_would_have_to_hold() -> None:
    game = scene(marrow=(4, 12), vane=(10, 12))
    reasons = game.asks(MARROW, "shoot").legal(5)
    assert reasons
    assert all(reason.startswith("It must be ") for reason in reasons)


def test_a_close_shot_is_easier_and_wet_powder_makes_it_harder() -> None:
    game = scene(tansy=(10, 4), vane=(14, 4))
    assert str(aimed(Model(game.play, TANSY), Model(game.play, VANE))) == "2+ (aim 3+, +1 close by)"
    game.ruleset = RULESET.having(house_rules=("wet-powder",))
    assert aimed(Model(game.play, TANSY), Model(game.play, VANE)).number == 3


def test_a_table_is_told_who_stands_where_and_whom_an_option_means() -> None:
    game = scene(marrow=(4, 12), vane=(10, 12))
    game.given(VANE, wounds=1)
    shown = RULESET.tableau(game.play)
    vane = shown.bodies[VANE]
    assert (vane.at, vane.stands, [badge.sign for badge in vane.badges]) == (game.record(VANE).at, "here", ["-1"])
    assert "Sergeant Vane" in RULESET.picture(game.play)
    assert "B5" in RULESET.sketch(game.play, 80)
    target = game.asks(MARROW, "charge")
    assert target.whom(VANE) == VANE
    assert game.offered(MARROW).whom("hold") == -1


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
