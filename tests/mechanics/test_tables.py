"""Tables of printed data: what a file says of the actions of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from warbook.core.action import Action, Requirement
from warbook.core.errors import BadData
from warbook.core.ruleset import HouseRule, Ruleset
from warbook.mechanics.tables import DataFolder
from warbook.rulesets.gangfight import RULESET as GANGFIGHT
from warbook.rulesets.gangfight.actions.interrupts import REACTIONS
from warbook.rulesets.gangfight.printed.catalogue import action as gangfight_action
from warbook.rulesets.gangfight.printed.catalogue import interrupts
from warbook.rulesets.necromunda.edition_2023 import RULESET as NECROMUNDA
from warbook.rulesets.necromunda.edition_classic import RULESET as CLASSIC
from warbook.rulesets.necromunda.house_rules import CLAMBER_THROUGH
from warbook.rulesets.necromunda.printed.library import action as necromunda_action
from warbook.rulesets.necromunda.printed.library import vehicle_action
from warbook.rulesets.rites_of_battle import RULESET as RITES
from warbook.rulesets.rites_of_battle.printed.catalogue import action as rites_action

WALK = '[walk]\nname = "Walk"\ncost = "1"\nsummary = "It walks."\ncite = "p. 1"\nleaves_open = "How far."\n'


def walk(play: Any, model: Any) -> None:
    """Nobody gets so far."""


def test_an_action_has_the_words_of_its_file_and_the_rule_that_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "actions.toml").write_text(WALK, "utf-8")
    action = DataFolder(tmp_path).actions("actions.toml")
    awake: Requirement[Any] = Requirement(lambda model: True, "It must be awake.")
    assert action("walk", (awake,), walk) == Action(
        "walk", "Walk", "1", "It walks.", "p. 1", (awake,), walk, "How far."
    )
    with pytest.raises(BadData, match=r"actions.toml.*\[walc\].*'walc'.*walk"):
        action("walc", (awake,), walk)


def test_a_row_that_says_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "actions.toml").write_text(WALK.replace("cost", "price"), "utf-8")
    with pytest.raises(BadData, match="price"):
        DataFolder(tmp_path).actions("actions.toml")


def test_a_cost_that_the_game_does_not_know_is_refused(tmp_path: Path) -> None:
    (tmp_path / "actions.toml").write_text(WALK, "utf-8")
    assert DataFolder(tmp_path).actions("actions.toml", ("0", "1")).rows["walk"].cost == "1"
    with pytest.raises(BadData, match=r"actions.toml.*\[walk\].cost.*'1'"):
        DataFolder(tmp_path).actions("actions.toml", ("free", "simple"))


def test_a_row_of_an_edition_takes_the_place_of_the_shared_one(tmp_path: Path) -> None:
    for folder, text in (
        ("shared", WALK + WALK.replace("walk", "run")),
        ("new", WALK.replace("It walks", "It strolls")),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "actions.toml").write_text(text, "utf-8")
    (tmp_path / "shared" / "notes.md").write_text("Ours.", "utf-8")
    data = DataFolder(tmp_path / "new", tmp_path / "shared")
    rows = data.actions("actions.toml").rows
    assert [(id, row.summary) for id, row in rows.items()] == [("walk", "It strolls."), ("run", "It runs.")]
    assert data.text("notes.md") == "Ours."


def test_no_game_has_words_for_an_action_that_there_is_not() -> None:
    assert list(gangfight_action.rows) == [action.id for action in GANGFIGHT.actions]
    brought = {action.id for action in (*NECROMUNDA.actions, *CLASSIC.actions, CLAMBER_THROUGH)}
    assert sorted([*necromunda_action.rows, *vehicle_action.rows]) == sorted(brought)
    answered = [id for id in RITES.reactions if id in rites_action.rows]
    assert sorted(rites_action.rows) == sorted([action.id for action in RITES.actions] + answered)


SLOW = '[slow]\ntitle = "Slow"\nsummary = "Nobody runs."\nsource = "ours"\n'


def unchanged(rules: Ruleset) -> Ruleset:
    return rules


def test_house_rules_have_the_words_of_their_file_and_each_its_patch(tmp_path: Path) -> None:
    (tmp_path / "house_rules.toml").write_text(SLOW, "utf-8")
    data = DataFolder(tmp_path)
    found = data.house_rules("house_rules.toml", {"slow": unchanged})
    assert found == (HouseRule("slow", "Slow", "Nobody runs.", "ours", unchanged),)
    with pytest.raises(BadData, match=r"\[slow\].*a house rule that has a patch"):
        data.house_rules("house_rules.toml", {})
    with pytest.raises(BadData, match=r"\[fast\].*a row of the file"):
        data.house_rules("house_rules.toml", {"slow": unchanged, "fast": unchanged})


def test_every_interrupt_has_its_words() -> None:
    assert [reaction.id for reaction in REACTIONS] == [f"interrupt-{kind}" for kind in interrupts()]
