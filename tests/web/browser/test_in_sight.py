"""In sight: nothing lies over what is aimed at, no list takes the board's room, and what is told can be read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from . import positions
from .by_hand import TABLEAU, asked_by_hand
from .conftest import PHONE, Sits
from .people import SETTLING, Person, Spot
from .serving import Server

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SMALL: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}}
SCREENS = pytest.mark.parametrize("dress", [DESK, SMALL, PHONE], ids=["desk", "small", "phone"])


def box(one: Locator) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is on the page, in pixels."""
    found = one.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def overlap(one: Locator, other: Locator) -> bool:
    """Whether one lies over the other."""
    (left, top, right, bottom), (west, north, east, south) = box(one), box(other)
    return left < east and west < right and top < south and north < bottom


# ---- what lies over the board ----------------------------------------------------------------------------------------


@SCREENS
def test_the_tools_cover_nothing_of_the_board(dress: dict[str, Any], server: Server, sits: Sits) -> None:
    person, _ = asked_by_hand(server, sits, options=[{"answer": 1, "label": "Wait"}], dress=dress)
    tools = person.page.get_by_role("toolbar", name="View")
    assert not overlap(tools, person.board)
    if (more := tools.get_by_role("button", name="View", exact=True)).is_visible():
        before = box(person.board)
        more.click()
        expect(tools.get_by_role("button", name="Ruler (M)")).to_be_visible()
        assert box(person.board) == before
        person.page.keyboard.press("Escape")
        assert not overlap(tools, person.board), "put away again"


def test_a_telephone_says_the_round_and_the_phase_beside_the_tools(server: Server, sits: Sits) -> None:
    said = "Round 2, movement phase of The light at Karrow Head"
    options = [{"answer": 1, "label": "Wait"}]
    person, _ = asked_by_hand(server, sits, options=options, dress=PHONE, tableau=TABLEAU | {"heading": said})
    heading = person.page.locator(".layout").get_by_text(said)
    expect(heading).to_be_visible()
    assert heading.evaluate("(it) => it.scrollHeight <= it.clientHeight"), "all of it is seen"
    for tool in person.page.get_by_role("toolbar", name="View").get_by_role("button").all():
        assert not tool.is_visible() or not overlap(heading, tool)
    assert not overlap(heading, person.board)


