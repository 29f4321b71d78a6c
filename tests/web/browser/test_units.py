"""Units, hulls and squares on the pages: drawn, chosen, read out; with a mouse, by keyboard and by touch."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.columns import FAR_DRIVES, TWO, setup
from warbook import rulesets
from warbook.core.decision import Decision
from warbook.core.game import Game
from warbook.core.length import INCH
from warbook.core.ruleset import Ruleset, Setup
from warbook.space.mustering import Muster
from warbook.space.rules import Point
from warbook.testing.conformance import every_setup

from .conftest import PHONE, Sits
from .people import Person, Spot
from .serving import Server
from .test_alone import serious

ROOT = Path(__file__).parents[3]
PLACES = {5: (6, 3), 11: (24, 3), 18: (6, 26), 24: (24, 26)}  # where the first of each squad begins, in inches

ENTRIES = "[warbook.rulesets]\ncolumns-2 = tests.columns:TWO\ncolumns-far = tests.columns:FAR_DRIVES\n"

# Where a point of the board (in thousandths) is on the page.
ON_PAGE = """([x, y]) => {
  const world = document.querySelector('svg.sheet g.world');
  const at = new DOMPoint(x, -y).matrixTransform(world.getScreenCTM());
  return document.elementFromPoint(at.x, at.y)?.closest('svg.sheet') ? [at.x, at.y] : null;
}"""


@pytest.fixture(scope="module")
def columns(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which the game of units is installed."""
    folder = tmp_path_factory.mktemp("columns")
    info = folder / "columns-1.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Name: columns\nVersion: 1\n")
    info.joinpath("entry_points.txt").write_text(ENTRIES)
    with pytest.MonkeyPatch.context() as patch:
        path = [str(folder), str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, path)))
        served = Server(folder)
        served.start()
        yield served
        served.stop()


def record(until: Callable[[Decision[object]], bool], unit: int = 5, ruleset: Ruleset = TWO) -> bytes:
    """The record of a battle in which red has put down its squads, up to a question."""
    rows: list[bytes] = []
    game = Game(ruleset, setup(ruleset), seed=3, write=rows.append)
    while game.decision is not None and not until(game.decision):
        question: object = game.decision
        if game.decision.key == "muster":
            members = game.decision.members  # type: ignore[attr-defined]
            x, y = PLACES[members[-1] + 1]
            game.choose(question.proposed(members[0], (), (x * INCH, y * INCH)))  # type: ignore[attr-defined]
        else:
            game.choose(unit)
    return b"".join(rows)


def point(person: Person, x: float, y: float) -> Spot:
    """A point of the board, in inches, on the page, once the board moves no more."""
    found = person.settled(ON_PAGE, [x * INCH, y * INCH])
    assert found is not None, f"({x}, {y}) is not in sight"
    return Spot(*found)


def drawn(person: Person) -> Locator:
    """The members as they would stand."""
    return person.page.locator("[data-ghost][data-member]")


@pytest.fixture
def marching(columns: Server, sits: Sits) -> Callable[..., Person]:
    """Somebody is asked where a squad of five goes."""

    def somebody(**dress: object) -> Person:
        game = columns.take(record(lambda decision: decision.key == "march"), "human", "uniform")
        person = sits(columns.invitation(game, 0), **dress)
        person.is_asked("Where does Red squad 1 go?")
        return person

    return somebody


def test_a_squad_marches_after_its_leader_and_one_is_dragged_elsewhere(marching: Callable[..., Person]) -> None:
    person = marching()
    person.clicks(point(person, 8, 7))
    expect(drawn(person)).to_have_count(5)
    before = [each.get_attribute("transform") for each in drawn(person).all()]
    ghost = drawn(person).nth(4)
    box = ghost.bounding_box()
    assert box is not None
    person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    person.page.mouse.down()
    to = point(person, 9.5, 5.5)
    person.page.mouse.move(to.x - 5, to.y, steps=4)
    person.page.mouse.move(*to, steps=4)
    person.page.mouse.up()
    expect(ghost).not_to_have_attribute("transform", str(before[4]))
    assert [each.get_attribute("transform") for each in drawn(person).all()][:4] == before[:4]
    person.confirms()
    person.is_asked("Which unit goes?")
    assert 'aria-label="Red 1-1, trooper, Red' in person.page.content()


def test_what_one_member_cannot_do_is_said_with_its_name(marching: Callable[..., Person]) -> None:
    person = marching()
    person.clicks(point(person, 20, 9))
    person.sees(re.compile("Red 1-1: That takes"))
    person.sees("more reasons")
    expect(drawn(person)).to_have_count(0)  # the first of them cannot go there: nothing is drawn


