"""When a battle is over, what each side has earned by then, and who has won it."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.length import INCH
from ...core.ruleset import Result
from ...space.shapes import contains
from . import setup
from .events import BattleEnded, Scored
from .model import Cache, Casket, Fighter, Model, Play, State, Status, fighters, within
from .scenario import Points, Scenario

HOLDING = 1 * INCH


def verdict(play: Play) -> BattleEnded | None:
    """At the end of a round: the battle is over when a side has nobody left who stands or could stand, or after the
    last round."""
    now, left = play.state.turn, able(play)
    if all(left) and now.round < play.world.scenario.rounds:
        return None
    totals = points(play)
    return BattleEnded(_why(play, left), totals, leading(play, totals))


def _why(play: Play, left: tuple[int, int]) -> str:
    gone = [play.world.gangs[seat] for seat in (0, 1) if not left[seat]]
    if gone:
        return f"{' and '.join(gone)} can fight no more."
    return f"round {play.state.turn.round} was the last."


def able(play: Play) -> tuple[int, int]:
    """How many fighters of each side stand, or could stand up."""
    red, blue = (sum(f.owner == seat and f.status in UNHURT for f in fighters(play)) for seat in (0, 1))
    return red, blue


UNHURT = (Status.ACTIVE, Status.PINNED)


def leading(play: Play, totals: tuple[int, int]) -> int:
    """Who has more points; where they are level, who has more fighters left that can fight; -1 if that is level too."""
    for red, blue in (totals, able(play)):
        if red != blue:
            return int(blue > red)
    return -1


# ---- points ----------------------------------------------------------------------------------------------------------


def points(play: Play) -> tuple[int, int]:
    """The points of each side if the battle ended now: what it has scored, and what the scenario counts at the end."""
    red, blue = (play.state.turn.points[seat] + sum(earned(play, seat)) for seat in (0, 1))
    return red, blue


def earned(play: Play, seat: int) -> Iterator[int]:
    """What the scenario counts for a side at the end, and the prize for being the only one left."""
    scenario: Scenario = play.world.scenario
    for kind in scenario.scores(seat):
        match kind:
            case "casualties":
                yield casualties(play, seat)
            case "caskets":
                yield held(play, seat) * scenario.points.held
            case "survivors":
                yield sum(f.owner == seat and f.status in UNHURT for f in fighters(play)) * scenario.points.survivor
            case "escape":
                yield escaped(play, seat) * scenario.points.escaped
    if able(play)[seat] and not able(play)[1 - seat]:
        yield scenario.points.field


def casualties(play: Play, seat: int) -> int:
    """The enemies that are out of action, fled or not, each by its role."""
    worth: Points = play.world.scenario.points
    return sum(
        getattr(worth.casualty, play.world.kits[f.id].profile.role)
        for f in fighters(play)
        if f.owner != seat and f.deployed and f.status is Status.OUT
    )


def held(play: Play, seat: int) -> int:
    """How many caskets, or the ammo caches that were in them, a side alone stands within an inch of."""
    return sum(holders(play, who) == {seat} for who in setup.casket_ids(play.world))


def holders(play: Play, who: int) -> set[int]:
    """The sides that have a fighter standing, its nerve unbroken, within an inch of a casket or of the cache it became."""
    thing = play.state.records[who]
    if not isinstance(thing, Casket) and not (isinstance(thing, Cache) and thing.there):
        return set()
    return {f.owner for f in fighters(play) if _keeps(f) and within(f.at, thing.at, HOLDING)}


def escaped(play: Play, seat: int) -> int:
    """How many fighters of a side stand in a goal, their nerve unbroken."""
    goals = setup.zones(play.world.board, play.world.scenario.goal)
    return sum(
        f.owner == seat and _keeps(f) and any(contains(goal, f.at.x, f.at.y) for goal in goals) for f in fighters(play)
    )


def _keeps(fighter: Fighter) -> bool:
    return fighter.status is Status.ACTIVE and not fighter.broken


def casket_opened(play: Play, opener: Model) -> None:
    """Whoever opens a casket earns the points for that at once, where caskets count."""
    scenario: Scenario = play.world.scenario
    if "caskets" in scenario.scores(opener.owner) and scenario.points.opened:
        play.happen(Scored(opener.owner, scenario.points.opened, f"{play.world.names[opener.id]} has opened a casket"))


def result(state: State) -> Result | None:
    """How the battle ended, once it has."""
    now = state.turn
    if now.phase != "over":
        return None
    return Result(now.winner, now.points, now.why_over)
