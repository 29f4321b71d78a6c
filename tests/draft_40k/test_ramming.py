"""Tanks ram vehicles: how hard both hit, who gets out of the way, who stands."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, covers, field, row
from warbook.rulesets.draft_40k.attacks.ramming import strength_of
from warbook.rulesets.draft_40k.checks.hulls import FRONT, SIDE
from warbook.rulesets.draft_40k.records.state import Course
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.space.sight import gap
from warbook.testing import Placed, Unscripted, drive, model

NORTH, EAST, SOUTH = (0, 1), (1, 0), (0, -1)


def against(profile: str = "haul-wagon", y: float = 20, facing: tuple[int, int] = EAST, **words: Any) -> Field:
    """A tank (13 in front) that looks north, and a vehicle before it that shows its side."""
    turn = {name: words.pop(name) for name in ("options", "phase") if name in words}
    more: list[Placed] = words.pop("more", [])
    them = [model(10, y, profile, name="them", squad="them", facing=facing, **words)]
    return field([model(10, 10, "breakwater", name="tank", squad="tank", facing=NORTH)], [*them, *more], **turn)


def rams(game: Field, dice: list[int], **answers: Any) -> None:
    """The tank drives straight at it."""
    game.does(game.unit("tank"), "ram", straight=drive((12, NORTH)), dice=dice, **answers)


def offered(game: Field) -> list[str]:
    """Which reactions they have."""
    try:
        question = game.asks(game.unit("tank"), "ram", straight=drive((12, NORTH)))
    except Unscripted:
        return []
    return sorted(id for id, _ in filter(None, question.candidates(9))) if question.kind == "window" else []


@covers("ram", "works")
def test_both_are_hit_the_harder_the_farther_it_came() -> None:
    """It came 6.25 inches, two strides: 3 and 2 and 1 are 6, and 5 is more than 10; it is hit with 0 and 2, by 8."""
    game = against()
    rams(game, [5, 6, 2], passing=True)
    assert game.machine("tank").at.y == pytest.approx(16.25 * INCH, abs=2)
    assert game.machine("them").lost == (0,), "a 2, and one more for an open vehicle"
    assert game.squad("tank").mode == "surge"
    assert game.squad("tank").has("rammed")


@covers("ram", "numbers")
def test_the_numbers_of_the_sheet() -> None:
    """T20: by twelve inches the front of the tank hits with 3 and 4 and 1, the side of the other with 0 and 4."""
    game = against()
    tank, them = (Unit(game.play, game.unit(name)) for name in ("tank", "them"))
    course = Course(tank.id, 0, ram=True, went=12 * INCH)
    assert strength_of(course, tank, tank.members[0], FRONT) == 8
    assert strength_of(course, them, them.members[0], SIDE) == 4


def test_who_rammed_does_not_shoot() -> None:
    game = against(more=row(1, 30, 10, "militia", "others"))
    rams(game, [1, 1], passing=True)
    game.state.turn = type(game.state.turn)(phase="shoot", number=1, round=1)
    assert "It must not have rammed in this turn." in game.why_not(game.unit("tank"), "shoot")


def test_where_nothing_is_left_it_may_go_on() -> None:
    for goes_on, y in ((True, 22), (False, 16.25)):
        game = against()
        rams(game, [6, 1, 5, 1, *[2] * goes_on], passing=True, **{"goes-on": goes_on})  # through the crater of it
        assert not game.machine("them").at.posture
        assert game.machine("tank").at.y == pytest.approx(y * INCH, abs=2)


def test_a_wreck_stays_in_the_way() -> None:
    game = against()
    rams(game, [6, 1, 4], passing=True)
    assert game.machine("them").wrecked
    assert game.machine("tank").at.y == pytest.approx(16.25 * INCH, abs=2)


def test_what_is_rammed_in_front_hits_back_with_its_front() -> None:
    """14 in front: 4 and 2 and 1, and a 6, glances off 13; 3 and 2 and 1, and a 6, does not reach 14."""
    game = against("great-ark", y=24, facing=SOUTH)
    rams(game, [6, 6, 3], passing=True)
    assert (game.machine("tank").shaken, game.machine("them").shaken) == (3, -1)


# ---- answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("profile", "evades"),
    [
        ("gull-skiff", True),
        ("haul-wagon", True),
        ("courier", True),
        ("reed-barge", True),
        ("breakwater", False),
        ("walking-tomb", False),
    ],
)
def test_who_may_evade(profile: str, evades: bool) -> None:
    assert ("evade" in offered(against(profile))) is evades


def test_fast_tanks_that_skim_and_the_immobile_may_be_left_out_or_in() -> None:
    assert offered(against("reed-barge", options={"fast-skimmer-tanks-evade": False})) == []
    assert offered(against("courier", options={"fast-skimmer-tanks-evade": False})) == ["evade"]
    for state in ({"immobilised": True}, {"stunned": 9}):
        assert offered(against("gull-skiff", **state)) == []
        assert offered(against("gull-skiff", **state, options={"immobile-evade": True})) == ["evade"]


def test_who_evades_is_not_hit_and_the_ram_goes_on() -> None:
    game = against("gull-skiff")
    evades: Any = {"Rammed.after": ("evade", game.unit("them"))}
    rams(game, [3], aside=drive((6, EAST)), **evades)
    assert game.machine("them").at.spot == (16 * INCH, 20 * INCH, 0)
    assert game.machine("tank").at.y == 22 * INCH


def test_who_evades_and_is_still_in_the_way_is_rammed() -> None:
    game = against("gull-skiff", y=16)
    evades: Any = {"Rammed.after": ("evade", game.unit("them"))}
    rams(game, [3, 1, 1], aside=drive((2, NORTH)), **evades)
    assert game.machine("tank").at.y == pytest.approx(13.75 * INCH, abs=2)
    late = against("gull-skiff", y=16)
    rams(late, [2, 1, 1], **{"Rammed.after": ("evade", late.unit("them"))})
    assert late.machine("them").at.y == 16 * INCH


def test_a_walker_may_stand_and_turns_its_back_if_that_does_not_help() -> None:
    """A heavy heat gun: 8 and two dice against 13, then immobilised; a miss bares its rear, which is 10."""
    for dice, stopped in (([6, 6, 3], True), ([1, 1, 4, 1, 1], False)):
        game = against("walking-tomb", facing=SOUTH)
        assert offered(game) == ["death-or-glory"]
        stands: Any = {"Rammed.after": ("death-or-glory", game.unit("them")), "means": (0, 0)}
        rams(game, dice, **stands)
        assert game.machine("tank").immobilised is stopped
        assert (game.machine("them").shaken > 0) is not stopped
    assert offered(against("walking-tomb", facing=NORTH)) == [], "not from behind"


def test_infantry_in_the_way_of_a_ram_is_shocked() -> None:
    game = against(more=row(1, 10, 14, "militia", "others"))
    rams(game, [4, 5, 1, 1, 1, 1], passing=True)
    assert game.squad("others").morale == "falling-back"
    assert gap(game.machine("tank").at, game.machine("them").at) <= 10


@covers("ram", "refused")
def test_who_has_no_vehicle_in_reach_does_not_ram() -> None:
    game = against(y=40)
    assert game.why_not(game.unit("tank"), "ram") == ("It must have an enemy vehicle within reach.",)
