"""What the table tells unasked: odds, what a template would touch, dice and where numbers come from, whose turn it is,
and how long there is to think."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from . import positions
from .by_hand import TABLEAU, asked_by_hand, chosen
from .conftest import PHONE, Sits
from .people import Person, Spot
from .serving import Server
from .test_time import after_a_charge

# ---- before an answer is given ---------------------------------------------------------------------------------------


def test_odds_are_told_of_the_answer_on_which_a_mouse_rests(server: Server, sits: Sits) -> None:
    person = sits(server.invitation(server.take(positions.before_a_band_charges(), "human", "human"), 0))
    person.gives("Charge!")
    person.is_asked("Whom does Odo charge?")
    told = person.bar.get_by_label("Odds")
    expect(told).to_have_count(0)
    person.bar.locator(".option", has_text="Till").hover()
    expect(told.locator("dd").first).to_contain_text(re.compile(r"\d %"))
    person.page.mouse.move(1, 1)
    expect(told).to_have_count(0)
    person.is_asked("Whom does Odo charge?")  # nothing was given


def test_a_template_shows_whom_it_would_touch(server: Server, sits: Sits) -> None:
    person = sits(server.invitation(server.take(positions.before_a_flame(), "human", "human"), 0))
    person.is_asked("In which direction?")
    spots = {name: person.spot_of(name) for name in ("Dog", "Eel")}
    touched = {name: person.page.locator(f"[data-body][aria-label*='{name}'] .lit") for name in spots}
    for aimed_at, other in (("Dog", "Eel"), ("Eel", "Dog")):
        person.clicks(beside(spots[aimed_at]))
        expect(touched[aimed_at]).to_have_count(1)
        expect(touched[other]).to_have_count(0)
    person.confirms()
    person.heard("Eel")


def test_the_board_stays_under_the_pointer_while_the_bar_tells_odds_of_what_is_drawn(
    server: Server, sits: Sits
) -> None:
    person = sits(server.invitation(server.take(positions.before_a_flame(), "human", "human"), 0))
    person.is_asked("In which direction?")
    before = person.spot_of("Eel")
    person.clicks(beside(before))
    odds = person.bar.get_by_label("Odds")
    expect(odds).to_be_visible()
    assert person.spot_of("Eel") == pytest.approx(before, abs=1)
    person.clicks(beside(person.spot_of("Dog")))
    expect(person.drawn).to_be_enabled()
    assert person.spot_of("Eel") == pytest.approx(before, abs=1)
    person.page.keyboard.press("Escape")  # nothing is drawn any more: the whole board is shown again
    expect(odds).to_have_count(0)
    assert person.spot_of("Eel") == pytest.approx(before, abs=1)


def beside(spot: Spot) -> Spot:
    """Beside a model and not on it."""
    return Spot(spot.x, spot.y - 40)


# ---- what has happened -----------------------------------------------------------------------------------------------


def test_the_log_shows_dice_and_says_where_numbers_come_from(server: Server, sits: Sits) -> None:
    person = after_a_charge(server, sits)  # somebody was shot at
    shot = person.page.locator(".log li", has=person.page.get_by_role("img", name=re.compile("[1-6]"))).first
    expect(shot.locator(".dice svg").first).to_be_visible()
    derived = person.page.locator(".log li", has=person.page.get_by_label("Why")).first
    derived.locator(".entry").hover()
    rested = person.page.locator(".rested li")
    expect(rested).not_to_have_count(0)
    said = rested.all_inner_texts()
    person.page.mouse.move(1, 1)
    expect(rested).to_have_count(0)
    derived.get_by_label("Why").click()
    expect(derived.locator(".reasons li")).to_have_text(said, use_inner_text=True)


# ---- whose turn it is ------------------------------------------------------------------------------------------------

# A browser that allows notices, and tells which there were; its window is out of sight.
ALLOWED = """
  window.told = [];
  window.Notification = class { constructor(title, { body }) { window.told.push(`${title}: ${body}`); } };
  Notification.permission = 'granted';
  Notification.requestPermission = async () => 'granted';
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
"""


def test_the_title_and_a_notice_call_whose_turn_it_is(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_charge(), "human", "human")
    red, blue = (sits(server.invitation(game, seat)) for seat in (0, 1))
    blue.page.add_init_script(ALLOWED)
    blue.page.reload()
    blue.bar.wait_for()
    expect(red.page).to_have_title(re.compile("^● Your turn – A meeting in the yard"))
    expect(blue.page).to_have_title(re.compile("^A meeting in the yard"))
    set_in(blue, "Notify me when it is my turn, also when this page is in the background")
    red.gives("Charge")
    expect(blue.page).to_have_title(re.compile("^● Your turn – A meeting in the yard"))
    expect(red.page).to_have_title(re.compile("^A meeting in the yard"))
    blue.page.wait_for_function("() => window.told.length > 0")
    assert blue.evaluate("() => window.told") == [
        "● Your turn – A meeting in the yard: Asp declares: Charge. Who reacts?"
    ]


def test_those_who_share_a_side_are_asked_by_name(server: Server, sits: Sits) -> None:
    asked: dict[str, Any] = {"people": ["Ben"], "options": [{"answer": 1, "label": "Go"}]}
    person, said = asked_by_hand(server, sits, **asked)
    expect(person.bar).to_contain_text("Ben decides")
    expect(person.bar).to_contain_text("Red")
    expect(person.page).to_have_title(re.compile("^● Your turn"))  # whoever has given no name may be meant
    for name, decides, title in (("ben", "You decide", "^● Your turn"), ("Anna", "Ben decides", "^In secret")):
        person.evaluate("(name) => localStorage.setItem('warbook.settings', JSON.stringify({ name }))", name)
        person.page.reload()
        expect(person.bar).to_contain_text(decides)
        expect(person.page).to_have_title(re.compile(title))
    person.gives("Go")  # nobody is locked out
    assert chosen(person, said) == [1]


def test_the_score_is_told_once_there_is_one(server: Server, sits: Sits) -> None:
    for record, shown in ((positions.before_a_band_charges(), 0), (positions.after_a_point(), 2)):
        person = sits(server.invitation(server.take(record, "human", "human"), 0))
        expect(person.page.get_by_label("The sides").get_by_role("listitem")).to_have_count(2)
        expect(person.page.get_by_label("The sides").get_by_title("Points", exact=True)).to_have_count(shown)


# A browser that counts the sounds it would make.
HEARING = """
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.tones++; return start.apply(this, when); };
"""


def test_no_sound_is_made_until_somebody_wants_it(server: Server, sits: Sits) -> None:
    person = sits()
    person.page.add_init_script(HEARING)
    person.comes(server.invitation(server.take(positions.before_a_band_charges(), "human", "human"), 0))
    person.gives("With Me!")
    person.is_asked("Move or charge?")
    assert tones(person.page) == 0
    set_in(person, "Sounds")
    person.gives("Charge!")
    person.is_asked("Who joins?")
    assert tones(person.page) > 0


def tones(page: Page) -> int:
    """The sounds that were made so far."""
    made: int = page.evaluate("() => window.tones")
    return made


def set_in(person: Person, setting: str) -> None:
    """Tick one of the settings."""
    person.menu("Settings")
    dialog = person.page.get_by_role("dialog", name="Settings")
    dialog.get_by_label(setting).check()
    dialog.get_by_role("button", name="Close").click()


# ---- clocks ----------------------------------------------------------------------------------------------------------


def test_only_the_clock_of_who_decides_runs(server: Server, sits: Sits) -> None:
    timed = {"scenario": {"id": "open-field"}, "players": ["human", "human"], "clock": {"battle": 7200}}
    game = server.open(ruleset="gangfight", seed=1, **timed)
    red, blue = (sits(server.invitation(game, seat)) for seat in (0, 1))
    for person in (red, blue):
        expect(person.page.locator("li .clock")).to_have_count(2)
    running = blue.page.locator("li[aria-current] .clock")
    still = blue.page.locator("li:not([aria-current]) .clock")
    began = running.inner_text()
    expect(running).not_to_have_text(began)
    expect(still).to_have_text("2:00:00")


def test_the_clocks_wait_for_who_has_never_come_and_say_so(server: Server, sits: Sits) -> None:
    timed = {"scenario": {"id": "open-field"}, "players": ["human", "human"], "clock": {"battle": 7200}}
    game = server.open(ruleset="gangfight", seed=1, **timed)
    blue = sits(server.invitation(game, 1))
    waits = re.compile("^The clocks start as soon as .* has come to the table.$")
    blue.sees(waits)
    blue.page.wait_for_timeout(2_500)
    expect(blue.page.locator("li .clock")).to_have_text(["2:00:00", "2:00:00"])
    red = sits(server.invitation(game, 0))
    for person in (red, blue):
        person.sees("Everybody has come: the clocks run.")
        expect(person.page.get_by_text(waits)).to_be_hidden()
        expect(person.page.locator("li[aria-current] .clock")).not_to_have_text("2:00:00")


# ---- what should be known before an answer is given ------------------------------------------------------------------


def test_what_cannot_reach_says_so_and_whose_attack_it_is_is_shown(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_charge(), "human", "human")
    red, blue = (sits(server.invitation(game, seat)) for seat in (0, 1))
    red.gives("Charge")
    blue.is_asked("Asp declares: Charge. Who reacts?")
    expect(blue.page.locator("article h2")).to_have_text("Asp")  # whose action is answered
    blue.gives("pass")
    red.is_asked("Charge whom?")
    expect(red.bar.locator(".option", has_text="Eel").locator(".caution")).to_have_text("out of reach")
    assert "Eel" in red.options()


def test_how_a_battle_ended_is_told_in_sentences_and_the_score_in_one_line(server: Server, sits: Sits) -> None:
    sides = [{"seat": 0, "name": "Tallow Street"}, {"seat": 1, "name": "Quarry Kin, come to collect"}]
    ending = {"winner": 1, "points": [0, 22], "why": "the last turn is over."}
    over = {"type": "position", "at": [1, 0], "eyes": 0, "since": 0, "log": [], "asked": [], "ending": ending}
    after = [over | {"tableau": TABLEAU | {"sides": sides}}]
    person, _ = asked_by_hand(server, sits, after=after, dress=PHONE, options=[{"answer": 1, "label": "Go"}])
    person.gives("Go")
    score = person.bar.get_by_text("0 : 22")
    for width in range(330, 420, 10):  # the line ends somewhere within it
        person.page.set_viewport_size({"width": width, "height": 844})
        assert score.evaluate("(shown) => shown.getClientRects().length") == 1
    first = "(words) => getComputedStyle(words, '::first-letter').textTransform"
    assert person.bar.get_by_text("the last turn is over.").evaluate(first) == "uppercase"
