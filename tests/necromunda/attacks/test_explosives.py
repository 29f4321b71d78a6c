"""Pieces of terrain that blow up when they are hit hard, under the classic rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import (
    SAFE,
    TOUCH,
    fighter,
    leg,
    marker,
    next_question,
    rolled_keys,
    run_rule,
    scene,
    way,
)
from warbook.core.events import Rolled
from warbook.rulesets.necromunda.actions import reloading
from warbook.rulesets.necromunda.attacks import hazards
from warbook.rulesets.necromunda.attacks.blasts import detonate
from warbook.rulesets.necromunda.attacks.shooting import bystanders, shooting, weapon_choice
from warbook.rulesets.necromunda.checks import aiming, guns, targets
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET
from warbook.rulesets.necromunda.events.gear import ProfileSpent

FAR = fighter(40, 40)
PIECE = 2  # after one fighter a side


def beside(kind: str, gap: float = 0.5, y: float = 30, **changes: Any) -> Any:
    """A gunman to the north of a piece, and an enemy so many inches to the south of it."""
    red = [fighter(10, y, facing=(0, -1), weapons=["autogun"])]
    blue = [fighter(10, 10 - gap - 2 * 0.492, **changes)]
    return scene(red=red, blue=blue, board=marker(kind, 10, 10), ruleset=RULESET)


@pytest.mark.parametrize(("kind", "strength", "face"), [
    ("fuel-drums", 3, 4), ("still", 3, 5), ("fuel-pipes", 4, 5), ("plasma-pipes", 5, 4), ("plasma-canister", 3, 6),
])  # fmt: skip
def test_a_die_and_the_strength_of_a_hit_say_whether_it_blows_up(kind: str, strength: int, face: int) -> None:
    for shows in (face - 1, face):
        game, _, blue = beside(kind, 8)
        run_rule(game, lambda play, s=strength: hazards.hit_piece(play, PIECE, s, 0), dice=(shows,))
        assert bool(game.record(PIECE).tokens) == (shows == face)
        assert game.record(PIECE).there == (shows < face or kind in ("still", "fuel-pipes", "plasma-pipes"))
        run_rule(game, lambda play: hazards.hit_piece(play, PIECE, 1, 0), dice=(1,) if shows < face else ())
        assert game.record(blue).status.value == "standing"


@pytest.mark.parametrize(("kind", "dice", "wounds"), [
    ("fuel-drums", (6, 1, 6), 2),  # no knockback; it wounds
    ("still", (6, 6, 1), 3),  # gas overcomes it: a flesh wound
    ("fuel-pipes", (6, 1, 6, 1), 2),  # it does not jump aside; it wounds; it does not catch fire
    ("fuel-pipes", (6, 6), 3),  # it jumps aside
    ("plasma-pipes", (6, 1, 6), 1),
    ("plasma-canister", (6, 1, 6), 1),
])  # fmt: skip
def test_what_an_explosion_does_to_whoever_is_near(kind: str, dice: tuple[int, ...], wounds: int) -> None:
    game, _, blue = beside(kind, wounds=3)
    run_rule(game, lambda play: hazards.hit_piece(play, PIECE, 6, 0), dice=dice)
    assert (game.record(blue).wounds, game.record(blue).flesh) == (wounds, int(kind == "still"))


@pytest.mark.parametrize(("kind", "reach"), [("fuel-pipes", 2.5), ("plasma-pipes", 1.5), ("still", 1.5)])
def test_how_far_an_explosion_reaches(kind: str, reach: float) -> None:
    for gap, caught in ((reach - 0.492 - 0.02, True), (reach - 0.492 + 0.02, False)):
        game, _, blue = beside(kind, gap)
        hit = {"fuel-pipes": (6, 6), "plasma-pipes": (6, 6), "still": (6, 1)}[kind]
        run_rule(game, lambda play: hazards.hit_piece(play, PIECE, 6, 0), dice=hit if caught else hit[:1])
        assert len(rolled_keys(game)) == (1 + caught)


def test_it_is_shot_at_like_a_fighter_until_it_has_blown_up() -> None:
    game, red, _ = beside("fuel-drums", 20, 20)
    gun = guns.gun(game.model(red), (0, 0))
    assert targets.things_seen(game.model(red), gun) == [PIECE]
    game.does(red, "shoot", target=PIECE, dice=[6, SAFE, 4])
    assert targets.things_seen(game.model(red), gun) == [] and rolled_keys(game)[-1] == "explosive"


def test_a_blast_hits_it_too() -> None:
    game, *_ = beside("still", 20)
    profile = LIBRARY.weapons["frag-grenades"].profiles[0]
    run_rule(game, lambda play: detonate(play, profile, (10_000, 11_000, 0), -1), dice=(5,))
    assert game.record(PIECE).tokens == 1


def test_a_shot_that_misses_whoever_stands_behind_it_may_hit_it() -> None:
    game, red, blue = beside("fuel-drums", 0.1, 20)
    shooter = game.model(red)
    shot = aiming.take_aim(shooter, guns.gun(shooter, (0, 0)), blue, "shoot")
    assert ("cover", -1) in aiming.hit_number(shot).because or ("cover", -2) in aiming.hit_number(shot).because
    assert bystanders.bystanders(game.play, shot) == [PIECE]
    game.does(red, "shoot", target=blue, dice=[2, SAFE, 3, 1])
    assert [e.key for e in game.happened(Rolled)] == ["hit", "firepower", "stray", "explosive"]
    away = scene(red=[fighter(10, 20, facing=(0, -1), weapons=["autogun"])], blue=[fighter(10, 5)],
                 board=marker("fuel-drums", 11.2, 10), ruleset=RULESET)  # fmt: skip
    game, red, blue = away
    shot = aiming.take_aim(game.model(red), guns.gun(game.model(red), (0, 0)), blue, "shoot")
    assert bystanders.bystanders(game.play, shot) == []


def test_explosions_set_off_one_another() -> None:
    board = marker("still", 10, 10) + marker("fuel-drums", 11.2, 10)
    game, *_ = scene(red=[fighter(10, 30)], blue=[FAR], board=board, ruleset=RULESET)
    run_rule(game, lambda play: hazards.hit_piece(play, PIECE + 1, 6, 0), dice=(6, 6))
    assert game.record(PIECE).tokens == 1 and not game.record(PIECE + 1).there


def test_one_may_strike_at_it_within_an_inch() -> None:
    for gap, open_to in ((0.9, True), (1.1, False)):
        near = fighter(10, 10 + gap + 2 * 0.492, facing=(0, -1), weapons=["fighting-knife"])
        game, red, _ = scene(red=[near], blue=[FAR], board=marker("still", 10, 10), ruleset=RULESET)
        assert ("fight" in game.allowed(red)) == open_to
        if open_to:
            game.does(red, "fight", dice=[4, 4])
            assert rolled_keys(game) == ["fight.hit", "explosive"] and not game.record(PIECE).tokens
            game.does(red, "end-activation")


# ---- canisters -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("weapon", "beside", "found"), [
    ("plasma-gun", 0.9, True), ("plasma-gun", 1.1, False), ("autogun", 0.9, False),
])  # fmt: skip
def test_a_canister_is_an_ammo_cache_for_plasma_weapons(weapon: str, beside: float, found: bool) -> None:
    near = fighter(10, 10 + beside + 2 * 0.492, weapons=[weapon], out=(0,))
    game, red, _ = scene(red=[near], blue=[FAR], board=marker("plasma-canister", 10, 10), ruleset=RULESET)
    family = game.model(red).kit.weapons[0].family
    assert (guns.cache_beside(game.model(red), family) == PIECE) == found
    assert bool(reloading.why_not_reloaded(game.model(red), 0)) == (weapon == "plasma-gun" and not found)
    if found:
        game.does(red, "reload", dice=[6])
        assert game.record(red).out == () and not game.record(PIECE).there, "a natural 6 empties it"


def test_a_canister_is_carried_along() -> None:
    board = marker("plasma-canister", 10, 11)
    game, red, _ = scene(red=[fighter(10, 10)], blue=[FAR], board=board, ruleset=RULESET)
    assert next_question(game, activate=red, action="carry").prompt == "Where does it carry the canister?"
    game.does(red, "carry", path=way(leg(15, 10), face=(1, 0)), side=lambda asked: asked.options()[0])
    assert abs(game.at(PIECE)[0] - 15) < 1


def test_whoever_touches_a_canister_may_throw_it_as_a_plasma_grenade_and_then_it_is_gone() -> None:
    board = marker("plasma-canister", 10, 10 + TOUCH)
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 16, wounds=3)], board=board, ruleset=RULESET)
    thrower = game.model(red)
    thrown = guns.gun(thrower, guns.guns(thrower)[0])
    assert (guns.guns(thrower), thrown.short, thrown.long) == ([(0, 0, PIECE)], 0, 9000)  # three times Strength 3
    assert guns.weapon_name(thrower, (0, 0, PIECE)) == guns.gun_name(thrower, thrown) == game.world.names[PIECE]
    shot = aiming.take_aim(thrower, thrown, blue, "shoot")
    assert ("accuracy", -2) in aiming.hit_number(shot).because
    game.does(red, "shoot", target=blue, dice=[6, 4, 3])  # it hits, is steady, and wounds on a 3: Strength 5 against 3
    assert game.record(blue).wounds == 1 and not game.record(PIECE).there
    assert rolled_keys(game) == ["hit", "unstable", "wound"]
    assert not game.happened(ProfileSpent) and "shoot" not in game.allowed(red)


def test_a_canister_that_misses_drifts_and_is_gone_as_well() -> None:
    board = marker("plasma-canister", 10, 10 + TOUCH)
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 16)], board=board, ruleset=RULESET)
    game.does(red, "shoot", target=blue, dice=[5, 4, 6, 6, 360])
    assert not game.record(PIECE).there and game.record(blue).status.value == "standing"


@pytest.mark.parametrize("apart", [0.1, 0.6])
def test_a_canister_out_of_touch_is_not_thrown(apart: float) -> None:
    board = marker("plasma-canister", 10, 10 + TOUCH + apart)
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(10, 16)], board=board, ruleset=RULESET)
    assert guns.guns(game.model(red)) == [] and game.why_not(red, "shoot") == ("It has nothing to shoot with.",)


def test_a_canister_is_thrown_from_the_ground_and_out_of_turn_too_but_through_no_ductway() -> None:
    board = marker("plasma-canister", 10, 10 + TOUCH)
    red = [fighter(10, 10, skills=("overwatch",)), fighter(9.1, 11.37, status="pinned")]
    game, (watcher, pinned), blue = scene(red=red, blue=[fighter(10, 16)], board=board, ruleset=RULESET)
    assert shooting.can_answer(game.model(watcher), (0, 0, PIECE + 1), blue)
    assert "blind-fire" in game.allowed(pinned)
    assert not weapon_choice.single_weapons(game.model(watcher), "fire-through-ductway")
