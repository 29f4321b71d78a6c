"""Connections: one line by HTTP, from its opening until it is closed or has become a WebSocket.

Who opens a line says in time what it wants, and goes on doing so; who asked for something takes the answer; and
whatever comes leads to something: a head or a trailer without end, which no parser of itself ends, is not kept, nor are
requests without end of which nobody waits for the answers.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from .callers import network_of
from .gate import HEAD
from .idle import Lines
from .limits import Rules
from .metrics import REFUSED

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
else:
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:  # it is not installed
        HttpToolsProtocol = None

logger = logging.getLogger(__name__)

DAWDLING = 20.0  # seconds in which a request must have been made
UNREAD = 3  # times so long that nothing of an answer need be taken
SLICE = 4096  # bytes that are looked at at once
IN_A_ROW = 100  # requests that may wait for the answer to one before them


def _refusal(status: str, words: str) -> bytes:
    """An answer, where there is no request that an application could answer."""
    head = f"HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {len(words)}\r\n"
    return f"{head}connection: close\r\n\r\n{words}".encode()


TOO_LARGE = _refusal("431 Request Header Fields Too Large", "The head of a request may not be so large.")
MADE_WAY = _refusal(
    "429 Too Many Requests",
    "So many connections were idle that this one, which had been idle for longest, made way for another. "
    "Use fewer at once, or try again in a moment.\n",
)


class Punctual(asyncio.Protocol):
    """A line on which a request comes drop by drop, or not at all, or whose answer nobody takes, is closed; and sooner
    where there are too many such `lines`."""

    lines = Lines(Rules())
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    cycle: Any
    client: tuple[str, int] | None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._seen: object = self
        self._stuck, self._left = 0, 0  # looks at which nothing more of an answer had been taken, and how much was left
        self._look = self.loop.call_later(DAWDLING, self._hang_up)
        self.host = self.client[0] if self.client is not None else ""
        self.address = network_of(self.host)
        self.since = self.loop.time()
        self.lines.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._look.cancel()
        self.lines.remove(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, *event: Any) -> None:
        self.lines.remove(self)
        super().handle_websocket_upgrade(*event)  # type: ignore[misc]

    def on_response_complete(self) -> None:
        self.since = self.loop.time()
        super().on_response_complete()  # type: ignore[misc]

    @property
    def idle(self) -> bool:
        """Whether it waits for its client: for a request, for the rest of one, or to take the answer."""
        if self.transport.is_closing():
            return False
        return self._asks_nothing or self.cycle.more_body or self.transport.get_write_buffer_size() > 0

    @property
    def _asks_nothing(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def make_way(self) -> None:
        """Close the line for others, and say so where something was begun on it that is not answered."""
        REFUSED.labels("lines").inc()
        logger.info("refused", extra={"reason": "lines", "address": self.address})
        if self.cycle is None or not (self.cycle.response_started or self.cycle.response_complete):
            self.transport.write(MADE_WAY)
        if self.transport.get_write_buffer_size() > 0:  # nobody reads that either
            self.transport.abort()
        else:
            self.transport.close()

    def _hang_up(self) -> None:
        """Close the line if no request has been made on it since the last look, or its answer is not taken.  One that
        has become a WebSocket has another protocol."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        left = self.transport.get_write_buffer_size()
        self._stuck = self._stuck + 1 if left and left >= self._left else 0
        self._left = left
        if self._stuck >= UNREAD:
            self.transport.abort()
            return
        if self._asks_nothing and self._seen in (self, self.cycle) and not left:
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
            for begin in range(0, len(data), SLICE):
                if self.transport.is_closing():
                    return
                if (reader := self.transport.get_protocol()) is not self:  # it has become a WebSocket
                    assert isinstance(reader, asyncio.Protocol)
                    reader.data_received(data[begin:])
                    return
                self._read(data[begin : begin + SLICE])

        def _read(self, data: bytes) -> None:
            self._idle += len(data)
            super().data_received(data)
            if len(self.pipeline) > IN_A_ROW:
                self.transport.abort()
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


def line_of(lines: Lines) -> type[asyncio.Protocol]:
    """The protocol of one server's lines by HTTP, which are counted in `lines`."""
    reader: type[Punctual] = ByH11 if HttpToolsProtocol is None else ByHttptools
    return type("Line", (reader,), {"lines": lines})
