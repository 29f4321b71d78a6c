"""Pools of many dice, each read as how many reach a number."""

from __future__ import annotations

from functools import cache

from ....core.dice import Pool, Reading
from ....core.dice import reaching as reading


@cache
def reaching(count: int, number: int) -> Pool:
    """So many dice, read as how many show a number or more."""
    return Pool(count, 6, reading(number))


@cache
def with_sixes(count: int, number: int) -> Pool:
    """So many dice, read as how many show a number or more but no 6, and how many a 6."""

    def add(so_far: tuple[int, int], face: int) -> tuple[int, int]:
        plain, sixes = so_far
        return (plain, sixes + 1) if face == 6 else (plain + (face >= number), sixes)

    return Pool(count, 6, Reading(f"{number}+, and 6s", (0, 0), add))


@cache
def with_ones(count: int, number: int) -> Pool:
    """So many dice, read as how many show a number or more, and how many a 1."""

    def add(so_far: tuple[int, int], face: int) -> tuple[int, int]:
        good, ones = so_far
        return good + (face >= number), ones + (face == 1)

    return Pool(count, 6, Reading(f"{number}+, and 1s", (0, 0), add))


@cache
def times_d3(count: int) -> Pool:
    """So many D3, added up."""
    return Pool(count, 3)
