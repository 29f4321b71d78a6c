"""What comes between the parties: all eleven results of two dice, and what each leads to."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import (
    TURNED,
    Put,
    battle,
    begin_turn_of,
    complication_rollers,
    figure,
    leg,
    points_scored,
    roll_complication,
    scene,
)
from warbook.core.length import INCH
from warbook.core.structs import replace
from warbook.rulesets.gangfight.battle import complications, risen, turn
from warbook.rulesets.gangfight.checks.dice import trial
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.deeds import Declared, Pledged
from warbook.rulesets.gangfight.events.figures import Cowed, Fell, Wounded
from warbook.rulesets.gangfight.events.movement import Left, Moved
from warbook.rulesets.gangfight.events.rounds import Ended, Finished
from warbook.rulesets.gangfight.events.scenario import EndGameRolled, Rose
from warbook.rulesets.gangfight.records.distances import engaged_with
from warbook.rulesets.gangfight.records.position import figures
from warbook.rulesets.gangfight.records.state import NEUTRAL, WINDS
from warbook.rulesets.gangfight.records.world import Play


def last_roll(game: Any) -> list[tuple[int, int]]:
    """The end game rolled in the last sentence: by whom, what."""
    return [(e.seat, e.number) for e in game.happened(EndGameRolled)]


def two(**turn: Any) -> Any:
    """A leader and a regular on either side, apart."""
    return scene(
        red=[figure(10, 10, profile="human-hero", leader=True), figure(14, 10)],
        blue=[figure(10, 40, profile="human-hero", leader=True), figure(14, 40)],
        **turn,
    )


def duel(victim: int, **turn: Any) -> Any:
    """Red's leader beside blue's leader and Regular, both with a wound left."""
    return scene(
        red=[figure(10, 10, profile="human-hero", leader=True), figure(30, 10)],
        blue=[
            figure(10, 11.2 if victim == 2 else 30, profile="human-hero", leader=True, wounds=1),
            figure(11.2 if victim == 3 else 30, 10, wounds=1),
        ],
        stage="complications",
        **turn,
    )  # fmt: skip


def kills(game: Any, victim: int, *after: int) -> None:
    """Red's first figure brings somebody down; `after` are the dice of what follows."""
    pool, armour = game.model(0).att, game.model(victim).arm
    game.does(0, "fight", at=victim, close=False, dice=[*[5] * pool, *[1] * armour, *after])
    assert game.record(victim).out


# ---- the roll --------------------------------------------------------------------------------------------------------


def test_two_dice_say_what_comes_once() -> None:
    game, *_ = two()
    roll_complication(game, [4, 5])
    assert (
        complication_rollers(game) == [0]
        and game.state.turn.complication == 9
        and game.state.turn.stage == "complications"
    )
    roll_complication(game, [], seat=1)
    assert complication_rollers(game) == []


# ---- 2: the dead walk ------------------------------------------------------------------------------------------------


def test_the_dead_rise_along_both_flanks_a_die_and_three_at_each() -> None:
    game = battle("open-field", stage="engagement")
    roll_complication(game, [1, 1, 1, 3])
    risen = [f for f in figures(game.play) if f.owner == NEUTRAL and f.here]
    assert len(risen) == 4 + 6 and {f.profile for f in risen} == {"barrow-walker"}
    assert sum(f.at.x <= 2 * f.at.radius for f in risen) == 4
    assert sum(f.at.x >= 48 * INCH - 2 * f.at.radius for f in risen) == 6
    assert complications.still_winnable(game.play)


def test_the_dead_rise_where_the_zones_are_at_other_tables_and_are_fevered_in_modern_times() -> None:
    game = battle("not-one-step", options={"dead-rise-at": "zones"}, stage="engagement")
    roll_complication(game, [1, 1, 3, 3])
    risen = [f for f in figures(game.play) if f.owner == NEUTRAL and f.here]
    assert len(risen) == 12 and {f.profile for f in risen} == {"fevered"}
    assert all(f.at.y <= 1200 or f.at.y >= 46800 for f in risen)


def undead(x: float, y: float, **changes: Any) -> Any:
    return figure(x, y, profile="barrow-walker", **changes)


