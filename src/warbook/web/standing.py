"""Standing: how a battle stands, in a line, for lists of battles."""

from __future__ import annotations

import logging

from ..core.game import Game
from ..core.ruleset import Result
from .stored import Standing, as_json
from .tableaux import Tableaux
from .tokens import WATCHING

logger = logging.getLogger(__name__)


def standing(
    game: Game,
    tableaux: Tableaux,
    now: float,
    bots: tuple[int, ...],
    time_left: tuple[float, ...] = (),
    joined: tuple[int, ...] = (),
) -> Standing:
    """How a battle stands, as a spectator may know it."""
    heading, round = _heading(game, tableaux)
    return Standing(
        touched=now,
        over=game.is_over,
        result=as_json(game.result) if game.result is not None else "",
        words=ended(game, game.result) if game.result is not None else heading,
        steps=len(game.steps),
        round=round,
        bots_turn=any(decision.player in bots for decision in game.decisions),
        deciding=tuple(decision.player for decision in game.decisions),
        time_left=time_left,
        joined=joined,
    )


def _heading(game: Game, tableaux: Tableaux) -> tuple[str, int]:
    """A line on where a battle stands, and its round.  Both may be missing in a list, so that a fault in drawing a
    position does not prevent it from being stored."""
    try:
        tableau = tableaux.of(WATCHING)
    except Exception:
        logger.exception("a position of %s cannot be drawn", game.ruleset.id)
        return "", 0
    return tableau.heading, tableau.round


def ended(game: Game, result: Result) -> str:
    """How a battle ended, in a line."""
    if result.winner < 0:
        return f"A draw, {' to '.join(map(str, result.points))}: {result.why}"
    name = game.ruleset.seat_name(game.world, result.winner)
    return f"{name} won, {' to '.join(map(str, result.points))}: {result.why}"
