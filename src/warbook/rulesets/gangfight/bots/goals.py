"""Where the figures of a side would like to stand, as the engagement, the complication and the end game have it.

For players that look one step ahead: what they lose by standing elsewhere, in the units of `value`.  No rule rests on
it.
"""

from __future__ import annotations

from functools import lru_cache
from statistics import fmean

from ....core.length import INCH
from ....core.state import Placement
from ....space import table_edges
from ....space.movement import Point
from ....space.paths import Lead
from ....space.shapes import bounds, middle_of_box
from ....space.terrain import Polygon
from ..battle import complications, endgame
from ..checks import edges, ground
from ..records import Figure, Model, Play
from ..records.position import foes, here, layout, per_position, supplies
from . import afoot
from .afoot import Ways

# All of them are judged (see `value`).
FAR = 0.1  # for each inch that an enemy is further off than the figure would like
RACE = 0.4  # for each inch that the nearest of a side has still to go, where the first to get there has the prize
BLOW = 22.0  # between striking the first blow and suffering it
EXPOSED, STRUCK = 20.0, 0.5  # inches off an enemy who may strike it; how likely that is, side by side
CHARGING, IN_DOUBT = 1.6, 4.0  # how far a charge goes, in movements; inches short that leave it in doubt
ERRAND = 0.08  # for each inch to what the engagement wants
ORDERS = 0.25  # for each inch that a messenger is from its edge of the table
NEVER = 48.0  # for each who should be back and cannot: never better than to be on one's way
LOITER = 0.4  # for each inch that one's points will carry one home in time
SPARE, SHORT = 4.0, 1.0  # inches of a way home less than the best that leave no doubt, and more that leave no hope
HINDERED = (0.8, 1.0)  # the shares of their best ways that ground and bodies may leave to all, one as likely as another
HOPELESS = 0.02  # so unlikely a return is not tried
MELEE_WANTS, MOST_WANTED = 1.0, 16.0


