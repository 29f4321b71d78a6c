"""Simulations: many battles between two players, over as many processes as wanted, and what a rule changes in them.

Battle by battle the seed follows from that of the simulation, and rows are handed out in their order, so what comes of
it does not depend on how many processes there were.  Rules are compared on the same battles, one by one.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from threading import Event, current_thread, main_thread
from time import perf_counter
from typing import Any, TypeVar

from msgspec import Struct

from .. import compiling, rulesets, table
from ..core.errors import WarbookError
from ..core.ruleset import Ruleset, Setup
from ..core.seats import must_be_for_two
from ..core.structs import replace
from ..odds.estimate import CONFIDENCE
from ..players import by_name
from . import workers
from .battle import Row
from .failure import battle_failed, failure_of
from .intervals import Estimate
from .measures import Effect, Measure, effects, ending_otherwise, first_side, measures, share_won
from .plan import Arm, Battlefields, Plan

T = TypeVar("T", "Totals", "Comparison")
MANY = 200  # battles: for fewer it would take longer to compile the geometry than to go without
METHOD = (
    f"confidence {CONFIDENCE}; battles of one seed are one observation; shares by Wilson's score interval, their "
    "differences by that of Agresti and Min, all else by Student's t"
)

FEW_SEEDS = 10  # below which Student's t says too much of figures that are skewed


class Totals(Struct, frozen=True):
    """What a simulation came to.

    `red_wins` are the wins of the player named red, whichever side it had; `seats` are the wins of each side, whoever
    had it.  Between equal players red always has the first side.  `red` and `blue` are the shares of battles that they
    won; `measures` are all other figures with their bounds.  `seconds` are those of the whole simulation by the clock.
    """

    games: int
    red_wins: int
    blue_wins: int
    draws: int
    decisions: int
    seconds: float
    steps: int
    seats: tuple[int, ...]
    red: Estimate
    blue: Estimate
    measures: tuple[Measure, ...]
    method: str = METHOD


class Comparison(Struct, frozen=True):
    """The same battles under plain and under changed rules.

    `changes` are house rules and options as people write them; `effects` tell for each figure what it was, what it
    became, and the difference; `differing` is the share of battles that did not end in the same position.
    """

    changes: tuple[str, ...]
    plain: Totals
    changed: Totals
    effects: tuple[Effect, ...]
    differing: Estimate
    method: str = METHOD


class Stopped(KeyboardInterrupt):
    """A simulation was stopped by Ctrl-C; `found` is what comes of the battles that were fought, None where there was
    none."""

    def __init__(self, found: Totals | Comparison | None) -> None:
        self.found = found
        super().__init__("the simulation was stopped")


def simulate(
    scenario: str | Setup,
    *,
    red: str = "uniform",
    blue: str = "uniform",
    games: int = 100,
    seed: int = 0,
    board: str | Path | None = None,
    red_roster: str | Path | None = None,
    blue_roster: str | Path | None = None,
    options: Mapping[str, Any] | None = None,
    house_rules: Iterable[str] = (),
    jobs: int | None = None,
    records: str | Path | None = None,
    on_row: Callable[[Row], None] | None = None,
    find: Callable[[str], Ruleset] = rulesets.find,
    progress: bool | None = None,
) -> Totals:
    """Let two players fight `games` battles.

    What is fought is said as for `warbook.battle`; a player is a bot's name or ``module:Class``.  `jobs` processes do
    it (None: one for each core); a script needs no ``if __name__ == "__main__"`` for that.  Bots of the script or the
    notebook itself (``__main__:Class``) are known to no other process and play in this one.  `records` is a folder for
    the battles' records; `on_row` gets every row, in order, as soon as it is there.  A bar shows the progress, by
    default where the errors go to a terminal.

    Raises `WarbookError` for an unknown player and for fewer than one game, `BattleFailed` for a battle that a bot or a
    rule broke off, `Stopped` (a KeyboardInterrupt) with what was fought so far at Ctrl-C: the battles that are being
    fought then end first; a second Ctrl-C breaks them off.
    """
    setup = table.setup_of(scenario, board, red_roster, blue_roster, options, house_rules)
    plan = _plan((Arm("", setup),), red, blue, games, seed, records, find)
    return _fight_all(plan, jobs, on_row, progress, lambda rows, seconds: _totals(plan, rows, seconds))


def compare(
    scenario: str | Setup,
    *changes: str,
    red: str = "uniform",
    blue: str = "uniform",
    games: int = 100,
    seed: int = 0,
    board: str | Path | None = None,
    red_roster: str | Path | None = None,
    blue_roster: str | Path | None = None,
    options: Mapping[str, Any] | None = None,
    house_rules: Iterable[str] = (),
    jobs: int | None = None,
    records: str | Path | None = None,
    on_row: Callable[[Row], None] | None = None,
    find: Callable[[str], Ruleset] = rulesets.find,
    progress: bool | None = None,
) -> Comparison:
    """The same battles with and without some changes of the rules: ids of house rules, and options as ``name=value``.

    Everything else is as for `simulate`; `options` and `house_rules` hold in both arms.  `games` battles are fought in
    each.  Between equal players it tells what a rule does to a game: to its sides, its length, casualties and points.
    """
    setup = table.setup_of(scenario, board, red_roster, blue_roster, options, house_rules)
    arms = (Arm("plain", setup), Arm("changed", _changed(find(setup.ruleset), setup, changes)))
    plan = _plan(arms, red, blue, games, seed, records, find)
    return _fight_all(plan, jobs, on_row, progress, lambda rows, seconds: _comparison(plan, changes, rows, seconds))


# ---- what is to be fought --------------------------------------------------------------------------------------------


def _changed(ruleset: Ruleset, setup: Setup, changes: Sequence[str]) -> Setup:
    """The setup with some changes.  Raises `WarbookError` for what is unknown, and for what would change nothing."""
    if not changes:
        raise WarbookError("nothing to compare: found no change; wanted a house rule's id or option=value")
    options = table.options_from(ruleset, [change for change in changes if "=" in change])
    house_rules = [change for change in changes if "=" not in change]
    now = ruleset.having(setup.options, setup.house_rules)
    for name in house_rules:
        if name in now.patched:
            raise WarbookError(f"nothing to compare: house rule {name} is in force in both arms")
    changed = replace(
        setup,
        options={**setup.options, **options},
        house_rules=(*setup.house_rules, *house_rules),
    )
    ruleset.having(changed.options, changed.house_rules)
    for name, value in options.items():
        if now.chosen[name] == value:
            raise WarbookError(f"nothing to compare: option {name} is {table.as_text(value)} in both arms")
    return changed


def _plan(
    arms: tuple[Arm, ...],
    red: str,
    blue: str,
    games: int,
    seed: int,
    records: str | Path | None,
    find: Callable[[str], Ruleset],
) -> Plan:
    if games < 1:
        raise WarbookError(f"games: found {games}; wanted 1 or more")
    for name in (red, blue):
        _expect_no_running_script(name)
        by_name(name)
    for arm in arms:
        ruleset = find(arm.setup.ruleset)
        must_be_for_two(ruleset, "a simulation")
        ruleset.having(arm.setup.options, arm.setup.house_rules)
    if records is not None:
        Path(records).mkdir(parents=True, exist_ok=True)
    return Plan(arms, red, blue, games, seed, str(records) if records is not None else "", find)


def _expect_no_running_script(player: str) -> None:
    """A script that names a bot of its own by its file's name would be run once more when the bot is imported."""
    module, colon, kind = player.partition(":")
    script = getattr(sys.modules.get("__main__"), "__file__", None)
    if not colon or module == "__main__" or module in sys.modules or script is None:
        return
    try:
        spec = find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return  # `by_name` says what is wrong with it
    if spec is not None and spec.origin is not None and Path(spec.origin) == Path(script).resolve():
        raise WarbookError(
            f"player {player}: {module} is the script that is running; wanted __main__:{kind}, or a module of its own"
        )


