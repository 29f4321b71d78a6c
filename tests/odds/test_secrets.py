"""Odds and bots know what their seat knows."""

from __future__ import annotations

from tests.odds.duel import DUEL, setup
from tests.odds.veiled import veiled
from warbook.core.game import Game
from warbook.core.structs import replace
from warbook.odds import Odds, odds
from warbook.players import by_seat
from warbook.players.greedy import Greedy

SHOT = {"target": 2, "weapon": "gun"}


def told(game: Game, **more: object) -> Odds:
    return replace(odds(game, 0, "shoot", SHOT, "out", playouts=3000, **more), seconds=0)  # type: ignore[arg-type]


def test_odds_do_not_betray_what_the_seat_does_not_know() -> None:
    weak, tough = veiled(2, 2, 1, 1), veiled(2, 2, 2, 1)
    assert told(weak) == told(tough)


def test_odds_over_a_secret_are_an_interval_around_the_mean_of_what_it_could_be() -> None:
    asked = told(veiled(2, 2, 2, 2))
    weak, tough = Game(DUEL, setup(8)), Game(DUEL, setup(8))
    tough.state.records[2] = replace(tough.state.records[2], wounds=2)
    mean = sum(odds(game, 0, "shoot", SHOT, "out").probability for game in (weak, tough)) / 2
    assert not asked.exact
    assert asked.low < mean < asked.high


def test_the_owner_of_the_secret_has_exact_odds() -> None:
    ask = odds(veiled(1, 1, 2, 2), 2, "shoot", {"target": 0, "weapon": "gun"}, "hurt", about=2)
    assert not ask.exact  # red's wounds are a secret too
    shown = veiled(1, 1, 2, 2)
    shown.state.records[:2] = [replace(f, wounds=0) for f in shown.state.records[:2]]
    shown.state.records[0] = replace(shown.state.records[0], owner=1, wounds=1)
    assert odds(shown, 2, "walk", {}, "hurt", about=2).exact


def test_greedy_does_not_look_at_secrets() -> None:
    chosen = set()
    for wounds in (1, 2):
        game = veiled(2, 2, wounds, 3 - wounds)
        game.choose(0)
        game.choose("shoot")
        game.choose(("gun", 4))
        assert game.decision is not None
        chosen.add(Greedy(6).choose(game.view(0), game.decision))
    assert len(chosen) == 1


def test_battles_with_secrets_come_to_their_end() -> None:
    for seed in range(6):
        assert veiled(1, 2, 1, 2, seed=seed, players=by_seat(("greedy", "greedy"), seed)).is_over
