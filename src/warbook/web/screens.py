"""Screens: the connections by WebSocket, one for each page or program at a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from .protocol import Fault, FaultCode, Server, encode
from .replies import note

WAITING = 256  # messages that may wait for a screen that is slow to read
HEAVY = 4 * 1024 * 1024  # bytes of them, where it is more than one
LAST_WORDS = 2.0  # seconds in which what was said last may still be sent
GRACE = 1013  # WebSocket: try again later


class Screen:
    """One connection.  Messages wait in a queue, so that sending never waits for a slow reader; a client that does not
    read at all is disconnected."""

    def __init__(self, websocket: WebSocket) -> None:
        self.websocket = websocket
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.weight = 0  # bytes that wait
        self.closed = asyncio.Event()
        self.leaving = False
        self._talk: asyncio.Task[None] | None = None

    def tell(self, told: Server | bytes) -> None:
        """Queue a message."""
        if self.leaving:
            return
        data = told if isinstance(told, bytes) else encode(told)
        if self._behind(len(data)):
            words = "This screen did not keep up."
            self._last(encode(self.fault("slow", words, waiting=self.queue.qsize(), bytes=self.weight)))
        elif isinstance(told, Fault) and told.last:
            self._last(data)
        else:
            self._put(data)

    send = tell

    def fault(
        self, code: FaultCode, words: str, todo: str = "", *, last: bool = True, re: int = 0, **noted: object
    ) -> Fault:
        """A fault, counted and logged; `re` is the number of the message that it answers."""
        note(code, self.websocket.scope, why=words, **noted)
        return Fault(code=code, words=words, todo=todo, last=last, re=re)

    @asynccontextmanager
    async def conversing(self) -> AsyncIterator[None]:
        """The time of a conversation.  It ends soon after the last message was sent, even if the client neither reads
        nor disconnects."""
        self._talk = asyncio.current_task()
        try:
            yield
        except asyncio.CancelledError:
            if not self.leaving or self._talk is None:
                raise
            self._talk.uncancel()
        finally:
            self._talk = None

    def _behind(self, more: int) -> bool:
        """Whether too much is queued already."""
        return self.queue.qsize() >= WAITING or (self.weight > 0 and self.weight + more > HEAVY)

    def _put(self, data: bytes) -> None:
        self.weight += len(data)
        self.queue.put_nowait(data)

    def _last(self, data: bytes) -> None:
        self.leaving = True
        self._put(data)
        self.queue.put_nowait(None)
        if self._talk is not None:
            asyncio.get_running_loop().call_later(LAST_WORDS, self._hang_up)

    def _hang_up(self) -> None:
        if self._talk is not None:
            self._talk.cancel()

    async def write(self) -> None:
        """Send what is queued, until the last message."""
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while (data := await self.queue.get()) is not None:
                await self.websocket.send_text(data.decode())
                self.weight -= len(data)
            await self.websocket.close(GRACE if self.leaving else 1000)

    async def hear(self) -> dict[str, Any]:
        """The next message.  Raises `WebSocketDisconnect`, also if the connection had been cut before."""
        try:
            got: dict[str, Any] = dict(await self.websocket.receive())
        except (RuntimeError, OSError) as fault:
            raise WebSocketDisconnect(1006) from fault
        if got["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(got.get("code", 1000))
        return got
