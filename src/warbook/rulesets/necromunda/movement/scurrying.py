"""The runs of bomb delivery rats: straight on, over everything that is no wall."""

from __future__ import annotations

from collections.abc import Callable

from ....core.decision import Reasons
from ....core.length import INCH, root_up
from ....core.naming import Preview
from ....space.board import floor_heights
from ....space.facing import ROUND
from ....space.movement import Point, Rules
from ....space.placing import Spot
from ....space.reasons import Why
from ....space.routes import Journey
from ....space.shapes import stretched
from ....space.sight import gap
from ..records import Fighter, Play
from ..records.position import STEP, board_now, fighters, layout, near_by, nothing_between

RUN = 6 * INCH
DRIVEN_OFF = 3 * INCH
WIDEST_LEAP = 2 * INCH
BITE = 1 * INCH
LORD = "lord-of-rats"
PACE = 100  # how finely a run is looked at
SOLID = (Why.OVERLAPS, Why.IMPASSABLE, Why.OFF_BOARD, Why.CLOSED)


def run_towards(play: Play, rat: int, target: tuple[int, int], distance: int) -> Point:
    """Where a rat gets that runs so far straight at a point of the plan: it climbs up and down at no cost and leaps
    gaps of 2"; walls, other bases, impassable ground and wider gaps stop it."""
    at, board = play.state.records[rat].at, board_now(play)
    dx, dy = target[0] - at.x, target[1] - at.y
    whole = root_up(dx * dx + dy * dy)
    if not whole:
        return at.spot
    trip = Journey(board, layout(play), rat, Rules(0, keep_clear=0))

    def point(s: int) -> tuple[int, int]:
        return at.x + dx * s // whole, at.y + dy * s // whole

    def goes_on(s: int) -> bool:
        return board.floor_below(*point(s), level + STEP) >= level - STEP

    paces = (*range(PACE, distance, PACE), distance)
    good, brink = at.spot, -1  # the last place where it can stand; where the floor there ended
    for number, s in enumerate(paces):
        (x, y), level = point(s), good[2]
        if not goes_on(s) and any(map(goes_on, paces[number:])):
            brink = brink if brink >= 0 else _edge(goes_on, s - PACE, s)
            continue
        if brink >= 0 and _edge(goes_on, s, s - PACE) - brink > WIDEST_LEAP:
            return good
        brink = -1
        floor = board.floor_below(x, y, level + STEP)
        higher = [z for z in floor_heights(board) if z > level + STEP and board.on_floor(x, y, z)]
        here = at.moved_to(good)
        points = [(x, y, z) for z in (floor, *sorted(higher)) if nothing_between(play, here, at.moved_to((x, y, z)))]
        codes = {point: trip.stand(point)[0] for point in points}
        if not codes or codes.get((x, y, floor)) in SOLID:
            return good
        good = next((point for point, code in codes.items() if not code), good)
    return good


def _edge(goes_on: Callable[[int], bool], on: int, off: int) -> int:
    """Where a floor ends, between a distance at which it is there and one at which it is not."""
    while abs(on - off) > 1:
        middle = (on + off) // 2
        on, off = (middle, off) if goes_on(middle) else (on, middle)
    return on


def run_choice(play: Play, rat: int, seat: int) -> Spot:
    """Where does it run?  Up to 6" in a straight line, as far as it gets."""
    at = play.state.records[rat].at

    def refuse(point: Point) -> Reasons:
        far = root_up((point[0] - at.x) ** 2 + (point[1] - at.y) ** 2)
        if far > RUN:
            return ('It runs up to 6".',)
        return () if run_towards(play, rat, point[:2], far) == point else ("It does not get there in a straight line.",)

    foes = [f.at for f in fighters(play) if f.owner != seat and f.at.posture]
    aims = [(foe.x - at.x, foe.y - at.y) for foe in foes]
    ways = [stretched(*aim, RUN) for aim in (*aims, *ROUND[::2]) if aim != (0, 0)]
    ends = [run_towards(play, rat, (at.x + x, at.y + y), root_up(x * x + y * y)) for x, y in ways]
    question = Spot("run", "Where does the rat run?", board_now(play), refuse, [*ends, at.spot])
    return question.previewed(Preview(cautions=lambda point: _friends_bitten(play, rat, seat, point)))


def _friends_bitten(play: Play, rat: int, seat: int, point: Point) -> tuple[str, ...]:
    """The friends beside whom it would go off."""
    own = [play.world.names[f.id] for f in beside(play, rat, point) if f.owner == seat]
    return (f"goes off beside {' and '.join(own)}",) if own else ()


def lords_near(play: Play, rat: int) -> list[Fighter]:
    """The fighters that drive off rats, less than 3" from this one."""
    at, kits = play.state.records[rat].at, play.world.kits
    lords = (f for f in fighters(play) if f.at.posture and LORD in kits[f.id].skills)
    return [f for f in lords if near_by(play, at, f.at, DRIVEN_OFF - 1)]


def driven_off(play: Play, rat: int, lord: Fighter) -> Point:
    """Where a rat gets that is driven straight off, until it is 3" away."""
    at = play.state.records[rat].at
    target = (2 * at.x - lord.at.x, 2 * at.y - lord.at.y)
    return run_towards(play, rat, target, DRIVEN_OFF - gap(at, lord.at))


def beside(play: Play, rat: int, point: Point) -> list[Fighter]:
    """The fighters within an inch of a rat that is at a point."""
    at = play.state.records[rat].at.moved_to(point)
    return [f for f in fighters(play) if f.at.posture and near_by(play, at, f.at, BITE)]
