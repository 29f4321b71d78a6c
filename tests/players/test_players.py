"""Players by name, and what each of them may be relied upon to do."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.odds.duel import DUEL, setup
from warbook.core.decision import Choose, Confirm
from warbook.core.errors import WarbookError
from warbook.core.game import Game
from warbook.core.oracle import Chosen
from warbook.players import BOTS, by_name, by_seat
from warbook.players.greedy import Greedy, Judgement
from warbook.players.uniform import Uniform


class Silent:
    """Not a player: it is made from a seed and cannot choose."""

    def __init__(self, seed: int) -> None:
        self.seed = seed


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_plays_a_battle_to_its_end(name: str) -> None:
    game = Game(DUEL, setup(), seed=3, players=by_seat((name, name), 3))
    assert game.over
    assert game.steps


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_plays_the_same_battle(name: str) -> None:
    first, again = (Game(DUEL, setup(), seed=5, players=by_seat((name, "uniform"), 5)).save() for _ in range(2))
    assert first == again


def test_a_player_of_ones_own_is_named_by_module_and_class() -> None:
    assert isinstance(by_name("warbook.players.uniform:Uniform", seed=1), Uniform)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("unifrom", "did you mean 'uniform'?"),
        ("nobody", "wanted one of uniform, first, greedy, or module:Class"),
        ("no_such_module:Bot", "no_such_module"),
        ("warbook.players.uniform:Nobody", "Nobody"),
        ("tests.players.test_players:Silent", "Silent has no method choose"),
        (":", "player :"),
    ],
)
def test_a_name_that_is_no_players_is_refused_in_words(name: str, message: str) -> None:
    with pytest.raises(WarbookError) as told:
        by_name(name)
    assert message in str(told.value)


def test_uniform_draws_evenly_and_rests_only_where_nothing_else_is_offered() -> None:
    player, play = Uniform(7), Game(DUEL, setup()).play
    asked = Choose("a", "?", lambda: ("walk", "shoot", "rest"), idle=("rest",))
    drawn = Counter(player.choose(play, asked) for _ in range(2000))
    assert set(drawn) == {"walk", "shoot"}
    assert 900 < drawn["walk"] < 1100
    assert player.choose(play, Choose("a", "?", lambda: ("rest",), idle=("rest",))) == "rest"


def test_first_takes_the_first_answer_that_does_something() -> None:
    player, play = by_name("first"), Game(DUEL, setup()).play
    assert player.choose(play, Choose("a", "?", lambda: ("rest", "walk"), idle=("rest",))) == "walk"
    assert player.choose(play, Choose("a", "?", lambda: ("rest",), idle=("rest",))) == "rest"
    assert player.choose(play, Confirm("b", "?")) is True


# ---- greedy ----------------------------------------------------------------------------------------------------------


def at(gap: int, *answers: Any) -> Game:
    game = Game(DUEL, setup(gap), seed=1)
    for answer in answers:
        game.choose(answer)
    return game


def test_greedy_takes_the_pistol_that_hits_more_easily_and_the_target_that_falls_more_easily() -> None:
    game, greedy = at(20, 0, "shoot"), Greedy(1)
    assert game.decision is not None
    weapon = greedy.choose(game.view(0), game.decision)
    assert weapon == ("pistol", 3)
    game.choose(weapon)
    assert greedy.choose(game.view(0), game.decision) == 2  # one wound left, and the other has two


def test_greedy_walks_to_the_enemy_where_it_can_do_nothing_better() -> None:
    game = at(40, 0)
    assert game.decision is not None
    assert Greedy(1).choose(game.view(0), game.decision) == "walk"
    game.choose("walk")
    assert Greedy(1).choose(game.view(0), game.decision) == 4000


def test_greedy_meets_a_charge_by_what_is_worth_most_to_it() -> None:
    game = at(8, 0, "charge", 2)
    assert game.decision is not None
    assert game.decision.player == 1
    assert Greedy(4).choose(game.view(1), game.decision) == ("counter-charge", 2)


def test_greedy_weighs_exactly_what_it_can_afford() -> None:
    game = at(8, 0, "charge")
    play = game.view(0)
    assert game.decision is not None
    prefixes = [[*play.answers, answer] for answer in (Chosen("charge.target", 2), Chosen("charge.target", 3))]
    exact = [Judgement(play, 0, Random(seed), 10_000)._weighed([list(p) for p in prefixes]) for seed in range(2)]
    assert [round(worth, 9) for worth, _ in exact[0]] == [round(worth, 9) for worth, _ in exact[1]]
    sampled = [Judgement(play, 0, Random(seed), 12)._weighed([list(p) for p in prefixes])[0][0] for seed in range(400)]
    assert len({round(worth, 6) for worth in sampled}) > 10
    mean = sum(sampled) / len(sampled)
    assert abs(mean - exact[0][0][0]) < 0.1  # the estimator is unbiased


def test_greedy_thinks_through_a_course_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game, greedy = at(9, 0), Greedy(2)
    runs: list[int] = []
    best = Judgement.best

    def counted(judgement: Judgement, *args: Any, **more: Any) -> Any:
        found = best(judgement, *args, **more)
        runs.append(judgement.runs)
        return found

    monkeypatch.setattr(Judgement, "best", counted)
    chosen = 0
    while game.decision is not None and game.decision.player == 0 and len(game.steps) == 1:
        game.choose(greedy.choose(game.view(0), game.decision))
        chosen += 1
    assert chosen > 1 == len(runs)
    assert 0 < runs[0] <= 2 * greedy.budget


def test_greedy_needs_a_ruleset_that_values_positions() -> None:
    with pytest.raises(WarbookError, match="does not say what positions are worth"):
        Game(replace(DUEL, value=None), setup(), players=by_seat(("greedy", "uniform"), 1))


def test_greedy_beats_uniform() -> None:
    won: Counter[int] = Counter()
    for seed in range(40):
        result = Game(DUEL, setup(12), seed=seed, players=by_seat(("greedy", "uniform"), seed)).result
        assert result is not None
        won[result.winner] += 1
    assert won[0] > 2 * won[1]
