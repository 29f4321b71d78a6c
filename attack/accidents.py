"""Accidents of the machine: processes of the server are killed, and its disk is full, while people play."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic

from bench.sitters import Table, left, listening, seated

from .crowds import ROOM
from .files import FRESH
from .server import Program, Success, Target, children, state

KILLING = 10.0  # seconds
PAUSE = 2.5  # seconds from one kill to the next: about one to start a process again, and some to work in it
STARTED = 5.0  # seconds after which whoever was killed must have been waited for
SOON = 10.0  # seconds in which a server must notice that its disk has room again
CHOICES = 5


async def workers_and_judges_that_are_killed(target: Target) -> str:
    """The processes that think and judge are killed again and again, as by a system that needs memory."""
    began, before, killed, rng = monotonic(), target.log.stat().st_size, 0, Random(3)
    while monotonic() - began < KILLING:
        await target.check('kind = "board"\n')  # so that there is somebody who judges
        if theirs := [pid for pid in children(target.pid) if _thinks(pid)]:
            with suppress(ProcessLookupError):
                os.kill(rng.choice(theirs), signal.SIGKILL)
                killed += 1
        await asyncio.sleep(PAUSE)
    log = target.log.read_bytes()[before:]
    if not killed or b"process ended" not in log:
        raise Success(f"{killed} processes were killed, and the log does not tell")
    if len(log) > ROOM:
        raise Success(f"the log has grown by {len(log) >> 10} kB")
    until = monotonic() + STARTED
    while (dead := [pid for pid in children(target.pid) if state(pid) == "Z"]) and monotonic() < until:
        await asyncio.sleep(0.1)
    if dead:
        raise Success(f"{len(dead)} zombies are left")
    return f"{killed} processes were killed, and others took their place"


def _thinks(pid: int) -> bool:
    """Whether a process is a worker or a judge, and has begun to be one."""
    with suppress(OSError):
        return b"warbook.web." in Path(f"/proc/{pid}/cmdline").read_bytes() and state(pid) != "Z"
    return False


async def a_full_disk(program: Program) -> str:
    """The disk is full: what is played is lost, or the server has to be started again."""
    answer = await program.target.post("/api/games", FRESH | {"players": ["human", "human"]})
    battle = json.loads(answer.body)
    table = await seated(program.url, battle, [0, 1], Random(4))
    ears = listening(table)
    try:
        await _choose(table)
        shown = table.seen()
        with NoFileGrows(program.process.pid):
            refused = await _refused(table)
            opened = await program.target.post("/api/games", FRESH)
            opened.must_refuse("a battle that cannot be kept")
            health = await program.target.get("/health")
            if health.status != 503 or not json.loads(health.body)["why"]:
                raise Success(f"/health says {health.status} {health.words}")
            if table.seen().at != shown.at:
                raise Success("something was shown that was not stored")
        began = monotonic()
        while not await _goes_on(table) or (await program.target.get("/health")).status != 200:
            if monotonic() - began > SOON:
                raise Success("the disk has room again, and nobody can play")
            await asyncio.sleep(0.5)
        seconds = monotonic() - began
        shown = table.seen()
        await left(table)
        again = await seated(program.url, battle, [0, 1], Random(4))
        ears += listening(again)
        await _choose(again, 1)
        if not again.knows(shown):
            raise Success("what was shown is lost")
        await left(again)
    finally:
        for each in ears:
            each.cancel()
    return f"told: {refused}; played again {seconds:.1f} s after there was room"


class NoFileGrows:
    """No file that a process writes can take anything more: as on a full disk, and no privilege is needed for it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def __enter__(self) -> None:
        self.before = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (0, self.before[1]))

    def __exit__(self, *why: object) -> None:
        with suppress(ProcessLookupError):
            resource.prlimit(self.pid, resource.RLIMIT_FSIZE, self.before)


async def _asked(table: Table) -> None:
    async with asyncio.timeout(SOON):
        while table.question() is None:
            await asyncio.sleep(0.02)


async def _choose(table: Table, choices: int = CHOICES) -> None:
    for _ in range(choices):
        await _asked(table)
        await table.choose()
    if table.lost:
        raise Success(f"nobody could choose: {table.lost[0]}")


async def _refused(table: Table) -> str:
    """What is said to a choice that cannot be stored."""
    await _asked(table)
    await table.choose()
    if not table.lost:
        raise Success("a choice was accepted that could not be stored")
    said = table.lost.pop()
    if "stored" not in said:
        raise Success(f"why it was refused is not told: {said}")
    return said


async def _goes_on(table: Table) -> bool:
    """Whether a choice is taken again."""
    await _asked(table)
    await table.choose()
    refused, table.lost = bool(table.lost), []
    return not refused


ATTACKS: tuple[Callable[[Target], Awaitable[str]], ...] = (workers_and_judges_that_are_killed,)
#: Each gets a server of its own, at which nobody else plays.
ALONE: tuple[Callable[[Program], Awaitable[str]], ...] = (a_full_disk,)
