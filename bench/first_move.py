"""The first move: how long a newcomer's clicks wait at the table, in a clone with nothing compiled and with all.

    python -m bench.first_move [--busy] [--steps]

The repository is cloned, its pages are copied in, and ``warbook serve`` runs from it with an empty folder for what
numba compiles.  Right after it listens a browser opens a table, and a mouse does what somebody does first (see
`by_mouse`): at a new battle, at one that stands before a person's first move, and at one in which an attack is
possible; each visit has a server of its own that has just been started.  ``--busy`` keeps another core busy meanwhile,
``--steps`` prints what every click waited.

Seconds count from the opening of the page.  They are those that the clicks waited: the time in which the script
itself looks for the next place to click is left out.
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from warbook import players, rulesets
from warbook import table as tables
from warbook.core.game import Game
from warbook.web.storage import Storage

from . import by_mouse
from .by_mouse import Hand, Wait
from .figures import Figure, Skipped, table
from .machine import machine
from .panning import CHROMIUM, DESK, FLAGS
from .stock import Played, put

ROOT = Path(__file__).parents[1]
BUILT = Path("src/warbook/web/built")
WANTED, WANTED_LATER = 3.0, 1.0  # seconds until something is accepted, and for a click after that
SCENARIOS = ("hive-stand-off", "open-field")
SEED = 1


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.first_move")
    parser.add_argument("--busy", action="store_true", help="keep another core busy meanwhile")
    parser.add_argument("--steps", action="store_true", help="print what every click waited")
    asked = parser.parse_args()
    print(machine(), f"; load {os.getloadavg()[0]:.1f}", sep="")
    print(table(figures(busy=asked.busy, steps=asked.steps)))
    print(f"load {os.getloadavg()[0]:.1f}")


def figures(*, busy: bool = False, steps: bool = False) -> list[Figure | Skipped]:
    """What the first clicks wait, with nothing compiled and with all."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return [Skipped("the first move", "playwright is not installed")]
    if not (ROOT / BUILT / "index.html").exists():
        return [Skipped("the first move", "the pages are not built (make client)")]
    if not CHROMIUM.exists():
        return [Skipped("the first move", f"there is no {CHROMIUM}")]
    with tempfile.TemporaryDirectory() as folder, load(busy):
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", str(clone)], check=True)
        shutil.copytree(ROOT / BUILT, clone / BUILT)
        found = measured(Newcomer(clone, Path(folder), compiled=False), steps)
        environment = surroundings(clone, Path(folder) / "compiled")
        subprocess.run([sys.executable, "-m", "warbook", "compile"], env=environment, check=True, capture_output=True)
        return found + measured(Newcomer(clone, Path(folder), compiled=True), steps)


def measured(newcomer: Newcomer, steps: bool) -> list[Figure | Skipped]:
    """The figures of all visits of one newcomer."""
    found: list[Figure | Skipped] = []
    for scenario in SCENARIOS:
        where = f"{scenario}, {'all' if newcomer.compiled else 'nothing'} compiled"
        for what, visit in (("new", new_battle), ("move", first_move), ("attack", attack)):
            waits, told = visit(newcomer, scenario)
            found += [Figure(f"{where}: {name}", seconds, "s", wanted=wanted) for name, seconds, wanted in told]
            if steps:
                print(
                    f"{where}, {what}", *(f"  {wait.seconds:6.2f}  {wait.step}" for wait in waits), sep="\n", flush=True
                )
    return found


Visit = tuple[list[Wait], list[tuple[str, float, float]]]
"""What each step waited, and the figures: name, seconds, how many are wanted."""


class Newcomer(NamedTuple):
    """Somebody with a clone: `compiled` says whether there is something in its folder for what numba compiles."""

    clone: Path
    folder: Path
    compiled: bool

    @contextmanager
    def table(self, name: str, scenario: str, battle: Played | None = None) -> Iterator[tuple[Hand, str]]:
        """A hand at an empty page, and the link of the first seat of a battle on a server that listens since now; the
        other side is a bot's."""
        from playwright.sync_api import sync_playwright

        database = self.folder / f"{scenario}-{name}-{self.compiled}.sqlite"
        command = [sys.executable, "-m", "warbook", "serve", "--no-browser", "--json", "--port", "0"]
        command += ["--database", str(database), *([scenario] if battle is None else [])]
        kept = None if battle is None else stored(database, battle)
        compiled = self.folder / ("compiled" if self.compiled else f"empty-{scenario}-{name}")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
            page = browser.new_context(viewport=DESK, reduced_motion="reduce").new_page()
            environment = surroundings(self.clone, compiled)
            with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as server:
                try:
                    assert server.stdout is not None
                    told = _first_object(server.stdout)
                    yield Hand(page), told["links"]["0"] if kept is None else f"{told['table']}/#/join/{kept}"
                finally:
                    server.send_signal(signal.SIGTERM)
                    browser.close()


