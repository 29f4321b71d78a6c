"""The D100 that is rolled on a chart: it is read as the row that it comes to."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from ....core.dice import Pool, Reading
from ..printed import catalogue

LEAST = 1


def _last(so_far: int, face: int) -> int:
    return face


@lru_cache(maxsize=1 << 8)
def injury_pool(bonus: int) -> Pool:
    """A roll for a critical injury, read as the number of its row."""
    lows = [row.low for row in catalogue.injuries().values()]
    return _chart("injury", bonus, tuple(lows))


@lru_cache(maxsize=1 << 8)
def warp_pool(bonus: int) -> Pool:
    """A roll on the warp chart, read as the number of its row."""
    return _chart("warp", bonus, tuple(row.low for row in catalogue.warp_chart().values()))


def _chart(name: str, bonus: int, lows: tuple[int, ...]) -> Pool:
    more = f"{bonus:+d}" if bonus else ""
    reading = Reading(name, 0, _last, lambda face: bisect_right(lows, max(LEAST, face + bonus)) - 1)
    return Pool(1, 100, reading, f"D100{more}")
