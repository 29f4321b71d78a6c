"""What was and what is kept: looking back, playing on from there, records as files, wrong files and old links."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from warbook import table

from . import positions
from .conftest import Sits
from .people import Person
from .serving import Server


def after_a_charge(server: Server, sits: Sits) -> Person:
    """Somebody who plays both sides, in the middle of a charge that was shot at."""
    game = server.take(positions.before_a_charge(), "human", "human")
    person = sits(server.invitation(game, 0))
    person.page.goto(server.invitation(game, 1))
    person.page.reload()
    person.gives("Charge")
    person.gives("Overwatch: Dog")
    person.is_asked("Charge whom?")
    return person


# Where a model stands on the board, whatever part of it the screen shows.
PLACE = """(model) => {
  const { e, f } = document.querySelector('svg.sheet .world').getScreenCTM().inverse().multiply(model.getScreenCTM());
  return [Math.round(e), Math.round(f)];
}"""


def test_looking_back_and_coming_back_to_now(server: Server, sits: Sits) -> None:
    person = after_a_charge(server, sits)
    asp = person.page.locator("[data-body][aria-label*='Asp']")
    place = asp.evaluate(PLACE)
    person.page.get_by_role("button", name="The beginning").click()
    person.sees("Looking back")
    expect(person.page.locator("[data-body]")).to_have_count(0)  # nobody had been deployed
    assert not person.options()
    person.page.locator(".log .entry", has_text="Asp takes the field").click()
    expect(person.page.locator("[data-body]")).to_have_count(1)
    person.page.get_by_label("Where in the battle").press("ArrowRight")
    expect(person.page.locator("[data-body]")).to_have_count(2)
    person.page.get_by_role("button", name="Back to now").click()
    person.is_asked("Charge whom?")
    expect(person.page.locator("[data-body]")).to_have_count(6)
    assert asp.evaluate(PLACE) == place


def test_playing_on_from_there_is_a_battle_of_its_own(server: Server, sits: Sits) -> None:
    person = after_a_charge(server, sits)
    first = person.page.url
    person.page.locator(".log .entry", has_text="Fox is activated").click()
    person.sees("Looking back")
    person.page.get_by_role("button", name="Play on from here").click()
    dialog = person.page.get_by_role("dialog", name="Play on from here")
    dialog.get_by_role("combobox").nth(1).select_option("uniform")
    dialog.get_by_role("button", name="Open").click()
    expect(person.page).not_to_have_url(first)
    person.sees("A meeting in the yard, from step")
    person.waits_to_be_asked()  # the bot goes on, until it is our turn
    expect(person.page.get_by_role("log", name="Log")).not_to_contain_text("Dog, on overwatch")
    person.page.goto(first)
    person.is_asked("Charge whom?")


def test_a_record_is_saved_and_opened_again(server: Server, sits: Sits, tmp_path: Path) -> None:
    person = after_a_charge(server, sits)
    file = person.downloads(tmp_path)
    game = table.load(file.read_bytes(), file.name, advance=True)
    assert game.decision is not None and game.decision.key == "target"

    other = sits()
    other.page.goto(server.page)
    with other.page.expect_file_chooser() as chooser:
        other.page.locator("label", has_text="Open a record").click()
    chooser.value.set_files(file)
    other.bar.wait_for()
    other.is_asked("Charge whom?")
    other.reads(person.log())
    other.clicks(other.spot_of("Dog"))
    other.is_asked("Which way does it face?")
    person.is_asked("Charge whom?")  # another battle


def test_a_wrong_file_says_where_it_is_wrong(server: Server, sits: Sits, tmp_path: Path) -> None:
    person = sits()
    person.page.goto(server.page + "#/new")
    person.sees("To the table")
    roster = tmp_path / "gang.toml"
    roster.write_text(positions.rosters_of(positions.stand_off())[0].replace('"chandler"', '"chandelier"'))
    person.drops(roster)
    alert = person.page.get_by_role("alert")
    expect(alert).to_contain_text("gang.toml cannot be used")
    expect(alert).to_contain_text("chandelier")
    for what in ("Where", "Found", "Wanted"):
        expect(alert).to_contain_text(what)

    roster.write_text(positions.rosters_of(positions.stand_off())[0])  # mended
    person.drops(roster)
    expect(alert).to_contain_text("Whose roster is gang.toml?")


def test_what_is_no_record_is_not_opened(server: Server, sits: Sits, tmp_path: Path) -> None:
    person = sits()
    person.page.goto(server.page)
    person.sees("New battle")
    nonsense = tmp_path / "battle.wbr"
    nonsense.write_text('{"line": "header", "format": 99}\n')
    person.drops(nonsense)
    expect(person.page.get_by_role("alert")).to_be_visible()
    assert person.page.url == server.page

    record = tmp_path / "cut.wbr"  # somebody has changed a die in it
    record.write_bytes(re.sub(rb'"faces":\[(\d)', b'"faces":[9', positions.before_a_charge(), count=1))
    person.drops(record)
    expect(person.page.get_by_role("alert")).to_be_visible()
    assert person.page.url == server.page


def test_an_old_link_says_what_to_do(server: Server, sits: Sits) -> None:
    person = sits()
    person.page.goto(f"{server.page}#/join/nosuchbattle/notoken")
    person.sees("There is no such battle.")
    person.page.get_by_role("main").get_by_role("link", name="All battles").click()
    person.sees("Play at once")

    game = server.take(positions.before_a_charge(), "human", "human")
    person.page.goto(f"{server.page}#/join/{game.game}/{'x' * 32}")  # the battle is there, the seat is not
    person.sees(re.compile("(link|token)", re.I))
    assert not person.options()

    person.page.goto(f"{server.page}#/nowhere/at/all")
    person.sees("There is nothing here")
