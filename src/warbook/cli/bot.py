"""``warbook bot``: a seat played by a program of any language."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core.errors import WarbookError
from .files import own_record
from .output import json_option, print_json, say, seed_as_json, seed_from_text

if TYPE_CHECKING:
    from ..core.game import Game
    from ..web.stdio import Ended

EPILOG = """\b
The program reads the referee's messages from its standard input and writes its own to its standard
output, one JSON object a line: docs/protocol.md describes the conversation, `warbook protocol` prints
its schema, and examples/bot-javascript is a player in 150 lines.  What the program writes to its
standard error is shown.  If the program ends, stops answering or sends invalid messages, nothing is
lost: the record is complete, and the battle can be continued.

\b
Examples:
  warbook bot hive-stand-off -- node examples/bot-javascript/bot.js
  warbook bot open-field --seat 1 --against uniform --seed 7 --record battle.wbr -- ./my-bot --fast
  warbook bot http://localhost:8770/#/join/GAME/TOKEN -- python3 my_bot.py
"""


@click.command("bot", epilog=EPILOG)
@click.argument("where", metavar="SCENARIO|LINK")
@click.argument("program", nargs=-1, required=True, metavar="-- COMMAND...", type=click.UNPROCESSED)
@click.option(
    "--seat", type=click.IntRange(min=0), help="With SCENARIO: the side that the program plays (0: the first)."
)
@click.option("--against", metavar="PLAYER", help="With SCENARIO: who plays the other side (default: greedy).")
@click.option("--seed", type=seed_from_text, metavar="N", help="The seed of the dice (default: 256 random bits).")
@click.option("--record", metavar="FILE", help="Where to write the record (default: the user's data folder).")
@click.option(
    "--patience",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long the program may think.",
)
@json_option
def command(
    where: str,
    program: tuple[str, ...],
    seat: int | None,
    against: str | None,
    seed: int | None,
    record: str | None,
    patience: float,
    as_json: bool,
) -> None:
    """Let the program COMMAND play a side of SCENARIO (an id or a file), or the seat that an invitation LINK to a
    server leads to."""
    from .serve import needs_table

    with needs_table():
        from ..web import stdio
    invitation = stdio.invitation(where)
    if invitation is None:
        _host(where, program, seat or 0, against or "greedy", seed, record, patience, as_json)
        return
    for option, given in (("--seat", seat), ("--against", against), ("--seed", seed), ("--record", record)):
        if given is not None:
            raise click.UsageError(f"{option} can be used only with a scenario; the battle of a link is already set up")
    ended = asyncio.run(stdio.join(invitation, program, patience))
    if as_json:
        print_json(_data(ended))
    else:
        say(_sentence(ended))


def _host(
    scenario: str,
    program: tuple[str, ...],
    seat: int,
    against: str,
    seed: int | None,
    record: str | None,
    patience: float,
    as_json: bool,
) -> None:
    """A battle of this process."""
    from .. import players, rulesets, table
    from ..web import stdio
    from ..web.program import GaveUp
    from .files import Recorder

    setup = table.setup(scenario)
    players.by_name(against)  # before anything is written
    sides = stdio.players(rulesets.find(setup.ruleset).seats, seat, against)
    path = Path(record) if record is not None else own_record(scenario)
    with Recorder(path) as write:
        try:
            ended, game = asyncio.run(stdio.host(stdio.Hosting(setup, seat, sides, seed), program, write, patience))
        except GaveUp as fault:
            raise WarbookError(_left_off(str(fault), path)) from fault
        except KeyboardInterrupt as stopped:
            raise WarbookError(_left_off("stopped", path)) from stopped
    if as_json:
        print_json({**_data(ended), **_of_record(game, path)})
    else:
        say(_sentence(ended))
        named = f"Seed {game.seed}.  " if game.source.how == "chosen" else ""
        say(f"{named}The record: {path}   (warbook replay {path})")


def _left_off(why: str, path: Path) -> str:
    """Why a battle is not over, and how it goes on."""
    if not path.exists():
        return why
    return f"{why}; the record: {path}   (continue by hand with warbook play --resume {path})"


# ---- what is said at the end -----------------------------------------------------------------------------------------


def _sentence(ended: Ended) -> str:
    """How the battle ended, for people."""
    ending, names = ended.ending, [info.name.split(",")[0] for info in ended.seats]
    points, why = " to ".join(map(str, sorted(ending.points, reverse=True))), ending.why.rstrip(".")
    if ending.winner < 0:
        return f"A draw, {points}: {why}."
    whose = "the program" if ending.winner in ended.yours else ended.seats[ending.winner].player
    return f"{names[ending.winner]} ({whose}) wins, {points}: {why}."


def _data(ended: Ended) -> dict[str, Any]:
    """The same, for programs."""
    ending = ended.ending
    return {
        "seats": list(ended.yours),
        "sides": [info.name for info in ended.seats],
        "players": [info.player for info in ended.seats],
        "result": {"winner": ending.winner, "points": list(ending.points), "why": ending.why},
    }


def _of_record(game: Game, path: Path) -> dict[str, Any]:
    return {"record": str(path), "seed": seed_as_json(game.seed), "steps": len(game.steps), "digest": game.digest()}
