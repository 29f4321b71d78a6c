"""Gaps: what a body may leap to over an edge, as far as floors and pitfalls go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import NamedTuple

from ..core.state import Posture
from . import _kernels as kernels
from .board import Board, per_board
from .breakpoints import Line, Outlines, Vector, ahead, meeting_points, outlines, plain_directions, with_middles
from .edges import Edge
from .layout import Layout
from .passages import FARTHEST_LEAP, TO_HAND
from .planar import plan
from .routes import Journey
from .rules import CRACK, Mode, Point, Rules

_NARROW = 20 * CRACK  # what is wider than this is no joint, however it is met
_HALVINGS = 16  # of a line, which is no longer than 64" where that matters
REMEMBERED = 1000  # points of a board from which it is known what may be leapt


class Goal(NamedTuple):
    """What an opening leads to: how it is done, the height where it ends, the floor there (-1: the ground)."""

    mode: Mode
    z: int
    floor: int


class Ray(NamedTuple):
    """A direction in which one may leap: to what, and how far away that begins."""

    begins: int
    direction: Vector
    goal: Goal


class Span(NamedTuple):
    """A part of a line that lies over a floor (-1: the ground): where that begins and ends, and how high the floor is,
    and its number."""

    begins: float
    ends: float
    z: int
    number: int


@per_board.at_most(REMEMBERED)
def leaps_from(board: Board, near: Point, radius: int, edge: Edge, shape: Rules, vaults: bool) -> tuple[Ray, ...]:
    """The leaps over an edge from a point, the shortest first: with `vaults` to floors of any level."""
    alone = Layout([(*near, 0, 1, radius, 1, int(Posture.AWAY), 0)])
    trip = Journey(board, alone, 0, shape)
    x, y, _ = near
    box = (x - FARTHEST_LEAP, y - FARTHEST_LEAP, x + FARTHEST_LEAP, y + FARTHEST_LEAP)
    corners = Outlines((), outlines(board, alone, 0, box).lines)
    bounds = (*farthest(edge, near, radius), *just_leapt(edge, near, corners.lines, trip.gait.gap))
    found = []
    for direction in with_middles(plain_directions(near, corners, bounds)):
        if direction[0] * edge.dy - direction[1] * edge.dx > 0 and cut_of(edge, near, direction) is not None:
            found += [Ray(begins, direction, goal) for begins, goal in landings(trip, edge, near, direction, vaults)]
    return tuple(sorted(found))


def cut_of(edge: Edge, near: Point, direction: Vector) -> int | None:
    """How far it is to an edge in a direction; None where that leads past it."""
    ux, uy = direction
    length = (ux * ux + uy * uy) ** 0.5
    turn = ux * edge.dy - uy * edge.dx
    if turn == 0:
        return None
    px, py = edge.x - near[0], edge.y - near[1]
    away, part = (px * edge.dy - py * edge.dx) / turn, (px * uy - py * ux) / turn
    if away < 0 or not -1e-6 <= part <= 1 + 1e-6:
        return None
    return int(away * length)


def farthest(edge: Edge, near: Point, radius: int) -> list[Vector]:
    """The directions from a point in which it is as far to an edge as a way over it may begin from there."""
    x, y, _ = near
    line, reach = (edge.x, edge.y, edge.x + edge.dx, edge.y + edge.dy), radius + TO_HAND
    circles = ((x, y, reach), (x, y, reach - 1))  # points are rounded: those of the second are near enough
    return [(px - x, py - y) for px, py in meeting_points(Outlines(circles, (line,)))]


def just_leapt(edge: Edge, near: Point, lines: Iterable[Line], widest: int) -> Iterator[Vector]:
    """The directions from a point in which the gap between an edge and one of some lines is hardly wider than one walks
    over: aslant that is a leap, though straight on it is none."""
    x, y, _ = near
    behind = -edge.place(x, y)[1]

    def is_leapt(to: tuple[float, float]) -> bool:
        beyond = (to[0] * edge.dy - to[1] * edge.dx) / edge.length - behind
        return beyond > 0 and hypot(*to) * beyond > widest * (beyond + behind)

    for ax, ay, bx, by in lines:
        ends, dx, dy = ((ax - x, ay - y), (bx - x, by - y)), bx - ax, by - ay
        part = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        nearest = (ax - x + part * dx, ay - y + part * dy)
        for end in ends if not is_leapt(nearest) else ():
            if is_leapt(end):
                walked, leapt = nearest, (float(end[0]), float(end[1]))
                for _ in range(_HALVINGS):
                    middle = ((walked[0] + leapt[0]) / 2, (walked[1] + leapt[1]) / 2)
                    walked, leapt = (walked, middle) if is_leapt(middle) else (middle, leapt)
                yield round(leapt[0]), round(leapt[1])


def landings(trip: Journey, edge: Edge, near: Point, direction: Vector, vaults: bool) -> Iterator[tuple[int, Goal]]:
    """The floors ahead that a leap may end on, each with how far away that begins: the next of the same level, what one
    steps on from there, and with `vaults` those of other levels before it."""
    far = (*ahead(near, direction, FARTHEST_LEAP), near[2])
    step, length = trip.rules.step, plan(near, far)
    code, leaves, _, _, marks = trip.ground(near, far[:2], leap=True)
    level = next((m for m in (kernels.MARKS[k] for k in range(marks)) if m[0] == kernels.GAP), None)
    if level is None and (code != kernels.NO_FLOOR or not vaults):
        return
    leaves, until = (int(level[2]), int(level[3])) if level is not None else (leaves, length)
    if leaves > trip.gait.radius + TO_HAND:
        return
    if until - leaves <= _NARROW and is_joint(trip, edge, edge.place(*ahead(near, direction, leaves))[0]):
        return
    spans = _spans(trip, near, far, length)
    found = []
    if level is not None:
        found = [(until, span) for span in _trodden(trip, spans, until, near[2])]
    if vaults:
        found = [(begins, span) for begins, span in found if abs(span.z - near[2]) <= step]
        for span in spans if near[2] > step else ():
            if span.z > step and abs(span.z - near[2]) > step and leaves < span.begins < min(span.ends, until):
                found.append((int(span.begins), span))
    for begins, (_, _, z, number) in sorted(found, key=_in_order):
        yield begins, Goal(Mode.LEAP, z, number)


def _in_order(landing: tuple[int, Span]) -> tuple[bool, int]:
    """The ground comes last."""
    return landing[1].number < 0, landing[1].number


def _spans(trip: Journey, near: Point, far: Point, length: int) -> list[Span]:
    """The parts of a line that lie over floors."""
    dx, dy, corners, found = far[0] - near[0], far[1] - near[1], trip.arrays.corners, list[Span]()
    for number, (z, first, count, *_) in enumerate(trip.board.rows.floors):
        begins, ends, _ = kernels.direct.stretch(corners, first, count, *near[:2], dx, dy, length)
        if begins <= ends:
            found.append(Span(begins, ends, z, number))
    return found


def _trodden(trip: Journey, spans: list[Span], until: int, z: int) -> list[Span]:
    """What is trodden on, within the width of a base, by whoever comes from some height over a gap that ends there: the
    floors at its end, and those that one steps on from them."""
    step, behind = trip.rules.step, until + 2 * trip.gait.radius
    spans = [span for span in spans if span.ends > until and span.begins < behind]
    found = [span for span in spans if span.begins <= until + 1 and abs(span.z - z) <= step]
    ground = Span(until, behind, 0, -1)
    if not any(span.begins <= until and span.ends >= behind for span in found):
        spans.append(ground)
    if not found and z <= step:
        found.append(ground)
    while more := [span for span in spans if span not in found and any(abs(span.z - f.z) <= step for f in found)]:
        found += more
    return found


def is_joint(trip: Journey, edge: Edge, along: int) -> bool:
    """Whether one may walk straight over an edge so far along it: what seems to be a gap there is a joint, which is met
    aslant."""
    inner, outer = edge.point(along, -3 * CRACK), edge.point(along, 3 * CRACK)
    return trip.ground((*inner, edge.z), outer)[0] == kernels.OK
