"""Perks and abilities, each where it acts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import (
    ANYBODY_MAY,
    BULL_TRUE,
    MISS,
    UNSAVED,
    Put,
    covers,
    figure,
    leg,
    scene,
    shots_made,
    spot,
)
from warbook.core.length import INCH
from warbook.rulesets.gangfight.battle import rounds
from warbook.rulesets.gangfight.events.attacks import Attacked, Missed
from warbook.rulesets.gangfight.events.deeds import Declared, Ran
from warbook.rulesets.gangfight.events.figures import Fell, Healed, Wounded
from warbook.rulesets.gangfight.events.movement import KnockedOver, Moved
from warbook.rulesets.gangfight.events.rounds import Activated, Drained, Gained
from warbook.rulesets.gangfight.events.scenario import Rose, Scored
from warbook.rulesets.gangfight.events.things import ThingChanged
from warbook.rulesets.gangfight.harm import courage
from warbook.rulesets.gangfight.printed import catalogue

MUD = '[[area]]\nrect = [8, 8, 6, 6]\nheight = 1\nkind = "light"\n'


def attacks(game: Any) -> list[tuple[int, int]]:
    """Who has attacked whom, in order."""
    return [(e.who, e.whom) for e in game.happened(Attacked)]


# ---- Agile Riposte, Artful Dodger, Battle Dancer ---------------------------------------------------------------------


def test_agile_riposte_answers_a_blow_that_scores_nothing_with_a_free_strike() -> None:
    game, red, blue = scene(red=[figure(20, 20)], blue=[figure(20, 21.5, perks=["agile-riposte"])])
    game.does(red, "fight", at=blue, close=False, dice=[*MISS, 4, 1, 1, 1, 1, 1])
    assert attacks(game) == [(red, blue), (blue, red)]
    assert [(e.who, e.wounds) for e in game.happened(Wounded)] == [(red, 1)]
    assert game.record(blue).ap == 0


def test_agile_riposte_has_no_answer_to_a_blow_that_hits() -> None:
    game, red, blue = scene(red=[figure(20, 20)], blue=[figure(20, 21.5, perks=["agile-riposte"])])
    game.does(red, "fight", at=blue, close=False, dice=[4, 1, 1, 4, 1, 1])
    assert attacks(game) == [(red, blue)] and not game.happened(Wounded)


def test_a_riposte_is_not_answered_by_another() -> None:
    agile: Any = {"perks": ["agile-riposte"]}
    game, red, blue = scene(red=[figure(20, 20, **agile)], blue=[figure(20, 21.5, **agile)])
    game.does(red, "fight", at=blue, close=False, dice=[*MISS, *MISS])
    assert attacks(game) == [(red, blue), (blue, red)]


def test_who_lies_does_not_riposte() -> None:
    game, red, blue = scene(red=[figure(20, 20)], blue=[figure(20, 21.5, perks=["agile-riposte"], down=True)])
    game.does(red, "fight", at=blue, close=False, dice=[*MISS])
    assert attacks(game) == [(red, blue)]


def test_who_has_fallen_and_strikes_back_is_not_worth_a_riposte() -> None:
    game, red, blues = scene(
        red=[figure(20, 20, perks=["agile-riposte"])],
        blue=[figure(20, 21.5, wounds=1, ap=1), figure(21.2, 20.9, ap=1)],
        options=ANYBODY_MAY,
    )
    game.does(
        red, "fight", at=blues[0], interrupt_fight=list(blues), answer=blues[0], close=[False] * 3,
        dice=[4, 1, 1, *UNSAVED, *MISS, *MISS, *MISS],
    )  # fmt: skip
    assert attacks(game) == [(red, blues[0]), (blues[0], red), (blues[1], red), (red, blues[1])]


def test_a_riposte_is_no_power_attack_and_has_no_second_weapon() -> None:
    two: Any = {"weapons": ["hand-weapon", "second-hand-weapon"], "perks": ["agile-riposte"]}
    game, red, blue = scene(red=[figure(20, 20)], blue=[figure(20, 21.5, **two)])
    game.does(red, "fight", at=blue, close=False, dice=[*MISS, *MISS])
    assert game.happened(Attacked)[1].dice.number == 3


@pytest.mark.parametrize(("perks", "needed"), [([], 4), (["artful-dodger"], 5)])
def test_artful_dodgers_are_harder_to_hit_for_free_strikes(perks: list[str], needed: int) -> None:
    game, red, _ = scene(red=[figure(20, 20, perks=perks)], blue=[figure(20, 21.5)])
    game.does(red, "move", path=(leg(20, 17),), dice=MISS)
    assert [e.number.number for e in game.happened(Attacked)] == [needed]


def test_nobody_gets_a_free_strike_at_a_battle_dancer() -> None:
    game, red, _ = scene(red=[figure(20, 20, abilities={"battle-dancer": 0})], blue=[figure(20, 21.5)])
    game.does(red, "move", path=(leg(20, 17),))
    assert not game.happened(Attacked)
    game, red, blue = scene(
        red=[figure(20, 20, abilities={"battle-dancer": 0})], blue=[figure(20, 21.5, perks=["agile-riposte"])]
    )
    game.does(red, "fight", at=blue, close=False, dice=MISS)
    assert attacks(game) == [(red, blue)]


# ---- Athletics, Dash -------------------------------------------------------------------------------------------------
# Athletics stands with climbing.


def test_dash_makes_difficult_ground_open_and_runs_in_it() -> None:
    game, (dasher, other), _ = scene(
        red=[figure(9, 10, perks=["dash"]), figure(9, 12)], blue=[figure(44, 44)], board=MUD
    )
    assert not game.asks(dasher, "move").legal((leg(13, 10),))
    assert game.asks(other, "move").legal((leg(13, 12),))
    assert "run" in game.allowed(dasher) and "run" not in game.allowed(other)


# ---- Counter Strike, Bull True ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["move", "charge"])
def test_counter_strike_meets_whoever_comes_into_its_threat_range(action: str) -> None:
    game, red, blue = scene(
        red=[figure(20, 20)], blue=[figure(20, 24, perks=["counter-strike"], stats={"iv": 4, "att": 2})]
    )
    if action == "move":
        game.does(red, "move", path=(leg(20, 22.5),), dice=[4, 4, 4, 4])
    else:
        game.does(red, "charge", at=blue, dice=[1, 1, 1, 1, 4, 4, 4, 4, *MISS])
    first = game.happened(Attacked)[0]
    assert (first.who, first.whom, first.dice.number, first.number.number) == (blue, red, 4, 5)


def test_counter_strike_has_nothing_against_who_was_there_already() -> None:
    game, red, _ = scene(red=[figure(20, 22.5)], blue=[figure(20, 24, perks=["counter-strike"])])
    game.does(red, "move", path=(leg(20, 22.6),))
    assert not game.happened(Attacked)


def test_who_only_passes_through_is_struck_once_as_it_leaves() -> None:
    game, red, _ = scene(red=[figure(20, 20, stats={"mov": 12})], blue=[figure(22, 24, perks=["counter-strike"])])
    game.does(red, "move", path=(leg(20, 30),), dice=MISS)
    assert [e.number.number for e in game.happened(Attacked)] == [4]


def test_counter_strike_meets_who_passes_through_and_was_not_in_sight_before() -> None:
    game, red, _ = scene(
        red=[figure(20, 20, stats={"mov": 30})],
        blue=[figure(22, 24, perks=["counter-strike"])],
        board="[[block]]\nrect = [16, 21, 12, 0.5]\nheight = 6\n",
    )
    game.does(red, "move", path=(leg(14, 20), leg(14, 25.8), leg(29, 25.8)), dice=MISS)
    assert [e.number.number for e in game.happened(Attacked)] == [5]


def test_a_charger_that_falls_to_a_counter_strike_does_not_strike() -> None:
    game, (red, _), blue = scene(
        red=[figure(20, 20, wounds=1, stats={"arm": 0}), figure(40, 40)],
        blue=[figure(20, 24, perks=["counter-strike"])],
    )
    game.does(red, "charge", at=blue, dice=[1, 1, 1, 1, 5, 1, 1])
    assert attacks(game) == [(blue, red)]
    assert [e.who for e in game.happened(Fell)] == [red]


def test_a_mover_that_falls_to_a_counter_strike_is_taken_off() -> None:
    game, (red, _), _ = scene(
        red=[figure(20, 20, wounds=1, stats={"arm": 0}), figure(40, 40)],
        blue=[figure(20, 24, perks=["counter-strike"])],
    )
    game.does(red, "move", path=(leg(20, 22.5),), dice=[5, 1, 1])
    assert [e.who for e in game.happened(Fell)] == [red]


def test_who_has_fallen_to_one_counter_strike_meets_no_other() -> None:
    game, (red, _), blues = scene(
        red=[figure(20, 20, wounds=1, stats={"arm": 0}), figure(40, 40)],
        blue=[figure(19, 24, perks=["counter-strike"]), figure(21, 24, perks=["counter-strike"])],
    )
    game.does(red, "move", path=(leg(20, 22.7),), dice=[5, 1, 1])
    assert attacks(game) == [(blues[0], red)]


@pytest.mark.parametrize(
    ("action", "meets", "attackers"), [("fight", True, [1, 0]), ("power-attack", True, [1, 0]), ("fight", False, [0])]
)
def test_counter_strike_meets_whoever_closes_in_to_fight(action: str, meets: bool, attackers: list[int]) -> None:
    game, red, blue = scene(
        red=[figure(20, 20)],
        blue=[figure(20, 22.6, perks=["counter-strike"])],
        options={"counter-strike-at-fights": meets},
    )
    dice = 2 if action == "power-attack" else 3
    game.does(red, action, at=blue, dice=[*([5, 1, 1, *UNSAVED] if meets else []), *[1] * dice])
    assert [who for who, _ in attacks(game)] == attackers
    assert game.record(red).wounds == (2 if meets else 3)


def test_counter_strike_does_not_meet_who_was_in_reach_before_it_closed_in() -> None:
    game, red, blue = scene(red=[figure(20, 20)], blue=[figure(20, 22, perks=["counter-strike"])])
    game.does(red, "fight", at=blue, close=True, dice=MISS)
    assert attacks(game) == [(red, blue)]


def test_who_falls_to_a_counter_strike_as_it_closes_in_does_not_strike() -> None:
    game, red, blue = scene(red=[figure(20, 20, wounds=1)], blue=[figure(20, 22.6, perks=["counter-strike"])])
    game.does(red, "fight", at=blue, dice=[5, 1, 1, *UNSAVED])
    assert attacks(game) == [(blue, red)]
    assert [(e.who, e.by) for e in game.happened(Fell)] == [(red, blue)]


def test_who_owes_a_fight_and_falls_to_a_counter_strike_as_it_closes_in_strikes_all_the_same() -> None:
    game, reds, blue = scene(
        red=[figure(10, 13.4, perks=["counter-strike"]), figure(11.1, 20)], blue=[figure(10, 20, ap=1, wounds=1)]
    )
    game.does(
        reds[0], "charge", at=blue, interrupt_fight=blue, dice=[1, 1, 1, 1, 5, 1, 1, *UNSAVED, *MISS]
    )  # fmt: skip
    assert attacks(game) == [(reds[0], blue), (blue, reds[0])]
    assert [(e.who, e.by) for e in game.happened(Fell)] == [(blue, reds[0])]


@pytest.mark.parametrize("meets", [True, False])
def test_counter_strike_meets_who_closes_in_to_slam_and_who_follows_up(meets: bool) -> None:
    game, red, (slammed, beside, beyond) = scene(
        red=[figure(20, 20, profile="ogre-regular", stats={"abilities": {}})],
        blue=[
            figure(20, 23.9, profile="ogre-regular", stats={"abilities": {}}, perks=["counter-strike"]),
            figure(22.4, 22.6, perks=["counter-strike"]),  # in reach of where it closes in to
            figure(17.6, 23.6, perks=["counter-strike"]),  # in reach of where it follows up to
        ],
        options={"counter-strike-at-fights": meets},
    )
    blow = [*MISS] * meets
    game.does(red, "slam", at=slammed, close=True, dice=[*blow, 3, 1, 1, *UNSAVED, *blow], follow=True)
    own = (red, slammed)  # whom it slams had it in reach before
    assert attacks(game) == ([(beside, red), own, (beyond, red)] if meets else [own])


def bull(away: float = 6, **more: Any) -> Any:
    """A scene of a charger and one that knows how to shoot at it."""
    return scene(
        red=[figure(20, 20)],
        blue=[figure(20, 20 + away, perks=["bull-true"], weapons=["shortbow"], **more)],
    )


def test_bull_true_shoots_at_the_charger_that_comes_home_for_nothing() -> None:
    game, red, blue = bull()
    game.does(red, "charge", at=blue, dice=[2, 2, 1, 1, 4, 1, 1, 1, 1, 1, 1, *MISS])
    shot, blow = game.happened(Attacked)
    assert (shot.who, shot.whom, shot.close) == (blue, red, False)
    assert shot.dice.number == 4 and shot.number.number == 4
    assert (blow.who, blow.whom) == (red, blue)
    assert game.record(blue).unloaded == (0,)


def test_bull_true_shoots_at_a_charger_with_a_last_wound_too() -> None:
    game, red, blue = bull()
    game.given(red, wounds=1)
    game.does(red, "charge", at=blue, dice=[2, 2, 1, 1, 1, 1, 1, 1, *MISS])
    assert [e.who for e in game.happened(Attacked)] == [blue, red]


@pytest.mark.parametrize(
    ("away", "changes", "dice"),
    [
        (6, {"unloaded": (0,)}, [2, 2, 1, 1, *MISS]),
        (6, {"down": True}, [2, 2, 1, 1, *MISS]),
        (8, {}, [1, 1, 1, 1]),
    ],
)
def test_bull_true_needs_a_loaded_weapon_and_a_charger_that_arrives(away: float, changes: Any, dice: list[int]) -> None:
    game, red, blue = bull(away, **changes)
    game.does(red, "charge", at=blue, dice=dice)
    assert not [e for e in game.happened(Attacked) if e.who == blue]


LOST = "Human Regular at 10, 16: its weapon has been emptied since, and its shot is lost."
EMPTY = "Human Regular at 10, 16: it has nothing ready to shoot with."


def test_a_bow_that_bull_true_has_emptied_does_not_fire_what_was_pledged() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 16, ap=1, **BULL_TRUE)])
    game.does(red, "charge", at=blue, interrupt_fire=blue, dice=[*[2] * 4, *[1] * 4, *MISS])
    assert shots_made(game) == [(blue, red)] and game.record(blue).ap == 0
    assert LOST in game.log() and EMPTY not in game.log()


def test_what_was_pledged_is_fired_where_another_weapon_has_met_the_charger_or_none_must_be_loaded() -> None:
    answers: dict[str, Any]
    for weapons, answers in ((["longbow", "revolver"], {"weapon": [0, 1]}), (["revolver"], {})):
        game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 16, ap=1, **{**BULL_TRUE, "weapons": weapons})])
        game.does(red, "charge", at=blue, interrupt_fire=blue, **answers, dice=[*[2] * 4, *[1] * 4, *MISS, *[1] * 4])
        assert shots_made(game) == [(blue, red), (blue, red)]
        assert LOST not in game.log()


def test_bull_true_shoots_one_arrow_at_a_band() -> None:
    game, reds, blue = scene(red=[figure(9, 10), figure(11, 10)], blue=[figure(10, 16, **BULL_TRUE)])
    game.does(reds[0], "with-me", way="charge", target=[blue, blue], next=reds[0],
              dice=[*[2] * 8, *[1] * 4, *MISS, *MISS])  # fmt: skip
    assert shots_made(game) == [(blue, reds[0])]
    assert EMPTY in game.log()


# ---- Sidestep --------------------------------------------------------------------------------------------------------


def test_sidestep_slips_away_from_a_blow_that_misses_an_inch_further_for_each_success() -> None:
    game, red, blue = scene(red=[figure(20, 20)], blue=[figure(20, 21.5, perks=["sidestep"])])
    game.does(red, "fight", at=blue, close=False, dice=[*MISS, 4, 4, 1], path=(leg(20, 27.5),))
    assert game.record(blue).at.y == 27500
    assert [(e.who, e.whom) for e in game.happened(Missed)] == [(red, blue)]
    assert attacks(game) == [(red, blue)], "nobody strikes at it for that"


def test_who_strikes_back_does_so_before_it_steps_aside() -> None:
    game, red, blue = scene(red=[figure(20, 20)], blue=[figure(20, 21.5, perks=["agile-riposte", "sidestep"])])
    game.does(red, "fight", at=blue, close=False, dice=[*MISS, *MISS, 4, 4, 1], path=(leg(20, 27.5),))
    assert attacks(game) == [(red, blue), (blue, red)] and game.record(blue).at.y == 27500


def test_sidestep_goes_no_further_than_its_movement_and_an_inch_for_each_success() -> None:
    game, red, blue = scene(red=[figure(20, 20)], blue=[figure(20, 21.5, perks=["sidestep"])])
    asked = game.asks(red, "fight", at=blue, close=False, dice=[*MISS, 4, 1, 1])
    assert not asked.legal((leg(20, 26.5),)) and asked.legal((leg(20, 26.6),))


def test_sidestep_without_a_success_stays_where_it_is() -> None:
    game, red, blue = scene(red=[figure(20, 20)], blue=[figure(20, 21.5, perks=["sidestep"])])
    game.does(red, "fight", at=blue, close=False, dice=[*MISS, 3, 3, 1])
    assert not game.happened(Moved)


SIDESTEP: dict[str, Any] = {"perks": ["sidestep"]}


def test_a_charger_that_steps_aside_goes_no_further() -> None:
    game, red, blues = scene(red=[figure(10, 10, **SIDESTEP)], blue=[figure(10, 20), figure(11.9, 14)])
    game.does(
        red, "charge", at=blues[0], path=(leg(8, 10),), dice=[2, 2, 2, 2, *MISS, 4, 1, 1]
    )  # fmt: skip
    assert (game.record(red).at.x, game.record(red).at.y) == (8 * INCH, 10 * INCH)
    assert [e.who for e in game.happened(Attacked)] == [blues[1]]


def test_who_steps_aside_in_its_flight_flees_no_further() -> None:
    game, reds, blue = scene(red=[figure(10, 10), figure(11.1, 18)], blue=[figure(10, 18, ap=1, **SIDESTEP)])
    game.does(
        reds[0], "charge", at=blue, path=(leg(6, 18),), interrupt_flee=blue, dice=[1, 1, 1, 1, *MISS, 4, 1, 1]
    )  # fmt: skip
    assert (game.record(blue).at.x, game.record(blue).at.y) == (6 * INCH, 18 * INCH)


def test_who_steps_aside_tramples_nobody() -> None:
    ogre: dict[str, Any] = {"profile": "ogre-regular", "stats": {"abilities": {}}}
    game, red, blues = scene(red=[figure(10, 10, **ogre, **SIDESTEP)], blue=[figure(10, 11.7), figure(8, 9.5)])
    game.does(red, "trample", spot=spot(10, 14), path=(leg(14, 10),), dice=[*MISS, 4, 1, 1])
    assert game.record(red).at.x == 14 * INCH
    assert game.record(blues[0]).wounds == 3


def test_who_steps_aside_from_a_thing_does_not_use_it() -> None:
    lever = '[[marker]]\nid = "lever"\nkind = "lever"\nat = [10, 10.8, 0]\n'
    game, red, _ = scene(red=[figure(10, 10, **SIDESTEP)], blue=[figure(8.9, 10)], board=lever)
    game.does(red, "interact", use=(2, "flip"), path=(leg(14, 10),), dice=[*MISS, 4, 1, 1])
    assert game.happened(ThingChanged) == []


# ---- abilities that change a number ----------------------------------------------------------------------------------


def test_camouflage_is_harder_to_hit_for_shots_but_not_for_blows() -> None:
    hidden: Any = {"abilities": {"camouflage": 0}}
    game, red, blue = scene(red=[figure(20, 20, weapons=["rifle"])], blue=[figure(20, 30, **hidden)])
    game.does(red, "fire", at=blue, dice=[1, 1, 1, 1])
    assert game.happened(Attacked)[0].number.number == 5
    game, red, blue = scene(red=[figure(20, 20)], blue=[figure(20, 21.5, **hidden)])
    game.does(red, "fight", at=blue, close=False, dice=MISS)
    assert game.happened(Attacked)[0].number.number == 4


def test_boom_headshot_rolls_the_ones_of_shots_again_but_not_of_blows() -> None:
    marksman: Any = {"abilities": {"boom-headshot": 0}}
    game, red, blue = scene(red=[figure(20, 20, weapons=["rifle"], **marksman)], blue=[figure(20, 30)])
    game.does(red, "fire", at=blue, dice=[1, 1, 2, 2, 4, 1, 5, 1, 1])
    assert not game.happened(Wounded)
    game, red, blue = scene(red=[figure(20, 20, **marksman)], blue=[figure(20, 21.5)])
    game.does(red, "fight", at=blue, close=False, dice=MISS)
    assert game.happened(Missed)


def test_consummate_hunters_charge_three_inches_further_at_what_another_is_fighting() -> None:
    hunter: Any = {"abilities": {"consummate-hunter": 0}}
    game, (red, _), blue = scene(red=[figure(20, 10, **hunter), figure(21.5, 24, **hunter)], blue=[figure(20, 24)])
    game.does(red, "charge", at=blue, dice=[1] * 7)
    assert [e.length for e in game.happened(Ran)] == [7 * INCH]
    game, (red, _), blue = scene(red=[figure(20, 10, **hunter), figure(21.5, 24)], blue=[figure(20, 24)])
    game.does(red, "charge", at=blue, dice=[1] * 4)
    assert [e.length for e in game.happened(Ran)] == [4 * INCH]


def test_the_diminutive_count_as_small() -> None:
    game, red, _ = scene(red=[figure(20, 20, abilities={"diminutive": 0})], blue=[figure(44, 44)])
    assert game.model(red).size.id == "small" and game.model(red).threat == INCH // 2


def test_throwing_weight_makes_the_blow_of_a_charge_a_power_attack_at_no_loss() -> None:
    game, red, blue = scene(red=[figure(20, 20, profile="ogre-regular")], blue=[figure(20, 28)])
    game.does(red, "charge", at=blue, dice=[1, 1, 1, 1, 1, 4, 1, 1, 1, 1], close=False)
    (blow,) = game.happened(Attacked)
    assert (blow.dice.number, blow.damage.number) == (3, 7)
    assert [e.who for e in game.happened(KnockedOver)] == [blue]


# ---- abilities of an activation --------------------------------------------------------------------------------------


def activated(*red: Any, blue: Any = None, **script: Any) -> Any:
    """A scene in which the first of red's is activated out of several."""
    game, *_ = scene(red=list(red), blue=[blue or figure(44, 44)])
    game.goes_on(activate=0, **script)
    return game


