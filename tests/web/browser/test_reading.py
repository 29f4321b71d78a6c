"""Reading: whoever does not see the board is told what stands on it, how far the open question leads, and who belongs
together."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from warbook import rulesets, table
from warbook.core.game import Game
from warbook.players import by_name

from .conftest import PHONE, Sits
from .people import Person
from .serving import Server
from .test_alone import serious


def asked(scenario: str, kind: str, seed: int = 3) -> bytes:
    """The record of a battle up to the first question of a kind to the first side."""
    rows: list[bytes] = []
    setup = table.setup(scenario)
    game = Game(rulesets.find(setup.ruleset), setup, seed=seed, write=rows.append)
    bots = [by_name("uniform", seed=seat) for seat in range(2)]
    while (decision := game.decision) is not None:
        if decision.player == 0 and decision.kind == kind:
            return b"".join(rows)
        game.choose(bots[decision.player].choose(game.play, decision), decision.player)
    raise AssertionError(f"nobody was asked for a {kind}")


def sits_before(server: Server, sits: Sits, scenario: str, kind: str, **dress: object) -> Person:
    record = asked(scenario, kind)
    return sits(server.invitation(server.take(record, "human", "human"), 0), **dress)


WAYS = re.compile(r'^Can go about (\d|\.|"|,| |[a-z-])+ (north|south|east|west|way)')


def test_the_pieces_of_the_board_are_read_out_with_their_places(server: Server, sits: Sits) -> None:
    person = sits_before(server, sits, "classic-stand-off", "path")
    pieces = {
        "wall": r"from .* east, .* north to .* east, .* north",
        "ladder": r'its foot at .* north, its top at .* north, .*" up',
        "low obstacle": r'".* high; .* east, .* north',
        "floor": r"up; .* east, .* north",
    }
    for what, where in pieces.items():
        found = person.board.get_by_role("img", name=re.compile(f"^{what}.*{where}"))
        expect(found.first).to_be_attached()


def test_what_can_be_reached_is_read_out(server: Server, sits: Sits) -> None:
    person = sits_before(server, sits, "classic-stand-off", "path")
    expect(person.page.locator(".room p[aria-live]").filter(has_text=WAYS)).to_have_count(1)


def test_where_somebody_may_be_put_is_read_out(server: Server, sits: Sits) -> None:
    person = sits_before(server, sits, "classic-stand-off", "place")
    words = 'Can be put within: 0" to 36" east, 0" to 7" north'
    expect(person.page.locator(".room p[aria-live]").filter(has_text=words)).to_have_count(1)


def test_a_march_says_how_far_and_the_leader_how_its_unit_stands(server: Server, sits: Sits) -> None:
    person = sits_before(server, sits, "five-fields", "march")
    expect(person.page.locator(".room p[aria-live]").filter(has_text=WAYS)).to_have_count(1)
    leaders = person.page.locator("[data-body][aria-label*='leads it']")
    stands = re.compile(r'its models stand on .* east, .* north, each no more than [\d.]+" from another')
    expect(leaders.first).to_have_attribute("aria-label", stands)


def test_the_list_tells_the_terrain_and_the_reach_too(server: Server, sits: Sits) -> None:
    person = sits_before(server, sits, "classic-stand-off", "path", **PHONE)
    person.menu("Board or list")
    pieces = person.page.get_by_role("list", name="Terrain").get_by_role("listitem")
    expect(pieces.filter(has_text=re.compile("^ladder; its foot at "))).not_to_have_count(0)
    expect(person.bar.get_by_text(WAYS)).to_be_visible()
    assert serious(person) == []
