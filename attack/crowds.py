"""Crowds: watchers, guesses, floods, heads without end, and pages of elsewhere, which must keep nobody out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from .files import FRESH
from .server import ATTACKER, Success, Target

PROTOCOL = 1
SHARED = "127.0.3.1"  # an address that an attacker and a player have together
SOON = 5.0  # seconds in which somebody with a seat must be welcome
GUESSES = 20
AT_ONCE = 20
WATCHERS = 60  # from one address
ADDRESSES = 6
SILENT = 700
FLOOD = 200  # messages at once
JUNK = 1000  # requests that are refused
ROOM = 200_000  # bytes that the log may grow by junk


class Battle:
    """A battle that was opened for an attack, and the tokens of its seats (-1: of those who watch)."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.game: str = told["game"]
        self.tokens: dict[int, str] = {link["seat"]: link["token"] for link in told["links"]}


class Crowd:
    """Sockets to one battle, on which nobody reads what is told after the welcome, cut off in the end."""

    def __init__(self, target: Target, game: str) -> None:
        self.url = f"{target.url.replace('http', 'ws', 1)}/api/games/{game}/socket"
        self.sockets: list[ClientConnection] = []

    async def __aenter__(self) -> Crowd:
        return self

    async def __aexit__(self, *why: object) -> None:
        for socket in self.sockets:
            socket.transport.abort()

    async def connect(self, source: str) -> ClientConnection:
        """One more, from an address."""
        socket = await connect(self.url, local_addr=(source, 0), max_size=None, ping_interval=None)
        self.sockets.append(socket)
        return socket

    async def all(self, what: Callable[[int], Awaitable[bool]], number: int) -> list[bool]:
        """Do this so often, twenty at a time."""
        done: list[bool] = []
        for first in range(0, number, AT_ONCE):
            done += await asyncio.gather(*map(what, range(first, min(number, first + AT_ONCE))))
        return done


async def open_battle(target: Target, source: str) -> Battle:
    """A battle for two people that anybody may watch."""
    answer = await target.post("/api/games", FRESH | {"players": ["human", "human"], "public": True}, source=source)
    if answer.status != 200:
        raise Success(f"nobody can open a battle: {answer.status} {answer.words}")
    return Battle(json.loads(answer.body))


async def greet(socket: ClientConnection, game: str, *tokens: str) -> dict[str, Any]:
    """Say hello; the welcome, or what is told instead."""
    await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "game": game, "tokens": tokens}))
    return await hear(socket, "welcome", "fault")


async def hear(socket: ClientConnection, *types: str) -> dict[str, Any]:
    """The next message of these types."""
    while True:
        said: dict[str, Any] = json.loads(await socket.recv())
        if said["type"] in types:
            return said


async def must_be_welcome(target: Target, battle: Battle, source: str, when: str) -> float:
    """Whoever has the token of a seat comes to it soon.  How long it took; raises `Success` where they do not."""
    longest = 0.0
    for seat in (0, 1):
        began = monotonic()
        try:
            async with asyncio.timeout(SOON), target.socket(battle.game, source=source) as socket:
                told = await greet(socket, battle.game, battle.tokens[seat])
        except (TimeoutError, OSError, WebSocketException) as fault:
            raise Success(f"{when}, the token of seat {seat} opened nothing: {type(fault).__name__} {fault}") from fault
        if told["type"] != "welcome":
            raise Success(f"{when}, the token of seat {seat} was answered: {told['words']}")
        longest = max(longest, monotonic() - began)
    return longest


async def guesses_beside_a_player(target: Target) -> str:
    """Whoever guesses tokens locks those out who share the address."""
    battle = await open_battle(target, SHARED)

    async def guess(number: int) -> None:
        bearer = {"Authorization": f"Bearer wrong{number}"}
        await target.request("GET", f"/api/games/{battle.game}/record", b"", source=SHARED, headers=bearer)
        kept = {"games": [{"game": battle.game, "tokens": [f"wrong{number}"]}]}
        await target.post("/api/games/turns", kept, source=SHARED)
        async with target.socket(battle.game, source=SHARED) as socket:
            await greet(socket, battle.game, f"wrong{number}")

    await asyncio.gather(*(guess(number) for number in range(GUESSES)))
    took = await must_be_welcome(target, battle, SHARED, f"after {GUESSES} wrong guesses from the same address")
    bearer = {"Authorization": f"Bearer {battle.tokens[0]}"}
    record = await target.request("GET", f"/api/games/{battle.game}/record", b"", source=SHARED, headers=bearer)
    kept = {"games": [{"game": battle.game, "tokens": [battle.tokens[0]]}]}
    turns = await target.post("/api/games/turns", kept, source=SHARED)
    if record.status != 200 or battle.game.encode() not in turns.body:
        raise Success(f"a valid token was answered with {record.status}, {turns.status}: {record.words}")
    return f"both seats were welcome after {took:.1f} s, their record and their turn were told"


async def a_crowd_that_watches(target: Target) -> str:
    """Spectators at one table, from one address or from many, keep a player out of their seat."""
    battle = await open_battle(target, ATTACKER)
    async with Crowd(target, battle.game) as crowd:

        async def watch(number: int) -> bool:
            with suppress(OSError, WebSocketException, TimeoutError):
                socket = await crowd.connect(f"127.0.3.{10 + number % ADDRESSES}")
                return bool((await greet(socket, battle.game))["type"] == "welcome")
            return False

        inside = sum(await crowd.all(watch, WATCHERS * ADDRESSES))
        took = await must_be_welcome(target, battle, "127.0.3.10", f"with {inside} who watch")
    return f"{inside} could watch; both seats were welcome after {took:.1f} s"


