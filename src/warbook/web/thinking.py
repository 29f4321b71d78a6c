"""Thinking: what takes time, or may never end (bots, odds, regions, aims, a stranger's record), runs in worker
processes, next to the table.

A job is a position and the answers since, as JSON.  A worker runs the step in progress up to its open question again,
and keeps what it built to do so: the board of a battle, the position, a bot with its plans.  A battle's bots always
ask the same worker.  One that dies is replaced, and the job that it had is tried once more.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b
from multiprocessing import get_context, parent_process
from typing import Any, Generic, Literal, TypeVar
from weakref import WeakKeyDictionary
from zlib import crc32

import msgspec
from msgspec import Struct

from .. import rulesets, table
from ..core.decision import Decision, freeze
from ..core.errors import WarbookError
from ..core.game import Game
from ..core.oracle import Pending, Player
from ..core.play import Play, run_step
from ..core.record import Codec, encode, read_answers, write_answers
from ..core.ruleset import Ruleset, Setup
from ..core.state import State
from ..core.tableau import Aim
from ..odds import prospects
from ..players import by_name
from . import asking
from .metrics import THOUGHT
from .protocol import Chance, Checked, OddsTold, Regioned, Suggested

TABLES, POSITIONS, BOTS = 8, 64, 256  # what a worker keeps
PATIENCE = 120.0  # seconds after which a worker that does not answer is given up
BRIEF = 30.0  # the same where no program thinks

What = Literal["bot", "odds", "route", "region", "suggest", "aims", "record"]
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Stumbled(WarbookError):
    """Something broke down while thinking: a bot, a rule or the worker itself."""


class Job(Struct, frozen=True):
    """What a worker is to think about: a step in progress, and what is asked about it.

    `setup` may be left out where the worker has laid out the table of this `digest` before.  `state` is the position
    from which the step starts, `answers` are those given since, both as a record has them.
    """

    what: What
    digest: str
    setup: bytes
    state: bytes
    answers: bytes
    seat: int
    battle: str = ""
    name: str = ""
    seed: int = 0
    answer: Any = None
    who: int = -1
    most: int = 0
    legs: Any = ()
    to: Any = ()


class Thought(Struct, frozen=True):
    """What came of a job: a value, or why there is none.  `unknown` asks for the same job with its setup."""

    value: Any = None
    refused: str = ""
    broke: str = ""
    unknown: bool = False


class Recent(Generic[K, V]):
    """The things that were used last, by key."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K, make: Callable[[], V]) -> V:
        if key not in self._kept:
            self._kept[key] = make()
            if len(self._kept) > self.most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def __contains__(self, key: K) -> bool:
        return key in self._kept


# ---- at the worker's desk --------------------------------------------------------------------------------------------


class _Table:
    """The table of a battle, laid out."""

    def __init__(self, setup: bytes) -> None:
        said = msgspec.json.decode(setup, type=Setup)
        self.ruleset: Ruleset = rulesets.find(said.ruleset).having(said.options, said.house_rules)
        self.world, _ = self.ruleset.table(self.ruleset, said.content)
        self.codec = Codec(self.ruleset)


