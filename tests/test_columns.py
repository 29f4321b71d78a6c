"""A game of a few lines with units, a hull and a grid plays like any other, also with four sides."""

from __future__ import annotations

from random import Random

import pytest

from tests.columns import FAR_DRIVES, FOUR, SIZE, TWO, Placed, Squad, find, setup
from warbook.core.game import Game
from warbook.core.loading import load_game
from warbook.core.ruleset import Ruleset
from warbook.core.verify import verify_record
from warbook.players.greedy import Greedy
from warbook.players.uniform import Uniform
from warbook.space.marching import March
from warbook.space.units import strays
from warbook.testing import conformance
from warbook.web.positions import tableau_of

BOTH = pytest.mark.parametrize("ruleset", [TWO, FOUR, FAR_DRIVES], ids=lambda ruleset: ruleset.id)


@BOTH
def test_it_keeps_the_contract(ruleset: Ruleset) -> None:
    conformance(ruleset, [setup(ruleset)], games=2, odds=0)


@BOTH
def test_a_battle_is_played_recorded_and_verified(ruleset: Ruleset) -> None:
    rows: list[bytes] = []
    rng = Random(4)
    game = Game(ruleset, setup(ruleset), seed=4, write=rows.append)
    while game.decision is not None:
        game.choose(game.decision.sample(rng))
    record = b"".join(rows)
    assert verify_record(record, find).true, verify_record(record, find)
    assert load_game(record, find).result == game.result
    assert game.result is not None and len(game.result.points) == ruleset.seats
    for squad in (r for r in game.state.records if isinstance(r, Squad)):
        assert strays(game.state.derived, squad.members, 2000) == ()


def test_a_march_is_one_answer_and_one_undo() -> None:
    game = Game(TWO, setup(TWO), seed=1)
    rng = Random(1)
    while not isinstance(game.decision, March):
        assert game.decision is not None
        game.choose(game.decision.sample(rng) if game.decision.key != "unit" else game.decision.candidates(1)[0])
    before, decision = game.state.copy(), game.decision
    game.choose(decision.candidates(4)[-1])
    assert [type(event) for event in game.steps[-1].events][:1] == [Placed]
    game.undo(decision.player)
    assert game.state == before


@pytest.mark.parametrize("player", [Uniform(1), Greedy(1)], ids=["uniform", "greedy"])
def test_players_march(player: Greedy | Uniform) -> None:
    game = Game(TWO, setup(TWO), seed=2, players={0: player, 1: Uniform(2)})
    assert game.result is not None


def test_its_units_are_drawn() -> None:
    game = Game(FOUR, setup(FOUR), seed=1)
    drawn = tableau_of(game.play)
    assert [unit.name for unit in drawn.units][:2] == ["Red squad 1", "Red squad 2"]
    assert all(len(unit.members) == SIZE for unit in drawn.units) and len(drawn.sides) == 4
    assert drawn.grid is not None and drawn.grid.cell == 1500
    assert {body.unit for body in drawn.bodies} == {-1, *(unit.id for unit in drawn.units)}
