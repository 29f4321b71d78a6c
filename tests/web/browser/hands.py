"""Hands: answer any question by what a person would click, by chance, to the end of a battle.

No question is known by name here: a list is clicked, or a model on the board that an option names; a way, a place or a
facing is drawn on the board, and chosen from the proposals where drawing does not get there.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random

from playwright.sync_api import TimeoutError as TooLate

from .people import Person, Spot

TRIES = 3  # points of the board before the list is taken
LEFT_OUT = 0.15  # how often a list is taken where one could draw

# Points of the page where a click is a legal answer, so far as the page shows it: inside what can be reached, or, where
# nothing is shown as that, anywhere on the board; not where something lies above the board.
POINTS = """([count, seed]) => {
  let state = seed;
  const chance = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  const sheet = document.querySelector('svg.sheet');
  const shapes = [...sheet.querySelectorAll('path.region')];
  const shown = sheet.getBoundingClientRect();
  const found = [];
  for (let tried = 0; found.length < count && tried < 400; tried++) {
    const shape = shapes.length ? shapes[Math.floor(chance() * shapes.length)] : null;
    const within = shape ? shape.getBoundingClientRect() : shown;
    const x = within.x + chance() * within.width, y = within.y + chance() * within.height;
    if (document.elementFromPoint(x, y)?.closest('svg.sheet') !== sheet) continue;
    if (shape !== null) {
      const local = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
      if (!shape.isPointInFill(local)) continue;
    }
    found.push([x, y]);
  }
  return found;
}"""

# Models that the question names and that a click would reach.
NAMED = """() => [...document.querySelectorAll('[data-body].option .token, .thing.option')].flatMap((mark) => {
  const box = mark.getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  return document.elementFromPoint(x, y)?.closest('svg.sheet') ? [[x, y]] : [];
})"""

# What the referee says of what is drawn: it may be given, or not (yet), or is still looked at.
DRAWN = """() => {
  const beside = document.querySelector('[role=dialog][aria-label="What is drawn"] .chief');
  const chief = beside ?? document.querySelector('.bar .draft .chief');
  if (chief !== null && !chief.disabled && chief.textContent.trim() !== 'Stay') return 'ready';
  const against = document.querySelector('.against, .bar .draft .ill, .tip .against');
  return against !== null ? 'refused' : '';
}"""
TOO_LATE = 5_000  # ms after which a point that was clicked is given up


class Hands:
    """Somebody's hands.  `did` counts what they did: `drawn`, `on the board`, `from a list` and so on; `pointable` is
    how often a question named models that are shown on the board."""

    def __init__(self, person: Person, rng: Random) -> None:
        self.person, self.page, self.rng = person, person.page, rng
        self.did: Counter[str] = Counter()
        self.pointable = 0

    def play_out(self, most: int = 2_000) -> None:
        """Answer whatever this screen is asked until the battle is over."""
        for _ in range(most):
            if not self.answer():
                return
        raise AssertionError(f"not over after {most} answers: {self.did}")

    def answer(self) -> bool:
        """Answer what is asked next; False where the battle is over."""
        self.person.waits_to_be_asked()
        seen = self.person.seen()
        if seen["over"]:
            return False
        if seen["covered"]:
            self.page.locator(".cover button").click()
        elif seen["consent"]:
            self.page.locator(".consent .chief").click()
            self.page.locator(".consent .chief").wait_for(state="detached")
        else:
            self._by_kind(seen["kind"])
        return True

    # ---- kinds of question ---------------------------------------------------------------------------------------

    def _by_kind(self, kind: str) -> None:
        match kind:
            case "order":
                self._order()
            case "allocate":
                self._split()
            case "path" | "drive" | "place" | "face" | "march" | "muster":
                self._draw(kind)
            case _:
                self._choose()

    def _tries(self, way: str, often: float) -> bool:
        """Whether to answer in a way that is open here: the first time always, so that no battle goes by without it."""
        return not self.did[way] or self.rng.random() < often

    def _choose(self) -> None:
        is_pointable = bool(self.page.evaluate(NAMED))
        self.pointable += is_pointable
        if is_pointable and self._tries("on the board", 0.5) and self._point_at_one():
            self.did["on the board"] += 1
        else:
            self._pick()

    def _point_at_one(self) -> bool:
        """Click one of the models that the question names, once the board, which makes room for each question, moves no
        more."""
        found = self.person.settled(NAMED)
        return bool(found) and self._point_at(Spot(*self.rng.choice(found)))

    def _point_at(self, spot: Spot) -> bool:
        """Click a model that the question names, and the answer beside it where it could be several."""
        self.person.answered()
        self.page.mouse.click(*spot)
        try:
            self.page.wait_for_function(
                "() => !('answered' in (document.querySelector('section.bar .body')?.dataset ?? {}))"
                " || document.querySelector('.board [role=dialog] .list button') !== null",
                timeout=TOO_LATE,
            )
        except TooLate:
            self.person.not_answered()
            return False
        beside = self.page.locator(".board [role=dialog] .list button")
        if count := beside.count():
            beside.nth(self.rng.randrange(count)).click()
        return True

    def _pick(self) -> None:
        """Click one of the answers of the list."""
        options = self.person.bar.locator(".option")
        options.first.wait_for(state="attached")
        folded = self.person.bar.locator("details:not([open]) > summary", has_text="Choose from a list instead")
        if folded.count():
            folded.click()
        options.first.wait_for()
        option = options.nth(self.rng.randrange(options.count()))
        self.person.answered()
        option.click()
        self.did["from a list"] += 1

    def _order(self) -> None:
        later = self.person.bar.get_by_role("button", name=": later")
        later.nth(self.rng.randrange(later.count() - 1)).click()
        self._give("In this order")

    def _split(self) -> None:
        greater = self.person.bar.locator("button[aria-label^='More for']:enabled")
        while count := greater.count():
            greater.nth(self.rng.randrange(count)).click()
        self._give("Split like this")

    def _draw(self, kind: str) -> None:
        """Draw a way, a place or a facing; where that leads nowhere, take one that is proposed."""
        if self._tries("drawn", 1 - LEFT_OUT):
            if kind == "path":  # what can be reached is shown a moment after the question
                with suppress(TooLate):
                    self.page.locator("svg.sheet path.region").first.wait_for(state="attached", timeout=TOO_LATE)
            points = self.page.evaluate(POINTS, [TRIES, self.rng.randrange(2**31)])
            for x, y in points:
                if self._drawn_at(Spot(x, y)):
                    self.did["drawn"] += 1
                    return
        self._propose()

    def _drawn_at(self, spot: Spot) -> bool:
        self.page.mouse.click(*spot)
        try:
            said = self.page.wait_for_function(DRAWN, timeout=TOO_LATE).json_value()
        except TooLate:
            return False
        if said != "ready" or self.person.drawn.is_disabled():
            return False
        self.person.answered()
        self.person.drawn.click()
        return True

    def _propose(self) -> None:
        bar = self.person.bar
        bar.locator(".link, details > summary, .option").first.wait_for()
        if bar.get_by_text("Choose from a list instead").count():
            bar.get_by_text("Choose from a list instead").click()
        bar.locator("details > summary, .option").first.wait_for()
        if not bar.locator(".option").first.is_visible():
            bar.locator("details > summary", has_text="proposal").click()
        self._pick()
        self.did["proposed"] += 1

    def _give(self, name: str) -> None:
        self.person.answered()
        self.person.bar.get_by_role("button", name=name).click()
        self.did[name] += 1
