"""Odds of a unit's shooting: they are exact, and what is left out on the way bears on nothing."""

from __future__ import annotations

import dataclasses

import pytest

from tests.draft_40k.scenes import Field, row
from warbook.core.ruleset import Ruleset
from warbook.core.structs import replace
from warbook.odds import odds
from warbook.odds.policy import Defender
from warbook.rulesets.draft_40k import RULESET
from warbook.testing import model

GOALS = [each.id for each in RULESET.outcomes]
WHOLE = dataclasses.replace(RULESET, outcomes=tuple(replace(each, alike=None, pare=None) for each in RULESET.outcomes))


def volley(ruleset: Ruleset) -> Field:
    """Two rifles and a gun that gets hot, against models of two kinds in range of each other."""
    us = [*row(2, 10, 10, "keeper", "us"), model(10, 12, "keeper", squad="us", name="us 3", gear=("plasma-gun",))]
    them = [*row(2, 10, 18, "militia", "them"), model(10, 20, "keeper", squad="them", name="them 3")]
    game: Field
    game, *_ = Field.of(ruleset, red=us, blue=them, phase="shoot")
    return game


@pytest.mark.parametrize("defender", ["none", "all"])
@pytest.mark.parametrize("goal", GOALS)
def test_what_is_left_out_bears_on_nothing(goal: str, defender: Defender) -> None:
    found = []
    for ruleset in (RULESET, WHOLE):
        game = volley(ruleset)
        us, them = game.unit("us"), game.unit("them")
        told = odds(game.play, us, "shoot", {"target": them}, goal, about=them, defender=defender, limit=40_000)
        assert told.exact
        found.append(told)
    short, whole = found
    assert (short.numerator, short.denominator) == (whole.numerator, whole.denominator)
    assert short.runs <= whole.runs


def test_what_burns_the_shooter_and_what_has_been_suffered_takes_no_runs() -> None:
    told = []
    for ruleset in (RULESET, WHOLE):
        game = volley(ruleset)
        us, them = game.unit("us"), game.unit("them")
        told.append(odds(game.play, us, "shoot", {"target": them}, "falls-back", about=them, limit=40_000).runs)
    assert 3 * told[0] < 2 * told[1]
