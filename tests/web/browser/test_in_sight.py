"""In sight: nothing lies over what is aimed at, no list takes the board's room, and what is told can be read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from . import positions
from .by_hand import TABLEAU, asked_by_hand
from .conftest import PHONE, Sits
from .people import Person
from .serving import Server

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SMALL: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}}
SCREENS = pytest.mark.parametrize("dress", [DESK, SMALL, PHONE], ids=["desk", "small", "phone"])


def box(one: Locator) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is on the page, in pixels."""
    found = one.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


# ---- the log ---------------------------------------------------------------------------------------------------------

LONG = [{"step": n, "event": 0, "words": f"{n}: " + "it goes on and on " * (n % 7)} for n in range(300)]
NARROW = {"width": 600, "height": 800}


def at_its_end(person: Person) -> bool:
    """Whether the last entry of the log is in view."""
    left: float = person.page.locator(".log").evaluate("(log) => log.scrollHeight - log.scrollTop - log.clientHeight")
    return abs(left) < 2


def test_the_log_opens_at_its_end_and_stays_there(server: Server, sits: Sits) -> None:
    person, _ = asked_by_hand(server, sits, log=LONG, dress=DESK)
    expect(person.entries.last).to_be_in_viewport()
    assert at_its_end(person)
    person.page.get_by_role("tab", name="Chat").click()
    person.page.get_by_role("tab", name="Log").click()
    expect(person.entries.last).to_be_in_viewport()
    for window in ({"width": 1280, "height": 620}, NARROW, DESK["viewport"]):
        person.page.set_viewport_size(window)  # type: ignore[arg-type]
        if window is NARROW:
            person.page.get_by_role("navigation").get_by_role("button", name="Log").click()
        expect(person.entries.last).to_be_in_viewport()
        assert at_its_end(person), window


def test_who_reads_back_in_the_log_is_left_there(server: Server, sits: Sits) -> None:
    person, _ = asked_by_hand(server, sits, log=LONG, dress=DESK)
    expect(person.entries.last).to_be_in_viewport()
    log = person.page.locator(".log")
    log.evaluate("(log) => (log.scrollTop = 40)")
    person.page.wait_for_timeout(200)
    person.page.set_viewport_size({"width": 1280, "height": 700})
    person.page.wait_for_timeout(200)
    assert log.evaluate("(log) => log.scrollTop") == 40


# ---- the side panel --------------------------------------------------------------------------------------------------


def test_the_side_panel_comes_back_with_the_room_for_it(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_charge(), "human", "human")
    person = sits(server.invitation(game, 0), **DESK)
    person.clicks(person.spot_of("Asp"))
    person.sees("Weapons")
    for window in (NARROW, {"width": 390, "height": 844}, {"width": 900, "height": 480}, {"width": 780, "height": 600}):
        person.page.set_viewport_size(window)  # type: ignore[arg-type]
        person.page.set_viewport_size(DESK["viewport"])
        expect(person.page.get_by_role("heading", name="Asp", exact=True)).to_be_visible()
        expect(person.entries.last).to_be_in_viewport()
        left, top, right, bottom = box(person.page.get_by_role("complementary"))
        assert (right, bottom) == (1440, 900) and right - left >= 300 and bottom - top > 700


def test_what_was_looked_at_and_typed_is_kept_when_the_window_changes(server: Server, sits: Sits) -> None:
    person, _ = asked_by_hand(server, sits, log=LONG, dress={"viewport": NARROW})
    person.page.get_by_role("navigation").get_by_role("button", name="Sides").click()
    person.page.get_by_role("navigation").get_by_role("button", name="Chat").click()
    person.page.get_by_label("Say something").fill("Well met")
    person.page.set_viewport_size(DESK["viewport"])
    expect(person.page.get_by_label("Say something")).to_have_value("Well met")
    for name in ("Sides", "Chat"):
        expect(person.page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")


@SCREENS
def test_the_weapons_can_be_read(dress: dict[str, Any], server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_charge(), "human", "human")
    person = sits(server.invitation(game, 0), **dress)
    person.clicks(person.spot_of("Asp"))
    if dress is PHONE:
        person.page.get_by_role("navigation").get_by_role("button", name="Model").tap()
    weapons = person.page.get_by_role("region", name="Weapons")
    weapons.wait_for()
    assert weapons.evaluate("(all) => all.scrollWidth <= all.clientWidth"), "no column is beyond the border"
    cells = weapons.locator("th, td").all()
    assert cells and all(cell.evaluate("(cell) => cell.scrollWidth <= cell.clientWidth + 1") for cell in cells)
    heads = weapons.locator("thead th").all_inner_texts()
    assert {"Short", "Long", "S", "AP", "D", "Ammo"} <= set(heads) and "State" not in heads, "nothing is in that column"
    expect(weapons.get_by_role("rowheader", name=re.compile("^Autogun.*Rapid Fire"))).to_be_visible()


# ---- what is told ----------------------------------------------------------------------------------------------------


def test_distances_are_told_between_models_on_the_board(server: Server, sits: Sits) -> None:
    asp, bat = TABLEAU["bodies"]
    cat = bat | {"id": 3, "name": "Cat", "stands": "waiting", "at": {"x": 0, "y": 0, "posture": 0}}
    here = {"id": 4, "kind": "crate", "name": "Crate", "at": [5000, 5000, 0], "radius": 500}
    tableau = TABLEAU | {"bodies": [asp, bat, cat], "things": [here]}
    person, _ = asked_by_hand(server, sits, tableau=tableau, options=[{"answer": 1, "label": "Wait"}], dress=DESK)
    person.page.keyboard.press("v")
    row = person.page.get_by_role("row")
    person.page.get_by_role("button", name="Blue: Cat").click()
    person.sees("Cat is not on the board, so there are no distances from it.")
    for name in ("Asp", "Bat", "Crate"):
        expect(row.filter(has_text=name)).not_to_contain_text('0"')
    person.page.get_by_role("button", name="Blue: Asp").click()
    expect(row.filter(has_text="Bat")).to_contain_text('2"')
    expect(row.filter(has_text="Crate")).to_contain_text('1"')
    expect(row.filter(has_text="Cat")).not_to_contain_text('"')


def test_a_standing_order_says_what_it_covers_before_it_is_given(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_charge(), "human", "human")
    red, blue = (sits(server.invitation(game, seat), **DESK) for seat in (0, 1))
    red.gives("Charge")
    blue.bar.get_by_role("button", name="Always pass on this").click()
    dialog = blue.page.get_by_role("dialog", name="Always pass on this")
    covers = dialog.locator(".covers")
    expect(covers).to_contain_text("Each time reactions may be used after “declared”, Blue passes without being asked")
    expect(covers).to_contain_text("whichever model it is about")
    expect(covers).to_contain_text(re.compile("None of Blue’s models uses .*Overwatch"))
    expect(covers).to_contain_text("until this round ends")
    dialog.get_by_text("Until I drop it").click()
    expect(covers).to_contain_text("until you drop the order")
    dialog.get_by_text("Unless it is about …").click()
    dialog.get_by_label("Asp").check()
    expect(covers).to_contain_text("except Asp")
    expect(dialog).to_contain_text("Asp declares: Charge. Who reacts?")
