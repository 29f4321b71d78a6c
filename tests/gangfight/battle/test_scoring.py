"""Victory points, and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import GONE, battle, figure, from_the_start, points_scored, scene
from warbook.core.structs import replace
from warbook.rulesets.gangfight import RULESET
from warbook.rulesets.gangfight.battle import scoring
from warbook.rulesets.gangfight.events.rounds import Ended
from warbook.rulesets.gangfight.records.position import supplies
from warbook.rulesets.gangfight.records.world import Play


def last_turn(**turn: Any) -> Any:
    """The defender's last turn in a battle of two against two."""
    return scene(
        red=[figure(10, 10), figure(14, 10)],
        blue=[figure(10, 40), figure(14, 40)],
        **{"seat": 1, "round": 8, **turn},
    )[0]


def ended(game: Any) -> list[tuple[int, str]]:
    return [(e.winner, e.why) for e in game.happened(Ended)]


def test_the_battle_ends_with_its_eighth_round_or_the_one_that_the_table_says() -> None:
    game = last_turn(round=7)
    game.goes_on()
    assert not ended(game) and game.state.turn.round == 8
    game = last_turn()
    game.goes_on()
    assert ended(game) == [(-1, "round 8 was the last")]
    game = last_turn(round=4, options={"rounds": 4})
    game.goes_on()
    assert ended(game) == [(-1, "round 4 was the last")]


def test_on_level_points_it_is_said_that_the_survivors_decide() -> None:
    game = battle("open-field", seat=1, round=8)
    for who in game.world.sides[1][1:]:
        game.given(who, **GONE)
    play = game.play
    scoring.finish(play, "round 8 was the last")
    assert play.state.turn.winner == 0
    assert play.state.turn.why_over == "round 8 was the last; on level points the dearer survivors win"


def test_a_scenario_says_how_many_rounds_there_are_unless_the_table_does() -> None:
    game = from_the_start("open-field")
    assert scoring.last_round(game.play) == 8
    short = RULESET.having({"rounds": 5})
    assert scoring.last_round(Play(game.state, short, game.world, [])) == 5
    world = replace(game.world, scenario=replace(game.world.scenario, rounds=3))
    assert scoring.last_round(Play(game.state, RULESET, world, [])) == 3


def test_more_points_win_then_the_dearer_survivors_then_nobody() -> None:
    game = battle("open-field")
    game.state.turn = replace(game.state.turn, points=(1, 2))
    assert scoring.leading(game.play) == 1
    game.state.turn = replace(game.state.turn, points=(2, 2))
    red, blue = (scoring.survivors(game.play, seat) for seat in (0, 1))
    assert scoring.leading(game.play) == (-1 if red == blue else int(blue > red))
    for who in game.world.sides[1][1:]:
        game.given(who, **GONE)
    assert scoring.leading(game.play) == 0
    for who in game.world.sides[0]:
        game.given(who, **GONE)
    assert scoring.leading(game.play) == 1


@pytest.mark.parametrize("points", [2, 0, 4])
def test_wiping_out_the_enemy_ends_the_battle_and_is_worth_points(points: int) -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 40, **GONE)], options={"wipe-out-points": points})
    assert scoring.points(game.play) == (points, 0)
    game.goes_on()
    assert points_scored(game) == ([(0, points)] if points else [])
    assert ended(game) == [(0 if points else -1, "a side has nobody left")]
    assert scoring.points(game.play) == (points, 0)


def test_who_is_still_to_come_is_left_and_civilians_are_not_of_the_party() -> None:
    game, *_ = scene(red=[figure(10, 10)], blue=[figure(0, 0, state="waiting")])
    assert not scoring.wiped_out(game.play, 1)
    game, *_ = scene(red=[figure(10, 10)], blue=[figure(0, 0, **GONE)], civilians=[figure(20, 20, profile="civilian")])
    assert scoring.wiped_out(game.play, 1)
    game, *_ = scene(red=[figure(10, 10)], blue=[figure(0, 0, state="gone")])
    assert scoring.wiped_out(game.play, 1)


def test_crates_are_counted_when_the_battle_is_over() -> None:
    game = battle("parcels-from-above", round=8, seat=1)
    first, second, third = supplies(game.play)
    for crate, seat in ((first, 1), (second, 0), (third, 1)):
        game.state.put(replace(crate, claimed=seat))
    assert scoring.points(game.play) == (1, 2)
    game.state.turn = replace(game.state.turn, stage="complications", complication=9)
    game.goes_on()
    assert points_scored(game) == [(0, 1), (1, 2)] and ended(game)[0][0] == 1
    result = RULESET.result(game.state)
    assert result is not None and result.points == (1, 2) and result.winner == 1


def test_a_crate_that_is_carried_is_its_carriers() -> None:
    game = battle("parcels-from-above")
    crate = supplies(game.play)[0]
    game.state.put(replace(crate, state="taken", carrier=0, claimed=0))
    strict = RULESET.having({"crates-must-be-carried": True})
    assert scoring.points(Play(game.state, strict, game.world, [])) == (1, 0)


# ---- the last one of a side ------------------------------------------------------------------------------------------


def last_leader(**turn: Any) -> Any:
    """A scene in which the last of blue, its leader, is about to be struck down."""
    hero: dict[str, Any] = {"profile": "human-hero", "leader": True}
    weak: dict[str, Any] = {"wounds": 1, "stats": {"arm": 0, "defence": 4}}
    return scene(
        red=[figure(10, 10, **hero)],
        blue=[figure(10, 11.1, **hero, **weak), *(figure(30 + 2 * n, 40, **GONE) for n in range(2))],
        civilians=[figure(40, 40, profile="civilian")],
        **turn,
    )


@pytest.mark.parametrize(
    ("turn", "points"),
    [
        ({"stage": "end-game", "end_game": 1}, [(0, 2), (0, 2)]),
        ({"stage": "end-game", "end_game": 3}, [(0, 2), (0, 2)]),
        ({"stage": "end-game", "end_game": 5}, [(0, 2)]),
        ({"stage": "scored", "end_game": 1}, [(0, 2)]),
        ({"engagement": "battleground"}, [(0, 1), (0, 2)]),
        ({"engagement": "escort"}, [(0, 1), (0, 2)]),
    ],
)
def test_the_blow_that_wipes_out_a_side_earns_what_else_it_earns(
    turn: dict[str, Any], points: list[tuple[int, int]]
) -> None:
    game, red, blues, _ = last_leader(**turn)
    game.does(red, "fight", at=blues[0], dice=[4, 1, 1, 1])
    game.goes_on()
    assert points_scored(game) == points
    assert len(game.happened(Ended)) == 1 and game.state.turn.winner == 0