def test_biotechnology_heals_at_every_activation() -> None:
    bio = figure(20, 20, wounds=1, hurt=True, abilities={"biotechnology": 0})
    game = activated(bio, figure(4, 4), dice=[4, 1, 2])
    assert [(e.who, e.wounds) for e in game.happened(Healed)] == [(0, 1)]
    assert game.happened(Activated)


def test_the_blood_thirsty_charge_the_closest_for_nothing_unless_they_master_themselves() -> None:
    thirsty = figure(20, 20, abilities={"blood-thirsty": 0})
    game = activated(thirsty, figure(4, 4), blue=figure(20, 30), thirst=True, dice=[4, 4, 4, 1, 1, 1, 1])
    assert [e.action for e in game.happened(Declared)] == ["Charge!"]
    assert game.record(0).ap == 3
    game = activated(thirsty, figure(4, 4), blue=figure(20, 30), thirst=True, dice=[4, 4, 5])
    assert not game.happened(Declared)


def test_the_blood_thirsty_may_give_in_without_a_test() -> None:
    thirsty = figure(20, 20, abilities={"blood-thirsty": 0})
    game = activated(thirsty, figure(4, 4), blue=figure(20, 30), thirst=False, dice=[1, 1, 1, 1])
    assert [e.action for e in game.happened(Declared)] == ["Charge!"]


