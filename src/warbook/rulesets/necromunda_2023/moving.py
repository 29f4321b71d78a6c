"""Moving: how far and where, leg by leg, and what the ground asks on the way.

In the order of the book: the move, the charge, leaps and jumps, falling, getting up and down, and moves that nobody chose.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Callable
from functools import lru_cache
from math import isqrt

from msgspec.structs import replace

from ...core.action import Action, requirement
from ...core.decision import Choose, Reasons
from ...core.dice import D3, D6, Pool
from ...core.length import INCH
from ...core.state import Placement
from ...space.decisions import Face, Path
from ...space.layout import Layout
from ...space.movement import (
    Mode,
    Point,
    Pushed,
    Route,
    Rules,
    Walked,
    Why,
    beside,
    body,
    check,
    contact_point,
    edge_near,
    landing,
    push,
    reach,
    shortest,
    shove_clear,
)
from ...space.shapes import direction
from ...space.terrain import DANGEROUS
from ...space.sight import visible
from . import darkness, fighting, gear, injury, printed, terrain
from .characteristics import passes_initiative, passes_willpower
from .events import Faced, Fell, Moved, Pinned, StoodUp
from .harm import Strike
from .model import Model, Play, Status, enemies, engaged_with, layout, namer, within
from .requirements import pinned, prone, standing_active

End = Callable[[Placement], Reasons]

KEEP_CLEAR = 1 * INCH
EDGE = 500  # within half an inch of an edge one may fall
HALF_INCH = 500
SAFE = 3 * INCH
DEGREES = Pool(1, 360, name="a random direction")


# ---- the move --------------------------------------------------------------------------------------------------------


def move(play: Play, mover: Model) -> None:
    """Move up to the Movement characteristic, keeping an inch from every enemy, and face anywhere."""
    again = play.state.turn.done.count("move") > 1
    if any(row.staggers for row in gear.drunk(mover)):
        stagger(play, mover, play.roll(DEGREES, "drunk.direction", "It staggers"), INCH * play.roll(D6, "drunk", "so far"))
    else:
        go(play, mover, gait(mover, mover.move * (2 if again and mover.has("sprint") else 1)), "path", "Where does it move?")
    if again:
        gear.reel(play, mover)


MOVE: Action[Model] = Action(
    "move",
    "Move",
    cost="simple",
    summary="Move up to your Movement: walk, climb at double cost, use ladders and stairs, step over gaps no wider than your "
    "base, leap wider ones or jump down with an Initiative test. Stay an inch from enemies, then face anywhere.",
    cite="core 2023, fighter actions",
    requires=(standing_active,),
    rule=move,
    leaves_open="How far one may come down in a jump for nothing: the height of a jump costs no movement.",
)


def gait(mover: Model, allowance: int, contact_with: tuple[int, ...] = ()) -> Rules:
    """What a move of so many thousandths may do.  Every move of this game is judged by these rules."""
    kit = mover.kit
    return _gait(
        allowance,
        contact_with,
        1 if "clamber" in kit.skills else 2,
        2 * INCH if "mighty-leap" in kit.skills else 0,
        not kit.profile.mounted,
        "lifter" in kit.wargear,
    )


@lru_cache(maxsize=4096)
def _gait(
    allowance: int, contact_with: tuple[int, ...], climb_cost: int, free_gap: int, climbs: bool, lifted: bool
) -> Rules:
    return Rules(
        allowance=allowance,
        keep_clear=KEEP_CLEAR,
        contact_with=contact_with,
        climb_cost=climb_cost,
        gap=free_gap,
        may_climb=climbs,
        ignore_terrain=lifted,
    )


def go(play: Play, mover: Model, rules: Rules, key: str, prompt: str, *, end: End | None = None) -> bool:
    """Ask for a route and follow it to its end; False where something stopped the mover on the way.  `end` gives the reasons
    against a place to stop."""
    *legs, facing = play.ask(mover.owner, path(play, mover, rules, key, prompt, end=end))
    if legs and not follow(play, mover, tuple(legs), rules):
        return False
    play.happen(Faced(mover.id, *facing))
    return True


def path(
    play: Play, mover: Model, rules: Rules, key: str, prompt: str, *, facing: bool = True, end: End | None = None
) -> Path:
    """The question of a route; what is worth facing at its end are the enemies."""
    look = [(f.at.x, f.at.y) for f in enemies(play, mover.owner)] if facing else ()
    board = play.world.board
    return Path(key, prompt, board, layout(play), mover.id, rules, facing=facing, end=end, look=look, name=namer(play))


def follow(play: Play, mover: Model, legs: Route, rules: Rules) -> bool:
    """Go along a route leg by leg.  Each leap and each jump is tested where it begins, dangerous ground where it is entered, and
    traps go off where they are met.  False where that ended the move."""
    walked = check(play.world.board, layout(play), mover.id, legs, rules)
    if not isinstance(walked, Walked):
        raise AssertionError(f"an illegal route: {walked}")
    for number, (x, y, z, _) in enumerate(legs):
        for leap in walked.leaps:
            if leap.leg == number and not (mover.carries("lifter") or passes_initiative(mover, "leap")):
                fall(play, mover, leap.near, leap.far)
                return False
        for jump in walked.jumps:
            if jump.leg == number and not lands(mover, jump.height):
                fall(play, mover, jump.edge, jump.landing)
                return False
        play.happen(Moved(mover.id, x, y, z, walked.costs[number]))
        if not survives(play, mover, walked, number):
            return False
    return True


def survives(play: Play, mover: Model, walked: Walked, leg: int) -> bool:
    """What a leg leads through: dangerous ground takes an Initiative test or the fighter, and traps may go off.  False where
    the move is over."""
    for entry in walked.areas:
        if entry.leg == leg and entry.kind == DANGEROUS and not passes_initiative(mover, "dangerous"):
            injury.take_out(play, mover, -1)
            return False
    stood = mover.standing
    for trap in terrain.traps_met(play, mover):
        terrain.spring(play, trap, mover.id)
    return mover.on_table and mover.standing == stood


def lands(mover: Model, height: int) -> bool:
    """Whether a jump down of that height is landed: an Initiative test, harder with the height."""
    if mover.carries("grav-chute") or mover.carries("lifter"):
        return True
    return passes_initiative(mover, "jump", jump_modifier(softened(mover, height)))


def softened(mover: Model, height: int) -> int:
    """A fall or jump of that height as it counts for this fighter: with Catfall half, rounded up to the inch."""
    return -(-height // (2 * INCH)) * INCH if mover.has("catfall") else height


def jump_modifier(height: int) -> int:
    """Nothing for the first 2", then one less for every further 2" or part of it."""
    return -max(0, -(-(height - 2 * INCH) // (2 * INCH)))


# ---- the charge ------------------------------------------------------------------------------------------------------


def charge(play: Play, charger: Model) -> None:
    """Move up to Movement and D3" by the shortest way.  In contact at the end, fight for free; out of reach, stop an inch
    short."""
    whom = play.ask(charger.owner, Choose("target", "Charge whom?", charge_targets, charger, named=namer(play)))
    target = Model(play, whom)
    if target.has("fearsome") and not passes_willpower(charger, "fearsome"):
        injury.leave_activation(play, charger)
        return
    distance = charge_distance(play, charger)
    seen = bool(visible(layout(play), play.world.board, charger.id, (whom,)))
    route, rules = charge_route(play, charger, target, distance)
    if route and not follow(play, charger, route, rules):
        return
    turn_to(play, charger, target.at)
    fighting.charge_ends(play, charger, unseen=() if seen else (whom,))


def charge_distance(play: Play, charger: Model) -> int:
    """Movement and D3", less for heavy armour; in gunk there is no D3."""
    run = 0 if charger.suffers("gunked") else INCH * play.roll(D3, "charge.distance", "Charge distance")
    return charger.move + run + INCH * sum(a.charge for a in charger.armour)


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
    enemy."""
    board, now = play.world.board, layout(play)
    into = gait(charger, distance, contact_with=(target.id,))
    if within(charger.at, target.at, distance):
        found = shortest(board, now, charger.id, contact_points(now, charger.id, target.id), into)
        if found is not None:
            return found[0], into
    short = gait(charger, distance)
    return approach(play, charger, target.at, short), short


def contact_points(now: Layout, mover: int, target: int) -> list[Point]:
    """Where a base can touch another: the nearest point, and sixteen round about."""
    me, other = body(now, mover), body(now, target)
    away = me[5] + other[5]
    ring = [beside((other[0], other[1]), away, direction(degree * 360 // 16)) for degree in range(16)]
    return [contact_point(me, other), *((x, y, other[2]) for x, y in ring)]


def approach(play: Play, mover: Model, to: Placement, rules: Rules) -> Route:
    """The route that ends nearest to a place: straight at it as far as that goes, or round about if that gets nearer."""
    board, now = play.world.board, layout(play)
    at = mover.at
    dx, dy = to.x - at.x, to.y - at.y
    size = max(1, isqrt(dx * dx + dy * dy))
    good, bad = 0, min(rules.allowance, size) + 1
    while bad - good > 10:  # a hundredth of an inch is near enough
        middle = (good + bad) // 2
        leg = (at.x + dx * middle // size, at.y + dy * middle // size, at.z, int(Mode.WALK))
        if isinstance(check(board, now, mover.id, (leg,), rules), Walked):
            good = middle
        else:
            bad = middle
    if good >= rules.allowance - 20 or size - good <= rules.allowance // 4:
        return ((at.x + dx * good // size, at.y + dy * good // size, at.z, int(Mode.WALK)),) if good else ()
    found = reach(board, now, mover.id, rules, pitch=INCH)
    best = min(found.nodes(), key=lambda v: (_apart(found.point(v), to), v), default=0)
    return found.route(best)


def _apart(point: Point, to: Placement) -> int:
    return (point[0] - to.x) ** 2 + (point[1] - to.y) ** 2 + (point[2] - to.z) ** 2


@requirement("There must be an enemy to charge.")
def someone_to_charge(model: Model) -> bool:
    return bool(charge_targets(model))


CHARGE: Action[Model] = Action(
    "charge",
    "Charge",
    cost="double",
    summary='Move up to your Movement and D3" more by the shortest way at an enemy. In contact you fight at once for free; '
    "if you do not get there you go as far as you can and stop an inch away.",
    cite="core 2023, fighter actions",
    requires=(standing_active, someone_to_charge),
    rule=charge,
    leaves_open="When the D3 is rolled: after the charge is declared, before the move.",
)


# ---- falling ---------------------------------------------------------------------------------------------------------


def teeter(play: Play, model: Model) -> None:
    """A fighter that goes prone within half an inch of an edge tests its Initiative (better by one at a railing; a natural 1
    fails) or falls."""
    at = model.at
    if not model.on_table or not near_edge(play, at):
        return
    brink = edge_near(play.world.board, at.x, at.y, at.z, EDGE)
    if not passes_initiative(model, "edge", int(brink.rail), natural_one=True):
        fall(play, model, brink.at)


def near_edge(play: Play, at: Placement) -> bool:
    """Whether a fighter that goes down here may fall."""
    return edge_near(play.world.board, at.x, at.y, at.z, EDGE).near


def fall(play: Play, model: Model, edge: tuple[int, int, int], toward: tuple[int, int, int] | None = None) -> None:
    """It falls to the next level below: pinned, hit by the height of the fall, its activation over; whoever it lands on takes
    the same hit."""
    play.happen(Moved(model.id, *edge))
    spot = landing(play.world.board, layout(play), model.id, toward and toward[:2])
    play.happen(Fell(model.id, spot.drop))
    play.happen(Moved(model.id, spot.x, spot.y, spot.z))
    if spot.pit:
        injury.take_out(play, model, -1)
        return
    if model.carries("grav-chute"):
        return
    catlike = model.has("catfall") and not model.serious and passes_initiative(model, "catfall")
    if model.standing and not catlike:
        play.happen(Pinned(model.id))
    blow = falling_strike(softened(model, spot.drop))
    for who in (model.id, *spot.onto):
        if blow is not None:
            injury.strike(play, Model(play, who), blow, 1, -1)
        injury.pin(play, Model(play, who))
    displace(play, model, spot.onto)
    injury.leave_activation(play, model)
    teeter(play, model)


def falling_strike(height: int) -> Strike | None:
    """The hit that a fall of that many thousandths is worth, heights rounded up to the inch."""
    band = printed.fall(-(-height // INCH))
    return None if band is None else Strike(band.strength, band.ap, band.damage)


def displace(play: Play, model: Model, others: tuple[int, ...]) -> None:
    """Whoever ends a move it did not choose on top of others, or within an inch of an enemy, is put clear the shortest way."""
    if not model.on_table:
        return
    near = [f.id for f in enemies(play, model.owner) if not _helpless(model, f.status) and within(f.at, model.at, KEEP_CLEAR)]
    if not near and not others:
        return
    spot = shove_clear(play.world.board, layout(play), model.id, near, KEEP_CLEAR)
    if spot is not None:
        play.happen(Moved(model.id, *spot))


def _helpless(model: Model, status: Status) -> bool:
    return model.serious or status is Status.SERIOUS


# ---- up and down -----------------------------------------------------------------------------------------------------


def stand_up(play: Play, model: Model) -> None:
    """Get to its feet and face anywhere; a rider has to pass an Initiative test to get its mount up."""
    if not model.profile.mounted or passes_initiative(model, "mount"):
        stand(play, model)


def stand(play: Play, model: Model) -> None:
    """On its feet, facing where its player likes."""
    play.happen(StoodUp(model.id))
    turn_freely(play, model)


STAND_UP: Action[Model] = Action(
    "stand-up",
    "Stand Up",
    cost="basic",
    summary="Get back to your feet and face anywhere.",
    cite="core 2023, fighter actions",
    requires=(pinned,),
    rule=stand_up,
)


def turn_freely(play: Play, model: Model) -> None:
    """Choose a facing."""
    play.happen(Faced(model.id, *play.ask(model.owner, Face("facing", "Which way does it face?", towards=_foes(model)))))


def _foes(model: Model) -> list[tuple[int, int]]:
    at = model.at
    return [(f.at.x - at.x, f.at.y - at.y) for f in enemies(model.play, model.owner)][:4]


def turn_to(play: Play, model: Model, at: Placement) -> None:
    """Face a place."""
    dx, dy = at.x - model.at.x, at.y - model.at.y
    if (dx, dy) != (0, 0):
        play.happen(Faced(model.id, dx, dy))


def take_cover(play: Play, mover: Model) -> None:
    """Move up to half the Movement, then go to ground."""
    if go(play, mover, gait(mover, mover.move // 2), "path", "Where does it take cover?") and mover.active:
        play.happen(Pinned(mover.id))
        if not play.option["take-cover-is-safe"]:
            teeter(play, mover)


TAKE_COVER: Action[Model] = Action(
    "take-cover",
    "Take Cover",
    cost="basic",
    summary="Move up to half your Movement, then you are prone and pinned.",
    cite="core 2023, fighter actions",
    requires=(standing_active,),
    rule=take_cover,
    leaves_open="Whether going to ground by choice at an edge risks a fall: it does not, unless the table says so. Half a "
    "Movement is not rounded.",
)


def crawl(play: Play, mover: Model) -> None:
    """Move up to half the Movement, staying down."""
    rules = gait(mover, mover.move // 2)
    legs = play.ask(mover.owner, path(play, mover, rules, "path", "Where does it crawl?", facing=False))
    if legs:
        follow(play, mover, legs, rules)


CRAWL: Action[Model] = Action(
    "crawl",
    "Crawl",
    cost="double",
    summary="Move up to half your Movement, staying prone.",
    cite="core 2023, fighter actions",
    requires=(prone,),
    rule=crawl,
)


# ---- moves that nobody chose -----------------------------------------------------------------------------------------


def run_away(play: Play, model: Model, distance: int) -> None:
    """Run (or crawl) to the best place that can be reached: clear of enemies first, then out of their sight, then in cover,
    then as far from them as it gets."""
    routes = refuges(play, model, distance)
    route = play.ask(model.owner, Choose("cover.path", "Where does it run?", lambda: routes)) if len(routes) > 1 else routes[0]
    if route:
        follow(play, model, route, gait(model, distance))


def refuges(play: Play, model: Model, distance: int) -> list[Route]:
    """The routes to the best places: of those clear of enemies (of all, if none is) those out of sight, else those in cover,
    else any; of these the farthest from the nearest enemy, to the half inch."""
    found = reach(play.world.board, layout(play), model.id, gait(model, distance), pitch=INCH)
    foes = enemies(play, model.owner)
    away = {v: min((_apart(found.point(v), f.at) for f in foes), default=0) for v in found.nodes()}
    clear = [v for v in away if not any(within(_at(model, found.point(v)), f.at, SAFE) for f in foes)]
    rows: dict[int, list[int]] = {}
    for v in clear or away:
        rows.setdefault(isqrt(away[v]) // HALF_INCH, []).append(v)
    for good_enough in (_unseen, _covered, _anywhere):
        for row in sorted(rows, reverse=True):
            good = [v for v in rows[row] if good_enough(play, model, found.point(v))]
            if good:
                return [found.route(v) for v in good[:8]]
    return [()]


def _at(model: Model, point: Point) -> Placement:
    return replace(model.at, x=point[0], y=point[1], z=point[2])


def _unseen(play: Play, model: Model, point: Point) -> bool:
    return not _watched(play, model, point)


def _covered(play: Play, model: Model, point: Point) -> bool:
    return all(_watched(play, model, point))


def _anywhere(play: Play, model: Model, point: Point) -> bool:
    return True


def _watched(play: Play, model: Model, point: Point) -> list[int]:
    """How much of it each enemy that would see it there would find hidden."""
    there = layout(play).after(replace(model.record, at=_at(model, point)))
    return [
        hidden
        for f in enemies(play, model.owner)
        if f.status is Status.ACTIVE
        for _, hidden in visible(there, play.world.board, f.id, (model.id,))
    ]


def stagger(play: Play, model: Model, degree: int, distance: int) -> None:
    """Run that far in a direction that nobody chose: stop at whatever is solid and an inch from an enemy; at an edge, test
    Initiative or fall; over an edge, fall."""
    shove(play, model, direction(degree), distance, headlong=True)


def shove(play: Play, model: Model, ahead: tuple[int, int], distance: int, *, headlong: bool) -> Pushed:
    """Moved straight on by force, until something stops it; at an edge, test Initiative or fall, and if it goes `headlong`
    over one, fall."""
    went = push(play.world.board, layout(play), model.id, ahead, distance)
    play.happen(Moved(model.id, went.x, went.y, went.z, went.moved))
    displace(play, model, ())
    if headlong and went.stopped in (Why.NO_FLOOR, Why.GAP):
        fall(play, model, (went.x, went.y, went.z), (went.x + ahead[0], went.y + ahead[1], went.z))
    else:
        teeter(play, model)
    return went


def knock_back(play: Play, victim: Model, origin: Placement) -> Pushed:
    """Knockback: an inch straight away from whoever struck it."""
    return shove(play, victim, away_from(victim, origin), INCH, headlong=False)


def room_to_fall_back(victim: Model, origin: Placement) -> bool:
    """Whether nothing but an edge stands in the way of being knocked back an inch."""
    play: Play = victim.play
    memo = layout(play).memo
    key = ("room", victim.id, origin.x, origin.y)
    found: bool | None = memo.get(key)
    if found is None:
        went = push(play.world.board, layout(play), victim.id, away_from(victim, origin), INCH)
        found = memo[key] = went.stopped in (None, Why.NO_FLOOR, Why.GAP)
    return found


def away_from(model: Model, origin: Placement) -> tuple[int, int]:
    """The direction straight away from a place; the way it looks, where it stands on that very place."""
    at = model.at
    away = (at.x - origin.x, at.y - origin.y)
    return away if away != (0, 0) else (at.fx, at.fy)


def clear_of_line(play: Play, model: Model, line: tuple[int, int, int, int]) -> Point | None:
    """The nearest place where a base is clear of a line, such as a door that closes."""
    at = model.at
    x1, y1, x2, y2 = line
    across = (y2 - y1, x1 - x2)
    side = 1 if (at.x - x1) * across[0] + (at.y - y1) * across[1] >= 0 else -1
    went = push(play.world.board, layout(play), model.id, (side * across[0], side * across[1]), 2 * at.radius)
    return (went.x, went.y, went.z)


def beside_base(play: Play, model: Model, at: Placement) -> Point:
    """Where something of that size lies in contact with a base: behind its back."""
    me = model.at
    x, y = beside((me.x, me.y), me.radius + at.radius, (-me.fx, -me.fy))
    board = play.world.board
    return (max(0, min(board.width, x)), max(0, min(board.depth, y)), me.z)
