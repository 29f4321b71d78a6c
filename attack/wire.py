"""The wire: lines on which nothing comes, bodies that are not what they say, and frames without end."""

from __future__ import annotations

import asyncio
import gzip
import os
import struct
import zlib
from contextlib import suppress
from time import monotonic

from warbook.web.limits import Rules

from .crowds import open_battle
from .server import Answer, Success, Target

FROM = "127.0.7.1"
IDLE = 600  # lines of one address
LINES = Rules().lines  # that it may have
SOON = 5.0  # seconds
BOMB = 256 << 20  # bytes in a compressed body
PIPELINED = 5000
FRAMES = 4000
MOST_TAKEN = 4 << 20  # bytes of a message that is never ended
TEXT, BINARY, CONTINUED, PING = 0x1, 0x2, 0x0, 0x9
KEY = b"AAAAAAAAAAAAAAAAAAAAAA=="
HOST = b"Host: localhost\r\n"
HEALTH = b"GET /health HTTP/1.1\r\n" + HOST
POST = b"POST /api/check HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"


class Line:
    """A connection over which bytes are sent as they are."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.sent, self.answered = 0, b""

    @classmethod
    async def to(cls, target: Target, source: str = FROM) -> Line:
        host, port = target.url.removeprefix("http://").split(":")
        return cls(*await asyncio.open_connection(host, int(port), local_addr=(source, 0)))

    async def send(self, data: bytes, patience: float = SOON) -> bool:
        """Whether all of it was taken: False where the line was closed, or nobody reads it."""
        try:
            self.writer.write(data)
            await asyncio.wait_for(self.writer.drain(), patience)
        except (OSError, TimeoutError):
            return False
        self.sent += len(data)
        return not self.reader.at_eof()

    async def hear(self, patience: float = SOON) -> bytes:
        """What is answered until the line is closed or nothing comes."""
        heard = b""
        with suppress(OSError, TimeoutError):
            while more := await asyncio.wait_for(self.reader.read(1 << 16), patience):
                heard += more
        return heard

    async def closed(self, patience: float = 0.05) -> bool:
        """Whether the other end has closed it."""
        try:
            while await asyncio.wait_for(self.reader.read(1 << 16), patience):
                pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True

    def abort(self) -> None:
        self.writer.transport.abort()


async def must_answer(target: Target, source: str, when: str) -> float:
    """Somebody at this address is answered soon: after how many seconds."""
    try:
        answer = await target.get("/health", source=source, patience=SOON)
    except OSError as fault:
        raise Success(f"{when}, {source} was not answered: {fault}") from fault
    if answer.status != 200:
        raise Success(f"{when}, {source} was answered: {answer.status} {answer.words}")
    return answer.seconds


async def idle_lines(target: Target) -> str:
    """Lines on which nothing, half a request or half a body comes take all files and all memory."""
    beginnings = (b"", HEALTH, HEALTH + b"\r\n", POST + b"Content-Length: 1000\r\n\r\n{")
    lines = list[Line]()
    try:
        for first in range(0, IDLE, 50):
            fresh = await asyncio.gather(*(Line.to(target) for _ in range(50)))
            lines += fresh
            await asyncio.gather(*(line.send(beginnings[n % 4]) for n, line in enumerate(fresh, first)))
        await asyncio.sleep(0.3)
        took = await must_answer(target, FROM, f"with {IDLE} idle lines")
        open_still = [not each for each in await asyncio.gather(*(line.closed(0.5) for line in lines))].count(True)
    finally:
        for line in lines:
            line.abort()
    if open_still > LINES:
        raise Success(f"{open_still} idle lines of one address were kept")
    return f"{open_still} of {IDLE} were kept, and the same address was answered after {took:.2f} s"


async def a_bomb_in_a_body(target: Target) -> str:
    """A small body that is 256 MB when it is unpacked takes all memory."""
    bombs = {"gzip": gzip.compress(bytes(BOMB), 1), "deflate": zlib.compress(bytes(BOMB), 1)}
    answers: list[Answer] = []
    for coding, bomb in bombs.items():
        for path in ("/api/check", "/api/games", "/api/games/import", "/api/games/turns"):
            headers = {"Content-Encoding": coding, "Content-Type": "application/json"}
            answers.append(await target.request("POST", path, bomb, headers=headers, source="127.0.7.2"))
            answers[-1].must_refuse(f"a bomb of {coding} at {path}")
    return answers[0].words


async def lengths_that_lie(target: Target) -> str:
    """A body that is shorter or longer than it says, or has two lengths, keeps a line for ever or is a fault."""
    chunked = POST + b"Transfer-Encoding: chunked\r\n"
    requests = (
        POST + b"Content-Length: 1000\r\n\r\n{}",
        POST + b"Content-Length: 1\r\n\r\n{}GET / HTTP/1.1\r\n\r\n",
        POST + b"Content-Length: -5\r\n\r\n{}",
        POST + b"Content-Length: 99999999999999999999999\r\n\r\n{}",
        POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
        POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        chunked + b"\r\nffffffffffffffffff\r\n{}",
        chunked + b"\r\n-1\r\n{}",
        chunked + b"\r\n2\r\n{}",
        chunked + b"\r\n" + b"1\r\n{\r\n" * 1000,
        POST + HOST + HOST + b"Content-Length: 2\r\n\r\n{}",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nHost: elsewhere\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: \r\n\r\n",
        b"GET http://[::1/health HTTP/1.1\r\nHost: [::1\r\n\r\n",
        b"GET /%ff%00%0a%1b HTTP/1.1\r\n" + HOST + b"\r\n",
        b"\x16\x03\x01\x02\x00" + bytes(200),
        b"HELLO\r\n\r\n",
    )

    async def half(data: bytes) -> None:
        """Sent, and then hung up."""
        line = await Line.to(target, "127.0.7.3")
        await line.send(data)
        heard = await line.hear(0.3)
        line.abort()
        if heard.startswith(b"HTTP/1.1 5"):
            raise Success(f"{data[-60:]!r} was answered: {heard[:60]!r}")

    await asyncio.gather(*(half(data) for data in requests))
    return f"{len(requests)} were refused or let go when their line was closed"


async def a_body_without_end(target: Target) -> str:
    """Chunks without end take all memory."""
    line = await Line.to(target, "127.0.7.4")
    await line.send(POST + b"Transfer-Encoding: chunked\r\n\r\n")
    chunk = b"%x\r\n%s\r\n" % (1 << 18, b"x" * (1 << 18))
    while line.sent < 8 * MOST_TAKEN and await line.send(chunk):
        await asyncio.sleep(0)
    heard = await line.hear(1.0)
    line.abort()
    if not heard.startswith(b"HTTP/1.1 413"):
        raise Success(f"after {line.sent >> 20} MB it was answered: {heard[:60]!r}")
    return f"it was refused, {line.sent >> 20} MB having been sent"


async def requests_in_a_row(target: Target) -> str:
    """Thousands of requests sent at once, whose answers nobody reads, keep the others waiting and fill the memory."""
    asked = (b"GET /api/rulesets HTTP/1.1\r\n" + HOST + b"\r\n") * PIPELINED
    lines = [await Line.to(target, "127.0.7.5") for _ in range(8)]
    try:
        await asyncio.gather(*(line.send(asked, 2.0) for line in lines))
        took = await must_answer(target, "127.0.7.6", "with thousands of requests")
    finally:
        for line in lines:
            line.abort()
    await asyncio.sleep(0.5)
    return f"somebody else was answered after {took:.2f} s"


# ---- frames ----------------------------------------------------------------------------------------------------------


def frame(kind: int, data: bytes, *, last: bool = True, packed: bool = False) -> bytes:
    """A frame of a WebSocket, masked as a client's must be; `packed` says that it is compressed."""
    head = bytes([(0x80 if last else 0) | (0x40 if packed else 0) | kind])
    if len(data) < 126:
        head += bytes([0x80 | len(data)])
    elif len(data) < 1 << 16:
        head += bytes([0x80 | 126]) + struct.pack(">H", len(data))
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", len(data))
    return head + bytes(4) + data  # a mask of zeros changes nothing


