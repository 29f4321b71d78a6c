"""Tests: what is rolled for a pool and a number, and how likely each count of successes is, against icepool and plain
convolution."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest

from tests.gangfight.scenes import figure, scene
from warbook.core.dice import Endless
from warbook.odds.dice_rules import distribution, distribution_and_cut
from warbook.rulesets.gangfight.checks import dice
from warbook.rulesets.gangfight.records.state import STORM
from warbook.testing.script import Script

Chances = dict[Any, Fraction]


def chances(test: dice.Throw, **reading: Any) -> Chances:
    return dict(dice.endless(test, **reading).outcomes())


def one_die(number: int, depth: int, again: tuple[int, ...] = ()) -> Chances:
    """Successes of a die and all that it earns, by brute force, down to so many natural 6s in a row."""
    found: Chances = {}
    for face in range(1, 7):
        worth = int(face >= number and face > 1)
        if face in again:
            follows = one_die(number, depth - 1)
        elif face == 6 and depth > 0:
            follows = {worth + more: p for more, p in one_die(number, depth - 1).items()}
        else:
            follows = {worth: Fraction(1)}
        for reached, p in follows.items():
            found[reached] = found.get(reached, Fraction(0)) + p / 6
    return found


def convolved(count: int, one: Chances) -> Chances:
    ways: Chances = {0: Fraction(1)}
    for _ in range(count):
        further: Chances = {}
        for a, p in ways.items():
            for b, q in one.items():
                further[a + b] = further.get(a + b, Fraction(0)) + p * q
        ways = further
    return ways


# ---- what is rolled --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pool", "number", "rolled"),
    [
        (3, 4, dice.Throw(3, 4)),
        (3, 6, dice.Throw(3, 6)),
        (3, 1, dice.Throw(3, 2)),  # a natural 1 is never a success
        (0, 4, dice.Throw(0, 4)),
        (-2, 4, dice.Throw(0, 4)),
        (3, 7, dice.Throw(2, 6)),  # a die is left out for each point above 6
        (5, 9, dice.Throw(2, 6)),
        (3, 9, dice.Throw(1, 6, False)),  # not enough dice: one is left, whose 6 earns nothing
        (2, 8, dice.Throw(1, 6, False)),
        (0, 8, dice.Throw(0, 6, False)),
    ],
)
def test_a_pool_against_a_number(pool: int, number: int, rolled: dice.Throw) -> None:
    assert dice.throw_of(pool, number) == rolled


def test_who_may_not_drop_dice_needs_natural_sixes_on_all_of_them() -> None:
    assert dice.throw_of(3, 7, may_drop=False) == dice.Throw(3, 6, False)


def test_a_higher_number_is_never_easier() -> None:
    for pool in range(1, 6):
        means = [sum(v * p for v, p in chances(dice.throw_of(pool, number)).items()) for number in range(2, 13)]
        assert means == sorted(means, reverse=True)


def test_without_criticals_everywhere_an_attribute_earns_no_dice() -> None:
    game, red, _ = scene(red=[figure(10, 10)], blue=[figure(20, 20)], options={"criticals-everywhere": False})
    assert dice.trial(game.play, 3, 4) == dice.Throw(3, 4, False)
    game, red, _ = scene(red=[figure(10, 10)], blue=[figure(20, 20)], options={"drop-dice": False})
    assert dice.trial(game.play, 3, 7) == dice.Throw(3, 6, False)


def test_a_storm_takes_a_die_but_never_the_last() -> None:
    game, _, _ = scene(red=[figure(10, 10)], blue=[figure(20, 20)], complication=STORM)
    assert [dice.trial(game.play, pool, 4).dice for pool in (3, 2, 1, 0)] == [2, 1, 1, 0]


# ---- how likely it is ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "mean"), [(2, 1), (3, "4/5"), (4, "3/5"), (5, "2/5"), (6, "1/5")])
def test_the_mean_of_a_die_with_criticals_is_known(number: int, mean: Any) -> None:
    reached = sum(value * p for value, p in chances(dice.Throw(1, number)).items())
    assert abs(reached - Fraction(mean)) < Fraction(1, 10**30)


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("again", [(), (1,)])
def test_endless_dice_agree_with_brute_force(number: int, count: int, again: tuple[int, ...]) -> None:
    depth = 12
    brute = convolved(count, one_die(number, depth, again))
    exact = chances(dice.Throw(count, number), again=again)
    assert sum(exact.values()) == 1
    for reached, p in exact.items():
        assert abs(p - brute.get(reached, Fraction(0))) < Fraction(1, 6**10), reached


@pytest.mark.parametrize("number", [3, 5])
def test_endless_dice_agree_with_icepool(number: int) -> None:
    one = icepool.d6.explode(depth=12).map(lambda total: total // 6 + int(total % 6 >= number))
    theirs = 2 @ one
    exact = chances(dice.Throw(2, number), most=8)
    for reached in range(8):
        assert abs(exact[reached] - theirs.probability(reached)) < Fraction(1, 6**9)


def test_what_is_read_as_many_is_summed_in_closed_form() -> None:
    short, long = chances(dice.Throw(3, 4), most=2), chances(dice.Throw(3, 4), most=40)
    assert short[2] == sum(p for reached, p in long.items() if reached >= 2)
    assert sum(short.values()) == 1


def test_a_six_that_earns_nothing_is_one_success() -> None:
    assert chances(dice.Throw(1, 6, False)) == {0: Fraction(5, 6), 1: Fraction(1, 6)}


def test_beyond_the_cut_lies_next_to_nothing() -> None:
    for test in (dice.Throw(9, 2), dice.Throw(5, 2), dice.Throw(9, 4)):
        pool = dice.endless(test, dice.CUT)
        assert 0 < pool.cut < Fraction(1, 10**9)


@pytest.mark.parametrize("test", [dice.Throw(9, 2), dice.Throw(3, 4), dice.Throw(1, 6)])
def test_dice_are_cut_where_so_little_lies_beyond(test: dice.Throw) -> None:
    at, long = dice.where_to_cut(test), chances(test, most=60)
    assert sum(p for reached, p in long.items() if reached >= at) <= dice.BEYOND
    assert sum(p for reached, p in long.items() if reached >= at - 1) > dice.BEYOND


def test_dice_are_cut_where_so_many_successes_are_counted_at_the_latest() -> None:
    assert dice.where_to_cut(dice.Throw(30, 2)) == dice.CUT


def test_an_attack_names_what_was_cut_of_it_and_it_is_next_to_nothing() -> None:
    for hit, save in ((dice.throw_of(3, 4), dice.throw_of(3, 4)), (dice.throw_of(9, 2), dice.throw_of(1, 8))):
        assert 0 < distribution_and_cut(dice.wounds, (hit, save, 2, 5))[1] < 1e-14


# ---- attacks ---------------------------------------------------------------------------------------------------------


def rolls(faces: list[int], rule: Any, *values: Any) -> Any:
    """What a rule that only rolls makes of these faces, all of which it must roll."""
    game, _, _ = scene(red=[figure(10, 10)], blue=[figure(20, 20)])
    play, script = game.play, Script(faces)
    play.oracle = script
    answer = rule(play, *values)
    script.finish()
    return answer


def test_a_critical_earns_a_hit_and_armour_cancels_wounds() -> None:
    assert rolls([6, 4, 1, 5, 4, 2, 1], dice.wounds, dice.throw_of(3, 4), dice.throw_of(3, 4), 1, 9) == (True, 2)


def test_against_a_defence_of_eight_two_dice_are_one_that_needs_a_natural_six() -> None:
    assert rolls([6, 2, 2], dice.wounds, dice.throw_of(2, 8), dice.throw_of(2, 4), 1, 9) == (True, 1)
    assert rolls([5], dice.wounds, dice.throw_of(2, 8), dice.throw_of(2, 4), 1, 9) == (False, 0)


def test_size_multiplies_hits_before_armour_cancels_wounds() -> None:
    assert rolls([4, 1, 1, 5, 5, 1], dice.wounds, dice.throw_of(3, 4), dice.throw_of(3, 4), 4, 9) == (True, 2)


def test_no_more_wounds_are_counted_than_there_are() -> None:
    assert rolls([4, 4, 4, 1, 1, 1], dice.wounds, dice.throw_of(3, 4), dice.throw_of(3, 4), 4, 3) == (True, 3)


def test_armour_takes_some_of_so_many_wounds() -> None:
    assert rolls([5, 1], dice.saved, dice.throw_of(2, 4), 2, 9) == 1
    assert rolls([6, 1, 6, 2], dice.saved, dice.throw_of(2, 4), 2, 9) == 0
    assert rolls([], dice.saved, dice.throw_of(2, 4), 0, 9) == 0


@pytest.mark.parametrize(
    ("each", "pool", "number", "armour", "damage"), [(1, 3, 4, 3, 4), (2, 3, 5, 3, 7), (4, 2, 8, 4, 6)]
)
def test_the_wounds_of_an_attack_agree_with_brute_force(
    each: int, pool: int, number: int, armour: int, damage: int
) -> None:
    hit, save = dice.throw_of(pool, number), dice.throw_of(armour, damage)
    hits, saves = (convolved(t.dice, one_die(t.number, 12) if t.earns else one_die(t.number, 0)) for t in (hit, save))
    brute: Chances = {}
    for h, p in hits.items():
        for s, q in saves.items():
            value = (h > 0, min(5, max(0, h * each - s)))
            brute[value] = brute.get(value, Fraction(0)) + p * q
    total, ways = distribution(dice.wounds, (hit, save, each, 5))
    exact = {value: Fraction(n, total) for value, n in ways}
    assert set(exact) == set(brute)
    for value, p in exact.items():
        assert abs(p - brute[value]) < Fraction(1, 10**8), value


# ---- opposed tests ---------------------------------------------------------------------------------------------------


def test_more_successes_win_an_opposed_test_and_a_tie_is_rolled_again() -> None:
    mine, theirs = dice.throw_of(3, 4), dice.throw_of(2, 4)
    assert rolls([4, 4, 1, 4, 1], dice.contest, mine, theirs) is True
    assert rolls([1, 1, 1, 4, 1], dice.contest, mine, theirs) is False
    assert rolls([4, 4, 1, 5, 5, 1, 1, 4, 2, 3], dice.contest, mine, theirs) is True


@pytest.mark.parametrize(("mine", "theirs"), [((3, 4), (2, 4)), ((4, 4), (4, 4)), ((1, 2), (3, 8))])
def test_the_chance_to_win_is_that_of_the_rounds_that_decide(mine: tuple[int, int], theirs: tuple[int, int]) -> None:
    one, other = dice.throw_of(*mine), dice.throw_of(*theirs)
    rounds = [(first - second, p * q) for first, p in chances(one).items() for second, q in chances(other).items()]
    won = sum((p for lead, p in rounds if lead > 0), Fraction(0))
    lost = sum((p for lead, p in rounds if lead < 0), Fraction(0))
    total, ways = distribution(dice.contest, (one, other, (-1, -1)))
    exact = {value: Fraction(n, total) for value, n in ways}
    assert sum(exact.values()) == 1
    assert abs(exact[True] - won / (won + lost)) < Fraction(1, 10**12)


def test_nobody_rolls_where_nobody_has_dice() -> None:
    assert rolls([], dice.contest, dice.throw_of(0, 4), dice.throw_of(0, 4)) is False
    assert rolls([4], dice.contest, dice.throw_of(1, 4), dice.throw_of(0, 4)) is True


def test_pools_are_made_once() -> None:
    assert isinstance(dice.endless(dice.Throw(3, 4)), Endless)
    assert dice.endless(dice.Throw(3, 4)) is dice.endless(dice.Throw(3, 4))


@pytest.mark.parametrize(("mine", "theirs"), [((2, 4), (2, 4)), ((3, 4), (1, 5)), ((1, 6), (2, 3))])
def test_a_tie_that_is_rolled_again_is_summed_as_a_series(mine: tuple[int, int], theirs: tuple[int, int]) -> None:
    first, second = (chances(dice.throw_of(*each), most=40) for each in (mine, theirs))
    won = sum((p * q for a, p in first.items() for b, q in second.items() if a > b), Fraction(0))
    lost = sum((p * q for a, p in first.items() for b, q in second.items() if a < b), Fraction(0))
    total, ways = distribution(dice.contest, (dice.throw_of(*mine), dice.throw_of(*theirs), (0, 1)))
    assert abs(Fraction(dict(ways)[True], total) - won / (won + lost)) < Fraction(1, 10**12)
