"""Refusals: what a client may not do, or not now; and the faults that a table can report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core.errors import Illegal, WarbookError
from .people import Visitor
from .protocol import Fault, Refused

NO_TOKEN = Fault(code="token", words="This battle is watched by invitation.", todo="Ask for a link.", last=True)
WRONG_TOKEN = Fault(
    code="token",
    words="This link opens no seat here.",
    todo="Ask for the link again; it may have been cut.",
    last=True,
)
FULL = Fault(code="full", words="There is no place left at this table.", todo="Come later.", last=True)
MADE_WAY = Fault(
    code="full",
    words="This screen made way for somebody who plays: there are as many here as there can be.",
    todo="Come later.",
    last=True,
)
SEAT_TAKEN_UP = Fault(
    code="full",
    words="This seat has been opened on so many screens that the oldest, which is this one, had to go.",
    todo="Close another, and load this page again.",
    last=True,
)
TAKEN_OVER = Fault(
    code="elsewhere",
    words="This battle is played on another server by now.",
    todo="This page will find it by itself.",
    last=True,
)
CLEARED = Fault(code="elsewhere", words="The table has just been cleared.", todo="Come again.", last=True)
BROKEN = Fault(
    code="broken",
    words="The referee stumbled over what you said; nothing has changed.",
    todo="Try something else, and tell those who made it.",
)
STUMBLED = Fault(
    code="broken",
    words="The server stumbled, and lost its thread with this screen; no battle has changed.",
    todo="This page will come back by itself.",
    last=True,
)
NOT_STORED = Fault(code="broken", words="What was done last could not be stored.", todo="Do it again.")
UNEXPIRED = Fault(
    code="broken",
    words="Time is up, and no answer could be given for whom it was up.",
    todo="Wait; it is tried again.",
)
UNREAD = Fault(
    code="broken",
    words="The battle cannot be read just now.",
    todo="Come back in a moment; nothing is lost.",
    last=True,
)
UNSEEN = Fault(
    code="broken",
    words="The position cannot be shown just now.",
    todo="Load the page again, and tell those who made it.",
)

DEEPEST = 16  # lists within lists that an answer may have
LONGEST = 3000  # parts of an answer, in all of its lists: a march of forty with a dozen legs each


class Refuses(WarbookError):
    """A refusal with its reasons; `stale` if the question had changed by then."""

    def __init__(self, *reasons: str, stale: bool = False) -> None:
        self.reasons, self.stale = reasons, stale
        super().__init__(" ".join(reasons))


def must_sit(visitor: Visitor, seat: int) -> None:
    """Nobody may act for another's seat."""
    if seat not in visitor.yours:
        whose = " and ".join(map(str, visitor.yours))
        raise Refuses(f"Seat {seat} is not yours; " + (f"you have seat {whose}." if whose else "you only watch."))


def must_be_short(answer: Any) -> None:
    """No answer to any question has deeply nested lists or hundreds of legs: judging such an answer would keep
    everybody else waiting."""
    level, parts = [answer], 0
    for _ in range(DEEPEST):
        level = [part for whole in level for part in _parts(whole)]
        parts += len(level)
        if parts > LONGEST:
            raise Refuses(f"Of an answer at most {LONGEST} parts are looked at; this one has more.")
        if not level:
            return
    raise Refuses(f"An answer has at most {DEEPEST} lists within lists; this one has more.")


def _parts(whole: Any) -> Iterable[Any]:
    return whole.values() if isinstance(whole, dict) else whole if isinstance(whole, list | tuple) else ()


def refused(fault: WarbookError) -> Refused:
    """A refusal as a message."""
    if isinstance(fault, Refuses):
        return Refused(reasons=fault.reasons, stale=fault.stale)
    return Refused(reasons=fault.reasons if isinstance(fault, Illegal) else (str(fault),))
