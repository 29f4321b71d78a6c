"""Dice: exact odds against independent libraries, and faces that are a function of seed and number."""

from collections import Counter
from fractions import Fraction
from typing import Any

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbook.core.dice import (
    D3,
    D6,
    HIGHEST,
    LOWEST,
    SHOWN,
    SORTED,
    TOTAL,
    TWO_D6,
    Dice,
    Endless,
    Pool,
    Reading,
    dice,
    reaching,
)


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


# ---- dice without end ------------------------------------------------------------------------------------------------

DEEP = 14  # further dice in a row, which nobody will see


def first_die(target: int, again: tuple[int, ...] = (), deep: int = DEEP) -> dict[tuple[int, int], Fraction]:
    """Successes and natural 1s of one die and all it earns, face by face."""
    found: dict[tuple[int, int], Fraction] = {}
    for face in range(1, 7):
        if face in again:
            follows = first_die(target, (), deep)
        elif face == 6 and deep:
            follows = {(n + 1, ones): p for (n, ones), p in first_die(target, (), deep - 1).items()}
        else:
            follows = {(int(face >= target and face > 1), int(face == 1)): Fraction(1)}
        for value, p in follows.items():
            found[value] = found.get(value, Fraction(0)) + p / 6
    return found


@pytest.mark.parametrize("again", [(), (1,), (1, 6)])
@pytest.mark.parametrize(("count", "target"), [(1, 2), (2, 4), (3, 6)])
def test_dice_that_earn_dice_weigh_what_their_faces_weigh(count: int, target: int, again: tuple[int, ...]) -> None:
    die, wanted = first_die(target, again), {(0, 0): Fraction(1)}
    for _ in range(count):
        further: dict[tuple[int, int], Fraction] = {}
        for (n, ones), p in wanted.items():
            for (more, other), q in die.items():
                value = min(4, n + more), ones + other
                further[value] = further.get(value, Fraction(0)) + p * q
        wanted = further
    found = dict(Endless(count, target, most=4, again=again, ones=True).outcomes())
    assert sum(found.values()) == 1
    assert found.keys() == wanted.keys()
    assert all(abs(found[value] - wanted[value]) < Fraction(1, 6**10) for value in wanted)
    assert all(found[value] == wanted[value] for value in wanted if value[0] < 4)


def test_the_tail_of_dice_without_end_is_summed_in_closed_form() -> None:
    assert dict(Endless(1, 6, most=2).outcomes()) == {0: Fraction(5, 6), 1: Fraction(5, 36), 2: Fraction(1, 36)}
    assert dict(Endless(2, 4, most=1).outcomes()) == {0: Fraction(1, 4), 1: Fraction(3, 4)}


def test_what_is_read_alike_weighs_what_it_weighs_together() -> None:
    one_by_one, coarse = Endless(4, 3, most=9), Endless(4, 3, most=5, least=2)
    chances = dict(one_by_one.outcomes())
    assert dict(coarse.outcomes()) == {
        2: chances[0] + chances[1] + chances[2],
        3: chances[3],
        4: chances[4],
        5: sum(p for reached, p in chances.items() if reached >= 5),
    }
    assert [coarse.read(faces) for faces in ([1, 1, 1, 1], [5, 5, 1, 5], [6, 6, 6, 6, 1, 1, 6, 2, 2])] == [2, 3, 5]


def test_only_dice_that_are_cut_say_how_much() -> None:
    whole, cut = Endless(3, 4, most=8), Endless(3, 4, most=8, cuts=True)
    assert whole.cut == 0 == dice(3).cut
    assert cut.cut == float(dict(cut.outcomes())[8]) > 0
    assert Endless(3, 4, most=8, least=8, cuts=True).cut == cut.cut


@given(st.lists(st.integers(1, 6), min_size=40, max_size=40), st.sampled_from([(), (1,), (2, 6)]))
def test_a_throw_without_end_is_whole_when_nothing_is_owed(faces: list[int], again: tuple[int, ...]) -> None:
    pool, lot = Endless(3, 5, most=40, again=again), iter([*faces, *[2] * 6])
    shown = pool.throw(lambda count: [next(lot) for _ in range(count)])
    assert pool.fits(shown)
    assert not pool.fits(shown[:-1])
    assert not pool.fits([*shown, 3])
    kept = [face for n, face in enumerate(shown) if n >= 3 or face not in again]
    assert pool.read(shown) == sum(face >= 5 for face in kept)


@pytest.mark.parametrize(("target", "most"), [(3, 0), (7, 3)])
def test_impossible_dice_without_end_are_refused(target: int, most: int) -> None:
    with pytest.raises(ValueError, match=r"successes are counted|cannot earn"):
        Endless(2, target, most=most)
