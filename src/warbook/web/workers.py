"""Workers: processes that think next to the table, each at a desk of its own.

The first is for what people wait for, and for nothing else where there is a second; the others also have what takes
long and the programs' turns, and a battle's programs always ask the same one.  Whoever is free takes what people wait
for before anything else; among equals the battle is next which has used the least time lately.

Boards can be made so that every question takes seconds.  After such a question a bot that waits is next, and the worker
takes no other question of that kind for a while: a bot's turn is many answers, each asked for when the last is given.
A battle whose questions took long lately waits in one order with the bots, and leaves the first worker to others; and
no battle's questions have all workers at once.

All of them are nice to the table's own process, those that play for programs the most.

A process says when it is ready, and only then is it given a job: to start is no part of thinking.  One that does not
start is tried again after a rest, each time a longer one; what was asked of it meanwhile is answered with why.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from zlib import crc32

from ..core.structs import replace
from . import processes
from .desk import LENGTH, READY, Job, Thought, framed

logger = logging.getLogger(__name__)

TRIES = 2  # processes that a job may cost
NICE, NICER = 5, 10  # to the table: who thinks for people, who thinks for programs
STARTING = 60.0  # seconds in which a process must be ready
REST, LONGEST_REST = 1.0, 30.0  # seconds after which one that did not start is tried again
FADING = 60.0  # seconds after which the time that a battle has used counts half
MANY, SLIGHT = 1000, 0.01  # battles whose time is kept at least, seconds that need not be kept beyond them
LONG = 1.0  # seconds from which on a question of a person takes long
RESPITE = 1.5  # seconds after such a question until the same worker takes the next of a battle that asks such questions
FORESEEING = 4  # bots that may wait to get ready
GLANCE = 0.05  # seconds from one look whether a worker has nothing to do to the next
_START = f"""
import pickle, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table
nice, *sys.path[:] = sys.argv[1:]
try:
    from warbook.orphans import end_with_parent
    end_with_parent()
    from warbook.web.desk import attend
except BaseException as fault:
    said = pickle.dumps(f"{{type(fault).__name__}}: {{fault}}")
    sys.stdout.buffer.write(len(said).to_bytes({LENGTH}, "big") + said)
    sys.stdout.buffer.flush()
    raise
