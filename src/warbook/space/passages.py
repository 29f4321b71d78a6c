"""Passages: the climbs, jumps, leaps, ladders, stairs and ramps that a board offers a base of some size.

They are proposals: `check` judges a route that takes one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from ..core.length import INCH, root_up
from ..core.state import Placement, Posture
from . import _kernels as kernels
from .board import Board, Row, per_board
from .layout import HEIGHT, RADIUS, Layout
from .planar import on_board, on_lattice, outline, plan
from .routes import Journey
from .rules import BEYOND, Body, Mode, Point, Rules
from .shapes import UNIT, bounds, widened
from .shapes import direction as compass

TO_HAND = 100  # how near a base must be to where a passage begins, to be beside that
SQUARE = 2 * INCH  # the side of the squares by which one looks up what is to hand


class Passage(NamedTuple):
    """A way from one floor to another that is no walk: where it begins and ends, and how it is done."""

    near: Point
    far: Point
    mode: Mode


def passages(board: Board, radius: int, height: int, rules: Rules) -> tuple[Passage, ...]:
    """The climbs, jumps, leaps, ladders, stairs and ramps of a board for a base of this size, about one an inch of
    edge, both ways: proposals for `reach` and `sample`."""
    return _passages(board, radius, height, rules.shape())


@per_board
def _passages(board: Board, radius: int, height: int, shape: Rules) -> tuple[Passage, ...]:
    return tuple(passage for _, found in _passages_by_place(board, radius, height, shape) for passage in found)


@per_board
def _passages_by_place(
    board: Board, radius: int, height: int, shape: Rules
) -> tuple[tuple[_Lip | Row, tuple[Passage, ...]], ...]:
    """The passages over each point of an edge and along each link.  Where pieces have vanished, these are looked for
    near them only: further away they are those of the whole board."""
    trip, whole = journey_alone(board, radius, height, shape), board.whole
    known = dict(_passages_by_place(whole, radius, height, shape)) if whole is not None else {}
    found = list[tuple[_Lip | Row, tuple[Passage, ...]]]()
    for place, box, proposed in _passages_of_board(board, trip, radius):
        kept = known.get(place)
        if kept is None or board.differs_near(*widened(box, _around(radius))):
            kept = tuple(p for p in proposed if trip.stands(p.far) and trip.leg(0, *p, False)[1] == kernels.OK)
        found.append((place, kept))
    return tuple(found)


def _around(radius: int) -> int:
    """How far beside a passage anything may lie that has a say in it."""
    return 3 * radius + 2 * INCH


def journey_alone(board: Board, radius: int, height: int, rules: Rules) -> Journey:
    """What legs are judged by for a body of this size, wherever it is, with nobody else on the board."""
    return Journey(board, Layout([(0, 0, 0, 0, 1, radius, height, Posture.AWAY, 0)]), 0, rules)


class Vault(NamedTuple):
    """A leap from one raised floor to another that is higher or lower by more than a step: where it begins and ends,
    and how far the edges of the floors are apart, in a straight line."""

    near: Point
    far: Point
    width: int


W = TypeVar("W", Passage, Vault)


def vaults(board: Board, radius: int, height: int, rules: Rules) -> tuple[Vault, ...]:
    """The leaps of a board between floors of different heights for a base of this size, about one an inch of edge,
    straight away from it; what stands between is not looked at."""
    return _vaults(board, radius, height, rules.shape())


@per_board
def _vaults(board: Board, radius: int, height: int, shape: Rules) -> tuple[Vault, ...]:
    trip = journey_alone(board, radius, height, shape)
    return tuple(vault for lip in _lips(board) for vault in _vaults_from(board, trip, lip, radius))


class _Lip(NamedTuple):
    """A point on the edge of a floor at height `z`; `out` points away from the floor, `length` long."""

    at: tuple[int, int]
    out: tuple[int, int]
    length: int
    z: int

    def point(self, away: int) -> tuple[int, int]:
        """The point so far outside."""
        return (self.at[0] + self.out[0] * away // self.length, self.at[1] + self.out[1] * away // self.length)

    def inner(self, trip: Journey, radius: int) -> Point | None:
        """Where a base stands that is about to go over the edge, if it can."""
        spots = ((*self.point(away), self.z) for away in (-60, -radius - 10))
        return next((spot for spot in spots if trip.stands(spot)), None)


def _lips(board: Board, after: int = 0) -> Iterator[_Lip]:
    """The edges of all floors, or of those after so many, about one point an inch."""
    for z, first, count, *_ in board.rows.floors[after:]:
        for p, q, _ in outline(board, first, count):
            dx, dy = q[0] - p[0], q[1] - p[1]
            length = root_up(dx * dx + dy * dy)
            pieces = max(1, length // INCH)
            for i in range(1, 2 * pieces, 2):
                at = (p[0] + dx * i // (2 * pieces), p[1] + dy * i // (2 * pieces))
                yield _Lip(at, (dy, -dx), length, z)


def _vaults_from(board: Board, trip: Journey, lip: _Lip, radius: int) -> Iterator[Vault]:
    """What may be leapt at from a point on an edge: not what is beyond another floor of the same height."""
    inner, step = lip.inner(trip, radius), trip.rules.step
    if inner is None or lip.z <= step:
        return
    (x, y), (fx, fy) = lip.point(_BESIDE), lip.point(FARTHEST_LEAP)
    dx, dy = fx - x, fy - y
    length = root_up(dx * dx + dy * dy)
    ahead: list[tuple[int, int]] = []
    for z, first, count, *_ in board.rows.floors:
        begins, ends, _ = kernels.direct.stretch(trip.arrays.corners, first, count, x, y, dx, dy, length)
        if begins <= ends and z > step:
            ahead.append((int(begins), z))
    level = min((begins for begins, z in ahead if abs(z - lip.z) <= step), default=length)
    for begins, z in ahead:
        if 0 < begins < level and abs(z - lip.z) > step:
            away, rise = begins + _BESIDE, z - lip.z
            ends_at = ((*lip.point(away + more), z) for more in (60, radius + 10))
            far = next((spot for spot in ends_at if trip.stands(spot)), None)
            if far is not None:
                yield Vault(inner, far, root_up(away * away + rise * rise))


_BESIDE = 5  # just outside an edge
FARTHEST_LEAP = 8 * INCH  # no leap is looked for that is longer


class Gap(NamedTuple):
    """A gap on a straight line: how far along that begins and ends in plan, and how wide it is in space."""

    leaves: int
    enters: int
    width: int


def gap_between_levels(trip: Journey, near: Point, far: Point) -> Gap | None:
    """The gap between two raised floors on the straight line from a point of one to a point of the other, which is
    higher or lower by more than a step; None where there is none, or another floor of the first height lies in it."""
    step, rise = trip.rules.step, far[2] - near[2]
    if abs(rise) <= step or near[2] <= step or far[2] <= step:
        return None
    code, leaves, _, _, marks = trip.ground(near, far[:2], leap=True)
    if code != kernels.NO_FLOOR or any(kernels.MARKS[k][0] == kernels.GAP for k in range(marks)):
        return None
    dx, dy = far[0] - near[0], far[1] - near[1]
    length = root_up(dx * dx + dy * dy)
    enters = length + 1
    for z, first, count, *_ in trip.board.rows.floors:
        if z == far[2]:
            begins, ends, _ = kernels.direct.stretch(trip.arrays.corners, first, count, *near[:2], dx, dy, length)
            if begins <= ends == length:
                enters = min(enters, int(begins))
    if not leaves < enters <= length:
        return None
    return Gap(leaves, enters, root_up((enters - leaves) ** 2 + rise * rise))


def _passages_of_board(
    board: Board, trip: Journey, radius: int
) -> Iterator[tuple[_Lip | Row, tuple[int, int, int, int], Iterator[Passage]]]:
    """Each place of the board where passages are looked for, the box in which they lie, and those that are proposed."""
    for lip in _lips(board):
        yield lip, widened((*lip.at, *lip.at), FARTHEST_LEAP), _passages_over_edge(board, trip, lip, radius)
    for link in board.rows.links:
        foot, top = (link[0], link[1], link[2]), (link[3], link[4], link[5])
        yield link, bounds((foot, top)), _passages_along_link(trip, foot, top, radius)


def _passages_along_link(trip: Journey, foot: Point, top: Point, radius: int) -> Iterator[Passage]:
    low, high = _beside_link(trip, foot, top, radius), _beside_link(trip, top, foot, radius)
    if low is not None and high is not None:
        yield Passage(low, high, Mode.LINK)
        yield Passage(high, low, Mode.LINK)


def _passages_over_edge(board: Board, trip: Journey, lip: _Lip, radius: int) -> Iterator[Passage]:
    """What leads over the edge of a floor at a point."""
    point, z, inner = lip.point, lip.z, lip.inner(trip, radius)
    outer = point(radius + 20)
    if inner is None or on_board(board, outer, radius) != outer:
        return
    below = board.floor_below(*outer, z + trip.rules.step)
    if z - below > trip.rules.step and trip.stands((*outer, below)):
        low = (*outer, below)
        yield Passage(low, inner, Mode.CLIMB)
        yield Passage(inner, low, Mode.CLIMB)
        yield Passage(inner, low, Mode.JUMP)
    beyond = point(FARTHEST_LEAP)
    _, _, _, _, n = trip.ground(inner, beyond, leap=True)
    for k in range(n):
        if kernels.MARKS[k][0] == kernels.GAP:
            away = int(kernels.MARKS[k][3])
            for more in (60, radius + 10):
                x, y, _ = on_lattice(inner, (*beyond, z), away + more, plan(inner, beyond))
                yield Passage(inner, (x, y, board.floor_below(x, y, z + trip.rules.step)), Mode.LEAP)
            return


def _beside_link(trip: Journey, end: Point, other: Point, radius: int) -> Point | None:
    """Where to stand at one end of a link, preferably out of the way of the other end."""
    spots = [end] if trip.stands(end) else []
    for away in (radius // 2, radius + 10):
        for degree in range(0, 360, 15):
            ux, uy = compass(degree)
            spot = (end[0] + ux * away // UNIT, end[1] + uy * away // UNIT, end[2])
            if trip.stands(spot):
                spots.append(spot)
    return max(spots, key=lambda s: (s == end, plan(s, other)), default=None)


class Offered(NamedTuple):
    """Ways that are no walks, each with what it costs where nobody is about; and as rows for the kernels: x and y of
    where each begins and ends, its cost, the heights of both ends, and how it is done."""

    priced: tuple[tuple[Passage, int], ...]
    rows: Any

    @classmethod
    def of(cls, priced: Sequence[tuple[Passage, int]]) -> Offered:
        """Some ways, each with what it costs."""
        rows = [(*near[:2], *far[:2], cost, near[2], far[2], int(mode)) for (near, far, mode), cost in priced]
        return cls(tuple(priced), kernels.table(rows, 8))

    def nearby(self, mover: Body, allowance: int) -> tuple[Any, int]:
        """The numbers of those that a body could finish if it walked to them as the crow flies, and how many."""
        found = kernels.numbers(len(self.priced), 0)
        return found, kernels.direct.nearby(self.rows, mover[0], mover[1], allowance, found)


def nearby_passages(board: Board, mover: Body, rules: Rules) -> list[Passage]:
    """The passages on any level that a body may take and could finish if it walked to them as the crow flies."""
    offered = offered_passages(board, mover[RADIUS], mover[HEIGHT], rules)
    found, n = offered.nearby(mover, rules.allowance)
    return [offered.priced[i][0] for i in kernels.plain(found[:n])]


def deck_passages(trip: Journey, decks: int, away: int) -> Iterator[tuple[Passage, int]]:
    """The passages over the edges of the hulls that carry, the last so many floors, as they stand and with everybody
    about: hulls move, so nothing of it is kept with the board."""
    for lip in _lips(trip.board, len(trip.board.rows.floors) - decks):
        if plan((*lip.at, lip.z), trip.start) <= away:
            for passage in _passages_over_edge(trip.board, trip, lip, trip.gait.radius):
                cost, code, _ = trip.blank_copy().leg(0, *passage, False)
                if code == kernels.OK:
                    yield passage, cost


def offered_passages(board: Board, radius: int, height: int, rules: Rules) -> Offered:
    """All passages of a board that these rules allow, with their cost on an empty board."""
    return _offered_passages(board, radius, height, rules.alone())


@per_board
def _offered_passages(board: Board, radius: int, height: int, alone: Rules) -> Offered:
    prices = _prices(board, radius, height, alone)
    priced = [(passage, prices[passage]) for passage in passages(board, radius, height, alone)]
    open_to_it = (each for each in priced if each[1] != BEYOND)
    return Offered.of(sorted(open_to_it, key=lambda each: (each[0].near[0] // _CELL, each[0].near[1] // _CELL)))


@per_board
def _prices(board: Board, radius: int, height: int, alone: Rules) -> dict[Passage, int]:
    """What each passage of a board costs on an empty board, `BEYOND` where these rules refuse it; where pieces have
    vanished, as for `_passages_by_place`."""
    trip, whole, prices = journey_alone(board, radius, height, alone), board.whole, dict[Passage, int]()
    known = _prices(whole, radius, height, alone) if whole is not None else prices
    for passage in passages(board, radius, height, alone):
        price = known.get(passage)
        if price is None or board.differs_near(*widened(bounds((passage.near, passage.far)), _around(radius))):
            cost, code, _ = trip.leg(0, *passage, False)
            price = cost if code == kernels.OK else BEYOND
        prices[passage] = price
    return prices


_CELL = 4 * INCH  # a flood numbers its points by the cells of this side that they lie in


# ---- what is to hand -------------------------------------------------------------------------------------------------


def passages_to_hand(board: Board, at: Placement, rules: Rules) -> list[Passage]:
    """The passages that begin beside a base, or under it."""
    found = _passages_by_square(board, at.radius, at.height, rules.shape()).get(_square(at.spot), ())
    return [passage for passage in found if _to_hand(at, passage.near)]


def vaults_to_hand(board: Board, at: Placement, rules: Rules) -> list[Vault]:
    """The leaps between different heights that begin there."""
    found = _vaults_by_square(board, at.radius, at.height, rules.shape()).get(_square(at.spot), ())
    return [vault for vault in found if _to_hand(at, vault.near)]


@per_board
def _passages_by_square(board: Board, radius: int, height: int, shape: Rules) -> dict[Point, list[Passage]]:
    return _by_square(passages(board, radius, height, shape), radius)


@per_board
def _vaults_by_square(board: Board, radius: int, height: int, shape: Rules) -> dict[Point, list[Vault]]:
    return _by_square(vaults(board, radius, height, shape), radius)


def _by_square(ways: Iterable[W], radius: int) -> dict[Point, list[W]]:
    """Those of some ways that begin within a base's reach of each square."""
    squares: dict[Point, list[W]] = {}
    for way in ways:
        for square in _squares(way.near, radius + TO_HAND):
            squares.setdefault(square, []).append(way)
    return squares


def _square(point: Point) -> Point:
    return (point[0] // SQUARE, point[1] // SQUARE, point[2])


def _squares(point: Point, reach: int) -> Iterator[Point]:
    """The squares, on its floor, that are as near to a point."""
    x, y, z = point
    for column in range((x - reach) // SQUARE, (x + reach) // SQUARE + 1):
        for row in range((y - reach) // SQUARE, (y + reach) // SQUARE + 1):
            yield column, row, z


def _to_hand(at: Placement, point: Point) -> bool:
    """Whether a base is near enough to where a way begins."""
    return max(abs(at.x - point[0]), abs(at.y - point[1])) <= at.radius + TO_HAND
