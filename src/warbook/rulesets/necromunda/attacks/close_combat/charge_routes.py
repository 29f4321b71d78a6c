"""The way of a charge, as its player likes it: into contact, to where a long weapon strikes, as far as it gets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .....core.decision import Choose
from .....core.length import INCH, root_up, written
from .....core.state import Placement, Posture
from .....core.structs import replace
from .....space.approach import cut_route, square_of_distance
from .....space.board import Board, floor_heights
from .....space.contact import (
    CLEARANCE,
    places_along,
    places_around_point,
    places_near,
    ring_around,
)
from .....space.displacement import all_round, beside
from .....space.finding import way_to_any
from .....space.footprints import Spot, corners
from .....space.movement import Point, Route, Rules, Walked, trace
from .....space.shapes import sides, stretched
from .....space.terrain import DANGEROUS
from ...harm import displacement
from ...movement import approach, gait, perils
from ...records import Model, Play
from ...records.position import (
    GRAIN,
    board_now,
    enemies,
    joined,
    layout,
    namer,
    near_by,
    per_position,
)
from . import contacts, coup_de_grace, grips

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
    if contacts.may_get_to(charger, target.id, distance):
        into = gait.gait(charger, distance, contact_with=enemies_of(play, charger))
        found = way_in(play, charger, target, into)
        if found is not None:
            part = strikes_safely(play, charger, target, found[1], short) if target.standing else None
            if part is None and target.standing:
                part = stops_short(play, charger, target, found[0], short)
            if part is not None:
                return part, short
            return second_contact(play, charger, target, into) or found[0], into
    return approach_to(play, charger, target, distance)


def way_in(play: Play, charger: Model, target: Model, rules: Rules) -> tuple[Route, Walked] | None:
    """The shortest way into contact, if there is one; where that asks for a test, and another gets there without, the
    one that its player likes."""
    found = contacts.into_contact(play, charger.id, target.id, rules)
    if found is None or not is_risky(charger, found[1]):
        return found
    safe = contacts.into_contact(play, charger.id, target.id, without_risks(rules))
    if safe is None:
        return found

    def label(shortest: bool) -> str:
        return (
            f"{risks_in_words(found[1])}, {written(found[1].cost)}" if shortest else f"go {written(safe[1].cost)} round"
        )

    question = Choose("charge.way", "Which way does it charge?", lambda: [False, True], named=label)
    return found if play.ask(charger.owner, question) else safe


def strikes_safely(play: Play, charger: Model, target: Model, walked: Walked, rules: Rules) -> Route | None:
    """The way to where a versatile weapon reaches a target without a test, if contact asks for one and its player likes
    that better."""
    far = grips.longest_reach(charger)
    if not far or not is_risky(charger, walked) or near_by(play, charger.at, target.at, far):
        return None
    safe = way_into_reach(play, charger.id, target.id, without_risks(rules), far)
    if safe is None:
        return None

    def label(closes_in: bool) -> str:
        return risks_in_words(walked) if closes_in else "strike from where it comes without"

    question = Choose("charge.way", "Which way does it charge?", lambda: [False, True], named=label)
    return None if play.ask(charger.owner, question) else safe[0]


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
    these if that brings it nearer; where that is not as near as a versatile weapon strikes, or as one finishes off who
    is seriously injured, a way that is."""
    board, now, to, safe_rules = board_now(play), layout(play), target.at, without_risks(rules)
    far = coup_de_grace.REACH_OF_CHARGE if target.serious else grips.longest_reach(charger) if target.standing else 0

    def strikes(route: Route) -> bool:
        return bool(far) and near_by(play, end_of(charger, route), to, far)

    bold = approach.approach(play, charger.id, to, rules)
    if far and not strikes(bold):
        into_reach = way_into_reach(play, charger.id, target.id, rules, far)
        if into_reach is not None and is_risky(charger, into_reach[1]):
            bold = into_reach[0]
            into_reach = way_into_reach(play, charger.id, target.id, safe_rules, far)
        if into_reach is not None:
            return [into_reach[0]]
    walked = trace(board, now, charger.id, bold, rules)
    if not isinstance(walked, Walked) or not is_risky(charger, walked):
        return [bold]
    safe = approach.approach(play, charger.id, to, safe_rules)
    if far and not strikes(safe):
        into_reach = way_into_reach(play, charger.id, target.id, safe_rules, far)
        safe = into_reach[0] if into_reach is not None else safe
    ends = [square_of_distance(end_of(charger, route), to) for route in (safe, bold)]
    return [safe, bold] if ends[1] < ends[0] or (strikes(bold) and not strikes(safe)) else [safe]


def end_of(charger: Model, route: Route) -> Placement:
    """Where a charger is at the end of a route."""
    return charger.at.moved_to(route[-1]) if route else charger.at