#: Where somebody could be aimed at: the corners, the borders and the middle of a board ten inches wide.
SPOTS = [(x, y) for x in (300, 5000, 9700) for y in (300, 5000, 9700)]
MANY = "a number of reasons that are told in a sentence each, so that there is much to read about it"


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)], ids=str)
def test_what_is_told_of_a_target_never_covers_it(size: tuple[int, int], server: Server, sits: Sits) -> None:
    bodies = [
        {"id": n, "owner": 1, "label": str(n), "name": f"N{n}", "kind": "", "at": {"x": x, "y": y, "radius": 400}}
        | {"words": [MANY], "badges": [{"sign": "F", "title": MANY, "tone": "ill"}]}
        for n, (x, y) in enumerate(SPOTS)
    ]
    options = [{"answer": n, "label": f"{MANY} {n}", "who": n // 2} for n in range(2 * len(SPOTS))]
    dress = {"viewport": {"width": size[0], "height": size[1]}}
    person, _ = asked_by_hand(server, sits, tableau=TABLEAU | {"bodies": bodies}, options=options, dress=dress)
    tip = person.page.locator(".board .box")
    for n in range(len(SPOTS)):
        token = person.page.locator(f"[data-body='{n}'] .token")
        spot = person.spot_of(f"N{n}")
        person.page.mouse.move(*spot)
        expect(tip).to_contain_text(f"N{n}")
        person.page.wait_for_timeout(SETTLING)
        assert not overlap(tip, token), f"what is told of N{n}"
        person.clicks(spot)
        offers = person.page.get_by_role("dialog", name=f"N{n}")
        offers.wait_for()
        person.page.wait_for_timeout(SETTLING)
        assert not overlap(offers, token), f"what is offered about N{n}"
        person.page.keyboard.press("Escape")


def test_a_template_lies_under_the_pointer_from_the_start(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_flame(), "human", "human")
    person = sits(server.invitation(game, 0), **DESK)
    expect(person.bar).to_have_attribute("data-kind", "face")
    person.undoes()
    person.is_asked("What does Asp do?")
    dog = person.spot_of("Dog")
    person.page.mouse.move(*dog)
    shape = person.page.locator("path.shape")
    expect(shape).to_have_count(0)
    number = 1 + person.options().index("Shoot")
    person.page.keyboard.press(str(number))  # the mouse lies still over Dog
    expect(shape).to_have_count(1)
    assert overlap(shape, person.page.locator("[data-body][aria-label*='Dog'] .token"))
    expect(person.page.locator("[data-body][aria-label*='Dog'] circle.lit")).to_have_count(1)
    eel = person.spot_of("Eel")
    person.page.mouse.move(*eel)
    expect(person.page.locator("[data-body][aria-label*='Eel'] circle.lit")).to_have_count(1)
    person.clicks(eel)
    said = person.page.get_by_role("dialog", name="What is drawn")
    expect(said).to_be_visible()
    assert not overlap(said, shape)


def test_odds_on_a_narrow_screen_lie_off_whom_they_are_about(server: Server, sits: Sits) -> None:
    places = {1: {"x": 5000, "y": 9000}, 2: {"x": 5000, "y": 800}}
    tableau = TABLEAU | {"bodies": [body | {"at": body["at"] | places[body["id"]]} for body in TABLEAU["bodies"]]}
    options = [{"answer": n, "label": f"N{n}", "who": n} for n in (1, 2)]
    person, _ = asked_by_hand(server, sits, tableau=tableau, options=options, dress={"viewport": NARROW})
    person.spot_of("Asp")
    for n in (1, 2):
        person.bar.locator(".option", has_text=f"N{n}").hover()
        odds = person.page.locator(".weighed", has_text=f"N{n}")  # they are being counted: nobody answers
        expect(odds).to_be_visible()
        assert not overlap(odds, person.page.locator(f"[data-body='{n}'] .token"))


def test_the_legend_covers_nothing_of_the_board(server: Server, sits: Sits) -> None:
    person, _ = asked_by_hand(server, sits, options=[{"answer": 1, "label": "Wait"}], dress=DESK)
    person.page.get_by_role("toolbar", name="View").get_by_role("button", name="Legend (L)").click()
    legend = person.page.get_by_role("complementary", name="On this board")
    expect(legend).to_be_visible()
    assert not overlap(legend, person.board)


DICE = {"pool": "3D6", "faces": [1, 2, 3]}


@SCREENS
def test_dice_and_words_lie_where_nobody_is_aimed_at(dress: dict[str, Any], server: Server, sits: Sits) -> None:
    # Whom one may choose stands where dice lie and words are told elsewhere: on the left.
    places = {1: (700, 9300), 2: (700, 700)}
    bodies = [
        body | {"at": body["at"] | {"x": x, "y": y}} for body in TABLEAU["bodies"] for x, y in [places[body["id"]]]
    ]
    options = [{"answer": n, "label": f"N{n}", "who": n} for n in (1, 2)]
    tableau = TABLEAU | {"bodies": bodies}
    log = [{"step": 0, "event": 0, "words": "To hit: three dice", "dice": DICE}]
    asked = {"seat": 0, "key": "bid", "kind": "choose", "prompt": "And now?", "at": [1, 0], "options": options}
    words = {"seat": -2, "name": "Referee", "words": "Blue passes by a standing order.", "when": 9}
    after: list[dict[str, Any]] = [
        {"type": "position", "at": [1, 0], "eyes": 0, "since": 0, "log": log, "tableau": tableau, "asked": [asked]},
        {"type": "chat", "said": words},
    ]
    wait = [*options, {"answer": 0, "label": "Wait"}]
    person, _ = asked_by_hand(server, sits, tableau=tableau, options=wait, dress=dress, after=after)
    person.spot_of("Asp")
    person.bar.locator(".option", has_text="Wait").click()
    for told in (person.page.locator(".toss"), person.page.locator("p.words")):
        expect(told).to_be_visible()
        person.page.wait_for_timeout(SETTLING)
        for n in (1, 2):
            assert not overlap(told, person.page.locator(f"[data-body='{n}'] .token"))


def test_dice_go_up_with_the_board_when_the_next_question_needs_more_room(server: Server, sits: Sits) -> None:
    # Whom one may choose stands in both upper corners, so the dice lie at the lower border of the board.
    places = {1: (700, 9300), 2: (9300, 9300)}
    bodies = [
        body | {"at": body["at"] | {"x": x, "y": y}} for body in TABLEAU["bodies"] for x, y in [places[body["id"]]]
    ]
    tableau = TABLEAU | {"bodies": bodies}
    options = [{"answer": n, "label": f"N{n}", "who": n} for n in (1, 2)]
    four = {"pool": "4D6", "faces": [1, 2, 3, 4]}
    log = [{"step": 0, "event": n, "words": f"To hit: {MANY}", "dice": four} for n in range(2)]
    asked = {"seat": 0, "key": "bid", "kind": "choose", "prompt": "And now?", "at": [1, 0], "options": options}
    more = asked | {"at": [2, 0], "options": [{"answer": n, "label": f"{MANY[:40]} {n}"} for n in range(6)]}
    shown = {"type": "position", "eyes": 0, "since": 0, "log": log, "tableau": tableau}
    after = [shown | {"at": [1, 0], "asked": [asked]}]
    person, _ = asked_by_hand(server, sits, tableau=tableau, options=options, dress=PHONE, after=after)
    person.bar.locator(".option", has_text="N1").click()
    dice = person.page.locator(".toss")
    expect(dice).to_be_visible()
    assert box(dice)[3] > box(person.board)[3] - 20
    before = box(person.board)
    after[:] = [shown | {"at": [2, 0], "asked": [more]}]
    person.bar.locator(".option", has_text="N2").click()
    expect(person.bar.locator(".option").nth(5)).to_be_visible()
    person.page.wait_for_timeout(SETTLING)
    assert box(person.board) != before  # the question took some of its room
    assert not overlap(dice, person.bar)


# ---- lists -----------------------------------------------------------------------------------------------------------


@SCREENS
def test_what_is_not_offered_takes_nothing_from_the_board(dress: dict[str, Any], server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_charge(), "human", "human")
    person = sits(server.invitation(game, 0), **dress)
    person.is_asked("What does Asp do?")
    before = box(person.board)
    opener = person.bar.get_by_role("button", name=re.compile("^Not offered"))
    opener.focus()
    person.page.keyboard.press("Enter")
    refused = person.page.get_by_role("region", name=re.compile("^Not offered"))
    expect(refused.get_by_text("There must be a ductway on the board.").first).to_be_visible()
    assert box(person.board) == before
    left, top, right, bottom = box(refused)
    assert left >= 0 and top >= 0 and right <= dress["viewport"]["width"] and bottom <= dress["viewport"]["height"]
    if dress is not PHONE:
        assert not overlap(refused, person.board)
    person.page.keyboard.press("Escape")
    expect(refused).to_be_hidden()
    expect(opener).to_be_focused()


@SCREENS
@pytest.mark.parametrize("kind", ["choose", "order", "allocate", "place"])
def test_no_list_takes_the_room_of_the_board(kind: str, dress: dict[str, Any], server: Server, sits: Sits) -> None:
    options = [{"answer": n, "label": f"{MANY[: 20 + n]} {n}"} for n in range(60)]
    refused = [{"answer": n, "label": f"Not {n}", "reasons": [MANY]} for n in range(60)]
    more = (
        {"total": 9, "most": [9] * 60} if kind == "allocate" else {"mover": 1, "radius": 400} if kind == "place" else {}
    )
    person, _ = asked_by_hand(server, sits, kind=kind, options=options, refused=refused, dress=dress, **more)
    if kind == "place":
        person.bar.locator("summary", has_text="proposal").click()
    left, top, right, bottom = box(person.board)
    assert bottom - top > 0.35 * dress["viewport"]["height"], "the board keeps its share"
    assert person.bar.evaluate("(bar) => bar.getBoundingClientRect().bottom <= innerHeight")


# ---- a figure that is dragged ----------------------------------------------------------------------------------------


def drag(person: Person, start: Spot, end: Spot) -> None:
    """Drag with the mouse, and hold on."""
    person.page.mouse.move(*start)
    person.page.mouse.down()
    person.page.mouse.move(*end, steps=5)


def camera(person: Person) -> str:
    """How the board is looked at."""
    return person.page.locator("svg.sheet .world").get_attribute("transform") or ""


def test_a_dragged_figure_is_moved_and_the_table_stays(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_band_charges(), "human", "human")
    person = sits(server.invitation(game, 0), **DESK)
    odo, before = person.spot_of("Odo"), camera(person)
    legs = person.page.locator("path.leg:not(.halo):not(.next)")

    drag(person, odo, Spot(odo.x + 80, odo.y))  # no move is asked: how far that would be
    assert camera(person) == before
    expect(person.page.locator("path.ruler:not(.halo)")).to_have_count(1)
    person.page.mouse.up()
    expect(person.page.locator("path.ruler")).to_have_count(0)
    person.is_asked("What does Odo do?")

    person.gives("Move")
    expect(person.bar).to_have_attribute("data-kind", "path")
    odo, before = person.spot_of("Odo"), camera(person)
    drag(person, odo, Spot(odo.x + 60, odo.y - 40))
    expect(person.page.locator("path.leg.next")).to_have_count(1)
    assert camera(person) == before
    person.page.mouse.up()
    expect(legs).to_have_count(1)
    expect(person.drawn).to_be_enabled()
    first = legs.get_attribute("d")

    put = person.page.locator("g[data-ghost] .stamp").bounding_box()  # and dragged on from where it was put down
    assert put is not None
    end = Spot(put["x"] + put["width"] / 2, put["y"] + put["height"] / 2)
    drag(person, end, Spot(odo.x + 10, odo.y - 60))
    person.page.mouse.up()
    expect(legs).to_have_count(1)
    expect(legs).not_to_have_attribute("d", first or "")
    expect(person.drawn).to_be_enabled()
    assert camera(person) == before
    person.confirms()
    person.heard("Odo moves")


def test_the_table_is_panned_where_no_figure_stands(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_band_charges(), "human", "human")
    person = sits(server.invitation(game, 0), **DESK)
    odo, before = person.spot_of("Odo"), camera(person)
    drag(person, Spot(odo.x + 80, odo.y - 40), Spot(odo.x + 140, odo.y))
    person.page.mouse.up()
    person.page.wait_for_timeout(100)
    assert camera(person) != before


def test_a_figure_that_is_dragged_by_a_finger_is_moved(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_band_charges(), "human", "human")
    person = sits(server.invitation(game, 0), **PHONE)
    person.bar.locator(".option", has_text="Move").tap()
    person.page.wait_for_function("() => document.querySelector('section.bar').dataset.kind === 'path'")
    odo = person.spot_of("Odo")
    before = camera(person)
    session = person.page.context.new_cdp_session(person.page)
    for kind, points in (
        ("touchStart", [odo]),
        ("touchMove", [Spot(odo.x + 15, odo.y - 20)]),
        ("touchMove", [Spot(odo.x + 30, odo.y - 50)]),
        ("touchEnd", []),
    ):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": p.x, "y": p.y} for p in points]})
    expect(person.page.locator("path.leg:not(.halo):not(.next)")).to_have_count(1)
    assert camera(person) == before
    expect(person.drawn).to_be_enabled()


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
