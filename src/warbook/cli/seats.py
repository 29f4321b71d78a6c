"""Seats: what people at a terminal and programs at a wire share.  Bots take their turn, a choice is taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.oracle import Player


def bots_move(game: Game, players: Mapping[int, Player]) -> bool:
    """Let bots answer while it is theirs to answer; whether a person must decide now."""
    while game.decisions:
        theirs = [d for d in game.decisions if d.player in players]
        if not theirs:
            return True
        decision = theirs[0]
        game.choose(players[decision.player].choose(game.view(decision.player), decision), decision.player)
    return False


def take_back(game: Game, seat: int, players: Mapping[int, Player], agrees: Callable[[int], bool]) -> bool:
    """Take back the last choice of `seat` and all that followed.  Bots agree to everything; `agrees` asks a person.

    Whether it was taken back.  Raises `WarbookError` where the seat has chosen nothing yet.
    """
    from ..core.game import NeedsConsent

    consent = set(players)
    while True:
        try:
            game.undo(by=seat, consent=consent)
        except NeedsConsent as needed:
            for other in needed.seats:
                if not agrees(other):
                    return False
                consent.add(other)
        else:
            return True
