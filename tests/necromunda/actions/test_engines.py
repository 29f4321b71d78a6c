"""Engines that have stalled: Jump Start, the test of the end phase, Turn Over, Free Wheel."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.movement.test_driving import EAST, NORTH, covers, on_the_road
from tests.necromunda.scenes import add_vehicle, fighter, run_rule, scene
from warbook.core.structs import replace
from warbook.rulesets.necromunda.checks.characteristics import Steering, number_needed
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.vehicles import Restarted
from warbook.rulesets.necromunda.harm.recovery import recovery
from warbook.rulesets.necromunda.records.vehicles import Driver
from warbook.testing import drive


def stalled(**changes: Any) -> tuple[Any, int]:
    """A vehicle with the Handling 7+ whose engine has stalled."""
    return on_the_road(stalled=True, **changes)


def needed(game: Any, who: int, test: str) -> int:
    """The number that a test of this kind takes."""
    return number_needed("handling", 7, Steering(Driver(game.play, who), test)).number


@covers("jump-start", "works")
def test_a_handling_test_gets_an_engine_going() -> None:
    game, lorry = stalled()
    game.does(lorry, "jump-start", dice=[3, 3])
    assert not game.record(lorry).stalled
    game.then("vehicle-move", drive=drive((7, NORTH)))
    assert game.at(lorry) == (20, 17, 0)


def test_a_start_that_fails_may_be_tried_again() -> None:
    game, lorry = stalled()
    game.does(lorry, "jump-start", dice=[3, 2])
    assert game.record(lorry).stalled
    game.then("jump-start", dice=[6, 2])
    assert not game.record(lorry).stalled


@pytest.mark.parametrize(
    "action",
    [pytest.param(each, marks=covers(each, "refused"), id=each) for each in ("jump-start", "turn-over", "free-wheel")],
)
def test_none_of_this_is_for_an_engine_that_runs(action: str) -> None:
    game, lorry = on_the_road()
    assert game.why_not(lorry, action) == ("It must be stationary: its engine runs.",)


@covers("jump-start", "numbers")
@pytest.mark.parametrize(
    ("test", "changes", "options", "number"),
    [
        ("jump-start", {"hull_points": 1}, {}, 7),
        ("jump-start", {"hull_points": 2}, {}, 6),
        ("jump-start", {"hull_points": 2, "turned_over": True}, {}, 5),
        ("jump-start", {"hull_points": 1, "turned_over": True}, {"turn-over-helps-jump-start": False}, 7),
        ("restart", {"hull_points": 2}, {}, 6),
        ("restart", {"hull_points": 2}, {"sound-hulls-restart": False}, 7),
        ("restart", {"hull_points": 1, "turned_over": True}, {"turn-over-helps-jump-start": False}, 6),
        ("control", {"hull_points": 3, "turned_over": True}, {}, 7),
    ],
)
def test_what_makes_it_easier_to_start(test: str, changes: Any, options: Any, number: int) -> None:
    game, lorry = stalled(options=options, **changes)
    assert needed(game, lorry, test) == number


@pytest.mark.parametrize(("dice", "runs"), [((3, 3), True), ((3, 2), False)])
def test_in_the_end_phase_each_side_tests_for_its_stalled_vehicles(dice: tuple[int, int], runs: bool) -> None:
    game, lorry = stalled()
    run_rule(game, recovery, 1)
    assert not game.events
    run_rule(game, recovery, 0, dice=dice)
    assert game.record(lorry).stalled is not runs
    assert [event.runs for event in game.happened(Restarted)] == [runs]


def test_nobody_starts_an_engine_in_his_sleep() -> None:
    game, lorry = stalled(unconscious=True)
    run_rule(game, recovery, 0, dice=(1,))  # nor does he wake
    assert game.record(lorry).stalled
    game, lorry = stalled(unconscious=True, options={"blacked-out-drivers-restart": True})
    run_rule(game, recovery, 0, dice=(6, 6), **{"recovery.of": ["engine"]})
    assert not game.record(lorry).stalled


@pytest.mark.parametrize(("choice", "dice"), [("engine", (6, 6)), ("driver", (4,))])
def test_a_vehicle_recovers_from_one_thing_in_an_end_phase(choice: str, dice: tuple[int, ...]) -> None:
    game, lorry = stalled(flesh=1)
    run_rule(game, recovery, 0, dice=dice, **{"recovery.of": [choice]})
    assert game.record(lorry).stalled == (choice == "driver") and game.record(lorry).flesh == (choice == "engine")


@covers("turn-over", "works")
def test_an_engine_that_is_turned_over_creeps_and_starts_more_easily_once() -> None:
    game, lorry = stalled(hull_points=1)
    game.does(lorry, "turn-over", dice=[2], drive=drive((1, NORTH), (1, EAST)))
    assert game.at(lorry) == (21, 11, 0) and game.record(lorry).turned_over
    game.then("jump-start", dice=[3, 2])
    assert game.record(lorry).stalled and not game.record(lorry).turned_over
    assert needed(game, lorry, "restart") == 7


def test_what_does_not_help_is_not_used_up() -> None:
    game, lorry = stalled(hull_points=1, options={"turn-over-helps-jump-start": False})
    game.does(lorry, "turn-over", dice=[1], drive=())
    game.then("jump-start", dice=[3, 3])
    assert game.record(lorry).stalled and needed(game, lorry, "restart") == 6


@covers("turn-over", "numbers")
@pytest.mark.parametrize(("face", "far"), [(1, 1000), (3, 3000)])
def test_it_creeps_d3_inches_ahead(face: int, far: int) -> None:
    game, lorry = stalled()
    rules = game.asks(lorry, "turn-over", dice=[face]).rules
    assert (rules.allowance, rules.ahead, rules.back, rules.turns) == (far, True, 0, 1)


@covers("free-wheel", "works")
@pytest.mark.parametrize(("way", "far", "y"), [(1, 4, 14), (2, -4, 6)])
def test_a_vehicle_rolls_ahead_or_backwards(way: int, far: float, y: float) -> None:
    game, lorry = stalled()
    game.does(lorry, "free-wheel", dice=[5, way], drive=drive((far, NORTH)))
    assert game.at(lorry) == (20, y, 0) and game.record(lorry).stalled


@covers("free-wheel", "numbers")
@pytest.mark.parametrize(("way", "ahead", "back"), [(1, True, 0), (2, False, 6000)])
def test_it_rolls_d6_inches_one_way_alone(way: int, ahead: bool, back: int) -> None:
    game, lorry = stalled()
    rules = game.asks(lorry, "free-wheel", dice=[6, way]).rules
    assert (rules.allowance, rules.ahead, rules.back, rules.turns) == (6000, ahead, back, 1)


@pytest.mark.parametrize(
    ("ends", "facing", "dice", "y"), [(True, NORTH, (), 11), (False, NORTH, (), 14), (True, EAST, (), 11)]
)
def test_whether_it_rolls_on_into_what_it_meets_is_an_option(ends: bool, facing: Any, dice: Any, y: float) -> None:
    game, lorry = stalled(options={"free-wheel-ends-on-collision": ends})
    reach = 4 if facing == NORTH else 3.25
    other = add_vehicle(game, 1, 20, 11 + reach, profile="tarpaulin", facing=facing)
    before = game.at(other)
    question = game.asks(lorry, "free-wheel", dice=[4, 1])
    assert any("which stops it" in each for each in question.remarks(drive((4, NORTH)))[1]) == ends
    game.does(lorry, "free-wheel", dice=[4, 1, 1, 1, *dice], drive=drive((4, NORTH)))
    assert game.at(lorry) == (20, y, 0) and (game.at(other) == before) == ends
    assert not game.state.effects or not ends


def test_the_log_says_whether_it_starts() -> None:
    assert RULESET.sentence(Restarted(0, True, False), str) == "The engine of 0 starts again."
    assert RULESET.sentence(Restarted(0, False, False), str) == "The engine of 0 does not start."


# ---- a house rule ----------------------------------------------------------------------------------------------------

RAMP = """
[[ramp]]
foot = [20, 4, 0]
top = [20, 16, 2]
width = 8

