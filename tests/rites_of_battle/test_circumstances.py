"""What is ruled on a check before its dice are thrown: dice for circumstances, and points of destiny."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.rites_of_battle.scenes import at, covers, scene
from tests.rites_of_battle.test_harm import suffers
from tests.rites_of_battle.test_options import SHOT
from tests.rites_of_battle.test_powers import psyker
from tests.rites_of_battle.test_tasks import HOG, ridden
from warbook.core.events import Rolled
from warbook.core.play import Play
from warbook.core.structs import replace
from warbook.rulesets.rites_of_battle.battle import initiative
from warbook.rulesets.rites_of_battle.checks import circumstances
from warbook.rulesets.rites_of_battle.events.checks import CheckAmended
from warbook.rulesets.rites_of_battle.events.turns import DestinyChanged
from warbook.rulesets.rites_of_battle.harm import hazards, injuries
from warbook.rulesets.rites_of_battle.records import Model
from warbook.testing import Script


@covers("combat-check", "works")
def test_a_game_master_rules_on_a_boost_and_a_setback_die_before_the_throw() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")], options={"gm": "adversary"})
    game.does(red, "combat-check", at=blue, **SHOT, circumstances="both", check=["-", "-", "-", "-", "-", "-", "-"])
    (amended,) = game.happened(CheckAmended)
    assert (amended.boosts, amended.setbacks) == (1, 1)


@pytest.mark.parametrize(
    ("most", "listed", "ruled", "added"),
    [
        (1, ("neither", "boost", "setback", "both"), "setback", (0, 1)),
        (2, ("neither", "boost", "setback", "both", "boost 2", "setback 2", "both 2"), "boost 2", (2, 0)),
    ],
)
def test_how_many_dice_of_a_kind_circumstances_give(most: int, listed: Any, ruled: str, added: tuple[int, int]) -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")], options={"gm": "adversary", "circumstance-dice": most})
    assert tuple(game.asks(red, "combat-check", at=blue, **SHOT).options()) == listed
    game.does(red, "combat-check", at=blue, **SHOT, circumstances=ruled, check=["-"] * (5 + sum(added)))
    (amended,) = game.happened(CheckAmended)
    assert (amended.boosts, amended.setbacks) == added


def test_a_table_may_do_without_dice_for_circumstances() -> None:
    options = {"gm": "adversary", "circumstance-dice": 0}
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")], options=options)
    game.does(red, "combat-check", at=blue, **SHOT, check=["-"] * 5)
    assert not game.happened(CheckAmended)


# ---- throws that no action is made for -------------------------------------------------------------------------------


def _by_rule(rule: Callable[..., object], *args: Any) -> Callable[..., None]:
    """A rule by which the first Marine throws dice."""

    def played(options: dict[str, Any], dice: dict[str, list[str]], ruled: dict[str, Any]) -> None:
        game, *_ = scene([at(5, 5)], [at(5, 14, "levy")], options=options)
        script = Script(dice, ruled)
        rule(Play(game.state, game.ruleset, game.world, [], script), *args)
        script.finish()

    return played


def _mastering(options: dict[str, Any], dice: dict[str, list[str]], ruled: dict[str, Any]) -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)], HOG, options=options)
    game.does(red, "mount", mount=2, dice=dice, **ruled)


def _thrown_off(options: dict[str, Any], dice: dict[str, list[str]], ruled: dict[str, Any]) -> None:
    game, red, _, bike = ridden(options=options)
    game.given(bike, wounds=6)
    faces = {"check": ["S", "S", "SA", "-"], **dice}
    game.does(red, "combat-check", at=bike, **SHOT, dice=faces, passing=True, **ruled)


def _under_a_dome(options: dict[str, Any], dice: dict[str, list[str]], ruled: dict[str, Any]) -> None:
    game, red, blue = scene([psyker(5, 5, "force-dome")], [at(5, 14, "renegade")], options=options)
    faces = {"check": ["SS", "SS", "-", "-", "-"], "dome": [*dice["dome"], "LL", "K", "K"]}
    game.does(blue, "combat-check", at=red, force_dome=red, **SHOT, dice=faces, dark=0, **ruled)


def _comparing(options: dict[str, Any], dice: dict[str, list[str]], ruled: dict[str, Any]) -> None:
    game, red, blue = scene([psyker(5, 5, "compel")], [at(5, 9, "renegade")], options={**options, "opposed": "A"})
    faces = {"power": [*["-"] * 4, "L", "K", "K"], **dice}
    game.does(red, "psyker-power", power="compel", target=blue, dark=0, dice=faces, **ruled)


ASIDE: dict[str, tuple[str, int, int, Callable[..., None]]] = {
    "fear": ("fear", 5, 0, _by_rule(lambda play: hazards.test_fear(play, Model(play, 0), 2, 0))),
    "a fall": ("fall", 6, 0, _by_rule(hazards.fall, 0, 20)),
    "initiative": ("initiative", 3, 0, _by_rule(initiative.roll_for, 0)),
    "mastering a beast": ("check", 5, 0, _mastering),
    "keeping one's feet": ("mount.fall", 4, 1, _thrown_off),
    "a dome": ("dome", 6, 1, _under_a_dome),
    "the other side of a contest": ("contest", 3, 1, _comparing),
}
"""The key of the roll, how many dice it has, for how many others there is a ruling before, and how it comes about."""


@covers("mount", "works")
@covers("force-dome", "works")
@pytest.mark.parametrize("name", ASIDE)
def test_a_game_master_rules_on_every_pool_before_it_is_rolled(name: str) -> None:
    key, dice, before, played = ASIDE[name]
    for options in ({"gm": "engine"}, {"gm": "adversary", "circumstance-dice": 0}):
        played(options, {key: ["-"] * dice}, {})
    played({"gm": "adversary"}, {key: ["-"] * (dice + 2)}, {"circumstances": [*["neither"] * before, "both"]})


# ---- destiny ---------------------------------------------------------------------------------------------------------


def test_destiny_is_filled_by_force_dice_and_upgrades_either_side_of_a_check() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")], options={"destiny": True})
    suffers(game, circumstances.fill_destiny, fill=["LL"])
    assert game.state.turn.destiny == (2, 0)
    game.does(red, "combat-check", at=blue, **SHOT, destiny=[True, True], check=["-"] * 6)
    # the light point has become a dark one, which the other side uses at once
    assert game.state.turn.destiny == (2, 0)
    assert game.happened(DestinyChanged)[-2:] == [DestinyChanged(1, 1), DestinyChanged(2, 0)]
    suffers(game, injuries.inflict, red, 1, 10, injury=[26])
    assert game.state.turn.destiny == (1, 1) and game.record(red).strain == 0


def test_points_of_destiny_may_be_used_on_a_check_that_nobody_chose_to_make() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 14, "levy")], options={"destiny": True})
    game.state.turn = replace(game.state.turn, destiny=(1, 0))
    script = Script({"fear": ["-"] * 5}, {"destiny": [True, False]})
    play = Play(game.state, game.ruleset, game.world, [], script)
    hazards.test_fear(play, Model(play, red), 2, 0)
    script.finish()
    (rolled,) = (event for event in play.events if isinstance(event, Rolled))
    assert [name for name, *_ in rolled.signs].count("proficiency") == 3
    assert game.state.turn.destiny == (0, 1)
