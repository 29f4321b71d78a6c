"""Thinking: what takes time, or may never end (bots, odds, regions, aims, a stranger's record), runs in worker
processes, next to the table.

A bot's question stays open like a person's while it thinks; whatever else was asked is told only if the position is
still the one it was asked of.  Threads would share one interpreter lock with the event loop.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from .. import rulesets
from ..core.errors import WarbookError
from ..core.game import Game
from ..core.tableau import Aim
from .desk import Desk, Drafts, Job, Thought
from .metrics import THOUGHT
from .protocol import Checked, OddsTold, Regioned, Suggested
from .workers import Workers

if TYPE_CHECKING:
    from .bringing import Begun

PATIENCE = 120.0  # seconds after which a worker that does not answer is given up
BRIEF = 30.0  # the same where no program thinks


class Stumbled(WarbookError):
    """Something broke down while thinking: a bot, a rule or the worker itself."""


class Thinking:
    """What the table can ask for.  All of it raises `WarbookError` where the table is told nothing, `Stumbled` (one of
    these) where something broke down."""

    def __init__(self) -> None:
        self._drafts = Drafts()

    async def bot(self, game_id: str, game: Game, seat: int, name: str) -> Any:
        """The answer of a bot to the open question of a seat."""
        return await self._done(self._drafts.job("bot", game, seat, battle=game_id, name=name))

    async def odds(self, game: Game, seat: int, answer: Any, thorough: bool = False) -> OddsTold:
        """How likely the outcomes are if a seat gives this answer to its open question: at once, or `thorough`."""
        told: OddsTold = await self._done(self._drafts.job("odds", game, seat, answer=answer, thorough=thorough))
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

    async def brought(self, record: bytes, players: tuple[str, ...], seed: int, *, chosen: bool = False) -> Begun:
        """The battle that goes on from a record of who knows whom, with dice of this seed, which is a server's share
        unless somebody has `chosen` it: raises `WarbookError` where it cannot be played."""
        how = "chosen" if chosen else "shared"
        found: Begun = await self._done(Job("record", "", record, b"", b"", -1, name=how, answer=players, seed=seed))
        return found

    def start(self) -> None:
        """Get ready for what will be asked."""

    async def close(self) -> None:
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
    """Thinks in worker processes, each of which does one job at a time: one for what people wait for, where there are
    several, and the others for programs too."""

    def __init__(self, workers: int = 2, *, warm: bool = True, patience: float = PATIENCE) -> None:
        super().__init__()
        self.patience = patience
        self.workers = Workers(max(1, workers), rulesets.names() if warm else ())

    def start(self) -> None:
        self.workers.start()

    async def ready(self) -> tuple[int, ...]:
        """Wait until all workers have warmed up; answers the numbers of their processes."""
        await asyncio.gather(*self.workers.start())
        return self.workers.pids

    async def close(self) -> None:
        await self.workers.close()

    async def _think(self, job: Job) -> Thought:
        with THOUGHT.labels(job.what).time():
            return await self.workers.think(job, self.patience if job.what == "bot" else min(self.patience, BRIEF))
