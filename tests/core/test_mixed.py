"""Mixed pools: exact odds against icepool and against vectors found elsewhere, and faces as people say them."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.signs import (
    ADVANTAGE,
    BLACK,
    BLUE,
    CHECK,
    FORCE,
    GREEN,
    LETTERS,
    PIPS,
    POWER,
    PURPLE,
    RED,
    SUCCESS,
    TRIUMPH,
    YELLOW,
    Check,
    Pips,
    pool_of,
)
from warbook.core.dice import HIGHEST, TOTAL, Dice, Pool, Reading, faces, unlike_faces
from warbook.core.mixed import Mixed, Tally, mixed, numbered

HIGH = Pool(2, 6, HIGHEST)

VECTORS = {
    "A": ("1/2", "5/8", "5/8", "0", "0"),
    "AA": ("3/4", "5/4", "5/4", "0", "0"),
    "AADD": ("891/2048", "1/4", "-1/4", "0", "0"),
    "PP": ("8/9", "5/3", "4/3", "23/144", "0"),
    "PDD": ("5/16", "-1/6", "-5/6", "1/12", "0"),
    "PPDD": ("217/384", "2/3", "-1/6", "23/144", "0"),
    "PPADD": ("6455/9216", "31/24", "11/24", "23/144", "0"),
    "PPABDD": ("41953/55296", "13/8", "9/8", "23/144", "0"),
    "PPPDD": ("5153/6912", "3/2", "1/2", "397/1728", "0"),
    "PPPDDD": ("34655/55296", "1", "-1/4", "397/1728", "0"),
}


@pytest.mark.parametrize("letters", VECTORS)
def test_the_odds_are_those_found_elsewhere(letters: str) -> None:
    ways = pool_of(letters).outcomes()
    found = (
        sum(p for value, p in ways if value.success > 0),
        sum(p * value.success for value, p in ways),
        sum(p * value.advantage for value, p in ways),
        sum(p for value, p in ways if value.triumph),
        sum(p for value, p in ways if value.despair),
    )
    assert tuple(map(str, found)) == VECTORS[letters]


def by_icepool(letters: str) -> dict[tuple[int, ...], Fraction]:
    """The same pool in the terms of icepool: a die of vectors for each kind, added up."""
    start = icepool.Die([(0, 0, 0, 0)])
    dice = [icepool.Die([CHECK.sums_of(face) for face in LETTERS[letter].faces]) for letter in letters]
    total = start
    for die in dice:
        total = icepool.map(lambda a, b: tuple(x + y for x, y in zip(a, b, strict=True)), total, die)
    return {tuple(value): Fraction(n, total.denominator()) for value, n in total.items()}


@given(st.lists(st.sampled_from(sorted(LETTERS)), max_size=7).map("".join))
def test_the_odds_of_any_pool_are_those_of_icepool(letters: str) -> None:
    assert {tuple(value): p for value, p in pool_of(letters).outcomes()} == by_icepool(letters)


@pytest.mark.parametrize("letters", ["PPPAACCDBS", "PPPPCCCCDD", "BBBBBSSSSS"])
def test_so_are_those_of_ten_dice(letters: str) -> None:
    assert {tuple(value): p for value, p in pool_of(letters).outcomes()} == by_icepool(letters)


@given(st.lists(st.sampled_from([YELLOW, PURPLE, BLUE, RED, numbered(6), numbered(4)]), max_size=3), st.data())
def test_the_odds_are_those_of_every_face(dice: list[Any], data: st.DataObject) -> None:
    def numbers(face: Any) -> int:
        return face if isinstance(face, int) else len(face)

    readings = (
        Tally(lambda *sums: sums, symbols=numbers, success={SUCCESS: 2}),
        Reading("most on a die", 0, lambda most, face: max(most, numbers(face)), lambda most: most > 1),
        CHECK.clamped(success=(-1, 1), advantage=(0, 2)),
    )
    pool = Mixed(dice, data.draw(st.sampled_from(readings)))
    every = list(product(*(range(1, die.sides + 1) for die in dice)))
    counted = Counter(pool.read(shown) for shown in every)
    assert dict(pool.outcomes()) == {value: Fraction(n, len(every)) for value, n in counted.items()}


@pytest.mark.parametrize("sums", [("light",), ("success", "dark"), ("advantage", "despair", "doubles"), ()])
def test_dice_without_a_sum_in_common_are_read_apart_and_so_is_what_a_rule_asks_for(sums: tuple[str, ...]) -> None:
    pool = Mixed([BLUE, YELLOW, RED, FORCE, FORCE], POWER)  # 124,416 throws: all of them are counted
    throws = Counter(pool.read(faces) for faces in product(*(range(1, size + 1) for size in pool.sizes)))
    count = sum(throws.values())
    assert dict(pool.outcomes()) == {value: Fraction(n, count) for value, n in throws.items()}
    wanted = Counter[Any]()
    for value, n in throws.items():
        wanted[value._replace(**dict.fromkeys(set(value._fields).difference(sums), 0))] += n
    assert dict(pool.of_sums(sums).outcomes()) == {value: Fraction(n, count) for value, n in wanted.items()}
    assert HIGH.of_sums(sums) is HIGH


def test_numbers_may_be_thrown_together_with_unlike_dice() -> None:
    assert dict(Mixed([numbered(6), numbered(6)], TOTAL).outcomes()) == dict(Pool(2, 6).outcomes())
    best = dict(Mixed([numbered(8), numbered(6)], HIGHEST).outcomes())
    die = icepool.highest(icepool.d(8), icepool.d(6))
    assert best == {value: Fraction(n, die.denominator()) for value, n in die.items()}
    assert str(Mixed([numbered(8), numbered(6)], HIGHEST)) == "1 D8 and 1 D6 dice"


def test_what_lies_beyond_what_matters_is_read_as_that() -> None:
    clamped = CHECK.clamped(success=(0, 2), advantage=(-1, 1))
    assert clamped is CHECK.clamped(advantage=(-1, 1), success=(0, 2))
    assert clamped is CHECK.clamped(success=(0, 2)).clamped(advantage=(-1, 1))
    few, many = (pool_of("PPPDD", reading).outcomes() for reading in (clamped, CHECK))
    assert len(few) < len(many) / 2
    wanted = Counter[Check]()
    for value, p in many:
        bounded = value._replace(success=min(max(value.success, 0), 2), advantage=min(max(value.advantage, -1), 1))
        wanted[bounded] += p  # type: ignore[assignment]  # a Counter adds up fractions as well
    assert dict(few) == dict(wanted)
    assert pool_of("PP", clamped).read([5, 5]) == Check(2, 0, 0, 0)
    with pytest.raises(ValueError, match="no sum 'wounds' to clamp; found success, advantage, triumph, despair"):
        CHECK.clamped(wounds=(0, 1))


def test_a_reading_has_the_type_that_the_game_gave_it() -> None:
    pool = mixed((YELLOW, GREEN, PURPLE), CHECK)
    assert pool is mixed((YELLOW, GREEN, PURPLE), CHECK)
    value = pool.read([12, 7, 8])  # triumph; success, advantage; failure, threat
    assert (type(value), value) == (Check, Check(success=1, advantage=0, triumph=1, despair=0))
    assert type(pool.outcomes()[0][0]) is Check


def test_sums_go_to_the_fields_of_their_names_in_whatever_order_they_are_given() -> None:
    assert Mixed([YELLOW], Tally(Pips, dark={ADVANTAGE: 1}, light={TRIUMPH: 1})).read([12]) == Pips(light=1, dark=0)
    with pytest.raises(ValueError, match="found the sums dark, shade; Pips has light, dark"):
        Tally(Pips, dark={ADVANTAGE: 1}, shade={TRIUMPH: 1})


def test_sums_may_be_as_large_as_they_like() -> None:
    huge = Tally(Pips, light=lambda face: 10**7 * len(face) if isinstance(face, tuple) else 0, dark={TRIUMPH: -(10**7)})
    pool = Mixed([GREEN, YELLOW, YELLOW], huge)
    assert max(light for (light, _), _ in pool.outcomes()) == 6 * 10**7
    assert dict(pool.outcomes())[pool.read([1, 12, 12])] == Fraction(1, 8 * 144)


def test_a_face_counts_in_as_many_sums_as_a_rule_reads() -> None:
    assert dict(Mixed([FORCE], PIPS).outcomes()) == {
        (0, 1): Fraction(6, 12),
        (0, 2): Fraction(1, 12),
        (1, 0): Fraction(2, 12),
        (2, 0): Fraction(3, 12),
    }


def test_the_order_of_the_dice_does_not_change_the_odds() -> None:
    assert pool_of("PDPAD").outcomes() == pool_of("DDPPA").outcomes()
    assert dict(pool_of("").outcomes()) == {Check(0, 0, 0, 0): 1}


# ---- faces -----------------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(1, 300), max_size=70), st.integers(0, 1 << 20))
def test_every_die_shows_one_of_its_own_faces(sizes: list[int], number: int) -> None:
    shown = unlike_faces(b"key", number, sizes)
    assert len(shown) == len(sizes)
    assert all(1 <= face <= sides for face, sides in zip(shown, sizes, strict=True))


@given(st.integers(1, 70), st.sampled_from([2, 6, 8, 12, 256, 257, 1000]), st.integers(0, 1 << 20))
def test_dice_that_happen_to_be_alike_show_what_a_plain_pool_shows(count: int, sides: int, number: int) -> None:
    assert unlike_faces(b"key", number, [sides] * count) == faces(b"key", number, count, sides)


def test_faces_of_unlike_dice_are_the_same_on_every_machine() -> None:
    """Golden numbers: were they to change, no old seed would give its battle again."""
    table, pool = Dice(2023), pool_of("PPADDBS")
    assert [table.roll(pool) for _ in range(3)] == GOLDEN


GOLDEN = [[11, 6, 6, 1, 1, 6, 1], [1, 3, 8, 1, 6, 1, 4], [7, 12, 6, 7, 3, 6, 3]]


def test_faces_come_up_as_often_as_they_should() -> None:
    table, pool, seen = Dice(4), pool_of("PAB"), [Counter[int]() for _ in range(3)]
    for _ in range(4000):
        for die, face in enumerate(table.roll(pool)):
            seen[die][face] += 1
    for sides, counted in zip((12, 8, 6), seen, strict=True):
        chi2 = sum((counted[face] - 4000 / sides) ** 2 / (4000 / sides) for face in range(1, sides + 1))
        assert chi2 < sides - 1 + 5 * (2 * (sides - 1)) ** 0.5


@pytest.mark.parametrize(
    ("shown", "fits"), [([8, 8], True), ([9, 8], False), ([8], False), ([8, 0], False), ([8, 9], False)]
)
def test_only_faces_that_its_dice_have_fit(shown: list[int], fits: bool) -> None:
    assert mixed((GREEN, PURPLE), CHECK).fits(shown) is fits


@pytest.mark.parametrize(
    ("said", "number"),
    [
        (4, 4), ("4", 4), ("success", 2), ("S", 2), ("successes", 2), ("2 successes", 4), ("SS", 4),
        ("success, success", 4), ("Success and advantage", 7), ("AS", 7), ("success + advantage", 7),
        ("green: SA", 7), ("blank", 1), ("", 1), ("-", 1),
    ],
)  # fmt: skip
def test_a_face_is_said_by_its_number_its_symbols_or_their_signs(said: int | str, number: int) -> None:
    assert GREEN.face_meant(said) == number


@pytest.mark.parametrize("said", [0, 9, "9", "triumph", "T", "SSS", "purple: blank", "success, sucess"])
def test_a_face_that_a_die_does_not_have_is_refused(said: int | str) -> None:
    with pytest.raises(
        ValueError, match=r"a die 'green' cannot show .*; its faces are: blank; success; 2 successes; adv"
    ):
        GREEN.face_meant(said)


def test_a_die_without_a_blank_face_shows_none() -> None:
    with pytest.raises(ValueError, match="a die 'white' cannot show 'blank'"):
        FORCE.face_meant("blank")
    assert [FORCE.face_meant(said) for said in ("K", "2 dark", "L", "light, light")] == [1, 7, 8, 10]


def test_what_lies_there_is_told_in_words() -> None:
    pool = pool_of("PADDS")
    assert str(pool) == "1 yellow, 1 green, 2 purple and 1 black dice"
    assert str(pool_of("P")) == "1 yellow die"
    assert str(pool_of("")) == "no dice"
    assert pool.signs([12, 4, 1, 8, 3]) == (
        ("yellow", "triumph"),
        ("green", "success", "success"),
        ("purple",),
        ("purple", "failure", "threat"),
        ("black", "failure"),
    )
    assert GREEN.face_in_words(4) == "2 successes"
    assert ADVANTAGE.counted(1) == "1 advantage"
    assert numbered(6).marks(5) == ("5",)
    assert BLACK.sides == 6
