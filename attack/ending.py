"""The server is told to end while it is attacked: it must have ended within five seconds, with all its processes."""

from __future__ import annotations

import asyncio
import json
import os
import signal

from . import endless
from .files import DOTS, FRESH, open_with, walls
from .server import Program


async def ending_under_fire(program: Program) -> None:
    """Dots, walls and bad records keep it from ending."""
    target = program.target
    dotted = "a" + ".a" * DOTS + " = 1\n"
    walled = json.dumps(open_with(walls(60_000))).encode()
    while True:
        await asyncio.gather(
            *(target.check(dotted, source=f"127.0.3.{n}") for n in range(1, 6)),
            *(target.post("/api/games", walled, source=f"127.0.3.{n}") for n in range(1, 6)),
            target.post("/api/games/import", b'{"line":"step"}\n' * 200_000),
        )


async def ending_in_an_endless_loop(program: Program) -> None:
    """Workers in endless loops keep it from ending, or outlive it."""
    looping = (program.target.check(endless.LOOPING, ruleset="endless", source=f"127.0.4.{n}") for n in range(1, 9))
    await asyncio.gather(*looping)


async def ending_with_stopped_workers(program: Program) -> None:
    """Workers that are stopped as by a debugger keep it from ending, or outlive it."""
    await program.target.post("/api/games", FRESH)
    for pid in program.children():
        os.kill(pid, signal.SIGSTOP)
    await asyncio.sleep(3600)


async def ending_before_deaf_screens(program: Program) -> None:
    """Screens that read nothing, and requests that are never finished, keep it from ending."""
    opened = json.loads((await program.target.post("/api/games", FRESH)).body)
    hello = {"type": "hello", "protocol": 1, "game": opened["game"], "tokens": [opened["links"][0]["token"]]}
    host, port = program.url.removeprefix("http://").split(":")
    lines = []
    for n in range(20):
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(f"127.0.5.{n + 1}", 0))
        writer.write(b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n{")
        lines.append((reader, writer))
    async with program.target.socket(opened["game"]) as socket:
        await socket.send(json.dumps(hello))
        socket.transport.pause_reading()
        await asyncio.sleep(3600)


ENDINGS = (
    ending_under_fire,
    ending_in_an_endless_loop,
    ending_with_stopped_workers,
    ending_before_deaf_screens,
)