@per_position
def way_into_reach(play: Play, who: int, target: int, rules: Rules, far: int) -> tuple[Route, Walked] | None:
    """The shortest way to where an enemy is no farther off than that, if there is one."""
    board, now = board_now(play), layout(play)
    me, there = play.state.records[who].at, play.state.records[target].at
    most = (2 if rules.leap_free else 1) * rules.allowance  # nobody finds enough gaps for more
    if not approach.is_within_inches(me, there, most + far):
        return None

    def near(rings: Sequence[tuple[int, int]], parts: int) -> list[Point]:
        return reaching(dict.fromkeys(at for ring in rings for at in places_on_ring(me, there, ring, parts, most)))

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
    """How far off in plan, and at which height, an enemy is in reach and kept clear of: as far as that, as near as
    that, and so many parts of what is between."""
    rings = list[tuple[int, int]]()
    for z in sorted({me.z, there.z, *floor_heights(board)}):
        rise = abs(z - there.z)
        if rise <= reach:
            # rounded up: a greatsword reaches as far as one keeps clear
            near, away = (root_up(max(0, far * far - rise * rise)) for far in (displacement.KEEP_CLEAR, reach))
            rings += [(off, z) for off in sorted({near + (away - near) * part // parts for part in range(parts + 1)})]
    return rings


def places_on_ring(me: Placement, there: Placement, ring: tuple[int, int], parts: int, most: int) -> Iterator[Point]:
    """So many places all round an enemy from which it is so far off, at a height: those to which a charge of a length
    may get, the nearest of them first."""
    off, z = ring
    wide, x, y = me.radius + there.radius + off, me.x - there.x, me.y - there.y
    for dx, dy in (beside((0, 0), wide, (x, y)), *all_round(wide, parts)):
        if (x - dx) ** 2 + (y - dy) ** 2 <= (most + GRAIN) ** 2:
            yield (there.x + dx, there.y + dy, z)


def way_beside_hull(play: Play, charger: Model, vehicle: int, rules: Rules) -> Route | None:
    """The shortest way to within an inch of a vehicle, without a leap, a jump or dangerous ground if there is such a
    one."""
    hull = play.state.records[vehicle].at
    if not approach.is_within_inches(charger.at, hull, rules.allowance + coup_de_grace.REACH):
        return None
    for those in (without_risks(rules), rules):
        found = into_an_inch(play, charger.id, vehicle, those)
        if found is not None:
            return found[0]
    return None


def moved_off(p: Spot, q: Spot, away: int) -> tuple[Spot, Spot]:
    """The ends of a side of a hull, so far outside of it."""
    x, y = stretched(q[1] - p[1], p[0] - q[0], away)
    return (p[0] + x, p[1] + y), (q[0] + x, q[1] + y)


@per_position
def into_an_inch(play: Play, who: int, vehicle: int, rules: Rules) -> tuple[Route, Walked] | None:
    """The shortest way to within an inch of a vehicle: along each of its sides, and round its corners."""
    board, now = board_now(play), layout(play)
    me, hull = play.state.records[who].at, play.state.records[vehicle].at
    reach = coup_de_grace.REACH

    def beside_it(places: Iterable[Point]) -> list[Point]:
        return [at for at in dict.fromkeys(places) if near_by(play, me.moved_to(at), hull, reach)]

    def outermost(apart: int, parts: int) -> Iterator[Point]:
        """Just within an inch: so far apart along the sides, and so many all round each corner."""
        for p, q in sides(corners(hull)):
            yield from ring_around((*p, hull.z), me.radius + reach - GRAIN, hull.z, parts)
            (x, y), _ = moved_off(p, q, me.radius + reach - GRAIN)
            length = root_up((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2)
            for along in range(0, length, apart):
                yield x + (q[0] - p[0]) * along // length, y + (q[1] - p[1]) * along // length, hull.z

    def nearest(seen_from: Sequence[Point]) -> Iterator[Point]:
        for p, q in sides(corners(hull)):
            yield from places_around_point(board, now, who, p, hull.z, rules, reach - GRAIN, seen_from)
            for away in (reach - 2 * CLEARANCE, reach // 2, 0):
                yield from places_along(board, now, who, *moved_off(p, q, away), hull.z, rules, seen_from)

    def between(seen_from: Sequence[Point]) -> list[Point]:
        # The inch about an enemy bounds the places beside a hull, and none of those that are computed stands for that:
        # so many are tried instead.
        return beside_it([*nearest((me.spot, *seen_from)), *outermost(INCH // 8, FINELY * ROUND_ABOUT)])

    goals = beside_it([*nearest([me.spot]), *outermost(INCH, ROUND_ABOUT)])
    return way_to_any(board, now, who, goals, between, rules)


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
        found = contacts.way_to_both(play, charger, at, f.at, rules)
        if found is not None:
            ways[f.id] = found[0]
    if not ways:
        return None
    who = play.ask(
        charger.owner, Choose("charge.also", "Touch another as well?", lambda: [*ways, -1], named=namer(play))
    )
    return ways.get(who)


def enemies_of(play: Play, charger: Model) -> tuple[int, ...]:
    """Whom a charge may touch: every enemy on the table."""
    return tuple(f.id for f in enemies(play, charger.owner))
