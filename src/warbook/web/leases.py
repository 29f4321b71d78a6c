"""Leases: which server plays a battle.

Every server has a row and says each second that it lives; a battle names the server that holds it. Who has been
silent for `SILENT` seconds by the database's clock, or whose process on this machine is gone, is taken for dead, and
whoever wants its battles takes them over, one by one. Where that clock is set back, a sign of life from the future
counts for nothing: who lives gives another within a second. A dead one that was only asleep finds out when it writes:
each take-over raises the battle's epoch, and a write of an older epoch is refused in its transaction.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select, update

from ..core.errors import WarbookError
from .storage import Storage, seconds
from .tables import games, servers

logger = logging.getLogger(__name__)

SILENT = 5.0  # seconds after which a server counts as dead
FORGOTTEN = 3600.0  # seconds after which nothing is kept of it
BEAT = 1.0  # seconds from one sign of life to the next


class NoGame(WarbookError):
    """There is no such battle."""


class Elsewhere(WarbookError):
    """Another live process plays the battle."""


class Leases:
    """The leases of one server.  All methods wait for the database: call them in a thread."""

    def __init__(self, storage: Storage) -> None:
        self.storage, self.server = storage, secrets.token_urlsafe(9)

    def enlist(self) -> None:
        """Register this server, and forget those that are gone."""
        with self.storage.writing() as connection:
            self._appear(connection)
            for row in connection.execute(select(servers)).all():
                if _has_ended(row.host, row.pid) or abs(seconds(connection) - row.beat) > FORGOTTEN:
                    connection.execute(delete(servers).where(servers.c.id == row.id))

    def _appear(self, connection: Connection) -> None:
        row = {"id": self.server, "host": here(), "pid": os.getpid(), "beat": seconds(connection)}
        connection.execute(insert(servers), row)

    def beat(self) -> None:
        """Say that this server lives."""
        with self.storage.writing() as connection:
            mine = update(servers).where(servers.c.id == self.server).values(beat=seconds(connection))
            if not connection.execute(mine).rowcount:
                self._appear(connection)

    def take(self, game: str) -> int:
        """Hold a battle: its new epoch.  Raises `NoGame`, or `Elsewhere` if a live server holds it."""
        with self.storage.writing() as connection:
            wanted = select(games.c.holder, games.c.epoch).where(games.c.id == game).with_for_update()
            row = connection.execute(wanted).first()
            if row is None:
                raise NoGame("There is no such battle.")
            holder, epoch = row
            if holder not in (None, self.server) and self._lives(connection, holder):
                raise Elsewhere("This battle is played on another server just now.")
            taken = update(games).where(games.c.id == game).values(holder=self.server, epoch=epoch + 1)
            connection.execute(taken)
        if holder not in (None, self.server):
            logger.info("battle taken over", extra={"game": game, "of": holder, "epoch": epoch + 1})
        return int(epoch) + 1

    def elsewhere(self, game: str) -> bool:
        """Whether another live server holds a battle."""
        with self.storage.reading.connect() as connection:
            holder = connection.execute(select(games.c.holder).where(games.c.id == game)).scalar()
            return holder not in (None, self.server) and self._lives(connection, holder)

    def _lives(self, connection: Connection, server: str) -> bool:
        row = connection.execute(
            select(servers.c.host, servers.c.pid, servers.c.beat).where(servers.c.id == server)
        ).first()
        return row is not None and abs(seconds(connection) - row.beat) < SILENT and not _has_ended(row.host, row.pid)

    def battles_held(self) -> set[str]:
        """The battles that this server holds."""
        with self.storage.reading.connect() as connection:
            return set(connection.execute(select(games.c.id).where(games.c.holder == self.server)).scalars())

    def release(self, game: str, epoch: int) -> None:
        """Release a battle for any server that wants it."""
        with self.storage.writing() as connection:
            mine = (games.c.id == game) & (games.c.holder == self.server) & (games.c.epoch == epoch)
            connection.execute(update(games).where(mine).values(holder=None))

    def retire(self) -> None:
        """Release everything."""
        with self.storage.writing() as connection:
            connection.execute(update(games).where(games.c.holder == self.server).values(holder=None))
            connection.execute(delete(servers).where(servers.c.id == self.server))


@cache
def here() -> str:
    """This machine since its last start, and the process namespace that this process is in."""
    try:
        started = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        numbers = os.readlink("/proc/self/ns/pid")
    except OSError:
        started = numbers = ""
    return f"{socket.gethostname()} {started} {numbers}".strip()


def _has_ended(host: str, pid: int) -> bool:
    """Whether that process was one of this machine and has ended.  About another machine's process only its silence
    says anything."""
    if host != here() or os.name != "posix":  # elsewhere to ask a process for a sign of life may end it
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return _dead(pid)


def _dead(pid: int) -> bool:
    """Whether a process has ended, even if its parent has not yet collected its status."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (OSError, IndexError):
        return False
