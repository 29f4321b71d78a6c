"""Where the broken run: the places that can be reached, weighed in the order of the book."""

from __future__ import annotations

from math import isqrt

from ....core.decision import Choose
from ....core.length import INCH, written
from ....space.movement import Point, Route, reach
from ....space.sight import PARTS, exposure, touches_arc
from ..events.fighters import Rallied
from ..records import Fighter, Model, Play, Status
from ..records.position import enemies, layout, near_by
from . import approach, gait, perils

SAFE = 3 * INCH
NEAR_OWNER = 3 * INCH
PLACES = 24  # that a broken fighter is offered where its player may choose freely


def run_away(play: Play, model: Model, distance: int) -> None:
    """Run (or crawl) to the best place that can be reached: clear of enemies first, then out of their sight, then in
    cover, then as far from them as it gets.  A beast runs to its owner, and takes heart if it gets within 3"."""
    owner = model.kit.owner
    if owner >= 0 and Model(play, owner).on_table:
        run_home(play, model, Model(play, owner), distance)
        return
    routes = refuges(play, model, distance)
    route = play.pick(model.owner, Choose("cover.path", "Where does it run?", lambda: routes, named=_route_in_words))
    if route:
        perils.follow(play, model, route, gait.gait(model, distance))


def run_home(play: Play, beast: Model, owner: Model, distance: int) -> None:
    """A beast that has lost its nerve runs to its owner."""
    rules = gait.gait(beast, distance)
    if not near_by(play, beast.at, owner.at, gait.HALF_INCH):
        route = approach.approach(play, beast.id, owner.at, rules)
        if route and not perils.follow(play, beast, route, rules):
            return
    if beast.on_table and near_by(play, beast.at, owner.at, NEAR_OWNER):
        play.happen(Rallied(beast.id))


def _route_in_words(route: Route) -> str:
    return f"to ({written(route[-1][0])}, {written(route[-1][1])})" if route else "stay"


def refuges(play: Play, model: Model, distance: int) -> list[Route]:
    """The routes to the best places: of those clear of enemies (of all, if none is) those out of sight, else those in
    cover, else any; of these the farthest from the nearest enemy, to the half inch."""
    board, now = play.world.board, layout(play)
    found = reach(board, now, model.id, gait.gait(model, distance))
    foes = enemies(play, model.owner)
    squares = found.squares_from([f.at.spot for f in foes])
    away = {v: squares[v] for v in found.nodes()}
    near = max((SAFE + model.at.radius + f.at.radius for f in foes), default=0) ** 2
    clear = [
        v
        for v in away
        if away[v] > near or not any(near_by(play, model.at.moved_to(found.point(v)), f.at, SAFE) for f in foes)
    ]
    if not play.option["broken-run-strict"]:
        return [found.route(v) for v in sorted(clear or away, key=lambda v: -away[v])[:PLACES]] or [()]
    rows: dict[int, list[int]] = {}
    for v in clear or away:
        rows.setdefault(isqrt(away[v]) // gait.HALF_INCH, []).append(v)
    eyes = [f for f in foes if f.status is Status.STANDING]
    hidden: dict[int, list[int]] = {}
    for good_enough in (out_of_all_sight, in_cover_from_all, anywhere):
        for row in sorted(rows, reverse=True):
            if rows[row][0] not in hidden:
                points = [found.point(v) for v in rows[row]]
                hidden.update(zip(rows[row], out_of_sight(play, model, eyes, points), strict=True))
            good = [v for v in rows[row] if good_enough(hidden[v])]
            if good:
                return [found.route(v) for v in good[:8]]
    return [()]


def out_of_sight(play: Play, model: Model, eyes: list[Fighter], points: list[Point]) -> list[list[int]]:
    """For each place, how many of its parts each of these enemies would not see there: all of them, where the place
    is outside its vision arc."""
    behind = exposure(layout(play), play.world.board, [f.id for f in eyes], model.id, points)
    return [
        [parts if touches_arc(f.at, model.at.moved_to(point)) else PARTS for f, parts in zip(eyes, row, strict=True)]
        for point, row in zip(points, behind, strict=True)
    ]


def out_of_all_sight(hidden: list[int]) -> bool:
    """Whether no enemy would see it there: nothing of it is in sight of any."""
    return all(parts == PARTS for parts in hidden)


def in_cover_from_all(hidden: list[int]) -> bool:
    """Whether every enemy that would see it there would see it in cover."""
    return all(hidden)


def anywhere(hidden: list[int]) -> bool:
    """Any place will do."""
    return True
