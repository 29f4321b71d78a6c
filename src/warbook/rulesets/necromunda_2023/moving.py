"""Moving: how far and where, leg by leg, and what the ground asks on the way.

In the order of the book: the move, routes and what they meet, the charge, falling, getting up and down, and moves that
nobody chose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import isqrt
from typing import Any

from msgspec.structs import replace

from ...core.action import Action, requirement
from ...core.decision import Choose, Reasons
from ...core.dice import D3, D6, Pool
from ...core.events import EffectBegan
from ...core.length import INCH, written
from ...core.state import Effect, Placement, Posture
from ...space.board import Board
from ...space.decisions import Face, Path, Place, is_facing
from ...space.layout import Layout
from ...space.movement import (
    Brink,
    Fall,
    Leap,
    Leg,
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
    is_leg,
    landing,
    overlapping,
    passages,
    push,
    reach,
    run,
    settle,
    shortest,
    shove_clear,
)
from ...space.shapes import contains, direction
from ...space.sight import PARTS, exposure, visible
from ...space.terrain import DANGEROUS
from . import darkness, fighting, gear, injury, printed, terrain
from .characteristics import passes_initiative, passes_willpower
from .events import Acted, Declared, Deployed, Does, Faced, Fell, Moved, Pinned, Rallied, StoodUp
from .harm import Strike
from .model import CONTACT, Model, Play, Status, enemies, layout, namer, within
from .requirements import pinned, prone, standing_active
from .saves import SURROUNDINGS

End = Callable[[Placement], Reasons]

KEEP_CLEAR = 1 * INCH
EDGE = 500  # within half an inch of an edge one may fall
HALF_INCH = 500
MIGHTY = 2 * INCH  # how much of a gap does not count for a mighty leap
SAFE = 3 * INCH
NEAR_OWNER = 3 * INCH
FINE = 250  # how finely one looks for the last place that a charge can get to
PLACES = 24  # that a broken fighter is offered where its player may choose freely
DEGREES = Pool(1, 360, name="a random direction")
#: Actions that are, or contain, a Move action.
MOVES = ("move", "carry-casket")


# ---- the move --------------------------------------------------------------------------------------------------------


def move(play: Play, mover: Model) -> None:
    """Move up to the Movement characteristic, keeping an inch from every enemy, and face anywhere."""
    stride(play, mover, "Where does it move?")


def stride(play: Play, mover: Model, prompt: str) -> None:
    """What every Move action is: the way, and what skills and drink make of it."""
    again = sum(done in MOVES for done in play.state.turn.done) > 1
    if any(row.staggers for row in gear.drunk(mover)):
        degree = play.roll(DEGREES, "drunk.direction", "It staggers", mover.id)
        stagger(play, mover, degree, INCH * play.roll(D6, "drunk", "so far"))
    else:
        allowance = mover.move * (2 if again and mover.has("sprint") else 1)
        passing = choose_ride(play, mover, allowance) if mover.profile.mounted else -1
        far = 0
        if play.state.turn.left > 0 and play.state.turn.actor == mover.id and _faces(play.world.board):
            far = mover.move * (2 if mover.has("sprint") else 1)
        if play.option.get("moves-close-in"):
            close_in(play, mover, allowance, prompt)
        elif mover.profile.mounted or not far:
            rules = gait(mover, allowance, exempt=(passing,) if passing >= 0 else ())
            end = fighting.clear_of_enemies(mover) if passing >= 0 else None
            go(play, mover, rules, "path", prompt, end=end, passing=passing)
        else:
            climb_high(play, mover, gait(mover, allowance), gait(mover, allowance + far), prompt)
    if again:
        gear.reel(play, mover)


def close_in(play: Play, mover: Model, allowance: int, prompt: str) -> None:
    """At some tables: a Move that may end in contact with an enemy.  Who lies pinned there gets up; nobody fights
    yet."""
    foes = enemies(play, mover.owner)

    def end(at: Placement) -> Reasons:
        near = [f.at for f in foes if f.status is not Status.SERIOUS and within(at, f.at, KEEP_CLEAR - 1)]
        if near and not any(within(at, other, CONTACT) for other in near):
            return ("It must end in contact with an enemy or an inch from all of them.",)
        return ()

    rules = gait(mover, allowance, tuple(f.id for f in foes))
    if go(play, mover, rules, "path", prompt, end=end) and mover.standing:
        for f in foes:
            if f.status is Status.PINNED and within(mover.at, f.at, CONTACT):
                play.happen(StoodUp(f.id))


MOVE: Action[Model] = Action(
    "move",
    "Move",
    cost="simple",
    summary="Move up to your Movement: walk, climb at double cost, use ladders and stairs, step over gaps no wider "
    "than your base, leap wider ones or jump down with an Initiative test. Stay an inch from enemies, then face "
    "anywhere.",
    cite="core 2023, fighter actions",
    requires=(standing_active,),
    rule=move,
    leaves_open="The height of a jump costs no movement. A climb that one Move does not finish takes the next one "
    "with it at once, because nobody may end an activation on a face.",
)


def gait(mover: Model, allowance: int, contact_with: tuple[int, ...] = (), *, exempt: tuple[int, ...] = ()) -> Rules:
    """What a move of so many thousandths may do.  Every move of this game is judged by these rules; who lies prone
    goes on the ground and takes ladders and stairs, but neither climbs nor leaps nor jumps."""
    kit = mover.kit
    return _gait(
        allowance,
        contact_with,
        exempt,
        1 if "clamber" in kit.skills else 2,
        MIGHTY if "mighty-leap" in kit.skills else 0,
        not kit.profile.mounted,
        mover.record.status is Status.ACTIVE,
        "lifter" in kit.wargear,
    )


@lru_cache(maxsize=4096)
def _gait(
    allowance: int,
    contact_with: tuple[int, ...],
    exempt: tuple[int, ...],
    climb_cost: int,
    free_leap: int,
    climbs: bool,
    upright: bool,
    lifted: bool,
) -> Rules:
    return Rules(
        allowance=allowance,
        keep_clear=KEEP_CLEAR,
        exempt=exempt,
        contact_with=contact_with,
        climb_cost=climb_cost,
        leap_free=free_leap,
        may_climb=climbs and upright,
        may_leap=upright,
        may_jump=upright,
        ignore_terrain=lifted,
    )


# ---- routes ----------------------------------------------------------------------------------------------------------


class Unmeasured(Path):
    """The question of a route at a table that does not measure beforehand: how far one gets is not shown."""

    __slots__ = ()

    def region(self) -> dict[int, list[tuple[tuple[int, int], ...]]]:
        """Nothing to draw."""
        return {}


def go(
    play: Play, mover: Model, rules: Rules, key: str, prompt: str, *, end: End | None = None, passing: int = -1
) -> bool:
    """Ask for a route and follow it to its end; False where something stopped the mover on the way.  `end` gives the
    reasons against a place to stop, `passing` is the enemy that a rider strikes at as it goes by."""
    *legs, facing = play.ask(mover.owner, path(play, mover, rules, key, prompt, end=end))
    if legs and not follow(play, mover, tuple(legs), rules, passing=passing):
        return False
    play.happen(Faced(mover.id, *facing))
    return True


def path(
    play: Play, mover: Model, rules: Rules, key: str, prompt: str, *, facing: bool = True, end: End | None = None
) -> Path:
    """The question of a route; what is worth facing at its end are the enemies."""
    look = [(f.at.x, f.at.y) for f in enemies(play, mover.owner)] if facing else ()
    kind = Path if play.option["premeasure"] else Unmeasured
    board = play.world.board
    return kind(key, prompt, board, layout(play), mover.id, rules, facing=facing, end=end, look=look, name=namer(play))


def follow(play: Play, mover: Model, legs: Route, rules: Rules, *, passing: int = -1) -> bool:
    """Go along a route leg by leg, through whatever it meets.  False where that ended the move."""
    walked = check(play.world.board, layout(play), mover.id, legs, rules)
    if not isinstance(walked, Walked):
        raise AssertionError(f"an illegal route: {walked}")
    if not (walked.leaps or walked.jumps or walked.areas or passing >= 0 or terrain.traps_about(play, mover.at, legs)):
        for (x, y, z, _), cost in zip(legs, walked.costs, strict=True):
            play.happen(Moved(mover.id, x, y, z, cost))
        return True
    seen: set[int] = set()
    for number, leg in enumerate(legs):
        gone = brave(play, mover, walked, number, leg, passing, seen)
        if gone < 0:
            return False
        play.happen(Moved(mover.id, leg[0], leg[1], leg[2], walked.costs[number] - gone))
    return True


def brave(play: Play, mover: Model, walked: Walked, number: int, leg: Leg, passing: int, seen: set[int]) -> int:
    """What one leg meets, in the order in which it meets it: gaps to leap, heights to jump from, dangerous ground,
    traps, an enemy that a rider passes.  Each leap and jump is tested where it begins, dangerous ground where it is
    entered.

    Gives how far the fighter has got before the end of the leg, in thousandths of movement; -1 where its move is over.
    `seen` are the dangerous places that it has been tested for in this move.
    """
    start, status, gone = mover.at, mover.record.status, 0
    for where, kind, what in sorted(perils(play, mover, walked, number, leg, passing), key=lambda p: p[0]):
        if kind == "trap" or kind == "ride":
            spot = _between(play, start, leg, where)
            cost = walked.costs[number] * where // 1000
            play.happen(Moved(mover.id, *spot, cost - gone))
            gone, before = cost, mover.at
            if kind == "trap":
                terrain.spring(play, what)
            else:
                fighting.ride_by(play, mover, Model(play, what))
            if mover.record.status is not status or not _same_spot(before, mover.at):
                at = mover.at
                displace(play, mover, overlapping(layout(play), mover.id, (at.x, at.y, at.z)))
                return -1
        elif kind == "leap":
            leap = walked.leaps[what]
            if not leaps(play, mover, leap):
                fall(play, mover, leap.near, leap.far)
                return -1
        elif kind == "jump":
            jump = walked.jumps[what]
            if not lands(mover, jump.height):
                fall(play, mover, jump.edge, jump.landing)
                return -1
        elif what not in seen:
            seen.add(what)
            if not passes_initiative(mover, "dangerous"):
                injury.take_out(play, mover, -1)
                return -1
    return gone


def perils(
    play: Play, mover: Model, walked: Walked, number: int, leg: Leg, passing: int
) -> Iterator[tuple[int, str, int]]:
    """What a leg meets: how far along it (in thousandths of the leg), what kind of thing, and which one."""
    at = mover.at
    length = max(1, isqrt((leg[0] - at.x) ** 2 + (leg[1] - at.y) ** 2))
    for index, leap in enumerate(walked.leaps):
        if leap.leg == number:
            yield _along(at, leap.near, length), "leap", index
    for index, jump in enumerate(walked.jumps):
        if jump.leg == number:
            yield _along(at, jump.edge, length), "jump", index
    for entry in walked.areas:
        if entry.leg == number and entry.kind == DANGEROUS:
            yield _along(at, entry.near, length), "dangerous", entry.area
    to = replace(at, x=leg[0], y=leg[1], z=leg[2])
    for where, trap in terrain.traps_met(play, at, to):
        yield where if leg[3] == Mode.WALK else 1000, "trap", trap
    if passing >= 0:
        where = terrain.nears(at, to, play.state.records[passing].at, KEEP_CLEAR - 1)
        if where >= 0:
            yield where if leg[3] == Mode.WALK else 1000, "ride", passing


def _along(at: Placement, point: Point, length: int) -> int:
    return min(1000, 1000 * isqrt((point[0] - at.x) ** 2 + (point[1] - at.y) ** 2) // length)


def _between(play: Play, start: Placement, leg: Leg, where: int) -> Point:
    """The point of a walk so many thousandths along it."""
    if where >= 1000:
        return leg[:3]
    x, y = start.x + (leg[0] - start.x) * where // 1000, start.y + (leg[1] - start.y) * where // 1000
    return (x, y, play.world.board.floor_below(x, y, max(start.z, leg[2]) + HALF_INCH))


def _same_spot(a: Placement, b: Placement) -> bool:
    return (a.x, a.y, a.z) == (b.x, b.y, b.z)


def leaps(play: Play, mover: Model, leap: Leap) -> bool:
    """Whether a leap across a gap succeeds: an Initiative test; over a pitfall a natural 1 always fails.  The gap
    that a mighty leap forgets about is no risk."""
    if mover.carries("lifter") or (mover.has("mighty-leap") and leap.width <= MIGHTY):
        return True
    middle = ((leap.near[0] + leap.far[0]) // 2, (leap.near[1] + leap.far[1]) // 2)
    pit = any(a.kind == "pitfall" and contains(a.polygon, *middle) for a in play.world.board.areas)
    return passes_initiative(mover, "leap", natural_one=pit)


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


def arrive(play: Play, model: Model, to: Point, distance: int = 0) -> None:
    """It is somewhere else by no move of its own: traps that it comes near go off all the same."""
    before = model.at
    play.happen(Moved(model.id, *to, distance))
    if terrain.traps_about(play, before, (to,)):
        for _, trap in list(terrain.traps_met(play, before, model.at)):
            terrain.spring(play, trap)


def put_down(play: Play, model: Model, where: Place) -> None:
    """Where its player puts it, and facing as that likes."""
    x, y, z, fx, fy = play.ask(model.owner, where)
    arrive(play, model, (x, y, z))
    if model.on_table:
        play.happen(Faced(model.id, fx, fy))


# ---- climbs that take both actions -----------------------------------------------------------------------------------


class High(Path):
    """A route that may end its first Move on a face, if the second, which `further` allows for, finishes the climb."""

    __slots__ = ("further",)

    further: Rules

    def legal(self, answer: tuple[Any, ...]) -> Reasons:
        """Every reason against a route of one Move, or of two that meet on a face."""
        reasons = super().legal(answer)
        return () if reasons and self.hung(answer) is not None else reasons

    def hung(self, answer: tuple[Any, ...]) -> Walked | None:
        """The route, where it takes both Moves and the first ends on a face."""
        if not isinstance(answer, tuple) or not answer or not is_facing(answer[-1]):
            return None
        if not all(is_leg(leg) for leg in answer[:-1]):
            return None
        walked = check(self.board, self.layout, self.mover_id, answer[:-1], self.further)
        if isinstance(walked, Walked) and face_of(walked, self.rules.allowance) >= 0:
            return walked
        return None

    def candidates(self, n: int) -> list[tuple[Any, ...]]:
        """Routes of one Move, then a few climbs that take two."""
        found = super().candidates(n)
        if len(found) < n:
            found += self._climbs(n - len(found))
        return found

    def _climbs(self, n: int) -> list[tuple[Any, ...]]:
        x, y, z, _, _, radius, height, _, _ = self.layout.row(self.mover_id)
        found: list[tuple[Any, ...]] = []
        for way in passages(self.board, radius, height, self.further):
            if way.mode != Mode.CLIMB or way.near[2] != z or len(found) >= n:
                continue
            if (way.near[0] - x) ** 2 + (way.near[1] - y) ** 2 > self.rules.allowance**2:
                continue
            answer = ((*way.near, int(Mode.WALK)), (*way.far, int(Mode.CLIMB)), (way.far[0] - x, way.far[1] - y))
            if answer[-1] != (0, 0) and self.hung(answer) is not None:
                found.append(answer)
        return found


def face_of(walked: Walked, allowance: int) -> int:
    """The climb in which a route has used up its first Move; -1 where there is none."""
    spent = 0
    for number, cost in enumerate(walked.costs):
        if number in walked.climbs and spent < allowance < spent + cost:
            return number
        spent += cost
    return -1


@lru_cache(maxsize=64)
def _faces(board: Board) -> bool:
    """Whether a board has anything that is worth climbing."""
    return bool(board.platforms or board.blocks)


def climb_high(play: Play, mover: Model, rules: Rules, further: Rules, prompt: str) -> None:
    """A Move that may go up a face further than it has movement for: then it takes the next Move along, at once, to
    finish the climb.  Whoever is brought down between the two falls."""
    board = play.world.board
    look = [(f.at.x, f.at.y) for f in enemies(play, mover.owner)]
    kind = High if play.option["premeasure"] else UnmeasuredHigh
    question = kind("path", prompt, board, layout(play), mover.id, rules, look=look, name=namer(play))
    question.further = further
    *legs, facing = play.ask(mover.owner, question)
    walked = check(board, layout(play), mover.id, tuple(legs), further)
    number = face_of(walked, rules.allowance) if isinstance(walked, Walked) and walked.cost > rules.allowance else -1
    if number < 0 or not isinstance(walked, Walked):
        if not legs or follow(play, mover, tuple(legs), rules):
            play.happen(Faced(mover.id, *facing))
        return
    if number and not follow(play, mover, tuple(legs[:number]), further):
        return
    x, y, top = legs[number][:3]
    left = rules.allowance - sum(walked.costs[:number])
    foot, hold = on_the_face(mover.at, (x, y, top), left, walked.costs[number])
    play.happen(Moved(mover.id, foot[0], foot[1], hold, left))
    play.happen(Acted(mover.id, "move", 1))
    play.happen(Declared(mover.id, "move"))
    if not mover.standing:
        let_go(play, mover)
        return
    play.happen(Moved(mover.id, x, y, top, walked.costs[number] - left))
    rest = tuple(legs[number + 1 :])
    if not rest or follow(play, mover, rest, replace(further, allowance=walked.cost)):
        play.happen(Faced(mover.id, *facing))


def on_the_face(start: Placement, end: Point, spent: int, cost: int) -> tuple[tuple[int, int], int]:
    """Where a climb is, and how high, once so much of its cost is spent: beside the face, over its foot."""
    rise = abs(end[2] - start.z)
    gone = min(rise - 1, max(1, spent * rise // cost))
    if end[2] > start.z:
        return (start.x, start.y), start.z + gone
    return (end[0], end[1]), start.z - gone


def let_go(play: Play, model: Model) -> None:
    """Whoever is brought down on a face falls to its foot."""
    if not model.on_table:
        return
    at = model.at
    below = play.world.board.floor_below(at.x, at.y, at.z)
    come_down(
        play,
        model,
        Fall(at.x, at.y, below, at.z - below, overlapping(layout(play), model.id, (at.x, at.y, below))),
    )


class UnmeasuredHigh(High, Unmeasured):
    """The same at a table that does not measure beforehand."""

    __slots__ = ()


# ---- riders ----------------------------------------------------------------------------------------------------------


def choose_ride(play: Play, rider: Model, distance: int) -> int:
    """The one enemy within reach that a rider may go past as near as it likes and strike at; -1 for none."""
    at = rider.at
    near = [
        f.id
        for f in enemies(play, rider.owner)
        if f.status is not Status.SERIOUS and within(at, f.at, distance + KEEP_CLEAR)
    ]
    if not near:
        return -1
    who: int = play.ask(
        rider.owner, Choose("ride-by", "Ride by whom?", lambda: [-1, *near], idle=(-1,), named=namer(play))
    )
    return who


# ---- the charge ------------------------------------------------------------------------------------------------------


def charge(play: Play, charger: Model) -> None:
    """Move up to Movement and D3" by the shortest way.  In contact at the end, fight for free; out of reach, stop an
    inch short."""
    first = charge_distance(play, charger) if play.option["charge-dice-first"] else None
    question = Choose("target", "Charge whom?", charge_targets, charger, named=namer(play))
    whom = play.ask(charger.owner, question)
    target = Model(play, whom)
    play.happen(Does(charger.id, "charges", whom))
    if target.has("fearsome") and not passes_willpower(charger, "fearsome"):
        injury.leave_activation(play, charger)
        return
    seen = {who for who, _ in visible(layout(play), play.world.board, charger.id, _others(play, charger))}
    distance = charge_distance(play, charger) if first is None else first
    route, rules = charge_route(play, charger, target, distance)
    if route and not follow(play, charger, route, rules):
        return
    face_foes(play, charger)
    unseen = tuple(f.id for f in enemies(play, charger.owner) if f.id not in seen)
    fighting.charge_ends(play, charger, unseen=unseen)


def _others(play: Play, charger: Model) -> tuple[int, ...]:
    return tuple(f.id for f in enemies(play, charger.owner))


def charge_distance(play: Play, charger: Model) -> int:
    """Movement and D3", less for heavy armour; in gunk there is no D3."""
    run = 0 if charger.suffers("gunked") else INCH * play.roll(D3, "charge.distance", "Charge distance", charger.id)
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
    enemy, those who lie injured included.

    Whoever gets into contact may pass and end near other enemies, and touch a second one; a versatile weapon lets it
    stop as far off as it strikes.
    """
    board, now = play.world.board, layout(play)
    short = replace(gait(charger, distance), keep_from=Posture.HELPLESS)
    if within(charger.at, target.at, distance):
        into = gait(charger, distance, contact_with=_others(play, charger))
        found = shortest(board, now, charger.id, contact_points(now, charger.id, target.id), into)
        if found is not None:
            if target.standing and keeps_off(play, charger, target):
                return cut(play, charger, found[0], short), short
            return second_contact(play, charger, target, into) or found[0], into
    return approach(play, charger, target.at, short), short


def keeps_off(play: Play, charger: Model, target: Model) -> bool:
    """Whether a charger with a versatile weapon stops an inch off instead of closing in."""
    far = fighting.longest_reach(charger)
    if far < KEEP_CLEAR:
        return False
    prompt = f"Stop at {written(KEEP_CLEAR)} and strike from there, or close in?"
    return bool(play.ask(charger.owner, Choose("charge.reach", prompt, lambda: ["close in", "stop"])) == "stop")


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


def approach(play: Play, mover: Model, to: Placement, rules: Rules) -> Route:
    """As far towards a place as a move goes: straight, where nothing bars that; else the straight run, somewhat off the
    line, that gets three quarters of what it could; where terrain stops all of these, to where it is nearest."""
    board, now = play.world.board, layout(play)
    at = mover.at
    dx, dy = to.x - at.x, to.y - at.y
    distance = isqrt(dx * dx + dy * dy)
    for degree in STRAIGHT_ON:
        ux, uy = direction(degree)
        point, cost = run(board, now, mover.id, rules, (dx * ux - dy * uy, dx * uy + dy * ux) if degree else (dx, dy))
        if degree == 0 and cost < rules.allowance and distance <= rules.allowance + at.radius + to.radius + KEEP_CLEAR:
            straight = cut(play, mover, ((to.x, to.y, to.z, int(Mode.WALK)),), rules)
            if straight and within(_at(mover, straight[0][:3]), to, KEEP_CLEAR + FINE):
                return straight
        if cost and distance - isqrt(_flat(point, to)) >= min(rules.allowance, distance) * 3 // 4:
            return ((*point, int(Mode.WALK)),)
    found = reach(board, now, mover.id, rules, pitch=INCH)
    best = min(found.nodes(), key=lambda v: (_apart(found.point(v), to), v), default=0)
    return found.route(best)


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
        end = (*to, board.floor_below(*to, max(z, leg[2]) + HALF_INCH), int(Mode.WALK))
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


def _apart(point: Point, to: Placement) -> int:
    return (point[0] - to.x) ** 2 + (point[1] - to.y) ** 2 + (point[2] - to.z) ** 2


def face_foes(play: Play, charger: Model) -> None:
    """At the end of a charge one faces whom one touches; its player chooses where that is nobody, or several who
    cannot all be seen at once."""
    touched = [f.at for f in enemies(play, charger.owner) if within(charger.at, f.at, CONTACT)]
    ways = fighting.facings(charger.at, touched) if touched else []
    all_seen = [way for way, whom in ways if len(whom) == len(touched)]
    if all_seen:
        play.happen(Faced(charger.id, *all_seen[0]))
    else:
        turn_freely(play, charger)


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
    "to an enemy out of reach, the charge ends as near to it as it can.",
)


# ---- falling ---------------------------------------------------------------------------------------------------------


def teeter(play: Play, model: Model) -> None:
    """A fighter that goes prone within half an inch of an edge tests its Initiative (better by one at a railing; a
    natural 1 fails) or falls."""
    if not model.on_table or model.carries("lifter"):
        return
    brink = brink_at(play, model.at)
    if brink.near and not passes_initiative(model, "edge", int(brink.rail), natural_one=True):
        fall(play, model, brink.at)


def brink_at(play: Play, at: Placement) -> Brink:
    """The edge that a fighter who goes down here may fall over."""
    return edge_near(play.world.board, at.x, at.y, at.z, at.radius + EDGE)


def fall(play: Play, model: Model, edge: Point, toward: Point | None = None) -> None:
    """Over an edge, to the next level below."""
    play.happen(Moved(model.id, *edge))
    come_down(play, model, landing(play.world.board, layout(play), model.id, toward and toward[:2]))


def come_down(play: Play, model: Model, spot: Fall) -> None:
    """The end of a fall: pinned, hit by its height, and its activation over; whoever it lands on takes the same hit.
    At another edge it may go on falling."""
    play.happen(Fell(model.id, spot.drop))
    if spot.pit:
        play.happen(Moved(model.id, spot.x, spot.y, spot.z))
        swallow(play, model)
        return
    arrive(play, model, (spot.x, spot.y, spot.z))
    if model.carries("grav-chute"):
        displace(play, model, spot.onto)
        return
    blow = falling_strike(softened(model, spot.drop))
    stood, agile = model.standing, model.has("catfall") and not model.serious
    if stood and not agile:
        play.happen(Pinned(model.id))
    if blow is not None:
        injury.strike(play, model, blow, 1, -1, SURROUNDINGS)
    if model.on_table and stood and agile and not model.serious and not passes_initiative(model, "catfall"):
        play.happen(Pinned(model.id))
    for who in (number for number in spot.onto if number < play.world.count):
        below = Model(play, who)
        if blow is not None:
            injury.strike(play, below, blow, 1, -1, SURROUNDINGS)
        injury.pin(play, below)
    displace(play, model, spot.onto)
    injury.leave_activation(play, model)
    if model.prone and not (agile and stood and model.serious):  # going down on landing has been tested then already
        teeter(play, model)


def swallow(play: Play, model: Model) -> None:
    """Nobody comes back from a pit in this battle; at some tables, those who know how to fall do."""
    if model.has("catfall") and play.option.get("catfall-out-of-pits"):
        injury.take_out(play, model, -1, injuries=0)
        play.happen(EffectBegan(Effect("down-a-pit", model.id, "reckoning")))
    else:
        injury.take_out(play, model, -1)


def climb_out(play: Play, who: int) -> None:
    """At the end of the round: on 4+ it is back, lying beside the pit; else it is gone for good."""
    model = Model(play, who)
    at = model.at
    spot = settle(play.world.board, layout(play), who, (at.x, at.y, at.z))
    if play.roll(D6, "pit", "Out of the pit, 4+") < 4 or spot is None:
        play.then(injury.lasting_injuries, who, 1, -1)
        return
    play.happen(Deployed(who, *spot, at.fx, at.fy))
    play.happen(Pinned(who))


def falling_strike(height: int) -> Strike | None:
    """The hit that a fall of that many thousandths is worth, heights rounded up to the inch."""
    band = printed.fall(-(-height // INCH))
    return None if band is None else Strike(band.strength, band.ap, band.damage)


def displace(play: Play, model: Model, others: tuple[int, ...]) -> None:
    """Whoever ends a move it did not choose on top of others, or within an inch of an enemy, is put clear the
    shortest way."""
    if not model.on_table:
        return
    at = model.at
    foes = [f for f in enemies(play, model.owner) if not _helpless(model, f.status)]
    if others or any(within(f.at, at, KEEP_CLEAR - 1) for f in foes):
        put_clear(play, model, [f.id for f in foes])


def put_clear(play: Play, model: Model, enemies_near: list[int]) -> None:
    """To the nearest place where it stands on nobody and against nothing, an inch from those enemies."""
    spot = shove_clear(play.world.board, layout(play), model.id, enemies_near, KEEP_CLEAR)
    if spot is not None and spot != (model.at.x, model.at.y, model.at.z):
        arrive(play, model, spot)


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
    summary="Get back to your feet and face anywhere. A rider has to pass an Initiative test for it.",
    cite="core 2023, fighter actions",
    requires=(pinned,),
    rule=stand_up,
)


def turn_freely(play: Play, model: Model) -> None:
    """Choose a facing."""
    play.happen(
        Faced(model.id, *play.ask(model.owner, Face("facing", "Which way does it face?", towards=_foes(model))))
    )


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
    if go(play, mover, gait(mover, mover.half_move), "path", "Where does it take cover?") and mover.active:
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
    leaves_open="Whether going to ground by choice at an edge risks a fall: it does not, unless the table says so. "
    "Half a Movement is not rounded.",
)


def crawl(play: Play, mover: Model) -> None:
    """Move up to half the Movement, staying down."""
    rules = gait(mover, mover.half_move)
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
    leaves_open="Whoever crawls uses stairs and ladders, but neither climbs nor leaps nor jumps.",
)


# ---- moves that nobody chose -----------------------------------------------------------------------------------------


def run_away(play: Play, model: Model, distance: int) -> None:
    """Run (or crawl) to the best place that can be reached: clear of enemies first, then out of their sight, then in
    cover, then as far from them as it gets.  A beast runs to its owner, and takes heart if it gets within 3"."""
    owner = model.kit.owner
    if owner >= 0 and Model(play, owner).on_table:
        run_home(play, model, Model(play, owner), distance)
        return
    routes = refuges(play, model, distance)
    route = routes[0]
    if len(routes) > 1:
        route = play.ask(model.owner, Choose("cover.path", "Where does it run?", lambda: routes, named=_told))
    if route:
        follow(play, model, route, gait(model, distance))


