"""When a battle is over, what each side has earned by then, and who has won it."""

from __future__ import annotations

from collections.abc import Callable

from ....core.length import INCH
from ....core.ruleset import Statistics
from ....mechanics import result
from ....space.shapes import bounds, contains
from ..events.moments import CasketLooted
from ..events.rounds import BattleEnded, Scored
from ..printed.scenario import Scoring
from ..records import Cache, Casket, Driver, Fighter, Model, Play, State, Status, World
from ..records.position import crawlers, crewed_vehicles, fighters, near_by, passengers
from ..records.things import CONTAINER
from . import deployment, zones
from .zones import zones_named

HOLDING = 1 * INCH


def verdict(play: Play) -> BattleEnded | None:
    """At the end of a round: the battle is over when a side has nobody left who stands or could stand, or after the
    last round."""
    now, left = play.state.turn, models_left(play)
    if all(left) and now.round < play.world.scenario.rounds:
        return None
    totals = points(play)
    return BattleEnded(_why(play, left), totals, leading(play, totals))


def forfeit(play: Play, seat: int) -> BattleEnded:
    """A side has given the battle up: the other wins it, whatever the points say."""
    return BattleEnded(f"{play.world.gangs[seat]} has given it up.", points(play), 1 - seat)


def _why(play: Play, left: tuple[int, int]) -> str:
    gone = [play.world.gangs[seat] for seat in (0, 1) if not left[seat]]
    if gone:
        return f"{' and '.join(gone)} can fight no more."
    return f"round {play.state.turn.round} was the last."


def fighters_left(play: Play) -> tuple[int, int]:
    """How many fighters of each side stand, or could stand up; those in cages and crawlways
    among them."""
    left, inside = [0, 0], {*passengers(play.world, play.state), *crawlers(play.state)}
    for f in fighters(play):
        if f.status in UNHURT or f.id in inside:
            left[f.owner] += 1
    return left[0], left[1]


def models_left(play: Play) -> tuple[int, int]:
    """The same with the vehicles that are no wrecks, and with reinforcements that are still to come."""
    left = [f + len(deployment.reserve(play.world, play.state, seat)) for seat, f in enumerate(fighters_left(play))]
    for v in crewed_vehicles(play.world, play.state):
        left[v.owner] += Driver(play, v.id).on_table
    return left[0], left[1]


UNHURT = (Status.STANDING, Status.PINNED)


def leading(play: Play, totals: tuple[int, int]) -> int:
    """Who has more points; where they are level, who has fewer fighters down or gone; -1 if that is level too."""
    left, sides = fighters_left(play), play.world.sides
    red, blue = (
        left[seat] + len(deployment.reserve(play.world, play.state, seat)) - len(sides[seat]) for seat in (0, 1)
    )
    return result.leading(totals, (red, blue))


def points(play: Play) -> tuple[int, int]:
    """The points of each side if the battle ended now: what it has scored, what the scenario counts at the end, and the
    prize for being the only one left.  Once it is over they stand."""
    scenario = play.world.scenario
    if play.state.turn.phase == "over":
        red, blue = play.state.turn.points
        return red, blue
    totals, left = list(play.state.turn.points), models_left(play)
    for kind in COUNTED:
        if kind in scenario.scores(0) or kind in scenario.scores(1):
            earned = COUNTED[kind](play)
            for seat in (0, 1):
                totals[seat] += earned[seat] if kind in scenario.scores(seat) else 0
    for seat in (0, 1):
        if left[seat] and not left[1 - seat]:
            totals[seat] += scenario.points.field
    return totals[0], totals[1]


def casualties(play: Play) -> tuple[int, int]:
    """For the enemies that are out of action, fled or not, each by its role, and for their vehicles."""
    worth, kits, earned = play.world.scenario.points.casualty, play.world.kits, [0, 0]
    for f in fighters(play):
        if f.status is Status.OUT and f.deployed:
            earned[1 - f.owner] += getattr(worth, kits[f.id].profile.role)
    for v in crewed_vehicles(play.world, play.state):
        if v.deployed and not Driver(play, v.id).on_table:
            earned[1 - v.owner] += worth.vehicle
    return earned[0], earned[1]


def caskets(play: Play) -> tuple[int, int]:
    """For the caskets, or the ammo caches that were in them, that a side alone stands within an inch of."""
    firm = [f for f in fighters(play) if stands_firm(f)]
    holders = [holding(play, who, firm) for who in zones.casket_ids(play.world)]
    worth = play.world.scenario.points.held
    return holders.count({0}) * worth, holders.count({1}) * worth


def holding(play: Play, who: int, firm: list[Fighter]) -> set[int]:
    """The sides that have one of these fighters within an inch of a casket, or of the cache it became."""
    thing = play.state.records[who]
    if not isinstance(thing, Casket) and not (isinstance(thing, Cache) and thing.there):
        return set()
    return {f.owner for f in firm if near_by(play, f.at, thing.at, HOLDING)}


def survivors(play: Play) -> tuple[int, int]:
    """For one's own fighters that are still there and not down."""
    red, blue = fighters_left(play)
    worth = play.world.scenario.points.survivor
    return red * worth, blue * worth


def goal(play: Play) -> tuple[int, int]:
    """For one's own fighters that stand in a goal, and for one's vehicles whose middle is there."""
    earned, worth = [0, 0], play.world.scenario.points
    zones = [(zone, *bounds(zone)) for zone in zones_named(play.world.board, play.world.scenario.goal)]
    for body, points in (
        *((f, worth.reached) for f in fighters(play) if stands_firm(f)),
        *((v, worth.arrived) for v in crewed_vehicles(play.world, play.state) if Driver(play, v.id).on_table),
    ):
        x, y = body.at.x, body.at.y
        for zone, west, south, east, north in zones:
            if west <= x <= east and south <= y <= north and contains(zone, x, y):
                earned[body.owner] += points
                break
    return earned[0], earned[1]


COUNTED: dict[Scoring, Callable[[Play], tuple[int, int]]] = {
    "casualties": casualties,
    "caskets": caskets,
    "survivors": survivors,
    "goal": goal,
}


def stands_firm(fighter: Fighter) -> bool:
    """Whether a fighter stands, its nerve unbroken."""
    return fighter.status is Status.STANDING and not fighter.broken


def score_opened_casket(play: Play, looted: CasketLooted) -> None:
    """Whoever opens a casket earns the points for that at once, where caskets count."""
    scenario = play.world.scenario
    opener = Model(play, looted.opener)
    if play.state.records[looted.casket].profile == CONTAINER:
        return  # there is no end to what could be earned
    if "caskets" in scenario.scores(opener.owner) and scenario.points.opened:
        play.happen(Scored(opener.owner, scenario.points.opened, f"{play.world.names[opener.id]} has opened a casket"))


def statistics(world: World, state: State) -> Statistics:
    """What simulations count: fighters that were taken out of action, not those that fled."""
    fallen = [0, 0]
    for record in state.records:
        if isinstance(record, Fighter) and record.status is Status.OUT and record.deployed and not record.fled:
            fallen[record.owner] += 1
    return Statistics(state.turn.round, (fallen[0], fallen[1]))
