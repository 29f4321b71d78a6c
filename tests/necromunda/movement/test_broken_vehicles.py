"""Broken vehicles: Break for Air and Burn Out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.actions.test_engines import needed
from tests.necromunda.movement.test_driving import EAST, NORTH, covers
from tests.necromunda.scenes import add_vehicle, fighter, first_candidate, rolled_keys, run_rule, scene, wall
from warbook.core.structs import replace
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.harm import nerve
from warbook.rulesets.necromunda.records import Driver
from warbook.rulesets.necromunda.records.position import things
from warbook.rulesets.necromunda.records.things import Cloud
from warbook.testing import drive

AIR, BURN_OUT = "break-for-air", "burn-out"
SOUTH = (0, -1)


def hunted(foe: tuple[float, float] = (20, 20), *, board: str = "", options: Any = None, **changes: Any) -> Any:
    """A broken vehicle at (20, 10) that looks north, where an enemy stands and looks at it."""
    enemy = fighter(*foe, facing=SOUTH)
    game, *_ = scene(red=[fighter(2, 2)], blue=[enemy], ruleset=RULESET, board=board, options=options)
    return game, add_vehicle(game, 0, 20, 10, profile="tarpaulin", **{"broken": True, **changes})


@covers(AIR, "works")
@covers(AIR, "numbers")
def test_a_broken_vehicle_drives_3d6_inches_away_and_turns_as_it_likes() -> None:
    game, lorry = hunted((20, 16))
    question = game.asks(lorry, AIR, dice=[2, 1, 3])
    assert question.rules.allowance == 6000 and question.rules.turns == -1
    assert "It can get further away from its enemies." in question.legal(drive((4, EAST)))
    game.does(lorry, AIR, dice=[2, 1, 3], drive=drive((6, SOUTH)))
    assert game.at(lorry) == (20, 4, 0) and game.state.turn.left == 0


@covers(AIR, "refused")
def test_a_place_near_enemies_is_refused_while_there_is_another() -> None:
    game, lorry = hunted((20, 16))
    assert game.asks(lorry, AIR, dice=[1, 1, 1]).legal(drive((1.5, NORTH))) == (
        'It can get more than 3" away from all enemies.',
    )
    game, lorry = hunted((20, 16), options={"broken-run-strict": False})
    assert game.asks(lorry, AIR, dice=[1, 1, 1]).legal(drive((1.5, NORTH))) == ()


def test_out_of_sight_counts_more_than_far_away() -> None:
    game, lorry = hunted((20, 30), board=wall(24, 14, 36, 14, height=6))
    question = game.asks(lorry, AIR, dice=[4, 3, 3])
    assert question.legal(drive((10, EAST))) == ()
    assert question.legal(drive((5, SOUTH))) == ("It can get better hidden from its enemies.",)


def test_other_vehicles_count_as_enemies() -> None:
    game, lorry = hunted((46, 46))
    add_vehicle(game, 1, 20, 18, profile="sledge")
    assert game.asks(lorry, AIR, dice=[1, 1, 1]).legal(drive((1.5, NORTH)))[0].startswith("It can get more than 3")


@pytest.mark.parametrize(("action", "changes"), [(AIR, {"stalled": True}), (AIR, {"broken": False})])
@covers(AIR, "refused")
def test_only_the_broken_break_for_air(action: str, changes: Any) -> None:
    game, lorry = hunted(**changes)
    assert game.why_not(lorry, action) == ("It must be broken and mobile.",)


@covers(BURN_OUT, "refused")
@pytest.mark.parametrize("changes", [{}, {"stalled": True, "broken": False}])
def test_only_the_broken_who_have_stalled_burn_out(changes: Any) -> None:
    game, lorry = hunted(**changes)
    assert game.why_not(lorry, BURN_OUT) == ("It must be broken and stationary.",)


def test_the_broken_do_nothing_else_and_not_nothing() -> None:
    game, lorry = hunted(stalled=True)
    assert game.offered(lorry).options() == [BURN_OUT]
    assert game.why_not(lorry, "jump-start") == ("It is broken: it does nothing but get away.",)
    assert game.offered(lorry).legal("end-activation") == ("It is broken: it must get away.",)


@covers(BURN_OUT, "works")
@covers(BURN_OUT, "numbers")
@pytest.mark.parametrize(("face", "number"), [(1, 7), (3, 9)])
def test_each_cloud_of_smoke_makes_the_next_start_harder(face: int, number: int) -> None:
    game, lorry = hunted(stalled=True, hull_points=2)  # 7+, one easier with two hull points
    spots = [(20_000 + 500 * n, 10_000, 0) for n in range(face)]
    game.does(lorry, BURN_OUT, dice=[face], smoke=spots)
    assert [(cloud.at.spot, cloud.size) for cloud in things(game.play, Cloud)] == [(spot, 2500) for spot in spots]
    assert needed(game, lorry, "restart") == number and needed(game, lorry, "jump-start") == 6


@pytest.mark.parametrize(("hinders", "number"), [(True, 8), (False, 7)])
def test_whether_smoke_hinders_that_has_cleared_is_an_option(hinders: bool, number: int) -> None:
    game, lorry = hunted(stalled=True, hull_points=2, options={"cleared-smoke-hinders": hinders})
    game.does(lorry, BURN_OUT, dice=[2], smoke=[(20_000, 10_000, 0), (20_500, 10_000, 0)])
    assert needed(game, lorry, "restart") == 8
    game.state.put(replace(things(game.play, Cloud)[0], there=False))
    assert needed(game, lorry, "restart") == number


@covers(BURN_OUT, "refused")
def test_it_smokes_within_an_inch() -> None:
    game, lorry = hunted(stalled=True)
    question = game.asks(lorry, BURN_OUT, dice=[1])
    assert question.legal((20_000, 13_900, 0)) != () and question.legal(first_candidate(question)) == ()


def test_what_is_forced_upon_a_vehicle_is_another_activation() -> None:
    game, *_ = scene(red=[fighter(20, 10, 2.25)], blue=[fighter(20, 20, facing=SOUTH)], ruleset=RULESET)
    hound = add_vehicle(game, 0, 20, 10, profile="gate-hound", held_back=True, moved=5_000, holding=(0,))
    answers: Any = {"drive": [drive((7, SOUTH))]}
    run_rule(game, lambda play: nerve.break_nerve(play, Driver(play, hound)), dice=(3, 3, 3, 6), **answers)
    assert game.at(hound) == (20, 3, 0), "it goes as far as its Movement again"
    assert rolled_keys(game)[-1] == "hold-on"


@pytest.mark.parametrize("stalled", [False, True])
def test_breaking_forces_it_upon_a_vehicle_at_once(stalled: bool) -> None:
    game, lorry = hunted((20, 16), broken=False, stalled=stalled, ready=True)
    answers: Any = {"smoke": [(20_000, 10_000, 0)]} if stalled else {"drive": [drive((3, SOUTH))]}
    run_rule(
        game, lambda play: nerve.break_nerve(play, Driver(play, lorry)), dice=(1,) if stalled else (1, 1, 1), **answers
    )
    assert game.record(lorry).broken and not game.record(lorry).ready
    assert bool(things(game.play, Cloud)) == stalled and (game.at(lorry) == (20, 10, 0)) == stalled
