"""Dice: exact odds against independent libraries, and faces that are a function of seed and number."""

from collections import Counter
from fractions import Fraction
from typing import Any

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbook.core.dice import D3, D6, HIGHEST, LOWEST, SHOWN, SORTED, TOTAL, TWO_D6, Dice, Pool, Reading, dice, reaching


def exactly(die: Any) -> dict[Any, Fraction]:
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items() if quantity}


@pytest.mark.parametrize("count", [1, 2, 3, 5])
@pytest.mark.parametrize("sides", [3, 6, 8])
def test_totals_highest_and_lowest_are_those_of_icepool(count: int, sides: int) -> None:
    die = icepool.d(sides)
    assert dict(Pool(count, sides).outcomes()) == exactly(count @ die)
    assert dict(Pool(count, sides, HIGHEST).outcomes()) == exactly(die.highest(count))
    assert dict(Pool(count, sides, LOWEST).outcomes()) == exactly(die.lowest(count))


@pytest.mark.parametrize("target", [1, 2, 4, 6, 7])
def test_how_many_reach_a_number_is_that_of_dyce(target: int) -> None:
    passes = dyce.H({1: sum(f >= target for f in range(1, 7)), 0: sum(f < target for f in range(1, 7))})
    wanted = {outcome: Fraction(n, (4 @ passes).total) for outcome, n in (4 @ passes).items() if n}
    assert dict(Pool(4, 6, reaching(target)).outcomes()) == wanted


def test_dice_as_they_lie_and_sorted_count_every_throw() -> None:
    assert len(Pool(2, 6, SHOWN).outcomes()) == 36
    assert dict(Pool(2, 6, SORTED).outcomes())[(1, 2)] == Fraction(2, 36)


def test_a_reading_may_finish_what_it_has_added_up() -> None:
    bands = Reading("band", 0, lambda so_far, face: so_far + face, lambda total: "many" if total > 7 else "few")
    assert dict(Pool(2, 6, bands).outcomes()) == {"few": Fraction(21, 36), "many": Fraction(15, 36)}
    assert bands([4, 4]) == "many"


@given(st.integers(0, 4), st.integers(1, 8), st.sampled_from([TOTAL, HIGHEST, SORTED, reaching(3)]))
def test_outcomes_add_up_to_one_and_share_a_denominator(count: int, sides: int, reading: Reading) -> None:
    pool = Pool(count, sides, reading)
    total, ways = pool.ways()
    assert sum(p for _, p in pool.outcomes()) == 1
    assert sum(n for _, n in ways) == total
    assert {v: Fraction(n, total) for v, n in ways} == dict(pool.outcomes())


def test_pools_are_called_what_players_call_them() -> None:
    assert [str(p) for p in (D3, D6, TWO_D6, dice(4), Pool(3, 6, reaching(4)))] == [
        "D3",
        "D6",
        "2D6",
        "4D6",
        "3D6 on 4+",
    ]


@pytest.mark.parametrize(("count", "sides"), [(-1, 6), (1, 0), (1, 65537)])
def test_impossible_pools_are_refused(count: int, sides: int) -> None:
    with pytest.raises(ValueError, match="a die has 1 to"):
        Pool(count, sides)


def test_the_same_seed_shows_the_same_faces() -> None:
    pools = [D6, TWO_D6, dice(70), D3, Pool(1, 256), Pool(1, 360)]
    assert [Dice(7).roll(p) for p in pools[:1]] == [Dice(7).roll(p) for p in pools[:1]]
    first, second, other = Dice(7), Dice(7), Dice(8)
    rolls = [first.roll(p) for p in pools * 3]
    assert rolls == [second.roll(p) for p in pools * 3] != [other.roll(p) for p in pools * 3]


def test_faces_are_the_same_on_every_machine() -> None:
    """Golden numbers: were they to change, no old seed would give its battle again."""
    table = Dice(2023)
    assert [table.roll(dice(6)) for _ in range(3)] == [[5, 6, 2, 5, 1, 6], [1, 3, 6, 3, 4, 1], [1, 6, 4, 5, 1, 6]]


def test_a_face_depends_on_the_number_of_the_roll_and_on_nothing_else() -> None:
    early, late = Dice(3), Dice(3, rolled=5)
    rolls = [early.roll(D6) for _ in range(6)]
    assert late.roll(D6) == rolls[5]
    assert late.rolled == 6


@pytest.mark.parametrize("sides", [3, 6, 7, 100, 360])
def test_every_face_comes_up_as_often_as_it_should(sides: int) -> None:
    table, seen = Dice(1), Counter[int]()
    for _ in range(600):
        seen.update(table.roll(dice(20, sides)))
    wanted = 12000 / sides
    chi2 = sum((seen[face] - wanted) ** 2 / wanted for face in range(1, sides + 1))
    assert set(seen) == set(range(1, sides + 1))
    assert chi2 < sides - 1 + 5 * (2 * (sides - 1)) ** 0.5


def test_no_dice_at_all_show_nothing() -> None:
    assert Dice(1).roll(dice(0)) == []
    assert dict(dice(0).outcomes()) == {0: 1}
