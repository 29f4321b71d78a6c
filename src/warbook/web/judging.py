"""Judging: whatever a stranger sends (a file to look at, a battle on files of their own, a record) is judged in other
processes, so that it holds up nobody who plays.

There are two *benches* (see `judge`), or more.  The first is quick: it gives each file a second of work, ten times
what one that is shipped needs.  What is not done by then goes to the others, as do records.  An address may have a few
cases at a time, and all together not many more: whoever comes then is told so.  Of those that wait, the case whose
address took the least of the judges' time lately comes first, so that whoever brings what takes long stands behind the
others.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter, OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple

from ..core.errors import WarbookError
from ..core.source import Source
from . import api, processes
from .bringing import Begun
from .judge import (
    LENGTH,
    Case,
    Check,
    Import,
    Judgement,
    Open,
    Order,
    decode_judgement,
    encode,
    encode_order,
    frame,
    judge_case,
    too_long,
)
from .metrics import THOUGHT

logger = logging.getLogger(__name__)

FIRST_WORK, FIRST_WAIT = 1, 3.0  # seconds of work, and in all, that the quick bench gives a file
FILE_WORK, FILE_WAIT = 4, 8.0  # the same where it is read again
RECORD_WORK, RECORD_WAIT = 15, 30.0  # the same for a record: a whole battle takes two
MEMORY = 512 << 20  # bytes for a case, beside what a bench has anyway
MARGIN = 3.0  # seconds after which a bench that does not answer is killed with its child
READY = 60.0  # seconds that a bench may take to start
OF_ONE = 4  # cases of one address at a time
IN_ALL = 32  # cases that wait
QUEUE = 10.0  # seconds that a case may wait
CROWDED = "So many files are being read that yours cannot be; try again in a moment."
UNKNOWN = 0.5  # seconds that a case of an address is taken to need of which nothing is known
REMEMBERED = 10_000  # addresses
TRIES = 2  # benches that a case may cost
MOST_SAID = 300  # characters of what broke down that are written down
_START = """
import sys
sys.path[:] = sys.argv[1:]
from warbook.orphans import end_with_parent
end_with_parent()
from warbook.web.judge import attend
attend()
"""


class Busy(WarbookError):
    """Too much is being judged at the moment; `status` is the HTTP status."""

    def __init__(self, words: str, status: int) -> None:
        super().__init__(words)
        self.status = status


class Unjudged(WarbookError):
    """Something failed while a file was judged, and it was not the file's fault."""


class Judging:
    """What can be asked about strangers' files, which come from `address`.  All methods raise `WarbookError` for a
    refusal: `Busy` if too much is asked at once, `Unjudged` if something failed."""

    async def verdict(self, file: api.Brought, address: str = "") -> api.Verdict:
        """What a file holds, or what is wrong with it."""
        try:
            found = (await self._judgement(Check(file), address)).verdict
        except Busy:
            raise
        except WarbookError as fault:
            return api.Verdict(False, f"{file.source}: {fault}")
        assert found is not None
        return found

    async def open_battle(self, wanted: api.Fresh, dice: Source, address: str = "") -> Begun:
        """The battle that somebody asks for with their own files, at its first question."""
        return self._battle_of(await self._judgement(Open(wanted, dice), address))

    async def open_record(
        self, record: bytes, players: tuple[str, ...], seed: int, address: str = "", *, chosen: bool = False
    ) -> Begun:
        """The battle that continues from a record, with dice of this seed; it is the server's share unless somebody has
        `chosen` it."""
        return self._battle_of(await self._judgement(Import(record, players, seed, chosen), address))

    def start(self) -> None:
        """Get ready for what will be asked."""

    async def close(self) -> None:
        """Judge no more."""

    @staticmethod
    def _battle_of(found: Judgement) -> Begun:
        assert found.begun is not None
        return found.begun

    async def _judgement(self, case: Case, address: str) -> Judgement:
        found = await self._judge(case, address)
        if found.refused:
            raise WarbookError(found.refused)
        if found.broke:
            raise Unjudged(f"what you sent could not be judged: {found.broke}")
        return found

    async def _judge(self, case: Case, address: str) -> Judgement:
        raise NotImplementedError


class Inline(Judging):
    """Judges in this process, which waits meanwhile: for tests, and for a table with nobody else at it."""

    async def _judge(self, case: Case, address: str) -> Judgement:
        return judge_case(case)


class Waiting(NamedTuple):
    """A case, where it comes from, and who waits for the judgement; `slow` is not for the quick bench."""

    number: int
    case: Case
    address: str
    done: asyncio.Future[Judgement]
    slow: bool


