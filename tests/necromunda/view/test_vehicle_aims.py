"""Whom the weapons of a vehicle could be aimed at, as a table shows it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.necromunda.scenes import add_vehicle, fighter, scene, wall
from warbook.core.game import Game
from warbook.core.ruleset import Setup
from warbook.core.tableau import Aim
from warbook.rulesets.necromunda.attacks.shooting import weapon_choice
from warbook.rulesets.necromunda.checks import guns, targets
from warbook.rulesets.necromunda.edition_classic import RULESET, SHELF
from warbook.rulesets.necromunda.events.rounds import Declared
from warbook.rulesets.necromunda.records import Driver
from warbook.rulesets.necromunda.view import sightings

SOUTH = (0, -1)


def lines(*foes: Any, board: str = "", declared: str = "", **changes: Any) -> tuple[Any, dict[tuple[str, int], Aim]]:
    """What a lorry of red that looks north from (20, 10) could aim at, by weapon and target."""
    changes = {"weapons": ("heavy-stubber",), **changes}
    game, *_ = scene(red=[fighter(2, 2)], blue=[*foes], board=board, ruleset=RULESET)
    lorry = add_vehicle(game, 0, 20, 10, profile="tarpaulin", **changes)
    add_vehicle(game, 1, 20, 40, profile="tarpaulin", facing=SOUTH)
    play = game.play
    if declared:
        play.events.append(Declared(lorry, declared))
    return game, {(aim.weapon, aim.target): aim for aim in sightings.aims(play, lorry)}


def test_each_weapon_has_a_line_to_each_enemy_vehicles_as_well() -> None:
    _, found = lines(fighter(20, 20), fighter(20, 5))
    ahead, behind, hull = (found["Heavy stubber", who] for who in (1, 2, 4))
    assert (ahead.needs, ahead.band, ahead.against, ahead.eye[:2]) == ("4+", "short range", (), (20_000, 12_000))
    assert behind.against == ("It is outside the arcs of the weapon.",)
    assert hull.target == 4 and hull.priority == "takes a Cool test: Dipper at 20, 20 closer and no harder to hit"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"destroyed": (0,)}, "It is destroyed."),
        ({"conditions": ("blind",)}, "Its crew must be in its senses"),
        ({"unconscious": True}, "Its driver has blacked out."),
        ({"board": wall(15, 15, 25, 15, 4)}, "It is out of sight."),
    ],
)
def test_what_speaks_against_a_shot_is_told(changes: Any, said: str) -> None:
    _, found = lines(fighter(20, 20), **changes)
    assert any(why.startswith(said) for why in found["Heavy stubber", 1].against)


def test_what_is_fired_by_hand_has_lines_once_it_shoots_on_the_move() -> None:
    armed: dict[str, Any] = {"weapons": (), "sidearms": ("stub-gun",)}
    assert lines(fighter(20, 20), **armed)[1] == {}
    assert lines(fighter(20, 20), declared="move-and-shoot", **armed)[1]["Stub gun", 1].against == ()


def test_a_flame_is_laid_within_the_arcs_of_its_mount() -> None:
    _, found = lines(fighter(20, 18), fighter(20, 22), fighter(28, 10), weapons=("heavy-flamer",))
    assert [bool(found["Heavy flamer", who].against) for who in (1, 2, 3)] == [False, True, True]


def test_wrecks_are_aimed_at_by_nobody_and_aim_at_nobody() -> None:
    game, found = lines(fighter(20, 20), wrecked=True)
    assert found == {}
    assert {aim.target for aim in sightings.aims(game.play, 1)} <= {0}


def test_the_lines_of_any_position_are_those_of_the_rules() -> None:
    """Whatever a crew may aim at and is in range has a line with nothing against it, and nothing else has."""
    rng, seen = random.Random(5), 0
    game = Game(RULESET, Setup(RULESET.id, SHELF.content("classic-haul")), seed=5)
    for number in range(160):
        if game.decision is None:
            break
        game.choose(game.decision.sample(rng))
        if number < 20 or number % 20:
            continue
        play = game.play
        for who in range(play.world.count, play.world.first_thing):
            driver = Driver(play, who)
            if not driver.on_table or driver.record.broken or driver.suffers("blind") or driver.record.unconscious:
                continue
            for arm in weapon_choice.single_weapons(driver, "fire-all"):
                gun, name = guns.gun(driver, arm), guns.weapon_name(driver, arm)
                if gun.profile.range == "template" or guns.why_empty(driver, arm):
                    continue
                muzzle, records = targets.muzzle(driver, gun), play.state.records
                may = {
                    whom
                    for whom in targets.targets(driver, gun, "fire-all")
                    if targets.range_band(gun, muzzle, records[whom].at) != "beyond"
                }
                found = {aim.target for aim in sightings.aims(play, who) if aim.weapon == name and not aim.against}
                assert found == may
                seen += len(may)
    assert seen > 0
