"""Abandoned battles: which are removed, and when.

A battle is removed only if no server holds it, and nobody has done anything in it for the time that was given when the
server was started.  To keep a battle for longer, save its record.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import delete, select

from .storage import Storage
from .tables import chat, games, lines, orders, seats, servers

logger = logging.getLogger(__name__)

DAY = 24 * 3600.0
AT_ONCE = 100  # battles that are removed in one transaction, for which those who play wait
ASTRAY = 3600.0  # seconds that the calendar may go wrong while a server runs


class Keeping(NamedTuple):
    """How many seconds a battle is kept after the last thing that somebody did in it; and, shorter, one in which nobody
    has done anything since it was opened."""

    played: float
    unplayed: float


def keeping(days: int) -> Keeping | None:
    """The times for so many days; 0 keeps everything for ever.  Battles that nobody has played are kept for two weeks
    at most."""
    return Keeping(days * DAY, min(days, 14) * DAY) if days else None


class Abandoned:
    """The battles of a database that nobody plays any more."""

    def __init__(
        self,
        storage: Storage,
        kept: Keeping,
        *,
        clock: Callable[[], float] = time.monotonic,
        calendar: Callable[[], float] = time.time,
    ) -> None:
        self.storage, self.kept = storage, kept
        self.clock, self.calendar = clock, calendar
        self._began = calendar() - clock()

    def remove(self) -> int:
        """Remove some of the abandoned battles, and return how many.  Waits for the database."""
        today = self.calendar()
        if abs(today - self.clock() - self._began) > ASTRAY:
            logger.warning("no battle is removed before the next start: the clock of this machine was set anew")
            return 0
        done = games.c.touched < today - self.kept.played
        never = (games.c.touched <= games.c.created) & (games.c.touched < today - self.kept.unplayed)
        held = games.c.holder.in_(select(servers.c.id))
        with self.storage.writing() as connection:
            found = select(games.c.id).where(done | never, games.c.holder.is_(None) | ~held).limit(AT_ONCE)
            gone = list(connection.execute(found.with_for_update(skip_locked=True)).scalars())
            for table in (lines, seats, chat, orders):
                connection.execute(delete(table).where(table.c.game.in_(gone)))
            connection.execute(delete(games).where(games.c.id.in_(gone)))
        if gone:
            logger.info("abandoned battles removed", extra={"battles": len(gone)})
        return len(gone)
