"""Stdio: a seat played by a program in any language, which speaks the protocol over its standard input and output, one
message a line.

What the referee says goes to the program's input, and what the program says goes to the referee.  The referee is a room
of this process (`hosted`), or one across the net that an invitation leads to (`joined`).  In both cases the program
gets a welcome and a position first; the hello is said for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from secrets import token_hex
from typing import Any, NamedTuple, Protocol
from urllib.parse import parse_qs, quote, urlsplit

import msgspec

from .. import table
from ..core.errors import WarbookError
from ..core.game import Game
from ..core.ruleset import Setup
from ..core.source import Source
from ..players import HUMAN
from .house import House
from .limits import Allowance
from .program import LAST_WORDS, GaveUp, Glance, Program, started
from .protocol import (
    VERSION,
    Client,
    Ending,
    Fault,
    Hello,
    SeatInfo,
    Server,
    encode,
    heard,
)
from .room import Room
from .storage import Storage
from .stored import About, Standing, Write
from .thinking import Inline

PATIENCE = 60.0  # seconds for an answer
STUBBORN = 100  # refusals in a row, after which a program will not find its way any more
WAITING = 256  # lines of a program that may wait for the referee
RETURNS = 30.0  # seconds in which a lost line may come back
AGAIN = 0.5  # seconds from one try to the next
COME_AGAIN = ("stopping", "elsewhere")  # faults after which the battle is found again in a moment
PACE, BURST = 15.0, 60.0  # messages a second that a server takes from a screen


_glance = msgspec.json.Decoder(Glance)


# ---- the program -----------------------------------------------------------------------------------------------------


# ---- the referee -----------------------------------------------------------------------------------------------------


class Referee(Protocol):
    """Where messages go and come from; `told` holds those received, and None once the connection is closed for good:
    `why`."""

    told: asyncio.Queue[bytes | None]
    why: str

    async def hear(self, line: bytes) -> None:
        """Pass on what a program said."""
        ...


class Local:
    """A room of this process."""

    def __init__(self, room: Room) -> None:
        self.room, self.why = room, ""
        self.told: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(self, told: Server | bytes) -> None:
        self.told.put_nowait(told if isinstance(told, bytes) else encode(told))

    async def hear(self, line: bytes) -> None:
        said = understood(line)
        if isinstance(said, Fault):
            self.send(said)
        else:
            await self.room.hear(self, said)


def understood(line: bytes) -> Client | Fault:
    """A message that a program wrote, or what is wrong with it."""
    try:
        said = heard.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as why:
        return Fault(code="message", words=f"This is no message of the protocol: {why}.", todo="See docs/protocol.md.")
    if isinstance(said, Hello):
        return Fault(code="message", words="You are at this table already.")
    return said


class Remote:
    """A room across the net, by WebSocket.  A lost connection is opened again."""

    def __init__(self, invitation: Invitation) -> None:
        self.invitation = invitation
        self.told: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._allowance = Allowance(PACE, BURST)
        self._share = token_hex(32)
        self._socket: Any = None
        self.why = ""
        self._back = asyncio.Event()

    async def run(self) -> None:
        """Keep the line, until it is cut for good."""
        from websockets.exceptions import WebSocketException

        loop = asyncio.get_running_loop()
        until, met = loop.time() + RETURNS, False
        while loop.time() < until:
            try:
                async for message in self._messages():
                    until, met = loop.time() + RETURNS, True
                    self.told.put_nowait(message)
            except (OSError, WebSocketException, TimeoutError) as fault:
                self.why = str(fault) or type(fault).__name__
                if not met:
                    break
            self._back.clear()
            await asyncio.sleep(AGAIN)
        self.told.put_nowait(None)

    async def _messages(self) -> AsyncIterator[bytes]:
        """The messages until the connection is lost, or the server asks the client to come again."""
        from websockets.asyncio.client import connect

        hello = Hello(protocol=VERSION, game=self.invitation.game, tokens=(self.invitation.token,), share=self._share)
        async with connect(self.invitation.socket, max_size=None, open_timeout=RETURNS) as self._socket:
            await self._socket.send(encode(hello).decode())
            self._back.set()
            async for message in self._socket:
                told = message.encode() if isinstance(message, str) else message
                if _glance.decode(told).code in COME_AGAIN:
                    return
                yield told

    async def hear(self, line: bytes) -> None:
        from websockets.exceptions import WebSocketException

        while not self._allowance.take(""):
            await asyncio.sleep(1 / PACE)
        await self._back.wait()
        with suppress(WebSocketException):  # what was said into a dead line is asked for again
            await self._socket.send(line.decode("utf-8", "replace"))


class Invitation(NamedTuple):
    """A seat at a table across the net."""

    socket: str
    game: str
    token: str


def invitation(link: str) -> Invitation | None:
    """The seat that a link leads to; None if it is no link.  Raises `WarbookError` for a link that leads to no seat."""
    parts = urlsplit(link)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return None
    path, _, query = parts.fragment.strip("/").partition("?")
    words = path.split("/")
    token = parse_qs(query).get("seat", words[2:3])[:1]
    if len(words) < 2 or words[0] not in ("join", "table") or not token:
        raise WarbookError(
            f"{link}: no seat in this link; wanted http://.../#/join/GAME/TOKEN, as `warbook serve` says it"
        )
    scheme = "wss" if parts.scheme == "https" else "ws"
    socket = f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}/api/games/{quote(words[1], safe='')}/socket"
    return Invitation(socket, words[1], token[0])


# ---- the conversation ------------------------------------------------------------------------------------------------


class Ended(NamedTuple):
    """How a battle ended, and who sat there."""

    ending: Ending
    seats: tuple[SeatInfo, ...]
    yours: tuple[int, ...]


class Conversation:
    """All messages between a program and a referee, until the battle is over."""

    def __init__(self, program: Program, referee: Referee, patience: float = PATIENCE) -> None:
        self.program, self.referee, self.patience = program, referee, patience
        self._lines: asyncio.Queue[bytes | GaveUp] = asyncio.Queue(WAITING)
        self._asked_since: float | None = None
        self._refused, self._why = 0, ""
        self._at = (-1, -1)
        self._seats: tuple[SeatInfo, ...] = ()
        self._yours: tuple[int, ...] = ()

    async def run(self) -> Ended:
        """Raises `GaveUp` where it cannot go on to the end."""
        reading = asyncio.create_task(self._read())
        telling = asyncio.create_task(self._tell())
        hearing = asyncio.create_task(self._hear())
        tasks = (reading, telling, hearing)
        try:
            await asyncio.wait(tasks[1:], return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait([telling], timeout=LAST_WORDS)  # its last answer may have ended the battle
            if not telling.done():
                hearing.result()
            return telling.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self) -> None:
        """Take what the program says, as fast as the referee hears it."""
        try:
            while line := await self.program.line():
                await self._lines.put(line)
            await self._lines.put(b"")
        except GaveUp as fault:
            await self._lines.put(fault)

    async def _tell(self) -> Ended:
        """Pass on what the referee tells, until it tells of the end."""
        while True:
            told = await self.referee.told.get()
            if told is None:
                raise GaveUp(f"there is no connection to the server: {self.referee.why}")
            glance = _glance.decode(told)
            self._note(glance)
            await self._passed_on(told)
            if glance.ending is not None:
                return Ended(glance.ending, self._seats, self._yours)
            if glance.last:
                raise GaveUp(f"the referee ended the conversation: {glance.words}")
            if self._refused >= STUBBORN:
                raise GaveUp(f"{self.program.name} was refused {STUBBORN} times in a row, the last time: {self._why}")

    async def _passed_on(self, told: bytes) -> None:
        try:
            async with asyncio.timeout(self.patience):
                await self.program.tell(told)
        except TimeoutError as fault:
            raise GaveUp(f"{self.program.name} does not read what it is told") from fault

    def _note(self, glance: Glance) -> None:
        """Keep track of whose turn it is, and of the program's progress."""
        if glance.type == "welcome":
            self._seats, self._yours = glance.seats, glance.yours
        elif glance.type == "position":
            if glance.at != self._at:
                self._at, self._refused = glance.at, 0
                self._asked_since = None
            if not glance.asked:
                self._asked_since = None
            elif self._asked_since is None:
                self._asked_since = asyncio.get_running_loop().time()
        elif glance.type in ("refused", "fault"):
            self._refused += 1
            self._why = " ".join(glance.reasons) or glance.words

    async def _hear(self) -> None:
        """Pass on what the program says.  Raises `GaveUp` once it says nothing more."""
        while True:
            line = await self._next()
            if isinstance(line, GaveUp):
                raise line
            if not line:
                raise GaveUp(f"{self.program.name} ended before the battle did ({await self.program.ended()})")
            await self.referee.hear(line)

    async def _next(self) -> bytes | GaveUp:
        """The next line; silence is accepted only while nothing is asked."""
        loop = asyncio.get_running_loop()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(min(1.0, self.patience / 4)):
                    line = await self._lines.get()
                if self._asked_since is not None:
                    self._asked_since = loop.time()
                return line
            since = self._asked_since
            if since is not None and loop.time() - since > self.patience:
                raise GaveUp(f"{self.program.name} was asked, and has said nothing for {self.patience:g} seconds")