# ---- visits ----------------------------------------------------------------------------------------------------------


def new_battle(newcomer: Newcomer, scenario: str) -> Visit:
    """A new battle, from its opening to the first move that is accepted, everybody's deployment included."""
    with newcomer.table("new", scenario) as (hand, link):
        hand.opens(link)
        opened = hand.seconds
        hand.places()
        placed = hand.seconds
        hand.waits_for_the_bot()
        answered = hand.seconds
        hand.moves()
        bot = max((wait.seconds for wait in hand.waits if wait.step == by_mouse.BOT), default=0.0)
        click = by_mouse.longest(wait for wait in hand.waits[1:] if wait.step != by_mouse.BOT)
        return hand.waits, [
            ("a new battle asks", opened, WANTED),
            ("the first model is placed", placed, WANTED),
            ("the next question, after a bot's answer if one is due", answered, WANTED),
            ("the longest wait for a bot until the first move", bot, WANTED),
            (f"the longest other wait until then ({click.step})", click.seconds, WANTED),
        ]


def first_move(newcomer: Newcomer, scenario: str) -> Visit:
    """A battle in which everybody is deployed, up to the first move that is accepted."""
    with newcomer.table("move", scenario, played(scenario, _is_to_activate)) as (hand, link):
        hand.opens(link)
        opened = hand.seconds
        hand.moves()
        shown, drawn, accepted = (
            by_mouse.longest(wait for wait in hand.waits if wait.step == step).seconds
            for step in (by_mouse.REGION, by_mouse.DRAWN, by_mouse.MOVED)
        )
        return hand.waits, [
            ("a battle before the first move asks", opened, WANTED),
            ("its region, after Move", shown, WANTED),
            ("its way, after a click", drawn, WANTED),
            ("it is accepted, after a click", accepted, WANTED),
            ("from opening, the first move is accepted", hand.seconds, WANTED),
        ]


def attack(newcomer: Newcomer, scenario: str) -> Visit:
    """A battle in which the model that acts can attack: cards, the choice of an attack, and what pointing shows."""
    with newcomer.table("attack", scenario, played(scenario, _is_to_attack)) as (hand, link):
        hand.opens(link)
        hand.attacks()
        listed = (by_mouse.ASKED, by_mouse.SIGHTS, by_mouse.CARD, by_mouse.SIGHT, by_mouse.ODDS)
        chosen = [wait for wait in hand.waits if wait.step not in listed]
        click = by_mouse.longest(chosen)
        of = {wait.step: wait.seconds for wait in sorted(hand.waits, key=lambda wait: wait.seconds)}  # the longest
        named = {by_mouse.CARD: by_mouse.CARD, click.step: f"an attack is chosen ({click.step})"}
        named |= {by_mouse.SIGHT: by_mouse.SIGHT, by_mouse.ODDS: by_mouse.ODDS}
        return hand.waits, [(named[step], of[step], WANTED_LATER) for step in named if step in of]


# ---- battles ---------------------------------------------------------------------------------------------------------


def played(scenario: str, until: Callable[[Game], bool]) -> Played:
    """A battle between two strong bots up to a question of the first side."""
    rows, setup = list[bytes](), tables.setup(scenario)
    game = Game(rulesets.find(setup.ruleset), setup, seed=SEED, write=rows.append)
    bots = [players.by_name("greedy", seed=seat) for seat in range(2)]
    while (decision := game.decision) is not None:
        if decision.player == 0 and until(game):
            return Played(game, rows)
        game.choose(bots[decision.player].choose(game.play, decision), decision.player)
    raise RuntimeError(f"{scenario} was over before that")


def _is_to_activate(game: Game) -> bool:
    return game.decision is not None and game.decision.key == "activate"


def _is_to_attack(game: Game) -> bool:
    decision, aims = game.decision, game.ruleset.aims
    if decision is None or decision.key != "action" or aims is None:
        return False
    if not any(by_mouse.ATTACK.match(decision.label(answer)) for answer in decision.candidates(100)):
        return False
    return any(not aim.against for aim in aims(game.play, game.state.turn.actor))


def stored(database: Path, battle: Played) -> str:
    """Put a battle into a new database: what leads to its first seat."""
    storage = Storage(f"sqlite:///{database}")
    storage.migrate()
    kept = put(storage, battle, ("human", "greedy"))
    storage.close()
    token = next(link["token"] for link in kept["links"] if link["seat"] == 0)
    return f"{kept['game']}/{token}"


# ---- a newcomer's machine --------------------------------------------------------------------------------------------


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
