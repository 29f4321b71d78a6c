"""Strange files: whatever is shipped, changed a little or much, is read or refused in a sentence; nothing else happens.

The changes are those that an attacker would make: numbers without bounds, lines twice or not at all, half of a text.
``STRANGE_EXAMPLES`` says how many of each are tried.
"""

from __future__ import annotations

import os
import re
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import warbook
from tests.forging import forged
from warbook import rulesets, table
from warbook.core.errors import WarbookError
from warbook.core.game import Game
from warbook.core.ruleset import FileKind, Setup

EXAMPLES = int(os.environ.get("STRANGE_EXAMPLES", "40"))
LONGEST_MESSAGE = 4000  # characters
SLOW = settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
NUMBER = re.compile(r'(?<![\w"])-?\d+(?:\.\d+)?')
NUMBERS = (
    "1e18",
    "inf",
    "-inf",
    "nan",
    "1e308",
    "9" * 5000,
    "-1",
    "0",
    "999999999",
    "0.0001",
    "96",
    "true",
    '"x"',
    "[]",
)
SNIPPETS = ('"', "[", "{", "\n", ".", "=", "\0", "[[wall]]\n", "\u202e", "a.b.c.d.e.f.g.h.i = 1\n", "[" * 20, "'''")
HUGE: tuple[Any, ...] = (10**18, -(10**18), 2**63, 2**31, 10**30, -1, 10**6, 1.5, 1e308, None, "x", [], {}, True)

Change = some.tuples(
    some.sampled_from(["number", "twice", "gone", "put", "cut"]), some.integers(0, 10**6), some.integers(0, 99)
)


def changed(text: str, how: str, where: int, what: int) -> str:
    """The text with one change."""
    lines = text.splitlines(keepends=True) or [""]
    row, place = where % len(lines), where % (len(text) + 1)
    if how == "number" and (found := list(NUMBER.finditer(text))):
        number = found[where % len(found)]
        return text[: number.start()] + NUMBERS[what % len(NUMBERS)] + text[number.end() :]
    if how == "twice":
        return "".join([*lines[:row], lines[row] * 2, *lines[row + 1 :]])
    if how == "gone":
        return "".join([*lines[:row], *lines[row + 1 :]])
    if how == "cut":
        return text[:place]
    return text[:place] + SNIPPETS[what % len(SNIPPETS)] + text[place:]


def must_be_a_sentence(fault: WarbookError) -> None:
    assert 10 < len(str(fault)) < LONGEST_MESSAGE, fault


@cache
def shipped() -> tuple[tuple[str, str, FileKind, str], ...]:
    """The ruleset, a scenario, a kind and the text of every file that is shipped."""
    found = []
    for listed in warbook.scenarios():
        row, shelf = listed.row, table.shelf_of(rulesets.find(listed.ruleset))
        ids: list[tuple[FileKind, str]] = [("scenario", row.id), ("board", row.board)]
        ids += [("roster", roster) for roster in row.rosters]
        found += [(listed.ruleset, row.id, kind, shelf.text(kind, id)[0]) for kind, id in ids]
    return tuple(found)


@SLOW
@given(some.integers(0, 10**6), some.lists(Change, min_size=1, max_size=3))
def test_a_file_that_was_changed_is_played_or_refused(number: int, changes: list[tuple[str, int, int]]) -> None:
    name, scenario, kind, text = shipped()[number % len(shipped())]
    for change in changes:
        text = changed(text, *change)
    ruleset = rulesets.find(name)
    shelf = table.shelf_of(ruleset)
    try:
        shelf.check(kind, text, "a.toml")
        own: dict[str, Any] = {"board": {"board": (text, "a.toml")}, "roster": {"rosters": {0: (text, "a.toml")}}}
        if kind == "scenario":
            content = shelf.content("", text=text, source="a.toml")
        else:
            content = shelf.content(scenario, **own[kind])
        game = Game(ruleset, Setup(name, content), seed=1)
    except WarbookError as fault:
        must_be_a_sentence(fault)
        return
    chance = Random(1)
    for _ in range(12):
        if game.decision is None:
            break
        game.choose(game.decision.sample(chance))


@cache
def battle_of(scenario: str) -> bytes:
    """A short battle's record."""
    game, chance = warbook.battle(scenario, red="human", blue="human", seed=3), Random(3)
    for _ in range(40):
        assert game.decision is not None
        game.choose(game.decision.sample(chance))
    return bytes(game.save())


def numbers_in(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all numbers in plain data."""
    if isinstance(value, dict):
        return [place for key, each in value.items() for place in numbers_in(each, (*at, key))]
    if isinstance(value, list):
        return [place for key, each in enumerate(value) for place in numbers_in(each, (*at, key))]
    return [at] if isinstance(value, int | float) and not isinstance(value, bool) else []


def look_at(data: bytes) -> None:
    """Everything that is done with a record at the command line."""
    game = table.load(data, "battle.wbr")
    assert isinstance(table.verify(data, "battle.wbr").different, str)
    game.log()
    picture, sketch = game.ruleset.picture, game.ruleset.sketch
    assert picture is not None and sketch is not None
    picture(game.play)
    sketch(game.play, 80)


@pytest.mark.parametrize("scenario", ["hive-stand-off", "open-field"])
@SLOW
@given(some.integers(0, 10**6), some.integers(0, 10**6), some.sampled_from(HUGE))
def test_a_record_with_a_number_without_bounds_opens_or_is_refused(
    scenario: str, row: int, place: int, value: Any
) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        line = rows[row % len(rows)]
        places = numbers_in(line)
        *path, last = places[place % len(places)]
        inner: Any = line
        for key in path:
            inner = inner[key]
        inner[last] = value

    try:
        data = forged(battle_of(scenario), change)
    except Exception:  # noqa: BLE001  (what cannot even be written as a record)
        return
    try:
        look_at(data)
    except WarbookError as fault:
        must_be_a_sentence(fault)
