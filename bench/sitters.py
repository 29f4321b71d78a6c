"""People at many tables at once: connects to a server, lets every battle make a choice now and then, and times it.

A process of its own, so that what it measures is what a screen sees.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

LISTED = ("choose", "window", "confirm")  # kinds of question whose options are answers
STRAY = 1500  # thousandths of an inch that somebody goes who does not look where
PATIENCE = 30.0  # seconds that an answer may take before it counts as lost


class Option(Struct, frozen=True):
    """As much of an option as is needed to take it."""

    answer: Any = None
    who: int = -1
    idle: bool = False


class Asked(Struct, frozen=True):
    """As much of a question."""

    seat: int
    key: str
    kind: str
    at: tuple[int, int]
    options: tuple[Option, ...] = ()
    origin: tuple[int, int, int] = (0, 0, 0)
    facing: bool = False


class Entry(Struct, frozen=True):
    """As much of a line of the log."""

    step: int
    event: int
    words: str


class Seen(NamedTuple):
    """What a screen was shown of a battle: how far it has come, and everything that has happened."""

    at: tuple[int, int] = (0, 0)
    log: tuple[Entry, ...] = ()


NOTHING = Seen()


class Heard(Struct, frozen=True):
    """As much of any message."""

    type: str
    re: int = 0
    at: tuple[int, int] = (0, 0)
    asked: tuple[Asked, ...] = ()
    options: tuple[Option, ...] = ()
    reasons: tuple[str, ...] = ()
    words: str = ""
    ending: Any = None
    since: int = 0
    log: tuple[Entry, ...] = ()


_decode = msgspec.json.Decoder(Heard).decode
_encode = msgspec.json.Encoder().encode


class Screen:
    """One socket: the last position, and the answers that are awaited."""

    def __init__(self, socket: ClientConnection, seat: int) -> None:
        self.socket, self.seat = socket, seat
        self.position: Heard | None = None
        self.moved = asyncio.Event()
        self.awaited: dict[int, asyncio.Future[Heard]] = {}
        self.number, self.faults = 0, 0
        self.seen = NOTHING

    async def listen(self) -> None:
        """Hear what is told, until the line is cut; then nobody is answered any more."""
        try:
            async for data in self.socket:
                self._hear(_decode(data))
        except ConnectionClosed:
            for answer in self.awaited.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the line was cut"))
                    answer.exception()  # whoever waited may be gone

    def _hear(self, message: Heard) -> None:
        if message.type == "position":
            self.position = message
            self.seen = Seen(message.at, self.seen.log[: message.since] + message.log)
            self.moved.set()
        elif message.type == "fault":
            self.faults += 1
        answer = self.awaited.pop(message.re, None)
        if answer is not None and not answer.done():
            answer.set_result(message)

    async def ask(self, kind: str, **said: Any) -> Heard:
        """Say something and wait for what comes in answer."""
        self.number += 1
        answer = self.awaited[self.number] = asyncio.get_running_loop().create_future()
        await self.socket.send(_encode({"type": kind, "n": self.number, **said}).decode())
        return await asyncio.wait_for(answer, PATIENCE)


class Intent(NamedTuple):
    """A choice that somebody is about to make."""

    screen: Screen
    asked: Asked
    answer: Any


class Table:
    """One battle and the screens of its people."""

    def __init__(self, screens: Iterable[Screen], rng: Random) -> None:
        self.screens, self.rng = tuple(screens), rng
        self.choices: list[float] = []  # seconds from a choice to the new position on the last screen
        self.lost: list[str] = []
        self.ears: list[asyncio.Task[None]] = []

    @property
    def is_over(self) -> bool:
        return any(s.position is not None and s.position.ending is not None for s in self.screens)

    def question(self) -> tuple[Screen, Asked] | None:
        """Whoever must decide, and what."""
        for screen in self.screens:
            if screen.position is not None and screen.position.asked:
                return screen, screen.position.asked[0]
        return None

    async def considered(self) -> Intent | None:
        """What will be chosen next; where the question has no list, it is looked at first what could be."""
        found = self.question()
        if found is None:
            return None
        screen, asked = found
        options = asked.options
        if asked.kind not in LISTED:
            options = (await screen.ask("suggest", seat=asked.seat, at=asked.at, most=6)).options
        busy = [option for option in options if not option.idle] or list(options)
        return Intent(screen, asked, self.rng.choice(busy).answer) if busy else None

    def at_once(self) -> Intent | None:
        """Something to choose without asking what could be; it may be refused."""
        found = self.question()
        if found is None:
            return None
        screen, asked = found
        answers: list[Any] = [option.answer for option in asked.options if not option.idle]
        if asked.kind == "order":
            return Intent(screen, asked, answers)
        if asked.kind == "path":
            x, y, z = asked.origin
            to = [x + self.rng.randint(-STRAY, STRAY), y + self.rng.randint(-STRAY, STRAY), z]
            return Intent(screen, asked, [[*to, 0], [0, 1]] if asked.facing else [[*to, 0]])
        answers = answers or [option.answer for option in asked.options]
        return Intent(screen, asked, self.rng.choice(answers)) if answers else None

    def seen(self) -> Seen:
        """The furthest that any screen was shown."""
        return max((screen.seen for screen in self.screens), key=lambda seen: seen.at)

    def knows(self, seen: Seen) -> bool:
        """Whether every screen has been told what was `seen` earlier, in the same words."""
        return all(
            screen.seen.at >= seen.at and screen.seen.log[: len(seen.log)] == seen.log for screen in self.screens
        )

    async def choose(self, intent: Intent | None = None) -> None:
        """One choice, timed until every screen of the table shows what came of it."""
        intent = intent or await self.considered()
        if intent is None:
            return
        screen, asked, answer = intent
        for each in self.screens:
            each.moved.clear()
        began = perf_counter()
        told = await screen.ask("choose", seat=asked.seat, at=asked.at, answer=answer)
        if told.type != "done":
            self.lost.append(f"{asked.key}: {told.type} {' '.join(told.reasons)}{told.words}")
            return
        await asyncio.wait_for(asyncio.gather(*(each.moved.wait() for each in self.screens)), PATIENCE)
        self.choices.append(perf_counter() - began)

    @property
    def asks(self) -> bool:
        """Whether somebody is asked to take one of a list."""
        found = self.question()
        return found is not None and found[1].kind in LISTED

    async def odds(self) -> float | None:
        """One preview of the odds of an option of the open question, in seconds; None where the battle went on
        meanwhile."""
        found = self.question()
        assert found is not None
        screen, asked = found
        began = perf_counter()
        told = await screen.ask("odds", seat=asked.seat, at=asked.at, answer=self.rng.choice(asked.options).answer)
        return perf_counter() - began if told.type == "odds" else None


async def seated(address: str, battle: Any, seats: Iterable[int], rng: Random) -> Table:
    """The screens of a battle, each at its seat, listening."""
    tokens = {link["seat"]: link["token"] for link in battle["links"]}
    screens = []
    for seat in seats:
        socket = await connect(
            f"{address.replace('http', 'ws', 1)}/api/games/{battle['game']}/socket",
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        screen = Screen(socket, seat)
        hello = {"type": "hello", "protocol": 1, "game": battle["game"], "tokens": [tokens[seat]]}
        await socket.send(_encode(hello).decode())
        screens.append(screen)
    return Table(screens, rng)


async def left(table: Table) -> None:
    """Everybody gets up."""
    for screen in table.screens:
        await screen.socket.close()


def listening(table: Table) -> list[asyncio.Task[None]]:
    """What hears the messages of a table's screens."""
    return [asyncio.create_task(screen.listen()) for screen in table.screens]