@pytest.mark.parametrize("edges", ["flanks", "zones"])
def test_they_rise_evenly_spread_on_a_table_whose_zones_face_east_and_west_too(edges: str) -> None:
    waiting = [undead(0, 0, state="waiting")] * 12
    options = {"dead-rise-at": edges}
    game, *_ = scene(red=[figure(5, 20)], blue=[figure(55, 20)], neutral=waiting, neutrals=0, options=options, **TURNED)
    roll_complication(game, [1, 1, 1, 3])
    rose = game.happened(Rose)
    first, second, length = ("y", 48, 60) if edges == "flanks" else ("x", 60, 48)
    for those, far in ((rose[:4], 0), (rose[4:], second * INCH)):
        for number, one in enumerate(those):
            at, along = (one.y, one.x) if first == "y" else (one.x, one.y)
            assert abs(at - far) <= 1100
            assert abs(along - (2 * number + 1) * length * INCH // (2 * len(those))) < 4 * INCH
    assert len(rose) == 10


def test_the_dead_have_the_third_turn_of_the_round() -> None:
    game, *_ = scene(
        red=[figure(10, 10)], blue=[figure(10, 40)], neutral=[undead(40, 25)],
        complication=2, stage="complications", seat=1,
    )  # fmt: skip
    game.goes_on()
    assert game.state.turn.seat == 0 and game.state.turn.round == 2
    assert [e.who for e in game.happened(Moved)] == [2, 2]


@pytest.mark.parametrize(("attacker", "seat"), [(0, 1), (1, 0)])
def test_their_steps_are_counted_as_the_defenders(attacker: int, seat: int) -> None:
    game, *_ = scene(red=[figure(10, 10)], blue=[figure(10, 40)], neutral=[undead(40, 25)], seat=2, attacker=attacker)
    assert turn.active_seat(game.state) == seat


def test_the_dead_go_at_the_nearest_with_all_their_points_and_charge_within_twice_their_movement() -> None:
    game, red, _, dead = scene(
        red=[figure(10, 10, ap=0)], blue=[figure(10, 40)], neutral=[undead(10, 20)],
        complication=2, stage="complications", seat=2,
    )  # fmt: skip
    begin_turn_of(game, NEUTRAL, dice=[2, 2, 1, 1, 1])
    first, second = game.happened(Moved)
    assert (first.how, first.x, first.y) == ("moves", 10 * INCH, 17 * INCH)
    assert (second.how, second.x, second.y) == ("charges", 10 * INCH, 12 * INCH)


@pytest.mark.parametrize(("west", "y", "round"), [(21, 25, True), (14, 35, True), (6, 25, False)])
def test_the_dead_go_round_a_wall_but_not_round_a_long_one(west: int, y: int, round: bool) -> None:
    wall = f"[[wall]]\npoints = [[{west}, 22], [42, 22]]\nheight = 6\n"
    game, *_ = scene(
        red=[figure(24, y, ap=0)], blue=[figure(10, 47)], neutral=[undead(24, 20, ap=1, activation="ready")],
        complication=2, stage="complications", seat=2, board=wall,
    )  # fmt: skip
    game.goes_on()
    (moved,) = game.happened(Moved)
    assert (moved.x < 24 * INCH) is round and moved.y < 22 * INCH


def test_the_dead_fight_whoever_is_in_close_combat_with_them() -> None:
    game, red, _, dead = scene(
        red=[figure(10, 10, ap=0)], blue=[figure(10, 40)], neutral=[undead(10, 11.2)],
        complication=2, stage="complications", seat=2,
    )  # fmt: skip
    assert engaged_with(game.play, dead) == (red,)
    begin_turn_of(game, NEUTRAL, dice=[4, 1, 1, 1, 1, 1, 1])
    assert game.record(red).wounds == 2
    assert game.record(dead).ap == 0


def test_those_whom_the_dead_attack_may_interrupt() -> None:
    game, red, _, dead = scene(
        red=[figure(10, 10, ap=1)], blue=[figure(10, 40)], neutral=[undead(10, 11.2, ap=1, activation="ready")],
        complication=2, stage="complications", seat=2,
    )  # fmt: skip
    game.goes_on(dice=[1, 1, 4, 1, 1, 1, 1, 1], interrupt_fight=red, close=False)
    assert game.record(dead).wounds == 2 and [e.who for e in game.happened(Pledged)] == [red]


def test_whoever_falls_while_the_dead_walk_rises_where_it_lay() -> None:
    game, red, blue, dead = scene(
        red=[figure(10, 10)], blue=[figure(10, 11.2, wounds=1), figure(40, 40)],
        neutral=[undead(40, 10), undead(5, 5, state="waiting")],
        complication=2, stage="complications",
    )  # fmt: skip
    kills(game, blue[0])
    assert [e.who for e in game.happened(Rose)] == [dead[1]]
    risen = game.record(dead[1])
    assert risen.here and risen.owner == NEUTRAL and (risen.at.x, risen.at.y) == (10 * INCH, 11200)


@pytest.mark.parametrize(("rising", "rises"), [(False, False), (True, True)])
def test_whoever_falls_once_the_dead_are_gone_rises_only_where_the_table_has_it_so(rising: bool, rises: bool) -> None:
    game, red, blue, dead = scene(
        red=[figure(10, 10)], blue=[figure(10, 11.2, wounds=1), figure(40, 40)],
        neutral=[undead(40, 10, out=True, wounds=0), undead(5, 5, state="waiting")],
        complication=2, stage="end-game", end_game=5, options={"dead-keep-rising": rising},
    )  # fmt: skip
    kills(game, blue[0])
    assert bool(game.happened(Rose)) is rises


def test_who_falls_together_with_the_last_of_the_dead_rises_as_another() -> None:
    game, red, blue, dead = scene(
        red=[figure(10, 10)], blue=[figure(10, 11.2, wounds=1), figure(40, 40)],
        neutral=[undead(10, 8.8, wounds=1), undead(5, 5, state="waiting")],
        complication=2, stage="complications",
    )  # fmt: skip
    game.given(dead[0], wounds=0)
    kills(game, blue[0])
    assert len(game.happened(Fell)) == 2 and len(game.happened(Rose)) == 1


def test_it_rises_on_the_roof_on_which_it_lay() -> None:
    game, red, blue, dead = scene(
        red=[figure(10.6, 13.2, 4)], blue=[figure(10.6, 12, 4, wounds=1), figure(40, 40)],
        neutral=[undead(40, 10), undead(5, 5, state="waiting")], board="[[block]]\nrect = [10, 10, 8, 8]\nheight = 4\n",
        complication=2, stage="complications",
    )  # fmt: skip
    kills(game, blue[0])
    assert game.record(dead[1]).here and game.record(dead[1]).at.z == 4 * INCH


def test_only_those_of_the_dead_who_have_risen_are_there() -> None:
    game, red, blue, dead = scene(
        red=[figure(10, 10)], blue=[figure(10, 11.2, wounds=1), figure(40, 40)],
        neutral=[undead(40, 10), undead(5, 5, state="waiting"), undead(5, 5, state="waiting")], neutrals=1,
        complication=2, stage="complications",
    )  # fmt: skip
    kills(game, blue[0])
    assert [f.id for f in figures(game.play) if f.owner == NEUTRAL] == dead[:2]


def test_there_are_only_so_many_dead() -> None:
    game, red, blue, dead = scene(
        red=[figure(10, 10)], blue=[figure(10, 11.2, wounds=1), figure(40, 40)], neutral=[undead(40, 10)],
        complication=2, stage="complications",
    )  # fmt: skip
    kills(game, blue[0])
    assert not game.happened(Rose)
    assert risen.sleeper(game.play) == -1


def test_who_sends_more_of_the_dead_back_gets_two_points_and_rolls_when_the_last_is_gone() -> None:
    game, red, _, dead = scene(
        red=[figure(10, 10)], blue=[figure(10, 40)], neutral=[undead(10, 11.2, wounds=1)],
        complication=2, stage="complications", marks=(("complication-by", 1), ("kills-1", 0)),
    )  # fmt: skip
    game.does(red, "fight", at=dead, close=False, dice=[3, 3, 3, 5, 5, 5, 1, 1, 1])
    assert game.state.turn.mark("kills-0") == 1
    game.goes_on(dice=[5])
    assert points_scored(game) == [(0, 2)] and last_roll(game) == [(0, 5)]


def test_level_kills_earn_nothing_and_the_attacker_rolls() -> None:
    game, *_ = two(complication=2, stage="complications", marks=(("kills-0", 2), ("kills-1", 2)))
    game.goes_on(dice=[5])
    assert points_scored(game) == [] and last_roll(game) == [(0, 5)]


def fevered(x: float, y: float, ap: int) -> Put:
    return figure(x, y, profile="fevered", ap=ap, activation="ready")


def test_those_who_obey_nobody_fear_too_and_turn_to_whom_they_dare_to_fight() -> None:
    game, _, blues, _ = scene(
        red=[figure(2, 2)],
        blue=[figure(10, 13.9, profile="ogre-regular"), figure(10, 10.3)],
        neutral=[fevered(10, 12, 1)], seat=2, complication=2, stage="complications",
    )  # fmt: skip
    game.goes_on(dice=[2, 1, 1])
    assert [e.whom for e in game.happened(Cowed)] == [blues[0]]
    assert [e.whom for e in game.happened(Attacked)] == [blues[1]]


def test_those_who_obey_nobody_and_dare_to_fight_none_of_those_in_close_combat_do_no_more() -> None:
    game, _, ogre, dead = scene(
        red=[figure(2, 2)], blue=[figure(10, 13.1, profile="ogre-regular")],
        neutral=[fevered(10, 10.5, 2)], seat=2, complication=2, stage="complications",
    )  # fmt: skip
    game.goes_on(dice=[2])
    assert [e.whom for e in game.happened(Cowed)] == [ogre] and not game.happened(Attacked)
    assert [(e.who, e.held) for e in game.happened(Finished)] == [(dead, 2)]


def test_those_who_obey_nobody_wait_while_everybody_else_is_still_to_come() -> None:
    game, *_, dead = scene(
        red=[figure(2, 2, state="waiting")], blue=[figure(2, 40, state="waiting")],
        neutral=[undead(40, 25, ap=2, activation="ready")], seat=2, complication=2, stage="complications",
    )  # fmt: skip
    game.goes_on()
    assert not game.happened(Moved) and (game.happened(Finished)[0].who, game.happened(Finished)[0].held) == (dead, 2)


def test_those_who_obey_nobody_and_dare_not_charge_come_nearer() -> None:
    game, _, ogre, dead = scene(
        red=[figure(2, 2)], blue=[figure(10, 17, profile="ogre-regular")],
        neutral=[fevered(10, 11, 1)], seat=2, complication=2, stage="complications",
    )  # fmt: skip
    game.goes_on(dice=[2])
    assert [e.whom for e in game.happened(Cowed)] == [ogre]
    assert not [e for e in game.happened(Declared) if e.deed.row == "charge"]
    assert [(e.who, e.how) for e in game.happened(Moved)] == [(dead, "moves")]


def test_those_who_obey_nobody_and_pass_their_test_attack_what_they_fear() -> None:
    game, _, ogre, _ = scene(
        red=[figure(2, 2)], blue=[figure(10, 13.1, profile="ogre-regular")],
        neutral=[fevered(10, 10.5, 1)], seat=2, complication=2, stage="complications",
    )  # fmt: skip
    game.goes_on(dice=[3, 1, 1])
    assert [e.whom for e in game.happened(Attacked)] == [ogre]


def test_who_may_interrupt_anything_shoots_at_the_dead_as_they_come() -> None:
    game, red, _, dead = scene(
        red=[figure(10, 10, weapons=["rifle"], ap=1)], blue=[figure(40, 40)],
        neutral=[fevered(10, 30, 1)], seat=2, complication=2, stage="complications",
        options={"interrupt-targeted-only": False},
    )  # fmt: skip
    game.goes_on(interrupt_fire=red, dice=[4, 1, 1, 1, 1, 1])
    assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(red, dead)]
    assert game.record(dead).wounds == 2 and game.state.turn.deed is None