class Desk:
    """One job after another, in this process."""

    def __init__(self) -> None:
        self._tables: Recent[str, _Table] = Recent(TABLES)
        self._states: Recent[bytes, State[Any, Any]] = Recent(POSITIONS)
        self._bots: Recent[tuple[str, int, str], Player] = Recent(BOTS)

    def think(self, job: Job) -> Thought:
        """Do a job.  Never raises: what a bot or a rule stumbles over is said."""
        if not job.setup and job.digest not in self._tables:
            return Thought(unknown=True)
        try:
            return Thought(getattr(self, f"_{job.what}")(job))
        except WarbookError as fault:
            return Thought(refused=str(fault))
        except Exception as fault:  # noqa: BLE001  (others' bots run here, and no fault of theirs may end a worker)
            return Thought(broke=f"{type(fault).__name__}: {fault}")

    def _bot(self, job: Job) -> Any:
        play, decision = self._question(job)
        bot = self._bots.get((job.battle, job.seat, job.name), lambda: by_name(job.name, seed=job.seed))
        return bot.choose(play.seen_by(job.seat), decision)

    def _odds(self, job: Job) -> OddsTold:
        play, decision = self._question(job)
        answer = freeze(job.answer)
        found = prospects(play.seen_by(job.seat), decision, answer)
        chances = tuple(Chance(p.title, p.probability, p.low, p.high, p.exact, p.welcome) for p in found.found)
        return OddsTold(answer=answer, chances=chances, policy=found.policy)

    def _route(self, job: Job) -> Checked:
        return asking.routed(self._question(job)[1], job.legs, job.to)

    def _region(self, job: Job) -> Regioned:
        return asking.regioned(self._question(job)[1])

    def _suggest(self, job: Job) -> Suggested:
        play, decision = self._question(job)
        return asking.suggested(play.ruleset, decision, job.most)

    def _aims(self, job: Job) -> tuple[Aim, ...]:
        play, _ = self._play(job)
        ask = play.ruleset.aims
        return ask(play.seen_by(job.seat), job.who) if ask is not None else ()

    def _record(self, job: Job) -> None:
        """Open a record, go on to its open question, and look at it: whether that works, and ever ends."""
        game = table.load(job.setup, "the record", advance=True)
        asking.position(game, asking.Log(game), -1, range(game.ruleset.seats))

    def _question(self, job: Job) -> tuple[Play[Any, Any, Any], Decision[Any]]:
        play, decisions = self._play(job)
        for decision in decisions:
            if decision.player == job.seat:
                return play, decision
        raise WarbookError(f"seat {job.seat} has nothing to decide here")

    def _play(self, job: Job) -> tuple[Play[Any, Any, Any], tuple[Decision[Any], ...]]:
        """The step in progress as far as its open questions."""
        laid = self._tables.get(job.digest, lambda: _Table(job.setup))
        key = blake2b(job.digest.encode() + job.state, digest_size=16).digest()
        state = self._states.get(key, lambda: laid.codec.read_state(job.state))
        play = Play(state.copy(), laid.ruleset, laid.world, read_answers(job.answers), start=state)
        if laid.ruleset.result(state) is None:
            try:
                run_step(play)
            except Pending as pending:
                return play, pending.decisions
        return play, ()


_desk = Desk()


def _think(job: Job) -> Thought:
    """In a worker: do a job."""
    return _desk.think(job)


def _begin(path: list[str]) -> None:
    """In a new worker: live as long as the table does, and leave its signals to it."""
    sys.path[:] = path
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


def _warm_up() -> int:
    """In a new worker: go through a bit of every game, so that nobody waits for what is compiled or read on first use.
    Answers the number of the process."""
    seen = set()
    with suppress(Exception):  # what is broken will say so to whoever asks for it
        for listed in table.scenarios():
            if listed.ruleset not in seen:
                seen.add(listed.ruleset)
                _rehearse(table.setup(f"{listed.ruleset}/{listed.row.id}"))
    return os.getpid()


def _rehearse(setup: Setup) -> None:
    """A few choices of a battle as bots make them, a region, and odds."""
    game, drafts, drawn = Game(rulesets.find(setup.ruleset), setup), Drafts(), False
    for number in range(WARM_UP):
        decision = game.decision
        if decision is None:
            return
        seat, thoughtful = decision.player, number >= WARM_UP - THOUGHTFUL
        if decision.kind == "path" and not drawn:
            drawn = _desk.think(drafts.job("region", game, seat)).value is not None
        if thoughtful:
            _desk.think(drafts.job("odds", game, seat, answer=decision.candidates(1)[0]))
        name = "greedy" if thoughtful else "first"
        thought = _desk.think(drafts.job("bot", game, seat, battle=" ", name=name))
        if thought.refused or thought.broke:
            return
        game.choose(thought.value, seat)


WARM_UP, THOUGHTFUL = 80, 8  # choices, and how many of them are made with thought


# ---- at the table ----------------------------------------------------------------------------------------------------


