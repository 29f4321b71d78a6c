"""Shots: the pictures of the README and the tour, of real battles of each ruleset.

``python -m tests.web.browser.shots`` plays a battle of each between two strong bots up to where something is to be
seen, opens it on a server, clicks, and writes ``docs/pictures``.
"""

from __future__ import annotations

import base64
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, expect, sync_playwright

from warbook import players, rulesets, table
from warbook.core.decision import Choose
from warbook.core.game import Game

from .conftest import CHROMIUM, FLAGS, PHONE
from .hands import POINTS
from .people import PATIENCE, Person, Spot
from .serving import Server

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
LARGEST = 150_000  # bytes of a picture
SEVERAL = 3  # targets that make a picture

SEEDS = 10  # battles that are tried for a picture
WEIGHING = 2_500  # ms in which odds are counted with care


class Battle(NamedTuple):
    """A battle worth a picture: `shoots` is the action by which a model shoots, `number` chooses among the turns in
    which that is offered to the first side."""

    name: str
    scenario: str
    seed: int
    shoots: str
    number: int


BATTLES = (
    Battle("necromunda", "hive-stand-off", 11, "shoot", 3),
    Battle("gangfight", "late-for-market", 5, "fire", 3),
)


def main() -> None:
    """Take all pictures."""
    PICTURES.mkdir(exist_ok=True)
    records = {battle: record(battle) for battle in BATTLES}
    with served() as server, sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE)
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        for battle, scheme in zip(BATTLES, ("light", "dark"), strict=True):
            other = {"light": "dark", "dark": "light"}[scheme]
            with sitting(browser, server, records[battle], DESK, scheme) as person:
                a_move(person)
                take(person, f"{battle.name}-move-{scheme}")
            with sitting(browser, server, records[battle], DESK, other) as person:
                a_shot(person, battle)
                take(person, f"{battle.name}-shot-{other}")
            with sitting(browser, server, records[battle], PHONE, scheme) as person:
                a_move(person)
                take(person, f"{battle.name}-phone-{scheme}")
        browser.close()


# ---- battles ---------------------------------------------------------------------------------------------------------


def record(battle: Battle) -> bytes:
    """The record of a battle between two strong bots, up to a turn in which the first side may shoot at several; the
    first from its seed on that comes to one."""
    for seed in range(battle.seed, battle.seed + SEEDS):
        if (found := _record(battle, seed)) is not None:
            return found
    raise AssertionError(f"{battle.scenario} was over before that, with each of {SEEDS} seeds")


def _record(battle: Battle, seed: int) -> bytes | None:
    rows: list[bytes] = []
    setup = table.setup(battle.scenario)
    game = Game(rulesets.find(setup.ruleset), setup, seed=seed, write=rows.append)
    bots = [players.by_name("greedy", seed=seat) for seat in range(2)]
    turns = 0
    while (decision := game.decision) is not None:
        if decision.key == "action" and decision.player == 0 and isinstance(decision, Choose):
            turns += battle.shoots in decision.options() and several_in_sight(game)
            if turns == battle.number:
                return b"".join(rows)
        game.choose(bots[decision.player].choose(game.play, decision), decision.player)
    return None


def several_in_sight(game: Game) -> bool:
    """Whether the model that acts could aim at several, later than in the first round."""
    assert game.ruleset.aims is not None
    aims = game.ruleset.aims(game.play, game.state.turn.actor)
    return game.state.turn.round > 1 and len({aim.target for aim in aims if not aim.against}) >= SEVERAL


@contextmanager
def served() -> Iterator[Server]:
    """A server for the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def sitting(browser: Browser, server: Server, data: bytes, dress: dict[str, Any], scheme: Any) -> Iterator[Person]:
    """Somebody at the first seat of a battle."""
    game = server.take(data, "human", "greedy")
    context = browser.new_context(**dress, color_scheme=scheme, reduced_motion="reduce", locale="en-GB")
    person = Person(context.new_page())
    person.comes(server.invitation(game, 0))
    person.waits_to_be_asked()
    yield person
    context.close()


# ---- what is to be seen ----------------------------------------------------------------------------------------------


def a_move(person: Person) -> None:
    """A way is drawn, and where else one could go is shown."""
    answer(person, re.compile("^Move"))
    expect(person.bar).to_have_attribute("data-kind", "path")
    person.page.locator("path.region").first.wait_for(state="attached")
    person.page.wait_for_timeout(600)  # the board comes nearer on a telephone
    middle = person.spot_of(acting(person))
    points = [Spot(*each) for each in person.evaluate(POINTS, [60, 7])]
    for spot in sorted(points, key=lambda each: -abs(each.x - middle.x) - abs(each.y - middle.y)):
        person.clicks(spot)
        person.page.wait_for_timeout(700)
        if person.drawn.count() and person.drawn.is_enabled():
            return


def a_shot(person: Person, battle: Battle) -> None:
    """Whom it could shoot at, and the odds of that: of the first of whom they are told."""
    answer(person, re.compile("^(Shoot|Fire)"))
    while not person.page.locator("[data-body].option").count():
        answer(person, person.options()[0])
    odds = person.page.locator(".weighed dl")
    for target in person.bar.locator(".option", has_text=re.compile(".")).all():
        target.hover()
        person.page.wait_for_timeout(WEIGHING)
        if odds.is_visible():
            return
    raise AssertionError("no odds are told of any target")


def acting(person: Person) -> str:
    """The name of the model that acts."""
    label = person.page.locator("[data-body][aria-label*='acts now']").first.get_attribute("aria-label") or ""
    return label.split(",")[0]


def answer(person: Person, label: str | re.Pattern[str]) -> None:
    """Give an answer, and wait for the next question."""
    person.gives(label)
    person.waits_to_be_asked()


def take(person: Person, name: str) -> None:
    """Write what is shown as a picture, as good as it may be large."""
    person.page.wait_for_timeout(400)
    session = person.page.context.new_cdp_session(person.page)
    for quality in (82, 70, 60, 50):
        told = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        picture = base64.b64decode(told["data"])
        if len(picture) < LARGEST:
            break
    (PICTURES / f"{name}.webp").write_bytes(picture)
    print(f"{name}.webp  {len(picture) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
