"""Rulings of shooting that have been got wrong once: each sentence here is one that a table would argue about."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import SAFE, ductway, fighter, leg, low_wall, marker, scene, wall, way
from warbook.core.length import INCH
from warbook.rulesets.necromunda.attacks.shooting import bystanders, shots, weapon_choice
from warbook.rulesets.necromunda.checks import aiming, ductway_ends, guns, targets
from warbook.rulesets.necromunda.checks.aiming import Shot
from warbook.rulesets.necromunda.events.attacks import BlastFell
from warbook.rulesets.necromunda.events.fighters import Pinned, Unreadied
from warbook.rulesets.necromunda.events.things import ThingDamaged
from warbook.rulesets.necromunda.records.fighters import Status

TRAP = marker("booby-trap", 10, 14)
PARKED = marker("vehicle", 10, 12)
WALL = wall(4, 14, 16, 14)
DUCT = wall(0, 14, 48, 14, 5) + ductway(14, 0.5)
BEYOND_THE_DUCT = marker("vehicle", 10, 16.5)
CACHE = marker("ammo-cache", 10, 10.9)


# ---- the target ------------------------------------------------------------------------------------------------------


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


# ---- knockback -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "y"), [(3, 18), (4, 19)])
def test_a_knockback_counts_the_face_of_the_die(face: int, y: int) -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["shotgun"])], blue=[fighter(10, 18, stats={"s": 4})])
    game.does(red, "shoot", weapon="solid", at=blue, dice=[face, SAFE, 1])  # +1 to hit for short range, not to shove
    assert game.record(blue).at.y == y * INCH


def test_a_blast_right_on_its_victim_throws_it_anywhere() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["frag-grenades"])], blue=[fighter(10, 17)])
    game.does(red, "shoot", at=blue, dice=[6, 4, 3, 360, 1])
    assert (game.record(blue).at.x, game.record(blue).at.y) == (11 * INCH, 17 * INCH)


# ---- saves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("armour", "needed"), [(["flak", "assault-shield"], 5), (["flak", "ceramite-shield"], 4), (["heavy-carapace"], 3)]
)
def test_a_shield_is_up_until_its_bearer_goes_down(armour: list[str], needed: int) -> None:
    for facing, number in (((0, -1), needed), ((0, 1), 4 if "heavy-carapace" in armour else 6)):
        game, red, blue = scene(
            red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 20, armour=armour, wounds=3, facing=facing)]
        )
        game.does(red, "shoot", at=blue, dice=[3, SAFE, 6, 1])
        assert f"Save, {number}+" in " ".join(game.log())


def test_who_lies_pinned_already_has_no_front() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"])],
        blue=[fighter(10, 20, armour=["heavy-carapace"], wounds=3, status=Status.PINNED)],
    )
    game.does(red, "shoot", at=blue, dice=[3, SAFE, 6, 1])
    assert "Save, 4+" in " ".join(game.log())


# ---- vehicles --------------------------------------------------------------------------------------------------------


def test_a_blast_aimed_at_a_vehicle_strikes_it_once() -> None:
    game, red, blue = scene(red=[fighter(10, 4, weapons=["frag-grenades"])], blue=[fighter(30, 40)], board=PARKED)
    vehicle = 2
    game.does(red, "shoot", at=vehicle, dice=[6, 4, 6])
    assert [e.who for e in game.happened(ThingDamaged)] == [vehicle] and len(game.happened(BlastFell)) == 1


def test_a_flame_burns_a_vehicle_too() -> None:
    game, red, blue = scene(red=[fighter(10, 6, weapons=["flamer"])], blue=[fighter(30, 40)], board=PARKED)
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


def test_rapid_fire_through_a_ductway_keeps_to_fighters_for_its_further_hits() -> None:
    game, red, blue = scene(
        red=[fighter(10, 12.5, weapons=["autogun"])], blue=[fighter(11.8, 15)], board=DUCT + BEYOND_THE_DUCT
    )
    shooter = game.model(red)
    shot = Shot(shooter, 2, guns.gun(shooter, (0, 0)), "short", 0, "fire-through-ductway")
    assert set(shots.enemies_near_target(shot)) <= {blue}


def test_two_failed_ammo_tests_jam_the_weapon_of_a_vehicle() -> None:
    game, red, blue = scene(red=[fighter(10, 10.4)], blue=[fighter(10, 30)], board=PARKED)
    vehicle = 2
    game.does(red, "shoot", at=blue, firepower=2, dice=[6, 1, 1, 2, 2, 1, 1])
    assert game.record(vehicle).jammed
    assert any("jammed" in why for why in game.why_not(red, "shoot"))
    assert game.why_not(red, "reload-vehicle-weapon")


# ---- ammunition ------------------------------------------------------------------------------------------------------


def test_scarce_ammunition_comes_out_of_the_cache_or_not_at_all() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["meltagun"], out=(0,))], blue=[fighter(10, 30)], board=CACHE)
    game.does(red, "reload", dice=[2])  # 4+ and 2 for the cache, which nobody is asked about
    assert game.record(red).out == ()


# ---- overwatch -------------------------------------------------------------------------------------------------------


def test_a_watcher_may_answer_with_flames_that_reach() -> None:
    watcher: dict[str, Any] = {"weapons": ["flamer"], "skills": ["overwatch"]}
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 15, **watcher)])
    game.does(red, "move", overwatch=blue, bearing=(0, -1000), dice=[SAFE, 1, 1])
    assert game.record(red).status is Status.PINNED and game.state.turn.actor == -1
    assert [e.who for e in game.happened(Unreadied)] == [blue]


def test_a_watchers_flames_must_fall_on_whoever_acts() -> None:
    watcher: dict[str, Any] = {"weapons": ["flamer"], "skills": ["overwatch"]}
    game, red, blue = scene(red=[fighter(8, 10)], blue=[fighter(10, 15, **watcher)])
    question = game.asks(red, "move", overwatch=blue)
    assert question.legal((3000, -5000)) and not question.legal((-2000, -5000))
    assert question.candidates(3) and not any(question.legal(each) for each in question.candidates(3))
    game, red, blue = scene(red=[fighter(10, 4)], blue=[fighter(10, 15, **watcher)])
    game.does(red, "move", path=way(leg(10, 5)))


# ---- what can be seen ------------------------------------------------------------------------------------------------

LOW_WALL = low_wall(8, 9, 12)


def smoked(**changes: Any) -> Any:
    """Somebody who has just laid smoke 5" ahead, with a vehicle in the open beyond it."""
    red = [fighter(10, 4, weapons=["frag-grenades", "smoke-grenades", "lasgun"], **changes)]
    game, red, blue = scene(red=red, blue=[fighter(30, 40)], board=PARKED)
    game.does(red, "shoot", weapon=(1, 0), target=-1, point=(10000, 7500, 0), dice=[6, 4])
    return game, red


