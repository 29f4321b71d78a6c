"""What a vehicle is worth to players that look one step ahead, and where they drive it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import add_vehicle, fighter, scene, wall
from warbook.core.dice import Dice
from warbook.core.oracle import Table
from warbook.core.play import Play
from warbook.core.step import run_step
from warbook.players.greedy import Greedy
from warbook.rulesets.necromunda.bots import value
from warbook.rulesets.necromunda.edition_classic import RULESET

NORTH, SOUTH = (0, 1), (0, -1)


def near_somebody(y: float, way: tuple[int, int] = NORTH, board: str = "", **changes: Any) -> tuple[Any, int]:
    """A vehicle on the line to an enemy at (20, 44)."""
    game, *_ = scene(red=[fighter(2, 2)], blue=[fighter(20, 44)], board=board, ruleset=RULESET)
    return game, add_vehicle(game, 0, 20, y, profile="tarpaulin", facing=way, weapons=("heavy-stubber",), **changes)


def worth(*where: Any, **changes: Any) -> float:
    game, _ = near_somebody(*where, **changes)
    return value.value(game.play, 0)


@pytest.mark.parametrize("changes", [
    {"hull_points": 1}, {"stalled": True}, {"flesh": 1}, {"unconscious": True}, {"wrecked": True},
    {"conditions": ("blaze",)}, {"destroyed": (0,)},
])  # fmt: skip
def test_a_vehicle_that_is_worse_off_is_worth_less(changes: dict[str, Any]) -> None:
    assert worth(10, **changes) < worth(10)


def test_it_would_be_where_its_guns_reach_and_look_there() -> None:
    assert worth(5) < worth(10)
    assert worth(10, SOUTH) < worth(10)


def test_a_fighter_would_be_near_an_enemy_vehicle() -> None:
    def at(y: float) -> float:
        game, *_ = scene(red=[fighter(20, y)], blue=[fighter(2, 46, status="out-of-action")], ruleset=RULESET)
        add_vehicle(game, 1, 20, 40, profile="tarpaulin", stalled=True)
        return value.value(game.play, 0)

    assert at(5) < at(15)


def test_the_enemys_is_worth_as_much_to_the_enemy() -> None:
    game, _ = near_somebody(10)
    assert value.value(game.play, 0) == -value.value(game.play, 1)


def test_greedy_drives_past_the_end_of_a_wall_and_not_into_it() -> None:
    """Straight ahead is a wall as long as it could see; it takes two activations to get by."""
    game, lorry = near_somebody(10, board=wall(14, 18, 23, 18))
    table, worths = Table(Dice(1), {0: Greedy(1), 1: Greedy(1)}), [value.value(game.play, 0)]
    for _ in range(3):
        state = game.ruleset.poised(Play(game.state, game.ruleset, game.world, []), lorry)
        while state.turn.actor == lorry:
            play = Play(state.copy(), game.ruleset, game.world, [], table, state)
            run_step(play)
            state = play.state
        game.state = state
        worths.append(value.value(game.play, 0))
    assert worths == sorted(worths)
    assert game.record(lorry).at.y > 18_000 and game.record(lorry).hull_points == 3
