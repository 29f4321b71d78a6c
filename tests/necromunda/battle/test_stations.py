"""Pieces of terrain that help whoever is near them, under the classic rules: relays, stations, icons, barriers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.badzones import badzone
from tests.necromunda.scenes import COLD, SAFE, fighter, marker, next_question, rolled_keys, run_rule, scene
from warbook.core.effect import has_effect
from warbook.rulesets.necromunda.checks import characteristics
from warbook.rulesets.necromunda.checks.characteristics import Trial
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.harm import recovery

FAR = fighter(40, 40)


# ---- relays ----------------------------------------------------------------------------------------------------------


def asked_to_follow(board: str, at: float = 30) -> list[int] | None:
    """Who may follow a leader; the friend is far from it and so many inches to the east of a relay."""
    side = [fighter(10, 10, profile="chandler"), fighter(at, 10)]
    game, (boss, _), _ = scene(red=side, blue=[FAR], board=board, ruleset=RULESET)
    asked = next_question(game, activate=boss)
    return list(asked.candidates(9)) if asked.key == "group" else None


def test_whoever_is_by_a_relay_follows_from_anywhere() -> None:
    relay = marker("vox-relay", 30, 10)
    assert asked_to_follow(relay, 33.9) == [1, -1]
    assert asked_to_follow(relay, 34.1) is None
    assert asked_to_follow("") is None


# ---- stations --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "after", "flesh"), [((3, 5), "pinned", 1), ((2, 3), "out-of-action", 0)])
def test_by_a_station_one_recovers_by_wits(dice: tuple[int, int], after: str, flesh: int) -> None:
    hurt = fighter(10, 10, status="seriously-injured", wounds=0, stats={"intelligence": 8})
    game, (red, _), _ = scene(
        red=[hurt, fighter(11, 10)], blue=[FAR], board=marker("medicae-station", 12, 10), ruleset=RULESET
    )
    run_rule(game, recovery.recover, red, dice=dice + (6, 6, *COLD) * (after == "out-of-action"))
    assert (game.record(red).status.value, game.record(red).flesh) == (after, flesh)
    assert rolled_keys(game)[0] == "station"


def test_farther_away_one_rolls_to_recover() -> None:
    hurt = fighter(10, 10, status="seriously-injured", wounds=0)
    game, red, _ = scene(red=[hurt], blue=[FAR], board=marker("medicae-station", 14.1, 10), ruleset=RULESET)
    run_rule(game, recovery.recover, red, dice=(3,))
    assert rolled_keys(game) == ["recovery"]


# ---- icons -----------------------------------------------------------------------------------------------------------


def resolve_beside(x: float, options: dict[str, Any] | None = None, **who: Any) -> tuple[tuple[str, int], ...]:
    """What changes a Willpower test of somebody so far to the east of an icon."""
    board = marker("holy-icon", 10, 10)
    game, red, _ = scene(red=[fighter(x, 10, **who)], blue=[FAR], board=board, ruleset=RULESET, options=options)
    model = game.model(red)
    return characteristics.number_needed("willpower", model.profile.wil, Trial(model)).because


def test_an_icon_gives_faith_and_daunts_the_forsworn() -> None:
    assert resolve_beside(16.9) == (("holy icon", 2),) and resolve_beside(17.1) == ()
    forsworn: dict[str, Any] = {"wargear": ("mark-of-the-forsworn",)}
    assert resolve_beside(12, **forsworn) == (("holy icon", -2),)
    assert resolve_beside(12, {"icons-daunt-forsworn": False}, **forsworn) == ()


def test_when_everything_is_shut_down_no_piece_helps_anybody() -> None:
    board = marker("holy-icon", 10, 10) + marker("medicae-station", 10, 10)
    game, red, _ = badzone(fighter(11, 10), event="shutdown", board=board)
    assert characteristics.number_needed("willpower", 7, Trial(game.model(red))).because == ()
    run_rule(game, lambda play: None)


# ---- barriers --------------------------------------------------------------------------------------------------------

PYLONS = marker("pylon", 8, 14, "west") + marker("pylon", 12, 14, "east")
WEST, EAST = 2, 3


@pytest.mark.parametrize(("x", "dice", "keys", "burnt"), [
    (10, (6, SAFE, 6, 5, 2), ["hit", "firepower", "wound", "save", "field"], False),
    (10, (6, SAFE, 6, 5, 1), ["hit", "firepower", "wound", "save", "field"], True),
    (30, (6, SAFE, 6, 1), ["hit", "firepower", "wound", "injury"], False),
])  # fmt: skip
def test_a_barrier_saves_whoever_is_shot_at_through_it(
    x: float, dice: tuple[int, ...], keys: list[str], burnt: bool
) -> None:
    red = fighter(x, 20, facing=(0, -1), weapons=["autogun"])
    game, who, whom = scene(red=[red], blue=[fighter(x, 10)], board=PYLONS, ruleset=RULESET)
    game.does(who, "shoot", target=whom, dice=list(dice))
    assert rolled_keys(game) == keys
    assert has_effect(game.state, WEST, "switched-off") == has_effect(game.state, EAST, "switched-off") == burnt
    assert game.record(whom).flesh == (x == 30)


def test_a_barrier_that_has_burnt_out_saves_nobody() -> None:
    red = [fighter(x, 20, facing=(0, -1), weapons=["autogun"]) for x in (10, 10.99)]
    game, (one, other), whom = scene(red=red, blue=[fighter(10.5, 10, wounds=2)], board=PYLONS, ruleset=RULESET)
    game.does(one, "shoot", target=whom, dice=[6, SAFE, 6, 5, 1])
    game.does(other, "shoot", target=whom, dice=[6, SAFE, 6])
    assert game.record(whom).wounds == 1
