"""Journal: the one thread that writes.  Everything that the battles have to store goes to the disk in one commit.

A commit costs a flush of the disk whether it holds one line or a hundred, so everything that arrived during the last
commit goes into the next (group commit).  `write` returns when its lines are durable, not before.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from queue import Empty, SimpleQueue
from time import monotonic
from typing import NamedTuple

from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from ..core.errors import WarbookError
from .metrics import STORED
from .storage import Fenced, Storage, is_unreachable, why
from .stored import Write

logger = logging.getLogger(__name__)

MOST = 512  # writes in one commit
LATELY = 30.0  # seconds: how long a write that failed says that others would


class NotStored(WarbookError):
    """Something could not be stored, and has not happened."""


class _Asked(NamedTuple):
    write: Write
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class Journal:
    """The way into a `Storage` for everything that must be durable before anybody sees it."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._queue: SimpleQueue[_Asked | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()
        self._closed = False
        self._failed: float | None = None

    @property
    def ailing(self) -> str:
        """Why nothing can be stored, in words for everybody: the database has failed a short while ago, and has not
        succeeded since."""
        failing = self._failed is not None and monotonic() - self._failed < LATELY
        return "what is played cannot be stored" if failing else ""

    async def write(self, write: Write) -> None:
        """Make it durable.  Raises `Fenced` if another server plays the battle by now, and `NotStored` if the database
        failed; then either nothing was written, or this is unknown, and what is stored decides."""
        if self._closed:
            raise NotStored("the server stops")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._queue.put(_Asked(write, loop, done))
        await done

    def close(self) -> None:
        """Write what has been asked for, and end the thread."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._thread.join()

    # ---- in the thread -----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            batch, last = self._batch()
            if batch:
                self._tell(batch, self._commit(batch))
            if last:
                return

    def _batch(self) -> tuple[list[_Asked], bool]:
        """Wait for something to write, and take everything that has come; also whether this is the end."""
        first = self._queue.get()
        batch: list[_Asked] = []
        while first is not None:
            batch.append(first)
            if len(batch) == MOST:
                return batch, False
            try:
                first = self._queue.get_nowait()
            except Empty:
                return batch, False
        return batch, True

    def _commit(self, batch: list[_Asked]) -> list[WarbookError | None]:
        """Commit all; if that fails, each by itself, so that one failure does not affect the others.  If the database
        is unreachable, all fail."""
        try:
            with STORED.time():
                done: list[WarbookError | None] = list(self._committed([asked.write for asked in batch]))
            self._failed = None
            return done
        except Exception as fault:
            if isinstance(fault, OperationalError):  # not what is wrong with one battle
                self._failed = monotonic()
            if isinstance(fault, SQLAlchemyError) and is_unreachable(fault):
                logger.warning("battles could not be written", extra={"battles": len(batch), "why": why(fault)})
                return [NotStored("it could not be stored: the database does not answer just now") for _ in batch]
            if len(batch) > 1:
                return [self._commit([asked])[0] for asked in batch]
            logger.exception("battle %s could not be written", batch[0].write.game)
            return [NotStored(f"it could not be stored ({type(fault).__name__})")]

    def _committed(self, writes: list[Write]) -> list[Fenced | None]:
        """A lost connection is no failure if another can be opened.  If the first had written after all, the lines are
        not written twice, as they are numbered; at worst words appear twice in the chat."""
        try:
            return self.storage.append(writes)
        except DBAPIError as fault:
            if not fault.connection_invalidated:
                raise
            return self.storage.append(writes)

    def _tell(self, batch: list[_Asked], faults: list[WarbookError | None]) -> None:
        """Wake up those who wait, each loop once."""
        for loop in {asked.loop for asked in batch}:
            pairs = [(asked.done, fault) for asked, fault in zip(batch, faults, strict=True) if asked.loop is loop]
            try:
                loop.call_soon_threadsafe(_settle, pairs)
            except RuntimeError:
                logger.warning("%d writes were made for a loop that is gone", len(pairs))


def _settle(pairs: list[tuple[asyncio.Future[None], WarbookError | None]]) -> None:
    for done, fault in pairs:
        if done.cancelled():
            continue
        if fault is None:
            done.set_result(None)
        else:
            done.set_exception(fault)