class Judges(Judging):
    """Judges in processes of their own: so many benches, started when needed or by `start`."""

    def __init__(self, benches: int = 2) -> None:
        assert benches > 1, "one that is quick, and one for what is not"
        self._benches = [Bench(quick=number == 0) for number in range(benches)]
        self._waiting: list[Waiting] = []
        self._of_address: Counter[str] = Counter()
        self._took: OrderedDict[str, float] = OrderedDict()  # seconds that the cases of an address take
        self._tasks: set[asyncio.Task[None]] = set()
        self._count = 0

    def start(self) -> None:
        for bench in self._benches:
            self._run(bench.start())

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes that run."""
        return tuple(bench.process.pid for bench in self._benches if bench.process is not None)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(bench.end() for bench in self._benches), *self._tasks, return_exceptions=True)
        for waiting in self._waiting:
            waiting.done.cancel()

    def _run(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _judge(self, case: Case, address: str) -> Judgement:
        if self._of_address[address] >= OF_ONE:
            raise Busy(f"{OF_ONE} files from your address are being read; send more when they are done.", 429)
        self._count += 1
        loop = asyncio.get_running_loop()
        waiting = Waiting(self._count, case, address, loop.create_future(), isinstance(case, Import))
        if len(self._waiting) >= IN_ALL:
            self._make_room(waiting)
        self._of_address[address] += 1
        try:
            with THOUGHT.labels(type(case).__name__.lower()).time():
                return await self._in_turn(waiting)
        finally:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]

    async def _in_turn(self, waiting: Waiting) -> Judgement:
        """The judgement of a case, by the quick bench, or by another if that bench does not finish it.  Raises `Busy`
        if its turn does not come in time."""
        self._waiting.append(waiting)
        self._hand_out()
        late = asyncio.get_running_loop().call_later(QUEUE, self._give_up, waiting)
        try:
            found = await waiting.done
        finally:
            late.cancel()
            if waiting in self._waiting:  # whoever asked has gone
                self._waiting.remove(waiting)
        if found.late and not waiting.slow:
            done = asyncio.get_running_loop().create_future()
            return await self._in_turn(waiting._replace(done=done, slow=True))
        return found

    def _turn(self, waiting: Waiting) -> tuple[float, int]:
        """The order of cases: first those of addresses whose files were read quickly, then those that have waited
        longest."""
        return self._took.get(waiting.address, UNKNOWN), waiting.number

    def _make_room(self, waiting: Waiting) -> None:
        """Refuse the case that would come last, so that slow files do not fill the queue for others.  Raises `Busy` if
        that is the new one."""
        last = max(self._waiting, key=self._turn)
        if self._turn(waiting) > self._turn(last):
            raise Busy(CROWDED, 503)
        self._waiting.remove(last)
        if not last.done.done():  # whoever asked may have gone
            last.done.set_exception(Busy(CROWDED, 503))

    def _give_up(self, waiting: Waiting) -> None:
        if waiting in self._waiting and not waiting.done.done():
            waiting.done.set_exception(Busy(CROWDED, 503))

    def _hand_out(self) -> None:
        """Give waiting cases to free benches."""
        for bench in self._benches:
            fitting = [each for each in self._waiting if each.slow != bench.quick]
            if fitting and not bench.busy:
                first = min(fitting, key=self._turn)
                self._waiting.remove(first)
                bench.busy = True
                self._run(self._work(bench, first))

    async def _work(self, bench: Bench, waiting: Waiting) -> None:
        began, ready = monotonic(), bench.answered
        try:
            found = await bench.judge(waiting.case)
        finally:
            bench.busy = False
            if ready:  # that a bench had to start is nobody's fault
                self._remember(waiting.address, monotonic() - began)
        if found.broke:
            logger.warning("a judgement broke down", extra={"address": waiting.address, "why": found.broke[:MOST_SAID]})
        if not waiting.done.done():
            waiting.done.set_result(found)
        self._hand_out()

    def _remember(self, address: str, seconds: float) -> None:
        self._took[address] = (self._took.get(address, seconds) + seconds) / 2
        self._took.move_to_end(address)
        while len(self._took) > REMEMBERED:
            self._took.popitem(last=False)


@dataclass
class Bench:
    """One process that judges, and whether it is the `quick` one."""

    quick: bool
    busy: bool = False
    process: Process | None = None
    answered: bool = False  # it has started, and what it takes now is for the case
    _starting: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def start(self) -> Process:
        """The process, started where it does not run."""
        async with self._starting:
            if self.process is None:
                self.process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-c",
                    _START,
                    *sys.path,
                    stdin=PIPE,
                    stdout=PIPE,
                    env={**os.environ, "WARBOOK_PLAIN": "1"},
                    start_new_session=True,  # so that it ends with its child
                )
            return self.process

    async def judge(self, case: Case) -> Judgement:
        """Have a case judged.  A process that does not answer, or whose answer cannot be read, is replaced.  Raises
        only if it is cancelled."""
        work, wait = FIRST_WORK, FIRST_WAIT
        if not self.quick:
            work, wait = (RECORD_WORK, RECORD_WAIT) if isinstance(case, Import) else (FILE_WORK, FILE_WAIT)
        order = encode_order(Order(encode(case), work, wait, MEMORY))
        for _ in range(TRIES):
            try:
                process = await self.start()
                async with asyncio.timeout(wait + MARGIN + (not self.answered) * READY):
                    found = await _ask(process, order)
                self.answered = True
                return found
            except TimeoutError:
                await self.end()
                return Judgement(refused=too_long(wait), late=True)
            except (EOFError, OSError):
                logger.warning("a judge's process ended over its work, and is replaced")
                await self.end()
            except Exception as fault:  # noqa: BLE001  (what is read here may come from others' rulesets)
                await self.end()
                return Judgement(broke=f"no judgement that can be read: {type(fault).__name__}: {fault}")
        return Judgement(broke="the process that read it died twice")

    async def end(self) -> None:
        """End the process and its child, whatever they are doing."""
        process, self.process, self.answered = self.process, None, False
        if process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        await process.communicate()


async def _ask(process: Process, order: bytes) -> Judgement:
    """Raises `EOFError` or `OSError` where the process dies over it."""
    await processes.send(process, frame(order))
    return decode_judgement(await processes.receive(process, LENGTH))
