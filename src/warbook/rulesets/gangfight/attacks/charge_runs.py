"""The moves of a charge: the dice for the distance, the flights of those who are charged, and the runs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ....core.check import Modifier, Tally, tally
from ....core.decision import Choose
from ....core.length import INCH
from ....core.structs import replace
from ....space.legs import as_far_as, distance_between
from ....space.movement import Point
from ....space.placing import Place
from ..checks import ground, lines, luck, provoking, reach
from ..checks.dice import Throw, successes, trial
from ..checks.ground import Grade
from ..events.deeds import Aimed, Ran, Reached
from ..events.moments import Arrival
from ..harm import courage
from ..movement import going, ways
from ..records import NOBODY, Model, Play
from ..records.distances import engaged_with, gap, no_further, strike_range, touching
from ..records.model import decide, enemies, namer
from ..records.position import foes, friends, in_play, layout, per_position, under_way

FARTHEST = 72 * INCH  # nobody has further to go
COUNTED_BEYOND = 4  # inches more than it needs are counted; what is beyond them is only told to be more
DEEP_IN_REACH = 10  # how much deeper one goes into reach than its very edge


# ---- the dice --------------------------------------------------------------------------------------------------------


class Run(NamedTuple):
    """Somebody who is about to run at an enemy."""

    play: Play
    who: Model
    whom: int


def _hunter(run: Run) -> int:
    """A hunter is fast where another such hunter is at the prey already."""
    kits, prey = run.play.world.kits, engaged_with(run.play, run.whom)
    if not run.who.able("consummate-hunter"):
        return 0
    return PACK * any(f.id in prey and kits[f.id].able("consummate-hunter") for f in friends(run.play, run.who.id))


def _light_of_foot(run: Run) -> int:
    """Elven boots carry an inch further out of difficult ground."""
    return ground.light_of_foot(run.play, run.who.id)


PACK = 3  # inches and dice
RUN: tuple[Modifier, ...] = (
    Modifier("the pack at the prey", _hunter, "abilities, Consummate Hunter"),
    Modifier("elven boots", _light_of_foot, "equipment, charms"),
)


def runs(play: Play) -> None:
    """Each charger rolls its movement in dice against the worst ground on its way; every success is an inch more."""
    deed = under_way(play)
    for who in deed.chargers:
        roll_run(play, who, deed.target_of(who))


def roll_run(play: Play, who: int, whom: int) -> None:
    """How far one charger may go."""
    counted, worst, test = paces(play, who, whom)
    inches = counted.number
    because = (f"dice: {counted}", f"number: {ground.CHARGE_NUMBER[worst]}+ on {worst} ground")
    enough = length_needed(play, who, whom)
    most = max(0, -(-enough // INCH) - inches) + COUNTED_BEYOND
    again, why = luck.rerolls(play, who, "a charge"), f"Charge over {worst} ground"
    more = successes(play, test, "charge.run", why, who, most=most, again=again, because=because)
    play.happen(Ran(who, (inches + more) * INCH, enough, more == most))


def paces(play: Play, who: int, whom: int) -> tuple[Tally, Grade, Throw]:
    """The inches of a charge, which are its dice as well, the worst ground on its way, and the test."""
    run, worst = Run(play, Model(play, who), whom), ground_of_charge(play, who, whom)
    counted = tally("movement", run.who.mov, play.ruleset.modifiers["charge"], run)
    return counted, worst, trial(play, counted.number, ground.CHARGE_NUMBER[worst])


def length_needed(play: Play, who: int, whom: int) -> int:
    """The length beyond which it makes no difference how far a charger may go, in thousandths: as far as to its
    target, or to where the target may still get."""
    deed = under_way(play)
    if len(deed.aims) > 1:
        return FARTHEST
    if who == deed.leader and any(pledge.kind == "flee" for pledge in deed.pledges):
        away = ways.distance(play.state.records[who].at, play.state.records[whom].at) + Model(play, whom).move
        return max(ways.FAR, away)
    return ways.length_of_way(play, who, whom)


def ground_of_charge(play: Play, who: int, whom: int) -> Grade:
    """The worst ground from a charger to its target."""
    if ground.ignores_ground(play, who):
        return ground.FLAT
    return ways.grade_of_way(play, who, whom)


# ---- flights ---------------------------------------------------------------------------------------------------------


def flights(play: Play) -> None:
    """Those who flee go before anybody else moves."""
    deed = under_way(play)
    for pledge in deed.pledges:
        if pledge.kind == "flee":
            play.then(flee, pledge.who)


def flee(play: Play, who: int) -> None:
    """Straight away from the charger by its movement, before the charger moves.  Other enemies whose reach it leaves
    strike at it."""
    pledge, figure = under_way(play).pledged(who), play.state.records[who]
    assert pledge is not None
    if not figure.standing:
        return
    start, spot = figure.at.spot, ways.away_from(play, who, pledge.against)
    provoked = tuple(enemy for enemy in provoking.provokes(play, who, (start, spot)) if enemy != pledge.against)
    if spot != start and going.go_along(play, who, (start, spot), provoked, "flees"):
        play.reach(Arrival(who, (start, spot)))


# ---- the runs --------------------------------------------------------------------------------------------------------


def advance(play: Play, who: int) -> None:
    """A charger runs as far as its dice carry it: at its target, or at another enemy if the target is gone."""
    deed = under_way(play)
    if not play.state.records[who].standing:
        return
    whom = deed.target_of(who)
    if not in_play(play, whom):
        whom = retarget(play, who) if play.option["charge-retargets"] else NOBODY
        if whom == NOBODY:
            play.note(who, "there is nobody left to charge")
            return
        pledge = under_way(play).pledged(whom)
        if pledge is not None and pledge.kind == "flee" and pledge not in deed.pledges:
            play.then(flee, whom)
            play.then(advance, who)
            return
    run_at(play, who, whom, deed.run_of(who), "charges")


def arrived(play: Play, who: int, whom: int) -> bool:
    """Whether an enemy is within a figure's reach now, or in base contact where the table asks for that of a charge."""
    if not (in_play(play, whom) and reach.can_strike(play, who, whom)):
        return False
    return not play.option["charge-needs-contact"] or touching(play.state.records[who].at, play.state.records[whom].at)


