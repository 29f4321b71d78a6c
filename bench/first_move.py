"""The first move: how long a newcomer waits for a bot and for the board, in a clone with nothing compiled and with all.

    python -m bench.first_move [--busy]

The repository is cloned, its pages are copied in, and ``warbook serve`` plays a battle from it with an empty folder for
what numba compiles; ``--busy`` keeps another core busy meanwhile.  Seconds count from the opening of the page in a
browser, right after the server listens, and from each click; all in one run, so that the ratio holds on any machine.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from .figures import Figure, Skipped, table

ROOT = Path(__file__).parents[1]
BUILT = Path("src/warbook/web/built")
WANTED = 3.0  # seconds
LATE = 150_000  # ms after which something is taken never to come

# The path that the referee is asked about over a socket of the page's own: region, way and whether it is legal.
ASKED = """async ([seat, token, game]) => {
  const socket = new WebSocket(`ws://${location.host}/api/games/${game}/socket`);
  const began = performance.now(), found = { asked: 0, service: '' };
  let number = 1, position = null;
  const waiting = new Map();
  const ask = (message) => new Promise((done) => {
    waiting.set(++number, done);
    socket.send(JSON.stringify({ ...message, n: number }));
  });
  const since = (then) => (performance.now() - then) / 1000;
  let seen = null;
  const asked = async () => {
    while (position === seen || !position.asked?.length) {
      if (since(began) > 120) throw new Error('nobody is asked anything');
      await new Promise((done) => setTimeout(done, 2));
    }
    return (seen = position);
  };
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.type === 'service' && message.words) found.service = message.words;
    waiting.get(message.re)?.(message);
    if (message.type === 'position') position = message;
  };
  await new Promise((done) => (socket.onopen = done));
  socket.send(JSON.stringify({ type: 'hello', protocol: 1, game, tokens: [token], n: 1 }));
  for (let answers = 0; answers < 200; answers++) {
    const { asked: [question], at } = await asked();
    found.opened ??= since(began);
    if (question.kind === 'path') {
      const then = performance.now();
      const region = await ask({ type: 'region', seat, at });
      found.region = since(then);
      const ring = region.outline?.rings?.[0]?.[1] ?? [];
      const middle = [0, 1].map((n) => Math.round(ring.reduce((sum, corner) => sum + corner[n], 0) / ring.length));
      const to = ring.length ? middle : question.origin.slice(0, 2);
      const way = await ask({ type: 'route', seat, at, legs: [], to });
      found.move = since(then);
      found.against = way.against ?? way.reasons ?? [];
      return found;
    }
    const offered = question.options?.length ? question.options : (await ask({ type: 'suggest', seat, at })).options;
    const active = offered.find((each) => each.action === 'move') ?? offered[0];
    const then = performance.now();
    const told = await ask({ type: 'choose', seat, at, answer: active.answer });
    if (told.type === 'refused') return { ...found, refused: told.reasons };
    await asked();
    seen = null;
    if (position.log?.length || answers) found.bot = Math.max(found.bot ?? 0, since(then));
    found.first ??= since(began);
  }
  return found;
}"""


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.first_move")
    parser.add_argument("--busy", action="store_true", help="keep another core busy meanwhile")
    print(table(figures(busy=parser.parse_args().busy)))


def figures(*, busy: bool = False) -> list[Figure | Skipped]:
    """The seconds until the first answers, cold and warm."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return [Skipped("the first move", "playwright is not installed")]
    if not (ROOT / BUILT / "index.html").exists():
        return [Skipped("the first move", "the pages are not built (make client)")]
    with tempfile.TemporaryDirectory() as folder, load(busy):
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", str(clone)], check=True)
        shutil.copytree(ROOT / BUILT, clone / BUILT)
        cold = measured(clone, Path(folder) / "cold")
        with_all = Path(folder) / "warm"
        environment = surroundings(clone, with_all)
        subprocess.run([sys.executable, "-m", "warbook", "compile"], env=environment, check=True, capture_output=True)
        warm = measured(clone, with_all)
    found: list[Figure | Skipped] = []
    for name, seen in (("nothing compiled", cold), ("all compiled", warm)):
        found += [
            Figure(f"the page asks its first question, {name}", seen["opened"], "s", wanted=WANTED),
            Figure(f"a bot has answered for the first time, {name}", seen["first"], "s", wanted=WANTED),
            Figure(f"the longest wait for a bot until the first move, {name}", seen["bot"], "s", wanted=WANTED),
            Figure(f"the region of the first move, {name}", seen["region"], "s", wanted=WANTED),
            Figure(f"its region and its way, {name}", seen["move"], "s", wanted=WANTED),
        ]
    found.append(Figure("first answer with nothing compiled to all", cold["first"] / warm["first"], "times"))
    return found


def measured(clone: Path, compiled: Path) -> dict[str, Any]:
    """What one newcomer sees; `compiled` is the folder for what numba compiles."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-m", "warbook", "serve", "hive-stand-off", "--no-browser", "--json", "--port", "0"]
    command += ["--database", str(compiled.parent / f"{compiled.name}.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=surroundings(clone, compiled)) as server:
        try:
            assert server.stdout is not None
            told = _first_object(server.stdout)
            token = told["links"]["0"].rpartition("/")[2]
            with sync_playwright() as play:
                browser = play.chromium.launch(executable_path=shutil.which("chromium"))
                page = browser.new_page()
                began = perf_counter()
                page.goto(told["links"]["0"])
                page.locator("section.bar").wait_for(timeout=LATE)
                shown = perf_counter() - began
                found: dict[str, Any] = page.evaluate(ASKED, [0, token, told["game"]])
                browser.close()
        finally:
            server.send_signal(signal.SIGTERM)
    if "move" not in found or found["against"]:
        raise RuntimeError(f"no move could be drawn: {found}")
    return {**found, "opened": shown, "first": shown + found["first"]}


def _first_object(lines: Any) -> dict[str, Any]:
    text = ""
    for line in lines:
        text += line.decode()
        try:
            told: dict[str, Any] = json.loads(text)
        except ValueError:
            continue
        return told
    raise RuntimeError(f"the server ended: {text}")


def surroundings(clone: Path, compiled: Path) -> dict[str, str]:
    """The environment of a newcomer."""
    mine = {key: value for key, value in os.environ.items() if not key.startswith("WARBOOK_")}
    return {**mine, "PYTHONPATH": str(clone / "src"), "NUMBA_CACHE_DIR": str(compiled)}


@contextmanager
def load(busy: bool) -> Iterator[None]:
    """Another core is busy meanwhile, if wanted."""
    if not busy:
        yield
        return
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as other:
        try:
            yield
        finally:
            other.kill()


if __name__ == "__main__":
    main()
