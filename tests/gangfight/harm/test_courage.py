"""Nerve: Fear before an action is paid for, Bravery when a Hero falls, and what heavy losses do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import MISS, figure, scene
from warbook.core.length import INCH
from warbook.rulesets.gangfight.events.deeds import Declared
from warbook.rulesets.gangfight.events.figures import Braved, Cowed, Fell, Shaken, UsedUp
from warbook.rulesets.gangfight.events.rounds import TurnBegan
from warbook.rulesets.gangfight.harm import courage

OGRE = "ogre-regular"
HERO = "human-hero"
WALL = "[[wall]]\npoints = [[{0}, {1}], [{2}, {3}]]\nheight = 6\n"


# ---- Fear ------------------------------------------------------------------------------------------------------------


def test_who_passes_a_test_of_fear_charges_and_need_not_test_again_in_that_activation() -> None:
    game, red, ogre = scene(red=[figure(10, 10)], blue=[figure(10, 30, profile=OGRE)])
    game.does(red, "charge", at=ogre, dice=[1, 2, 3, 1, 1, 1, 1])
    assert game.happened(Braved) and game.happened(Declared)
    assert game.record(red).braved == (ogre,)
    game.does(red, "charge", at=ogre, dice=[1, 1, 1, 1])
    assert not game.happened(Braved)


def test_who_fails_a_test_of_fear_dares_not_pays_nothing_and_may_act_against_others() -> None:
    game, red, (ogre, other) = scene(red=[figure(10, 10)], blue=[figure(10, 22, profile=OGRE), figure(16, 10)])
    game.does(red, "charge", at=ogre, dice=[1, 2, 2])
    assert game.happened(Cowed) and not game.happened(Declared)
    assert game.record(red).ap == 3
    asked = game.asks(red, "charge")
    assert asked.legal(ogre) == ("It dares not, in this activation.",)
    assert asked.legal(other) == ()


def test_the_test_of_fear_is_as_hard_as_the_number_says() -> None:
    game, red, giant = scene(red=[figure(10, 10)], blue=[figure(10, 22, profile="giant")])
    game.does(red, "charge", at=giant, dice=[3, 3, 3])
    assert game.happened(Cowed)


@pytest.mark.parametrize("action", ["fight", "power-attack", "finesse-attack"])
def test_who_strikes_at_what_causes_fear_tests_first(action: str) -> None:
    game, red, ogre = scene(red=[figure(10, 10)], blue=[figure(10, 12, profile=OGRE)])
    game.does(red, action, at=ogre, dice=[1, 1, 1])
    assert game.happened(Cowed) and game.record(red).ap == 3


def test_the_next_activation_begins_with_a_fresh_heart() -> None:
    game, red, ogre = scene(red=[figure(10, 10, cowed=(1,), braved=(1,))], blue=[figure(10, 22, profile=OGRE)])
    game.does(red, "end-activation")
    assert game.record(red).cowed == () and game.record(red).braved == ()


@pytest.mark.parametrize("brave", [{"abilities": {"fearless": 0}}, {"charm": "pendant-of-bravery"}])
def test_the_fearless_and_who_wears_the_pendant_do_not_test(brave: Any) -> None:
    game, red, ogre = scene(red=[figure(10, 10, **brave)], blue=[figure(10, 20, profile=OGRE)])
    game.does(red, "charge", at=ogre, dice=[1, 1, 1, 1])
    assert game.happened(Declared)


def test_a_potion_of_bravery_makes_up_for_the_first_test_of_fear_that_fails() -> None:
    game, red, ogre = scene(red=[figure(10, 10, charm="potion-of-bravery")], blue=[figure(10, 20, profile=OGRE)])
    game.does(red, "charge", at=ogre, dice=[1, 1, 1, 1, 1, 1, 1])
    assert game.happened(UsedUp) and game.happened(Declared)
    game.given(red, braved=(), activation="active")
    game.does(red, "charge", at=ogre, dice=[1, 1, 1])
    assert game.happened(Cowed)


def test_near_its_leader_a_figure_has_the_leaders_willpower() -> None:
    near, far = figure(10, 10), figure(10, 30)
    hero = figure(14, 10, profile=HERO, leader=True)
    game, (one, other, leader), _ = scene(red=[near, far, hero], blue=[figure(40, 40)])
    assert courage.willpower(game.play, one) == 4
    assert courage.willpower(game.play, other) == 3
    game.given(leader, wounds=0)
    assert courage.willpower(game.play, one) == 3


def test_who_dared_not_join_a_charge_tests_again_in_its_own_activation() -> None:
    game, reds, ogre = scene(
        red=[figure(10, 10), figure(13, 10), figure(16, 10)], blue=[figure(13, 25, profile="ogre-regular")]
    )
    dice = [3, 1, 1, *(1, 1, 1), *(3, 1, 1), *[1] * 8]  # the second dares not
    game.does(reds[0], "with-me", way="charge", join=[reds[1], reds[2]], target=[ogre, ogre, ogre], dice=dice)
    assert [e.who for e in game.happened(Cowed)] == [reds[1]]
    game.goes_on(activate=reds[1], action="charge", target=ogre, dice=[3, 1, 1, 1, 1, 1, 1])
    assert game.record(reds[1]).at.y > 13 * INCH


def test_who_dared_to_join_a_charge_tests_again_in_its_own_activation() -> None:
    game, reds, ogre = scene(red=[figure(10, 10), figure(13, 10)], blue=[figure(13, 25, profile="ogre-regular")])
    game.does(reds[0], "with-me", way="charge", target=[ogre, ogre], dice=[3, 1, 1, 3, 1, 1, *[1] * 8])
    game.goes_on(activate=reds[1], action="charge", target=ogre, dice=MISS)
    assert [e.who for e in game.happened(Cowed)] == [reds[1]]


def test_what_is_asked_of_a_figure_out_of_its_turn_is_asked_with_a_fresh_heart() -> None:
    game, reds, ogre = scene(
        red=[figure(10, 10), figure(13, 10, cowed=(2,))], blue=[figure(13, 25, profile="ogre-regular")]
    )
    assert "charge" in game.allowed(reds[1])


# ---- Bravery ---------------------------------------------------------------------------------------------------------


def felled_hero(*friends: Any, board: str = "", **more: Any) -> Any:
    """A Hero of blue's with one wound left, beside a red figure that will strike it down."""
    return scene(
        red=[figure(20, 20, stats={"att": 4})],
        blue=[figure(20, 21.5, profile=HERO, wounds=1, hurt=True, stats={"defence": 2, "arm": 0}), *friends],
        board=board,
        **more,
    )


