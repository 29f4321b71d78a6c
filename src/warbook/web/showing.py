"""Showing: the battle as each screen at a table may see it.

Screens with the same view and the same seats get the same bytes, made once.  If drawing a position fails, that is
logged and reported, and stops no battle.
"""

from __future__ import annotations

import logging

from ..core.structs import replace
from . import positions
from .battle import Battle
from .metrics import FAULTS
from .people import Visitor
from .protocol import Position, encode
from .refusals import UNSEEN
from .welcome import welcome

logger = logging.getLogger(__name__)

Shared = dict[tuple[int, tuple[int, ...], int], bytes]
"""Positions by whose eyes they are for, which seats are asked, and how much of the log was heard before."""


def greet(room: Battle, visitor: Visitor, number: int) -> None:
    """Send a new client what never changes, and then the position."""
    try:
        visitor.sitter.send(welcome(room, visitor, number))
    except Exception:
        logger.exception("battle %s: nobody can be welcomed", room.about.id)
        _say_unseen(visitor)
    if (service := room.home.thinkers.service).words:
        visitor.sitter.send(service)
    _show(room, visitor, {})


def show(room: Battle) -> None:
    """Show everybody the battle as it stands."""
    shared: Shared = {}
    for visitor in room.people:
        _show(room, visitor, shared)


def _show(room: Battle, visitor: Visitor, shared: Shared) -> None:
    eyes = visitor.looks_as(decision.player for decision in room.game.decisions)
    if eyes != visitor.eyes and room.game.ruleset.secrets:
        visitor.heard = 0  # it was another's log
    key = eyes, visitor.yours, visitor.heard
    try:
        if key not in shared:
            shared[key] = encode(_position(room, *key))
        visitor.eyes, visitor.heard = eyes, room.log.count(eyes)
    except Exception:
        logger.exception("battle %s cannot be shown", room.about.id)
        _say_unseen(visitor)
    else:
        visitor.sitter.send(shared[key])


def _position(room: Battle, eyes: int, yours: tuple[int, ...], heard: int) -> Position:
    """The parts of the position that come from the battle and from the room."""
    now = room.home.now()
    clocks = room.clocks.clocks_at(room.home.clock(), now)
    return replace(
        positions.position(room.game, room.log, eyes, yours, heard, room.people.bots, room.tableaux.as_json(eyes)),
        taken=room.taken,
        redo=room.takeback.may_redo(yours),
        consent=room.takeback.asking,
        orders=room.orders.of(yours, room.game.ruleset),
        clocks=clocks,
        now=now if clocks else 0.0,
        absent=tuple(sorted({*room.clocks.absent, *room.awaited})),
        dice=room.game.source.how,
        shares=tuple(sorted(room.game.shares)),
        unmade=room.unmade,
    )


def _say_unseen(visitor: Visitor) -> None:
    FAULTS.inc()
    visitor.sitter.send(UNSEEN)
