"""Players by name, and what each of them may be relied upon to do."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.odds.duel import DUEL, setup
from tests.odds.rush import RUSH
from warbook.core import structs
from warbook.core.answers import Chosen
from warbook.core.decision import Choose, Confirm
from warbook.core.errors import WarbookError
from warbook.core.game import Game
from warbook.core.option import Option
from warbook.core.play import Play
from warbook.core.ruleset import Setup
from warbook.players import BOTS, by_name, by_seat, rollouts
from warbook.players.greedy import Greedy, Search
from warbook.players.rollouts import Arm, Path, Rollouts, likely_outcomes
from warbook.players.uniform import Uniform


class Silent:
    """Not a player: it is made from a seed and cannot choose."""

    def __init__(self, seed: int) -> None:
        self.seed = seed


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_plays_a_battle_to_its_end(name: str) -> None:
    game = Game(DUEL, setup(), seed=3, players=by_seat((name, name), 3))
    assert game.is_over
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
    game, bot = at(20, 0, "shoot"), Greedy(1)
    assert game.decision is not None
    weapon = bot.choose(game.view(0), game.decision)
    assert weapon == ("pistol", 3)
    game.choose(weapon)
    assert bot.choose(game.view(0), game.decision) == 2  # one wound left, and the other has two


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
    assert Greedy(4, budget=2000).choose(game.view(1), game.decision) == ("counter-charge", 2)


def charge_arm(seed: int, runs: int, *, ready: bool = True) -> Arm:
    """The path of charging fighter 2, ready to counter-charge or not, after that many rollouts."""
    play = at(8, 0, "charge").view(0)
    assert play.start is not None
    play.start.put(structs.replace(play.start.records[2], ready=ready))
    search = Search(play, 0, Random(seed), runs)
    arm = Arm(Path([*play.answers, Chosen("charge.target", 2)], search.start, 0), Rollouts(0, search.rng))
    assert search.roll_out(arm, runs)
    return arm


def test_greedy_evaluates_a_path_exactly_where_it_has_few_outcomes() -> None:
    one, other = charge_arm(1, 10_000), charge_arm(2, 10_000)
    assert one.exact
    assert other.exact
    assert one.runs == other.runs < 200
    assert abs(one.worth - other.worth) < 1e-9


@pytest.mark.parametrize("runs", [1, 4, 16])
def test_estimates_from_a_few_rollouts_are_right_on_average(runs: int) -> None:
    truth = charge_arm(0, 10_000).worth
    found = [charge_arm(seed, runs).worth for seed in range(600)]
    assert len({round(worth, 6) for worth in found}) > 2
    mean = sum(found) / len(found)
    error = (sum((worth - mean) ** 2 for worth in found) / len(found) / len(found)) ** 0.5
    assert abs(mean - truth) < 4 * error


def test_drawing_without_replacement_makes_better_estimates() -> None:
    truth = charge_arm(0, 10_000).worth
    few, many = ([abs(charge_arm(seed, runs).worth - truth) for seed in range(200)] for runs in (4, 16))
    assert sum(many) < sum(few) / 2


def test_a_roll_with_very_many_outcomes_is_sampled_with_replacement(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = charge_arm(0, 10_000).worth
    monkeypatch.setattr(rollouts, "MANY", 2)
    arm = charge_arm(3, 3000)
    assert not arm.exact
    assert arm.runs == 3000
    assert abs(arm.worth - truth) < 0.15


def test_very_rare_outcomes_are_left_out() -> None:
    assert likely_outcomes((10_000, (("rare", 9), ("often", 9_000), ("sometimes", 991)))) == (
        9_991,
        (("often", 9_000), ("sometimes", 991)),
    )
    assert likely_outcomes((6, tuple((face, 1) for face in range(1, 7))))[0] == 6


def test_what_comes_before_a_roll_is_not_run_again_for_each_of_its_outcomes() -> None:
    game = Game(RUSH, Setup(RUSH.id, {"gap": 8}), seed=1)
    game.choose(1)
    search = Search(game.view(0), 0, Random(1), 0)
    rush = [Chosen("action", "rush"), Chosen("rush.target", 2)]
    arm = Arm(Path([*rush], search.start, 0), Rollouts(0, search.rng))
    assert search.roll_out(arm, 1)
    steps = search.runs
    assert search.roll_out(arm, 7)
    assert search.runs < 8 * steps - 7 < 8 * (1 + len(RUSH.parts))


def test_greedy_expects_the_others_to_do_what_they_can_about_it() -> None:
    """Whoever is charged and is ready strikes first: at one who is not, nobody need be afraid to charge."""
    ready, spent = (charge_arm(1, 10_000, ready=ready).worth for ready in (True, False))
    assert spent > ready


def test_greedy_searches_for_a_path_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game, bot = at(9, 0), Greedy(2)
    runs: list[int] = []
    best = Search.best

    def count_runs(search: Search, *args: Any, **more: Any) -> Any:
        found = best(search, *args, **more)
        runs.append(search.runs)
        return found

    monkeypatch.setattr(Search, "best", count_runs)
    chosen = 0
    while game.decision is not None and game.decision.player == 0 and len(game.steps) == 1:
        game.choose(bot.choose(game.view(0), game.decision))
        chosen += 1
    assert chosen > 1 == len(runs)
    assert 0 < runs[0] <= 2 * bot.budget


@pytest.mark.parametrize("parts", [RUSH.parts, ()])
def test_greedy_looks_to_the_end_of_an_action_that_goes_on_in_parts(parts: tuple[Any, ...]) -> None:
    """A walk brings it nearer at once; what a rush is good for is seen in its parts alone."""
    steps = RUSH.steps if parts else (*RUSH.steps, *RUSH.parts)
    rules = replace(RUSH, actions=(*RUSH.actions, DUEL.action["walk"]), parts=parts, steps=steps)
    game = Game(rules, Setup(RUSH.id, {"gap": 8}), seed=1)
    game.choose(1)
    assert game.decision is not None
    chosen = Greedy(1).choose(game.play, game.decision)
    assert chosen == ("rush" if parts else "walk")


def test_what_greedy_plans_in_one_part_it_asks_itself_again_in_the_next() -> None:
    game = Game(RUSH, Setup(RUSH.id, {"gap": 8}), seed=2, players=by_seat(("greedy", "greedy"), 2))
    again = Game(RUSH, Setup(RUSH.id, {"gap": 8}), seed=2, players=by_seat(("greedy", "greedy"), 2))
    assert game.is_over
    assert game.save() == again.save()


@pytest.mark.parametrize(("savage", "far"), [(0, 4000), (1, -4000)])
def test_what_a_position_is_worth_may_depend_on_the_options_of_the_table(savage: int, far: int) -> None:
    def value(play: Play[Any, Any, Any], seat: int) -> float:
        went = float(play.state.records[0].at.x)
        return -went if play.option["savage"] else went

    options = (Option("savage", 0, (0, 1), "", ""),)
    game = Game(replace(DUEL, value=value, options=options, chosen={"savage": savage}), setup(40), seed=1)
    game.choose(0)
    game.choose("walk")
    assert game.decision is not None
    assert Greedy(1).choose(game.view(0), game.decision) == far


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
