"""``warbook replay``: a record told again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .output import json_option, print_json, say

if TYPE_CHECKING:
    from ..core.game import Game

EPILOG = """\b
Examples:
  warbook replay battle.wbr                     the battle in sentences, and its last position
  warbook replay battle.wbr --verify            run every answer through the rules again
  warbook replay battle.wbr --to 12 --svg 12.svg
"""


@click.command("replay", epilog=EPILOG)
@click.argument("record")
@click.option("--verify", "verifying", is_flag=True, help="Run the answers through the rules again and compare.")
@click.option("--to", "to", type=click.IntRange(min=0), metavar="STEP", help="Stop when so many steps are done.")
@click.option("--svg", metavar="FILE", help="Draw the position to this file.")
@json_option
@click.pass_context
def command(ctx: click.Context, record: str, verifying: bool, to: int | None, svg: str | None, as_json: bool) -> None:
    """Tell the battle of RECORD again, up to a step.

    With --verify every answer goes through the rules once more; at the first difference it is named and the exit code
    is 1.
    """
    from .. import table
    from ..core.errors import WarbookError
    from ..core.verify import verify

    game = table.open_record(record)
    if to is not None and to > len(game.steps):
        raise WarbookError(f"{record}: --to {to}: there are {len(game.steps)} steps")
    different = verify(game) if verifying else ""
    if svg is not None:
        from .draw import draw_position
        from .files import write_whole

        write_whole(Path(svg), draw_position(game, to).encode())
    if as_json:
        print_json(_told(game, record, to, verifying, different))
    else:
        _tell(game, to)
        if verifying and not different:
            say(f"Verified: the rules give the same {len(game.steps)} steps, event by event.")
    if different:
        say(f"warbook: {record} differs: {different}", err=True)
        ctx.exit(1)


def sentences(game: Game, to: int | None) -> list[str]:
    """The log up to a step, as the spectators of a finished battle read it; of a running one secrets stay secret."""
    events = game.events() if to is None else [e for done in game.steps[:to] for e in done.events]
    seen = events if game.over else [shown for e in events if (shown := e.seen_by(-1)) is not None]
    return [said for event in seen if (said := game.ruleset.sentence(event, game.name))]


def _told(game: Game, record: str, to: int | None, verifying: bool, different: str) -> dict[str, Any]:
    from .output import outcome

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
        "verified": not different if verifying else None,
        "difference": different or None,
        "over": game.over,
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
