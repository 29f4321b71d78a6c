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

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import isqrt

from ...core.length import INCH, root_up
from ...core.shape import Hull
from ...core.state import Placement
from ...core.structs import replace
from .. import _kernels as kernels
from .._kernels import plain, table
from ..board import Board
from ..fitting import placement_of
from ..footprints import Footprint, HullSide, edge_of, footprint, sides_touched
from ..layout import RADIUS, Layout, per_layout
from ..routes import Journey
from ..rules import Point, Rules
from ..shapes import cross, dot, stretched
from ..walked import Entry
from .met import DriveLeg, Driven, DriveRules, Met, stops_at_all
from .surface import FINE, Deck, Strip, Surface, along, led_to, slope_height, slopes_along, slopes_under
from .surroundings import Surroundings, Thing, roofs_over, surroundings
from .turning import contacts, quarter_turns

FURTHER = 6 * INCH  # steps in which more of what is about is looked at, however far a trip leads
MOST_AT_ONCE = 24 * INCH
_ENDS = ("border", "brink")
_BRINK = Thing("brink", -1, Footprint((), 0))


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
    legs = tuple(legs)
    trip = _Trip(_board_now(board, layout), layout, id, rules, stops, sum(abs(distance) for distance, *_ in legs))
    poses, ends, costs, lengths = [at], list[Placement](), list[int](), list[int]()
    if before is not None:
        poses, ends, costs, lengths = [*before.poses], [*before.ends], [*before.costs], [*before.lengths]
        trip.met, trip.areas = [*before.met], [*before.areas]
    for number, (distance, fx, fy) in tuple(enumerate(legs))[len(ends) :]:
        cost = length = 0
        if not rules.slides and turns(at, fx, fy):
            at, cost = trip.turn(number, at, fx, fy), price_of_turn(rules, poses)
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


def price_of_turn(rules: DriveRules, poses: Sequence[Placement]) -> int:
    """What another turn costs a body that has been in these places."""
    first = rules.first_turn and not any(turns(a, b.fx, b.fy) for a, b in pairwise(poses))
    return rules.turn_cost + (rules.first_turn if first else 0)


def turns(at: Placement, fx: int, fy: int) -> bool:
    """Whether a body has to turn to face along a vector."""
    return cross(at.fx, at.fy, fx, fy) != 0 or dot(at.fx, at.fy, fx, fy) < 0


def beneath(board: Board, layout: Layout, id: int, at: Placement, rules: DriveRules | None = None) -> tuple[Met, ...]:
    """What shares ground with a body where a drive has led it: what it went over or through and stands on, in no
    order."""
    rules = rules or DriveRules()
    x, y, *_ = layout.row(id)
    trip = _Trip(_board_now(board, layout), layout, id, rules, stops_at_all, max(abs(at.x - x), abs(at.y - y)))
    trip.spared = led_to(trip.board, tuple(slopes_under(trip.board, at, rules.slopes)))
    found = [Met(thing.what, thing.number) for _, thing in trip.ahead(at, (1, 0), 0, trip.height_on(at))]
    if not board.on_floor(*at.spot) and kernels.direct.slope(board.arrays.links, *at.spot) < 0:
        found.append(Met("brink"))
    return tuple(found)


def _board_now(board: Board, layout: Layout) -> Board:
    return board.under(layout.ground) if layout.ground else board


@per_layout
def _journey(layout: Layout, board: Board, id: int, rules: DriveRules, gap: int) -> Journey:
    """What the ground below the middle of a body is judged by, with the gaps of the rules unless another is said."""
    if gap >= 0:
        other = _journey(layout, board, id, rules, -1).blank_copy()
        other.gait = other.gait._replace(gap=gap)
        return other
    shape, radius = layout.shapes.get(id), layout.row(id)[RADIUS]
    length = shape.length if shape else 2 * radius
    judged = Rules(
        kernels.FAR, keep_clear=0, going=rules.going, open_ground=rules.open_ground, step=rules.step,
        ignore_terrain=rules.ignore_terrain, obstacle_cost=0,
    )  # fmt: skip
    journey = Journey(board, layout, id, judged)
    journey.gait = journey.gait._replace(radius=0, gap=length if rules.gap < 0 else rules.gap)
    return journey