async def lines_that_say_nothing(target: Target) -> str:
    """Sockets on which nothing is said take every place."""
    battle = await open_battle(target, ATTACKER)
    async with Crowd(target, battle.game) as crowd:

        async def come(number: int) -> bool:
            with suppress(OSError, WebSocketException, TimeoutError):
                await crowd.connect(f"127.0.4.{1 + number % 20}")
                return True
            return False

        inside = sum(await crowd.all(come, SILENT))
        took = await must_be_welcome(target, battle, "127.0.4.1", f"with {inside} silent lines")
    return f"{inside} lines were opened; both seats were welcome after {took:.1f} s"


async def heads_without_end(target: Target) -> str:
    """A header, an address or a trailer without end takes all memory."""
    start = b"POST /api/check HTTP/1.1\r\nHost: localhost\r\n"
    heads = {
        "a header": (start + b"a: ", b"x" * 65536),
        "headers": (start, b"a: b\r\n" * 10_000),
        "an address": (b"GET /", b"x" * 65536),
        "a trailer": (start + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n", b"a: b\r\n" * 10_000),
    }
    most = 32 << 20
    took = await asyncio.gather(*(pour(target, *head, most) for head in heads.values()))
    for what, taken in zip(heads, took, strict=True):
        if taken >= most:
            raise Success(f"{taken >> 20} MB of {what} were taken")
    many = b"".join(b"a%d: b\r\n" % number for number in range(500))
    told = await target.raw(b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + many + b"\r\n")
    if not told.startswith((b"HTTP/1.1 431", b"HTTP/1.1 400")):
        raise Success(f"500 headers were answered: {told[:60]!r}")
    return f"each line was closed after {max(took) >> 10} kB at most, 500 headers were refused"


async def pour(target: Target, head: bytes, more: bytes, most: int) -> int:
    """How many bytes are taken before the line is closed."""
    host, port = target.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(ATTACKER, 0))
    writer.write(head)
    taken = 0
    with suppress(OSError):
        while taken < most and not reader.at_eof():
            writer.write(more)
            await writer.drain()
            taken += len(more)
            await asyncio.sleep(0)
    writer.close()
    return taken


async def a_page_of_elsewhere(target: Target) -> str:
    """A page of elsewhere has the browser of whoever looks at it use up what their address may ask."""
    source = "127.0.3.50"
    battle = await open_battle(target, source)
    posts = [
        b"POST /api/%s HTTP/1.1\r\nHost: localhost\r\nOrigin: https://elsewhere.test\r\nContent-Length: 2\r\n\r\n{}"
        % path
        for path in (b"check", b"games", b"games/import", b"games/turns")
    ]
    image = b"GET /api/games/nothing/record HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\n\r\n"
    last = image.replace(b"Host:", b"Connection: close\r\nHost:")
    for _ in range(7):
        told = await target.raw(b"".join((*posts, image)) * 10 + last, source=source)
        if told.count(b" 403 ") != 51:
            raise Success(f"only {told.count(b' 403 ')} of 51 requests were refused: {told[-200:]!r}")
    checked = await target.check('kind = "board"\n', source=source)
    again = await target.post("/api/games", FRESH, source=source)
    if 429 in (checked.status, again.status):
        raise Success(f"who looked at it is refused: {checked.words} {again.words}")
    await must_be_welcome(target, battle, source, "after a page of elsewhere")
    policy = await target.raw(b"GET / HTTP/1.1\r\nHost: x; script-src *\r\nConnection: close\r\n\r\n")
    if b"script-src" in policy.partition(b"\r\n\r\n")[0]:
        raise Success("a page's policy was written by whoever asked for it")
    return "nothing was asked in their name, and nothing used up"


async def a_flood_of_messages(target: Target) -> str:
    """Many messages at once hold up a table, or some are dropped without a word."""
    battle = await open_battle(target, ATTACKER)
    async with target.socket(battle.game) as flood, target.socket(battle.game, source="127.0.3.60") as other:
        await greet(flood, battle.game, battle.tokens[0])
        await greet(other, battle.game, battle.tokens[1])
        for n in range(1, FLOOD + 1):
            await flood.send(json.dumps({"type": "drop", "n": n, "seat": 0, "order": 9}))
        began = monotonic()
        await other.send(json.dumps({"type": "drop", "n": 7, "seat": 1, "order": 9}))
        await asyncio.wait_for(hear(other, "refused", "done"), SOON)
        waited, answered = monotonic() - began, set[int]()
        while len(answered) < FLOOD:
            answered.add((await asyncio.wait_for(hear(flood, "refused", "done"), SOON))["re"])
    return f"all {FLOOD} were answered; who sat beside it waited {waited:.2f} s"


async def junk_for_the_log(target: Target) -> str:
    """Requests that are refused fill the disk with what is written about them, and tell a stranger the metrics."""
    before = target.log.stat().st_size
    for first in range(0, JUNK, 100):
        data = b"".join(
            b"GET /api/games/%d/record HTTP/1.1\r\nHost: localhost\r\n\r\n" % number
            for number in range(first, first + 100)
        )
        host, port = target.url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(f"127.0.5.{1 + first // 100}", 0))
        writer.write(data)
        with suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                while await reader.read(65536):
                    pass
        writer.close()
    grown = target.log.stat().st_size - before
    if grown > ROOM:
        raise Success(f"the log has grown by {grown >> 10} kB")
    metrics = await target.get("/metrics")
    if b"warbook_" in metrics.body:
        raise Success("the metrics are told to everybody")
    return f"the log has grown by {grown >> 10} kB"


ATTACKS = (
    guesses_beside_a_player,
    a_crowd_that_watches,
    lines_that_say_nothing,
    heads_without_end,
    a_page_of_elsewhere,
    a_flood_of_messages,
    junk_for_the_log,
)
