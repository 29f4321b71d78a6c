"""``warbook replay``: shows the battle of a record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core.files import read_bytes
from .output import json_option, print_json, say

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.verdict import Verdict

UNCHECKED = 3  # the exit code where nothing differs, and not everything can be checked
EPILOG = """\b
Examples:
  warbook replay battle.wbr                     print the events and the last position
  warbook replay battle.wbr --verify            run every answer through the rules again
  warbook replay battle.wbr --to 12 --svg 12.svg
"""


@click.command("replay", epilog=EPILOG)
@click.argument("record")
@click.option("--verify", "verifying", is_flag=True, help="Run the answers through the rules again and compare.")
@click.option("--to", "to", type=click.IntRange(min=0), metavar="STEP", help="Stop after this many steps.")
@click.option("--svg", metavar="FILE", help="Draw the position to this file.")
@json_option
@click.pass_context
def command(ctx: click.Context, record: str, verifying: bool, to: int | None, svg: str | None, as_json: bool) -> None:
    """Print the events of the battle in RECORD, up to a step.

    With --verify every line is compared with what the rules, the seed and the answers give.  The exit code is 0 if
    everything agrees.  It is 1 if something differs; the first difference is shown with its line.  It is 3 if nothing
    differs but some parts cannot be checked; these parts and the reasons are shown.
    """
    from .. import table
    from ..core.errors import WarbookError

    data = read_bytes(record)
    game = table.load(data, record)
    if to is not None and to > len(game.steps):
        raise WarbookError(f"{record}: --to {to}: there are {len(game.steps)} steps")
    verdict = table.verify(data, record) if verifying else None
    if svg is not None:
        from .draw import draw_position
        from .files import write_whole

        write_whole(Path(svg), draw_position(game, to).encode())
    if as_json:
        print_json(_summary(game, record, to, verdict))
    else:
        _tell(game, to)
    if verdict is not None:
        _judge(ctx, record, verdict, as_json)


def _bound(commitment: str) -> str:
    """The name that the battle must have had on its server, where its dice were shared."""
    from ..core.source import battle_name

    return battle_name(commitment) if commitment else ""


def _judge(ctx: click.Context, record: str, verdict: Verdict, as_json: bool) -> None:
    """Say what verifying found, and end with the exit code for it."""
    if not verdict.true:
        say(f"warbook: {record}: {verdict}", err=True)
        ctx.exit(1 if verdict.different else UNCHECKED)
    if as_json:
        return
    say(f"Verified. {verdict}")
    for each in verdict.sources:
        which = "Its dice" if len(verdict.sources) == 1 else f"Its {each.rolls} rolls from step {each.step} on"
        if each.commitment:
            bound = _bound(each.commitment)
            say(f"{which} were nobody's choice if this is the battle's name in your link to it: {bound}")


def sentences(game: Game, to: int | None) -> list[str]:
    """The log up to a step, as the spectators of a finished battle read it; of a running one secrets stay secret."""
    events = game.events() if to is None else [e for done in game.steps[:to] for e in done.events]
    seen = events if game.is_over else [shown for e in events if (shown := e.seen_by(-1)) is not None]
    return [said for event in seen if (said := game.ruleset.sentence(event, game.name))]


def _summary(game: Game, record: str, to: int | None, verdict: Verdict | None) -> dict[str, Any]:
    from .output import outcome

    different = verdict.different if verdict is not None else ""
    unchecked = list(verdict.unchecked) if verdict is not None else []

    return {
        "record": record,
        "ruleset": game.ruleset.id,
        "version": game.header.version,
        "players": list(game.names),
        "options": dict(game.setup.options),
        "house_rules": list(game.setup.house_rules),
        "steps": len(game.steps),
        "to": len(game.steps) if to is None else to,
        "digest": game.digest(),
        "verified": False if different else True if verdict is not None and not unchecked else None,
        "difference": different or None,
        "line": verdict.line if verdict is not None and different else None,
        "unchecked": unchecked,
        "dice": game.source.how,
        "battle": _bound(game.source.commitment) or None,
        "sources": [
            {"step": each.step, "rolls": each.rolls, "dice": each.how, "battle": _bound(each.commitment) or None}
            for each in (verdict.sources if verdict is not None else ())
        ],
        "over": game.is_over,
        "result": outcome(game),
        "notices": list(game.notices),
        "log": sentences(game, to),
    }


def _tell(game: Game, to: int | None) -> None:
    from .draw import sketch_position
    from .output import console, ending

    for notice in game.notices:
        say(f"warbook: {notice}", err=True)
    for sentence in sentences(game, to):
        say(sentence)
    say(sketch_position(game, to, console().width), nl=False)
    if to is None or to == len(game.steps):
        say(ending(game))
    else:
        say(f"After {to} of {len(game.steps)} steps.")