def errands(play: Play, mine: list[Figure], seat: int, chance: float | None) -> float:
    """What a side loses by standing far from where it would like to be; `chance` is what `chance_of_return` gives."""
    there = [f for f in mine if f.here]
    if not there:
        return 0.0
    now = play.state.turn
    if worth_returning(chance):
        return _way_home(play, there, seat)
    lost = FAR * sum(too_far(play, seat).values())
    if chance is not None:
        return lost + NEVER * (len(there) // 2 + 2)
    match now.stage:
        case "engagement":
            lost += _race(play, seat, there)
        case "complications":
            lost += _complicated(play, seat, there)
    return lost + _engaged(play, seat, there)


# ---- what the engagement wants ---------------------------------------------------------------------------------------


def _race(play: Play, seat: int, there: list[Figure]) -> float:
    """How far a side still is from a prize that only the first to get there wins."""
    now = play.state.turn
    match now.engagement:
        case "battleground" if not now.blow:
            return BLOW * _exposed(play, seat, there)
        case "reinforcements" if len(now.sides) == 2:
            fresh = [f for f in there if f.id in now.reserves]
            return RACE * _least(play, fresh, ((*middle_of_box(edges.zone(play, 1 - seat)), 0),))
        case _:
            return 0.0


def _exposed(play: Play, seat: int, there: list[Figure]) -> float:
    """How likely the first blow is to be the enemy's: whoever stands near it may be struck.  As long as somebody has
    points that may carry it all the way, that is nothing; `IN_DOUBT` inches short it counts in full."""
    near, mine, kits = inches_off(play, seat), play.state.turn.seat == seat, play.world.kits
    spared, short = 1.0, IN_DOUBT
    for f in there:
        inches = near[f.id]
        spared *= 1.0 - STRUCK * max(0.0, 1.0 - inches / EXPOSED)
        if mine and f.activation != "done":
            short = min(short, inches - CHARGING * kits[f.id].profile.mov * f.ap)
    return (1.0 - spared) * max(0.0, short / IN_DOUBT)


def _engaged(play: Play, seat: int, there: list[Figure]) -> float:
    """What it costs a side that none of its figures is yet where the engagement wants somebody."""
    now = play.state.turn
    match now.engagement:
        case "supply-drop":
            return ERRAND * sum(_least(play, there, (crate,)) for crate in _lying(play, seat))
        case "escort":
            wards = [f for f in there if f.id in play.world.civilians]
            half = edges.depth_of_table(play, seat) // 2
            return ERRAND * sum(max(0, half - edges.distance_from_own_edge(play, seat, f.at)) / INCH for f in wards)
        case _:
            return 0.0


def _lying(play: Play, seat: int) -> list[Point]:
    """Where the crates lie that a side has not claimed."""
    return [c.at.spot for c in supplies(play) if c.state == "closed" and c.claimed != seat]


# ---- what the complication wants -------------------------------------------------------------------------------------


def _complicated(play: Play, seat: int, there: list[Figure]) -> float:
    """What it costs that a messenger is not at its edge yet, or a line not over the middle."""
    now = play.state.turn
    match now.complication:
        case complications.MESSENGER:
            messenger = now.mark(f"messenger-{seat}")
            return ORDERS * sum(
                edges.distance_from_own_edge(play, seat, f.at) / INCH for f in there if f.id == messenger
            )
        case complications.PRESS:
            half = edges.depth_of_table(play, seat) // 2
            short = sorted(max(0, half - edges.distance_from_own_edge(play, seat, f.at)) / INCH for f in there)
            return ERRAND * sum(short[: len(complications.over_the_middle(play, 1 - seat)) + 1])
        case _:
            return 0.0


# ---- the retreat -----------------------------------------------------------------------------------------------------


def falls_back(play: Play, seat: int) -> bool:
    """Whether a side is to be back where it came from, and there is hope that it will."""
    return worth_returning(chance_of_return(play, seat))


def worth_returning(chance: float | None) -> bool:
    """Whether a return with this probability is worth trying."""
    return chance is not None and chance >= HOPELESS


def chance_of_return(play: Play, seat: int) -> float | None:
    """About how likely it is that more than half of a side will be back where it came from; None if nothing depends
    on it."""
    if not retreats(play, seat):
        return None
    those = [f for f in here(play) if f.owner == seat]
    ways = [(way, stretch(play, f)) for f, way in zip(those, ways_home(play, those, seat), strict=True)]
    return fmean([more_than_half([_likely(way, share * most) for way, most in ways]) for share in HINDERED])


def _likely(way: float, most: float) -> float:
    """The probability that a figure gets home that can go so far at most."""
    if not way or not most:
        return float(not way)
    return max(0.0, min(1.0, (most - way + SHORT) / (SPARE + SHORT)))


def more_than_half(chances: list[float]) -> float:
    """The probability that more than half of some independent events happen, given the probability of each."""
    total = [1.0]  # how likely so many do
    for chance in chances:
        total = [(1.0 - chance) * no + chance * yes for no, yes in zip([*total, 0.0], [0.0, *total], strict=True)]
    return sum(total[len(chances) // 2 + 1 :])


def retreats(play: Play, seat: int) -> bool:
    """Whether the battle hangs on how many of a side get back where they came from."""
    now = play.state.turn
    return now.stage == "end-game" and endgame.TITLES[now.end_game] == endgame.RETREAT and seat == now.attacker


def _way_home(play: Play, there: list[Figure], seat: int) -> float:
    """How far those have to go who are to be back in their own zone: more than half of them, and one to spare."""
    ways = zip(there, ways_home(play, there, seat), strict=True)
    left = [LOITER * way + max(0.0, way - stretch(play, f)) if way else 0.0 for f, way in ways]
    return sum(sorted(left)[: len(there) // 2 + 2])


def stretch(play: Play, figure: Figure) -> float:
    """How many inches a figure goes at best in this turn, if it is its side's, and in the next, if that still comes
    before a retreat is judged."""
    now = play.state.turn
    ready = figure.ap - figure.down if now.seat == figure.owner and figure.activation != "done" else 0
    judged_later = now.round < now.mark("retreat-by", now.round + 1)
    return _stretch(play, figure, ready) + (next_stretch(play, figure) if judged_later else 0.0)


def next_stretch(play: Play, figure: Figure) -> float:
    """How many inches a figure goes at best in its next turn."""
    return _stretch(play, figure, Model(play, figure.id).points - figure.down)


def _stretch(play: Play, figure: Figure, points: int) -> float:
    """How many inches points are good for: Moves, and a Run at the end.  In a storm nobody runs, or gets far."""
    mov = Model(play, figure.id).mov
    if points <= 0:
        return 0.0
    if ground.stormy(play) and not ground.ignores_ground(play, figure.id):
        return float(100 * mov * points / play.option["light-cost"])
    return float(mov * (points + 1))


def ways_home(play: Play, those: list[Figure], seat: int) -> list[float]:
    """How many inches each of some figures is from the zone of a side; 0 for one that is in it."""
    ways, deep = _home(play, seat)
    return [0.0 if edges.in_zone(play, seat, f.at) else max(0.1, ways.inches(f.at.spot) - deep / INCH) for f in those]


def _home(play: Play, seat: int) -> tuple[Ways, int]:
    """The ways to the depth of the zone of a side, and how deep in it they end."""
    spots, deep = _middle_of(edges.zone(play, seat))
    return afoot.ways_for(play, spots), deep


@lru_cache(maxsize=64)
def _middle_of(zone: Polygon) -> tuple[tuple[Point, ...], int]:
    """Spots along the middle of a zone, and how deep in it they are."""
    west, south, east, north = bounds(zone)
    deep = min(east - west, north - south) // 2
    spots = [(x, y, 0) for x in range(west + deep, east, deep) for y in range(south + deep, north, deep)]
    return tuple(spots), deep


# ---- which way to go -------------------------------------------------------------------------------------------------


def leads(play: Play, who: int) -> list[Lead]:
    """The senses of direction of a figure that chooses its way: home or to its edge, where it must, else to what is to
    be fetched and to its enemies."""
    figure = play.state.records[who]
    now, seat = play.state.turn, figure.owner
    if falls_back(play, seat):
        return [_home(play, seat)[0].inches]
    if who == now.mark(f"messenger-{seat}"):
        board, edge = play.world.board, edges.own_edge(play, seat)
        return [lambda spot: float(table_edges.inland(board, edge, Placement(*spot)))]
    found: list[Lead] = []
    if now.engagement == "supply-drop" and (crates := _lying(play, seat)):
        found.append(afoot.ways_for(play, tuple(crates)).inches)
    enemies = tuple([f.at.spot for f in foes(play, seat)])
    if enemies:
        found.append(afoot.ways_for(play, enemies).inches)
    return found


# ---- how far it is ---------------------------------------------------------------------------------------------------


@per_position
def inches_off(play: Play, seat: int) -> dict[int, float]:
    """How many inches each figure of a side on the table is from the nearest enemy; 0 for civilians, or where there
    is no enemy."""
    ways, wards = _to_enemies(play, seat), play.world.civilians
    return {
        f.id: 0.0 if ways is None or f.id in wards else ways.inches(f.at.spot) for f in here(play) if f.owner == seat
    }


@per_position
def _to_enemies(play: Play, seat: int) -> Ways | None:
    """The ways to the nearest enemy of a side, if there is any on the table."""
    enemies = tuple([f.at.spot for f in here(play) if f.owner != seat])
    return afoot.ways_for(play, enemies) if enemies else None


@per_position
def enemies_coming(play: Play, seat: int) -> dict[int, float]:
    """How many enemies are about to come at each figure of a side on the table."""
    ways = _to_enemies(play, seat)
    return {f.id: ways.pressure(f.at.spot) if ways else 0.0 for f in here(play) if f.owner == seat}


def too_far(play: Play, seat: int) -> dict[int, float]:
    """How many inches each figure of a side on the table is further from the nearest enemy than it would like: it would
    be within the range of its best weapon."""
    return _too_far(play, seat, _fallen(play, seat))


@per_position
def _too_far(play: Play, seat: int, fallen: tuple[Point, ...]) -> dict[int, float]:
    kits, inches = play.world.kits, inches_off(play, seat)
    if fallen:
        ways, records = afoot.ways_for(play, fallen), play.state.records
        inches = {who: min(far, ways.inches(records[who].at.spot)) for who, far in inches.items()}
    return {who: max(0.0, far - (min(MOST_WANTED, kits[who].range) or MELEE_WANTS)) for who, far in inches.items()}


def _fallen(play: Play, seat: int) -> tuple[Point, ...]:
    """Where those enemies stood who have left the table since the position from which a bot looks ahead.  A figure
    near such a place counts as near an enemy, or no bot would fell the nearest one."""
    start = play.start
    if start is None or (start.derived is not None and start.derived.lasting is layout(play).lasting):
        return ()  # nobody has come or gone since
    records, count = play.state.records, play.world.count
    return tuple([f.at.spot for f in start.records[:count] if f.owner != seat and f.here and not records[f.id].here])


def _least(play: Play, among: list[Figure], goals: tuple[Point, ...]) -> float:
    """How many inches the nearest of some figures is from the nearest of some places; 0 where there is nobody."""
    ways = afoot.ways_for(play, goals)
    return min([ways.inches(f.at.spot) for f in among], default=0.0)
