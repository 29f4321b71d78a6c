"""Connections: one line by HTTP, from its opening until it is closed or has become a WebSocket.

Who opens a line says in time what it wants, and goes on doing so; and whatever comes leads to something: a head or a
trailer without end, which no parser of itself ends, is not kept.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from .gate import HEAD

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
else:
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:  # it is not installed
        HttpToolsProtocol = None

DAWDLING = 20.0  # seconds in which a request must have been made
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: 42\r\nconnection: close\r\n\r\nThe head of a request may not be so large.\n"[:-1]
)


class Punctual(asyncio.Protocol):
    """A line on which a request comes drop by drop, or not at all, is closed."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    cycle: Any

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._seen: object = self
        self._look = self.loop.call_later(DAWDLING, self._hang_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._look.cancel()
        super().connection_lost(exc)

    def _hang_up(self) -> None:
        """Close the line if no request has been made on it since the last look.  One that has become a WebSocket has
        another protocol."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        waits = self.cycle is None or self.cycle.response_complete
        if waits and self._seen in (self, self.cycle):
            self.transport.close()
            return
        self._seen = self.cycle
        self._look = self.loop.call_later(DAWDLING, self._hang_up)


class ByH11(Punctual, H11Protocol):
    """A line that h11 reads, which itself keeps no more of a head than the server's configuration says."""


if HttpToolsProtocol is not None:

    class ByHttptools(Punctual, HttpToolsProtocol):
        """A line that httptools reads, which keeps of a head or a trailer whatever comes."""

        _idle = 0  # bytes that have come since something came of them
        _answered: Any = None

        def data_received(self, data: bytes) -> None:
            self._idle += len(data)
            super().data_received(data)
            if self._idle > HEAD and self.transport.get_protocol() is self and not self.transport.is_closing():
                if self.cycle is None or self.cycle.response_complete:
                    self.transport.write(TOO_LARGE)
                self.transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            if self._answered is not None:  # the request that is answered; the parser's own may be a later one
                self._answered.disconnected = True
                self._answered.message_event.set()
            self.pipeline.clear()
            super().connection_lost(exc)

        def _start_asgi_task(self, cycle: Any, app: Any) -> None:
            self._answered = cycle
            super()._start_asgi_task(cycle, app)

        def on_headers_complete(self) -> None:
            self._idle = 0
            super().on_headers_complete()

        def on_body(self, body: bytes) -> None:
            self._idle = 0
            super().on_body(body)

        def on_message_complete(self) -> None:
            self._idle = 0
            super().on_message_complete()


Line: type[asyncio.Protocol] = ByH11 if HttpToolsProtocol is None else ByHttptools
