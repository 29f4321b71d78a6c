"""The page that says what leads to what."""

from __future__ import annotations

import inspect
from typing import Any, get_type_hints

import pytest

from tests.gangfight.scenes import figure, leg, scene
from warbook.core.events import Moment
from warbook.rulesets.gangfight import RULESET
from warbook.rulesets.gangfight.attacks import fighting
from warbook.rulesets.gangfight.consequences import FOLLOWS
from warbook.rulesets.gangfight.events import moments
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.moments import FreeStrikeDrawn


def test_every_moment_is_on_the_page() -> None:
    named = {kind for _, kind in inspect.getmembers(moments, inspect.isclass) if kind.__module__ == moments.__name__}
    assert named and named <= set(FOLLOWS)
    assert all(issubclass(kind, Moment) or kind in RULESET.events for kind in FOLLOWS)


@pytest.mark.parametrize(
    ("kind", "rule"),
    [(kind, rule) for kind, rules in FOLLOWS.items() for rule in rules],
    ids=lambda each: each.__name__,
)
def test_a_consequence_takes_what_it_follows_from(kind: type[Any], rule: Any) -> None:
    takes = [taken for name, taken in get_type_hints(rule).items() if name != "return"]
    assert takes[1] is kind


def test_a_house_rule_takes_a_consequence_away() -> None:
    strikes = []
    for rules in (RULESET, RULESET.without(FreeStrikeDrawn, fighting.take_free_strike)):
        game, red, _ = scene(red=[figure(10, 10)], blue=[figure(10, 11.2)])
        game.ruleset = rules
        answers = {"dice": [1, 1, 1]} if rules is RULESET else {}
        game.does(red, "move", path=(leg(10, 7),), **answers)
        strikes.append(len(game.happened(Attacked)))
    assert strikes == [1, 0]
