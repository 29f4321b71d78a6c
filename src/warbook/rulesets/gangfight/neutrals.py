"""Those who obey nobody: the dead and the beast, in a turn of their own; and civilians who have lost their guards."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from msgspec.structs import replace

from ...core.decision import Reasons
from ...core.dice import Pool
from ...core.length import INCH
from ...core.state import Placement
from ...space.decisions import Place
from ...space.movement import Point, Route, Rules, partway, shortest
from ...space.terrain import Polygon
from . import charging, charms, courage, dice, edges, fighting, ground, harm, interrupts, moving, rounds
from .events.deeds import Declared
from .events.figures import Fell
from .events.moments import Arrival
from .events.movement import Left
from .events.rounds import Activated, Finished, Spent, TurnBegan
from .events.scenario import Rose
from .events.things import PutDown
from .model import Model, Play, engaged_with, foes, gap, here, layout, nearest
from .records import DEAD, NEUTRAL, NOBODY, Deed
from .requirements import unpaid

D3 = Pool(1, 3)
MORE = 3  # of the dead at each edge, besides the die
PLAGUE = "walking-plague"
RESISTED = 4  # the number of the test against the plague
GUARDED = 6 * INCH  # how near a Hero civilians stay
NEAR = INCH // 4  # who is as near as that to the edge of the table can step off it
DETOUR = 8 * INCH
MANY = 1 << 16

# ---- coming onto the table -------------------------------------------------------------------------------------------


def rise_at_edges(play: Play) -> None:
    """The dead come up along two edges of the table, evenly spread."""
    own = edges.own_edge(play, 0)
    for edge in edges.FLANKS[own] if play.option["dead-rise-at"] == "flanks" else (own, edges.OPPOSITE[own]):
        count = play.roll(D3, "dead", "How many rise, and three more?") + MORE
        for number in range(count):
            who = sleeper(play)
            if who >= 0:
                spots = free_spots(
                    play, who, edges.strip(play.world.board, edge, 2 * play.state.records[who].at.radius)
                )
                if spots:
                    stand_up(play, who, spots[(2 * number + 1) * len(spots) // (2 * count)])


def beast_comes(play: Play) -> None:
    """A beast breaks in, in the middle of the table or as near as there is room."""
    who, board = play.world.sides[NEUTRAL][0], play.world.board
    middle = (board.width // 2, board.depth // 2)
    spots = free_spots(play, who, board_ring(play))
    if spots:
        stand_up(
            play, who, min(spots, key=lambda p: ((p[0] - middle[0]) ** 2 + (p[1] - middle[1]) ** 2 + p[2] ** 2, p))
        )


def board_ring(play: Play) -> Polygon:
    """The whole table."""
    return edges.strip(play.world.board, edges.SOUTH, play.world.board.depth)


def free_spots(play: Play, who: int, within: Polygon) -> list[tuple[int, ...]]:
    """Where a figure could stand, on the lattice of whole inches."""
    return Place("rise", "", play.world.board, layout(play), who, zones=(within,), facing=False).candidates(MANY)


def sleeper(play: Play) -> int:
    """The first of the dead that is not on the table, or -1."""
    side = play.world.sides[NEUTRAL:]
    dead = [who for who in side[0] if play.world.kits[who].able(PLAGUE)] if side else []
    return next((who for who in dead if not play.state.records[who].here), NOBODY)


def stand_up(play: Play, who: int, spot: tuple[int, ...], seat: int = NEUTRAL) -> None:
    """One of them stands there, whole."""
    neutrals = max(play.state.turn.neutrals, who - play.world.mustered + 1)
    x, y, z = spot
    play.happen(Rose(who, x, y, z, Model(play, who).size.height, Model(play, who).en, seat, neutrals))


def rise(play: Play, who: int, seat: int = NEUTRAL) -> None:
    """Somebody who has fallen rises where it lay, as one of the dead; there are only so many of them."""
    other = sleeper(play)
    if other < 0:
        play.note(who, "it does not rise")
        return
    at = play.state.records[who].at
    spots = free_spots(play, other, _around(play, at))
    if spots:
        spot = min(spots, key=lambda p: ((p[0] - at.x) ** 2 + (p[1] - at.y) ** 2 + (p[2] - at.z) ** 2, p))
        stand_up(play, other, spot, seat)


def _around(play: Play, at: Placement) -> Polygon:
    """The square of four inches around a place."""
    board = play.world.board
    west, east = max(0, at.x - 2 * INCH), min(board.width, at.x + 2 * INCH)
    south, north = max(0, at.y - 2 * INCH), min(board.depth, at.y + 2 * INCH)
    return ((west, south), (east, south), (east, north), (west, north))


def rise_again(play: Play, fell: Fell) -> None:
    """Where the dead walk everybody rises; elsewhere it takes one of them to make another."""
    if play.state.turn.complication == DEAD and play.state.records[fell.who].owner != NEUTRAL:
        rise(play, fell.who)
    elif fell.by >= 0 and play.world.kits[fell.by].able(PLAGUE):
        infect(play, fell.who, fell.by)


def infect(play: Play, who: int, by: int) -> None:
    """A victim of the plague tests Willpower, or rises as one of its kind."""
    test, again = dice.trial(play, Model(play, who).wp, RESISTED), charms.again(play, who, "the plague")
    if not dice.successes(play, test, "plague", "The plague", who, most=1, again=again):
        rise(play, who, play.state.records[by].owner)


# ---- their turn ------------------------------------------------------------------------------------------------------


def act(play: Play) -> None:
    """The next of them does one thing; when nobody has anything left to do their turn is over."""
    able = rounds.ready(play, NEUTRAL)
    current = play.state.turn.actor
    if current < 0 and not able:
        rounds.end_turn(play)
        return
    if current < 0:
        current = able[0]
        play.happen(Activated(current))
    model = Model(play, current)
    if model.record.ap <= 0 or not model.record.here or not one_action(play, model):
        play.happen(Finished(current, model.record.ap))


def one_action(play: Play, model: Model) -> bool:
    """It stands up; fights who is in close combat with it; charges the nearest if that is within twice its movement;
    else goes at it, as it does where it dares not charge.  Answers whether there was anything to do."""
    who = model.id
    if model.record.down:
        play.ruleset.action["stand-up"].rule(play, model)
        return True
    enemies = [f.id for f in foes(play, NEUTRAL)]
    if not enemies or not model.standing:
        return False
    near = engaged_with(play, who)
    fights = bool(near) and unpaid(play, "fight").allowed(model)
    at_hand = [enemy for enemy in near if not fighting.refused(model, enemy)] if fights else []
    if near and not at_hand:
        return False
    whom = nearest(play, who, at_hand or enemies)
    close = gap(model.at, play.state.records[whom].at) <= 2 * model.move
    charges = not near and close and unpaid(play, "charge").allowed(model) and not charging.refused(model, whom)
    if (near or charges) and not courage.dares(play, model, whom):
        return True
    play.happen(Spent(who))
    if near:
        play.happen(Declared(who, Deed("fight", "melee", who, ((who, whom),)), "Fight!"))
        play.then(fighting.blow, who, "fight")
        play.then(interrupts.answers)
        play.then(harm.aftermath)
    elif charges:
        play.happen(Declared(who, Deed("charge", "charge", who, ((who, whom),)), "Charge!"))
        charging.carry_out(play)
    else:
        go_at(play, who, whom)
    return True


def go_at(play: Play, who: int, whom: int) -> None:
    """A Move at somebody, by the shortest way; those whose reach it leaves strike first."""
    go(play, who, [ground.touching_point(play.state.records[who].at, play.state.records[whom].at)], whom)


def go(play: Play, who: int, goals: list[Point], whom: int = NOBODY) -> None:
    """A Move towards the nearest of some places, as far as it goes; straight at somebody where there is no way."""
    play.happen(Declared(who, Deed(moving.MOVE.id, "move", who, ((who, NOBODY),)), moving.MOVE.name))
    rules = ground.rules_for(play, who, moving.allowance(play, who))
    me = play.state.records[who].at
    points: tuple[Point, ...] = ((me.x, me.y, me.z),)
    route = _way(play, who, goals, rules)
    if route:
        points = partway(play.world.board, layout(play), who, route, rules).points
    elif whom >= 0:
        points = (*points, ground.straight(play, who, whom, rules.allowance, rules=rules))
    if points[-1] != points[0] and fighting.goes(play, who, points, ground.provokes(play, who, points)):
        play.reach(Arrival(who, points))
    moving.conclude(play)


def _way(play: Play, who: int, goals: list[Point], rules: Rules) -> Route:
    """The shortest way to the nearest of some places that is not much longer than straight, else one up to twice as
    long; none where there is none."""
    me = play.state.records[who].at
    far = min((isqrt((x - me.x) ** 2 + (y - me.y) ** 2) for x, y, _ in goals), default=0)
    for longest in (far + DETOUR, 2 * far + DETOUR):
        within = replace(rules, allowance=longest)
        found = shortest(play.world.board, layout(play), who, goals, within, ground.GRAIN, first=True)
        if found is not None:
            return found[0]
    return ()


# ---- civilians -------------------------------------------------------------------------------------------------------


def alarm_civilians(play: Play, began: TurnBegan) -> None:
    """Civilians of the side whose turn it is may have to run."""
    for who in play.world.civilians:
        if play.state.records[who].owner == began.seat and play.state.records[who].here:
            play.then(bolt, who)


def bolt(play: Play, who: int) -> None:
    """A civilian without a Hero near spends its turn on getting to one, if its points may carry it there; else it runs
    for the nearest edge of the table, and off it."""
    model = Model(play, who)
    heroes = heroes_of(play, model.owner)
    if not model.standing or guarded(play, who, heroes):
        return
    stretch = model.record.ap * model.move
    within = any(gap(model.at, play.state.records[h].at) - GUARDED <= stretch for h in heroes)
    play.happen(Activated(who))
    play.then(hurry, who, within)


def hurry(play: Play, who: int, to_hero: bool) -> None:
    """A civilian goes on to the nearest Hero, or to the edge, until it is safe or has no points left."""
    model = Model(play, who)
    heroes = heroes_of(play, model.owner)
    if not model.record.here:
        return
    if not model.standing or model.record.ap <= 0 or guarded(play, who, heroes):
        play.happen(Finished(who, model.record.ap))
        return
    play.happen(Spent(who))
    if to_hero and heroes:
        go_at(play, who, nearest(play, who, heroes))
    else:
        flee(play, who)
    play.then(hurry, who, to_hero)


def heroes_of(play: Play, seat: int) -> list[int]:
    """The Heroes of a side that are on the table."""
    kits = play.world.kits
    return [f.id for f in here(play) if f.owner == seat and kits[f.id].profile.rank == "hero"]


def guarded(play: Play, who: int, heroes: list[int]) -> bool:
    """Whether a Hero is near a civilian."""
    return near_one(play, play.state.records[who].at, heroes)


def near_one(play: Play, at: Placement, heroes: list[int]) -> bool:
    """Whether one of these Heroes is near a place."""
    return any(gap(at, play.state.records[hero].at) <= GUARDED for hero in heroes)


def leash(play: Play, who: int) -> Callable[[Placement], Reasons] | None:
    """What a civilian's player may not do with it where it must stay near: a move of one who has a Hero near does not
    end away from all of them, nor does it charge an enemy there.  None where its moves are free, as everybody
    else's are."""
    if who not in play.world.civilians or not play.option["civilians-kept-near"]:
        return None
    heroes = heroes_of(play, play.state.records[who].owner)
    if not guarded(play, who, heroes):
        return None
    return lambda at: () if near_one(play, at, heroes) else ('It must stay within 6" of a Hero.',)


def flee(play: Play, who: int) -> None:
    """A civilian runs for the nearest edge, and off it once it is there."""
    at, board = play.state.records[who].at, play.world.board
    edge = edges.nearest_edge(board, at)
    if not edges.at_edge(board, edge, at, NEAR):
        go(play, who, edges.along(board, edge, at))
    if play.state.records[who].standing and edges.at_edge(board, edge, play.state.records[who].at, NEAR):
        leave(play, who)


def leave(play: Play, who: int) -> None:
    """A figure steps off the table, with what it carries."""
    at = play.state.records[who].at
    for thing in play.state.records[who].carries:
        play.happen(PutDown(who, thing, at.x, at.y, at.z, "gone"))
    play.happen(Left(who))
