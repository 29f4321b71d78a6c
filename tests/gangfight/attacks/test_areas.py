"""Areas of effect: where one comes down, whom it covers, and Dodge."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import UNSAVED, Put, covers, figure, scene, spot
from warbook.rulesets.gangfight.attacks import areas, shots
from warbook.rulesets.gangfight.events.attacks import Burst, Lobbed
from warbook.rulesets.gangfight.events.figures import Wounded
from warbook.rulesets.gangfight.records.state import WINDS

WORKS = covers("interrupt-dodge", "works")
REFUSED = covers("interrupt-dodge", "refused")
NUMBERS = covers("interrupt-dodge", "numbers")
NOBODY = -1


def thrower(x: float = 10, y: float = 5, **given: Any) -> Put:
    return figure(x, y, weapons=given.pop("weapons", ["grenade"]), **given)


def pair(**blue: Any) -> Any:
    """A thrower, and two enemies three inches from each other, six and nine inches away."""
    return scene(red=[thrower()], blue=[figure(10, 11, **blue), figure(10, 14, **blue)])


# ---- aiming ----------------------------------------------------------------------------------------------------------


def test_at_a_figure_the_number_is_its_defence_and_at_a_point_four() -> None:
    game, red, blue = scene(red=[thrower()], blue=[figure(10, 11, profile="human-hero")])
    game.does(red, "fire", target=blue, dice=[5, 4, 4, 4, 1, 1, 1, 1])
    (lobbed,) = game.happened(Lobbed)
    assert (lobbed.number.number, game.record(blue).wounds) == (5, 4)
    game, red, blue = scene(red=[thrower()], blue=[figure(10, 11, profile="human-hero")])
    game.does(red, "fire", target=NOBODY, spot=spot(10, 11), dice=[5, 4, 4, 3, 1, 1, 1, 1])
    (lobbed,) = game.happened(Lobbed)
    assert (lobbed.number.number, game.record(blue).wounds) == (4, 2)


@pytest.mark.parametrize(("lasts", "number"), [("action", 4), ("turn", 5)])
def test_a_bulwark_that_still_stands_counts_against_an_area_that_is_aimed_at_it(lasts: str, number: int) -> None:
    game, red, blue = scene(
        red=[thrower(weapons=["rifle", "grenade"])], blue=[figure(10, 11, ap=1)], options={"bulwark-lasts": lasts}
    )
    game.does(red, "fire", weapon=0, target=blue, interrupt_bulwark=blue, dice=[1, 1, 1, 1])
    game.does(red, "fire", target=blue, dice=[5, 1, 1, 1, *UNSAVED])
    assert game.happened(Lobbed)[0].number.number == number


def test_the_number_of_a_point_is_for_the_table_to_say() -> None:
    game, red, blue = scene(red=[thrower()], blue=[figure(10, 11)], options={"area-number": 3})
    game.does(red, "fire", target=NOBODY, spot=spot(10, 11), dice=[3, 2, 2, 2, 1, 1, 1])
    assert game.record(blue).wounds == 2


def test_everybody_within_the_radius_has_all_the_hits_and_saves_alone() -> None:
    game, red, blue = pair()
    game.does(red, "fire", target=NOBODY, spot=spot(10, 12.5), dice=[4, 4, 1, 5, 1, 1, 1, 1, 1])
    assert [game.record(who).wounds for who in blue] == [2, 1]


def test_friends_and_the_thrower_itself_are_not_spared() -> None:
    game, red, blue = scene(red=[thrower(), figure(11.5, 7)], blue=[figure(10, 9)])
    dice = [4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    game.does(red[0], "fire", target=NOBODY, spot=spot(10, 7), dice=dice)
    assert [game.record(who).wounds for who in (*red, blue)] == [2, 2, 2]


def test_size_multiplies_nothing_and_cover_saves_nobody() -> None:
    brush = '[[area]]\nkind = "dense"\nrect = [9, 10, 3, 3]\n'
    game, red, blue = scene(red=[thrower(profile="ogre-regular")], blue=[figure(10, 11)], board=brush)
    game.does(red, "fire", target=NOBODY, spot=spot(10, 10), dice=[4, 1, 1, 1, 1, 1])
    assert game.record(blue).wounds == 2


def test_camouflage_does_not_count_and_cover_does_when_it_is_aimed_at_somebody() -> None:
    brush = '[[area]]\nkind = "light"\nrect = [9, 10, 3, 3]\n'
    hidden = figure(10, 11, abilities={"camouflage": 0})
    game, red, blue = scene(red=[thrower()], blue=[hidden], board=brush)
    game.does(red, "fire", target=blue, dice=[5, 4, 4, 4, 1, 1, 1])
    (lobbed,) = game.happened(Lobbed)
    assert (lobbed.number.number, lobbed.number.because) == (5, (("cover", -1),))


@pytest.mark.parametrize(
    ("y", "dice", "reasons"), [(12.1, [5, 5, 5, 1], ()), (12.2, [5, 5, 5], (("on the ground, far off", -1),))]
)
def test_who_lies_more_than_6_inches_away_is_harder_to_aim_at(y: float, dice: list[int], reasons: object) -> None:
    game, red, blue = scene(red=[thrower()], blue=[figure(10, y, down=True)])
    game.does(red, "fire", target=blue, hit=dice, armour=[1, 1, 1])
    (lobbed,) = game.happened(Lobbed)
    assert lobbed.number.because == reasons


def test_nobody_behind_a_wall_is_covered() -> None:
    wall = "[[wall]]\nline = [5, 12, 15, 12]\nheight = 4\n"
    game, _, blue = scene(red=[thrower()], blue=[figure(10, 11), figure(10, 13)], board=wall)
    assert areas.covered_around(game.play, spot(10, 11), 2000) == (blue[0],)


def test_height_counts_like_any_distance() -> None:
    ledge = "[[platform]]\nrect = [9, 11.5, 3, 3]\nz = 3\n"
    game, red, blue = scene(red=[thrower()], blue=[figure(10, 11), figure(10, 12.05, z=3)], board=ledge)
    assert blue[1] not in areas.covered_around(game.play, spot(10, 10), 3300)
    assert blue[1] in areas.covered_around(game.play, spot(10, 10), 3400)


def test_a_grenade_is_used_up_and_a_launcher_is_to_be_loaded() -> None:
    game, red, _ = pair()
    game.does(red, "fire", target=NOBODY, spot=spot(10, 20), dice=[4, 1])
    assert "It is used up." in game.why_not(red, "fire")
    game, red, _ = scene(red=[thrower(weapons=["launcher"])], blue=[figure(10, 20)])
    game.does(red, "fire", target=NOBODY, spot=spot(30, 20), dice=[4, 1])
    assert game.record(red).unloaded == (0,)


def test_a_point_must_be_in_sight_and_near_enough() -> None:
    wall = "[[wall]]\nline = [5, 8, 15, 8]\nheight = 4\n"
    game, red, _ = scene(red=[thrower()], blue=[figure(30, 5)], board=wall)
    model = game.model(red)
    assert areas.spot_refused(model, 0, spot(10, 11)) == ("It is out of sight.",)
    assert areas.spot_refused(model, 0, spot(10, 2)) == ()
    assert areas.spot_refused(model, 0, spot(40, 5)) == ("It is so far away that no die is left.",)
    assert areas.spot_refused(model, 0, spot(10, 5)) == ()  # its own feet


def test_a_point_is_looked_at_over_a_fence_and_below_a_lintel() -> None:
    fence = "[[wall]]\nline = [5, 6, 15, 6]\nheight = 1.3\n"
    lintel = "[[wall]]\nline = [5, 6, 15, 6]\nz = 1.1\nheight = 3\n"
    for board in (fence, lintel):
        game, red, _ = scene(red=[thrower()], blue=[figure(30, 5)], board=board)
        assert areas.spot_refused(game.model(red), 0, spot(10, 14)) == ()


# ---- scatter ---------------------------------------------------------------------------------------------------------


def test_without_a_success_it_drifts_and_hits_once() -> None:
    game, red, blue = pair()
    # three inches, and the first sixth of the circle is east
    game.does(red, "fire", target=NOBODY, spot=spot(7, 11), dice=[1, 2, 3, 3, 1, 1, 1, 1])
    (burst,) = game.happened(Burst)
    assert (burst.x, burst.y, burst.hits) == (10000, 11000, 1)
    assert game.record(blue[0]).wounds == 2


def test_it_drifts_no_further_than_a_wall() -> None:
    wall = "[[wall]]\nline = [9, 5, 9, 15]\nheight = 4\n"
    game, red, blue = scene(red=[thrower(5, 5)], blue=[figure(12, 11)], board=wall)
    game.does(red, "fire", target=NOBODY, spot=spot(7, 11), dice=[1, 2, 3, 1, 6, 1])
    (burst,) = game.happened(Burst)
    assert burst.x <= 9000
    assert not game.happened(Wounded)


def test_whom_only_the_drift_covers_had_no_chance_to_dodge() -> None:
    game, red, blue = scene(red=[thrower()], blue=[figure(10, 11, ap=1), figure(14, 11, ap=1)])
    window = game.asks(red, "fire", target=NOBODY, spot=spot(10, 11))
    assert window.candidates(9) == [("interrupt-dodge", blue[0]), None]


def test_who_clings_to_a_face_is_easier_to_hit_with_an_area_too() -> None:
    face = "[[block]]\nrect = [26, 10, 8, 8]\nheight = 4\n"
    game, red, blue = scene(
        red=[figure(30, 3, weapons=["grenade"])], blue=[figure(30, 9.42, 1, face=(30000, 10060, 4000))], board=face
    )
    game.does(red, "fire", target=blue, dice=[3, 3, 2, 2, *UNSAVED])
    assert [e.number.number for e in game.happened(Lobbed)] == [3]
    assert game.record(blue).wounds == 1


# ---- Dodge -----------------------------------------------------------------------------------------------------------


@WORKS
def test_each_success_of_a_dodge_saves_a_wound() -> None:
    game, red, blue = scene(red=[thrower()], blue=[figure(10, 11, ap=1)])
    # three hits; initiative against 3: two successes; one wound is left, and armour does not save it
    game.does(red, "fire", target=blue, interrupt_dodge=blue, dice=[4, 4, 4, 1, 3, 3, 2, 1, 1, 1])
    assert (game.record(blue).wounds, game.record(blue).ap) == (2, 0)


@WORKS
def test_everybody_who_is_covered_dodges_alone_and_pays_alone() -> None:
    game, red, blue = pair(ap=1)
    dodges = [blue[0], blue[1]]
    dice = [4, 4, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1]  # two hits; the one saves both, the other none
    game.does(red, "fire", target=NOBODY, spot=spot(10, 12.5), interrupt_dodge=dodges, dice=dice)
    assert [game.record(who).wounds for who in blue] == [3, 1]
    assert [game.record(who).ap for who in blue] == [0, 0]


@WORKS
def test_a_dodge_is_lost_where_it_drifts_away() -> None:
    game, red, blue = scene(red=[thrower()], blue=[figure(10, 11, ap=1), figure(15, 11)])
    dice = [1, 1, 1, 1, 5, 1, 1, 1, 1]
    game.does(red, "fire", target=blue[0], interrupt_dodge=blue[0], dice=dice)
    assert [game.record(who).wounds for who in blue] == [3, 2]
    assert game.record(blue[0]).ap == 0


@WORKS
def test_at_some_tables_its_successes_are_armour_dice() -> None:
    game, red, blue = scene(red=[thrower()], blue=[figure(10, 11, ap=1)], options={"dodge-adds": "dice"})
    # two hits; two successes: five dice of armour against 5
    game.does(red, "fire", target=blue, interrupt_dodge=blue, dice=[4, 4, 1, 1, 2, 2, 1, 5, 1, 1, 1, 1])
    assert game.record(blue).wounds == 2


def test_there_they_are_more_than_the_hits_too() -> None:
    game, red, blue = scene(red=[thrower()], blue=[figure(10, 11, ap=1)], options={"dodge-adds": "dice"})
    # two hits; three successes: six dice of armour
    game.does(red, "fire", target=blue, interrupt_dodge=blue, dice=[4, 4, 1, 1, 2, 2, 2, 5, 1, 1, 1, 1, 1])
    assert game.record(blue).wounds == 2


@WORKS
def test_who_is_covered_may_shoot_back_instead() -> None:
    game, red, blue = scene(red=[thrower()], blue=[figure(10, 11, ap=1, weapons=["longbow"])])
    dice = [4, 1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1]
    game.does(red, "fire", target=blue, interrupt_fire=blue, dice=dice)
    assert (game.record(blue).wounds, game.record(red).wounds) == (2, 2)


@REFUSED
def test_nobody_dodges_who_is_not_covered_or_has_no_point_or_lies_there() -> None:
    game, red, blue = scene(
        red=[thrower()], blue=[figure(10, 11), figure(10, 12.2, ap=1, down=True), figure(20, 11, ap=1)]
    )
    game.does(red, "fire", target=NOBODY, spot=spot(10, 11), dice=[4, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    assert [game.record(who).wounds for who in blue] == [2, 2, 3]


@REFUSED
def test_nobody_dodges_a_plain_shot() -> None:
    game, red, blue = scene(red=[figure(10, 5, weapons=["longbow"])], blue=[figure(10, 15, ap=1)])
    assert ("interrupt-dodge", blue) not in game.asks(red, "fire", target=blue).candidates(9)


@NUMBERS
@pytest.mark.parametrize(("hits", "dice", "left"), [(1, [2, 1, 1], 0), (2, [2, 2, 1], 0), (4, [4, 3, 1], 3)])
def test_a_dodge_must_reach_the_successes_of_the_attack_and_two_at_least(hits: int, dice: list[int], left: int) -> None:
    game, red, blue = scene(red=[thrower()], blue=[figure(10, 11, ap=1, wounds=5)])
    rolled = [4] * hits + [1] * (4 - hits)
    armour = [1, 1, 1] if left else []
    game.does(red, "fire", target=blue, interrupt_dodge=blue, dice=[*rolled, *dice, *armour])
    assert game.record(blue).wounds == 5 - left


@NUMBERS
def test_against_more_than_six_successes_dice_are_dropped() -> None:
    game, red, blue = scene(red=[thrower()], blue=[figure(10, 11, ap=1, wounds=9)])
    # 6, 6, 6, 4 and three more: seven hits; two of three initiative dice are left, on 6
    dice = [6, 6, 6, 4, 4, 4, 4, 6, 1, 1, 1, 1, 1]
    game.does(red, "fire", target=blue, interrupt_dodge=blue, dice=dice)
    assert game.record(blue).wounds == 9 - 6


def test_in_wild_winds_a_one_hurts_the_thrower_and_only_once() -> None:
    for dice in ([4, 3, 3, 3], [4, 1, 3, 3], [1, 1, 4, 3]):
        game, red, _ = scene(red=[thrower()], blue=[figure(40, 40)], complication=WINDS)
        game.does(red, "fire", target=NOBODY, spot=spot(10, 13), dice=dice)
        assert game.record(red).wounds == (3 if 1 not in dice else 2)


@NUMBERS
def test_an_area_loses_dice_with_the_distance_like_any_shot() -> None:
    game, red, blue = scene(red=[thrower()], blue=[figure(10, 20.65)])
    game.does(red, "fire", target=blue, dice=[4, 1, 1, 1, 1])  # 14.55" away: a die less than three
    (lobbed,) = game.happened(Lobbed)
    assert lobbed.dice.number == 2
    assert shots.dice_at(game.play, red, 0, 14_550) == 2


def test_a_dodge_helps_against_what_it_answers_and_not_against_a_friend_who_throws_back() -> None:
    game, red, blues = scene(
        red=[figure(10, 10, weapons=["grenade"])],
        blue=[figure(10, 12.5, ap=1), figure(10, 13.7, ap=1, weapons=["grenade"])],
    )
    mine, theirs = [5, 1, 1, 1], [5, 1, 1, 1]
    game.does(
        red, "fire", target=blues[1], Declared=[("interrupt-dodge", blues[0]), ("interrupt-fire", blues[1])],
        dice=[*mine, 2, 2, 1, *UNSAVED, *theirs, *UNSAVED, *UNSAVED],
    )  # fmt: skip
    assert [game.record(who).wounds for who in (red, *blues)] == [2, 2, 2]


# ---- as an interrupt -------------------------------------------------------------------------------------------------


def test_a_launcher_answers_and_nobody_dodges_an_interrupt() -> None:
    game, red, blue = scene(
        red=[figure(10, 5, weapons=["longbow"]), figure(11.5, 5)],
        blue=[figure(10, 15, ap=1, weapons=["launcher"])],
    )
    dice = [1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    game.does(red[0], "fire", target=blue, interrupt_fire=blue, dice=dice)
    assert [game.record(who).wounds for who in red] == [2, 2]
    assert game.record(blue).unloaded == (0,)


def test_a_blast_on_a_step_reaches_those_below_it_as_far_as_distances_do() -> None:
    game, _, (near, far) = scene(red=[figure(20, 40)], blue=[figure(10, 10), figure(10, 13.4)])
    beside = game.state.records[near].at
    spot = (beside.x + beside.radius + 1450, beside.y, 900)  # an inch up: no higher than a head
    assert areas.distance_to(beside, spot) == 1450
    assert areas.covered_around(game.play, spot, 1500) == (near,)
