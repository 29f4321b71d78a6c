"""Frames: what a WebSocket reads from a connection, a little at a time.

However much arrives at once, and in however small pieces, the others do not wait until all of it is read: while a
message waits to be handled nothing more is read.  A client that sends only what has no content (endless pieces of a
message, pings) is disconnected, and so is one that sends data before the handshake has been answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from .limits import Allowance

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent

SLICE = 2048  # bytes that are looked at at once
PIECES = 64  # of one message
PINGS, PINGS_AT_ONCE = 1.0, 30.0  # a second, and at once


class Frames(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._unread = b""
        self._pieces = 0
        self._pings = Allowance(PINGS, PINGS_AT_ONCE)

    def data_received(self, data: bytes) -> None:
        self._unread += data
        self._read()

    def _read(self) -> None:
        """Read what has arrived, as long as no message waits to be handled."""
        while self._unread and not self.read_paused and not self.transport.is_closing():
            if self.handshake_initiated and not self.handshake_complete:
                self.transport.abort()
                return
            piece, self._unread = self._unread[:SLICE], self._unread[SLICE:]
            super().data_received(piece)

    async def receive(self) -> ASGIReceiveEvent:
        heard = await super().receive()
        if not self.read_paused:
            self._read()
        return heard

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread = b""
        super().connection_lost(exc)

    def handle_cont(self, event: Frame) -> None:
        self._pieces = 0 if event.fin else self._pieces + 1
        if self._pieces < PIECES:
            super().handle_cont(event)
        else:
            self._let_go(CloseCode.MESSAGE_TOO_BIG, f"a message may have {PIECES} pieces")

    def handle_ping(self) -> None:
        if self._pings.take(""):
            super().handle_ping()
        else:
            self._let_go(CloseCode.POLICY_VIOLATION, "so many pings")

    def _let_go(self, code: int, why: str) -> None:
        if not self.close_sent:
            self.conn.fail(code, why)
            self.handle_parser_exception()
