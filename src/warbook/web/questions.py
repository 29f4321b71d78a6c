"""Questions that change nothing: would this be legal, how likely is that, what does this model have.

They are asked about the stored position, never about one that is still being written.  Slow answers are computed in
another process, and sent only if the position is still the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from . import checking, positions
from .battle import Battle
from .people import Visitor
from .protocol import (
    AimsTold,
    AskAims,
    AskCard,
    AskOdds,
    AskPast,
    CardTold,
    Check,
    Region,
    Route,
    Server,
    Suggest,
)
from .refusals import Refuses, must_be_short, must_sit

T = TypeVar("T")

SLOW = (AskAims, AskOdds, Region, Route, Suggest)  # what is worked out elsewhere, while the one who asked goes on
AT_ONCE = 8  # of these that one screen may wait for


async def check(room: Battle, visitor: Visitor, said: Check) -> Server:
    """Whether an answer would be legal, and what it would lead to."""
    must_be_short(said.answer)
    async with room.lock:
        return checking.judged(room.question(visitor, said.seat, said.at), said.answer)


async def route(room: Battle, visitor: Visitor, said: Route) -> Server:
    """The shortest way on to a point."""
    must_be_short(said.legs)
    must_be_short(said.answer)
    async with room.lock:
        room.question(visitor, said.seat, said.at)
    return await _if_still_current(
        room,
        room.home.thinkers.route(room.about.id, room.game, said.seat, said.legs, said.to, said.who, said.answer),
    )


async def region(room: Battle, visitor: Visitor, said: Region) -> Server:
    """Every place to which the answers of a question lead."""
    async with room.lock:
        room.question(visitor, said.seat, said.at)
    return await _if_still_current(room, room.home.thinkers.region(room.about.id, room.game, said.seat))


async def suggest(room: Battle, visitor: Visitor, said: Suggest) -> Server:
    """Some good answers."""
    async with room.lock:
        room.question(visitor, said.seat, said.at)
    return await _if_still_current(room, room.home.thinkers.suggest(room.about.id, room.game, said.seat, said.most))


async def odds(room: Battle, visitor: Visitor, said: AskOdds) -> Server:
    """How likely the outcomes of an answer are."""
    must_be_short(said.answer)
    async with room.lock:
        room.question(visitor, said.seat, said.at)
    if not said.thorough:
        return await _if_still_current(room, room.home.thinkers.odds(room.about.id, room.game, said.seat, said.answer))
    if visitor.weighs:
        raise Refuses("The odds of one answer at a time are counted with care.")
    visitor.weighs = True
    try:
        return await _if_still_current(
            room, room.home.thinkers.odds(room.about.id, room.game, said.seat, said.answer, thorough=True)
        )
    finally:
        visitor.weighs = False


async def aims(room: Battle, visitor: Visitor, said: AskAims) -> Server:
    """Whom a model could aim at."""
    async with room.lock:
        _must_see(room, visitor, said.seat, said.who)
    found = await _if_still_current(room, room.home.thinkers.aims(room.about.id, room.game, said.seat, said.who))
    return AimsTold(who=said.who, aims=found)


async def card(room: Battle, visitor: Visitor, said: AskCard) -> Server:
    """Everything about a model."""
    async with room.lock:
        _must_see(room, visitor, said.seat, said.who)
        ask = room.game.ruleset.card
        if ask is None:
            raise Refuses(f"{room.game.ruleset.title} has no cards of its models.")
        return CardTold(card=ask(room.game.view(said.seat), said.who))


async def past(room: Battle, visitor: Visitor, said: AskPast) -> Server:
    """An earlier position."""
    async with room.lock:
        _must_look(visitor, said.seat)
        return positions.past(room.game, said.step, said.event, said.seat)


def _must_look(visitor: Visitor, eyes: int) -> None:
    """Anybody may look as a spectator; as a seat only its player."""
    if eyes != -1:
        must_sit(visitor, eyes)


def _must_see(room: Battle, visitor: Visitor, eyes: int, who: int) -> None:
    _must_look(visitor, eyes)
    if not 0 <= who < len(room.game.play.state.records):
        raise Refuses(f"There is no model {who}.")


async def _if_still_current(room: Battle, asked: Coroutine[Any, Any, T]) -> T:
    """What was computed about the position, if the position is still the same; as soon as it is another, nobody waits
    for that any more, nor for a worker."""
    game, moment = room.game, room.moment
    work = asyncio.create_task(asked)
    try:
        while not work.done():
            shown = room.shown
            await asyncio.wait((work, shown), return_when=asyncio.FIRST_COMPLETED)
            async with room.lock:
                if room.game is not game or room.moment != moment:
                    raise Refuses("The position is another by now.", stale=True)
        return work.result()
    finally:
        work.cancel()
