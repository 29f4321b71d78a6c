"""Vehicles shoot: arcs, ammunition, on the move, with all their weapons, and weapons that passengers work."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import SAFE, add_vehicle, fighter, run_rule, scene, wall
from warbook.core.events import Rolled
from warbook.core.play import Play
from warbook.core.state import Placement, Posture
from warbook.core.structs import replace
from warbook.rulesets.necromunda.actions import caskets
from warbook.rulesets.necromunda.battle import menu, setup
from warbook.rulesets.necromunda.battle.zones import casket_ids
from warbook.rulesets.necromunda.checks import aiming, guns, targets
from warbook.rulesets.necromunda.edition_classic import RULESET, SHELF
from warbook.rulesets.necromunda.events.attacks import Fired, WasHit
from warbook.rulesets.necromunda.events.moments import CasketBroken
from warbook.rulesets.necromunda.events.things import CasketOpened, Found
from warbook.rulesets.necromunda.events.vehicles import VehicleDamaged, WeaponFired
from warbook.rulesets.necromunda.harm import vehicle_damage
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.things import Cloud
from warbook.rulesets.necromunda.records.vehicles import CrewedVehicle, Driver
from warbook.testing import Script, if_asked

NORTH, SOUTH, EAST, WEST = (0, 1), (0, -1), (1, 0), (-1, 0)
STUBBER = ("heavy-stubber",)


def covers(entry: str, aspect: str) -> pytest.MarkDecorator:
    """Marks a test of an entry of the classic catalogue."""
    return pytest.mark.covers(RULESET.id, entry, aspect)


def armed(
    profile: str = "tarpaulin", *, foe: Any = None, board: str = "", weapons: Any = STUBBER, **changes: Any
) -> Any:
    """A vehicle of red that looks north from (20, 10), an enemy ahead of it; gives both ids."""
    blue = [foe or fighter(20, 25, facing=SOUTH)]
    game, _, blue_id = scene(red=[fighter(2, 2)], blue=blue, board=board, ruleset=RULESET)
    return game, add_vehicle(game, 0, 20, 10, profile=profile, weapons=weapons, **changes), blue_id


def aimed(game: Any, who: int) -> dict[int, int]:
    driver = Driver(game.play, who)
    return targets.targets(driver, guns.gun(driver, (0, 0)), "fire-all")


# ---- arcs, sight and range -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("where", "seen"), [((20, 25), True), ((26, 20), True), ((30, 15), False), ((20, 2), False)])
def test_a_weapon_is_aimed_at_what_touches_its_arc(where: Any, seen: bool) -> None:
    """The lorry is 4 by 2.5 inches: its front arc is as wide as its diagonals."""
    game, lorry, foe = armed(foe=fighter(*where))
    assert (foe in aimed(game, lorry)) == seen


def test_a_mount_with_two_arcs_bears_on_both_sides_and_one_that_is_all_round_everywhere() -> None:
    for where, seen in (((20, 25), True), ((8, 10), True), ((32, 10), False)):
        game, quad, foe = armed("dust-hare", foe=fighter(*where))
        assert (foe in aimed(game, quad)) == seen


def test_range_and_sight_are_those_of_the_weapon() -> None:
    """At the middle of the front, 2 inches ahead of the middle of the hull, half as high as it."""
    game, lorry, foe = armed()
    driver = Driver(game.play, lorry)
    assert (driver.muzzle(0).spot, driver.eye(0)) == ((20000, 12000, 0), (20000, 12000, 1125))
    assert Driver(game.play, lorry).muzzle(1).spot == (20000, 10000, 0), "the platform is over the middle"
    assert Driver(game.play, lorry).eye(1) == (20000, 10000, 2250)
    assert aimed(armed(board=wall(15, 18, 25, 18, 4))[0], lorry) == {}


def test_the_wounds_of_the_driver_make_the_crew_shoot_worse() -> None:
    for flesh, number in ((0, 4), (1, 5), (3, 6)):
        game, lorry, foe = armed(flesh=flesh)
        driver = Driver(game.play, lorry)
        shot = aiming.take_aim(driver, guns.gun(driver, (0, 0)), foe, "fire-all")
        assert aiming.hit_number(shot).number == number and shot.band == "short"


# ---- Fire All --------------------------------------------------------------------------------------------------------


@covers("fire-all", "works")
@pytest.mark.parametrize("stalled", [False, True])
def test_every_weapon_of_the_crew_is_fired_stalled_or_not_and_unwieldy_ones_cost_no_more(stalled: bool) -> None:
    game, lorry, foe = armed(stalled=stalled)
    game.does(lorry, "fire-all", firepower=1, at=foe, dice=[4, SAFE, 1])
    (fired,) = game.happened(Fired)
    assert (fired.who, fired.way, fired.skill) == (lorry, "fire-all", 4)
    assert game.record(foe).status is Status.PINNED and game.state.turn.left == 1


@covers("fire-all", "refused")
def test_without_a_loaded_weapon_or_a_target_it_cannot_fire() -> None:
    for changes, why in (
        ({"weapons": ()}, "loaded weapon"),
        ({"out": (0,)}, "out of ammo"),
        ({"jammed": (0,)}, "jammed"),
        ({"destroyed": (0,)}, "destroyed"),
        ({"conditions": ("blind",)}, "senses"),
        ({"facing": SOUTH}, "nothing it may be aimed at"),
    ):
        game, lorry, _ = armed(**changes)
        assert any(why in each for each in game.why_not(lorry, "fire-all")), why


@covers("fire-all", "numbers")
def test_a_failed_ammo_test_empties_the_weapon_and_two_jam_it() -> None:
    game, lorry, foe = armed()
    game.does(lorry, "fire-all", firepower=1, at=foe, dice=[1, 1, 3])
    assert game.record(lorry).out == (0,)
    game, lorry, foe = armed()
    game.does(lorry, "fire-all", firepower=2, at=foe, dice=[1, 1, 1, 3, 3])
    assert game.record(lorry).jammed == (0,)


def test_an_unstable_weapon_that_blows_up_is_lost_and_wrecks_the_body() -> None:
    game, lorry, foe = armed(weapons=("plasma-gun",), foe=fighter(20, 18, facing=SOUTH))
    game.does(lorry, "fire-all", weapon="Plasma gun, maximum power", at=foe, dice=[2, 1, 1, 6, 6, 6])
    assert game.record(lorry).destroyed == (0,) and game.record(lorry).hull_points == 1
    assert [(e.location, e.result) for e in game.happened(VehicleDamaged)] == [("body", "catastrophic")]


@covers("fire-all", "works")
def test_aim_helps_every_weapon_that_is_fired_and_one_that_is_empty_stays_silent() -> None:
    empty: dict[str, Any] = {"out": (0,)}
    for changes, times in (({}, 2), (empty, 1)):
        game, lorry, foe = armed("patchwork-heavy", weapons=("lascannon", "lascannon"), **changes)
        game.does(lorry, "vehicle-aim")
        game.then(
            "fire-all", weapon=if_asked(lambda asked: asked.options()[0]), at=if_asked(foe), dice=[2, SAFE] * times
        )
        assert [event.why for event in game.happened(Rolled) if event.key == "hit"] == ["To hit, 3+"] * times


def test_a_vehicle_either_fires_all_or_shoots_on_the_move() -> None:
    game, lorry, foe = armed(skills=("fast-shot", "hip-shooting"))
    game.does(lorry, "fire-all", firepower=1, at=foe, dice=[1, SAFE])
    driver = Driver(game.play, lorry)
    assert not menu.why_not(driver, "fire-all"), "fast shot: it is Simple"
    assert any("the other of its two ways" in why for why in menu.why_not(driver, "move-and-shoot"))


def test_a_vehicle_shoots_at_a_vehicle() -> None:
    game, lorry, _ = armed(foe=fighter(2, 46))
    other = add_vehicle(game, 1, 20, 25, profile="dust-hare", facing=NORTH)
    game.does(lorry, "fire-all", firepower=1, at=other, dice=[4, SAFE, 1])
    assert [e.who for e in game.happened(WasHit)] == [other]


def test_a_flame_of_a_vehicle_begins_at_the_weapon_and_stays_in_its_arcs() -> None:
    game, lorry, foe = armed(foe=fighter(20, 16, facing=SOUTH), weapons=("heavy-flamer",))
    question = game.asks(lorry, "fire-all")
    assert not question.legal((0, 1000)) and question.legal((1000, 0)) and question.legal((0, -1000))
    game.does(lorry, "fire-all", bearing=(0, 1000), dice=[SAFE, 1, 1])
    assert [e.who for e in game.happened(WasHit)] == [foe]


def test_a_flame_from_the_middle_of_a_hull_stays_in_the_arcs_beyond_it() -> None:
    game, _, foe = scene(
        red=[fighter(2, 2)], blue=[fighter(20, 16, facing=SOUTH)], options={"hull-weapons-at-edges": False},
        ruleset=RULESET,
    )  # fmt: skip
    lorry = add_vehicle(game, 0, 20, 10, profile="tarpaulin", weapons=("heavy-flamer",))
    question = game.asks(lorry, "fire-all")
    assert not question.legal(NORTH) and question.legal(EAST) and question.legal(SOUTH)
    game.does(lorry, "fire-all", bearing=NORTH, dice=[SAFE, 1, 1])
    assert [e.who for e in game.happened(WasHit)] == [foe]


def test_a_passenger_may_lay_the_flame_of_a_weapon_over_the_bed() -> None:
    game, red, foe = scene(red=[fighter(22, 10)], blue=[fighter(20, 16, facing=SOUTH)], ruleset=RULESET)
    add_vehicle(game, 0, 20, 10, profile="tarpaulin", weapons=("heavy-stubber", "heavy-flamer"))
    game.does(red, "shoot", bearing=NORTH, dice=[SAFE, 1, 1])
    assert [e.who for e in game.happened(WasHit)] == [foe]


# ---- Move & Shoot ----------------------------------------------------------------------------------------------------


@covers("move-and-shoot", "works")
@pytest.mark.parametrize("when", ["first", "last"])
def test_it_shoots_before_it_moves_or_after(when: str) -> None:
    game, lorry, foe = armed()
    game.does(lorry, "move-and-shoot", when=when, drive=((3500, 0, 1),), firepower=1, at=foe, dice=[4, SAFE, 1])
    assert game.record(lorry).at.y == 13500 and game.record(foe).status is Status.PINNED


@covers("move-and-shoot", "works")
def test_it_shoots_on_its_way_and_goes_on_with_what_is_left() -> None:
    game, lorry, foe = armed(foe=fighter(32, 12, facing=WEST))
    game.does(
        lorry, "move-and-shoot", when="between", drive=[((1500, 0, 1), (0, 1, 0)), ((2000, 1, 0),)],
        firepower=1, at=foe, dice=[4, SAFE, 1],
    )  # fmt: skip
    assert game.record(lorry).at.spot == (22000, 11500, 0) and game.record(foe).status is Status.PINNED


@covers("move-and-shoot", "numbers")
@pytest.mark.parametrize(("profile", "far"), [("tarpaulin", 3500), ("wick-runner", 9000)])
def test_it_goes_half_its_movement_with_a_dedicated_gunner_all_of_it(profile: str, far: int) -> None:
    game, who, _ = armed(profile, foe=fighter(46, 46), crew="carter")
    question = game.asks(who, "move-and-shoot", when="first")
    assert not question.legal(((far, 0, 1),)) and question.legal(((far + 1, 0, 1),))


@covers("move-and-shoot", "refused")
def test_nobody_shoots_on_the_move_who_cannot_move_or_has_nothing_loaded() -> None:
    for changes, why in (({"stalled": True}, "stalled"), ({"out": (0,)}, "loaded"), ({"broken": True}, "senses")):
        game, lorry, _ = armed(**changes)
        assert any(why in each for each in game.why_not(lorry, "move-and-shoot")), why


def test_a_sidearm_is_fired_on_the_move_alone_out_of_the_front() -> None:
    game, lorry, foe = armed(foe=fighter(20, 18, facing=SOUTH), weapons=(), sidearms=("stub-gun", "hand-flamer"))
    assert any("nothing to shoot" in why or "loaded weapon" in why for why in game.why_not(lorry, "fire-all"))
    game.does(lorry, "move-and-shoot", when="first", at=foe, drive=((3500, 0, 1),), dice=[2, SAFE, 1])  # 4+, +2 near
    (fired,) = game.happened(Fired)
    assert (fired.skill, fired.weapon, game.record(foe).status) == (4, "Stub gun", Status.PINNED)
    game, lorry, foe = armed(foe=fighter(30, 11), weapons=(), sidearms=("stub-gun",))
    driver = Driver(game.play, lorry)
    assert foe not in targets.targets(driver, guns.gun(driver, (0, 0)), "move-and-shoot")
    assert driver.muzzle(0).spot == (20_000, 12_000, 0)


def test_a_sidearm_runs_out_is_reloaded_and_is_no_weapon_of_the_vehicle() -> None:
    game, lorry, _ = armed(sidearms=("stub-gun",), out=(1,))
    game.does(lorry, "vehicle-reload")  # plentiful: no test
    assert game.record(lorry).out == ()
    run_rule(game, lambda play: vehicle_damage.lose_weapon(play, Driver(play, lorry)))
    assert game.record(lorry).destroyed == (0,)
    run_rule(game, lambda play: vehicle_damage.lose_weapon(play, Driver(play, lorry)))
    assert game.record(lorry).destroyed == (0,)


# ---- Aim and Reload --------------------------------------------------------------------------------------------------


@covers("vehicle-aim", "works")
@covers("vehicle-aim", "numbers")
def test_aim_helps_fire_all_and_a_shot_on_the_move() -> None:
    game, lorry, foe = armed()
    game.does(lorry, "vehicle-aim")
    driver = Driver(game.play, lorry)
    gun = guns.gun(driver, (0, 0))
    numbers = [
        aiming.hit_number(aiming.take_aim(driver, gun, foe, how)).number for how in ("fire-all", "move-and-shoot")
    ]
    assert numbers == [3, 3]


@covers("vehicle-aim", "refused")
def test_nobody_aims_with_an_empty_weapon_or_a_stalled_engine() -> None:
    for changes, why in (({"out": (0,)}, "loaded"), ({"stalled": True}, "stalled")):
        game, lorry, _ = armed(**changes)
        assert any(why in each for each in game.why_not(lorry, "vehicle-aim"))


@covers("vehicle-reload", "works")
@covers("vehicle-reload", "numbers")
@pytest.mark.parametrize(("face", "left"), [(4, ()), (3, (0,))])
def test_an_ammo_test_loads_a_weapon_again(face: int, left: Any) -> None:
    game, lorry, _ = armed(out=(0,))
    game.does(lorry, "vehicle-reload", dice=[face])
    assert game.record(lorry).out == left


@covers("vehicle-reload", "refused")
def test_what_is_loaded_or_jammed_is_not_reloaded() -> None:
    game, lorry, _ = armed()
    assert game.why_not(lorry, "vehicle-reload") == ("It must have a weapon that is out of ammo.",)
    game, lorry, _ = armed(out=(0,), jammed=(0,))
    assert any("jammed" in why for why in game.why_not(lorry, "vehicle-reload"))


# ---- passengers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wargear", "seen"), [((), False), (("photo-goggles",), True)])
def test_goggles_see_through_smoke_over_what_stands_on_a_vehicle_as_well(wargear: Any, seen: bool) -> None:
    game, red, foe = scene(red=[fighter(22, 10, wargear=wargear)], blue=[fighter(20, 25)], ruleset=RULESET)
    lorry = add_vehicle(game, 0, 20, 10, profile="tarpaulin", weapons=("heavy-stubber", "mounted-heavy-stubber"))
    at = Placement(20_000, 18_000, 0, radius=0, height=0, posture=Posture.AWAY)
    game.state.records.append(Cloud(id=3, owner=-1, profile="smoke", at=at))
    game.state.derived = None
    gunner, driver = game.model(red), Driver(game.play, lorry)
    assert (foe in targets.targets(gunner, guns.gun(gunner, (1, 0, lorry)))) == seen
    assert foe not in targets.targets(driver, guns.gun(driver, (0, 0)), "fire-all"), "no crew wears any"


def test_a_fighter_beside_a_vehicle_fires_what_passengers_work_once_a_round_with_its_own_skill() -> None:
    game, red, foe = scene(
        red=[fighter(22, 10, stats={"bs": 3})], blue=[fighter(20, 25, facing=SOUTH)], ruleset=RULESET
    )
    lorry = add_vehicle(game, 0, 20, 10, profile="tarpaulin", weapons=("heavy-stubber", "mounted-heavy-stubber"))
    assert guns.guns(Driver(game.play, lorry)) == [(0, 0)] and guns.guns(game.model(red)) == [(1, 0, lorry)]
    game.does(red, "shoot", at=foe, firepower=1, dice=[3, SAFE, 1])
    assert game.record(foe).status is Status.PINNED
    assert [(e.who, e.slot) for e in game.happened(WeaponFired)] == [(lorry, 1)]
    assert any("fired in this round" in why for why in game.why_not(red, "shoot"))
    game.state.turn = replace(game.state.turn, round=2)
    assert not any("fired in this round" in why for why in game.why_not(red, "shoot"))


def test_what_passengers_work_bears_only_on_its_arcs() -> None:
    game, red, foe = scene(red=[fighter(22, 10)], blue=[fighter(20, 2)], ruleset=RULESET)
    add_vehicle(game, 0, 20, 10, profile="tarpaulin", weapons=("heavy-stubber", "mounted-heavy-stubber"))
    assert any("nothing it may be aimed at" in why for why in game.why_not(red, "shoot"))


def test_a_casket_that_a_vehicle_shoots_open_beside_it_spills_for_nobody() -> None:
    world, state = setup.table(RULESET, SHELF.content("classic-haul"))
    (crates,), lorry = casket_ids(world), world.count
    beside = replace(state.records[crates].at, shape=state.records[lorry].at.shape, posture=int(Posture.UP))
    state.put(replace(state.record(CrewedVehicle, lorry), at=beside, deployed=True))
    play = Play(state, RULESET, world, [], Script((4,), {}))
    caskets.spill_broken_casket(play, CasketBroken(crates, lorry))
    assert [event for event in play.events if isinstance(event, CasketOpened)]
    assert not [event for event in play.events if isinstance(event, Found)]


@pytest.mark.parametrize(("moved", "harder"), [(5_001, True), (5_000, False)])
def test_on_a_rolling_road_a_swift_target_is_harder_to_hit(moved: int, harder: bool) -> None:
    for rolls in (True, False):
        game, lorry, foe = armed(foe=fighter(20, 18, moved=moved))
        game.world = replace(game.world, scenario=replace(game.world.scenario, rolling_road=rolls))
        driver = Driver(game.play, lorry)
        shot = aiming.take_aim(driver, guns.gun(driver, (0, 0)), foe, "fire-all")
        why = ("swift target on a rolling road", -1)
        assert game.model(foe).move == 5_000 and (why in aiming.hit_number(shot).because) == (harder and rolls)


@pytest.mark.parametrize(("moved", "harder"), [(9_000, True), (4_000, False)])
def test_so_is_a_swift_vehicle(moved: int, harder: bool) -> None:
    game, lorry, _ = armed(foe=fighter(2, 46))
    other = add_vehicle(game, 1, 20, 25, profile="tarpaulin", moved=moved)
    game.world = replace(game.world, scenario=replace(game.world.scenario, rolling_road=True))
    driver = Driver(game.play, lorry)
    shot = aiming.take_aim(driver, guns.gun(driver, (0, 0)), other, "fire-all")
    assert (("swift target on a rolling road", -1) in aiming.hit_number(shot).because) == harder
