"""Reinforcements: fighters who come when the battle has begun."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import fighter, run_rule, scene, set_phase, spot
from warbook.core.ruleset import Ruleset
from warbook.core.structs import replace
from warbook.rulesets.necromunda import edition_2023, edition_classic
from warbook.rulesets.necromunda.battle import deployment, ending, scoring, turn
from warbook.rulesets.necromunda.records.fighters import Status

BOTH = pytest.mark.parametrize("rules", [edition_2023.RULESET, edition_classic.RULESET])
ZONE = """
[[deployment]]
name = "south"
rect = [0, 0, 48, 8]
"""


def with_reserve(rules: Ruleset, crew: int = 1) -> Any:
    """One who has started, two who are still to come, and an enemy near their zone."""
    late: dict[str, Any] = {"status": Status.OUT, "deployed": False}
    red = [fighter(10, 20), fighter(0, 0, **late), fighter(1, 1, **late)]
    game, *_ = scene(red=red, blue=[fighter(10, 9)], board=ZONE, ruleset=rules)
    side = replace(game.world.scenario.red, crew=crew, zone="south")
    game.world = replace(game.world, scenario=replace(game.world.scenario, red=side))
    return game


@BOTH
def test_one_arrives_at_the_end_of_each_round_in_its_zone(rules: Ruleset) -> None:
    game = with_reserve(rules)
    set_phase(game, "end", priority=0)
    run_rule(game, turn.end_phase, deploy=[spot(20, 4)])
    assert game.at(1) == (20, 4, 0) and game.record(1).status is Status.STANDING and not game.record(2).deployed
    assert deployment.reserve(game.world, game.state, 0) == [2]


@BOTH
def test_it_arrives_an_inch_from_enemies_and_in_no_other_place(rules: Ruleset) -> None:
    game = with_reserve(rules)
    question = deployment.start_of(game.play, 1, apart=1000)
    assert question.legal((10_000, 7_500, 0, 0, 1)) and question.legal((20_000, 9_000, 0, 0, 1))
    assert not question.legal((20_000, 7_000, 0, 0, 1))


@BOTH
def test_who_is_still_to_come_is_no_casualty_and_keeps_the_battle_going(rules: Ruleset) -> None:
    game = with_reserve(rules)
    game.state.put(replace(game.record(0), status=Status.SERIOUS))
    assert scoring.models_left(game.play) == (2, 1) and scoring.fighters_left(game.play) == (0, 1)
    assert scoring.verdict(game.play) is None


@BOTH
def test_only_the_starting_crew_is_deployed_before_the_battle(rules: Ruleset) -> None:
    game = with_reserve(rules, crew=2)
    assert deployment.waiting_to_deploy(game.world, game.state, 0) == [1]
    assert deployment.waiting_to_deploy(with_reserve(rules, crew=0).world, game.state, 0) == [1, 2]


@BOTH
def test_who_is_still_to_come_is_neither_down_nor_gone_when_the_points_are_level(rules: Ruleset) -> None:
    game = with_reserve(rules)
    game.given(3, status=Status.SERIOUS)
    assert scoring.leading(game.play, (2, 2)) == 0


@BOTH
def test_nobody_comes_any_more_for_a_gang_that_has_given_up_the_field(rules: Ruleset) -> None:
    game = with_reserve(rules)
    game.state.turn = replace(game.state.turn, bottled=(True, False))
    run_rule(game, ending.voluntary_flight, 0, flight=True)
    assert [game.record(who).fled for who in (0, 1, 2)] == [True, True, True]
    assert game.state.turn.phase == "over"
