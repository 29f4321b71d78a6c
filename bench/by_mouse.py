"""By mouse: what somebody does first at a table in a browser, click by click, and how long each click waits.

Clicks are real events of a pointer.  A wait lasts from a click until the page shows what came of it; the time that
the script itself needs to find where to click next is not counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

LATE = 150_000  # ms after which something is taken never to come
ROOM = 12  # pixels around a point in which there must be no model and no border
NO_ODDS = 10_000  # ms after which odds are taken not to be known
TRIES = 40  # points of the board that are clicked before the hand gives up
GUESSES = 400  # points that are looked at before each of these clicks
FRAMES = 8  # of the browser, in which the board must be the same to be at rest
STEPS = 60  # answers before the question that is wanted
MOVE, ATTACK = re.compile("^Move"), re.compile("^(Shoot|Fire)")

# What is waited for after which act; a question that is answered from a list bears its own words.
ASKED, BOT = "the page asks", "the bot answers"
REGION, DRAWN = "a region is shown", "a point is clicked, the referee rules"
PLACED, MOVED = "the place is given, accepted", "the way is given, accepted"
TURNED = "the direction is given, accepted"
SIGHTS = "the lines of sight of the model that acts"
CARD, SIGHT, ODDS = (
    "a model is clicked, its card",
    "a target is hovered, its line of sight",
    "an answer is hovered, its odds",
)

QUESTION = "() => document.querySelector('section.bar .body') !== null"
NEXT_QUESTION = "(body) => !body.isConnected && document.querySelector('section.bar .body') !== null"
NEWS = f"([entries, count]) => document.querySelectorAll(entries).length > count || ({QUESTION})()"
TAKEN = "(body) => !body.isConnected"
SHOWN = {
    REGION: "() => document.querySelector('svg.sheet path.region') !== null",
    SIGHTS: "() => document.querySelector('.aim .sight') !== null",
    SIGHT: "() => document.querySelector('.aim.strong .sight') !== null",
    # The card of another model than before, with a table of weapons.
    CARD: """(before) => [...document.querySelectorAll('article[aria-label]')]
      .some((card) => card.getAttribute('aria-label') !== before && card.querySelector('table.grid') !== null)""",
    # What the referee says of what is drawn: it may be given, or it may not.
    DRAWN: """() => {
      const beside = document.querySelector('[role=dialog][aria-label="What is drawn"] .chief');
      const chief = beside ?? document.querySelector('.bar .draft .chief');
      if (chief !== null && !chief.disabled && chief.textContent.trim() !== 'Stay') return 'ready';
      return document.querySelector('.against, .bar .draft .ill, .tip .against') !== null ? 'refused' : '';
    }""",
}
UNDRAWN = (
    "() => document.querySelector('.against, .tip .against, [role=dialog][aria-label=\"What is drawn\"]') === null"
)
# Waits until what a selector finds has been in the same place for some frames.  With most questions the board gets more
# room, or less, and only in the frame after that it is drawn anew: nobody could click sooner.
AT_REST = f"""const atRest = async (selector) => {{
  const found = () => [...document.querySelectorAll(selector)];
  const boxes = () => JSON.stringify(found().map((each) => each.getBoundingClientRect()));
  for (let [same, last] = [0, '']; same < {FRAMES};) {{
    await new Promise(requestAnimationFrame);
    const now = boxes();
    [same, last] = [now === last ? same + 1 : 0, now];
  }}
}};"""
# A point of the page inside what can be reached (anywhere on the board for a direction), with room for a base, on no
# model: the first of these guesses (which region, and how far into it) that is one.
POINT = f"""async ([guesses, room]) => {{
  {AT_REST}
  const sheet = document.querySelector('svg.sheet');
  await atRest('svg.sheet, svg.sheet .world');
  const regions = [...sheet.querySelectorAll('path.region')].filter((each) => each.getBoundingClientRect().width > 0);
  const shapes = regions.length ? regions : [sheet];
  for (const [which, right, down] of guesses) {{
    const shape = shapes[Math.floor(which * shapes.length)];
    const within = shape.getBoundingClientRect();
    const x = within.x + right * within.width, y = within.y + down * within.height;
    const around = [[0, 0], [room, 0], [-room, 0], [0, room], [0, -room]].map(([dx, dy]) => [x + dx, y + dy]);
    const free = around.every(([px, py]) => {{
      const hit = document.elementFromPoint(px, py);
      if (hit?.closest('svg.sheet') !== sheet || hit.closest('[data-body]') !== null) return false;
      if (shape === sheet) return true;
      return shape.isPointInFill(new DOMPoint(px, py).matrixTransform(shape.getScreenCTM().inverse()));
    }});
    if (free) return [x, y];
  }}
  return null;
}}"""
# The middles of the models that a selector finds and that a click would reach.
MODELS = f"""async (selector) => {{
  {AT_REST}
  await atRest(selector);
  return [...document.querySelectorAll(selector)].map((mark) => mark.getBoundingClientRect())
    .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
    .filter(([x, y]) => document.elementFromPoint(x, y)?.closest('[data-body]'));
}}"""
ACTS, OTHERS = "[data-body][aria-label*='acts now'] .token", "[data-body]:not([aria-label*='acts now']) .token"
ENTRIES = ".log .entry"
NAMED = "[data-body].option .token"  # models that an answer names


class Wait(NamedTuple):
    """A step, and the seconds that it waited."""

    step: str
    seconds: float


class Hand:
    """A hand with a mouse at one page; `waits` are its steps so far."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.waits: list[Wait] = []
        page.set_default_timeout(LATE)

    @property
    def seconds(self) -> float:
        """What all steps so far have waited: so long ago was the table opened."""
        return sum(wait.seconds for wait in self.waits)

    def opens(self, link: str) -> None:
        """Open the table, and wait until it asks something."""
        self._step(ASKED, lambda: self.page.goto(link), lambda: self.page.wait_for_function(QUESTION))

    # ---- drawing ---------------------------------------------------------------------------------------------------

    def places(self) -> None:
        """Put a model on the board and have it accepted, whatever is asked before that."""
        self._answers_until("place")
        self._draws(PLACED)

    def moves(self) -> None:
        """Choose a model and Move, draw a way and have it accepted; whoever is not deployed yet is placed."""
        self._answers_until("path", MOVE)
        self._draws(MOVED)

    def waits_for_the_bot(self) -> None:
        """Wait until the next question comes; each answer that is seen of the bot before that is a step of its own."""
        while not self.page.evaluate(QUESTION):
            entries = self.page.locator(ENTRIES).count()
            self._step(BOT, _nothing, lambda: self.page.wait_for_function(NEWS, arg=[ENTRIES, entries]))  # noqa: B023

    def _draws(self, accepted: str) -> None:
        """Click where one may go, or look, until the referee finds it legal, and give it."""
        if accepted != TURNED:
            self._sees(REGION)
        chance = Random(len(self.waits))  # the same each time
        for _ in range(TRIES):
            if self._tries(chance):
                break
        else:
            raise RuntimeError(f"nothing legal could be drawn: {self.waits}")
        beside = self.page.get_by_role("dialog", name="What is drawn").locator(".chief")
        self._answers(accepted, beside.or_(self._bar(".draft .chief")).first.click, TAKEN)

    def _tries(self, chance: Random) -> bool:
        """Click on a point of the board as it lies there now: whether the referee finds that legal."""
        guesses = [[chance.random() for _ in range(3)] for _ in range(GUESSES)]
        if (point := self.page.evaluate(POINT, [guesses, ROOM])) is None:
            return False
        if self._sees(DRAWN, self._clicking(*point)) == "ready":
            return True
        self.page.keyboard.press("Escape")  # or what was said of this point would be read as said of the next
        self.page.mouse.move(0, 0)
        self.page.wait_for_function(UNDRAWN)
        return False

    # ---- choosing --------------------------------------------------------------------------------------------------

    def _answers_until(self, kind: str, label: re.Pattern[str] | None = None) -> None:
        for _ in range(STEPS):
            self.page.wait_for_function(QUESTION)
            asked = self._bar().get_attribute("data-kind")
            if asked == kind:
                return
            if asked == "place":
                self._draws(PLACED)
                self.waits_for_the_bot()
            elif asked == "face":
                self._draws(TURNED)
            else:
                self._chooses(label)
        raise RuntimeError(f"no question of the kind {kind} has come: {self.waits}")

    def _chooses(self, label: re.Pattern[str] | None = None) -> None:
        """Answer a question from its list: with the answer of this label, where it is offered; else by a click on a
        model that an answer names, where one does; else with the first."""
        prompt = self.page.locator("#question").inner_text().partition("?")[0] + "?"
        first = self._bar(".option > span").first
        wanted = self._bar(".option > span").filter(has_text=label or "").first
        if label is not None and wanted.count():
            self._answers(f"{prompt} {wanted.inner_text()}", wanted.click)
        elif models := self._models(NAMED):
            self._answers(f"{prompt} A click on a model", self._clicking(*models[0]))
        else:
            self._answers(f"{prompt} {first.inner_text()}", first.click)

    def _answers(self, step: str, click: Callable[[], Any], until: str = NEXT_QUESTION) -> None:
        body = self._bar(".body").element_handle()
        self._step(step, click, lambda: self.page.wait_for_function(until, arg=body))

    # ---- looking ---------------------------------------------------------------------------------------------------

    def attacks(self) -> None:
        """Look at the card of another model and of the one that acts, begin an attack, and point at its targets."""
        self._sees(SIGHTS)
        for selector in (OTHERS, ACTS):
            before = self.page.locator("article[aria-label]").first.get_attribute("aria-label")
            self._sees(CARD, self._clicking(*self._models(selector)[0]), before)
        self._sees(SIGHTS)
        while not self._models(NAMED):
            self._chooses(ATTACK)
        x, y = self._models(NAMED)[0]
        self._sees(SIGHT, lambda: self.page.mouse.move(x, y))
        self._sees_odds()

    def _sees_odds(self) -> None:
        """Point at an answer until its odds are shown; no step where none are, for the server may not know any."""
        from playwright.sync_api import TimeoutError as TooLate

        shown = self._bar(".weighed dl")
        with suppress(TooLate):
            self._step(ODDS, self._bar(".option").first.hover, lambda: shown.wait_for(timeout=NO_ODDS))

    # ---- steps -----------------------------------------------------------------------------------------------------

    def _sees(self, step: str, act: Callable[[], Any] | None = None, argument: Any = None) -> Any:
        """Do something and wait until it shows; what the page said of it."""
        shown = lambda: self.page.wait_for_function(SHOWN[step], arg=argument).json_value()  # noqa: E731
        return self._step(step, act or _nothing, shown)

    def _step(self, step: str, act: Callable[[], Any], shown: Callable[[], Any]) -> Any:
        began = perf_counter()
        act()
        found = shown()
        self.waits.append(Wait(step, perf_counter() - began))
        return found

    def _clicking(self, x: float, y: float) -> Callable[[], Any]:
        return lambda: self.page.mouse.click(x, y)

    def _models(self, selector: str) -> list[tuple[float, float]]:
        """Where models are that a click would reach."""
        found: list[tuple[float, float]] = self.page.evaluate(MODELS, selector)
        return found

    def _bar(self, within: str = "") -> Locator:
        return self.page.locator(f"section.bar {within}".strip())


def longest(waits: Iterable[Wait]) -> Wait:
    """The one that waited longest."""
    return max(waits, key=lambda wait: wait.seconds)


def _nothing() -> None:
    """What is waited for comes by itself."""
