"""``warbook draw``: a board or a position as a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core.files import read_text
from .output import json_option, print_json, say

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.play import Play

EPILOG = """\b
The ending of FILE says what is written: .svg, or .png with resvg-py (in a clone: pip install '.[png]').
A dash writes the SVG to standard output.

\b
Examples:
  warbook draw my-board.toml -o my-board.svg
  warbook draw battle.wbr -o last-position.png --width 800
  warbook draw battle.wbr --to 12 -o step-12.svg
  warbook draw battle.wbr -o - > battle.svg
"""
WIDTH = 1200  # pixels
WIDEST = 4000  # pixels: above any screen, and still drawn in seconds


@click.command("draw", epilog=EPILOG)
@click.argument("source", metavar="BOARD|RECORD")
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to write the picture: .svg, .png, or -.")
@click.option(
    "--to", "to", type=click.IntRange(min=0), metavar="STEP", help="With a record: the position after this many steps."
)
@click.option("--width", type=click.IntRange(16, WIDEST), metavar="PIXELS", help=f"Width of a PNG (default: {WIDTH}).")
@json_option
def command(source: str, output: str, to: int | None, width: int | None, as_json: bool) -> None:
    """Draw a board file, or the last position of a record, as SVG or as PNG."""
    from .files import write_whole

    _accept(output, width, as_json)
    kind, svg = _drawn(source, to)
    if output == "-":
        say(svg, nl=not svg.endswith("\n"))
        return
    data = png(svg, width or WIDTH) if output.lower().endswith(".png") else svg.encode()
    write_whole(Path(output), data)
    if as_json:
        print_json({"source": source, "kind": kind, "file": output, "bytes": len(data)})
    else:
        say(f"{output}: the {kind} {source}")


def _accept(output: str, width: int | None, as_json: bool) -> None:
    """Raises `UsageError` or `WarbookError`, before anything is drawn, for what cannot be written like that."""
    from ..core.errors import WarbookError

    ending = Path(output).suffix.lower()
    if output == "-" and as_json:
        raise click.UsageError("--json needs a file as output; with -o - the picture itself is written")
    if width is not None and ending != ".png":
        raise click.UsageError("--width can be used only with a .png; an SVG has no pixels")
    if ending == ".png":
        _renderer()
    elif output != "-" and ending != ".svg" and not (Path(output).exists() and not Path(output).is_file()):
        raise WarbookError(
            f"--output {output}: found a name that ends in {ending or 'nothing'!r}; wanted .svg or .png, or -"
        )


def _drawn(source: str, to: int | None) -> tuple[str, str]:
    """What kind of thing it is, and its picture as SVG.  Raises `WarbookError`."""
    from .. import table
    from ..core.errors import BadData, WarbookError

    text = read_text(source)
    kind = table.kind_of(text, source)
    if kind == "record":
        game = table.open_record(source)
        if to is not None and to > len(game.steps):
            raise WarbookError(f"{source}: --to {to}: there are {len(game.steps)} steps")
        return kind, draw_position(game, to)
    if kind == "board":
        if to is not None:
            raise WarbookError(f"{source}: --to can be used only with a record; this is a board")
        return kind, draw_board(text, source)
    raise BadData(source, "kind", kind, "a board or a record")


def _renderer() -> Callable[..., bytes]:
    """What turns SVG into PNG.  Raises `WarbookError` where it is not installed."""
    from ..core.errors import WarbookError

    try:
        from resvg_py import svg_to_bytes
    except ImportError as fault:
        raise WarbookError(
            "a PNG needs resvg-py: in a clone of Warbook, pip install '.[png]'; an SVG (-o NAME.svg) needs nothing"
        ) from fault
    render: Callable[..., bytes] = svg_to_bytes
    return render


def png(svg: str, width: int) -> bytes:
    """A picture as PNG, so many pixels wide, its words in the fonts of this machine.  Raises `WarbookError` where
    resvg-py is not installed."""
    return bytes(_renderer()(svg_string=svg, width=width, background="#ffffff"))


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
    return game.ruleset.picture(_play_seen_by(game, to))


def sketch_position(game: Game, to: int | None, columns: int, seat: int = -1) -> str:
    """A position as text, so many columns wide, with a newline; empty where the ruleset draws none."""
    if game.ruleset.sketch is None:
        return ""
    return game.ruleset.sketch(_play_seen_by(game, to, seat), columns).rstrip("\n") + "\n"


def _play_seen_by(game: Game, to: int | None, seat: int = -1) -> Play[Any, Any, Any]:
    """Of a running battle, what a seat sees (a spectator, -1); a finished one has no secrets."""
    play = position(game, to)
    return play if game.is_over else play.seen_by(seat)


def draw_board(text: str, source: str) -> str:
    """A board file as SVG.  Raises `BadData`."""
    from ..space.boardfile import read_board
    from ..space.picture import svg

    return svg(read_board(text, source))
