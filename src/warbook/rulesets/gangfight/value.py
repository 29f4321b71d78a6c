"""What a position is worth to a side, for players that look one step ahead.

The value is a sum over figures, each side's own less the enemy's, in points of price; and what is loaded or scored on
top.  Where to stand and what to hold is each side's own affair: to count what an enemy gains by one's coming nearer
would keep everybody at home.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from msgspec.structs import replace

from ...core.length import INCH
from ...core.state import Placement
from ...space.afoot import ANYWHERE, Field, nearest, ways_to
from ...space.movement import Point, Rules
from ...space.shapes import bounds
from . import complications, edges, endgame, engagements, ground, scoring, setup
from .model import Kit, Play, World, figures, here, layout
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
FEAR = {"complications": 1.5, "end-game": 3.0}  # how near a retreat is that the attackers need not even walk for
OUTSIDE = 4.0  # inches more for whoever is not yet back
HELD_MOST = 2
MELEE_WANTS, MOST_WANTED = 1.0, 16.0


def value(world: World, state: State, seat: int) -> float:
    """What a position is worth to a seat: more is better."""
    now = state.turn
    if now.phase == "over":
        return VICTORY * ((now.winner == seat) - (now.winner == 1 - seat))
    play = _view(world, state)
    prizes, worth = _prizes(play), 0.0
    mine: list[Figure] = []
    for f in figures(play):
        if f.owner in (0, 1) and f.wounds > 0 and scoring.alive(f):
            kit = world.kits[f.id]
            own = health(kit, f)
            if f.id in prizes:
                own += SCORE * prizes[f.id] * f.wounds / (2 * _full(kit))
            if f.owner == seat:
                mine.append(f)
                worth += own + points(play, f)
            else:
                worth -= own
    red, blue = scoring.points(play)
    ahead = SCORE * (red - blue + _coming(play))
    worth -= _errands(play, mine, seat) + _dread(play, seat)
    return worth + (ahead if seat == 0 else -ahead)


def health(kit: Kit, figure: Figure) -> float:
    """What a figure is worth in the state that it is in."""
    worth = WORTH * max(LEAST, kit.price)
    worth *= 1.0 - WOUNDS * (1.0 - min(1.0, figure.wounds / _full(kit)))
    if figure.down:
        worth *= DOWN
    return worth * (1.0 - AMMO * len(figure.unloaded))


def _full(kit: Kit) -> int:
    """The wounds of a figure that nobody has touched."""
    return int(kit.profile.en + (kit.charm.en if kit.charm else 0))


def _prizes(play: Play) -> dict[int, int]:
    """Whose fall earns the enemy points, and how many."""
    now = play.state.turn
    found = {}
    if now.stage == "complications":
        found = dict.fromkeys(complications.marked(play), 1)
    elif now.stage == "end-game" and endgame.TITLES[now.end_game] == endgame.ASSASSINATION:
        found = dict.fromkeys(play.world.leaders, endgame.PRIZE)
    return found


def points(play: Play, figure: Figure) -> float:
    """What the action points of a figure are worth: held, as far as somebody will come whom they may answer; still to
    be spent, as far as they would carry it to where it wants to be."""
    if not figure.ap or not figure.here:
        return 0.0
    off = _off(play, figure.owner)[figure.id]
    if figure.owner != play.state.turn.seat or figure.activation == "done":
        return HELD * min(HELD_MOST, figure.ap) * max(0.0, min(1.0, (AWAY - off) / (AWAY - COMING)))
    kit = play.world.kits[figure.id]
    if _falls_back(play, figure.owner):
        return KEPT * figure.ap
    walk = min(max(0.0, off - wanted(kit)), kit.profile.mov * figure.ap)
    return KEPT * figure.ap + FAR * walk


# ---- where they stand ------------------------------------------------------------------------------------------------


def _errands(play: Play, mine: list[Figure], seat: int) -> float:
    """What a side loses by standing far from where it would like to be."""
    here = [f for f in mine if f.here]
    if not here:
        return 0.0
    off, kits = _off(play, seat), play.world.kits
    now = play.state.turn
    if _falls_back(play, seat):
        return _way_home(play, here, seat)
    lost = FAR * sum([max(0.0, off[f.id] - wanted(kits[f.id])) for f in here])
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


def _falls_back(play: Play, seat: int) -> bool:
    """Whether a side is to be back where it came from."""
    now = play.state.turn
    return now.stage == "end-game" and endgame.TITLES[now.end_game] == endgame.RETREAT and seat == now.attacker


def _way_home(play: Play, here: list[Figure], seat: int) -> float:
    """How many inches those who are to be back in their own zone have still to go: more than half of them, and one to
    spare.  Who is not there at all counts for more."""
    west, south, east, north = bounds(edges.zone(play, seat))
    deep = min(east - west, north - south) // 2
    spots = [(x, y, 0) for x in range(west + deep, east, deep) for y in range(south + deep, north, deep)]
    ways = ways_to(play.world.board, layout(play).wall_rows, spots, _afoot(play))
    left = [
        0.0 if edges.in_zone(play, seat, f.at) else OUTSIDE + max(0.0, _inches(f.at, ways) - deep / INCH) for f in here
    ]
    return sum(sorted(left)[: len(here) // 2 + 2])


def _dread(play: Play, seat: int) -> float:
    """What a defender has to fear from a retreat of attackers who have hardly left home: best let it not come to the
    end game yet."""
    now = play.state.turn
    fear = FEAR.get(now.stage, 0.0)
    if now.stage == "engagement" and _leads_on(play):
        fear = FEAR["complications"]
    if now.stage == "end-game" and endgame.TITLES[now.end_game] != endgame.RETREAT:
        fear = 0.0
    if not fear or seat == now.attacker:
        return 0.0
    left = [f for f in figures(play) if f.here and f.owner == now.attacker]
    home = sum([edges.in_zone(play, now.attacker, f.at) for f in left])
    return fear * SCORE * endgame.PRIZE * max(0.0, min(1.0, 4 * home / len(left) - 0.5)) if left else 0.0


def _leads_on(play: Play) -> bool:
    """Whether the complications come before the battle goes on."""
    now = play.state.turn
    match now.engagement:
        case "ambush":
            return bool(now.blow)
        case "supply-drop":
            return any(crate.claimed >= 0 for crate in setup.supplies(play))
        case _:
            return _coming(play) != 0


def _coming(play: Play) -> int:
    """A point that the engagement will count before the battle goes on: red's, or with a minus blue's."""
    now = play.state.turn
    if now.stage != "engagement":
        return 0
    first: int
    match now.engagement:
        case "battleground" if now.blow:
            first = now.seat if now.seat != NEUTRAL else play.state.records[now.blow[0]].owner
        case "point-defense" if any(
            f.owner == 1 - now.attacker and engagements.in_point(play, f.at) for f in here(play)
        ):
            first = 1 - now.attacker if play.option["point-defense-swap"] else now.attacker
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
            return min(_off(play, seat)[f.id] for f in here)
        case "reinforcements" if len(now.sides) == 2:
            fresh = [f for f in here if f.id in now.reserves]
            return _least(play, fresh, [(*setup.middle(edges.zone(play, 1 - seat)), 0)])
        case _:
            return 0.0


def _least(play: Play, among: list[Figure], goals: list[Point]) -> float:
    """How many inches the nearest of some figures is from the nearest of some places; 0 where there is nobody."""
    ways = ways_to(play.world.board, layout(play).wall_rows, goals, _afoot(play))
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


def _off(play: Play, seat: int) -> dict[int, float]:
    """How many inches each figure of a side is from the nearest enemy; 0 where that is nothing to it."""
    now, key = layout(play), f"off {seat}"
    found: dict[int, float] | None = now.memo.get(key)
    if found is None:
        everybody = [f for f in figures(play) if f.here and f.wounds > 0]
        goals = tuple([_point(f) for f in everybody if f.owner != seat])
        ways = ways_to(play.world.board, now.wall_rows, goals, _afoot(play))
        found = now.memo[key] = defaultdict(float)
        for f in everybody:
            if f.owner == seat and ways and f.id not in play.world.civilians:
                found[f.id] = _inches(f.at, ways)
    return found


def _afoot(play: Play) -> Rules:
    """How somebody goes who cannot climb, to the ends of the board."""
    return _walker(play.option["light-cost"], play.option["dense-cost"])


@cache
def _walker(light: int, dense: int) -> Rules:
    return replace(
        ANYWHERE, going=((ground.LIGHT, light), (ground.DENSE, dense)), may_climb=False, may_leap=False, deepest_jump=0
    )


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
