"""Units: who keeps together, who strays, whom they see."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbook.core.decision import Reasons
from warbook.core.length import INCH
from warbook.core.shape import Oval
from warbook.core.state import Body, Placement, Posture, State, Turn
from warbook.core.structs import replace
from warbook.space.board import Board
from warbook.space.layout import Layout, Row, layout
from warbook.space.marching import March
from warbook.space.movement import Rules
from warbook.space.paths import Path
from warbook.space.units import Coherency, Stand, moved_stand, overlap, sight, stand_of, strays

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
    st.none(),
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
    stands: list[Stand] = [(x * INCH, 0, 0, 500, 1250, None) for x in (0, 3, 8, 20)]
    assert Coherency(2 * INCH).scatter(stands) == 2 * INCH + 9 * INCH


@pytest.mark.parametrize(("x", "z", "meets"), [(999, 0, True), (1000, 0, False), (0, 1249, True), (0, 1250, False)])
def test_bodies_overlap_in_plan_and_height(x: int, z: int, meets: bool) -> None:
    assert overlap((0, 0, 0, 500, 1250, None), (x, 0, z, 500, 1250, None)) is meets


def test_a_unit_sees_what_each_of_its_members_sees() -> None:
    layout = Layout([body(5, 5), body(5, 8, posture=Posture.AWAY), body(20, 5, owner=1), body(30, 5, owner=1)])
    seen = sight(layout, BOARD, [0, 1], [2, 3])
    assert seen.keys() == {0}
    assert [target for target, _ in seen[0]] == [2]  # the other stands right behind


def test_bases_that_are_not_round_are_measured_from_their_outline() -> None:
    bike = Oval(3 * INCH, INCH)
    lie = ((0, 0, 1), (3 * INCH, 0, 1), (6 * INCH, 1, 0))
    bikes = [Placement(x, 0, 0, fx, fy, bike.radius, shape=bike) for x, fx, fy in lie]
    records = [Body(id=n, owner=0, profile="bike", at=at) for n, at in enumerate(bikes)]
    along = layout(State(records, Turn()), BOARD)
    # the first two lie side by side, two inches apart; the third points at them, and its tip is an inch away
    assert strays(along, range(3), 2 * INCH) == ()
    assert strays(along, range(2), 2 * INCH - 1) == (1,)
    assert strays(along, [1, 2], INCH) == () and strays(along, [1, 2], INCH - 1) == (2,)
    side, other = (stand_of(along, id) for id in (0, 1))
    assert overlap(side, moved_stand(other, (INCH - 1, 0, 0))) and not overlap(side, moved_stand(other, (INCH, 0, 0)))
    assert overlap(side, moved_stand(other, (INCH, 0, 0), (1, 0)))


def test_a_unit_on_long_bases_marches_in_coherency() -> None:
    bike = Oval(2 * INCH, INCH)
    places = [Placement((4 + 2 * n) * INCH, 4 * INCH, 0, 0, 1, bike.radius, shape=bike) for n in range(5)]
    records = [Body(id=n, owner=0, profile="bike", at=at) for n, at in enumerate(places)]
    decision = March("m", "?", BOARD, layout(State(records, Turn()), BOARD), range(5), Rules(12 * INCH))
    for answer in decision.candidates(6):
        assert not decision.legal(answer)
    assert not decision.legal(decision.proposed(0, (), (9_000, 9_000)))


def test_whoever_goes_a_way_keeps_its_shape() -> None:
    """The place where a way ends is what a game puts into the record."""
    base = Oval(2500, 1000)
    riders = [
        Body(id=n, owner=0, profile="", at=Placement((10 + 3 * n) * INCH, 20 * INCH, radius=base.radius, shape=base))
        for n in range(2)
    ]
    here, ends = layout(State[Body, Turn](riders, Turn()), BOARD), list[Placement]()
    way = (((10 * INCH), 23 * INCH, 0, 0), (1, 2))

    def end(at: Placement) -> Reasons:
        ends.append(at)
        return ()

    path = Path("way", "", BOARD, here, 0, Rules(6 * INCH), end=end)
    assert path.legal(way) == ()
    wanted = replace(riders[0].at, y=23 * INCH, fx=1, fy=2)
    assert ends == [wanted] and path.end_of(way) == wanted
    march = March("march", "", BOARD, here, range(2), Rules(6 * INCH))
    placed = march.placed(march.proposed(0, (), (10 * INCH, 23 * INCH)))
    assert [each.shape for each in placed.values()] == [base, base]
