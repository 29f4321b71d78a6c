"""Skills that bring actions: giving orders, treating wounds, springing up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import covers, fighter, leg, scene, way
from warbook.core.length import INCH
from warbook.rulesets.necromunda.events.rounds import Ordered
from warbook.rulesets.necromunda.records.fighters import Status


def commanded(**friend: Any) -> Any:
    """An overseer with Leadership 6+, and a friend."""
    put = {"x": 10, "y": 15, **friend}
    return scene(red=[fighter(10, 10, skills=["overseer"]), fighter(**put)], blue=[fighter(40, 40)])


@covers("order", "works")
@covers("order", "numbers")
def test_a_friend_takes_two_actions_at_once_and_is_still_ready() -> None:
    game, reds, _ = commanded()
    game.does(reds[0], "order", target=reds[1], dice=[3, 3])
    assert (game.state.turn.actor, game.state.turn.left) == (reds[1], 2)
    assert game.record(reds[1]).ready
    game.goes_on(action=["move", "move"], path=[way(leg(10, 20)), way(leg(10, 25))])
    assert game.record(reds[1]).at.y == 25 * INCH
    assert game.record(reds[1]).ready


def test_an_order_that_nobody_heeds_is_wasted() -> None:
    game, reds, _ = commanded()
    game.does(reds[0], "order", target=reds[1], dice=[3, 2])
    assert not game.happened(Ordered)
    assert game.state.turn.left == 0


@covers("order", "refused")
def test_an_order_carries_six_inches() -> None:
    game, reds, _ = commanded(y=10 + 0.984 + 6.1)
    assert game.why_not(reds[0], "order") == ('There must be a friend within 6".',)
    near, reds, _ = commanded(y=10 + 0.984 + 6)
    assert "order" in near.allowed(reds[0])
    assert near.why_not(reds[1], "order")[0] == "It must know Overseer."


def test_whoever_is_ordered_while_it_burns_burns_first() -> None:
    game, reds, _ = commanded(conditions=("blaze",), status=Status.SERIOUS)
    game.does(reds[0], "order", target=reds[1], dice=[3, 3, 1, 4])  # the fire does not wound; 4 and 2 put it out
    assert "blaze" not in game.record(reds[1]).conditions
    assert game.state.turn.actor == -1


def treated(**friend: Any) -> Any:
    put = {"x": 10, "y": 11.5, **friend}
    return scene(red=[fighter(10, 10, skills=["medicae"]), fighter(**put)], blue=[fighter(40, 40)])


@covers("treat-wounds", "works")
@covers("treat-wounds", "numbers")
@pytest.mark.parametrize(("face", "left"), [(3, 0), (2, 1)])
def test_a_flesh_wound_is_treated_on_three(face: int, left: int) -> None:
    game, reds, _ = treated(flesh=1)
    game.does(reds[0], "treat-wounds", target=reds[1], dice=[face])
    assert game.record(reds[1]).flesh == left


def test_the_healer_chooses_what_to_treat() -> None:
    game, reds, _ = treated(flesh=1, wounds=0)
    game.does(reds[0], "treat-wounds", target=reds[1], heal="wound", dice=[6])
    assert (game.record(reds[1]).wounds, game.record(reds[1]).flesh) == (1, 1)


@covers("treat-wounds", "refused")
def test_only_wounded_friends_at_hand_are_treated() -> None:
    well, reds, _ = treated()
    assert well.why_not(reds[0], "treat-wounds") == ("There must be a wounded friend within an inch.",)
    far, reds, _ = treated(flesh=1, y=12.1)
    assert "treat-wounds" not in far.allowed(reds[0])


@pytest.mark.parametrize(("face", "status"), [(4, Status.STANDING), (3, Status.PINNED)])
def test_who_can_springs_up_when_it_is_activated(face: int, status: Status) -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, skills=["spring-up"], status=Status.PINNED)], blue=[fighter(30, 30, ready=False)]
    )
    up = {"facing": (0, 1)} if status is Status.STANDING else {}
    game.goes_on(activate=red, spring_up=True, dice=[face], **up)
    assert game.record(red).status is status
    assert game.state.turn.left == 2


def test_an_order_of_one_who_is_possessed_gives_neither_side_a_turn_more() -> None:
    game, (boss, spare), (foe, other) = scene(
        red=[fighter(10, 10, skills=["overseer"], conditions=("insane",)), fighter(40, 10)],
        blue=[fighter(10, 13), fighter(40, 40)],
    )
    game.goes_on(activate=boss, dice=[4])
    assert game.record(boss).owner == 1
    game.goes_on(action=["order", "end-activation"], target=foe, dice=[6, 6])
    assert game.record(boss).owner == 0 and game.state.turn.actor == -1
    assert game.state.turn.seat == 1  # red has had its turn
