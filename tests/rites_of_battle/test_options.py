"""Points on which tables may differ, as far as combat goes: each is read somewhere, and does what it says."""

from __future__ import annotations

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, covers, dice_of, effects, scene, somewhere, weapon
from tests.rites_of_battle.test_harm import suffers
from warbook.rulesets.rites_of_battle.attacks import rulings
from warbook.rulesets.rites_of_battle.events.checks import CheckAmended
from warbook.rulesets.rites_of_battle.events.turns import DestinyChanged
from warbook.rulesets.rites_of_battle.harm import hazards, injuries, wounds
from warbook.rulesets.rites_of_battle.records import Model

SHOT = {"with": (0, "single", -1)}


def test_other_ranges_are_five_squares_a_die() -> None:
    for away, dice in ((5, 1), (6, 2), (10, 2), (11, 3), (20, 4)):
        game, red, blue = scene(
            [armed(1, 1, weapon(range="extreme"))], [at(1, 1 + away, "levy")], options={"range-profile": "weston5"}
        )
        assert dice_of(game, red, blue)["difficulty"] == dice


@covers("combat-check", "works")
def test_a_game_master_rules_on_a_boost_and_a_setback_die_before_the_throw() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")], options={"gm": "adversary"})
    game.does(red, "combat-check", at=blue, **SHOT, circumstances="both", check=["-", "-", "-", "-", "-", "-", "-"])
    (amended,) = game.happened(CheckAmended)
    assert (amended.boosts, amended.setbacks) == (1, 1)


def test_destiny_is_filled_by_force_dice_and_upgrades_either_side_of_a_check() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")], options={"destiny": True})
    suffers(game, rulings.fill_destiny, fill=["LL"])
    assert game.state.turn.destiny == (2, 0)
    game.does(red, "combat-check", at=blue, **SHOT, destiny=[True, True], check=["-"] * 6)
    # the light point has become a dark one, which the other side uses at once
    assert game.state.turn.destiny == (2, 0)
    assert game.happened(DestinyChanged)[-2:] == [DestinyChanged(1, 1), DestinyChanged(2, 0)]
    suffers(game, injuries.inflict, red, 1, 10, injury=[26])
    assert game.state.turn.destiny == (1, 1) and game.record(red).strain == 0


@pytest.mark.parametrize("table", [False, True])
def test_reactions_may_or_may_not_go_beyond_the_threshold(table: bool) -> None:
    knife = weapon("combat-knife", critical=9)
    parries = armed(5, 6, of={"talents": {"parry": 1}}, strain=15)
    game, red, blue = scene([armed(5, 5, knife)], [parries], options={"reaction-strain-is-voluntary": not table})
    reaction = {"parry": blue} if table else {}
    game.does(red, "combat-check", at=blue, **SHOT, **reaction, check=["S", "S", "S", "S", "-", "-"])
    assert (game.record(blue).state == "incapacitated") is table
    game, red, blue = scene(
        [at(5, 5)],
        [armed(5, 14, of={"talents": {"dodge": 1}}, strain=15)],
        options={"reaction-strain-is-voluntary": not table},
    )
    game.does(red, "combat-check", at=blue, **SHOT, **({"dodge": blue} if table else {}), check=["-"] * (5 + table))
    assert game.record(blue).strain == 15 + table


def test_the_shielded_fear_nothing_where_the_table_says_so() -> None:
    for known, dice in ((True, {}), (False, {"fear": ["-", "-", "-", "-", "H"]})):
        game, red, _ = scene([at(5, 5)], [at(5, 9, "red-fiend")], options={"heroes-know-no-fear": known})
        suffers(game, hazards.face_fears, red, **dice)
        assert effects(game, red) == ({} if known else {"shaken": 1})
        assert game.record(red).strain == (0 if known else 1)


def test_the_warded_halve_what_no_power_is_in() -> None:
    for halved, taken in ((False, 9 + 3 - 6), (True, 3)):
        fiend = armed(5, 14, of={"talents": {"warded": 1}})
        game, red, blue = scene([at(5, 5)], [fiend], options={"fiends-halve-wounds": halved})
        game.does(red, "combat-check", at=blue, **SHOT, check=["S", "S", "S", "-", "-"])
        assert game.record(blue).wounds == taken


def test_thresholds_may_follow_a_characteristic() -> None:
    for follows, found in ((False, 16), (True, 15)):
        game, red, _ = scene([at(5, 5)], [at(5, 14)], options={"thresholds-retroactive": follows})
        game.given(red, lost=(("toughness", "gruesome-injury"),))
        assert Model(game.play, red).wound_threshold == found and Model(game.play, red).soak == 7


def test_falls_cost_a_strain_for_two_feet() -> None:
    for reading, strain in (("floor", 4), ("ceiling", 5)):
        game, red, _ = scene([at(5, 5)], [at(5, 14)], options={"round-falls": reading})
        suffers(game, hazards.fall, red, 9, fall=["-", "-", "-", "-", "F", "F"])
        assert game.record(red).strain == strain
    # Athletics, whose dice are better than those of Coordination, takes fifteen feet off
    suffers(game, hazards.fall, red, 19, fall=["S", "-", "-", "-", "-", "-"])
    assert game.record(red).strain == 5 + 2


def test_soft_ground_halves_a_fall() -> None:
    soft = '[[area]]\nkind = "soft"\nrect = [4, 4, 4, 4]\n'
    game, red, _ = scene([at(5, 5)], [at(5, 14)], soft)
    suffers(game, hazards.fall, red, 8, fall=["-"] * 6)
    assert game.record(red).strain == 2


def test_bands_may_be_those_of_the_scenario() -> None:
    for profile, dice in (("custom", 3), ("maneuver6", 2)):
        game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")], options={"range-profile": profile})
        somewhere(game, bands=(1, 4, 8, 12, 16))
        assert dice_of(game, red, blue)["difficulty"] == dice


def test_strain_for_want_of_air_stays() -> None:
    game, red, _ = scene([armed(5, 5, of={"armour": "none", "talents": {}})], [at(5, 14)])
    suffers(game, wounds.strain, red, 2)
    affected(game, red, "breathless", amount=3)
    suffers(game, wounds.strain, red, 3)
    suffers(game, wounds.heal, red, 0, 9)
    assert game.record(red).strain == 3