# ---- 3: the storm ----------------------------------------------------------------------------------------------------


def test_in_a_storm_the_other_side_rolls_the_end_game_at_once_and_every_pool_is_a_die_short() -> None:
    game, *_ = two()
    roll_complication(game, [1, 2, 5], seat=0)
    assert last_roll(game) == [(1, 5)]
    assert trial(game.play, 3, 4).dice == 2 and trial(game.play, 1, 4).dice == 1
    game.does(1, "charge", at=3, dice=[4, 4, 4])
    assert not engaged_with(game.play, 1)


# ---- 4: bounty hunt --------------------------------------------------------------------------------------------------


def test_each_side_marks_an_enemy_whose_fall_is_worth_a_point_and_the_roll() -> None:
    game, *_ = two()
    roll_complication(game, [2, 2], mark=[3, 0])
    assert complications.marked_figures(game.play) == [3, 0]
    game, *_ = duel(3, complication=4, marks=(("bounty-0", 3), ("bounty-1", 0)))
    kills(game, 3, 1)
    assert points_scored(game) == [(0, 1)]
    assert last_roll(game) == [(0, 1)]


def test_another_enemys_fall_is_worth_nothing() -> None:
    game, *_ = duel(3, complication=4, marks=(("bounty-0", 2), ("bounty-1", 0)))
    kills(game, 3)
    assert points_scored(game) == []


