"""Playouts and their intervals: against exact odds, and against the formula's own corner cases."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

from tests.odds.duel import DUEL, about_to_act, setup
from warbook.core.game import Game
from warbook.odds.estimate import estimate, wilson
from warbook.odds.exact import Exact
from warbook.odds.horizon import Horizon
from warbook.odds.policy import Policy


@pytest.mark.parametrize("defender", ["none", "all"])
@pytest.mark.parametrize("horizon", ["step", "consequences"])
def test_playouts_agree_with_exact_odds(defender: Any, horizon: Horizon) -> None:
    start = about_to_act(Game(DUEL, setup(8)).state, 1)
    policy = Policy(0, {"action": "charge", "target": 3}, defender=defender)
    for event in (
        lambda state: state.records[3].wounds == 1,
        lambda state: state.records[1].wounds < 2,
        lambda state: state.records[0].shaken,
    ):
        truth = Exact(DUEL, None, policy, event).chance(start, horizon=horizon)
        found = estimate(
            DUEL, None, policy, event, lambda rng: start, horizon=horizon, playouts=3000, seed=5, confidence=0.999
        )
        assert found.low <= truth <= found.high


def test_the_same_seed_plays_the_same_playouts() -> None:
    start = about_to_act(Game(DUEL, setup(8)).state, 1)

    def hits(seed: int) -> int:
        policy = Policy(0, {"action": "shoot"})
        event = lambda state: state.records[2].wounds == 0  # noqa: E731
        return estimate(DUEL, None, policy, event, lambda rng: start, playouts=400, seed=seed).hits

    assert hits(1) == hits(1)
    assert len({hits(seed) for seed in range(4)}) > 1


def test_a_wilson_interval_covers_the_truth_as_often_as_it_says() -> None:
    for truth in (0.05, 0.3, 0.9):
        covered = sum(
            comb(200, hits) * truth**hits * (1 - truth) ** (200 - hits)
            for hits in range(201)
            if wilson(hits, 200).low <= truth <= wilson(hits, 200).high
        )
        assert 0.93 < covered < 0.98


def test_a_wilson_interval_knows_the_published_value() -> None:
    found = wilson(10, 20)  # 0.2993 .. 0.7007
    assert (round(found.low, 4), round(found.high, 4)) == (0.2993, 0.7007)


def test_without_a_hit_the_interval_starts_at_nothing_and_without_a_miss_it_ends_at_certainty() -> None:
    assert wilson(0, 50).low == 0.0 < wilson(0, 50).high < 0.1
    assert wilson(50, 50).high == 1.0 > wilson(50, 50).low > 0.9
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
