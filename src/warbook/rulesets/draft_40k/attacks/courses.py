"""Tanks that drive straight at the enemy: Tank Shock and Ram.

A tank turns, and goes straight on as far as it means to; a ram goes as far as it can.  It is stopped an inch from
friends, from what it cannot pass, and from enemy vehicles, unless it rams them; to units on foot that it comes to it
does what `tank_shock` says.
"""

from __future__ import annotations

from functools import partial

from ....core.action import Action, requirement
from ....core.decision import Choose, Reasons
from ....core.dice import D6
from ....core.length import INCH
from ....core.state import Placement
from ....core.structs import replace
from ....space.drives.decision import Drive
from ....space.drives.driving import driven
from ....space.drives.met import SOLID, Driven, DriveRules, Met
from ..checks import ground, rates, sight
from ..checks.permissions import may, permitted
from ..checks.requirements import in_phase, not_moved, on_table
from ..events.courses import CourseWent
from ..events.movement import How, Moved, Went
from ..events.turns import DeedDone
from ..harm import penetration
from ..movement import driving
from ..printed.words import action
from ..records.position import course_of, enemies, foes, here, model, way_layout
from ..records.state import Course, Mode
from ..records.unit import Unit
from ..records.world import Play
from . import chance, ramming, tank_shock
from .ramming import able_to_go

A_TOUCH = 2
"""So much farther a ram looks than it goes: whoever it touches at its very end is rammed too."""


@requirement("It must be a tank.", fixed=True)
def is_tank(unit: Unit) -> bool:
    return unit.drives("tank") and len(unit.members) == 1


@requirement("It must have an enemy unit on foot within reach.")
def has_prey(unit: Unit) -> bool:
    return within_reach(unit, of_vehicles=False)


@requirement("It must have an enemy vehicle within reach.")
def has_mark(unit: Unit) -> bool:
    return within_reach(unit, of_vehicles=True)


def within_reach(unit: Unit, *, of_vehicles: bool) -> bool:
    """Whether an enemy that fights nobody is as near as a unit could drive."""
    play, far = unit.play, rates.distance(unit, fastest(unit))
    others = [Unit(play, foe.id) for foe in foes(play, unit.owner) if not foe.locked]
    concerned = [
        other
        for other in others
        if not other.drives("flyer") and (of_vehicles == other.crewed or other.drives("walker"))
    ]
    return any(sight.nearest(play, unit.id, other.id) <= far for other in concerned)


def modes_of(unit: Unit) -> list[Mode]:
    """The modes in which a tank may drive at the enemy, the slowest first."""
    faster: list[Mode] = ["surge"]
    if rates.flat_out(unit):
        faster.append("flat-out")
    return ["advance", *(faster if may(unit, "faster") else ())]


def fastest(unit: Unit) -> Mode:
    """The mode in which a tank goes as fast as it can."""
    return modes_of(unit)[-1]


# ---- setting off -----------------------------------------------------------------------------------------------------


def drive_at(play: Play, unit: Unit) -> None:
    """It says how fast it goes, turns, and drives at whoever is in its way."""
    mode = unit.pick(Choose("mode", f"How does {unit.name} drive?", lambda: modes_of(unit)))
    set_off(play, unit, mode, "drives at the enemy")


def ram(play: Play, unit: Unit) -> None:
    """It turns, and drives as fast as it can at whoever is in its way; it does not shoot in this turn."""
    play.happen(DeedDone(unit.id, "rammed"))
    set_off(play, unit, fastest(unit), "rams", ram=True)


def set_off(play: Play, unit: Unit, mode: Mode, how: How, *, ram: bool = False) -> None:
    """It turns to where it means to go."""
    id, far = unit.members[0], rates.distance(unit, mode)
    question = straight_question(play, unit, mode, ram)
    if not question.candidates(1):
        play.note(unit.id, "it finds no way")
        play.happen(DeedDone(unit.id, "moved"))
        return
    ((drawn, fx, fy),) = unit.ask(question)
    play.happen(Moved(unit.id, mode, (), how))
    turned = question.end_of(((0, fx, fy),))
    if turned != model(play, id).at:
        play.happen(Went(id, turned))
    play.happen(CourseWent(Course(unit.id, far if ram else drawn, ram)))
    play.then(roll_on)


def straight_question(play: Play, unit: Unit, mode: Mode, ram: bool) -> Drive:
    """Where does a tank drive, by one turn and straight on?"""
    id = unit.members[0]

    def refuse(found: Driven) -> Reasons:
        if len(found.lengths) != 1:
            return driving.STRAIGHT
        return ("Something bars its turn.",) if found.stopped is not None and found.stopped.turning else ()

    goals = [model(play, other).at.spot for other in enemies(play, unit.owner)]
    rules = replace(course_rules(play, unit, id, rates.distance(unit, mode), ram), turns=1)
    return Drive(
        "straight", f"Where does {unit.name} drive?", play.world.board, way_layout(play), id, rules,
        stops=partial(stops, play, unit, mode), yields=partial(may_be_under, play, unit, mode),
        refuse=refuse, goals=goals, name=play.world.names.__getitem__,
    )  # fmt: skip


def course_rules(play: Play, unit: Unit, id: int, allowance: int, ram: bool) -> DriveRules:
    """How a tank drives at the enemy: ahead, and clear of those who are neither shocked nor rammed."""
    units = [squad for squad in here(play) if kept_clear(play, unit, Unit(play, squad.id), ram)]
    clear = driving.clearances(play, id, (other for squad in units for other in squad.members))
    return DriveRules(
        allowance, back=0, turns=0, gap=0, going=ground.closed(), clear_of=clear, noticed=ground.difficult()
    )


