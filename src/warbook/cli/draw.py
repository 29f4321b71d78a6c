"""``warbook draw``: a board or a position as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core.files import read_text
from .output import json_option, print_json, say

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.play import Play

EPILOG = """\b
Examples:
  warbook draw my-board.toml -o my-board.svg
  warbook draw battle.wbr -o last-position.svg
  warbook draw battle.wbr --to 12 -o step-12.svg
"""


@click.command("draw", epilog=EPILOG)
@click.argument("source", metavar="BOARD|RECORD")
@click.option("-o", "--output", required=True, metavar="FILE.svg", help="Where to write the picture.")
@click.option("--to", "to", type=click.IntRange(min=0), metavar="STEP", help="Of a record: after so many steps.")
@json_option
def command(source: str, output: str, to: int | None, as_json: bool) -> None:
    """Draw a board file, or the last position of a record, as SVG."""
    from .. import table
    from ..core.errors import BadData, WarbookError
    from .files import write_whole

    text = read_text(source)
    kind = table.kind_of(text, source)
    if kind == "record":
        game = table.open_record(source)
        if to is not None and to > len(game.steps):
            raise WarbookError(f"{source}: --to {to}: there are {len(game.steps)} steps")
        svg = draw_position(game, to)
    elif kind == "board":
        if to is not None:
            raise WarbookError(f"{source}: --to goes with a record; this is a board")
        svg = draw_board(text, source)
    else:
        raise BadData(source, "kind", kind, "a board or a record")
    write_whole(Path(output), svg.encode())
    if as_json:
        print_json({"source": source, "kind": kind, "file": output, "bytes": len(svg.encode())})
    else:
        say(f"{output}: the {kind} {source}")


def position(game: Game, to: int | None) -> Play[Any, Any, Any]:
    """The position after so many steps; None: now, in the middle of a step too."""
    from ..core.play import Play

    if to is None or to == len(game.steps):
        return game.play
    return Play(game.steps[to].before.copy(), game.ruleset, game.world, [])


def draw_position(game: Game, to: int | None = None) -> str:
    """A position as SVG.  Raises `WarbookError` where the ruleset cannot draw."""
    from ..core.errors import WarbookError

    if game.ruleset.picture is None:
        raise WarbookError(f"{game.ruleset.id} does not draw its positions")
    return game.ruleset.picture(_shown(game, to))


def sketch_position(game: Game, to: int | None, columns: int, seat: int = -1) -> str:
    """A position as text, so many columns wide, with a newline; empty where the ruleset draws none."""
    if game.ruleset.sketch is None:
        return ""
    return game.ruleset.sketch(_shown(game, to, seat), columns).rstrip("\n") + "\n"


def _shown(game: Game, to: int | None, seat: int = -1) -> Play[Any, Any, Any]:
    """Of a running battle, what a seat sees (a spectator, -1); a finished one has no secrets."""
    play = position(game, to)
    return play if game.over else play.seen_by(seat)


def draw_board(text: str, source: str) -> str:
    """A board file as SVG.  Raises `BadData`."""
    from ..space.board import Board
    from ..space.picture import svg

    return svg(Board.parse(text, source))