[[platform]]
rect = [16, 16, 8, 12]
z = 2
"""


def on_a_slope(facing: tuple[int, int], *house_rules: str) -> tuple[Any, int]:
    """A stalled vehicle on the middle of a ramp that leads down to the south."""
    red, blue = [fighter(2, 2)], [fighter(46, 46)]
    game, *_ = scene(red=red, blue=blue, board=RAMP, ruleset=RULESET, house_rules=house_rules)
    who = add_vehicle(game, 0, 20, 10, profile="tarpaulin", facing=facing, stalled=True)
    record = game.record(who)
    game.state.put(replace(record, at=replace(record.at, z=1_000)))
    return game, who


@pytest.mark.parametrize(("facing", "ahead"), [((0, -1), True), (NORTH, False), ((1, 2), False), ((-1, -4), True)])
def test_on_a_slope_a_house_rule_rolls_it_down_without_a_die(facing: tuple[int, int], ahead: bool) -> None:
    game, lorry = on_a_slope(facing, "rolls-downhill")
    assert game.asks(lorry, "free-wheel", dice=[6]).rules.ahead is ahead
    game, lorry = on_a_slope(facing)
    assert game.asks(lorry, "free-wheel", dice=[6, 2 if ahead else 1]).rules.ahead is not ahead


def test_across_a_slope_and_on_the_level_the_die_says_so_still() -> None:
    game, lorry = on_a_slope(EAST, "rolls-downhill")
    assert not game.asks(lorry, "free-wheel", dice=[6, 2]).rules.ahead
    game, lorry = stalled()
    game.ruleset = RULESET.having(house_rules=["rolls-downhill"])
    assert game.asks(lorry, "free-wheel", dice=[6, 1]).rules.ahead
