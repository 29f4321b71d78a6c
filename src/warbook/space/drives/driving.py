"""Driving: straight on, back or aside, and turning about the middle, with all that is met on the way, in its order.

A leg is ``(distance, fx, fy)``: the body turns to face along (fx, fy), by the shorter way (left where it turns right
round), and then goes so far straight ahead, backwards where the distance is negative.  A leg of one who slides goes
along (fx, fy) without a turn.

What is met is what shares ground with the body somewhere between two heights of it.  The ground swept by a straight
leg is the hull of its outline here and there, exact on integers; a turn is divided until nothing moves further than a
thousandth, so what a corner passes nearer than that may count as met or not.  The body stops before the first thing
that stops it; where that is, and what the rest of it is worth, is for the game to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from ...core.length import root_up
from ...core.shape import Hull
from ...core.state import Placement, Posture
from ...core.structs import replace
from .. import _kernels as kernels
from ..board import Board, per_board
from ..fitting import footprint_of, placement_of, ring_of
from ..footprints import Footprint, HullSide, edge_of, footprint, hull_of, overlap, sides_touched
from ..layout import Layout
from ..routes import Journey
from ..rules import Rules
from ..shapes import cross, dot, stretched
from ..terrain import IMPASSABLE, LOW, MOVE, OBSTACLE
from ..walked import Entry
from .met import DriveLeg, Driven, DriveRules, Met, What, stops_at_all
from .riding import riders
from .turning import first_contact, quarter_turns

_Box: TypeAlias = tuple[int, int, int, int]
"""West, south, east, north."""


class _Thing(NamedTuple):
    """What could be met, and the box around it."""

    what: What
    number: int
    foot: Footprint
    box: _Box


def driven(
    board: Board,
    layout: Layout,
    id: int,
    legs: Iterable[DriveLeg],
    rules: DriveRules | None = None,
    stops: Callable[[Met], bool] = stops_at_all,
    before: Driven | None = None,
) -> Driven:
    """Where a body gets to by these legs, and what it meets: it stops short of the first thing of which `stops` says
    so, and goes on over and through all others.  `before` is what comes of the first of these legs, where that is known
    already."""
    if before is not None and before.stopped is not None:
        return before
    rules = rules or DriveRules()
    at = placement_of(layout, id) if before is None else before.end
    trip = _Trip(_board_now(board, layout), layout, id, rules, stops)
    poses, ends, costs, lengths = [at], list[Placement](), list[int](), list[int]()
    if before is not None:
        poses, ends, costs, lengths = [*before.poses], [*before.ends], [*before.costs], [*before.lengths]
        trip.met, trip.areas = [*before.met], [*before.areas]
    for number, (distance, fx, fy) in list(enumerate(legs))[len(ends) :]:
        cost = length = 0
        if not rules.slides and turns(at, fx, fy):
            at, cost = trip.turn(number, at, fx, fy), rules.turn_cost
            poses.append(at)
        elif not rules.slides:
            at = replace(at, fx=fx, fy=fy)
        if trip.stopped is None and distance:
            at, price, length = trip.go(number, at, (fx, fy) if rules.slides else (at.fx, at.fy), distance)
            cost += price
            poses.append(at)
        ends.append(at)
        costs.append(cost)
        lengths.append(length)
        if trip.stopped is not None:
            break
    met, areas = tuple(trip.met), tuple(trip.areas)
    return Driven(at, met, trip.stopped, tuple(costs), tuple(lengths), tuple(ends), tuple(poses), areas)


def turns(at: Placement, fx: int, fy: int) -> bool:
    """Whether a body has to turn to face along a vector."""
    return cross(at.fx, at.fy, fx, fy) != 0 or dot(at.fx, at.fy, fx, fy) < 0


def beneath(board: Board, layout: Layout, id: int, at: Placement, rules: DriveRules | None = None) -> tuple[Met, ...]:
    """What shares ground with a body where a drive has led it: what it went over or through and stands on, in no
    order."""
    rules = rules or DriveRules()
    trip, foot = _Trip(_board_now(board, layout), layout, id, rules, stops_at_all), footprint(at)
    things = trip._things(foot.bounds(), at.z + rules.step, at.z + at.height, at.z)
    found = [Met(thing.what, thing.number) for thing in things if overlap(foot, thing.foot)]
    west, south, east, north = foot.bounds()
    if west < 0 or south < 0 or east > board.width or north > board.depth:
        found.append(Met("border"))
    if not board.on_floor(*at.spot) and kernels.direct.slope(board.arrays.links, *at.spot) < 0:
        found.append(Met("brink"))
    return tuple(found)


def _board_now(board: Board, layout: Layout) -> Board:
    return board.under(layout.ground) if layout.ground else board


class _Trip:
    """One body on its way: what it could meet, what it has met, and what has stopped it."""

    def __init__(self, board: Board, layout: Layout, id: int, rules: DriveRules, stops: Callable[[Met], bool]) -> None:
        self.board, self.layout, self.id, self.rules, self.stops = board, layout, id, rules, stops
        self.met: list[Met] = []
        self.stopped: Met | None = None
        self.areas: list[Entry] = []
        self.upon = riders(layout, id)

    # ---- straight on ----

    def go(self, leg: int, at: Placement, way: tuple[int, int], distance: int) -> tuple[Placement, int, int]:
        """Goes so far along a way: where it gets to, at what cost, and how far that is."""
        if distance < 0:
            way, distance = (-way[0], -way[1]), -distance
        start, low, high = footprint(at), at.z + self.rules.step, at.z + at.height

        def swept(far: int) -> Footprint:
            dx, dy = stretched(*way, far)
            return Footprint(hull_of(start.core + start.moved(dx, dy).core), start.radius)

        whole = swept(distance)
        found: list[tuple[int, Met]] = []
        for thing in self._things(whole.bounds(), low, high, at.z):
            if overlap(whole, thing.foot):
                foot = thing.foot
                far = _last_free(distance, lambda so_far: overlap(swept(so_far), foot))  # noqa: B023 (called at once)
                found.append((far, self._met(thing, leg, far, self._moved(at, way, far), way)))
        if (far := self._to_border(start, way, distance)) < distance:
            found.append((far, Met("border", -1, leg, far, side=_leading(at, way))))
        journey, end = self._journey(at), self._moved(at, way, distance)
        ground = journey.ground(at.spot, (end.x, end.y))
        code, where, _, _, _ = ground
        if code in (kernels.OVER_GAP, kernels.NO_FLOOR):
            found.append((where, Met("brink", -1, leg, where, side=_leading(at, way))))
        for far, met in sorted(found, key=lambda each: each[0]):
            if self._stopped_by(met):
                distance, end = far, self._moved(at, way, far)
                ground = journey.ground(at.spot, (end.x, end.y))
                break
        code, _, cost, z, marks = ground
        if code != kernels.OK:
            return end, distance, distance
        journey.read(leg, at.spot, (end.x, end.y, z), marks)  # on the floor that carries it there
        self.areas.extend(journey.entries)
        return replace(end, z=z), cost, distance

    def _journey(self, at: Placement) -> Journey:
        """What the ground below its middle is judged by."""
        rules, shape = self.rules, at.shape
        length = shape.length if shape else 2 * at.radius
        judged = Rules(
            kernels.FAR, keep_clear=0, going=rules.going, open_ground=rules.open_ground, step=rules.step,
            ignore_terrain=rules.ignore_terrain, obstacle_cost=0,
        )  # fmt: skip
        journey = Journey(self.board, self.layout, self.id, judged)
        journey.gait = journey.gait._replace(radius=0, gap=length if rules.gap < 0 else rules.gap)
        return journey

    @staticmethod
    def _moved(at: Placement, way: tuple[int, int], far: int) -> Placement:
        dx, dy = stretched(*way, far)
        return replace(at, x=at.x + dx, y=at.y + dy)

    def _to_border(self, start: Footprint, way: tuple[int, int], distance: int) -> int:
        """How far it may go without leaving the board."""

        def outside(far: int) -> bool:
            west, south, east, north = start.moved(*stretched(*way, far)).bounds()
            return west < 0 or south < 0 or east > self.board.width or north > self.board.depth

        return _last_free(distance, outside) if outside(distance) else distance

    # ---- turning ----

    def turn(self, leg: int, at: Placement, fx: int, fy: int) -> Placement:
        """Turns to face along a vector, or as far as nothing stops it."""
        end = replace(at, fx=fx, fy=fy)
        for before, after in quarter_turns(at, end):
            hits = []
            for thing in self._around(at):
                contact = first_contact(before, after, thing.foot)
                if contact is not None:
                    hits.append((contact, thing))
            for pose, thing in sorted(hits, key=lambda hit: -dot(before.fx, before.fy, hit[0].fx, hit[0].fy)):
                swing = _swing(pose, thing.foot, cross(at.fx, at.fy, fx, fy) >= 0)
                met = replace(self._met(thing, leg, 0, pose, swing), turning=True)
                if self._stopped_by(met):
                    return pose
        return end

    def _stopped_by(self, met: Met) -> bool:
        """Notes what is met, once of a flimsy piece, which has many edges.  Whether that stops it."""
        if met.what != "flimsy" or met.thing not in [known.thing for known in self.met]:
            self.met.append(met)
        if self.stops(met):
            self.stopped = met
        return self.stopped is not None

    def _around(self, at: Placement) -> Iterator[_Thing]:
        """What comes nearer to its middle than its farthest corner."""
        reach = at.radius + 1
        disc = Footprint(((at.x, at.y),), reach)
        box = disc.bounds()
        for thing in self._things(box, at.z + self.rules.step, at.z + at.height, at.z):
            if overlap(disc, thing.foot):
                yield thing
        west, south, east, north = box
        if west < 0 or south < 0 or east > self.board.width or north > self.board.depth:
            yield from _borders(self.board)

    # ---- what there is ----

    def _met(self, thing: _Thing, leg: int, far: int, pose: Placement, way: tuple[int, int] | None) -> Met:
        """What is met, and on which edges: where it lies off a corner, those that lie ahead."""
        side = struck = None
        mine = footprint(pose)
        if isinstance(pose.shape, Hull):
            side = _edge_towards(pose, sides_touched(pose, thing.foot), way)
        if thing.what == "body" and isinstance(self.layout.shapes.get(thing.number), Hull):
            other = placement_of(self.layout, thing.number)
            back = (-way[0], -way[1]) if way else None
            struck = _edge_towards(other, sides_touched(other, mine), back)
        return Met(thing.what, thing.number, leg, far, side=side, struck=struck)

    def _things(self, box: _Box, low: int, high: int, z: int) -> Iterator[_Thing]:
        """Whatever could be met in a box between two heights."""
        left, front, right, back = box
        for thing in (*self._solids(low, high), *self._grounds(z), *self._roofs(z, high)):
            west, south, east, north = thing.box
            if west < right and east > left and south < back and north > front:
                yield thing
        for body in self._bodies(box, low, high, z):
            west, south, east, north = body.box
            if west < right and east > left and south < back and north > front:
                yield body

    def _solids(self, low: int, high: int) -> Iterator[_Thing]:
        for foot, top, wall in _walls(self.board):
            if foot < high and top > low:
                yield wall
        for number, (x0, y0, x1, y1, foot, top, flags, *_) in enumerate(self.layout.wall_rows):
            if flags & (MOVE | LOW) == MOVE and foot < high and top > low:
                yield _thing("door", number, Footprint(((x0, y0), (x1, y1)), 0))

    def _grounds(self, z: int) -> Iterator[_Thing]:
        """Obstacles, by their numbers on the board, and ground that may not be entered."""
        prices = dict(self.rules.going)
        for foot, tip, kind, name, ground in _areas(self.board):
            shut = kind in (OBSTACLE, IMPASSABLE) or prices.get(name) == 0
            if shut and foot <= z and (tip > z or foot == z):
                yield ground

    def _roofs(self, z: int, high: int) -> Iterator[_Thing]:
        for level, thickness, roof in _floors(self.board):
            if level > z + self.rules.step and level - thickness < high:
                yield roof

    def _bodies(self, box: _Box, low: int, high: int, z: int) -> Iterator[_Thing]:
        """Those in a box at its own height, but for itself and its riders."""
        for number, row in enumerate(self.layout.rows()):
            if number == self.id or number in self.upon or row[7] == Posture.AWAY:
                continue
            x, y, foot, reach = row[0], row[1], row[2], row[5]
            near = box[0] - reach < x < box[2] + reach and box[1] - reach < y < box[3] + reach
            if near and foot < high and foot + row[6] > z:
                yield _thing("body", number, footprint_of(self.layout, number))


def _thing(what: What, number: int, foot: Footprint) -> _Thing:
    return _Thing(what, number, foot, foot.bounds())


@per_board
def _walls(board: Board) -> tuple[tuple[int, int, _Thing], ...]:
    """What bars the way, with the heights of its foot and its top."""
    return tuple(
        (z0, z1, _thing("wall" if part < 0 else "flimsy", part, Footprint(((x0, y0), (x1, y1)), 0)))
        for (x0, y0, x1, y1, z0, z1, flags, *_), part in zip(board.rows.edges, board.parts[0], strict=True)
        if flags & (MOVE | LOW) == MOVE
    )


@per_board
def _areas(board: Board) -> tuple[tuple[int, int, int, str, _Thing], ...]:
    """All areas: the heights of foot and top, the code of the kind and its name, and what is met there."""
    names = {code: name for name, code in board.codes.items()}
    many, found = len(board.areas), []
    for number, (foot, tip, first, count, *_, kind) in enumerate(board.rows.areas):
        outline = Footprint(ring_of(board, first, count), 0)
        thing = _thing("obstacle", number - many, outline) if kind == OBSTACLE else _thing("ground", number, outline)
        found.append((foot, tip, kind, names.get(kind, ""), thing))
    return tuple(found)


@per_board
def _floors(board: Board) -> tuple[tuple[int, int, _Thing], ...]:
    """All floors but the ground: their level, how thick they are, and what is met below them."""
    return tuple(
        (level, thickness, _thing("roof" if part < 0 else "flimsy", part, Footprint(ring_of(board, first, count), 0)))
        for (level, first, count, *_, thickness, _), part in zip(board.rows.floors, board.parts[1], strict=True)
    )


@per_board
def _borders(board: Board) -> tuple[_Thing, ...]:
    """What lies beyond the edges of a board."""
    width, depth, far = board.width, board.depth, 1 << 16
    beyond = (
        ((-far, -far), (0, -far), (0, depth + far), (-far, depth + far)),
        ((-far, -far), (width + far, -far), (width + far, 0), (-far, 0)),
        ((width, -far), (width + far, -far), (width + far, depth + far), (width, depth + far)),
        ((-far, depth), (width + far, depth), (width + far, depth + far), (-far, depth + far)),
    )
    return tuple(_thing("border", -1, Footprint(ring, 0)) for ring in beyond)


def _edge_towards(at: Placement, sides: tuple[HullSide, ...], way: tuple[int, int] | None) -> HullSide:
    """Of some edges of a hull that which lies most ahead on a way."""
    if way is None or len(sides) == 1:
        return sides[0]

    def ahead(side: HullSide) -> int:
        (ax, ay), (bx, by) = edge_of(at, side)
        length = root_up((bx - ax) ** 2 + (by - ay) ** 2)
        return ((by - ay) * way[0] - (bx - ax) * way[1]) * (1 << 20) // length

    return max(sides, key=ahead)


def _swing(pose: Placement, other: Footprint, left: bool) -> tuple[int, int] | None:
    """Which way the corner of a hull goes that meets something as the hull turns; None where it meets no corner."""
    sides = sides_touched(pose, other) if isinstance(pose.shape, Hull) else ()
    if len(sides) != 2:
        return None
    (x, y) = (set(edge_of(pose, sides[0])) & set(edge_of(pose, sides[1]))).pop()
    return (pose.y - y, x - pose.x) if left else (y - pose.y, pose.x - x)


def _leading(at: Placement, way: tuple[int, int]) -> HullSide | None:
    """The edge of a hull that goes ahead on a way."""
    return _edge_towards(at, tuple(HullSide), way) if isinstance(at.shape, Hull) else None


def _last_free(distance: int, meets: Callable[[int], bool]) -> int:
    """The last whole thousandth at which nothing is met yet, where `distance` is too far; 0 where it is met at once."""
    free, met = 0, distance
    while met - free > 1:
        middle = (free + met) // 2
        if meets(middle):
            met = middle
        else:
            free = middle
    return free
