"""A program as a child process that speaks the protocol over its standard input and output."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from msgspec import Raw, Struct

from ..core.errors import WarbookError
from .protocol import (
    LARGEST,
    Ending,
    SeatInfo,
)

FAREWELL = 3.0  # seconds that a program has to end once the battle has

LAST_WORDS = 1.0  # seconds in which the referee may still tell of the end to a program that is gone


class GaveUp(WarbookError):
    """A program that cannot go on, or the way to the referee is lost: why, in a sentence."""


class Glance(Struct):
    """As much of a message of the referee as matters on the way."""

    type: str
    asked: tuple[Raw, ...] = ()
    ending: Ending | None = None
    at: tuple[int, int] = (-1, -1)
    reasons: tuple[str, ...] = ()
    words: str = ""
    code: str = ""
    last: bool = False
    seats: tuple[SeatInfo, ...] = ()
    yours: tuple[int, ...] = ()


class Program:
    """A process with a line for each message.  What it writes to its standard error is shown as it is."""

    def __init__(self, command: Sequence[str], process: asyncio.subprocess.Process) -> None:
        self.name, self._process = os.path.basename(command[0]), process
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdin, process.stdout

    async def tell(self, message: bytes) -> None:
        """Write a line to it; one that is gone hears nothing."""
        with suppress(ConnectionError):
            self._in.write(message + b"\n")
            await self._in.drain()

    async def line(self) -> bytes:
        """The next line that it writes; empty once it has ended.  Raises `GaveUp` for one without an end."""
        while True:
            try:
                line = await self._out.readline()
            except ValueError as fault:
                raise GaveUp(f"{self.name} wrote a line of more than {LARGEST} bytes") from fault
            if not line or line.strip():
                return line

    async def ended(self) -> str:
        """How it ended, in words; one that goes on is stopped."""
        self._in.close()
        rest = asyncio.create_task(self._ignored())
        said = await self._stopped()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await rest
        return said

    async def _stopped(self) -> str:
        try:
            async with asyncio.timeout(FAREWELL):
                code = await self._process.wait()
        except TimeoutError:
            for how in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):  # Windows has no SIGKILL
                with suppress(ProcessLookupError):
                    self._signal(how)
                with suppress(TimeoutError):
                    async with asyncio.timeout(FAREWELL):
                        await self._process.wait()
                    break
            return "it was stopped"
        return f"exit code {code}" if code >= 0 else f"killed by {signal.Signals(-code).name}"

    def _signal(self, how: signal.Signals) -> None:
        """Send a signal to the program and what it started; where there are no groups of processes, to it alone."""
        if hasattr(os, "killpg"):
            os.killpg(self._process.pid, how)
        else:
            self._process.terminate()

    async def _ignored(self) -> None:
        """Read what it still writes, so that it can end."""
        with suppress(RuntimeError):  # somebody reads already
            while await self._out.read(LARGEST):
                pass


@asynccontextmanager
async def started(command: Sequence[str]) -> AsyncIterator[Program]:
    """A program, until nobody needs it any more.  Raises `GaveUp` where there is no such program."""
    pipe = asyncio.subprocess.PIPE
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, limit=LARGEST, start_new_session=True
        )
    except OSError as fault:
        raise GaveUp(f"{command[0]} cannot be started: {fault.strerror or fault}") from fault
    program = Program(command, process)
    try:
        yield program
    finally:
        await program.ended()
