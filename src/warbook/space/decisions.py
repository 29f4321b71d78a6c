"""The continuous decisions: where to go (`Path`), where to put something (`Place`) or aim (`Spot`), which way to look
(`Face`).

Each rules exactly on any answer, and proposes answers from lattices and at random.  Answers are whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import atan2, degrees
from typing import Any

from msgspec import structs

from ..core.decision import Decision, Random, Reasons
from ..core.length import INCH, written
from ..core.state import Placement, Posture, Record
from . import _kernels as kernels
from .board import Board
from .layout import Layout
from .movement import (
    Leg,
    Mode,
    Point,
    Reach,
    Reason,
    Route,
    Rules,
    Walked,
    Why,
    check,
    is_leg,
    reach,
    sample,
    sentence,
    shortest,
    steps_free,
)
from .routes import Journey
from .shapes import UNIT, contains, gap_at_most
from .terrain import Polygon

Facing = tuple[int, int]
Spots = Sequence[tuple[int, int]]
Ways = Sequence[Facing] | Mapping[Facing, str]
Lead = Callable[[Point], float]

ROUND = (
    (1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (-1, 2), (-1, 1), (-2, 1),
    (-1, 0), (-2, -1), (-1, -1), (-1, -2), (0, -1), (1, -2), (1, -1), (2, -1),
)  # fmt: skip
"""Sixteen directions, counter-clockwise."""

WINDS = (
    "north", "north-north-east", "north-east", "east-north-east",
    "east", "east-south-east", "south-east", "south-south-east",
    "south", "south-south-west", "south-west", "west-south-west",
    "west", "west-north-west", "north-west", "north-north-west",
)  # fmt: skip

_TURN = "A facing is two whole numbers, not both 0."
_RETRIES = 8
FINE = INCH // 2  # the pitch of the lattice that shows where a mover can get to


def is_facing(value: Any) -> bool:
    """Whether a value is a direction: two whole numbers, not both 0, of four times the `UNIT` of shapes at most."""
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and all(type(v) is int and abs(v) <= 4 * UNIT for v in value)
        and value != (0, 0)
    )


def compass(way: Facing) -> str:
    """A direction in words, north being up the second axis: one of the eight winds, or the nearest of sixteen with the
    degrees, clockwise from north."""
    x, y = way
    bearing = round(degrees(atan2(x, y))) % 360
    wind = WINDS[round(bearing * len(WINDS) / 360) % len(WINDS)]
    return wind if x == 0 or y == 0 or abs(x) == abs(y) else f"{wind}, {bearing}°"


def around(rng: Random) -> Facing:
    """One of sixteen directions at random."""
    return ROUND[int(rng.random() * 16)]


def _nearest(spots: Spots, x: int, y: int) -> Facing | None:
    """The way from a point to the nearest of some others; None where there is no other."""
    others = [spot for spot in spots if spot != (x, y)]
    if not others:
        return None
    nearest = min(others, key=lambda spot: ((spot[0] - x) ** 2 + (spot[1] - y) ** 2, spot))
    return (nearest[0] - x, nearest[1] - y)


class Face(Decision[Facing]):
    """Which way to look, or to go.  `towards` are directions (vectors) worth a thought, by the name of who is there if
    they have one; a function that lists them is called when somebody looks.  `mover_id` is whoever turns or goes that
    way, -1 where nobody does."""

    __slots__ = ("_towards", "mover_id")
    kind = "face"

    def __init__(
        self,
        key: str,
        prompt: str,
        *,
        towards: Ways | Callable[[], Ways] = (),
        mover_id: int = -1,
        secret: bool = False,
    ) -> None:
        super().__init__(key, prompt, secret=secret)
        self._towards, self.mover_id = towards, mover_id

    @property
    def towards(self) -> Ways:
        """The directions worth a thought."""
        if callable(self._towards):
            self._towards = self._towards()
        return self._towards

    def legal(self, answer: Facing) -> Reasons:
        return () if is_facing(answer) else (_TURN,)

    def candidates(self, n: int) -> list[Facing]:
        found = [facing for facing in self.towards if facing != (0, 0)]
        return [*found, *ROUND[::2], *ROUND[1::2]][:n]

    def sample(self, rng: Random) -> Facing:
        return around(rng)

    def several(self) -> bool:
        return True

    def label(self, answer: Facing) -> str:
        towards = self.towards
        name = towards.get(answer) if isinstance(towards, Mapping) else None
        return f"at {name} ({compass(answer)})" if name else compass(answer)


class Path(Decision[tuple[Any, ...]]):
    """Where to go, and which way to look at the end.

    An answer is the legs (see `movement`), then the facing unless `facing` is false; no legs at all means to stay.
    `end` gives the game's own reasons against a place to stop; `goals` are places worth going to; `look` are points
    worth facing, or a function that lists them when somebody looks; `name` turns an id into a name for the reasons.
    `leads` lists senses of direction, the less the better, that candidates follow and samples do not.  `foreseen` are
    remarks on a way that can be walked, for whoever thinks of going it.
    """

    __slots__ = (
        "_look", "_reach", "board", "end", "facing", "foreseen", "goals", "layout", "leads", "mover_id", "name", "rules"
    )  # fmt: skip
    kind = "path"

    def __init__(
        self,
        key: str,
        prompt: str,
        board: Board,
        layout: Layout,
        mover_id: int,
        rules: Rules,
        *,
        facing: bool = True,
        end: Callable[[Placement], Reasons] | None = None,
        goals: Sequence[Point] = (),
        look: Spots | Callable[[], Spots] = (),
        leads: Callable[[], Sequence[Lead]] | None = None,
        foreseen: Callable[[Walked], Sequence[str]] | None = None,
        name: Callable[[int], str] = "number {}".format,
        secret: bool = False,
    ) -> None:
        super().__init__(key, prompt, secret=secret)
        self.board, self.layout, self.mover_id, self.rules = board, layout, mover_id, rules
        self.leads, self.foreseen = leads, foreseen
        self.facing, self.end, self.goals, self._look, self.name = facing, end, tuple(goals), look, name
        self._reach: dict[int, Reach] = {}

    @property
    def look(self) -> Spots:
        """The points worth facing."""
        if callable(self._look):
            self._look = self._look()
        return self._look

    def split(self, answer: tuple[Any, ...]) -> tuple[Route, Facing]:
        """The legs of an answer and the facing it ends with."""
        row = self.layout.row(self.mover_id)
        return (answer[:-1], answer[-1]) if self.facing else (answer, (row[3], row[4]))

    def walked(self, answer: tuple[Any, ...]) -> Walked | tuple[Reason, ...]:
        """What an answer costs and meets on its way, or the reasons against it."""
        return check(self.board, self.layout, self.mover_id, self.split(answer)[0], self.rules)

    def legal(self, answer: tuple[Any, ...]) -> Reasons:
        if not isinstance(answer, tuple) or (self.facing and not answer):
            return ("A path is a list of legs" + (" and a facing." if self.facing else "."),)
        route, facing = self.split(answer)
        if not all(is_leg(leg) for leg in route):
            return (sentence(Reason(Why.MALFORMED)),)
        walked = check(self.board, self.layout, self.mover_id, route, self.rules)
        reasons = [] if is_facing(facing) or not self.facing else [_TURN]
        if not isinstance(walked, Walked):
            reasons.extend(sentence(reason, self.name) for reason in walked)
        if not reasons and self.end is not None:
            reasons.extend(self.end(self._placed(route, facing)))
        return tuple(dict.fromkeys(reasons))

    def _placed(self, route: Route, facing: Facing) -> Placement:
        x, y, z, _, _, radius, height, posture, _ = self.layout.row(self.mover_id)
        if route:
            x, y, z, _ = route[-1]
        return Placement(x, y, z, *facing, radius, height, posture)

    def _answer(self, route: Route, facing: Facing) -> tuple[Any, ...]:
        return (*route, facing) if self.facing else route

    def _fine(self, route: Route, facing: Facing) -> bool:
        """Whether a legal route may end where it does."""
        return self.end is None or not self.end(self._placed(route, facing))

    def _toward(self, route: Route) -> Facing:
        """A sensible facing: to the nearest point worth a look, else the way it came, else as it stands."""
        row = self.layout.row(self.mover_id)
        x, y = route[-1][:2] if route else row[:2]
        if (found := _nearest(self.look, x, y)) is not None:
            return found
        came = route[-2][:2] if len(route) > 1 else row[:2]
        return (x - came[0], y - came[1]) if (x, y) != tuple(came) else (row[3], row[4])

    def looking(self, x: int, y: int) -> Facing:
        """Which way it looks from a point if nothing is said of it: to the nearest point worth a look, else as
        before."""
        row = self.layout.row(self.mover_id)
        return _nearest(self.look, x, y) or (row[3], row[4])

    def onward(self, legs: Route, to: tuple[int, ...]) -> Route:
        """These legs and the shortest legal way on from their end to a point; a straight walk where there is none, for
        `legal` to say why.  A point without a height is on the highest floor that can be stepped on from there."""
        x, y, z = (*to, 0)[:3]
        if not all(map(is_leg, (*legs, (x, y, z, 0)))):
            return (*legs, (x, y, z, int(Mode.WALK)))
        journey = Journey(self.board, self.layout, self.mover_id, self.rules)
        here, spent = journey.start, 0
        for n, leg in enumerate(legs):
            spent += journey.leg(n, here, leg[:3], leg[3], False)[0]
            here = leg[:3]
        if len(to) == 2:
            z = self.board.floor_below(x, y, here[2] + self.rules.step)
        left = structs.replace(self.rules, allowance=max(0, self.rules.allowance - spent))
        layout = self.layout.after(self._stood(here)) if legs else self.layout
        found = shortest(self.board, layout, self.mover_id, [(x, y, z)], left)
        return (*legs, *(found[0] if found is not None else ((x, y, z, int(Mode.WALK)),)))

    def _stood(self, at: Point) -> Record:
        """The mover, standing at a point."""
        _, _, _, fx, fy, radius, height, posture, owner = self.layout.row(self.mover_id)
        return Record(
            id=self.mover_id, owner=owner, profile="", at=Placement(*at, fx, fy, radius, height, Posture(posture))
        )

    def reach(self, pitch: int = FINE) -> Reach:
        """Where the mover can get to, on a lattice of this pitch."""
        if pitch not in self._reach:
            self._reach[pitch] = reach(self.board, self.layout, self.mover_id, self.rules, pitch, self.goals)
        return self._reach[pitch]

    def _to_goals(self) -> Iterator[Route]:
        for goal in self.goals:
            found = shortest(self.board, self.layout, self.mover_id, [goal], self.rules)
            if found is not None:
                yield found[0]

    def candidates(self, n: int) -> list[tuple[Any, ...]]:
        return self._answers(n, self.leads)

    def _answers(self, n: int, leads: Callable[[], Sequence[Lead]] | None) -> list[tuple[Any, ...]]:
        routes: list[Route] = []
        for route in self._to_goals():
            if len(routes) < n and self._fine(route, self._toward(route)):
                routes.append(route)
        for pitch in (INCH, FINE):
            if len(routes) < n:
                for route in self._proposed(pitch, n if self.end is None else 4 * n, leads):
                    if len(routes) < n and route not in routes and self._fine(route, self._toward(route)):
                        routes.append(route)
        if not routes and self.end is not None:
            found = self.reach()
            routes.extend(
                route
                for route in (found.route(v) for v in found.nodes())
                if self._fine(route, self._toward(route))
                and isinstance(check(self.board, self.layout, self.mover_id, route, self.rules), Walked)
            )
        return [self._answer(route, self._toward(route)) for route in routes[:n]]

    def _proposed(self, pitch: int, n: int, leading: Callable[[], Sequence[Lead]] | None) -> list[Route]:
        """Legal routes to points spread over all that can be reached, staying first; those that follow a lead come
        before the rest."""
        found = self.reach(pitch)
        spread, leads = found.candidates(n), leading() if leading is not None else ()
        led = [route for lead in leads for route in found.led(lead, max(1, n // (2 * len(leads))))]
        return [*spread[:1], *led, *spread[1:]]

    def several(self) -> bool:
        if self.facing and (self.end is None or self._fine((), self._toward(()))):
            return True  # it may stay and look elsewhere
        if self.end is None and steps_free(self.board, self.layout, self.mover_id, self.rules):
            return True
        if len(self._answers(2, None)) > 1:
            return True
        return self.end is not None and len(self.candidates(2)) > 1  # a lead may come to where it may stop

    def sample(self, rng: Random) -> tuple[Any, ...]:
        """Some legal answer.  Raises LookupError where none was found."""
        for attempt in range(1 if self.end is None else _RETRIES):
            route: Route = ()
            if self.goals and attempt % 2 == 0:
                goal = self.goals[int(rng.random() * len(self.goals))]
                route = ((*goal, int(Mode.WALK)),)
                if not isinstance(check(self.board, self.layout, self.mover_id, route, self.rules), Walked):
                    route = ()
            route = route or sample(self.board, self.layout, self.mover_id, self.rules, rng)
            facing = around(rng) if self.facing else self._toward(route)
            if self._fine(route, facing):
                return self._answer(route, facing)
        answers = self.candidates(8)
        if not answers:
            raise LookupError(f"{self.key}: no path is legal")
        return answers[int(rng.random() * len(answers))]

    def region(self) -> dict[int, list[tuple[tuple[int, int], ...]]]:
        """For each height the outlines of where the mover can get to."""
        return self.reach().region()

    def notes(self, answer: tuple[Any, ...]) -> tuple[str, ...]:
        if self.foreseen is None:
            return ()
        walked = self.walked(answer)
        return tuple(self.foreseen(walked)) if isinstance(walked, Walked) else ()

    def label(self, answer: tuple[Any, ...]) -> str:
        route, _ = self.split(answer)
        if not route:
            return "stay"
        verbs = ("walk", "climb", "leap", "jump", "take the way")
        return ", ".join(f"{verbs[leg[3]]} to ({written(leg[0])}, {written(leg[1])})" for leg in route)


class Place(Decision[tuple[int, ...]]):
    """Where to put a body, and which way it looks: (x, y, z, fx, fy), without the facing where `facing` is false.

    It must stand on a floor, clear of walls and of every other base, at least `keep_clear` from the enemies that are
    at least `keep_from`.  `zones` are polygons that its centre must be in one of; `near` and `within` bound the gap
    between a point and its base; `inside` gives the game's own reasons against a placement.
    """

    __slots__ = (
        "_foes", "_gait", "_rules", "board", "facing", "inside", "keep_clear", "keep_from", "layout", "look",
        "mover_id", "name", "near", "within", "zones",
    )  # fmt: skip
    kind = "place"

    def __init__(
        self,
        key: str,
        prompt: str,
        board: Board,
        layout: Layout,
        mover_id: int,
        *,
        zones: Sequence[Polygon] = (),
        near: Point | None = None,
        within: int = 0,
        inside: Callable[[Placement], Reasons] | None = None,
        keep_clear: int = 0,
        keep_from: int = Posture.DOWN,
        facing: bool = True,
        look: Sequence[tuple[int, int]] = (),
        name: Callable[[int], str] = "number {}".format,
        secret: bool = False,
    ) -> None:
        super().__init__(key, prompt, secret=secret)
        self.board, self.layout, self.mover_id = board, layout, mover_id
        self.zones = tuple(zones)
        self.near, self.within, self.inside = near, within, inside
        self.keep_clear, self.keep_from, self.facing, self.look, self.name = keep_clear, keep_from, facing, look, name
        row = layout.row(mover_id)
        self._rules = Rules(0, keep_clear=keep_clear)
        self._gait = self._rules.gait(row[5], row[6], row[8], board)
        self._foes = self._counting() if keep_clear else []

    def legal(self, answer: tuple[int, ...]) -> Reasons:
        wanted = 5 if self.facing else 3
        if (
            not isinstance(answer, tuple)
            or len(answer) != wanted
            or not all(type(v) is int and abs(v) < 1_000_000 for v in answer)
        ):
            return (f"A place is {wanted} whole numbers.",)
        if self.facing and not is_facing(answer[3:]):
            return (_TURN,)
        return self._against(answer)

    def _against(self, answer: tuple[int, ...]) -> Reasons:
        return tuple(self._reasons(answer))

    def _fits(self, answer: tuple[int, ...]) -> bool:
        return next(self._reasons(answer), None) is None

    def _reasons(self, answer: tuple[int, ...]) -> Iterator[str]:
        """Everything against a place, the cheapest to find out first; the game's own reasons only if there is nothing
        else."""
        x, y, z = answer[:3]
        good = True
        if self.zones and not any(contains(zone, x, y) for zone in self.zones):
            good = False
            yield "It is outside the area where it may be placed."
        if self.near is not None and not self._is_near(x, y, z):
            good = False
            yield f"It must be within {written(self.within)} of the point given."
        code, who = kernels.direct.standing(
            self.layout.over(self.board).priced(self._rules.going),
            self.layout.bodies,
            self.layout.walls,
            self.mover_id,
            x,
            y,
            z,
            0,
            self._gait,
        )
        if code != kernels.OK:
            good = False
            why = Why(int(code))
            yield sentence(Reason(why, who=int(who) if why == Why.OVERLAPS else -1), self.name)
        for enemy in self._crowded(x, y, z):
            good = False
            yield sentence(Reason(Why.TOO_NEAR, who=enemy, amount=self.keep_clear), self.name)
        if good and self.inside is not None:
            yield from self.inside(self._placed(answer))

    def _placed(self, answer: tuple[int, ...]) -> Placement:
        _, _, _, fx, fy, radius, height, _, _ = self.layout.row(self.mover_id)
        facing = (answer[3], answer[4]) if self.facing else (fx, fy)
        return Placement(answer[0], answer[1], answer[2], *facing, radius, height)

    def _is_near(self, x: int, y: int, z: int) -> bool:
        assert self.near is not None
        px, py, pz = self.near
        return gap_at_most((x - px) ** 2 + (y - py) ** 2, self._gait.radius, abs(z - pz), self.within)

    def _crowded(self, x: int, y: int, z: int) -> Iterator[int]:
        """The enemies that this place is too near to."""
        for id, bx, by, bz, radius in self._foes:
            square = (x - bx) ** 2 + (y - by) ** 2
            if gap_at_most(square, radius + self._gait.radius, abs(z - bz), self.keep_clear, strictly=True):
                yield id

    def _counting(self) -> list[tuple[int, int, int, int, int]]:
        """The enemies that count, each with the centre and the radius of its base."""
        rows = ((id, self.layout.row(id)) for id in range(len(self.layout)) if id != self.mover_id)
        return [
            (id, x, y, z, radius)
            for id, (x, y, z, _, _, radius, _, posture, owner) in rows
            if owner >= 0 and owner != self._gait.owner and posture >= self.keep_from
        ]

    def _box(self) -> tuple[int, int, int, int]:
        """The box in which the centre must lie: west, south, east, north."""
        margin = self._gait.radius
        west, south, east, north = margin, margin, self.board.width - margin, self.board.depth - margin
        if self.zones:
            corners = [corner for zone in self.zones for corner in zone]
            west, east = max(west, min(c[0] for c in corners)), min(east, max(c[0] for c in corners))
            south, north = max(south, min(c[1] for c in corners)), min(north, max(c[1] for c in corners))
        if self.near is not None:
            far = self.within + margin
            west, east = max(west, self.near[0] - far), min(east, self.near[0] + far)
            south, north = max(south, self.near[1] - far), min(north, self.near[1] + far)
        return west, south, east, north

    def _floors(self, x: int, y: int) -> list[int]:
        """The heights of all floors at a point, the ground first."""
        corners = self.board.arrays.corners
        heights = {0}
        for z, first, count, xmin, ymin, xmax, ymax, *_ in self.board.rows.floors:
            if xmin <= x <= xmax and ymin <= y <= ymax and kernels.direct.in_polygon(corners, first, count, x, y):
                heights.add(z)
        return sorted(heights)

    def _answer(self, x: int, y: int, z: int, facing: Facing | None = None) -> tuple[int, ...]:
        if not self.facing:
            return (x, y, z)
        return (x, y, z, *(facing or self._toward(x, y)))

    def looking(self, x: int, y: int) -> Facing:
        """Which way it looks from a point if nothing is said of it: to the nearest point worth a look, else as
        before."""
        row = self.layout.row(self.mover_id)
        return _nearest(self.look, x, y) or (row[3], row[4])

    def _toward(self, x: int, y: int) -> Facing:
        if (found := _nearest(self.look, x, y)) is not None:
            return found
        middle = (self.board.width // 2 - x, self.board.depth // 2 - y)
        return middle if middle != (0, 0) else (0, 1)

    def _listed(self, pitch: int) -> Iterator[tuple[int, ...]]:
        """The legal places of a lattice."""
        west, south, east, north = self._box()
        for y in range(south, north + 1, pitch):
            for x in range(west, east + 1, pitch):
                for z in self._floors(x, y):
                    answer = self._answer(x, y, z)
                    if self._fits(answer):
                        yield answer

    def candidates(self, n: int) -> list[tuple[int, ...]]:
        for pitch in (INCH, INCH // 4, INCH // 16):
            found = list(self._listed(pitch))
            west, south, east, north = self._box()
            if len(found) >= min(n, 2) or (east - west) * (north - south) > (12 * INCH) ** 2:
                break
        if len(found) <= n:
            return found
        return [found[i * len(found) // n] for i in range(n)]

    def several(self) -> bool:
        enough = 1 if self.facing else 2
        listed = len(list(islice(self._listed(INCH), enough)))
        return listed == enough or len(self.candidates(enough)) >= enough

    def sample(self, rng: Random) -> tuple[int, ...]:
        """Some legal place.  Raises LookupError where none was found."""
        west, south, east, north = self._box()
        for _ in range(4 * _RETRIES):
            x, y = west + int(rng.random() * (east - west + 1)), south + int(rng.random() * (north - south + 1))
            floors = self._floors(x, y)
            facing = around(rng) if self.facing else None
            answer = self._answer(x, y, floors[int(rng.random() * len(floors))], facing)
            if self._fits(answer):
                return answer
        places = self.candidates(64)
        if not places:
            raise LookupError(f"{self.key}: no place is legal")
        return places[int(rng.random() * len(places))]

    def region(self) -> dict[str, Any]:
        """What bounds the place: polygons, and the point with its distance."""
        return {"zones": self.zones, "near": self.near, "within": self.within}

    def label(self, answer: tuple[int, ...]) -> str:
        return f"at ({written(answer[0])}, {written(answer[1])}), {written(answer[2])} up"


class Spot(Decision[Point]):
    """A point on a floor, such as the middle of a blast.

    `refuse` gives the game's own reasons against one, `near` are points worth a thought.
    """

    __slots__ = ("board", "near", "refuse")
    kind = "place"
    facing = False  # a point looks nowhere

    def __init__(
        self, key: str, prompt: str, board: Board, refuse: Callable[[Point], Reasons], near: Sequence[Point]
    ) -> None:
        super().__init__(key, prompt)
        self.board, self.refuse, self.near = board, refuse, tuple(near)

    def legal(self, answer: Point) -> Reasons:
        if not isinstance(answer, tuple) or len(answer) != 3 or any(type(v) is not int for v in answer):
            return ("A point is three whole numbers.",)
        if not self.board.contains(*answer[:2]):
            return ("It is not on the board.",)
        if not self.board.on_floor(*answer):
            return ("There is no floor at that height.",)
        return self.refuse(answer)

    def _tried(self) -> Iterator[Point]:
        for away in (0, INCH, 2 * INCH):
            for x, y, z in self.near:
                for dx, dy in ((0, 0),) if not away else ((away, 0), (0, away), (-away, 0), (0, -away)):
                    yield (x + dx, y + dy, z)

    def candidates(self, n: int) -> list[Point]:
        found: list[Point] = []
        for point in self._tried():
            if len(found) == n:
                break
            if point not in found and not self.legal(point):
                found.append(point)
        return found

    def sample(self, rng: Random) -> Point:
        """Some legal point.  Raises LookupError where none was found."""
        for _ in range(4 * len(self.near)):
            x, y, z = self.near[int(rng.random() * len(self.near))]
            point = (x + int((rng.random() - 0.5) * 4 * INCH), y + int((rng.random() - 0.5) * 4 * INCH), z)
            if not self.legal(point):
                return point
        found = self.candidates(1)
        if not found:
            raise LookupError(f"{self.key}: no point is legal")
        return found[0]

    def label(self, answer: Point) -> str:
        return f"at ({written(answer[0])}, {written(answer[1])})"


__all__ = ["ROUND", "Face", "Leg", "Path", "Place", "Spot", "around", "is_facing"]
