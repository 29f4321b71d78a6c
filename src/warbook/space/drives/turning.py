"""Turning about the middle: the poses between two facings, and when the outline first meets something.

A turn is halved again and again by adding the vectors of its two ends, so that no angle is ever rounded: of the half in
which nothing can come near, nothing is asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.length import root_up
from ...core.state import Placement
from ...core.structs import replace
from ..footprints import Footprint, apart, footprint, half_over_root, overlap, parted
from ..shapes import UNIT, cross, dot

FINEST = 2  # thousandths that a point of the outline moves in a part of a turn that is not divided further


def _unit(x: int, y: int) -> tuple[int, int]:
    """The vector of the length UNIT in a direction, rounded."""
    square = x * x + y * y
    return half_over_root(2 * UNIT * x, square), half_over_root(2 * UNIT * y, square)


def quarter_turns(at: Placement, end: Placement) -> list[tuple[Placement, Placement]]:
    """A turn by the shorter way in parts of at most a quarter, each from a pose to a pose; left where it is half round.
    The poses' facings are as long as UNIT, but for the very ends."""
    fx, fy = at.fx, at.fy
    turn, ahead = cross(fx, fy, end.fx, end.fy), dot(fx, fy, end.fx, end.fy)
    if ahead >= 0:
        return [(at, end)]
    middle = replace(at, fx=-fy, fy=fx) if turn >= 0 else replace(at, fx=fy, fy=-fx)
    return [(at, middle), (middle, end)]


def poses_between(before: Placement, after: Placement, parts: int) -> Iterator[Placement]:
    """The two ends of a turn of at most a quarter, and the poses that divide it into so many parts, a power of two."""
    if parts == 1:
        yield before
        yield after
        return
    middle = _between(before, after)
    yield from list(poses_between(before, middle, parts // 2))[:-1]
    yield from poses_between(middle, after, parts // 2)


def _between(before: Placement, after: Placement) -> Placement:
    (ax, ay), (bx, by) = _unit(before.fx, before.fy), _unit(after.fx, after.fy)
    fx, fy = _unit(ax + bx, ay + by)
    return replace(before, fx=fx, fy=fy)


def first_contact(before: Placement, after: Placement, thing: Footprint) -> Placement | None:
    """The last pose of a turn of at most a quarter before the outline shares ground with something; None if it never
    does."""
    middle = _between(before, after)
    foot = footprint(middle)
    swing = _swing(before, after)
    if parted(foot.core, thing.core, swing + foot.radius + thing.radius):
        return None
    if not overlap(foot, thing):
        square, by = apart(foot.core, thing.core)
        reach = swing + foot.radius + thing.radius
        if square > reach * reach * by:
            return None
        if swing <= FINEST:
            return before if overlap(footprint(after), thing) else None
    elif swing <= FINEST:
        return before
    return first_contact(before, middle, thing) or first_contact(middle, after, thing)


def _swing(before: Placement, after: Placement) -> int:
    """How far a point of the outline moves at most from the middle of a turn to either end, in whole thousandths, the
    rounding of corners included: an arc of a quarter is 1.1108 times as long as its chord."""
    (ax, ay), (bx, by) = _unit(before.fx, before.fy), _unit(after.fx, after.fy)
    chord = root_up((ax - bx) ** 2 + (ay - by) ** 2)
    return before.radius * chord * 5554 // (UNIT * 10000) + 2
