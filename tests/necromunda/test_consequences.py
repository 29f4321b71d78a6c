"""The page that says what leads to what."""

from __future__ import annotations

import inspect
from typing import Any, get_args, get_type_hints

import pytest

from warbook.core.events import Event, Moment
from warbook.rulesets.necromunda.consequences import FOLLOWS
from warbook.rulesets.necromunda.edition_2023 import RULESET
from warbook.rulesets.necromunda.events import (
    EVENTS,
    attacks,
    badzones,
    fighters,
    gear,
    moments,
    movement,
    rounds,
    things,
    vehicles,
)
from warbook.rulesets.necromunda.events.words import action_title


def test_every_moment_is_on_the_page() -> None:
    named = {kind for _, kind in inspect.getmembers(moments, inspect.isclass) if kind.__module__ == moments.__name__}
    assert named and named <= set(FOLLOWS)
    assert all(issubclass(kind, Moment) or kind in RULESET.events for kind in FOLLOWS)


@pytest.mark.parametrize("chapter", [attacks, badzones, fighters, gear, movement, rounds, things, vehicles])
def test_every_event_of_a_chapter_is_listed(chapter: Any) -> None:
    """Else no record of a battle in which it happens could be read."""
    written = [kind for _, kind in inspect.getmembers(chapter, inspect.isclass) if kind.__module__ == chapter.__name__]
    happens = {kind for kind in written if issubclass(kind, Event) and not kind.__subclasses__()}
    assert happens <= set(EVENTS)


@pytest.mark.parametrize(
    ("kind", "rule"),
    [(kind, rule) for kind, rules in FOLLOWS.items() for rule in rules],
    ids=lambda each: each.__name__,
)
def test_a_consequence_takes_what_it_follows_from(kind: type[Any], rule: Any) -> None:
    takes = list(get_type_hints(rule).values())[1]
    assert kind in (get_args(takes) or (takes,))


def test_the_log_calls_actions_by_their_names() -> None:
    for action in RULESET.having(house_rules=[rule.id for rule in RULESET.house_rules]).actions:
        assert action_title(action.id) == action.name
