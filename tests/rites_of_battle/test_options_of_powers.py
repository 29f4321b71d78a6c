"""Points on which tables may differ: the warp, mounts, and groups in the order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import at, effects, scene
from tests.rites_of_battle.test_harm import suffers
from tests.rites_of_battle.test_powers import psyker
from tests.rites_of_battle.test_tasks import HOG, ridden
from warbook.core.play import Play
from warbook.mechanics.narrative import Powered
from warbook.rulesets.rites_of_battle.attacks import force
from warbook.rulesets.rites_of_battle.battle import initiative
from warbook.rulesets.rites_of_battle.records import Model, Score
from warbook.testing import Script


@pytest.mark.parametrize(("reading", "choices"), [("whole-dice", [0, 2, 4]), ("any", [0, 1, 2, 3, 4])])
def test_whether_both_dark_pips_of_a_die_are_used_or_none(reading: str, choices: list[int]) -> None:
    game, red, _ = scene([psyker(5, 5)], [at(5, 9)], options={"dark-pips": reading})
    asked: list[list[int]] = []

    def answer(question: Any) -> int:
        asked.append(list(question.listed()))
        return choices[-1]

    play = Play(game.state, game.ruleset, game.world, [], Script(choices={"dark": answer}))
    force.points_of(play, Model(play, red), Powered(0, 0, 0, 0, 0, 4, 2))
    assert asked == [choices]


@pytest.mark.parametrize(
    ("pips", "discipline", "daze"), [(10, 10, 36), (0, 10, 56), (5, 10, 46), (20, 10, 16), (10, 5, 21), (10, 0, 6)]
)
def test_what_dark_pips_and_discipline_do_to_the_roll_on_the_chart(pips: int, discipline: int, daze: int) -> None:
    table = {"chart-by-pips": pips, "chart-by-discipline": discipline}
    for rolled, on in ((daze - 1, {}), (daze, {"disoriented": 1})):  # from 26 on
        game, red, _ = scene([psyker(5, 5)], [at(5, 20)], options=table)
        suffers(game, lambda play, red=red: force.face_warp(play, Model(play, red), 2), warp=[rolled])
        assert effects(game, red) == on


@pytest.mark.parametrize("throws", [True, False])
def test_whether_a_beast_throws_whoever_fails_to_master_it(throws: bool) -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)], HOG, options={"beasts-throw": throws})
    game.does(red, "mount", mount=2, check=["-", "-", "-", "HH", "H"])
    assert (game.record(red).rides, game.record(red).prone) == (-1, throws)


@pytest.mark.parametrize(
    ("falls", "faces", "prone"),
    [("check", ["S", "-", "-", "-"], False), ("check", ["-"] * 4, True), ("always", [], True), ("never", [], False)],
)
def test_whether_a_rider_falls_with_its_mount(falls: str, faces: list[str], prone: bool) -> None:
    game, red, blue, bike = ridden(options={"riders-fall": falls})
    game.given(bike, wounds=6)
    dice = {"mount.fall": faces} if faces else {}
    shot = {"with": (0, "single", -1), "check": ["S", "S", "SA", "-"]}
    game.does(red, "combat-check", at=bike, **shot, dice=dice, passing=True)
    assert (game.record(blue).rides, game.record(blue).prone) == (-1, prone)


@pytest.mark.parametrize(("together", "order"), [(True, [1, 2, 0]), (False, [1, 0, 2])])
def test_whether_those_who_roll_together_act_one_after_another(together: bool, order: list[int]) -> None:
    table = {"gm": "adversary", "enemy-initiative": "group", "groups-act-together": together}
    game, *_ = scene([at(5, 5)], [at(5, 30, "renegade"), at(7, 30, "renegade")], options=table)
    play = Play(game.state, game.ruleset, game.world, [], Script(choices={"initiative.level": (1, 0, 2)}))
    level = [Score(who, 1, 0) for who in range(3)]
    assert [score.who for score in initiative.ranked_level(play, level)] == order
