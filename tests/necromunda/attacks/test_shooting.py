"""Shooting: whom one may aim at, the number to hit and why, pinning, rapid fire, stray shots, and the actions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.necromunda.scenes import (
    COLD,
    SAFE,
    add_vehicle,
    armed,
    covers,
    ductway,
    fighter,
    low_wall,
    marker,
    next_question,
    number_to_hit,
    piece,
    rolled_keys,
    scene,
    target_of,
    wall,
)
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.core.state import Effect
from warbook.core.structs import replace
from warbook.odds.dice_rules import enumerate_outcomes
from warbook.rulesets.necromunda.attacks.shooting import bystanders, shots, strays, weapon_choice
from warbook.rulesets.necromunda.battle.menu import why_not
from warbook.rulesets.necromunda.checks import aiming, guns, targets
from warbook.rulesets.necromunda.checks.aiming import NEVER, HitRoll, Volley
from warbook.rulesets.necromunda.edition_2023 import LIBRARY
from warbook.rulesets.necromunda.edition_classic import RULESET as CLASSIC
from warbook.rulesets.necromunda.events.attacks import BlastFell, Fired, WasHit
from warbook.rulesets.necromunda.events.fighters import (
    ConditionGained,
    FleshWounded,
    Pinned,
    SeriouslyInjured,
    TakenOut,
    Wounded,
)
from warbook.rulesets.necromunda.events.gear import AmmoOut
from warbook.rulesets.necromunda.events.movement import Moved
from warbook.rulesets.necromunda.events.things import ThingDamaged, ThingGone
from warbook.rulesets.necromunda.printed import Trait
from warbook.rulesets.necromunda.printed.arms import ShootingAction
from warbook.rulesets.necromunda.records.fighters import Status

WALL = wall(4, 14, 16, 14)
LOW_WALL = low_wall(4, 18, 16)
DUCT = wall(0, 14, 48, 14, 5) + ductway(14, 0.5)


def aimed_at(game: Any, red: int, arm: tuple[int, ...] = (0, 0), action: ShootingAction = "shoot") -> list[int]:
    """The enemies that a fighter may aim a weapon at."""
    shooter = game.model(red)
    return list(targets.targets(shooter, guns.gun(shooter, arm), action))


def faces(game: Any, key: str) -> list[Any]:
    """The faces of every roll of one kind in the last sentence."""
    return [event.faces for event in game.happened(Rolled) if event.key == key]


# ---- Shoot -----------------------------------------------------------------------------------------------------------


@covers("shoot", "works")
def test_a_hit_pins_before_it_wounds() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 20)])
    game.does(red, "shoot", at=blue, dice=[3, SAFE, 1])  # hits on 3+, and does not wound
    assert [type(e) for e in game.events if type(e) in (Pinned, Wounded)] == [Pinned]
    assert game.record(blue).status is Status.PINNED


@covers("shoot", "works")
def test_a_shot_may_wound_and_injure() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 20)])
    game.does(red, "shoot", at=blue, dice=[3, SAFE, 4, 3])
    assert game.record(blue).status is Status.SERIOUS and game.record(blue).wounds == 0


@covers("shoot", "refused")
def test_nobody_shoots_without_a_weapon_an_enemy_in_sight_or_a_free_hand() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["fighting-knife"])], blue=[fighter(10, 20)])
    assert "It has nothing to shoot with." in game.why_not(red, "shoot")
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 20)], board=WALL)
    assert any("nothing it may be aimed at" in why for why in game.why_not(red, "shoot"))
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"], out=(0,))], blue=[fighter(10, 20)])
    assert any("out of ammo" in why for why in game.why_not(red, "shoot"))
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 10.984)])
    assert any("not engaged" in why for why in game.why_not(red, "shoot"))
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"], status=Status.PINNED)], blue=[fighter(10, 20)])
    assert game.why_not(red, "shoot") == ("It must be standing and not engaged.",)


@covers("shoot", "refused")
def test_what_stands_behind_the_shooter_is_no_target() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"], facing=(0, -1))], blue=[fighter(10, 20)])
    assert game.why_not(red, "shoot") == ("There is nothing it may be aimed at.",)


def test_shoot_is_taken_once_in_an_activation() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 20)])
    state = game.poised(red)
    game.state = state
    game.goes_on(action="shoot", target=blue, dice=[1, SAFE])
    play = game.play
    menu = play.ruleset.action
    assert "shoot" in play.state.turn.done and menu["shoot"].cost == "basic"
    assert "It has done that already in this activation." in why_not(game.model(red), "shoot")


def test_fast_shot_makes_shoot_simple_but_not_for_unwieldy_weapons() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"], skills=["fast-shot"])], blue=[fighter(10, 20)])
    game.state = game.poised(red)
    game.goes_on(action="shoot", target=blue, dice=[1, SAFE])
    assert not why_not(game.model(red), "shoot")
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["mining-laser"], skills=["fast-shot"])], blue=[fighter(10, 20)]
    )
    game.does(red, "shoot", at=blue, dice=[1, SAFE])
    assert game.state.turn.left == 0


# ---- the number to hit -----------------------------------------------------------------------------------------------


@covers("shoot", "numbers")
def test_the_range_bands_end_where_the_weapon_says() -> None:
    game, red, (near, far, beyond) = scene(
        red=[fighter(10, 4, weapons=["autogun"])],
        blue=[fighter(10, 12.984), fighter(12, 20), fighter(10, 29)],
    )
    gun = guns.gun(game.model(red), (0, 0))
    at = game.record(red).at
    assert [targets.range_band(gun, at, game.record(w).at) for w in (near, far, beyond)] == ["short", "long", "beyond"]
    assert number_to_hit(game, red, near) == 3  # BS 4+, +1 at short range
    assert number_to_hit(game, red, far) == 4


@covers("shoot", "numbers")
def test_cover_is_partial_below_half_and_full_from_half() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["long-las"])], blue=[fighter(10, 20)])
    assert [number_to_hit(game, red, blue, hidden=n) for n in (0, 1, 12, 13, 24)] == [4, 5, 5, 6, 6]


def test_a_low_wall_is_cover() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["long-las"])], blue=[fighter(10, 19)], board=LOW_WALL)
    assert target_of(game, red, blue).because in ((("cover", -1),), (("cover", -2),))


def test_an_engaged_target_is_harder_to_hit() -> None:
    game, (red, friend), blue = scene(
        red=[fighter(10, 10, weapons=["long-las"]), fighter(12, 20)], blue=[fighter(12, 20.984)]
    )
    assert ("engaged target", -1) in target_of(game, red, blue).because


def test_a_prone_target_is_harder_to_hit_at_long_range_only() -> None:
    game, red, (near, far) = scene(
        red=[fighter(10, 4, weapons=["lasgun"])],
        blue=[fighter(8, 12, status=Status.PINNED), fighter(12, 25, status=Status.PINNED)],
    )
    assert number_to_hit(game, red, near, hidden=0) == 3
    assert number_to_hit(game, red, far, hidden=0) == 5


def test_trick_shot_ignores_partial_cover_and_engagement() -> None:
    game, (red, friend), blue = scene(
        red=[fighter(10, 10, weapons=["long-las"], skills=["trick-shot"]), fighter(12, 20)],
        blue=[fighter(12, 20.984)],
    )
    assert [number_to_hit(game, red, blue, hidden=n) for n in (0, 6, 13)] == [4, 4, 5]


def test_infra_sight_sees_through_cover_but_not_with_rapid_fire() -> None:
    sight = {"boltgun": ["infra-sight"], "long-las": ["infra-sight"]}
    game, red, blue = scene(
        red=[fighter(10, 5, weapons=["boltgun", "long-las"], accessories=sight)], blue=[fighter(10, 19)]
    )
    assert [number_to_hit(game, red, blue, (0, 0), hidden=n) for n in (6, 13)] == [5, 6]
    assert [number_to_hit(game, red, blue, (1, 0), hidden=n) for n in (6, 13)] == [4, 5]


def test_evade_helps_while_active_and_in_the_open() -> None:
    game, red, (near, far) = scene(
        red=[fighter(10, 4, weapons=["lasgun"])],
        blue=[fighter(8, 12, skills=["evade"]), fighter(12, 25, skills=["evade"])],
    )
    assert [number_to_hit(game, red, near), number_to_hit(game, red, far)] == [4, 6]
    assert number_to_hit(game, red, near, hidden=1) == 4  # in cover it is the cover that counts


def test_a_cloak_hides_whoever_has_not_moved() -> None:
    game, red, (still, moved) = scene(
        red=[fighter(10, 4, weapons=["lasgun"])],
        blue=[fighter(8, 12, wargear=["cameleoline-cloak"]), fighter(12, 12, wargear=["cameleoline-cloak"], moved=500)],
    )
    assert [number_to_hit(game, red, still), number_to_hit(game, red, moved)] == [5, 3]


def test_a_holo_field_blurs_its_wearer() -> None:
    game, red, blue = scene(red=[fighter(10, 4, weapons=["lasgun"])], blue=[fighter(10, 12, armour=["holo-field"])])
    assert number_to_hit(game, red, blue) == 5


def test_a_field_that_has_burnt_out_blurs_nobody() -> None:
    game, red, blue = scene(
        red=[fighter(10, 4, weapons=["lasgun"])], blue=[fighter(10, 12, armour=["holo-field"], used=("holo-field",))]
    )
    assert number_to_hit(game, red, blue) == 3


@pytest.mark.parametrize(("drunk", "expected"), [({"rinse": 1}, 4), ({"rinse": 3}, 6), ({"black_eel": 3}, 5)])
def test_drink_unsteadies_the_hand(drunk: dict[str, Any], expected: int) -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"], **drunk)], blue=[fighter(10, 20)])
    assert number_to_hit(game, red, blue) == expected


def test_the_las_projector_and_the_telescopic_sight() -> None:
    fitted = {"lasgun": ["las-projector"], "autogun": ["telescopic-sight"]}
    game, red, (near, far) = scene(
        red=[fighter(10, 4, weapons=["lasgun", "autogun"], accessories=fitted)], blue=[fighter(8, 10), fighter(12, 20)]
    )
    assert number_to_hit(game, red, near, (0, 0)) == 2
    assert number_to_hit(game, red, far, (1, 0)) == 4
    game.state.effects = (Effect("aim", red, "activation", 1),)
    assert number_to_hit(game, red, far, (1, 0)) == 2  # +1 for the aim, and the accuracy of short range


def test_a_telescopic_sight_puts_the_short_accuracy_in_the_place_of_a_better_long_one() -> None:
    for sight, number in (((), 2), (("telescopic-sight",), 3)):
        game, red, blue = scene(
            red=[fighter(10, 10, weapons=["long-las"], accessories={"long-las": sight})], blue=[fighter(10, 38)]
        )
        game.state.effects = (Effect("aim", red, "activation", 1),)
        gun = guns.gun(game.model(red), (0, 0))
        assert aiming.hit_number(aiming.Shot(game.model(red), blue, gun, "long")).number == number


# ---- the dice --------------------------------------------------------------------------------------------------------


def chances(aim: HitRoll) -> dict[str, Fraction]:
    """How likely a hit, a natural 6 that hits, and a failed Ammo test are."""
    total, ways = enumerate_outcomes(aiming.volley, (aim,))
    outcomes: list[tuple[Volley, Fraction]] = [(came, Fraction(n, total)) for came, n in ways]
    return {
        "hit": sum((p for v, p in outcomes if v.hits), Fraction(0)),
        "six": sum((p for v, p in outcomes if v.six), Fraction(0)),
        "failed": sum((p for v, p in outcomes if v.failed), Fraction(0)),
        "jam": sum((p for v, p in outcomes if v.failed > 1), Fraction(0)),
        "blown": sum((p for v, p in outcomes if v.blown), Fraction(0)),
        "mean": sum((p * v.hits for v, p in outcomes), Fraction(0)),
    }


def test_a_natural_one_always_misses() -> None:
    assert chances(HitRoll(number=1, skill=4))["hit"] == Fraction(5, 6)
    assert chances(HitRoll(number=4, skill=4))["hit"] == Fraction(1, 2)


def test_a_shot_that_would_need_a_0_is_rolled_all_the_same() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"], stats={"bs": 2})], blue=[fighter(10, 20)])
    game.state.effects = (Effect("aim", red, "activation", 1),)
    game.does(red, "shoot", target=blue, dice=[1, 2])
    assert next((roll.key, roll.value) for roll in game.happened(Rolled)) == ("hit", 1)


def test_an_improbable_shot_takes_a_six_and_then_the_plain_skill() -> None:
    assert chances(HitRoll(number=7, skill=4))["hit"] == Fraction(1, 12)
    assert chances(HitRoll(number=9, skill=2))["hit"] == Fraction(5, 36)


def test_an_improbable_shot_falls_back_on_the_plain_skill_of_the_shooter() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"], stats={"bs": 5})],
        blue=[fighter(10, 33, wargear=["cameleoline-cloak"])],
    )
    assert number_to_hit(game, red, blue) == 7
    game.does(red, "shoot", at=blue, dice=[6, 5, SAFE, 1])
    assert faces(game, "hit.improbable") == [[5]] and game.happened(Pinned)


def test_a_boltgun_runs_dry_five_times_in_thirty_six() -> None:
    assert chances(HitRoll(number=4, skill=4, ammo=6))["failed"] == Fraction(5, 36)
    assert chances(HitRoll(number=NEVER, skill=4, ammo=6))["failed"] == Fraction(5, 36)


def test_rapid_fire_hits_as_often_as_the_dice_show_holes() -> None:
    assert chances(HitRoll(number=0, skill=4, dice=1))["mean"] == 1  # the die may show three holes
    assert chances(HitRoll(number=0, skill=4, dice=1, rapid=True))["mean"] == Fraction(10, 6)
    assert chances(HitRoll(number=0, skill=4, dice=2, rapid=True, ammo=4))["jam"] == Fraction(1, 36) * Fraction(1, 4)


def test_whoever_knows_munitions_rolls_failed_tests_again() -> None:
    assert chances(HitRoll(number=4, skill=4, ammo=4, again=True))["failed"] == Fraction(1, 6) * Fraction(1, 4)


def test_an_unstable_weapon_blows_up_once_in_twelve() -> None:
    assert chances(HitRoll(number=4, skill=4, unstable=True))["blown"] == Fraction(1, 12)


def test_beyond_long_range_nothing_hits_but_the_dice_are_rolled() -> None:
    game, red, blue = scene(red=[fighter(10, 2, weapons=["boltgun"])], blue=[fighter(10, 40)])
    game.does(red, "shoot", at=blue, dice=[1, 2])  # the Ammo symbol, and the test fails
    assert not faces(game, "hit") and game.happened(AmmoOut) and game.record(blue).status is Status.STANDING


def test_an_unstable_shot_still_lands_and_takes_its_shooter_along() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["plasma-gun"])], blue=[fighter(10, 20)])
    hit, ammunition, injury = (5,), (1, 3, 6), (2, 6, 6, 6)  # the symbol comes up, it blows up, the Ammo test is passed
    dice = [*hit, *ammunition, *injury, *3 * COLD, *COLD]  # one lasting injury for each die that took it out
    game.does(red, "shoot", weapon="Plasma gun, maximum power", at=blue, dice=dice)
    assert {e.who for e in game.happened(TakenOut)} == {red, blue}


# ---- whom to shoot ---------------------------------------------------------------------------------------------------


def test_the_closest_enemy_is_shot_without_a_test() -> None:
    game, red, (near, far) = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 18), fighter(12, 22)])
    game.does(red, "shoot", at=near, dice=[1, SAFE])
    assert not faces(game, "priority")


def test_passing_over_a_closer_enemy_takes_a_cool_head() -> None:
    game, red, (near, far) = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(8, 18), fighter(13, 22)])
    game.does(red, "shoot", at=far, dice=[3, 4, 5, SAFE, 1])
    assert [e.who for e in game.happened(Pinned)] == [far]
    game, red, (near, far) = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(8, 18), fighter(13, 22)])
    game.does(red, "shoot", at=far, dice=[3, 3, 5, SAFE, 1])  # Cool 7+ fails: the closest it is
    assert [e.who for e in game.happened(Pinned)] == [near]


def test_a_seriously_injured_enemy_may_be_passed_over() -> None:
    game, red, (near, far) = scene(
        red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(8, 18, status=Status.SERIOUS), fighter(13, 22)]
    )
    game.does(red, "shoot", at=far, dice=[5, SAFE, 1])
    assert not faces(game, "priority")


def test_an_enemy_that_is_harder_to_hit_may_be_passed_over() -> None:
    game, red, (near, far) = scene(
        red=[fighter(10, 10, weapons=["lasgun"])],
        blue=[fighter(8, 18, armour=["holo-field"]), fighter(13, 22)],
    )
    game.does(red, "shoot", at=far, dice=[5, SAFE, 1])
    assert not faces(game, "priority")


def test_a_marksman_shoots_whom_it_likes() -> None:
    game, red, (near, far) = scene(
        red=[fighter(10, 10, weapons=["lasgun"], skills=["marksman"])], blue=[fighter(8, 18), fighter(13, 22)]
    )
    game.does(red, "shoot", at=far, dice=[5, SAFE, 1])
    assert not faces(game, "priority")


def test_prone_behind_cover_is_in_hiding() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["long-las"])], blue=[fighter(10, 19, status=Status.PINNED)], board=LOW_WALL
    )
    assert aimed_at(game, red) == []


def test_whoever_lies_low_is_safe_beyond_short_range() -> None:
    prone: dict[str, Any] = {"status": Status.PINNED, "skills": ["lie-low"]}
    game, red, (near, far) = scene(
        red=[fighter(10, 4, weapons=["autogun"])], blue=[fighter(8, 11, **prone), fighter(12, 20, **prone)]
    )
    assert aimed_at(game, red) == [near]


def test_in_the_dark_one_sees_as_far_as_one_sees() -> None:
    blue = [
        fighter(10, 15),
        fighter(12, 24),
        fighter(8, 24, conditions=("revealed",)),
        fighter(6, 24, conditions=("blaze",)),
    ]
    game, red, (near, far, shown, burning) = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=blue, dark=6 * INCH)
    assert aimed_at(game, red) == [near, shown, burning]
    game, red, everybody = scene(
        red=[fighter(10, 10, weapons=["lasgun"], wargear=["photo-goggles"])], blue=blue, dark=6 * INCH
    )
    assert aimed_at(game, red) == everybody


def test_a_shot_in_the_dark_gives_the_shooter_away_unless_it_is_silent() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 15)], dark=6 * INCH)
    game.does(red, "shoot", at=blue, dice=[1, SAFE])
    assert [e.condition for e in game.happened(ConditionGained)] == ["revealed"]
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"], accessories={"lasgun": ["gunshroud"]})],
        blue=[fighter(10, 15)],
        dark=6 * INCH,
    )
    game.does(red, "shoot", at=blue, dice=[1, SAFE])
    assert not game.happened(ConditionGained)


def test_the_eel_may_choose_another_target() -> None:
    game, red, (aimed, beside) = scene(
        red=[fighter(10, 10, weapons=["lasgun"], black_eel=2)], blue=[fighter(10, 18), fighter(13, 18)]
    )
    game.does(red, "shoot", at=aimed, dice=[2, 6, SAFE, 1])
    assert [e.who for e in game.happened(Pinned)] == [beside]


def test_the_eel_may_choose_a_vehicle_and_a_shot_at_one_may_go_astray() -> None:
    for whom, dice in ((1, (2,)), (2, (6, 6, 1))):  # the vehicle is further off: that takes a cool head
        game, red, _ = scene(
            red=[fighter(10, 10, weapons=["lasgun"], black_eel=2)], blue=[fighter(10, 18)], ruleset=CLASSIC
        )
        assert add_vehicle(game, 1, 14.5, 20, profile="tarpaulin") == 2
        game.does(red, "shoot", at=whom, dice=[*dice, 6, SAFE, 1])
        assert [e.who for e in game.happened(WasHit)] == [3 - whom]


def test_the_eel_may_turn_a_shot_at_anyone_the_first_of_a_roster_too() -> None:
    shooter = fighter(10, 10, weapons=["lasgun"], black_eel=2, facing=(0, 1))
    game, (aimed, beside), blue = scene(red=[fighter(10, 18), fighter(13, 18)], blue=[shooter])
    game.does(blue, "shoot", at=aimed, dice=[2, 6, SAFE, 1])
    assert [e.who for e in game.happened(Pinned)] == [beside]


def test_a_trap_is_not_shot_over_the_head_of_a_nearer_enemy_without_a_cool_head() -> None:
    game, red, near = scene(red=[fighter(10, 4, weapons=["lasgun"])], blue=[fighter(9, 8)], board=TRAP)
    trap = 2
    game.does(red, "shoot", at=trap, dice=[3, 3, 3, SAFE, 1])  # Cool 7+ fails: the enemy it is
    assert [e.who for e in game.happened(Pinned)] == [near] and game.record(trap).there


def test_a_drunken_shot_that_strays_behind_a_wall_has_the_wall_against_it() -> None:
    game, red, (seen, unseen) = scene(
        red=[fighter(10, 10, weapons=["lasgun"], black_eel=2)], blue=[fighter(10, 13), fighter(10, 15)], board=WALL
    )
    shooter = game.model(red)
    gun = guns.gun(shooter, (0, 0))
    assert [targets.hidden_of(shooter, gun, who) for who in (seen, unseen)] == [0, 25]


def test_a_drunken_shot_at_a_friend_counts_the_friends_cover() -> None:
    walled = low_wall(4, 18, 16)
    game, (red, friend), blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"], black_eel=2), fighter(11, 19)], blue=[fighter(10, 17)], board=walled
    )
    shooter = game.model(red)
    assert 0 < targets.hidden_of(shooter, guns.gun(shooter, (0, 0)), friend) < 25


def test_the_blind_shoot_at_nobody() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"], conditions=("blind",))], blue=[fighter(10, 20)])
    assert any("blind" in why for why in game.why_not(red, "shoot"))


def test_two_guns_do_not_make_the_neighbours_easier_to_hit() -> None:
    game, red, (a, b) = scene(
        red=[fighter(10, 10, weapons=["autopistol", "laspistol"])],
        blue=[fighter(10, 20), fighter(12, 20)],
        board="[[obstacle]]\nline = [11, 19, 13, 19]\nwidth = 0.2\nheight = 0.3\n",
    )
    shooter = game.model(red)
    for paired in (False, True):
        shot = aiming.take_aim(shooter, guns.gun(shooter, (0, 0)), a, "shoot", paired=paired)
        assert shots.enemies_near_target(shot) == []


# ---- hits ------------------------------------------------------------------------------------------------------------


def test_nerves_of_steel_keep_a_fighter_up_if_its_cool_holds() -> None:
    for total, status in (([3, 4], Status.STANDING), ([3, 3], Status.PINNED)):
        game, red, blue = scene(
            red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 20, skills=["nerves-of-steel"])]
        )
        game.does(red, "shoot", at=blue, dice=[6, SAFE, *total, 1])
        assert game.record(blue).status is status


def test_an_engaged_fighter_is_not_pinned() -> None:
    game, (red, friend), blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"]), fighter(12, 20)], blue=[fighter(12, 20.984)]
    )
    game.does(red, "shoot", at=blue, dice=[6, SAFE, 1])
    assert game.record(blue).status is Status.STANDING


def test_a_rider_tests_to_stay_in_the_saddle() -> None:
    rider: dict[str, Any] = {"stats": {"mounted": True}, "moved": 7 * INCH}
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 20, **rider)])
    game.does(red, "shoot", at=blue, dice=[6, SAFE, 4, 1])  # Initiative 4+: it keeps its seat, and is not wounded
    assert game.record(blue).status is Status.STANDING
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 20, **rider)])
    game.does(red, "shoot", at=blue, dice=[6, SAFE, 3, 1, 1])  # S5 for 7", no wound; pinned; the shot does not wound
    assert game.record(blue).status is Status.PINNED


@pytest.mark.parametrize(("moved", "strength"), [(0, 3), (5999, 3), (6000, 5), (9999, 5), (10000, 7)])
def test_whoever_is_unseated_is_hit_as_hard_as_it_was_fast(moved: int, strength: int) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"])],
        blue=[fighter(10, 20, stats={"mounted": True, "t": 3}, moved=moved)],
    )
    game.does(red, "shoot", at=blue, dice=[6, SAFE, 3, 1, 1])
    assert f"To wound, {({3: 4, 5: 3, 7: 2})[strength]}+" in " ".join(game.log())


def test_nothing_spares_from_a_seismic_hit() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["seismic-cannon"])],
        blue=[fighter(10, 20, skills=["nerves-of-steel"], armour=["light-carapace"], wounds=3)],
    )
    game.does(red, "shoot", weapon="Seismic cannon, short wave", at=blue, dice=[6, SAFE, 6])  # and a 6 allows no save
    assert game.happened(Pinned) and game.record(blue).wounds == 1


def test_a_fighter_pinned_on_the_brink_may_fall() -> None:
    ledge = """
