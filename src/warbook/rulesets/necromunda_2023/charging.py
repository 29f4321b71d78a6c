"""Charging: at whom, how far, which way, and what waits at the end of it."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from msgspec.structs import replace

from ...core.action import Action, requirement
from ...core.decision import Choose, Preview
from ...core.dice import D3
from ...core.length import INCH, written
from ...core.state import Placement, Posture
from ...space.board import Board
from ...space.layout import Layout
from ...space.movement import (
    Leg,
    Mode,
    Point,
    Route,
    Rules,
    Walked,
    beside,
    body,
    check,
    contact_point,
    reach,
    run,
    shortest,
)
from ...space.routes import foot_of
from ...space.shapes import direction, within_reach
from ...space.sight import visible, within
from . import brawling, coup_de_grace, darkness, fighting, grips, injury, moving, refuge
from .characteristics import passes_willpower
from .events.attacks import Does
from .events.fighters import StoodUp
from .events.movement import Faced
from .events.rounds import Acted
from .model import (
    GRAIN,
    Model,
    Play,
    Status,
    across_barricade,
    barricades,
    enemies,
    layout,
    meet,
    namer,
    nothing_between,
)
from .requirements import standing_active

FINE = 250  # how finely one looks for the last place that a charge can get to


def charge(play: Play, charger: Model) -> None:
    """Move up to Movement and D3" by the shortest way.  In contact at the end, fight for free; out of reach, stop an
    inch short."""
    unseen = play.stage(run_in, charger)
    if unseen is not None:
        charge_ends(play, charger, unseen)


def run_in(play: Play, charger: Model) -> tuple[int, ...] | None:
    """The charge up to its end.  Answers which enemies it did not see when it began, or None where nothing follows."""
    first = charge_distance(play, charger) if play.option["charge-dice-first"] else None
    question = Choose("target", "Charge whom?", charge_targets, charger, named=namer(play))
    preview = Preview(
        notes=lambda whom: prospects(charger, whom, first),
        cautions=lambda whom: cautions(charger, whom, first),
        actor=charger.id,
    )
    whom = play.ask(charger.owner, question.previewed(preview))
    target = Model(play, whom)
    play.happen(Does(charger.id, "charges", whom))
    if target.has("fearsome") and not passes_willpower(charger, "fearsome"):
        injury.leave_activation(play, charger)
        return None
    seen = {who for who, _ in visible(layout(play), play.world.board, charger.id, _others(play, charger))}
    distance = charge_distance(play, charger) if first is None else first
    route, rules = charge_route(play, charger, target, distance)
    if route and not moving.follow(play, charger, route, rules):
        return None
    face_foes(play, charger)
    return tuple(f.id for f in enemies(play, charger.owner) if f.id not in seen)


def _others(play: Play, charger: Model) -> tuple[int, ...]:
    return tuple(f.id for f in enemies(play, charger.owner))


def charge_distance(play: Play, charger: Model) -> int:
    """Movement and D3", less for heavy armour; in gunk there is no D3."""
    gunked = charger.suffers("gunked")
    return charge_reach(charger, 0 if gunked else play.roll(D3, "charge.distance", "Charge distance", charger.id))


def charge_reach(charger: Model, inches: int) -> int:
    """How far a charge goes whose die shows so much."""
    return charger.move + INCH * inches + INCH * sum(a.charge for a in charger.armour)