def test_a_fallen_hero_costs_those_who_see_it_all_points_but_their_successes() -> None:
    game, red, (hero, friend, _) = felled_hero(figure(20, 30), figure(44, 44))
    game.does(red, "fight", at=hero, close=False, dice=[2, 2, 2, 2, 1, 2, 5])
    assert [e.who for e in game.happened(Fell)] == [hero]
    assert [(e.who, e.points) for e in game.happened(Shaken)] == [(friend, 1)]
    game.does(red, "end-activation")
    game.goes_on(activate=-1)
    assert dict(game.happened(TurnBegan)[0].points)[friend] == 1
    assert game.record(friend).shaken == -1


def test_the_points_of_a_shaken_figure_are_never_more_than_its_initiative() -> None:
    game, red, (hero, friend) = felled_hero(figure(20, 30))
    game.does(red, "fight", at=hero, close=False, dice=[2, 2, 2, 2, 6, 6, 6, 3, 3, 3])
    assert game.record(friend).shaken == 3


@pytest.mark.parametrize(
    ("friend", "board"),
    [
        (figure(20, 40), ""),
        (figure(20, 30), WALL.format(10, 26, 30, 26)),
        (figure(20, 30, abilities={"fearless": 0}), ""),
    ],
)
def test_who_is_far_away_or_does_not_see_it_or_fears_nothing_does_not_test(friend: Any, board: str) -> None:
    game, red, (hero, _) = felled_hero(friend, board=board)
    game.does(red, "fight", at=hero, close=False, dice=[2, 2, 2, 2])
    assert game.happened(Fell) and not game.happened(Shaken)


@pytest.mark.parametrize(
    ("seen", "friend", "board", "tests"),
    [
        ("near", figure(20, 30), WALL.format(10, 26, 30, 26), True),
        ("near", figure(20, 40), "", False),
        ("sight", figure(20, 40), "", True),
        ("sight", figure(20, 30), WALL.format(10, 26, 30, 26), False),
    ],
)
def test_tables_may_ask_for_nearness_or_sight_alone(seen: str, friend: Any, board: str, tests: bool) -> None:
    game, red, (hero, _) = felled_hero(friend, board=board, options={"bravery-seen": seen})
    game.does(red, "fight", at=hero, close=False, dice=[2, 2, 2, 2, *([3, 3, 3] if tests else [])])
    assert bool(game.happened(Shaken)) == tests


def test_who_sees_it_only_through_a_thicket_does_not_test() -> None:
    thicket = '[[area]]\nrect = [10, 24, 20, 4]\nheight = 3\nkind = "dense"\n'
    game, red, (hero, _) = felled_hero(figure(20, 30), board=thicket)
    game.does(red, "fight", at=hero, close=False, dice=[2, 2, 2, 2])
    assert not game.happened(Shaken)


def test_a_hero_is_seen_to_fall_over_a_fence() -> None:
    fence = "[[wall]]\nline = [10, 29, 30, 29]\nheight = 1.3\n"
    game, red, (hero, friend) = felled_hero(figure(20, 30), board=fence)
    game.does(red, "fight", at=hero, close=False, dice=[2, 2, 2, 2, 3, 3, 3])
    assert [e.who for e in game.happened(Shaken)] == [friend]


