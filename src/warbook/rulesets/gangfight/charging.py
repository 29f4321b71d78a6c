"""Charge!: dice for the distance, a run at an enemy, a free attack; and what those who are charged may do about it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from msgspec.structs import replace

from ...core.action import Action, Requirement, requirement
from ...core.check import Modifier, Tally, tally
from ...core.decision import Choose, Preview, Reasons
from ...core.length import INCH, written
from ...core.state import Placement
from ...space.decisions import Place
from ...space.movement import Point
from . import charms, courage, fighting, ground, harm, interrupts, lines, moving, neutrals, perks
from .dice import Throw, successes, trial
from .events.deeds import Aimed, Declared, Met, Ran, Reached, Struck
from .events.moments import Arrival, CounterChargeDue
from .events.rounds import Spent
from .model import (
    Model,
    Play,
    choose_enemy,
    decide,
    enemies,
    engaged_with,
    foes,
    friends,
    gap,
    in_play,
    layout,
    namer,
    no_further,
    strike_of,
    threat_of,
    threat_range,
    touching,
    under_way,
)
from .records import NOBODY, Deed, spot_of
from .requirements import has_points, not_engaged, standing, unburdened

CITE = "actions and action points, standard actions"
FARTHEST = 72 * INCH  # nobody has further to go
TOLD = 4  # inches more than it needs are counted; what is beyond them is only told to be more
ROUNDED = 10  # how much deeper one goes into threat range than its very edge


# ---- declaring -------------------------------------------------------------------------------------------------------


def refused(actor: Model, whom: int) -> Reasons:
    """Why a figure may not charge an enemy."""
    play, me, other = actor.play, actor.record, actor.play.state.records[whom]
    if whom in me.cowed:
        return ("It dares not, in this activation.",)
    if no_further(me.at, other.at, threat_of(play, me)):
        return ("It is in its threat range already.",)
    if not lines.sees(play, actor.id, whom):
        return ("It is out of sight.",)
    kept_near = neutrals.leash(play, actor.id)
    if kept_near is None:
        return ()
    x, y, z = ground.touching_point(me.at, other.at)
    return kept_near(replace(me.at, x=x, y=y, z=z))


def choose_target(play: Play, actor: Model) -> int:
    """Whom to charge."""
    prompt = f"Whom does {actor.kit.name} charge?"
    preview = Preview(
        notes=lambda whom: prospects(actor, whom), cautions=lambda whom: cautions(actor, whom), actor=actor.id
    )
    return choose_enemy(play, actor, "charge.target", prompt, lambda whom: refused(actor, whom), preview)


def prospects(actor: Model, whom: int) -> list[str]:
    """What a charge at an enemy takes: how far it is, how many dice must succeed, and who strikes on the way."""
    play: Play = actor.play
    _, worst, test = paces(play, actor.id, whom)
    length, takes = ground.length_of_way(play, actor.id, whom), wanted(actor, whom)
    dice = f"{test.dice} {'die' if test.dice == 1 else 'dice'} on {test.number}+"
    chance = f"it takes {takes} of {dice}" if takes > 0 else "it gets there whatever the dice show"
    if takes > test.dice:  # only dice that 6s earn carry it so far
        chance = f"{chance}, so 6s that earn more" if test.earns and test.dice else "it cannot get there"
    strikes = moving.strikes_on(play, actor.id, ground.way(play, actor.id, whom), (whom,))
    return [*courage.asked_to_dare(actor, whom), f"{written(length)} to go over {worst} ground: {chance}", *strikes]


def wanted(actor: Model, whom: int) -> int:
    """How many dice of a charge must succeed for it to reach an enemy that stays where it is."""
    play: Play = actor.play
    inches = paces(play, actor.id, whom)[0].number
    length = ground.length_of_way(play, actor.id, whom)
    return inches_to(play, actor.id, whom, inches, -(-length // INCH)) - inches


def cautions(actor: Model, whom: int) -> list[str]:
    """That an enemy is further off than the dice of a charge carry by themselves."""
    play: Play = actor.play
    counted, _, test = paces(play, actor.id, whom)
    at_most = strike_of(play, actor.record) + (counted.number + test.dice) * INCH
    if no_further(actor.at, play.state.records[whom].at, at_most) and wanted(actor, whom) <= test.dice:
        return []
    return ["out of reach, but for 6s that earn more dice" if test.earns and test.dice else "out of reach"]


def caution_of_counter(play: Play, who: int) -> list[str]:
    """That all who charge somebody else are too far off for a counter-charge, as they stand; whom they charge they
    come to meet."""
    deed, me = under_way(play), Model(play, who)
    if who in deed.targets:
        return []
    said = [cautions(me, charger) for charger in deed.chargers]
    return [f"as they stand {said[0][0]}"] if said and all(said) else []


def inches_to(play: Play, who: int, whom: int, least: int, most: int) -> int:
    """The fewest whole inches, so many at least and so many at most, that bring an enemy into reach while nobody else
    moves."""
    there = Play(play.state.copy(), play.ruleset, play.world, [])
    record = play.state.records[who]

    def gets_there(inches: int) -> bool:
        x, y, z = ground.run_towards(play, who, whom, inches * INCH)[-1]
        there.state.put(replace(record, at=replace(record.at, x=x, y=y, z=z)))
        return arrived(there, who, whom)

    return least + bisect_left(range(least, most), True, key=gets_there)  # no longer run ends further off


def charge(play: Play, actor: Model) -> None:
    """Declare, let the other side declare, roll, run, strike."""
    whom = choose_target(play, actor)
    if not courage.dares(play, actor, whom):
        return
    play.happen(Spent(actor.id))
    survey(play, actor.id, whom)
    play.happen(Declared(actor.id, Deed("charge", "charge", actor.id, ((actor.id, whom),)), CHARGE.name))
    carry_out(play)


def survey(play: Play, who: int, whom: int) -> None:
    """What ground a charger has before it, which the other side may know before it declares anything."""
    play.note(who, f"the worst ground on its way is {grade(play, who, whom)}")


def carry_out(play: Play, *more: Callable[[Play], None]) -> None:
    """Queues the stages of a charge that is declared, by one or by a band; `more` follow on the attacks."""
    deed = under_way(play)
    play.then(runs)
    play.then(interrupts.flights)
    for who in deed.band:
        play.then(moving.stride if who in deed.walkers else advance, who)
    play.then(counters)
    for attacking in (attacks, *more):
        play.then(attacking)
    play.then(interrupts.answers)
    play.then(harm.aftermath)


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
    enough = needed(play, who, whom)
    most = max(0, -(-enough // INCH) - inches) + TOLD
    again, why = charms.again(play, who, "a charge"), f"Charge over {worst} ground"
    more = successes(play, test, "charge.run", why, who, most=most, again=again, because=because)
    play.happen(Ran(who, (inches + more) * INCH, enough, more == most))


def paces(play: Play, who: int, whom: int) -> tuple[Tally, str, Throw]:
    """The inches of a charge, which are its dice as well, the worst ground on its way, and the test."""
    run, worst = Run(play, Model(play, who), whom), grade(play, who, whom)
    counted = tally("movement", run.who.mov, play.ruleset.modifiers["charge"], run)
    return counted, worst, trial(play, counted.number, ground.CHARGE_NUMBER[worst])


def needed(play: Play, who: int, whom: int) -> int:
    """The length beyond which it makes no difference how far a charger may go, in thousandths: to where its target is,
    or may yet be."""
    deed = under_way(play)
    if len(deed.aims) > 1:
        return FARTHEST
    if who == deed.leader and any(pledge.kind == "flee" for pledge in deed.pledges):
        away = ground.distance(play.state.records[who].at, play.state.records[whom].at) + Model(play, whom).move
        return max(ground.FAR, away)
    return ground.length_of_way(play, who, whom)


def grade(play: Play, who: int, whom: int) -> str:
    """The worst ground from a charger to its target."""
    if ground.ignores_ground(play, who):
        return ground.FLAT
    return ground.grade_of_way(play, who, whom)


# ---- flights ---------------------------------------------------------------------------------------------------------


def flee(play: Play, who: int) -> None:
    """Straight away from the charger by its movement, before that one moves; other enemies whom it leaves strike."""
    pledge, figure = under_way(play).pledged(who), play.state.records[who]
    assert pledge is not None
    if not figure.standing:
        return
    start, spot = spot_of(figure.at), ground.away_from(play, who, pledge.against)
    provoked = tuple(enemy for enemy in ground.provokes(play, who, (start, spot)) if enemy != pledge.against)
    if spot != start and fighting.goes(play, who, (start, spot), provoked, "flees"):
        play.reach(Arrival(who, (start, spot)))


# ---- the runs --------------------------------------------------------------------------------------------------------


def advance(play: Play, who: int) -> None:
    """A charger runs as far as its dice carry it: at its target, or at another enemy where that one is gone."""
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
    """Whether a charge has brought an enemy into a figure's reach, or into base contact where the table asks for that,
    as the figures stand."""
    if not (in_play(play, whom) and fighting.can_strike(play, who, whom)):
        return False
    return not play.option["charge-needs-contact"] or touching(play.state.records[who].at, play.state.records[whom].at)


def retarget(play: Play, who: int) -> int:
    """Another enemy in sight whom it dares to charge, where the declared one is gone before it moved; or nobody."""
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
    """The shortest way to an enemy, as far as it goes; threat ranges that it leaves are paid for first.  Whoever is in
    its reach at the end has been reached."""
    points = stretch(play, who, whom, length)
    provoked = tuple(enemy for enemy in ground.provokes(play, who, points) if enemy != whom)
    if not fighting.goes(play, who, points, provoked, how):
        return
    if points[-1] != points[0]:
        play.reach(Arrival(who, points))
    if not play.state.records[who].standing:
        return
    near = tuple(f.id for f in foes(play, play.state.records[who].owner) if arrived(play, who, f.id))
    play.happen(Reached(who, near))
    if whom not in near:
        play.note(who, "it falls short")


def stretch(play: Play, who: int, whom: int, length: int) -> tuple[Point, ...]:
    """The way of a run: into base contact if it goes so far; or, where its player likes and the table allows it, no
    nearer than to where the enemy is in threat range."""
    points = ground.run_towards(play, who, whom, length)
    if not play.option["charge-may-stop"] or play.option["charge-needs-contact"]:
        return points
    shorter = layout(play).once(("stopping", who, whom, points), stopping, play, who, whom, points)
    if not shorter:
        return points
    me, other = play.state.records[who], play.state.records[whom].at
    nearest = "into base contact" if touching(placed(me.at, points[-1]), other) else "as near as it gets"
    question = Choose(
        "charge.stop",
        lambda: f"How near does {play.world.names[who]} run?",
        lambda: (False, True),
        named=lambda stop: "no nearer than its threat range" if stop else nearest,
    )
    return shorter if decide(play, me.owner, question) else points


def stopping(play: Play, who: int, whom: int, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The way of a run as far as the first place on it, in tenths of an inch, where one may stand with the enemy in
    threat range and in sight; nothing where that is hardly before its end.  It depends on the placements alone."""
    me, other, threat = play.state.records[who], play.state.records[whom].at, threat_range(play, play.world.kits[who])
    spare = threat - ROUNDED - gap(placed(me.at, points[-1]), other)
    if spare < ground.SHORT:
        return ()
    whole = sum(far(a, b) for a, b in pairwise(points))
    first = max(0, whole - spare) if len(points) == 2 else 0  # a way that bends may come into reach sooner
    room = Place("stopping", "", play.world.board, layout(play), who, facing=False)
    there = Play(play.state.copy(), play.ruleset, play.world, [])
    for length in range(first, whole - ground.SHORT + 1, ground.SHORT):
        way = as_far_as(points, length)
        at = placed(me.at, way[-1])
        if no_further(at, other, threat) and not room.legal(way[-1]):
            there.state.put(replace(me, at=at))
            if lines.sees(there, who, whom):
                return way
    return ()