def run_home(play: Play, beast: Model, owner: Model, distance: int) -> None:
    """A beast that has lost its nerve runs to its owner."""
    rules = gait(beast, distance)
    if not within(beast.at, owner.at, HALF_INCH):
        route = approach(play, beast, owner.at, rules)
        if route and not follow(play, beast, route, rules):
            return
    if beast.on_table and within(beast.at, owner.at, NEAR_OWNER):
        play.happen(Rallied(beast.id))


def _told(route: Route) -> str:
    return f"to ({written(route[-1][0])}, {written(route[-1][1])})" if route else "stay"


def refuges(play: Play, model: Model, distance: int) -> list[Route]:
    """The routes to the best places: of those clear of enemies (of all, if none is) those out of sight, else those in
    cover, else any; of these the farthest from the nearest enemy, to the half inch."""
    board, now = play.world.board, layout(play)
    found = reach(board, now, model.id, gait(model, distance))
    foes = enemies(play, model.owner)
    spots = [(f.at.x, f.at.y, f.at.z) for f in foes]
    away = {v: _nearest(found.point(v), spots) for v in found.nodes()}
    near = max((SAFE + model.at.radius + f.at.radius for f in foes), default=0) ** 2
    clear = [v for v in away if away[v] > near or not any(within(_at(model, found.point(v)), f.at, SAFE) for f in foes)]
    if not play.option["broken-run-strict"]:
        return [found.route(v) for v in sorted(clear or away, key=lambda v: -away[v])[:PLACES]] or [()]
    rows: dict[int, list[int]] = {}
    for v in clear or away:
        rows.setdefault(isqrt(away[v]) // HALF_INCH, []).append(v)
    eyes = [f.id for f in foes if f.status is Status.ACTIVE]
    hidden: dict[int, list[int]] = {}
    for good_enough in (unseen, covered, anywhere):
        for row in sorted(rows, reverse=True):
            if rows[row][0] not in hidden:
                points = [found.point(v) for v in rows[row]]
                hidden.update(zip(rows[row], exposure(now, board, eyes, model.id, points), strict=True))
            good = [v for v in rows[row] if good_enough(hidden[v])]
            if good:
                return [found.route(v) for v in good[:8]]
    return [()]


def _nearest(point: Point, spots: list[Point]) -> int:
    x, y, z = point
    return min([(x - a) * (x - a) + (y - b) * (y - b) + (z - c) * (z - c) for a, b, c in spots], default=0)


def _at(model: Model, point: Point) -> Placement:
    return replace(model.at, x=point[0], y=point[1], z=point[2])


def unseen(hidden: list[int]) -> bool:
    """Whether no enemy would see it there: nothing of it is in sight of any."""
    return all(parts == PARTS for parts in hidden)


def covered(hidden: list[int]) -> bool:
    """Whether every enemy that would see it there would see it in cover."""
    return all(hidden)


def anywhere(hidden: list[int]) -> bool:
    """Any place will do."""
    return True


def stagger(play: Play, model: Model, degree: int, distance: int) -> None:
    """Run that far in a direction that nobody chose: stop at whatever is solid and an inch from an enemy; at an edge,
    test Initiative or fall; over an edge, fall."""
    shove(play, model, direction(degree), distance, headlong=True)


def shove(play: Play, model: Model, ahead: tuple[int, int], distance: int, *, headlong: bool) -> Pushed:
    """Moved straight on by force, until something stops it; at an edge, test Initiative or fall, and if it goes
    `headlong` over one, fall.  Who runs headlong stops an inch from an enemy."""
    clear = KEEP_CLEAR if headlong else 0
    went = push(play.world.board, layout(play), model.id, ahead, distance, keep_clear=clear)
    arrive(play, model, (went.x, went.y, went.z), went.moved)
    if not model.on_table:
        return went
    over = went.stopped in (Why.NO_FLOOR, Why.GAP) and not model.carries("lifter")
    if headlong and over:
        fall(play, model, (went.x, went.y, went.z), (went.x + ahead[0], went.y + ahead[1], went.z))
    else:
        displace(play, model, ())
        teeter(play, model)
    return went


def knock_back(play: Play, victim: Model, origin: Placement) -> Pushed:
    """Knockback: an inch straight away from whoever struck it."""
    play.note(victim.id, "it is knocked back.")
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


def step_aside(play: Play, model: Model, clear: End, why: str) -> bool:
    """An Initiative test to move up to 2" out of the way of something, an inch from enemies; whether it got clear."""
    if not passes_initiative(model, why):
        return False
    question = path(play, model, gait(model, 2 * INCH), f"{why}.path", "Where does it get clear?", end=clear)
    if not question.candidates(1):
        return False
    *legs, facing = play.ask(model.owner, question)
    if legs and not follow(play, model, tuple(legs), question.rules):
        return model.on_table and not clear(model.at)
    play.happen(Faced(model.id, *facing))
    return True