def test_a_squad_marches_by_keyboard(marching: Callable[..., Person]) -> None:
    person = marching()
    person.board.focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"):
        person.page.keyboard.press(key)
    told = person.page.locator("[aria-live='polite']", has_text=re.compile(r"^column \d+, row \d+$"))
    expect(told).to_have_count(1)
    person.page.keyboard.press("Enter")
    expect(drawn(person)).to_have_count(5)
    stand = person.bar.get_by_role("list", name="Where each would stand").get_by_role("listitem")
    expect(stand).to_have_count(5)
    expect(stand.first).to_have_text(re.compile(r"Red 1-1; column \d+, row \d+"))
    for _ in range(5):
        person.page.keyboard.press(".")
    expect(person.bar.get_by_label("The next point is for")).to_have_value("4")
    for key in ("ArrowRight", "Enter"):
        person.page.keyboard.press(key)
    expect(person.bar.get_by_label("The next point is for")).to_have_value("-1")
    person.page.keyboard.press("c")
    person.is_asked("Which unit goes?")


def test_a_squad_marches_by_touch(marching: Callable[..., Person]) -> None:
    person = marching(**PHONE)
    person.page.touchscreen.tap(*point(person, 7, 6))
    expect(drawn(person)).to_have_count(5)
    person.bar.get_by_label("The next point is for").select_option("Red 1-3")
    person.page.touchscreen.tap(*point(person, 9, 6.5))
    expect(person.bar.get_by_label("The next point is for")).to_have_value("-1")
    person.confirms()
    person.is_asked("Which unit goes?")


def test_squads_are_put_on_the_table_whole(columns: Server, sits: Sits) -> None:
    game = columns.take(record(lambda decision: True), "human", "uniform")
    person = sits(columns.invitation(game, 0))
    person.is_asked("Where does Red squad 1 begin?")
    person.clicks(point(person, 12, 4))
    expect(drawn(person)).to_have_count(5)
    person.confirms()
    person.is_asked("Where does Red squad 2 begin?")


def test_a_unit_is_chosen_by_any_of_its_models_and_read_with_them(columns: Server, sits: Sits) -> None:
    game = columns.take(record(lambda decision: decision.key == "unit"), "human", "uniform")
    person = sits(columns.invitation(game, 0))
    model = person.page.locator("[data-body='3']")
    expect(model).to_have_attribute(
        "aria-label", re.compile("of Red squad 1, steady, strength 5 of 5, ready; column 4, row 1; may be chosen")
    )
    truck = person.page.locator("[data-body='12']")
    expect(truck).to_have_attribute("aria-label", re.compile(r"truck.*; column 13, row 4; faces east"))
    model.hover()
    expect(person.page.locator("[data-body] .kin")).to_have_count(4)
    person.clicks(person.spot_of("Red 1-4"))
    person.is_asked("Where does Red squad 1 go?")
    expect(person.page.get_by_role("region", name="Red squad 1")).to_contain_text("5 of 5 models on the board")


@pytest.fixture
def driving(columns: Server, sits: Sits) -> Callable[..., Person]:
    """Somebody is asked for a square."""

    def somebody(**dress: object) -> Person:
        game = columns.take(record(lambda decision: decision.key == "square", unit=12), "human", "uniform")
        person = sits(columns.invitation(game, 0), **dress)
        person.is_asked("Where does the red truck drive?")
        return person

    return somebody


def test_a_square_is_clicked_on_the_board(driving: Callable[..., Person]) -> None:
    person = driving()
    person.clicks(point(person, 12.2, 9.3))
    person.is_asked("Which unit goes?")
    person.heard("he red truck drives on.")
    truck = person.page.locator("g.mark:has([data-body='12'])")
    expect(truck).to_have_css("transform", re.compile(r"matrix\(1, 0, 0, 1, 12750, -9750\)"))


def test_a_square_is_chosen_by_keyboard_and_told(driving: Callable[..., Person]) -> None:
    person = driving()
    person.board.focus()
    person.page.keyboard.press("ArrowLeft")
    told = person.page.locator("[aria-live='polite']", has_text=re.compile(r"square \d+-\d+, column \d+, row \d+"))
    expect(told).to_have_count(1)
    person.page.keyboard.press("ArrowLeft")
    person.page.keyboard.press("Enter")
    person.is_asked("Which unit goes?")


def test_a_square_is_tapped_and_confirmed(driving: Callable[..., Person]) -> None:
    person = driving(**PHONE)
    person.page.touchscreen.tap(*point(person, 12.7, 9.7))
    person.page.get_by_role("button", name="Choose this one").tap()
    person.is_asked("Which unit goes?")


def test_long_lists_are_shown_in_part_and_searched(driving: Callable[..., Person]) -> None:
    person = driving()
    expect(person.bar.locator(".option").first).to_be_hidden()
    person.bar.get_by_text("Choose from a list instead").click()
    expect(person.bar.locator(".option")).to_have_count(60)
    person.bar.get_by_label("Find an answer").fill("square 12-7")
    expect(person.bar.locator(".option")).to_have_count(1)
    person.bar.locator(".option").click()
    person.is_asked("Which unit goes?")


