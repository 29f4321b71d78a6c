"""Vicinity: nothing that is near is left out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from warbook.space.shapes import near_segment
from warbook.space.vicinity import CELL, Vicinity

lengths = st.integers(-2 * CELL, 2 * CELL)
lines = st.lists(st.tuples(lengths, lengths, lengths, lengths), min_size=1, max_size=5)
reaches = st.integers(0, CELL)


@given(lines, reaches, st.integers(-CELL, CELL), st.integers(-CELL, CELL))
def test_every_line_within_reach_is_among_those_that_may_be(
    among: list[tuple[int, int, int, int]], reach: int, dx: int, dy: int
) -> None:
    x, y = among[0][0] + dx, among[0][1] + dy
    found = Vicinity(among, reach).at(x, y)
    near = [number for number, line in enumerate(among) if near_segment(x, y, *line, reach)]
    assert set(near) <= set(found)
    assert list(found) == sorted(set(found))


def test_what_is_far_off_is_left_out() -> None:
    vicinity = Vicinity([(0, 0, 0, 0), (CELL, 0, 2 * CELL - 1, 0)], reach=1000)
    assert list(vicinity.at(100, 100)) == [0, 1]
    assert list(vicinity.at(3 * CELL + 1000, 100)) == []
    assert list(vicinity.at(-2000, -1000)) == [0]
