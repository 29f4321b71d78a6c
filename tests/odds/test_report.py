"""What somebody who asks for odds is told, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tests.odds.duel import DUEL, setup
from warbook.core.errors import Illegal, WarbookError
from warbook.core.game import Game
from warbook.core.ruleset import Result
from warbook.core.structs import replace
from warbook.odds import Odds, odds
from warbook.odds.dice_rules import distribution_and_cut


def game(gap: int = 8) -> Game:
    return Game(DUEL, setup(gap))


def test_exact_odds_are_a_fraction_in_lowest_terms() -> None:
    told = odds(game(), 0, "charge", {"target": 2}, "out")
    chance = Fraction(told.numerator, told.denominator)
    assert told.exact
    assert chance.denominator == told.denominator
    assert told.low == told.probability == told.high == float(chance) > 0
    assert told.event == "#2: out of action"
    assert told.horizon == "the end of the action"
    assert "target 2" in told.policy
    assert told.policy.endswith("other side: none")


def test_over_the_limit_they_are_an_interval_and_say_so() -> None:
    exact = odds(game(), 0, "charge", {"target": 2}, "out")
    told = odds(game(), 0, "charge", {"target": 2}, "out", limit=5, playouts=2000, seed=3)
    assert not told.exact
    assert told.denominator == 2000
    assert told.low < exact.probability < told.high
    assert told.low < told.probability < told.high
    assert "between" in str(told)


@pytest.mark.parametrize(("seconds", "exact"), [(0.0, False), (60.0, True)])
def test_over_the_time_they_are_an_interval_too(seconds: float, exact: bool) -> None:
    told = odds(game(), 0, "charge", {"target": 2}, "out", seconds=seconds, playouts=500)
    assert told.exact is exact
    assert told.runs >= 500 or exact


def test_over_the_limit_the_best_reactions_become_the_better_of_none_and_all() -> None:
    told = odds(game(), 0, "charge", {"target": 2}, "out", defender="best", limit=5, playouts=500)
    worse = min(
        odds(game(), 0, "charge", {"target": 2}, "out", defender=defender, limit=5, playouts=500).numerator
        for defender in ("none", "all")
    )
    assert told.numerator == worse
    assert told.policy.endswith(("other side: none", "other side: all"))


def test_an_outcome_is_asked_of_the_model_it_is_about_unless_another_is_named() -> None:
    shot = {"target": 3, "weapon": "gun"}
    assert odds(game(), 0, "shoot", shot, "dry").event == "#0: out of ammunition"
    assert odds(game(), 0, "shoot", shot, "out").event == "#3: out of action"
    told = odds(game(), 0, "charge", {"target": 2}, "out", about=0, defender="all")
    assert told.event == "#0: out of action"
    assert told.probability > 0


def test_an_outcome_is_about_the_target_that_the_action_takes_where_none_is_named() -> None:
    told = odds(game(), 0, "charge", {}, "out")
    assert told.event == "#2: out of action"
    assert told.probability == odds(game(), 0, "charge", {"target": 2}, "out").probability > 0
    assert odds(game(16), 0, "walk", {}, "out").event == "#0: out of action"


def test_a_weapon_may_be_named_by_a_part_of_its_answer() -> None:
    gun, pistol = (odds(game(), 0, "shoot", {"target": 3, "weapon": w}, "hurt").probability for w in ("gun", "pistol"))
    assert 0 < gun < pistol


def test_the_best_defender_gains_by_an_outcome_that_hurts_the_one_who_acts() -> None:
    chances = {
        defender: odds(game(), 1, "charge", {"target": 2}, "hurt", about=1, defender=defender).probability
        for defender in ("none", "all", "best")
    }
    assert chances["best"] >= max(chances["none"], chances["all"])


def test_the_step_in_progress_goes_on_from_its_answers() -> None:
    g = game(8)
    g.choose(0)
    g.choose("charge")
    g.choose(2)  # now the other side is asked whether it reacts
    assert g.decision is not None
    assert g.decision.player == 1
    here = odds(g, 0, None, {}, "out", about=2)
    assert Fraction(here.numerator, here.denominator) > 0
    fresh = odds(g, 0, "charge", {"target": 2}, "out")
    assert (here.numerator, here.denominator) == (fresh.numerator, fresh.denominator)
    g.choose(("step-back", 2))
    after = odds(g, 0, None, {}, "out", about=2)
    assert after.probability < here.probability


def test_asking_changes_nothing() -> None:
    g = game()
    g.choose(0)
    before, decision = g.save(), g.decision
    odds(g, 0, "charge", {"target": 2}, "out", defender="best")
    assert g.save() == before
    assert g.decision is decision


def test_the_same_question_has_the_same_answer_with_and_without_cached_dice() -> None:
    distribution_and_cut.cache_clear()
    cold = odds(game(), 0, "charge", {"target": 2}, "out", defender="best")
    warm = odds(game(), 0, "charge", {"target": 2}, "out", defender="best")
    assert replace(cold, seconds=0) == replace(warm, seconds=0)


def test_several_paths_are_looked_at_only_when_asked() -> None:
    g = game(16)
    first = odds(g, 0, "walk", {}, "out", about=2)
    best = odds(g, 0, "walk", {}, "out", about=2, paths="best")
    assert first.runs == 1 < best.runs
    assert "the best of" in best.policy


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"action": "chrage"}, "no action 'chrage' (did you mean 'charge'?)"),
        ({"outcome": "ot"}, "no outcome 'ot' (did you mean 'out'?)"),
        ({"who": 9}, "no model 9"),
        ({"answers": {"target": 99}}, "target: found 99"),
        ({"answers": {"target": 2, "sword": 1}}, "'sword'"),
        ({"defender": "worst"}, "found 'worst'; wanted one of none, all, best"),
        ({"paths": "any"}, "found 'any'"),
        ({"horizon": -1}, "horizon: found -1"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused_in_words(asked: dict[str, Any], message: str) -> None:
    question: dict[str, Any] = {"who": 0, "action": "charge", "answers": {"target": 2}, "outcome": "out", **asked}
    with pytest.raises(WarbookError) as told:
        odds(game(), question.pop("who"), **question)
    assert message in str(told.value)


def test_an_answer_that_the_rules_refuse_is_refused_with_its_reason() -> None:
    with pytest.raises(Illegal):
        odds(game(), 0, "charge", {"target": 1}, "out")
    with pytest.raises(Illegal) as told:
        odds(game(20), 0, "charge", {"target": 2}, "out")
    assert "Nobody is in reach." in str(told.value)


def test_odds_are_plain_json() -> None:
    told = odds(game(), 0, "shoot", {"target": 3}, "out")
    row = msgspec.json.decode(msgspec.json.encode(told))
    assert {"event", "numerator", "denominator", "probability", "exact", "low", "high"} <= set(row)
    assert {"horizon", "policy", "seconds"} <= set(row)
    assert msgspec.json.decode(msgspec.json.encode(told), type=Odds) == told


def test_a_battle_that_is_over_has_no_odds_and_says_so() -> None:
    battle = game()
    battle.result = Result(0, (1, 0), "everybody has gone home")
    with pytest.raises(WarbookError, match=r"the battle is over \(everybody has gone home\)"):
        odds(battle, 0, "charge", {"target": 2})
