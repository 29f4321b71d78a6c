"""``python -m bench.tables``: the server of the table under load, killed, and with many battles in store.

    python -m bench.tables [--minutes N] [--games N] [--kills N] [--only load|kill|list|wake]

The server is a process of its own, started and killed as its users' are; it listens on loopback, and keeps its battles
in SQLite in a temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any

import httpx2 as httpx
from websockets.exceptions import WebSocketException

from warbook.web import tokens

from .figures import Figure, Skipped, table
from .machine import machine, most_memory
from .sitters import NOTHING, Seen, Table, left, listening, seated
from .stock import stocked

PACE = 3.0  # seconds from one choice of a battle to its next
PEOPLE: tuple[str, ...] = ("human", "human")
AGAINST: tuple[str, ...] = ("human", "greedy")
BOTS = 4  # battles against bots
PREVIEWS = 10  # odds asked for in a second
KILLED = 6  # battles that are played while the server is killed
SETTLE = 5.0  # seconds until the processes that think are warm
Figures = list[Figure | Skipped]


def main() -> None:
    """Measure what was asked for and print it."""
    parser = argparse.ArgumentParser(prog="python -m bench.tables", description="The server of the table.")
    parser.add_argument("--minutes", type=float, default=1.0, help="how long the load lasts")
    parser.add_argument("--games", type=int, default=500, help="battles under load, two screens each")
    parser.add_argument("--kills", type=int, default=200, help="how often the server is killed")
    parser.add_argument("--only", choices=[*PARTS], help="one of the measurements")
    asked = parser.parse_args()
    print(machine())
    for name, part in PARTS.items():
        if asked.only in (None, name):
            print(table(asyncio.run(part(asked))), flush=True)


class Served:
    """A server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.database, self.port, self.metrics = folder / "table.sqlite", _free_port(), f"127.0.0.1:{_free_port()}"
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "warbook", "serve", "--no-browser", "--port", str(self.port),
             "--metrics", self.metrics, "--database", str(self.database)],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip

    async def up(self) -> float:
        """Seconds until it answers."""
        began = perf_counter()
        async with httpx.AsyncClient(base_url=self.address) as http:
            while True:
                with suppress(httpx.TransportError):
                    if (await http.get("/health")).status_code == 200:
                        return perf_counter() - began
                await asyncio.sleep(0.01)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait()

    def cpu(self) -> float:
        """Seconds of processor that the server's own process has used."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """The most megabytes that the server's own process has held, without those that think."""
        assert self.process is not None
        return most_memory(Path(f"/proc/{self.process.pid}/status").read_text())


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# ---- many people at once ---------------------------------------------------------------------------------------------


class Hall:
    """A server, and who plays there: so many battles between people, some against programs."""

    def __init__(self, served: Served, rng: Random, stock: list[Any], games: int) -> None:
        self.served, self.rng = served, rng
        self.stock = {PEOPLE: stock[BOTS:], AGAINST: stock[:BOTS]}
        self.people: list[Table] = []
        self.against: list[Table] = []
        self.choices: list[float] = []
        self.previews: list[float] = []
        self.lost: list[str] = []
        self.faults, self.games = 0, games

    async def sit_down(self) -> None:
        """Everybody comes."""
        self.people = [await self._table(PEOPLE) for _ in range(self.games)]
        self.against = [await self._table(AGAINST) for _ in range(BOTS)]

    async def _table(self, players: tuple[str, ...]) -> Table:
        """The next battle that is kept, and its people at it."""
        battle = self.stock[players].pop(0)
        seats = [seat for seat, player in enumerate(players) if player == "human"]
        table = await seated(self.served.address, battle, seats, Random(self.rng.random()))
        table.ears = listening(table)
        return table

    async def play(self, until: float) -> None:
        """A choice of each battle every `PACE` seconds, whatever became of the one before, and odds beside them."""
        tasks = [self._paced(self.people, n, PEOPLE, until) for n in range(len(self.people))]
        tasks += [self._paced(self.against, n, AGAINST, until) for n in range(len(self.against))]
        await asyncio.gather(*tasks, self._previews(until))

    async def _paced(self, tables: list[Table], n: int, players: tuple[str, ...], until: float) -> None:
        due = perf_counter() + self.rng.random() * PACE
        while due < until:
            if tables[n].is_over and self.stock[players]:
                self._note(tables[n])
                await left(tables[n])
                tables[n] = await self._table(players)
            try:
                intent = await tables[n].considered()
                await asyncio.sleep(max(0.0, due - perf_counter()))
                await tables[n].choose(intent)
            except (TimeoutError, OSError, WebSocketException, asyncio.CancelledError) as why:
                self.lost.append(type(why).__name__)
                return
            due += PACE
        self._note(tables[n])

    def _note(self, table: Table) -> None:
        """What is to be told of a battle that is left."""
        if len(table.screens) > 1:
            self.choices += table.choices
        self.lost += table.lost
        self.faults += sum(screen.faults for screen in table.screens)

    async def _previews(self, until: float) -> None:
        waiting: set[asyncio.Task[None]] = set()

        async def one() -> None:
            asking = [table for table in self.people if table.asks]
            if not asking:
                return
            with suppress(TimeoutError):
                took = await self.rng.choice(asking).odds()
                if took is not None:
                    self.previews.append(took)

        while perf_counter() < until:
            task = asyncio.create_task(one())
            waiting.add(task)
            task.add_done_callback(waiting.discard)
            await asyncio.sleep(1 / PREVIEWS)
        await asyncio.gather(*waiting)


