"""Thought: questions that take long keep programs, and what others ask, from being thought about."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from random import Random
from typing import Any

from bench.sitters import Asked, Table, listening, seated

from .files import BOARD, open_with
from .server import Success, Target

PIECES = 490  # of a board, as many as there may be
BATTLES = 4  # on such boards
SCREENS = 6  # of a seat
EACH = 8  # questions that one screen may wait for
ON_BOARD = 60  # choices until somebody must have been asked for a path
LONG = 12.0  # seconds
ZONES = '[[deployment]]\nname = "{name}"\nrect = [0, {y}, 96, 8]\n'
PLATFORM = "[[platform]]\nrect = [{x:.2f}, {y:.2f}, 40, 40]\nz = {z}\nthickness = 0.1\n"


def roofs() -> str:
    """A board of roofs that lie over one another."""
    zones = "".join(ZONES.format(name=name, y=y) for name, y in (("south", 0), ("north", 88)))
    pieces = (PLATFORM.format(x=1 + n % 20 * 0.7, y=1 + n // 20 * 0.7, z=1 + n % 90) for n in range(PIECES))
    return BOARD + zones + "".join(pieces)


async def regions_that_take_long(target: Target) -> str:
    """Regions of a board where they take seconds, asked for by many screens at once, hold up everybody's programs."""
    tables = await asyncio.gather(*(_before_a_path(target, number) for number in range(BATTLES)))
    asking, asked = list[asyncio.Task[None]](), 0
    try:
        screens = [
            (screen, question) for table, question in tables for screen in table.screens if screen.seat == question.seat
        ]
        asking = [asyncio.create_task(_region(*each)) for each in screens for _ in range(EACH)]
        asked = len(asking)
        await asyncio.wait(asking, timeout=LONG)
    finally:
        for task in asking:
            task.cancel()
        for table, _ in tables:
            for screen in table.screens:
                screen.socket.transport.abort()
            for ear in table.ears:
                ear.cancel()
    return f"{asked} were asked for, and others were thought for meanwhile"


async def _region(screen: Any, question: Asked) -> None:
    with suppress(OSError, TimeoutError):
        await screen.ask("region", seat=question.seat, at=question.at)


async def _before_a_path(target: Target, number: int) -> tuple[Table, Asked]:
    """A battle on such a board at the first question for a path, on several screens of each seat."""
    answer = await target.post("/api/games", open_with(roofs()), source=f"127.0.6.{number + 1}")
    if answer.status != 200:
        raise Success(f"a battle could not be opened: {answer.status} {answer.words}")
    battle, rng = json.loads(answer.body), Random(number)
    table = await seated(target.url, battle, [0, 1] * (SCREENS // 2), rng)
    table.ears = listening(table)
    for _ in range(ON_BOARD):
        while (found := table.question()) is None:
            await asyncio.sleep(0.05)
        if found[1].kind == "path":
            return table, found[1]
        await table.choose()
        await asyncio.sleep(0.1)
    raise Success("nobody was asked for a path")


ATTACKS = (regions_that_take_long,)
