"""Scenes from source and sheet alone: what ought to happen was written down before the rules were asked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import Field, field, row, with_rules
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.attacks.blows import aimed_at
from warbook.rulesets.draft_40k.checks import firing
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


# ---- shots -----------------------------------------------------------------------------------------------------------


def shoots(gear: str, them: list[Any], dice: list[int], y: float = 10, **answers: Any) -> Field:
    """A keeper at a distance shoots at them with something."""
    game = field(row(1, 20, y, "keeper", "us", gear=[gear]), them, phase="shoot")
    game.does(game.unit("us"), "shoot", passing=True, target=game.unit("them"), dice=dice, **answers)
    return game


@pytest.mark.parametrize(("y", "shots"), [(23.2, 0), (22.5, 2)])
def test_who_has_moved_fires_rapid_fire_weapons_twice_within_twelve_inches_alone(y: float, shots: int) -> None:
    moved = {"mode": "advance", "done": ["moved"]}
    game = field(row(1, 20, 10, "keeper", "us", gear=["slug-rifle"], unit=moved), row(9, 10, y, "militia", "them"),
                 phase="shoot")  # fmt: skip
    if shots:
        game.does(game.unit("us"), "shoot", passing=True, target=game.unit("them"), dice=[1, 1])
    else:
        assert "shoot" not in game.allowed(game.unit("us"))


def tank(profile: str, y: float) -> list[Any]:
    """A vehicle that shows its front."""
    return [model(20, y, profile, squad="them", name="them", facing=(0, -1))]


def test_a_lance_counts_armour_of_14_as_12() -> None:
    """8 and 4 are 12: it glances, and a 6 less 2 immobilises."""
    game = shoots("needle-beam", tank("great-ark", 30), [3, 4, 6])
    assert game.machine("them").immobilised


@pytest.mark.parametrize(("y", "dice", "wrecked"), [(22, [3, 5, 6], True), (18, [3, 1, 3], False)])
def test_what_sears_rolls_two_dice_within_half_its_range(y: float, dice: list[int], wrecked: bool) -> None:
    """Six inches and more away 8 and 5 are 13, a glance: 6 less 2, and 1 more for AP 1, is a wreck.  Nearer 8 and 4 by
    two dice are no more than 12."""
    assert shoots("heat-gun", tank("breakwater", y), dice).machine("them").wrecked is wrecked


def test_what_rends_adds_a_d3_for_a_6_to_penetrate() -> None:
    """One of four hits: 6 and 6 and 2 are 14, more than 13; a 1 shakes the crew up to the end of its next turn."""
    game = shoots("rotary-cannon", tank("breakwater", 30), [3, 1, 1, 1, 6, 2, 1])
    assert game.machine("them").shaken == 2
    them = unit_of(game, "them")
    game.turns_to(seat=1, number=2)
    assert "It must not" not in "".join(game.why_not(them.id, "advance"))
    assert "Its crew must not be shaken." in game.why_not(them.id, "shoot")
    game.turns_to(number=4)
    assert "Its crew must not be shaken." not in game.why_not(them.id, "shoot")


def test_ordnance_rolls_two_dice_to_penetrate_and_takes_the_higher() -> None:
    """The marker hits; 8 and the higher of 2 and 4 are 12, more than 11 in front."""
    us = model(20, 5, "harbour-tank", squad="us", name="us", facing=(0, 1))
    game = field([us], tank("pilgrim-carrier", 35), phase="shoot")
    cannon: Any = next(each for each in firing_sets(game) if each[0][0] == 0)
    game.does(
        game.unit("us"), "shoot", passing=True, target=game.unit("them"), weapon=cannon, dice=[1, 2, 4, 2]
    )  # fmt: skip
    assert game.machine("them").stunned > 0


def firing_sets(game: Field) -> Any:
    """What the first of us may fire."""
    return firing.choices(unit_of(game, "us"), 0, game.unit("them"))


@pytest.mark.parametrize(("test", "morale_then"), [([4, 4], "suppressed"), ([3, 4], "steady")])
def test_an_unsaved_wound_of_what_pins_makes_them_test_at_once(test: list[int], morale_then: str) -> None:
    game = shoots("coil-carbine", row(5, 16, 25, "militia", "them"), [3, 3, *test], casualties=(1, 0, 0, 0, 0))
    assert game.squad("them").morale == morale_then


def test_what_gets_hot_burns_on_a_1_unless_armour_stops_it() -> None:
    for face, lives in ((3, True), (2, False)):
        game = shoots("plasma-gun", row(1, 20, 33, "militia", "them"), [1, face])
        assert (game.squad("us").where == "table") is lives


# ---- moves and markers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "morale_now", "may"), [
    ("surge", "steady", True), ("flat-out", "steady", False), ("advance", "suppressed", False),
])  # fmt: skip
def test_who_jets_on(mode: str, morale_now: str, may: bool) -> None:
    said: Any = {"mode": mode, "done": ["moved"], "morale": morale_now}
    game = field(
        row(2, 10, 10, "battle-frame", "us", unit=said), row(1, 10, 40, "militia", "them"), phase="consolidate"
    )
    assert ("jet-pack-move" in game.allowed(game.unit("us"))) is may


def test_eternal_warriors_of_the_third_level_are_not_left_behind_but_count() -> None:
    """Two are wounded: one of them goes on, and the other would be left behind, were it not for that."""
    mob = [model(10 + 2 * n, 10, "bosun", squad="mob", name=f"mob {n + 1}", wounds=1) for n in range(2)]
    game = with_rules(field(mob, row(1, 10, 40, "militia", "them"), phase="consolidate"), "mob", eternal_warrior=3)
    game.does(game.unit("mob"), "abandon", stays=game.squad("mob").members[0])
    assert len(game.squad("mob").members) == 2
