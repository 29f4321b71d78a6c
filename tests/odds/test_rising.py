"""Rolls whose readings are ranked: few are followed, and the sum is that of all."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from warbook.odds.branches import LOST, WON, Branch
from warbook.odds.rising import RollNode


def rank(value: tuple[str, int, int]) -> tuple[str, tuple[int, int]]:
    kind, *counts = value
    return kind, (counts[0], counts[1])


def followed(readings: list[tuple[Any, int]], worth: dict[Any, Fraction]) -> tuple[Fraction, int]:
    """The probability that a roll is found to have, and how many of its readings were followed."""
    parent, total = Branch(), sum(weight for _, weight in readings)
    node, count = RollNode(parent, 1, 1, total, readings, rank, [], "key"), 0
    while node.open:
        chance = worth[node.next_answer().value]
        node.branch, count = Branch(node.cutoffs), count + 1
        for part, bounds in ((chance, WON), (1 - chance, LOST)):
            node.branch.add(part.numerator, part.denominator, bounds)
        node.close_branch()
    return Fraction(parent.bounds().won), count


@pytest.mark.parametrize("seed", range(20))
def test_what_lies_between_two_readings_of_one_worth_is_not_followed(seed: int) -> None:
    rng = Random(seed)
    values = [(kind, a, b) for kind in "xy" for a in range(9) for b in range(9)]
    rng.shuffle(values)
    readings = [(value, rng.randint(1, 9)) for value in values]
    cut, steps = {kind: rng.randint(1, 16) for kind in "xy"}, rng.randint(1, 3)
    worth = {v: Fraction(min(steps, max(0, v[1] * 2 + v[2] - cut[v[0]])), steps) for v in values}
    found, count = followed(readings, worth)
    total = sum(weight for _, weight in readings)
    assert found == sum(weight * worth[value] for value, weight in readings) / total
    assert count < len(readings) // 2


def test_readings_of_unlike_kinds_settle_nothing_of_each_other() -> None:
    readings = [((kind, 0, 0), 1) for kind in "abcdef"]
    worth = {value: Fraction(int(value[0] in "ace")) for value, _ in readings}
    assert followed(readings, worth) == (Fraction(1, 2), 6)