@pytest.mark.parametrize("blue", [figure(20, 33.2), figure(20, 21.5), figure(20, 23.3, profile="ogre-regular")])
def test_the_blood_thirsty_are_calm_with_nobody_near_or_in_close_combat_already(blue: Any) -> None:
    thirsty = figure(20, 20, abilities={"blood-thirsty": 0})
    game = activated(thirsty, figure(4, 4), blue=blue)
    assert not game.happened(Declared)


def test_the_blood_thirsty_do_not_charge_what_they_do_not_see() -> None:
    wall = "[[wall]]\npoints = [[10, 25], [30, 25]]\nheight = 6\n"
    thirsty = figure(20, 20, abilities={"blood-thirsty": 0})
    game, *_ = scene(red=[thirsty, figure(4, 4)], blue=[figure(20, 30)], board=wall)
    game.goes_on(activate=0)
    assert not game.happened(Declared)


@covers("share-points", "works")
@covers("share-points", "refused")
def test_a_hive_mind_shares_points_with_its_kin_within_twelve_inches() -> None:
    hive: Any = {"abilities": {"hive-mind": 0}}
    game, (one, other, far, dull), _ = scene(
        red=[figure(20, 20, **hive), figure(20, 25, **hive), figure(20, 40, **hive), figure(24, 20)],
        blue=[figure(44, 44)],
    )
    game.does(one, "share-points")
    assert [(e.who, e.points) for e in game.happened(Drained)] == [(other, 1)]
    assert [(e.who, e.points) for e in game.happened(Gained)] == [(one, 1)]
    assert (game.record(one).ap, game.record(other).ap) == (4, 2)
    assert game.why_not(dull, "share-points")[0] == "It must share its mind with others."
    assert game.why_not(far, "share-points") == ('It must have kin within 12" with a point to give.',)


