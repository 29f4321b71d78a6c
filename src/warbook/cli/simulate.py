"""``warbook simulate``: many battles, and what they show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .output import json_option, print_json, print_rows, say, seed_from_text

if TYPE_CHECKING:
    from ..core.ruleset import Setup
    from ..sim import Comparison, Row, Totals
    from ..sim.intervals import Estimate

INTERRUPTED = 130  # the exit code of what Ctrl-C has stopped
EPILOG = """\b
Two different bots play pairs of battles: both battles of a pair have the same seed, and the bots
exchange sides.  If both bots are the same, each battle has a seed of its own.  The totals depend
on the seed alone, not on the number of processes.
--compare plays every battle twice, without and with a change of the rules.  It shows how the
change affects the sides, the length, the casualties and the points.  If both bots are the same,
this is the effect of the rule, not of the players.  Of twenty such intervals, one excludes zero
by chance alone.
After Ctrl-C the battles in progress are finished and the results so far are shown.  After a
second Ctrl-C the battles in progress are stopped at once.

\b
Examples:
  warbook simulate hive-stand-off --red greedy --blue uniform --games 100
  warbook simulate hive-stand-off --games 1000 --jobs 4 --out rows.csv --records battles/
  warbook simulate open-field --games 400 --option rounds=6 --compare band-may-mix=on
  warbook simulate hive-stand-off --games 400 --compare reload-is-double --out rows.jsonl
