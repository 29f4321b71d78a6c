"""Parked vehicles: as targets, and the weapons on them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import SAFE, ductway, fighter, marker, scene, wall
from warbook.rulesets.necromunda.attacks.shooting import shots
from warbook.rulesets.necromunda.checks import ductway_ends, guns, targets
from warbook.rulesets.necromunda.checks.aiming import Shot
from warbook.rulesets.necromunda.events.attacks import BlastFell
from warbook.rulesets.necromunda.events.things import ThingDamaged
from warbook.rulesets.necromunda.records.fighters import Status

# ---- the weapon of a vehicle -----------------------------------------------------------------------------------------


PARKED = marker("vehicle", 10, 11.5)


def test_a_fighter_beside_a_parked_vehicle_fires_its_weapon_once_a_round() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)], board=PARKED)
    vehicle = 2
    assert "shoot" in game.allowed(red)
    game.does(red, "shoot", at=blue, firepower=1, dice=[6, SAFE, 1])
    assert game.record(vehicle).fired == 1 and game.record(blue).status is Status.PINNED
    assert any("fired in this round" in why for why in game.why_not(red, "shoot"))


PARKED_AHEAD = marker("vehicle", 10, 12)


def test_two_failed_ammo_tests_jam_the_weapon_of_a_vehicle() -> None:
    game, red, blue = scene(red=[fighter(10, 10.4)], blue=[fighter(10, 30)], board=PARKED_AHEAD)
    vehicle = 2
    game.does(red, "shoot", at=blue, firepower=2, dice=[6, 1, 1, 2, 2, 1, 1])
    assert game.record(vehicle).jammed
    assert any("jammed" in why for why in game.why_not(red, "shoot"))
    assert game.why_not(red, "reload-vehicle-weapon") == (
        "There must be a vehicle within an inch whose weapon is out of ammo.",
    )


def test_the_weapon_of_a_vehicle_sees_from_where_it_stands() -> None:
    door = '[[door]]\nid = "gate"\nline = [16, 20, 18, 20]\nheight = 3\nstate = "closed"\n'
    game, red, blue = scene(red=[fighter(10, 9.4, facing=(0, -1))], blue=[fighter(30, 40)], board=PARKED_AHEAD + door)
    shooter = game.model(red)
    names = [game.world.names[who] for who in targets.things_seen(shooter, guns.gun(shooter, (0, 0, 3)))]
    assert any("gate" in name for name in names) and not any("hauler" in name for name in names)


# ---- as a target -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "damage"), [(5, 2), (4, 0)])
def test_gravity_crushes_a_vehicle_that_it_outrolls(face: int, damage: int) -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, weapons=["grav-gun"])],
        blue=[fighter(40, 40)],
        board=marker("vehicle", 10, 16),
    )
    game.does(red, "shoot", target="the hauler vehicle", dice=[6, SAFE, face])
    assert [e.wounds for e in game.happened(ThingDamaged)] == [damage] * bool(damage)


DUCT = wall(0, 14, 48, 14, 5) + ductway(14, 0.5)
BEYOND_THE_DUCT = marker("vehicle", 10, 16.5)


def test_a_blast_aimed_at_a_vehicle_strikes_it_once() -> None:
    game, red, blue = scene(red=[fighter(10, 4, weapons=["frag-grenades"])], blue=[fighter(30, 40)], board=PARKED_AHEAD)
    vehicle = 2
    game.does(red, "shoot", at=vehicle, dice=[6, 4, 6])
    assert [e.who for e in game.happened(ThingDamaged)] == [vehicle] and len(game.happened(BlastFell)) == 1


def test_a_stray_shot_may_hit_a_vehicle() -> None:
    game, red, blue = scene(
        red=[fighter(10, 4, weapons=["hotshot-lasgun"])], blue=[fighter(12, 20)], board=marker("vehicle", 12.6, 12)
    )
    game.does(red, "shoot", at=blue, dice=[2, SAFE, 1, 6])
    assert [e.who for e in game.happened(ThingDamaged)] == [2]


def test_what_a_watchers_stray_shot_has_wrecked_cannot_be_cut_up_any_more() -> None:
    game, red, watcher = scene(
        red=[fighter(10, 10, wargear=["cutting-beam"])],
        blue=[fighter(10, 3, facing=(0, 1), weapons=["hotshot-lasgun"], skills=["overwatch"])],
        board=marker("vehicle", 12, 10, wounds=1),
    )
    game.does(red, "laser-cut", overwatch=watcher, dice=[1, SAFE, 1, 6])
    assert game.record(2).wrecked and any("no longer" in said for said in game.log())


def test_a_flame_burns_a_vehicle_too() -> None:
    game, red, blue = scene(red=[fighter(10, 6, weapons=["flamer"])], blue=[fighter(30, 40)], board=PARKED_AHEAD)
    game.does(red, "shoot", bearing=(0, 1000), dice=[SAFE, 6])
    assert [e.who for e in game.happened(ThingDamaged)] == [2]


def test_a_flame_through_a_ductway_burns_a_vehicle_at_its_end() -> None:
    game, red, blue = scene(
        red=[fighter(10, 12.5, weapons=["flamer"])], blue=[fighter(30, 40)], board=DUCT + BEYOND_THE_DUCT
    )
    game.does(red, "fire-through-ductway", dice=[SAFE, 6])
    assert [e.who for e in game.happened(ThingDamaged)] == [2]


def test_a_vehicle_at_the_end_of_a_ductway_may_be_shot_at() -> None:
    game, red, blue = scene(
        red=[fighter(10, 12.5, weapons=["hotshot-lasgun"])], blue=[fighter(30, 40)], board=DUCT + BEYOND_THE_DUCT
    )
    game.does(red, "fire-through-ductway", at=2, dice=[5, SAFE, 6])
    assert [e.who for e in game.happened(ThingDamaged)] == [2]


@pytest.mark.parametrize(("facts", "aimed"), [({}, [2]), ({"wrecked": True}, []), ({"owner": 0}, [])])
def test_neither_a_wreck_nor_a_vehicle_of_its_own_side_is_shot_at_through_a_ductway(facts: Any, aimed: Any) -> None:
    game, red, _ = scene(
        red=[fighter(10, 12.5, weapons=["lasgun"])], blue=[fighter(30, 40)], board=DUCT + BEYOND_THE_DUCT
    )
    game.given(2, **facts)
    assert ductway_ends.beyond_ductways(game.model(red)) == aimed


def test_rapid_fire_through_a_ductway_keeps_to_fighters_for_its_further_hits() -> None:
    game, red, blue = scene(
        red=[fighter(10, 12.5, weapons=["autogun"])], blue=[fighter(11.8, 15)], board=DUCT + BEYOND_THE_DUCT
    )
    shooter = game.model(red)
    shot = Shot(shooter, 2, guns.gun(shooter, (0, 0)), "short", 0, "fire-through-ductway")
    assert set(shots.enemies_near_target(shot)) <= {blue}