def test_nobody_minds_who_is_no_hero() -> None:
    game, red, (victim, _) = scene(
        red=[figure(20, 20)], blue=[figure(20, 21.5, wounds=1, stats={"arm": 0}), figure(20, 30)]
    )
    game.does(red, "fight", at=victim, close=False, dice=[4, 1, 1])
    assert game.happened(Fell) and not game.happened(Shaken)


def test_the_hardened_roll_the_dice_that_fail_again() -> None:
    game, red, (hero, friend) = felled_hero(figure(20, 30, abilities={"hardened": 0}))
    game.does(red, "fight", at=hero, close=False, dice=[2, 2, 2, 2, 1, 2, 5, 3, 4])
    assert game.record(friend).shaken == 3


def test_a_second_hero_in_the_same_turn_is_not_tested_for_and_the_worst_of_two_turns_counts() -> None:
    game, red, (hero, friend, other) = felled_hero(
        figure(20, 30), figure(18.5, 20, profile=HERO, wounds=1, stats={"defence": 2, "arm": 0})
    )
    game.does(red, "fight", at=hero, close=False, dice=[2, 2, 2, 2, 5, 5, 1, 1, 1, 1, 1])
    assert [e.who for e in game.happened(Shaken)] == [friend, other]
    game.does(red, "fight", at=other, close=False, dice=[2, 2, 2, 2])
    assert not game.happened(Shaken)
    assert game.record(friend).shaken == 2


def test_bravery_is_tested_with_the_leaders_willpower_near_the_leader() -> None:
    game, red, (hero, friend, leader) = felled_hero(
        figure(20, 30), figure(26, 30, profile=HERO, leader=True, abilities={"fearless": 0})
    )
    game.does(red, "fight", at=hero, close=False, dice=[2, 2, 2, 2, 3, 3, 1, 1])
    assert [(e.who, e.points) for e in game.happened(Shaken)] == [(friend, 2)]
    assert leader not in [e.who for e in game.happened(Shaken)]


# ---- losses ----------------------------------------------------------------------------------------------------------


def test_the_first_turn_with_half_of_the_party_all_but_heroes_test_bravery() -> None:
    gone: Any = {"out": True, "wounds": 0, "state": "here"}
    blue = [figure(20, 40), figure(24, 40, profile=HERO), figure(30, 40, **gone), figure(34, 40, **gone)]
    game, red, (one, hero, *_) = scene(red=[figure(10, 10)], blue=blue)
    game.does(red, "end-activation")
    game.goes_on(activate=-1, dice=[1, 3, 1])
    assert [(e.who, e.points) for e in game.happened(Shaken)] == [(one, 1)]
    points = dict(game.happened(TurnBegan)[0].points)
    assert (points[one], points[hero]) == (1, 4)
    assert not courage.half_lost(game.play, 0)


def test_tables_may_do_without_the_test_for_losses() -> None:
    gone: Any = {"out": True, "wounds": 0}
    blue = [figure(20, 40), figure(24, 40), figure(30, 40, **gone), figure(34, 40, **gone)]
    game, red, _ = scene(red=[figure(10, 10)], blue=blue, options={"bravery-after-losses": False})
    game.does(red, "end-activation")
    game.goes_on(activate=-1)
    assert game.happened(TurnBegan) and not game.happened(Shaken)


def test_losses_are_tested_for_once_in_a_battle() -> None:
    gone: Any = {"out": True, "wounds": 0}
    blue = [figure(20, 40), figure(24, 40), figure(30, 40, **gone), figure(34, 40, **gone)]
    game, red, _ = scene(red=[figure(10, 10)], blue=blue, marks=(("losses of 1", 1),))
    game.does(red, "end-activation")
    game.goes_on(activate=-1)
    assert game.happened(TurnBegan) and not game.happened(Shaken)


def test_a_party_of_which_more_than_half_is_left_does_not_test() -> None:
    blue = [figure(20, 40), figure(24, 40), figure(30, 40, out=True, wounds=0)]
    game, red, _ = scene(red=[figure(10, 10)], blue=blue)
    game.does(red, "end-activation")
    game.goes_on(activate=-1)
    assert game.happened(TurnBegan) and not game.happened(Shaken)


def test_twelve_inches_are_measured_from_base_to_base() -> None:
    assert courage.NEAR == 12 * INCH
    at_reach = figure(20, 21.5 + 12 + 1.1)
    game, red, (hero, friend) = felled_hero(at_reach)
    game.does(red, "fight", at=hero, close=False, dice=[2, 2, 2, 2, 1, 1, 1])
    assert [e.who for e in game.happened(Shaken)] == [friend]
