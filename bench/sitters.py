"""People at many tables at once: connects to a server, lets every battle make a choice now and then, and times it.

A process of its own, so that what it measures is what a screen sees.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from random import Random
from time import perf_counter
from typing import Any

import httpx2 as httpx
import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

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
    at: tuple[int, int]
    options: tuple[Option, ...] = ()


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

    async def listen(self) -> None:
        async for data in self.socket:
            message = _decode(data)
            if message.type == "position":
                self.position = message
                self.moved.set()
            elif message.type == "fault":
                self.faults += 1
            elif message.type == "ping":
                await self.socket.send('{"type":"pong"}')
            if message.re in self.awaited:
                self.awaited.pop(message.re).set_result(message)

    async def ask(self, kind: str, **said: Any) -> Heard:
        """Say something and wait for what comes in answer."""
        self.number += 1
        answer = self.awaited[self.number] = asyncio.get_running_loop().create_future()
        await self.socket.send(_encode({"type": kind, "n": self.number, **said}).decode())
        return await asyncio.wait_for(answer, PATIENCE)


class Table:
    """One battle and the screens of its people."""

    def __init__(self, screens: Iterable[Screen], rng: Random) -> None:
        self.screens, self.rng = tuple(screens), rng
        self.choices: list[float] = []  # seconds from a choice to the new position on the last screen
        self.lost: list[str] = []

    @property
    def over(self) -> bool:
        return any(s.position is not None and s.position.ending is not None for s in self.screens)

    def question(self) -> tuple[Screen, Asked] | None:
        """Whoever must decide, and what."""
        for screen in self.screens:
            if screen.position is not None and screen.position.asked:
                return screen, screen.position.asked[0]
        return None

    async def choose(self) -> None:
        """One choice, timed until every screen of the table shows what came of it."""
        found = self.question()
        if found is None:
            return
        screen, asked = found
        options = asked.options
        if not options:
            options = (await screen.ask("suggest", seat=asked.seat, at=asked.at, most=6)).options
        busy = [option for option in options if not option.idle] or list(options)
        answer = self.rng.choice(busy).answer
        for each in self.screens:
            each.moved.clear()
        began = perf_counter()
        told = await screen.ask("choose", seat=asked.seat, at=asked.at, answer=answer)
        if told.type != "done":
            self.lost.append(f"{asked.key}: {told.type} {' '.join(told.reasons)}{told.words}")
            return
        await asyncio.wait_for(asyncio.gather(*(each.moved.wait() for each in self.screens)), PATIENCE)
        self.choices.append(perf_counter() - began)

    async def odds(self) -> float | None:
        """One preview of the odds of an option of the open question, in seconds; None where there is none."""
        found = self.question()
        if found is None or not found[1].options:
            return None
        screen, asked = found
        began = perf_counter()
        told = await screen.ask("odds", seat=asked.seat, at=asked.at, answer=self.rng.choice(asked.options).answer)
        return perf_counter() - began if told.type == "odds" else None


async def opened(http: httpx.AsyncClient, scenario: str, ruleset: str, players: tuple[str, ...], seed: int) -> Any:
    """A new battle's id and links."""
    wanted = {"ruleset": ruleset, "scenario": {"id": scenario}, "players": players, "seed": seed}
    reply = await http.post("/api/games", json=wanted)
    reply.raise_for_status()
    return reply.json()


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


def listening(table: Table) -> list[asyncio.Task[None]]:
    """What hears the messages of a table's screens."""
    return [asyncio.create_task(screen.listen()) for screen in table.screens]
