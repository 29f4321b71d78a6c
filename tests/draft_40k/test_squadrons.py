"""Hits on squadrons and on artillery."""

from __future__ import annotations

from typing import Any

from tests.draft_40k.scenes import Field, field, row
from warbook.rulesets.draft_40k.checks import firing
from warbook.rulesets.draft_40k.records.state import Machine
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import Placed, model

CANNON = ["laser-cannon"]


def skiffs() -> list[Placed]:
    return [model(9 + 4 * n, 20, "gull-skiff", name=f"skiff {n + 1}", squad="them") for n in range(2)]


def test_the_owner_says_which_vehicle_of_a_squadron_is_hit() -> None:
    for share, struck in (((1, 0), 0), ((0, 1), 1)):
        game = field(row(1, 10, 10, "keeper", "us", gear=CANNON), skiffs(), phase="shoot")
        them, ids = game.unit("them"), game.squad("them").members
        game.does(game.unit("us"), "shoot", target=them, passing=True, wounds=share, dice=[4, 6, 2])
        shaken = [game.state.record(Machine, id).shaken for id in ids]
        assert [number > 0 for number in shaken] == [struck == 0, struck == 1], "stunned is shaken in a squadron"


def test_every_vehicle_takes_a_hit_before_any_takes_another() -> None:
    game = field(row(1, 10, 10, "keeper", "us", gear=["heavy-slug-gun"]), skiffs(), phase="shoot")
    question: Any = game.asks(game.unit("us"), "shoot", target=game.unit("them"), dice=[4, 4, 4])
    assert question.legal((3, 0)) != ()
    assert question.legal((2, 1)) == ()


# ---- artillery -------------------------------------------------------------------------------------------------------


def battery(apart: float = 1.5, **words: Any) -> list[Placed]:
    """Two of a crew and a gun."""
    gun = model(13.2 + apart, 20, "deck-gun", squad="them", name="gun")
    return [*row(2, 10.4, 20, "powder-hand", "them", **words), gun]


def at_guns(dice: list[int], gear: list[str] = CANNON, **answers: Any) -> Field:
    game = field(row(1, 10, 10, "keeper", "us", gear=gear), battery(), phase="shoot")
    game.does(game.unit("us"), "shoot", target=game.unit("them"), passing=True, dice=dice, **answers)
    return game


def test_a_hit_on_artillery_is_on_a_gun_up_to_four_and_destroys_it_if_it_does_not_bounce() -> None:
    game = at_guns([4, 4, 1])  # 9 and 1 glances off 10
    assert len(game.squad("them").members) == 2
    assert not Unit(game.play, game.unit("them")).guns
    crew = at_guns([4, 5, 2], casualties=(1, 0))
    assert len(Unit(crew.play, crew.unit("them")).guns) == 1
    assert len(crew.squad("them").members) == 2


def test_what_gets_hot_hits_guns_as_often_as_other_shots_and_burns() -> None:
    """Of two shots one is a 1; the other hits the gun, and goes through."""
    game = at_guns([4, 1, 4, 6, 2], gear=["plasma-gun"])
    assert not Unit(game.play, game.unit("them")).guns
    assert len(game.squad("them").members) == 2
    assert game.squad("us").where == "gone"


def test_guns_without_a_crew_are_lost() -> None:
    game = field(row(2, 10, 10, "keeper", "us", gear=CANNON), battery(), phase="shoot")
    game.does(game.unit("us"), "shoot", target=game.unit("them"), passing=True, dice=[4, 4, 5, 5, 2, 2])
    assert game.squad("them").where == "gone"


def test_a_gun_fires_with_one_of_its_crew_within_two_inches() -> None:
    for apart, served in ((1.5, True), (2.6, False)):
        game = field(battery(apart), row(1, 10, 40, "militia", "others"), phase="shoot")
        unit = Unit(game.play, game.unit("them"))
        (gun,) = unit.guns
        assert firing.is_served(unit, gun) is served
