"""Retreat: who may leave a fight, and what that costs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import covers, duel, fighter, rolled_keys, scene, to_hit
from warbook.core.length import INCH
from warbook.rulesets.necromunda.events.movement import Moved
from warbook.rulesets.necromunda.records.fighters import Status

STAY = ((0, 1),)  # a path that goes nowhere


@covers("retreat", "works")
def test_a_fighter_that_gets_away_moves_up_to_a_die() -> None:
    game, red, blue = duel()
    game.does(red, "retreat", dice=[4, 3], react=None, path=((10000, 7000, 0, 0), (0, 1)))
    assert not game.model(red).engaged and game.gap(red, blue) == 3 * INCH


@covers("retreat", "refused")
def test_only_who_is_engaged_retreats() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(10, 12)])
    assert game.why_not(red, "retreat") == ("It must be standing and engaged with an enemy.",)


@covers("retreat", "numbers")
def test_the_enemies_may_strike_even_at_one_who_fails_to_get_away() -> None:
    game, red, blue = duel({"stats": {"w": 2}})
    game.does(red, "retreat", dice=[3, 4, 4, 4], react=blue)  # 4+ to go; 4+ to react; a hit and a wound
    assert game.record(red).wounds == 1
    assert game.model(red).engaged


@covers("retreat", "numbers")
def test_an_enemy_that_fails_its_test_does_not_strike() -> None:
    game, red, blue = duel()
    game.does(red, "retreat", dice=[4, 3, 1], react=blue, path=STAY)
    assert not to_hit(game, red)


@covers("retreat", "numbers")
@pytest.mark.parametrize(
    ("changes", "face", "away"),
    [
        ({}, 3, False),
        ({"skills": ("escape-artist",)}, 2, True),
        ({"skills": ("escape-artist",)}, 1, False),
        ({"stats": {"mounted": True}}, 2, True),
    ],
)
def test_what_helps_to_get_away(changes: dict[str, Any], face: int, away: bool) -> None:
    game, red, blue = duel(changes)
    more = {"path": STAY} if away else {}
    game.does(red, "retreat", dice=[face, *([6] if away else [])], react=None, **more)


@covers("retreat", "numbers")
def test_who_is_struck_down_on_leaving_goes_nowhere() -> None:
    game, red, blue = duel()
    game.does(red, "retreat", dice=[4, 4, 4, 4, 3], react=blue)
    assert game.record(red).status is Status.SERIOUS
    assert not game.happened(Moved)


def test_a_retreat_does_not_end_within_an_inch_of_an_enemy() -> None:
    game, red, blue = duel()
    question = game.asks(red, "retreat", dice=[4, 3], react=None)
    assert question.legal(((10000, 9500, 0, 0), (0, 1)))
    assert not question.legal(((10000, 9000, 0, 0), (0, 1)))


def test_who_is_blind_drunk_retreats_in_a_random_direction() -> None:
    game, red, blue = duel({"rinse": 3})
    game.does(red, "retreat", dice=[4, 3, 270], react=None)
    assert rolled_keys(game) == ["retreat", "retreat.distance", "drunk.direction"]
    assert game.record(red).at.spot == (10000, 7000, 0)


def test_who_staggers_into_the_enemy_it_would_retreat_from_is_put_clear_of_it() -> None:
    game, red, blue = duel({"rinse": 3})
    game.does(red, "retreat", dice=[4, 3, 90], react=None)
    assert INCH <= game.gap(red, blue) <= INCH + 5
