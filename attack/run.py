"""Lets every attack loose on a server of its own, and says which succeeded.  See README.md."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from websockets.exceptions import ConnectionClosed

from . import accidents, contents, crowds, ending, files, numbers, records, secrets, storms, thinking, wire
from .server import Program, Success, Target, started
from .victim import Victim

Attack = Callable[[Target], Awaitable[str]]
Alone = Callable[[Program], Awaitable[str]]
Ending = Callable[[Program], Awaitable[None]]

#: Every attack, in the order in which they run.  Add the tuple of a new module here.
ATTACKS: tuple[Attack, ...] = (
    *files.ATTACKS,
    *numbers.ATTACKS,
    *crowds.ATTACKS,
    *records.ATTACKS,
    *thinking.ATTACKS,
    *wire.ATTACKS,
    *contents.ATTACKS,
    *storms.ATTACKS,
    *secrets.ATTACKS,
    *accidents.ATTACKS,
)
ALONE: tuple[Alone, ...] = accidents.ALONE
ENDINGS: tuple[Ending, ...] = ending.ENDINGS

PATIENCE = 5.0  # seconds that nobody may wait for anything while others attack
ALL = 300.0  # seconds for all of it
ONE = 60.0  # seconds for one attack
UNDER_WAY = 3.0  # seconds that an attack has had when the server is told to end


class Report(NamedTuple):
    """What came of one attack; `gained` is empty where it was repelled."""

    name: str
    hoped: str
    said: str
    gained: str
    seconds: float
    waits: dict[str, float]


class Lag:
    """How long this process itself kept everybody waiting, by work that an attack did in between: no fault of the
    server's."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def measure(self) -> None:
        while True:
            began = monotonic()
            await asyncio.sleep(0.05)
            self.longest = max(self.longest, monotonic() - began - 0.05)


async def run_attack(attack: Attack, program: Program, victim: Victim, patience: float) -> Report:
    """One attack while the victim plays."""
    victim.waits.taken()
    program.complaints()
    program.target.worst = 0
    began, said, gained, lag = monotonic(), "", "", Lag()
    measuring = asyncio.create_task(lag.measure())
    try:
        async with asyncio.timeout(ONE):
            said = await attack(program.target)
    except Success as success:
        gained = str(success)
    except TimeoutError:
        gained = f"it was not over after {ONE:.0f} s"
    except (OSError, ConnectionClosed) as fault:
        gained = f"{type(fault).__name__}: {fault}"
    seconds = monotonic() - began
    await asyncio.sleep(0.5)  # what it set going may show only now
    measuring.cancel()
    waits, wrong = victim.waits.taken()
    slow = {kind: wait for kind, wait in waits.items() if wait - lag.longest > patience}
    if not gained and program.process.poll() is not None:
        gained = f"the server ended with {program.process.returncode}"
    if not gained and program.target.worst >= 500:
        gained = f"a request was answered with {program.target.worst}"
    if not gained and slow:
        gained = "others waited: " + ", ".join(f"{kind} {wait:.1f} s" for kind, wait in slow.items())
    gained = gained or "; ".join(wrong[:2]) or program.complaints()
    return Report(attack.__name__, _hoped(attack), said, gained, seconds, waits)


async def by_itself(attack: Alone, folder: Path) -> Report:
    """An attack on a server of its own."""
    folder.mkdir()
    began, said, gained = monotonic(), "", ""
    program = await started(folder)
    try:
        async with asyncio.timeout(ONE):
            said = await attack(program)
        await program.end()
    except Success as success:
        gained = str(success)
    except (OSError, ConnectionClosed, TimeoutError) as fault:
        gained = f"{type(fault).__name__}: {fault}"
    finally:
        program.kill()
    return Report(attack.__name__, _hoped(attack), said, gained, monotonic() - began, {})


