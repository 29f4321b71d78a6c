"""Nerve tests, bottling out, fleeing, giving up and rallying."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import (
    COLD,
    KNIFE,
    TOUCH,
    fighter,
    first_candidate,
    gate,
    rolled_keys,
    roof,
    run_rule,
    scene,
    wall,
)
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.core.structs import replace
from warbook.rulesets.necromunda.battle import ending
from warbook.rulesets.necromunda.events.fighters import Broke, Earned, Fled
from warbook.rulesets.necromunda.events.movement import Moved
from warbook.rulesets.necromunda.events.rounds import BattleEnded, Bottled
from warbook.rulesets.necromunda.harm import injury, nerve
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model

BLUE = [fighter(40, 40)]


def falls(game: Any, who: int, *dice: int, out: bool = False, free: bool = False, **answers: Any) -> None:
    """A fighter goes down, or out, with what that leads to."""

    def rule(play: Any) -> None:
        if out:
            injury.take_out(play, Model(play, who), -1, injuries=0, free=free)
        else:
            injury.injure(play, Model(play, who), -1)

    run_rule(game, rule, dice=dice, **answers)


def broken(game: Any, *whom: int) -> list[bool]:
    return [game.record(who).broken for who in whom]


# ---- nerve tests -----------------------------------------------------------------------------------------------------


def test_friends_within_three_inches_test_their_nerve() -> None:
    game, (red, near, far), blue = scene(red=[fighter(10, 10), fighter(13.9, 10), fighter(14.1, 15)], blue=BLUE)
    falls(game, red, 3, 4)
    assert broken(game, near, far) == [False, False]
    falls(game, red, 3, 3, 1, 1, out=True, path=first_candidate)  # it fails, breaks and runs
    assert [e.who for e in game.happened(Broke)] == [near] and not game.record(near).ready


def test_company_gives_courage_but_not_the_broken_or_the_fallen() -> None:
    game, (red, a, b, c, d), blue = scene(
        red=[
            fighter(10, 10),
            fighter(12, 10),
            fighter(12, 12),
            fighter(12, 8, broken=True),
            fighter(14, 10, status=Status.SERIOUS),
        ],
        blue=BLUE,
    )
    assert nerve.friends_for_courage(game.play, game.model(a)) == 2  # the two that stand, steady


def test_their_player_says_who_tests_first() -> None:
    game, (red, a, b), blue = scene(red=[fighter(10, 10), fighter(12, 10), fighter(8, 10)], blue=BLUE)
    falls(game, red, 1, 1, 1, 1, 6, 6, order=(b, a), out=True, path=first_candidate)  # b breaks and runs before a tests
    assert broken(game, a, b) == [False, True]


def test_nobody_but_beasts_minds_a_beast() -> None:
    game, (owner, one, two), blue = scene(
        red=[
            fighter(10, 10),
            fighter(12, 10, profile="tallow-hound", beast_of=0),
            fighter(12, 12, profile="tallow-hound", beast_of=0),
        ],
        blue=BLUE,
    )
    falls(game, one, 6, 6, out=True)
    assert broken(game, owner, two) == [False, False]


def test_a_youngster_out_of_action_shakes_only_youngsters_but_one_that_is_hurt_everybody() -> None:
    young = fighter(10, 10, profile="wisp")
    game, (juve, ganger), blue = scene(red=[young, fighter(12, 10)], blue=BLUE)
    falls(game, juve, out=True)
    game, (juve, ganger), blue = scene(red=[young, fighter(12, 10)], blue=BLUE)
    falls(game, juve, 6, 6)
    game, (juve, prospect), blue = scene(red=[young, fighter(12, 10, profile="sparkthrower")], blue=BLUE)
    falls(game, juve, 6, 6, out=True)


@pytest.mark.parametrize(("profile", "tests"), [("dipper", 1), ("wisp", 1)])
def test_one_brought_down_and_finished_off_for_free_shakes_its_friends_once(profile: str, tests: int) -> None:
    game, (red, friend), blue = scene(red=[fighter(10, 10, profile=profile), fighter(12, 10)], blue=BLUE)
    game.state = game.poised(blue)
    falls(game, red, 6, 6)
    falls(game, red, out=True, free=True)
    assert broken(game, friend) == [False]


def test_finishing_it_off_with_an_action_shakes_them_again() -> None:
    game, (red, friend), blue = scene(red=[fighter(10, 10), fighter(12, 10)], blue=BLUE)
    game.state = game.poised(blue)
    falls(game, red, 6, 6)
    falls(game, red, 6, 6, out=True)


def test_some_tables_test_twice() -> None:
    game, (red, friend), blue = scene(
        red=[fighter(10, 10), fighter(12, 10)],
        blue=BLUE,
        options={"no-second-nerve-test-after-free-coup-de-grace": False},
    )
    game.state = game.poised(blue)
    falls(game, red, 6, 6)
    falls(game, red, 6, 6, out=True, free=True)


def test_nerve_is_tested_when_the_reactions_are_over() -> None:
    game, red, blues = scene(
        red=[fighter(10, 10, weapons=KNIFE)],
        blue=[fighter(9.31, 10.71, weapons=KNIFE), fighter(10.69, 10.71, weapons=KNIFE)],
    )
    game.does(red, "fight", targets=(1, 0), dice=[5, 4, 3, 1, 6, 6], react=blues[1])
    assert rolled_keys(game) == ["fight.hit", "wound", "injury", "fight.hit", "nerve"]


@pytest.mark.parametrize(("face", "finished", "tests"), [(6, False, 0), (3, False, 1), (3, True, 1)])
def test_a_youngster_taken_out_shakes_only_its_like_but_one_that_falls_shakes_everybody(
    face: int, finished: bool, tests: int
) -> None:
    game, red, blues = scene(
        red=[fighter(10, 10, weapons=KNIFE)], blue=[fighter(10, 10 + TOUCH, profile="wisp"), fighter(10, 13)]
    )
    lasting = COLD if face == 6 or finished else ()
    after = {} if face == 6 else {"after": blues[0] if finished else None}
    path = {} if finished else {"path": ((0, 1),)}
    game.does(red, "fight", dice=[4, 4, face, *([6, 6] * tests), *lasting], **after, **path)
    assert rolled_keys(game).count("nerve") == tests


# ---- which place counts ----------------------------------------------------------------------------------------------


def shaken_friends(game: Any) -> list[int]:
    """Who has tested its nerve in the last sentence, in that order."""
    return [event.who for event in game.happened(Rolled) if event.key == "nerve"]


def on_a_ledge() -> Any:
    """A fighter on the western edge of a roof, a friend up there beside it, and one on the ground below."""
    return scene(red=[fighter(10.4, 13, 4), fighter(13, 13, 4), fighter(6.5, 13)], blue=BLUE, board=roof(4))


def test_who_falls_off_a_ledge_has_shaken_those_who_were_with_it_up_there() -> None:
    game, (red, above, below), blue = on_a_ledge()
    falls(game, red, 1, 1, 6, 6)  # over the edge, no wound at its foot
    assert game.record(red).at.z == 0 and shaken_friends(game) == [above]


def test_who_is_taken_out_by_the_fall_shakes_those_at_its_foot_as_well() -> None:
    game, (red, above, below), blue = on_a_ledge()
    falls(game, red, 1, 6, 6, 6, 6, 6, 6, *COLD)
    assert game.record(red).status is Status.OUT and shaken_friends(game) == [above, below]


def test_who_is_near_both_places_tests_its_nerve_once() -> None:
    game, (red, friend), blue = scene(red=[fighter(10, 10), fighter(12, 10)], blue=BLUE)

    def cut_down_dragged_off_and_taken_out(play: Any) -> None:
        injury.injure(play, Model(play, red), -1)
        play.happen(Moved(red, 10 * INCH, 11 * INCH, 0))
        injury.take_out(play, Model(play, red), -1, injuries=0)

    run_rule(game, cut_down_dragged_off_and_taken_out, dice=(6, 6))
    assert shaken_friends(game) == [friend]


@pytest.mark.parametrize(("x", "shaken"), [(12, True), (15, False)])
def test_a_friend_that_is_shoved_away_was_near_and_one_that_is_shoved_there_was_not(x: float, shaken: bool) -> None:
    game, (red, friend), blue = scene(red=[fighter(10, 10), fighter(x, 10)], blue=BLUE)

    def cut_down_then_shoved(play: Any) -> None:
        injury.injure(play, Model(play, red), -1)
        play.happen(Moved(friend, (27 - round(x)) * INCH, 10 * INCH, 0))

    run_rule(game, cut_down_then_shoved, dice=(6, 6) if shaken else ())
    assert shaken_friends(game) == [friend] * shaken


@pytest.mark.parametrize(
    ("board", "shaken"), [("", True), (wall(6, 10, 14, 10), False), (gate("closed"), False), (gate("open"), True)]
)
def test_nobody_is_shaken_through_a_wall_or_a_closed_door(board: str, shaken: bool) -> None:
    game, (red, friend), blue = scene(red=[fighter(10, 9), fighter(10, 11)], blue=BLUE, board=board)
    falls(game, red, *[6, 6] * shaken)
    assert shaken_friends(game) == [friend] * shaken


def test_no_courage_comes_through_a_wall() -> None:
    red = [fighter(10, 9, broken=True), fighter(10, 11), fighter(12, 9)]
    for board, company in (("", 2), (wall(6, 10, 14, 10), 1)):
        game, (model, _, _), blue = scene(red=red, blue=BLUE, board=board)
        assert nerve.friends_for_courage(game.play, game.model(model)) == company


# ---- bottling out ----------------------------------------------------------------------------------------------------


def gang(*, out: int, down: int = 0, size: int = 10, **more: Any) -> Any:
    """A gang of which so many are out and down."""
    states = [Status.OUT] * out + [Status.SERIOUS] * down + [Status.STANDING] * (size - out - down)
    red = [fighter(2 + 4 * n, 4, status=status, **more) for n, status in enumerate(states)]
    return scene(red=red, blue=BLUE)


def test_ten_fighters_with_five_down_bottle_on_a_six() -> None:
    game, red, blue = gang(out=3, down=2)
    run_rule(game, ending.bottle_check, 0, dice=(5,), bottle=False)
    assert not game.happened(Bottled)
    run_rule(game, ending.bottle_check, 0, dice=(6,), bottle=False)
    assert game.state.turn.bottled == (True, False)


def test_four_of_ten_are_not_enough() -> None:
    game, red, blue = gang(out=4)
    run_rule(game, ending.bottle_check, 0, dice=(6,), bottle=False)
    assert not game.happened(Bottled)


def test_a_gang_without_a_loss_rolls_nothing_and_one_with_may_choose_to_go() -> None:
    game, red, blue = gang(out=0)
    run_rule(game, ending.bottle_check, 0)
    game, red, blue = gang(out=1)
    run_rule(game, ending.bottle_check, 0, bottle=True)
    assert game.state.turn.bottled == (True, False)


@pytest.mark.parametrize(
    ("status", "bottles"), [(Status.STANDING, False), (Status.PINNED, False), (Status.SERIOUS, True)]
)
def test_an_iron_will_holds_a_gang_together_while_it_is_on_its_feet(status: Status, bottles: bool) -> None:
    will = fighter(40, 4, skills=["iron-will"], status=status)
    rest = [fighter(2 + 4 * n, 4, status=Status.OUT if n < 2 else Status.STANDING) for n in range(4)]
    game, red, blue = scene(red=[*rest, will], blue=BLUE)
    run_rule(game, ending.bottle_check, 0, dice=(4 if status is not Status.SERIOUS else 3,), bottle=False)
    assert bool(game.happened(Bottled)) is bottles


def at_home(game: Any) -> Any:
    """The same, fought where red lives."""
    side = replace(game.world.scenario.red, home_turf=True)
    game.world = replace(game.world, scenario=replace(game.world.scenario, red=side))
    return game


def test_at_home_a_gang_rolls_twice_and_keeps_the_lower_die_before_it_bottles() -> None:
    for dice, bottles in ((6, 5), False), ((6, 6), True):
        game, red, blue = gang(out=3, down=2)
        run_rule(at_home(game), ending.bottle_check, 0, dice=dice, bottle=False)
        assert bool(game.happened(Bottled)) is bottles


def test_at_home_fighters_rally_more_easily() -> None:
    for home, dice in (False, (3, 3)), (True, (3, 3)):
        game, red, blue = scene(red=[fighter(10, 10, broken=True), fighter(40, 10)], blue=BLUE)
        run_rule(at_home(game) if home else game, ending.rally, 0, dice=dice)
        assert game.record(red[0]).broken is not home  # Cool 7+


def test_beasts_do_not_count_for_bottling() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10), fighter(12, 10, profile="tallow-hound", beast_of=0, status=Status.OUT)], blue=BLUE
    )
    run_rule(game, ending.bottle_check, 0)


# ---- fleeing ---------------------------------------------------------------------------------------------------------


def bottled(game: Any, *seats: int) -> None:
    game.state.turn = replace(game.state.turn, bottled=tuple(seat in seats for seat in (0, 1)))


def test_each_fighter_of_a_gang_that_has_bottled_tests_its_cool_or_leaves() -> None:
    game, (stays, goes), blue = scene(red=[fighter(10, 10), fighter(20, 10)], blue=BLUE)
    run_rule(game, ending.flee_battlefield, 0)  # not bottled: no dice
    bottled(game, 0)
    run_rule(game, ending.flee_battlefield, 0, dice=(3, 4, 3, 3))
    assert game.record(stays).status is Status.STANDING
    assert game.record(goes).status is Status.OUT and game.record(goes).fled


def test_a_leader_who_stays_steadies_those_near() -> None:
    game, (near, far, boss), blue = scene(
        red=[fighter(21.9, 10), fighter(40, 10), fighter(10, 10, profile="chandler")], blue=BLUE
    )
    bottled(game, 0)
    run_rule(game, ending.flee_battlefield, 0, dice=(6, 6, 1, 1))  # the leader, then the one out of its reach
    assert [game.record(who).fled for who in (near, far, boss)] == [False, True, False]


def test_a_leader_who_leaves_steadies_nobody_and_a_champion_fewer() -> None:
    game, (near, far, champion), blue = scene(
        red=[fighter(15.9, 10), fighter(18, 10), fighter(10, 10, profile="wickmaster")], blue=BLUE
    )
    bottled(game, 0)
    run_rule(game, ending.flee_battlefield, 0, dice=(6, 6, 6, 6))
    game, (near, boss), blue = scene(red=[fighter(12, 10), fighter(10, 10, profile="chandler")], blue=BLUE)
    bottled(game, 0)
    run_rule(game, ending.flee_battlefield, 0, dice=(1, 1, 6, 6))
    assert game.record(boss).fled and not game.record(near).fled


def test_a_champion_whom_its_leader_steadies_steadies_others_in_its_turn() -> None:
    game, (boss, champion, near), blue = scene(
        red=[
            fighter(10, 10, profile="chandler"),
            fighter(20, 10, profile="wickmaster"),
            fighter(25.9, 10),
        ],
        blue=BLUE,
    )
    bottled(game, 0)
    run_rule(game, ending.flee_battlefield, 0, dice=(6, 6))  # the leader's test is the only one
    assert not any(game.record(who).fled for who in (boss, champion, near))


def test_one_that_is_carried_off_may_succumb_and_beasts_go_along() -> None:
    game, (hurt, hound), blue = scene(
        red=[fighter(10, 10, status=Status.SERIOUS), fighter(12, 10, profile="tallow-hound", beast_of=0)], blue=BLUE
    )
    bottled(game, 0)
    run_rule(game, ending.flee_battlefield, 0, dice=(1, 1, 2, *COLD))
    assert game.record(hurt).injuries == ("out-cold",) and game.record(hound).fled


# ---- giving up -------------------------------------------------------------------------------------------------------


def test_a_gang_that_has_bottled_may_give_up_the_field() -> None:
    game, (free, hurt, held, caught), blue = scene(
        red=[
            fighter(10, 10, status=Status.PINNED),
            fighter(20, 10, status=Status.SERIOUS),
            fighter(30, 10),
            fighter(40, 10),
        ],
        blue=[fighter(30, 10.984), fighter(40, 10.984)],
    )
    run_rule(game, ending.voluntary_flight, 0)
    bottled(game, 0)
    run_rule(
        game, ending.voluntary_flight, 0, dice=(4, 3, 3, 3), flight=True
    )  # two tests; the two left behind hold out
    assert [game.record(who).fled for who in (free, hurt, held, caught)] == [True, False, True, False]
    assert game.record(caught).status is Status.SERIOUS
    assert game.happened(BattleEnded) and game.state.turn.phase == "over"


def test_it_may_also_stay() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=BLUE)
    bottled(game, 0)
    run_rule(game, ending.voluntary_flight, 0, flight=False)
    assert not game.happened(Fled)


# ---- rallying --------------------------------------------------------------------------------------------------------


def test_broken_fighters_rally_on_cool_with_company_and_learn_from_it() -> None:
    game, (alone, helped, friend), blue = scene(
        red=[fighter(10, 10, broken=True), fighter(30, 10, broken=True), fighter(32, 10)], blue=BLUE
    )
    run_rule(game, ending.rally, 0, dice=(3, 3, 3, 3))
    assert broken(game, alone, helped, friend) == [True, False, False]
    assert [(e.who, e.amount) for e in game.happened(Earned)] == [(helped, 1)]


def test_drink_gives_courage() -> None:
    game, (red, friend), blue = scene(red=[fighter(10, 10), fighter(12, 10, black_eel=1)], blue=BLUE)
    falls(game, red, 3, 2)  # 5 and 2 for the drink
    assert not game.record(friend).broken
    game, (red, friend), blue = scene(red=[fighter(10, 10), fighter(12, 10, black_eel=3)], blue=BLUE)
    falls(game, red)  # it fears nothing any more


# ---- two fall at once ------------------------------------------------------------------------------------------------


def test_the_friends_of_one_test_and_run_before_those_of_the_next() -> None:
    game, (one, other, first, second), blue = scene(
        red=[fighter(10, 10), fighter(15, 10), fighter(12.5, 10), fighter(16.5, 11.5)], blue=BLUE
    )

    def both_fall(play: Any) -> None:
        for who in (one, other):
            injury.take_out(play, Model(play, who), -1, injuries=0)

    # The first fails and runs 2" before the second, a friend of the other alone, tests; broken, it tests no more.
    run_rule(game, both_fall, dice=(3, 3, 1, 1, 6, 6))
    assert [e.who for e in game.happened(Broke)] == [first]
    assert broken(game, first, second) == [True, False]
