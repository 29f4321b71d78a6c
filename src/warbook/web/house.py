"""House: all battles of one server process.

Battles are read from the storage when somebody joins them, and dropped from memory when nobody is there; a process
holds a lease on each battle in its memory (see `leases`).  A house opens battles, takes in records, and does what
happens by itself: clocks that run out, signs of life, programs that continue after a restart.
"""

# long: one class owns the rooms of a process; who may open, drop or lose a room is decided under one lock
from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from .. import rulesets, table
from ..core.errors import BadData, WarbookError
from ..core.game import Game
from ..core.record import Header, Lines
from ..core.ruleset import Setup
from ..core.source import Source, shared_source
from ..core.structs import replace
from ..space import _kernels
from . import tokens
from .abandoned import Abandoned, Keeping
from .api import Fresh, Kept, Listing, Turn, Turns
from .battle import Battle
from .bringing import Begun, begun, checked, new_battle
from .draft import Draft
from .journal import Journal
from .judging import Inline, Judging
from .leases import BEAT, SILENT, Elsewhere, Leases, NoGame
from .litter import Litter
from .metrics import ROOMS
from .people import plain, seats_of
from .protocol import Branch, ClockRules, Fault, Opened, Service
from .refusals import MADE_WAY, TAKEN_OVER
from .room import Room
from .storage import Storage, Unanswered, why
from .stored import About, Stored
from .thinking import Thinking

__all__ = ["Elsewhere", "House", "NoGame"]

logger = logging.getLogger(__name__)

PROMPTLY = 5.0  # seconds in which a database must answer that is well
TICK = 0.25  # seconds from one look at the clocks to the next
CLEARING = 600.0  # seconds from one look for abandoned battles to the next
SWEEP = 10.0  # seconds from one look for idle rooms to the next
JUST_NOW = 5.0  # seconds for which a room is kept for whoever asked for it
LATELY = 2 * 24 * 3600.0  # seconds: how long ago a battle was touched that programs take up again
AT_ONCE = 200  # battles that programs take up again
FAREWELL = 1.0  # seconds in which what is going on may end
T = TypeVar("T")