async def load(asked: argparse.Namespace) -> Figures:
    """So many battles, each with two screens and a choice every three seconds; bots and odds beside them."""
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        spare = int(asked.games * asked.minutes / 10) + 10  # for those who come to the end of theirs
        stock = stocked(served.database, [AGAINST] * BOTS + [PEOPLE] * (asked.games + spare))
        served.start()
        await served.up()
        async with httpx.AsyncClient(base_url=served.address, timeout=60) as http:
            hall = Hall(served, Random(1), stock, asked.games)
            await hall.sit_down()
            await asyncio.sleep(SETTLE)
            before, cpu = await _bots_answers(http, served), served.cpu()
            await hall.play(perf_counter() + 60 * asked.minutes)
            bots, cpu = await _bots_answers(http, served) - before, served.cpu() - cpu
            memory = served.memory()
            for table in (*hall.people, *hall.against):
                for ear in table.ears:
                    ear.cancel()
        served.kill(signal.SIGTERM)
    for why in hall.lost[:5]:
        print(f"  lost: {why}")
    wanted = 0.95 * asked.games * 60 * asked.minutes / PACE
    made = len(hall.choices)
    return [
        Figure(f"choices in {asked.minutes:g} min, {2 * asked.games} screens", made, "", wanted=wanted, better="more"),
        Figure("choices refused or lost, and faults", len(hall.lost) + hall.faults, "", wanted=0),
        Figure("a choice on every screen, p50", 1000 * _quantile(hall.choices, 50), "ms"),
        Figure("a choice on every screen, p95", 1000 * _quantile(hall.choices, 95), "ms", wanted=50),
        Figure("CPU of the server's own process, a choice", 1000 * cpu / max(1, made), "ms"),
        Figure(f"odds previews, {len(hall.previews) / 60 / asked.minutes:.1f} a second, p50",
               1000 * _quantile(hall.previews, 50), "ms"),
        Figure("odds preview, p95", 1000 * _quantile(hall.previews, 95), "ms", wanted=100),
        Figure(f"answers of programs in {BOTS} battles", bots, ""),
        Figure("memory of the server", memory, "MB", wanted=600),
    ]  # fmt: skip


async def _bots_answers(http: httpx.AsyncClient, served: Served) -> int:
    """How often a program has answered by now."""
    counted = [
        line.split()[-1]
        for line in (await http.get(f"http://{served.metrics}/metrics")).text.splitlines()
        if line.startswith('warbook_thinking_seconds_count{what="bot"}')
    ]
    return int(float(counted[0])) if counted else 0


def _quantile(seconds: Sequence[float], percent: int) -> float:
    return quantiles(seconds, n=100)[percent - 1] if len(seconds) > 1 else float("inf")


# ---- killed ----------------------------------------------------------------------------------------------------------


async def kill(asked: argparse.Namespace) -> Figures:
    """Kill the server at random moments while choices are made at many tables: what any screen was shown must still be
    so after, word for word."""
    rng, lost, shown = Random(2), 0, 0
    kills = under_way = 0
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        stock = stocked(served.database, [PEOPLE] * (KILLED + 2 * asked.kills))
        playing = [stock.pop() for _ in range(KILLED)]
        seen: dict[str, Seen] = {}
        served.start()
        for _ in range(asked.kills):
            await served.up()
            tables = await asyncio.gather(*(seated(served.address, battle, (0, 1), rng) for battle in playing))
            for each in tables:
                each.ears = listening(each)
            await asyncio.gather(*(_stands(each) for each in tables))
            for battle, each in zip(playing, tables, strict=True):
                lost += not each.knows(seen.get(battle["game"], NOTHING))
            busy = [asyncio.create_task(_hurried(each)) for each in tables]
            await asyncio.sleep(rng.random() * 0.5)
            under_way += sum(len(screen.awaited) for each in tables for screen in each.screens)
            served.kill()
            served.start()
            kills += 1
            await asyncio.gather(*(ear for each in tables for ear in each.ears))
            for task in busy:
                task.cancel()
            await asyncio.gather(*busy)
            shown += sum(len(each.choices) for each in tables)
            for number, each in enumerate(tables):
                seen[playing[number]["game"]] = each.seen()
                if stock and (each.is_over or not each.choices):  # over, or at a question that takes thought
                    playing[number] = stock.pop()
        served.kill(signal.SIGTERM)
    return [
        Figure("times the server was killed", kills, "", wanted=asked.kills, better="more"),
        Figure("choices that screens were shown meanwhile", shown, ""),
        Figure("choices under way when it was killed", under_way, ""),
        Figure("battles that had forgotten what a screen was shown", lost, "", wanted=0),
    ]


