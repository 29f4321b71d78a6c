"""Aiming at a limb, or at something in a hand, where the table plays it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rites_of_battle.scenes import armed, at, dice_of, effects, scene, weapon
from tests.rites_of_battle.test_odds import GOALS, plain
from warbook.odds import odds
from warbook.testing import if_asked

SINGLE = (0, "single", -1)
KEEP = if_asked("keep")
QUIET = {"spend": KEEP, "theirs": KEEP}
HIT = ["S", "S", "S", "-", "-", "-", "-"]  # nine and three of a boltgun


def shooting(red: Any, blue: Any, *, aims: int = 1, **options: Any) -> Any:
    game, me, foe = scene([red], [blue], options={"aim-at-parts": True, **options})
    now = game.activation(me)
    for again in range(aims):
        if again:
            now.does("extra-maneuver")
        now.does("aim")
    return game, me, foe


def shoots(game: Any, foe: int, part: str, *faces: str, **said: Any) -> None:
    game.acting.does("combat-check", **{"with": SINGLE, "at": foe, "part": part, "check": [*faces], **QUIET, **said})


def test_by_the_sheet_nobody_is_asked() -> None:
    game, _, foe = shooting(at(5, 5), at(5, 14), **{"aim-at-parts": False})
    game.acting.does("combat-check", **{"with": SINGLE, "at": foe, "check": ["-"] * 6})


@pytest.mark.parametrize(("aims", "setback"), [(1, 2), (2, 1)])
def test_setback_dice_instead_of_boost_dice(aims: int, setback: int) -> None:
    game, me, foe = shooting(at(5, 5), at(5, 14), aims=aims)
    assert dice_of(game, me, foe, about="part leg") == {"setback": setback, "proficiency": 3, "difficulty": 2}
    assert dice_of(game, me, foe) == {"boost": aims, "proficiency": 3, "difficulty": 2}
    shoots(game, foe, "leg", *["-"] * (5 + setback))
    assert not game.state.turn.aims


def test_what_is_shown_before_it_is_chosen() -> None:
    game, _, foe = shooting(at(5, 5), at(5, 14))
    question = game.acting.asks("combat-check", **{"with": SINGLE, "at": foe})
    assert question.key == "attack.part" and [*question.options()] == ["", "arm", "leg", "item 0", "item 1"]
    (pool, *why) = question.notes("leg")
    assert "2 setback" in pool and any("at a part of its target" in each for each in why)


def test_for_one_shot_at_one_fighter_alone() -> None:
    game, _, foe = shooting(at(5, 5), at(5, 14, "levy", count=3))
    game.acting.does("combat-check", **{"with": SINGLE, "at": foe, "check": ["-"] * 6})  # nobody is asked about a group
    game, _, foe = shooting(at(5, 5), at(5, 14))
    game.acting.does("combat-check", **{"with": (0, "auto", -1), "at": foe, "check": ["-"] * 7})  # nor with auto-fire


def test_not_without_an_aim_and_not_with_one_for_a_gun_in_melee() -> None:
    game, _, foe = shooting(at(5, 5), at(5, 14), aims=0)
    game.acting.does("combat-check", **{"with": SINGLE, "at": foe, "check": ["-"] * 5})
    fighter = armed(5, 5, weapon("combat-knife"), weapon("bolt-pistol"))
    game, _, foe = shooting(fighter, at(5, 6))
    game.acting.does("combat-check", **{"with": SINGLE, "at": foe, "check": ["-"] * 6, **QUIET})


def test_a_leg_gives_way_and_is_refused_of_the_prone() -> None:
    game, _, foe = shooting(at(5, 5), at(5, 14))
    shoots(game, foe, "leg", *HIT)
    assert game.record(foe).prone and game.record(foe).wounds == 9 + 3 - 6
    game, _, foe = shooting(at(5, 5), at(5, 14, prone=True))
    assert game.acting.asks("combat-check", **{"with": SINGLE, "at": foe}).legal("leg") == ("It is prone already.",)


def test_an_arm_hinders_the_next_check() -> None:
    game, _, foe = shooting(at(5, 5), at(5, 14))
    shoots(game, foe, "arm", *HIT)
    assert effects(game, foe) == {"next-setback": 1} and game.record(foe).wounds == 6


@pytest.mark.parametrize("part", ["arm", "leg"])
def test_a_hit_that_soak_stops_does_nothing_to_a_limb(part: str) -> None:
    game, _, foe = shooting(armed(5, 5, weapon(damage=1, qualities={})), at(5, 14))
    shoots(game, foe, part, *HIT)
    record = game.record(foe)
    assert (record.wounds, record.prone, effects(game, foe)) == (0, False, {})


def test_something_is_struck_from_a_hand_and_nobody_is_wounded() -> None:
    game, me, foe = shooting(at(5, 5), at(5, 14))
    question = game.acting.asks(
        "combat-check", **{"with": SINGLE, "at": foe, "part": "item 0", "check": ["SA", "SA", "SA", "-", "-", "-", "-"]}
    )
    codes = [code.split()[0] for code in question.options()]
    assert "setback" in codes and not {"critical", "disable"} & {*codes}
    shoots(game, foe, "item 0", *HIT)
    record = game.record(foe)
    assert record.wounds == 0 and 0 not in record.held and record.dropped
    assert any("at its boltgun" in line for line in game.log())


@pytest.mark.parametrize(("pip", "lost"), [("K", False), ("LL", True)])
def test_points_of_force_dice_carry_a_blow_at_an_item_through_a_parry(pip: str, lost: bool) -> None:
    seer = armed(5, 5, weapon("force-axe", damage=0), of={"psy": 1})
    fencer = armed(5, 6, weapon("combat-knife"), of={"talents": {"parry": 3}})
    game, _, foe = shooting(seer, fencer, **{"aim-melee": True})
    faces = ["-", "-", "S", "-", "-", "-", "-", "-", pip]  # four of Strength and one, which the parry lessens by five
    shoots(game, foe, "item 0", *faces, parry=foe, dark=if_asked(0))
    assert (0 not in game.record(foe).held) is lost


def test_a_miss_strikes_nothing() -> None:
    game, _, foe = shooting(at(5, 5), at(5, 14))
    shoots(game, foe, "item 0", *["-"] * 7)
    assert 0 in game.record(foe).held


@pytest.mark.parametrize("goal", [goal for goal in GOALS if goal in ("wounded", "hit")])
@pytest.mark.parametrize("part", ["leg", "item 0"])
def test_odds_of_a_shot_at_a_part(goal: str, part: str) -> None:
    mine = plain(5, 5, weapon("laspistol"), profile="levy", line=2)
    game, me, foe = shooting(mine, plain(5, 9, weapon("boltgun"), profile="cultist", line=2))
    said = {"with": SINGLE, "target": foe, "part": part}
    found = odds(game.play, me, "combat-check", said, goal, defender="none")
    assert found.exact
    chance = Fraction(found.numerator, found.denominator)
    assert (chance == 0) is (goal == "wounded" and part == "item 0")
    plainly = odds(game.play, me, "combat-check", {**said, "part": ""}, goal, defender="none")
    assert chance < Fraction(plainly.numerator, plainly.denominator)


def test_odds_count_what_was_aimed_before() -> None:
    game, me, foe = scene([plain(5, 5, weapon("laspistol"), profile="levy", line=2)], [at(5, 9)])
    game.activation(me)
    before = odds(game.play, me, "combat-check", {"with": SINGLE, "target": foe}, "hit", defender="none")
    game.acting.does("aim")
    after = odds(game.play, me, "combat-check", {"with": SINGLE, "target": foe}, "hit", defender="none")
    assert Fraction(after.numerator, after.denominator) > Fraction(before.numerator, before.denominator)