[[platform]]
rect = [8, 18, 6, 4]
z = 4
thickness = 0.25
"""
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 18.3, 4)], board=ledge)
    game.does(red, "shoot", at=blue, dice=[6, SAFE, 1, 1, 1])  # the Initiative test fails; neither fall nor shot wounds
    assert game.record(blue).at.z == 0 and game.record(blue).status is Status.PINNED


def test_knockback_shoves_an_inch_and_hurts_more_against_a_wall() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["stub-cannon"])], blue=[fighter(10, 18)])
    game.does(red, "shoot", at=blue, dice=[4, SAFE, 1])
    assert game.record(blue).at.y == 19 * INCH
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["stub-cannon"])], blue=[fighter(10, 13.2, wounds=2)], board=WALL
    )
    game.does(red, "shoot", at=blue, dice=[4, SAFE, 6, 1])  # damage 1 and 1 more: both wounds, one injury die
    assert [e.wounds for e in game.happened(Wounded)] == [2]


def test_a_weak_hit_roll_does_not_shove() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["stub-cannon"])], blue=[fighter(10, 18, stats={"s": 5})])
    game.does(red, "shoot", at=blue, dice=[4, SAFE, 1])
    assert not game.happened(Moved)


def test_scattershot_rolls_to_wound_up_to_six_times() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["sawn-off-shotgun"])], blue=[fighter(10, 13, wounds=3)])
    game.does(red, "shoot", at=blue, dice=[6, SAFE, 3, 4, 1, 4])  # three wound rolls, two of them wound
    assert [e.wounds for e in game.happened(Wounded)] == [2]


def test_melta_takes_out_at_short_range_only() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["meltagun"])], blue=[fighter(10, 15)])
    flesh_wounds = (1, 1, 1)  # but for the heat
    game.does(red, "shoot", at=blue, dice=[6, SAFE, 2, *flesh_wounds, *3 * COLD])
    assert game.happened(TakenOut)
    game, red, blue = scene(red=[fighter(10, 10, weapons=["meltagun"])], blue=[fighter(10, 20, stats={"t": 4})])
    game.does(red, "shoot", at=blue, dice=[6, SAFE, 2, 1, 1, 1])
    assert [e.wounds for e in game.happened(FleshWounded)] == [3] and not game.happened(TakenOut)


def test_toxin_needs_no_wound_roll_and_leaves_the_wounds_alone() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["needle-rifle"])], blue=[fighter(10, 15, wounds=3)])
    game.does(red, "shoot", at=blue, dice=[6, SAFE, 3, 3])
    assert game.happened(SeriouslyInjured) and game.record(blue).wounds == 3


def test_concussion_slows_until_the_round_ends() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["grenade-launcher-mixed"])], blue=[fighter(10, 20)])
    game.does(red, "shoot", weapon="Grenade launcher with mixed load, stun", at=blue, dice=[6, SAFE, 1])
    assert game.model(blue).initiative == 6


def test_a_cursed_weapon_drives_whoever_fails_a_willpower_test_out_of_its_mind() -> None:
    for dice, insane in (((1, 1), True), ((6, 6), False)):
        game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 20)])
        gun = LIBRARY.weapons["long-las"]
        armed(game, red, replace(gun, profiles=tuple(p.with_traits(Trait("cursed")) for p in gun.profiles)))
        game.does(red, "shoot", at=blue, dice=[6, SAFE, 1, *dice])
        assert rolled_keys(game)[-1] == "cursed" and ("insane" in game.record(blue).conditions) is insane
        game.given(blue, conditions=("insane",))
        game.does(red, "shoot", at=blue, dice=[6, SAFE, 1])  # it can go no madder


def test_a_marksman_doubles_the_damage_of_the_first_hit_on_a_six() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["autogun"], skills=["marksman"])], blue=[fighter(10, 15, wounds=4)]
    )
    game.does(red, "shoot", at=blue, dice=[6, 4, 4, 4])  # two holes, both wound: 2 and 1
    assert game.record(blue).wounds == 1


def test_a_precise_six_allows_no_armour_save() -> None:
    for skills, dice in (((), [6, SAFE, 4, 6]), (("precision-shot",), [6, SAFE, 4])):
        game, red, blue = scene(
            red=[fighter(10, 10, weapons=["lasgun"], skills=skills)],
            blue=[fighter(10, 15, wounds=2, armour=["light-carapace"])],
        )
        game.does(red, "shoot", at=blue, dice=dice)
        assert game.record(blue).wounds == (1 if skills else 2)


def test_a_harpoon_drags_its_victim_and_flies_on_through_it() -> None:
    game, red, (first, second) = scene(
        red=[fighter(10, 10, weapons=["harpoon-launcher"])],
        blue=[fighter(10, 15, wounds=2), fighter(10.5, 18, wounds=2)],
    )
    # hit, firepower, wound, Drag 3+, dragged 2"; it flies on, wounds with one less Strength, and drags nobody
    game.does(red, "shoot", at=first, dice=[6, SAFE, 6, 3, 2, 3, 3, 1])
    assert game.record(first).at.y == 13 * INCH
    assert [(e.who, e.wounds) for e in game.happened(Wounded)] == [(first, 1), (second, 1)]


def test_a_shot_flies_on_while_it_has_any_strength_left() -> None:
    game, red, foes = scene(
        red=[fighter(10, 10)], blue=[fighter(10, y, wounds=4, stats={"t": 1}) for y in (14, 16, 18)]
    )
    harpoon = LIBRARY.weapons["harpoon-launcher"]
    light = tuple(replace(p, strength=2, traits=(Trait("impale"),)) for p in harpoon.profiles)
    armed(game, red, replace(harpoon, profiles=light))
    # hit, firepower, wound; it flies on with a Strength of 1 and wounds; no third is even rolled for
    game.does(red, "shoot", at=foes[0], dice=[6, SAFE, 6, 3, 6])
    assert [e.who for e in game.happened(Wounded)] == foes[:2]


@pytest.mark.parametrize(("faces_of_second", "struck"), [((6, 3, 1), 2), ((1,), 1)])
def test_a_shot_flies_on_only_from_whom_it_has_harmed(faces_of_second: tuple[int, ...], struck: int) -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(10, y, wounds=4, stats={"w": 4}) for y in (14, 16, 18)])
    harpoon = LIBRARY.weapons["harpoon-launcher"]
    light = tuple(replace(p, traits=(Trait("impale"),)) for p in harpoon.profiles)
    armed(game, red, replace(harpoon, profiles=light))
    game.does(red, "shoot", target=1, dice=[6, SAFE, 6, 3, *faces_of_second])
    assert len(game.happened(Wounded)) == struck


def test_a_shot_flies_on_to_whoever_is_in_range_beside_the_end_of_its_line() -> None:
    game, red, (first, beyond) = scene(
        red=[fighter(10, 10, weapons=["harpoon-launcher"])], blue=[fighter(10, 26), fighter(11.3, 28.8)]
    )
    shooter = game.model(red)
    assert bystanders.in_line_beyond(aiming.take_aim(shooter, guns.gun(shooter, (0, 0)), first, "shoot")) == [beyond]


def test_a_dart_that_beats_the_toughness_may_still_be_dodged() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["needle-rifle"])], blue=[fighter(10, 16, skills=["dodge"], wounds=1)]
    )
    game.does(red, "shoot", at=blue, dice=[6, SAFE, 6, 6])  # hit, firepower, toxin, dodge
    assert rolled_keys(game) == ["hit", "firepower", "toxin", "dodge"]
    assert game.record(blue).status is Status.PINNED


@pytest.mark.parametrize(("traits", "rolled"), [((), 1), (("single-shot",), 0), (("single-shot", "rapid-fire"), 1)])
def test_what_is_fired_once_rolls_no_firepower_die_unless_it_fires_rapidly(traits: Any, rolled: int) -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 20)])
    gun = LIBRARY.weapons["long-las"]
    given = [Trait(trait, int(trait == "rapid-fire")) for trait in traits]
    armed(game, red, replace(gun, profiles=tuple(replace(p, traits=tuple(given)) for p in gun.profiles)))
    game.does(red, "shoot", at=blue, dice=[1, SAFE if rolled else 6])
    assert len(faces(game, "firepower")) == rolled


# ---- rapid fire and two guns -----------------------------------------------------------------------------------------


def test_extra_hits_may_go_to_others_near_the_target() -> None:
    game, red, (a, b, c) = scene(
        red=[fighter(10, 10, weapons=["heavy-stubber"])], blue=[fighter(10, 20), fighter(12, 21), fighter(16, 21)]
    )
    game.does(red, "shoot", at=a, firepower=2, allocation=(1, 3), dice=[6, 6, 2, 1, 1, 1, 1])
    assert {e.who for e in game.happened(Pinned)} == {a, b}


def test_extra_hits_do_not_go_to_whoever_is_harder_to_hit() -> None:
    game, red, (a, b) = scene(
        red=[fighter(10, 10, weapons=["heavy-stubber"])],
        blue=[fighter(10, 20), fighter(12, 21, armour=["holo-field"])],
    )
    shooter = game.model(red)
    assert shots.enemies_near_target(aiming.take_aim(shooter, guns.gun(shooter, (0, 0)), a, "shoot")) == []


def test_two_failed_ammo_tests_jam_the_weapon() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["heavy-stubber"])], blue=[fighter(10, 20)])
    game.does(red, "shoot", at=blue, firepower=2, dice=[1, 1, 1, 3, 3])
    assert game.record(red).jammed == (0,) and game.record(red).out == ()


def test_two_sidearms_blaze_at_one_less_each() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["laspistol", "autopistol"])], blue=[fighter(10, 20)])
    shooter = game.model(red)
    assert number_to_hit(game, red, blue, (0, 0), paired=True) == 5
    game.does(red, "shoot", weapon=((0, 0), (1, 0)), at=blue, dice=[5, SAFE, 5, SAFE, 1, 1])
    assert len(faces(game, "hit")) == 2 and len(faces(game, "wound")) == 2
    assert [dict(fired.because)["two guns"] for fired in game.happened(Fired)] == [-1, -1]
    assert [event.key for event in game.happened(Rolled)][:4] == ["hit", "firepower", "hit", "firepower"]
    assert shooter.has("gunfighter") is False


def test_a_gunfighter_pays_nothing_and_may_split_its_shots() -> None:
    game, red, (a, b) = scene(
        red=[fighter(10, 10, weapons=["laspistol", "autopistol"], skills=["gunfighter"])],
        blue=[fighter(10, 15), fighter(12, 15)],
    )
    game.does(red, "shoot", weapon=((0, 0), (1, 0)), target=[a, b], dice=[4, 4, 3, SAFE, 5, SAFE, 1, 1])
    assert {e.who for e in game.happened(Pinned)} == {a, b}


def test_a_pair_of_guns_is_two_guns_and_not_one_fired_in_two_ways() -> None:
    for weapons, pairs in (
        (["laspistol", "plasma-pistol"], {((0, 0), (1, 0)), ((0, 0), (1, 1))}),
        (["plasma-pistol", "laspistol"], {((0, 0), (1, 0)), ((0, 1), (1, 0))}),
    ):
        game, red, _ = scene(red=[fighter(10, 10, weapons=weapons)], blue=[fighter(10, 20)])
        known = weapon_choice.weapons_thought_of(game.model(red), "shoot")
        assert {choice for choice in known if isinstance(choice[0], tuple)} == pairs


# ---- unwieldy --------------------------------------------------------------------------------------------------------


def test_unwieldy_weapons_take_both_actions() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["mining-laser"])], blue=[fighter(10, 20)])
    game.does(red, "shoot", at=blue, dice=[1, SAFE])
    assert game.state.turn.left == 0
    game.state = game.poised(red)
    game.goes_on(action="aim")
    assert any("unwieldy" in why for why in why_not(game.model(red), "shoot"))


def test_suspensors_make_it_one() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["mining-laser"], accessories={"mining-laser": ["suspensors"]})],
        blue=[fighter(10, 20)],
    )
    game.does(red, "shoot", at=blue, dice=[1, SAFE])
    assert game.state.turn.left == 1


@pytest.mark.parametrize(
    ("action", "status", "worse"), [("shoot", Status.STANDING, -1), ("blind-fire", Status.PINNED, 0)]
)
def test_only_a_single_action_is_a_hurry(action: str, status: Status, worse: int) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["mining-laser"], accessories={"mining-laser": ["suspensors"]}, status=status)],
        blue=[fighter(10, 20)],
        house_rules=["unwieldy-in-a-hurry"],
    )
    game.does(red, action, at=blue, dice=[1, SAFE])
    (fired,) = game.happened(Fired)
    assert dict(fired.because).get("unwieldy, and in a hurry", 0) == worse


def test_an_unwieldy_gun_is_not_fired_again_by_whoever_has_no_other() -> None:
    carried: dict[str, Any] = {"weapons": ["mining-laser"], "accessories": {"mining-laser": ["suspensors"]}}
    game, red, blue = scene(red=[fighter(10, 10, skills=["fast-shot"], **carried)], blue=[fighter(10, 20)])
    game.state = game.poised(red)
    game.goes_on(action="shoot", target=blue, dice=[1, SAFE])
    assert "It is too unwieldy for a fast shot." in why_not(game.model(red), "shoot")


def test_suspensors_make_no_fast_shot_of_an_unwieldy_weapon() -> None:
    carried: dict[str, Any] = {
        "weapons": ["mining-laser", "laspistol"],
        "accessories": {"mining-laser": ["suspensors"]},
    }
    game, red, blue = scene(red=[fighter(10, 10, skills=["fast-shot"], **carried)], blue=[fighter(10, 20)])
    game.state = game.poised(red)
    game.goes_on(action="shoot", weapon=(1, 0), target=blue, dice=[1, SAFE])
    assert next_question(game, action="shoot").key.endswith("target"), "nothing but the pistol is left to choose"
    again = weapon_choice.shot_before(game.model(red), begun=False)
    assert "It is too unwieldy for a fast shot." in weapon_choice.why_unfit(game.model(red), (0, 0), "shoot", 1, again)


# ---- stray shots -----------------------------------------------------------------------------------------------------


def test_a_miss_may_hit_whoever_is_near_the_line() -> None:
    game, (red, friend), blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"]), fighter(11.2, 14)], blue=[fighter(10, 20)]
    )
    game.does(red, "shoot", at=blue, dice=[1, SAFE, 3, 1])
    assert [e.who for e in game.happened(Pinned)] == [friend]


def test_a_miss_may_hit_whoever_fights_the_target() -> None:
    game, (red, friend), blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"]), fighter(12, 20)], blue=[fighter(12, 20.984)]
    )
    game.does(red, "shoot", at=blue, dice=[1, SAFE, 4])
    assert not game.happened(Pinned) and faces(game, "stray") == [[4]]


def test_stray_shots_go_by_the_nearest_first() -> None:
    game, (red, near, far), blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"]), fighter(11.2, 13), fighter(8.8, 16)], blue=[fighter(10, 20)]
    )
    shooter = game.model(red)
    shot = aiming.take_aim(shooter, guns.gun(shooter, (0, 0)), blue, "shoot")
    assert bystanders.bystanders(game.play, shot) == [near, far]
    total, ways = enumerate_outcomes(strays.stray, (1, 2, (1, 3)))
    quarter = Fraction(1, 4)
    assert {struck: Fraction(n, total) for struck, n in ways} == {(1, 0): 2 * quarter, (0, 1): quarter, (0, 0): quarter}


def test_every_stray_shot_goes_its_own_way() -> None:
    total, ways = enumerate_outcomes(strays.stray, (2, 2, (1, 3)))
    odds = {struck: Fraction(n, total) for struck, n in ways}
    assert odds[2, 0] == Fraction(1, 4) and odds[1, 1] == Fraction(1, 4) and odds[0, 0] == Fraction(1, 16)


@pytest.mark.parametrize(("far", "status"), [(15.5, Status.OUT), (19, Status.SERIOUS)])
def test_a_stray_melta_shot_burns_as_deep_as_the_range_to_its_target_lets_it(far: float, status: Status) -> None:
    game, red, (target, beside) = scene(
        red=[fighter(10, 10, weapons=["meltagun"], skills=["marksman"])],
        blue=[fighter(10, far), fighter(10.9, 11.4, stats={"w": 3}, wounds=3)],
    )
    # a miss that hits the other, 3 Damage, and an injury die that shows a serious injury
    game.does(red, "shoot", at=target, dice=[1, SAFE, 3, 2, 3, *(COLD if status is Status.OUT else ())])
    assert game.record(beside).status is status


@pytest.mark.parametrize(
    ("x", "y", "struck"), [(10, 8.6, False), (10, 10.984, True), (11.4, 15, True), (10, 21.4, False), (11.3, 20, True)]
)
def test_a_stray_shot_stays_by_the_line_from_rim_to_rim(x: float, y: float, struck: bool) -> None:
    game, (red, friend), blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"]), fighter(x, y, status=Status.SERIOUS)], blue=[fighter(10, 20)]
    )
    shooter = game.model(red)
    shot = aiming.take_aim(shooter, guns.gun(shooter, (0, 0)), blue, "shoot")
    assert (bystanders.bystanders(game.play, shot) == [friend]) is struck


# ---- things ----------------------------------------------------------------------------------------------------------

DOOR = (
    wall(0, 14, 8, 14) + wall(12, 14, 48, 14) + piece("door", id="gate", line=[8, 14, 12, 14], height=3, state="closed")
)
TRAP = marker("booby-trap", 10, 14)


def test_a_door_is_hit_by_itself() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["long-las"])], blue=[fighter(10, 20)], board=DOOR)
    door = 2
    game.does(red, "shoot", at=door, dice=[SAFE, 6])
    assert not faces(game, "hit") and [e.wounds for e in game.happened(ThingDamaged)] == [1]


def test_a_booby_trap_is_hard_to_hit_and_may_be_disarmed() -> None:
    game, red, blue = scene(red=[fighter(10, 4, weapons=["lasgun"])], blue=[fighter(30, 40)], board=TRAP)
    trap = 2
    assert number_to_hit(game, red, trap) == 4
    game.does(red, "shoot", at=trap, dice=[4, SAFE, 5])
    assert [e.who for e in game.happened(ThingGone)] == [trap] and not game.happened(BlastFell)


def test_a_trap_that_is_hit_may_go_off() -> None:
    game, red, blue = scene(red=[fighter(10, 4, weapons=["lasgun"])], blue=[fighter(11, 15)], board=TRAP)
    trap = 2
    game.does(red, "shoot", at=trap, dice=[4, SAFE, 3, 1, 1])
    assert [e.who for e in game.happened(Pinned)] == [blue] and not game.record(trap).there


def test_players_at_random_leave_things_alone() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["long-las"])], blue=[fighter(12, 13)], board=DOOR)
    question = game.asks(red, "shoot")
    assert 2 in question.idle and set(question.options()) == {1, 2}


# ---- points on which tables differ -----------------------------------------------------------------------------------


def test_something_unwieldy_through_a_ductway_takes_both_actions_as_a_rule() -> None:
    for double, left in ((True, 0), (False, 1)):
        game, red, blue = scene(
            red=[fighter(10, 12.5, weapons=["mining-laser"])],
            blue=[fighter(10, 15.5)],
            board=DUCT,
            options={"unwieldy-through-ductways-is-double": double},
        )
        game.does(red, "fire-through-ductway", at=blue, dice=[1, SAFE])
        assert game.state.turn.left == left


def test_something_unwieldy_may_be_fired_blindly_as_a_rule() -> None:
    for allowed in (True, False):
        game, red, blue = scene(
            red=[fighter(10, 10, weapons=["mining-laser"], status=Status.PINNED)],
            blue=[fighter(10, 20)],
            options={"unwieldy-blind-fire": allowed},
        )
        assert ("blind-fire" in game.allowed(red)) is allowed