@pytest.mark.parametrize("dress", [{"viewport": {"width": 1440, "height": 900}}, PHONE], ids=["desk", "phone"])
def test_of_hundreds_of_places_the_rest_is_listed_and_what_is_folded_away_has_no_key(
    columns: Server, sits: Sits, dress: dict[str, object]
) -> None:
    begun = record(lambda decision: decision.key == "square", unit=12, ruleset=FAR_DRIVES)
    person = sits(columns.invitation(columns.take(begun, "human", "uniform"), 0), **dress)
    person.sees("Point to one of 457 places on the board.")
    options = person.bar.locator(".option:visible > span")
    expect(options).to_have_text(["stay"])
    person.page.keyboard.press("2")  # the first square, if that could be seen
    person.page.keyboard.press("/")
    expect(person.bar.get_by_label("Find an answer")).to_be_focused()
    person.is_asked("Where does the red truck drive?")
    expect(options).to_have_count(1 + 60)
    expect(person.bar.locator("[aria-keyshortcuts='1']")).to_have_count(1)
    box, board = person.bar.bounding_box(), person.board.bounding_box()
    assert box and board and board["height"] > 0.3 * (box["height"] + board["height"])  # the board keeps its room
    person.page.keyboard.type("square 20-9")
    expect(options).to_have_text(["stay", "square 20-9"])
    person.page.keyboard.press("Enter")
    person.is_asked("Which unit goes?")
    truck = person.page.locator("g.mark:has([data-body='12'])")
    expect(truck).to_have_css("transform", re.compile(r"matrix\(1, 0, 0, 1, 28080, -12240\)"))


def test_the_list_has_units_with_their_models(columns: Server, sits: Sits) -> None:
    game = columns.take(record(lambda decision: decision.key == "unit"), "human", "uniform")
    person = sits(columns.invitation(game, 0))
    person.page.get_by_role("button", name="Board or list").click()
    rows = person.page.get_by_role("region", name="Models and distances").get_by_role("row")
    expect(rows.filter(has_text="Red squad 1")).to_contain_text("5 of 5 models on the board")
    rows.filter(has_text="Red squad 1").get_by_role("button").click()
    expect(rows.filter(has_text="Red 1-1")).to_have_class(re.compile("selected"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_units_and_marches_stand_in_nobodys_way(scheme: str, marching: Callable[..., Person]) -> None:
    person = marching(color_scheme=scheme)
    person.clicks(point(person, 8, 7))
    expect(drawn(person)).to_have_count(5)
    found = {"march": serious(person)}
    person.page.get_by_role("button", name="Board or list").click()
    person.sees("5 of 5 models on the board")
    found["list"] = serious(person)
    assert not any(found.values()), found


def test_a_squad_marches_to_typed_coordinates(marching: Callable[..., Person]) -> None:
    person = marching()
    person.page.get_by_role("button", name="Board or list").click()
    form = person.bar.get_by_role("form", name="Type a position")
    form.get_by_label("East").fill("8")
    form.get_by_label("North").fill("7")
    form.get_by_role("button").click()
    expect(person.bar.get_by_role("button", name="March", exact=True)).to_be_enabled()
    held = person.bar.get_by_label("The next point is for")
    held.select_option("Red 1-5")
    form.get_by_label("East").fill("30")
    form.get_by_role("button").click()
    expect(person.bar.get_by_role("alert")).to_contain_text(re.compile("Red 1-5: That takes"))
    form.get_by_label("East").fill("9")
    form.get_by_role("button").click()
    expect(held).to_have_value("-1")
    person.bar.get_by_role("button", name="March", exact=True).click()
    person.is_asked("Which unit goes?")


def before_a_hull() -> tuple[bytes, Point]:
    """The record of a battle in which red sets up a hull next, and a place for it."""
    ruleset = rulesets.find("draft-40k")
    for seed in range(20):
        rows: list[bytes] = []
        game = Game(ruleset, meeting(ruleset), seed=seed, write=rows.append)
        question = first_hull(game)
        if question.player == 0:
            return b"".join(rows), question.candidates(3)[-1][0][:3]
    raise AssertionError("blue had the first turn in all of them")


def meeting(ruleset: Ruleset) -> Setup:
    """A battle of the reaction draft in which armies begin in quarters."""
    return next(each for each in every_setup(ruleset) if "two-standards" in str(each.content["scenario"]["source"]))


def first_hull(game: Game) -> Muster:
    """Everybody is set up, up to the first hull: where that is to begin."""
    rng = Random(3)
    while not (isinstance(game.decision, Muster) and game.decision.facing):
        assert game.decision is not None
        game.choose(game.decision.sample(rng), game.decision.player)
    return game.decision


def test_a_hull_is_turned_where_it_is_set_up(server: Server, sits: Sits) -> None:
    record, (x, y, _) = before_a_hull()
    person = sits(server.invitation(server.take(record, "human", "uniform"), 0))
    person.is_asked("Where does Exact time start?")
    person.clicks(point(person, x / INCH, y / INCH))
    stand = person.bar.get_by_role("list", name="Where each would stand").get_by_role("listitem")
    expect(stand).to_have_count(1)
    before = stand.inner_text()
    person.page.get_by_role("button", name="Turn left").first.click()
    expect(stand).not_to_have_text(before)
    turned = stand.inner_text()
    person.board.focus()
    person.page.keyboard.press(".")
    expect(stand).not_to_have_text(turned)
    person.page.keyboard.press("Backspace")
    expect(stand).to_have_text(turned)
    person.confirms()
    person.answered()