class _Trip:
    """One body on its way: what it could meet, what it has met, and what has stopped it."""

    def __init__(
        self, board: Board, layout: Layout, id: int, rules: DriveRules, stops: Callable[[Met], bool], away: int
    ) -> None:
        """`away` is how far from where it is the trip may lead."""
        self.board, self.layout, self.id, self.rules, self.stops = board, layout, id, rules, stops
        self.met: list[Met] = []
        self.stopped: Met | None = None
        self.areas: list[Entry] = []
        self.spared: tuple[Deck, ...] = ()
        self.priced: tuple[Point, tuple[int, int], int] | None = None  # a line on even ground, and its cost
        self.reach = -(-max(away, min(rules.allowance, MOST_AT_ONCE)) // FURTHER) * FURTHER

    @property
    def journey(self) -> Journey:
        """What the ground below its middle is judged by."""
        return _journey(self.layout, self.board, self.id, self.rules, -1)

    # ---- straight on ----

    def go(self, leg: int, at: Placement, way: tuple[int, int], distance: int) -> tuple[Placement, int, int]:
        """Goes so far along a way: where it gets to, at what cost, and how far that is."""
        if distance < 0:
            way, distance = (-way[0], -way[1]), -distance
        end = self._moved(at, way, distance)
        surface = self._surface(at, end, distance)
        self.spared = self._left_alone(at, end, surface)
        first: dict[Thing, int] = {}
        for strip in surface.strips:
            z = max(strip.low, strip.high)
            z = _even(z) if strip.slope else z
            for far, thing in self.ahead(self._moved(at, way, strip.begin), way, strip.end - strip.begin, z):
                first.setdefault(thing, strip.begin + far)
        hits = [(far, thing) for thing, far in first.items()]
        if surface.brink >= 0:
            hits.append((surface.brink, _BRINK))
        for far, thing in sorted(hits, key=lambda hit: hit[0]):
            if thing.what in _ENDS:
                met = Met(thing.what, -1, leg, far, side=_leading(at, way))
            else:
                pose = replace(self._moved(at, way, far), z=surface.height(far))
                met = self._met(thing, leg, far, pose, way)
            if self._stopped_by(met):
                distance, end = far, self._moved(at, way, far)
                break
        cost, strips = 0, surface.until(distance)
        for strip in strips:
            to = end if strip is strips[-1] else self._moved(at, way, strip.end)
            cost += self._price(leg, self._moved(at, way, strip.begin), to, strip)
            end = replace(end, z=slope_height(strip.slope, end.x, end.y) if strip.slope else strip.high)
        return end, cost, distance

    def _surface(self, at: Placement, end: Placement, length: int) -> Surface:
        """What carries its middle on a straight line: mostly the same floor all along."""
        rules, shape, to = self.rules, at.shape, (end.x, end.y)
        width, long = (shape.width, shape.length) if shape else (2 * at.radius, 2 * at.radius)
        if not any(slopes_along(self.board, at.spot, to, length, rules.slopes, width)):
            code, _, cost, z, marks = _journey(self.layout, self.board, self.id, rules, 0).ground(at.spot, to)
            if code == kernels.OK and z == at.z:
                self.priced = (at.spot, to, cost) if not marks else None
                return Surface((Strip(0, length, z, z),))
        return along(self.board, at.spot, to, length, rules, width, long if rules.gap < 0 else rules.gap)

    def _left_alone(self, at: Placement, end: Placement, surface: Surface | None = None) -> tuple[Deck, ...]:
        """The floors that are in nobody's way: those that slopes lead up to, which a hull that has come to their foot
        tilts over; those that carry it on a leg, when it comes down from them; and those that it has come down from
        before."""
        if not self.board.rows.floors:
            return ()
        slopes = dict.fromkeys(link for each in (at, end) for link in slopes_under(self.board, each, self.rules.slopes))
        led = led_to(self.board, (*slopes, *(surface.slopes if surface else ())))
        left = roofs_over(self.board, footprint(at), at.z + self.rules.step, at.z + at.height)
        return tuple(dict.fromkeys((*led, *left, *(surface.floors if surface else ()))))

    def _price(self, leg: int, at: Placement, end: Placement, strip: Strip) -> int:
        """What a strip costs, on a slope its whole length; the special ground on it is noted."""
        if strip.slope is not None:
            square = (end.x - at.x) ** 2 + (end.y - at.y) ** 2 + (strip.high - strip.low) ** 2
            return root_up(square) * self.rules.open_ground // 100
        spot = (at.x, at.y, strip.low)
        if self.priced is not None and self.priced[:2] == (spot, (end.x, end.y)):
            return self.priced[2]
        code, _, cost, z, marks = self.journey.ground(spot, (end.x, end.y))
        if marks and code in (kernels.OK, kernels.OVER_GAP, kernels.NO_FLOOR):
            journey = self.journey.blank_copy()
            journey.read(leg, spot, (end.x, end.y, z), marks)
            self.areas.extend(journey.entries)
        return cost

    def height_on(self, at: Placement) -> int:
        """The height at which it is looked what is in the way of a body."""
        return _even(at.z) if self.spared and not self.board.on_floor(*at.spot) else at.z

    def ahead(self, at: Placement, way: tuple[int, int], distance: int, z: int) -> list[tuple[int, Thing]]:
        """What it meets on a straight way at a height, and how far it gets before; of the edges of the board the first
        only, after all else."""
        around, foot = self._around(z, at.height), footprint(at)
        many = kernels.direct.met_ahead(
            around.rows, around.corners, table(foot.core, 2), len(foot.core), foot.radius, *way,
            isqrt((way[0] ** 2 + way[1] ** 2) << 40), distance, around.met,
        )  # fmt: skip
        hits = [(far, around.things[number]) for number, far, _ in plain(around.met[:many])]
        edges = [hit for hit in hits if hit[1].what == "border"]
        if not edges:
            return hits
        return [hit for hit in hits if hit[1].what != "border"] + [min(edges, key=lambda hit: hit[0])]

    @staticmethod
    def _moved(at: Placement, way: tuple[int, int], far: int) -> Placement:
        dx, dy = stretched(*way, far)
        return replace(at, x=at.x + dx, y=at.y + dy)

    # ---- turning ----

    def turn(self, leg: int, at: Placement, fx: int, fy: int) -> Placement:
        """Turns to face along a vector, or as far as nothing stops it."""
        end = replace(at, fx=fx, fy=fy)
        self.spared = self._left_alone(at, at)
        for before, after in quarter_turns(at, end):
            around = self._around(self.height_on(at), at.height)
            hits = [(pose, around.things[number]) for number, pose in contacts(before, after, *around[1:])]
            for pose, thing in sorted(hits, key=lambda hit: -dot(before.fx, before.fy, hit[0].fx, hit[0].fy)):
                swing = _swing(pose, thing.foot, cross(at.fx, at.fy, fx, fy) >= 0)
                met = replace(self._met(thing, leg, 0, pose, swing), turning=True)
                if self._stopped_by(met):
                    return pose
        return end

    def _stopped_by(self, met: Met) -> bool:
        """Notes what is met, of pieces that may break once only.  Whether that stops it."""
        if met.what not in ("obstacle", "flimsy") or met.thing not in [known.thing for known in self.met]:
            self.met.append(met)
        if self.stops(met):
            self.stopped = met
        return self.stopped is not None

    # ---- what there is ----

    def _around(self, z: int, height: int) -> Surroundings:
        return surroundings(self.board, self.layout, self.id, z, height, self.rules, self.reach, self.spared)

    def _met(self, thing: Thing, leg: int, far: int, pose: Placement, way: tuple[int, int] | None) -> Met:
        """What is met, and on which edges: where it lies off a corner, those that lie ahead."""
        side = struck = None
        mine = footprint(pose)
        if isinstance(pose.shape, Hull):
            side = _edge_towards(pose, sides_touched(pose, thing.foot), way)
        if thing.what == "body" and isinstance(self.layout.shapes.get(thing.number), Hull):
            other = placement_of(self.layout, thing.number)
            back = (-way[0], -way[1]) if way else None
            struck = _edge_towards(other, sides_touched(other, mine), back)
        return Met(thing.what, thing.number, leg, far, side=side, struck=struck, z=pose.z)


def _even(z: int) -> int:
    """A height on a slope, rounded up so that what is about it is looked for at few heights."""
    return -(-z // FINE) * FINE


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
    if len(sides) != 2 or (sides[1] - sides[0]) % 2 == 0:  # of something below its middle, two that lie opposite
        return None
    corner = set(edge_of(pose, sides[0])) & set(edge_of(pose, sides[1]))
    if not corner:  # it stands across the whole of it
        return None
    ((x, y),) = corner
    return (pose.y - y, x - pose.x) if left else (y - pose.y, pose.x - x)


def _leading(at: Placement, way: tuple[int, int]) -> HullSide | None:
    """The edge of a hull that goes ahead on a way."""
    return _edge_towards(at, tuple(HullSide), way) if isinstance(at.shape, Hull) else None