# ---- a battle of this process ----------------------------------------------------------------------------------------


class _Filed(Storage):
    """A database for one battle, whose record is also written elsewhere, line by line, if that is wanted."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        super().__init__("sqlite://")
        self._write = write

    def create(self, about: About, standing: Standing, tokens: dict[str, int], record: Sequence[bytes]) -> None:
        super().create(about, standing, tokens, record)
        for row in record:
            self._write(row)

    def append(self, writes: Sequence[Write]) -> list[Any]:
        faults = super().append(writes)
        for write, fault in zip(writes, faults, strict=True):
            for row in write.lines if fault is None else ():
                self._write(row)
        return faults


class Hosting(NamedTuple):
    """A battle to be played here: the program's seat, the other players, and the seed if one was chosen."""

    setup: Setup
    seat: int
    players: tuple[str, ...]
    seed: int | None = None

    @property
    def dice(self) -> Source:
        """How its dice come about."""
        return Source("drawn", table.drawn_seed()) if self.seed is None else Source("chosen", self.seed)


@asynccontextmanager
async def hosted(wish: Hosting, write: Callable[[bytes], None]) -> AsyncIterator[Local]:
    """The referee of a new battle, whose record is handed to `write` line by line as it becomes true."""
    storage = _Filed(write)
    storage.migrate()
    house = House(storage, Inline())
    await house.start()
    try:
        opened = await house.open(wish.setup, wish.players, dice=wish.dice, title="")
        room = await house.room(opened.game)
        referee = Local(room)
        token = next(link.token for link in opened.links if link.seat == wish.seat)
        await room.join(referee, Hello(protocol=VERSION, game=opened.game, tokens=(token,), name="program"))
        yield referee
        room.leave(referee)
    finally:
        await house.close()


async def host(
    wish: Hosting, command: Sequence[str], write: Callable[[bytes], None], patience: float = PATIENCE
) -> tuple[Ended, Game]:
    """Play a battle with a program in one of its seats.  Raises `GaveUp` if the program cannot go on; the record holds
    what was played until then."""
    async with started(command) as program, hosted(wish, write) as referee:
        return await Conversation(program, referee, patience).run(), referee.room.game


# ---- a battle elsewhere ----------------------------------------------------------------------------------------------


async def join(seat: Invitation, command: Sequence[str], patience: float = PATIENCE) -> Ended:
    """Let a program play a seat of a battle across the net, to its end.  Raises `GaveUp`."""
    referee = Remote(seat)
    async with started(command) as program:
        keeping = asyncio.create_task(referee.run())
        try:
            return await Conversation(program, referee, patience).run()
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)


def players(seats: int, seat: int, against: str) -> tuple[str, ...]:
    """The players if a program has one seat, for which the referee sees a person."""
    if not 0 <= seat < seats:
        raise WarbookError(f"seat {seat}: wanted one from 0 to {seats - 1}")
    return tuple(HUMAN if number == seat else against for number in range(seats))
