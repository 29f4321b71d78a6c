"""What the drivers of vehicles know: to keep control, to go faster, to turn once more, to dodge, to mend, to ram."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.actions.test_engines import needed, stalled
from tests.necromunda.movement.test_collisions import MOVE, hit, road
from tests.necromunda.movement.test_driving import EAST, NORTH, WEST, covers, on_the_road
from tests.necromunda.scenes import add_vehicle, rolled_keys, run_rule
from warbook.core.events import Rolled
from warbook.rulesets.necromunda.checks.sides import rear_of
from warbook.rulesets.necromunda.harm import vehicle_hits
from warbook.rulesets.necromunda.harm.strikes import Strike
from warbook.rulesets.necromunda.records.vehicles import Driver
from warbook.testing import drive

NORTH_EAST, SOUTH = (1, 1), (0, -1)
HEAVY = ("heavy-foot",)
NO_WOUNDS = (1, 1)


def test_an_expert_keeps_control_more_easily_and_nothing_else() -> None:
    game, lorry = on_the_road(skills=("expert-driver",))
    assert [needed(game, lorry, test) for test in ("control", "dangerous", "restart")] == [6, 7, 6]


# ---- a heavy foot ----------------------------------------------------------------------------------------------------


@covers("heavy-foot", "works")
@covers("heavy-foot", "numbers")
@pytest.mark.parametrize(("face", "more"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_heavy_foot_makes_a_vehicle_faster_for_an_activation(face: int, more: int) -> None:
    game, lorry = on_the_road(skills=HEAVY)
    game.does(lorry, "heavy-foot", dice=[face])
    assert game.left(lorry) == 2 and "heavy-foot" not in game.acting.allowed()
    game.then(MOVE, drive=drive((7 + more, NORTH)))
    game.then(MOVE, drive=drive((7 + more, NORTH)))
    assert game.at(lorry) == (20, 10 + 2 * (7 + more), 0)
    game.goes_on()
    assert Driver(game.play, lorry).move == 7000


@covers("heavy-foot", "numbers")
def test_or_it_stalls() -> None:
    game, lorry = on_the_road(skills=HEAVY)
    game.does(lorry, "heavy-foot", dice=[1])
    assert game.record(lorry).stalled and game.left(lorry) == 2


@covers("heavy-foot", "refused")
def test_it_takes_a_heavy_foot_and_an_engine_that_runs() -> None:
    game, lorry = on_the_road()
    assert game.why_not(lorry, "heavy-foot") == ("Its driver must have a heavy foot.",)
    game, lorry = stalled(skills=HEAVY)
    assert game.why_not(lorry, "heavy-foot") == ("It must be mobile: its engine has stalled.",)


# ---- slalom ----------------------------------------------------------------------------------------------------------


def test_a_slalom_is_one_more_pivot_of_45_degrees_once_in_a_round() -> None:
    game, lorry = on_the_road(skills=("slalom",))
    question = game.asks(lorry, MOVE)
    assert question.legal(drive((2, EAST), (2, NORTH))) == ("One of its pivots must be of 45° at most.",)
    assert question.legal(drive((2, EAST), (2, NORTH_EAST), (1, EAST)))
    assert question.legal(drive((2, NORTH_EAST), (2, NORTH))) == ()
    game.does(lorry, MOVE, drive=drive((2, EAST), (2, NORTH_EAST)))
    assert game.acting.asks(MOVE).rules.turns == 1
    game, lorry = on_the_road(skills=("slalom",))
    game.does(lorry, MOVE, drive=drive((2, EAST)))
    assert game.acting.asks(MOVE).rules.turns == 2, "it has not been used"


def test_whoever_pivots_at_will_needs_no_slalom() -> None:
    game, walker = on_the_road("patchwork-walker", skills=("slalom",))
    assert game.asks(walker, MOVE).legal(drive((1, EAST), (1, NORTH), (1, WEST))) == ()


# ---- jink ------------------------------------------------------------------------------------------------------------


def struck(dice: tuple[int, ...], hits: int = 1, **changes: Any) -> Any:
    """A lorry (Toughness 4, save 5+) after hits of S4 from behind, whose engine they reach."""
    game, lorry = on_the_road(skills=("jink",), **changes)
    driver = Driver(game.play, lorry)
    blow = Strike(4, 0, 1)
    run_rule(game, lambda play: vehicle_hits.strike(play, Driver(play, lorry), blow, rear_of(driver), hits), dice=dice)
    return game, game.record(lorry)


ENGINE = (4, 4, 6, 1)  # wounds, is not saved, the engine, glancing


@pytest.mark.parametrize(("face", "stalls"), [(6, False), (5, True)])
def test_a_jink_avoids_a_hit_on_a_six(face: int, stalls: bool) -> None:
    game, record = struck((*ENGINE, face))
    assert record.stalled == stalls and rolled_keys(game)[-1] == "jink"


def test_one_jinks_once_in_a_round_when_it_matters_and_awake() -> None:
    assert rolled_keys(struck((3, *ENGINE, 6, *ENGINE), hits=3)[0]).count("jink") == 1
    assert "jink" not in rolled_keys(struck(ENGINE, unconscious=True)[0])


# ---- running repairs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "lost", "points", "runs"), [((6, 1), 1, 3, True), ((5, 1), 1, 2, True), ((6, 6), 0, 2, True)]
)
def test_a_six_of_a_test_to_start_mends_a_hull_point(dice: Any, lost: int, points: int, runs: bool) -> None:
    game, lorry = stalled(skills=("running-repairs",), hull_points=2, hull_lost=lost)
    game.does(lorry, "jump-start", dice=dice)
    assert (game.record(lorry).hull_points, not game.record(lorry).stalled) == (points, runs)


# ---- t-bone ----------------------------------------------------------------------------------------------------------


def rammed(*dice: int) -> tuple[Any, int, int]:
    """A lorry, 5 in front, has met one that is 7 there."""
    game, lorry, _ = road(skills=("t-bone",))
    other = add_vehicle(game, 1, 20, 17.5, profile="gravel-eater", facing=SOUTH)
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[*dice, *NO_WOUNDS])
    return game, lorry, other


def wounds(game: Any) -> list[str]:
    return [event.why for event in game.happened(Rolled) if event.key == "wound"]


@pytest.mark.parametrize(("face", "pushed", "numbers"), [(1, False, "54"), (2, True, "55"), (3, True, "55")])
def test_who_knows_how_to_ram_is_tougher_in_front_by_a_die(face: int, pushed: bool, numbers: str) -> None:
    game, lorry, other = rammed(face)
    assert (game.at(other)[1] > 17.5) == pushed and hit(game) == [other, lorry]
    assert wounds(game) == [f"To wound, {number}+" for number in numbers]


def test_but_once_in_a_round() -> None:
    game, *_ = rammed(1)
    game.then(MOVE, drive=drive((1, NORTH)), dice=NO_WOUNDS)
    assert wounds(game) == ["To wound, 5+", "To wound, 3+"]


def test_a_side_is_never_braced() -> None:
    game, lorry, _ = road(skills=("t-bone",))
    add_vehicle(game, 1, 22.6, 11.5, profile="dust-hare", facing=EAST)
    game.does(lorry, MOVE, drive=drive((0, EAST)), dice=[6, 6, 1, 1])
    assert "t-bone" not in rolled_keys(game)
