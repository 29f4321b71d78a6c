"""The victim: somebody who plays while the server is attacked, and measures every wait."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from random import Random
from time import monotonic

from bench.sitters import Table, left, listening, seated

from .server import Answer, Success, Target

HERE = "127.0.0.1"
WANTED = {"ruleset": "necromunda-2023", "scenario": {"id": "hive-stand-off"}, "players": ["human", "uniform"]}
GOOD = 'kind = "board"\nid = "yard"\ntitle = "Yard"\nsize = [24, 24]\n[[wall]]\nline = [3, 3, 9, 3]\nheight = 2\n'
WARM = 12  # choices before anything is measured
PAUSE = 0.1  # seconds between choices: a public server takes 20 messages a second
SELDOM = 4.0  # seconds between openings, and between files to be checked


class Waits:
    """The longest wait of each kind since the last look."""

    def __init__(self) -> None:
        self.longest: dict[str, float] = {}
        self.open: dict[str, float] = {}  # when what is waited for just now began
        self.wrong: list[str] = []

    def took(self, kind: str, seconds: float) -> None:
        self.longest[kind] = max(self.longest.get(kind, 0.0), seconds)

    def taken(self) -> tuple[dict[str, float], list[str]]:
        """The waits since the last look, those that are not over included, and what was answered wrongly."""
        for kind, began in self.open.items():
            self.took(kind, monotonic() - began)
        found = self.longest, self.wrong
        self.longest, self.wrong = {}, []
        return found


class Victim:
    """Plays one battle after another, opens others, has a good file checked, and looks whether the server is well."""

    def __init__(self, target: Target) -> None:
        self.target, self.waits, self.rng = target, Waits(), Random(11)
        self.warm = asyncio.Event()
        self.choices = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Sit down, and play until the server is warm.  Raises what broke down meanwhile."""
        self._tasks = [asyncio.create_task(work()) for work in (self._play, self._visit)]
        ready = asyncio.create_task(self.warm.wait())
        done, _ = await asyncio.wait([ready, *self._tasks], return_when=asyncio.FIRST_COMPLETED, timeout=300)
        if ready not in done:
            ready.cancel()
            for task in done:
                task.result()
            raise Success("nobody could play before the attacks began")

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _play(self) -> None:
        while True:
            battle = await self._opened()
            table = await seated(self.target.url, battle, [0], self.rng)
            ears = listening(table)
            try:
                await self._through(table)
            except (OSError, TimeoutError) as fault:
                self.waits.wrong.append(f"the battle broke off: {type(fault).__name__} {fault}")
                await asyncio.sleep(1.0)
            finally:
                with suppress(Exception):
                    await left(table)
                for each in ears:
                    each.cancel()

    async def _through(self, table: Table) -> None:
        """Play a battle to its end."""
        while not table.is_over:
            if table.question() is None:  # the bot thinks
                await self._timed("bot", self._asked(table))
                continue
            await self._timed("choice", table.choose())
            self.choices += 1
            if self.choices >= WARM and not self.warm.is_set():
                self.waits.taken()
                self.warm.set()
            await asyncio.sleep(PAUSE)

    async def _asked(self, table: Table) -> None:
        while table.question() is None and not table.is_over:
            await asyncio.sleep(0.01)

    async def _timed(self, kind: str, work: object) -> object:
        self.waits.open[kind] = began = monotonic()
        try:
            return await work  # type: ignore[misc]
        finally:
            del self.waits.open[kind]
            self.waits.took(kind, monotonic() - began)

    async def _opened(self) -> dict[str, object]:
        answer = await self._timed("opening", self.target.post("/api/games", WANTED, source=HERE))
        assert isinstance(answer, Answer)
        if answer.status != 200:
            raise Success(f"the victim could not open a battle: {answer.status} {answer.words}")
        found: dict[str, object] = json.loads(answer.body)
        return found

    async def _visit(self) -> None:
        """What others do meanwhile who only come to look."""
        await self.warm.wait()
        while True:
            try:
                health = await self._timed("health", self.target.get("/health", source=HERE))
                assert isinstance(health, Answer)
                if health.status != 200:
                    self.waits.wrong.append(f"/health said {health.status}: {health.words}")
                await self._opened()
                checked = await self._timed("check", self.target.check(GOOD, source=HERE))
                assert isinstance(checked, Answer)
                if b'"ok":true' not in checked.body:
                    self.waits.wrong.append(f"a good file was judged {checked.status}: {checked.words}")
            except (Success, OSError) as fault:
                self.waits.wrong.append(str(fault))
            await asyncio.sleep(SELDOM)
