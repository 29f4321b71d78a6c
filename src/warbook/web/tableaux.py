"""Tableaux: the position of a battle as each seat may see it, drawn once for all who look at the same moment.

Drawing a position costs more than the move that led to it.  Where a game has no secrets, every seat, those who watch
and the list of battles see the same one.
"""

from __future__ import annotations

from typing import Any

from msgspec import Raw

from ..core.game import Game
from ..core.play import Play
from ..core.tableau import Tableau
from . import positions
from .protocol import encode
from .tokens import WATCHING


class Tableaux:
    """Those of one battle, as it stands now."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._play: Play[Any, Any, Any] | None = None
        self._drawn: dict[int, Tableau] = {}
        self._told: dict[int, Raw] = {}

    def of(self, eyes: int) -> Tableau:
        """The position as a seat (-1: whoever watches) may see it."""
        eyes = self._eyes(eyes)
        if eyes not in self._drawn:
            self._drawn[eyes] = positions.tableau_for(self._game, eyes)
        return self._drawn[eyes]

    def as_json(self, eyes: int) -> Raw:
        """The same as JSON, which is all that is kept of it: of five hundred battles the rest would be much."""
        eyes = self._eyes(eyes)
        if eyes not in self._told:
            self._told[eyes] = Raw(encode(self.of(eyes)))
            del self._drawn[eyes]
        return self._told[eyes]

    def _eyes(self, eyes: int) -> int:
        """Whose eyes see what these do.  What was drawn of another moment is forgotten."""
        game = self._game
        if self._play is not game.play:
            self._play = game.play
            self._drawn.clear()
            self._told.clear()
        return eyes if game.ruleset.secrets and not game.is_over else WATCHING
