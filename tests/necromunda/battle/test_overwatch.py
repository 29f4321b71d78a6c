"""Overwatch: who may interrupt whom, and what becomes of the action."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import covers, fighter, leg, scene, way
from warbook.core.length import INCH
from warbook.rulesets.necromunda.events.fighters import Unreadied
from warbook.rulesets.necromunda.records.fighters import Status

WATCH = {"skills": ["overwatch"], "weapons": ["lasgun"]}


def watched(count: int = 1, red: dict[str, Any] | None = None, **watcher: Any) -> Any:
    """A fighter that somebody else has in sight."""
    put = {**WATCH, **watcher}
    blues = [fighter(10 + 2 * n, 20, **put) for n in range(count)]
    return scene(red=[fighter(10, 10, **(red or {}))], blue=blues)


@covers("overwatch", "works")
def test_whoever_is_pinned_by_a_watcher_loses_its_action_and_its_activation() -> None:
    game, red, blue = watched()
    game.does(red, "move", overwatch=blue, dice=[4, 2, 1])
    assert game.record(red).status is Status.PINNED
    assert game.record(red).at.y == 10 * INCH
    assert game.state.turn.actor == -1
    assert not game.record(blue).ready


def test_a_watcher_is_told_what_it_may_shoot_at() -> None:
    game, red, _ = watched()
    assert game.asks(red, "move").prompt == "Dipper at 10, 10 declares: Move. Who reacts?"


def test_a_shot_that_misses_stops_nobody() -> None:
    game, red, blue = watched()
    game.does(red, "move", overwatch=blue, dice=[1, 2], path=way(leg(10, 12)))
    assert game.record(red).at.y == 12 * INCH
    assert [e.who for e in game.happened(Unreadied)] == [blue]


def test_two_watchers_may_both_shoot_at_one_charge() -> None:
    game, red, blues = watched(2)
    game.does(red, "charge", overwatch=list(blues), dice=[1, 2, 1, 2, 1], target=blues[0], facing=(0, 1))
    assert [e.who for e in game.happened(Unreadied)] == blues
    assert game.record(red).at.y > 15 * INCH


def test_once_the_action_is_lost_there_is_nothing_to_interrupt() -> None:
    game, red, blues = watched(2)
    game.does(red, "charge", overwatch=blues[0], dice=[4, 2, 1])
    assert game.record(blues[1]).ready


def test_who_lies_pinned_already_and_stays_so_goes_on() -> None:
    game, red, blue = watched(red={"status": Status.PINNED})
    game.does(red, "stand-up", overwatch=blue, dice=[6, 2, 1], facing=(0, 1))
    assert game.record(red).status is Status.STANDING


@covers("overwatch", "refused")
@pytest.mark.parametrize(
    "watcher",
    [
        {"ready": False},
        {"skills": []},
        {"status": Status.PINNED},
        {"broken": True},
        {"facing": (0, 1)},
        {"weapons": ["flamer"]},
        {"weapons": ["heavy-stubber"]},
        {"weapons": ["fighting-knife"]},
        {"out": (0,)},
    ],
)
def test_who_cannot_keep_watch_is_not_asked(watcher: dict[str, Any]) -> None:
    game, red, _ = watched(**watcher)
    game.does(red, "move", path=way(leg(10, 12)))


@covers("overwatch", "numbers")
def test_a_watcher_shoots_once_a_round() -> None:
    game, red, blue = watched()
    game.does(red, "move", overwatch=blue, dice=[1, 2], path=way(leg(10, 12)))
    game.goes_on(action="move", path=way(leg(10, 14)))
    assert len([e for e in game.history if isinstance(e, Unreadied)]) == 1


def test_a_watcher_may_let_it_pass() -> None:
    game, red, blue = watched()
    game.does(red, "move", overwatch=None, path=way(leg(10, 12)))
    assert game.record(blue).ready
