"""Output: what every command prints with, for people and for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..core.text import visible, visible_lines

if TYPE_CHECKING:
    from rich.console import Console

    from ..core.game import Game

F = TypeVar("F", bound=Callable[..., Any])


def seed_from_text(text: str) -> int:
    """A seed of the command line, a type of click: a whole number of 256 bits.  It is no
    range of click, which every help would show in 78 digits."""
    try:
        seed = int(text)
    except ValueError:
        seed = -1
    if not 0 <= seed < 2**256:
        raise click.BadParameter(f"found {text[:40]!r}; wanted a whole number from 0 to 2^256 - 1")
    return seed


EXACT = 2**53  # beyond it many readers of JSON round a number


def seed_as_json(seed: int) -> int | str:
    """A seed for programs: a number, or its digits as text where readers of JSON would round it."""
    return seed if seed < EXACT else str(seed)


def json_option(command: F) -> F:
    """The switch that every command has."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")(command)


def say(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Text on standard output, or for errors; nothing in it acts on the terminal, whatever file it comes from."""
    click.echo(visible_lines(text), err=err, nl=nl)


def json_text(value: Any, *, indent: int | None = None) -> str:
    """A value as JSON that reads in the languages of people and does not act on a terminal."""
    return _UNSEEN.sub(_json_escape, json.dumps(value, indent=indent, ensure_ascii=False))


#: What `visible` writes out and JSON leaves as it is: it escapes none but the controls below the blank.
_UNSEEN = re.compile(r"[^\n -~]")


def _json_escape(found: re.Match[str]) -> str:
    return found[0] if visible(found[0]) == found[0] else json.dumps(found[0])[1:-1]


def print_json(value: Any) -> None:
    """A value on standard output, in one piece."""
    click.echo(json_text(value, indent=2))


def console(*, err: bool = False) -> Console:
    """Standard output, or standard error, with colour where it is a terminal; no text printed there acts on it."""
    from rich.console import Console
    from rich.segment import Segment

    class Harmless(Console):
        def render(self, renderable: Any, options: Any = None) -> Iterator[Segment]:
            for segment in super().render(renderable, options):
                yield segment if segment.control else Segment(visible_lines(segment.text), segment.style)

    return Harmless(stderr=err, highlight=False, soft_wrap=False, emoji=False)


def print_rows(titles: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """A table whose last column takes what room is left."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    *fixed, last = titles
    for title in fixed:
        table.add_column(title, no_wrap=True, overflow="fold")
    table.add_column(last, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console().print(table)


def seat_names(game: Game) -> list[str]:
    """What the sides are called."""
    return [game.ruleset.seat_name(game.world, seat) for seat in range(game.ruleset.seats)]


def short_names(game: Game) -> list[str]:
    """What the sides are called, without what stands after a comma."""
    return [name.split(",")[0] for name in seat_names(game)]


def outcome(game: Game) -> dict[str, Any] | None:
    """How a battle ended, for programs; None while it goes on."""
    if game.result is None:
        return None
    winner = game.result.winner
    return {
        "winner": winner,
        "winner_name": seat_names(game)[winner] if winner >= 0 else None,
        "points": list(game.result.points),
        "why": game.result.why,
    }


def ending(game: Game) -> str:
    """How a battle ended, in a sentence."""
    if game.result is None:
        return "The battle is not over."
    result, names = game.result, short_names(game)
    points = " to ".join(map(str, sorted(result.points, reverse=True)))
    said = f"{names[result.winner]} wins" if result.winner >= 0 else "A draw"
    return f"{said}, {points}: {result.why.rstrip('.')}."


def decisions_made(game: Game) -> int:
    """How many choices players have made, those of the step in progress included."""
    from ..core.answers import Chosen, Sealed

    answers = [a for done in game.steps for a in done.answers] + game.answers
    return sum(type(a) in (Chosen, Sealed) for a in answers)