attend(int(nice))
"""


class Unstarted(Exception):
    """A process does not start, and why."""


class Wanted(NamedTuple):
    """A job, and how many seconds it may take once a worker has begun it."""

    job: Job
    patience: float | None
    done: asyncio.Future[Thought]


class Match(NamedTuple):
    """A job that a worker could take now.  The lowest `rank` is the most urgent, and fits the worker best."""

    rank: tuple[object, ...]
    wanted: Wanted
    worker: Worker
    queue: deque[Wanted]


class Workers:
    """So many processes, started when first needed or by `start`; they prepare by playing a bit of each of the
    `rehearsed` games.  `on_trouble` is called whenever `trouble` has changed."""

    def __init__(
        self, count: int, rehearsed: Sequence[str] = (), on_trouble: Callable[[], None] = lambda: None
    ) -> None:
        self._people: dict[str, deque[Wanted]] = {}  # what people wait for, by battle
        self._rehearsed = rehearsed or ("",)
        self._all = [Worker(NICER if number else NICE, on_trouble) for number in range(count)]
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self._used, self._long = Used(), Used()  # all seconds, and those of people's long questions

    def start(self, *, rehearse: bool = True) -> list[asyncio.Future[Thought]]:
        """Begin, and rehearse the games while nothing else is asked; returns futures that are done when each has
        finished."""
        found = []
        for worker in self._all:
            for ruleset in self._rehearsed if rehearse else ("",):
                worker.waiting.append(self._queued(_warming(ruleset), None))
                found.append(worker.waiting[-1].done)
        self._hand_out()
        return found

    @property
    def trouble(self) -> str:
        """Why a process does not start; empty where all do."""
        return next((worker.trouble for worker in self._all if worker.trouble), "")

    async def renew(self) -> None:
        """Replace all processes by new ones, one after the other, each when it is idle.  A process for which no new one
        starts stays."""
        for worker in self._all:
            successor = Worker(worker.nice, worker.on_trouble)
            try:
                for ruleset in self._rehearsed:
                    await successor.think(_warming(ruleset), None)
                while successor.process is not None and worker.busy:
                    await asyncio.sleep(GLANCE)
                if successor.process is not None:
                    worker.process, successor.process = successor.process, worker.process
                    worker.known, worker.trouble = set(), ""
            finally:
                await successor.end()

    @property
    def may_foresee(self) -> bool:
        """Whether programs have a worker of their own, and few of them wait to get ready there."""
        waiting = [wanted for worker in self._all for wanted in worker.waiting if wanted.job.what == "foresee"]
        return len(self._all) > 1 and len(waiting) < FORESEEING

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes that run."""
        return tuple(worker.process.pid for worker in self._all if worker.process is not None)

    async def think(self, job: Job, patience: float) -> Thought:
        """The result of a job; a waiting job waits as long as it takes."""
        wanted = self._queued(job, patience)
        if not _is_of_a_person(job):
            self.of_battle(_payer(job)).waiting.append(wanted)
        else:
            self._people.setdefault(_payer(job), deque()).append(wanted)
        self._hand_out()
        return await wanted.done

    def of_battle(self, battle: str) -> Worker:
        """The worker that plays for the programs of a battle, as long as it can."""
        those = self._all[1:] or self._all
        those = [worker for worker in those if not worker.trouble] or [w for w in self._all if not w.trouble] or those
        return those[crc32(battle.encode()) % len(those)]

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(worker.end() for worker in self._all), *self._tasks, return_exceptions=True)

    def _queued(self, job: Job, patience: float | None) -> Wanted:
        return Wanted(job, patience, asyncio.get_running_loop().create_future())

    def _hand_out(self) -> None:
        """Give what waits to those that are free: if possible to one that knows the table."""
        while matches := [*self._matches()]:
            match = min(matches, key=lambda each: each.rank)  # the first of equals
            match.queue.remove(match.wanted)
            self._give(match.worker, match.wanted)

    def _matches(self) -> Iterator[Match]:
        """The jobs that could be begun now, with the workers; of the questions about a battle only the first."""
        self._people = {battle: queue for battle, queue in self._people.items() if queue}
        free = [worker for worker in self._all if not worker.busy]
        for battle, queue in self._people.items() if free else ():
            slow, used = self._is_slow(battle), self._used.of(battle)
            for worker in free:
                if self._may_have(worker, battle, slow):
                    fit = worker.trouble, queue[0].job.digest not in worker.known
                    yield Match((slow, used, *fit), queue[0], worker, queue)
        for worker in free:
            payers = {_payer(wanted.job) for wanted in worker.waiting}
            all_used = {battle: self._used.of(battle) for battle in payers}  # once: it fades from one look to the next
            for wanted in worker.waiting:
                urgency = 2 if wanted.job.what in ("foresee", "warm") else -1 if worker.after_long else 1
                yield Match(
                    (urgency, all_used[_payer(wanted.job)], "", False),
                    wanted,
                    worker,
                    worker.waiting,
                )

    def _may_have(self, worker: Worker, battle: str, slow: bool) -> bool:
        """Whether a free worker may answer what people ask of a battle."""
        if slow and worker.respites:
            return False
        able = [each for each in self._all if not each.trouble]
        if len(able) < 2:
            return True
        if worker is self._all[0] and slow:
            return False
        return sum(each.asked == battle for each in able) < len(able) - 1

    def _is_slow(self, battle: str) -> bool:
        """Whether what people ask of a battle took long lately."""
        return self._long.of(battle) > LONG / 2

    def _give(self, worker: Worker, wanted: Wanted) -> None:
        if not wanted.done.done():  # whoever asked may have gone
            worker.busy = True
            worker.asked = _payer(wanted.job) if _is_of_a_person(wanted.job) else None
            task = asyncio.create_task(self._work(worker, wanted))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self, worker: Worker, wanted: Wanted) -> None:
        began = time.monotonic()
        thought = await worker.think(wanted.job, wanted.patience)
        worker.busy, worker.asked, seconds = False, None, time.monotonic() - began
        self._used.add(_payer(wanted.job), seconds)
        worker.after_long = _is_of_a_person(wanted.job) and seconds >= LONG
        if worker.after_long:
            self._long.add(_payer(wanted.job), seconds)
            worker.respites += 1  # counted, not timed: the loop's clock is not quite `time.monotonic`
            asyncio.get_running_loop().call_later(RESPITE, self._end_respite, worker)
        if not wanted.done.done():
            wanted.done.set_result(thought)
        self._hand_out()

    def _end_respite(self, worker: Worker) -> None:
        worker.respites -= 1
        if not self._closed:
            self._hand_out()


