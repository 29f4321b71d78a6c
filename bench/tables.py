"""``python -m bench.tables``: the server of the table under load, killed, and with many battles in store.

    python -m bench.tables [--minutes N] [--games N] [--kills N] [--only load|kill|list|wake]

The server is a process of its own, started and killed as its users' are; it listens on loopback, and keeps its battles
in SQLite in a temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import socket
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

from .figures import Figure, Skipped, table
from .sitters import Table, listening, opened, seated

PACE = 3.0  # seconds from one choice of a battle to its next
BOTS = 4  # battles against bots
PREVIEWS = 10  # odds asked for in a second
SCENARIOS = (("necromunda-2023", "hive-stand-off"), ("gangfight", "open-field"))
Figures = list[Figure | Skipped]


def main() -> None:
    """Measure what was asked for and print it."""
    parser = argparse.ArgumentParser(prog="python -m bench.tables", description="The server of the table.")
    parser.add_argument("--minutes", type=float, default=1.0, help="how long the load lasts")
    parser.add_argument("--games", type=int, default=500, help="battles under load, two screens each")
    parser.add_argument("--kills", type=int, default=200, help="how often the server is killed")
    parser.add_argument("--only", choices=[*PARTS], help="one of the measurements")
    asked = parser.parse_args()
    for name, part in PARTS.items():
        if asked.only in (None, name):
            print(table(asyncio.run(part(asked))), flush=True)


class Served:
    """A server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.database, self.port = folder / "table.sqlite", _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "warbook", "serve", "--no-browser", "--port", str(self.port),
             "--database", str(self.database)],
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

    def memory(self) -> float:
        """Megabytes that the server's own process holds now, and its most, without those that think."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) / 1024


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def _tables(
    served: Served, games: int, players: tuple[str, ...], seats: Sequence[int], rng: Random
) -> list[Table]:
    found = []
    async with httpx.AsyncClient(base_url=served.address, timeout=60) as http:
        for number in range(games):
            ruleset, scenario = SCENARIOS[number % len(SCENARIOS)]
            battle = await opened(http, scenario, ruleset, players, number)
            found.append(await seated(served.address, battle, seats, Random(rng.random())))
    return found


# ---- many people at once ---------------------------------------------------------------------------------------------


async def load(asked: argparse.Namespace) -> Figures:
    """So many battles, each with two screens and a choice every three seconds; bots and odds beside them."""
    rng = Random(1)
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        served.start()
        await served.up()
        people = await _tables(served, asked.games, ("human", "human"), (0, 1), rng)
        against = await _tables(served, BOTS, ("human", "greedy"), (0,), rng)
        ears = [ear for each in (*people, *against) for ear in listening(each)]
        await asyncio.sleep(2.0)
        until = perf_counter() + 60 * asked.minutes
        previews: list[float] = []
        await asyncio.gather(
            *(_paced(each, until, rng.random() * PACE) for each in (*people, *against)),
            _previews(people, until, previews, rng),
        )
        for ear in ears:
            ear.cancel()
        choices = [took for each in people for took in each.choices]
        lost = [why for each in (*people, *against) for why in each.lost]
        faults = sum(screen.faults for each in (*people, *against) for screen in each.screens)
        memory = served.memory()
        served.kill(signal.SIGTERM)
    for why in lost[:5]:
        print(f"  lost: {why}")
    return [
        Figure(f"choices in {asked.minutes:g} min, {2 * asked.games} screens", len(choices), ""),
        Figure("choices refused or lost, and faults", len(lost) + faults, "", wanted=0),
        Figure("a choice on every screen, p95", 1000 * _p95(choices), "ms", wanted=50),
        Figure("odds preview, p95", 1000 * _p95(previews), "ms", wanted=100),
        Figure("memory of the server", memory, "MB", wanted=600),
    ]


async def _paced(each: Table, until: float, first: float) -> None:
    await asyncio.sleep(first)
    while perf_counter() < until and not each.over:
        began = perf_counter()
        try:
            await each.choose()
        except (TimeoutError, OSError, asyncio.CancelledError) as why:
            each.lost.append(f"{type(why).__name__}")
            return
        await asyncio.sleep(max(0.0, PACE - (perf_counter() - began)))


async def _previews(people: Sequence[Table], until: float, previews: list[float], rng: Random) -> None:
    waiting: set[asyncio.Task[None]] = set()

    async def one() -> None:
        with suppress(TimeoutError):
            took = await rng.choice(people).odds()
            if took is not None:
                previews.append(took)

    while perf_counter() < until:
        task = asyncio.create_task(one())
        waiting.add(task)
        task.add_done_callback(waiting.discard)
        await asyncio.sleep(1 / PREVIEWS)
    await asyncio.gather(*waiting)


def _p95(seconds: Sequence[float]) -> float:
    return quantiles(seconds, n=20)[-1] if len(seconds) > 1 else float("inf")


# ---- killed ----------------------------------------------------------------------------------------------------------


async def kill(asked: argparse.Namespace) -> Figures:
    """Kill the server at random moments while choices are made: what a screen was shown must still be so after."""
    rng, lost, shown = Random(2), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        served.start()
        await served.up()
        async with httpx.AsyncClient(base_url=served.address, timeout=60) as http:
            battle = await opened(http, "hive-stand-off", "necromunda-2023", ("human", "human"), 5)
        seen = (0, 0)
        for _ in range(asked.kills):
            each = await seated(served.address, battle, (0, 1), rng)
            ears = listening(each)
            now = await _stands(each)
            shown += 1
            lost += now < seen
            killing = asyncio.create_task(asyncio.to_thread(_after, served, rng.random() * 0.25))
            with suppress(Exception):
                while not killing.done() and not each.over:
                    await each.choose()
            await killing
            seen = max((s.position.at for s in each.screens if s.position is not None), default=seen)
            over = each.over
            for ear in ears:
                ear.cancel()
            await asyncio.gather(*ears, return_exceptions=True)
            served.start()
            await served.up()
            if over:
                async with httpx.AsyncClient(base_url=served.address, timeout=60) as http:
                    battle = await opened(
                        http, "hive-stand-off", "necromunda-2023", ("human", "human"), rng.getrandbits(30)
                    )
                seen = (0, 0)
        served.kill(signal.SIGTERM)
    return [
        Figure("times the server was killed", shown, ""),
        Figure("choices lost that a screen had been shown", lost, "", wanted=0),
    ]


def _after(served: Served, seconds: float) -> None:
    from time import sleep

    sleep(seconds)
    served.kill()


async def _stands(each: Table) -> tuple[int, int]:
    """Where the battle stands when both screens have been told."""
    await asyncio.wait_for(asyncio.gather(*(screen.moved.wait() for screen in each.screens)), 30)
    return max(screen.position.at for screen in each.screens if screen.position is not None)


# ---- many battles ----------------------------------------------------------------------------------------------------


async def listed(asked: argparse.Namespace) -> Figures:
    """All battles of a server that keeps ten thousand."""
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        served.start()
        await served.up()
        async with httpx.AsyncClient(base_url=served.address, timeout=60) as http:
            first = await opened(http, "hive-stand-off", "necromunda-2023", ("human", "human"), 5)
            served.kill(signal.SIGTERM)
            _copied(served.database, first["game"], 10_000)
            served.start()
            await served.up()
            took = []
            for _ in range(9):
                began = perf_counter()
                reply = await http.get("/api/games", params={"most": 10_000})
                took.append(perf_counter() - began)
            assert len(reply.json()["games"]) == 10_000
        served.kill(signal.SIGTERM)
    return [Figure("10,000 battles listed", 1000 * sorted(took)[4], "ms", wanted=100)]


async def wake(asked: argparse.Namespace) -> Figures:
    """A server that is killed with a thousand battles on its tables, until every screen is in step again."""
    rng = Random(3)
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        served.start()
        await served.up()
        battles: list[Any] = []
        async with httpx.AsyncClient(base_url=served.address, timeout=60) as http:
            for number in range(1000):
                ruleset, scenario = SCENARIOS[number % len(SCENARIOS)]
                battles.append(await opened(http, scenario, ruleset, ("human", "human"), number))
        served.kill()
        served.start()
        up = await served.up()
        began = perf_counter()
        step = 50
        for first in range(0, len(battles), step):
            found = await asyncio.gather(*(seated(served.address, b, (0,), rng) for b in battles[first : first + step]))
            ears = [ear for each in found for ear in listening(each)]
            await asyncio.gather(*(_stands(each) for each in found))
            for ear in ears:
                ear.cancel()
        back = perf_counter() - began
        served.kill(signal.SIGTERM)
    return [
        Figure("a killed server with 1,000 battles answers again", up, "s", wanted=5),
        Figure("and every one of them is back on a screen", back, "s"),
    ]


def _copied(database: Path, game: str, times: int) -> None:
    """Make many battles of one, straight in the database."""
    import sqlite3

    with sqlite3.connect(database) as store:
        columns = [row[1] for row in store.execute("pragma table_info(games)")]
        others = ", ".join(f'"{name}"' for name in columns if name != "id")
        have = store.execute("select count(*) from games").fetchone()[0]
        store.executemany(
            f"insert into games (id, {others}) select ?, {others} from games where id = ?",
            [(f"copy-{number}", game) for number in range(times - have)],
        )


PARTS: dict[str, Callable[[argparse.Namespace], Coroutine[Any, Any, Figures]]] = {
    "load": load,
    "kill": kill,
    "list": listed,
    "wake": wake,
}


if __name__ == "__main__":
    main()
