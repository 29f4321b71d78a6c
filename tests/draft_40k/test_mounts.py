"""What vehicles fire: the mounts that bear on a target, and how many of them by how fast they went."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import Field, field, row
from warbook.rulesets.draft_40k.checks import firing
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import model

WALL_BREAKER = ("siege-cannon", "paired-slug-gun")  # in the front, and in a turret
GREAT_ARK = ("twin-heavy-slug-gun", "twin-laser-cannon", "twin-laser-cannon")  # in the front, and at both sides

KEPT_BACK = [GREAT_ARK[:2], GREAT_ARK[:1], GREAT_ARK[1:2]]
"""What bears on somebody ahead on its left: both, or one of them, and the other is kept for a second target."""


def sets(profile: str, x: float = 40, y: float = 40, mode: str = "stationary", **more: Any) -> list[tuple[str, ...]]:
    """The sets of weapons that a vehicle in the middle of a table, which looks at its far edge, may fire at somebody
    there; without a place that one stands ahead of it."""
    game, tank, target = facing(profile, x, y, mode, **more)
    able = firing.choices(tank, tank.members[0], target)
    return [tuple(tank.kit(tank.members[0]).guns[number].id for number, _ in each) for each in able]


def facing(profile: str, x: float, y: float, mode: str, **more: Any) -> tuple[Field, Unit, int]:
    done = {"done": ["moved"]} if mode != "stationary" else {}
    options = more.pop("options", {})
    tank = model(40, 24, profile, name="tank", squad="tank", facing=(0, 1), unit={"mode": mode, **done}, **more)
    game = field([tank], row(1, x, y, "militia", "others"), phase="shoot", options=options)
    return game, Unit(game.play, game.unit("tank")), game.unit("others")


@pytest.mark.parametrize(
    ("x", "y", "those"),
    [
        (40, 40, [GREAT_ARK[:1]]),  # ahead: both sides look just past it
        (24, 24, [GREAT_ARK[1:2]]),
        (56, 24, [GREAT_ARK[1:2]]),
        (40, 12, []),
        (34, 38, KEPT_BACK),
    ],
)
def test_a_weapon_bears_on_its_arc_alone(x: float, y: float, those: list[tuple[str, ...]]) -> None:
    assert sets("great-ark", x, y) == those


@pytest.mark.parametrize(
    ("mode", "those"),
    [
        ("stationary", [("paired-slug-gun",), ("siege-cannon",)]),  # all that is no ordnance, or that
        ("advance", [("paired-slug-gun",), ("siege-cannon",)]),
        ("surge", []),
    ],
)
def test_ordnance_is_fired_alone_and_who_surges_fires_nothing(mode: str, those: list[tuple[str, ...]]) -> None:
    assert sets("wall-breaker", mode=mode) == those


@pytest.mark.parametrize(
    ("profile", "mode", "counts"),
    [
        ("courier", "stationary", [3]),
        ("courier", "advance", [1, 1, 1]),
        ("courier", "surge", []),
        ("heron", "advance", [2]),  # it is fast
        ("heron", "surge", [1, 1]),
        ("heron", "flat-out", []),
        ("walking-tomb", "advance", [2]),  # it walks
        ("walking-tomb", "surge", []),
    ],
)
def test_how_many_weapons_are_fired_goes_by_how_fast_it_went(profile: str, mode: str, counts: list[int]) -> None:
    assert [len(each) for each in sets(profile, 40, 34, mode)] == counts


def test_one_rule_lets_it_fire_a_weapon_more() -> None:
    assert sets("great-ark", 34, 38, "advance") == KEPT_BACK


def test_by_the_modes_of_the_draft_all_is_fired_after_an_advance() -> None:
    assert [len(each) for each in sets("courier", 40, 34, "advance", options={"vehicles-fire-by": "mode"})] == [3]


def test_a_weapon_that_is_destroyed_fires_no_more() -> None:
    assert sets("wall-breaker", lost=(0,)) == [("paired-slug-gun",)]


# ---- a second target -------------------------------------------------------------------------------------------------


def ark(mode: str) -> Field:
    """A great ark with a gun in front and one on each side, and somebody before it and to its left."""
    done = ["moved"] * (mode != "stationary")
    us = model(24, 20, "great-ark", squad="us", name="us", facing=(0, 1), unit={"mode": mode, "done": done})
    return field([us], [*row(1, 16, 40, "militia", "ahead"), model(6, 20, "militia", squad="left", name="left")],
                 phase="shoot")  # fmt: skip


def sets_at(game: Field, target: str) -> list[tuple[int, ...]]:
    """The sets of weapons that it may fire at somebody, by their numbers."""
    unit = Unit(game.play, game.unit("us"))
    return [tuple(number for number, _ in each) for each in firing.choices(unit, 0, game.unit(target))]


BOTH_OR_ONE, ONE = [(0, 1), (0,), (1,)], [(0,), (1,)]


@pytest.mark.parametrize(("mode", "ahead"), [("stationary", BOTH_OR_ONE), ("advance", BOTH_OR_ONE), ("surge", ONE)])
def test_it_fires_one_weapon_more_than_it_might(mode: str, ahead: Any) -> None:
    """Those in front and on the left bear on what is ahead of it on that side, the left one on what is at its left."""
    assert set(sets_at(ark(mode), "ahead")) == set(ahead)
    assert set(sets_at(ark(mode), "left")) == {(1,)}


def test_it_keeps_one_back_for_a_second_target() -> None:
    game = ark("advance")
    us, ahead, left = (game.unit(name) for name in ("us", "ahead", "left"))
    game.does(us, "shoot", passing=True, target=ahead, weapon=((0, 0),), dice=[1, 1, 1, 1, 1, 1])
    assert game.why_not(us, "shoot") == ()
    question: Any = game.asks(us, "shoot")
    assert question.legal(ahead) == ("It must not be at whom it has shot already.",)
    game.does(us, "shoot", passing=True, target=left, dice=[1, 1])
    assert "shoot" not in game.allowed(us)


def test_who_has_fired_all_that_it_may_fires_no_more() -> None:
    game = ark("advance")
    us = game.unit("us")
    game.does(us, "shoot", passing=True, target=game.unit("ahead"), weapon=((0, 0), (1, 0)), dice=[1] * 8)
    assert "shoot" not in game.allowed(us)