def test_one_may_not_mark_ones_own() -> None:
    game, *_ = two()
    with pytest.raises(AssertionError, match="not among"):
        roll_complication(game, [2, 2], mark=[1, 0])


# ---- 5: the winds ----------------------------------------------------------------------------------------------------


def test_the_winds_die_down_at_the_end_of_the_next_round_and_the_other_side_rolls() -> None:
    marks = (("complication-by", 0), ("complication-round", 1))
    game, *_ = two(complication=5, stage="complications", marks=marks, seat=1)
    game.goes_on(activate="end the turn")
    assert last_roll(game) == [] and game.state.turn.round == 2
    game, *_ = two(complication=5, stage="complications", marks=marks, seat=1, round=2)
    game.goes_on(activate="end the turn", dice=[5])
    assert last_roll(game) == [(1, 5)] and game.state.turn.mark("retreat-by") == 3


def test_once_the_end_game_is_rolled_the_winds_blow_no_more() -> None:
    game, red, blue = scene(
        red=[figure(10, 5, weapons=["rifle"], perks=["mage"])], blue=[figure(10, 15)],
        complication=WINDS, stage="end-game", end_game=1, round=3,
    )  # fmt: skip
    game.does(red, "fire", at=blue, dice=[1, 2, 2, 2])
    game.does(red, "draw-mana", dice=[1, 2, 2])
    assert not game.record(red).hurt


