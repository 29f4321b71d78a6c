"""Overwatch: who may interrupt whom, and what becomes of the action."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import SAFE, covers, fighter, leg, marker, piece, rolled_keys, scene, wall, way
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.rulesets.necromunda.events.fighters import Unreadied
from warbook.rulesets.necromunda.events.movement import Moved
from warbook.rulesets.necromunda.records.fighters import Status

WATCH: dict[str, Any] = {"skills": ["overwatch"], "weapons": ["lasgun"]}


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


def test_a_watcher_that_sees_double_may_shoot_at_anybody_near() -> None:
    watcher = fighter(10, 20, black_eel=2, skills=["overwatch"], weapons=["lasgun"])
    game, (red, friend), (blue, other) = scene(red=[fighter(10, 10), fighter(12, 10)], blue=[watcher, fighter(14, 12)])
    # of the three within 6" of the target the die names the second: hit, firepower, no wound
    game.does(red, "move", overwatch=blue, dice=[2, 6, 2, 1], path=way(leg(10, 12)))
    assert game.record(friend).status is Status.PINNED and game.record(red).at.y == 12 * INCH


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


def test_nerve_is_tested_for_a_shot_on_overwatch_before_the_action_it_interrupts() -> None:
    watch: dict[str, Any] = {"skills": ["overwatch"], "weapons": ["lasgun"]}
    game, (red, bystander, friend), blue = scene(
        red=[fighter(10, 10), fighter(10.9, 14, wounds=1), fighter(13, 14)], blue=[fighter(10, 20, **watch)]
    )
    # the watcher misses (1), strays (3), wounds, seriously; the friend holds its nerve, and only then does one move
    game.does(red, "move", overwatch=blue, dice=[1, SAFE, 3, 6, 3, 6, 6], path=way(leg(10, 11)))
    order = [type(e).__name__ for e in game.happened(object) if isinstance(e, (Rolled, Moved))]
    assert rolled_keys(game)[-1] == "nerve" and order[-1] == "Moved"
    assert game.record(red).at.y == 11 * INCH


def test_a_watcher_may_answer_with_flames_that_reach() -> None:
    watcher: dict[str, Any] = {"weapons": ["flamer"], "skills": ["overwatch"]}
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 15, **watcher)])
    game.does(red, "move", overwatch=blue, bearing=(0, -1000), dice=[SAFE, 1, 1])
    assert game.record(red).status is Status.PINNED and game.state.turn.actor == -1
    assert [e.who for e in game.happened(Unreadied)] == [blue]


def test_a_watchers_flames_must_fall_on_whoever_acts() -> None:
    watcher: dict[str, Any] = {"weapons": ["flamer"], "skills": ["overwatch"]}
    game, red, blue = scene(red=[fighter(8, 10)], blue=[fighter(10, 15, **watcher)])
    question = game.asks(red, "move", overwatch=blue)
    assert question.legal((3000, -5000)) and not question.legal((-2000, -5000))
    assert question.candidates(3) and not any(question.legal(each) for each in question.candidates(3))
    game, red, blue = scene(red=[fighter(10, 4)], blue=[fighter(10, 15, **watcher)])
    game.does(red, "move", path=way(leg(10, 5)))


def test_sending_a_lift_is_no_action_to_interrupt() -> None:
    lift = piece("lift", id="hoist", rect=[9, 9, 2, 2], z=[0, 3])
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 20, **WATCH)], board=lift)
    game.does(red, "send-lift")
    assert game.record(red).at.z == 3 * INCH and game.record(blue).ready
    game.goes_on(action="move", overwatch=blue, dice=[4, 2, 1])
    assert game.record(red).status is Status.PINNED


def test_nobody_watches_with_the_weapon_of_a_vehicle() -> None:
    game, red, _ = scene(
        red=[fighter(10, 24)],
        blue=[fighter(10, 10, facing=(0, 1), skills=["overwatch"])],
        board=marker("vehicle", 12, 10),
    )
    assert "shoot" in game.allowed(1)
    game.does(red, "move", path=way(leg(10, 22)))


def test_who_breaks_under_a_watchers_shot_does_nothing_but_run() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10)], blue=[fighter(10, 16, weapons=["scare-gas-grenades"], skills=["overwatch"])]
    )
    gassed, ran = (6, 6, 6, 1, 1), (1, 1)
    game.does(red, "move", overwatch=blue, dice=[*gassed, *ran])
    assert game.record(red).broken and game.state.turn.actor == -1


def test_who_is_dazzled_by_a_watcher_loses_its_shot() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"], skills=["nerves-of-steel"])],
        blue=[fighter(10, 16, weapons=["photon-flash-grenades"], skills=["overwatch"])],
    )
    game.does(red, "shoot", overwatch=blue, dice=[6, 5, 6, 6, 1])  # hit, ammo, Cool, and the Initiative test fails
    assert "blind" in game.record(red).conditions and game.record(red).status is Status.STANDING
    assert game.state.turn.left == 1


def test_who_is_thrown_out_of_sight_by_a_watchers_shot_shoots_at_nobody() -> None:
    displaced: dict[str, Any] = {"armour": ["displacer-field"], "skills": ["nerves-of-steel"], "weapons": ["lasgun"]}
    game, red, blue = scene(
        red=[fighter(3.4, 10, **displaced)],
        blue=[fighter(3.4, 18, weapons=["lasgun"], skills=["overwatch"])],
        board=wall(4.5, 14, 16, 14),
    )
    game.does(red, "shoot", overwatch=blue, dice=[6, SAFE, 6, 6, 6, 6, 360])  # three inches east, behind the wall
    assert game.record(red).at.x > 6 * INCH and game.state.turn.left == 1
