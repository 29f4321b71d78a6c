"""The decision where to go (`Path`).

It judges any path exactly, and proposes paths from lattices and at random.  Answers are whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec import UNSET

from ..core.decision import Decision, Random, Reasons
from ..core.length import INCH, written
from ..core.state import Body, Placement
from ..core.structs import replace
from .board import Board
from .facing import NOT_A_FACING, Facing, Spots, is_facing, random_direction, way_to_nearest
from .fitting import placement_of
from .layout import FACING_X, FACING_Y, OWNER, Layout
from .long_ways import check_outline, slim_journey
from .movement import (
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
from .openings import routes_over_edges
from .routes import Journey

Lead = Callable[[Point], float]


DRAWS = 8  # samples that are drawn before the candidates are listed
FINE = INCH // 2  # the pitch of the lattice that shows where a mover can get to


class Path(Decision[tuple[Any, ...]]):
    """Where to go, and which way to look at the end.

    An answer is the legs (see `movement`), then the facing unless `facing` is false; no legs at all means to stay.
    `end` gives the game's own reasons against a place to stop.  `goals` are places worth going to.  `worth_facing` are
    points to face, or a function that lists them when they are needed.  `name` turns an id into a name for the reasons.
    `leads` lists functions from a point to a number; candidates go where one is low, samples ignore them.  `foreseen`
    returns remarks on a path that is legal, for a player who considers it.
    """

    __slots__ = (
        "_reach",
        "_worth_facing",
        "board",
        "end",
        "facing",
        "foreseen",
        "goals",
        "layout",
        "leads",
        "mover_id",
        "name",
        "rules"
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
        worth_facing: Spots | Callable[[], Spots] = (),
        leads: Callable[[], Sequence[Lead]] | None = None,
        foreseen: Callable[[Walked], Sequence[str]] | None = None,
        name: Callable[[int], str] = "number {}".format,
        secret: bool = False,
    ) -> None:
        super().__init__(key, prompt, secret=secret)
        self.board, self.layout, self.mover_id, self.rules = board, layout, mover_id, rules
        self.leads, self.foreseen = leads, foreseen
        self.facing, self.end, self.goals, self._worth_facing, self.name = facing, end, tuple(goals), worth_facing, name
        self._reach: dict[int, Reach] = {}

    @property
    def worth_facing(self) -> Spots:
        """The points worth facing."""
        if callable(self._worth_facing):
            self._worth_facing = self._worth_facing()
        return self._worth_facing

    def split(self, answer: tuple[Any, ...]) -> tuple[Route, Facing]:
        """The legs of an answer and the facing it ends with."""
        return (answer[:-1], answer[-1]) if self.facing else (answer, self._as_it_stands())

    def _as_it_stands(self) -> Facing:
        """Which way the mover looks now."""
        row = self.layout.row(self.mover_id)
        return row[FACING_X], row[FACING_Y]

    def walked(self, answer: tuple[Any, ...]) -> Walked | tuple[Reason, ...]:
        """What an answer costs and meets on its way, or the reasons against it."""
        route, facing = self.split(answer)
        turned = facing if self.facing else None
        return check_outline(self.board, self.layout, self.mover_id, route, self.rules, turned)

    @property
    def has_outline(self) -> bool:
        """Whether the mover's base is not round, so that it matters how it lies."""
        return self.mover_id in self.layout.shapes

    def journey(self, answer: tuple[Any, ...]) -> Journey:
        """What the legs of an answer are judged by one by one."""
        route = self.split(answer)[0]
        slim = self.has_outline and isinstance(self.walked(answer), Walked) and self.against(route)
        judged = slim_journey if slim else Journey
        return judged(self.board, self.layout, self.mover_id, self.rules)

    def against(self, route: Route) -> tuple[Reason, ...]:
        """The reasons against legs, wherever they end, of a round base or the disc that holds another."""
        walked = check(self.board, self.layout, self.mover_id, route, self.rules)
        return () if isinstance(walked, Walked) else walked

    def legal(self, answer: tuple[Any, ...]) -> Reasons:
        if not isinstance(answer, tuple) or (self.facing and not answer):
            return ("A path is a list of legs" + (" and a facing." if self.facing else "."),)
        route, facing = self.split(answer)
        if not all(is_leg(leg) for leg in route):
            return (sentence(Reason(Why.MALFORMED)),)
        reasons = [] if not self.facing or is_facing(facing) else [NOT_A_FACING]
        against = self.against(route)
        if self.has_outline and not reasons:
            walked = self.walked(answer)
            against = () if isinstance(walked, Walked) else walked
        reasons.extend(sentence(reason, self.name) for reason in against)
        if not reasons and self.end is not None:
            reasons.extend(self.end(self._placed(route, facing)))
        return tuple(dict.fromkeys(reasons))

    def _placed(self, route: Route, facing: Facing) -> Placement:
        x, y, z, _, _, radius, height, posture, _ = self.layout.row(self.mover_id)
        if route:
            x, y, z, _ = route[-1]
        return Placement(x, y, z, *facing, radius, height, posture, self.layout.shapes.get(self.mover_id, UNSET))

    def _answer(self, route: Route, facing: Facing) -> tuple[Any, ...]:
        return (*route, facing) if self.facing else route

    def _may_stop(self, route: Route, facing: Facing) -> bool:
        """Whether a legal route may end where it does."""
        if self.has_outline and not isinstance(self.walked(self._answer(route, facing)), Walked):
            return False
        return self.end is None or not self.end(self._placed(route, facing))

    def _may_stay(self) -> bool:
        """Whether it may stop where it stands."""
        if self.has_outline:
            return self._may_stop((), self._facing_at_end(()))
        return self.end is None or not self.end(self._placed((), self._as_it_stands()))

    def _facing_at_end(self, route: Route) -> Facing:
        """A sensible facing: to the nearest point worth a look, else the way it came, else as it stands; one that the
        base has room for."""
        row = self.layout.row(self.mover_id)
        x, y = route[-1][:2] if route else row[:2]
        before = route[-2][:2] if len(route) > 1 else row[:2]
        came, stands = (x - before[0], y - before[1]), self._as_it_stands()
        nearest = way_to_nearest(self.worth_facing, x, y)
        sensible = nearest or (came if came != (0, 0) else stands)
        if not self.has_outline:
            return sensible
        fitting = (way for way in (sensible, came, stands) if way != (0, 0))
        return next((way for way in fitting if isinstance(self.walked(self._answer(route, way)), Walked)), sensible)

    def complete(self, route: Route) -> tuple[Any, ...]:
        """These legs as an answer, with a sensible facing at their end."""
        return self._answer(route, self._facing_at_end(route))

    def end_of(self, answer: tuple[Any, ...]) -> Placement:
        """Where the mover is when it has gone this way."""
        return self._placed(*self.split(answer))

    def is_way(self, answer: Any) -> bool:
        """Whether something has the form of an answer: legs, and a facing where one is asked for."""
        if not isinstance(answer, tuple) or (self.facing and not answer):
            return False
        route, facing = self.split(answer)
        return all(map(is_leg, route)) and (not self.facing or is_facing(facing))

    def default_facing(self, x: int, y: int) -> Facing:
        """Which way it looks from a point if nothing is said of it: to the nearest point worth a look, else as
        before."""
        return way_to_nearest(self.worth_facing, x, y) or self._as_it_stands()

    def route_on(self, legs: Route, to: tuple[int, ...]) -> Route:
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
            z = self.layout.with_ground(self.board).floor_below(x, y, here[2] + self.rules.step)
        left = replace(self.rules, allowance=max(0, self.rules.allowance - spent))
        layout = self.layout.after(self._mover_at(here)) if legs else self.layout
        found = shortest(self.board, layout, self.mover_id, [(x, y, z)], left)
        on = found[0] if found is not None else self._over_an_edge(layout, left, (x, y, z))
        return (*legs, *(on or ((x, y, z, int(Mode.WALK)),)))

    def _over_an_edge(self, layout: Layout, rules: Rules, to: Point) -> Route:
        """A legal route to a point that begins with a climb, leap or jump over an edge which the mover touches; no legs
        where none was found."""
        for route in routes_over_edges(self.board, layout, self.mover_id, rules):
            end = route[-1][:3]
            if end == to:
                return route
            walked = check(self.board, layout, self.mover_id, route, rules)
            if end[2] == to[2] and isinstance(walked, Walked):
                left = replace(rules, allowance=rules.allowance - walked.cost)
                on = shortest(self.board, layout.after(self._mover_at(end)), self.mover_id, [to], left)
                whole = (*route, *on[0]) if on is not None else ()
                if whole and isinstance(check(self.board, layout, self.mover_id, whole, rules), Walked):
                    return whole
        return ()

    def _mover_at(self, at: Point) -> Body:
        """The mover, standing at a point."""
        here = placement_of(self.layout, self.mover_id)
        return Body(id=self.mover_id, owner=self.layout.row(self.mover_id)[OWNER], profile="", at=here.moved_to(at))

    def reach(self, pitch: int = FINE) -> Reach:
        """Where the mover can get to, on a lattice of this pitch."""
        if pitch not in self._reach:
            self._reach[pitch] = reach(self.board, self.layout, self.mover_id, self.rules, pitch, self.goals)
        return self._reach[pitch]

    def _routes_to_goals(self) -> Iterator[Route]:
        for goal in self.goals:
            found = shortest(self.board, self.layout, self.mover_id, [goal], self.rules)
            if found is not None:
                yield found[0]

    def candidates(self, n: int) -> list[tuple[Any, ...]]:
        return self._legal_paths(n, self.leads)

    def _legal_paths(self, n: int, leads: Callable[[], Sequence[Lead]] | None) -> list[tuple[Any, ...]]:
        routes: list[Route] = []
        for route in self._routes_to_goals():
            if len(routes) < n and self._may_stop(route, self._facing_at_end(route)):
                routes.append(route)
        for pitch in (INCH, FINE):
            if len(routes) < n:
                for route in self._lattice_routes(pitch, n if self.end is None else 4 * n, leads):
                    if len(routes) < n and route not in routes and self._may_stop(route, self._facing_at_end(route)):
                        routes.append(route)
        if len(routes) < n:
            over = routes_over_edges(self.board, self.layout, self.mover_id, self.rules)
            may = (route for route in over if self._may_stop(route, self._facing_at_end(route)))
            routes.extend(islice(may, n - len(routes)))
        if not routes and self.end is not None:
            found = self.reach()
            routes.extend(
                route
                for route in (found.route(v) for v in found.nodes())
                if self._may_stop(route, self._facing_at_end(route))
                and isinstance(check(self.board, self.layout, self.mover_id, route, self.rules), Walked)
            )
        return [self._answer(route, self._facing_at_end(route)) for route in routes[:n]]

    def _lattice_routes(self, pitch: int, n: int, leading: Callable[[], Sequence[Lead]] | None) -> list[Route]:
        """Legal routes to points spread over all that can be reached, staying first; those that follow a lead come
        before the rest."""
        found = self.reach(pitch)
        spread, leads = found.candidates(n), leading() if leading is not None else ()
        led = [route for lead in leads for route in found.routes_by_lead(lead, max(1, n // (2 * len(leads))))]
        return [*spread[:1], *led, *spread[1:]]

    def several(self) -> bool:
        if self.facing and self._may_stay():
            return True  # and look elsewhere
        if self.end is None and not self.has_outline and steps_free(self.board, self.layout, self.mover_id, self.rules):
            return True
        if len(self._legal_paths(2, None)) > 1:
            return True
        return self.end is not None and len(self.candidates(2)) > 1  # a lead may come to where it may stop

    def several_with(self, answer: tuple[Any, ...]) -> bool:
        route, _ = self.split(answer)
        return (bool(route) and self._may_stay()) or self.several()

    def sample(self, rng: Random) -> tuple[Any, ...]:
        """Some legal answer.  Raises LookupError where none was found."""
        for attempt in range(1 if self.end is None and not self.has_outline else DRAWS):
            route: Route = ()
            if self.goals and attempt % 2 == 0:
                goal = self.goals[int(rng.random() * len(self.goals))]
                route = ((*goal, int(Mode.WALK)),)
                if not isinstance(check(self.board, self.layout, self.mover_id, route, self.rules), Walked):
                    route = ()
            route = route or sample(self.board, self.layout, self.mover_id, self.rules, rng)
            facing = random_direction(rng) if self.facing else self._facing_at_end(route)
            if self._may_stop(route, facing):
                return self._answer(route, facing)
        answers = self.candidates(8)
        if not answers:
            raise LookupError(f"{self.key}: no path is legal")
        return answers[int(rng.random() * len(answers))]

    def region(self) -> dict[int, list[tuple[tuple[int, int], ...]]]:
        """For each height the outlines of where the mover can get to."""
        found = self.reach().region()
        for route in routes_over_edges(self.board, self.layout, self.mover_id, self.rules):
            end = route[-1][:3]
            walked = check(self.board, self.layout, self.mover_id, route, self.rules)
            if (
                isinstance(walked, Walked)
                and shortest(self.board, self.layout, self.mover_id, [end], self.rules) is None
            ):
                left = replace(self.rules, allowance=self.rules.allowance - walked.cost)
                beyond = reach(self.board, self.layout.after(self._mover_at(end)), self.mover_id, left, FINE)
                found.setdefault(end[2], beyond.region().get(end[2], []))
        return found

    def notes(self, answer: tuple[Any, ...]) -> tuple[str, ...]:
        if self.foreseen is None:
            return ()
        walked = self.walked(answer)
        return tuple(self.foreseen(walked)) if isinstance(walked, Walked) else ()

    def label(self, answer: tuple[Any, ...]) -> str:
        route, _ = self.split(answer)
        if not route:
            return "stay"
        verbs = ("walk", "climb", "leap", "jump", "take the way", "fly")
        return ", ".join(f"{verbs[leg[3]]} to ({written(leg[0])}, {written(leg[1])})" for leg in route)
