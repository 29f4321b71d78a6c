"""What a position is worth to a side, for players that look one step ahead.

The value is a sum over figures, each side's own less the enemy's, in points of price; and what is held, loaded, near or
scored on top.
"""

from __future__ import annotations

from functools import cache

from ...core.length import INCH
from ...core.state import Placement
from ...space.afoot import Field, nearest, ways_to
from ...space.movement import Point
from . import edges, ground, scoring, setup
from .model import Kit, Play, World, figures, layout
from .records import NEUTRAL, Figure, State

WORTH = 0.1  # for each point of price
LEAST = 12  # the price of those who cost nothing
WOUNDS = 0.55  # of the worth of a figure lies in its wounds
DOWN = 0.85
AMMO = 0.06  # of its worth in each weapon that is loaded
HELD = 0.3  # for each point held into the other side's turn, where an enemy is about to come
COMING, AWAY = 8.0, 16.0  # inches: so near an enemy will come, so far off none does
KEPT = 0.05  # for each point still to be spent in one's own
SCORE = 12.0  # for a victory point
VICTORY = 1000.0
FAR = 0.1  # for each inch that an enemy is further off than the figure would like
RACE = 0.4  # for each inch that the nearest of a side has still to go, where the first to get there has the prize
ERRAND = 0.08  # for each inch to what the engagement wants
HELD_MOST = 2
MELEE_WANTS, MOST_WANTED = 1.0, 16.0


def value(world: World, state: State, seat: int) -> float:
    """What a position is worth to a seat: more is better, and the other seat's value is its negative."""
    now = state.turn
    if now.phase == "over":
        return VICTORY * ((now.winner == seat) - (now.winner == 1 - seat))
    play = _view(world, state)
    difference = 0.0
    able: tuple[list[Figure], list[Figure]] = ([], [])
    for f in figures(play):
        if f.owner in (0, 1) and f.wounds > 0 and scoring.alive(f):
            able[f.owner].append(f)
            own = health(world.kits[f.id], f) + points(play, f)
            difference += own if f.owner == 0 else -own
    difference += _errands(play, able[1], 1) - _errands(play, able[0], 0)
    red, blue = scoring.points(play)
    difference += SCORE * (red - blue + _coming(play))
    return difference if seat == 0 else -difference


def health(kit: Kit, figure: Figure) -> float:
    """What a figure is worth in the state that it is in."""
    worth = WORTH * max(LEAST, kit.price)
    full = kit.profile.en + (kit.charm.en if kit.charm else 0)
    worth *= 1.0 - WOUNDS * (1.0 - min(1.0, figure.wounds / full))
    if figure.down:
        worth *= DOWN
    return worth * (1.0 - AMMO * len(figure.unloaded))


def points(play: Play, figure: Figure) -> float:
    """What the action points of a figure are worth: held, as far as somebody will come whom they may answer; still to
    be spent, as far as they would carry it to where it wants to be."""
    if not figure.ap or not figure.here:
        return 0.0
    off = _off(play)[figure.id]
    if figure.owner != play.state.turn.seat or figure.activation == "done":
        return HELD * min(HELD_MOST, figure.ap) * max(0.0, min(1.0, (AWAY - off) / (AWAY - COMING)))
    kit = play.world.kits[figure.id]
    walk = min(max(0.0, off - wanted(kit)), kit.profile.mov * figure.ap)
    return KEPT * figure.ap + FAR * walk


# ---- where they stand ------------------------------------------------------------------------------------------------


def _errands(play: Play, mine: list[Figure], seat: int) -> float:
    """What a side loses by standing far from where it would like to be."""
    here = [f for f in mine if f.here]
    if not here:
        return 0.0
    off, kits = _off(play), play.world.kits
    lost = FAR * sum([max(0.0, off[f.id] - wanted(kits[f.id])) for f in here])
    now = play.state.turn
    if now.stage == "engagement":
        lost += RACE * _race(play, seat, here)
    goals = _wanted(play, seat)
    if goals:
        lost += ERRAND * _least(play, here, goals)
    if now.engagement == "escort":
        wards = [f for f in here if f.id in play.world.civilians]
        half = edges.across(play, seat) // 2
        lost += ERRAND * sum(max(0, half - edges.advanced(play, seat, f.at)) / INCH for f in wards)
    return lost


