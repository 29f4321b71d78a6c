"""Ammunition: what runs out, jams or is spent, what an ammo cache is good for, and reloading."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.necromunda.scenes import covers, fighter, marker, scene, wall
from warbook.core.events import Rolled
from warbook.odds.dice_rules import enumerate_outcomes
from warbook.rulesets.necromunda.actions import reloading
from warbook.rulesets.necromunda.checks import firepower, guns
from warbook.rulesets.necromunda.events.gear import AmmoOut, MountReloaded, ProfileSpent, Reloaded
from warbook.rulesets.necromunda.events.things import ThingGone
from warbook.rulesets.necromunda.records.fighters import Status

SAFE, SYMBOL = 3, 1
CACHE = marker("ammo-cache", 10, 11.5)
PARKED = marker("vehicle", 10, 11.5)


def armed(*weapons: str, board: str = "", **changes: Any) -> Any:
    """A fighter with these weapons, and somebody to shoot at."""
    return scene(red=[fighter(10, 10, weapons=weapons, **changes)], blue=[fighter(10, 20)], board=board)


# ---- running out -----------------------------------------------------------------------------------------------------


def test_a_failed_ammo_test_leaves_the_weapon_empty_after_the_attack() -> None:
    game, red, blue = armed("lasgun")
    game.does(red, "shoot", at=blue, dice=[6, SYMBOL, 1, 1])
    assert game.record(red).out == (0,)
    assert [type(e) for e in game.events].index(AmmoOut) == len(game.events) - 1


def test_a_six_among_ammo_tests_is_told() -> None:
    total, ways = enumerate_outcomes(firepower.ammo_tests, (4, 1, False))
    assert {(came.failed, came.six): Fraction(n, total) for came, n in ways} == {
        (1, False): Fraction(1, 2),
        (0, False): Fraction(1, 3),
        (0, True): Fraction(1, 6),
    }


def test_a_kind_of_shot_that_is_gone_is_not_reloaded() -> None:
    game, red, _ = armed("plasma-pistol", out=(0,), gone=((0, 0),))
    assert [p.name for p in reloading.left_of(game.model(red), 0)] == ["Maximum power"]


def test_no_symbol_no_test() -> None:
    game, red, blue = armed("lasgun")
    game.does(red, "shoot", at=blue, dice=[6, SAFE, 1])
    assert not [e for e in game.happened(Rolled) if e.key == "ammo"]


def test_every_kind_of_shot_is_out_when_one_is() -> None:
    game, red, blue = armed("shotgun")
    game.does(red, "shoot", weapon="Shotgun, solid", at=blue, dice=[6, SYMBOL, 1, 1])
    assert all(guns.why_empty(game.model(red), arm) for arm in ((0, 0), (0, 1)))


def test_a_limited_shot_that_runs_out_is_gone_and_the_rest_can_be_reloaded() -> None:
    game, red, blue = armed("stub-gun-dumdum")
    game.does(red, "shoot", weapon="dumdum", at=blue, dice=[6, SYMBOL, 1, 1])
    assert game.record(red).gone == ((0, 1),) and game.record(red).out == (0,)
    game.does(red, "reload")  # the plain rounds are plentiful
    assert not guns.why_empty(game.model(red), (0, 0)) and guns.why_empty(game.model(red), (0, 1))


@pytest.mark.parametrize(("face", "gone"), [(3, True), (4, False)])
def test_a_grenade_is_tested_after_every_throw_and_rolls_no_firepower_die(face: int, gone: bool) -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["krak-grenades"])], blue=[fighter(10, 17)])
    game.does(red, "shoot", at=blue, dice=[1, face])
    assert bool(game.happened(ProfileSpent)) is gone
    assert not [e for e in game.happened(Rolled) if e.key == "firepower"]


def test_a_grenade_flies_three_inches_for_each_point_of_strength() -> None:
    game, red, blue = armed("krak-grenades", stats={"s": 4})
    gun = guns.gun(game.model(red), (0, 0))
    assert (gun.short, gun.long) == (0, 12000)


def test_a_single_shot_is_fired_once() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["demo-charge"])], blue=[fighter(10, 15)])
    game.does(red, "shoot", at=blue, dice=[6, 1])
    assert game.record(red).gone == ((0, 0),)
    assert game.why_not(red, "shoot") == ("There is none of it left.",)


def test_the_ammo_test_by_its_number() -> None:
    total, ways = enumerate_outcomes(firepower.ammo_tests, (4, 1, False))
    assert sum(n for tally, n in ways if tally.failed) == Fraction(total, 2)


# ---- ammo caches -----------------------------------------------------------------------------------------------------


def test_a_ransacked_cache_makes_the_test_easier() -> None:
    game, red, blue = armed("boltgun", board=CACHE)
    game.does(red, "shoot", at=blue, dice=[1, SYMBOL, 4], ransack=True)  # 6+ becomes 4+
    assert game.record(red).out == ()
    game, red, blue = armed("boltgun", board=CACHE)
    game.does(red, "shoot", at=blue, dice=[1, SYMBOL, 4], ransack=False)
    assert game.record(red).out == (0,)


def test_no_cache_is_ransacked_through_a_wall() -> None:
    game, red, blue = armed("boltgun", board=marker("ammo-cache", 11.5, 10) + wall(10.75, 5, 10.75, 15))
    game.does(red, "shoot", at=blue, dice=[1, SYMBOL, 4])
    assert game.record(red).out == (0,)


def test_a_natural_six_empties_the_cache() -> None:
    game, red, blue = armed("boltgun", board=CACHE)
    game.does(red, "shoot", at=blue, dice=[1, SYMBOL, 6], ransack=True)
    assert [e.who for e in game.happened(ThingGone)] == [2]


@pytest.mark.parametrize(
    ("x", "status", "helps"),
    [(16.984, Status.STANDING, True), (16.985, Status.STANDING, False), (14, Status.SERIOUS, False)],
)
def test_a_friend_who_knows_munitions_helps_within_six_inches_unless_it_lies_injured(
    x: float, status: Status, helps: bool
) -> None:
    friend = fighter(x, 10, skills=["munitioneer"], status=status)
    game, (red, _), _ = scene(red=[fighter(10, 10, weapons=["lasgun"]), friend], blue=[fighter(10, 20)])
    assert guns.rolls_again(game.model(red)) is helps


def test_a_friend_who_knows_munitions_lets_it_roll_again() -> None:
    game, (red, friend), blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"]), fighter(14, 10, skills=["munitioneer"])], blue=[fighter(10, 20)]
    )
    game.does(red, "shoot", at=blue, dice=[6, SYMBOL, 1, 2, 1])
    assert game.record(red).out == ()
    game, (red, friend), blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"]), fighter(18, 10, skills=["munitioneer"])], blue=[fighter(10, 20)]
    )
    game.does(red, "shoot", at=blue, dice=[6, SYMBOL, 1, 1])
    assert game.record(red).out == (0,)


CACHE_BESIDE = marker("ammo-cache", 10, 10.9)


def test_scarce_ammunition_comes_out_of_the_cache_or_not_at_all() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["meltagun"], out=(0,))], blue=[fighter(10, 30)], board=CACHE_BESIDE
    )
    game.does(red, "reload", dice=[2])  # 4+ and 2 for the cache, which nobody is asked about
    assert game.record(red).out == ()


# ---- Reload ----------------------------------------------------------------------------------------------------------


@covers("reload", "works")
def test_a_passed_test_loads_the_weapon_again() -> None:
    game, red, blue = armed("autogun", out=(0,))
    game.does(red, "reload", dice=[4])
    assert game.happened(Reloaded) and game.record(red).out == ()


@covers("reload", "works")
def test_a_pinned_fighter_reloads_too_and_may_try_again() -> None:
    game, red, blue = armed("autogun", out=(0,), status=Status.PINNED)
    game.does(red, "reload", dice=[3])
    assert game.record(red).out == (0,)
    game.goes_on(action="reload", dice=[4])
    assert game.record(red).out == ()


@covers("reload", "numbers")
def test_reloading_takes_the_number_of_the_weapon() -> None:
    for weapon, number in (("autogun", 4), ("boltgun", 6), ("lasgun", 0), ("stub-gun-dumdum", 0), ("shotgun", 4)):
        game, red, blue = armed(weapon, out=(0,))
        assert reloading.reload_number(game.model(red), 0) == number


@covers("reload", "refused")
def test_what_is_loaded_jammed_scarce_or_thrown_is_not_reloaded() -> None:
    game, red, blue = armed("lasgun")
    assert "It must have a weapon that is out of ammo." in game.why_not(red, "reload")
    game, red, blue = armed("plasma-gun", out=(0,))
    assert any("scarce" in why for why in game.why_not(red, "reload"))
    game, red, blue = armed("heavy-stubber", out=(0,), jammed=(0,))
    assert any("jammed" in why for why in game.why_not(red, "reload"))
    game, red, blue = armed("autogun", out=(0,), status=Status.SERIOUS)
    assert game.why_not(red, "reload") == ("It must be standing and not engaged, or prone and pinned.",)


def test_a_cache_has_what_is_scarce() -> None:
    game, red, blue = armed("plasma-gun", out=(0,), board=CACHE)
    game.does(red, "reload", dice=[3])
    assert game.record(red).out == ()


def test_with_two_empty_weapons_one_is_picked() -> None:
    game, red, blue = armed("autogun", "autopistol", out=(0, 1))
    game.does(red, "reload", weapon="Autopistol", dice=[4])
    assert game.record(red).out == (0,)


# ---- Reload Vehicle Weapon -------------------------------------------------------------------------------------------


@covers("reload-vehicle-weapon", "works")
def test_the_weapon_of_a_parked_vehicle_is_reloaded() -> None:
    game, red, blue = armed(board=PARKED)
    vehicle = 2
    game.given(vehicle, out=True)
    game.does(red, "reload-vehicle-weapon", dice=[4])
    assert game.happened(MountReloaded) and not game.record(vehicle).out


@covers("reload-vehicle-weapon", "numbers")
def test_it_takes_the_number_of_that_weapon() -> None:
    game, red, blue = armed(board=PARKED)
    game.given(2, out=True)
    game.does(red, "reload-vehicle-weapon", dice=[3])
    assert game.record(2).out


@covers("reload-vehicle-weapon", "refused")
def test_it_must_be_empty_and_near() -> None:
    game, red, blue = armed(board=PARKED)
    assert "There must be a vehicle within an inch whose weapon is out of ammo." in game.why_not(
        red, "reload-vehicle-weapon"
    )
    game, red, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 30)], board=PARKED)
    game.given(2, out=True)
    assert game.why_not(red, "reload-vehicle-weapon") == (
        "There must be a vehicle within an inch whose weapon is out of ammo.",
    )


def test_a_failed_test_empties_the_mount() -> None:
    game, red, blue = armed(board=PARKED)
    game.does(red, "shoot", at=blue, firepower=1, dice=[1, SYMBOL, 3])
    assert game.record(2).out