@covers("share-points", "numbers")
@pytest.mark.parametrize(("away", "shares"), [(12, True), (12.1, False)])
def test_minds_are_shared_over_twelve_inches_from_base_to_base(away: float, shares: bool) -> None:
    hive: Any = {"abilities": {"hive-mind": 0}}
    game, (one, _), _ = scene(red=[figure(20, 20, **hive), figure(20, 21.1 + away, **hive)], blue=[figure(44, 44)])
    assert ("share-points" in game.allowed(one)) == shares


def test_minds_are_shared_among_kin_only() -> None:
    hive: Any = {"abilities": {"hive-mind": 0}}
    game, (one, _), _ = scene(
        red=[figure(20, 20, **hive), figure(20, 25, profile="elf-regular", **hive)], blue=[figure(44, 44)]
    )
    assert game.why_not(one, "share-points") == ('It must have kin within 12" with a point to give.',)


@pytest.mark.parametrize(("heavy", "asked"), [("true", False), ("false", True)])
def test_the_blood_thirsty_do_not_charge_with_something_heavy(heavy: str, asked: bool) -> None:
    chest = f'[[marker]]\nid = "m"\nkind = "chest"\nat = [40, 40, 0]\nparams = {{ heavy = {heavy} }}\n'
    game, orc, _ = scene(red=[figure(10, 10, profile="orc-regular", carries=(2,))], blue=[figure(10, 20)], board=chest)
    game.goes_on(activate=orc, dice=[1] * 4 if asked else [], **({"thirst": False} if asked else {}))
    assert bool([e for e in game.happened(Declared) if e.deed.row == "charge"]) is asked


