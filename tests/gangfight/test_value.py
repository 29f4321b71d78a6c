"""What a position is worth: what greedy plays by."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from tests.gangfight.scenes import figure, scene
from warbook.core.dice import Dice
from warbook.core.oracle import Pending, Table
from warbook.core.play import Play, run_step
from warbook.players.greedy import Greedy
from warbook.rulesets.gangfight.events.deeds import Declared
from warbook.rulesets.gangfight.value import FAR, KEPT, SCORE, value


def worth(game: Any, seat: int = 0) -> float:
    return value(game.play.world, game.state, seat)


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    game, _, _ = scene(red=[figure(10, 10), figure(14, 10)], blue=[figure(10, 18, wounds=1)])
    assert worth(game, 0) > 0 > worth(game, 1)


def test_nobody_stays_away_because_others_would_have_it_nearer() -> None:
    blue = [figure(10 + 2 * n, 40) for n in range(4)]
    at_home, on_its_way = (worth(scene(red=[figure(10, south)], blue=blue)[0]) for south in (10, 20))
    assert on_its_way > at_home


def test_points_are_held_where_an_enemy_is_about_to_come() -> None:
    def held(away: float) -> float:
        mine = [figure(10, 10, ap=ap, activation="done") for ap in (1, 0)]
        with_point, without = (worth(scene(red=[one], blue=[figure(10, 10 + away)])[0]) for one in mine)
        return with_point - without

    assert held(6) > held(13) > held(30) == 0


def test_a_point_still_to_be_spent_is_worth_the_way_that_it_would_carry() -> None:
    def ready(ap: int) -> float:
        return worth(scene(red=[figure(10, 10, ap=ap, activation="active")], blue=[figure(10, 40)], actor=0)[0])

    assert ready(3) - ready(2) == pytest.approx(ready(2) - ready(1))
    assert ready(2) - ready(1) == pytest.approx(KEPT + 4 * FAR)


def test_the_first_blow_of_a_battleground_is_a_point_to_come() -> None:
    before, after = (
        worth(scene(red=[figure(10, 10)], blue=[figure(10, 11.5)], engagement="battleground", blow=blow)[0])
        for blow in ((), (0, 1))
    )
    assert SCORE - 2 < after - before < SCORE + 2


def test_greedy_fights_who_stands_before_it() -> None:
    game, _, blue = scene(red=[figure(10, 10, activation="active")], blue=[figure(10, 11.5, ap=1, wounds=1)], actor=0)
    table = Table(Dice(1), {0: Greedy(1)})
    play = Play(game.state.copy(), game.play.ruleset, game.play.world, [], table, game.state)
    with suppress(Pending):  # blue is asked whether it strikes back
        run_step(play)
    (declared,) = [event for event in play.events if isinstance(event, Declared)]
    assert declared.deed.row == "melee"
    assert declared.deed.aims == ((0, blue),)
