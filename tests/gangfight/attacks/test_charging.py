"""Charge!: the dice, the run, the free attack, and whoever stands beside the way."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from tests.gangfight.scenes import MISS, OGRE, attacks_made, covers, figure, scene
from warbook.core.length import INCH
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.deeds import Aimed, Ran, Reached
from warbook.rulesets.gangfight.events.figures import Fell, Wounded
from warbook.rulesets.gangfight.events.movement import Moved
from warbook.rulesets.gangfight.records.state import NOBODY
from warbook.space.legs import as_far_as
from warbook.testing import if_asked

LIGHT = '[[area]]\nrect = [8, 13, 4, 2]\nheight = 1\nkind = "light"\n'
DENSE = '[[area]]\nrect = [8, 15, 4, 1]\nheight = 1\nkind = "dense"\n'
WALL = "[[wall]]\npoints = [[8, 14], [12, 14]]\nheight = 6\n"


# ---- the run ---------------------------------------------------------------------------------------------------------


@covers("charge", "works")
def test_a_charge_runs_into_contact_and_strikes_for_nothing() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 18)])
    game.does(red, "charge", at=blue, dice=[4, 2, 2, 5, 4, 4, 1, 1, 1, 1])
    assert game.gap(red, blue) <= 50
    assert game.record(red).ap == 2
    assert game.record(blue).wounds == 1
    assert game.state.turn.deed is None
    assert game.state.turn.actor == red


@covers("charge", "numbers")
@pytest.mark.parametrize(
    ("board", "dice", "inches"),
    [
        ("", [1, 2, 5, 1], 6),
        ("", [1, 1, 1, 1], 4),
        ("", [6, 2, 2, 2, 6, 2], 10),
        (LIGHT, [1, 3, 4, 5], 6),
        (DENSE, [5, 5, 5, 6, 5], 5),
        (LIGHT + DENSE, [5, 5, 5, 6, 1], 5),
    ],
)
def test_every_success_is_an_inch_more_than_its_movement(board: str, dice: list[int], inches: int) -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 30)], board=board)
    game.does(red, "charge", at=blue, dice=dice)
    assert [e.length for e in game.happened(Ran)] == [inches * INCH]
    assert game.record(red).at.y == (10 + inches) * INCH
    assert game.record(red).ap == 2


def test_part_of_a_way_that_bends_bends_where_it_does() -> None:
    way = ((0, 0, 0), (1000, 0, 0), (1000, 1000, 0), (0, 1000, 0))
    assert as_far_as(way, 400) == ((0, 0, 0), (400, 0, 0))
    assert as_far_as(way, 1000) == ((0, 0, 0), (1000, 0, 0), (1000, 0, 0))
    assert as_far_as(way, 2250) == (*way[:3], (750, 1000, 0))
    assert as_far_as(way, 3000) == way


def test_what_is_further_than_it_needs_is_told_but_changes_nothing() -> None:
    """Contact is 6.9 inches off: runs of 7 to 12 end in the same place, with the same to come."""
    ends, told = set(), []
    for dice in ([2, 2, 2, 1], [6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1, 1]):
        game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 18)])
        game.does(red, "charge", at=blue, dice=[*dice, *MISS])
        ends.add(game.record(red).at)
        told += [line for line in game.log() if "may go" in line]
    assert len(ends) == 1
    assert [line.partition("may go ")[2] for line in told] == ['7".', '11" or more.']


def test_the_ground_is_told_before_anybody_declares_anything() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 18, ap=1)], board=LIGHT)
    game.does(red, "charge", at=blue, interrupt_bulwark=blue, dice=[1, 1, 1, 1])
    said = game.log()
    assert said.index("Human Regular at 10, 10: the worst ground on its way is light.") < next(
        n for n, line in enumerate(said) if "declares Bulwark" in line
    )


@pytest.mark.parametrize(("criticals", "dice"), [(True, [6, 1, 1, 1, 2]), (False, [6, 1, 1, 2])])
def test_without_criticals_everywhere_a_six_is_an_inch(criticals: bool, dice: list[int]) -> None:
    options = {"criticals-everywhere": criticals}
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 30)], options=options)
    game.does(red, "charge", at=blue, dice=dice)
    assert game.happened(Ran)[0].length == 6 * INCH


def test_a_storm_takes_a_die_but_no_inch_and_makes_all_ground_light() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 30)], complication=3)
    game.does(red, "charge", at=blue, dice=[3, 4, 4])
    assert game.happened(Ran)[0].length == 6 * INCH


def test_hunters_run_further_at_what_another_is_fighting() -> None:
    hunters = [figure(10, 10, abilities={"consummate-hunter": 0}), figure(10, 27, abilities={"consummate-hunter": 0})]
    game, reds, blue = scene(red=hunters, blue=[figure(10, 28.5)])
    game.does(reds[0], "charge", at=blue, dice=[1] * 7)
    assert game.happened(Ran)[0].length == 7 * INCH


def test_a_charge_at_somebody_far_off_goes_round_what_is_in_its_way() -> None:
    rock = '[[block]]\nrect = [9, 13, 2, 2]\nheight = 1\ntop = "none"\nclimbable = false\n'
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 40)], board=rock)
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2])
    assert game.record(red).at.y > 16 * INCH


def test_a_charge_at_somebody_who_cannot_be_reached_goes_as_near_as_it_can() -> None:
    ledge = '[[block]]\nrect = [4, 18, 12, 8]\nheight = 4\n[[block]]\nrect = [9, 13, 2, 2]\nheight = 1\ntop = "none"\n'
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 20, 4)], board=ledge)
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2])
    assert game.record(red).at.y > 16.5 * INCH


def behind_a_wall_amid_deep_ground(half: float, **red: Any) -> Any:
    """A target on a square of ground that nobody enters, and a wall on the straight way to it."""
    ground = f'[[area]]\nrect = [{20 - half}, {20 - half}, {2 * half}, {2 * half}]\nkind = "impassable"\n'
    wall = "[[wall]]\npoints = [[16, 15], [24, 15]]\nheight = 1\n"
    return scene(red=[figure(20, 14, **red)], blue=[figure(20, 20)], board=ground + wall)


def test_a_charge_at_somebody_who_cannot_be_reached_goes_further_about_than_that_one_is_away() -> None:
    game, red, blue = behind_a_wall_amid_deep_ground(2)
    game.does(red, "charge", at=blue, run=[6, 6, 6, 6, 2, 2, 2, 2])
    assert game.gap(red, blue) < 2.1 * INCH


@pytest.mark.parametrize("half", [1.6, 2.0, 2.5])  # it stands 1.05" to 1.95" from its target then, and no nearer
def test_where_a_charge_gets_no_nearer_a_spear_reaches_its_target(half: float) -> None:
    game, red, blue = behind_a_wall_amid_deep_ground(half, weapons=["spear"])
    game.does(
        red, "charge", at=blue, run=[6, 6, 6, 6, 2, 2, 2, 2], hit=MISS, stop=if_asked(False), close=if_asked(False)
    )
    assert attacks_made(game) == [(red, blue)]


def test_a_charge_at_one_on_a_step_runs_into_base_contact_with_it() -> None:
    ledge = "[[platform]]\nrect = [5, 14.5, 10, 10]\nz = 1.5\n"
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 15.05, 1.5)], board=ledge)
    game.does(red, "charge", at=blue, dice=[*[2] * 4, *MISS])
    assert game.gap(red, blue) <= 50 and game.record(red).at.z == 0


# ---- who may charge whom ---------------------------------------------------------------------------------------------


@covers("charge", "refused")
@pytest.mark.parametrize(
    ("put", "other", "board", "reason"),
    [
        ({"down": True}, (10, 18), "", "It is knocked over: it must stand up first."),
        ({}, (10, 11.5), "", "It must not be in close combat."),
        ({}, (10, 18), WALL, "It must see an enemy outside its threat range that it dares to face."),
        (
            {"cowed": (1,), "activation": "active"},
            (10, 18),
            "",
            "It must see an enemy outside its threat range that it dares to face.",
        ),
    ],
)
def test_who_cannot_charge_is_told_why(
    put: dict[str, Any], other: tuple[float, float], board: str, reason: str
) -> None:
    game, red, _ = scene(red=[figure(10, 10, **put)], blue=[figure(*other)], board=board)
    assert reason in game.why_not(red, "charge")


@covers("charge", "refused")
def test_an_enemy_out_of_sight_is_not_charged_and_it_is_said_why() -> None:
    game, red, blues = scene(red=[figure(10, 10)], blue=[figure(10, 18), figure(20, 10)], board=WALL)
    question = game.asks(red, "charge")
    assert question.legal(blues[0]) == ("It is out of sight.",)
    assert question.legal(blues[1]) == ()


def test_who_dares_not_pays_nothing() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 18, profile="ogre-regular")])
    game.does(red, "charge", at=blue, dice=[1, 2, 2])
    assert game.record(red).ap == 3
    assert game.record(red).cowed == (blue,)
    assert game.why_not(red, "charge") == ("It must see an enemy outside its threat range that it dares to face.",)


# ---- the free attack -------------------------------------------------------------------------------------------------


def test_a_charge_that_falls_short_goes_all_the_way_and_strikes_nobody() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 20)])
    game.does(red, "charge", at=blue, dice=[1, 1, 1, 2])
    assert game.record(red).at.y == 15 * INCH
    assert attacks_made(game) == []


def test_threat_range_is_near_enough_and_the_charger_closes_in() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 16)])
    game.does(red, "charge", at=blue, dice=[1, 1, 1, 1, *MISS], close=True)
    assert [e.how for e in game.happened(Moved)] == ["charges", "closes in"]
    assert game.gap(red, blue) <= 50
    assert attacks_made(game) == [(red, blue)]


def test_a_charger_may_strike_from_where_it_stands() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 16)])
    game.does(red, "charge", at=blue, dice=[1, 1, 1, 1, *MISS], close=False)
    assert game.gap(red, blue) == 900
    assert attacks_made(game) == [(red, blue)]


def test_a_charge_that_ends_beside_another_enemy_may_strike_that_one() -> None:
    for whom, blows in (("nobody", 0), (2, 1)):
        game, red, blues = scene(red=[figure(10, 10)], blue=[figure(10, 25), figure(11.7, 16)])
        dice = [1, 1, 2, 2, *(MISS if blows else [])]
        game.does(red, "charge", at=blues[0], dice=dice, attack=whom, **({"close": False} if blows else {}))
        assert attacks_made(game) == [(red, blues[1])] * blows
        assert [e.whom for e in game.happened(Aimed)] == [blues[1]] * blows


def test_the_one_whom_a_charger_turns_on_has_a_window_of_its_own() -> None:
    game, red, blues = scene(red=[figure(10, 10)], blue=[figure(10, 25, ap=1), figure(11.7, 16, ap=1)])
    game.does(
        red, "charge", at=blues[0], dice=[1, 1, 2, 2, *MISS, *MISS], attack=blues[1], interrupt_bulwark=None,
        interrupt_fight=blues[1], close=[False, False],
    )  # fmt: skip
    assert attacks_made(game) == [(red, blues[1]), (blues[1], red)]
    assert game.record(blues[0]).ap == 1


def test_throwing_its_weight_makes_a_power_attack_of_a_charge_at_no_loss() -> None:
    game, red, blue = scene(red=[figure(10, 10, profile="ogre-regular")], blue=[figure(10, 18)])
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 1, 1, 4, 1, 1, 6, 1, 1])
    blow = game.happened(Attacked)[0]
    assert (blow.dice.number, blow.damage.number) == (3, 7)
    assert game.record(blue).down


def charge_at_one_with(*perks: str, **more: Any) -> Any:
    """One who charges another with some perks, and gets there."""
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 18, perks=perks)])
    game.does(red, "charge", at=blue, **{"dice": [2, 2, 2, 2], **more})
    return game, red, blue


@pytest.mark.parametrize("perk", ["agile-riposte", "sidestep"])
def test_a_charger_need_not_attack_who_makes_use_of_a_miss(perk: str) -> None:
    game, _, _ = charge_at_one_with(perk, attack=NOBODY)
    assert game.happened(Attacked) == []


def test_it_may() -> None:
    game, red, blue = charge_at_one_with(
        "agile-riposte", attack=lambda question: question.options()[0], dice=[2, 2, 2, 2, 4, 1, 1, *MISS]
    )
    assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(red, blue)]


def test_where_nothing_speaks_against_it_a_charger_is_not_asked() -> None:
    game, red, blue = charge_at_one_with(dice=[2, 2, 2, 2, *MISS])
    assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(red, blue)]


# ---- where it stops --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stop", "gap"), [(False, 0), (True, 990)])
def test_a_charger_may_stop_once_its_target_is_in_its_threat_range(stop: bool, gap: int) -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 18)])
    more = {"close": False} if stop else {}
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2, *MISS], stop=stop, **more)
    assert game.gap(red, blue) == gap
    assert attacks_made(game) == [(red, blue)]


def test_where_the_table_will_not_have_it_a_charger_runs_into_contact() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 18)], options={"charge-may-stop": False})
    with pytest.raises(AssertionError, match="never asked: stop"):
        game.does(red, "charge", at=blue, dice=[2, 2, 2, 2, *MISS], stop=True)
    assert game.gap(red, blue) == 0


@pytest.mark.parametrize(("stop", "gap"), [(False, 500), (True, 1990)])
def test_a_run_that_ends_short_of_contact_may_end_sooner_too(stop: bool, gap: int) -> None:
    game, red, blue = scene(red=[figure(10, 10, profile="ogre-regular")], blue=[figure(10, 17.05)])
    game.does(red, "charge", at=blue, dice=[1, 1, 1, 1, 1, *MISS], stop=stop, close=False)
    assert game.gap(red, blue) == gap


def test_who_would_stop_where_its_run_ends_anyway_is_not_asked() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 16)])
    with pytest.raises(AssertionError, match="never asked: stop"):
        game.does(red, "charge", at=blue, dice=[1, 1, 1, 1, *MISS], stop=True, close=False)
    assert game.gap(red, blue) == 900


def test_where_a_charge_needs_contact_nobody_is_asked_whether_to_stop_short_of_it() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 18)], options={"charge-needs-contact": True})
    with pytest.raises(AssertionError, match="never asked: stop"):
        game.does(red, "charge", at=blue, dice=[2, 2, 2, 2, *MISS], stop=False)


def test_the_first_answer_is_to_run_into_contact_or_as_near_as_it_gets() -> None:
    for far, nearest in ((18, "into base contact"), (17.05, "as near as it gets")):
        told: list[str] = []

        def stop(question: Any, told: list[str] = told) -> bool:
            told += [question.prompt, *map(question.label, question.candidates(9))]
            return bool(question.candidates(1)[0])

        game, red, blue = scene(red=[figure(10, 10, profile="ogre-regular")], blue=[figure(10, far)])
        dice = [2, 2, 2, 1, 1] if far == 18 else [1] * 5
        game.does(red, "charge", at=blue, dice=[*dice, *MISS], stop=stop, **({} if far == 18 else {"close": False}))
        assert told == ["How near does Ogre Regular at 10, 10 run?", nearest, "no nearer than its threat range"]


@pytest.mark.parametrize(("stop", "gap"), [(False, 0), (True, 1990)])
def test_who_has_a_spear_may_stop_once_that_reaches_its_target(stop: bool, gap: int) -> None:
    game, red, blue = scene(red=[figure(10, 10, weapons=["spear"])], blue=[figure(10, 18)])
    more = {"close": False} if stop else {}
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2, *MISS], stop=stop, **more)
    assert game.gap(red, blue) == gap
    assert attacks_made(game) == [(red, blue)]


def test_who_stops_in_threat_range_throws_its_weight_all_the_same() -> None:
    game, red, blue = scene(red=[figure(10, 10, profile="ogre-regular")], blue=[figure(10, 18)])
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 1, 1, *MISS], stop=True, close=False)
    assert game.gap(red, blue) == 1990
    assert game.happened(Attacked)[0].damage.number == 7


def test_round_a_corner_a_charger_stops_no_sooner_than_it_sees_its_target() -> None:
    """A slit shows it from the start; then the wall is in the way until its end is passed."""
    corner = "".join(
        f"[[wall]]\npoints = {points}\nheight = 6\n"
        for points in ("[[6, 14], [7.85, 14]]", "[[8.15, 14], [9.2, 14], [9.2, 14.8]]")
    )
    game, red, blue = scene(red=[figure(8, 10)], blue=[figure(8, 15.1)], board=corner, options={"sight-from": "middle"})
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2, *MISS], stop=True, close=if_asked(False))
    assert game.record(red).at.y > 14 * INCH
    assert 100 < game.gap(red, blue) < 900
    assert attacks_made(game) == [(red, blue)]


def test_a_counter_charger_may_stop_too() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 24, ap=1)])
    game.does(
        red, "charge", at=blue, dice=[1, 1, 1, 2, 2, 2, 2, 2, *MISS], interrupt_counter_charge=blue, stop=True,
        close=False,
    )  # fmt: skip
    assert game.gap(red, blue) == 990
    assert attacks_made(game) == [(blue, red)]


@pytest.mark.parametrize(("stop", "gap"), [(False, 0), (True, 1550)])
def test_who_has_its_enemy_in_threat_range_from_the_start_need_not_run_at_all(stop: bool, gap: int) -> None:
    game, red, ogre = scene(red=[figure(10, 10)], blue=[figure(10, 17.1, profile="ogre-regular", ap=1)])
    game.does(
        red, "charge", at=ogre, interrupt_counter_charge=ogre, dice=[3, 4, 5, *[1] * 4, *[2] * 5, *MISS], stop=stop,
        **({"close": False} if stop else {}),
    )  # fmt: skip
    assert game.gap(red, ogre) == gap
    assert attacks_made(game) == [(ogre, red)]


def test_each_charger_of_a_band_stops_where_it_likes() -> None:
    game, reds, blue = scene(red=[figure(7, 14), figure(13, 14)], blue=[figure(10, 18)])
    game.does(
        reds[0], "with-me", way="charge", target=[blue, blue], stop=[True, False], next=reds[0], close=False,
        dice=[*[2] * 8, *MISS, *MISS],
    )  # fmt: skip
    assert [game.gap(red, blue) > 900 for red in reds] == [True, False]


def test_who_finds_no_room_to_stop_before_contact_is_not_asked() -> None:
    game, reds, blue = scene(red=[figure(11, 10), figure(9.742, 15.925)], blue=[figure(10, 18)])
    with pytest.raises(AssertionError, match="never asked: stop"):
        game.does(reds[0], "charge", at=blue, dice=[2, 2, 2, 2, *MISS], stop=True)
    assert game.gap(reds[0], blue) <= 50


# ---- threat ranges on the way ----------------------------------------------------------------------------------------


def test_an_enemy_whose_reach_the_way_leaves_strikes_first() -> None:
    game, red, blues = scene(red=[figure(10, 10)], blue=[figure(10, 20), figure(11.8, 14)])
    game.does(red, "charge", at=blues[0], dice=[2, 2, 2, 2, 4, 1, 1, 1, 1, 1, *MISS], close=False)
    assert attacks_made(game)[0] == (blues[1], red)
    assert game.record(red).wounds == 2


def test_who_falls_to_a_free_strike_does_not_get_there_and_nothing_is_left_of_the_charge() -> None:
    game, red, blues = scene(red=[figure(10, 10, wounds=1)], blue=[figure(10, 20), figure(11.8, 14)])
    game.does(red, "charge", at=blues[0], dice=[2, 2, 2, 2, 4, 1, 1, 1, 1, 1])
    assert game.record(red).out
    assert game.happened(Fell) == [Fell(red, blues[1])]
    assert attacks_made(game) == [(blues[1], red)]
    assert game.state.turn.deed is None
    assert game.state.turn.actor == -1


def test_an_enemy_strikes_for_nothing_once_in_an_action_however_many_provoke_it() -> None:
    reds = [figure(10, 10), figure(12, 10)]
    game, reds, blues = scene(red=reds, blue=[figure(10, 30), figure(11, 14.5)])
    game.does(
        reds[0], "with-me", way="charge", target=[blues[0], blues[0]],
        dice=[2] * 8 + MISS,
    )  # fmt: skip
    assert attacks_made(game) == [(blues[1], reds[0])]


def test_nobody_gets_a_free_strike_at_a_battle_dancer() -> None:
    dancer = figure(10, 10, abilities={"battle-dancer": 0})
    game, red, blues = scene(red=[dancer], blue=[figure(10, 25), figure(11.8, 14)])
    game.does(red, "charge", at=blues[0], dice=[2, 2, 2, 2])
    assert attacks_made(game) == []


# ---- who is gone -----------------------------------------------------------------------------------------------------


def hunted(**other: Any) -> Any:
    """Two who close in on one, with another enemy behind."""
    return scene(
        red=[figure(10, 10), figure(11.5, 17)],
        blue=[figure(10, 17, ap=1, wounds=1), figure(14, 10, **other)],
    )


def test_where_the_target_falls_in_flight_the_charger_may_turn_on_another() -> None:
    game, reds, blues = hunted()
    dice = [1, 1, 1, 1, 4, 1, 1, 1, 1, 1, *MISS]
    game.does(reds[0], "charge", at=blues[0], interrupt_flee=blues[0], dice=dice, other=blues[1])
    assert game.record(blues[0]).out
    assert attacks_made(game) == [(reds[1], blues[0]), (reds[0], blues[1])]
    assert [e.length for e in game.happened(Ran)] == [4 * INCH]


def test_it_need_not() -> None:
    game, reds, blues = hunted()
    dice = [1, 1, 1, 1, 4, 1, 1, 1, 1, 1]
    game.does(reds[0], "charge", at=blues[0], interrupt_flee=blues[0], dice=dice, other="nobody")
    assert game.record(reds[0]).at.y == 10 * INCH


def test_who_is_charged_late_may_still_flee() -> None:
    game, reds, blues = hunted(ap=1)
    dice = [1, 1, 1, 1, 4, 1, 1, 1, 1, 1]
    game.does(reds[0], "charge", at=blues[0], interrupt_flee=[*blues], dice=dice, other=blues[1])
    assert game.record(blues[1]).at.x == 18 * INCH
    assert game.record(reds[0]).at.x == 14 * INCH


def test_who_is_charged_late_may_still_counter_charge() -> None:
    game, reds, blues = hunted(ap=1)
    dice = [1, 1, 1, 1, 4, 1, 1, 1, 1, 1, *MISS, *MISS]
    game.does(
        reds[0], "charge", at=blues[0], interrupt_flee=blues[0], interrupt_counter_charge=blues[1], dice=dice,
        other=blues[1],
    )  # fmt: skip
    assert attacks_made(game) == [(reds[1], blues[0]), (reds[0], blues[1]), (blues[1], reds[0])]


def test_wounds_are_credited_to_who_dealt_them() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 18, wounds=1)])
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 2, 4, 1, 1, 1, 1, 1])
    assert game.happened(Wounded) == [Wounded(blue, 1, red)]
    assert game.happened(Fell) == [Fell(blue, red)]


# ---- in a band -------------------------------------------------------------------------------------------------------


def together(**other: Any) -> Any:
    """Two who charge one together, with another enemy beside it."""
    return scene(red=[figure(10, 10), figure(11.5, 10)], blue=[figure(10, 16, wounds=1), figure(12, 16, **other)])


def test_once_the_target_has_fallen_the_next_may_turn_on_another_who_then_has_a_window() -> None:
    game, reds, blues = together(ap=1)
    game.does(
        reds[0], "with-me", way="charge", target=[blues[0], blues[0]], next=reds[0], attack=blues[1],
        interrupt_bulwark=blues[1], close=[False], dice=[*[2] * 8, 4, 1, 1, 1, 1, 1, *MISS],
    )  # fmt: skip
    assert attacks_made(game) == [(reds[0], blues[0]), (reds[1], blues[1])]
    assert game.happened(Attacked)[1].number.number == 5
    assert game.record(blues[0]).out


def test_who_was_named_has_had_its_window() -> None:
    game, reds, blues = scene(
        red=[figure(10, 10), figure(12, 10), figure(11, 8.5)],
        blue=[figure(10, 16, wounds=1), figure(12, 16, ap=2)],
    )
    game.does(
        reds[0], "with-me", way="charge", join=[reds[1], reds[2]], target=[blues[0], blues[1], blues[0]],
        next=[reds[0], reds[1]], attack=blues[1], interrupt_bulwark=None, close=False,
        dice=[*[2] * 12, 4, 1, 1, 1, 1, 1, *MISS, *MISS],
    )  # fmt: skip
    assert attacks_made(game) == [(reds[0], blues[0]), (reds[1], blues[1]), (reds[2], blues[1])]
    assert [e.late for e in game.happened(Aimed)] == [False]


# ---- what tables may settle otherwise --------------------------------------------------------------------------------


def test_where_a_charge_needs_contact_threat_range_is_not_enough() -> None:
    for needs, blows in ((False, 1), (True, 0)):
        game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 16)], options={"charge-needs-contact": needs})
        game.does(red, "charge", at=blue, dice=[1] * 4 + MISS * blows, **({"close": False} if blows else {}))
        assert game.gap(red, blue) == 900
        assert len(attacks_made(game)) == blows


def test_where_a_charge_attacks_its_target_alone_nobody_else_is_struck() -> None:
    game, red, blues = scene(
        red=[figure(10, 10)], blue=[figure(10, 25), figure(11.7, 16)], options={"charge-attacks": "target"}
    )
    game.does(red, "charge", at=blues[0], dice=[1, 1, 2, 2])
    assert attacks_made(game) == []


def test_where_the_table_allows_it_the_attack_of_a_charge_may_be_a_power_attack() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 18)], options={"charge-any-attack": True})
    game.does(red, "charge", at=blue, dice=[2, 2, 2, 1, 1, 1], style="power")
    blow = game.happened(Attacked)[0]
    assert (blow.dice.number, blow.damage.number) == (2, 5)


def test_where_the_table_does_not_allow_it_nobody_turns_on_another() -> None:
    game, reds, blues = scene(
        red=[figure(10, 10), figure(11.5, 17)],
        blue=[figure(10, 17, ap=1, wounds=1), figure(14, 10)],
        options={"charge-retargets": False},
    )
    game.does(reds[0], "charge", at=blues[0], interrupt_flee=blues[0], dice=[1, 1, 1, 1, 4, 1, 1, 1, 1, 1])
    assert game.record(blues[0]).out
    assert game.record(reds[0]).at.y == 10 * INCH


def test_who_has_no_movement_may_declare_a_charge_and_gets_nowhere() -> None:
    game, red, blue = scene(red=[figure(10, 10, stats={"mov": 0})], blue=[figure(10, 14)])
    assert game.asks(red, "charge").cautions(blue) == ("out of reach",)
    game.does(red, "charge", at=blue)
    assert (game.record(red).at.y, game.record(red).ap) == (10 * INCH, 2)


def test_a_hunter_without_movement_runs_with_the_pack() -> None:
    hunter: Any = {"abilities": {"consummate-hunter": 0}}
    game, (red, _), blue = scene(
        red=[figure(10, 10, stats={"mov": 0}, **hunter), figure(11.1, 14, **hunter)], blue=[figure(10, 14)]
    )
    game.does(red, "charge", at=blue, dice=[1, 1, 1, *MISS])
    assert game.record(red).at.y == 12900


@pytest.mark.parametrize("x", [11, 14, 16.3])
def test_a_large_figure_reaches_an_enemy_that_stands_exactly_as_high_above_it_as_it_reaches(x: float) -> None:
    ledge = "[[platform]]\nrect = [10, 15, 8, 8]\nz = 4\nthickness = 0.25\n"
    game, red, blue = scene(red=[figure(x, 9, **OGRE)], blue=[figure(14, 15.3, 4)], board=ledge)
    game.does(red, "charge", at=blue, stop=if_asked(False), close=if_asked(False), run=[2, 2, 2, 2, 2], hit=[1, 1, 1])
    assert (red, blue) in [(e.who, whom) for e in game.happened(Reached) for whom in e.whom]


def test_who_finds_a_friend_where_it_would_end_stops_beside_it_with_its_target_in_reach() -> None:
    game, (red, _), blue = scene(red=[figure(10, 10), figure(10.6, 16.9)], blue=[figure(10, 18.9)])
    game.does(red, "charge", at=blue, stop=if_asked(False), close=if_asked(False), run=[2, 2, 2, 1], hit=[1, 1, 1])
    assert game.gap(red, blue) <= INCH


WALKWAY = (
    "[[platform]]\nrect = [5, 15, 10, 3]\nz = 2\nthickness = 0.25\n"  # whoever stands on it is in reach from below
)


@pytest.mark.parametrize("dice", [[2, 2, 2, 2], [2, 2, 2, 1]])
def test_a_charge_goes_on_beneath_a_floor_to_where_it_can_strike_who_stands_on_it(dice: list[int]) -> None:
    game, red, blue = scene(red=[figure(10, 12)], blue=[figure(10, 17.7, z=2)], board=WALKWAY)
    game.does(red, "charge", at=blue, run=dice, hit=MISS, stop=if_asked(False), close=False)
    assert game.happened(Reached)[0].whom == (blue,)


@pytest.mark.parametrize("inches", [4, 5])
def test_who_does_not_get_there_goes_as_far_as_its_dice_carry_it(inches: int) -> None:
    game, red, blue = scene(red=[figure(10, 12)], blue=[figure(10, 17.7, z=2)], board=WALKWAY)
    game.does(red, "charge", at=blue, run=[2] * (inches - 4) + [1] * (8 - inches))
    x, y, _ = game.at(red)
    assert game.happened(Reached)[0].whom == () and hypot(x - 10, y - 12) == pytest.approx(inches, abs=0.01)


def test_a_charge_does_not_end_in_threat_range_behind_a_wall() -> None:
    lane = "".join(f"[[wall]]\npoints = [[{x}, 13], [{x}, 20]]\nheight = 3\n" for x in (8.9, 11.1))
    game, red, (blue, _) = scene(red=[figure(10, 10)], blue=[figure(10, 18), figure(10, 14)], board=lane)
    game.does(red, "charge", at=blue, run=[2, 2, 2, 2], hit=MISS, passing=True)
    x, y, _ = game.at(red)
    assert game.happened(Reached)[0].whom == () and y == pytest.approx(17.4, abs=0.2) and abs(x - 10) > 1.6


ROUND_A_BLOCK = (
    "[[block]]\nrect = [8.5, 12.9, 2, 3]\nheight = 3\n"
    "[[wall]]\npoints = [[13.2, 12.2], [11.9, 14.2]]\nheight = 2\n"
    "[[wall]]\npoints = [[15.3, 13.1], [13.2, 11.0]]\nheight = 3\n"
)


def test_a_charge_gets_its_target_into_threat_range_where_only_a_hair_of_its_rim_is_free() -> None:
    game, red, blue = scene(red=[figure(11.61, 14.69)], blue=[figure(8.44, 11.17)], board=ROUND_A_BLOCK)
    game.does(red, "charge", at=blue, run=[1, 1, 1, 1], hit=MISS, stop=if_asked(False), close=False)
    assert game.happened(Reached)[0].whom == (blue,)


def test_of_two_ways_round_a_charge_takes_the_shorter_and_only_its_ground_counts() -> None:
    scrub = '[[area]]\nrect = [7, 16, 3, 1]\nheight = 1\nkind = "light"\n'  # on the way round the other side
    game, red, blue = scene(red=[figure(11.61, 14.69)], blue=[figure(8.44, 11.17)], board=ROUND_A_BLOCK + scrub)
    game.does(red, "charge", at=blue, run=[2, 1, 1, 1], hit=MISS, stop=if_asked(False), close=if_asked(False))
    assert game.happened(Ran)[0].length == 5 * INCH
