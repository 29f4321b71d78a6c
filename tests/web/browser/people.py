"""People: somebody at a screen.  What they see is read from the page, what they do are clicks, taps and keys."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from playwright.sync_api import Locator, Page, expect

PATIENCE = 30_000  # ms that somebody waits for the others, on a busy machine
SETTLING = 120  # ms in which what moves on the board is seen to move

# What a script reads of the page, once it has read the same for a while.  The page must have been drawn meanwhile: on a
# busy machine that while may pass before the board lies where it is going to.
SETTLED = """async ([given, quiet]) => {
  const read = %s;
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  let last = JSON.stringify(read(given));
  for (let since = performance.now(), frames = 0; frames < 3 || performance.now() - since < quiet; frames++) {
    await drawn();
    const now = JSON.stringify(read(given));
    if (now !== last) [last, since, frames] = [now, performance.now(), 0];
  }
  return JSON.parse(last);
}"""
MIDDLE = """(name) => {
  const box = document.querySelector(`[data-body][aria-label^='${name}'] .token`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""

# What the page shows of the question that is open; a question that has been answered here is marked, so that it is not
# taken for the next one.
SEEN = """() => {
  const bar = document.querySelector('section.bar');
  const body = bar?.querySelector('.body') ?? null;
  const fresh = body !== null && !('answered' in body.dataset);
  return {
    there: bar !== null,
    over: bar?.querySelector('.decider')?.textContent.trim() === 'The battle is over',
    kind: fresh ? bar.dataset.kind : '',
    prompt: fresh ? bar.querySelector('#question')?.textContent.trim() ?? '' : '',
    covered: document.querySelector('.cover') !== null,
    consent: bar?.querySelector('.consent .chief') != null,
  };
}"""
MARK = "() => { const body = document.querySelector('section.bar .body'); if (body) body.dataset.answered = ''; }"
UNMARK = "() => { const body = document.querySelector('section.bar .body'); if (body) delete body.dataset.answered; }"
FRESH = f"""() => {{
  const seen = ({SEEN})();
  return seen.over || seen.kind !== '' || seen.covered || seen.consent;
}}"""


class Seen(TypedDict):
    """What a page shows of the question: its kind and prompt are empty where none is open to this screen."""

    there: bool
    over: bool
    kind: str
    prompt: str
    covered: bool
    consent: bool


class Spot(NamedTuple):
    """A point of the page, in pixels."""

    x: float
    y: float


class Person:
    """Somebody at a screen.  Keeps what the page itself said was wrong: `faults` is empty on a sound page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda fault: self.faults.append(f"{fault}\n{fault.stack or ''}"))
        page.on("console", lambda said: self.faults.append(said.text) if self._wrong(said.type, said.text) else None)

    @staticmethod
    def _wrong(kind: str, text: str) -> bool:
        """Lines that break and requests that are refused are no fault of the page; whatever else goes to the console as
        an error is."""
        return kind == "error" and "WebSocket" not in text and "Failed to load resource" not in text

    # ---- going somewhere -----------------------------------------------------------------------------------------

    def comes(self, address: str) -> None:
        """Go to a table by a link, and wait until it is there."""
        self.page.goto(address)
        self.bar.wait_for()

    @property
    def bar(self) -> Locator:
        """The bar that says who decides what."""
        return self.page.get_by_role("region", name="Decision")

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("application")

    # ---- seeing --------------------------------------------------------------------------------------------------

    def seen(self) -> Seen:
        """What the page shows of the question."""
        seen: Seen = self.page.evaluate(SEEN)
        return seen

    @property
    def prompt(self) -> str:
        """The question to this screen, once there is one."""
        self.waits_to_be_asked()
        return self.seen()["prompt"]

    def waits_to_be_asked(self) -> None:
        """Wait for a question to this screen that it has not answered, or for the end."""
        self.page.wait_for_function(FRESH)

    def is_asked(self, question: str | re.Pattern[str]) -> None:
        """The question to this screen is this one."""
        expect(self.bar.get_by_role("heading", name=question)).to_be_visible()

    def sees(self, words: str | re.Pattern[str]) -> None:
        """These words are somewhere on the page."""
        expect(self.page.get_by_text(words).first).to_be_visible()

    @property
    def entries(self) -> Locator:
        """The entries of the log."""
        return self.page.locator(".log .entry > span:first-child")

    def log(self) -> list[str]:
        """What the log says."""
        return self.entries.all_inner_texts()

    def reads(self, log: list[str]) -> None:
        """The log says this, and nothing else."""
        expect(self.entries).to_have_text(log, use_inner_text=True)

    def heard(self, words: str) -> None:
        """The log says this."""
        expect(self.page.get_by_role("log", name="Log")).to_contain_text(words)

    def options(self) -> list[str]:
        """The answers that are offered as buttons."""
        return self.bar.locator(".option > span").all_inner_texts()

    # ---- answering -----------------------------------------------------------------------------------------------

    def gives(self, label: str | re.Pattern[str]) -> None:
        """Click the answer with this label (a part of it, if given as words)."""
        self.waits_to_be_asked()
        option = self.bar.locator(".option > span", has_text=label).first
        option.wait_for()
        self.answered()
        option.click()

    def answered(self) -> None:
        """The question that is shown is answered now: what is asked after it is another."""
        self.page.evaluate(MARK)

    def not_answered(self) -> None:
        """It was not answered after all."""
        self.page.evaluate(UNMARK)

    def undoes(self) -> None:
        """Take back the last choice."""
        self.bar.get_by_role("button", name="Take back", exact=True).click()

    # ---- the board -----------------------------------------------------------------------------------------------

    def spot_of(self, name: str) -> Spot:
        """Where a model is on the page, once neither it nor the board moves any more."""
        self.page.locator(f"[data-body][aria-label^='{name}'] .token").first.wait_for()
        return Spot(*self.settled(MIDDLE, name))

    def settled(self, script: str, given: Any = None) -> Any:
        """What a script reads of the page, once that changes no more."""
        return self.page.evaluate(SETTLED % script, [given, SETTLING])

    def clicks(self, spot: Spot) -> None:
        self.page.mouse.click(*spot)

    def confirms(self) -> None:
        """Give what is drawn, once the referee has found it legal."""
        chief = self.drawn
        expect(chief).to_be_enabled()
        self.answered()
        chief.click()

    @property
    def drawn(self) -> Locator:
        """The button that gives what is drawn: beside it, or in the bar."""
        beside = self.page.get_by_role("dialog", name="What is drawn").locator(".chief")
        return beside.or_(self.bar.locator(".draft .chief").filter(has_not_text="Stay")).first

    # ---- the menu ------------------------------------------------------------------------------------------------

    def menu(self, entry: str) -> None:
        self.page.get_by_role("button", name="Menu", exact=True).click()
        self.page.locator(".items").get_by_role("button", name=entry).click()

    def downloads(self, folder: Path) -> Path:
        """Save the record of the battle as a file."""
        with self.page.expect_download() as waited:
            self.menu("Save the record")
        file = folder / waited.value.suggested_filename
        waited.value.save_as(file)
        return file

    def drops(self, *files: Path) -> None:
        """Drop files on the page."""
        given = [{"name": file.name, "text": file.read_text()} for file in files]
        self.page.evaluate(DROP, given)

    def evaluate(self, script: str, given: Any = None) -> Any:
        return self.page.evaluate(script, given)


DROP = """(files) => {
  const carried = new DataTransfer();
  for (const { name, text } of files) carried.items.add(new File([text], name));
  window.dispatchEvent(new DragEvent('dragover', { dataTransfer: carried, bubbles: true, cancelable: true }));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
}"""