def test_wild_winds_blow_when_mana_is_drawn_too() -> None:
    game, mage, _ = scene(red=[figure(20, 20, perks=["mage"])], blue=[figure(40, 40)], complication=WINDS)
    game.does(mage, "draw-mana", dice=[1, 4, 4, 1])
    assert game.record(mage).mana == 2
    assert [(e.who, e.wounds) for e in game.happened(Wounded)] == [(mage, 1)]


# ---- 6 to 8: for honour ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [6, 7, 8])
def test_a_leader_goes_at_the_other_for_its_first_point(number: int) -> None:
    game, *_ = two(complication=number, stage="complications")
    begin_turn_of(game, 0)
    assert [(e.who, e.x, e.y) for e in game.happened(Moved)] == [(0, 10 * INCH, 14 * INCH)]
    assert game.record(0).ap == 3


def test_so_does_the_leader_of_the_other_side() -> None:
    game, *_ = two(complication=6, stage="complications")
    begin_turn_of(game, 1)
    assert [(e.who, e.x, e.y) for e in game.happened(Moved)] == [(2, 10 * INCH, 36 * INCH)]


def test_a_leader_in_close_combat_or_in_reach_of_the_other_stays() -> None:
    game, *_ = two(complication=7, stage="complications")
    game.given(0, at=replace(game.record(0).at, y=39 * INCH))
    begin_turn_of(game, 0)
    assert not game.happened(Moved) and game.record(0).ap == 4