def hive(x: float, y: float, ap: int) -> Put:
    return figure(x, y, abilities={"hive-mind": 0}, ap=ap)


def test_one_of_a_hive_without_points_is_activated_and_takes_one_from_its_kin() -> None:
    game, (spent, kin, _), _ = scene(
        red=[hive(20, 20, 0), hive(20, 25, 2), figure(24, 20, ap=0)], blue=[figure(44, 44)]
    )
    assert rounds.able_to_be_activated(game.play, 0) == [spent, kin]
    game.goes_on(activate=spent, action=["share-points", "end-activation"])
    assert (game.record(spent).ap, game.record(kin).ap) == (1, 1)
    assert rounds.able_to_be_activated(game.play, 0) == [kin]


def test_one_of_a_hive_without_points_and_without_kin_that_have_some_is_not_activated() -> None:
    game, (_, far), _ = scene(red=[hive(20, 20, 0), hive(20, 40, 2)], blue=[figure(44, 44)])
    assert rounds.able_to_be_activated(game.play, 0) == [far]


# ---- the plague ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "rises"), [([1, 2, 3], True), ([4, 1, 1], False)])
def test_victims_of_the_walking_plague_rise_unless_their_will_holds(dice: list[int], rises: bool) -> None:
    plague: Any = {"abilities": {"walking-plague": 0}}
    dead = figure(44, 4, profile="barrow-walker", state="waiting")
    game, red, (victim, _), *_ = scene(
        red=[figure(20, 20, **plague)],
        blue=[figure(20, 21.5, wounds=1, stats={"arm": 0}), figure(44, 44)],
        neutral=[dead],
    )
    game.does(red, "fight", at=victim, close=False, dice=[4, 1, 1, *dice])
    assert [e.who for e in game.happened(Fell)] == [victim]
    assert bool(game.happened(Rose)) == rises