class House:
    """The battles of this process.  `clock` gives seconds that only go forward, for durations; `calendar` gives seconds
    since 1970, which may be set anew at any time, for times that are shown and stored.  At most `most` battles are in
    memory, each for `idle` seconds after the last visitor left; abandoned battles are stored for `kept` (None: for
    ever)."""

    def __init__(
        self,
        storage: Storage,
        thinkers: Thinking,
        judges: Judging | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        calendar: Callable[[], float] = time.time,
        most: int = 2000,
        idle: float = 600.0,
        kept: Keeping | None = None,
    ) -> None:
        thinkers.on_service.append(self._tell_service)
        self.storage, self.thinkers = storage, thinkers
        self.judges = judges if judges is not None else Inline()
        self.clock, self.now = clock, calendar
        self.most, self.idle = most, idle
        self.journal, self.leases = Journal(storage), Leases(storage)
        self.abandoned = Abandoned(storage, kept, clock=clock, calendar=calendar) if kept is not None else None
        self.rooms: dict[str, Room] = {}
        self.litter = Litter()
        self._coming: dict[str, asyncio.Task[Room]] = {}
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="storage")
        self._layouts = ThreadPoolExecutor(2, thread_name_prefix="layout")  # nobody's odd board holds up the storage
        self._pulse = ThreadPoolExecutor(1, thread_name_prefix="pulse")  # never behind those who read battles
        self._tasks: set[asyncio.Task[Any]] = set()
        self._alive = 0.0
        self._looking = asyncio.Lock()
        self._looked: tuple[float, str] | None = None  # when it was looked how the database is, and what was found
        self._silent_since: float | None = None  # when the database was last heard, if it does not answer

    # ---- opening and closing -----------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Register among the servers, and begin to do what happens by itself."""
        await self._off(self.leases.enlist)
        logger.info("server started", extra={"server": self.leases.server, "compiled": _kernels.COMPILED})
        self._alive = time.monotonic()
        self.thinkers.start()
        self.judges.start()
        self._run(self._look_after(TICK, self.tick))
        self._run(self._look_after(BEAT, self.beat))
        self._run(self._look_after(SWEEP, self.sweep))
        if self.abandoned is not None:
            self._run(self._look_after(CLEARING, self.remove_abandoned))
        self._run(self._take_up_again())

    async def close(self) -> None:
        """Let everything in progress finish, store it, and release all battles."""
        for task in (*self._tasks, *self._coming.values()):
            task.cancel()
        rooms = list(self.rooms.values())
        for room in rooms:
            room.close()
        with suppress(asyncio.TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await asyncio.gather(*(room.quiet() for room in rooms))
        self.rooms.clear()
        await self._off(self.journal.close)
        with suppress(Unanswered):  # then the leases run out
            await self._off(self.leases.retire)
        self._threads.shutdown()
        self._layouts.shutdown(wait=False, cancel_futures=True)  # Python ends only when its threads do
        self._pulse.shutdown()
        await self.judges.close()
        await self.thinkers.close()
        self.storage.close()
        logger.info("server stopped", extra={"server": self.leases.server})

    async def _off(self, work: Callable[..., T], *args: Any) -> T:
        """Do something that waits for the database, in a thread.  Raises `Unanswered` if it does not answer."""
        return await self._in(self._threads, work, *args)

    async def _in(self, threads: ThreadPoolExecutor, work: Callable[..., T], *args: Any) -> T:
        try:
            found = await asyncio.get_running_loop().run_in_executor(threads, work, *args)
        except SQLAlchemyError as fault:
            if self._silent_since is None:
                self._silent_since = time.monotonic()
                logger.warning("database lost", extra={"why": why(fault)})
            raise Unanswered from fault
        if self._silent_since is not None and work == self.leases.beat:  # what writes tells that it is back
            seconds, self._silent_since = time.monotonic() - self._silent_since, None
            logger.warning("database back", extra={"seconds": round(seconds, 1)})
        return found

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def ailing(self) -> str:
        """Why no battle can be played; empty if all is well.  It is checked once a second, however often it is asked
        for, and however long a check takes."""
        async with self._looking:
            if self._looked is None or time.monotonic() - self._looked[0] >= BEAT:
                found = await self._how_it_is()
                self._looked = time.monotonic(), found
            return self._looked[1]

    async def _how_it_is(self) -> str:
        """Whether the database reads and writes, soon enough."""
        try:
            async with asyncio.timeout(PROMPTLY):
                await self._off(self.leases.beat)
                return await self._off(self.storage.ailing) or self.journal.ailing
        except (Unanswered, TimeoutError):
            return "the database does not answer"

    # ---- rooms -------------------------------------------------------------------------------------------------------

    async def seats_of(self, game_id: str, shown: Sequence[str]) -> tuple[int, ...] | None:
        """The seats that these tokens open; None if they do not open the battle.  The battle is not loaded for it.
        Raises `NoGame`."""
        room = self.rooms.get(game_id)
        if room is not None:
            return room.people.seats_of(shown)
        found = await self._off(self.storage.glimpsed, [game_id]) if tokens.could_be_battle(game_id) else []
        if not found:
            raise NoGame("There is no such battle.")
        row, seats = found[0]
        return seats_of(seats, row.about.public, shown)

    async def room(self, game_id: str, *, seated: bool = False) -> Room:
        """The room of a battle, which is loaded if it is not in memory.  For a visitor with a seat (`seated`), rooms
        with spectators only make way.  Raises `NoGame`, `Elsewhere`, or another `WarbookError` if the record cannot be
        read here."""
        room = self.rooms.get(game_id)
        if room is None and not tokens.could_be_battle(game_id):
            raise NoGame("There is no such battle.")
        if room is None:
            coming = self._coming.get(game_id)
            if coming is None:
                coming = self._coming[game_id] = asyncio.create_task(self._taken_in(game_id, seated=seated))
                coming.add_done_callback(lambda _: self._coming.pop(game_id, None))
            room = await asyncio.shield(coming)
        room.touched = self.clock()
        return room

    async def _taken_in(self, game_id: str, *, seated: bool) -> Room:
        self._make_place(seated=seated)
        epoch = await self._off(self.leases.take, game_id)
        try:
            stored = await self.stored(game_id)
            await self._laid_out(Lines(stored.record, game_id))
            game, draft = self.opened(stored)
            room = Room(self, stored, game, draft, epoch)
            await room.begin()
        except BaseException:
            self._run(self._release(game_id, epoch))
            raise
        self.rooms[game_id] = room
        ROOMS.set(len(self.rooms))
        return room

    async def elsewhere(self, game_id: str) -> bool:
        """Whether another live server plays this battle."""
        if game_id in self.rooms or not tokens.could_be_battle(game_id):
            return False
        return await self._off(self.leases.elsewhere, game_id)

    async def stored(self, game_id: str) -> Stored:
        """What is kept of a battle.  Raises `NoGame`."""
        stored = await self._off(self.storage.stored, game_id)
        if stored is None:
            raise NoGame("There is no such battle.")
        return stored

    def opened(self, stored: Stored) -> tuple[Game, Draft]:
        """The battle of a stored record, at its open question, and the lines that it had to write to get there.  Raises
        `WarbookError` if the record cannot be read here."""
        draft = Draft()
        game = table.load(stored.record, f"battle {stored.about.id}", write=draft.lines.append, advance=True)
        return game, draft

    async def _laid_out(self, record: Lines) -> None:
        """Have the table of a record laid out in a thread; rulesets remember it."""
        header = next(iter(record), (0, b"", None))[2]
        if isinstance(header, Header):
            await self._lay(header.setup)

    async def _lay(self, setup: Setup) -> None:
        await asyncio.get_running_loop().run_in_executor(self._layouts, _lay_out, setup)

    def _make_place(self, *, seated: bool) -> None:
        """Drop the room that has been empty for longest, if there are too many rooms; for a visitor with a seat
        (`seated`) also one with spectators only.  Raises `Elsewhere` if there is none."""
        if len(self.rooms) + len(self._coming) <= self.most:
            return
        free = [room for room in self.rooms.values() if room.idle and room.touched < self.clock() - JUST_NOW]
        watched = [room for room in self.rooms.values() if seated and room.people.only_watched]
        if free:
            self._drop(min(free, key=lambda room: room.touched))
        elif watched:
            self._clear(min(watched, key=lambda room: room.touched))
        else:
            raise Elsewhere("This server has as many battles as it can hold just now.")

    def _clear(self, room: Room) -> None:
        """Drop a battle that has only spectators; they are told so."""
        del self.rooms[room.about.id]
        room.close(MADE_WAY)
        ROOMS.set(len(self.rooms))
        self._run(self._release(room.about.id, room.epoch))

    def _drop(self, room: Room) -> None:
        del self.rooms[room.about.id]
        room.close()
        room.forget()
        self.litter.left += 1
        ROOMS.set(len(self.rooms))
        self._run(self._release(room.about.id, room.epoch))

    async def _release(self, game_id: str, epoch: int) -> None:
        with suppress(Unanswered):  # whoever asks this server for the battle gets it all the same
            await self._off(self.leases.release, game_id, epoch)

    def lost(self, room: Battle, fault: Fault = TAKEN_OVER) -> None:
        """Another server has taken over this battle."""
        logger.warning("battle lost", extra={"game": room.about.id, "why": fault.words})
        if self.rooms.get(room.about.id) is room:
            del self.rooms[room.about.id]
            ROOMS.set(len(self.rooms))
        room.close(fault)

    # ---- new battles -------------------------------------------------------------------------------------------------

    async def open(
        self,
        setup: Setup,
        players: tuple[str, ...],
        *,
        names: tuple[str, ...] = (),
        seed: int | None = None,
        dice: Source | None = None,
        clock: ClockRules | None = None,
        title: str = "",
        public: bool = False,
    ) -> Opened:
        """A new battle, and a token for each person's seat and for spectators.  `names` are the names of these people.
        `seed` is one that somebody chose, `dice` says if it came about otherwise; without both the dice are shared.
        The battle is in no house until somebody comes, who may be sent to another server.  Raises `WarbookError`
        (`BadData` for files) if the setup cannot be played."""
        await self._lay(setup)
        new = new_battle(setup, players, dice or _dice_source(seed))
        return await self._settled(new, names=names, clock=clock, title=title, public=public)

    async def open_brought(self, wanted: Fresh, address: str = "") -> Opened:
        """A new battle with files that somebody at this address sends.  Raises `WarbookError` as `open` does, or if the
        files cannot be judged now."""
        new = await self.judges.open_battle(
            wanted, _dice_source(int(wanted.seed) if wanted.seed is not None else None), address
        )
        return await self._settled(
            new, names=wanted.names, clock=wanted.clock, title=wanted.title, public=wanted.public
        )

    async def import_record(
        self,
        data: bytes,
        players: tuple[str, ...] = (),
        *,
        address: str = "",
        names: tuple[str, ...] = (),
        seed: int | None = None,
        clock: ClockRules | None = None,
        title: str = "",
        public: bool = False,
    ) -> Opened:
        """A battle that continues from a record, with its own dice from there on; without `players` they are as in the
        record.  Raises `WarbookError` if the record is none, was changed, does not follow from its rules, or cannot be
        continued, or if it cannot be judged now."""
        dice = _dice_source(seed)
        assert dice.seed is not None
        new = await self.judges.open_record(data, players, dice.seed, address, chosen=seed is not None)
        return await self._settled(new, names=names, clock=clock, title=title, public=public)

    async def branch(self, room: Battle, said: Branch) -> Opened:
        """A new battle from a point of another.  Raises `WarbookError` if there is no such point, or if it would reveal
        secrets."""
        game, about = room.game, room.about
        if game.ruleset.secrets and not game.is_over:
            raise WarbookError("This battle has secrets; play on from here when it is over.")
        players, rows, dice = checked(said.players, game), list[bytes](), shared_source(table.drawn_seed())
        other = game.branch(
            said.step,
            said.answers,
            seed=dice.seed or 0,
            dice=dice.how,
            commitment=dice.commitment,
            names=players,
            write=rows.append,
        )
        title = f"{about.title}, from step {said.step}"
        return await self._settled(begun(other, rows, players), clock=about.clock, title=title, public=about.public)

    async def _settled(
        self, new: Begun, *, names: tuple[str, ...] = (), clock: ClockRules | None, title: str, public: bool
    ) -> Opened:
        """Store a new battle with its players."""
        now = self.now()
        about = About(
            id=tokens.battle_id(new.commitment),
            ruleset=new.ruleset,
            title=plain(title or new.title),
            scenario=plain(new.scenario),
            summary=plain(new.summary),
            players=new.players,
            names=tuple(map(plain, names)),
            seed=new.seed,
            public=public,
            created=now,
            clock=clock,
        )
        links = tokens.links(seat for seat in range(len(new.players)) if seat not in new.bots)
        stands = replace(new.standing, touched=now)
        await self._off(self.storage.create, about, stands, tokens.seats_by_digest(links), new.rows)
        return Opened(game=about.id, links=links)

    # ---- looking -----------------------------------------------------------------------------------------------------

    async def listing(self, *, before: str = "", most: int = 50, public: bool) -> Listing:
        """Battles, the last played first; `before` is the `more` of an earlier list.  Raises `WarbookError` if it is
        not."""
        found = await self._off(lambda: self.storage.listing(_place(before), most + 1, public=public))
        shown = found[:most]
        return Listing(tuple(shown), f"{shown[-1].touched!r} {shown[-1].id}" if len(found) > most else "")

    async def turns(self, kept: Sequence[Kept]) -> Turns:
        """Which battles wait for the holder of these tokens, as stored: no battle is loaded for it.  Battles that the
        tokens do not open are left out."""
        shown = {each.game: each.tokens for each in kept if tokens.could_be_battle(each.game)}
        found = []
        for row, opened in await self._off(self.storage.glimpsed, list(shown)):
            seats = seats_of(opened, row.about.public, shown[row.about.id])
            if seats is None:
                continue
            yours = any(seat in seats for seat in row.standing.deciding)
            found.append(Turn(row.about.id, row.about.title, yours, row.standing.over))
        return Turns(tuple(found))

    async def record(self, game_id: str, token: str) -> bytes:
        """A battle's record as the seat of a token may see it.  Raises what `room` raises, and `NoGame` for a token
        that opens nothing."""
        yours = await self.seats_of(game_id, (token,) if token else ())
        if yours is None:
            raise NoGame("There is no such battle, or this link does not open it.")
        room = await self.room(game_id, seated=bool(yours))
        return await room.record(yours[0] if yours else tokens.WATCHING)

    def _tell_service(self, service: Service) -> None:
        """Tell every table how the worker processes are."""
        for room in self.rooms.values():
            room.tell(service)

    # ---- what happens by itself --------------------------------------------------------------------------------------

    async def _look_after(self, pause: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(pause)
            try:
                await work()
            except Unanswered:
                continue  # which was told
            except Exception:
                logger.exception("the house could not %s", work.__name__)

    async def tick(self) -> None:
        """Answer for seats whose time is up."""
        now = self.clock()
        for room in list(self.rooms.values()):
            if room.clocks.expired(now) and room.resting <= now and not room.lock.locked():
                room.run(room.expire())

    async def beat(self) -> None:
        """Say that this server lives.  After a silence for which it could have been taken for dead, it drops the
        battles that others hold by now."""
        await self._in(self._pulse, self.leases.beat)
        silent, self._alive = time.monotonic() - self._alive, time.monotonic()
        if silent >= SILENT:
            held = await self._off(self.leases.battles_held)
            for room in [room for id, room in self.rooms.items() if id not in held]:
                self.lost(room)

    async def sweep(self) -> None:
        """Drop rooms that have been empty for a while; those that nobody has ever entered at once when nothing happens
        there, since a visitor may be sent to another server."""
        for room in list(self.rooms.values()):
            pause = self.idle if room.visited else min(self.idle, JUST_NOW)
            if room.idle and room.touched < self.clock() - pause:
                self._drop(room)
        self.litter.clear(quiet=not any(room.people for room in self.rooms.values()))

    async def remove_abandoned(self) -> None:
        """Remove battles that nobody plays any more, a few at a time."""
        assert self.abandoned is not None
        while await self._off(self.abandoned.remove):
            await asyncio.sleep(TICK)

    async def _take_up_again(self) -> None:
        """Let programs go on in the battles that wait for them."""
        with suppress(Unanswered):
            for game_id in await self._off(self.storage.bots_turns, self.now() - LATELY, AT_ONCE):
                try:
                    await self.room(game_id)
                except WarbookError as fault:
                    logger.warning("battle %s is not taken up again: %s", game_id, fault)


# ---- tables and lists ------------------------------------------------------------------------------------------------


def _lay_out(setup: Setup) -> None:
    """Lay out the table of a setup.  Raises `WarbookError` if that fails."""
    ruleset = rulesets.find(setup.ruleset).having(setup.options, setup.house_rules)
    try:
        ruleset.table(ruleset, setup.content)
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError) as fault:
        raise BadData("setup", "content", f"{type(fault).__name__}: {fault}", f"what {ruleset.id} needs") from fault


def _dice_source(seed: int | None) -> Source:
    """Dice of the seed that somebody chose; else of a share of the server's, to be mixed with those of the seats."""
    return shared_source(table.drawn_seed()) if seed is None else Source("chosen", seed)


def _place(before: str) -> tuple[float, str] | None:
    """Where a list goes on."""
    if not before:
        return None
    touched, _, id = before.partition(" ")
    try:
        return float(touched), id
    except ValueError as fault:
        raise WarbookError(f"before={before!r}: wanted what an earlier list gave as `more`") from fault