def test_the_winner_of_the_duel_scores_and_rolls() -> None:
    game, *_ = duel(2, complication=7)
    kills(game, 2, 1)
    assert last_roll(game) == [(0, 1)] and game.state.turn.points == (1, 0)


@pytest.mark.parametrize(("by", "points"), [(2, (0, 1)), (3, (0, 0))])
def test_the_leader_who_began_it_may_fall_in_it(by: int, points: tuple[int, int]) -> None:
    game, *_ = duel(2, complication=7)
    play = Play(game.state, game.ruleset, game.world, [])
    complications.reward_kill(play, Fell(0, by))
    game.state.agenda = tuple(waiting for waiting, _ in play.queue)
    game.goes_on(dice=[1])
    assert last_roll(game) == [(1, 1)] and game.state.turn.points == points


def test_a_leader_who_falls_to_somebody_else_is_worth_nothing_and_the_other_side_rolls() -> None:
    game, *_ = duel(2, complication=7)
    play = Play(game.state, game.ruleset, game.world, [])
    complications.reward_kill(play, Fell(2, 1))
    game.state.agenda = tuple(waiting for waiting, _ in play.queue)
    game.goes_on(dice=[1])
    assert last_roll(game) == [(0, 1)] and game.state.turn.points == (0, 0)


def test_who_is_no_leader_falls_in_a_duel_for_nothing() -> None:
    game, *_ = duel(3, complication=7)
    kills(game, 3)
    assert points_scored(game) == [] and last_roll(game) == []


def test_without_two_leaders_there_is_no_duel_and_who_rolled_it_rolls_on() -> None:
    game, *_ = two()
    game.given(2, out=True, wounds=0)
    roll_complication(game, [3, 3, 1], seat=1)
    assert last_roll(game) == [(1, 1)]


def test_a_leader_who_falls_to_a_counter_strike_on_its_way_to_the_duel_is_taken_off() -> None:
    game, reds, blues = scene(
        red=[figure(10, 10, profile="human-hero", leader=True, wounds=1, stats={"arm": 0}), figure(2, 2)],
        blue=[figure(10, 30, profile="human-hero", leader=True), figure(11.3, 15, perks=["counter-strike"])],
        complication=7, stage="complications", seat=1,
    )  # fmt: skip
    game.goes_on(dice=[6, 5, 5, 5, 1])
    assert [(e.who, e.by) for e in game.happened(Fell)] == [(reds[0], blues[1])]


def test_a_leader_who_steps_aside_from_a_free_strike_goes_no_further_to_the_duel() -> None:
    game, reds, _ = scene(
        red=[figure(10, 10, profile="human-hero", leader=True, perks=["sidestep"]), figure(2, 2)],
        blue=[figure(10, 30, profile="human-hero", leader=True), figure(12.8, 12, weapons=["spear"])],
        complication=7, stage="complications", seat=1,
    )  # fmt: skip
    game.goes_on(dice=[1, 1, 1, 4, 1, 1, 1], path=((9 * INCH, 10 * INCH, 0, 0),))
    at = game.record(reds[0]).at
    assert (at.x, at.y) == (9 * INCH, 10 * INCH)


# ---- 9: press the line -----------------------------------------------------------------------------------------------


def pressed(*across: int) -> Any:
    game, *_ = two(complication=9, stage="complications", seat=1)
    for who in across:
        game.given(who, at=replace(game.record(who).at, y=(25 if who < 2 else 23) * INCH, x=(10 + 4 * who) * INCH))
    return game


def test_more_figures_in_the_enemys_half_at_the_end_of_a_round_score_and_roll() -> None:
    game = pressed(0, 1, 2)
    game.goes_on(activate="end the turn", dice=[1])
    assert points_scored(game) == [(0, 1)] and last_roll(game) == [(0, 1)]


def test_the_last_round_is_counted_before_the_battle_ends_with_it() -> None:
    game = pressed(0, 1, 2)
    game.state.turn = replace(game.state.turn, round=8)
    game.goes_on()
    assert points_scored(game) == [(0, 1)] and game.happened(Ended)[0].winner == 0


def test_equally_many_score_nothing() -> None:
    game = pressed(0, 2)
    game.goes_on(activate="end the turn")
    assert points_scored(game) == [] and last_roll(game) == []


