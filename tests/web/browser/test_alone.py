"""One screen: two people who share it, a telephone, a keyboard, and whether everybody can use the pages."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import expect

from . import positions
from .by_hand import asked_by_hand, chosen
from .conftest import PHONE, Sits
from .people import Person
from .serving import Server

# ---- two at one screen -----------------------------------------------------------------------------------------------


def test_two_at_one_screen_are_called_by_turns(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_charge(), "human", "human")
    both = sits(server.invitation(game, 0))
    both.page.goto(server.invitation(game, 1))
    both.page.reload()
    both.bar.wait_for()
    both.sees("Red decides")
    both.gives("Charge")
    both.sees("Blue decides")
    both.is_asked("Asp declares: Charge. Who reacts?")
    both.gives("pass")
    both.is_asked("Charge whom?")
    both.sees("Red decides")


@pytest.mark.parametrize(
    ("about", "words"),
    [({"secret": True}, "Red decides in secret"), ({"secrets": True}, "Only Red may see what comes next")],
    ids=["a secret answer", "a battle with secrets"],
)
def test_nothing_is_answered_while_the_screen_is_covered(
    about: dict[str, Any], words: str, server: Server, sits: Sits
) -> None:
    options = [{"answer": n, "label": f"{n} coins"} for n in range(3)]
    person, said = asked_by_hand(server, sits, **about, options=options)
    person.sees(words)
    person.evaluate("() => document.querySelector('dialog').addEventListener('close', () => (window.uncovered = true))")
    for key in ("1", "Escape", "Escape", "1", "Tab", "Tab", "v"):
        person.page.keyboard.press(key)
    expect(person.page.get_by_role("dialog")).to_be_visible()
    assert not person.evaluate("() => window.uncovered"), "not for a moment"
    assert "choose" not in {message["type"] for message in said}
    person.page.get_by_role("button", name="I am Red").click()
    person.page.keyboard.press("1")
    assert chosen(person, said) == [0]


def test_hits_are_shared_out_before_they_are_given(server: Server, sits: Sits) -> None:
    bins = [{"answer": n, "label": name, "who": n} for n, name in ((1, "Asp"), (2, "Bat"))]
    person, said = asked_by_hand(server, sits, kind="allocate", options=bins, total=2, most=[2, 2])
    person.clicks(person.spot_of("Asp"))  # a model is no answer by itself
    give = person.bar.get_by_role("button", name="Split like this")
    for name, left in (("Asp", "1 left"), ("Bat", "All of it is split.")):
        expect(give).to_be_disabled()
        person.bar.get_by_role("button", name=f"More for {name}").click()
        person.sees(left)
    give.click()
    assert chosen(person, said) == [[1, 1]]


# ---- a telephone -----------------------------------------------------------------------------------------------------


@pytest.fixture
def phone(server: Server, sits: Sits) -> Person:
    """Somebody with a telephone, who is asked what Asp does; the other side is a bot."""
    game = server.take(positions.before_a_charge(), "human", "uniform")
    return sits(server.invitation(game, 0), **PHONE)


def test_a_move_by_touch(phone: Person) -> None:
    taps(phone, "Move")
    expect(phone.bar).to_have_attribute("data-kind", re.compile("path|face"))
    asp = phone.spot_of("Asp")
    chief = phone.bar.locator(".draft .chief")
    phone.page.touchscreen.tap(asp.x, asp.y - 60)
    expect(chief).to_have_text(re.compile("Go"))
    expect(chief).to_be_enabled(timeout=30_000)
    phone.answered()
    chief.tap()
    phone.page.get_by_role("button", name="Log").tap()
    phone.heard("Asp moves")


def test_a_shot_by_touch(phone: Person) -> None:
    taps(phone, "Shoot")
    phone.waits_to_be_asked()
    while "Dog" not in (offered := phone.options()):  # with what it shoots, if that is asked
        taps(phone, offered[0])
        phone.waits_to_be_asked()
    dog = phone.spot_of("Dog")
    phone.page.touchscreen.tap(*dog)
    beside = phone.page.locator(".board [role=dialog] button", has_text="Dog").first
    expect(beside).to_contain_text("%")  # the odds, before it is given
    phone.answered()
    beside.tap()
    phone.page.get_by_role("button", name="Log").tap()
    phone.heard("Asp fires the autogun at Dog")


def test_nothing_of_the_table_is_wider_than_the_telephone(phone: Person) -> None:
    phone.waits_to_be_asked()
    assert phone.evaluate(BEYOND) == []
    for sheet in ("Model", "Sides", "Log", "Chat"):
        phone.page.get_by_role("navigation").get_by_role("button", name=sheet).tap()
        assert phone.evaluate(BEYOND) == [], sheet


# What stands beyond the right border of the screen, unless it can be scrolled into sight.
BEYOND = """() => {
  const scrolls = (each) =>
    each !== null && (/auto|scroll/.test(getComputedStyle(each).overflowX) || scrolls(each.parentElement));
  return [...document.querySelectorAll('section, nav, button, input, h2, p')]
    .filter((each) => each.getBoundingClientRect().width > 0 && each.getBoundingClientRect().right > innerWidth + 1)
    .filter((each) => !scrolls(each.parentElement) && each.closest('svg, .hidden, .toss') === null)
    .map((each) => each.outerHTML.slice(0, 120));
}"""


def taps(person: Person, label: str) -> None:
    """Give the answer with this label as on a telephone: where there is something at stake, it is shown once more
    before it counts."""
    person.waits_to_be_asked()
    option = person.bar.locator(".option > span", has_text=label).first
    question = person.bar.locator(".body").element_handle()
    person.answered()
    option.tap()
    sure = person.bar.get_by_role("button", name="Do it")
    person.page.wait_for_function(
        "(body) => !body.isConnected || body.querySelector('.sure .chief') !== null", arg=question
    )
    if sure.count():
        sure.tap()


# ---- a keyboard ------------------------------------------------------------------------------------------------------


def test_a_whole_activation_by_keys_alone(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_band_charges(), "human", "human")
    person = sits(server.invitation(game, 0))
    keys = person.page.keyboard
    person.is_asked("What does Odo do?")
    keys.press("1")  # Move
    person.is_asked("Where does Odo move?")
    keys.press("b")
    expect(person.board).to_be_focused()
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft"):
        keys.press(key)
    keys.press("Enter")
    expect(person.drawn).to_be_enabled(timeout=30_000)
    keys.press("c")
    person.heard("Odo moves")
    person.is_asked("What does Odo do?")
    keys.press("q")
    focused = person.page.locator(".bar .option:focus")
    expect(focused).to_have_count(1)
    for _ in range(12):
        if "end the activation" in (focused.text_content() or ""):
            break
        keys.press("Tab")
    keys.press("Enter")
    person.is_asked("Activate whom?")
    keys.press("Control+z")
    person.is_asked("What does Odo do?")


def test_what_was_measured_is_put_away_with_the_ruler(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_charge(), "human", "human")
    person = sits(server.invitation(game, 0))
    person.is_asked("What does Asp do?")
    start, end = person.spot_of("Asp"), person.spot_of("Dog")
    keys, mouse, measured = person.page.keyboard, person.page.mouse, person.page.locator("path.ruler:not(.halo)")
    keys.press("b")
    keys.press("m")
    mouse.move(*start)
    mouse.down()
    mouse.move(*end, steps=4)
    mouse.up()
    expect(measured).to_have_count(1)
    keys.press("m")
    expect(measured).to_have_count(0)
    keys.press("m")
    expect(person.page.get_by_label("Ruler (M)")).to_have_attribute("aria-pressed", "true")
    assert measured.count() == 0


def test_a_model_is_chosen_on_the_board_by_keys(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_band_charges(), "human", "human")
    person = sits(server.invitation(game, 0))
    person.gives("With Me!")
    person.gives("Charge!")
    person.is_asked("Who joins?")
    keys = person.page.keyboard
    keys.press("b")
    keys.press("n")
    expect(person.page.locator("[data-body]:focus")).to_have_attribute("aria-label", re.compile("Sib|Brun"))
    keys.press("Enter")
    person.sees("The band: Odo (4 AP),")


# ---- everybody -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_anybodys_way(scheme: str, server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_charge(), "human", "human")
    person = sits(server.invitation(game, 0), color_scheme=scheme)
    person.is_asked("What does Asp do?")
    person.clicks(person.spot_of("Dog"))
    person.sees("Weapons")
    found = {"table": serious(person)}
    person.page.get_by_role("button", name="Board or list").click()
    person.sees("Distances from Dog")
    found["list"] = serious(person)
    for page, at, ready in (("home", "#/", "Your battles"), ("new", "#/new", "To the table")):
        person.page.goto(server.page + at)
        person.sees(ready)
        found[page] = serious(person)
    assert not any(found.values()), found


def serious(person: Person) -> list[str]:
    """What axe finds that is serious or critical."""
    person.evaluate((files("axe_playwright_python") / "axe.min.js").read_text())
    violations: list[dict[str, Any]] = person.evaluate("async () => (await axe.run()).violations")
    return [
        f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:160]} ({len(each['nodes'])})"
        for each in violations
        if each["impact"] in ("serious", "critical")
    ]
