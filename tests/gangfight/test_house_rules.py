"""House rules: each off unless the table wants it, and what it changes then."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from tests.gangfight import scenes
from tests.gangfight.scenes import ANYBODY_MAY, figure, scene
from warbook.core.action import Requirement, requirement
from warbook.core.ruleset import HouseRule, Ruleset
from warbook.core.structs import replace
from warbook.rulesets.gangfight import RULESET
from warbook.rulesets.gangfight.actions import banding
from warbook.rulesets.gangfight.attacks import charging
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.deeds import Declared
from warbook.rulesets.gangfight.events.rounds import Drained, Spent
from warbook.rulesets.gangfight.house_rules import HOUSE_RULES
from warbook.rulesets.gangfight.records.model import Model
from warbook.rulesets.gangfight.records.state import STORM


def attacked(game: Any) -> Attacked:
    event: Attacked = game.happened(Attacked)[0]
    return event


def rules(name: str, on: bool) -> dict[str, Any]:
    return {"house_rules": (name,) if on else ()}


@pytest.mark.parametrize(("on", "friends", "dice"), [(True, 1, 4), (True, 2, 5), (True, 3, 5), (False, 2, 3)])
def test_ganging_up_lends_a_die_for_each_friend_at_the_target_two_at_most(on: bool, friends: int, dice: int) -> None:
    spots = [(8.5, 11), (11.5, 11), (10, 12.6)][:friends]
    game, red, blue = scene(
        red=[figure(10, 9.8), *(figure(x, y) for x, y in spots)], blue=[figure(10, 11)], **rules("ganging-up", on)
    )
    game.does(red[0], "fight", at=blue, close=False, dice=[1] * dice)
    assert attacked(game).dice.number == dice


ROOF = """
[[block]]
rect = [5, 5, 10, 10]
height = {height}
"""


@pytest.mark.parametrize(("on", "height", "dice"), [(True, 3, 5), (True, 2.5, 4), (False, 3, 4)])
def test_a_shot_from_above_has_a_die_more(on: bool, height: float, dice: int) -> None:
    game, red, blue = scene(
        red=[figure(14, 14, height, weapons=["rifle"])], blue=[figure(20, 20)],
        board=ROOF.format(height=height), **rules("from-above", on),
    )  # fmt: skip
    game.does(red, "fire", at=blue, dice=[1] * dice)
    assert attacked(game).dice.number == dice


@pytest.mark.parametrize(("on", "profile", "number"), [(True, "ogre-regular", 2), (True, "human-regular", 4)])
def test_large_figures_are_easier_to_shoot(on: bool, profile: str, number: int) -> None:
    game, red, blue = scene(
        red=[figure(10, 10, weapons=["rifle"])],
        blue=[figure(10, 20, profile=profile)],
        **rules("too-large-to-miss", on),
    )
    game.does(red, "fire", at=blue, dice=[1] * 4)
    assert attacked(game).number.number == number


@pytest.mark.parametrize(("on", "points"), [(True, 0), (False, 1)])
def test_quick_to_their_feet_they_stand_up_for_nothing(on: bool, points: int) -> None:
    game, red, _ = scene(red=[figure(10, 10, down=True)], blue=[figure(10, 30)], **rules("kip-up", on))
    game.does(red, "stand-up")
    assert sum(e.points for e in game.happened(Spent)) == points and game.record(red).standing


def test_who_has_no_point_left_stands_up_too_where_that_costs_nothing() -> None:
    for activation, actor, answers in (("active", 0, {}), ("ready", -1, {"activate": 0})):
        game, reds, _ = scene(
            red=[figure(10, 10, down=True, ap=0, activation=activation), figure(4, 4)], blue=[figure(10, 30)],
            house_rules=("kip-up",), actor=actor,
        )  # fmt: skip
        game.goes_on(action="stand-up", **answers)
        assert game.record(reds[0]).standing


def test_who_stands_up_for_nothing_is_shot_at_where_anybody_may_interrupt() -> None:
    game, red, blue = scene(
        red=[figure(10, 10, down=True)], blue=[figure(10, 20, ap=1, weapons=["rifle"])],
        house_rules=("kip-up",), options=ANYBODY_MAY,
    )  # fmt: skip
    game.does(red, "stand-up", interrupt_fire=blue, dice=[1, 1, 1, 1])
    assert game.record(red).standing and game.record(red).ap == 3 and attacked(game).who == blue


@pytest.mark.parametrize("on", [True, False])
def test_a_storm_takes_the_second_die_of_two_even_where_a_house_rule_has_lent_it(on: bool) -> None:
    storm: dict[str, Any] = {"complication": STORM, "stage": "end-game", "end_game": 1}
    weak: dict[str, Any] = {"stats": {"att": 2, "mrk": 2}}
    game, reds, blue = scene(
        red=[figure(10, 9.8, **weak), figure(11.2, 11)], blue=[figure(10, 11)], **rules("ganging-up", on), **storm
    )
    game.does(reds[0], "power-attack", at=blue, close=False, dice=[1])
    assert attacked(game).dice.number == 1
    game, red, blue = scene(
        red=[figure(14, 14, 3, weapons=["rifle"], **weak)], blue=[figure(14, 38)],
        board=ROOF.format(height=3), **rules("from-above", on), **storm,
    )  # fmt: skip
    game.does(red, "fire", at=blue, dice=[1])
    assert attacked(game).dice.number == 1


@pytest.mark.parametrize("on", [True, False])
def test_who_is_in_close_combat_does_not_run_where_nobody_turns_tail(on: bool) -> None:
    game, red, _ = scene(red=[figure(10, 10)], blue=[figure(10, 11.2)], **rules("no-run-from-combat", on))
    assert (game.why_not(red, "run") == ("It must not be in close combat.",)) is on


def test_every_house_rule_says_what_it_does() -> None:
    for rule in HOUSE_RULES:
        assert rule.title and rule.summary.endswith(".") and rule.source


# ---- a house rule that replaces an action ----------------------------------------------------------------------------


def only_the_unhurt_charge(rules: Ruleset) -> Ruleset:
    unhurt: Requirement[Model] = requirement("It must be unhurt.")(lambda model: not model.record.hurt)
    return rules.replacing(replace(charging.CHARGE, requires=(*charging.CHARGE.requires, unhurt)))


@pytest.fixture
def no_charge_of_the_hurt(monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    rule = HouseRule("unhurt", "Unhurt", "Only the unhurt charge.", "the tests", only_the_unhurt_charge)
    monkeypatch.setattr(scenes, "RULESET", dataclasses.replace(RULESET, house_rules=(rule,)))
    return ("unhurt",)


@pytest.mark.parametrize(("on", "refused"), [(True, ("Nobody who could join can do that.",)), (False, ())])
def test_a_replaced_charge_is_that_of_an_order_too(
    no_charge_of_the_hurt: tuple[str, ...], on: bool, refused: tuple[str, ...]
) -> None:
    game, reds, _ = scene(
        red=[figure(10, 10), figure(11.5, 10, hurt=True)],
        blue=[figure(10, 20)],
        house_rules=no_charge_of_the_hurt * on,
    )
    assert banding.way_refused(Model(game.play, reds[0]), "charge") == refused


@pytest.mark.parametrize("on", [True, False])
def test_a_replaced_charge_is_that_of_the_blood_thirsty_too(no_charge_of_the_hurt: tuple[str, ...], on: bool) -> None:
    thirsty = figure(20, 20, abilities={"blood-thirsty": 0}, hurt=True)
    game, *_ = scene(red=[thirsty, figure(4, 4)], blue=[figure(20, 30)], house_rules=no_charge_of_the_hurt * on)
    answers = {} if on else {"thirst": False, "dice": [1, 1, 1, 1]}
    game.goes_on(activate=0, **answers)
    assert bool(game.happened(Declared)) is not on


@pytest.mark.parametrize("on", [True, False])
def test_a_replaced_charge_is_that_of_the_neutrals_too(no_charge_of_the_hurt: tuple[str, ...], on: bool) -> None:
    game, *_ = scene(
        red=[figure(10, 10, ap=0)], blue=[figure(10, 40)],
        neutral=[figure(10, 17, profile="barrow-walker", ap=1, activation="ready", hurt=True)],
        seat=2, house_rules=no_charge_of_the_hurt * on,
    )  # fmt: skip
    answers = {} if on else {"dice": [2, 2, 1, 1, 1]}
    game.goes_on(**answers)
    assert [event.action for event in game.happened(Declared)] == (["Move"] if on else ["Charge!"])


def played_by_the_house(game: Any, action: str) -> None:
    """The scene under a house rule by which this action does nothing but use up points and leave a remark."""

    def rule(play: Any, actor: Any, *details: Any) -> None:
        play.note(actor.id, f"{action} as the house plays it")
        play.happen(Drained(actor.id, actor.record.ap))

    game.ruleset = game.ruleset.replacing(replace(game.ruleset.action[action], rule=rule))


@pytest.mark.parametrize(
    ("action", "y", "down"), [("charge", 15, False), ("fight", 11.2, False), ("stand-up", 15, True)]
)
def test_what_neutrals_do_is_the_action_of_the_table(action: str, y: float, down: bool) -> None:
    game, *_ = scene(
        red=[figure(10, 10, ap=0)], blue=[figure(10, 40)],
        neutral=[figure(10, y, profile="barrow-walker", ap=1, activation="active", down=down)],
        seat=2, actor=2,
    )  # fmt: skip
    played_by_the_house(game, action)
    game.goes_on()
    assert any(f"{action} as the house plays it" in line for line in game.log())


def test_the_charge_of_the_blood_thirsty_is_the_action_of_the_table() -> None:
    game, *_ = scene(red=[figure(20, 20, abilities={"blood-thirsty": 0}), figure(4, 4)], blue=[figure(20, 30)])
    played_by_the_house(game, "charge")
    game.goes_on(activate=0, thirst=False)
    assert any("charge as the house plays it" in line for line in game.log())