@pytest.mark.parametrize("goggles", [False, True])
def test_nobody_aims_at_what_smoke_hides_except_through_goggles(goggles: bool) -> None:
    game, red = smoked(wargear=["photo-goggles"] if goggles else [])
    vehicle = 2
    shooter = game.model(red)
    assert (vehicle in targets.things_seen(shooter, guns.gun(shooter, (2, 0)))) is goggles
    spot = game.asks(red, "shoot", weapon=(0, 0), **({"target": -1} if goggles else {}))
    assert (spot.legal((10000, 10300, 0)) == ()) is goggles
    assert spot.legal((10000, 4900, 0)) == ()


def test_a_vehicle_behind_a_low_wall_has_cover() -> None:
    game, red, blue = scene(red=[fighter(10, 4, weapons=["lasgun"])], blue=[fighter(30, 40)], board=PARKED + LOW_WALL)
    shooter = game.model(red)
    shot = aiming.take_aim(shooter, guns.gun(shooter, (0, 0)), 2, "shoot")
    assert ("cover", -2) in aiming.hit_number(shot).because


def test_the_weapon_of_a_vehicle_sees_from_where_it_stands() -> None:
    door = '[[door]]\nid = "gate"\nline = [16, 20, 18, 20]\nheight = 3\nstate = "closed"\n'
    game, red, blue = scene(red=[fighter(10, 9.4, facing=(0, -1))], blue=[fighter(30, 40)], board=PARKED + door)
    shooter = game.model(red)
    names = [game.world.names[who] for who in targets.things_seen(shooter, guns.gun(shooter, (0, 0, 3)))]
    assert any("gate" in name for name in names) and not any("hauler" in name for name in names)


