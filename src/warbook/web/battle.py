"""A battle at a table: what is stored of it, and the one way in which it changes.

Theory of operation.  A battle changes only while `lock` is held, and in one way: `change` lets something happen in the
referee's `Game`, whose lines of the record are collected in a `Draft`; `keep` has the journal write the draft, and
tells everybody when it is durable.  So nobody sees anything that a crash could take back.  Code that reads the battle
for somebody takes the lock too, and so never sees what is still being written.  If a write fails, the battle is read
again as it is stored: what could not be written has not happened.

The battle knows neither screens nor bots: the `Room` above it shows them what has changed.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

from ..core.answers import Misfit, Pending, Sealed
from ..core.decision import Decision
from ..core.game import Game
from . import asking, positions
from .clocks import Clocks
from .draft import Draft
from .journal import Journal, NotStored
from .leases import Elsewhere
from .limits import Allowance
from .litter import Litter
from .orders import Orders
from .people import People, Visitor
from .protocol import Asking, At, Branch, Chat, Fault, Opened, Server, Spoken
from .refusals import CLEARED, NOT_STORED, TAKEN_OVER, UNREAD, Refuses, must_sit
from .standing import standing
from .storage import REMEMBERED, Fenced, Unanswered
from .stored import Standing, Stored
from .tableaux import Tableaux
from .thinking import Thinking
from .tokens import WATCHING

logger = logging.getLogger(__name__)

TAKEN = b'{"line":"undo"'  # how a line begins that takes something back
REFEREE = -2  # the seat of the referee's own words
TALK, TALK_AT_ONCE = 1.0, 30.0  # words a second, and at once, of each seat, and of all who watch together


class Takeback:
    """The undo that the other players have been asked to agree to, and who made the last undo.  It is not stored: after
    a restart the question must be asked again."""

    def __init__(self) -> None:
        self.asking: Asking | None = None
        self.agreed: set[int] = set()
        self.undone: list[int] = []

    def forget(self) -> None:
        """Something else was chosen: the question is dropped, and nothing can be redone."""
        self.asking, self.agreed, self.undone = None, set(), []

    def may_redo(self, yours: tuple[int, ...]) -> bool:
        """Whether one of these seats made the last undo."""
        return bool(self.undone) and self.undone[-1] in yours


class Home(Protocol):
    """What a battle needs of the house that it is in."""

    journal: Journal
    thinkers: Thinking
    litter: Litter

    def clock(self) -> float:
        """Seconds that only run forward."""
        ...

    def now(self) -> float:
        """Seconds since 1970."""
        ...

    async def stored(self, game: str) -> Stored: ...

    def opened(self, stored: Stored) -> tuple[Game, Draft]: ...

    def lost(self, battle: Battle, fault: Fault = TAKEN_OVER) -> None: ...

    async def branch(self, battle: Battle, said: Branch) -> Opened: ...


class Battle(ABC):
    """One battle.  `home` is the house that it is in, `stored` what is stored of it, and `game` the battle loaded from
    that, which writes its lines to `draft`."""

    def __init__(self, home: Home, stored: Stored, game: Game, draft: Draft, epoch: int) -> None:
        self.home, self.about, self.epoch = home, stored.about, epoch
        self.lock = asyncio.Lock()
        self.closed = self.lost = False
        self.touched = home.clock()
        sides = [game.ruleset.seat_name(game.world, seat) for seat in range(game.ruleset.seats)]
        about = stored.about
        self.talk = Allowance(TALK, TALK_AT_ONCE, clock=home.clock)
        self.people = People(stored.seats, about.players, sides, about.names, public=about.public)
        self.come: set[int] = set()  # seats that somebody sat down at since the battle is here
        # Done when it is shown again.
        self.shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._take_up(stored, game, draft)

    def _take_up(self, stored: Stored, game: Game, draft: Draft) -> None:
        """Take the stored state as that of the battle."""
        self.game, self.draft = game, draft
        self.log, self.tableaux = positions.Log(game), Tableaux(game)
        self.lines, self.taken = stored.lines, stored.record.count(b"\n" + TAKEN)
        self.chat = list(stored.chat)
        self.orders = Orders(stored.orders)
        standing = stored.standing
        self.clocks = Clocks(stored.about.clock, self.people.persons, standing.time_left, standing.joined)
        self.clocks.join(seat for visitor in self.people for seat in visitor.yours)
        self.takeback = Takeback()

    # ---- whom it tells -----------------------------------------------------------------------------------------------

    @abstractmethod
    def show(self) -> None:
        """Show everybody the battle as it stands."""

    @abstractmethod
    def tell(self, told: Server) -> None:
        """Tell everybody who is here."""

    @abstractmethod
    def close(self, fault: Fault | None = None) -> None:
        """The battle is no longer here.  If that is because of a fault, everybody is told; nothing more is written."""

    @abstractmethod
    def went_on(self) -> None:
        """The battle has been stored as it stands: let those bots think that must decide now."""

    # ---- dice that are still to come ---------------------------------------------------------------------------------

    @property
    def unmade(self) -> bool:
        """Whether the first roll waits for somebody to come."""
        return self.game.awaits_dice and not self.game.decisions and not self.game.is_over

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats of people for whom the first roll waits: nobody has sat down there and given a share."""
        if not self.unmade:
            return ()
        return tuple(seat for seat in self.people.persons if seat not in self.come and seat not in self.game.shares)

    def roll_where_all_have_come(self) -> None:
        """Make the dice if nobody is awaited any more.  The lock must be held."""
        if self.game.awaits_dice and not (set(self.people.persons) - self.come - set(self.game.shares)):
            self.game.begin_rolling()

    # ---- what is asked -----------------------------------------------------------------------------------------------

    def asked_of(self, seat: int) -> Decision[Any] | None:
        """The open question of a seat."""
        return next((decision for decision in self.game.decisions if decision.player == seat), None)

    @property
    def moment(self) -> tuple[At, int]:
        """Where the battle stands; differs also from the same place before an undo."""
        return asking.at(self.game), self.taken

    def question(self, visitor: Visitor, seat: int, at: At, taken: int | None = None) -> Decision[Any]:
        """The open question of one of their seats, if it is the one that they saw.  Raises `Refuses`."""
        must_sit(visitor, seat)
        decision = self.asked_of(seat)
        if not self._same_question(seat, at) or taken not in (None, self.taken):
            raise Refuses(f"The question is another by now: {self._open_question(decision)}", stale=True)
        if decision is None:
            raise Refuses(f"You are not asked anything. {self._open_question(None)}", stale=self.game.is_over)
        return decision

    def _same_question(self, seat: int, at: At) -> bool:
        """Whether nothing has been answered since then, except by others who are asked at the same time."""
        step, answers = at
        if step != len(self.game.steps) or answers > len(self.game.answers):
            return False
        since = self.game.answers[answers:]
        return all(isinstance(answer, Sealed) and answer.seat != seat for answer in since)

    def _open_question(self, decision: Decision[Any] | None) -> str:
        if decision is not None:
            return decision.prompt
        if self.game.is_over:
            return "The battle is over."
        if self.unmade:
            return "The first roll waits until everybody has come."
        return f"{' and '.join(self.people.sides[d.player] for d in self.game.decisions)} must decide."

    # ---- what changes ------------------------------------------------------------------------------------------------

    async def choose(self, seat: int, answer: Any) -> None:
        """A seat answers its open question, and everybody sees the result.  Raises `Illegal` with every reason.  The
        lock must be held."""

        def act() -> None:
            self.game.choose(answer, seat)
            self.pass_by_orders()

        await self.change(act)
        self.takeback.forget()
        await self.keep()

    async def change(self, act: Callable[[], None]) -> None:
        """Let something happen in the battle; nobody sees it before it is stored.  If it fails half-way, it has not
        happened.  The lock must be held."""
        game, steps = self.game, len(self.game.steps)
        try:
            act()
        except (Exception, Pending, Misfit):
            if self.draft or len(game.steps) != steps:
                await self._restore()
            raise

    def pass_by_orders(self) -> None:
        """Let standing orders answer as long as they apply."""
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
        """Words of the referee, shown when they have been stored."""
        self.draft.said.append(Spoken(REFEREE, "Referee", words, self.home.now()))

    def answer_in_words(self, decision: Decision[Any], answer: Any) -> str:
        """An answer that the referee gave for a seat, in words for everybody; of a secret answer nothing."""
        return "" if decision.secret or self.game.ruleset.secrets else f": {decision.label(answer)}"

    async def record(self, seat: int) -> bytes:
        """The record as a seat may see it (-1: as anybody may).  Raises `Elsewhere` if another server plays the battle
        now."""
        async with self.lock:
            if self.closed:
                raise Elsewhere(CLEARED.words)
            return self.game.save(export=True, seat=seat)

    def standing(self) -> Standing:
        """How the battle stands, as it is stored for lists."""
        return standing(
            self.game,
            self.tableaux,
            self.home.now(),
            self.people.bots,
            self.clocks.stored_times(self.home.clock()),
            tuple(sorted(self.clocks.joined)),
        )

    async def keep(self, *, shown: bool = False) -> None:
        """Make the draft durable, then tell everybody.  The battle is shown if it has changed, or if `shown` says so.
        Raises `NotStored` if that failed; then everything is as before.  The lock must be held."""
        if self.lost:  # this waited for the lock meanwhile: what is here may be more than what is stored
            raise NotStored("the battle is not at this table any more")
        shown = shown or bool(self.draft.lines)
        self.run_clocks()
        draft, first = self.draft.take_all(), self.lines
        self.lines += len(draft.lines)
        try:
            await self.home.journal.write(draft.write(self.about.id, self.epoch, self.standing(), first))
        except Fenced as fault:
            self.home.lost(self)
            raise Refuses(str(fault)) from fault
        except Exception:
            await self._restore()
            self.tell(NOT_STORED)
            self.show()
            raise
        self.touched = self.home.clock()
        self.taken += sum(line.startswith(TAKEN) for line in draft.lines)
        self.chat = [*self.chat, *draft.said][-REMEMBERED:]
        if shown:
            self.show()
            self.shown.set_result(None)
            self.shown = asyncio.get_running_loop().create_future()
        for spoken in draft.said:
            self.tell(Chat(said=spoken))
        self.went_on()

    async def _restore(self) -> None:
        """Go back to what is stored.  Raises `NotStored` if that cannot be read either; then the room is closed."""
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
        self.run_clocks()

    def run_clocks(self) -> None:
        """Run the clocks of the seats that must decide, as long as anybody is here."""
        if self.people:
            deciding = [decision.player for decision in self.game.decisions]
            self.clocks.run(deciding, asking.at(self.game), self.home.clock())
