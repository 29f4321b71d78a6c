"""Draft: what has happened in a room and is not durable yet."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from ..core.game import Game
from ..core.ruleset import Result
from .protocol import Spoken
from .storage import Given, Standing, Write, as_json
from .tableaux import Tableaux
from .tokens import WATCHING

if TYPE_CHECKING:
    from .room import Room

logger = logging.getLogger(__name__)


class Draft:
    """Lines of the record, words, and standing orders given and dropped, in the order in which they came to be.  The
    battle's `Game` writes to `lines`."""

    __slots__ = ("dropped", "given", "lines", "said")

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.said: list[Spoken] = []
        self.given: list[Given] = []
        self.dropped: list[int] = []

    def __bool__(self) -> bool:
        return bool(self.lines or self.said or self.given or self.dropped)

    def taken(self) -> Draft:
        """All of it; what is left is empty."""
        other = Draft()
        other.lines += self.lines
        other.said += self.said
        other.given += self.given
        other.dropped += self.dropped
        for each in (self.lines, self.said, self.given, self.dropped):
            each.clear()
        return other

    def write(self, room: Room, first: int) -> Write:
        """It, as the journal takes it; its lines have numbers from `first` on."""
        return Write(
            game=room.about.id,
            epoch=room.epoch,
            standing=standing(
                room.game,
                room.tableaux,
                room.home.now(),
                room.people.bots,
                room.clocks.kept(room.home.clock()),
                tuple(sorted(room.clocks.joined)),
            ),
            first=first,
            lines=tuple(self.lines),
            said=tuple(self.said),
            given=tuple(self.given),
            dropped=tuple(self.dropped),
        )


def standing(
    game: Game,
    tableaux: Tableaux,
    now: float,
    bots: tuple[int, ...],
    time_left: tuple[float, ...] = (),
    joined: tuple[int, ...] = (),
) -> Standing:
    """How a battle stands, as those who watch may know it."""
    heading, round = _heading(game, tableaux)
    return Standing(
        touched=now,
        over=game.over,
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
    """A line on where a battle stands, and its round.  A list can do without them, so that a fault in the drawing of a
    position keeps nothing from being stored."""
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
