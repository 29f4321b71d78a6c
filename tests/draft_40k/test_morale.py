"""Morale: tests for losses, falling back, trapped, rallying, recovering."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, covers, field, row
from warbook.rulesets.draft_40k.checks import leadership
from warbook.rulesets.draft_40k.harm.morale import lost_many
from warbook.rulesets.draft_40k.records.state import Squad
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import Unscripted, model

BROKEN = {"morale": "falling-back"}


@pytest.mark.parametrize(("strength", "left", "many"), [(10, 8, False), (10, 7, True), (8, 6, True), (4, 4, False)])
def test_a_quarter_lost_is_many(strength: int, left: int, many: bool) -> None:
    squad = Squad(id=0, owner=0, profile="", members=tuple(range(left)), strength=strength)
    assert lost_many(squad) is many


@covers("rally", "works")
@covers("rally", "numbers")
@pytest.mark.parametrize(("dice", "passes"), [([3, 4], True), ([3, 5], False), ([1, 1], True), ([6, 6], False)])
def test_leadership_is_two_dice_not_above_it(dice: list[int], passes: bool) -> None:
    game = field(row(5, 10, 10, "militia", "watch", unit=BROKEN), row(5, 10, 40, "militia", "others"), phase="prepare")
    game.does(game.unit("watch"), "rally", dice=dice, **({"consolidate": stay(game)} if passes else {}))
    assert (game.squad("watch").morale == "steady") is passes


def stay(game: Field) -> Any:
    """Nobody of the watch moves."""
    return ((),) * len(game.squad("watch").members)


@covers("fall-back", "works")
@covers("fall-back", "numbers")
@covers("fall-back", "refused")
def test_who_breaks_runs_two_dice_towards_its_edge_and_goes_on_in_its_turn() -> None:
    game = field(row(5, 10, 20, "militia", "watch", unit=BROKEN), row(5, 10, 40, "militia", "others"))
    watch = game.unit("watch")
    assert game.allowed(watch) == ["fall-back"]
    game.does(watch, "fall-back", dice=[3, 4])
    assert [game.state.records[id].at.y for id in game.squad("watch").members] == [13 * INCH] * 5
    assert game.why_not(watch, "fall-back") == ("It must not have fallen back in this turn.",)


def test_who_tried_to_rally_and_failed_runs_on() -> None:
    tried = {**BROKEN, "done": ["rallied"]}
    game = field(row(5, 10, 20, "militia", "watch", unit=tried), row(5, 10, 40, "militia", "others"))
    assert game.allowed(game.unit("watch")) == ["fall-back"]


@covers("fall-back", "numbers")
def test_the_fast_run_three_dice() -> None:
    game = field(row(3, 10, 30, "road-keeper", "riders", unit=BROKEN), row(5, 10, 45, "militia", "others"))
    game.does(game.unit("riders"), "fall-back", dice=[1, 2, 3])
    assert {game.state.records[id].at.y for id in game.squad("riders").members} == {24 * INCH}


def test_who_comes_to_the_edge_is_gone() -> None:
    game = field(row(3, 10, 5, "militia", "watch", unit=BROKEN), row(5, 10, 45, "militia", "others"))
    game.does(game.unit("watch"), "fall-back", dice=[3, 3])
    assert game.squad("watch").where == "gone"


def test_who_is_shut_in_is_trapped_and_destroyed() -> None:
    ring = [*row(6, 6, 17, "militia", "others"), *row(1, 6, 20, "militia", "left"), *row(1, 14, 20, "militia", "right")]
    game = field(row(1, 10, 20, "militia", "watch", unit=BROKEN), ring)
    game.does(game.unit("watch"), "fall-back", dice=[4, 4], passing=True)
    assert game.squad("watch").where == "gone"


@covers("rally", "refused")
@pytest.mark.parametrize(
    ("members", "unit", "foe", "why"),
    [
        (5, {**BROKEN, "size": 11}, 40, "It must have half of its models left to rally."),
        (5, {**BROKEN, "leader": -1}, 40, "It must have a leader to rally."),
        (5, BROKEN, 16.9, 'It must have no enemy within 6" to rally.'),
        (5, {}, 40, "It must be falling back or suppressed."),
        (5, {**BROKEN, "done": ["rallied"]}, 40, "It must not have tried to rally in this turn."),
    ],
)
def test_who_may_not_rally(members: int, unit: dict[str, Any], foe: float, why: str) -> None:
    game = field(
        row(members, 10, 10, "militia", "watch", unit=unit), row(5, 10, foe, "militia", "others"), phase="prepare"
    )
    assert why in game.why_not(game.unit("watch"), "rally")


@pytest.mark.parametrize("profile", ["breakwater", "walking-tomb"])
@pytest.mark.parametrize("phase", ["prepare", "consolidate"])
def test_vehicles_that_braced_have_no_leadership_to_rally_by(profile: str, phase: str) -> None:
    """8.1: only the end of their next own turn frees them, as in T5."""
    braced = {"morale": "suppressed", "since": 0}
    us = [model(10, 10, profile, name="us", squad="us", unit=braced)]
    game = field(us, row(1, 40, 45, "militia", "them"), phase=phase)
    assert game.why_not(game.unit("us"), "rally") == ("It must have a Leadership to rally by.",)


def test_the_suppressed_need_nothing_to_rally() -> None:
    unit = {"morale": "suppressed", "size": 11, "leader": -1}
    game = field(row(5, 10, 10, "militia", "watch", unit=unit), row(5, 10, 13, "militia", "others"), phase="prepare")
    game.does(game.unit("watch"), "rally", dice=[3, 4])
    assert game.squad("watch").morale == "steady"


def test_a_mob_goes_by_its_number_and_eleven_know_no_fear() -> None:
    game = field(row(9, 10, 10, "tideling", "nine"), row(11, 10, 40, "tideling", "eleven"))
    assert leadership.leadership(Unit(game.play, game.unit("nine")))[0] == 9
    assert leadership.fearlessness(Unit(game.play, game.unit("nine"))) == 0
    assert leadership.fearlessness(Unit(game.play, game.unit("eleven"))) == 3


def test_those_who_are_falling_back_go_before_all_others_of_their_side() -> None:
    game = field(
        [*row(2, 10, 30, "militia", "broken", unit=BROKEN), *row(2, 30, 30, "militia", "steady")],
        row(1, 40, 45, "militia", "others"), first=0,
    )  # fmt: skip
    with pytest.raises(Unscripted):
        game.goes_on(unit=game.unit("steady"))
    game.goes_on(unit=game.unit("broken"), action="fall-back", dice=[3, 3])
    game.goes_on(unit=game.unit("steady"), action="leave-it")
    assert game.squad("broken").has("fell-back")


@pytest.mark.parametrize("y", [0.5, 1.3, 2.7, 3, 3.1, 6.4, 6.5])
def test_who_has_dice_enough_to_come_to_the_edge_is_gone_wherever_it_starts(y: float) -> None:
    """Six inches; it was called trapped short of the edge unless it stood at a lucky distance."""
    game = field(row(1, 10, y, "militia", "watch", unit=BROKEN), row(1, 40, 45, "militia", "others"))
    game.does(game.unit("watch"), "fall-back", dice=[3, 3])
    assert game.squad("watch").where == "gone"


def test_who_runs_around_an_enemy_is_at_the_edge_only_where_its_way_ends_there() -> None:
    """It is six inches from the edge, and seven do not lead there around somebody two inches before it."""
    game = field(row(1, 10, 6.5, "militia", "watch", unit=BROKEN), row(1, 10, 4.45, "militia", "others"))
    game.does(game.unit("watch"), "fall-back", dice=[3, 4], passing=True)
    assert game.squad("watch").where == "table"
    assert game.state.records[0].at.y < 3 * INCH