def test_darkness_hides_beyond_a_ductway_too() -> None:
    for y, conditions, there in ((15.5, (), True), (19, (), False), (19, ("blaze",), True)):
        board = wall(0, 14, 48, 14, 5) + ductway(14, 0.5, y - 15)
        game, red, blue = scene(
            red=[fighter(10, 12.5, weapons=["lasgun"])],
            blue=[fighter(10, y, conditions=conditions)],
            board=board,
            dark=3 * INCH,
        )
        assert bool(ductway_ends.beyond_ductways(game.model(red))) is there


# ---- what an interrupt leaves of an action ---------------------------------------------------------------------------


def test_who_breaks_under_a_watchers_shot_does_nothing_but_run() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10)], blue=[fighter(10, 16, weapons=["scare-gas-grenades"], skills=["overwatch"])]
    )
    gassed, ran = (6, 6, 6, 1, 1), (1, 1)
    game.does(red, "move", overwatch=blue, dice=[*gassed, *ran])
    assert game.record(red).broken and game.state.turn.actor == -1


def test_who_is_dazzled_by_a_watcher_loses_its_shot() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"], skills=["nerves-of-steel"])],
        blue=[fighter(10, 16, weapons=["photon-flash-grenades"], skills=["overwatch"])],
    )
    game.does(red, "shoot", overwatch=blue, dice=[6, 5, 6, 6, 1])  # hit, ammo, Cool, and the Initiative test fails
    assert "blind" in game.record(red).conditions and game.record(red).status is Status.STANDING
    assert game.state.turn.left == 1


def test_who_is_thrown_out_of_sight_by_a_watchers_shot_shoots_at_nobody() -> None:
    displaced: dict[str, Any] = {"armour": ["displacer-field"], "skills": ["nerves-of-steel"], "weapons": ["lasgun"]}
    game, red, blue = scene(
        red=[fighter(3.4, 10, **displaced)],
        blue=[fighter(3.4, 18, weapons=["lasgun"], skills=["overwatch"])],
        board=wall(4.5, 14, 16, 14),
    )
    game.does(red, "shoot", overwatch=blue, dice=[6, SAFE, 6, 6, 6, 6, 360])  # three inches east, behind the wall
    assert game.record(red).at.x > 6 * INCH and game.state.turn.left == 1


def test_suspensors_make_no_fast_shot_of_an_unwieldy_weapon() -> None:
    carried: dict[str, Any] = {
        "weapons": ["mining-laser", "laspistol"],
        "accessories": {"mining-laser": ["suspensors"]},
    }
    game, red, blue = scene(red=[fighter(10, 10, skills=["fast-shot"], **carried)], blue=[fighter(10, 20)])
    game.state = game.poised(red)
    game.goes_on(action="shoot", weapon=(1, 0), target=blue, dice=[1, SAFE])
    shooter = game.model(red)
    choice = weapon_choice.weapon_choice(shooter, "shoot", 0)
    assert choice.legal((1, 0)) == () and any("unwieldy" in why for why in choice.legal((0, 0)))


@pytest.mark.parametrize(("y", "needed"), [(19.984, 4), (19.985, 6)])
def test_a_throw_at_somebody_reaches_as_far_as_the_rim_of_its_base(y: float, needed: int) -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["frag-grenades"])], blue=[fighter(10, y)])  # nine inches
    game.does(red, "shoot", at=blue, dice=[1, 4, 6, 6, 360])
    assert f"To hit, {needed}+" in " ".join(game.log())


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
