"""``warbook play``: a battle, between people, bots, or one of each."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core.files import read_bytes
from .files import own_record
from .output import json_option, say, seed_from_text

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.oracle import Player
    from ..core.ruleset import Ruleset, Setup

EPILOG = """\b
Players: human, a bot's name (uniform, greedy), or module:Class of your own.
The same scenario, players and --seed give the same battle, byte for byte.

\b
Examples:
  warbook play                                             you (red) against a bot
  warbook play hive-stand-off --red human --blue human     two people at one keyboard
  warbook play hive-stand-off --red greedy --blue uniform --seed 7 --record battle.wbr
  warbook play my-scenario.toml --red-roster mine.toml --option premeasure=off
  warbook play --resume battle.wbr                         continue a battle, even in the middle of an action
"""


@click.command("play", epilog=EPILOG)
@click.argument("scenario", required=False)
@click.option("--board", metavar="FILE", help="A board instead of the scenario's.")
@click.option("--red-roster", metavar="FILE", help="A roster instead of the scenario's for the first side.")
@click.option("--blue-roster", metavar="FILE", help="A roster instead of the scenario's for the second side.")
@click.option("--red", metavar="PLAYER", help="Who plays the first side (default at a terminal: human).")
@click.option("--blue", metavar="PLAYER", help="Who plays the second side (default: the bot greedy).")
@click.option("--other", "others", multiple=True, metavar="PLAYER", help="The same for the third side, and so on.")
@click.option("--seed", type=seed_from_text, metavar="N", help="The seed of the dice (default: 256 random bits).")
@click.option("--record", metavar="FILE", help="Where to write the record (default: the user's data folder).")
@click.option("--house-rule", "house_rules", multiple=True, metavar="ID", help="A house rule; may be repeated.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the rules; may be repeated."
)
@click.option("--resume", metavar="RECORD", help="Continue the battle of this record.")
@json_option
def command(
    scenario: str | None,
    board: str | None,
    red_roster: str | None,
    blue_roster: str | None,
    red: str | None,
    blue: str | None,
    others: tuple[str, ...],
    seed: int | None,
    record: str | None,
    house_rules: tuple[str, ...],
    options: tuple[str, ...],
    resume: str | None,
    as_json: bool,
) -> None:
    """Fight a battle: SCENARIO is an id (see `warbook scenarios`) or a file.

    A person sees the position and answers each question by a number or by coordinates.  A person can also ask why an
    option is not offered, ask for odds, take a choice back, save and leave.  With --json, questions and answers are
    JSON lines.
    """
    if resume is not None:
        _refuse_with_resume(
            scenario=scenario,
            board=board,
            red_roster=red_roster,
            blue_roster=blue_roster,
            seed=seed,
            record=record,
            house_rule=house_rules,
            option=options,
        )
        _resume(Path(resume), (red, blue, *others), as_json)
        return
    setup = _setup(scenario, board, (red_roster, blue_roster), options, house_rules)
    names = _players(setup, (red, blue, *others), as_json)
    path = Path(record) if record is not None else own_record(scenario or "battle")
    _begin(setup, names, seed, path, as_json)


# ---- what is asked for -----------------------------------------------------------------------------------------------


def _refuse_with_resume(**given: Any) -> None:
    named = [
        f"--{name.replace('_', '-')}" if name != "scenario" else "SCENARIO" for name, value in given.items() if value
    ]
    if named:
        raise click.UsageError(f"{', '.join(named)}: the record already has its own; leave this out with --resume")


def _players(setup: Setup, named: tuple[str | None, ...], as_json: bool) -> tuple[str, ...]:
    """Who sits where: a person against bots at a terminal, bots elsewhere.  Raises `WarbookError` for more players than
    there are sides."""
    from .. import rulesets

    person = "human" if sys.stdin.isatty() and sys.stdout.isatty() and not as_json else "greedy"
    first, *rest = _for_each_side(named, rulesets.find(setup.ruleset))
    return (first or person, *(name or "greedy" for name in rest))


def _for_each_side(named: tuple[str | None, ...], ruleset: Ruleset) -> list[str | None]:
    """Those who were named, and None for the other sides of a game."""
    from ..core.errors import WarbookError

    if len(named) > ruleset.seats and any(named[ruleset.seats :]):
        raise WarbookError(f"found {len(named)} players; {ruleset.id} has {ruleset.seats} sides")
    return [*named, *[None] * ruleset.seats][: ruleset.seats]


def _setup(
    scenario: str | None,
    board: str | None,
    rosters: tuple[str | None, ...],
    options: tuple[str, ...],
    house_rules: tuple[str, ...],
) -> Setup:
    from .. import rulesets, table
    from ..core.errors import WarbookError

    if scenario is None:
        listed = table.scenarios()
        if not listed:
            raise WarbookError("no installed ruleset has a scenario; give the file of a scenario")
        scenario = f"{listed[0].ruleset}/{listed[0].row.id}"
    brought = {seat: path for seat, path in enumerate(rosters) if path is not None}
    plain = table.setup(scenario, board=board, rosters=brought, house_rules=house_rules)
    chosen = table.options_from(rulesets.find(plain.ruleset), options)
    if not chosen:
        return plain
    return table.setup(scenario, board=board, rosters=brought, options=chosen, house_rules=house_rules)


# ---- playing ---------------------------------------------------------------------------------------------------------


def _begin(setup: Setup, names: tuple[str, ...], named: int | None, path: Path, as_json: bool) -> None:
    from .. import rulesets, table
    from ..core.game import Game
    from ..players import HUMAN, by_seat
    from .files import Recorder
    from .progress import Progress

    seed = table.drawn_seed() if named is None else named
    players = by_seat(names, seed)
    people = HUMAN in names
    with Recorder(path) as recorder:
        progress = Progress(recorder)
        game = Game(
            rulesets.find(setup.ruleset),
            setup,
            seed=seed,
            dice="drawn" if named is None else "chosen",
            players={} if people else players,
            names=names,
            write=progress,
            advance=False,
        )
        with _interrupted(path):
            with progress.of(game):
                game.go_on()
            _finish(game, players, path, as_json)


def _resume(path: Path, named: tuple[str | None, ...], as_json: bool) -> None:
    from .. import table
    from ..core.source import Source
    from ..players import HUMAN, by_seat
    from .files import Recorder, mend_tail
    from .progress import Progress

    data = read_bytes(path)
    stopped = table.load(data, str(path))
    if stopped.is_over:
        _finish(stopped, {}, path, as_json)
        return
    names = _who_goes_on(stopped, named, path)
    players = by_seat(names, stopped.seed)
    data = mend_tail(path, data)
    with Recorder(path, goes_on=True) as recorder:
        progress = Progress(recorder)
        game = table.load(data, str(path), players={} if HUMAN in names else players, write=progress)
        if game.source.seed is None:  # an export, whose dice nobody here may know
            game.change_dice(Source("drawn", table.drawn_seed()))
        with _interrupted(path):
            with progress.of(game):
                game.go_on()
                game.begin_rolling()
            game.notices[:0] = [notice for notice in stopped.notices if notice not in game.notices]
            _finish(game, players, path, as_json)


@contextmanager
def _interrupted(path: Path) -> Iterator[None]:
    """Says how a battle goes on that Ctrl-C has stopped, or a fault in somebody's code."""
    from ..core.errors import WarbookError

    try:
        yield
    except KeyboardInterrupt as stopped:
        raise WarbookError(f"stopped; the record: {path}   (continue with warbook play --resume {path})") from stopped
    except WarbookError:
        raise
    except Exception as fault:
        fault.add_note(f"The record holds every finished step; `warbook play --resume {path}` goes on from there.")
        raise


