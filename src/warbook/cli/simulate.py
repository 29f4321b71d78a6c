"""``warbook simulate``: many battles, and what they show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .output import json_option, print_json

if TYPE_CHECKING:
    from ..core.ruleset import Setup
    from ..sim import Comparison, Row, Totals

EPILOG = """\b
Battles come in pairs: the second of a pair has the same seed and the sides exchanged.  The totals
depend on the seed alone, not on the number of processes.  With --house-rule the same battles are
also fought without it, and the difference is printed with its interval.

\b
Examples:
  warbook simulate hive-stand-off --red greedy --blue uniform --games 100
  warbook simulate hive-stand-off --games 1000 --jobs 4 --out rows.jsonl --records battles/
  warbook simulate hive-stand-off --games 400 --house-rule ID
"""


@click.command("simulate", epilog=EPILOG)
@click.argument("scenario")
@click.option("--red", default="uniform", show_default=True, metavar="PLAYER", help="A bot's name or module:Class.")
@click.option("--blue", default="uniform", show_default=True, metavar="PLAYER", help="The other.")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, metavar="N", help="How many.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="S", help="The first seed.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="J", help="Processes; one for each core if not given.")
@click.option("--house-rule", "house_rules", multiple=True, metavar="ID", help="A house rule; may be repeated.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option; may be repeated.")
@click.option("--out", metavar="FILE.jsonl", help="Write a row for each battle.")
@click.option("--records", metavar="DIR", help="Write the record of each battle into this folder.")
@json_option
def command(
    scenario: str,
    red: str,
    blue: str,
    games: int,
    seed: int,
    jobs: int | None,
    house_rules: tuple[str, ...],
    options: tuple[str, ...],
    out: str | None,
    records: str | None,
    as_json: bool,
) -> None:
    """Let two bots fight SCENARIO many times.  The wins are the players', whichever side they had."""
    from .. import rulesets, table
    from ..core.errors import BadData
    from ..sim import compare, match
    from .files import writable, write_whole

    plain = table.setup(scenario, house_rules=house_rules)
    chosen = table.options_from(rulesets.find(plain.ruleset), options)
    setup = table.setup(scenario, options=chosen)
    rows: list[Row] = []
    folder = Path(records) if records is not None else None
    if out is not None:
        writable(Path(out))
    asked: dict[str, Any] = {
        "games": games,
        "seed": seed,
        "jobs": jobs,
        "records": folder,
        "on_row": rows.append,
        "find": rulesets.find,
        "progress": False if as_json else None,
    }
    try:
        found = compare(setup, red, blue, house_rules, **asked) if house_rules else match(setup, red, blue, **asked)
    except OSError as fault:
        where = str(fault.filename or records)
        raise BadData(where, "", fault.strerror or str(fault), "a folder that can be written to") from fault
    if out is not None:
        write_whole(Path(out), b"".join(map(_line, rows)))
    if as_json:
        print_json({**_asked(setup, scenario, red, blue, seed, house_rules), **_data(found)})
    else:
        _say(found, red, blue, house_rules)


def _line(row: Row) -> bytes:
    import msgspec

    return msgspec.json.encode(row) + b"\n"


def _asked(setup: Setup, scenario: str, red: str, blue: str, seed: int, house_rules: tuple[str, ...]) -> dict[str, Any]:
    return {
        "scenario": scenario,
        "ruleset": setup.ruleset,
        "red": red,
        "blue": blue,
        "seed": seed,
        "options": dict(setup.options),
        "house_rules": list(house_rules),
    }


def _data(found: Totals | Comparison) -> dict[str, Any]:
    from ..sim import Totals

    if isinstance(found, Totals):
        return _totals(found)
    return {
        **_totals(found.with_rules),
        "without": _totals(found.without),
        "difference": found.difference,
        "difference_low": found.low,
        "difference_high": found.high,
        "difference_method": found.method,
    }


def _totals(totals: Totals) -> dict[str, Any]:
    from msgspec import to_builtins

    built: dict[str, Any] = to_builtins(totals)
    shares = {f"{side}_share": built.pop(side) for side in ("red", "blue")}
    return {**built, **shares}


def _say(found: Totals | Comparison, red: str, blue: str, house_rules: tuple[str, ...]) -> None:
    from ..sim import Totals

    if isinstance(found, Totals):
        _say_totals(found, red, blue)
        return
    rules = ", ".join(house_rules)
    click.echo(f"With {rules}:")
    _say_totals(found.with_rules, red, blue)
    click.echo(f"\nWithout {rules}:")
    _say_totals(found.without, red, blue)
    click.echo(
        f"\nThe difference to {red} (red): {found.difference:+.1%} of the score, "
        f"between {found.low:+.1%} and {found.high:+.1%} ({found.method})"
    )


def _say_totals(totals: Totals, red: str, blue: str) -> None:
    for name, colour, wins, share in (
        (red, "red", totals.red_wins, totals.red),
        (blue, "blue", totals.blue_wins, totals.blue),
    ):
        click.echo(f"{name} ({colour}): {wins} of {totals.games} won, {share.low:.1%} to {share.high:.1%}")
    first, second = totals.seats
    click.echo(f"draws: {totals.draws}; by side of the scenario: first {first}, second {second}")
    rate = totals.games / totals.seconds if totals.seconds else 0.0
    click.echo(f"{totals.decisions} decisions in {totals.seconds:.1f} s, {rate:.1f} battles a second")
