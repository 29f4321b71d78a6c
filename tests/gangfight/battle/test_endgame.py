"""How a battle ends once the end game is rolled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.gangfight.scenes import GONE, figure, points_scored, scene
from warbook.core.length import INCH
from warbook.core.structs import replace
from warbook.rulesets.gangfight.battle import endgame
from warbook.rulesets.gangfight.events.rounds import Ended
from warbook.rulesets.gangfight.events.scenario import Decided, EndGameRolled, Scored
from warbook.rulesets.gangfight.records.world import Play


def parties(red_gone: Iterable[int] = (), blue_gone: Iterable[int] = (), **turn: Any) -> Any:
    """Four figures on either side in their zones, the first of each its leader; some are gone."""
    return scene(
        red=[_one(n, 5, red_gone) for n in range(4)],
        blue=[_one(n, 43, blue_gone) for n in range(4)],
        **{"stage": "end-game", **turn},
    )[0]


def _one(n: int, y: float, gone: Iterable[int]) -> Any:
    return figure(10 + 4 * n, y, profile="human-hero", leader=n == 0, **(GONE if n in gone else {}))


def ends(game: Any) -> list[tuple[int, str]]:
    return [(e.winner, e.why) for e in game.happened(Ended)]


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_says_how_the_battle_ends_once(face: int) -> None:
    game = parties(stage="complications", complication=9)
    play = Play(game.state, game.ruleset, game.world, [])
    play.then(endgame.end_game, 1, 3)
    play.then(endgame.end_game, 0, 3)
    game.state.agenda = tuple(waiting for waiting, _ in play.queue)
    game.goes_on(dice=[face])
    assert [(e.seat, e.number) for e in game.happened(EndGameRolled)] == [(1, face)]
    assert game.state.turn.mark("retreat-by") == (4 if face > 4 else -1)


# ---- rout ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", [1, 2])
def test_the_first_to_leave_the_enemy_a_quarter_scores_and_the_battle_ends_with_the_round(face: int) -> None:
    game = parties(blue_gone=(1, 2), end_game=face)
    game.goes_on(activate="end the turn")
    assert points_scored(game) == []
    game = parties(blue_gone=(1, 2, 3), end_game=face)
    game.goes_on()
    assert points_scored(game) == [(0, 2)] and game.happened(Decided) and not ends(game)
    game.goes_on(activate=["end the turn", "end the turn"])
    assert ends(game) == [(0, "the rout is complete")]


@pytest.mark.parametrize(("seat", "attacker", "first"), [(0, 1, 0), (1, 0, 1), (2, 0, 0), (2, 1, 1)])
def test_of_two_that_are_routed_at_once_the_enemy_of_whose_turn_it_is_is_routed_first(
    seat: int, attacker: int, first: int
) -> None:
    game = parties(red_gone=(1, 2, 3), blue_gone=(1, 2, 3), end_game=1, seat=seat, attacker=attacker)
    game.goes_on()
    assert points_scored(game) == [(first, 2)]


def test_a_rout_that_is_decided_in_the_last_round_ends_the_battle() -> None:
    game = parties(blue_gone=(1, 2, 3), end_game=1)
    game.state.turn = replace(game.state.turn, round=8)
    game.goes_on(activate=["end the turn", "end the turn"])
    assert ends(game) == [(0, "the rout is complete")]


# ---- assassination ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", [3, 4])
def test_who_kills_the_enemys_leader_scores_and_the_battle_is_over(face: int) -> None:
    game = parties(blue_gone=(1, 2), end_game=face)
    game.goes_on(activate="end the turn")
    assert not ends(game)
    game = parties(blue_gone=(0,), end_game=face)
    game.goes_on()
    assert points_scored(game) == [(0, 2)] and ends(game) == [(0, "a leader has fallen")]
    game = parties(red_gone=(0,), end_game=face)
    game.goes_on()
    assert points_scored(game) == [(1, 2)]


def test_two_dead_leaders_are_worth_nothing() -> None:
    game = parties(red_gone=(0,), blue_gone=(0, 1), end_game=3)
    game.goes_on()
    assert points_scored(game) == [] and ends(game) == [(-1, "a leader has fallen")]


# ---- retreat ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("away", "seat"), [(1, 0), (2, 1)])
def test_attackers_mostly_in_their_zone_after_their_next_turn_have_retreated(away: int, seat: int) -> None:
    game = parties(end_game=5, marks=(("retreat-by", 2),), round=2)
    for who in range(away):
        game.given(who, at=replace(game.record(who).at, y=13 * INCH))
    game.goes_on(activate="end the turn")
    assert points_scored(game) == [(seat, 2)] and ends(game) == [(seat, "the retreat is over")]


def test_who_surrounds_the_defenders_with_the_turn_that_ends_the_battle_scores_that_first() -> None:
    game, _, _ = scene(
        red=[figure(x, y) for x, y in ((10, 6), (30, 6), (21, 2), (21, 11))], blue=[figure(20, 6), figure(22, 7)],
        engagement="ambush", stage="end-game", end_game=5, marks=(("retreat-by", 2),), round=2, actor=-1,
    )  # fmt: skip
    game.goes_on(activate="end the turn")
    ends_with = [type(event) for event in game.events if isinstance(event, Scored | Ended)]
    assert points_scored(game) == [(0, 1), (0, 2)] and ends_with == [Scored, Scored, Ended]


@pytest.mark.parametrize(("away", "seat"), [(1, 1), (2, 0)])
def test_attackers_from_the_north_retreat_there(away: int, seat: int) -> None:
    game = parties(end_game=5, marks=(("retreat-by", 2),), round=2, attacker=1, seat=1)
    for who in range(4, 4 + away):
        game.given(who, at=replace(game.record(who).at, y=35 * INCH))
    game.goes_on()
    assert points_scored(game) == [(seat, 2)]


def test_the_retreat_is_not_counted_before_the_attackers_next_turn_is_over() -> None:
    game = parties(end_game=6, marks=(("retreat-by", 2),), round=1)
    game.goes_on(activate="end the turn")
    assert not ends(game)
    game = parties(end_game=6, marks=(("retreat-by", 2),), round=2, attacker=1)
    game.goes_on(activate="end the turn")
    assert not ends(game)
