"""Intervals hold the truth as often as they say: tried on made-up battles of which the truth is known."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from warbook.odds.estimate import wilson
from warbook.sim import intervals
from warbook.sim.intervals import Estimate

REPLICATIONS = 2_000
SEEDS = 60
Values = list[list[float]]


def coverage(method: Callable[[Values], Estimate], made: Callable[[Random], list[float]], truth: float) -> float:
    """How often the interval of so many clusters holds the truth."""
    random = Random(7)
    held = 0
    for _ in range(REPLICATIONS):
        found = method([made(random) for _ in range(SEEDS)])
        held += found.low <= truth <= found.high
    return held / REPLICATIONS


def wins(random: Random, chance: float) -> float:
    return float(random.random() < chance)


def alone(random: Random) -> list[float]:
    return [wins(random, 0.3)]


def unlike(random: Random) -> list[float]:
    """A pair with exchanged sides, where the first side is much the better one."""
    return [wins(random, 0.8), wins(random, 0.1)]


def alike(random: Random) -> list[float]:
    """A pair that is mostly decided by its dice."""
    first = wins(random, 0.4)
    return [first, first if random.random() < 0.7 else wins(random, 0.4)]


def mirrored(random: Random) -> list[float]:
    """A pair that is one battle twice."""
    return [wins(random, 0.4)] * 2


def with_draws(random: Random) -> list[float]:
    return [random.choice((0.0, 0.5, 1.0, 1.0)), random.choice((0.0, 0.5, 1.0, 1.0))]


@pytest.mark.parametrize(
    ("made", "truth"), [(alone, 0.3), (unlike, 0.45), (alike, 0.4), (mirrored, 0.4), (with_draws, 0.625)]
)
def test_a_share_is_covered_as_often_as_it_says(made: Callable[[Random], list[float]], truth: float) -> None:
    assert 0.93 <= coverage(intervals.share, made, truth) <= 0.975


def test_to_count_the_battles_of_a_pair_as_independent_covers_too_seldom() -> None:
    """What this module is for: the interval of before misses the truth of mirrored pairs far more often."""

    def naive(clusters: Values) -> Estimate:
        found = wilson(int(sum(map(sum, clusters))), sum(map(len, clusters)))
        return Estimate(0.0, found.low, found.high)

    assert coverage(naive, mirrored, 0.4) < 0.87


def changed_with_the_same_dice(random: Random) -> list[float]:
    """A rule that turns a tenth of the battles, which are otherwise the same."""
    face = random.random()
    return [float(face < 0.5) - float(face < 0.4)]


def changed_with_other_dice(random: Random) -> list[float]:
    """A rule after which the dice fall otherwise, in pairs."""
    return [wins(random, 0.5) - wins(random, 0.4), wins(random, 0.3) - wins(random, 0.2)]


@pytest.mark.parametrize("made", [changed_with_the_same_dice, changed_with_other_dice])
def test_a_change_of_a_share_is_covered_as_often_as_it_says(made: Callable[[Random], list[float]]) -> None:
    assert 0.93 <= coverage(intervals.change_of_share, made, 0.1) <= 0.975


def rounds(random: Random) -> list[float]:
    """The lengths of a pair that resemble each other."""
    common = random.randint(1, 6)
    return [common + random.randint(0, 2), common + random.randint(0, 2)]


def longer(random: Random) -> list[float]:
    """By how much a rule makes battles longer that it touches in a third of all cases."""
    return [float(random.randint(0, 3)) if random.random() < 1 / 3 else 0.0]


@pytest.mark.parametrize(("made", "truth"), [(rounds, 4.5), (longer, 0.5)])
def test_a_mean_is_covered_as_often_as_it_says(made: Callable[[Random], list[float]], truth: float) -> None:
    assert 0.93 <= coverage(intervals.mean, made, truth) <= 0.97


def test_battles_that_all_end_alike_are_not_taken_for_certainty() -> None:
    never = intervals.share([[0.0, 0.0]] * 50)
    assert (never.value, never.low) == (0.0, 0.0)
    assert 0.02 < never.high < 0.1
    split = intervals.share([[0.0, 1.0]] * 50)
    assert 0.45 < split.low < 0.5 < split.high < 0.55
    unchanged = intervals.change_of_share([[0.0]] * 50)
    assert -0.1 < unchanged.low < 0 < unchanged.high < 0.1


def test_one_seed_says_nothing_of_a_mean() -> None:
    found = intervals.mean([[3.0, 5.0]])
    assert (found.value, found.low, found.high) == (4.0, float("-inf"), float("inf"))


def test_a_last_pair_that_lacks_its_second_battle_counts_as_one_battle() -> None:
    found = intervals.mean([[1.0, 1.0], [1.0, 1.0], [6.0]])
    assert found.value == 2.0
    assert found.low < 2.0 < found.high


@pytest.mark.parametrize(
    ("freedom", "printed"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)]
)
def test_students_t_is_that_of_the_tables(freedom: int, printed: float) -> None:
    assert intervals.student(freedom) == pytest.approx(printed, rel=0.002)
