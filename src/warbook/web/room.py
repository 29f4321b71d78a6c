"""A room: one battle, and the people around it.

Here people come and go, are shown the `Battle`, and are answered for when their time is up.  What they say comes in
through `hear`; `hearing` has an answer to each message.  The room knows no transport.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from ..core.answers import Misfit, Pending
from ..core.errors import WarbookError
from ..core.game import Game
from . import asking, hearing, questions, showing
from .battle import Battle, Home
from .bots import LONGEST_REST, REST, Bots, without_them
from .draft import Draft
from .journal import NotStored
from .metrics import FAULTS
from .people import Sitter, Visitor, plain
from .protocol import EVERYTHING, Client, Fault, Hello, Server, encode
from .refusals import (
    CLEARED,
    FULL,
    MADE_WAY,
    NO_TOKEN,
    SEAT_TAKEN_UP,
    UNEXPIRED,
    WRONG_TOKEN,
    Refuses,
)
from .stored import Stored

logger = logging.getLogger(__name__)
T = TypeVar("T")


class Room(Battle):
    """One battle, and the people around it."""

    def __init__(self, home: Home, stored: Stored, game: Game, draft: Draft, epoch: int) -> None:
        super().__init__(home, stored, game, draft, epoch)
        self.visited = False
        self.resting = self._rest = 0.0  # until when no clock is answered for; how long that was
        self.bots = Bots(self)
        self._tasks: set[asyncio.Task[Any]] = set()

    # ---- coming and going --------------------------------------------------------------------------------------------

    async def join(self, sitter: Sitter, hello: Hello) -> Fault | None:
        """Somebody says hello: they are welcomed and shown the battle.  If they cannot stay, they are told why, and
        that is returned.  What has been begun for them is finished even if they leave meanwhile."""
        coming = self.run(self._come_in(sitter, hello))
        try:
            return await asyncio.shield(coming)
        except asyncio.CancelledError:
            coming.add_done_callback(lambda _: self.leave(sitter))
            raise

    async def _come_in(self, sitter: Sitter, hello: Hello) -> Fault | None:
        yours = self.people.seats_of(hello.tokens)
        if yours is None:
            return _turn_away(sitter, WRONG_TOKEN if hello.tokens else NO_TOKEN)
        if self.people.full and not yours:
            return _turn_away(sitter, FULL)
        visitor = Visitor(sitter, yours, plain(hello.name), hello.heard)
        async with self.lock:
            if hello.taken != self.taken and hello.heard != EVERYTHING:
                visitor.heard = 0  # what it heard may have been taken back since
            if self.closed:
                return _turn_away(sitter, CLEARED)
            self._make_way(yours)
            self.people.add(visitor)
            self.visited = True
            first = self.clocks.join(yours)
            self.run_clocks()
            showing.greet(self, visitor, hello.n)
            if first:
                await self._keep_who_has_come()
            self.come.update(yours)
            if self.game.awaits_dice and yours:
                await self._take_shares(yours, hello.share)
        self._everybody(self.people.presence())
        self.bots.wake()
        return None

    def _make_way(self, yours: tuple[int, ...]) -> None:
        """A screen of these seats comes, for which others have to go."""
        for visitor in self.people.in_the_way(yours) if yours else ():
            visitor.sitter.send(SEAT_TAKEN_UP if visitor.yours else MADE_WAY)
            self.people.remove(visitor.sitter)

    async def _keep_who_has_come(self) -> None:
        """Store that somebody has come for whom the clocks waited, and tell everybody.  The lock must be held."""
        if not self.clocks.absent:
            self.announce("Everybody has come: the clocks run.")
        with contextlib.suppress(NotStored, Refuses):  # then everybody is told that
            await self.keep(shown=True)

    # ---- dice that are still to come ---------------------------------------------------------------------------------

    async def _take_shares(self, yours: tuple[int, ...], share: str) -> None:
        """Give a share of the dice for each seat that somebody has taken; with the last share the dice are made.  The
        lock must be held."""

        def act() -> None:
            for seat in yours:
                if share and seat not in self.game.shares:
                    self.game.share(seat, share)
            self.roll_where_all_have_come()

        try:
            await self.change(act)
            await self.keep(shown=True)
        except (NotStored, Refuses):
            pass  # everybody was told
        except (Exception, Pending, Misfit):
            logger.exception("battle %s: its dice cannot be made", self.about.id)
            FAULTS.inc()

    def leave(self, sitter: Sitter) -> None:
        """Somebody is gone."""
        if self.people.remove(sitter):
            self.touched = self.home.clock()
            self.home.litter.left += 1
            if not self.people:
                self.clocks.stop(self.touched)
            self._everybody(self.people.presence())

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is in progress."""
        return not self.people and not self.bots.busy and not self._tasks and not self.lock.locked()

    def close(self, fault: Fault | None = None) -> None:
        """The battle is no longer here.  If that is because of a fault, everybody is told; nothing more is written."""
        self.closed, self.lost = True, fault is not None
        self.bots.stop()
        if fault is not None:
            self._everybody(fault)

    def forget(self) -> None:
        """Release the battle, so that its memory is free at once: nobody is here, and nothing is in progress."""
        del self.game, self.draft, self.log, self.tableaux

    # ---- hearing -----------------------------------------------------------------------------------------------------

    async def hear(self, sitter: Sitter, said: Client) -> None:
        """Answer a client's message: at once, or later if that takes time.  Never raises for anything that a client can
        send, and finishes even if the client has gone."""
        visitor = self.people.of(sitter)
        if visitor is None or self.closed:
            return
        self.touched = self.home.clock()
        if isinstance(said, questions.SLOW) and visitor.waits < questions.AT_ONCE:
            visitor.waits += 1
            self.run(self._answer_later(visitor, said))
        else:
            await asyncio.shield(self.run(hearing.answer(self, visitor, said)))

    async def _answer_later(self, visitor: Visitor, said: Client) -> None:
        try:
            await hearing.answer(self, visitor, said)
        finally:
            visitor.waits -= 1

    def run(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start something that is to finish even if nobody waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def begin(self) -> None:
        """Store what the battle wrote when it was opened, and let it continue."""
        async with self.lock:
            await self.change(self.roll_where_all_have_come)
            if self.draft:
                await self.keep()
            else:
                self.bots.wake()
            if self.people.persons:
                self.bots.foresee()

    async def quiet(self) -> None:
        """Wait until nothing is being written."""
        async with self.lock:
            pass
        if self._tasks:
            await asyncio.wait(self._tasks)

    # ---- telling -----------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show everybody the battle as it stands."""
        showing.show(self)

    def tell(self, told: Server) -> None:
        """Tell everybody who is here."""
        self._everybody(told)

    def went_on(self) -> None:
        """The battle has been kept as it stands: let the bots think who must decide now."""
        self.bots.wake()

    def _everybody(self, told: Server) -> None:
        data = told if isinstance(told, Fault) else encode(told)
        for visitor in self.people:
            visitor.sitter.send(data)

    # ---- time --------------------------------------------------------------------------------------------------------

    async def expire(self) -> None:
        """Answer for seats whose time is up.  If that fails, everybody is told, and it is tried again after a pause,
        each longer than the last."""
        try:
            async with self.lock:
                await self._expire()
        except (Exception, Pending, Misfit) as fault:
            if isinstance(fault, WarbookError):
                logger.warning("battle %s: nobody could be answered for: %s", self.about.id, fault)
            else:
                logger.exception("battle %s: nobody could be answered for", self.about.id)
                FAULTS.inc()
            self._rest = min(max(2 * self._rest, REST), LONGEST_REST)
            self.resting = self.home.clock() + self._rest
            self._everybody(UNEXPIRED)
        else:
            self._rest = 0.0

    async def _expire(self) -> None:
        for seat in self.clocks.expired(self.home.clock()):
            decision = self.asked_of(seat)
            if decision is not None:
                answer = without_them(decision, f"{self.about.seed}:{asking.at(self.game)}")
                self.announce(f"Time is up for {self.people.sides[seat]}{self.answer_in_words(decision, answer)}.")
                await self.choose(seat, answer)


def _turn_away(sitter: Sitter, why: Fault) -> Fault:
    """Tell somebody why they cannot stay."""
    sitter.send(why)
    return why
