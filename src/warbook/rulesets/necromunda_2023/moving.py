"""Moving: how far and where, leg by leg, and what the ground asks on the way.

In the order of the book: the move, routes and what they meet, long climbs, riding by, getting up and down.  The charge,
falls and flight have modules of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import pairwise
from math import isqrt
from typing import Any

from msgspec.structs import replace

from ...core.action import Action
from ...core.decision import Choose, Reasons
from ...core.dice import D6, Pool
from ...core.length import INCH, written
from ...core.state import Placement
from ...space.board import Board
from ...space.decisions import Face, Path, Place, is_facing
from ...space.movement import (
    Fall,
    Leap,
    Leg,
    Mode,
    Point,
    Route,
    Rules,
    Walked,
    check,
    is_leg,
    overlapping,
    passages,
    trace,
)
from ...space.shapes import contains
from ...space.sight import within
from ...space.terrain import DANGEROUS
from . import falling, gear, injury, targets, traps
from .characteristics import initiative_needed, passes_initiative
from .events.fighters import Pinned, StoodUp
from .events.moments import RiddenPast, TrapTriggered
from .events.movement import Faced, Moved
from .events.rounds import Acted, Declared
from .model import Model, Play, Status, enemies, layout, meet, namer
from .requirements import pinned, prone, standing_active

End = Callable[[Placement], Reasons]
KEEP_CLEAR = 1 * INCH
WHERE_TO = "Where does it move?"
HALF_INCH = 500
MIGHTY = 2 * INCH  # how much of a gap does not count for a mighty leap
DEGREES = Pool(1, 360, name="a random direction")
#: Actions that are, or contain, a Move action.
MOVES = ("move", "carry-casket")


# ---- the move --------------------------------------------------------------------------------------------------------


def move(play: Play, mover: Model) -> None:
    """Move up to the Movement characteristic, keeping an inch from every enemy, and face anywhere."""
    stride(play, mover, WHERE_TO)


def move_close_in(play: Play, mover: Model) -> None:
    """The same at tables where a Move may end in contact with an enemy."""
    stride(play, mover, WHERE_TO, may_touch=True)


def stride(play: Play, mover: Model, prompt: str, *, may_touch: bool = False) -> None:
    """What every Move action is: the way, and what skills and drink make of it.  `may_touch` says that it may end in
    contact with an enemy."""
    again = moves_made(play) > 1
    if any(row.staggers for row in gear.drunk(mover)):
        degree = play.roll(DEGREES, "drunk.direction", "It staggers", mover.id)
        falling.stagger(play, mover, degree, INCH * play.roll(D6, "drunk", "so far"))
    else:
        allowance = mover.move * (2 if again and mover.has("sprint") else 1)
        passing = choose_ride(play, mover, allowance) if mover.profile.mounted else -1
        far, now = 0, play.state.turn
        if now.left > 0 and now.actor == mover.id and not mover.profile.mounted and _faces(play.world.board):
            far = mover.move * (2 if mover.has("sprint") else 1)
        if may_touch and passing < 0:
            close_in(play, mover, allowance, "path", prompt, far)
        elif not far:
            rules = gait(mover, allowance, exempt=(passing,) if passing >= 0 else ())
            end = clear_of_enemies(mover) if passing >= 0 else None
            go(play, mover, rules, "path", prompt, end=end, passing=passing)
        else:
            climb_high(play, mover, gait(mover, allowance), gait(mover, allowance + far), prompt)
    if again or moves_made(play) > 1:
        gear.reel(play, mover)


def moves_made(play: Play) -> int:
    """How many Moves the activation has seen so far."""
    return sum(done in MOVES for done in play.state.turn.done)


def close_in(play: Play, mover: Model, allowance: int, key: str, prompt: str, far: int = 0) -> None:
    """At some tables: a Move that may end in contact with an enemy.  Who lies pinned there gets up; nobody fights
    yet.  `far` is what the next Move of the activation adds for a high climb (see `climb_high`), 0 where there is
    none."""
    foes = enemies(play, mover.owner)

    def end(at: Placement) -> Reasons:
        near = [f.at for f in foes if f.status is not Status.SERIOUS and within(at, f.at, KEEP_CLEAR - 1)]
        if near and not any(meet(play.world.board, at, other) for other in near):
            return ("It must end in contact with an enemy or an inch from all of them.",)
        return ()

    rules = gait(mover, allowance, tuple(f.id for f in foes))
    if far:
        climb_high(play, mover, rules, gait(mover, allowance + far), prompt, end)
    else:
        go(play, mover, rules, key, prompt, end=end)
    if mover.standing:
        for f in foes:
            if f.status is Status.PINNED and meet(play.world.board, mover.at, f.at):
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
        mover.record.status is Status.STANDING,
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


def clear_of_enemies(model: Model) -> Callable[[Placement], Reasons]:
    """What speaks against ending a retreat at a place: an enemy on its feet or pinned less than an inch away, unless
    it stays where it is."""
    play: Play = model.play
    start = model.at
    near = [f for f in enemies(play, model.owner) if f.status is not Status.SERIOUS]

    def against(at: Placement) -> Reasons:
        if (at.x, at.y, at.z) == (start.x, start.y, start.z):
            return ()
        return tuple(f"It would end within an inch of {namer(play)(f.id)}." for f in near if within(at, f.at, INCH - 1))

    return against


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

    def look() -> list[tuple[int, int]]:
        return [(f.at.x, f.at.y) for f in enemies(play, mover.owner)] if facing else []

    kind = Path if play.option["premeasure"] else Unmeasured
    board, name = play.world.board, namer(play)
    notes = partial(foreseen, mover)
    return kind(
        key, prompt, board, layout(play), mover.id, rules,
        facing=facing, end=end, look=look, foreseen=notes, name=name,
    )  # fmt: skip


def outlook(mover: Model, walked: Walked) -> list[str]:
    """How well it would be seen at the end of a route."""
    x, y, z = walked.end
    return targets.outlook(mover.play, mover.id, replace(mover.at, x=x, y=y, z=z))


def foreseen(mover: Model, walked: Walked) -> list[str]:
    """What a route will ask of a fighter: the tests, the traps that it comes near, and who sees it at its end."""
    play: Play = mover.play
    told = []
    for leap in walked.leaps:
        test = "no test" if leaps_easily(mover, leap) else f"Initiative test, {initiative_needed(mover, 'leap')}"
        told.append(f"a leap over {written(leap.width)}: {test}")
    for jump in walked.jumps:
        bonus = jump_modifier(softened(mover, jump.height))
        test = "no test" if lands_easily(mover) else f"Initiative test, {initiative_needed(mover, 'jump', bonus)}"
        told.append(f"a jump down of {written(jump.height)}: {test}")
    for _ in dict.fromkeys(entry.area for entry in walked.areas if entry.kind == DANGEROUS):
        needed = initiative_needed(mover, "dangerous")
        told.append(f"dangerous ground: Initiative test, {needed}, or it is out of action")
    places = [replace(mover.at, x=x, y=y, z=z) for x, y, z in walked.points]
    met = (trap for at, to in pairwise(places) for _, trap in traps.traps_met(play, at, to))
    told += [f"it comes near {play.world.names[trap]}, which goes off" for trap in dict.fromkeys(met)]
    return told + outlook(mover, walked)


def follow(play: Play, mover: Model, legs: Route, rules: Rules, *, passing: int = -1) -> bool:
    """Go along a route leg by leg, through whatever it meets.  False where that ended the move."""
    walked = trace(play.world.board, layout(play), mover.id, legs, rules)
    if not isinstance(walked, Walked):
        raise AssertionError(f"an illegal route: {walked}")
    if not (walked.leaps or walked.jumps or walked.areas or passing >= 0 or traps.traps_about(play, mover.at, legs)):
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
            play.reach(TrapTriggered(what) if kind == "trap" else RiddenPast(mover.id, what))
            if mover.record.status is not status or not _same_spot(before, mover.at):
                at = mover.at
                falling.displace(play, mover, overlapping(layout(play), mover.id, (at.x, at.y, at.z)))
                return -1
        elif kind == "leap":
            leap = walked.leaps[what]
            if not leaps(play, mover, leap):
                falling.fall(play, mover, leap.near, leap.far)
                return -1
        elif kind == "jump":
            jump = walked.jumps[what]
            if not lands(mover, jump.height):
                falling.fall(play, mover, jump.edge, jump.landing)
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
    for where, trap in traps.traps_met(play, at, to):
        yield where if leg[3] == Mode.WALK else 1000, "trap", trap
    if passing >= 0:
        where = traps.nears(at, to, play.state.records[passing].at, KEEP_CLEAR - 1)
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
    if leaps_easily(mover, leap):
        return True
    middle = ((leap.near[0] + leap.far[0]) // 2, (leap.near[1] + leap.far[1]) // 2)
    pit = any(a.kind == "pitfall" and contains(a.polygon, *middle) for a in play.world.board.areas)
    return passes_initiative(mover, "leap", natural_one=pit)


def leaps_easily(mover: Model, leap: Leap) -> bool:
    """Whether a gap is no risk."""
    return mover.carries("lifter") or (mover.has("mighty-leap") and leap.width <= MIGHTY)


def lands_easily(mover: Model) -> bool:
    """Whether it has something that breaks any fall."""
    return mover.carries("grav-chute") or mover.carries("lifter")


def lands(mover: Model, height: int) -> bool:
    """Whether a jump down of that height is landed: an Initiative test, harder with the height."""
    if lands_easily(mover):
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
    if traps.traps_about(play, before, (to,)):
        for _, trap in sorted(traps.traps_met(play, before, model.at)):
            play.reach(TrapTriggered(trap))


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

    def notes(self, answer: tuple[Any, ...]) -> tuple[str, ...]:
        """What a route of one Move or of two will ask of a fighter."""
        hung = self.hung(answer)
        if hung is None or self.foreseen is None:
            return super().notes(answer)
        return ("it hangs on the face after the first Move, and the second finishes the climb", *self.foreseen(hung))

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


def climb_high(play: Play, mover: Model, rules: Rules, further: Rules, prompt: str, end: End | None = None) -> None:
    """A Move that may go up a face further than it has movement for: then it takes the next Move along, at once, to
    finish the climb.  Whoever is brought down between the two falls.  `end` gives the reasons against a place where
    one Move stops."""
    board = play.world.board
    look = [(f.at.x, f.at.y) for f in enemies(play, mover.owner)]
    kind = High if play.option["premeasure"] else UnmeasuredHigh
    question = kind(
        "path", prompt, board, layout(play), mover.id, rules,
        end=end, look=look, foreseen=partial(foreseen, mover), name=namer(play),
    )  # fmt: skip
    question.further = further
    *legs, facing = play.ask(mover.owner, question)
    if isinstance(trace(board, layout(play), mover.id, tuple(legs), rules), Walked):
        if not legs or follow(play, mover, tuple(legs), rules):
            play.happen(Faced(mover.id, *facing))
        return
    walked = check(board, layout(play), mover.id, tuple(legs), further)
    if not isinstance(walked, Walked):
        raise AssertionError(f"an illegal route: {walked}")
    number = face_of(walked, rules.allowance)
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
    falling.come_down(
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
    question = Face("facing", "Which way does it face?", towards=lambda: ways_to_foes(model), mover_id=model.id)
    play.happen(Faced(model.id, *play.ask(model.owner, question)))


def ways_to_foes(model: Model, reach: int | None = None) -> dict[tuple[int, int], str]:
    """The directions in which its enemies are, with their names: all of them, or those within reach of the middle of
    its base."""
    play: Play = model.play
    at, say = model.at, namer(play)
    ways: dict[tuple[int, int], str] = {}
    for f in enemies(play, model.owner):
        if reach is None or within(f.at, at, reach):
            ways.setdefault((f.at.x - at.x, f.at.y - at.y), say(f.id))
    return ways


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
            falling.teeter(play, mover)


TAKE_COVER: Action[Model] = Action(
    "take-cover",
    "Take Cover",
    cost="basic",
    summary="Move up to half your Movement, then you are prone and pinned.",
    cite="core 2023, fighter actions",
    requires=(standing_active,),
    rule=take_cover,
    leaves_open="Whether going to ground by choice at an edge risks a fall: it does not, unless the table says so. "
    "Half a Movement is not rounded (half-movement).",
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
