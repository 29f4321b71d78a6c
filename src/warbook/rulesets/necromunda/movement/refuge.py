"""Where the broken run or drive: the places that can be reached, weighed in the order of the book."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from math import isqrt
from typing import NamedTuple

from ....core.decision import Choose, Reasons
from ....core.length import INCH, written
from ....core.state import Placement
from ....core.structs import replace
from ....space.drives.decision import Drive
from ....space.drives.met import Driven
from ....space.hull_sight import look_at_hull
from ....space.layout import Layout
from ....space.movement import Point, Route, reach
from ....space.sight import PARTS, exposure, gap, touches_arc
from ..events.fighters import Rallied
from ..records import CrewedVehicle, Driver, Fighter, Model, Play, Status
from ..records.position import board_now, crewed_vehicles, enemies, layout, near_by
from . import approach, driving, gait, perils

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
    board, now = board_now(play), layout(play)
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
    behind = exposure(layout(play), board_now(play), [f.id for f in eyes], model.id, points)
    places = [model.at.moved_to(point) for point in points]
    return [
        [parts if parts < PARTS and touches_arc(f.at, at) else PARTS for f, parts in zip(eyes, row, strict=True)]
        for at, row in zip(places, behind, strict=True)
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


# ---- vehicles --------------------------------------------------------------------------------------------------------


class Worth(NamedTuple):
    """What a place is worth to a broken vehicle, the greater the better: whether it is clear of enemies, whether they
    would not see it there (2) or see it in cover (1), and how far from them it is, in half inches."""

    clear: bool
    hidden: int
    far: int


BETTER = (
    'It can get more than 3" away from all enemies.',
    "It can get better hidden from its enemies.",
    "It can get further away from its enemies.",
)
"""What speaks against a place that is worth less than another, by what it is worth less in."""


def drive_away(play: Play, driver: Driver, distance: int) -> None:
    """Drive to a place as good as the best known one.  A vehicle that turns as often as it likes turns to all sides at
    once."""
    far = driving.within_limits(driver, distance)
    rules = replace(driving.gear(driver, far, pivots=driving.AT_WILL), widest=180)
    prompt = "Where does it get away to?"
    refuse, known = None, driving.question(play, driver, rules, prompt)
    if play.option["broken-run-strict"]:
        worth_of = cache(partial(worth, play, driver))
        best = best_place(known, worth_of)

        def refuse(found: Driven) -> Reasons:
            return against_staying_exposed(worth_of(found.end), best)

    driving.choose_way(play, driver, rules, prompt, refuse, known)


def best_place(anywhere: Drive, worth_of: Callable[[Placement], Worth]) -> Worth:
    """What the best of the places is worth that come to mind."""
    return max(worth_of(anywhere.end_of(legs)) for legs in anywhere.candidates(PLACES))


def against_staying_exposed(found: Worth, best: Worth) -> Reasons:
    """What speaks against a place while there is a better one: the first thing in which it is worse."""
    if found >= best:
        return ()
    return next((why,) for why, mine, known in zip(BETTER, found, best, strict=True) if mine != known)


def worth(play: Play, driver: Driver, at: Placement) -> Worth:
    """What a place is worth to a broken vehicle."""
    foes: list[Fighter | CrewedVehicle] = [
        *enemies(play, driver.owner),
        *(
            v
            for v in crewed_vehicles(play.world, play.state)
            if v.owner != driver.owner and Driver(play, v.id).on_table
        ),
    ]
    there = layout(play).after(replace(driver.record, at=at))
    hidden = [parts for foe in foes if (parts := hidden_there(play, driver, there, at, foe)) is not None]
    return Worth(
        clear=not any(near_by(play, at, foe.at, SAFE) for foe in foes),
        hidden=2 if min(hidden, default=PARTS) == PARTS else int(all(hidden)),
        far=min((gap(at, foe.at) for foe in foes), default=0) // gait.HALF_INCH,
    )


def hidden_there(play: Play, driver: Driver, there: Layout, at: Placement, foe: Fighter | CrewedVehicle) -> int | None:
    """How many parts of a vehicle an enemy would not see at a place; None where it does not look that way."""
    if isinstance(foe, Fighter) and not (foe.status is Status.STANDING and touches_arc(foe.at, at)):
        return None
    eye = (foe.at.x, foe.at.y, foe.at.z + foe.at.height)
    look = look_at_hull(there, board_now(play), eye, driver.id, foe.id)
    return min(look.hidden, look.hidden_beside)
