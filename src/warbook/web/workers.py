"""Workers: processes that think next to the table, each at a desk of its own.

The first is for what people wait for, and for nothing else where there is a second; the others also have what takes
long and the programs' turns, and a battle's programs always ask the same one.  Whoever is free takes what people wait
for before anything else.  All of them are nice to the table's own process, those that play for programs the most.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple
from zlib import crc32

import msgspec

from .desk import LENGTH, Job, Thought, framed

TRIES = 2  # processes that a job may cost
NICE, NICER = 5, 10  # to the table: who thinks for people, who thinks for programs
_START = "import sys; nice, *sys.path[:] = sys.argv[1:]; from warbook.web.desk import attend; attend(int(nice))"


class Wanted(NamedTuple):
    """A job, and how many seconds it may take once somebody works on it."""

    job: Job
    patience: float | None
    done: asyncio.Future[Thought]


class Workers:
    """So many processes, started when they are first needed or told to `start`; they get ready by a bit of each of the
    `rehearsed` games."""

    def __init__(self, count: int, rehearsed: Sequence[str] = ()) -> None:
        self._people: deque[Wanted] = deque()
        self._rehearsed = rehearsed or ("",)
        self._all = [Worker(NICER if number else NICE) for number in range(count)]
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> list[asyncio.Future[Thought]]:
        """Begin, and rehearse what will be played while there is nothing else to do; what tells when each has."""
        found = []
        for worker in self._all:
            for ruleset in self._rehearsed:
                worker.waiting.append(self._wanted(Job("warm", "", b"", b"", b"", -1, name=ruleset), None))
                found.append(worker.waiting[-1].done)
        self._hand_out()
        return found

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes that run."""
        return tuple(worker.process.pid for worker in self._all if worker.process is not None)

    async def think(self, job: Job, patience: float) -> Thought:
        """What comes of a job; what waits for its turn is waited for as long as it takes."""
        wanted = self._wanted(job, patience)
        if job.thorough or job.what in ("bot", "record"):  # a stranger's record may take half a minute
            self.of_battle(job.battle or job.digest).waiting.append(wanted)
        else:
            self._people.append(wanted)
        self._hand_out()
        return await wanted.done

    def of_battle(self, battle: str) -> Worker:
        """The one that plays for the programs of a battle."""
        those = self._all[1:] or self._all
        return those[crc32(battle.encode()) % len(those)]

    async def close(self) -> None:
        """End all processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(worker.end() for worker in self._all), *self._tasks, return_exceptions=True)

    def _wanted(self, job: Job, patience: float | None) -> Wanted:
        return Wanted(job, patience, asyncio.get_running_loop().create_future())

    def _hand_out(self) -> None:
        """Give what waits to those that are free: if possible to one that knows the table."""
        while self._people and (free := [worker for worker in self._all if not worker.busy]):
            wanted = self._people.popleft()
            self._give(min(free, key=lambda worker: wanted.job.digest not in worker.known), wanted)
        for worker in self._all:
            while worker.waiting and not worker.busy:
                self._give(worker, worker.waiting.popleft())

    def _give(self, worker: Worker, wanted: Wanted) -> None:
        if not wanted.done.done():  # whoever asked may have gone
            worker.busy = True
            task = asyncio.create_task(self._work(worker, wanted))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self, worker: Worker, wanted: Wanted) -> None:
        thought = await worker.think(wanted.job, wanted.patience)
        worker.busy = False
        if not wanted.done.done():
            wanted.done.set_result(thought)
        self._hand_out()


class Worker:
    """One process, and what waits for it; `known` are the tables that it has laid out."""

    def __init__(self, nice: int) -> None:
        self.nice, self.busy = nice, False
        self.waiting: deque[Wanted] = deque()
        self.known: set[str] = set()
        self.process: Process | None = None

    async def think(self, job: Job, patience: float | None) -> Thought:
        """Have a job done.  A process that dies over it, takes longer than this, or says what cannot be read is
        replaced.  Never raises: a worker that nobody frees would be lost."""
        for _ in range(TRIES):
            try:
                return await asyncio.wait_for(self._thought(job), patience)
            except TimeoutError:
                await self.end()
                return Thought(broke=f"no answer within {patience:.0f} seconds")
            except (EOFError, OSError):
                await self.end()
            except Exception as fault:  # noqa: BLE001  (what is read here may come from others' bots)
                await self.end()
                return Thought(broke=f"no answer that can be read: {type(fault).__name__}: {fault}")
        return Thought(broke="the process that worked on it died twice")

    async def _thought(self, job: Job) -> Thought:
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", _START, str(self.nice), *sys.path, stdin=PIPE, stdout=PIPE
            )
        known = job.digest in self.known
        thought = await _asked(self.process, msgspec.structs.replace(job, setup=b"") if known else job)
        if thought.unknown:
            thought = await _asked(self.process, job)
        if job.digest:
            self.known.add(job.digest)
        return thought

    async def end(self) -> None:
        """End the process, whatever it is doing."""
        process, self.process = self.process, None
        self.known = set()
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # and let go of its pipes


async def _asked(process: Process, job: Job) -> Thought:
    """Raises `EOFError` or `OSError` where the process dies over it."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(framed(job))
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
    thought: Thought = pickle.loads(await process.stdout.readexactly(length))
    return thought