def prospects(charger: Model, whom: int, rolled: int | None) -> list[str]:
    """What a charge at an enemy takes: how far it is, what the die must show unless it has been `rolled`, and what the
    way asks for."""
    play: Play = charger.play
    if not play.option["premeasure"]:
        return []
    walked = way_to(charger, whom, farthest(charger, rolled))
    if walked is None:
        near = ends_within_reach(charger, whom, farthest(charger, rolled))
        return ["at its best its charge ends within reach of it" if near else "its charge does not get there"]
    least = -(-(walked.cost - charge_reach(charger, 0)) // INCH)
    sure = charger.suffers("gunked") or rolled is not None or least <= 1
    chance = "its charge gets there" if sure else f"its charge gets there with a {least} or more on the D3"
    return [f"{written(walked.cost)} to go: {chance}", *moving.foreseen(charger, walked)]


def farthest(charger: Model, rolled: int | None) -> int:
    """How far a charge may go at most, whose die may have been `rolled`."""
    return rolled if rolled is not None else charge_reach(charger, 0 if charger.suffers("gunked") else D3.sides)


def way_to(charger: Model, whom: int, distance: int) -> Walked | None:
    """What the shortest way of a charge into contact with an enemy comes to, if it is no longer than this."""
    play: Play = charger.play
    if not within(charger.at, play.state.records[whom].at, distance):
        return None
    rules = moving.gait(charger, distance, contact_with=_others(play, charger))
    found = into_contact(play, charger, Model(play, whom), rules)
    return found[1] if found is not None else None


def cautions(charger: Model, whom: int, rolled: int | None) -> tuple[str, ...]:
    """That an enemy is too far off for a charge however its die falls."""
    if not charger.play.option["premeasure"]:
        return ()
    far = farthest(charger, rolled)
    return () if way_to(charger, whom, far) is not None or ends_within_reach(charger, whom, far) else ("out of reach",)


def ends_within_reach(charger: Model, whom: int, distance: int) -> bool:
    """Whether a charge that does not touch an enemy ends where something can be done to it all the same: as near as a
    versatile weapon strikes, or an inch from one that lies there to be finished off."""
    play: Play = charger.play
    target = Model(play, whom)
    reach = grips.longest_reach(charger) if target.standing else 0
    if target.serious and not coup_de_grace.protected(play, target.record):
        reach = coup_de_grace.REACH_OF_CHARGE
    if not reach or not within(charger.at, target.at, distance + reach):
        return False
    route = approach_to(play, charger, target, distance)[0]
    end = refuge.at(charger, route[-1][:3]) if route else charger.at
    return within(end, target.at, reach) and nothing_between(play, end, target.at)


def charge_targets(charger: Model) -> list[int]:
    """The enemies that may be charged, the nearest first; in the dark only those that can be made out."""
    play: Play = charger.play
    at = charger.at
    return [
        f.id
        for f in sorted(enemies(play, charger.owner), key=lambda f: (_square(at, f.at), f.id))
        if not darkness.hides(play, charger.id, f.id)
    ]


def _square(a: Placement, b: Placement) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2


def charge_route(play: Play, charger: Model, target: Model, distance: int) -> tuple[Route, Rules]:
    """The shortest way into contact if it is near enough, else as far towards the target as keeps an inch from every
    enemy, those who lie injured included.

    Whoever gets into contact may pass and end near other enemies, and touch a second one; a versatile weapon lets it
    stop as far off as it strikes.
    """
    now = layout(play)
    short = replace(moving.gait(charger, distance), keep_from=Posture.HELPLESS)
    if within(charger.at, target.at, distance):
        into = moving.gait(charger, distance, contact_with=_others(play, charger))
        found = now.once(("charge", charger.id, target.id, into), into_contact, play, charger, target, into)
        if found is not None:
            part = stops_short(play, charger, target, found[0], short) if target.standing else None
            if part is not None:
                return part, short
            return second_contact(play, charger, target, into) or found[0], into
    return approach_to(play, charger, target, distance)


def approach_to(play: Play, charger: Model, target: Model, distance: int) -> tuple[Route, Rules]:
    """As far towards a target as keeps an inch from every enemy."""
    to, short = target.at, replace(moving.gait(charger, distance), keep_from=Posture.HELPLESS)
    return layout(play).once(("approach", charger.id, to, short), approach, play, charger, to, short), short


def into_contact(play: Play, charger: Model, target: Model, rules: Rules) -> tuple[Route, Walked] | None:
    """The shortest way into contact with a target, if there is one."""
    board, now = play.world.board, layout(play)
    goals = [*contact_points(now, charger.id, target.id), *points_across(board, charger.at, target.at)]
    return shortest(board, now, charger.id, goals, rules)


def stops_short(play: Play, charger: Model, target: Model, route: Route, rules: Rules) -> Route | None:
    """The part of a route to a target at whose end a charger with a versatile weapon stops, as far off as it likes;
    None where it closes in."""
    far, now = grips.longest_reach(charger), layout(play)
    offs = [off for off in range(moving.KEEP_CLEAR, far + 1, INCH) if not within(charger.at, target.at, off)]
    about = (play, charger, target, route, rules)
    ways = {off: now.once(("halted", charger.id, target.id, route, rules, off), halted, *about, off) for off in offs}
    near = [off for off, way in ways.items() if way and within(refuge.at(charger, way[-1][:3]), target.at, off + GRAIN)]
    if not near:
        return None

    def label(off: int) -> str:
        return f"stop at {written(off)}" if off else "close in"

    question = Choose("charge.reach", "Close in, or strike from farther off?", lambda: [0, *near], named=label)
    return ways.get(play.ask(charger.owner, question))


def halted(play: Play, charger: Model, target: Model, route: Route, rules: Rules, off: int) -> Route:
    """As much of a route to a target as brings a charger so near to it, or as far as it gets where that is not so
    near."""
    low, high = 0, rules.allowance
    while high - low > 1:
        middle = (low + high) // 2
        done = cut(play, charger, route, replace(rules, allowance=middle))
        if done and within(refuge.at(charger, done[-1][:3]), target.at, off):
            high = middle
        else:
            low = middle
    return cut(play, charger, route, replace(rules, allowance=high))


def second_contact(play: Play, charger: Model, target: Model, rules: Rules) -> Route | None:
    """The way to where it touches another enemy as well as its target, if there is one and its player likes that."""
    board, now = play.world.board, layout(play)
    at, width = target.at, target.at.radius + 2 * charger.at.radius
    ways: dict[int, Route] = {}
    for f in enemies(play, charger.owner):
        span = width + f.at.radius
        if f.id == target.id or f.at.z != at.z or _square(at, f.at) > span * span:
            continue
        spots = corners(charger.at.radius, at, f.at)
        found = shortest(board, now, charger.id, spots, rules) if spots else None
        if found is not None:
            ways[f.id] = found[0]
    if not ways:
        return None
    who = play.ask(
        charger.owner, Choose("charge.also", "Touch another as well?", lambda: [*ways, -1], named=namer(play))
    )
    return ways.get(who)


def corners(radius: int, a: Placement, b: Placement) -> list[Point]:
    """Where a base of that radius touches two others at once."""
    r, s = radius + a.radius, radius + b.radius
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    chord = square + r * r - s * s
    side = 4 * square * r * r - chord * chord
    if square == 0 or side < 0:
        return []
    up = isqrt(side)
    found: list[Point] = []
    for sign in (1, -1):
        mx = a.x + (chord * dx - sign * up * dy) // (2 * square)
        my = a.y + (chord * dy + sign * up * dx) // (2 * square)
        fitting = [
            (x, y)
            for x in range(mx - 2, mx + 4)
            for y in range(my - 2, my + 4)
            if (x - a.x) ** 2 + (y - a.y) ** 2 >= r * r and (x - b.x) ** 2 + (y - b.y) ** 2 >= s * s
        ]
        found += [(*min(fitting, key=lambda p: (abs(p[0] - mx) + abs(p[1] - my), p)), a.z)] if fitting else []
    return found


def contact_points(now: Layout, mover: int, target: int) -> list[Point]:
    """Where a base can touch another: the nearest point, and sixteen round about."""
    me, other = body(now, mover), body(now, target)
    away = me[5] + other[5]
    ring = [beside((other[0], other[1]), away, direction(degree * 360 // 16)) for degree in range(16)]
    return [contact_point(me, other), *((x, y, other[2]) for x, y in ring)]


def points_across(board: Board, me: Placement, other: Placement) -> list[Point]:
    """Where a base can face another over a barricade: beside each of its edges, right opposite the other or on the
    straight way there."""
    found: list[Point] = []
    for polygon, z in barricades(board) if board.obstacles else ():
        if z != other.z or not within_reach(polygon, other.x, other.y, other.radius + INCH):
            continue
        for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            for at in (other, me):
                foot = foot_of((at.x, at.y), (ax, ay), (bx, by))
                for out in ((by - ay, ax - bx), (ay - by, bx - ax)):
                    x, y = beside(foot, me.radius, out)
                    if across_barricade(board, replace(me, x=x, y=y, z=z), other):
                        found.append((x, y, z))
    return list(dict.fromkeys(found))


def approach(play: Play, mover: Model, to: Placement, rules: Rules) -> Route:
    """As far towards a place as a move goes: straight, where nothing bars that; else the straight run, somewhat off the
    line, that gets three quarters of what it could; where terrain stops all of these, to where it is nearest."""
    board, now = play.world.board, layout(play)
    at = mover.at
    dx, dy = to.x - at.x, to.y - at.y
    distance = isqrt(dx * dx + dy * dy)
    best: Route = ()
    nearest = _square(at, to)
    for degree in STRAIGHT_ON:
        ux, uy = direction(degree)
        point, cost = run(board, now, mover.id, rules, (dx * ux - dy * uy, dx * uy + dy * ux) if degree else (dx, dy))
        if (
            degree == 0
            and cost < rules.allowance
            and distance <= rules.allowance + at.radius + to.radius + moving.KEEP_CLEAR
        ):
            straight = cut(play, mover, ((to.x, to.y, to.z, int(Mode.WALK)),), rules)
            if straight and within(refuge.at(mover, straight[0][:3]), to, moving.KEEP_CLEAR + FINE):
                return straight
        if cost and distance - isqrt(_flat(point, to)) >= min(rules.allowance, distance) * 3 // 4:
            return ((*point, int(Mode.WALK)),)
        if cost and _square(refuge.at(mover, point), to) < nearest:
            nearest, best = _square(refuge.at(mover, point), to), ((*point, int(Mode.WALK)),)
    found = reach(board, now, mover.id, rules, pitch=INCH, nearing=(to.x, to.y, isqrt(nearest) + 1))
    squares = found.squares_from([(to.x, to.y, to.z)])
    end = min(found.nodes(), key=squares.__getitem__, default=0)
    return found.route(end) if squares[end] < nearest else best


STRAIGHT_ON = (0, 20, -20, 40, -40)  # degrees off the line, in the order in which they are tried


def _flat(point: Point, to: Placement) -> int:
    return (point[0] - to.x) ** 2 + (point[1] - to.y) ** 2


def cut(play: Play, mover: Model, route: Route, rules: Rules) -> Route:
    """As much of a route as a move allows: whole legs, then the part of a walk that it can still do."""
    board, now = play.world.board, layout(play)
    whole: Route = ()
    for leg in route:
        if not isinstance(check(board, now, mover.id, (*whole, leg), rules), Walked):
            return (*whole, *_part(play, mover, whole, leg, rules))
        whole = (*whole, leg)
    return whole


def _part(play: Play, mover: Model, whole: Route, leg: Leg, rules: Rules) -> Route:
    """The furthest point of a walk that is legal, or nothing."""
    if leg[3] != Mode.WALK:
        return ()
    board, now = play.world.board, layout(play)
    x, y, z = whole[-1][:3] if whole else (mover.at.x, mover.at.y, mover.at.z)
    dx, dy = leg[0] - x, leg[1] - y
    size = max(1, isqrt(dx * dx + dy * dy))

    def fits(far: int) -> Leg | None:
        to = (x + dx * far // size, y + dy * far // size)
        end = (*to, board.floor_below(*to, max(z, leg[2]) + moving.HALF_INCH), int(Mode.WALK))
        return end if isinstance(check(board, now, mover.id, (*whole, end), rules), Walked) else None

    spent = 0
    if whole:
        walked = check(board, now, mover.id, whole, rules)
        spent = walked.cost if isinstance(walked, Walked) else 0
    far = min(size, rules.allowance - spent)
    best, beyond = fits(far), far
    while best is None and far > 0:
        far, beyond = max(0, far - FINE), far
        best = fits(far) if far else None
    if best is None:
        return ()
    while beyond - far > 1:
        middle = (far + beyond) // 2
        better = fits(middle)
        if better is None:
            beyond = middle
        else:
            best, far = better, middle
    return (best,)


def face_foes(play: Play, charger: Model) -> None:
    """At the end of a charge one faces whom one touches; its player chooses where that is nobody, or several who
    cannot all be seen at once."""
    touched = [f.at for f in enemies(play, charger.owner) if meet(play.world.board, charger.at, f.at)]
    ways = fighting.facings(charger.at, touched) if touched else []
    all_seen = [way for way, whom in ways if len(whom) == len(touched)]
    if all_seen:
        play.happen(Faced(charger.id, *all_seen[0]))
    else:
        moving.turn_freely(play, charger)


def charge_ends(play: Play, charger: Model, unseen: tuple[int, ...]) -> None:
    """In contact after a charge: whoever lies pinned there gets up, and a fight follows for free (or a throw); so it
    does where a long weapon reaches somebody.  Else a fight with a vehicle or a coup de grace, if it likes.

    `unseen` are the enemies that it did not see when it declared its charge.
    """
    raised = tuple(
        f.id
        for f in enemies(play, charger.owner)
        if f.status is Status.PINNED and charger.standing and meet(play.world.board, charger.at, f.at)
    )
    for who in raised:
        play.happen(StoodUp(who))
        moving.turn_to(play, Model(play, who), charger.at)
    if not charger.standing:
        return
    engaged, blind = charger.engaged, charger.suffers("blind")
    foes = () if blind else grips.opponents(play, charger.id)
    bound = any(who < play.world.count for who in foes)  # nobody has to fight a vehicle
    choices: list[str | None] = ["fight"] if foes else []
    if engaged and not blind and charger.has("hurl") and brawling.hurlable(charger):
        choices.append("hurl")
    if not blind and charger.has("headbutt") and play.option.get("headbutt-in-charge") and brawling.touching(charger):
        choices.append("headbutt")
    if not bound:
        choices += ["coup-de-grace"] if coup_de_grace.victims(charger, coup_de_grace.REACH_OF_CHARGE) else []
        choices.append(None)
    prompt = "What follows the charge?"
    names: dict[str | None, str] = {name: action.name for name, action in play.ruleset.action.items()}
    names[None] = "nothing"
    chosen = play.pick(charger.owner, Choose("charge.ends", prompt, lambda: choices, named=names.__getitem__))
    if chosen is None:
        return
    rule: Callable[..., None] = play.ruleset.action[chosen].rule
    if chosen == "fight":
        rule(play, charger, fighting.Charged(unseen, raised))
        return
    if chosen == "headbutt":
        play.happen(Acted(charger.id, "headbutt", 0))  # a free action comes once in an activation
    rule(play, charger)


@requirement("There must be an enemy to charge.")
def someone_to_charge(model: Model) -> bool:
    play: Play = model.play
    seat, dark = model.owner, play.state.turn.dark
    return any(
        f.owner != seat and f.status is not Status.OUT and not (dark and darkness.hides(play, model.id, f.id))
        for f in play.state.records[: play.world.count]
    )


CHARGE: Action[Model] = Action(
    "charge",
    "Charge",
    cost="double",
    summary='Move up to your Movement and D3" more by the shortest way at an enemy. In contact you fight at once for '
    "free; if you do not get there you go as far as you can and stop an inch away.",
    cite="core 2023, fighter actions",
    requires=(standing_active, someone_to_charge),
    rule=charge,
    leaves_open="When the D3 is rolled: after the charge is declared, before the move. Where no straight way leads "
    "to an enemy out of reach, the charge ends as near to it as it can. A charge at an enemy behind a barricade ends "
    "on this side of it, where the two are engaged across it. An enemy that nothing hides is seen, whichever "
    "way the charger looks: it may turn first.",
)
