"""Why a leg is not legal, in codes and in words."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from msgspec import Struct

from ..core.length import written
from . import _kernels as kernels
from .rules import Mode


class Why(IntEnum):
    """Why a route is refused.  The first ones are the kernels' own codes."""

    WALL = kernels.AGAINST_WALL
    TOO_NEAR = kernels.TOO_NEAR
    IN_THE_WAY = kernels.IN_THE_WAY
    IMPASSABLE = kernels.IMPASSABLE_GROUND
    GAP = kernels.OVER_GAP
    NO_FLOOR = kernels.NO_FLOOR
    OFF_BOARD = kernels.OFF_BOARD
    OVERLAPS = kernels.OVERLAPS
    ON_OBSTACLE = kernels.ON_OBSTACLE
    NO_ROOM = kernels.NO_ROOM
    CLOSED = kernels.CLOSED_GROUND
    TOO_HIGH = kernels.TOO_HIGH
    TOO_FAR = 20
    NO_EDGE = 21
    NO_FACE = 22
    OVERHANG = 23
    NO_LINK = 24
    NO_DROP = 25
    TOO_FAR_OUT = 26
    MAY_NOT = 27
    MALFORMED = 28
    TOO_DEEP = 29


class Reason(Struct, frozen=True):
    """One reason against a route: in which leg, whose base it is about (or -1), and the length in question."""

    why: Why
    leg: int = 0
    who: int = -1
    amount: int = 0
    mode: int = 0


_VERBS = {
    Mode.CLIMB: "climb",
    Mode.LEAP: "leap",
    Mode.JUMP: "jump down",
    Mode.LINK: "use ladders or stairs",
    Mode.FLY: "fly",
}


def sentence(reason: Reason, name: Callable[[int], str] = "number {}".format) -> str:
    """A reason as a player is told it; `name` turns an id into a name."""
    why, whom = reason.why, name(reason.who) if reason.who >= 0 else "another base"
    if why == Why.TOO_NEAR:
        return f"It would come within {written(reason.amount)} of {whom}."
    if why == Why.IN_THE_WAY:
        return f"{whom[:1].upper()}{whom[1:]} is in the way."
    if why == Why.OVERLAPS:
        return f"It would end on top of {whom}."
    if why == Why.GAP:
        return "There is a gap that it cannot walk over: it must leap."
    if why == Why.TOO_FAR:
        return f"That takes {written(reason.amount)} of movement, more than it has."
    if why == Why.TOO_FAR_OUT:
        return f"A jump down lands beside the edge, not {written(reason.amount)} away from it."
    if why == Why.TOO_DEEP:
        return f"That drop of {written(reason.amount)} is deeper than it may jump."
    if why == Why.MAY_NOT:
        return f"It may not {_VERBS.get(Mode(reason.mode), 'move')}."
    return _SENTENCES[why]


_SENTENCES = {
    Why.WALL: "Its base does not fit past a wall or other solid terrain.",
    Why.IMPASSABLE: "That ground is impassable.",
    Why.CLOSED: "That ground is closed to this move.",
    Why.TOO_HIGH: "That obstacle is too high to cross.",
    Why.NO_FLOOR: "There is no floor to carry it there.",
    Why.OFF_BOARD: "Its base would leave the board.",
    Why.ON_OBSTACLE: "It cannot stop on an obstacle.",
    Why.NO_ROOM: "There is no room for it to stand there.",
    Why.NO_EDGE: "There is no edge between these two points to climb or jump from.",
    Why.NO_FACE: "There is nothing to hold on to: that face cannot be climbed.",
    Why.OVERHANG: "An overhang bars the climb.",
    Why.NO_LINK: "No ladder, stairs or ramp joins these two points.",
    Why.NO_DROP: "That is no drop to a floor below.",
    Why.MALFORMED: "A leg is three coordinates and a mode, all whole numbers.",
}