async def at_the_end(attack: Ending, folder: Path) -> Report:
    """An attack that is under way when the server is told to end."""
    folder.mkdir()
    began, said, gained = monotonic(), "", ""
    program = await started(folder)
    busy: asyncio.Task[None] | None = None
    try:
        busy = asyncio.create_task(_until_the_end(attack, program))
        await asyncio.wait([busy], timeout=UNDER_WAY)
        if busy.done():
            busy.result()
        said = f"ended {await program.end():.1f} s after SIGTERM, with all that it had started"
    except Success as success:
        gained = str(success)
    finally:
        if busy is not None:
            busy.cancel()
            await asyncio.gather(busy, return_exceptions=True)
        program.kill()
    return Report(attack.__name__, _hoped(attack), said, gained, monotonic() - began, {})


async def _until_the_end(attack: Ending, program: Program) -> None:
    """The attack, for which it is no matter that the server ends."""
    with suppress(OSError, ConnectionClosed):
        await attack(program)


def _hoped(attack: Callable[..., object]) -> str:
    return (attack.__doc__ or "").split("\n\n")[0].strip()


async def run_all(wanted: list[str], patience: float, console: Console) -> list[Report]:
    """All attacks whose names contain one of these words."""

    def asked_for(attack: Callable[..., object]) -> bool:
        return not wanted or any(word in attack.__name__ for word in wanted)

    reports: list[Report] = []
    with tempfile.TemporaryDirectory(prefix="warbook-attack-") as name:
        folder = Path(name)
        chosen = [attack for attack in ATTACKS if asked_for(attack)]
        if chosen:
            reports += await _battle(chosen, folder, patience, console)
        for number, alone in enumerate(filter(asked_for, ALONE)):
            console.print(f"[dim]{alone.__name__} …[/]")
            reports.append(await by_itself(alone, folder / f"alone{number}"))
        for number, ending in enumerate(filter(asked_for, ENDINGS)):
            console.print(f"[dim]{ending.__name__} …[/]")
            reports.append(await at_the_end(ending, folder / f"ending{number}"))
    return reports


async def _battle(chosen: list[Attack], folder: Path, patience: float, console: Console) -> list[Report]:
    """Attacks on one server, one after another."""
    console.print("[dim]the server starts, and its victim sits down …[/]")
    program = await started(folder)
    victim, reports = Victim(program.target), list[Report]()
    try:
        await victim.begin()
        for attack in chosen:
            console.print(f"[dim]{attack.__name__} …[/]")
            reports.append(await run_attack(attack, program, victim, patience))
            if program.process.poll() is not None:
                break
        choices = victim.choices
        await victim.end()
        console.print(f"[dim]the victim made {choices} choices[/]")
        console.print(f"[dim]the server ended {await program.end():.1f} s after SIGTERM[/]")
    except Success as success:
        reports.append(Report("the server itself", "It cannot be ended after all this.", "", str(success), 0.0, {}))
    finally:
        await victim.end()
        program.kill()
    return reports


def show_reports(reports: list[Report], console: Console) -> None:
    """The table."""
    table = Table(show_lines=True)
    for heading in ("attack", "what the attacker hopes", "what came of it", "seconds", "others waited at most"):
        table.add_column(heading, justify="right" if heading == "seconds" else "left")
    for each in reports:
        waited = "\n".join(f"{kind} {wait:.2f} s" for kind, wait in sorted(each.waits.items()))
        came = f"[bold red]SUCCEEDED[/] {_plain(each.gained)}" if each.gained else _plain(each.said)
        table.add_row(each.name.replace("_", " "), each.hoped, came, f"{each.seconds:.1f}", waited)
    console.print(table)


def _plain(words: str) -> str:
    """Words of others in a table: short, and with no marks of their own."""
    return words[:300].replace("[", r"\[")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m attack.run", description="Attack a server of one's own.")
    parser.add_argument("names", nargs="*", help="words of the names of attacks; if not given, all")
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds that others may wait")
    told = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 160)
    began = monotonic()
    reports = asyncio.run(run_all(told.names, told.patience, console))
    show_reports(reports, console)
    seconds, lost = monotonic() - began, [each for each in reports if each.gained]
    console.print(f"{len(reports)} attacks in {seconds:.0f} s, {len(lost)} of them succeeded.")
    if not reports:
        console.print("No attack has such a name.")
        return 2
    if seconds > ALL and not told.names:
        console.print(f"All of it was to take no more than {ALL:.0f} s.")
        return 1
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