class Drafts:
    """Writes jobs; what stays the same of a battle is written down once."""

    def __init__(self) -> None:
        self._setups: WeakKeyDictionary[Game, tuple[str, bytes]] = WeakKeyDictionary()
        self._states: WeakKeyDictionary[Game, tuple[State[Any, Any], bytes]] = WeakKeyDictionary()

    def job(self, what: What, game: Game, seat: int, **asked: Any) -> Job:
        digest, setup = self._setup(game)
        return Job(
            what, digest, setup, self._state(game), write_answers(game.answers), seat, seed=_seed(game, seat), **asked
        )

    def _setup(self, game: Game) -> tuple[str, bytes]:
        known = self._setups.get(game)
        if known is None:
            text = encode(game.setup)
            known = self._setups[game] = blake2b(text, digest_size=16).hexdigest(), text
        return known

    def _state(self, game: Game) -> bytes:
        known = self._states.get(game)
        if known is None or known[0] is not game.state:
            known = self._states[game] = game.state, game.codec.state(game.state)
        return known[1]


def _seed(game: Game, seat: int) -> int:
    """A bot's seed follows from that of the battle, as it does where bots play by themselves."""
    return game.seed * game.ruleset.seats + seat


class Thinking:
    """What the table can ask for.  All of it raises `WarbookError` where the table is told nothing, `Stumbled` (one of
    these) where something broke down."""

    def __init__(self) -> None:
        self._drafts = Drafts()

    async def bot(self, game_id: str, game: Game, seat: int, name: str) -> Any:
        """The answer of a bot to the open question of a seat."""
        return await self._done(self._drafts.job("bot", game, seat, battle=game_id, name=name))

    async def odds(self, game: Game, seat: int, answer: Any) -> OddsTold:
        """How likely the outcomes are if a seat gives this answer to its open question."""
        told: OddsTold = await self._done(self._drafts.job("odds", game, seat, answer=answer))
        return told

    async def route(self, game: Game, seat: int, legs: Any, to: Any) -> Checked:
        """The shortest legal way on from these legs to a point, for the open path of a seat."""
        found: Checked = await self._done(self._drafts.job("route", game, seat, legs=legs, to=to))
        return found

    async def region(self, game: Game, seat: int) -> Regioned:
        """Everywhere that the open path or place of a seat can lead."""
        found: Regioned = await self._done(self._drafts.job("region", game, seat))
        return found

    async def suggest(self, game: Game, seat: int, most: int) -> Suggested:
        """Up to so many good answers to the open question of a seat."""
        found: Suggested = await self._done(self._drafts.job("suggest", game, seat, most=most))
        return found

    async def aims(self, game: Game, eyes: int, who: int) -> tuple[Aim, ...]:
        """Whom a model could aim at, as a seat (-1: whoever watches) may know it."""
        found: tuple[Aim, ...] = await self._done(self._drafts.job("aims", game, eyes, who=who))
        return found

    async def opens(self, record: bytes) -> None:
        """Whether a record of who knows whom can be opened and played on: raises `WarbookError` where it cannot."""
        await self._done(Job("record", "", record, b"", b"", -1))

    def close(self) -> None:
        """Stop thinking."""

    async def _done(self, job: Job) -> Any:
        thought = await self._think(job)
        if thought.refused:
            raise WarbookError(thought.refused)
        if thought.broke:
            raise Stumbled(f"{_WHAT[job.what]} broke down: {thought.broke}")
        return thought.value

    async def _think(self, job: Job) -> Thought:
        raise NotImplementedError


_WHAT = {
    "bot": "the bot",
    "odds": "the odds",
    "route": "the way",
    "region": "the region",
    "suggest": "the suggestions",
    "aims": "the lines of sight",
    "record": "the record",
}


class Inline(Thinking):
    """Thinks in this process, and holds it up: for tests, and for a table with one program at it."""

    def __init__(self) -> None:
        super().__init__()
        self._desk = Desk()

    async def _think(self, job: Job) -> Thought:
        return self._desk.think(job)


