"""What is built into vehicles and used in their activation."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.movement.test_driving import EAST, MOVE, NORTH, covers
from tests.necromunda.scenes import add_vehicle, fighter, rolled_keys, scene, spot, wall
from warbook.core.length import INCH
from warbook.core.structs import replace
from warbook.rulesets.necromunda.attacks import ammo
from warbook.rulesets.necromunda.battle import menu, setup
from warbook.rulesets.necromunda.checks import aiming, darkness, guns
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.attacks import CloudRose
from warbook.rulesets.necromunda.records.things import Piece, Trap
from warbook.rulesets.necromunda.records.vehicles import Driver
from warbook.testing import drive

DARK = 3 * INCH
SWERVES, LEFT = 1, 1


def built(*upgrades: str, dark: int = 0, foe: Any = (46, 46), friend: Any = (2, 2), **changes: Any) -> Any:
    """A lorry (M 7, Handling 7+) that looks north from (20, 10) with these upgrades; gives it and a fighter of blue."""
    around = {key: changes.pop(key) for key in ("board", "options") if key in changes}
    game, _, blue = scene(red=[fighter(*friend)], blue=[fighter(*foe)], ruleset=RULESET, dark=dark, **around)
    lorry = add_vehicle(game, 0, 20, 10, profile=changes.pop("profile", "tarpaulin"), upgrades=upgrades, **changes)
    return game, lorry, blue


def with_things_laid(game: Any, rounds: int = 2) -> Any:
    """The same scene, in which the vehicles have what they may drop."""
    world, records = game.world, game.state.records
    names = dict(world.names)
    brought = setup.add_things_laid(world.vehicle_kits, world.count, records, names, rounds)
    game.world = replace(world, names=names, brought=brought)
    game.state.derived = None
    return game


ALL = {
    "inject": ("glys-injector", "a glys injector"),
    "fire-coil": ("plasma-coil", "a plasma coil"),
    "headlights": ("headlights", "headlights"),
    "launch-smoke": ("smoke-launchers", "smoke launchers"),
    "launch-flares": ("flare-launchers", "flare launchers"),
    "lay-mine": ("minelayer", "a minelayer"),
    "lay-caltrops": ("caltrop-launcher", "a caltrop launcher"),
}


@pytest.mark.parametrize("action", [pytest.param(each, marks=covers(each, "refused"), id=each) for each in ALL])
def test_each_takes_its_upgrade_and_a_crew_that_is_not_broken(action: str) -> None:
    upgrade, words = ALL[action]
    game, lorry, _ = built("ram", dark=DARK)
    assert f"It must have {words}." in game.why_not(lorry, action)
    game, lorry, _ = built(upgrade, dark=DARK, broken=True)
    assert "It is broken: it does nothing but get away." in game.why_not(with_things_laid(game) and lorry, action)
    game, lorry, _ = built(upgrade, dark=DARK)
    assert with_things_laid(game).why_not(lorry, action) == ()


# ---- faster ----------------------------------------------------------------------------------------------------------


def reaches(game: Any, who: int, action: str, legs: Any, *dice: int) -> bool:
    return not game.asks(who, action, dice=dice).legal(legs)


@pytest.mark.parametrize(
    ("action", "straight", "turned", "dice"),
    [
        (MOVE, 8, 7, ()),
        ("manoeuvre", 4, 3.5, ()),
        ("full-throttle", 24, 21, ()),
        ("ram", 9, 8, (1,)),
    ],
)
def test_speed_fins_help_as_long_as_it_does_not_turn(action: str, straight: float, turned: float, dice: Any) -> None:
    game, lorry, _ = built("speed-fins")
    assert reaches(game, lorry, action, drive((straight, NORTH)), *dice)
    assert not reaches(game, lorry, action, drive((straight + 0.1, NORTH)), *dice)
    assert reaches(game, lorry, action, drive((1, NORTH), (turned - 1, EAST)), *dice)
    assert not reaches(game, lorry, action, drive((1, NORTH), (turned - 0.9, EAST)), *dice)
    assert not reaches(built()[0], lorry, action, drive((straight, NORTH)), *dice)


def test_speed_fins_and_a_manoeuvre_with_many_pivots() -> None:
    game, lorry, _ = built("speed-fins")
    assert reaches(game, lorry, "manoeuvre", drive((1, NORTH), (1, EAST), (1.5, NORTH)))
    assert not reaches(game, lorry, "manoeuvre", drive((1, NORTH), (1, EAST), (1.6, NORTH)))
    game, lorry, _ = built("speed-fins", held_back=True, moved=5000)
    assert reaches(game, lorry, MOVE, drive((2, NORTH))), "what holds it back holds the fins back too"
    assert not reaches(game, lorry, MOVE, drive((2.1, NORTH)))


@covers("inject", "works")
@covers("inject", "numbers")
def test_an_injector_is_good_for_one_activation() -> None:
    game, lorry, _ = built("glys-injector")
    game.does(lorry, "inject")
    assert game.state.turn.left == 2 and Driver(game.play, lorry).move == 11 * INCH
    game.then(MOVE, drive=drive((11, NORTH)))
    game.then("end-activation")
    assert Driver(game.play, lorry).move == 7 * INCH
    assert game.why_not(lorry, "inject") == ("It must not have worked before in this battle.",)
    game, swift, _ = built("glys-injector", profile="wick-runner")
    game.does(swift, "inject")
    assert Driver(game.play, swift).move == 12 * INCH, "no vehicle is faster than that"


@covers("fire-coil", "works")
@covers("fire-coil", "numbers")
@pytest.mark.parametrize(("face", "left"), [(1, 2), (2, 3)])
def test_a_coil_may_cost_a_hull_point_when_the_activation_ends(face: int, left: int) -> None:
    game, lorry, _ = built("plasma-coil")
    game.does(lorry, "fire-coil")
    assert Driver(game.play, lorry).move == 9 * INCH
    game.then("end-activation", dice=[face])
    assert rolled_keys(game) == ["coil"] and game.record(lorry).hull_points == left
    assert Driver(game.play, lorry).move == 7 * INCH and game.why_not(lorry, "fire-coil") == ()


def test_whether_a_coil_burns_again_is_an_option() -> None:
    game, lorry, _ = built("plasma-coil", options={"plasma-coils-burn-again": False}, used=("plasma-coil",))
    assert game.why_not(lorry, "fire-coil") == ("It must not have worked before in this battle.",)


def test_nothing_is_opened_after_the_last_action() -> None:
    game, lorry, _ = built("glys-injector")
    game.does(lorry, "full-throttle", drive=drive())
    assert not menu.free_actions(Driver(game.play, lorry))


# ---- light and smoke -------------------------------------------------------------------------------------------------


def lit(game: Any, *whom: int) -> list[bool]:
    return [darkness.given_away(game.play, who) for who in whom]


@covers("headlights", "works")
@covers("headlights", "numbers")
@pytest.mark.parametrize(
    ("foe", "board", "shown"),
    [
        ((20, 24.4), "", True),
        ((20, 24.6), "", False),
        ((26, 13), "", False),  # outside the front arc
        ((20, 5), "", False),
        ((20, 20), wall(15, 15, 25, 15, 4), False),
    ],
)
def test_headlights_show_who_is_ahead_and_the_vehicle(foe: Any, board: str, shown: bool) -> None:
    game, lorry, blue = built("headlights", dark=DARK, foe=foe, board=board)
    assert lit(game, lorry, blue) == [False, False]
    game.does(lorry, "headlights")
    assert lit(game, lorry, blue) == [True, shown] and game.state.turn.left == 2
    game.then("end-activation")
    assert lit(game, lorry, blue) == [True, shown], "they stay on"
    game.does(lorry, "headlights")
    assert lit(game, lorry, blue) == [False, False]


def test_headlights_are_switched_first_of_all_and_in_the_dark() -> None:
    game, lorry, _ = built("headlights")
    assert game.why_not(lorry, "headlights") == ("It must be dark.",)
    game, lorry, _ = built("headlights", dark=DARK)
    game.does(lorry, MOVE, drive=drive())
    assert menu.why_not(Driver(game.play, lorry), "headlights") == ("It must not have acted in this activation.",)


@covers("launch-smoke", "works")
@covers("launch-smoke", "numbers")
def test_three_clouds_within_two_inches() -> None:
    game, lorry, _ = built("smoke-launchers", stalled=True)
    places = [spot(20, 14)[:3], spot(23.2, 10)[:3], spot(20, 10)[:3]]
    game.does(lorry, "launch-smoke", smoke=places)
    assert [event.cloud.at.spot for event in game.happened(CloudRose)] == places
    question = game.asks(lorry, "launch-smoke")
    assert question.legal(spot(20, 14.1)[:3]) == ('It must be within 2" of the vehicle.',)


@covers("launch-flares", "works")
@covers("launch-flares", "numbers")
@pytest.mark.parametrize(("foe", "shown"), [((20, 24.4), True), ((20, 24.6), False), ((8, 10), True)])
def test_flares_give_everybody_away_who_is_near(foe: Any, shown: bool) -> None:
    game, lorry, blue = built("flare-launchers", dark=DARK, foe=foe, friend=(20, 5))
    game.does(lorry, "launch-flares")
    assert lit(game, 0, lorry, blue) == [True, True, shown]


def test_smoke_vents_make_it_harder_to_hit() -> None:
    for upgrades, number in (((), 0), (("smoke-vents",), 1)):
        game, red, _ = scene(red=[fighter(20, 20, weapons=["autogun"])], blue=[fighter(46, 46)], ruleset=RULESET)
        lorry = add_vehicle(game, 1, 20, 30, profile="tarpaulin", upgrades=upgrades)
        needed = aiming.hit_number(aiming.take_aim(game.model(red), guns.gun(game.model(red), (0, 0)), lorry, "shoot"))
        assert sum(-value for name, value in needed.because if name == "smoke vents") == number


# ---- behind it -------------------------------------------------------------------------------------------------------

TAIL = spot(20, 14.5)[:3]  # half an inch behind it once it has gone seven


@covers("lay-mine", "works")
@covers("lay-mine", "numbers")
def test_a_mine_is_left_behind_once_and_goes_off_at_others() -> None:
    game, lorry, _ = built("minelayer")
    other = add_vehicle(game, 1, 30, 14.5, profile="tarpaulin", facing=(-1, 0))
    with_things_laid(game)
    game.does(lorry, "lay-mine", drive=drive((7, NORTH)), drop=TAIL)
    (mine,) = [record for record in game.state.records if isinstance(record, Trap)]
    assert (mine.kind, mine.there, mine.at.spot) == ("melta-trap", True, (20_000, 14_500, 0))
    game.then("end-activation")
    assert game.why_not(lorry, "lay-mine") == ("It must not have worked before in this battle.",)
    game.does(other, MOVE, drive=drive((5.6, (-1, 0))), dice=[1])
    assert rolled_keys(game) == ["trap"] and not game.record(mine.id).there, "a dud"


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (spot(20, 13.9)[:3], 'It must be within 1" of the vehicle.'),
        (spot(20, 19.5)[:3], "It must be behind the vehicle."),
        (spot(20, 16)[:3], "It must be behind the vehicle."),
    ],
)
def test_it_is_left_within_an_inch_in_the_rear_arc(place: Any, said: str) -> None:
    game, lorry, _ = built("minelayer")
    question = with_things_laid(game).asks(lorry, "lay-mine", drive=drive((7, NORTH)))
    assert question.legal(TAIL) == () and question.legal(place) == (said,)


def test_it_drives_straight_and_keeps_what_it_has_no_room_for() -> None:
    game, lorry, _ = built("minelayer")
    question = with_things_laid(game).asks(lorry, "lay-mine")
    assert question.legal(drive((7, EAST))) == ("It may not turn.",) and question.legal(drive((7.1, NORTH))) != ()
    game, _, _ = built()
    edge = add_vehicle(game, 0, 30, 2, profile="tarpaulin", upgrades=("minelayer",))
    with_things_laid(game).does(edge, "lay-mine", drive=drive())
    assert not game.record(edge).used, "the edge of the board is right behind it"


def test_whether_a_mine_spares_its_layer_is_an_option() -> None:
    game, lorry, _ = built("minelayer", options={"traps-spare-their-setter": False})
    with_things_laid(game).does(lorry, "lay-mine", drive=drive((7, NORTH)), drop=TAIL, dice=[2])
    assert rolled_keys(game) == ["trap"]


def over_caltrops(*dice: int, locomotion: Any = "", profile: str = "tarpaulin", x: float = 20) -> Any:
    """A vehicle of blue has driven north along the line of x behind a lorry that has left caltrops at (20, 14.5)."""
    game, lorry, _ = built("caltrop-launcher")
    other = add_vehicle(game, 1, x, 6, profile=profile, locomotion=locomotion)
    with_things_laid(game).does(lorry, "lay-caltrops", drive=drive((7, NORTH)), caltrops=1, drop=TAIL)
    game.then("end-activation")
    game.does(other, MOVE, drive=drive((5.5, NORTH)), dice=dice)
    return game, other


@covers("lay-caltrops", "works")
@covers("lay-caltrops", "numbers")
def test_caltrops_make_wheels_lose_control() -> None:
    game, _ = over_caltrops(3, 6)  # 9+ of a 7+
    assert rolled_keys(game) == ["control"]
    game, _ = over_caltrops(3, 5, SWERVES, LEFT)
    assert "control.die" in rolled_keys(game)


def test_caltrops_are_no_matter_to_tracks_and_from_an_inch_away() -> None:
    for around in ({"profile": "patchwork-light", "locomotion": "tracked"}, {"x": 20 + 1.25 + 0.5 + 1.01}):
        assert rolled_keys(over_caltrops(**around)[0]) == []


def test_up_to_three_are_left_and_its_own_do_it_no_harm_as_it_drives_off() -> None:
    game, lorry, _ = built("caltrop-launcher")
    places = [TAIL, spot(20.5, 14.3)[:3], spot(19.5, 14.3)[:3]]
    with_things_laid(game, rounds=1).does(lorry, "lay-caltrops", drive=drive((7, NORTH)), caltrops=3, drop=places)
    laid = [record for record in game.state.records if isinstance(record, Piece)]
    assert [each.at.spot for each in laid] == places and all(each.there for each in laid)
    game.then(MOVE, drive=drive((7, NORTH)))
    assert rolled_keys(game) == []
    assert "It must have caltrops left." in game.why_not(lorry, "lay-caltrops")


# ---- the stash -------------------------------------------------------------------------------------------------------


def beside_stash(y: float, **changes: Any) -> Any:
    """A fighter with an empty autogun behind a lorry with a stash."""
    game, red, _ = scene(red=[fighter(20, y, weapons=["autogun"], out=(0,))], blue=[fighter(46, 46)], ruleset=RULESET)
    return game, red, add_vehicle(game, 0, 20, 10, profile="tarpaulin", upgrades=("weapons-stash",), **changes)


def test_a_weapons_stash_is_an_ammo_cache_until_a_six_empties_it() -> None:
    game, red, lorry = beside_stash(6.6)
    assert guns.cache_beside(game.model(red)) == lorry == guns.cache_beside(Driver(game.play, lorry))
    game.does(red, "reload", ransack=True, dice=[6])
    assert game.record(red).out == () and game.record(lorry).used == ("weapons-stash",)
    assert guns.cache_beside(game.model(red)) == -1 and ammo.CACHE_BONUS == 2


def test_an_inch_is_as_far_as_a_stash_is_handed() -> None:
    game, red, _ = beside_stash(6.4)
    assert guns.cache_beside(game.model(red)) == -1
    game, red, _ = beside_stash(6.6, wrecked=True)
    assert guns.cache_beside(game.model(red)) == -1
