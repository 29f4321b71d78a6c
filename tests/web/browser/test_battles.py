"""A whole battle of each ruleset against a bot, set up from files and played to its end by clicks alone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from warbook.core.ruleset import Ruleset

from .conftest import Sits
from .files import rulesets, small
from .hands import Hands
from .serving import Server


@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_a_whole_battle_by_clicks_alone(rules: Ruleset, server: Server, sits: Sits, tmp_path: Path) -> None:
    files = small(rules, tmp_path)
    person = sits()
    page = person.page
    page.goto(server.page)
    page.get_by_role("link", name="New battle").click()
    page.locator(".card", has_text=rules.title).click()
    person.drops(files.scenario)
    page.locator(".card", has_text=files.scenario.name).wait_for()
    for seat, roster in enumerate(files.rosters):
        page.locator(".seat").nth(seat).locator("input[type=file]").set_input_files(roster)
        expect(page.locator(".seat").nth(seat).locator("select")).to_contain_text(roster.name)
    page.locator(".seat").nth(1).get_by_text("Careless").click()
    page.get_by_text("Name, dice, clocks, who may watch").click()
    page.get_by_label("Seed of the dice").fill("1")
    page.get_by_role("button", name="To the table").click()
    person.bar.wait_for()

    hands = Hands(person, Random(1))
    hands.play_out()

    expect(person.bar).to_contain_text("The battle is over")
    assert hands.did["drawn"] and hands.did["from a list"], hands.did
    assert hands.did["on the board"] or not hands.pointable, "models that a question names are clicked"
    assert person.log()
    print(hands.did)