def _who_goes_on(game: Game, named: tuple[str | None, ...], path: Path) -> tuple[str, ...]:
    """Who sits where from here on: as the command line says, else as the record does.

    A record may come from anybody, so it names only players that are registered: to import what else it names would
    run code that nobody here chose.  Raises `WarbookError` for a seat that the command line must name.
    """
    from ..core.errors import WarbookError
    from ..players import BOTS, HUMAN

    seats = game.ruleset.seats
    given_to, recorded = _for_each_side(named, game.ruleset), [*game.names, *[HUMAN] * seats][:seats]
    for option, given, name in zip_longest(("--red", "--blue"), given_to, recorded, fillvalue="--other"):
        if given is None and name not in (HUMAN, *BOTS):
            raise WarbookError(
                f"{path}: the record names the player {name!r}, which is none of Warbook's ({HUMAN}, "
                f"{', '.join(BOTS)}), and a record runs no code; wanted {option} with one of these, or with "
                f"module:Class where that is code that you trust"
            )
    return tuple(given or name for given, name in zip(given_to, recorded, strict=True))


def _finish(game: Game, players: dict[int, Player], path: Path, as_json: bool) -> None:
    """Let the people play, if there are any, and say how it ended."""
    from .output import print_json

    for notice in game.notices:
        say(f"warbook: {notice}", err=True)
    if not game.is_over:
        sit: Callable[..., None]
        if as_json:
            from .wire import converse as sit
        else:
            from .terminal import converse as sit
        sit(game, players, path)
    if as_json:
        print_json(_summary(game, path))
    else:
        _say_end(game, path)


def _summary(game: Game, path: Path) -> dict[str, Any]:
    from .output import decisions_made, outcome, seat_names, seed_as_json

    return {
        "record": str(path),
        "ruleset": game.ruleset.id,
        "players": list(game.names),
        "sides": seat_names(game),
        "seed": seed_as_json(game.seed),
        "options": dict(game.setup.options),
        "house_rules": list(game.setup.house_rules),
        "steps": len(game.steps),
        "decisions": decisions_made(game),
        "digest": game.digest(),
        "over": game.is_over,
        "result": outcome(game),
    }


def _say_end(game: Game, path: Path) -> None:
    from .draw import sketch_position
    from .output import console, ending, seat_names

    if game.is_over:
        say(sketch_position(game, None, console().width), nl=False)
        for side, player in zip(seat_names(game), game.names, strict=False):
            say(f"{side} ({player})")
        say(f"{ending(game)}{f'  Seed {game.seed}.' if game.source.how == 'chosen' else ''}")
        say(f"The record: {path}   (warbook replay {path})")
    else:
        say(f"The record: {path}")
        say(f"Continue with: warbook play --resume {path}")
