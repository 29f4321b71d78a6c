"""Units: who keeps together, who strays, whom they see."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbook.core.length import INCH
from warbook.core.state import Posture
from warbook.space.board import Board
from warbook.space.layout import Layout, Row
from warbook.space.units import Coherency, Stand, overlap, sight, strays

BOARD = Board(id="field", title="A field", width=48 * INCH, depth=48 * INCH)


def body(x: float, y: float = 0, z: float = 0, owner: int = 0, posture: Posture = Posture.UP) -> Row:
    return (int(x * INCH), int(y * INCH), int(z * INCH), 0, 1, INCH // 2, 1250, int(posture), owner)


def at(*xs: float) -> Layout:
    return Layout([body(x) for x in xs])


def test_a_chain_of_gaps_keeps_a_unit_together() -> None:
    assert strays(at(0, 3, 6, 9), range(4), 2 * INCH) == ()  # bases an inch wide, two inches apart
    assert strays(at(0, 3, 6.001, 9.001), range(4), 2 * INCH) == (2, 3)


def test_the_smaller_group_strays_and_of_equals_that_without_the_first() -> None:
    assert strays(at(0, 10, 13), range(3), 2 * INCH) == (0,)
    assert strays(at(10, 13, 0, 3), [0, 1, 2, 3], 2 * INCH) == (2, 3)
    assert strays(at(10, 13, 0, 3), [2, 3, 0, 1], 2 * INCH) == (0, 1)


def test_members_who_are_away_neither_join_nor_stray() -> None:
    layout = Layout([body(0), body(3, posture=Posture.AWAY), body(6)])
    assert strays(layout, range(3), 2 * INCH) == (2,)
    assert strays(layout, [0, 1], 2 * INCH) == ()


def test_heights_count_in_space_or_by_themselves() -> None:
    layout = Layout([body(0), body(2, z=3)])
    assert strays(layout, [0, 1], 3 * INCH) == (1,)  # one inch in plan, three up
    assert strays(layout, [0, 1], 3 * INCH + 163) == ()  # the root of ten
    assert strays(layout, [0, 1], 2 * INCH, rise=3 * INCH) == ()
    assert strays(layout, [0, 1], 2 * INCH, rise=3 * INCH - 1) == (1,)


places = st.tuples(
    st.integers(0, 20_000),
    st.integers(0, 20_000),
    st.sampled_from([0, 0, 0, 3000]),
    st.integers(300, 1200),
    st.just(1250),
)


@given(st.lists(places, max_size=12), st.sampled_from([None, 6 * INCH]))
def test_scatter_is_nothing_just_where_nobody_strays(stands: list[Stand], rise: int | None) -> None:
    coherency = Coherency(2 * INCH, rise)
    groups = coherency.groups(stands)
    assert sorted(at for group in groups for at in group) == list(range(len(stands)))
    assert (coherency.scatter(stands) == 0) is (len(groups) <= 1)
    for one, other in combinations(groups, 2):
        assert not any(coherency.joins(stands[a], stands[b]) for a in one for b in other)


def test_scatter_is_what_the_gaps_have_too_much() -> None:
    stands: list[Stand] = [(x * INCH, 0, 0, 500, 1250) for x in (0, 3, 8, 20)]
    assert Coherency(2 * INCH).scatter(stands) == 2 * INCH + 9 * INCH


@pytest.mark.parametrize(("x", "z", "meets"), [(999, 0, True), (1000, 0, False), (0, 1249, True), (0, 1250, False)])
def test_bodies_overlap_in_plan_and_height(x: int, z: int, meets: bool) -> None:
    assert overlap((0, 0, 0, 500, 1250), (x, 0, z, 500, 1250)) is meets


def test_a_unit_sees_what_each_of_its_members_sees() -> None:
    layout = Layout([body(5, 5), body(5, 8, posture=Posture.AWAY), body(20, 5, owner=1), body(30, 5, owner=1)])
    seen = sight(layout, BOARD, [0, 1], [2, 3])
    assert seen.keys() == {0}
    assert [target for target, _ in seen[0]] == [2]  # the other stands right behind
