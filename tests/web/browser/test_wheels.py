"""A vehicle on the pages: its sides, arcs, riders and cage; what its drive would meet, told before it is confirmed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from . import positions
from .conftest import PHONE, Sits
from .people import Person
from .serving import Server
from .test_alone import serious
from .test_units import point

AHEAD = (
    'ahead 9", runs over Dog, collides head-on with Kart and pushes it along (Toughness 4 against 3)',
)  # fmt: skip
TESTS = (
    "Cat holds on or falls off: Initiative test, 4+ (initiative 4+).",
    "Dog leaps aside or is hit: Initiative test, 3+ (initiative 4+, +1 run-over).",
)

# The page may still be coming to rest, so it is asked until it holds.
NAME_ON_THE_BOARD = """() => {
    const bottom = (each) => document.querySelector(each)?.getBoundingClientRect().bottom
    return bottom(".arcs .gun") <= bottom(".board .ground") + 1
}"""


@pytest.fixture
def drives(server: Server, sits: Sits) -> Callable[..., Person]:
    """Somebody is asked where Van drives."""

    def somebody(**dress: object) -> Person:
        game = server.take(positions.before_a_drive(), "human", "uniform")
        person = sits(server.invitation(game, 0), **dress)
        person.is_asked("Where does it drive?")
        return person

    return somebody


def told(person: Person) -> Locator:
    """What is said of what is drawn, where a reader of the screen is told of every change."""
    return person.bar.locator(".draft [aria-live='polite']")


def legs(person: Person) -> Locator:
    return told(person).get_by_role("list", name="The drive, leg by leg").get_by_role("listitem")


def test_what_a_drive_would_meet_is_named_in_order_before_it_is_confirmed(drives: Callable[..., Person]) -> None:
    person = drives()
    person.clicks(point(person, 18, 15))
    expect(legs(person)).to_have_text(AHEAD)
    expect(told(person).locator("p")).to_have_text(TESTS)
    assert not serious(person)
    person.confirms()
    person.heard("Van drives")
    person.heard("Van: it runs into Kart.")
    person.heard("Kart is now at")
    person.heard("Cat holds on to Van.")


def test_a_turn_on_the_way_is_drawn_with_what_it_sweeps_and_a_rider_is_carried_along(
    drives: Callable[..., Person],
) -> None:
    person = drives()
    person.clicks(point(person, 18, 9))
    expect(legs(person)).to_have_text(('ahead 3"',))
    for _ in range(2):
        person.page.keyboard.press(",")
    expect(legs(person)).to_have_text(('ahead 3"', re.compile(r"^turn \d+° left$")))
    expect(person.page.locator(".pivot text")).to_have_text(re.compile(r"^↺ \d+°$"))
    expect(person.page.locator("[data-rider]")).to_have_count(1)
    swept = person.page.locator("path.shape.swept")
    expect(swept).to_have_attribute("d", re.compile("M.*M"))  # the ground of the leg and of the turn
    person.confirms()
    person.heard("Van drives")
    expect(person.page.locator("[data-rider]")).to_have_count(0)


def test_the_sides_of_a_vehicle_and_where_its_weapons_bear_are_drawn_while_it_is_selected(
    drives: Callable[..., Person],
) -> None:
    person = drives()
    sides, weapons = person.page.locator(".arcs .side"), person.page.locator(".arcs .gun")
    expect(sides).to_have_text(("front 4", "left 3", "rear 3", "right 3"))
    expect(weapons).to_have_text(("Heavy flamer",))
    person.page.get_by_role("button", name="Lines of sight").click()
    expect(sides).to_have_count(0)


def test_the_names_about_a_vehicle_stay_on_the_board_where_an_arc_reaches_beyond_it(
    drives: Callable[..., Person],
) -> None:
    person = drives()
    person.board.focus()
    for _ in range(8):
        person.page.keyboard.press(",")
    person.sees("It may turn by 90° at most at a time")
    person.page.wait_for_function(NAME_ON_THE_BOARD)


def test_a_vehicle_names_who_is_on_it_and_who_is_in_its_cage(drives: Callable[..., Person]) -> None:
    person = drives()
    van = person.page.get_by_role("button", name=re.compile("^Van, Wick Runner"))
    expect(van).to_have_attribute("aria-label", re.compile("carries Cat; Bat in its cage; fighters in its cage"))
    cat = person.page.get_by_role("button", name=re.compile("^Cat, "))
    expect(cat).to_have_attribute("aria-label", re.compile("on Van"))
    expect(person.page.get_by_role("article", name="Van")).to_contain_text("Bat in its cage")


def test_a_vehicle_is_driven_by_keyboard(drives: Callable[..., Person]) -> None:
    person = drives()
    person.board.focus()
    for key in (*["ArrowUp"] * 4, "Enter", "."):
        person.page.keyboard.press(key)
    expect(legs(person)).to_have_count(2)
    expect(legs(person).last).to_have_text(re.compile("^turn .* right"))
    expect(told(person)).to_contain_text("Cat holds on or falls off")
    expect(person.drawn).to_be_enabled()
    person.page.keyboard.press("c")
    person.heard("Van drives")


def test_without_the_board_proposals_and_typed_points_say_what_they_would_meet(drives: Callable[..., Person]) -> None:
    person = drives()
    person.page.keyboard.press("v")
    ahead = person.bar.locator(".option", has_text='ahead 9"').first
    expect(ahead).to_contain_text("Runs over Dog, collides head-on with Kart and pushes it along")
    person.bar.get_by_label("East").fill("18")
    person.bar.get_by_label("North").fill("15")
    person.bar.get_by_role("button", name="Draw it").click()
    expect(legs(person)).to_have_text(AHEAD)
    person.bar.get_by_role("button", name="Go").click()
    person.heard("Van drives")


def test_a_vehicle_is_driven_by_touch(drives: Callable[..., Person]) -> None:
    person = drives(**PHONE)
    person.page.touchscreen.tap(*point(person, 18, 13))
    expect(legs(person)).to_have_text(('ahead 7", runs over Dog',))
    expect(told(person).locator("p")).to_have_text(TESTS)
    person.bar.get_by_role("button", name="Go").tap()
    person.is_asked("What does Van do?")
