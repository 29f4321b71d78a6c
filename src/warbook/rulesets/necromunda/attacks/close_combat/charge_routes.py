"""The ways of a charge: into contact, to where a long weapon strikes, as far as it gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt
from typing import TypeAlias

from .....core.decision import Choose
from .....core.length import INCH, root_up, written
from .....core.state import Placement, Posture
from .....core.structs import replace
from .....space.approach import cut_route, square_of_distance
from .....space.board import Board, floor_heights
from .....space.contact import (
    LOOSE,
    contact_places,
    contact_points,
    corners,
    places_along,
    places_around_point,
    places_near,
    ring_around,
)
from .....space.finding import way_to_any
from .....space.movement import Point, Route, Rules, Walked, beside, trace
from .....space.planar import foot_of
from .....space.shapes import within_reach
from .....space.terrain import DANGEROUS
from ...harm import displacement
from ...movement import approach, gait, perils
from ...records import Fighter, Model, Play, Status
from ...records.position import (
    GRAIN,
    across_barricade,
    at_barricade,
    barricades,
    board_now,
    enemies,
    floors_joined,
    joined,
    layout,
    namer,
    near_by,
    nothing_between,
    per_position,
    touch,
)
from . import grips

Spot: TypeAlias = tuple[int, int]
ROUND_ABOUT = 24  # places round about an enemy from which a long weapon might reach it
FINELY = 4  # times as many all round, and as many rings, where none of these is come to


def charge_route(play: Play, charger: Model, target: Model, distance: int) -> tuple[Route, Rules]:
    """The shortest way into contact if it is near enough, else as far towards the target as keeps an inch from every
    enemy, those who lie injured included.  Nobody leaps, jumps or enters dangerous ground unasked where there is
    another way.

    Whoever gets into contact may pass and end near other enemies, and touch a second one; a versatile weapon lets it
    stop as far off as it strikes.
    """
    short = keeping_clear(charger, distance)
    if may_get_to(charger, target.id, distance):
        into = gait.gait(charger, distance, contact_with=enemies_of(play, charger))
        found = way_in(play, charger, target, into)
        if found is not None:
            part = stops_short(play, charger, target, found[0], short) if target.standing else None
            if part is not None:
                return part, short
            return second_contact(play, charger, target, into) or found[0], into
    return approach_to(play, charger, target, distance)


def way_in(play: Play, charger: Model, target: Model, rules: Rules) -> tuple[Route, Walked] | None:
    """The shortest way into contact, if there is one; where that asks for a test, and another gets there without, the
    one that its player likes."""
    found = into_contact(play, charger.id, target.id, rules)
    if found is None or not is_risky(charger, found[1]):
        return found
    safe = into_contact(play, charger.id, target.id, without_risks(rules))
    if safe is None:
        return found

    def label(shortest: bool) -> str:
        return (
            f"{risks_in_words(found[1])}, {written(found[1].cost)}" if shortest else f"go {written(safe[1].cost)} round"
        )

    question = Choose("charge.way", "Which way does it charge?", lambda: [False, True], named=label)
    return found if play.ask(charger.owner, question) else safe


def without_risks(rules: Rules) -> Rules:
    """The same rules for who neither leaps nor jumps, nor enters dangerous ground."""
    going = tuple((kind, 0 if kind == "dangerous" else price) for kind, price in rules.going)
    return replace(rules, may_leap=False, may_jump=False, going=going)


def is_risky(charger: Model, walked: Walked) -> bool:
    """Whether a way asks for a leap or a jump that may fail, or leads over dangerous ground."""
    jumps = bool(walked.jumps) and not perils.lands_easily(charger)
    return jumps or crosses_danger(walked) or any(not perils.leaps_easily(charger, leap) for leap in walked.leaps)


def crosses_danger(walked: Walked) -> bool:
    """Whether a way leads over dangerous ground."""
    return any(entry.kind == DANGEROUS for entry in walked.areas)


def risks_in_words(walked: Walked) -> str:
    """What a risky way asks for, in words."""
    asked = (("leap", walked.leaps), ("jump down", walked.jumps), ("cross dangerous ground", crosses_danger(walked)))
    return " and ".join(words for words, there in asked if there)


def approach_to(play: Play, charger: Model, target: Model, distance: int) -> tuple[Route, Rules]:
    """As far towards a target as keeps an inch from every enemy.  Who comes nearer by a leap, a jump or over
    dangerous ground is asked whether it does."""
    rules = keeping_clear(charger, distance)
    ways = approaches(play, charger, target, rules)
    if len(ways) == 1:
        return ways[0], rules

    def label(nearer: bool) -> str:
        return "leap, jump or cross dangerous ground to come nearer" if nearer else "keep to safe ground"

    question = Choose("charge.short", "It falls short: how does it go on?", lambda: [False, True], named=label)
    return ways[int(play.ask(charger.owner, question))], rules


def keeping_clear(charger: Model, distance: int) -> Rules:
    """How a charge goes that touches nobody: an inch from every enemy, those who lie injured included."""
    return replace(gait.gait(charger, distance), keep_from=Posture.HELPLESS)


def approaches(play: Play, charger: Model, target: Model, rules: Rules) -> list[Route]:
    """The ways that bring a charge nearest to a target: without a leap, a jump or dangerous ground, and with one of
    these if that brings it nearer; where that is not as near as a versatile weapon strikes, a safe way that is."""
    board, now, to = board_now(play), layout(play), target.at
    bold = approach.approach(play, charger.id, to, rules)
    far = grips.longest_reach(charger) if target.standing else 0
    if far and not near_by(play, charger.at.moved_to(bold[-1]) if bold else charger.at, to, far):
        into_reach = way_into_reach(play, charger.id, target.id, without_risks(rules), far)
        if into_reach is not None:
            return [into_reach[0]]
    walked = trace(board, now, charger.id, bold, rules)
    if not isinstance(walked, Walked) or not is_risky(charger, walked):
        return [bold]
    safe = approach.approach(play, charger.id, to, without_risks(rules))
    ends = [charger.at.moved_to(route[-1]) if route else charger.at for route in (safe, bold)]
    return [safe, bold] if square_of_distance(ends[1], to) < square_of_distance(ends[0], to) else [safe]


@per_position
def way_into_reach(play: Play, who: int, target: int, rules: Rules, far: int) -> tuple[Route, Walked] | None:
    """The shortest way to where an enemy on another level, or past something low, is just so far off, if there is
    one."""
    board, now = board_now(play), layout(play)
    me, there = play.state.records[who].at, play.state.records[target].at
    if not approach.is_within_inches(me, there, rules.allowance + far):
        return None
    towards = (me.x - there.x, me.y - there.y)

    def near(rings: Sequence[tuple[int, int]], parts: int) -> list[Point]:
        places = list[Point]()
        for off, z in rings:
            wide = me.radius + there.radius + off
            places += [(*beside((there.x, there.y), wide, towards), z), *ring_around(there.spot, wide, z, parts)]
        return reaching(dict.fromkeys(places))

    def reaching(places: Iterable[Point]) -> list[Point]:
        return [at for at in places if board.on_floor(*at) and near_by(play, me.moved_to(at), there, far)]

    few, many = (rings_in_reach(board, me, there, far - GRAIN, parts) for parts in (2, 2 * FINELY))
    found = way_to_any(board, now, who, near(few, ROUND_ABOUT), lambda _: [], rules, most=0)
    if found is not None:
        return found

    def between(seen_from: Sequence[Point]) -> list[Point]:
        return reaching(at for off, z in many for at in places_near(board, now, who, target, off, z, rules, seen_from))

    return way_to_any(board, now, who, near(many, FINELY * ROUND_ABOUT), between, rules)


def rings_in_reach(board: Board, me: Placement, there: Placement, reach: int, parts: int) -> list[tuple[int, int]]:
    """How far off in plan, and at which height, an enemy is in reach: as far as that, and so many parts of it."""
    rings = list[tuple[int, int]]()
    for z in sorted({me.z, there.z, *floor_heights(board)}):
        rise = abs(z - there.z)
        if rise <= reach:
            away = root_up(reach * reach - rise * rise)  # a greatsword reaches as far as one keeps clear
            rings += [(off, z) for off in sorted({away * part // parts for part in range(parts + 1)})]
    return rings


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


def may_get_to(charger: Model, target: int, distance: int) -> bool:
    """Whether a charge of so many thousandths might meet an enemy, over a barricade too."""
    play, at = charger.play, charger.play.state.records[target].at
    return is_so_near(play, target, distance, lambda far: approach.may_come_near(charger, at, far))


def is_so_near(play: Play, target: int, distance: int, within: Callable[[int], bool]) -> bool:
    """Whether a target is within a distance, or as much further off as one may be that meets it over a barricade: for
    one is looked only where that settles it."""
    if within(distance):
        return True
    at, gap = play.state.records[target].at, play.world.edition.barricade_gap
    return within(distance + gap) and may_meet_across(play, target) and at_barricade(play, at)


def may_meet_across(play: Play, target: int) -> bool:
    """Whether a charger may meet an enemy over a barricade: not one that is too badly hurt to fight."""
    injured = play.state.record(Fighter, target).status is Status.SERIOUS
    return not injured or bool(play.option["barricade-joins-injured"])


def stops_short(play: Play, charger: Model, target: Model, route: Route, rules: Rules) -> Route | None:
    """The part of a route to a target at whose end a charger with a versatile weapon stops, as far off as it likes;
    None where it closes in."""
    far = grips.longest_reach(charger)
    offs = [
        off for off in range(displacement.KEEP_CLEAR, far + 1, INCH) if not near_by(play, charger.at, target.at, off)
    ]
    ways = {off: route_halted_at(play, charger.id, target.id, route, rules, off) for off in offs}
    near = [
        off for off, way in ways.items() if way and near_by(play, charger.at.moved_to(way[-1]), target.at, off + GRAIN)
    ]
    if not near:
        return None

    def label(off: int) -> str:
        return f"stop at {written(off)}" if off else "close in"

    question = Choose("charge.reach", "Close in, or strike from farther off?", lambda: [0, *near], named=label)
    return ways.get(play.ask(charger.owner, question))


@per_position
def route_halted_at(play: Play, who: int, target: int, route: Route, rules: Rules, off: int) -> Route:
    """As much of a route to a target as brings a charger so near to it, or as far as it gets where that is not so
    near."""
    board, now, records = board_now(play), layout(play), play.state.records
    charger, there = records[who].at, records[target].at
    low, high = 0, rules.allowance
    while high - low > 1:
        middle = (low + high) // 2
        done = cut_route(board, now, who, route, replace(rules, allowance=middle))
        if done and near_by(play, charger.moved_to(done[-1]), there, off):
            high = middle
        else:
            low = middle
    return cut_route(board, now, who, route, replace(rules, allowance=high))


def second_contact(play: Play, charger: Model, target: Model, rules: Rules) -> Route | None:
    """The way to where it touches another enemy as well as its target, if there is one and its player likes that."""
    at, width, heights = target.at, target.at.radius + 2 * charger.at.radius, play.option["contact-over-heights"]
    ways: dict[int, Route] = {}
    for f in enemies(play, charger.owner):
        span = width + f.at.radius
        if f.id == target.id or not joined(at, f.at, heights) or square_of_distance(at, f.at) > span * span:
            continue
        found = way_to_both(play, charger, at, f.at, rules)
        if found is not None:
            ways[f.id] = found[0]
    if not ways:
        return None
    who = play.ask(
        charger.owner, Choose("charge.also", "Touch another as well?", lambda: [*ways, -1], named=namer(play))
    )
    return ways.get(who)


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


def points_across(play: Play, me: Placement, other: Placement) -> list[Point]:
    """Where a base can face another over a barricade: beside each of its edges, right opposite the other, on the
    straight way there, or as far towards where it comes from as the edition lets them be apart."""
    found: list[Point] = []
    for a, b, z in edges_of_barricades(board_now(play), other):
        for p, q in ((a, b), (b, a)):
            out = (q[1] - p[1], p[0] - q[0])
            for at in (other.spot[:2], me.spot[:2], farthest_across(play, me, other, p, q)):
                x, y = beside(foot_of(at, p, q), me.radius, out)
                if across_barricade(play, me.moved_to((x, y, z)), other):
                    found.append((x, y, z))
    return list(dict.fromkeys(found))


def farthest_across(play: Play, me: Placement, other: Placement, p: Spot, q: Spot) -> Spot:
    """A point whose foot on the edge from `p` to `q` is where a base on the right of that edge stands as far along it
    as may be, towards where it is now, and still faces another over the barricade."""
    x, y = beside(foot_of((other.x, other.y), p, q), me.radius, (q[1] - p[1], p[0] - q[0]))
    far = me.radius + other.radius + play.world.edition.barricade_gap - GRAIN
    spare = isqrt(max(0, far * far - (x - other.x) ** 2 - (y - other.y) ** 2))
    dx, dy = q[0] - p[0], q[1] - p[1]
    if (me.x - other.x) * dx + (me.y - other.y) * dy < 0:
        spare = -spare
    size = max(1, isqrt(dx * dx + dy * dy))
    return other.x + dx * spare // size, other.y + dy * spare // size


def places_across(play: Play, charger: int, target: int, rules: Rules, seen_from: Sequence[Point]) -> list[Point]:
    """Whatever free places there are besides, along the edges of barricades, the nearest to each of some points among
    them, and at their corners."""
    board, now = board_now(play), layout(play)
    me, other = play.state.records[charger].at, play.state.records[target].at
    found = list[Point]()
    for a, b, z in edges_of_barricades(board, other):
        for p, q in ((a, b), (b, a)):
            near = (other.spot, me.spot, farthest_across(play, me, other, p, q), *seen_from)
            found += places_along(board, now, charger, p, q, z, rules, near)
        found += places_around_point(board, now, charger, a, z, rules)
    return [at for at in dict.fromkeys(found) if across_barricade(play, me.moved_to(at), other)]


def edges_of_barricades(board: Board, other: Placement) -> Iterator[tuple[Spot, Spot, int]]:
    """The edges of the barricades over which one could face a base, and the height of their feet."""
    for polygon, z in barricades(board) if board.obstacles else ():
        if z == other.z and within_reach(polygon, other.x, other.y, other.radius + INCH):
            for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True):
                yield a, b, z


def enemies_of(play: Play, charger: Model) -> tuple[int, ...]:
    """Whom a charge may touch: every enemy on the table."""
    return tuple(f.id for f in enemies(play, charger.owner))
