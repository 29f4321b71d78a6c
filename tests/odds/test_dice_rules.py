"""Dice rules against icepool and dyce, which know nothing of our rules."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest
from dyce import H

from tests.core.signs import CHECK, LETTERS, Check, pool_of
from tests.odds.duel import blow, shot, strike
from warbook.core.bearings import IN_VAIN, SURE, InParts, InTwo, OfSums
from warbook.core.dice import D6, HIGHEST, LOWEST, SORTED, Endless, Pool, reaching
from warbook.core.errors import WarbookError
from warbook.mechanics.narrative import Dice
from warbook.mechanics.narrative import pool_of as power_pool
from warbook.odds.dice_rules import distribution, distribution_and_cut, enumerate_outcomes, merged_ways


def chances(total: int, ways: Any) -> dict[Any, Fraction]:
    return {value: Fraction(n, total) for value, n in ways}


@pytest.mark.parametrize("wound", [2, 4, 6])
@pytest.mark.parametrize("save", [3, 6, 7])
def test_a_hit_wound_and_save_agrees_with_icepool(wound: int, save: int) -> None:
    saved = icepool.d6 >= save
    harm = icepool.d6.map(lambda face: 0 if face < wound else saved.if_else(0, 2 if face == 6 else 1))
    expected = {value: Fraction(harm.quantity(value), harm.denominator()) for value in harm.outcomes()}
    assert chances(*distribution(strike, (wound, save))) == {v: p for v, p in expected.items() if p}


def test_a_blow_agrees_with_dyce() -> None:
    d3 = H(3)
    wounds = {face: (face >= 2) + (face == 3) for face in (1, 2, 3)}
    expected: dict[int, Fraction] = {}
    for hit, n in d3.items():
        for face, m in d3.items():
            harm = wounds[face] if hit >= 2 else 0
            expected[harm] = expected.get(harm, Fraction(0)) + Fraction(n * m, 9)
    assert chances(*distribution(blow, (2, 2))) == expected


def test_a_rule_that_rolls_again_and_again_halves_each_time() -> None:
    def until_a_miss(play: Any, most: int) -> int:
        hits = 0
        while hits < most and play.roll(D6, "again") >= 4:
            hits += 1
        return hits

    runs: dict[int, Fraction] = {n: Fraction(1, 2 ** (n + 1)) for n in range(5)} | {5: Fraction(1, 32)}
    assert chances(*enumerate_outcomes(until_a_miss, (5,))) == runs


@pytest.mark.parametrize(
    ("pool", "expected"),
    [
        (Pool(3, 6), 3 @ icepool.d6),
        (Pool(4, 6, HIGHEST), icepool.highest(4 * [icepool.d6])),
        (Pool(2, 3, LOWEST), icepool.lowest(2 * [icepool.d3])),
        (Pool(5, 6, reaching(4)), 5 @ (icepool.d6 >= 4)),
    ],
)
def test_a_pool_weighs_its_readings_in_whole_numbers(pool: Pool, expected: Any) -> None:
    total, ways = pool.ways()
    assert chances(total, ways) == {
        value: Fraction(expected.quantity(value), expected.denominator()) for value in expected.outcomes()
    }
    assert tuple((value, Fraction(n, total)) for value, n in ways) == pool.outcomes()


def test_a_sorted_pool_counts_every_order_of_its_faces() -> None:
    total, ways = Pool(2, 6, SORTED).ways()
    by_faces = chances(total, ways)
    assert by_faces[(3, 3)] * 2 == by_faces[(1, 6)] == Fraction(1, 18)


def test_whole_shots_weigh_to_one() -> None:
    total, ways = distribution(shot, (5, 4, 6))
    assert sum(n for _, n in ways) == total
    assert chances(total, ways)[(0, True)] == Fraction(1, 12)


def duel(play: Any, mine: int, theirs: int) -> bool:
    """Dice rule: whose die is higher; equal ones are rolled again."""
    first, second = play.roll(Pool(1, mine), "mine"), play.roll(Pool(1, theirs), "theirs")
    return bool(first > second if first != second else play.dice(duel, mine, theirs))


def test_a_rule_that_starts_over_is_summed_as_a_series() -> None:
    assert chances(*enumerate_outcomes(duel, (6, 6))) == {False: Fraction(1, 2), True: Fraction(1, 2)}
    assert chances(*enumerate_outcomes(duel, (6, 4))) == {False: Fraction(6, 20), True: Fraction(14, 20)}


def test_a_rule_that_never_comes_to_an_end_is_refused() -> None:
    with pytest.raises(WarbookError, match="starts over for ever"):
        enumerate_outcomes(duel, (1, 1))


def test_a_dice_rule_knows_how_much_of_it_was_cut() -> None:
    def attack(play: Any, most: int) -> int:
        hits: int = play.roll(Endless(3, 4, most=most, cuts=True), "hit")
        saves: int = play.roll(Endless(2, 4, most=max(1, hits)), "save")
        return max(0, hits - saves)

    cut = distribution_and_cut(attack, (9,))[1]
    assert cut == pytest.approx(Endless(3, 4, most=9, cuts=True).cut)
    (total, rough), (whole, fine) = enumerate_outcomes(attack, (9,)), enumerate_outcomes(attack, (30,))
    for wounds in range(6):
        assert abs(chances(total, rough)[wounds] - chances(whole, fine)[wounds]) <= cut


@pytest.mark.parametrize("letters", ["PPDD", "PPPAACCDBS"])
def test_readings_that_are_alike_are_one_with_the_weight_of_all(letters: str) -> None:
    def worth(value: Any) -> Any:
        return value.success > 0, max(0, value.advantage) // 2 + value.triumph

    total, ways = merged_ways(pool_of(letters), worth)
    die = icepool.Die([(0, 0, 0, 0)])
    for letter in letters:
        faces = icepool.Die([CHECK.sums_of(face) for face in LETTERS[letter].faces])
        die = icepool.map(lambda a, b: tuple(x + y for x, y in zip(a, b, strict=True)), die, faces)
    wanted = die.map(lambda *sums: worth(Check(*(sums if len(sums) == 4 else sums[0]))))
    assert {value: Fraction(n, total) for value, n in ways} == {
        tuple(value): Fraction(n, wanted.denominator()) for value, n in wanted.items()
    }
    assert len(ways) < len(pool_of(letters).ways()[1]) / 4


def test_readings_are_alike_by_some_of_their_sums_and_then_with_the_others() -> None:
    pool = power_pool(Dice(boost=2, ability=2, proficiency=1, setback=1, difficulty=1, challenge=1, force=2))

    def by_check(value: Any) -> Any:
        if value.success < -1:
            return IN_VAIN
        return value._replace(success=min(2, value.success), advantage=max(0, value.advantage), triumph=0, despair=0)

    def by_pips(value: Any) -> Any:
        return SURE if value.success + value.light > 4 else value._replace(dark=min(1, value.dark), doubles=0)

    in_parts = InParts(("success", "advantage"), by_check, ("light", "dark", "doubles"), by_pips)
    of_sums = OfSums(("success", "advantage", "light", "dark", "doubles"), by_check)
    total, ways = pool.ways()
    wanted: dict[Any, Fraction] = {}
    for value, n in ways:
        first = by_check(value)
        stands = first if first is IN_VAIN else by_pips(first)
        wanted[stands] = wanted.get(stands, Fraction(0)) + Fraction(n, total)
    for standing_for in (in_parts, InTwo(of_sums, by_pips)):
        among, merged = merged_ways(pool, standing_for)
        assert {value: Fraction(n, among) for value, n in merged} == wanted
        assert [value for value, _ in merged[-2:]] == [SURE, IN_VAIN]
