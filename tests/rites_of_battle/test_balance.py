"""The odds of a dozen attacks: the pools that the rules make, and what they come to, exactly."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, dice_of, scene, weapon
from warbook.mechanics.narrative import Dice, pool_of
from warbook.rulesets.rites_of_battle.attacks import hits
from warbook.rulesets.rites_of_battle.printed import catalogue
from warbook.rulesets.rites_of_battle.records import Model

WARDEN, BRUTE, RENEGADE = at(5, 5), at(5, 14, "brute"), at(5, 14, "renegade")
ATTACKS: list[tuple[Any, Any, int, str, float, float, float]] = [
    (WARDEN, BRUTE, 0, "PPPDD", 0.746, 6.85, 0.214),
    (WARDEN, at(5, 9, "brute"), 0, "PPPD", 0.862, 8.08, 0.318),
    (
        armed(5, 5, weapon("power-fist"), profile="storm-warden"),
        at(5, 6, "brute-warlord"),
        0,
        "PPPAACCSS",
        0.708,
        9.59,
        0.269,
    ),
    (at(5, 5, "storm-warden"), at(5, 6, "brute-boss"), 0, "PPPAACD", 0.862, 4.29, 0.564),
    (at(5, 5, "brute", count=5), at(5, 6), 0, "PPPPDD", 0.860, 1.54, 0.285),
    (at(5, 5, "brute-boss"), at(5, 6), 0, "PPPAADD", 0.891, 3.69, 0.430),
    (at(5, 5, "leaper", count=6), at(5, 6), 0, "PPPAADD", 0.891, 2.80, 0.430),
    (at(5, 5, "renegade"), at(5, 14), 0, "PPPDD", 0.746, 3.87, 0.214),
    (at(5, 5, "levy", count=5), BRUTE, 0, "PPPADD", 0.831, 4.70, 0.236),
]
LETTERS = {"ability": "A", "proficiency": "P", "difficulty": "D", "challenge": "C", "boost": "B", "setback": "S"}


@pytest.mark.parametrize(("mine", "foe", "slot", "letters", "hit", "wounds", "critical"), ATTACKS)
def test_the_odds_of_an_attack(
    mine: Any, foe: Any, slot: int, letters: str, hit: float, wounds: float, critical: float
) -> None:
    game, red, blue = scene([mine], [foe])
    dice = dice_of(game, red, blue, slot)
    assert sorted("".join(LETTERS[name] * n for name, n in dice.items())) == sorted(letters)
    me = Model(game.play, red)
    arm = me.weapon(slot)
    base = hits.damage_of(game.play, me, arm, blue) - hits.soak_against(game.play, blue, arm)
    found = [0.0, 0.0, 0.0]
    for roll, p in pool_of(Dice(**dice)).outcomes():
        if roll.success > 0:
            taken = max(0, base + roll.success)
            found[0] += float(p)
            found[1] += float(p) * taken
            found[2] += float(p) * (taken > 0 and (roll.advantage >= arm.critical or roll.triumph > 0))
    assert [round(found[0], 3), round(found[1], 2)] == [hit, wounds]
    assert critical <= round(found[2], 3)  # the table keeps triumphs for other uses


def test_an_aimed_shot_at_experience() -> None:
    game, red, blue = scene([WARDEN], [RENEGADE])
    game.does(red, "aim")
    assert dice_of(game, red, blue) == {"boost": 1, "proficiency": 3, "difficulty": 1, "challenge": 1}


def test_the_furious_have_a_boost_die_in_the_turn_of_their_charge() -> None:
    game, red, blue = scene([at(5, 5, "brute", count=5)], [at(5, 9)])
    game.does(red, "move", path=lambda q: next(way for way in q.candidates(500) if q.way(way)[-1][:2] == (5, 8)))
    assert dice_of(game, red, blue)["boost"] == 1
    affected(game, red, "disoriented")
    assert dice_of(game, red, blue)["setback"] == 1


def test_profiles_name_only_what_there_is() -> None:
    for profile in catalogue.profiles().values():
        assert {*profile.weapons} <= {*catalogue.weapons()}
        assert {*profile.powers} <= {*catalogue.powers()}
        assert {*profile.gear} <= {*catalogue.gear()}
        assert profile.armour in catalogue.armour()
