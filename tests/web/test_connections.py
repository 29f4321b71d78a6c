"""Connections: lines by HTTP on which nothing comes, or too much, whichever of the two parsers reads them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tests.web.guests import until
from warbook.core.errors import WarbookError
from warbook.web import connections, serving
from warbook.web.connections import ByH11, ByHttptools
from warbook.web.frames import PIECES, PINGS_AT_ONCE, Frames
from warbook.web.gate import FIELDS, HEAD, Gate
from warbook.web.idle import Lines
from warbook.web.limits import Rules

both = pytest.mark.parametrize("line", [ByH11, ByHttptools])


@asynccontextmanager
async def listening(app: Any, line: type[asyncio.Protocol], host: str = "127.0.0.1") -> AsyncIterator[int]:
    """A server for an application; the port at which it listens."""
    socket = serving.bound(host, (0,))
    config = uvicorn.Config(
        app, lifespan="off", log_config=None, http=line, ws=Frames, ws_max_size=HEAD, h11_max_incomplete_event_size=HEAD
    )
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
            nothing, part, slow, talk = await asyncio.gather(
                drip(port), drip(port, whole[:20]), drip(port, whole, whole[:20]), drip(port, UPGRADE)
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


# ---- idle lines ------------------------------------------------------------------------------------------------------

IDLE = {
    "nothing": b"",
    "half a head": START,
    "half a body": START + b"Content-Length: 9\r\n\r\nx",
    "an answer": START + b"Content-Length: 1\r\n\r\nx",
}


def counted(line: type[asyncio.Protocol], lines: Lines) -> type[asyncio.Protocol]:
    """The same lines, of a server of their own."""
    return type("Counted", (line,), {"lines": lines})


async def open_lines(port: int, number: int, said: bytes) -> list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """So many lines, one after another, with this said on each."""
    found = []
    for _ in range(number):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(said)
        found.append((reader, writer))
        await asyncio.sleep(0.02)
    return found


async def at_end(reader: asyncio.StreamReader) -> bytes | None:
    """What was said on a line that is closed; None where it is open."""
    try:
        async with asyncio.timeout(0.3):
            return await reader.read()
    except TimeoutError:
        return None


@both
@pytest.mark.parametrize("what", IDLE)
def test_of_the_idle_lines_of_an_address_the_oldest_makes_way(line: type[asyncio.Protocol], what: str) -> None:
    async def scene() -> None:
        lines = Lines(Rules(public=True, lines=4))
        async with listening(echo, counted(line, lines)) as port:
            opened = await open_lines(port, 6, IDLE[what])
            said = await asyncio.gather(*(at_end(reader) for reader, _ in opened))
            assert [each is None for each in said] == [False] * 2 + [True] * 4
            if what != "an answer":
                assert said[0] is not None and said[0].startswith(b"HTTP/1.1 429") and b"made way" in said[0]
            assert len(lines) == 4
            heard, _ = await pour(port, START + b"Content-Length: 0\r\n\r\n", b"", 0)
            assert heard.startswith(b"HTTP/1.1 200"), "whoever comes is answered"
            for _, writer in opened:
                writer.close()
            await until(lambda: len(lines) <= 1)

    asyncio.run(scene())


@both
def test_the_lines_of_a_proxy_are_those_of_many_people(line: type[asyncio.Protocol]) -> None:
    async def scene() -> None:
        lines = Lines(Rules(public=True, lines=4, screens=20), lambda address: address == "127.0.0.1")
        async with listening(echo, counted(line, lines)) as port:
            opened = await open_lines(port, 12, b"")
            said = await asyncio.gather(*(at_end(reader) for reader, _ in opened))
            assert [each is None for each in said] == [False] * 2 + [True] * 10, "half as many as there may be screens"
            for _, writer in opened:
                writer.close()

    asyncio.run(scene())


@pytest.mark.parametrize(("host", "caller"), [("::1", "::1"), ("::", "127.0.0.1"), ("127.0.0.1", "127.0.0.1")])
def test_a_proxy_on_this_machine_is_known_by_each_of_its_addresses(host: str, caller: str) -> None:
    async def scene() -> None:
        app: Any = echo
        trusted = ProxyHeadersMiddleware(app, serving.PROXIES).trusted_hosts
        lines = Lines(Rules(public=True, lines=2, screens=20), trusted.__contains__)
        async with listening(echo, counted(ByHttptools, lines), host) as port:
            opened = [await asyncio.open_connection(caller, port) for _ in range(5)]
            await until(lambda: len(lines) >= 5)
            said = await asyncio.gather(*(at_end(reader) for reader, _ in opened))
            assert said == [None] * 5
            for _, writer in opened:
                writer.close()

    try:
        serving.bound(host, (0,)).close()
    except WarbookError:
        pytest.skip("this machine has no IPv6")
    asyncio.run(scene())


@both
def test_a_line_that_is_answered_or_has_become_a_conversation_makes_no_way(line: type[asyncio.Protocol]) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            await asyncio.sleep(1.5)
            await send({"type": "websocket.send", "text": "still here"})
            await send({"type": "websocket.close"})
        else:
            await asyncio.sleep(1.5)
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body"})

    async def scene() -> None:
        lines = Lines(Rules(public=True, lines=2))
        async with listening(app, counted(line, lines)) as port:
            asked = asyncio.create_task(drip(port, START + b"Content-Length: 0\r\nConnection: close\r\n\r\n"))
            talk = asyncio.create_task(drip(port, UPGRADE))
            await asyncio.sleep(0.2)
            opened = await open_lines(port, 6, b"")
            assert len(lines) == 2
            assert (await asked).startswith(b"HTTP/1.1 200")
            assert b"still here" in await talk
            for _, writer in opened:
                writer.close()

    asyncio.run(scene())


@both
def test_who_does_not_take_an_answer_is_let_go(line: type[asyncio.Protocol], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "DAWDLING", 0.2)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(500):
            await send({"type": "http.response.body", "body": bytes(1 << 17), "more_body": True})

    async def scene() -> None:
        lines = Lines(Rules())
        async with listening(app, counted(line, lines)) as port:
            _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1000)
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await until(lambda: len(lines) == 1)
            await until(lambda: len(lines) == 0)
            writer.close()

    asyncio.run(scene())


def test_a_line_on_which_requests_come_without_end_is_closed() -> None:
    begun: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        begun.append(scope["path"])
        await asyncio.sleep(0.5)
        await echo(scope, receive, send)

    async def scene() -> None:
        async with listening(app, ByHttptools) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 5000)
            with suppress(ConnectionResetError):
                assert await asyncio.wait_for(reader.read(), 10) == b""
            writer.close()
        assert len(begun) == 1

    asyncio.run(scene())


# ---- frames ----------------------------------------------------------------------------------------------------------

UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
EMPTY, PING, LAST = b"\x00\x80" + bytes(4), b"\x89\x80" + bytes(4), b"\x80\x81" + bytes(4) + b"!"
FIRST, WORD = b"\x01\x81" + bytes(4) + b"a", b"\x81\x81" + bytes(4) + b"w"


async def converse(sent: bytes) -> tuple[list[str], bytes, int]:
    """Send this over a WebSocket: the messages that were heard, what came back, and how many messages had been read
    when the first of them was heard."""
    heard, waiting = list[str](), list[int]()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (said := await receive())["type"] == "websocket.receive":
            if not heard:
                waiting.append(receive.__self__.queue.qsize())
            heard.append(said["text"])
            if said["text"].endswith("!"):
                await send({"type": "websocket.send", "text": "still here"})

    async with listening(app, ByHttptools) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(sent)
        back = b""
        with suppress(ConnectionResetError):
            async with asyncio.timeout(20):
                while b"still here" not in back and (more := await reader.read(1000)):
                    back += more
        writer.close()
    return heard, back, waiting[0] if waiting else 0


def test_a_message_may_come_in_pieces_but_not_without_end() -> None:
    most = FIRST + EMPTY * (PIECES - 1)
    heard, back, _ = asyncio.run(converse(most + b"\x80\x80" + bytes(4) + most + LAST))
    assert heard == ["a", "a!"]
    assert b"still here" in back
    heard, back, _ = asyncio.run(converse(FIRST + EMPTY * 1000 + LAST))
    assert heard == []
    assert b"pieces" in back and b"still here" not in back


def test_pings_are_answered_but_not_without_end() -> None:
    few = int(PINGS_AT_ONCE)
    heard, back, _ = asyncio.run(converse(PING * few + FIRST + LAST))
    assert heard == ["a!"] and back.count(b"\x8a\x00") == few
    heard, back, _ = asyncio.run(converse(PING * 1000 + FIRST + LAST))
    assert heard == []
    assert b"so many pings" in back


def test_of_many_messages_only_a_few_are_read_before_they_are_heard() -> None:
    heard, back, waiting = asyncio.run(converse(WORD * 20_000 + FIRST + LAST))
    assert heard == ["w"] * 20_000 + ["a!"]
    assert b"still here" in back
    assert waiting < 1000


BROKEN = b"\x81\x81" + bytes(4) + b"\xff"


@both
@pytest.mark.parametrize(
    "said", [PING * 1000, FIRST + EMPTY * 1000, BROKEN, WORD], ids=["pings", "pieces", "bytes", "word"]
)
def test_who_speaks_before_the_handshake_is_let_go_and_no_fault_of_the_server(
    line: type[asyncio.Protocol], said: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    heard = list[str]()

    async def scene() -> None:
        asked, gone = asyncio.Event(), asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            asked.set()
            await gone.wait()
            heard.append((await receive())["type"])

        async with listening(app, line) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(UPGRADE)
            await asked.wait()
            writer.write(said)
            with suppress(ConnectionResetError):
                assert await asyncio.wait_for(reader.read(), 20) == b""
            writer.close()
            gone.set()
            await until(lambda: bool(heard))

    with asyncio.Runner(loop_factory=serving._loops()) as runner:
        runner.run(scene())
    assert heard == ["websocket.disconnect"]
    assert not [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
