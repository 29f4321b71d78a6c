"""The playthroughs read as they were reviewed; ``python -m tests.playthroughs`` writes them anew."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.draft_40k.playthroughs import scripted as draft_scripted
from tests.gangfight.playthroughs import scripted as gangfight_scripted
from tests.necromunda.playthroughs import scripted as necromunda_scripted
from tests.playthroughs.tales import Tales
from tests.playthroughs.telling import BATTLES, DRAFT, GANGFIGHT, NECROMUNDA, RITES, Battle, playthrough
from tests.rites_of_battle.playthroughs import scripted as rites_scripted
from warbook.rulesets.draft_40k.printed import catalogue as draft
from warbook.rulesets.gangfight.printed import catalogue as gangfight
from warbook.rulesets.gangfight.printed import shelf
from warbook.rulesets.necromunda.edition_2023 import LIBRARY, SHELF
from warbook.rulesets.rites_of_battle.printed import catalogue as rites
from warbook.rulesets.rites_of_battle.printed import shelf as rites_shelf

IDS: dict[str, set[str]] = {
    NECROMUNDA.id: {
        *(action.id for action in NECROMUNDA.actions),
        *LIBRARY.skills,
        *LIBRARY.wargear,
    },
    GANGFIGHT.id: {
        *(action.id for action in GANGFIGHT.actions),
        *gangfight.charms(),
        *gangfight.perks(),
        *gangfight.abilities(),
        *gangfight.profiles(),
    },
    RITES.id: {
        *(action.id for action in RITES.actions),
        *rites.weapons(),
        *rites.powers(),
        *rites.talents(),
        *rites.profiles(),
    },
    DRAFT.id: {
        *(action.id for action in DRAFT.actions),
        *draft.things(),
        *draft.rules(),
    },
}
SCRIPTED = (gangfight_scripted.TALES, rites_scripted.TALES, necromunda_scripted.TALES, draft_scripted.TALES)
TITLES = [battle.title for battle in BATTLES]


def hyphened(lines: Iterable[str]) -> set[str]:
    return set(re.findall(r"[a-z]+(?:-[a-z]+)+", "\n".join(lines)))


def reads_as_reviewed(path: Path, told: str) -> None:
    now, then = told.splitlines(), path.read_text("utf-8").splitlines()
    pairs = enumerate(zip_longest(now, then))
    first = next((number for number, (new, old) in pairs if new != old), len(now))
    assert now[first : first + 12] == then[first : first + 12], f"{path}, from line {first + 1} on"


def test_every_scenario_and_every_setting_of_gangfight_has_a_playthrough() -> None:
    for ruleset, shelf_of in ((NECROMUNDA, SHELF), (RITES, rites_shelf.SHELF)):
        told = sorted(battle.scenario for battle in BATTLES if battle.ruleset is ruleset)
        assert told == [row.id for row in shelf_of.scenarios()]
    whole = [battle for battle in BATTLES if battle.ruleset is GANGFIGHT and battle.whole]
    contents = [shelf.SHELF.content(battle.scenario) for battle in whole]
    worlds = [GANGFIGHT.table(GANGFIGHT, content)[0] for content in contents]
    assert {world.scenario.setting for world in worlds} == {"chronicle", "modern"}


@pytest.mark.parametrize("battle", BATTLES, ids=TITLES)
def test_people_read_names_and_not_ids(battle: Battle) -> None:
    lines = battle.path.read_text("utf-8").splitlines()[1:]
    assert hyphened(lines) & IDS[battle.ruleset.id] == set()


@pytest.mark.parametrize("battle", [each for each in BATTLES if each.ruleset is not RITES])
def test_the_log_has_as_few_decimals_as_it_needs(battle: Battle) -> None:
    told = [line for line in battle.path.read_text("utf-8").splitlines() if line.startswith("    ")]
    lengths = {length for line in told for length in re.findall(r'([\d.]+)"', line)}
    assert lengths and not [length for length in lengths if not re.fullmatch(r"\d+(\.[1-9])?", length)]


@pytest.mark.parametrize("battle", BATTLES, ids=TITLES)
def test_a_battle_goes_as_it_was_reviewed(battle: Battle) -> None:
    reads_as_reviewed(battle.path, playthrough(battle))


@pytest.mark.parametrize(
    ("tales", "title"),
    [(tales, title) for tales in SCRIPTED for title in tales.scenes],
)
def test_a_scene_goes_as_it_was_reviewed(tales: Tales, title: str) -> None:
    reads_as_reviewed(tales.path_of(title), tales.told(title))
