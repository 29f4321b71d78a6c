"""Headbutt and Hurl: who may, where a thrown enemy comes down, and what it strikes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import TOUCH, add_vehicle, covers, duel, fighter, marker, rolled_keys, scene, wall
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.rulesets.necromunda.edition_classic import RULESET as CLASSIC
from warbook.rulesets.necromunda.events.attacks import WasHit
from warbook.rulesets.necromunda.events.fighters import Pinned, Wounded
from warbook.rulesets.necromunda.events.movement import Fell, Moved
from warbook.rulesets.necromunda.records.fighters import Status

# ---- headbutt --------------------------------------------------------------------------------------------------------


@covers("headbutt", "works")
def test_a_headbutt_hits_when_either_die_reaches_the_toughness() -> None:
    game, red, blue = duel({"skills": ("headbutt",)}, {"stats": {"w": 3}})
    game.does(red, "headbutt", dice=[1, 3, 3])  # S5 against T3 wounds on 3
    assert game.record(blue).wounds == 1


@covers("headbutt", "numbers")
def test_a_headbutt_that_fails_hurts_ones_own_head() -> None:
    game, red, blue = duel({"skills": ("headbutt",), "stats": {"w": 2}})
    game.does(red, "headbutt", dice=[1, 2, 4])
    assert (game.record(red).wounds, game.record(blue).wounds) == (1, 1)


@covers("headbutt", "numbers")
def test_a_headbutt_costs_no_action_and_is_given_once() -> None:
    game, red, blue = duel({"skills": ("headbutt",)})
    game.does(red, "headbutt", dice=[1, 3, 1])
    assert game.state.turn.left == 2
    assert "headbutt" in game.state.turn.done


@covers("headbutt", "refused")
def test_a_headbutt_takes_the_skill_and_an_enemy_in_contact() -> None:
    game, red, _ = duel()
    assert any("Headbutt" in why for why in game.why_not(red, "headbutt"))
    game, red, _ = scene(red=[fighter(10, 10, skills=("headbutt",))], blue=[fighter(10, 12)])
    assert game.why_not(red, "headbutt") == (
        "It must be standing and engaged with an enemy.",
        "There must be an engaged enemy in base contact.",
    )


@pytest.mark.parametrize(("face", "saved"), [(6, True), (5, False)])
def test_armour_saves_from_a_headbutt_as_from_any_plain_blow(face: int, saved: bool) -> None:
    game, red, blue = duel({"skills": ("headbutt",)}, {"armour": ("flak",), "stats": {"w": 4}, "wounds": 4})
    game.does(red, "headbutt", dice=[6, 6, 6, face])
    assert game.record(blue).wounds == (4 if saved else 2)


# ---- hurl ------------------------------------------------------------------------------------------------------------


@covers("headbutt", "numbers")
@pytest.mark.parametrize(("takes", "wounds"), [(True, 3), (False, 2)])
def test_an_iron_jaw_takes_a_headbutt_as_two_more_toughness(takes: bool, wounds: int) -> None:
    game, red, blue = duel(
        {"skills": ("headbutt",)}, {"stats": {"w": 3}, "skills": ("iron-jaw",)},
        options={"iron-jaw-takes-headbutts": takes},
    )  # fmt: skip
    game.does(red, "headbutt", dice=[1, 3, 3])  # either die reaches T3; S5 against T5 wounds on 4, against T3 on 3
    assert game.record(blue).wounds == (3 if takes else 1)


def test_an_iron_jaw_helps_against_ones_own_head_too() -> None:
    game, red, _ = duel({"skills": ("headbutt", "iron-jaw"), "stats": {"w": 2}})
    game.does(red, "headbutt", dice=[1, 2, 4])  # S3 against T5 wounds on 5
    assert game.record(red).wounds == 2


@covers("hurl", "works")
def test_a_hurled_enemy_flies_and_ends_pinned() -> None:
    game, red, blue = duel({"skills": ("hurl",)})
    game.does(red, "hurl", direction=(0, 1), dice=[3, 2])  # Initiative 4+ fails; two inches
    assert any("lays hands on" in said for said in game.log())
    assert game.record(blue).status is Status.PINNED


@covers("hurl", "numbers")
def test_a_hurl_that_ends_against_somebody_hurts_both() -> None:
    game, red, blues = scene(
        red=[fighter(10, 10, skills=("hurl",))],
        blue=[fighter(10, 10 + TOUCH, stats={"w": 2}), fighter(10, 13, stats={"w": 2})],
    )
    game.does(red, "hurl", direction=(0, 1), dice=[3, 3, 4, 4])
    assert [game.record(blue).wounds for blue in blues] == [1, 1]
    assert all(game.record(blue).status is Status.PINNED for blue in blues)


@covers("hurl", "numbers")
def test_an_enemy_that_passes_its_test_stays_where_it_is() -> None:
    game, red, blue = duel({"skills": ("hurl",)})
    game.does(red, "hurl", dice=[4])
    assert game.model(blue).standing and not game.happened(Moved)


@covers("hurl", "refused")
def test_a_hurl_takes_the_skill_and_somebody_to_throw() -> None:
    game, red, _ = duel()
    assert any("Hurl" in why for why in game.why_not(red, "hurl"))


def test_an_enemy_lying_within_an_inch_may_be_hurled_and_lies_there_still() -> None:
    game, red, blues = scene(
        red=[fighter(10, 10, skills=("hurl",))],
        blue=[fighter(10, 10 + TOUCH), fighter(11.5, 10, status=Status.SERIOUS)],
    )
    game.does(red, "hurl", target=blues[1], direction=(1, 0), dice=[3, 2])
    assert game.record(blues[1]).status is Status.SERIOUS
    assert game.record(blues[1]).at.x == 13500
    assert not game.happened(Pinned)


# ---- what is struck, and where it comes down -------------------------------------------------------------------------


LEDGE = "[[platform]]\nrect = [8, 8, 4, 4]\nz = 5\n"


def hurling(*others: Any, red: Any = None, **around: Any) -> Any:
    """A fighter who hurls, an enemy in contact with two wounds, and more enemies."""
    thrower = fighter(10, 10, skills=("hurl",)) if red is None else red
    return scene(red=[thrower], blue=[fighter(10, 10 + TOUCH, stats={"w": 2}), *others], **around)


def test_the_way_that_is_proposed_for_a_hurl_leads_straight_away() -> None:
    game, red, blue = scene(red=[fighter(10, 10, skills=("hurl",))], blue=[fighter(9.4, 10.78)])
    assert game.asks(red, "hurl", dice=[3]).candidates(1) == [(-600, 780)]


@covers("headbutt", "refused")
@covers("hurl", "refused")
def test_nobody_butts_or_hurls_an_enemy_across_a_barricade() -> None:
    low = "[[obstacle]]\nrect = [8, 10.492, 4, 0.5]\nheight = 1\n"
    game, red, blue = scene(red=[fighter(10, 10, skills=("hurl", "headbutt"))], blue=[fighter(10, 11.484)], board=low)
    assert game.model(red).engaged
    for action in ("headbutt", "hurl"):
        assert any("base contact" in why for why in game.why_not(red, action))


@covers("hurl", "refused")
def test_nobody_is_hurled_through_a_wall() -> None:
    fallen = fighter(11.5, 10, status=Status.SERIOUS)
    for board, question in (("", "hurl.target"), (wall(10.7, 8, 10.7, 12), "hurl.direction")):
        game, red, _ = hurling(fallen, board=board)
        dice = [] if question == "hurl.target" else [3]
        assert game.asks(red, "hurl", dice=dice).key == question


@covers("hurl", "numbers")
@pytest.mark.parametrize("status", [Status.PINNED, Status.SERIOUS])
def test_a_hurled_enemy_flies_over_those_who_lie_there(status: Status) -> None:
    game, red, blues = hurling(fighter(10, 12.2, status=status))
    game.does(red, "hurl", direction=(0, 1), dice=[3, 3])
    assert game.record(blues[0]).at.y == 13984
    assert not game.happened(Wounded)


def test_whoever_comes_down_on_somebody_who_lies_there_is_put_beside_it() -> None:
    game, red, blues = hurling(fighter(10.2, 13, status=Status.SERIOUS))
    game.does(red, "hurl", direction=(0, 1), dice=[3, 2])
    assert not game.happened(Wounded)
    assert 0 <= game.gap(*blues) <= 10


def test_whoever_strikes_a_friend_of_the_thrower_is_put_clear_of_both() -> None:
    game, reds, blue = scene(
        red=[fighter(10, 10, skills=("hurl",)), fighter(10, 13, stats={"w": 2})],
        blue=[fighter(10, 10 + TOUCH, stats={"w": 2})],
    )
    game.does(reds[0], "hurl", direction=(0, 1), dice=[3, 3, 4, 4])
    assert [game.record(who).wounds for who in (reds[1], blue)] == [1, 1]
    assert all(game.gap(red, blue) >= INCH for red in reds)


def test_a_hurled_enemy_that_strikes_a_vehicle_damages_it() -> None:
    truck = marker("vehicle", 10, 13.5, wounds=3)
    game, red, blue = hurling(board=truck)
    game.does(red, "hurl", direction=(0, 1), dice=[3, 3, 4, 5])  # S3: 4 wounds T3, 5 damages T5
    assert game.record(blue).wounds == 1
    assert game.state.records[-1].wounds == 2


def test_a_hurled_enemy_that_strikes_a_crewed_vehicle_hits_the_side_that_it_strikes() -> None:
    red, blue = fighter(10, 10, skills=("hurl",)), fighter(10, 10 + TOUCH)
    game, who, whom = scene(red=[red], blue=[blue], ruleset=CLASSIC)
    lorry = add_vehicle(game, 1, 10, 14.5, profile="tarpaulin")  # its rear, of Toughness 4, is towards them
    game.does(who, "hurl", direction=(0, 1), dice=[1, 3, 1, 5, 6])  # S3 wounds it on 5, and its armour holds
    assert game.happened(WasHit) and game.happened(Rolled)[-2].why == "To wound, 5+"
    assert game.record(lorry).hull_points == 3 and game.record(whom).status is Status.PINNED


def test_only_who_stood_may_slip_off_the_edge_it_is_thrown_to() -> None:
    """Within half an inch of the edge whoever goes down tests its Initiative; who lay there already does not."""
    thrower = fighter(10, 8.8, 5, skills=("hurl",))
    game, red, blue = scene(red=[thrower], blue=[fighter(10, 8.8 + TOUCH, 5)], board=LEDGE)
    game.does(red, "hurl", direction=(0, 1), dice=[3, 2, 4])  # Initiative, D3, Initiative at the edge
    assert rolled_keys(game)[-1] == "edge" and not game.happened(Fell)
    fallen = fighter(11, 9.2, 5, status=Status.SERIOUS)
    game, red, blues = scene(red=[thrower], blue=[fighter(10, 8.8 + TOUCH, 5), fallen], board=LEDGE)
    game.does(red, "hurl", target=blues[1], direction=(0, 1), dice=[3, 2])
    assert game.record(blues[1]).at.y == 11200


@pytest.mark.parametrize(("x", "y"), [(1, 0), (-1, 0), (0, -1)])
def test_whoever_is_thrown_off_a_ledge_comes_down_before_it(x: int, y: int) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, 5, skills=("hurl",))],
        blue=[fighter(10 + TOUCH * x, 10 + TOUCH * y, 5, stats={"w": 2})],
        board=LEDGE,
    )
    game.does(red, "hurl", direction=(x, y), dice=[3, 3, 4])
    at = game.record(blue).at
    assert at.z == 0 and (at.x - 10 * INCH) * x + (at.y - 10 * INCH) * y > 2 * INCH


@covers("hurl", "numbers")
def test_whoever_is_thrown_off_a_ledge_falls() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, 5, skills=("hurl",))], blue=[fighter(10, 10 + TOUCH, 5, stats={"w": 2})], board=LEDGE
    )
    game.does(red, "hurl", direction=(0, 1), dice=[3, 3, 4])  # a fall of 5" hits with S3
    assert [event.height for event in game.happened(Fell)] == [5 * INCH]
    assert (game.record(blue).status, game.record(blue).wounds) == (Status.PINNED, 1)
