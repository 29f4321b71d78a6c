"""The packed placements follow the records, and a layout once made stays as it is."""

from __future__ import annotations

from pathlib import Path

from warbook.core.memo import Memoized
from warbook.core.shape import Oval
from warbook.core.state import Body, Placement, Posture, State, Turn
from warbook.core.structs import replace
from warbook.space.boardfile import load_board
from warbook.space.layout import Layout, layout, per_layout, row_of

YARD = load_board(Path(__file__).parent / "boards" / "yard.toml")
DOOR = YARD.door_edge(0)


def record(id: int, x: int, y: int, posture: Posture = Posture.UP) -> Body:
    return Body(id=id, owner=id % 2, profile="someone", at=Placement(x, y, 0, 3, -4, posture=int(posture)))


def position() -> State[Body, Turn]:
    return State([record(0, 1_000, 2_000), record(1, 5_000, 2_000), record(2, 9_000, 2_000, Posture.AWAY)], Turn())


def bodies(given: Layout) -> list[list[int]]:
    return [[int(value) for value in row] for row in given.bodies]


def test_a_row_is_the_placement_and_the_owner() -> None:
    packed = layout(position(), YARD)
    assert len(packed) == 3
    assert packed.row(1) == (5_000, 2_000, 0, 3, -4, 500, 1_250, int(Posture.UP), 1)
    assert bodies(packed) == [list(packed.row(number)) for number in range(3)]


def test_a_position_keeps_its_layout_and_a_copy_shares_it() -> None:
    state = position()
    packed = layout(state, YARD, walls=(DOOR,), clouds=((1, 2, 3, 4),))
    assert layout(state, YARD) is packed
    assert layout(state.copy(), YARD) is packed
    assert packed.wall_rows == (DOOR,)
    assert packed.cloud_rows == ((1, 2, 3, 4),)


def test_putting_a_record_moves_its_row_and_leaves_the_old_layout_alone() -> None:
    state = position()
    before = layout(state, YARD, walls=(DOOR,))
    state.put(record(1, 7_000, 7_000))
    after = layout(state, YARD)
    assert after.row(1)[:2] == (7_000, 7_000)
    assert before.row(1)[:2] == (5_000, 2_000)
    assert bodies(after) == [list(row_of(each.at, each.owner)) for each in state.records]
    assert after.wall_rows == (DOOR,)


def test_a_change_that_moves_nobody_keeps_the_layout() -> None:
    state = position()
    packed = layout(state, YARD)
    state.put(replace(state.records[0], profile="someone else"))
    assert layout(state, YARD) is packed


def test_who_changes_hands_is_another_sides_in_the_layout() -> None:
    state = position()
    layout(state, YARD)
    state.put(replace(state.records[0], owner=1))
    assert state.derived.row(0) == layout(State(state.records, Turn()), YARD).row(0)


def test_a_new_record_gets_a_row_of_its_own_and_gaps_are_away() -> None:
    packed = layout(position(), YARD).after(record(4, 1, 1))
    assert len(packed) == 5
    assert packed.row(3)[7] == Posture.AWAY
    assert packed.row(4)[:2] == (1, 1)


def test_what_was_remembered_of_a_layout_is_not_remembered_of_the_next() -> None:
    packed = layout(position(), YARD)
    packed.memo["answer"] = 42
    assert "answer" not in packed.after(record(0, 3_000, 3_000)).memo
    assert "answer" not in packed.blocked_by(()).memo


def test_bodies_that_are_ignored_lie_down_for_this_question_only() -> None:
    packed = layout(position(), YARD)
    assert [row[7] for row in packed.screened((1,))] == [Posture.UP, Posture.DOWN, Posture.AWAY]
    assert [row[7] for row in packed.screened(())] == [Posture.UP, Posture.UP, Posture.AWAY]


def test_other_walls_may_stand_among_the_same_bodies() -> None:
    packed = layout(position(), YARD)
    shut = packed.blocked_by((DOOR,))
    assert (len(packed.walls), len(shut.walls)) == (0, 1)
    assert shut.row(1) == packed.row(1)


def test_what_is_worked_out_once_is_kept_by_its_key_and_not_by_a_layout_that_follows() -> None:
    state, asked = position(), list[int]()
    packed = layout(state, YARD)

    @per_layout
    def tell(packed: Layout, number: int) -> None:  # nothing is an answer too
        asked.append(number)

    tell(packed, 1)
    tell(packed, 1)
    tell(packed, 2)
    state.put(record(1, 7_000, 7_000))
    tell(layout(state, YARD), 1)
    assert asked == [1, 2, 1]


def test_a_layout_that_is_remembered_goes_on_remembering_for_the_next_step() -> None:
    root = layout(position(), YARD).remembering()
    moved = root.after(record(1, 6_000, 2_000))
    moved.memo["asked"] = True
    assert moved.remembering() is moved
    assert root.after(record(1, 6_000, 2_000)).memo == {"asked": True}
    root.room[0] = 0
    fresh = moved.remembering()
    assert fresh is not moved
    assert fresh.room[0] > 0


def test_what_is_remembered_of_a_place_is_not_taken_for_that_of_another_owner() -> None:
    root, stays = layout(position(), YARD).remembering(), record(1, 5_000, 2_000)
    assert [root.after(replace(stays, owner=owner)).row(1)[-1] for owner in (0, 1, 0)] == [0, 1, 0]


def test_what_no_place_has_a_say_in_lasts_until_a_posture_or_an_owner_changes() -> None:
    state, asked = position(), list[Layout]()

    @Memoized[Layout](lambda packed: packed.lasting)
    def tell(packed: Layout) -> None:
        asked.append(packed)

    first = layout(state, YARD)
    tell(first)
    state.put(record(1, 7_000, 7_000))
    tell(layout(state, YARD))
    assert asked == [first]
    state.put(record(1, 7_000, 7_000, Posture.DOWN))
    down = layout(state, YARD)
    tell(down)
    state.put(replace(state.records[1], owner=0, at=replace(state.records[1].at, x=8_000)))
    anothers = layout(state, YARD)
    behind, one_more = anothers.blocked_by((DOOR,)), anothers.after(record(3, 1_000, 1_000))
    for packed in (anothers, behind, one_more):
        tell(packed)
    assert asked == [first, down, anothers, behind, one_more]


def test_what_no_facing_has_a_say_in_lasts_while_somebody_only_turns() -> None:
    oval = Oval(3000, 1000)
    here = Placement(5000, 5000, 0, 0, 1, oval.radius, 1250, int(Posture.UP))
    long = replace(here, shape=oval)

    def is_shared(before: Placement, after: Placement) -> bool:
        first = Layout.of([Body(id=0, owner=0, profile="", at=before)], (), (), ())
        return first.after(Body(id=0, owner=0, profile="", at=after)).unturned is first.unturned

    assert is_shared(here, replace(here, fx=1, fy=0))
    for other in (replace(here, x=5001), replace(here, height=400), replace(here, posture=int(Posture.DOWN)), long):
        assert not is_shared(here, other) and not is_shared(other, here)
    assert not is_shared(long, replace(long, fx=1, fy=0))  # which way it lies is where it stands
