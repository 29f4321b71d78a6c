"""The fuzzer: random battles at a table whose people click anywhere, change their minds, and pull the plug.

Every failure is written as a record that opens at the table, with the traceback beside it::

    python -m warbook.testing.fuzz necromunda-2023 --minutes 5
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic
from types import TracebackType
from typing import Any

import click
import msgspec
from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from ..core.errors import Illegal, WarbookError
from ..core.game import Game, NeedsConsent
from ..core.loading import load_game
from ..core.play import Play
from ..core.record import intact
from ..core.ruleset import Ruleset, Setup
from ..core.structs import replace
from ..core.verify import verify
from ..rulesets import find, names
from .conformance import every_setup
from .nonsense import nonsense

MOST = 5000  # things done in one battle
MANY = 0.2  # of the options and house rules are drawn


class Failure(Struct, frozen=True):
    """A battle that broke something: its seed, what was said, the record and traceback that were written, and the
    ruleset."""

    seed: int
    said: str
    record: Path
    traceback: Path
    ruleset: str = ""


class Broken(AssertionError):
    """A promise that the fuzzer has seen broken."""


class Battle:
    """One battle of the fuzzer.  `rows` is its record as a file would hold it."""

    def __init__(self, ruleset: Ruleset, setup: Setup, seed: int) -> None:
        self.ruleset, self.rng = ruleset, Random(seed)
        self.rows: list[bytes] = []
        self.done = 0
        self.game = Game(ruleset, setup, seed=seed, write=self.rows.append, advance=False)

    def play(self) -> None:
        """To the end, or until `MOST` things have been done."""
        ways: tuple[tuple[Callable[[], None], int], ...] = (
            (self.choose, 80),
            (self.choose_wrongly, 8),
            (self.undo, 5),
            (self.redo, 3),
            (self.reopen, 2),
            (self.check_views, 2),
            (self.branch, 1),
        )
        self.game.go_on()
        deeds, weights = [way for way, _ in ways], [weight for _, weight in ways]
        while self.game.decisions and self.done < MOST:
            self.done += 1
            self.rng.choices(deeds, weights)[0]()
        self.reopen()
        verdict = verify(self.game)
        self.must(verdict.different or " ".join(verdict.unchecked))

    def must(self, broken: str) -> None:
        """Raises `Broken` with these words, unless they are empty."""
        if broken:
            raise Broken(broken)

    def choose(self) -> None:
        """A legal answer."""
        decision = self.rng.choice(self.game.decisions)
        self.game.choose(decision.sample(self.rng), decision.player)

    def choose_wrongly(self) -> None:
        """An answer that is none; nothing may change."""
        decision, before = self.rng.choice(self.game.decisions), self.game.play.state.key()
        for answer in nonsense(decision, self.rng, 2):
            try:
                self.game.choose(answer, decision.player)
            except Illegal:
                self.must("" if self.game.play.state.key() == before else f"refusing {answer!r} has changed something")
            else:
                self.must(f"{decision.key} takes {answer!r}, which it calls illegal")

    def undo(self) -> None:
        """Somebody changes his mind; the others may agree or not."""
        seats = range(self.ruleset.seats)
        by = self.rng.choice((None, *seats))
        consent = tuple(seats) if self.rng.random() < 0.5 else ()
        before = self.game.play.state.key()
        try:
            self.game.undo(by, consent)
        except NeedsConsent:
            self.must("" if self.game.play.state.key() == before else "an undo that was barred has changed something")
        except WarbookError as fault:
            self.must("" if "chosen" in str(fault) else f"undo says {fault}")

    def redo(self) -> None:
        """And thinks again."""
        if self.game.undone:
            self.game.redo()

    def reopen(self) -> None:
        """The plug is pulled, perhaps in the middle of writing a line, and the battle opened from its file."""
        data = b"".join(self.rows)
        if self.rng.random() < 0.3:
            torn = data[: -self.rng.randrange(1, 20)]
            data = torn if b"\n" in torn else data
        kept = intact(data)
        old, whole = self.game, kept == b"".join(self.rows)
        self.rows = [kept]
        self.game = load_game(data, lambda name: self.ruleset, write=self.rows.append)
        if whole:
            self.must("" if self.game.play.state == old.play.state else "the battle opened is not the battle left")
            asked, was = [[d.key for d in game.decisions] for game in (self.game, old)]
            self.must("" if asked == was else f"the battle opened asks {asked}, the battle left {was}")

    def check_views(self) -> None:
        """Everybody looks at everything."""
        for seat in range(-1, self.ruleset.seats):
            view = self.game.view(seat)
            self.game.log(seat)
            self.game.save(export=True, seat=seat)
            if self.ruleset.sketch is not None:
                self.ruleset.sketch(view, 80)
            self.close_up(view)
        for decision in self.game.decisions:
            for answer in decision.candidates(8):
                decision.label(answer)
                decision.whom(answer)
                decision.spot(answer)
                decision.cautions(answer)
                decision.outline(answer)
                decision.touched(answer)
                decision.notes(answer)

    def close_up(self, view: Play[Any, Any, Any]) -> None:
        """The tableau as it goes over a wire, and somebody on it."""
        ruleset = self.ruleset
        if ruleset.tableau is None:
            return
        tableau = ruleset.tableau(view)
        msgspec.json.encode(tableau)
        if tableau.bodies:
            who = tableau.bodies[self.rng.randrange(len(tableau.bodies))].id
            for look in (ruleset.card, ruleset.aims):
                if look is not None:
                    msgspec.json.encode(look(view, who))

    def branch(self) -> None:
        """What if?"""
        step = self.rng.randrange(len(self.game.steps) + 1)
        other = self.game.branch(step, seed=self.rng.randrange(1000))
        self.must(verify(other).different)
        if other.decisions:
            decision = other.decisions[0]
            other.choose(decision.sample(self.rng), decision.player)


class Kept:
    """Keeps whatever breaks inside it as a record and a traceback, and lets the next battle begin."""

    def __init__(self, failures: list[Failure], battle: Battle, seed: int, out: Path) -> None:
        self.failures, self.battle, self.seed, self.out = failures, battle, seed, out

    def __enter__(self) -> None:
        self.out.mkdir(parents=True, exist_ok=True)

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, where: TracebackType | None
    ) -> bool:
        if fault is None or isinstance(fault, KeyboardInterrupt | SystemExit):
            return False
        record, told = self.out / f"{self.seed}.wbr", self.out / f"{self.seed}.txt"
        record.write_bytes(self.battle.game.save())
        told.write_text("".join(traceback.format_exception(fault)), "utf-8")
        self.failures.append(
            Failure(self.seed, f"{type(fault).__name__}: {fault}", record, told, self.battle.ruleset.id)
        )
        return True


def at_another_table(ruleset: Ruleset, setup: Setup, rng: Random) -> Setup:
    """The same battle at a table that plays it otherwise: some options have any of their values, and some more house
    rules are in force."""
    options = {option.name: rng.choice(option.values) for option in ruleset.options if rng.random() < MANY}
    more = [rule.id for rule in ruleset.house_rules if rng.random() < MANY]
    house_rules = tuple(dict.fromkeys((*setup.house_rules, *more)))
    return replace(setup, options={**setup.options, **options}, house_rules=house_rules)


def fuzz(
    ruleset: Ruleset,
    setups: Iterable[Setup] | None = None,
    *,
    seconds: float = 60.0,
    seed: int = 0,
    out: str | Path = "build/fuzz",
    games: int = 0,
    console: Console | None = None,
    any_table: bool = False,
) -> list[Failure]:
    """Plays random battles for so many seconds (or so many `games`, if that is not 0) and answers what broke; with
    `any_table` under options and house rules that are drawn at random.

    Battle n has the seed ``seed + n``, which also says which setup it plays, and can be played again alone.  Failures
    are written to `out` as ``SEED.wbr`` and ``SEED.txt``.
    """
    table = list(setups) if setups is not None else every_setup(ruleset)
    if not table:
        raise WarbookError(f"{ruleset.id} ships no scenario, and no setup was given")
    failures: list[Failure] = []
    began, done = monotonic(), 0
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        console=console or Console(stderr=True),
        transient=True,
    ) as progress:
        task = progress.add_task("fuzzing", total=games or seconds)
        for number in count():
            spent = monotonic() - began
            if (games and number >= games) or (not games and spent >= seconds):
                break
            said = f"{number} battles, {done} things done, {len(failures)} failures"
            progress.update(task, completed=number if games else spent, description=said)
            setup = table[(seed + number) % len(table)]
            if any_table:
                setup = at_another_table(ruleset, setup, Random(seed + number))
            battle = Battle(ruleset, setup, seed + number)
            with Kept(failures, battle, seed + number, Path(out)):
                battle.play()
            done += battle.done
    return failures


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("ruleset", nargs=-1)
@click.option("--minutes", default=1.0, show_default=True, help="How long to go on.")
@click.option("--games", default=0, help="How many battles to play instead.")
@click.option("--seed", default=0, show_default=True, help="The seed of the first battle; the next has one more.")
@click.option("--out", default="build/fuzz", show_default=True, metavar="FOLDER", help="Where failures are written.")
@click.option("--any-table", is_flag=True, help="Draw options and house rules for each battle.")
def main(ruleset: tuple[str, ...], minutes: float, games: int, seed: int, out: str, any_table: bool) -> None:
    """Plays random battles of each RULESET (of all that are installed, if none is named) with every sort of nonsense,
    and writes each failure as a record."""
    console = Console(stderr=True)
    failures: list[Failure] = []
    try:
        for name in ruleset or names():
            failures += fuzz(
                find(name), seconds=60 * minutes, games=games, seed=seed, out=out, console=console, any_table=any_table
            )
    except WarbookError as fault:
        raise click.ClickException(str(fault)) from fault
    for failure in failures:
        click.echo(f"{failure.ruleset}, seed {failure.seed}: {failure.said}")
        click.echo(f"  the battle:      warbook replay {failure.record}")
        click.echo(f"  the traceback:   {failure.traceback}")
        again = f"python -m warbook.testing.fuzz {failure.ruleset} --seed {failure.seed} --games 1"
        click.echo(f"  to see it again: {again}{' --any-table' if any_table else ''}")
    click.echo("1 failure." if len(failures) == 1 else f"{len(failures)} failures.")
    raise SystemExit(1 if failures else 0)


if __name__ == "__main__":
    main()
