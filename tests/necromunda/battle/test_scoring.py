"""Points, the end of a battle, and who has won it."""

from __future__ import annotations

from typing import Any

from tests.necromunda.scenes import fighter, marker, scene
from warbook.core.length import INCH
from warbook.core.structs import replace
from warbook.rulesets.necromunda.battle import scoring
from warbook.rulesets.necromunda.edition_2023 import RULESET
from warbook.rulesets.necromunda.events.moments import CasketLooted
from warbook.rulesets.necromunda.printed.scenario import Casualty, Points
from warbook.rulesets.necromunda.records.fighters import Status, placement_in_status
from warbook.rulesets.necromunda.records.things import Cache

CASKET = marker("casket", 20, 20, "loot")

GOAL = """
[[deployment]]
name = "lane"
rect = [10, 30, 5, 5]
"""


def scoring_scene(red: Any, blue: Any, **how: Any) -> Any:
    """A scene whose scenario may be told more than `scene` asks: goal, points, rounds, sides' own scoring."""
    told = {key: how.pop(key) for key in ("goal", "points", "rounds") if key in how}
    own = how.pop("own", ((), ()))
    game, *ids = scene(red=red, blue=blue, **how)
    setting = game.world.scenario
    sides = {name: replace(getattr(setting, name), scoring=own[n]) for n, name in enumerate(("red", "blue"))}
    game.world = replace(game.world, scenario=replace(setting, **told, **sides))
    return game, *ids


def status(game: Any, who: int, now: Status, **changes: Any) -> None:
    record = game.state.records[who]
    game.state.put(replace(record, status=now, at=placement_in_status(record.at, now), **changes))


def on_round(game: Any, number: int) -> None:
    game.state.turn = replace(game.state.turn, round=number)


# ---- points ----------------------------------------------------------------------------------------------------------


def test_an_enemy_out_of_action_is_worth_points_by_its_role() -> None:
    game, _, blue = scoring_scene(
        [fighter(5, 5)], [fighter(5, 30, profile="chandler"), fighter(9, 30), fighter(12, 30)]
    )
    assert scoring.points(game.play) == (0, 0)
    status(game, blue[0], Status.OUT)
    assert scoring.points(game.play) == (3, 0)
    status(game, blue[1], Status.OUT, fled=True)
    assert scoring.points(game.play) == (4, 0), "one that fled counts like any other"
    status(game, blue[2], Status.SERIOUS)
    assert scoring.casualties(game.play) == (4, 0), "one that is down is not out"


def test_a_scenario_may_price_casualties_otherwise() -> None:
    dear = Points(casualty=Casualty(ganger=7), field=0)
    game, _, blue = scoring_scene([fighter(5, 5)], [fighter(5, 30), fighter(9, 30)], points=dear)
    status(game, blue[0], Status.OUT)
    assert scoring.points(game.play) == (7, 0)


def test_where_casualties_do_not_count_they_earn_nothing() -> None:
    game, _, blue = scoring_scene([fighter(5, 5)], [fighter(5, 30), fighter(9, 30)], scoring=())
    status(game, blue[0], Status.OUT)
    assert scoring.points(game.play) == (0, 0)


def test_the_only_side_left_that_can_fight_gets_the_field() -> None:
    game, red, blue = scoring_scene([fighter(5, 5)], [fighter(5, 30)], scoring=())
    status(game, blue, Status.SERIOUS)
    assert scoring.points(game.play) == (3, 0)
    status(game, red, Status.OUT)
    assert scoring.points(game.play) == (0, 0), "nobody is left"


def test_a_casket_counts_for_a_side_that_alone_stands_within_an_inch_of_it() -> None:
    game, red, blue = scoring_scene([fighter(20, 21.5)], [fighter(30, 30)], board=CASKET, scoring=("caskets",))
    assert scoring.caskets(game.play) == (2, 0)
    record = game.state.records[blue]
    game.state.put(replace(record, at=replace(record.at, x=20 * INCH, y=18 * INCH + 500)))
    assert scoring.caskets(game.play) == (0, 0), "an enemy stands there too"
    game.state.put(replace(game.state.records[red], broken=True))
    assert scoring.caskets(game.play) == (0, 2), "a broken fighter holds nothing"


def test_a_casket_is_not_held_from_further_away_than_an_inch() -> None:
    game, red, _ = scoring_scene([fighter(20, 22)], [fighter(30, 30)], board=CASKET, scoring=("caskets",))
    casket = game.state.records[game.world.count].at
    mine = game.state.records[red]
    touch = casket.y + casket.radius + mine.at.radius
    for gap, held in ((INCH, 2), (INCH + 1, 0)):
        game.state.put(replace(mine, at=replace(mine.at, y=touch + gap)))
        assert scoring.caskets(game.play) == (held, 0)


def test_the_ammo_cache_that_was_in_a_casket_counts_as_the_casket() -> None:
    game, _, _ = scoring_scene([fighter(20, 21.5)], [fighter(30, 30)], board=CASKET, scoring=("caskets",))
    old = game.state.records[game.world.count]
    game.state.put(Cache(id=old.id, owner=-1, profile="ammo-cache", at=old.at))
    assert scoring.caskets(game.play) == (2, 0)