def kept_clear(play: Play, unit: Unit, other: Unit, ram: bool) -> bool:
    """Whether a tank stops an inch from a unit: friends, who is locked in combat, and vehicles that it does not ram."""
    if other.drives("flyer"):
        return False
    return other.owner == unit.owner or bool(other.record.locked) or (other.crewed and not ram)


def may_be_under(play: Play, unit: Unit, mode: Mode, met: Met) -> bool:
    """Whether a tank may stop on something: difficult ground, and those who make way."""
    return ground.is_difficult(play, met) or not stops(play, unit, mode, met)


def stops(play: Play, unit: Unit, mode: Mode, met: Met) -> bool:
    """Whether something stops a tank for good: those on foot whom it comes to only do for the moment."""
    if ground.is_difficult(play, met):
        return not driving.unhindered(play, mode)
    if met.what != "body":
        return ground.is_closed(play, met) if met.what == "ground" else met.what in SOLID
    other = model(play, met.number)
    if not other.alive or other.owner == unit.owner:
        return True
    target = Unit(play, other.unit)
    return not target.drives("flyer") and bool(target.crewed or target.record.locked)


# ---- on its way ------------------------------------------------------------------------------------------------------


def roll_on(play: Play) -> None:
    """A tank goes on up to the next unit that it comes to, or to its end."""
    course = course_of(play)
    tank = Unit(play, course.who)
    if not able_to_go(tank) or course.left <= 0:
        play.then(come_to_rest)
        return
    id = tank.members[0]
    found, bogged = stretch(play, course, tank, id)
    length, met = min(found.lengths[0], course.left), found.stopped
    if bogged or met is None or not is_enemy(play, tank, met):
        solid = not bogged and met is not None and (met.what != "body" or not model(play, met.number).alive)
        drive_on(play, tank, id, max(0, length - INCH * solid))
        if bogged:
            penetration.immobilise(play, tank, id)
        play.then(come_to_rest)
    else:
        drive_on(play, tank, id, length)
        come_to(play, course, tank, met.number)


def come_to(play: Play, course: Course, tank: Unit, whom: int) -> None:
    """A tank comes to a model of an enemy: it rams it, waits whether a walker charges it, or shocks its unit."""
    target = Unit(play, model(play, whom).unit)
    if target.crewed and course.ram:
        play.then(ramming.settle_ram)
        play.then(roll_on)
        ramming.come_to(play, tank, whom)
    elif target.crewed:
        play.then(come_to_rest)
        chance.face_walker(play, tank, target)
    else:
        play.then(tank_shock.settle_shock)
        play.then(roll_on)
        tank_shock.shock(play, tank, target)


def is_enemy(play: Play, tank: Unit, met: Met) -> bool:
    """Whether something that a tank comes to is an enemy who fights nobody."""
    if met.what != "body":
        return False
    other = model(play, met.number)
    unit = Unit(play, other.unit)
    return other.alive and other.owner != tank.owner and not unit.record.locked and not unit.drives("flyer")


def stretch(play: Play, course: Course, tank: Unit, id: int) -> tuple[Driven, bool]:
    """What comes of the rest of its way up to the next one that it comes to, and whether it is stuck before difficult
    ground there: it tests once."""
    at, mode = model(play, id).at, tank.record.mode
    far = course.left + A_TOUCH * course.ram
    rules = course_rules(play, tank, id, far, course.ram)

    def halts(met: Met) -> bool:
        if is_enemy(play, tank, met):
            unit = Unit(play, model(play, met.number).unit)
            return unit.crewed or unit.id not in course.met
        return stops(play, tank, mode, met)

    def go(stops_at: Met | None = None) -> Driven:
        legs = ((far, at.fx, at.fy),)
        return driven(play.world.board, way_layout(play), id, legs, rules, lambda met: met == stops_at or halts(met))

    found = go()
    rough = next((met for met in found.met if ground.is_difficult(play, met)), None)
    if rough is None or course.tested or rates.flies(tank):
        return found, False
    play.happen(CourseWent(replace(course, tested=True)))
    bogged = play.roll(D6, "dangerous", "Dangerous ground", id) == driving.BOGGED
    return (go(rough), True) if bogged else (found, False)


def drive_on(play: Play, tank: Unit, id: int, length: int) -> None:
    """It goes so far straight on."""
    course, at = course_of(play), model(play, id).at
    if length:
        play.happen(Went(id, straight_on(play, id, at, length)))
    play.happen(CourseWent(replace(course, left=course.left - length, went=course.went + length)))


def straight_on(play: Play, id: int, at: Placement, length: int) -> Placement:
    """Where a vehicle is so far straight ahead."""
    rules = DriveRules(back=0, turns=0, gap=0, going=ground.closed())
    return driven(play.world.board, way_layout(play), id, ((length, at.fx, at.fy),), rules, lambda met: False).end


def come_to_rest(play: Play) -> None:
    """A tank has stopped: whoever is under it makes way, then those charge it by chance who have said so."""
    course = course_of(play)
    tank = Unit(play, course.who)
    if tank.members:
        tank_shock.make_way(play, tank)
        for unit in course.chargers:
            play.then(chance.charge_tank, unit, tank.id)
    play.happen(CourseWent(None))


FREE = permitted("charge", "It must be in a state to drive at the enemy.")
COMMON = (in_phase("move"), on_table, not_moved, FREE)
TANK_SHOCK: Action[Unit] = action("tank-shock", (is_tank, *COMMON, has_prey), drive_at)
RAM: Action[Unit] = action("ram", (is_tank, *COMMON, has_mark), ram)
