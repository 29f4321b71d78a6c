"""A game on squares with symbols on its dice, as somebody sees and plays it in a browser."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.vault import CLOSE, SETUP, VAULT, find
from warbook.core.events import Rolled
from warbook.core.game import Game
from warbook.core.loading import load_game
from warbook.core.ruleset import Setup
from warbook.core.verify import verify_record

from .conftest import Sits
from .people import Spot
from .serving import Server

ROOT = Path(__file__).parents[3]


@pytest.fixture
def vault_server(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server on which the game is installed, as a package of somebody else's."""
    package = tmp_path / "site" / "vault-1.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: vault\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[warbook.rulesets]\nvault = tests.vault:VAULT\n")
    paths = (str(package.parent), str(ROOT), os.environ.get("PYTHONPATH", ""))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    served = Server(tmp_path)
    served.start()
    yield served
    served.stop()


def begun(setup: Setup, seed: int = 0, *, strikes: bool = False) -> bytes:
    """The record of a battle, up to the first strike that has been finished if there is to be one."""
    rows: list[bytes] = []
    game, rng = Game(VAULT, setup, seed=seed, write=rows.append), Random(1)
    while strikes and not any(isinstance(event, Rolled) for step in game.steps for event in step.events):
        decision = game.decisions[0]
        strike = decision.key == "action" and "strike" in decision
        game.choose("strike" if strike else decision.sample(rng))
    return b"".join(rows)


def played(record: bytes) -> Game:
    return load_game(record, find)


def test_a_move_is_clicked_and_counted_in_squares(vault_server: Server, sits: Sits) -> None:
    game = vault_server.take(begun(SETUP), "human", "human")
    red = sits(vault_server.invitation(game, 0))
    red.gives("Ash")
    red.gives("move")
    red.waits_to_be_asked()

    def beyond_a_corner(east: float, north: float) -> Spot:
        """Where it lies now: the board has another size while something is told beside it."""
        start, beside = red.spot_of("Ash"), red.spot_of("Birch")
        square = beside.x - start.x
        return Spot(start.x + east * square, start.y - north * square)

    red.clicks(beyond_a_corner(0.3, 2.2))
    red.sees("3 of 4 squares")
    red.page.mouse.move(*beyond_a_corner(0.2, 2.1))  # in the same square
    expect(red.page.get_by_text("No way of at most")).to_have_count(0)
    red.confirms()
    red.heard("Ash moves.")
    record = vault_server.record(game)
    assert played(record).state.records[0].at.spot == (1_500, 3_500, 0)
    assert verify_record(record, find).different == ""


def test_symbols_are_drawn_and_read_out(vault_server: Server, sits: Sits) -> None:
    record = begun(CLOSE, seed=5, strikes=True)
    rolled = next(
        event for step in load_game(record, lambda _: VAULT).steps for event in step.events if isinstance(event, Rolled)
    )
    game = vault_server.take(record, "human", "human")
    red = sits(vault_server.invitation(game, 0))
    dice = red.page.locator(".log .dice").first
    expect(dice).to_be_visible()
    wanted = "; ".join(f"{die}: {', '.join(marks) or 'blank'}" for die, *marks in rolled.signs)
    expect(dice).to_have_attribute("aria-label", wanted)
    expect(dice.locator("svg")).to_have_count(len(rolled.signs))
    successes = sum(mark == "success" for _, *marks in rolled.signs for mark in marks)
    expect(dice.locator(".mark")).to_have_count(successes)  # the symbol that has a drawing; the others are letters
    others = sum(mark != "success" for _, *marks in rolled.signs for mark in marks)
    expect(dice.locator(".sign")).to_have_count(others)
