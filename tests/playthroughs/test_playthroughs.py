"""The playthroughs read as they were reviewed; ``python -m tests.playthroughs`` writes them anew."""

from __future__ import annotations

import re
from itertools import zip_longest

import pytest

from tests.playthroughs.telling import SEEDS, path_of, playthrough
from warbook.rulesets.necromunda_2023 import RULESET, printed
from warbook.rulesets.necromunda_2023.shelf import SHELF


def test_every_scenario_has_a_playthrough() -> None:
    assert sorted(SEEDS) == [row.id for row in SHELF.scenarios()]


@pytest.mark.parametrize("scenario", SEEDS)
def test_people_read_names_and_not_ids(scenario: str) -> None:
    words = set(re.findall(r"[a-z]+(?:-[a-z]+)+", "".join(path_of(scenario).read_text("utf-8").splitlines(True)[1:])))
    ids = {action.id for action in RULESET.actions} | set(printed.skills()) | set(printed.wargear())
    assert words & ids == set()


@pytest.mark.parametrize("scenario", SEEDS)
def test_a_battle_goes_as_it_was_reviewed(scenario: str) -> None:
    told, reviewed = playthrough(scenario).splitlines(), path_of(scenario).read_text("utf-8").splitlines()
    pairs = enumerate(zip_longest(told, reviewed))
    first = next((number for number, (now, then) in pairs if now != then), len(told))
    assert told[first : first + 12] == reviewed[first : first + 12], f"{path_of(scenario)}, from line {first + 1} on"