# ---- fighting it -----------------------------------------------------------------------------------------------------


def battles(plan: Plan, jobs: int | None = None, stopping: Event | None = None) -> Generator[Row]:
    """The rows of a plan in their order, as they come, until all are there or `stopping` is set."""
    stopping = stopping if stopping is not None else Event()
    processes = _processes(plan, jobs)
    if processes > 1:
        yield from workers.Crew(plan, processes, stopping).rows()
        return
    battlefields = Battlefields(plan)
    for number in range(plan.tasks):
        if stopping.is_set():
            return
        try:
            row = battlefields.fight(number)
        except (Exception, SystemExit) as fault:
            raise battle_failed(plan, number, failure_of(fault)) from fault
        yield row


def _processes(plan: Plan, jobs: int | None) -> int:
    """In how many processes the battles are fought; 1 is this one."""
    if jobs is not None and jobs < 1:
        raise WarbookError(f"jobs: found {jobs}; wanted 1 or more")
    if workers.in_worker:
        raise WarbookError(
            "a module that a simulation needs starts one itself when it is imported; wanted "
            '`if __name__ == "__main__":` before that, or the bots in a module of their own'
        )
    at_home = [name for name in (plan.red, plan.blue) if name.startswith("__main__:")]
    if getattr(plan.find, "__module__", None) == "__main__":
        at_home.append("the ruleset")
    if at_home and jobs is not None and jobs > 1:
        raise WarbookError(
            f"jobs: found {jobs}, but {' and '.join(dict.fromkeys(at_home))} of the running script or notebook "
            "cannot be imported by other processes; wanted it in a module of its own, or jobs=1"
        )
    return 1 if at_home else min(jobs if jobs is not None else os.cpu_count() or 1, -(-plan.tasks // 2))


def _fight_all(
    plan: Plan,
    jobs: int | None,
    on_row: Callable[[Row], None] | None,
    progress: bool | None,
    sum_up: Callable[[list[Row], float], T | None],
) -> T:
    """What comes of a plan.  Raises `Stopped` where Ctrl-C has cut it short."""
    rows: list[Row] = []
    began = perf_counter()
    shown = sys.stderr.isatty() if progress is None else progress
    if plan.tasks >= MANY and _processes(plan, jobs) > 1 and compiling.lacking():
        compiling.finish_visibly()  # the processes that begin now take what it gave
    with _until_interrupted() as stopping:
        fought = battles(plan, jobs, stopping)
        try:
            for row in _watched(fought, plan) if shown else fought:
                rows.append(row)
                if on_row is not None:
                    on_row(row)
        except KeyboardInterrupt:
            stopping.set()
        finally:
            fought.close()
    found = sum_up(rows, perf_counter() - began)
    if stopping.is_set() and len(rows) < plan.tasks:
        raise Stopped(found)
    assert found is not None  # every plan has a battle
    return found


@contextmanager
def _until_interrupted() -> Iterator[Event]:
    """What is set by the first Ctrl-C; the second is a KeyboardInterrupt as always.  Other handlers stay as they are,
    and so does everything in threads that hear no signals."""
    stopping = Event()
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield stopping
        return

    def stop(number: int, frame: Any) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        stopping.set()

    signal.signal(signal.SIGINT, stop)
    try:
        yield stopping
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _watched(rows: Iterator[Row], plan: Plan) -> Iterator[Row]:
    """The same rows, with a bar on the error stream that counts them."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=console.is_terminal) as bar:
        task = bar.add_task(f"{plan.red} against {plan.blue}", total=plan.tasks)
        for row in rows:
            bar.advance(task)
            yield row


# ---- sums ------------------------------------------------------------------------------------------------------------


def _totals(plan: Plan, rows: Sequence[Row], seconds: float) -> Totals | None:
    """What a match came to, None where nothing was fought."""
    if not rows:
        return None
    red, blue = (sum(row.winner == side for row in rows) for side in ("red", "blue"))
    won_by_first = sum(row.winner == first_side(row) for row in rows)
    return Totals(
        games=len(rows),
        red_wins=red,
        blue_wins=blue,
        draws=len(rows) - red - blue,
        decisions=sum(row.decisions for row in rows),
        seconds=seconds,
        steps=sum(row.steps for row in rows),
        seats=(won_by_first, red + blue - won_by_first),
        red=share_won(rows, "red"),
        blue=share_won(rows, "blue"),
        measures=measures(rows, players_differ=plan.exchanges),
        method=_method(rows),
    )


def _method(rows: Sequence[Row]) -> str:
    """How the bounds were found, and where they are not to be relied on."""
    if len({row.seed for row in rows}) >= FEW_SEEDS:
        return METHOD
    return f"{METHOD}; with fewer than {FEW_SEEDS} seeds the intervals of means may be too narrow"


def _comparison(plan: Plan, changes: tuple[str, ...], rows: Sequence[Row], seconds: float) -> Comparison | None:
    """What the changes make of the battles that were fought in both arms, None where there is none."""
    changed = [row for row in rows if row.arm == "changed"]
    plain = [row for row in rows if row.arm == "plain"][: len(changed)]
    before, after = _totals(plan, plain, seconds / 2), _totals(plan, changed, seconds / 2)
    if before is None or after is None:
        return None
    found = effects(plain, changed, players_differ=plan.exchanges)
    return Comparison(changes, before, after, found, ending_otherwise(plain, changed), before.method)