class Thinkers(Thinking):
    """Thinks in worker processes, each of which does one job at a time."""

    def __init__(self, workers: int = 2, *, warm: bool = True, patience: float = PATIENCE) -> None:
        super().__init__()
        self.patience = patience
        self._workers = [_Worker(warm) for _ in range(max(1, workers))]

    async def ready(self) -> tuple[int, ...]:
        """Wait until all workers have warmed up; answers the numbers of their processes."""
        return tuple([await worker.ready() for worker in self._workers])

    def close(self) -> None:
        for worker in self._workers:
            worker.stop()

    async def _think(self, job: Job) -> Thought:
        with THOUGHT.labels(job.what).time():
            return await self._thought(job)

    async def _thought(self, job: Job) -> Thought:
        patience = self.patience if job.what == "bot" else min(self.patience, BRIEF)
        for _ in range(2):
            worker = self._worker(job)
            try:
                return await worker.think(job, patience)
            except BrokenProcessPool:
                worker.replace()
            except TimeoutError:
                worker.kill()
                return Thought(broke=f"no answer within {patience:.0f} seconds")
        return Thought(broke="the process that worked on it died twice")

    def _worker(self, job: Job) -> _Worker:
        """The one that the battle's bots always ask; for all else the least busy, if possible one that knows the
        table.  One that is still getting ready is asked only where there is no other."""
        workers = [worker for worker in self._workers if worker.is_ready] or self._workers
        own = self._workers[crc32(job.battle.encode()) % len(self._workers)]
        if job.what == "bot" and own in workers:
            return own
        return min(workers, key=lambda worker: (worker.busy, job.digest not in worker.known))


class _Turns:
    """Who may use a worker next: what a person waits for goes before programs, each in the order in which it came."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: tuple[deque[asyncio.Future[None]], ...] = (deque(), deque())

    @asynccontextmanager
    async def turn(self, *, last: bool) -> AsyncIterator[None]:
        if self._taken:
            mine = asyncio.get_running_loop().create_future()
            self._waiting[last].append(mine)
            try:
                await mine
            except asyncio.CancelledError:
                if mine.done() and not mine.cancelled():
                    self._pass_on()
                raise
        self._taken = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        for waiting in self._waiting:
            while waiting:
                next_one = waiting.popleft()
                if not next_one.done():
                    next_one.set_result(None)
                    return
        self._taken = False


class _Worker:
    """One process behind an executor of its own, so that its death concerns nobody else."""

    def __init__(self, warm: bool) -> None:
        self.busy = 0
        self._turns = _Turns()
        self._start(warm)

    def _start(self, warm: bool) -> None:
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), _begin, (sys.path,))
        self._ready: Future[int] = self._pool.submit(_warm_up if warm else os.getpid)
        self.known: set[str] = set()

    @property
    def is_ready(self) -> bool:
        return self._ready.done()

    async def ready(self) -> int:
        return await asyncio.wrap_future(self._ready)

    async def think(self, job: Job, patience: float) -> Thought:
        """Raises `BrokenProcessPool` where the process dies over it, `TimeoutError` where it takes longer than this;
        what waits for its turn is not at fault, and is waited for."""
        self.busy += 1
        try:
            async with self._turns.turn(last=job.what == "bot"):
                known = job.digest in self.known
                bare = msgspec.structs.replace(job, setup=b"") if known else job
                thought = await asyncio.wait_for(self._ask(bare), patience)
                if thought.unknown:
                    thought = await asyncio.wait_for(self._ask(job), patience)
                if job.digest:
                    self.known.add(job.digest)
                return thought
        finally:
            self.busy -= 1

    async def _ask(self, job: Job) -> Thought:
        try:
            future = self._pool.submit(_think, job)
        except BrokenProcessPool:  # it died while it had nothing to do
            self.replace()
            future = self._pool.submit(_think, job)
        return await asyncio.wrap_future(future)

    def replace(self) -> None:
        """Another process in its place, which warms up over what it is asked: somebody has waited long enough."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._start(warm=False)

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        if self._ready.done() and self._ready.exception() is None:
            os.kill(self._ready.result(), signal.SIGKILL)

    def stop(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