def test_each_side_has_its_own_half_of_a_table_whose_zones_face_east_and_west() -> None:
    game, *_ = scene(
        red=[figure(31, 5), figure(31, 40)], blue=[figure(40, 5), figure(29, 43)],
        complication=9, stage="complications", seat=1, **TURNED,
    )  # fmt: skip
    game.goes_on(dice=[1])
    assert points_scored(game) == [(0, 1)]


def test_who_stands_on_the_middle_line_is_in_neither_half() -> None:
    game = pressed()
    game.given(0, at=replace(game.record(0).at, x=10 * INCH, y=24 * INCH))
    game.goes_on(activate="end the turn")
    assert points_scored(game) == []


# ---- 10: kill the messenger ------------------------------------------------------------------------------------------


def test_each_side_gives_the_orders_to_one_of_its_regulars() -> None:
    game, *_ = two()
    roll_complication(game, [4, 6], mark=[1, 3])
    assert complications.marked_figures(game.play) == [1, 3]
    game, *_ = two()
    with pytest.raises(AssertionError, match="not among"):
        roll_complication(game, [4, 6], mark=[0, 3])


def test_whoever_attacks_both_sides_have_a_messenger() -> None:
    game, *_ = two(attacker=1)
    roll_complication(game, [4, 6], mark=[3, 1])
    assert (game.state.turn.mark("messenger-0"), game.state.turn.mark("messenger-1")) == (1, 3)


def test_a_messenger_at_its_own_edge_gets_away_and_that_is_a_point() -> None:
    game, *_ = two(complication=10, stage="complications", marks=(("messenger-0", 1), ("messenger-1", 3)))
    game.given(1, at=replace(game.record(1).at, y=3 * INCH))
    game.does(1, "move", path=(leg(14, 0.55),))
    game.goes_on(action="end-activation", dice=[1])
    assert (
        [e.who for e in game.happened(Left)] == [1] and points_scored(game) == [(0, 1)] and last_roll(game) == [(0, 1)]
    )


def test_the_first_figure_of_a_side_may_be_its_messenger() -> None:
    game, *_ = two(complication=10, stage="complications", marks=(("messenger-0", 0), ("messenger-1", 3)))
    game.given(0, at=replace(game.record(0).at, y=3 * INCH))
    x = game.record(0).at.x / INCH
    game.does(0, "move", path=(leg(x, 0.55),))
    game.goes_on(action="end-activation", dice=[1])
    assert [e.who for e in game.happened(Left)] == [0]


def test_a_messenger_that_falls_is_a_point_for_the_enemy() -> None:
    game, *_ = duel(3, complication=10, marks=(("messenger-0", 1), ("messenger-1", 3)))
    kills(game, 3, 1)
    assert points_scored(game) == [(0, 1)]


def couriers(y: float) -> Any:
    """Red's Hero far in, and a Regular of red's that carries the orders; who stands at 0.6 touches its own edge."""
    return scene(
        red=[figure(10, 20, profile="human-hero", leader=True), figure(14, y)],
        blue=[figure(10, 40, profile="human-hero", leader=True), figure(14, 40)],
        complication=10, stage="complications", marks=(("messenger-0", 1), ("messenger-1", 3)),
    )  # fmt: skip


def test_a_messenger_that_stood_at_its_edge_all_along_does_not_get_away() -> None:
    game, *_ = couriers(0.6)
    game.goes_on(activate=0, action="end-activation")
    assert game.record(1).here and game.state.turn.points == (0, 0)


@pytest.mark.parametrize("y", [0.6, 3])
def test_a_messenger_gets_away_by_a_move_that_ends_at_its_edge(y: float) -> None:
    game, *_ = couriers(y)
    game.does(1, "move", path=(leg(15, 0.6),), dice=[])
    game.goes_on(action="end-activation", dice=[1])
    assert [e.who for e in game.happened(Left)] == [1] and game.state.turn.points == (1, 0)


# ---- 11: assassination -----------------------------------------------------------------------------------------------


