"""Storms: what each may do once, done as often and as fast as it goes."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any

from websockets.exceptions import WebSocketException

from bench.sitters import Table, listening, seated
from warbook.web.limits import Rules

from . import records
from .crowds import SOON, Battle, Crowd, greet, must_be_welcome, open_battle
from .files import BOARD, FRESH, open_with
from .server import Success, Target
from .thinking import ZONES

FROM = "127.0.9.{}"
OFTEN = 150  # messages on a line
COMINGS = 120
SOCKETS = 1000
OPENED = 80
EXPORTS = 60
MOST_OPENED = int(Rules().opened)  # by one address
WEIGHING = 5.0  # seconds
MAZE = "[[wall]]\nline = [{x}, {y}, {x}, {z}]\nheight = 3\n"


async def everything_at_once(target: Target) -> str:
    """Undo, redo, standing orders, chat and branches without pause hold up a table, or are lost."""
    battle, table = await _played(target, 1)
    other = Battle(battle)
    try:
        async with target.socket(other.game, source=FROM.format(2)) as socket:
            await greet(socket, other.game, other.tokens[0], other.tokens[1])
            wanted = _wishes()
            for number, wish in enumerate(wanted, 1):
                await socket.send(json.dumps(wish | {"n": number}))
            took = await must_be_welcome(target, other, FROM.format(3), f"with {len(wanted)} wishes at once")
            answered = set[int]()
            with suppress(TimeoutError):
                async with asyncio.timeout(40):
                    while len(answered) < len(wanted):
                        answered.add(json.loads(await socket.recv()).get("re", 0) or 0)
                        answered.discard(0)
            if len(answered) < len(wanted):
                raise Success(f"{len(wanted) - len(answered)} of {len(wanted)} wishes were never answered")
    finally:
        _cut(table)
    return f"all {len(wanted)} were answered; both seats were welcome after {took:.1f} s"


def _wishes() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for n in range(OFTEN // 6):
        found += [
            {"type": "undo", "seat": n % 2},
            {"type": "consent", "seat": 1 - n % 2, "agree": True},
            {"type": "redo", "seat": n % 2},
            {"type": "stand", "seat": n % 2, "order": {"window": f"w{n}", "unless": [*range(100)]}},
            {"type": "say", "seat": n % 2, "words": "x" * 500},
            {"type": "branch", "step": n % 3, "players": ["human", "human"]},
        ]
    return found


async def two_who_answer_at_once(target: Target) -> str:
    """Two screens of a seat answer one question at once, and both answers count."""
    _, table = await _played(target, 10, screens=(0, 0, 1, 1))
    counted: list[int] = []
    try:
        for _ in range(25):
            intent = await table.considered()
            if intent is None:
                await asyncio.sleep(0.05)
                continue
            both = [screen for screen in table.screens if screen.seat == intent.asked.seat]
            at = intent.asked.at
            answers = await asyncio.gather(
                *(each.ask("choose", seat=intent.asked.seat, at=at, answer=intent.answer) for each in both)
            )
            counted.append(sum(answer.type == "done" for answer in answers))
            await asyncio.sleep(0.1)
    finally:
        _cut(table)
    if set(counted) != {1}:
        raise Success(f"of two answers to each question so many counted: {counted}")
    return f"of two answers to each of {len(counted)} questions one counted"


async def coming_and_going(target: Target) -> str:
    """Screens that come, greet and go without end hold up those who play."""
    battle, table = await _played(target, 20)
    ours = Battle(battle)
    try:

        async def come(number: int) -> bool:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with (
                    asyncio.timeout(SOON),
                    target.socket(ours.game, source=FROM.format(21 + number % 9)) as socket,
                ):
                    return bool((await greet(socket, ours.game, ours.tokens[number % 2]))["type"] == "welcome")
            return False

        came = sum(await Crowd(target, ours.game).all(come, COMINGS))
        took = await must_be_welcome(target, ours, FROM.format(39), f"after {came} came and went")
    finally:
        _cut(table)
    if came < COMINGS * 0.9:
        raise Success(f"only {came} of {COMINGS} with the token of a seat were welcome")
    return f"{came} came and went; both seats were welcome after {took:.1f} s"


async def records_in_a_loop(target: Target) -> str:
    """The record of a long battle, asked for again and again, holds up the others."""
    answer = await target.post("/api/games/import?players=human,human", records.battle(), source=FROM.format(40))
    if answer.status != 201:
        raise Success(f"a true record was not taken: {answer.status} {answer.words}")
    battle = Battle(json.loads(answer.body))
    bearer = {"Authorization": f"Bearer {battle.tokens[0]}"}
    path = f"/api/games/{battle.game}/record"

    async def ask(number: int) -> bool:
        got = await target.request("GET", path, b"", headers=bearer, source=FROM.format(41))
        return got.status == 200

    began = monotonic()
    given = sum(await Crowd(target, battle.game).all(ask, EXPORTS))
    return f"{given} records of {len(records.battle()) >> 10} kB were given in {monotonic() - began:.1f} s"


async def battles_without_end(target: Target) -> str:
    """Battles are opened as fast as it goes, until nobody else can open one."""

    async def one(number: int) -> bool:
        answer = await target.post("/api/games", FRESH, source=FROM.format(50))
        return answer.status == 200

    opened = sum(await Crowd(target, "").all(one, OPENED))
    if opened > MOST_OPENED + 2:
        raise Success(f"one address opened {opened} battles in a row")
    return f"{opened} of {OPENED} were opened, then the address was told to wait"


async def a_thousand_who_watch(target: Target) -> str:
    """A thousand sockets from many addresses watch five battles."""
    battles = [await open_battle(target, FROM.format(60 + n)) for n in range(5)]
    crowds = [Crowd(target, battle.game) for battle in battles]
    try:

        async def watch(number: int) -> bool:
            crowd, battle = crowds[number % 5], battles[number % 5]
            with suppress(OSError, WebSocketException, TimeoutError):
                socket = await crowd.connect(FROM.format(70 + number % 20))
                return bool((await greet(socket, battle.game))["type"] == "welcome")
            return False

        inside = sum(await crowds[0].all(watch, SOCKETS))
        took = max([await must_be_welcome(target, battle, FROM.format(70), f"with {inside}") for battle in battles])
    finally:
        for crowd in crowds:
            await crowd.__aexit__()
    return f"{inside} could watch; all seats were welcome after {took:.1f} s"


async def odds_with_care(target: Target) -> str:
    """Odds counted with care in a maze, for many screens at once, keep the processes from thinking for others."""
    walls = "".join(MAZE.format(x=2 + n % 46 * 2, y=10 + n // 46 * 8 + n % 3, z=16 + n // 46 * 8) for n in range(400))
    zones = "".join(ZONES.format(name=name, y=y) for name, y in (("south", 0), ("north", 88)))
    tables = [
        (await _played(target, 100 + n, wish=open_with(BOARD + zones + walls), screens=(0, 1) * 4))[1] for n in range(3)
    ]
    asked = 0
    try:
        ends = monotonic() + WEIGHING

        async def weigh(table: Table, number: int) -> None:
            nonlocal asked
            while monotonic() < ends:
                intent, screen = await table.considered(), table.screens[number]
                if intent is None or intent.asked.seat != screen.seat:
                    await asyncio.sleep(0.2)
                    continue
                with suppress(OSError, TimeoutError):
                    told = await screen.ask(
                        "odds", seat=screen.seat, at=intent.asked.at, answer=intent.answer, thorough=True
                    )
                    asked += told.type == "odds"

        work = asyncio.gather(*(weigh(table, n) for table in tables for n in range(8)), return_exceptions=True)
        await asyncio.wait([work], timeout=WEIGHING + 1)
        work.cancel()
    finally:
        for table in tables:
            _cut(table)
    return f"{asked} were counted, and others were thought for meanwhile"


async def _played(
    target: Target, number: int, *, wish: dict[str, Any] = FRESH, screens: tuple[int, ...] = (0, 1)
) -> tuple[dict[str, Any], Table]:
    """A battle of an address of its own that has begun."""
    answer = await target.post("/api/games", wish, source=FROM.format(number))
    if answer.status != 200:
        raise Success(f"a battle could not be opened: {answer.status} {answer.words}")
    battle: dict[str, Any] = json.loads(answer.body)
    table = await seated(target.url, battle, screens, Random(number))
    table.ears = listening(table)
    for _ in range(5):
        while table.question() is None:
            await asyncio.sleep(0.05)
        await table.choose()
        await asyncio.sleep(0.1)
    return battle, table


def _cut(table: Table) -> None:
    for screen in table.screens:
        screen.socket.transport.abort()
    for ear in table.ears:
        ear.cancel()


ATTACKS = (
    everything_at_once,
    two_who_answer_at_once,
    coming_and_going,
    records_in_a_loop,
    battles_without_end,
    a_thousand_who_watch,
    odds_with_care,
)
