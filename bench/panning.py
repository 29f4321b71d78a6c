"""``python -m bench.panning``: how heavy the pages of the table are, and what a frame costs while the board is panned.

    python -m bench.panning [--frames N] [--loads N]

A battle of 40 models on a board of 40 pieces is opened in Debian's Chromium, and a mouse drags the board to and fro, a
move for each frame.  What counts is the processor time that the page's main thread spends on a frame: it is the page's
own, and hardly depends on what else the machine does.  How many frames came to the screen is printed beside it,
without a bound: with no graphics card every frame is painted by the processor, which tells more of the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import os
import signal
import tempfile
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

import httpx2 as httpx

from warbook import players, rulesets
from warbook import table as tables
from warbook.core.game import Game
from warbook.core.ruleset import Setup
from warbook.web.pages import BUILT

from .figures import Figure, Skipped, table
from .tables import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync")  # fmt: skip
DESK: Any = {"width": 1280, "height": 800}
FRAME = 1000 / 60  # ms
MODELS = 40
PIECES = 40
SIDE = 48  # inches
Figures = list[Figure | Skipped]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.panning", description="The pages of the table.")
    parser.add_argument("--frames", type=int, default=240, help="moves of the mouse, one a frame")
    parser.add_argument("--loads", type=int, default=7, help="how often the page is opened anew")
    asked = parser.parse_args()
    print(table(figures(asked.frames, asked.loads)))


def figures(frames: int = 240, loads: int = 7) -> Figures:
    """The weight of the pages, their first paint, and the cost of a frame."""
    name = "the pages in a browser"
    if not (BUILT / "index.html").is_file():
        return [Skipped(name, "the client is not built (make client)")]
    if not CHROMIUM.exists():
        return [_weight(), Skipped(name, f"there is no {CHROMIUM}")]
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return [_weight(), Skipped(name, "Playwright is not installed")]
    with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        try:
            link = _battle(address)
            return [_weight(), _first_paint(browser, link, loads), *_panned(browser, link, frames)]
        finally:
            browser.close()


# ---- weight and first paint ------------------------------------------------------------------------------------------


def _weight() -> Figure:
    """Everything that a browser fetches for the pages, as it comes over the wire."""
    files = [file for file in BUILT.rglob("*") if file.is_file()]
    return Figure("the pages, gzipped", sum(len(gzip.compress(f.read_bytes(), 9)) for f in files) / 1000, "kB", 150)


def _first_paint(browser: Browser, link: str, loads: int) -> Figure:
    """The median of several first visits to the table, each with an empty cache."""
    seen = []
    for _ in range(loads):
        page = browser.new_context(viewport=DESK).new_page()
        page.goto(link)
        page.wait_for_function(f"() => {PAINT} !== undefined")
        seen.append(page.evaluate(f"() => {PAINT}.startTime"))
        page.context.close()
    return Figure(f"first paint, median of {loads}", median(seen) / 1000, "s", wanted=1)


PAINT = "performance.getEntriesByName('first-contentful-paint')[0]"

# ---- panning ---------------------------------------------------------------------------------------------------------


def _panned(browser: Browser, link: str, frames: int) -> Figures:
    """What a frame costs while a mouse drags the board, a move for each frame."""
    page = browser.new_context(viewport=DESK, reduced_motion="reduce").new_page()
    page.goto(link)
    page.locator("[data-body]").nth(MODELS - 1).wait_for()
    page.wait_for_timeout(1500)  # cards, aims, regions: what comes after the position
    for _ in range(3):
        page.keyboard.press("b")
        page.keyboard.press("+")  # so near that the board goes beyond the screen
    page.wait_for_timeout(500)
    browser.start_tracing(page=page, categories=list(CATEGORIES))
    told = page.evaluate(PAN, frames)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    busy, (shown, dropped) = _frames(trace), _shown(trace)
    page.context.close()
    return [
        Figure("models on the board", told["models"], "", wanted=MODELS, better="more"),
        Figure("a frame of panning, main thread, median", median(busy), "ms", wanted=FRAME),
        Figure("a frame of panning, main thread, p95", _p95(busy), "ms", wanted=FRAME),
        Figure("attributes and nodes that a frame changes", told["changed"] / frames, "", wanted=2),
        Figure(f"frames shown here (painted by {os.cpu_count()} cores)", shown, "/s"),
        Figure("frames dropped here", 100 * dropped, "%"),
    ]


MARK = "panning-frame"
CATEGORIES = (
    "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame",
    "blink.user_timing",
)  # fmt: skip
# A mouse goes down on free ground and moves once a frame, in a circle; what changes on the page is counted meanwhile.
PAN = """(frames) => new Promise((done) => {
  const sheet = document.querySelector('svg.sheet');
  const box = sheet.getBoundingClientRect();
  const at = (n) => [box.x + box.width / 2 + 160 * Math.sin(n / 12), box.y + box.height / 2 + 120 * Math.cos(n / 9)];
  const fire = (type, n) => {
    const [clientX, clientY] = at(n);
    const told = { pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1, bubbles: true, clientX, clientY };
    sheet.dispatchEvent(new PointerEvent(type, told));
  };
  sheet.setPointerCapture = () => {};
  let changed = 0;
  const watcher = new MutationObserver((records) => (changed += records.length));
  watcher.observe(document.body, { attributes: true, childList: true, subtree: true, characterData: true });
  const models = document.querySelectorAll('[data-body]').length;
  fire('pointerdown', 0);
  let n = 0;
  const step = () => {
    if (n++ < frames) {
      performance.mark('panning-frame');
      fire('pointermove', n);
      return void requestAnimationFrame(step);
    }
    fire('pointerup', n);
    watcher.disconnect();
    done({ models, changed });
  };
  requestAnimationFrame(step);
})"""


def _frames(trace: list[dict[str, Any]]) -> list[float]:
    """The processor time (ms) that the page's main thread spent from each move of the mouse to the next."""
    marks = sorted((e for e in trace if e["name"] == MARK), key=lambda event: event["ts"])
    where = marks[0]["pid"], marks[0]["tid"]  # the page marks its frames on its main thread
    tasks = sorted(
        (e for e in trace if e["name"] == "RunTask" and e["ph"] == "X" and (e["pid"], e["tid"]) == where),
        key=lambda event: event["ts"],
    )
    edges = [mark["ts"] for mark in marks]
    starts = [task["ts"] + task["dur"] for task in tasks]  # a task belongs to the frame in which it ends
    found = []
    for begin, end in pairwise(edges):
        within = tasks[bisect_left(starts, begin) : bisect_left(starts, end)]
        found.append(sum(task["tdur"] for task in within) / 1000)
    return found


