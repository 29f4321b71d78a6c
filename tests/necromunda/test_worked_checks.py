"""Sums worked by hand, through the rules of every edition that has them: what passes, and what is one short of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.necromunda.actions.test_badzones import THING, armed
from tests.necromunda.scenes import TOUCH, add_vehicle, fighter, gate, numbers_of, run_rule, scene, set_phase
from warbook.core.ruleset import Ruleset
from warbook.odds.dice_rules import enumerate_outcomes
from warbook.rulesets.necromunda.battle import ending
from warbook.rulesets.necromunda.checks import aiming, firepower, guns
from warbook.rulesets.necromunda.checks.characteristics import Steering, number_needed
from warbook.rulesets.necromunda.edition_2023 import RULESET
from warbook.rulesets.necromunda.edition_classic import RULESET as CLASSIC
from warbook.rulesets.necromunda.events.rounds import Bottled
from warbook.rulesets.necromunda.harm.dice import wound_number
from warbook.rulesets.necromunda.harm.saves import HitWay, Incoming, armour_saves
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.position import HALF_HIDDEN
from warbook.rulesets.necromunda.records.vehicles import Driver

BOTH = pytest.mark.parametrize("rules", [RULESET, CLASSIC], ids=["2023", "classic"])
FAR = fighter(40, 40)


@pytest.mark.parametrize(
    ("strength", "toughness", "number"), [(4, 3, 3), (3, 4, 5), (3, 6, 6), (8, 4, 2), (5, 10, 6), (4, 4, 4)]
)
def test_to_wound(strength: int, toughness: int, number: int) -> None:
    assert wound_number(strength, toughness) == number


def test_a_firepower_die_has_ten_holes_in_six_faces_and_a_boltgun_runs_out_five_times_in_36() -> None:
    holes, symbols = zip(*firepower.FIREPOWER_FACES, strict=True)
    assert (sum(holes), sum(symbols)) == (10, 1)
    total, ways = enumerate_outcomes(firepower.ammo_tests, (6, 1, False))
    fails = Fraction(sum(n for tally, n in ways if tally.failed), total)
    assert Fraction(sum(symbols), 6) * fails == Fraction(5, 36)


@BOTH
@pytest.mark.parametrize(
    ("armour", "ap", "way", "hidden", "numbers"),
    [
        ("mesh", -1, "shot", 0, (6,)),
        ("mesh", -2, "shot", 0, ()),
        ("", 0, "blast", HALF_HIDDEN, (5,)),  # in full cover from it
    ],
)
def test_saves(rules: Ruleset, armour: str, ap: int, way: HitWay, hidden: int, numbers: Any) -> None:
    game, red, _ = scene(red=[fighter(10, 10, armour=[armour] if armour else [])], blue=[FAR], ruleset=rules)
    assert numbers_of(armour_saves(game.model(red), ap, Incoming(way, (10_000, 20_000), hidden=hidden))) == numbers


@BOTH
@pytest.mark.parametrize(("door", "helped", "least"), [("locked", True, 4), ("locked", False, 6), ("vault", False, 7)])
def test_how_hard_a_door_is_to_force(rules: Ruleset, door: str, helped: bool, least: int) -> None:
    for face in (least - 1, least):
        if face > 6:
            continue
        friend = fighter(10 + TOUCH, 10 - TOUCH / 2 if helped else 30)
        game, (red, _), _ = scene(
            red=[fighter(10, 10 - TOUCH / 2), friend], blue=[FAR], board=gate(door), ruleset=rules
        )
        game.does(red, "force-door", dice=[face])
        assert any(getattr(each, "state", "") == "open" for each in game.state.records) == (face >= least)


@BOTH
@pytest.mark.parametrize(("gear", "least"), [((), 9), (("strip-kit",), 7)])
def test_how_hard_a_terminal_is(rules: Ruleset, gear: Any, least: int) -> None:
    for total in (least - 1, least):
        board = gate("locked", terminals=[[8.5, 10, 0]])
        who = fighter(8.5, 9, wargear=gear, stats={"intelligence": 7})
        game, red, _ = scene(red=[who], blue=[FAR], board=board, ruleset=rules)
        game.does(red, "access-terminal", dice=[total - 3, 3])
        assert any(getattr(each, "state", "") == "open" for each in game.state.records) == (total >= least)


@BOTH
@pytest.mark.parametrize(("down", "face", "bottles"), [(5, 5, False), (5, 6, True), (4, 6, False)])
def test_when_a_gang_of_ten_bottles(rules: Ruleset, down: int, face: int, bottles: bool) -> None:
    gang = [fighter(4 * n, 10, status=Status.SERIOUS if n < down else Status.STANDING) for n in range(1, 10)]
    gang.append(fighter(2, 2, status=Status.SERIOUS))
    game, *_ = scene(red=gang, blue=[FAR], ruleset=rules)
    run_rule(game, ending.bottle_check, 0, dice=(face,), bottle=[False])
    assert bool(game.happened(Bottled)) == bottles


def test_what_a_wounded_driver_shoots_and_handles_with() -> None:
    game, *_ = scene(red=[fighter(2, 2)], blue=[fighter(20, 25)], ruleset=CLASSIC)
    sledge = add_vehicle(game, 0, 20, 10, profile="sledge", weapons=("heavy-stubber",), flesh=1)
    driver = Driver(game.play, sledge)
    assert (driver.crew.bs, driver.profile.handling) == (4, 5)
    shot = aiming.take_aim(driver, guns.gun(driver, (0, 0)), 1, "fire-all")
    assert (aiming.hit_number(shot).number, number_needed("handling", 5, Steering(driver)).number) == (5, 6)


@pytest.mark.parametrize(("face", "explodes"), [(2, True), (3, False)])
def test_when_ordnance_with_three_tokens_goes_off(face: int, explodes: bool) -> None:
    game, *_ = armed(fighter(2, 2), 2)
    set_phase(game, "end", actor=-1, round=3)
    game.goes_on(dice=[face, *((6, 6) if explodes else ()), 5, 2])  # Initiative of all, then the next round
    assert game.record(THING).there != explodes
