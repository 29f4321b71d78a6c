"""Bots: seats that programs play.

A program's question stays open like a person's while it thinks; its answer is judged and stored like any other.  If a
program fails twice at a question, it is answered for the program, so that no battle stands still because of it.
"""

from __future__ import annotations

import asyncio
import logging
from random import Random
from typing import Any

from ..core.answers import Misfit, Pending
from ..core.decision import Decision, against, freeze
from ..core.errors import WarbookError
from . import asking
from .battle import Battle
from .metrics import FAULTS
from .thinking import Unready

logger = logging.getLogger(__name__)

MOST_ALONE = 20_000  # answers that programs give with nobody there: several battles' worth
TRIES = 2  # answers that a program is asked for, before it is answered for
REST = 1.0  # seconds after which it goes on where its answer could not be stored
LONGEST_WAIT = 10.0  # seconds after which it asks again where no process could be started for it
LONGEST_REST = 60.0  # seconds after which it goes on where the rules themselves break down over an answer


class Bots:
    """The programs at one table, each in a task of its own while it has something to decide."""

    def __init__(self, room: Battle) -> None:
        self._room = room
        self._playing: dict[int, asyncio.Task[None]] = {}
        self._foreseeing: set[asyncio.Task[None]] = set()
        self._alone = 0  # answers since somebody was last here

    @property
    def busy(self) -> bool:
        """Whether one of them is thinking."""
        return bool(self._playing)

    @property
    def _rests(self) -> bool:
        """Whether they have played alone for long.  They finish a battle by themselves, but do not play one without any
        people."""
        return self._alone > MOST_ALONE and not self._room.people

    def wake(self) -> None:
        """Let those think that must decide."""
        if self._rests:
            return
        for decision in self._room.game.decisions:
            seat = decision.player
            if seat in self._room.people.bots and seat not in self._playing:
                task = asyncio.create_task(self._play(seat), name=f"bot {seat} of {self._room.about.id}")
                self._playing[seat] = task
                task.add_done_callback(self._rest)

    def foresee(self) -> None:
        """Let those prepare that will be asked soon."""
        room = self._room
        for seat in room.people.bots:
            ready = room.home.thinkers.foresee(room.about.id, room.game, seat, room.people.players[seat])
            task = asyncio.create_task(ready, name=f"bot {seat} of {room.about.id} gets ready")
            self._foreseeing.add(task)
            task.add_done_callback(self._foreseeing.discard)

    def _rest(self, task: asyncio.Task[None]) -> None:
        """A program has nothing more to decide, unless something has changed just now."""
        self._playing = {seat: other for seat, other in self._playing.items() if other is not task}
        if not task.cancelled() and not self._room.closed:
            self.wake()

    def stop(self) -> None:
        """Stop thinking."""
        for task in (*self._playing.values(), *self._foreseeing):
            task.cancel()

    async def _play(self, seat: int) -> None:
        """Answer a seat's questions until somebody else must decide.  After a failure it tries again after a pause,
        each longer than the last."""
        rest = REST
        while not self._room.closed:
            try:
                if self._rests or not await self._answered(seat):
                    return
                self._alone = 0 if self._room.people else self._alone + 1
                rest = REST
            except Unready:  # which is told at every table, and logged where it was found out
                await asyncio.sleep(rest)
                rest = min(2 * rest, LONGEST_WAIT)
            except WarbookError as fault:
                logger.warning("battle %s: %s", self._room.about.id, fault)
                await asyncio.sleep(REST)
            except (Exception, Pending, Misfit):
                logger.exception("battle %s: the question to seat %d cannot be answered", self._room.about.id, seat)
                FAULTS.inc()
                await asyncio.sleep(rest)
                rest = min(2 * rest, LONGEST_REST)

    async def _answered(self, seat: int) -> bool:
        """Answer the open question of a seat; False if it has none."""
        room = self._room
        for _ in range(TRIES):
            async with room.lock:
                if room.asked_of(seat) is None:
                    return False
                game, moment = room.game, room.moment
            found, trouble = await self._ask_program(seat)
            async with room.lock:
                if room.game is not game or room.moment != moment:
                    return True  # it was asked about a position that is gone
                decision = room.asked_of(seat)
                assert decision is not None
                if not trouble:
                    trouble = " ".join(against(decision, found))
                if not trouble:
                    await room.choose(seat, found)
                    return True
                room.announce(f"{room.people.players[seat]}, who plays for {room.people.sides[seat]}, has stumbled.")
                await room.keep()
        return await self._answer_for_it(seat)

    async def _ask_program(self, seat: int) -> tuple[Any, str]:
        """A program's answer, or what went wrong."""
        room = self._room
        try:
            return freeze(await room.home.thinkers.bot(room.about.id, room.game, seat, room.people.players[seat])), ""
        except Unready:
            raise
        except Exception as fault:
            logger.exception("battle %s: the bot of seat %d", room.about.id, seat)
            return None, str(fault) or type(fault).__name__

    async def _answer_for_it(self, seat: int) -> bool:
        room = self._room
        async with room.lock:
            decision = room.asked_of(seat)
            if decision is not None:
                answer = without_them(decision, f"{room.about.seed}:{asking.at(room.game)}")
                words = room.answer_in_words(decision, answer)
                room.announce(f"The referee answers for {room.people.sides[seat]}{words}.")
                await room.choose(seat, answer)
        return decision is not None


def without_them(decision: Decision[Any], seed: str) -> Any:
    """An answer to a question whose seat gives none: one that does nothing, if there is such an answer, else a random
    one."""
    for answer in (*getattr(decision, "idle", ()), None):
        if not against(decision, answer):
            return answer
    return decision.sample(Random(seed))
