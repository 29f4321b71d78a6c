"""Connections: lines by HTTP on which nothing comes, or too much, whichever of the two parsers reads them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn

from tests.web.guests import until
from warbook.web import connections, serving
from warbook.web.connections import ByH11, ByHttptools
from warbook.web.gate import FIELDS, HEAD, Gate
from warbook.web.limits import Rules

both = pytest.mark.parametrize("line", [ByH11, ByHttptools])


@asynccontextmanager
async def listening(app: Any, line: type[asyncio.Protocol]) -> AsyncIterator[int]:
    """A server for an application; the port at which it listens."""
    socket = serving.bound("127.0.0.1", (0,))
    config = uvicorn.Config(app, lifespan="off", log_config=None, http=line, h11_max_incomplete_event_size=HEAD)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[socket]))
    await until(lambda: server.started)
    yield socket.getsockname()[1]
    server.should_exit = True
    await running


async def drip(port: int, *pieces: bytes) -> bytes:
    """Say this, and hear until the line is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for piece in pieces:
        writer.write(piece)
    heard = b""
    async with asyncio.timeout(60):
        while b"still here" not in heard and (more := await reader.read(1000)):
            heard += more
    writer.close()
    return heard


@both
def test_a_line_on_which_no_request_comes_is_closed_and_a_conversation_is_not(
    line: type[asyncio.Protocol], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "DAWDLING", 1.0)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await asyncio.sleep(2.5)
            await send({"type": "websocket.send", "text": "still here"})
            await send({"type": "websocket.close"})
        else:
            await asyncio.sleep(2.5)
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body"})

    async def scene() -> None:
        async with listening(app, line) as port:
            whole = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
            upgrade = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            upgrade += b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            nothing, part, slow, talk = await asyncio.gather(
                drip(port), drip(port, whole[:20]), drip(port, whole, whole[:20]), drip(port, upgrade)
            )
            assert (nothing, part) == (b"", b"")
            assert slow.startswith(b"HTTP/1.1 200"), "what takes us long is waited for"
            assert b"still here" in talk

    asyncio.run(scene())


@both
def test_who_asks_much_and_hangs_up_leaves_nothing_behind(
    line: type[asyncio.Protocol], caplog: pytest.LogCaptureFixture
) -> None:
    begun: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        begun.append(scope["path"])
        await asyncio.sleep(0.2)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})

    async def scene() -> None:
        async with listening(app, line) as port:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"".join(b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n" % n for n in range(20)))
            await until(lambda: bool(begun))
            writer.transport.abort()
            await asyncio.sleep(0.6)
        assert len(begun) < 5, "nobody waits for the rest"

    with asyncio.Runner(loop_factory=serving._loops()) as runner:
        runner.run(scene())
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


# ---- heads without end -----------------------------------------------------------------------------------------------


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Says how long the body was."""
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message["body"]), message.get("more_body", False)
    said = str(length).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(said))]})
    await send({"type": "http.response.body", "body": said})


async def pour(port: int, head: bytes, drop: bytes, most: int) -> tuple[bytes, int]:
    """Say a head and then one drop after another; what is answered, and how many bytes were taken before the line was
    closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head)
    taken = 0
    async with asyncio.timeout(60):
        with suppress(OSError):
            while taken < most and not reader.at_eof():
                writer.write(drop)
                taken += len(drop)
                await writer.drain()
                await asyncio.sleep(0.001)
        heard = b""
        with suppress(OSError):
            heard = await reader.read(1000)
    writer.close()
    return heard, taken


START = b"POST / HTTP/1.1\r\nHost: x\r\n"
CHUNKED = START + b"Transfer-Encoding: chunked\r\n\r\n"
ENDLESS = {
    "one header": (START + b"a: ", b"x" * 4096),
    "many headers": (START, b"a: b\r\n" * 600),
    "an address": (b"GET /", b"x" * 4096),
    "a trailer": (CHUNKED + b"1\r\nx\r\n0\r\n", b"a: b\r\n" * 600),
    "the size of a chunk": (CHUNKED + b"1;", b"x" * 4096),
}


@both
@pytest.mark.parametrize("what", ENDLESS)
def test_no_head_and_no_trailer_goes_on_for_ever(line: type[asyncio.Protocol], what: str) -> None:
    head, drop = ENDLESS[what]

    async def scene() -> None:
        async with listening(Gate(echo, Rules()), line) as port:
            heard, taken = await pour(port, head, drop, 64 * HEAD)
            assert taken < 64 * HEAD, "the line was closed"
            assert not heard or heard.split()[1] in (b"400", b"431")

    asyncio.run(scene())


@both
@pytest.mark.parametrize("fields", [FIELDS + 1, 5])
def test_a_request_has_so_many_headers_and_so_many_bytes_of_them(line: type[asyncio.Protocol], fields: int) -> None:
    value = b"x" if fields > FIELDS else b"x" * (HEAD // 4)

    async def scene() -> None:
        async with listening(Gate(echo, Rules()), line) as port:
            head = START + b"".join(b"a%d: %s\r\n" % (n, value) for n in range(fields)) + b"Content-Length: 0\r\n\r\n"
            heard, _ = await pour(port, head, b"", 0)
            assert heard.split()[1] in (b"400", b"431")
            few = START + b"".join(b"a%d: x\r\n" % n for n in range(40)) + b"Content-Length: 0\r\n\r\n"
            heard, _ = await pour(port, few, b"", 0)
            assert heard.startswith(b"HTTP/1.1 200")

    asyncio.run(scene())


@both
def test_a_body_may_be_as_long_as_it_is(line: type[asyncio.Protocol]) -> None:
    async def scene() -> None:
        async with listening(Gate(echo, Rules()), line) as port:
            body = b"x" * 50 * HEAD
            heard, _ = await pour(port, START + b"Content-Length: %d\r\n\r\n" % len(body) + body, b"", 0)
            assert heard.endswith(b"%d" % len(body))
            chunks = b"".join(b"%x\r\n%s\r\n" % (HEAD, b"x" * HEAD) for _ in range(50)) + b"0\r\n\r\n"
            heard, _ = await pour(port, CHUNKED + chunks, b"", 0)
            assert heard.endswith(b"%d" % len(body))

    asyncio.run(scene())
