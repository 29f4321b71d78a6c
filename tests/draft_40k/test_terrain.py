"""Difficult and dangerous ground, for those on foot and those who pass over it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, field, row
from warbook.rulesets.draft_40k.checks.striking import LAST, initiative_of
from warbook.rulesets.draft_40k.movement.charging import modes_of
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import model

FAR = row(3, 10, 40, "militia", "others")


def ground(kind: str, y: float = 12) -> str:
    """A strip right across the table, six inches deep."""
    return f'[[area]]\nrect = [0, {y}, 48, 6]\nheight = 1\nkind = "{kind}"\n'


def before(profile: str, kind: str, blue: Any = FAR, y: float = 10, gear: Any = None, **more: Any) -> Field:
    """A model before such ground."""
    return field([model(10, y, profile, name="us", **gear or {})], blue, board=ground(kind), **more)


def north(game: Field, inches: float, mode: str, **script: Any) -> Any:
    """What is asked when it goes straight north, and that way."""
    at = game.state.records[game.squad("us").members[0]].at
    question: Any = game.asks(game.unit("us"), mode, **script)
    way = ((at.x, at.y + int(inches * INCH), 0, 0),)
    return question, (way,)


@pytest.mark.parametrize(
    ("profile", "mode", "options", "may"),
    [
        ("militia", "advance", {}, True),
        ("militia", "surge", {}, True),  # it forces its way
        ("militia", "surge", {"forced-surge": False}, False),
        ("skitterer", "surge", {"forced-surge": False}, True),  # moves through cover
        ("skitterer", "fleet", {}, False),
        ("road-keeper", "surge", {}, False),
        ("road-keeper", "advance", {}, True),
        ("road-keeper", "flat-out", {}, False),
        ("beacon-leaper", "surge", {"forced-surge": False}, True),
        ("mirror-rider", "flat-out", {}, True),
    ],
)
def test_who_goes_through_difficult_ground_and_how_fast(
    profile: str, mode: str, options: dict[str, Any], may: bool
) -> None:
    game = before(profile, "woods", options=options)
    question, way = north(game, 4, mode)
    assert (question.legal(way) == ()) is may


def test_who_stands_in_it_is_held_to_an_advance_unless_it_forces_its_way() -> None:
    game = before("militia", "woods", y=14, options={"forced-surge": False})
    assert game.why_not(game.unit("us"), "surge") == ("It must not stand in ground that holds it to an advance.",)
    forced = before("militia", "woods", y=14)
    assert "surge" in forced.allowed(forced.unit("us"))


@pytest.mark.parametrize(
    ("profile", "kind", "mode", "tests"),
    [
        ("militia", "woods", "advance", False),
        ("militia", "woods", "surge", True),
        ("militia", "bog", "advance", True),
        ("skitterer", "woods", "surge", False),
        ("skitterer", "bog", "surge", True),
        ("road-keeper", "woods", "advance", True),
        ("beacon-leaper", "woods", "advance", True),  # it ends there
        ("militia", "grass", "surge", False),
    ],
)
def test_who_tests_for_dangerous_ground(profile: str, kind: str, mode: str, tests: bool) -> None:
    game = before(profile, kind)
    _, way = north(game, 4, mode)
    game.does(game.unit("us"), mode, march=way, dice=[2] if tests else [])
    lost = before(profile, kind)
    if tests:
        lost.does(lost.unit("us"), mode, march=way, dice=[1])
        assert lost.squad("us").where == "gone"


def test_who_passes_over_it_tests_only_where_it_starts_or_ends() -> None:
    game = before("mirror-rider", "woods")
    _, way = north(game, 10, "advance")
    game.does(game.unit("us"), "advance", march=way)
    assert len(game.squad("us").members) == 1


def test_whoever_rolls_the_one_loses_the_wound() -> None:
    """13.2: a die for each model.  Two of two wounds lose one each, and nobody chooses who fell."""
    ways = tuple(((x, 14 * INCH, 0, 0),) for x in (10 * INCH, int(11.6 * INCH)))
    wounded = field(row(2, 10, 10, "whirler", "us"), FAR, board=ground("woods"))
    wounded.does(wounded.unit("us"), "advance", march=ways, dice=[1, 1])
    assert [wounded.state.records[id].wounds for id in wounded.squad("us").members] == [1, 1]
    fallen = field(row(2, 10, 10, "road-keeper", "us"), FAR, board=ground("woods"))
    fallen.does(fallen.unit("us"), "advance", march=ways, dice=[2, 1])
    assert [fallen.world.names[id] for id in fallen.squad("us").members] == ["us 1"]


def test_skilled_riders_roll_again() -> None:
    game = before("abbot", "bog")
    _, way = north(game, 4, "advance")
    game.does(game.unit("us"), "advance", march=way, dice=[1, 1, 4])
    (abbot,) = game.squad("us").members
    assert game.state.records[abbot].wounds == 3, "its invulnerable save stops it"


def test_a_gun_that_fails_is_lost() -> None:
    crew = [model(10, 10, "powder-hand", name="hand", squad="us"), model(12, 10, "deck-gun", name="gun", squad="us")]
    game = field(crew, FAR, board=ground("bog"))
    question: Any = game.asks(game.unit("us"), "advance")
    march = tuple(((x * INCH, 14 * INCH, 0, 0),) for x in (10, 12))
    assert question.legal(march) == ()
    game.does(game.unit("us"), "advance", march=march, dice=[2, 1])
    assert [game.world.names[id] for id in game.squad("us").members] == ["hand"]


def test_where_the_table_rolls_the_highest_of_two_dice_is_how_far_it_gets() -> None:
    dice = {"difficult-terrain": "dice"}
    game = before("militia", "woods", options=dice)
    question, way = north(game, 4, "advance", through=True, dice=[2, 4])
    assert question.legal(way) == ()
    short, _ = north(game, 4, "advance", through=True, dice=[2, 3])
    assert short.legal(way) != ()
    around, _ = north(game, 4, "advance", through=False)
    assert around.legal(way) != ()
    cover = before("skitterer", "woods", options=dice)
    question, way = north(cover, 5, "advance", through=True, dice=[2, 2, 5])
    assert question.legal(way) == ()
    inside = before("militia", "woods", y=14, options=dice)
    question, _ = north(inside, 4, "advance", dice=[2, 6])
    assert {rules.allowance for rules in question.rules.values()} == {6 * INCH}, "who stands in it is not asked"


def charging(kind: str, gear: list[str], them: Any = None) -> Field:
    """Somebody has charged through some ground."""
    game = before("keeper", kind, [model(10, 15.9, "militia", name="them", unit=them or {})], gear={"gear": gear})
    way: Any = game.asks(game.unit("us"), "charge", target=game.unit("them"), mode="advance").candidates(1)[0]
    game.does(game.unit("us"), "charge", target=game.unit("them"), mode="advance", charge=way)
    return game


@pytest.mark.parametrize(
    ("kind", "gear", "them", "last"),
    [
        ("woods", ["slug-rifle"], {}, True),
        ("woods", ["slug-rifle", "frag-grenades"], {}, False),
        ("woods", ["slug-rifle"], {"morale": "suppressed", "since": 0}, False),
        ("grass", ["slug-rifle"], {}, False),
    ],
)
def test_who_charges_through_terrain_strikes_last_without_grenades(
    kind: str, gear: list[str], them: Any, last: bool
) -> None:
    game = charging(kind, gear, them)
    us = Unit(game.play, game.unit("us"))
    assert (initiative_of(us, us.members[0]) == LAST) is last


def test_nobody_charges_through_terrain_by_force() -> None:
    game = before("militia", "woods", [model(10, 20, "militia", name="them")], y=14)
    assert modes_of(Unit(game.play, game.unit("us"))) == ["advance"]
    open_ground = before("militia", "grass", [model(10, 20, "militia", name="them")], y=14)
    assert modes_of(Unit(open_ground.play, open_ground.unit("us"))) == ["advance", "surge"]


def test_guns_test_in_all_difficult_ground_and_are_lost_by_it() -> None:
    for face, left in ((2, 2), (1, 1)):
        crew = [
            model(10, 10, "powder-hand", name="crew", squad="us"),
            model(11.5, 10, "deck-gun", name="gun", squad="us"),
        ]
        game = field(crew, FAR, board=ground("woods", 11))
        ways = tuple(((x, 14 * INCH, 0, 0),) for x in (10 * INCH, int(11.5 * INCH)))
        game.does(game.unit("us"), "advance", march=ways, dice=[face])
        assert len(game.squad("us").members) == left