def _coming(play: Play) -> int:
    """A point that the engagement will count before the battle goes on: red's, or with a minus blue's."""
    now = play.state.turn
    if now.stage != "engagement":
        return 0
    first: int
    match now.engagement:
        case "battleground" if now.blow:
            first = now.seat if now.seat != NEUTRAL else play.state.records[now.blow[0]].owner
        case "reinforcements":
            over = [f for who in now.reserves if (f := play.state.records[who]).here]
            first = next((f.owner for f in over if edges.beyond_middle(play, f.owner, f.at)), NEUTRAL)
        case _:
            return 0
    return (first == 0) - (first == 1)


def _race(play: Play, seat: int, here: list[Figure]) -> float:
    """How far the nearest of a side still is from what only the first to get there has something of."""
    now = play.state.turn
    match now.engagement:
        case "battleground" if not now.blow:
            return min(_off(play)[f.id] for f in here)
        case "reinforcements" if len(now.sides) == 2:
            fresh = [f for f in here if f.id in now.reserves]
            return _least(play, fresh, [(*setup.middle(edges.zone(play, 1 - seat)), 0)])
        case _:
            return 0.0


def _least(play: Play, among: list[Figure], goals: list[Point]) -> float:
    """How many inches the nearest of some figures is from the nearest of some places; 0 where there is nobody."""
    ways = ways_to(play.world.board, layout(play).wall_rows, goals, ground.going(play))
    return min((_inches(f.at, ways) for f in among), default=0.0)


def _wanted(play: Play, seat: int) -> list[Point]:
    """Where somebody of a side should go, as the engagement has it."""
    now = play.state.turn
    match now.engagement:
        case "supply-drop":
            crates = [c for c in setup.supplies(play) if c.state == "closed" and c.claimed != seat]
            return [(c.at.x, c.at.y, c.at.z) for c in crates]
        case "point-defense" if now.stage == "engagement" and now.mark("point") >= 0 and _welcome(play, seat):
            return [(*edges.on_middle(play, now.mark("point")), 0)]
        case _:
            return []


def _welcome(play: Play, seat: int) -> bool:
    """Whether a side gains by the defenders' reaching the zone, and is the one to go there."""
    return bool(play.option["point-defense-swap"]) and seat != play.state.turn.attacker


def _off(play: Play) -> list[float]:
    """How many inches each figure is from the nearest enemy; 0 where that is nothing to it."""
    now = layout(play)
    found: list[float] | None = now.memo.get("off")
    if found is None:
        board, everybody = play.world.board, [f for f in figures(play) if f.here and f.wounds > 0]
        found = now.memo["off"] = [0.0] * play.world.count
        ways = {
            seat: ways_to(board, now.wall_rows, [_point(f) for f in everybody if f.owner != seat], ground.going(play))
            for seat in (0, 1)
        }
        for f in everybody:
            if f.owner != NEUTRAL and ways[f.owner] and f.id not in play.world.civilians:
                found[f.id] = _inches(f.at, ways[f.owner])
    return found


def _point(figure: Figure) -> Point:
    return (figure.at.x, figure.at.y, figure.at.z)


def _inches(at: Placement, ways: list[tuple[Point, Field]]) -> float:
    """How many inches it is, about, to the nearest of some places, on foot and by doors that are open."""
    return nearest((at.x, at.y, at.z), ways) / INCH


def wanted(kit: Kit) -> float:
    """How near to its enemies a figure would like to be, in inches: within the range of its best weapon."""
    return _wants(max((weapon.range for weapon in kit.weapons if weapon.kind != "melee"), default=0))


@cache
def _wants(range: int) -> float:
    return min(MOST_WANTED, float(range)) or MELEE_WANTS


def _view(world: World, state: State) -> Play:
    """A position as the rules look at it."""
    from . import RULESET  # the ruleset lists this module

    return Play(state, RULESET, world, [])