def test_opening_a_casket_earns_a_point_at_once_where_caskets_count() -> None:
    for kinds, points in ((("caskets",), (1, 0)), (("casualties",), (0, 0))):
        game, red, _ = scoring_scene([fighter(20, 21.5)], [fighter(30, 30)], board=CASKET, scoring=kinds)
        play = game.play
        scoring.score_opened_casket(play, CasketLooted(-1, red))
        assert play.state.turn.points == points


def test_survivors_are_those_on_their_feet_or_pinned() -> None:
    game, _, blue = scoring_scene(
        [fighter(5, 5)], [fighter(5, 30), fighter(9, 30), fighter(12, 30)], scoring=(), own=((), ("survivors",))
    )
    status(game, blue[0], Status.PINNED)
    status(game, blue[1], Status.SERIOUS)
    assert scoring.points(game.play) == (0, 2)


def test_whoever_stands_in_the_goal_earns_points() -> None:
    game, _, blue = scoring_scene(
        [fighter(5, 5)],
        [fighter(12, 32), fighter(15, 32), fighter(20, 32)],
        board=GOAL,
        scoring=(),
        goal=("lane",),
        own=((), ("goal",)),
    )
    assert scoring.points(game.play) == (0, 4), "the edge of the goal is part of it"
    game.state.put(replace(game.state.records[blue[0]], broken=True))
    assert scoring.points(game.play) == (0, 2)


def test_a_scenario_may_price_survivors_and_its_goal_otherwise() -> None:
    dear = Points(survivor=3, reached=5, field=0)
    both = [fighter(12, 32), fighter(20, 32)]
    rules: Any = {"board": GOAL, "goal": ("lane",), "points": dear}
    game, *_ = scoring_scene([fighter(5, 5), fighter(8, 5)], both, scoring=("survivors",), **rules)
    assert scoring.points(game.play) == (6, 6)
    game, *_ = scoring_scene([fighter(5, 5), fighter(8, 5)], both, scoring=("goal",), **rules)
    assert scoring.points(game.play) == (0, 5)


# ---- the end ---------------------------------------------------------------------------------------------------------


def test_a_battle_goes_on_while_both_sides_have_somebody_and_rounds_are_left() -> None:
    game, _, blue = scoring_scene([fighter(5, 5)], [fighter(5, 30)])
    status(game, blue, Status.PINNED)
    on_round(game, 7)
    assert scoring.verdict(game.play) is None


def test_a_battle_ends_with_its_last_round() -> None:
    for last in (8, 3):
        game, _, _ = scoring_scene([fighter(5, 5)], [fighter(5, 30)], rounds=last)
        on_round(game, last)
        over = scoring.verdict(game.play)
        assert over is not None and f"round {last}" in over.why


def test_a_battle_ends_when_a_side_has_only_the_injured_left() -> None:
    game, _, blue = scoring_scene([fighter(5, 5)], [fighter(5, 30)])
    status(game, blue, Status.SERIOUS)
    over = scoring.verdict(game.play)
    assert over is not None and over.why == "Blue can fight no more."
    assert (over.winner, over.points) == (0, (3, 0))


def test_level_on_points_the_side_that_has_lost_fewer_wins_and_else_it_is_a_draw() -> None:
    game, red, blue = scoring_scene(
        [fighter(5, 5), fighter(8, 5)], [fighter(5, 30), fighter(8, 30), fighter(9, 33)], scoring=()
    )
    on_round(game, 8)
    over = scoring.verdict(game.play)
    assert over is not None and (over.points, over.winner) == ((0, 0), -1), "more fighters from the start are no merit"
    status(game, red[0], Status.SERIOUS)
    over = scoring.verdict(game.play)
    assert over is not None and over.winner == 1
    status(game, blue[0], Status.OUT)
    over = scoring.verdict(game.play)
    assert over is not None and over.winner == -1


def test_the_result_tells_the_winner_the_points_and_why() -> None:
    game, _, blue = scoring_scene([fighter(5, 5)], [fighter(5, 30)])
    assert RULESET.result(game.state) is None
    status(game, blue, Status.OUT)
    over = scoring.verdict(game.play)
    assert over is not None
    over.apply(game.state)
    result = RULESET.result(game.state)
    assert result is not None
    assert (result.winner, result.points, result.why) == (0, (4, 0), "Blue can fight no more.")


def test_the_points_of_a_battle_that_is_over_are_counted_once() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30, status=Status.OUT)], round=8)
    ended = scoring.verdict(game.play)
    assert ended is not None
    game.play.happen(ended)
    assert scoring.points(game.play) == ended.points


def test_statistics_count_who_was_taken_out_of_action_and_not_who_fled_or_never_came() -> None:
    game, red, blue = scoring_scene([fighter(5, 5)], [fighter(x, 30) for x in (5, 10, 15, 20)])
    assert scoring.statistics(game.world, game.state).casualties == (0, 0)
    status(game, red, Status.OUT)
    status(game, blue[0], Status.OUT)
    status(game, blue[1], Status.OUT)
    status(game, blue[2], Status.OUT, fled=True)
    status(game, blue[3], Status.OUT, deployed=False)
    assert scoring.statistics(game.world, game.state).casualties == (1, 2)