def test_each_side_marks_a_hero_of_the_enemy_whose_fall_is_a_point() -> None:
    game, *_ = two()
    roll_complication(game, [5, 6], mark=[2, 0])
    assert complications.marked_figures(game.play) == [2, 0]
    game, *_ = duel(2, complication=11, marks=(("target-0", 2), ("target-1", 0)))
    kills(game, 2, 1)
    assert points_scored(game) == [(0, 1)]


# ---- 12: the beast ---------------------------------------------------------------------------------------------------


def test_a_beast_breaks_in_at_the_middle_and_its_killer_gets_two_points() -> None:
    game = battle("open-field", stage="engagement")
    roll_complication(game, [6, 6])
    beast = game.world.sides[NEUTRAL][0]
    at = game.record(beast).at
    assert game.record(beast).here and game.record(beast).profile == "large-beast"
    assert abs(at.x - 24 * INCH) <= 2 * INCH and abs(at.y - 24 * INCH) <= 2 * INCH
    game, red, _, beast = scene(
        red=[figure(10, 10)], blue=[figure(30, 40)],
        neutral=[figure(10, 11.8, profile="large-beast", wounds=1, stats={"arm": 0})],
        complication=12, stage="complications",
    )  # fmt: skip
    game.does(red, "fight", at=beast, close=False, dice=[4, 1, 1, 1])
    assert points_scored(game) == [(0, 2)]
    assert last_roll(game) == [(0, 1)]


def test_a_beast_comes_to_the_roof_that_is_in_the_middle() -> None:
    roofs = "[[block]]\nrect = [27, 20, 6, 8]\nheight = 2\n[[block]]\nrect = [33, 20, 6, 8]\nheight = 9\n"
    game, *_, beast = scene(
        red=[figure(5, 10)], blue=[figure(55, 40)], neutral=[figure(0, 0, profile="large-beast", state="waiting")],
        neutrals=0, **{**TURNED, "board": TURNED["board"] + roofs},
    )  # fmt: skip
    roll_complication(game, [6, 6])
    at = game.record(beast).at
    assert at.z == 2 * INCH and abs(at.x - 30 * INCH) < INCH and abs(at.y - 24 * INCH) < INCH


def test_a_beast_that_nobody_killed_is_worth_nothing_and_who_rolled_it_rolls_on() -> None:
    game, *_ = scene(
        red=[figure(10, 10)], blue=[figure(30, 40)],
        neutral=[figure(10, 20, profile="large-beast", out=True, wounds=0)],
        complication=12, stage="complications", marks=(("complication-by", 1),),
    )  # fmt: skip
    game.goes_on(dice=[1])
    assert points_scored(game) == [] and last_roll(game) == [(1, 1)]


# ---- who comes back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "turn"),
    [
        (1, {"complication": 4, "marks": (("bounty-0", 3), ("bounty-1", 1))}),
        (1, {"complication": 7}),
        (1, {"complication": 10, "marks": (("messenger-0", 1), ("messenger-1", 4))}),
        (1, {"complication": 11, "marks": (("target-0", 3), ("target-1", 1))}),
        (2, {"complication": 9, "engagement": "ambush", "blow": (1, 3)}),
    ],
)
def test_who_comes_back_by_a_life_rune_is_worth_its_prize_once(points: int, turn: dict[str, Any]) -> None:
    game, (bearer, victim, _), (killer, _) = scene(
        red=[
            figure(30, 10, charm="life-rune"),
            figure(10, 10, wounds=1, leader=True, profile="human-hero"),
            figure(40, 4),
        ],
        blue=[figure(10, 11.2, profile="human-hero", leader=True), figure(40, 40)],
        stage="complications", options={"bravery-seen": "sight"},
        board="[[wall]]\npoints = [[20, 0], [20, 30]]\nheight = 6\n", **turn,
    )  # fmt: skip
    leads_on = [5] if turn["complication"] != 9 else []
    game.does(victim, "move", path=(leg(10, 7),), dice=[*[5] * 4, *[1] * 4, *leads_on])
    assert points_scored(game) == [(1, points)]
    game.does(bearer, "use-charm")
    game.given(victim, ap=1, activation="ready")
    game.does(victim, "move", path=(leg(10, 7),), dice=[*[5] * 4, *[1] * 4])
    assert game.record(victim).out
    assert points_scored(game) == []