class Worker:
    """One process, and the jobs that wait for it.  `known` are the tables that it has laid out; `asked` is the battle
    whose question from a person it is answering; `after_long` says that its last job took long, `spared_until` when it
    may take the next long question; `trouble` is why it does not start."""

    def __init__(self, nice: int, on_trouble: Callable[[], None] = lambda: None) -> None:
        self.nice, self.busy, self.on_trouble = nice, False, on_trouble
        self.trouble, self._rest, self._rests_until = "", 0.0, 0.0
        self.asked: str | None = None
        self.after_long, self.respites = False, 0
        self.waiting: deque[Wanted] = deque()
        self.known: set[str] = set()
        self.process: Process | None = None

    async def think(self, job: Job, patience: float | None) -> Thought:
        """Do a job.  A process that dies over it, takes too long, or answers what cannot be read is replaced.  Never
        raises: a worker that nobody frees would be lost."""
        for _ in range(TRIES):
            try:
                process = await self._ready_process()
                async with asyncio.timeout(patience):
                    return await self._thought(process, job)
            except Unstarted as why:
                return Thought(unready=str(why))
            except TimeoutError:
                await self.end()
                return Thought(broke=f"no answer within {patience:.0f} seconds")
            except (EOFError, OSError):
                logger.warning("a worker process ended over its work, and is replaced", extra={"job": job.what})
                await self.end()
            except Exception as fault:  # noqa: BLE001  (what is read here may come from others' bots)
                await self.end()
                return Thought(broke=f"no answer that can be read: {type(fault).__name__}: {fault}")
        return Thought(broke="the process that worked on it died twice")

    async def _ready_process(self) -> Process:
        """The process, which is started where there is none.  Raises `Unstarted`."""
        if self.process is not None:
            return self.process
        if self.trouble and time.monotonic() < self._rests_until:
            raise Unstarted(self.trouble)
        try:
            process = await self._start()
        except Unstarted as why:
            await self.end()
            self._rest = min(2 * self._rest, LONGEST_REST) or REST
            self._rests_until = time.monotonic() + self._rest
            self._in_trouble(str(why))
            raise
        self._in_trouble("")
        return process

    async def _start(self) -> Process:
        """Start a process and wait until it is ready.  Raises `Unstarted`."""
        try:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", _START, str(self.nice), *sys.path, stdin=PIPE, stdout=PIPE
            )
            async with asyncio.timeout(STARTING):
                said = await _read(self.process)
        except TimeoutError as fault:
            raise Unstarted(f"it was not ready within {STARTING:.0f} seconds") from fault
        except (EOFError, OSError, pickle.UnpicklingError) as fault:
            raise Unstarted(f"it ended before it was ready ({type(fault).__name__})") from fault
        if said != READY:
            raise Unstarted(str(said))
        return self.process

    def _in_trouble(self, why: str) -> None:
        before, self.trouble = self.trouble, why
        if not why:
            self._rest = 0.0
        if why != before:
            if why:
                logger.error("a worker process does not start: %s", why)
            else:
                logger.warning("the worker process starts again")
            self.on_trouble()

    async def _thought(self, process: Process, job: Job) -> Thought:
        known = job.digest in self.known
        thought = await _ask(process, replace(job, setup=b"") if known else job)
        if thought.unknown:
            thought = await _ask(process, job)
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


class Used:
    """How many seconds of thinking each battle has used lately; time used `FADING` seconds ago counts half."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seconds: dict[str, tuple[float, float]] = {}  # used, and when that was counted

    def of(self, battle: str) -> float:
        """The seconds that count now."""
        used, when = self._seconds.get(battle, (0.0, 0.0))
        return float(used * 0.5 ** ((self._clock() - when) / FADING))

    def add(self, battle: str, seconds: float) -> None:
        """Count what a battle has used; battles of which next to nothing is left are forgotten."""
        self._seconds[battle] = (self.of(battle) + seconds, self._clock())
        if len(self._seconds) > MANY:
            self._seconds = {each: used for each, used in self._seconds.items() if self.of(each) > SLIGHT}


def _payer(job: Job) -> str:
    """Whose time a job uses: a battle's; or, if that is not known, that of all with the same table."""
    return job.battle or job.digest


def _is_of_a_person(job: Job) -> bool:
    """Whether a person waits for it, so that it ought to be quick."""
    return not job.thorough and job.what not in ("bot", "foresee", "warm")


def _warming(ruleset: str) -> Job:
    return Job("warm", "", b"", b"", b"", -1, name=ruleset)


async def _ask(process: Process, job: Job) -> Thought:
    """Raises `EOFError` or `OSError` where the process dies over it."""
    await processes.send(process, framed(job))
    thought: Thought = await _read(process)
    return thought


async def _read(process: Process) -> Any:
    """What a process says next.  Raises `EOFError` where it ended."""
    return pickle.loads(await processes.receive(process, LENGTH))
