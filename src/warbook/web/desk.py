"""Desk: where one process thinks.  A job is a position and the answers since, as JSON.

A desk runs the step in progress up to its open question again, and keeps what it built for that: the table of a battle,
the position, a bot with its plans.  `attend` is the whole life of a worker process (see `workers`): jobs come in by its
standard input and results go out by its standard output, each as its length and a pickle.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from queue import SimpleQueue
from typing import Any, BinaryIO, Generic, Literal, TypeVar
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Struct

from .. import compiling, faults, rulesets, table
from ..core.answers import Pending
from ..core.decision import Decision, freeze
from ..core.dice import Dice
from ..core.errors import WarbookError
from ..core.game import Game
from ..core.oracle import Awaited, Player, Table
from ..core.play import Play
from ..core.record import Codec, encode, read_answers, write_answers
from ..core.ruleset import Ruleset, Setup
from ..core.state import State
from ..core.step import run_step
from ..core.tableau import Aim
from ..odds import prospects
from ..players import by_name
from . import checking
from .protocol import Chance, Checked, OddsTold, Regioned, Suggested

TABLES, POSITIONS, BOTS = 8, 64, 256  # what a desk keeps
FORESEEN = 40  # steps to a question that a bot may be asked
WARM_UP, THOUGHTFUL = 80, 8  # choices, and how many of them are made with thought
HESITATION = 0.035  # seconds for exact odds, and as much for an interval where these take longer
CARE = 1.0  # the same, for who has seen the interval and waits for better
FORESIGHT = 3.0  # seconds of processor time in which a bot gets ready: others' bots wait meanwhile
REHEARSAL = 3.0  # the same for one game that is rehearsed: whoever asks something waits meanwhile
LIMIT = 1.5  # seconds of processor time for one question of a person
UNCOMPILED = 5.0  # the same as long as the kernels are not compiled
AT_ONCE = 1e-6  # seconds; none at all would mean no limit
LENGTH = 8  # bytes of a frame's length
NO_DICE = Awaited(Dice(0))  # a step stops where it would roll: its battle waits for shares of the dice
READY = ""  # what a process says first; anything else is why it cannot begin

What = Literal["bot", "foresee", "odds", "route", "region", "suggest", "aims", "warm"]
logger = logging.getLogger(__name__)
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Job(Struct, frozen=True):
    """A task for a worker: a step in progress, and a question about it.  `setup` may be left out if the worker has laid
    out the table of this `digest` before.  `state` is the position from which the step starts, `answers` are those
    given since; both are written as in a record."""

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
    thorough: bool = False
    who: int = -1
    most: int = 0
    legs: Any = ()
    to: Any = ()


class Thought(Struct, frozen=True):
    """The result of a job: a value, or why there is none.  `unknown` asks for the same job with its setup; `unready`
    says why no process could begin with it."""

    value: Any = None
    refused: str = ""
    broke: str = ""
    unknown: bool = False
    unready: str = ""


class Recent(Generic[K, V]):
    """The most recently used things, by key."""

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


# ---- jobs ------------------------------------------------------------------------------------------------------------


class Drafts:
    """Writes jobs; the parts of a battle that stay the same are encoded once."""

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


# ---- at the desk -----------------------------------------------------------------------------------------------------


class _Table:
    """The table of a battle, laid out."""

    def __init__(self, setup: bytes) -> None:
        said = msgspec.json.decode(setup, type=Setup)
        self.ruleset: Ruleset = rulesets.find(said.ruleset).having(said.options, said.house_rules)
        self.world, _ = self.ruleset.table(self.ruleset, said.content)
        self.codec = Codec(self.ruleset)


class TookTooLong(BaseException):
    """A question took more processor time than it may.  It is a BaseException, so that no rule or bot catches it."""


class Desk:
    """Does one job after another in this process.  A person's question may take `limit` seconds of processor time, if a
    limit is given; a desk with a limit must run in the main thread."""

    def __init__(self, limit: float | None = None) -> None:
        self.limit = limit
        self._clear()

    def _clear(self) -> None:
        self._tables: Recent[str, _Table] = Recent(TABLES)
        self._states: Recent[bytes, State[Any, Any]] = Recent(POSITIONS)
        self._bots: Recent[tuple[str, int, str], Player] = Recent(BOTS)

    def think(self, job: Job) -> Thought:
        """Do a job.  Never raises: the failures of bots and rules are part of the result."""
        if job.digest and not job.setup and job.digest not in self._tables:
            return Thought(unknown=True)
        if self.limit is None or job.what == "bot" or job.thorough:
            return self._thought(job)
        try:
            with _limited({"foresee": FORESIGHT, "warm": REHEARSAL}.get(job.what, self.limit)):
                return self._thought(job)
        except TookTooLong:
            self._clear()  # it may have been in the middle of changing any of it
            return Thought(refused=_too_long(job.what, self.limit))

    def _thought(self, job: Job) -> Thought:
        try:
            return Thought(getattr(self, f"_{job.what}")(job))
        except WarbookError as fault:
            return Thought(refused=str(fault))
        except Exception as fault:  # noqa: BLE001  (others' bots run here, and no fault of theirs may end a worker)
            told = faults.of_exception(fault)
            logger.error("%s", told)  # with its file and line; a page is told no paths of the server
            return Thought(broke=f"a fault in {told.whose}: {told.said}")

    def _bot(self, job: Job) -> Any:
        play, decision = self._question(job)
        bot = self._bots.get((job.battle, job.seat, job.name), lambda: by_name(job.name, seed=job.seed))
        return bot.choose(play.seen_by(job.seat), decision)

    def _foresee(self, job: Job) -> None:
        """Answer, for nobody, the next question that a bot may be asked if the others give their first answers.  What
        is computed once for a board is then ready, and nobody waits for it.  The bot that plays there is not involved.
        """
        play, decisions = self._play(job)
        if any(decision.player == job.seat for decision in decisions) or play.start is None:
            return
        state, answers, ruleset = play.start, play.answers, play.ruleset
        others = {seat: by_name("first") for seat in range(ruleset.seats) if seat != job.seat}
        oracle = Table(Dice(job.seed), others)
        for _ in range(FORESEEN):
            if ruleset.result(state) is not None:
                return
            play = Play(state.copy(), ruleset, play.world, answers, oracle, state)
            try:
                run_step(play)
            except Pending as pending:
                for decision in pending.decisions:
                    if decision.player == job.seat:
                        by_name(job.name, seed=job.seed).choose(play.seen_by(job.seat), decision)
                return
            state, answers = play.state, []

    def _odds(self, job: Job) -> OddsTold:
        play, decision = self._question(job)
        answer = freeze(job.answer)
        seconds = CARE if job.thorough else HESITATION
        found = prospects(play.seen_by(job.seat), decision, answer, seconds=seconds)
        chances = tuple(Chance(p.title, p.probability, p.low, p.high, p.exact, p.welcome) for p in found.found)
        return OddsTold(answer=answer, chances=chances, policy=found.policy)

    def _route(self, job: Job) -> Checked:
        return checking.routed(self._question(job)[1], job.legs, job.to, job.who, job.answer)

    def _region(self, job: Job) -> Regioned:
        return checking.regioned(self._question(job)[1])

    def _suggest(self, job: Job) -> Suggested:
        play, decision = self._question(job)
        return checking.suggested(play.ruleset, decision, job.most)

    def _aims(self, job: Job) -> tuple[Aim, ...]:
        play, _ = self._play(job)
        ask = play.ruleset.aims
        return ask(play.seen_by(job.seat), job.who) if ask is not None else ()

    def _warm(self, job: Job) -> None:
        """Play a bit of a game, so that nobody waits for what is compiled or read on first use."""
        with suppress(Exception):  # what is broken will say so to whoever asks for it
            shelf = table.shelf_of(rulesets.find(job.name))
            _rehearse(self, table.setup(f"{job.name}/{shelf.scenarios()[0].id}"))

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
        play = Play(state.copy(), laid.ruleset, laid.world, read_answers(job.answers), NO_DICE, state)
        if laid.ruleset.result(state) is None:
            try:
                run_step(play)
            except Pending as pending:
                return play, pending.decisions
        return play, ()


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raises `TookTooLong` after so many seconds of processor time, if the platform can measure it: a board can be made
    so that a region takes any time, and everybody else would wait."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGPROF, stop)
    around, _ = signal.setitimer(signal.ITIMER_PROF, seconds)  # what is left of a limit within which this one is
    if 0.0 < around < seconds:
        seconds = around
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.signal(signal.SIGPROF, signal.SIG_IGN)  # it may be due at this very moment
        unused, _ = signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
        if around:
            signal.setitimer(signal.ITIMER_PROF, max(around - seconds + unused, AT_ONCE))


def limit_of_a_question() -> float:
    """How much a question may take: more where the kernels are not compiled, and the boards that are shipped take so
    much too."""
    return LIMIT if compiling.all_compiled() else UNCOMPILED


def _too_long(what: What, limit: float) -> str:
    still = " as long as the geometry is not compiled" if limit == UNCOMPILED else ""
    return (
        f"This board is so intricate that {_SOUGHT.get(what, what)} would take longer than {limit:g} seconds to work "
        f"out{still}; choose without: draw leg by leg, or place by clicking."
    )


_SOUGHT = {
    "odds": "the odds",
    "route": "the shortest way",
    "region": "the region that can be reached",
    "suggest": "a suggestion",
    "aims": "whom a model could aim at",
}


def _rehearse(desk: Desk, setup: Setup) -> None:
    """A few choices of a battle as bots make them, a region, and odds."""
    game, drafts, drawn = Game(rulesets.find(setup.ruleset), setup), Drafts(), False
    for number in range(WARM_UP):
        decision = game.decision
        if decision is None:
            return
        seat, thoughtful = decision.player, number >= WARM_UP - THOUGHTFUL
        if decision.kind == "path" and not drawn:
            drawn = desk.think(drafts.job("region", game, seat)).value is not None
        if thoughtful:
            desk.think(drafts.job("odds", game, seat, answer=decision.candidates(1)[0]))
        name = "greedy" if thoughtful else "first"
        thought = desk.think(drafts.job("bot", game, seat, battle=" ", name=name))
        if thought.refused or thought.broke:
            return
        game.choose(thought.value, seat)


# ---- a process of its own --------------------------------------------------------------------------------------------


def attend(nice: int) -> None:
    """Do one job after another, as long as the table is there, `nice` to other processes."""
    if hasattr(os, "nice"):
        os.nice(nice)
    asked, told = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints is no answer
    jobs: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(asked, jobs), daemon=True).start()
    desk = Desk(limit_of_a_question())
    try:
        _tell(told, READY)
        while True:
            thought = desk.think(pickle.loads(jobs.get()))
            try:
                _tell(told, thought)
            except (TypeError, AttributeError, ValueError, pickle.PicklingError) as fault:
                _tell(told, Thought(broke=f"no answer that can be passed on: {fault}"))
    except OSError:
        os._exit(0)  # the table is gone: nobody is left to tell


def _tell(told: BinaryIO, value: Thought | str) -> None:
    told.write(framed(value))
    told.flush()


def _listen(asked: BinaryIO, jobs: SimpleQueue[bytes]) -> None:
    """Receive jobs, and end the process when the table is gone, whatever it is doing."""
    while len(length := asked.read(LENGTH)) == LENGTH:
        jobs.put(asked.read(int.from_bytes(length, "big")))
    os._exit(0)


def framed(value: Job | Thought | str) -> bytes:
    """A job or its result, as it goes through a pipe."""
    data = pickle.dumps(value)
    return len(data).to_bytes(LENGTH, "big") + data
