"""What carries a hull on a straight leg: floors, slopes, and the gaps between them that it crosses.

Its middle follows the highest floor or slope within a step of where it is, as on foot, and has the height of that; so a
slope is gone up from its foot or down from its top, and is nothing to whoever passes below it.  A gap is crossed to a
floor that is no higher, if it is not too wide.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import isqrt
from typing import Any, NamedTuple, TypeAlias

from ...core.state import Placement
from .. import _kernels as kernels
from ..board import Board, per_board
from ..fitting import ring_of
from ..footprints import Core
from ..rules import CRACK
from ..shapes import dot, stretched
from ..terrain import PITFALL, Link, Point
from .met import DriveRules

FINE = 250  # how much higher one strip of a slope is than the last, at most

Deck: TypeAlias = tuple[int, Core]
"""A floor: its height and its outline."""


class Strip(NamedTuple):
    """A part of a leg: where it begins and ends, and the heights of the middle there; the slope that it is on, and
    whether nothing carries it."""

    begin: int
    end: int
    low: int
    high: int
    slope: Link | None = None
    gap: bool = False

    def height(self, far: int) -> int:
        """How high the middle is so far along the leg."""
        return _height(self.low, self.high, far - self.begin, self.end - self.begin)


def _height(low: int, high: int, gone: int, length: int) -> int:
    """How high a line is that goes from one height to another, so far along it."""
    return low + (high - low) * gone // max(1, length)


class Surface(NamedTuple):
    """The strips of a leg in their order, the floors and slopes that carry it, and where they end (-1: nowhere)."""

    strips: tuple[Strip, ...]
    floors: tuple[Deck, ...] = ()
    slopes: tuple[Link, ...] = ()
    brink: int = -1

    def height(self, far: int) -> int:
        """How high the middle is so far along the leg."""
        return next((strip.height(far) for strip in self.strips if far <= strip.end), self.strips[-1].high)

    def until(self, far: int) -> tuple[Strip, ...]:
        """The strips up to some way along the leg."""
        kept = [each for each in self.strips if each.begin < far or each.begin == each.end == far]
        return tuple(each if each.end <= far else each._replace(end=far, high=each.height(far)) for each in kept)


class _Span(NamedTuple):
    """A part of the line of a leg below which something carries, how high at both ends, and what that is."""

    begin: int
    end: int
    low: int
    high: int
    slope: Link | None = None
    floor: Deck | None = None

    def height(self, far: int) -> int:
        return _height(self.low, self.high, far - self.begin, self.end - self.begin)

    @property
    def rises(self) -> int:
        return (self.high > self.low) - (self.high < self.low)


class _Line:
    """What lies below the line of a leg."""

    def __init__(
        self, board: Board, at: Point, to: tuple[int, int], length: int, rules: DriveRules, width: int
    ) -> None:
        self.length = length
        self.holes, self.spans = list[tuple[int, int, int, int]](), [_Span(0, self.length, 0, 0)]
        dx, dy, corners = to[0] - at[0], to[1] - at[1], board.arrays.corners
        for level, first, count, *_ in board.rows.floors:
            s, t, _ = kernels.direct.stretch(corners, first, count, at[0], at[1], dx, dy, self.length)
            if s <= t:
                self.spans.append(_Span(int(s), int(t), level, level, floor=(level, ring_of(board, first, count))))
        for foot, tip, first, count, *_, kind in board.rows.areas:
            if kind == PITFALL:
                s, t, inside = kernels.direct.stretch(corners, first, count, at[0], at[1], dx, dy, self.length)
                if s < t or inside:
                    self.holes.append((int(s), self.length + 1 if inside & 2 else int(t), foot, tip))
        for link, s, t in slopes_along(board, at, to, self.length, rules.slopes, width):
            low, high = (slope_height(link, at[0] + dx * far // length, at[1] + dy * far // length) for far in (s, t))
            self.spans.append(_Span(s, t, low, high, link))
        marks = {mark for span in self.spans for mark in (span.begin, span.end)}
        marks |= {mark for hole in self.holes for mark in hole[:2] if mark <= length}
        self.events = sorted(marks)

    def carrier(self, far: int, lowest: int, highest: int) -> _Span | None:
        """What carries a body so far along the line, between two heights: the highest, of two that which rises."""
        best = None
        for span in self.spans:
            ends = span.end if far < self.length else span.end + 1
            if not span.begin <= far < ends or not lowest <= span.height(far) <= highest or self._hollow(span, far):
                continue
            if best is None or (span.height(far), span.rises) > (best.height(far), best.rises):
                best = span
        return best

    def _hollow(self, span: _Span, far: int) -> bool:
        """Whether there is a pit in a floor."""
        z = span.low
        hollow = (s <= far < t and z0 <= z and (z1 > z or z0 == z) for s, t, z0, z1 in self.holes)
        return span.slope is None and any(hollow)

    def across(self, far: int, z: int, rules: DriveRules, gap: int) -> int:
        """Where a gap ends that begins there, in a floor no higher than where it began; -1 where that is too far."""
        below = self.carrier(far, -1, z - rules.step - 1)
        lowest = max(-1 if below is None else below.height(far) + 1, z - rules.descent if rules.descent >= 0 else 0)
        for mark in self.events:
            if far < mark <= far + gap and self.carrier(mark, *self.beyond(far, mark, lowest, z, rules)):
                return mark
        return -1

    @staticmethod
    def beyond(far: int, mark: int, lowest: int, z: int, rules: DriveRules) -> tuple[int, int]:
        """The heights between which a floor may begin again beyond a gap; a joint is none."""
        return (z - rules.step, z + rules.step) if mark <= far + CRACK else (lowest, z)


def along(
    board: Board, at: Point, to: tuple[int, int], length: int, rules: DriveRules, width: int, gap: int
) -> Surface:
    """What carries a hull of some width on a straight line, `length` being that of the line, which crosses gaps up to
    some width."""
    line = _Line(board, at, to, length, rules, width)
    strips, floors, slopes, far, z = list[Strip](), list[Deck](), list[Link](), 0, at[2]
    low, high = z - rules.step, z + rules.step
    while far < line.length:
        on = line.carrier(far, low, high)
        if on is None:
            end = line.across(far, z, rules, gap)
            if end < 0:
                rest = Strip(far, line.length, z, z, gap=True)
                return Surface((*strips, rest), tuple(floors), tuple(slopes), far)
            strips.append(Strip(far, end, z, z, gap=True))
            low, high = line.beyond(far, end, 0, z, rules)
            far = end
            continue
        if on.floor is not None and on.floor not in floors:
            floors.append(on.floor)
        if on.slope is not None and on.slope not in slopes:
            slopes.append(on.slope)
        end = next(mark for mark in line.events if mark > far)
        parts = 1 + abs(on.height(end) - on.height(far)) // FINE
        cuts = [far + (end - far) * part // parts for part in range(parts + 1)]
        strips += [Strip(a, b, on.height(a), on.height(b), on.slope) for a, b in pairwise(cuts) if a < b]
        far, z = end, on.height(end)
        low, high = z - rules.step, z + rules.step
    landed = line.carrier(far, low, high)  # which differs from the last where a gap ends
    z = z if landed is None else landed.height(far)
    return Surface((*strips, Strip(far, far, z, z)), tuple(floors), tuple(slopes))


# ---- slopes ----------------------------------------------------------------------------------------------------------


@per_board
def slopes_for(board: Board, kinds: tuple[int, ...], width: int) -> tuple[tuple[Link, Any], ...]:
    """The slopes of some kinds that are wide enough for a hull, and the corners of each as the kernels take them."""
    return tuple(
        (link, kernels.table([(*corner, 0) for corner in _ring(link)], 3))
        for link in board.links
        if link.kind in kinds and link.width >= width
    )


def _ring(link: Link) -> Core:
    (x0, y0, _), (x1, y1, _) = link.foot, link.top
    dx, dy = stretched(y1 - y0, x0 - x1, link.width // 2)
    return (x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)


def slopes_along(
    board: Board, at: Point, to: tuple[int, int], length: int, kinds: tuple[int, ...], width: int
) -> Iterator[tuple[Link, int, int]]:
    """The slopes above or below a line, each with where that is."""
    for link, ring in slopes_for(board, kinds, width):
        s, t, _ = kernels.direct.stretch(ring, 0, 4, at[0], at[1], to[0] - at[0], to[1] - at[1], length)
        if s < t:
            yield link, int(s), int(t)


def slope_height(link: Link, x: int, y: int) -> int:
    """How high a slope is at a point, or beside it."""
    (x0, y0, z0), (x1, y1, z1) = link.foot, link.top
    square = (x1 - x0) ** 2 + (y1 - y0) ** 2
    return z0 + (z1 - z0) * max(0, min(square, dot(x - x0, y - y0, x1 - x0, y1 - y0))) // square


def slopes_under(board: Board, at: Placement, kinds: tuple[int, ...]) -> Iterator[Link]:
    """The slopes that the middle of a hull is on, or that it has come to the foot of."""
    shape, x, y, radius = at.shape, at.x, at.y, at.radius
    for link, x0, y0, dx, dy, square, aside in _lines_of_slopes(board, kinds, shape.width if shape else 2 * radius):
        far = (x - x0) * dx + (y - y0) * dy
        if far > square or 2 * abs(dx * (y - y0) - dy * (x - x0)) > aside:
            continue
        if far < 0 and far * far > radius * radius * square > 0:
            continue
        height = slope_height(link, x, y)
        if (link.foot[2] if far < 0 else height) - 1 <= at.z <= height + 1:
            yield link


@per_board
def _lines_of_slopes(board: Board, kinds: tuple[int, ...], width: int) -> tuple[tuple[Any, ...], ...]:
    """The slopes that are wide enough for a hull, each with its foot, the vector to its top, the square of how long
    that is, and what twice the vector product with it comes to at its side."""
    found = []
    for link, _ in slopes_for(board, kinds, width):
        (x0, y0, _), (x1, y1, _) = link.foot, link.top
        square = (x1 - x0) ** 2 + (y1 - y0) ** 2
        found.append((link, x0, y0, x1 - x0, y1 - y0, square, link.width * isqrt(square)))
    return tuple(found)


def led_to(board: Board, links: tuple[Link, ...]) -> tuple[Deck, ...]:
    """The floors that slopes lead up to."""
    return tuple(
        (level, ring_of(board, first, count))
        for x, y, z in dict.fromkeys(link.top for link in links)
        for level, first, count, west, south, east, north, *_ in board.rows.floors
        if level == z and west <= x <= east and south <= y <= north
    )
