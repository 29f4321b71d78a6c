"""Odds of attacks by chance are to the last bit those of the slow way, with nothing left out."""

from __future__ import annotations

import pytest

from tests.rites_of_battle.odds_by_chance import Case, compared

SEEDS = (
    *range(3000, 3020),
    770054,
    770187,
    71000175,
    71000204,
    71000353,
    99300010,
    14070056,
)  # which take a second or so; `python -m tests.rites_of_battle.odds_by_chance` goes on


@pytest.mark.parametrize("seed", SEEDS)
def test_odds_by_chance_are_those_of_the_slow_way(seed: int) -> None:
    assert not compared(Case(seed), seconds=60)
