"""Comparisons: what a rule changes between equal players, against effects that are known exactly."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator
from itertools import islice
from threading import Event
from typing import Any

import pytest

from tests.sim.coins import COINS, MEAN_FACE, SETUP, WIN, find
from warbook.core.errors import WarbookError
from warbook.core.ruleset import Setup
from warbook.sim import Comparison, Effect, Row, Stopped, compare, match
from warbook.sim.plan import Arm, Battlefields, Plan


def compared(*changes: str, **asked: Any) -> Comparison:
    return compare(SETUP, *changes, jobs=1, find=find, **{"games": 300, **asked})


def effect(found: Comparison, id: str) -> Effect:
    return next(e for e in found.effects if e.id == id)


def test_a_house_rule_that_favours_the_first_side_is_found_between_equal_players() -> None:
    """It was always +0.0 % where the second battle of a pair was the first one mirrored."""
    found = compared("lucky-four")
    score = effect(found, "first_side_score").difference
    assert score.low < WIN < score.high
    assert score.low > 0.05
    assert found.plain.games == found.changed.games == 300


def test_the_interval_of_an_effect_holds_the_truth_as_often_as_it_says() -> None:
    held = {"first_side_score": 0, "first_side_casualties": 0}
    truths = {"first_side_score": WIN, "first_side_casualties": -4 / 6}  # a four no longer costs the first side four
    times = 150
    for n in range(times):
        found = compared("lucky-four", games=40, seed=n * 40)
        for id in held:
            told = effect(found, id).difference
            held[id] += told.low <= truths[id] <= told.high
    assert all(0.9 <= count / times <= 0.995 for count in held.values()), held


def test_an_option_is_compared_like_a_house_rule() -> None:
    found = compared("extra-rounds=2")
    rounds = effect(found, "rounds")
    assert (rounds.plain.value, rounds.changed.value, rounds.difference.value) == (1.0, 3.0, 2.0)
    assert effect(found, "first_side_score").difference.value == 0.0
    assert found.changes == ("extra-rounds=2",)


def test_several_changes_are_one_change() -> None:
    found = compared("extra-rounds=2", "lucky-four")
    assert effect(found, "rounds").difference.value == 2.0
    assert effect(found, "first_side_score").difference.low > 0


def test_casualties_points_and_the_attackers_part_are_told_by_side() -> None:
    found = compared("lucky-four", games=600)
    casualties = effect(found, "second_side_casualties").plain
    assert casualties.low < 1 < casualties.high  # of 1, 2 and 3
    points = effect(found, "second_side_points").plain
    assert points.low < (4 + 5 + 6) / 6 < points.high
    both = points.value + effect(found, "first_side_points").plain.value
    assert both == pytest.approx(MEAN_FACE, abs=0.3)
    attacker = effect(found, "attacker_score")  # the second side has it
    assert attacker.plain.value == pytest.approx(1 - effect(found, "first_side_score").plain.value)


def test_what_changes_nothing_is_told_as_that() -> None:
    found = compared("idle")
    assert found.differing.value == 0.0 < found.differing.high < 0.03
    assert all(e.difference.value == 0 for e in found.effects)


def test_both_arms_are_fought_from_the_same_seeds_in_turn() -> None:
    rows: list[Row] = []
    compared("lucky-four", games=3, seed=5, on_row=rows.append)
    assert [(r.arm, r.game, r.seed) for r in rows] == [
        (arm, n, 5 + n) for n in range(3) for arm in ("plain", "changed")
    ]
    assert [r.digest for r in rows[::2]] == [
        Battlefields(Plan((Arm("", SETUP),), "uniform", "uniform", 3, 5, find=find)).fight(n).digest for n in range(3)
    ]


def test_a_comparison_that_is_cut_short_between_two_arms_drops_the_battle_that_has_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def five(plan: Plan, jobs: int | None, stopping: Event) -> Generator[Row]:
        yield from islice(fight_all(plan, jobs, stopping), 5)
        stopping.set()

    fight_all = match.battles
    monkeypatch.setattr(match, "battles", five)
    with pytest.raises(Stopped) as stopped:
        compared("lucky-four", games=10)
    found = stopped.value.found
    assert isinstance(found, Comparison)
    assert (found.plain.games, found.changed.games) == (2, 2)


def test_different_players_exchange_sides_and_their_own_score_is_told() -> None:
    found = compared("lucky-four", red="uniform", blue="first", games=300)
    ids = [e.id for e in found.effects]
    assert ids[0] == "red_score"
    score = effect(found, "red_score").difference  # whoever has the first side gains, and both have it equally often
    assert score.low < 0 < score.high
    first = effect(found, "first_side_score").difference
    assert first.low < WIN < first.high


def test_what_a_ruleset_does_not_count_is_left_out() -> None:
    silent = dataclasses.replace(COINS, statistics=None)
    found = compare(SETUP, "lucky-four", games=4, jobs=1, find=lambda name: silent)
    assert not {"rounds", "first_side_casualties", "attacker_score"} & {e.id for e in found.effects}
    assert {"decisions", "first_side_points"} <= {e.id for e in found.effects}


@pytest.mark.parametrize(
    ("changes", "setup", "message"),
    [
        ((), SETUP, "found no change; wanted a house rule's id or option=value"),
        (("lucky-fuor",), SETUP, "did you mean 'lucky-four'?"),
        (("extra-round=1",), SETUP, "did you mean 'extra-rounds'?"),
        (("extra-rounds=7",), SETUP, "found '7'; wanted 0 or 1 or 2"),
        (("extra-rounds=0",), SETUP, "option extra-rounds is 0 in both arms"),
        (("lucky-four",), Setup("coins", {}, {}, ("lucky-four",)), "house rule lucky-four is in force in both arms"),
    ],
)
def test_a_comparison_that_compares_nothing_is_refused(changes: tuple[str, ...], setup: Setup, message: str) -> None:
    with pytest.raises(WarbookError) as told:
        compare(setup, *changes, games=2, jobs=1, find=find)
    assert message in str(told.value)
