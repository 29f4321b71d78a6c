"""A room: one battle, and the people around it.

Theory of operation.  A battle changes only with `lock` held, and in one way: `change` lets something happen on the
referee's `Game`, whose lines of the record are collected in a `Draft`; `keep` has the journal write the draft, and
tells everybody when it is durable.  So nobody sees what a crash could take back.  Whatever reads the battle for
somebody takes the lock too, and therefore never sees what is still being written.  Where a write fails, the battle is
read again as it is stored: what could not be written has not happened.

What people say comes in through `hear`; `hearing` has an answer to each message.  The room knows no transport.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from ..core.answers import Misfit, Pending, Sealed
from ..core.decision import Decision
from ..core.errors import WarbookError
from ..core.game import Game
from . import asking, hearing, questions, showing
from .bots import LONGEST_REST, REST, Bots, without_them
from .clocks import Clocks
from .draft import Draft
from .journal import NotStored
from .leases import Elsewhere
from .limits import Allowance
from .metrics import FAULTS
from .orders import Orders
from .people import People, Sitter, Visitor, plain
from .protocol import EVERYTHING, At, Chat, Client, Fault, Hello, Server, Spoken, encode
from .refusals import (
    CLEARED,
    FULL,
    MADE_WAY,
    NO_TOKEN,
    NOT_STORED,
    SEAT_TAKEN_UP,
    UNEXPIRED,
    UNREAD,
    WRONG_TOKEN,
    Refuses,
    must_sit,
)
from .storage import REMEMBERED, Fenced, Stored, Unanswered
from .tableaux import Tableaux
from .takeback import Takeback
from .tokens import WATCHING

if TYPE_CHECKING:
    from .house import House

logger = logging.getLogger(__name__)
T = TypeVar("T")

TAKEN = b'{"line":"undo"'  # how a line begins that takes something back
REFEREE = -2  # the seat of the referee's own words
TALK, TALK_AT_ONCE = 1.0, 30.0  # words a second, and at once, of each seat, and of all who watch together


class Room:
    """One battle.  `home` is the house that it is in, `stored` what is kept of it, `game` the battle loaded from that,
    which writes its lines to `draft`."""

    def __init__(self, home: House, stored: Stored, game: Game, draft: Draft, epoch: int) -> None:
        self.home, self.about, self.epoch = home, stored.about, epoch
        self.lock = asyncio.Lock()
        self.closed = self.lost = self.visited = False
        self.resting = self._rest = 0.0  # until when no clock is answered for; how long that was
        self.touched = home.clock()
        sides = [game.ruleset.seat_name(game.world, seat) for seat in range(game.ruleset.seats)]
        about = stored.about
        self.talk = Allowance(TALK, TALK_AT_ONCE, clock=home.clock)
        self.people = People(stored.seats, about.players, sides, about.names, public=about.public)
        self.bots = Bots(self)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._come: set[int] = set()  # seats that somebody sat down at since the battle is here
        self._take_up(stored, game, draft)

    def _take_up(self, stored: Stored, game: Game, draft: Draft) -> None:
        """The battle is as it is stored."""
        self.game, self.draft = game, draft
        self.log, self.tableaux = asking.Log(game), Tableaux(game)
        self.lines, self.taken = stored.lines, stored.record.count(b"\n" + TAKEN)
        self.chat = list(stored.chat)
        self.orders = Orders(stored.orders)
        standing = stored.standing
        self.clocks = Clocks(stored.about.clock, self.people.persons, standing.time_left, standing.joined)
        self.clocks.join(seat for visitor in self.people for seat in visitor.yours)
        self.takeback = Takeback()

    # ---- coming and going --------------------------------------------------------------------------------------------

    async def join(self, sitter: Sitter, hello: Hello) -> Fault | None:
        """Somebody says hello: they are welcomed and shown the battle.  Where they cannot stay they are told why, which
        is also what comes of it.  What is begun for them goes on to its end where they are gone meanwhile."""
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
            self.people.come(visitor)
            self.visited = True
            first = self.clocks.join(yours)
            self._run_clocks()
            showing.greet(self, visitor, hello.n)
            if first:
                await self._keep_who_has_come()
            self._come.update(yours)
            if self.game.awaits_dice and yours:
                await self._take_shares(yours, hello.share)
        self._everybody(self.people.presence())
        self.bots.wake()
        return None

    def _make_way(self, yours: tuple[int, ...]) -> None:
        """A screen of these seats comes, for which others have to go."""
        for visitor in self.people.in_the_way(yours) if yours else ():
            visitor.sitter.send(SEAT_TAKEN_UP if visitor.yours else MADE_WAY)
            self.people.go(visitor.sitter)

    async def _keep_who_has_come(self) -> None:
        """Keep that somebody came for whom the clocks waited, and tell everybody.  The lock must be held."""
        if not self.clocks.absent:
            self.announce("Everybody has come: the clocks run.")
        with contextlib.suppress(NotStored, Refuses):  # then everybody is told that
            await self.keep(shown=True)

    # ---- dice that are still to come ---------------------------------------------------------------------------------

    @property
    def unmade(self) -> bool:
        """Whether the battle waits with its first roll for somebody to come."""
        return self.game.awaits_dice and not self.game.decisions and not self.game.over

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats of people for whom the first roll waits: nobody sat down there, and no share came from there."""
        if not self.unmade:
            return ()
        return tuple(seat for seat in self.people.persons if seat not in self._come and seat not in self.game.shares)

    async def _take_shares(self, yours: tuple[int, ...], share: str) -> None:
        """Whoever sat down gives a share of the dice, and the last of them has them rolled.  The lock must be held."""

        def act() -> None:
            for seat in yours:
                if share and seat not in self.game.shares:
                    self.game.share(seat, share)
            self._roll_where_all_have_come()

        try:
            await self.change(act)
            await self.keep(shown=True)
        except (NotStored, Refuses):
            pass  # everybody was told
        except (Exception, Pending, Misfit):
            logger.exception("battle %s: its dice cannot be made", self.about.id)
            FAULTS.inc()

    def _roll_where_all_have_come(self) -> None:
        if self.game.awaits_dice and not (set(self.people.persons) - self._come - set(self.game.shares)):
            self.game.begin_rolling()

    def leave(self, sitter: Sitter) -> None:
        """Somebody is gone."""
        if self.people.go(sitter):
            self.touched = self.home.clock()
            self.home.litter.left += 1
            if not self.people:
                self.clocks.stop(self.touched)
            self._everybody(self.people.presence())

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is going on."""
        return not self.people and not self.bots.busy and not self._tasks and not self.lock.locked()

    def close(self, fault: Fault | None = None) -> None:
        """The battle is no longer here; where that is for a fault, everybody is told, and nothing more is written."""
        self.closed, self.lost = True, fault is not None
        self.bots.stop()
        if fault is not None:
            self._everybody(fault)

    def forget(self) -> None:
        """Let go of the battle, so that its memory is free at once: nobody is here, and nothing goes on."""
        del self.game, self.draft, self.log, self.tableaux

    # ---- hearing -----------------------------------------------------------------------------------------------------

    async def hear(self, sitter: Sitter, said: Client) -> None:
        """Answer what somebody says: at once, or later where that takes a while.  Never raises for anything that a
        client can say, and goes on to its end where whoever waits for it is gone."""
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
        """Begin something that is to end even if nobody waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # ---- what is asked -----------------------------------------------------------------------------------------------

    def asked_of(self, seat: int) -> Decision[Any] | None:
        """The open question of a seat."""
        return next((decision for decision in self.game.decisions if decision.player == seat), None)

    @property
    def moment(self) -> tuple[At, int]:
        """Where the battle stands, also told apart from where it stood before something was taken back."""
        return asking.at(self.game), self.taken

    def question(self, visitor: Visitor, seat: int, at: At, taken: int | None = None) -> Decision[Any]:
        """The open question of a seat of theirs, if it is the one that they saw.  Raises `Refuses`."""
        must_sit(visitor, seat)
        decision = self.asked_of(seat)
        if not self._same_question(seat, at) or taken not in (None, self.taken):
            raise Refuses(f"The question is another by now: {self._open_question(decision)}", stale=True)
        if decision is None:
            raise Refuses(f"You are not asked anything. {self._open_question(None)}", stale=self.game.over)
        return decision

    def _same_question(self, seat: int, at: At) -> bool:
        """Whether nothing has been answered since, but by others what all were asked at once."""
        step, answers = at
        if step != len(self.game.steps) or answers > len(self.game.answers):
            return False
        since = self.game.answers[answers:]
        return all(isinstance(answer, Sealed) and answer.seat != seat for answer in since)

    def _open_question(self, decision: Decision[Any] | None) -> str:
        if decision is not None:
            return decision.prompt
        if self.game.over:
            return "The battle is over."
        if self.unmade:
            return "The first roll waits until everybody has come."
        return f"{' and '.join(self.people.sides[d.player] for d in self.game.decisions)} must decide."

    # ---- what changes ------------------------------------------------------------------------------------------------

    async def choose(self, seat: int, answer: Any) -> None:
        """A seat answers its open question, and everybody sees what comes of it.  Raises `Illegal` with every reason.
        The lock must be held."""

        def act() -> None:
            self.game.choose(answer, seat)
            self.pass_by_orders()

        await self.change(act)
        self.takeback.forget()
        await self.keep()

    async def change(self, act: Callable[[], None]) -> None:
        """Let something happen to the battle; nobody sees it before it is kept.  What breaks down half-way has not
        happened.  The lock must be held."""
        game, steps = self.game, len(self.game.steps)
        try:
            act()
        except (Exception, Pending, Misfit):
            if self.draft or len(game.steps) != steps:
                await self._restore()
            raise

    def pass_by_orders(self) -> None:
        """Let standing orders answer, as long as they can."""
        if self.orders.given:
            self.draft.dropped += self.orders.lapse(self.round())
        while self.orders.given:
            found = [(d, order) for d in self.game.decisions if (order := self.orders.answering(d)) is not None]
            if not found:
                return
            decision, order = found[0]
            self.announce(f"{self.people.sides[order.seat]} passes by a standing order. {decision.prompt}")
            self.game.choose(None, order.seat)
            self.takeback.forget()

    def round(self) -> int:
        """The round of the battle."""
        return self.tableaux.of(WATCHING).round

    def announce(self, words: str) -> None:
        """Words of the referee, told when they are kept."""
        self.draft.said.append(Spoken(REFEREE, "Referee", words, self.home.now()))

    def told(self, decision: Decision[Any], answer: Any) -> str:
        """An answer that the referee gave, for everybody to read; nothing of a secret one."""
        return "" if decision.secret or self.game.ruleset.secrets else f": {decision.label(answer)}"

    async def begin(self) -> None:
        """Keep what the battle had to write when it was opened, and go on with it."""
        async with self.lock:
            await self.change(self._roll_where_all_have_come)
            if self.draft:
                await self.keep()
            else:
                self.bots.wake()

    async def record(self, seat: int) -> bytes:
        """The record, as a seat may see it (-1: as anybody may).  Raises `Elsewhere` where the battle is no longer
        here."""
        async with self.lock:
            if self.closed:
                raise Elsewhere(CLEARED.words)
            return self.game.save(export=True, seat=seat)

    async def quiet(self) -> None:
        """Wait until nothing is being written."""
        async with self.lock:
            pass
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def keep(self, *, shown: bool = False) -> None:
        """Make the draft durable, then tell everybody; the battle is shown where it went on, or where it is to be
        `shown` anyway.  Raises `NotStored` where that failed, and then everything is as it was.  The lock must be
        held."""
        if self.lost:  # this waited for the lock meanwhile: what is here may be more than what is stored
            raise NotStored("the battle is not at this table any more")
        shown = shown or bool(self.draft.lines)
        self._run_clocks()
        draft, first = self.draft.taken(), self.lines
        self.lines += len(draft.lines)
        try:
            await self.home.journal.write(draft.write(self, first))
        except Fenced as fault:
            self.home.lost(self)
            raise Refuses(str(fault)) from fault
        except Exception:
            await self._restore()
            self._everybody(NOT_STORED)
            self.show()
            raise
        self.touched = self.home.clock()
        self.taken += sum(line.startswith(TAKEN) for line in draft.lines)
        self.chat = [*self.chat, *draft.said][-REMEMBERED:]
        if shown:
            self.show()
        for spoken in draft.said:
            self._everybody(Chat(said=spoken))
        self.bots.wake()

    async def _restore(self) -> None:
        """Go back to what is stored.  Raises `NotStored` where it cannot be read either; then the room is closed."""
        try:
            stored = await self.home.stored(self.about.id)
            game, draft = self.home.opened(stored)
        except Exception as fault:
            if not isinstance(fault, Unanswered):
                logger.exception("battle %s could not be read again", self.about.id)
            self.home.lost(self, UNREAD)
            raise NotStored("the battle cannot be read just now") from fault
        if draft:  # other rules than those it was written with have something to add: as when it was opened first
            self.home.lost(self, UNREAD)
            raise NotStored("the battle must be opened anew")
        self._take_up(stored, game, draft)
        self._run_clocks()

    # ---- telling -----------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show everybody the battle as it stands."""
        showing.show(self)

    def tell(self, told: Server) -> None:
        """Tell everybody who is here."""
        self._everybody(told)

    def _everybody(self, told: Server) -> None:
        data = told if isinstance(told, Fault) else encode(told)
        for visitor in self.people:
            visitor.sitter.send(data)

    # ---- time --------------------------------------------------------------------------------------------------------

    def _run_clocks(self) -> None:
        """Whose question is open now, their clocks run, as long as anybody is here."""
        if self.people:
            deciding = [decision.player for decision in self.game.decisions]
            self.clocks.run(deciding, asking.at(self.game), self.home.clock())

    async def expire(self) -> None:
        """Answer for those whose time is up.  Where that breaks down everybody is told, and it is tried again after a
        rest, each time a longer one."""
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
                self.announce(f"Time is up for {self.people.sides[seat]}{self.told(decision, answer)}.")
                await self.choose(seat, answer)


def _turn_away(sitter: Sitter, why: Fault) -> Fault:
    """Tell somebody why they cannot stay."""
    sitter.send(why)
    return why
