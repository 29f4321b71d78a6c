"""Hearing: an answer to every message that a client can send.

No message leads to an exception beyond this module: what is not allowed is refused with its reasons, and faults of the
referee are logged with their traceback, and reported without it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from ..core.answers import Misfit, Pending
from ..core.errors import WarbookError
from ..core.structs import replace
from . import questions, takeback
from .battle import Battle
from .metrics import ANSWERED, FAULTS
from .people import Visitor, plain
from .protocol import (
    AskAims,
    AskCard,
    AskOdds,
    AskPast,
    Begin,
    Branch,
    Check,
    Choose,
    Client,
    Consent,
    Done,
    Drop,
    Redo,
    Region,
    Route,
    Say,
    Server,
    Spoken,
    Stand,
    Suggest,
    Undo,
)
from .refusals import BROKEN, Refuses, must_be_short, must_sit, refused
from .tokens import WATCHING

logger = logging.getLogger(__name__)


async def answer(room: Battle, visitor: Visitor, said: Client) -> None:
    """Answer a message, unless it asks for nothing."""
    handler = _HANDLERS.get(type(said))
    if handler is None:
        return
    try:
        told = await handler(room, visitor, said)
    except WarbookError as fault:
        told = refused(fault)
    except (Exception, Pending, Misfit):
        logger.exception("battle %s: %s", room.about.id, type(said).__name__)
        FAULTS.inc()
        told = BROKEN
    visitor.sitter.send(replace(told, re=said.n))


async def begin(room: Battle, visitor: Visitor, said: Begin) -> Server:
    """Have the dice made without the shares of those who have not come."""
    must_sit(visitor, said.seat)
    async with room.lock:
        if not room.game.awaits_dice:
            raise Refuses("The dice are made; nothing waits for them.")
        sides = room.people.sides
        without = " and ".join(sides[seat] for seat in room.awaited)
        await room.change(room.game.begin_rolling)
        if without:
            room.announce(f"{sides[said.seat]} begins without {without}: the dice have no share from there.")
        await room.keep(shown=True)
    return Done()


async def choose(room: Battle, visitor: Visitor, said: Choose) -> Server:
    """Answer the open question."""
    must_be_short(said.answer)
    with ANSWERED.time():
        async with room.lock:
            room.question(visitor, said.seat, said.at, said.taken)
            await room.choose(said.seat, said.answer)
    return Done()


async def stand(room: Battle, visitor: Visitor, said: Stand) -> Server:
    """Give a standing order; it may answer what is open just now."""
    must_sit(visitor, said.seat)
    async with room.lock:
        given = room.orders.stand(said.seat, said.order, room.round())
        room.draft.given.append(given)
        await room.change(room.pass_by_orders)
        await room.keep(shown=True)
    return Done()


async def drop(room: Battle, visitor: Visitor, said: Drop) -> Server:
    """Take a standing order back."""
    must_sit(visitor, said.seat)
    async with room.lock:
        room.orders.drop(said.seat, said.order)
        room.draft.dropped.append(said.order)
        await room.keep(shown=True)
    return Done()


async def say(room: Battle, visitor: Visitor, said: Say) -> Server:
    """Words for everybody."""
    if said.seat != WATCHING:
        must_sit(visitor, said.seat)
    words = plain(said.words)
    if not words:
        raise Refuses("You said nothing that can be read.")
    if not room.talk.take(said.seat):
        raise Refuses("So much has been said from there; wait a moment.")
    async with room.lock:
        name = room.people.called(visitor, said.seat)
        room.draft.said.append(Spoken(said.seat, name, words, room.home.now()))
        await room.keep()
    return Done()


async def branch(room: Battle, visitor: Visitor, said: Branch) -> Server:
    """A battle of its own from a point of this one."""
    if not visitor.yours and not room.about.public:
        raise Refuses("Only those who sit at this table can play on from here.")
    async with room.lock:
        return await room.home.branch(room, said)


_HANDLERS: dict[type, Callable[[Battle, Visitor, Any], Coroutine[Any, Any, Server]]] = {
    Begin: begin,
    Choose: choose,
    Check: questions.check,
    Route: questions.route,
    Region: questions.region,
    Suggest: questions.suggest,
    AskOdds: questions.odds,
    AskCard: questions.card,
    AskAims: questions.aims,
    AskPast: questions.past,
    Undo: takeback.undo,
    Redo: takeback.redo,
    Consent: takeback.consent,
    Stand: stand,
    Drop: drop,
    Say: say,
    Branch: branch,
}