"""


@click.command("simulate", epilog=EPILOG)
@click.argument("scenario")
@click.option("--board", metavar="FILE", help="A board instead of the scenario's.")
@click.option("--red-roster", metavar="FILE", help="A roster instead of the scenario's for the first side.")
@click.option("--blue-roster", metavar="FILE", help="A roster instead of the scenario's for the second side.")
@click.option("--red", default="uniform", show_default=True, metavar="PLAYER", help="A bot's name or module:Class.")
@click.option("--blue", default="uniform", show_default=True, metavar="PLAYER", help="The other bot.")
@click.option(
    "--games", type=click.IntRange(min=1), default=100, show_default=True, metavar="N", help="The number of battles."
)
@click.option("--seed", type=seed_from_text, default=0, show_default=True, metavar="S", help="The first seed.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="J", help="Processes (default: one for each core).")
@click.option("--house-rule", "house_rules", multiple=True, metavar="ID", help="A house rule; may be repeated.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option; may be repeated.")
@click.option(
    "--compare",
    "changes",
    multiple=True,
    metavar="CHANGE",
    help="Compare with a house rule (its ID) or an option (NAME=VALUE); if repeated, with all of them together.",
)
@click.option(
    "--out", metavar="FILE", help="Write a row for each battle: CSV if FILE ends in .csv, otherwise JSON lines."
)
@click.option("--records", metavar="DIR", help="Write the record of each battle into this folder.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    scenario: str,
    board: str | None,
    red_roster: str | None,
    blue_roster: str | None,
    red: str,
    blue: str,
    games: int,
    seed: int,
    jobs: int | None,
    house_rules: tuple[str, ...],
    options: tuple[str, ...],
    changes: tuple[str, ...],
    out: str | None,
    records: str | None,
    as_json: bool,
) -> None:
    """Let two bots fight SCENARIO many times.  Wins are counted for each bot, whichever side it played."""
    from .. import rulesets, table
    from ..sim import Stopped, compare, simulate

    plain = table.setup_of(scenario, board, red_roster, blue_roster, None, house_rules)
    chosen = table.options_from(rulesets.find(plain.ruleset), options)
    setup = table.setup_of(scenario, board, red_roster, blue_roster, chosen, house_rules)
    with _told_of_disk(records), _rows_file(out) as on_row:
        asked: dict[str, Any] = {
            "red": red,
            "blue": blue,
            "games": games,
            "seed": seed,
            "jobs": jobs,
            "records": records,
            "on_row": on_row,
            "find": rulesets.find,
            "progress": False if as_json else None,
        }
        found: Totals | Comparison | None
        try:
            found, stopped = compare(setup, *changes, **asked) if changes else simulate(setup, **asked), False
        except Stopped as stop:
            found, stopped = stop.found, True
    if stopped:
        _say_stopped(found, games, out)
    if found is not None:
        if as_json:
            print_json({**_inputs(setup, scenario, red, blue, seed, stopped), **_data(found)})
        else:
            _say(found, setup, red, blue)
    if stopped:
        ctx.exit(INTERRUPTED)


# ---- what is written while battles are fought ------------------------------------------------------------------------


@contextmanager
def _rows_file(out: str | None) -> Iterator[Callable[[Row], None] | None]:
    """What appends each row to the file as soon as it is there, so that nothing that was fought is lost."""
    from ..sim import BattleFailed
    from ..sim.export import lines
    from .files import Recorder, writable

    if out is None:
        yield None
        return
    writable(Path(out))
    heading, line = lines(out)
    with Recorder(Path(out)) as write:
        if heading:
            write(heading)
        written = 0

        def on_row(row: Row) -> None:
            nonlocal written
            write(line(row))
            written += 1

        try:
            yield on_row
        except BattleFailed:
            say(f"The rows of the {written} battles fought so far are in {out}.", err=True)
            raise


@contextmanager
def _told_of_disk(records: str | None) -> Iterator[None]:
    """An error of the folder for records names it."""
    from ..core.errors import BadData

    try:
        yield
    except OSError as fault:
        where = str(fault.filename or records)
        raise BadData(where, "", fault.strerror or str(fault), "a folder that can be written to") from fault


# ---- for programs ----------------------------------------------------------------------------------------------------


def _inputs(setup: Setup, scenario: str, red: str, blue: str, seed: int, stopped: bool) -> dict[str, Any]:
    return {
        "scenario": scenario,
        "ruleset": setup.ruleset,
        "red": red,
        "blue": blue,
        "seed": seed,
        "options": dict(setup.options),
        "house_rules": list(setup.house_rules),
        "stopped": stopped,
    }


def _data(found: Totals | Comparison) -> dict[str, Any]:
    from msgspec import to_builtins

    from ..sim import Totals

    built: dict[str, Any] = _finite(to_builtins(found))
    for totals in [built] if isinstance(found, Totals) else [built["plain"], built["changed"]]:
        for side in ("red", "blue"):
            totals[f"{side}_share"] = totals.pop(side)
    return built


def _finite(value: Any) -> Any:
    """The same data with null for bounds of which nothing is known: JSON has no infinity."""
    if isinstance(value, dict):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return None if isinstance(value, float) and not isfinite(value) else value


# ---- for people ------------------------------------------------------------------------------------------------------


def _say_stopped(found: Totals | Comparison | None, games: int, out: str | None) -> None:
    from ..sim import Totals

    fought = 0 if found is None else found.games if isinstance(found, Totals) else found.plain.games
    kept = f"; their rows are in {out}" if out is not None and fought else ""
    say(f"Stopped after {fought} of {games} battles{kept}.", err=True)


def _say(found: Totals | Comparison, setup: Setup, red: str, blue: str) -> None:
    from ..sim import Totals

    names = {"red": red, "first": "the first side", "second": "the second side"}
    first, second = _sides(setup)
    say(f"The first side is {first}, the second {second}.")
    if isinstance(found, Totals):
        _say_totals(found, red, blue, names)
    else:
        _say_comparison(found, red, blue, names)
    say(f"({found.method})")


def _sides(setup: Setup) -> tuple[str, str]:
    """The names of the sides, without what stands after a comma."""
    from .. import rulesets

    ruleset = rulesets.find(setup.ruleset).having(setup.options, setup.house_rules)
    world, _ = ruleset.table(ruleset, setup.content)
    first, second = (ruleset.seat_name(world, seat).split(",")[0] for seat in (0, 1))
    return first, second


def _say_totals(totals: Totals, red: str, blue: str, names: dict[str, str]) -> None:
    if red != blue:
        for name, colour, wins, share in (
            (red, "red", totals.red_wins, totals.red),
            (blue, "blue", totals.blue_wins, totals.blue),
        ):
            say(f"{name} ({colour}): {wins} of {totals.games} won, {share.low:.1%} to {share.high:.1%}")
    else:
        say(f"{red} against itself, {totals.games} battles")
    first, second = totals.seats
    say(f"draws: {totals.draws}; by side of the scenario: first {first}, second {second}\n")
    told = [
        (m.title.format(**names), _number(m.estimate.value, m.share), _bounds(m.estimate, m.share))
        for m in totals.measures
    ]
    print_rows(("a battle", "mean", "95 % interval"), told)
    rate = totals.games / totals.seconds if totals.seconds else 0.0
    say(f"\n{totals.decisions} decisions in {totals.seconds:.1f} s, {rate:.1f} battles a second")


def _say_comparison(found: Comparison, red: str, blue: str, names: dict[str, str]) -> None:
    players = f"{red} against {blue}" if red != blue else f"{red} against itself"
    say(f"{players}, {found.plain.games} battles without and with {', '.join(found.changes)}\n")
    told = [
        (
            e.title.format(**names),
            _number(e.plain.value, e.share),
            _number(e.changed.value, e.share),
            _number(e.difference.value, e.share, signed=True),
            _bounds(e.difference, e.share, signed=True),
        )
        for e in found.effects
    ]
    print_rows(("a battle", "without", "with", "effect", "95 % interval"), told)
    say(f"\n{_differing(found)}")


FEW = 20  # battles that a change has touched, below which a mean of differences says little


def _differing(found: Comparison) -> str:
    """How many battles the change has touched at all."""
    share, games = found.differing, found.plain.games
    count = round(share.value * games)
    if count == 0:
        return f"None of these battles ended otherwise with it; of all, at most {share.high:.1%} would."
    few = "; too few for the intervals of means to be relied on" if count < FEW else ""
    return f"{count} of {games} battles ended otherwise with it ({share.low:.1%} to {share.high:.1%} of all){few}."


def _number(value: float, share: bool, *, signed: bool = False) -> str:
    sign = "+" if signed else ""
    return f"{value:{sign}.1%}" if share else f"{value:{sign}.2f}"


def _bounds(estimate: Estimate, share: bool, *, signed: bool = False) -> str:
    if not isfinite(estimate.high):
        return "from one battle nothing follows"
    low, high = (_number(bound, share, signed=signed) for bound in (estimate.low, estimate.high))
    return f"{low} to {high}"