def as_far_as(points: tuple[Point, ...], length: int) -> tuple[Point, ...]:
    """The first part of a way, so long."""
    for n, (a, b) in enumerate(pairwise(points), 1):
        leg = far(a, b)
        if length < leg:
            x, y, z = (p + (q - p) * length // leg for p, q in zip(a, b, strict=True))
            return (*points[:n], (x, y, z))
        length -= leg
    return points


def far(a: Point, b: Point) -> int:
    """How far it is from one point to another, rounded down."""
    return isqrt(sum((p - q) ** 2 for p, q in zip(a, b, strict=True)))


def placed(at: Placement, point: Point) -> Placement:
    """The same body at another place."""
    x, y, z = point
    return replace(at, x=x, y=y, z=z)


# ---- counter-charges -------------------------------------------------------------------------------------------------


def counters(play: Play) -> None:
    """Those who counter-charge, once all chargers have moved.  Whom another charger has reached runs all the same,
    unless the table has it stay and meet that one."""
    deed = under_way(play)
    for pledge in deed.pledges:
        if pledge.kind != "counter-charge" or (pledge.against, pledge.who) in deed.reached:
            continue
        came = [each for each, whom in deed.reached if whom == pledge.who]
        if not came or play.option["counter-from-combat"]:
            play.then(counter, pledge.who)
        else:
            stay(play, pledge.who, came)


def stay(play: Play, who: int, came: list[int]) -> None:
    """A counter-charger turns on one of those who have reached it instead of the one that it named."""
    question = Choose(
        "counter-charge.meets", f"Whom does {Model(play, who).kit.name} meet?", lambda: came, named=namer(play)
    )
    play.happen(Met(who, play.pick(play.state.records[who].owner, question)))


def counter(play: Play, who: int) -> None:
    """A counter-charger runs to meet a charger that fell short of it."""
    deed = under_way(play)
    pledge = deed.pledged(who)
    assert pledge is not None
    if play.state.records[who].standing and in_play(play, pledge.against):
        roll_run(play, who, pledge.against)
        run_at(play, who, pledge.against, under_way(play).run_of(who), "counter-charges")


def counter_attack(play: Play, moment: CounterChargeDue) -> None:
    """The blow of a counter-charge, fallen or not, once either has reached the other."""
    deed, pledge = under_way(play), moment.pledge
    if {(pledge.against, pledge.who), (pledge.who, pledge.against)} & {*deed.reached}:
        fighting.strike_back(play, pledge, "weight" if heavy(play, pledge.who) else "fight")


def prey(play: Play, who: int) -> int:
    """At whom a figure charges or counter-charges in the action under way, or nobody."""
    deed = play.state.turn.deed
    if deed is None or deed.row != "charge":
        return NOBODY
    pledge = deed.pledged(who)
    return pledge.against if pledge is not None and pledge.kind == "counter-charge" else deed.target_of(who)


# ---- the attacks -----------------------------------------------------------------------------------------------------


def attacks(play: Play) -> None:
    """The free attacks of those who act, in the order that their side likes."""
    deed = under_way(play)
    waiting = [who for who in deed.band if who not in deed.done and in_reach(play, who)]
    if not waiting:
        return
    seat = play.state.records[deed.leader].owner
    who = play.pick(seat, Choose("charge.next", "Who attacks next?", lambda: waiting, named=namer(play)))
    play.then(free_attack, who)
    play.then(attacks)


def in_reach(play: Play, who: int) -> list[int]:
    """Whom a free attack of this action may be aimed at: enemies whom the charge brought into reach and who still are;
    after a move, and at some tables after the charge of a band, those in base contact."""
    deed, me = under_way(play), play.state.records[who]
    charges = who in deed.chargers
    near = reached_by(play, who) if charges else [f.id for f in foes(play, me.owner)]
    if not charges or (len(deed.band) > 1 and play.option["band-needs-contact"]):
        near = [whom for whom in near if touching(me.at, play.state.records[whom].at)]
    return [whom for whom in near if whom not in me.cowed and arrived(play, who, whom)]


def reached_by(play: Play, who: int) -> list[int]:
    """Whom a charge brought into a figure's reach: all of them, or only its target; at some tables also who came to
    meet one that fell short."""
    deed = under_way(play)
    near = [whom for each, whom in deed.reached if each == who]
    if play.option["failed-charger-strikes"]:
        near += [each for each, whom in deed.reached if whom == who and each not in near]
    return (
        near if play.option["charge-attacks"] == "anybody" else [whom for whom in near if whom == deed.target_of(who)]
    )


def free_attack(play: Play, who: int) -> None:
    """An attack for nothing: at the target if that is in reach, else at another whom it dares to face.  It need not be
    made; at the target nobody is asked, unless that one knows what to do with a miss.

    Who throws its weight into a charge makes a Power Attack of it, at no loss.
    """
    deed = under_way(play)
    play.happen(Struck(who))
    actor, whom, near = Model(play, who), deed.target_of(who), in_reach(play, who)
    if whom not in near or perks.welcomes_misses(play, whom):
        chosen = turn_on(
            play, actor, [whom] if whom in near else near, "charge.attack", f"Whom does {actor.kit.name} attack?"
        )
        if chosen == NOBODY:
            return
        if chosen != whom:
            whom = chosen
            play.happen(Aimed(who, whom, "melee", whom not in deed.named))
    fighting.assault(play, who, whom, "weight" if heavy(play, who) else style_of(play, actor))


def heavy(play: Play, who: int) -> bool:
    """Whether a figure throws its weight into its blow: it knows how, and has run home itself, if only to meet a
    charger."""
    return Model(play, who).able("throwing-weight") and any(each == who for each, _ in under_way(play).reached)


def style_of(play: Play, actor: Model) -> str:
    """A Fight!, or where the table allows it one of its variants."""
    if not play.option["charge-any-attack"]:
        return "fight"
    prompt = f"How does {actor.kit.name} attack?"
    question = Choose("charge.style", prompt, lambda: fighting.STYLES, named=lambda style: style.capitalize())
    return decide(play, actor.owner, question)


somebody_to_charge: Requirement[Model] = requirement(
    "It must see an enemy outside its threat range that it dares to face."
)(lambda actor: any(not refused(actor, whom) for whom in enemies(actor)))

CHARGE: Action[Model] = Action(
    "charge",
    "Charge!",
    "1 AP",
    "It runs at an enemy in sight: as far as its movement and an inch for each success of that many dice, which must "
    "reach 2 on flat, 4 on light and 6 on dense ground, the worst on its way. With an enemy in its threat range then, "
    "it makes a Fight! for nothing. Short of one it still goes all the way that it rolled.",
    CITE,
    (standing, has_points, not_engaged, unburdened, somebody_to_charge),
    charge,
    leaves_open=(
        "Whether a charger in reach of somebody else attacks that one: it may (charge-attacks). Whether to reach means "
        "contact or threat range: the latter (charge-needs-contact), so that it may stop there (charge-may-stop). What "
        "it may do where its target is gone before it has moved: charge another in sight (charge-retargets). Whether "
        "its attack may be a Power or Finesse Attack: no (charge-any-attack)."
    ),
)