async def _hurried(each: Table) -> None:
    """One choice after the other, until the line is cut.  Who thinks for people may not be up yet: what is asked for
    with a list is answered from it, all else by a step to the side or not at all."""
    with suppress(TimeoutError, OSError, WebSocketException):
        while not each.is_over:
            await each.choose(each.at_once())


async def _stands(each: Table) -> None:
    """Wait until every screen has been told where the battle stands."""
    await asyncio.wait_for(asyncio.gather(*(screen.moved.wait() for screen in each.screens)), 30)


# ---- many battles ----------------------------------------------------------------------------------------------------


async def listed(asked: argparse.Namespace) -> Figures:
    """The battles of a server that keeps ten thousand: all at once, and a page of them as the list shows it."""
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        stock = stocked(served.database, [PEOPLE] * 40)
        _copied(served.database, [battle["game"] for battle in stock], 10_000)
        served.start()
        await served.up()
        async with httpx.AsyncClient(base_url=served.address, timeout=60) as http:
            whole, found = await _asked_for(http, most=10_000)
            assert len(found["games"]) == 10_000
            page, found = await _asked_for(http, most=50, before=(await _asked_for(http, most=50))[1]["more"])
            assert len(found["games"]) == 50
        served.kill(signal.SIGTERM)
    return [
        Figure("10,000 battles listed", 1000 * whole, "ms", wanted=100),
        Figure("a page of 50 of them", 1000 * page, "ms", wanted=100),
    ]


async def _asked_for(http: httpx.AsyncClient, **which: Any) -> tuple[float, Any]:
    """A list of battles, and the seconds that it took at the median."""
    took = []
    for _ in range(9):
        began = perf_counter()
        reply = await http.get("/api/games", params=which)
        took.append(perf_counter() - began)
    return sorted(took)[4], reply.json()


async def wake(asked: argparse.Namespace) -> Figures:
    """A server that is killed with a thousand battles on its tables, until every screen is in step again."""
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        stock = stocked(served.database, [PEOPLE] * 1000)
        served.start()
        await served.up()
        first = await _all_on_a_screen(served, stock)
        served.kill()
        served.start()
        up = await served.up()
        back = await _all_on_a_screen(served, stock)
        memory = served.memory()
        served.kill(signal.SIGTERM)
    return [
        Figure("1,000 battles are on a screen for the first time", first, "s"),
        Figure("a killed server with 1,000 battles answers again", up, "s", wanted=5),
        Figure("and every one of them is back on a screen", back, "s"),
        Figure("memory of the server", memory, "MB"),
    ]


async def _all_on_a_screen(served: Served, stock: list[Any]) -> float:
    """Seconds until each of these battles has been shown to somebody; they come in fifties."""
    began, rng, sitting = perf_counter(), Random(3), list[Table]()
    for first in range(0, len(stock), 50):
        found = await asyncio.gather(*(seated(served.address, b, (0,), rng) for b in stock[first : first + 50]))
        for each in found:
            each.ears = listening(each)
        await asyncio.gather(*(_stands(each) for each in found))
        sitting += found
    took = perf_counter() - began
    for each in sitting:
        for ear in each.ears:
            ear.cancel()
    return took


def _copied(database: Path, games: list[str], times: int) -> None:
    """Make many battles of some, straight in the database."""
    with sqlite3.connect(database) as store:
        columns = [row[1] for row in store.execute("pragma table_info(games)")]
        others = ", ".join(f'"{name}"' for name in columns if name not in ("id", "touched"))
        have = store.execute("select count(*) from games").fetchone()[0]
        store.executemany(
            f"insert into games (id, touched, {others}) select ?, touched - ?, {others} from games where id = ?",
            [(tokens.battle_id(), 37 * n, games[n % len(games)]) for n in range(times - have)],
        )


PARTS: dict[str, Callable[[argparse.Namespace], Coroutine[Any, Any, Figures]]] = {
    "load": load,
    "kill": kill,
    "list": listed,
    "wake": wake,
}


if __name__ == "__main__":
    main()
