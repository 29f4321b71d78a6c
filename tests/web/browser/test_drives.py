"""A hull is driven on the pages: by clicks, a turn and a confirmation; what it meets is said, what breaks is gone."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.derby import DERBY, ROUNDS, SETUP
from warbook.core.game import Game

from .conftest import Sits
from .hands import Hands
from .serving import Server
from .test_alone import serious
from .test_units import point

ROOT = Path(__file__).parents[3]
TWICE = 500  # ms after which a press where a drive ends is one that gives it


@pytest.fixture(scope="module")
def derby(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which the game of trucks is installed."""
    folder = tmp_path_factory.mktemp("derby")
    info = folder / "derby-1.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Name: derby\nVersion: 1\n")
    info.joinpath("entry_points.txt").write_text("[warbook.rulesets]\nderby = tests.derby:DERBY\n")
    with pytest.MonkeyPatch.context() as patch:
        path = [str(folder), str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, path)))
        served = Server(folder)
        served.start()
        yield served
        served.stop()


def record() -> bytes:
    """The record of a battle in which a truck is to drive."""
    rows: list[bytes] = []
    Game(DERBY, SETUP, seed=3, write=rows.append).choose(0)
    return b"".join(rows)


def late() -> bytes:
    """The record of a battle whose last two rounds are to come."""
    rows, rng = list[bytes](), Random(3)
    game = Game(DERBY, SETUP, seed=3, write=rows.append)
    while game.state.turn.round < ROUNDS - 1:
        assert game.decision is not None
        game.choose(game.decision.sample(rng), game.decision.player)
    return b"".join(rows)


def test_a_truck_drives_turns_and_is_told_what_it_meets(derby: Server, sits: Sits) -> None:
    person = sits(derby.invitation(derby.take(record(), "human", "uniform"), 0))
    person.is_asked("Where does Anvil drive?")
    anvil = person.page.locator("[data-body='0']")
    expect(anvil).to_have_attribute("aria-label", re.compile('Anvil.*; 8" east, 5" north;.*faces north'))
    person.clicks(point(person, 8, 9))
    expect(person.page.locator("[data-ghost]")).to_have_count(1)
    person.sees('4" of 10"')
    for _ in range(4):
        person.page.keyboard.press(".")
    person.page.wait_for_timeout(TWICE)
    person.clicks(point(person, 10, 9))  # under its bow: it drives on, it does not go
    person.clicks(point(person, 20, 9))
    person.sees(re.compile('That takes 16" of movement'))
    assert not serious(person)
    person.confirms()
    person.heard("Anvil drives.")
    truck = person.page.locator("g.mark:has([data-body='0'])")
    expect(truck).to_have_css("transform", re.compile(r"matrix\(1, 0, 0, 1, 10000, -9000\)"))


def test_a_drive_that_is_pointed_at_in_the_list_is_drawn(derby: Server, sits: Sits) -> None:
    person = sits(derby.invitation(derby.take(record(), "human", "uniform"), 0))
    person.is_asked("Where does Anvil drive?")
    person.page.get_by_text("Choose from a list instead").click()
    person.bar.locator("details > summary", has_text="proposal").click()
    person.bar.locator(".option", has_text="ahead 10").first.hover()
    ghost = person.page.locator("svg .ghost")
    expect(ghost).to_have_count(1)
    person.bar.locator(".option", has_text="ahead 10").first.click()
    person.heard("Anvil drives.")


def test_a_truck_is_driven_by_keyboard(derby: Server, sits: Sits) -> None:
    person = sits(derby.invitation(derby.take(record(), "human", "uniform"), 0))
    person.is_asked("Where does Anvil drive?")
    person.board.focus()
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        person.page.keyboard.press(key)
    person.sees('1" of 10"')
    person.page.keyboard.press(".")
    person.page.keyboard.press("Backspace")
    expect(person.drawn).to_have_text(re.compile('Move *1"'))
    expect(person.drawn).to_be_enabled()
    person.page.keyboard.press("c")
    person.heard("Anvil drives.")
    truck = person.page.locator("g.mark:has([data-body='0'])")
    expect(truck).to_have_css("transform", re.compile(r"matrix\(1, 0, 0, 1, 8000, -6000\)"))


def test_hands_that_know_no_question_play_it_out(derby: Server, sits: Sits) -> None:
    """The last two rounds of a battle: all that can be asked is asked in each."""
    person = sits(derby.invitation(derby.take(late(), "human", "uniform"), 0))
    hands = Hands(person, Random(3))
    hands.play_out()
    assert hands.did["drawn"] + hands.did["proposed"] > 3, hands.did
