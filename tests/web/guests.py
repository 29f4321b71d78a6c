"""Guests: houses and people for the tests of the table, without a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
from sqlalchemy import text

from warbook import table
from warbook.core.ruleset import Setup
from warbook.core.structs import replace
from warbook.web.house import House
from warbook.web.protocol import VERSION, Choose, Client, Hello, Opened, Position, Server
from warbook.web.room import Room
from warbook.web.storage import Storage
from warbook.web.thinking import Inline, Thinking

SCENARIOS = ("hive-stand-off", "open-field")  # one of each ruleset
PATIENCE = 60.0  # seconds until something happens on a busy machine
Database = Path | str | Storage
T = TypeVar("T", bound=msgspec.Struct)


@cache
def setup(scenario: str = SCENARIOS[0]) -> Setup:
    """The setup of a shipped scenario."""
    return table.setup(scenario)


@cache
def short(scenario: str = SCENARIOS[0]) -> Setup:
    """The same, with as few rounds as may be agreed on: for battles that are played to their end."""
    options = {"rounds": 4} if scenario == SCENARIOS[1] else {}  # the other is over when a gang has run away
    return table.setup(scenario, options=options)


class Time:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Guest:
    """Somebody at a table, who keeps everything that was told."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.told: list[Server] = []
        self._numbers = count(1)
        self._answers: dict[int, Server] = {}  # by the number of the question
        self._answered = asyncio.Event()

    def send(self, told: Server | bytes) -> None:
        heard = msgspec.json.decode(told, type=Server) if isinstance(told, bytes) else told
        self.told.append(heard)
        if heard.re:
            self._answers.setdefault(heard.re, heard)
            self._answered.set()

    async def ask(self, message: Client) -> Any:
        """Say something, and get the answer to it."""
        number = next(self._numbers)
        await self.room.hear(self, replace(message, n=number))
        async with asyncio.timeout(PATIENCE):
            while number not in self._answers:
                self._answered.clear()
                await self._answered.wait()
        return self._answers[number]

    def all(self, kind: type[T]) -> list[T]:
        return [told for told in self.told if isinstance(told, kind)]

    def last(self, kind: type[T]) -> T:
        found = next((told for told in reversed(self.told) if isinstance(told, kind)), None)
        assert found is not None, f"nobody was told a {kind.__name__}"
        return found

    @property
    def position(self) -> Position:
        """The battle as it was shown last."""
        return self.last(Position)

    async def choose(self, answer: Any, seat: int | None = None) -> Any:
        """Answer the question that was shown last."""
        asked = next(each for each in self.position.asked if seat is None or each.seat == seat)
        return await self.ask(Choose(seat=asked.seat, at=asked.at, answer=answer))

    async def go_on(self, rng: Random, steps: int = 1) -> None:
        """Give so many legal answers, of whatever kind."""
        for _ in range(steps):
            if not self.position.asked:
                return
            decision = self.room.asked_of(self.position.asked[0].seat)
            assert decision is not None
            done = await self.choose(decision.sample(rng))
            assert type(done).__name__ == "Done", done


def token(opened: Opened, seat: int) -> str:
    """The token of a seat (-1: of those who watch)."""
    return next(link.token for link in opened.links if link.seat == seat)


async def sits(house: House, opened: Opened, *seats: int, name: str = "", **hello: Any) -> Guest:
    """Somebody comes to these seats (-1: to watch)."""
    room = await house.room(opened.game)
    guest = Guest(room)
    shown = tuple(token(opened, seat) for seat in seats)
    await room.join(guest, Hello(protocol=VERSION, game=opened.game, tokens=shown, name=name, **hello))
    return guest


@asynccontextmanager
async def house(
    database: Path | str | Storage, thinkers: Thinking | None = None, **wanted: Any
) -> AsyncIterator[House]:
    """A house on a database, which is closed in the end."""
    made = lived_in(database, thinkers, **wanted)
    await made.start()
    try:
        yield made
    finally:
        await made.close()


def lived_in(database: Database, thinkers: Thinking | None = None, **wanted: Any) -> House:
    """A house on a file, or a URL, which nobody closes: killed when the test forgets it."""
    storage = database if isinstance(database, Storage) else Storage(url_of(database))
    storage.migrate()
    return House(storage, thinkers or Inline(), **wanted)


def url_of(database: Path | str) -> str:
    return f"sqlite:///{database}" if isinstance(database, Path) else database


def kill(ours: House) -> None:
    """A house does nothing by itself any more, as if its process had died: no clock of it runs out and it shows no sign
    of life, however slow the machine is.  Every server counts as dead."""
    for task in ours._tasks:
        task.cancel()
    with ours.storage.writing() as connection:
        connection.execute(text("UPDATE servers SET beat = 0"))


async def until(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something holds."""
    for _ in range(int(seconds / 0.005)):
        if holds():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came to be")
