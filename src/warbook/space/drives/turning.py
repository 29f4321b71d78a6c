"""Turning about the middle: the poses between two facings, and when the outline first meets something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.shape import Hull
from ...core.state import Placement
from ...core.structs import replace
from .. import _kernels as kernels
from .._kernels import plain, scratch
from ..footprints import half_over_root
from ..shapes import UNIT, cross, dot

HALVES = 64  # parts of a turn that are looked at one after the other


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


def contacts(before: Placement, after: Placement, rows: Any, corners: Any, found: Any) -> list[tuple[int, Placement]]:
    """The things that a body meets in a turn of at most a quarter, by their numbers (see `packed`), each with the last
    pose before the outline shares ground with it.  `found` has room for three numbers of each."""
    shape = before.shape
    length, width = (shape.length, shape.width) if shape else (0, 0)
    hull = isinstance(shape, Hull)
    radius = 0 if hull else width // 2 if shape else before.radius
    many = kernels.direct.met_turning(
        rows, corners, length, width, int(not hull), radius, before.radius, before.x, before.y, before.fx, before.fy,
        after.fx, after.fy, scratch(HALVES, 4), scratch(4, 2), found,
    )  # fmt: skip
    return [(number, replace(before, fx=fx, fy=fy)) for number, fx, fy in plain(found[:many])]
