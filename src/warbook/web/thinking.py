"""Thinking: what takes time, or may never end (bots, odds, regions, aims), runs in worker processes, next to the table.

A bot's question stays open like a person's while it thinks; whatever else was asked is told only if the position is
still the one it was asked of.  Threads would share one interpreter lock with the event loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from .. import compiling, rulesets
from ..compiling import Progress
from ..core.errors import WarbookError
from ..core.game import Game
from ..core.tableau import Aim
from .desk import Desk, Drafts, Job, Thought
from .metrics import THOUGHT
from .protocol import Checked, OddsTold, Regioned, Service, Suggested
from .workers import Workers

logger = logging.getLogger(__name__)
PATIENCE = 120.0  # seconds after which a worker that does not answer is given up
BRIEF = 30.0  # the same where no program thinks
SETTLING = 5.0  # seconds after the start in which the first page has the processor for itself


class Stumbled(WarbookError):
    """Something broke down while thinking: a bot, a rule or the worker itself."""


class Unready(WarbookError):
    """No process can begin to think."""


class Thinking:
    """What the table can ask for.  All of it raises `WarbookError` where the table is told nothing, `Stumbled` (one of
    these) where something broke down, `Unready` (one too) where nobody can think at the moment.  `on_service` is called
    whenever `service` has changed."""

    def __init__(self) -> None:
        self._drafts = Drafts()
        self.on_service: list[Callable[[Service], None]] = []

    @property
    def service(self) -> Service:
        """How those who think are, for everybody at a table."""
        return Service()

    async def bot(self, game_id: str, game: Game, seat: int, name: str) -> Any:
        """The answer of a bot to the open question of a seat."""
        return await self._value_of(self._drafts.job("bot", game, seat, battle=game_id, name=name))

    async def foresee(self, game_id: str, game: Game, seat: int, name: str) -> None:
        """Get a bot's worker ready for the next question of a seat, where one has nothing else to do."""

    async def odds(self, game_id: str, game: Game, seat: int, answer: Any, thorough: bool = False) -> OddsTold:
        """How likely the outcomes are if a seat gives this answer to its open question: at once, or `thorough`."""
        told: OddsTold = await self._value_of(
            self._drafts.job("odds", game, seat, battle=game_id, answer=answer, thorough=thorough)
        )
        return told

    async def route(
        self, game_id: str, game: Game, seat: int, legs: Any, to: Any, who: int = -1, answer: Any = None
    ) -> Checked:
        """The shortest legal way on from these legs to a point, for the open path of a seat; for the march or muster of
        a unit, the way of one of its members (see `protocol.Route`)."""
        found: Checked = await self._value_of(
            self._drafts.job("route", game, seat, battle=game_id, legs=legs, to=to, who=who, answer=answer)
        )
        return found

    async def region(self, game_id: str, game: Game, seat: int) -> Regioned:
        """Everywhere that the open path or place of a seat can lead."""
        found: Regioned = await self._value_of(self._drafts.job("region", game, seat, battle=game_id))
        return found

    async def suggest(self, game_id: str, game: Game, seat: int, most: int) -> Suggested:
        """Up to so many good answers to the open question of a seat."""
        found: Suggested = await self._value_of(self._drafts.job("suggest", game, seat, battle=game_id, most=most))
        return found

    async def aims(self, game_id: str, game: Game, eyes: int, who: int) -> tuple[Aim, ...]:
        """Whom a model could aim at, as a seat (-1: whoever watches) may know it."""
        found: tuple[Aim, ...] = await self._value_of(self._drafts.job("aims", game, eyes, battle=game_id, who=who))
        return found

    def start(self) -> None:
        """Get ready for what will be asked."""

    async def close(self) -> None:
        """Stop thinking."""

    async def _value_of(self, job: Job) -> Any:
        thought = await self._think(job)
        if thought.unready:
            raise Unready(_service_unready(thought.unready).words)
        if thought.refused:
            raise WarbookError(thought.refused)
        if thought.broke:
            raise Stumbled(f"{_WHAT[job.what]} broke down: {thought.broke}")
        return thought.value

    async def _think(self, job: Job) -> Thought:
        raise NotImplementedError


def _service_unready(why: str) -> Service:
    return Service(
        words=f"The server cannot start a process to think in: {why}. Bots wait, and nothing is drawn on the board.",
        todo="Whoever runs the server finds more in its log; it is tried again by itself.",
        failing=True,
    )


def _service_compiling(compiled: Progress) -> Service:
    if compiled.trouble:
        return Service(
            words=f"The geometry could not be compiled: {compiled.trouble}. Battles run, and bots take longer.",
            todo="`warbook compile` tries again and shows more.",
        )
    if not compiled.total:
        return Service()
    return Service(
        words=f"Getting faster: {compiled.done} of {compiled.total} parts of the geometry are compiled; "
        "battles run meanwhile."
    )


_WHAT = {
    "bot": "the bot",
    "odds": "the odds",
    "route": "the way",
    "region": "the region",
    "suggest": "the suggestions",
    "aims": "the lines of sight",
}


class Inline(Thinking):
    """Thinks in this process, and holds it up: for tests, and for a table with one program at it."""

    def __init__(self) -> None:
        super().__init__()
        self._desk = Desk()

    async def _think(self, job: Job) -> Thought:
        return self._desk.think(job)


class Thinkers(Thinking):
    """Thinks in worker processes, each of which does one job at a time: one for what people wait for, where there are
    several, and the others for programs too.  Where it `compiles`, it has the kernels compiled that are not yet, while
    the processes think with them as they stand."""

    def __init__(
        self, workers: int = 2, *, warm: bool = True, patience: float = PATIENCE, compiles: bool = False
    ) -> None:
        super().__init__()
        self.patience = patience
        self.workers = Workers(max(1, workers), rulesets.names() if warm else (), self._tell_service)
        self._compiles, self._compiling = compiles, Progress(0, 0)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        lacking = self._compiles and compiling.lacking()
        self.workers.start(rehearse=False)
        self._task = asyncio.create_task(self._compile() if lacking else self._rehearse())

    @property
    def service(self) -> Service:
        if self.workers.trouble:
            return _service_unready(self.workers.trouble)
        return _service_compiling(self._compiling)

    def _tell_service(self) -> None:
        for tell in self.on_service:
            tell(self.service)

    async def _rehearse(self) -> None:
        """Have the workers go through what may be asked, once whoever started the table has seen it."""
        await asyncio.sleep(SETTLING)
        self.workers.start()

    async def _compile(self) -> None:
        """Have the kernels compiled, and then let processes think that take them so."""
        await asyncio.sleep(SETTLING)
        async for self._compiling in compiling.progress():
            self._tell_service()
        if self._compiling.complete:
            await self.workers.renew()
            self._compiling = Progress(0, 0)
            self._tell_service()
            logger.info("geometry compiled")
        elif self._compiling.trouble:
            logger.warning("geometry not compiled", extra={"why": self._compiling.trouble})

    async def wait_until_ready(self) -> tuple[int, ...]:
        """Wait until all workers have warmed up; answers the numbers of their processes."""
        await asyncio.gather(*self.workers.start())
        return self.workers.pids

    async def foresee(self, game_id: str, game: Game, seat: int, name: str) -> None:
        if self.workers.may_foresee:
            await self._think(self._drafts.job("foresee", game, seat, battle=game_id, name=name))

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.workers.close()

    async def _think(self, job: Job) -> Thought:
        with THOUGHT.labels(job.what).time():
            patience = self.patience if job.what in ("bot", "foresee") else min(self.patience, BRIEF)
            return await self.workers.think(job, patience)