def retarget(play: Play, who: int) -> int:
    """Another enemy in sight that a figure charges and dares to face, because its target is gone; or nobody."""
    actor = Model(play, who)
    others = [whom for whom in enemies(actor) if lines.sees(play, who, whom)]
    whom = turn_on(play, actor, others, "charge.other", f"The target is gone: whom does {actor.kit.name} charge?")
    if whom != NOBODY:
        play.happen(Aimed(who, whom, "charge"))
    return whom


def turn_on(play: Play, actor: Model, others: Sequence[int], key: str, prompt: str) -> int:
    """One of these enemies, if the player likes and the figure dares; else nobody."""
    while left := [whom for whom in others if whom not in actor.record.cowed]:
        choices = (*left, NOBODY)
        question = Choose(key, prompt, lambda given=choices: given, idle=(NOBODY,), named=namer(play))
        whom = decide(play, actor.owner, question)
        if whom == NOBODY or courage.dares(play, actor, whom):
            return whom
    return NOBODY


def run_at(play: Play, who: int, whom: int, length: int, how: str) -> None:
    """The shortest way to an enemy, as far as the charge goes.  Enemies whose reach it leaves strike first.  All
    enemies in its reach at the end have been reached."""
    points = points_of_run(play, who, whom, length)
    provoked = tuple(enemy for enemy in provoking.provokes(play, who, points) if enemy != whom)
    if not going.go_along(play, who, points, provoked, how):
        return
    if points[-1] != points[0]:
        play.reach(Arrival(who, points))
    if not play.state.records[who].standing:
        return
    near = tuple(f.id for f in foes(play, play.state.records[who].owner) if arrived(play, who, f.id))
    play.happen(Reached(who, near))
    if whom not in near:
        play.note(who, "it falls short")


def points_of_run(play: Play, who: int, whom: int, length: int) -> tuple[Point, ...]:
    """The points of a run: into base contact if it goes so far.  Where the table allows it, the player may stop as
    soon as the enemy is in reach."""
    points = ways.run_towards(play, who, whom, length)
    if not play.option["charge-may-stop"] or play.option["charge-needs-contact"]:
        return points
    shorter = way_into_reach(play, who, whom, points)
    if not shorter:
        return points
    me, other = play.state.records[who], play.state.records[whom].at
    far = "it reaches" if play.world.kits[who].reach else "its threat range"
    nearest = "into base contact" if touching(me.at.moved_to(points[-1]), other) else "as near as it gets"
    question = Choose(
        "charge.stop",
        lambda: f"How near does {play.world.names[who]} run?",
        lambda: (False, True),
        named=lambda stop: f"no nearer than {far}" if stop else nearest,
    )
    return shorter if decide(play, me.owner, question) else points


@per_position
def way_into_reach(play: Play, who: int, whom: int, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The way of a run up to the first place, in tenths of an inch, where the figure may stand with the enemy in
    reach, of a spear too, and in sight.  Empty if that is hardly before the end of the run.  It depends on the
    placements alone."""
    me, other, far = play.state.records[who], play.state.records[whom].at, strike_range(play, play.world.kits[who])
    spare = far - DEEP_IN_REACH - gap(me.at.moved_to(points[-1]), other)
    if spare < provoking.SHORT:
        return ()
    whole = sum(distance_between(a, b) for a, b in pairwise(points))
    first = max(0, whole - spare) if len(points) == 2 else 0  # a way that bends may come into reach sooner
    room = Place("stopping", "", play.world.board, layout(play), who, facing=False)
    there = Play(play.state.copy(), play.ruleset, play.world, [])
    for length in range(first, whole - provoking.SHORT + 1, provoking.SHORT):
        way = as_far_as(points, length)
        at = me.at.moved_to(way[-1])
        if no_further(at, other, far) and not room.legal(way[-1]):
            there.state.put(replace(me, at=at))
            if lines.sees(there, who, whom):
                return way
    return ()
