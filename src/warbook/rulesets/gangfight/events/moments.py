"""Moments: points that the battle reaches and that change nothing themselves.  What each of them leads to is listed in
`consequences`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from ....core.events import Moment
from ....space.movement import Point
from ..records import Due, Pledge

# ---- turns -----------------------------------------------------------------------------------------------------------


class TurnStart(Moment, frozen=True):
    """The turn of a side is about to begin: nobody has points for it yet."""

    seat: int
    round: int


class ActivationStart(Moment, frozen=True):
    """A player has activated a figure."""

    who: int


class BetweenActions(Moment, frozen=True):
    """No action is under way, and the battle is about to go on."""


class TurnEnd(Moment, frozen=True):
    """The turn of a side is over."""

    seat: int


class RoundEnd(Moment, frozen=True):
    """Everybody has had a turn in this round."""

    round: int


# ---- moves -----------------------------------------------------------------------------------------------------------


class FreeStrikeDrawn(Moment, frozen=True):
    """An enemy may strike for nothing at somebody who takes its eyes off it or leaves its reach."""

    by: int
    whom: int


class OwnMove(Moment, frozen=True):
    """A figure has gone a way that its player chose."""

    who: int


class Arrival(Moment, frozen=True):
    """A figure has gone from point to point, in whatever way; `underfoot` are the enemies over whom it went."""

    who: int
    points: Sequence[Point]
    underfoot: Sequence[int] = ()


class ClosedIn(Moment, frozen=True):
    """A figure has closed in on an enemy to attack it, or has followed it up."""

    who: int
    points: Sequence[Point]


# ---- attacks ---------------------------------------------------------------------------------------------------------


Style: TypeAlias = Literal["fight", "power", "finesse", "weight", "free", "counter", "riposte", "slam"]
"""How somebody strikes in close combat."""


class AttackMissed(Moment, frozen=True):
    """A blow or a shot has not hit at all."""

    who: int
    whom: int
    style: Literal[Style, "shot"]


# ---- what was pledged, and what is due -------------------------------------------------------------------------------


class CounterChargeDue(Moment, frozen=True):
    """A Counter-Charge that was pledged comes to its blow."""

    pledge: Pledge


class FightDue(Moment, frozen=True):
    """A Fight! that was pledged is to be fought."""

    pledge: Pledge


class FireDue(Moment, frozen=True):
    """A Fire! that was pledged is to be shot."""

    pledge: Pledge


class PushDue(Moment, frozen=True):
    """The action is over, and a push that it owes happens."""

    due: Due


class KnockOverDue(Moment, frozen=True):
    """The action is over, and somebody whom it hit too hard goes over."""

    due: Due


class PointLossDue(Moment, frozen=True):
    """The action is over, and it costs somebody held points."""

    due: Due
