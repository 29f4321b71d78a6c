"""Taking back: undo and redo by the rules of the record, and the consent of the others where it takes that."""

from __future__ import annotations

from .. import table
from ..core.game import NeedsConsent
from ..core.source import Source
from ..core.structs import replace
from .battle import Battle
from .people import Visitor
from .protocol import Asking, Consent, Done, Redo, Server, Undo
from .refusals import Refuses, must_sit

MOST = 2000  # times that a battle can be taken back, so that no record grows without end
OTHER_DICE = (
    "The battle was over, and its record told every roll to come: from here on the server has drawn other dice."
)


async def undo(room: Battle, visitor: Visitor, said: Undo) -> Server:
    """Take back the last choice of a seat, or ask the others whether they agree."""
    must_sit(visitor, said.seat)
    async with room.lock:
        if (asked := room.takeback.asking) is not None:
            raise Refuses(f"{room.people.sides[asked.by]} has asked to take something back; answer that first.")
        if room.taken >= MOST:
            raise Refuses(f"In this battle {MOST} choices have been taken back; no more can be.")
        try:
            await _take_back(room, said.seat, set(visitor.yours))
        except NeedsConsent as why:
            await _ask(room, said.seat, why, set(visitor.yours))
    return Done()


async def consent(room: Battle, visitor: Visitor, said: Consent) -> Server:
    """A seat agrees, or does not."""
    must_sit(visitor, said.seat)
    async with room.lock:
        asked = room.takeback.asking
        if asked is None:
            raise Refuses("Nothing is asked of you now.")
        if said.seat == asked.by and not said.agree:
            await _dropped(room, "thought better of it")
        elif said.seat not in asked.of:
            raise Refuses("You have answered, or were not asked.")
        elif said.agree:
            await _agreed(room, asked, said.seat)
        else:
            await _dropped(room, f"was refused by {room.people.sides[said.seat]}")
    return Done()


async def redo(room: Battle, visitor: Visitor, said: Redo) -> Server:
    """Do again what this seat took back last."""
    must_sit(visitor, said.seat)
    async with room.lock:
        if not room.takeback.may_redo((said.seat,)):
            raise Refuses("You have nothing to do again.")
        await room.change(room.game.redo)
        room.takeback.undone.pop()
        room.takeback.asking = None
        await room.keep()
    return Done()


async def _take_back(room: Battle, seat: int, agreed: set[int]) -> None:
    """Programs agree to everything.  The record of a battle that is over tells its seed, so the end is taken back with
    other dice for what is still to come, and then cannot be done again."""
    consent = {*agreed, *room.people.bots} - {seat}
    seed_told = room.game.is_over and room.game.source.how == "shared"

    def act() -> None:
        room.game.undo(seat, sorted(consent))
        if seed_told:
            room.game.change_dice(Source("drawn", table.drawn_seed()))
            room.game.go_on()
            room.announce(OTHER_DICE)

    await room.change(act)
    room.takeback.undone = [] if seed_told else [*room.takeback.undone, seat]
    room.takeback.asking, room.takeback.agreed = None, set()
    await room.keep()


async def _ask(room: Battle, seat: int, why: NeedsConsent, agreed: set[int]) -> None:
    of = tuple(other for other in why.seats if other not in agreed and room.people.human(other))
    room.takeback.asking = Asking(seat, "take back the last choice", why.why, of)
    room.takeback.agreed = agreed
    room.show()


async def _agreed(room: Battle, asked: Asking, seat: int) -> None:
    room.takeback.agreed.add(seat)
    left = tuple(other for other in asked.of if other != seat)
    if left:
        room.takeback.asking = replace(asked, of=left)
        room.show()
        return
    await _take_back(room, asked.by, room.takeback.agreed)


async def _dropped(room: Battle, how: str) -> None:
    asked = room.takeback.asking
    assert asked is not None
    room.takeback.asking = None
    room.announce(f"{room.people.sides[asked.by]} wanted to take something back, and {how}.")
    await room.keep(shown=True)