def test_the_points_for_a_victim_are_scored_before_it_rises() -> None:
    game, red, (victim, _), *_ = scene(
        red=[figure(20, 20, abilities={"walking-plague": 0})],
        blue=[figure(20, 21.5, wounds=1, stats={"arm": 0}), figure(44, 44)],
        neutral=[figure(44, 4, profile="barrow-walker", state="waiting")],
        complication=4, stage="complications", marks=(("bounty-0", 1), ("bounty-1", 0)),
    )  # fmt: skip
    game.does(red, "fight", at=victim, close=False, dice=[4, 1, 1, 1, 2, 3, 1])
    assert [type(e) for e in game.events if isinstance(e, Fell | Scored | Rose)] == [Fell, Scored, Rose]


# ---- what is tested elsewhere ----------------------------------------------------------------------------------------


def test_every_perk_and_ability_of_the_lists_has_its_test() -> None:
    here = {"agile-riposte", "artful-dodger", "bull-true", "counter-strike", "dash", "sidestep"}
    assert set(catalogue.perks()) == here | {"athletics"} | {"mage"}
    abilities = {
        "battle-dancer", "blood-thirsty", "consummate-hunter", "diminutive", "throwing-weight", "walking-plague",
        "biotechnology", "hive-mind", "camouflage", "boom-headshot",
    }  # fmt: skip
    nerve, rosters = {"fear", "fearless", "hardened"}, {"ambush-tactics", "bestial-traits", "tooth-and-claw"}
    assert set(catalogue.abilities()) == abilities | nerve | rosters
    assert courage.BRAVERY == 3


def test_machines_mend_before_the_thirst_for_blood_is_mastered() -> None:
    both: Any = {"biotechnology": 0, "blood-thirsty": 0}
    thirsty = figure(20, 20, wounds=1, hurt=True, abilities=both)
    game = activated(thirsty, figure(4, 4), blue=figure(20, 30), thirst=True, dice=[4, 4, 1, 5, 1, 1])
    assert [(e.who, e.wounds) for e in game.happened(Healed)] == [(0, 2)]
    assert not game.happened(Declared), "the fourth die masters it"
