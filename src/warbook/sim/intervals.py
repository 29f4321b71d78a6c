"""Intervals: between which bounds a figure of a simulation probably lies.

The unit of observation is a cluster: all battles that were fought from one seed.  Battles of one cluster may resemble
one another as much as they like (the same dice, exchanged sides, another rule); clusters are independent.  All bounds
hold with `CONFIDENCE`.  Why these methods: docs/decisions/comparing-rules.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sqrt, tan
from statistics import NormalDist

from msgspec import Struct

from ..odds.estimate import CONFIDENCE

Clusters = Sequence[Sequence[float]]
"""The values of the battles of each cluster."""

NORMAL = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


class Estimate(Struct, frozen=True):
    """A value, and the bounds between which the truth probably lies."""

    value: float
    low: float
    high: float


def mean(clusters: Clusters) -> Estimate:
    """The mean of values without bounds of their own: Student's t on clusters (a ratio of sums, where clusters differ
    in size).  From a single cluster nothing follows: its bounds are infinite."""
    sums = [(sum(values), len(values), 1.0) for values in clusters]
    value, error = _ratio(sums)
    if len(clusters) < 2:
        return Estimate(value, float("-inf"), float("inf"))
    reach = student(len(clusters) - 1) * error
    return Estimate(value, value - reach, value + reach)


def share(clusters: Clusters) -> Estimate:
    """The mean of values from 0 to 1 (1 for a win, a half for a draw): Wilson's score interval for as many independent
    battles as tell as much as these.

    How many those are follows from the spread of the clusters with two more among them, half of one for each way in
    which two battles can end (A. Agresti and Y. Min, 2005): so that clusters that are all alike are not taken for
    certainty.  Where every battle is a cluster, that is nearly Wilson's interval as it stands.
    """
    battles = sum(map(len, clusters))
    value = sum(map(sum, clusters)) / battles
    paired = max(map(len, clusters)) > 1
    alike = [(0.0, 2, 0.5), (1.0, 2, 1.0), (2.0, 2, 0.5)] if paired else [(0.0, 1, 1.0), (1.0, 1, 1.0)]
    sums = [(sum(values), len(values), 1.0) for values in clusters] + alike
    spread, error = _ratio(sums)
    squared = NORMAL * NORMAL / (spread * (1 - spread) / error**2 * battles / _battles(sums))
    middle = (value + squared / 2) / (1 + squared)
    reach = sqrt(squared * value * (1 - value) + squared * squared / 4) / (1 + squared)
    return Estimate(value, max(0.0, min(value, middle - reach)), min(1.0, max(value, middle + reach)))


def change_of_share(differences: Clusters) -> Estimate:
    """The mean of differences of such values, which lie between -1 and 1: the normal interval after two more clusters,
    half of one up, half of one down, one without a difference (A. Agresti and Y. Min, 2005)."""
    sums = [(sum(values), len(values), 1.0) for values in differences]
    size = max(map(len, differences))
    middle, error = _ratio([*sums, (float(size), size, 0.5), (0.0, size, 1.0), (-float(size), size, 0.5)])
    value = _ratio(sums)[0]
    reach = NORMAL * error
    return Estimate(value, max(-1.0, min(value, middle - reach)), min(1.0, max(value, middle + reach)))


def student(freedom: int) -> float:
    """Student's t for so many degrees of freedom: exact for one and two, beyond that the expansion of Abramowitz and
    Stegun 26.7.5, which is right to half a percent at three and to a thousandth from five on."""
    tail = (1 - CONFIDENCE) / 2
    if freedom == 1:
        return tan(pi * (0.5 - tail))
    if freedom == 2:
        return (1 - 2 * tail) * sqrt(2 / (4 * tail * (1 - tail)))
    z, v = NORMAL, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / v + second / v**2 + third / v**3 + fourth / v**4


def _battles(sums: Sequence[tuple[float, int, float]]) -> float:
    return sum(size * weight for _, size, weight in sums)


def _ratio(sums: Sequence[tuple[float, int, float]]) -> tuple[float, float]:
    """The mean of a battle, and its standard error, from the sum, the size and the weight of each cluster."""
    battles, clusters = _battles(sums), sum(weight for _, _, weight in sums)
    value = sum(total * weight for total, _, weight in sums) / battles
    if clusters < 2:
        return value, float("inf")
    squares = sum(weight * (total - size * value) ** 2 for total, size, weight in sums)
    return value, sqrt(squares * clusters / (clusters - 1)) / battles
