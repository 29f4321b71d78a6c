"""Reserves: when they come, from an edge, from a flank, from above, and what goes wrong."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, covers, field, row, with_row
from warbook.core.state import Posture
from warbook.rulesets.draft_40k.actions import reserves
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import model

FAR = row(3, 10, 40, "militia", "others")


def waiting(arrival: str, called: bool = True, profile: str = "bell-keeper", **more: Any) -> Field:
    """Three of a unit in reserve, at the start of the preparation of the second turn."""
    unit = {"where": "reserve", "done": ["called"] if called else []}
    game = field(
        [*row(3, 10, 10, profile, "late", unit=unit), *row(3, 20, 10, "militia", "watch")], FAR, phase="prepare",
        round=2, **more,
    )  # fmt: skip
    return with_row(game, "late", arrival=arrival)


def first(game: Field) -> Any:
    """The first place that is proposed to those who come."""
    return game.asks(game.unit("late"), "place-reserves").candidates(1)[0]


@covers("place-reserves", "numbers")
@pytest.mark.parametrize(
    ("rolls", "round", "face", "comes"),
    [
        ("5e", 2, 4, True), ("5e", 2, 3, False), ("5e", 3, 3, True), ("5e", 3, 2, False),
        ("5e", 4, 2, True), ("5e", 4, 1, False), ("6e", 2, 3, True), ("6e", 2, 2, False), ("6e", 3, 2, False),
    ],
)  # fmt: skip
def test_reserves_come_by_a_roll(rolls: str, round: int, face: int, comes: bool) -> None:
    game = waiting("reserve", called=False, options={"reserve-rolls": rolls})
    game.turns_to(round=round)
    game.runs(reserves.roll_for, 0, dice=[face])
    assert game.squad("late").has("called") is comes


@pytest.mark.parametrize(("rolls", "round", "comes"), [("5e", 1, False), ("5e", 5, True), ("6e", 4, True)])
def test_they_come_without_a_roll_late_and_never_in_the_first_turn(rolls: str, round: int, comes: bool) -> None:
    game = waiting("reserve", called=False, options={"reserve-rolls": rolls})
    game.turns_to(round=round)
    game.runs(reserves.roll_for, 0)
    assert game.squad("late").has("called") is comes


@covers("place-reserves", "works")
def test_they_are_placed_touching_their_own_edge_and_then_move() -> None:
    game = waiting("reserve")
    late = game.unit("late")
    game.does(late, "place-reserves", arrive=first(game))
    models = [game.state.records[id] for id in game.squad("late").members]
    assert {each.at.posture for each in models} == {Posture.UP}
    assert all(each.at.y - each.at.radius <= 10 for each in models)
    assert game.squad("late").where == "table"
    game.turns_to(phase="move")
    assert "advance" in game.allowed(late)


def test_reserves_that_may_not_act_have_moved_when_they_come() -> None:
    game = waiting("reserve", options={"reserves-act": False})
    game.does(game.unit("late"), "place-reserves", arrive=first(game))
    game.turns_to(phase="move")
    assert game.allowed(game.unit("late")) == []
    assert game.squad("late").mode == "advance"


def test_a_place_off_the_edge_is_refused() -> None:
    game = waiting("reserve")
    question: Any = game.asks(game.unit("late"), "place-reserves")
    (good,) = question.candidates(1)
    assert question.legal(good) == ()
    moved = tuple((x, y + 2 * INCH, z) for x, y, z in good)
    assert any("It must touch the south edge of the table." in reason for reason in question.legal(moved))


@pytest.mark.parametrize(("face", "edge"), [(1, "west"), (2, "west"), (3, "east"), (4, "east")])
def test_who_outflanks_comes_from_a_side(face: int, edge: str) -> None:
    game = waiting("outflank")
    question: Any = game.asks(game.unit("late"), "place-reserves", dice=[face])
    assert question.edge == edge
    assert game.asks(game.unit("late"), "place-reserves", dice=[5]).key == "flank"


@covers("place-reserves", "refused")
def test_nobody_comes_who_has_not_been_called_and_who_is_must() -> None:
    game = waiting("reserve", called=False)
    late = game.unit("late")
    assert "It must have been rolled for, and come in this turn." in game.why_not(late, "place-reserves")
    assert game.why_not(game.unit("watch"), "place-reserves")[0] == "It must be in reserve."
    called = waiting("reserve")
    assert called.why_not(late, "leave-it") == ("It comes out of reserve: it must be placed.",)


# ---- from above ------------------------------------------------------------------------------------------------------


def test_who_comes_from_above_scatters_stands_in_a_ring_and_neither_moves_nor_charges() -> None:
    game = waiting("deep-strike")
    late = game.unit("late")
    game.does(late, "place-reserves", drop=(24 * INCH, 24 * INCH, 0), dice=[3, 1, 2, 90])
    first = game.state.records[game.squad("late").members[0]].at
    assert (first.x, first.y) == (24 * INCH, 27 * INCH), "three inches north"
    assert game.squad("late").has("dropped")
    game.turns_to(phase="move")
    assert game.why_not(late, "advance")[0] == "It must not have come from above in this turn."
    assert game.why_not(late, "charge")[0] == "It must not have come from above in this turn."
    assert Unit(game.play, late).record.mode == "advance", "it shoots as if it had moved"


def test_a_hit_on_the_scatter_die_brings_it_down_where_it_was_meant() -> None:
    game = waiting("deep-strike")
    game.does(game.unit("late"), "place-reserves", drop=(24 * INCH, 24 * INCH, 0), dice=[2])
    assert game.state.records[game.squad("late").members[0]].at.spot == (24 * INCH, 24 * INCH, 0)


ONTO_FRIENDS = (20 * INCH, 10 * INCH, 0)
NEAR_ENEMIES = (10 * INCH, int(38.6 * INCH), 0)


@pytest.mark.parametrize("drop", [NEAR_ENEMIES, (1 * INCH, 24 * INCH, 0)])
def test_a_mishap_loses_it_sends_it_back_or_lets_the_enemy_place_it(drop: tuple[int, int, int]) -> None:
    late = waiting("deep-strike").unit("late")
    scatter = [2] if drop is NEAR_ENEMIES else [3, 3, 3, 180]  # six inches west, off the table
    lost = waiting("deep-strike")
    lost.does(late, "place-reserves", drop=drop, dice=[*scatter, 2])
    assert lost.squad("late").where == "gone"
    back = waiting("deep-strike")
    back.does(late, "place-reserves", drop=drop, dice=[*scatter, 5])
    assert back.squad("late").where == "reserve"
    assert "place-reserves" not in back.allowed(late), "not before another turn"
    astray = waiting("deep-strike")
    question: Any = astray.asks(late, "place-reserves", drop=drop, dice=[*scatter, 3])
    assert (question.key, question.player) == ("astray", 1)


def test_a_vehicle_from_above_counts_as_having_surged() -> None:
    unit = {"where": "reserve", "done": ["called"]}
    game = field([model(10, 10, "gull-skiff", name="late", squad="late", unit=unit)], FAR, phase="prepare", round=2)
    with_row(game, "late", arrival="deep-strike")
    game.does(game.unit("late"), "place-reserves", drop=(24 * INCH, 24 * INCH, 0, 0, 1000), dice=[1])
    assert game.squad("late").mode == "surge"
