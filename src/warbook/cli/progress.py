"""Progress: how far a battle between bots has come, on a terminal, while nobody is asked anything."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from rich.text import Text

from .output import console

if TYPE_CHECKING:
    from ..core.game import Game

OFTEN = 0.25  # seconds from one look to the next


class Progress:
    """Passes the lines of a record on, and shows on standard error, where that is a terminal, where the battle stands
    as they come."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self._game: Game | None = None
        self._told, self._began = 0.0, 0.0
        self._show: Callable[[str], None] = lambda said: None

    def __call__(self, line: bytes) -> None:
        self._write(line)
        if self._game is not None and monotonic() - self._told >= OFTEN:
            self._told = monotonic()
            self._show(standing(self._game, self._told - self._began))

    @contextmanager
    def of(self, game: Game) -> Iterator[None]:
        """While the battle goes on by itself."""
        if not sys.stderr.isatty():
            yield
            return
        with console(err=True).status("The battle begins.") as status:
            self._game, self._began = game, monotonic()
            self._show = lambda said: status.update(Text(said))
            try:
                yield
            finally:
                self._game = None


def standing(game: Game, seconds: float) -> str:
    """Where a battle stands, in a line."""
    tableau = game.ruleset.tableau
    heading = f"{tableau(game.play).heading} " if tableau is not None else ""
    steps = len(game.steps)
    return f"{heading}{steps} step{'s' * (steps != 1)}, {seconds:.0f} s"
