"""A house rule that replaces an action holds wherever another rule lets that action happen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.necromunda.scenes import TOUCH, fighter, marker, scene
from warbook.core.play import Play
from warbook.core.structs import replace
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.testing import Script


def replaced(game: Any, action: str) -> None:
    """The scene under a house rule by which this action does nothing but leave a remark."""

    def rule(play: Any, actor: Any, *details: Any) -> None:
        play.note(actor.id, f"{action} as the house plays it")

    game.ruleset = game.ruleset.replacing(replace(game.ruleset.action[action], rule=rule))


def played_otherwise(game: Any, action: str) -> bool:
    return any(f"{action} as the house plays it" in line for line in game.log())


@pytest.mark.parametrize("action", ["fight", "hurl", "headbutt"])
def test_what_follows_a_charge_is_the_action_of_the_table(action: str) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, skills=["headbutt", "hurl"])], blue=[fighter(10, 15)], house_rules=["headbutt-in-charge"]
    )
    replaced(game, action)
    game.does(red, "charge", at=blue, ends=action, dice=[3])
    assert played_otherwise(game, action)


def test_a_coup_de_grace_after_a_charge_is_the_action_of_the_table() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 15, status=Status.SERIOUS)])
    replaced(game, "coup-de-grace")
    game.does(red, "charge", at=blue, ends="coup-de-grace", dice=[3])
    assert played_otherwise(game, "coup-de-grace")


def test_a_coup_de_grace_after_a_fight_is_the_action_of_the_table() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 10 + TOUCH)])
    replaced(game, "coup-de-grace")
    game.does(red, "fight", dice=[6, 6, 3], after=blue)
    assert played_otherwise(game, "coup-de-grace")


def test_the_run_of_a_broken_fighter_is_the_action_of_the_table() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(40, 40)])
    replaced(game, "running-for-cover")
    play = Play(game.state.copy(), game.ruleset, game.world, [], Script(()))
    run_at_once: Callable[[Any, int], None] = game.ruleset.step["run_at_once"]
    run_at_once(play, red)
    game.events = play.events
    assert played_otherwise(game, "running-for-cover")


def test_whoever_carries_a_casket_moves_as_the_table_moves() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(40, 40)], board=marker("casket", 10, 11, "loot"))
    replaced(game, "move")
    game.does(red, "carry-casket", side=lambda question: question.candidates(1)[0])
    assert played_otherwise(game, "move")
