"""Formations: how the rest of a unit follows one of its members.

What is found here is a proposal: each way has passed the check that any way passes, and `March` rules on the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import isqrt

from ..core.length import INCH
from .board import Board
from .layout import Layout
from .planar import plan
from .reasons import Reason
from .routes import Journey
from .rules import BEYOND, Leg, Mode, Point, Route, Rules
from .shapes import UNIT, direction, stretched
from .shortest import shortest
from .strides import run
from .units import Coherency, Stand, moved_stand, overlap, stand_of
from .walked import Walked

SEARCHES = 2  # ways around something that are looked for in one proposal: each takes a millisecond or more
FAR = 12 * INCH  # members who go further are searched a way only once: it takes longer
STRAIGHT = 16  # straight ways to free places that are tried for a member who is blocked
LENGTHS = 8  # of the way straight towards a place that are tried
SOUGHT = 6  # free places that a search may end at
AROUND = tuple(range(0, 360, 45))

Ways = dict[int, Route]


class Formation:
    """The members of a unit as they stand, on a board from which they are lifted.

    `rules` are those of each member; `may_end` says whether the game lets a member stop where a way ends.
    """

    def __init__(
        self,
        board: Board,
        lifted: Layout,
        rules: Mapping[int, Rules],
        coherency: Coherency,
        may_end: Callable[[int, Route], bool] | None = None,
    ) -> None:
        self.board, self.layout, self.rules, self.coherency, self.may_end = board, lifted, rules, coherency, may_end
        self.stands = {id: stand_of(lifted, id) for id in rules}
        self._journeys: dict[int, Journey] = {}
        self.searches = 0  # that are left of those that were allowed
        self._bends: list[Route] = []  # how others got round what is in the way: whoever comes after may go there, too

    def following(self, guide: int, route: Route, searches: int, regardless: bool = False) -> Ways | None:
        """A way for each member such that the others follow the guide as they stand to it now, and keep together; None
        where some member finds none, but `regardless` it is laid beside that of the guide, whatever is in its way.
        `searches` are the ways around something that may be looked for."""
        self.searches = searches
        self._bends = self._bends_along(guide, route)
        ways, placed = {guide: route}, [self.end(guide, route)]
        for id in self._chain(guide):
            way = self._way(id, guide, route, placed)
            if way is None and not regardless:
                return None
            ways[id] = self._beside(id, guide, route) if way is None else way
            if way is None:
                continue
            placed.append(self.end(id, way))
        return ways

    def _bends_along(self, guide: int, route: Route) -> list[Route]:
        """Where whoever is blocked may go first: by the corners of the guide's way, or to a point of it."""
        before = self.stands[guide][:3] if len(route) < 2 else route[-2][:3]
        inner: list[Route] = [route[:-1]] if len(route) > 1 else []
        if route and route[-1][3] == Mode.WALK:
            x, y, z = before
            for quarter in (2, 3, 1):
                at = (x + (route[-1][0] - x) * quarter // 4, y + (route[-1][1] - y) * quarter // 4)
                inner.append((*route[:-1], (*self._on_floor(guide, *at, z), int(Mode.WALK))))
        return inner

    def searches_for(self, guide: int) -> int:
        """How many ways around something may be looked for where the unit follows a member."""
        return SEARCHES if self.rules[guide].allowance <= FAR else 1

    def shifted(self, guide: int, route: Route) -> Ways:
        """The way of the guide, laid beside itself for each of the others, whatever is in their way."""
        return {id: route if id == guide else self._beside(id, guide, route) for id in self.rules}

    def shorter(self, guide: int, route: Route, share: int) -> Route:
        """The first `share` hundredths of a way, as far as it is walked; none of it where it begins with something
        else."""
        left = sum(map(plan, (self.stands[guide][:3], *route), route)) * share // 100
        at, legs = self.stands[guide][:3], list[Leg]()
        for leg in route:
            far = plan(at, leg)
            if far > left:
                if leg[3] == Mode.WALK and left > 0:
                    dx, dy = stretched(leg[0] - at[0], leg[1] - at[1], left)
                    legs.append((*self._on_floor(guide, at[0] + dx, at[1] + dy, at[2]), int(Mode.WALK)))
                break
            legs.append(leg)
            at, left = leg[:3], left - far
        return tuple(legs)

    def end(self, id: int, route: Route) -> Stand:
        """Where a member stands when it has gone a way."""
        stand = self.stands[id]
        return moved_stand(stand, route[-1]) if route else stand

    def against(self, id: int, route: Route) -> tuple[Reason, ...]:
        """The reasons against a member's way, the rest of its unit and the game's own reasons aside."""
        journey = self._journey(id)
        if journey.price(route) < BEYOND:
            return ()
        walked = journey.blank_copy().check(route)
        return () if isinstance(walked, Walked) else walked

    def is_free(self, id: int, route: Route) -> bool:
        """Whether a way is legal for a member, the rest of its unit aside."""
        return self._journey(id).price(route) < BEYOND and (self.may_end is None or self.may_end(id, route))

    def _journey(self, id: int) -> Journey:
        journey = self._journeys.get(id)
        if journey is None:
            journey = self._journeys[id] = self._new_journey(id)
        return journey

    def _new_journey(self, id: int) -> Journey:
        """A journey like that of another member of the same kind, if there is one."""
        size, rules = self.stands[id][3:], self.rules[id]
        for other, known in self._journeys.items():
            if self.rules[other] is rules and self.stands[other][3:] == size:
                return known.begun_by(id, self.layout.row(id))
        return Journey(self.board, self.layout, id, rules)

    def _chain(self, guide: int) -> Iterator[int]:
        """The others, in the order of a chain from the guide; after them those whom no chain joins."""
        ids = [guide, *(id for id in self.rules if id != guide)]
        groups = self.coherency.groups([self.stands[id] for id in ids])
        groups.sort(key=lambda group: 0 not in group)
        return (ids[at] for group in groups for at in group if at)

    # ---- one member --------------------------------------------------------------------------------------------------

    def _way(self, id: int, guide: int, route: Route, placed: Sequence[Stand]) -> Route | None:
        """A legal way for a member to where it joins those who are placed: as near as it can be to where the formation
        would have it."""
        beside = self._beside(id, guide, route)
        if self._may_go(id, beside, placed):
            return beside
        target, tried = self.end(id, beside), list[Point]()
        for spot in islice(self._spots_around(target, placed), STRAIGHT):
            straight: Route = ((*spot, int(Mode.WALK)),)
            if self.is_free(id, straight):
                return straight
            tried.append(spot)
        for before in self._bends:
            for spot in tried[:SOUGHT]:
                bending: Route = (*before, (*spot, int(Mode.WALK)))
                if self.is_free(id, bending):
                    return bending
        way_around = self._way_around(id, tried)
        if way_around is not None and self._may_go(id, way_around, placed):
            self._bends.insert(0, way_around[:-1])
            return way_around
        for other in (target, self._nearest(id, placed), placed[0]):
            way = self._straight_towards(id, other)
            if way and self._may_go(id, way, placed):
                return way
        for spot in islice(self._spots_beside(target, placed), STRAIGHT):
            way = ((*spot, int(Mode.WALK)),)
            if self.is_free(id, way):
                return way
        return self._as_near_as_it_gets(id, target, placed)

    def _may_go(self, id: int, route: Route, placed: Sequence[Stand]) -> bool:
        """Whether a way is legal for a member, and ends where it joins those who are placed."""
        return self.coherency.has_place(self.end(id, route), placed) and self.is_free(id, route)

    def _beside(self, id: int, guide: int, route: Route) -> Route:
        """The way of the guide, as far from it as a member stands from the guide."""
        mine, other = self.stands[id], self.stands[guide]
        dx, dy, dz = mine[0] - other[0], mine[1] - other[1], mine[2] - other[2]
        legs, z = list[Leg](), mine[2]
        for leg in route:
            x, y = leg[0] + dx, leg[1] + dy
            z = self._on_floor(id, x, y, z)[2] if leg[3] == Mode.WALK else leg[2] + dz
            legs.append((x, y, z, leg[3]))
        return tuple(legs)

    def _on_floor(self, id: int, x: int, y: int, z: int) -> Point:
        return (x, y, self.board.floor_below(x, y, z + self.rules[id].step))

    def _spots_around(self, target: Stand, placed: Sequence[Stand]) -> Iterator[Point]:
        """Places around the one where a member should be, where it joins those who are placed, the nearest first."""
        x, y, z, radius, *_ = target
        for ring in range(1, 5):
            for degree in AROUND:
                ux, uy = direction(degree)
                at = (x + ux * ring * radius // UNIT, y + uy * ring * radius // UNIT)
                spot = (*at, self.board.floor_below(*at, z + INCH // 2))
                if self.coherency.has_place(moved_stand(target, spot), placed):
                    yield spot

    def _spots_beside(self, target: Stand, placed: Sequence[Stand]) -> Iterator[Point]:
        """Places beside those who are placed, the nearest to where a member should be first."""
        x, y, _, radius, *_ = target
        beside: list[tuple[int, Point]] = []
        for px, py, pz, wide, *_ in placed:
            far = radius + wide + self.coherency.gap // 2
            for degree in AROUND:
                ux, uy = direction(degree)
                spot = (px + ux * far // UNIT, py + uy * far // UNIT, pz)
                beside.append(((spot[0] - x) ** 2 + (spot[1] - y) ** 2, spot))
        return (spot for _, spot in sorted(beside) if self.coherency.has_place(moved_stand(target, spot), placed))

    def _nearest(self, id: int, placed: Sequence[Stand]) -> Stand:
        x, y = self.stands[id][:2]
        return min(placed, key=lambda other: (other[0] - x) ** 2 + (other[1] - y) ** 2)

    def _straight_towards(self, id: int, other: Stand) -> Route:
        """As far straight towards a place as a member can walk."""
        x, y = self.stands[id][:2]
        dx, dy = other[0] - x, other[1] - y
        spot, cost = run(self.board, self.layout, id, self.rules[id], (dx, dy), LENGTHS, isqrt(dx * dx + dy * dy))
        return ((*spot, int(Mode.WALK)),) if cost else ()

    def _way_around(self, id: int, spots: Sequence[Point]) -> Route | None:
        """The shortest way to one of the nearest of some places, if a search is still allowed."""
        if not self.searches or not spots:
            return None
        self.searches -= 1
        found = shortest(self.board, self.layout, id, spots[:SOUGHT], self.rules[id], INCH, True)
        return found[0] if found is not None else None

    def _as_near_as_it_gets(self, id: int, target: Stand, placed: Sequence[Stand]) -> Route | None:
        """To stay, for a member whom that leaves joined to the others; for one who has strayed, straight towards them
        as far as it can go."""
        if self.coherency.has_place(self.stands[id], placed):
            return ()
        if len(self.coherency.groups(list(self.stands.values()))) == 1:
            return None
        for other in (self._nearest(id, placed), target):
            way = self._straight_towards(id, other)
            stand = self.end(id, way)
            if way and not any(overlap(stand, each) for each in placed) and self.is_free(id, way):
                return way
        return () if not any(overlap(self.stands[id], each) for each in placed) else None
