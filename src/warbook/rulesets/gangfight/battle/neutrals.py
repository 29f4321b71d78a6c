"""The turn of those who obey nobody: the dead and the beast."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from ....core.length import INCH
from ....core.structs import replace
from ....space.movement import Point, Route, Rules, partway, shortest
from ..attacks import charging, fighting
from ..checks import provoking
from ..checks.requirements import unpaid
from ..events.deeds import Declared
from ..events.moments import Arrival
from ..events.movement import Left
from ..events.rounds import Activated, Finished, Spent
from ..events.things import PutDown
from ..harm import courage
from ..movement import declaring, going, moving, ways
from ..movement.rules import allowance, rules_for
from ..records import NEUTRAL, NOBODY, Deed, Model, Play
from ..records.distances import engaged_with, gap, nearest
from ..records.position import foes, layout
from . import rounds

NEAR = INCH // 4  # a figure as near as that to the edge of the table can step off it
DETOUR = 8 * INCH


# ---- their turn ------------------------------------------------------------------------------------------------------


def act_for_neutrals(play: Play) -> None:
    """The next of the neutrals does one thing.  Their turn is over when none of them has anything left to do."""
    able = rounds.able_to_be_activated(play, NEUTRAL)
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
    """A neutral stands up if it lies; fights an enemy who is in close combat with it; charges the nearest within
    twice its movement, if it dares; else moves at it.  Answers whether there was anything to do."""
    who = model.id
    if model.record.down:
        play.ruleset.action["stand-up"].rule(play, model)
        return True
    enemies = [f.id for f in foes(play, NEUTRAL)]
    if not enemies or not model.standing:
        return False
    near = engaged_with(play, who)
    fights = bool(near) and unpaid(play, "fight").allowed(model)
    at_hand = [enemy for enemy in near if not fighting.fight_refused(model, enemy)] if fights else []
    if near and not at_hand:
        return False
    whom = nearest(play, who, at_hand or enemies)
    close = gap(model.at, play.state.records[whom].at) <= 2 * model.move
    charges = not near and close and unpaid(play, "charge").allowed(model) and not charging.charge_refused(model, whom)
    if (near or charges) and not courage.dares(play, model, whom):
        return True
    play.happen(Spent(who))
    if near or charges:
        attack: Callable[..., None] = play.ruleset.action["fight" if near else "charge"].rule
        attack(play, model, whom)
    else:
        move_at(play, who, whom)
    return True


def move_at(play: Play, who: int, whom: int) -> None:
    """A Move at somebody, by the shortest way; those whose reach it leaves strike first."""
    move_to(play, who, [ways.touching_point(play.state.records[who].at, play.state.records[whom].at)], whom)


def move_to(play: Play, who: int, goals: list[Point], whom: int = NOBODY) -> None:
    """A Move towards the nearest of some places, as far as it goes; straight at somebody where there is no way."""
    play.happen(Declared(who, Deed(moving.MOVE.id, "move", who, ((who, NOBODY),)), moving.MOVE.name))
    rules = rules_for(play, who, allowance(play, who))
    me = play.state.records[who].at
    points: tuple[Point, ...] = (me.spot,)
    route = _way(play, who, goals, rules)
    if route:
        points = partway(play.world.board, layout(play), who, route, rules).points
    elif whom >= 0:
        points = (*points, ways.straight_to(play, who, whom, rules.allowance, rules=rules))
    if points[-1] != points[0] and going.go_along(play, who, points, provoking.provokes(play, who, points)):
        play.reach(Arrival(who, points))
    declaring.conclude(play)


def _way(play: Play, who: int, goals: list[Point], rules: Rules) -> Route:
    """The shortest way to the nearest of some places that is not much longer than straight, else one up to twice as
    long; none where there is none."""
    me = play.state.records[who].at
    far = min((isqrt((x - me.x) ** 2 + (y - me.y) ** 2) for x, y, _ in goals), default=0)
    for longest in (far + DETOUR, 2 * far + DETOUR):
        within = replace(rules, allowance=longest)
        found = shortest(play.world.board, layout(play), who, goals, within, ways.GRAIN, first=True)
        if found is not None:
            return found[0]
    return ()


# ---- leaving the table -----------------------------------------------------------------------------------------------


def leave_table(play: Play, who: int) -> None:
    """A figure steps off the table, with what it carries."""
    at = play.state.records[who].at
    for thing in play.state.records[who].carries:
        play.happen(PutDown(who, thing, at.x, at.y, at.z, "gone"))
    play.happen(Left(who))
