"""Scenes from source and sheet alone: what ought to happen was written down before the rules were asked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import Field, field, row, with_rules
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.attacks.blows import aimed_at
from warbook.rulesets.draft_40k.checks.hulls import FRONT, SIDE, seen_side
from warbook.rulesets.draft_40k.checks.saving import Blow, saves_of
from warbook.rulesets.draft_40k.checks.striking import attacks_of
from warbook.rulesets.draft_40k.harm import allocation, morale
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import model

CANNON = ["laser-cannon"]


def unit_of(game: Field, name: str) -> Unit:
    """A unit of a scene."""
    return Unit(game.play, game.unit(name))


# ---- who is charged while it falls back ------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "where"), [([3, 4], "table"), ([4, 4], "gone")])
def test_who_is_charged_while_it_falls_back_rallies_or_is_destroyed(dice: list[int], where: str) -> None:
    """Leadership 7."""
    fleeing = {"morale": "falling-back"}
    game = field(row(1, 10, 10, "tideling", "us"), row(2, 10, 14, "militia", "them", unit=fleeing))
    home: Any = (((10_000, 12_995, 0, 0),),)
    game.does(game.unit("us"), "charge", target=game.unit("them"), mode="advance", charge=home, dice=dice)
    assert game.squad("them").where == where
    if where == "table":
        assert (game.squad("them").morale, game.squad("them").locked) == ("steady", (game.unit("us"),))
    else:
        assert game.squad("us").locked == ()


# ---- saves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("profile", "blow", "numbers", "painless"),
    [
        ("abbot", Blow(ap=5), (3, 4), 7),  # two saves, and no third roll
        ("abbot", Blow(ap=3), (4,), 4),  # one is left, and Feel No Pain
        ("elder-keeper", Blow(ap=5, cover=5), (3,), 4),  # Feel No Pain is better than the second save
        ("militia", Blow(ap=6), (5,), 4),
    ],
)
def test_nobody_rolls_more_than_twice_against_a_wound(
    profile: str, blow: Blow, numbers: tuple[int, ...], painless: int
) -> None:
    game = field([model(10, 10, profile, name="us", leader=True)], row(1, 10, 40, "militia", "them"))
    with_rules(game, "us", feel_no_pain=1)
    us = unit_of(game, "us")
    assert (saves_of(us, us.members[0], blow).numbers, saves_of(us, us.members[0], blow).painless) == (
        numbers,
        painless,
    )


def test_a_wound_of_twice_the_toughness_kills_a_character_outright() -> None:
    """Strength 9 against Toughness 4, AP 2 against armour of 3+: one invulnerable save of 4+, and a 3 fails it."""
    us = row(1, 10, 10, "keeper", "us", gear=CANNON)
    game = field(us, [model(10, 30, "abbot", name="them")], phase="shoot")
    game.does(game.unit("us"), "shoot", passing=True, target=game.unit("them"), dice=[3, 2, 3])
    assert game.squad("them").where == "gone"


# ---- sides of hulls --------------------------------------------------------------------------------------------------


def test_who_sees_only_the_other_side_shoots_at_it_through_cover() -> None:
    """It stands before the front, which a wall hides from it, and sees the flank: that one, with a save of 3+."""
    tank = model(20, 20, "breakwater", squad="them", name="them", facing=(0, 1))
    shooter = row(1, 24.5, 27, "keeper", "us", gear=CANNON)
    wall = "[[wall]]\npoints = [[15, 22.6], [22.1, 22.6]]\nheight = 6\n"
    open_field = field(shooter, [tank], phase="shoot")
    them = unit_of(open_field, "them")
    assert seen_side(open_field.play, them, them.members[0], 0) == (FRONT, 0)
    hidden = field(shooter, [tank], board=wall, phase="shoot")
    them = unit_of(hidden, "them")
    assert seen_side(hidden.play, them, them.members[0], 0) == (SIDE, 3)


# ---- morale ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "dice", "stays"), [(9, [4, 5], True), (9, [5, 5], False), (11, [], True)])
def test_a_mob_tests_against_its_number_and_more_than_ten_take_no_test(left: int, dice: list[int], stays: bool) -> None:
    """A quarter of them is lost, so they test at the end of the phase: nine against 9."""
    game = field(row(left, 10, 20, "tideling", "mob"), row(1, 10, 45, "militia", "them"), phase="shoot", seat=1)
    game.state.put(replace(game.squad("mob"), strength=left + 4, size=left + 4))
    assert morale.lost_many(game.squad("mob"))
    game.runs(lambda play: morale.stand_losses(play, game.unit("mob")), dice=dice)
    assert game.squad("mob").morale == ("steady" if stays else "falling-back")


# ---- characters in a fight -------------------------------------------------------------------------------------------


def with_character() -> Field:
    """Two militia touch a unit of two keepers whom an abbot has joined: the first the abbot, the second a keeper."""
    us = [model(10 + 4 * n, 10, "militia", squad="us", name=f"us {n + 1}") for n in range(2)]
    them = [model(10, 11.005, "abbot", squad="them", name="abbot", leader=True),
            model(14, 11.005, "keeper", squad="them", name="keeper 1"),
            model(15.1, 11.5, "keeper", squad="them", name="keeper 2")]  # fmt: skip
    game = field(us, them, phase="assault")
    ids = (game.unit("us"), game.unit("them"))
    for one, other in (ids, ids[::-1]):
        game.state.put(replace(game.state.records[one], locked=(other,)))
    return game


def test_a_character_is_a_unit_by_itself_in_a_fight() -> None:
    """Who touches it strikes at it, and wounds it and nobody else; who touches the others
    strikes at these (4+), and wounds them."""
    game = with_character()
    us, them = unit_of(game, "us"), unit_of(game, "them")
    aimed = {models: part for models, _, part in aimed_at(us, us.members, [them.id])}
    assert aimed == {(0,): (2,), (1,): (3, 4)}
    at_abbot, at_keepers = (attacks_of(us, (id,), them, part) for id, part in ((0, (2,)), (1, (3, 4))))
    assert (at_abbot.hit.number, at_keepers.hit.number) == (4, 4)
    game.runs(
        lambda play: allocation.suffer(play, them_of(play, game), [(Blow(1, rends=True), 1)], among=(2,)), dice=[1]
    )
    assert game.state.records[2].wounds == 2
    game.runs(
        lambda play: allocation.suffer(play, them_of(play, game), [(Blow(1, rends=True), 2)], among=(3, 4)), dice=[]
    )
    assert game.squad("them").members == (2,)


def them_of(play: Any, game: Field) -> Unit:
    """The unit with the character, in a play."""
    return Unit(play, game.unit("them"))