async def upgraded(target: Target, game: str, source: str, *more: bytes) -> Line:
    """A line that has become a WebSocket to a battle."""
    line = await Line.to(target, source)
    asked = b"GET /api/games/%s/socket HTTP/1.1\r\n" % game.encode() + HOST
    asked += b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    await line.send(asked + b"Sec-WebSocket-Key: " + KEY + b"\r\n" + b"".join(more) + b"\r\n")
    line.answered = await line.reader.readuntil(b"\r\n\r\n")
    return line


async def fragments_without_end(target: Target) -> str:
    """A message in pieces that is never ended takes all memory; a million empty pieces take all time."""
    battle = await open_battle(target, "127.0.7.8")
    large = await upgraded(target, battle.game, "127.0.7.8")
    await large.send(frame(TEXT, b"x", last=False))
    piece = frame(CONTINUED, b"x" * 60_000, last=False)
    while large.sent < 8 * MOST_TAKEN and await large.send(piece):
        await asyncio.sleep(0)
    empty = await upgraded(target, battle.game, "127.0.7.8")
    await empty.send(frame(TEXT, b"", last=False))
    many = frame(CONTINUED, b"", last=False) * 10_000
    rounds = 0
    while rounds < 100 and await empty.send(many):
        rounds += 1
        await asyncio.sleep(0)
    shut = await empty.closed(SOON)
    for line in (large, empty):
        line.abort()
    if large.sent >= 8 * MOST_TAKEN:
        raise Success(f"{large.sent >> 20} MB of a message were taken")
    if not shut:
        raise Success(f"{rounds * 10_000} empty pieces were taken, and the line is open")
    return f"closed after {large.sent >> 10} kB, and after {rounds * 10_000} empty pieces at most"


