"""Nerve with vehicles about: tests at wrecks, broken crews, bottle checks, flight, rallying."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import add_vehicle, fighter, first_candidate, run_rule, scene
from warbook.core.structs import replace
from warbook.rulesets.necromunda.battle import ending, scoring
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.fighters import Broke, Fled, Rallied
from warbook.rulesets.necromunda.events.rounds import Bottled
from warbook.rulesets.necromunda.events.vehicles import DroveAway, VehicleWrecked
from warbook.rulesets.necromunda.harm import wrecks
from warbook.rulesets.necromunda.records import Driver
from warbook.rulesets.necromunda.records.fighters import Status

PLAIN = {"lasting-injuries": False}


def convoy(*others: tuple[float, float], fighters: Any = ((2, 2),), **changes: Any) -> tuple[Any, list[int]]:
    """A vehicle at (20, 10), and others; the fighters of their side; one enemy far away."""
    red = [fighter(*at) for at in fighters]
    game, *_ = scene(red=red, blue=[fighter(46, 46)], ruleset=RULESET, options=PLAIN)
    spots = ((20, 10), *others)
    return game, [add_vehicle(game, 0, *at, profile="sledge", **changes) for at in spots]


def wreck(game: Any, who: int, **answers: Any) -> None:
    """A vehicle is wrecked."""
    run_rule(game, lambda play: wrecks.wreck(play, Driver(play, who)), **answers)


@pytest.mark.parametrize(("y", "tests"), [(17.9, True), (19.2, False)])
def test_friends_within_six_inches_of_a_wreck_test_their_nerve(y: float, tests: bool) -> None:
    game, (sledge,) = convoy(fighters=((20, y),))
    wreck(game, sledge, dice=(6, 6) if tests else ())
    assert not game.happened(Broke)


def test_crews_test_theirs_and_a_broken_one_loses_its_readiness() -> None:
    game, (first, second) = convoy((20, 18), ready=True)
    wreck(game, first, dice=(1, 1, 1, 1, 1), drive=first_candidate)
    assert game.record(second).broken and not game.record(second).ready
    assert "It is broken: it does nothing but get away." in game.why_not(second, "vehicle-move")


@pytest.mark.parametrize(("x", "dice", "breaks"), [(24, (3, 2), False), (34, (3, 2), True)])
def test_other_vehicles_within_six_inches_lend_a_crew_courage(x: float, dice: Any, breaks: bool) -> None:
    game, (first, _, _) = convoy((20, 18), (x, 18))
    assert Driver(game.play, first).crew.cl == 6
    near = x < 30
    courage = {"order": [(3, 4)]} if near else {"drive": first_candidate}
    wreck(game, first, dice=(*dice, 6, 6) if near else (*dice, 1, 1, 1), **courage)
    assert bool(game.happened(Broke)) == breaks


def test_nobody_minds_a_vehicle_that_its_crew_has_left() -> None:
    game, (sledge,) = convoy(fighters=((20, 14),))
    run_rule(game, lambda play: wrecks.abandon(play, Driver(play, sledge)))
    assert game.record(sledge).wrecked


@pytest.mark.parametrize(("face", "bottles"), [(1, False), (2, True)])
def test_wrecks_count_for_bottling_and_so_do_vehicles_for_the_crew(face: int, bottles: bool) -> None:
    game, (first, second) = convoy((30, 10))  # with the fighter a crew of three: two are lost
    for who in (first, second):
        game.state.put(replace(game.record(who), wrecked=True))
    run_rule(game, ending.bottle_check, 0, dice=(face,), bottle=[False])
    assert bool(game.happened(Bottled)) == bottles


def test_whoever_is_in_a_cage_is_no_casualty() -> None:
    game, (sledge,) = convoy()
    game.state.put(replace(game.record(sledge), embarked=(0,)))
    game.state.put(replace(game.record(0), status=Status.OUT, deployed=False))
    run_rule(game, ending.bottle_check, 0)
    assert scoring.models_left(game.play) == (2, 1) and scoring.casualties(game.play) == (0, 0)


@pytest.mark.parametrize("dice", [(6, 6, 1, 1), (6, 6, 6, 6)])
def test_a_crew_that_flees_leaves_its_vehicle_as_a_wreck(dice: Any) -> None:
    game, (sledge,) = convoy()
    game.state.turn = replace(game.state.turn, bottled=(True, False))
    run_rule(game, ending.flee_battlefield, 0, dice=dice)
    assert bool(game.happened(VehicleWrecked)) == (dice[-1] == 1) == game.record(sledge).wrecked


def test_vehicles_give_up_the_field_with_those_in_them() -> None:
    game, (sledge,) = convoy()
    game.state.put(replace(game.record(sledge), embarked=(0,)))
    game.state.put(replace(game.record(0), status=Status.OUT, deployed=False))
    game.state.turn = replace(game.state.turn, bottled=(True, False))
    run_rule(game, ending.voluntary_flight, 0, flight=[True])
    assert game.happened(DroveAway) and game.happened(Fled) and game.record(sledge).embarked == ()
    assert game.state.turn.phase == "over" and game.record(0).deployed


@pytest.mark.parametrize(("at", "lends"), [((20, 14), True), ((20, 15), False)])
@pytest.mark.parametrize("vehicle", [True, False])
def test_friendly_models_within_three_inches_help_a_crew_to_rally(at: Any, lends: bool, vehicle: bool) -> None:
    """The hull ends at y = 11.75; another that looks east is 2.5 inches across."""
    others = [(at[0], at[1] + 1.25)] if vehicle else []
    game, (sledge, *_) = convoy(*others, fighters=((2, 2),) if vehicle else ((at[0], at[1] + 0.6),))
    for each in game.state.records[sledge + 1 :]:
        game.state.put(replace(each, at=replace(each.at, fx=1, fy=0)))
    game.given(sledge, broken=True)
    run_rule(game, ending.rally, 0, dice=(3, 2))
    assert bool(game.happened(Rallied)) == lends, "Cool 6+"


@pytest.mark.parametrize(("x", "lends"), [(15.3, True), (15.2, False)])
def test_so_does_a_vehicle_help_a_fighter(x: float, lends: bool) -> None:
    game, _ = convoy(fighters=((x, 10),))
    game.given(0, broken=True)
    cool = game.model(0).profile.cl
    run_rule(game, ending.rally, 0, dice=(cool - 3, 2))
    assert bool(game.happened(Rallied)) == lends


@pytest.mark.parametrize(("dice", "rallies"), [((3, 3), True), ((3, 2), False)])
def test_broken_crews_rally(dice: Any, rallies: bool) -> None:
    game, (sledge,) = convoy(broken=True)
    run_rule(game, ending.rally, 0, dice=dice)
    assert bool(game.happened(Rallied)) == rallies != game.record(sledge).broken