def _shown(trace: list[dict[str, Any]]) -> tuple[float, float]:
    """How many frames a second came to the screen between the first move and the last, and the share that was left
    out."""
    marks = sorted(event["ts"] for event in trace if event["name"] == MARK)
    within = [event["name"] for event in trace if marks[0] <= event.get("ts", 0) <= marks[-1]]
    drawn, dropped = within.count("DrawFrame"), within.count("DroppedFrame")
    return drawn / ((marks[-1] - marks[0]) / 1e6), dropped / max(1, drawn + dropped)


def _p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


# ---- the battle ------------------------------------------------------------------------------------------------------


def _battle(address: str) -> str:
    """Open a battle in which everybody has been deployed; the link of its first seat."""
    rows: list[bytes] = []
    game = Game(rulesets.find(RULESET), Setup(RULESET, _content(), {}), seed=1, write=rows.append)
    careless = players.by_name("uniform", seed=1)
    while (decision := game.decision) is not None and decision.key != "activate":
        game.choose(careless.choose(game.play, decision), decision.player)
    answer = httpx.post(
        f"{address}/api/games/import", params={"players": "human,human"}, content=b"".join(rows), timeout=60
    )
    told = answer.raise_for_status().json()
    token = next(link["token"] for link in told["links"] if link["seat"] == 0)
    return f"{address}/#/join/{told['game']}/{token}"


def _content() -> dict[str, Any]:
    """The files of the battle: a board of so many pieces, and two gangs of twenty."""
    gangs = {seat: (_gang(id), f"{id}.toml") for seat, id in enumerate(("red", "blue"))}
    shelf = tables.shelf_of(rulesets.find(RULESET))
    return shelf.content("", text=SCENARIO, source="panning.toml", board=(_board(), "panning.toml"), rosters=gangs)


RULESET = "necromunda-2023"
SCENARIO = f"""
kind = "scenario"
id = "panning"
ruleset = "{RULESET}"
title = "Forty on forty"
summary = "Twenty against twenty among forty pieces."
board = "panning"
scoring = ["casualties"]
[red]
roster = "red"
zone = "south"
[blue]
roster = "blue"
zone = "north"
"""


def _gang(id: str) -> str:
    head = f'kind = "roster"\nid = "{id}"\nruleset = "{RULESET}"\ntitle = "{id}"\ngang = "tallow-street"\n'
    ranks = ["chandler"] + ["dipper"] * (MODELS // 2 - 1)
    return head + "".join(
        f'[[fighters]]\nid = "{id}-{n}"\nname = "{id.capitalize()} {n}"\nprofile = "{rank}"\nweapons = ["autogun"]\n'
        for n, rank in enumerate(ranks, 1)
    )


def _board() -> str:
    """Five rows of eight pieces of every kind between the zones, one in each cell of a grid."""
    head = f'kind = "board"\nid = "panning"\ntitle = "Forty pieces"\nsize = [{SIDE}, {SIDE}]\n'
    zones = "".join(
        f'[[deployment]]\nname = "{name}"\nrect = [0, {y}, {SIDE}, 8]\n' for name, y in (("south", 0), ("north", 40))
    )
    cells = [(1 + 6 * (n % 8), 9 + 6 * (n // 8)) for n in range(PIECES)]
    return head + zones + "".join(KINDS[n % len(KINDS)].format(x=x, y=y) for n, (x, y) in enumerate(cells))


KINDS = (
    "[[platform]]\nrect = [{x}, {y}, 4, 4]\nz = 3\nrail = [0, 2]\n",
    "[[block]]\nrect = [{x}, {y}, 3, 3]\nheight = 3\n",
    "[[wall]]\npoints = [[{x}, {y}], [{x}.5, {y}.5]]\nheight = 4\n",
    "[[obstacle]]\nrect = [{x}, {y}, 4, 1]\nheight = 1\n",
    '[[area]]\nrect = [{x}, {y}, 4, 3]\nkind = "difficult"\n',
)


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """A server for the page."""
    served = Served(folder)
    served.start()
    try:
        asyncio.run(served.up())
        yield served.address
    finally:
        served.kill(signal.SIGTERM)


if __name__ == "__main__":
    main()
