"""Contact: whom a charge might meet, where, and the shortest way there; base to base, over a barricade, with two at
once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt
from typing import TypeAlias

from .....core.state import Placement
from .....core.structs import replace
from .....space.contact import (
    LOOSE,
    contact_places,
    contact_points,
    corners,
    places_along,
    places_around_point,
)
from .....space.finding import way_to_any
from .....space.movement import Point, Route, Rules, Walked, beside
from .....space.planar import foot_of
from .....space.shapes import sides, stretched, within_reach
from .....space.terrain import Polygon
from ...movement import approach
from ...records import Fighter, Model, Play, Status
from ...records.position import (
    OFF_BARRICADE,
    across_barricade,
    at_barricade,
    barricades,
    board_now,
    floors_joined,
    layout,
    nothing_between,
    off_obstacle,
    per_position,
    touch,
    touches_obstacle,
)

Spot: TypeAlias = tuple[int, int]
INWARDS = 6  # how far inside the corner of a barricade a line goes that just crosses it


def may_get_to(charger: Model, target: int, distance: int) -> bool:
    """Whether a charge of so many thousandths might meet an enemy, over a barricade too."""
    play, at = charger.play, charger.play.state.records[target].at
    return is_so_near(play, target, distance, lambda far: approach.may_come_near(charger, at, far))


def is_so_near(play: Play, target: int, distance: int, within: Callable[[int], bool]) -> bool:
    """Whether a target is within a distance, or as much further off as one may be that meets it over a barricade: for
    one is looked only where that settles it."""
    if within(distance):
        return True
    at, gap = play.state.records[target].at, play.world.edition.barricade_gap + OFF_BARRICADE
    return within(distance + gap) and may_meet_across(play, target) and at_barricade(play, at)


def may_meet_across(play: Play, target: int) -> bool:
    """Whether a charger may meet an enemy over a barricade: not one that is too badly hurt to fight."""
    injured = play.state.record(Fighter, target).status is Status.SERIOUS
    return not injured or bool(play.option["barricade-joins-injured"])


@per_position
def into_contact(play: Play, charger: int, target: int, rules: Rules) -> tuple[Route, Walked] | None:
    """The shortest way into contact with a target, if there is one.

    Only who leaps for nothing may get to somebody further off than its inches.  Such ways are looked for quickly: to
    search for all that a hair would allow takes a tenth of a second, and has not found one in 150 battles.
    """
    board, now, at = board_now(play), layout(play), play.state.records[charger].at
    there = play.state.records[target].at
    levels = floors_joined(play, at, there)
    near = is_so_near(play, target, rules.allowance, lambda far: approach.is_within_inches(at, there, far))
    most = None if near else 0

    def between(seen_from: Sequence[Point]) -> list[Point]:
        touching = open_to(play, charger, target, contact_places(board, now, charger, target, rules, levels, seen_from))
        across = places_across(play, charger, target, rules, seen_from) if may_meet_across(play, target) else []
        return [*touching, *across]

    return way_to_any(board, now, charger, places_to_meet(play, charger, target, levels), between, rules, most=most)


def places_to_meet(play: Play, charger: int, target: int, levels: Sequence[int]) -> list[Point]:
    """Where a charger may meet an enemy: in contact on its floor, or on one of the `levels` on which they are joined;
    and across a barricade, unless the enemy is too badly hurt to fight."""
    board, me, other = board_now(play), play.state.records[charger].at, play.state.records[target].at
    goals = contact_points(layout(play), charger, target)
    for z in levels:
        goals += [at for x, y, _ in tuple(goals) if board.on_floor(*(at := (x, y, z)))]
    goals = open_to(play, charger, target, goals)
    if may_meet_across(play, target):
        goals += points_across(play, me, other)
    return goals


def open_to(play: Play, charger: int, target: int, places: Iterable[Point]) -> list[Point]:
    """Those of some places against an enemy between which and the enemy no wall stands that both touch."""
    me, there = play.state.records[charger].at, play.state.records[target].at
    return [at for at in places if nothing_between(play, me.moved_to(at), there)]


# ---- over a barricade ------------------------------------------------------------------------------------------------


def points_across(play: Play, me: Placement, other: Placement) -> list[Point]:
    """Where a base can face another over a barricade: beside each of its edges, right opposite the other, on the
    straight way there, or as far towards where it comes from as the edition lets them be apart; and at its corners."""
    found = list[Point]()
    for polygon, z, gap in barricades_at(play, other):
        for p, q in sides(polygon):
            out = (q[1] - p[1], p[0] - q[0])
            for at in (other.spot[:2], me.spot[:2], farthest_across(me, other, p, q, gap)):
                found.append((*beside(foot_of(at, p, q), me.radius, out), z))
        found += [(*at, z) for at in points_at_corners(me, other, polygon, gap)]
    return [at for at in dict.fromkeys(found) if across_barricade(play, me.moved_to(at), other)]


def farthest_across(me: Placement, other: Placement, p: Spot, q: Spot, gap: int) -> Spot:
    """A point whose foot on the edge from `p` to `q` is where a base on the right of that edge stands as far along it
    as may be, towards where it is now, and is no farther than `gap` from another."""
    x, y = beside(foot_of((other.x, other.y), p, q), me.radius, (q[1] - p[1], p[0] - q[0]))
    far = me.radius + other.radius + gap
    spare = isqrt(max(0, far * far - (x - other.x) ** 2 - (y - other.y) ** 2))
    dx, dy = q[0] - p[0], q[1] - p[1]
    if (me.x - other.x) * dx + (me.y - other.y) * dy < 0:
        spare = -spare
    size = max(1, isqrt(dx * dx + dy * dy))
    return other.x + dx * spare // size, other.y + dy * spare // size


def points_at_corners(me: Placement, other: Placement, polygon: Polygon, gap: int) -> Iterator[Spot]:
    """Where a base touches a corner of a barricade on the straight way there, and where it is no farther than `gap`
    from another; and where it touches the barricade so that it hardly lies between the two."""
    for x, y in polygon:
        if (me.x, me.y) != (x, y):
            yield beside((x, y), me.radius, (me.x - x, me.y - y))
        corner = replace(other, x=x, y=y, radius=0)
        yield from (at[:2] for at in corners(me.radius, corner, replace(other, radius=other.radius + gap)))
        behind = point_behind(me.radius, other, polygon, (x, y), gap)
        if behind is not None:
            yield behind


def point_behind(radius: int, other: Placement, polygon: Polygon, corner: Spot, gap: int) -> Spot | None:
    """Where a base that is no farther than `gap` from another touches a barricade, if the line between the two just
    crosses a corner of it."""
    middle = [sum(at) // len(polygon) for at in zip(*polygon, strict=True)]
    inwards = stretched(middle[0] - corner[0], middle[1] - corner[1], INWARDS)
    dx, dy = corner[0] + inwards[0] - other.x, corner[1] + inwards[1] - other.y
    near, far = isqrt(dx * dx + dy * dy), radius + other.radius + gap + OFF_BARRICADE

    def point(away: int) -> Spot:
        x, y = stretched(dx, dy, away)
        return other.x + x, other.y + y

    if near >= far or within_reach(polygon, *point(far), radius):
        return None
    while far - near > 1:
        away = (near + far) // 2
        near, far = (away, far) if within_reach(polygon, *point(away), radius) else (near, away)
    return point(far)


def places_across(play: Play, charger: int, target: int, rules: Rules, seen_from: Sequence[Point]) -> list[Point]:
    """Whatever free places there are besides, along the edges of barricades, the nearest to each of some points among
    them, and at their corners."""
    board, now = board_now(play), layout(play)
    me, other = play.state.records[charger].at, play.state.records[target].at
    found = list[Point]()
    for polygon, z, gap in barricades_at(play, other):
        limits = list(points_at_corners(me, other, polygon, gap))
        for p, q in sides(polygon):
            near = (other.spot, me.spot, farthest_across(me, other, p, q, gap), *limits, *seen_from)
            found += places_along(board, now, charger, p, q, z, rules, near)
            found += places_around_point(board, now, charger, p, z, rules)
            found += [(*beside(p, me.radius, (x - p[0], y - p[1])), z) for x, y, _ in seen_from if (x, y) != p]
    return [at for at in dict.fromkeys(found) if across_barricade(play, me.moved_to(at), other)]


def barricades_at(play: Play, other: Placement) -> Iterator[tuple[Polygon, int, int]]:
    """The barricades over which one could face a base, the height of their feet, and how far from it one may be that
    stands right against them."""
    board, gap = board_now(play), play.world.edition.barricade_gap
    for polygon, z in barricades(board) if board.obstacles else ():
        if touches_obstacle(other, polygon, z):
            yield polygon, z, gap + off_obstacle(other, polygon)


# ---- with two at once ------------------------------------------------------------------------------------------------


def way_to_both(
    play: Play, charger: Model, at: Placement, other: Placement, rules: Rules
) -> tuple[Route, Walked] | None:
    """A way to where a charger touches two enemies at once, if there is one."""
    board, now, me = board_now(play), layout(play), charger.at
    levels = tuple(dict.fromkeys((at.z, other.z)))

    def touching_both(loose: int = 0) -> list[Point]:
        spots = [(x, y, z) for x, y, _ in corners(me.radius, at, other, loose) for z in levels]
        free = [spot for spot in spots if spot[2] == at.z or board.on_floor(*spot)]
        return [spot for spot in free if all(touch(play, me.moved_to(spot), foe) for foe in (at, other))]

    return way_to_any(board, now, charger.id, touching_both(), lambda _: touching_both(LOOSE), rules)
