"""Charts: a D100 and a bonus, read as a row."""

from __future__ import annotations

from msgspec import Struct

from warbook.mechanics.charts import chart_pool


class Row(Struct, frozen=True):
    low: int


ROWS = {"a": Row(1), "b": Row(31), "c": Row(96)}


def test_a_row_counts_from_its_lowest_result_on() -> None:
    pool = chart_pool("chart", ROWS)
    assert [pool.read([face]) for face in (1, 30, 31, 95, 96, 100)] == [0, 0, 1, 1, 2, 2]


def test_a_bonus_counts_and_nothing_is_below_one() -> None:
    assert chart_pool("chart", ROWS, 10).read([21]) == 1
    assert chart_pool("chart", ROWS, -50).read([1]) == 0
    assert chart_pool("chart", ROWS, 10).name == "D100+10"
