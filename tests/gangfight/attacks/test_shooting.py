"""Shooting: Fire! and Reload, bands of range, what makes a shot harder, and the Fire! that is pledged."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import Put, covers, figure, scene
from warbook.rulesets.gangfight.attacks import shots
from warbook.rulesets.gangfight.attacks.shots import Shot
from warbook.rulesets.gangfight.events.attacks import Attacked, Discharged, Loaded, Missed
from warbook.rulesets.gangfight.events.figures import Wounded
from warbook.rulesets.gangfight.records.state import STORM, WINDS

FIRE = covers("fire", "works")
RELOAD = covers("reload", "works")
HUMAN = 0.55  # the radius of a Medium base


def archer(x: float, y: float, **given: Any) -> Put:
    return figure(x, y, weapons=given.pop("weapons", ["longbow"]), **given)


def facing(gap: float, **red: Any) -> Any:
    """An archer, and an enemy so far from it, rim to rim."""
    return scene(red=[archer(10, 5, **red)], blue=[figure(10, 5 + 2 * HUMAN + gap)])


def shot(game: Any, who: int, whom: int) -> Shot:
    play = game.play
    distance, cover, amid = shots.measure_shot(play, who, whom)
    return Shot(play, game.model(who), game.model(whom), game.model(who).kit.shots[0], distance, cover, amid)


def reasons(game: Any, who: int, whom: int) -> dict[str, int]:
    """Why the dice and the number of a shot are what they are."""
    now = shot(game, who, whom)
    return dict((*shots.pool(now).because, *shots.number(now).because))


# ---- Fire! -----------------------------------------------------------------------------------------------------------


@FIRE
def test_a_shot_hits_on_the_defence_and_is_saved_on_the_damage_of_the_weapon() -> None:
    game, red, blue = facing(16)
    game.does(red, "fire", at=blue, dice=[4, 4, 3, 2, 5, 2, 1])  # three dice and one within range; armour against 5
    assert game.record(blue).wounds == 2
    assert [e.wounds for e in game.happened(Wounded)] == [1]


@FIRE
def test_an_archaic_weapon_is_discharged_by_its_shot_and_a_modern_one_is_not() -> None:
    for weapon, unloaded in (("longbow", (0,)), ("assault-rifle", ())):
        game, red, blue = facing(10, weapons=[weapon])
        game.does(red, "fire", at=blue, dice=[1, 1, 1, 1])
        assert game.record(red).unloaded == unloaded
        assert len(game.happened(Discharged)) == len(unloaded)
        assert len(game.happened(Missed)) == 1


@FIRE
def test_a_shot_costs_a_point_and_leaves_the_activation_going_on() -> None:
    game, red, blue = facing(10)
    game.does(red, "fire", at=blue, dice=[1, 1, 1, 1])
    assert (game.record(red).ap, game.record(red).activation) == (2, "active")


@FIRE
def test_the_second_of_two_weapons_is_asked_for_where_both_can_shoot() -> None:
    game, red, blue = facing(5, weapons=["thrown-blade", "longbow"])
    game.does(red, "fire", weapon=1, at=blue, dice=[1, 1, 1, 1])
    assert game.record(red).unloaded == (1,)


@FIRE
def test_a_natural_six_earns_a_die_that_counts() -> None:
    game, red, blue = facing(10)
    game.does(red, "fire", at=blue, dice=[6, 1, 1, 1, 6, 4, 1, 1, 1])  # one, two, three hits; no save
    assert game.record(blue).wounds == 0
    assert game.record(blue).out


# ---- refused ---------------------------------------------------------------------------------------------------------


@covers("fire", "refused")
def test_nobody_fires_without_a_weapon_that_shoots() -> None:
    game, red, _ = scene(red=[figure(10, 5)], blue=[figure(10, 12)])
    assert "It must have something to shoot with." in game.why_not(red, "fire")


@covers("fire", "refused")
def test_nobody_fires_in_close_combat() -> None:
    game, red, _ = scene(red=[archer(10, 5)], blue=[figure(10, 7)])
    assert "It must not be in close combat." in game.why_not(red, "fire")


@covers("fire", "refused")
def test_nobody_fires_what_is_not_loaded() -> None:
    game, red, _ = facing(10, unloaded=(0,))
    assert "It is not loaded." in game.why_not(red, "fire")


@covers("fire", "refused")
def test_nobody_fires_lying_down_or_without_points() -> None:
    game, red, _ = facing(10, down=True)
    assert "It is knocked over: it must stand up first." in game.why_not(red, "fire")
    game, red, _ = facing(10)
    game.given(red, ap=0)
    assert not game.ruleset.action["fire"].allowed(game.model(red))


@covers("fire", "refused")
def test_who_is_out_of_sight_or_too_far_away_is_not_shot_at() -> None:
    wall = "[[block]]\nrect = [5, 8, 10, 1]\nheight = 5\n"
    game, red, _ = scene(red=[archer(10, 5)], blue=[figure(10, 15)], board=wall)
    assert "No enemy is in its sight and range." in game.why_not(red, "fire")
    game, red, blue = facing(23.9, weapons=["thrown-blade"])  # a die is left short of 18" beyond the range
    assert not game.why_not(red, "fire")
    game, red, blue = facing(24.1, weapons=["thrown-blade"])
    assert game.why_not(red, "fire") == ("No enemy is in its sight and range.",)
    assert shots.shot_refused(game.model(red), 0, blue) == ("It is so far away that no die is left.",)


@covers("fire", "refused")
def test_a_rifle_is_fired_once_in_an_activation() -> None:
    game, red, blue = facing(10, weapons=["rifle"])
    game.does(red, "fire", at=blue, dice=[1, 1, 1, 1])
    assert "It has been fired in this activation." in game.why_not(red, "fire")
    assert shots.can_interrupt(game.play, red, blue)  # an interrupt is no activation


# ---- the numbers -----------------------------------------------------------------------------------------------------


@covers("fire", "numbers")
@pytest.mark.parametrize(
    ("inches", "dice"), [(0, 1), (16, 1), (16.001, 0), (20, 0), (21.999, 0), (22, -1), (28, -2), (34, -3), (40, -4)]
)
def test_a_longbow_has_a_die_more_up_to_16_and_one_less_for_each_6_inches_beyond(inches: float, dice: int) -> None:
    assert shots.band_dice(round(inches * 1000), 16) == dice


@covers("fire", "numbers")
@pytest.mark.parametrize(("inches", "dice"), [(16, 1), (22, 0), (22.001, -1), (28, -1), (28.001, -2)])
def test_the_printed_bands_begin_a_hair_later(inches: float, dice: int) -> None:
    assert shots.band_dice(round(inches * 1000), 16, printed=True) == dice
    game, red, blue = scene(
        red=[archer(10, 5)], blue=[figure(10, 5 + 2 * HUMAN + inches)], options={"range-bands": "printed"}
    )
    assert shots.pool(shot(game, red, blue)).number == 3 + dice


@covers("fire", "numbers")
@pytest.mark.parametrize(("gap", "dice"), [(16, 4), (20, 3), (22, 2), (34, 0)])
def test_the_longbow_of_a_human_at_16_20_22_and_34(gap: float, dice: int) -> None:
    game, red, blue = facing(gap)
    assert shots.pool(shot(game, red, blue)).number == dice


@covers("fire", "numbers")
def test_a_shotgun_has_another_die_within_its_range() -> None:
    game, red, blue = facing(6, weapons=["shotgun"])
    assert shots.pool(shot(game, red, blue)).number == 5
    game, red, blue = facing(6.1, weapons=["shotgun"])
    assert shots.pool(shot(game, red, blue)).number == 3


@covers("fire", "numbers")
def test_a_thrown_blade_does_the_damage_of_its_bearer_and_a_bow_its_own() -> None:
    for weapon, number in (("thrown-blade", 5), ("shortbow", 4), ("crossbow", 6)):
        game, red, blue = facing(5, weapons=[weapon], profile="human-hero")
        assert shots.damage(shot(game, red, blue)).number == number


@covers("fire", "numbers")
def test_size_multiplies_nothing_in_a_shot() -> None:
    game, red, blue = facing(5, profile="ogre-regular", weapons=["longbow"])
    game.does(red, "fire", at=blue, dice=[4, 1, 1, 1, 1, 1])  # two dice and one within range
    assert game.record(blue).wounds == 2


@covers("fire", "numbers")
def test_cover_adds_to_the_defence() -> None:
    brush = '[[area]]\nkind = "light"\nrect = [9, 14, 4, 4]\n'
    game, red, blue = scene(red=[archer(10, 5)], blue=[figure(11, 16)], board=brush)
    assert reasons(game, red, blue)["cover"] == -1
    assert shots.number(shot(game, red, blue)).number == 5


@covers("fire", "numbers")
def test_from_three_inches_above_a_low_wall_is_no_cover() -> None:
    low = "[[obstacle]]\nline = [8, 14, 13, 14]\nwidth = 0.3\nheight = 1\n"
    tower = "[[platform]]\nrect = [9, 4, 3, 3]\nz = 3\n"
    game, red, blue = scene(red=[archer(10.5, 5.5)], blue=[figure(10.5, 15)], board=low)
    below = reasons(game, red, blue).get("cover", 0)
    game, red, blue = scene(red=[archer(10.5, 5.5, z=3)], blue=[figure(10.5, 15)], board=low + tower)
    assert (below, reasons(game, red, blue).get("cover", 0)) == (-1, 0)


@covers("fire", "numbers")
def test_who_lies_more_than_6_inches_away_is_harder_to_hit() -> None:
    for gap, worth in ((6, 0), (6.1, -1)):
        game, red, blue = facing(gap)
        game.given(blue, down=True)
        assert reasons(game, red, blue).get("on the ground, far off", 0) == worth


@covers("fire", "numbers")
def test_camouflage_is_worth_a_point_against_shots() -> None:
    game, red, blue = scene(red=[archer(10, 5)], blue=[figure(10, 15, abilities={"camouflage": 0})])
    assert shots.number(shot(game, red, blue)).number == 5


def test_boom_headshot_rolls_natural_ones_again() -> None:
    game, red, blue = facing(10, abilities={"boom-headshot": 0})
    game.does(red, "fire", at=blue, dice=[4, 3, 1, 1, 4, 4, 1, 1, 1])  # the 1s are rolled again: 4 and 4
    assert game.record(blue).wounds == 0


# ---- into a fight ----------------------------------------------------------------------------------------------------


def melee(*friends: tuple[float, float]) -> Any:
    """An archer ten inches from an enemy with whom friends are in close combat."""
    return scene(red=[archer(10, 5), *(figure(*at) for at in friends)], blue=[figure(10, 15)])


def test_a_friend_in_close_combat_with_the_target_makes_it_harder() -> None:
    game, red, blue = melee((11.5, 15))
    assert reasons(game, red[0], blue)["a friend in the way"] == -1


def test_each_natural_one_hits_the_friend_who_is_in_the_way() -> None:
    game, red, blue = melee((11.5, 15))
    game.does(red[0], "fire", at=blue, dice=[1, 1, 2, 3, 5, 1, 1])  # two 1s: two hits, of which armour saves one
    assert (game.record(red[1]).wounds, game.record(blue).wounds) == (2, 3)


def test_of_several_friends_each_natural_one_hits_one_at_random() -> None:
    game, red, blue = melee((11.5, 15), (8.5, 15))
    game.does(red[0], "fire", at=blue, dice=[1, 1, 2, 3, 2, 2, 1, 1, 1])
    assert [game.record(who).wounds for who in red] == [3, 3, 1]


def test_at_some_tables_natural_ones_hit_nobody() -> None:
    red = [archer(10, 5), figure(11.5, 15)]
    game, reds, blue = scene(red=red, blue=[figure(10, 15)], options={"stray-shots": False})
    assert reasons(game, reds[0], blue)["a friend in the way"] == -1
    game.does(reds[0], "fire", at=blue, dice=[1, 1, 2, 3])
    assert game.record(reds[1]).wounds == 3


def test_a_friend_further_off_is_in_no_danger() -> None:
    game, red, blue = melee((14, 15))
    game.does(red[0], "fire", at=blue, dice=[1, 1, 2, 3])
    assert game.record(red[1]).wounds == 3


# ---- Reload ----------------------------------------------------------------------------------------------------------


@RELOAD
def test_a_weapon_is_loaded_for_a_point() -> None:
    game, red, _ = facing(10, unloaded=(0,))
    game.does(red, "reload")
    assert (game.record(red).unloaded, game.record(red).ap) == ((), 2)
    assert len(game.happened(Loaded)) == 1


@RELOAD
def test_a_weapon_that_was_loaded_shoots_again() -> None:
    game, red, blue = facing(10)
    game.does(red, "fire", at=blue, dice=[1, 1, 1, 1])
    game.does(red, "reload")
    game.does(red, "fire", at=blue, dice=[1, 1, 1, 1])
    assert game.record(red).ap == 0


@RELOAD
def test_loading_in_an_enemys_reach_takes_a_free_strike_first() -> None:
    game, red, blue = scene(red=[archer(10, 5, unloaded=(0,))], blue=[figure(10, 7)])
    game.does(red, "reload", dice=[4, 1, 1, 1, 1, 1])
    assert (game.record(red).wounds, game.record(red).unloaded) == (2, ())


@RELOAD
def test_who_falls_while_loading_has_not_loaded() -> None:
    game, red, blue = scene(red=[archer(10, 5, unloaded=(0,), wounds=1), archer(40, 5)], blue=[figure(10, 7)])
    game.does(red[0], "reload", dice=[4, 1, 1, 1, 1, 1])
    assert game.record(red[0]).out
    assert not game.happened(Loaded)


@RELOAD
def test_where_anybody_may_interrupt_a_shot_answers_the_loading() -> None:
    game, red, blue = scene(
        red=[archer(10, 5, unloaded=(0,))],
        blue=[archer(10, 15, ap=1)],
        options={"interrupt-targeted-only": False},
    )
    game.does(red, "reload", interrupt_fire=blue, dice=[4, 1, 1, 1, 1, 1, 1])
    assert (game.record(red).unloaded, game.record(red).wounds) == ((), 2)
    assert game.record(blue).unloaded == (0,)


@covers("reload", "refused")
def test_what_is_loaded_or_needs_no_loading_is_not_loaded() -> None:
    game, red, _ = facing(10)
    assert "It must have a weapon that is not loaded." in game.why_not(red, "reload")
    game, red, _ = facing(10, weapons=["revolver"])
    assert "It must have a weapon of the kind that is loaded." in game.why_not(red, "reload")


@covers("reload", "refused")
def test_nobody_loads_lying_down() -> None:
    game, red, _ = facing(10, unloaded=(0,), down=True)
    assert "It is knocked over: it must stand up first." in game.why_not(red, "reload")


@covers("reload", "numbers")
def test_one_reload_loads_one_weapon() -> None:
    game, red, _ = facing(10, weapons=["black-powder-pistol", "musket"], unloaded=(0, 1))
    game.does(red, "reload", weapon=1)
    assert (game.record(red).unloaded, game.record(red).ap) == ((0,), 2)


# ---- the interrupt Fire! ---------------------------------------------------------------------------------------------


@covers("interrupt-fire", "works")
def test_who_is_shot_at_shoots_back_after_the_shot() -> None:
    game, red, blue = scene(red=[archer(10, 5)], blue=[archer(10, 15, ap=1)])
    game.does(red, "fire", at=blue, interrupt_fire=blue, dice=[1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1])
    assert (game.record(red).wounds, game.record(blue).wounds, game.record(blue).ap) == (2, 3, 0)
    assert game.record(blue).unloaded == (0,)
    assert [e.who for e in game.happened(Attacked)] == [red, blue]


@covers("interrupt-fire", "works")
def test_a_shot_at_a_charger_is_measured_before_it_runs() -> None:
    game, red, blue = scene(red=[figure(10, 5)], blue=[archer(10, 12, ap=1)])
    game.does(
        red,
        "charge",
        at=blue,
        interrupt_fire=blue,
        dice=[2, 2, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1],
    )
    assert game.gap(red, blue) <= 50  # it has arrived, and is shot all the same
    assert game.record(red).wounds == 2


@covers("interrupt-fire", "works")
def test_the_friends_whom_a_charger_reaches_were_not_in_the_way() -> None:
    game, red, blue = scene(red=[figure(10, 5)], blue=[archer(10, 12, ap=1), figure(11.3, 12)])
    game.does(
        red,
        "charge",
        at=blue[0],
        interrupt_fire=blue[0],
        dice=[2, 2, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1],
    )
    assert game.record(red).wounds == 2  # on 4s, and no natural 1 hits a friend
    assert game.record(blue[1]).wounds == 3


@covers("interrupt-fire", "works")
def test_at_some_tables_a_charger_that_arrives_spoils_the_shot() -> None:
    game, red, blue = scene(
        red=[figure(10, 5)], blue=[archer(10, 12, ap=1)], options={"fire-measured-when-declared": False}
    )
    game.does(red, "charge", at=blue, interrupt_fire=blue, dice=[2, 2, 1, 1, 1, 1, 1])
    assert (game.record(red).wounds, game.record(blue).ap, game.record(blue).unloaded) == (3, 0, ())


@covers("interrupt-fire", "works")
def test_the_shot_of_who_falls_first_is_lost() -> None:
    game, red, blue = scene(red=[archer(10, 5)], blue=[archer(10, 15, ap=1, wounds=1), figure(40, 40)])
    game.does(red, "fire", at=blue[0], interrupt_fire=blue[0], dice=[4, 1, 1, 1, 1, 1, 1])
    assert game.record(blue[0]).out
    assert (game.record(red).wounds, game.record(blue[0]).unloaded) == (3, ())


@covers("interrupt-fire", "refused")
@pytest.mark.parametrize("at", [15, 6.5])
def test_nobody_answers_with_a_shot_in_close_combat_or_unloaded(at: float) -> None:
    game, red, blue = scene(red=[archer(10, 5)], blue=[archer(10, at, ap=1, unloaded=(0,) if at == 15 else ())])
    window = game.asks(red, "fire" if at == 15 else "fight", at=blue)
    assert ("interrupt-bulwark", blue) in window.candidates(9)
    assert ("interrupt-fire", blue) not in window.candidates(9)


@covers("interrupt-fire", "refused")
@pytest.mark.parametrize("changes", [{"ap": 0}, {"ap": 1, "down": True}])
def test_nobody_is_asked_who_has_no_points_or_lies_there(changes: dict[str, Any]) -> None:
    game, red, blue = scene(red=[archer(10, 5)], blue=[archer(10, 15, **changes)])
    game.does(red, "fire", at=blue, dice=[1] * shots.pool(shot(game, red, blue)).number)
    assert len(game.happened(Attacked)) == 1


@covers("interrupt-fire", "numbers")
def test_the_shot_of_an_interrupt_has_the_dice_of_the_distance_when_it_was_declared() -> None:
    game, red, blue = scene(
        red=[archer(10, 5, weapons=["musket"])], blue=[archer(10, 22.7, ap=1, weapons=["shortbow"])]
    )
    dice = [1, 1, 1, 1, 3, 3, 3]  # four of the musket's, three of the shortbow's between 12" and 18"
    game.does(red, "fire", at=blue, interrupt_fire=blue, dice=dice)
    (_, back) = game.happened(Attacked)
    assert (back.dice.number, back.damage.number) == (3, 4)


# ---- Bulwark against shots -------------------------------------------------------------------------------------------


def test_a_bulwark_makes_a_shot_harder() -> None:
    game, red, blue = scene(red=[archer(10, 5)], blue=[figure(10, 15, ap=1)])
    game.does(red, "fire", at=blue, interrupt_bulwark=blue, dice=[4, 4, 4, 4])
    assert len(game.happened(Missed)) == 1


# ---- complications ---------------------------------------------------------------------------------------------------


def test_in_wild_winds_a_shot_has_a_die_more_and_natural_ones_wound_the_shooter_once() -> None:
    game, red, blue = scene(red=[archer(10, 5)], blue=[figure(10, 15)], complication=WINDS)
    game.does(red, "fire", at=blue, dice=[1, 1, 1, 4, 2, 1, 1, 1])
    assert (game.record(red).wounds, game.record(blue).wounds) == (2, 2)


@pytest.mark.parametrize(("gap", "dice"), [(10, 3), (20, 2), (29, 1)])
def test_a_storm_takes_a_die_from_a_shot_but_never_the_last(gap: float, dice: int) -> None:
    game, red, blue = scene(red=[archer(10, 5)], blue=[figure(10, 5 + 2 * HUMAN + gap)], complication=STORM)
    assert shots.pool(shot(game, red, blue)).number == dice
