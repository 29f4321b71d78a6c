"""Dice that nobody chose: two people give their shares without a click, and can read where the dice come from."""

from __future__ import annotations

from playwright.sync_api import expect

from warbook.core.record import Header, Lines

from .by_hand import ASKED, TABLEAU, asked_by_hand
from .conftest import Sits
from .people import Person
from .serving import Server


def header_of(record: bytes) -> Header:
    _, _, header = next(iter(Lines(record, "record")))
    assert isinstance(header, Header)
    return header


def told_about(person: Person) -> str:
    page = person.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("About this battle").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The dice")
    words: str = dialog.inner_text()
    page.keyboard.press("Escape")
    return words


def test_both_screens_give_a_share_and_the_table_says_where_its_dice_come_from(server: Server, sits: Sits) -> None:
    asked = {"scenario": {"id": "open-field"}, "players": ["human", "human"]}
    game = server.open(ruleset="gangfight", **asked)
    red = sits(server.invitation(game, 0))
    red.sees("The dice are made as soon as")
    blue = sits(server.invitation(game, 1))
    expect(red.page.get_by_text("The dice are made as soon as")).to_have_count(0)
    record = server.record(game)
    assert record.count(b'"line":"share"') == 2
    for person in (red, blue):
        words = told_about(person)
        commitment = header_of(record).commitment
        assert "Nobody chose these dice" in words and isinstance(commitment, str) and commitment in words
        share = words.partition("The share of this browser:")[2].split()[0]
        assert f'"share":"{share}"'.encode() in record


def test_who_does_not_want_to_wait_begins(server: Server, sits: Sits) -> None:
    asked = {"scenario": {"id": "open-field"}, "players": ["human", "human"]}
    red = sits(server.invitation(server.open(ruleset="gangfight", **asked), 0))
    red.page.get_by_role("button", name="Begin without their share").click()
    expect(red.page.get_by_text("The dice are made as soon as")).to_have_count(0)


def test_a_seed_that_was_chosen_is_told_at_the_table(server: Server, sits: Sits) -> None:
    asked = {"scenario": {"id": "open-field"}, "players": ["human", "human"], "seed": "9007199254740993"}
    red = sits(server.invitation(server.open(ruleset="gangfight", **asked), 0))
    assert "was chosen" in told_about(red)


def test_other_dice_after_the_end_was_taken_back_are_told(server: Server, sits: Sits) -> None:
    later = {"type": "position", "re": 0, "at": [1, 0], "eyes": 0, "since": 0, "log": [], "tableau": TABLEAU}
    asked = [ASKED | {"at": [1, 0], "options": [{"answer": 2, "label": "Wait"}]}]
    after = [later | {"asked": asked, "dice": "drawn"}]
    person, _ = asked_by_hand(server, sits, after=after, options=[{"answer": 1, "label": "Go"}])
    assert "was chosen" in told_about(person)
    person.gives("Go")
    expect(person.bar.locator(".option", has_text="Wait")).to_be_visible()
    assert "drawn at random" in told_about(person)
