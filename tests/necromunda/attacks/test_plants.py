"""Plants that attack, under the classic rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.badzones import FAR, badzone
from tests.necromunda.scenes import (
    COLD,
    end_round,
    fighter,
    first_candidate,
    leg,
    marker,
    rolled_keys,
    run_rule,
    spot,
    way,
)
from warbook.rulesets.necromunda.attacks import plants
from warbook.rulesets.necromunda.records.effects import begin_effect

PLANT = 2  # after one fighter a side
RIMS = 2 * 0.492


def beside(kind: str, gap: float, environment: str = "", **changes: Any) -> Any:
    """A fighter about to come so near to a plant at (10, 10), from the south."""
    game, red, blue = badzone(
        fighter(10, 10 - gap - RIMS - 1, **changes), FAR, environment=environment, board=marker(kind, 10, 10)
    )
    return game, red, blue


def come_near(game: Any, who: int, *dice: int) -> None:
    x, y, _ = game.at(who)
    game.does(who, "move", path=way(leg(x, y + 1)), dice=dice)


@pytest.mark.parametrize(("gap", "environment", "tests"), [(2.9, "", 1), (3.1, "", 0), (5.9, "dome-jungle", 1)])
def test_who_moves_and_ends_near_a_plant_tests_its_initiative(gap: float, environment: str, tests: int) -> None:
    for kind in plants.THORNS:
        game, red, _ = beside(kind, gap, environment)
        come_near(game, red, *[6] * tests)
        assert rolled_keys(game) == [kind] * tests
        game.does(red, "move", path=lambda asked: asked.candidates(1)[0], dice=[6] * tests)


def test_who_runs_for_cover_or_walks_on_from_a_trap_it_has_set_tests_as_well() -> None:
    game, red, _ = beside("needle-shrub", 1.9, "dome-jungle", broken=True)
    game.does(red, "running-for-cover", dice=[1, 1, 6], path=first_candidate)
    assert rolled_keys(game) == ["run-for-cover.distance", "needle-shrub"]
    game, red, _ = beside("needle-shrub", 2.9, wargear=("frag-trap",))
    x, y, _ = game.at(red)
    game.does(red, "set-trap", place=spot(x, y - 1.4)[:3], path=way(leg(x, y + 1)), dice=[4, 6])
    assert rolled_keys(game) == ["trap.move", "needle-shrub"]


def test_who_stays_where_it_is_near_a_plant_is_left_alone() -> None:
    game, red, _ = beside("needle-shrub", 1.9, weapons=["autogun"])
    game.does(red, "aim")
    assert not rolled_keys(game)


def test_when_everything_is_shut_down_plants_do_nothing() -> None:
    for plant in ("needle-shrub", "web-gorse", "grapple-weed"):
        game, red, _ = badzone(
            fighter(10, 10 - 2.9 - RIMS - 1, weapons=["autogun"]), event="shutdown", board=marker(plant, 10, 10)
        )
        come_near(game, red)
        end_round(game, dice=[1, 5, 2])  # whether the event is over, and who has priority: nothing else is rolled


@pytest.mark.parametrize(("environment", "face", "wounds"), [("", 4, 2), ("", 5, 1), ("dome-jungle", 4, 1)])
def test_needles_hit_harder_in_a_jungle(environment: str, face: int, wounds: int) -> None:
    game, red, _ = beside("needle-shrub", 2.9, environment, wounds=2)
    come_near(game, red, 1, face)
    assert game.record(red).wounds == wounds and game.record(red).status.value == "pinned"


def test_gorse_webs_and_goes_on_weakening_whom_it_has_stung() -> None:
    game, red, _ = beside("web-gorse", 2.9)
    come_near(game, red, 1, 6)
    assert game.record(red).suffers("webbed") and game.model(red).effect("stung")
    for face, strength in ((3, 3), (4, 2)):
        run_rule(game, plants.weaken, red, dice=(face,))
        assert game.model(red).strength == strength


def test_with_no_strength_left_it_is_out_of_action() -> None:
    game, red, _ = beside("web-gorse", 2.9)
    run_rule(game, lambda play: begin_effect(play, "strength", red, "battle", -2))
    run_rule(game, plants.weaken, red, dice=(2, *COLD))
    assert game.record(red).status.value == "out-of-action"


@pytest.mark.parametrize(
    ("gap", "dice", "wounds"), [(11.9, (3,), 3), (11.9, (4, 3), 3), (11.9, (4, 4, 4, 4, 3), 2), (12.1, (), 3)]
)
def test_a_shrub_shoots_at_whoever_is_nearest(gap: float, dice: tuple[int, ...], wounds: int) -> None:
    game, red, _ = badzone(fighter(10, 10 + gap + RIMS, wounds=3), FAR, board=marker("needle-shrub", 10, 10))
    run_rule(game, plants.shoot_needles, PLANT, dice=dice)
    assert game.record(red).wounds == wounds


@pytest.mark.parametrize(("dice", "hurt"), [((1, 2), False), ((3, 4, 2), False), ((3, 4, 3, 3), True)])
def test_weed_creeps_up_and_strikes(dice: tuple[int, ...], hurt: bool) -> None:
    game, red, _ = badzone(fighter(10, 20, wounds=2), FAR, board=marker("grapple-weed", 10, 10))
    run_rule(game, plants.creep, PLANT, dice=dice)
    assert game.at(PLANT)[1] == pytest.approx(10 + sum(dice[:2]), abs=0.01)
    assert (game.record(red).wounds == 1) == hurt


def test_in_the_end_phase_plants_grow() -> None:
    board = marker("grapple-weed", 10, 10) + marker("needle-shrub", 30, 10)
    game, _, _ = badzone(fighter(10, 40), FAR, board=board)
    run_rule(game, plants.grow_later, None, dice=(1, 1))
    assert rolled_keys(game) == ["weed"]
