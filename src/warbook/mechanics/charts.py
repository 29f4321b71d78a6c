"""Charts: tables on which a D100 is rolled, each of whose rows counts from a number on."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

from ..core.dice import Pool, Reading


class ChartRow(Protocol):
    """What is asked of a row: the lowest result that is read as this one."""

    @property
    def low(self) -> int: ...


def chart_pool(name: str, rows: Mapping[str, ChartRow], bonus: int = 0) -> Pool:
    """A D100 and a bonus, read as the number of the row that it comes to, 0 for the first.  A result below 1 is a 1."""
    return _pool(name, tuple(row.low for row in rows.values()), bonus)


@lru_cache(maxsize=1 << 9)
def _pool(name: str, lows: tuple[int, ...], bonus: int) -> Pool:
    reading = Reading(name, 0, lambda _, face: face, lambda face: bisect_right(lows, max(1, face + bonus)) - 1)
    return Pool(1, 100, reading, f"D100{bonus:+d}" if bonus else "D100")