async def a_bomb_in_a_frame(target: Target) -> str:
    """A compressed message that is 64 MB when it is unpacked takes all memory."""
    battle = await open_battle(target, "127.0.7.9")
    line = await upgraded(
        target, battle.game, "127.0.7.9", b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
    )
    if b"permessage-deflate" in line.answered:
        raise Success("the server unpacks what is sent")
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(bytes(64 << 20)) + packer.flush(zlib.Z_SYNC_FLUSH)
    await line.send(frame(TEXT, bomb[:-4], packed=True))
    shut = await line.closed(SOON)
    line.abort()
    if not shut:
        raise Success("a compressed frame was taken, though compression was not agreed")
    return "nothing is unpacked, and the line was closed"


async def floods_of_frames(target: Target) -> str:
    """Pings, binary frames and texts that are none, by the thousand, keep the others waiting."""
    battle = await open_battle(target, "127.0.7.10")
    floods = (
        frame(PING, b"x" * 100) * FRAMES * 5,
        frame(BINARY, os.urandom(200)) * FRAMES,
        frame(TEXT, b"\xff\xfe") * FRAMES,
        frame(TEXT, b'{"type":"hello"}') * FRAMES,
        frame(TEXT, b"x" * 250_000) * 40,
        frame(TEXT, b"x" * (1 << 20)),
        frame(0x3, b"x") * FRAMES,
        b"\x81\xff" + struct.pack(">Q", 1 << 62) + bytes(4),
    )
    lines = [await upgraded(target, battle.game, "127.0.7.10") for _ in floods]
    began = monotonic()
    try:
        await asyncio.gather(*(line.send(flood, 3.0) for line, flood in zip(lines, floods, strict=True)))
        took = await must_answer(target, "127.0.7.11", "during floods of frames")
    finally:
        for line in lines:
            line.abort()
    return f"somebody else was answered after {took:.2f} s, during {monotonic() - began:.1f} s of floods"


ATTACKS = (
    idle_lines,
    a_bomb_in_a_body,
    lengths_that_lie,
    a_body_without_end,
    requests_in_a_row,
    fragments_without_end,
    a_bomb_in_a_frame,
    floods_of_frames,
)
