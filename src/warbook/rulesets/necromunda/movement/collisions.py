"""Collisions: whom a vehicle runs over, what it pushes, what stops it, and the hits that are due for it.

Obstacles and what is flimsy break, and the drive goes on.  A vehicle that meets another with its front, or with its
rear as it reverses, pushes it to the end of the leg unless that is tougher there; then it stops.  With a side it tests
Handling: the other is shifted, or it is itself turned aside."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from msgspec import Struct

from ....core.dice import D3
from ....core.effect import total_effect
from ....core.length import INCH
from ....core.state import Posture
from ....core.structs import replace
from ....space.drives.driving import driven
from ....space.drives.met import DriveLegs, Driven, DriveRules, Met
from ....space.drives.shoving import Contact, Outcome, Shoved, least_turn, shove
from ....space.drives.sweeping import swept
from ....space.fitting import footprint_of
from ....space.footprints import Footprint, HullSide
from ....space.layout import Layout
from ....space.settling import nearest_fit
from ..checks.handling import passes_handling
from ..events.gear import Used
from ..events.vehicles import Smashed, WreckSmashed
from ..harm.strikes import Strike
from ..records import CrewedVehicle, Driver, Fighter, Model, Play, Status
from ..records.effects import begin_effect
from ..records.position import board_now, broken, enemies, layout, namer, near_by, per_position
from . import brinks, riders

CLEAR = 1 * INCH
SOLID = ("wall", "door", "ground", "roof")
WEAK = ("obstacle", "flimsy")
MOST_STRETCHES = 24
SWINGS = (20, 50, 100, 300)  # what the corners of a turn may need more than outlines of it show


class Impact(NamedTuple):
    """A hit that a vehicle takes on a side when the move has ended, so much `harder` than the table says: by one if it
    met something tougher there, and by what a ram adds.  `blow` is the hit if it is none of the table."""

    who: int
    side: HullSide
    harder: int
    by: int
    blow: Strike | None = None


class Course(Struct, eq=False):
    """What a drive has done so far: its stretches, whom it has run over and with which vehicle, the hits that are due,
    the vehicles that were shoved, the ends of floors to which the pushing has led, and who stands on what is broken."""

    stretches: list[Driven]
    trampled: dict[int, int]
    impacts: list[Impact]
    shoved: list[int]
    brinks: list[Contact]
    baseless: list[int]


# ---- what it meets ---------------------------------------------------------------------------------------------------


def is_fighter(play: Play, met: Met) -> bool:
    """Whether a fighter is met."""
    return met.what == "body" and met.number < play.world.count


def is_vehicle(play: Play, met: Met) -> bool:
    """Whether a crewed vehicle is met, and no wreck."""
    return met.what == "body" and play.world.is_crewed(met.number) and not is_wreck(play, met)


def is_wreck(play: Play, met: Met) -> bool:
    """Whether the wreck of a vehicle is met."""
    if met.what != "body" or not play.world.is_crewed(met.number):
        return False
    return play.state.record(CrewedVehicle, met.number).wrecked


def breaks(play: Play, met: Met) -> bool:
    """Whether it is something that vehicles break: an obstacle, what is flimsy, a wreck."""
    return met.what in WEAK or is_wreck(play, met)


def is_solid(play: Play, met: Met) -> bool:
    """Whether it is terrain that no vehicle moves, such as a wall, a shut door or a machine that stands about."""
    return met.what in SOLID or (met.what == "body" and met.number >= play.world.first_thing)


def bars(play: Play, met: Met) -> bool:
    """Whether no player may drive into it."""
    return met.what != "brink" and not is_solid(play, met) and not gives_way(play, met)


def gives_way(play: Play, met: Met) -> bool:
    """Whether a drive may be meant to end where it is."""
    return is_fighter(play, met) or is_vehicle(play, met) or breaks(play, met)


def stops(play: Play, driver: Driver, met: Met) -> bool:
    """Whether a drive ends short of it, as far as no dice say so."""
    if is_vehicle(play, met):
        return driver.effect("rolling") or (head_on(play, met) and not overcomes(play, driver, met))
    return not goes_under(play, met)


def goes_under(play: Play, met: Met) -> bool:
    """Whether a vehicle goes on over it: a fighter, or what breaks."""
    return is_fighter(play, met) or breaks(play, met)


def head_on(play: Play, met: Met) -> bool:
    """Whether a vehicle meets something with its front, or reversing with its rear."""
    ends = (HullSide.FRONT, HullSide.REAR) if play.option["reversing-is-head-on"] else (HullSide.FRONT,)
    return met.side in ends


def overcomes(play: Play, driver: Driver, met: Met) -> bool:
    """Whether the side that a vehicle meets another with is at least as tough as the side of that."""
    mine, theirs = toughnesses(play, driver, met)
    return mine >= theirs


def pushes(driver: Driver, met: Met) -> bool:
    """Whether it pushes along what it meets."""
    play = driver.play
    return not met.turning and is_vehicle(play, met) and head_on(play, met) and overcomes(play, driver, met)


def toughnesses(play: Play, driver: Driver, met: Met) -> tuple[int, int]:
    """How tough two vehicles are where they meet."""
    mine, theirs = sides(met)
    return hardness(driver, mine), hardness(Driver(play, met.number), theirs)


def hardness(driver: Driver, side: HullSide) -> int:
    """How tough a side is in a collision: a front may be braced for one."""
    braced = total_effect(driver.play.state, driver.id, "braced") if side is HullSide.FRONT else 0
    return driver.profile.toughness(side) + braced


def sides(met: Met) -> tuple[HullSide, HullSide]:
    """The sides with which two vehicles meet."""
    assert met.side is not None, "a vehicle has sides"
    assert met.struck is not None, "and so has another"
    return met.side, met.struck


# ---- whom it leaves --------------------------------------------------------------------------------------------------


def beside(driver: Driver) -> list[Fighter]:
    """The enemies on their feet within an inch of a vehicle, but for those on top of it."""
    play = driver.play
    foes = (f for f in enemies(play, driver.owner) if f.status is Status.STANDING)
    near = [f for f in foes if near_by(play, f.at, driver.at, CLEAR)]
    return [f for f in near if f.id not in driver.aboard]


def left_behind(driver: Driver, found: Driven) -> tuple[int, ...]:
    """Those of them from whom it drives away: not those that it runs over."""
    ridden_down = {met.number for met in found.met if runs_over(driver, met)}
    left = (f for f in beside(driver) if f.id not in ridden_down)
    return tuple(f.id for f in left if not near_by(driver.play, f.at, found.end, CLEAR))


# ---- the drive -------------------------------------------------------------------------------------------------------


def meant(play: Play, driver: Driver, legs: DriveLegs, rules: DriveRules) -> Driven:
    """What is to come of a drive, as far as no dice say so."""
    return driven(board_now(play), layout(play), driver.id, legs, rules, partial(stops, play, driver))


def run(play: Play, driver: Driver, legs: DriveLegs, rules: DriveRules) -> Course:
    """A vehicle drives, runs over fighters, pushes what gives way and stops at what does not.  Nobody is hurt yet."""
    course = Course([], {}, [], [], [], [])
    for _ in range(MOST_STRETCHES):
        found = _stretch(play, driver.id, legs, rules, broken(play.state))
        course.stretches.append(found)
        riders.carry(play, driver, found.end, sum(found.lengths))
        for met in found.met:
            _goes_over(play, course, Contact(driver.id, met))
        if found.stopped is None:
            break
        legs = _after(play, course, driver, found.stopped, _rest(legs, found), rules)
        if not legs:
            break
    return course


@per_position
def _stretch(play: Play, who: int, legs: DriveLegs, rules: DriveRules, gone: tuple[int, ...]) -> Driven:
    """As far as a vehicle gets before something stops it that does not just go under, with these pieces `gone`."""
    return driven(board_now(play), layout(play), who, legs, rules, lambda met: not goes_under(play, met))


def _rest(legs: DriveLegs, found: Driven) -> DriveLegs:
    """What is left of a drive that something stopped."""
    number = len(found.lengths) - 1
    distance, fx, fy = legs[number]
    gone = found.lengths[number]
    left = distance - gone if distance > 0 else distance + gone
    return ((left, fx, fy), *legs[number + 1 :])


def _goes_over(play: Play, course: Course, contact: Contact) -> None:
    """Runs over fighters; what is weak breaks and is gone, which is a collision with something softer."""
    driver, met = Driver(play, contact.who), contact.met
    if is_wreck(play, met):
        if (wreck := Driver(play, met.number)).at.posture != Posture.AWAY:
            course.baseless.extend((*wreck.aboard, *wreck.cargo))
            play.happen(WreckSmashed(driver.id, wreck.id))
            _hits_terrain(course, contact, harder=False)
    elif met.what in WEAK and met.number not in broken(play.state):
        above = brinks.standing_on(play, board_now(play).breakable[met.number])
        play.happen(Smashed(driver.id, met.number, met.named(namer(play))))
        course.baseless.extend(who for who in above if who not in course.baseless)
        _hits_terrain(course, contact, harder=False)
    elif runs_over(driver, met):
        course.trampled.setdefault(met.number, driver.id)


def runs_over(driver: Driver, met: Met) -> bool:
    """Whether a fighter is met, and low enough to be run over."""
    play = driver.play
    return is_fighter(play, met) and Model(play, met.number).at.z < met.z + driver.profile.height // 2


def _after(play: Play, course: Course, driver: Driver, met: Met, rest: DriveLegs, rules: DriveRules) -> DriveLegs:
    """What is left of a drive once something has been met that does not just go under."""
    if not is_vehicle(play, met):
        if is_solid(play, met):
            _hits_terrain(course, Contact(driver.id, met), harder=True)
        return ()
    if driver.effect("rolling"):
        _collides(play, course, Contact(driver.id, met))
        return ()
    brace(play, driver, met)
    if not head_on(play, met):
        _collides(play, course, Contact(driver.id, met))
        return _side_on(play, course, driver, met, rest, rules)
    if not overcomes(play, driver, met):
        _collides(play, course, Contact(driver.id, met))
        return ()
    if met.turning:
        _collides(play, course, Contact(driver.id, met))
        return rest if _shifted(play, course, driver, met.number, rest, rules) else ()
    return _pushed(play, course, driver, rest, rules)


def brace(play: Play, driver: Driver, met: Met) -> None:
    """A driver who knows how to ram is tougher in front by D3 in the first collision of a round that is head-on."""
    if met.side is HullSide.FRONT and driver.has("t-bone") and not driver.effect("t-boned"):
        begin_effect(play, "t-boned", driver.id, "round")
        begin_effect(play, "braced", driver.id, "action", play.roll(D3, "t-bone", "Tougher in front", driver.id))


def _pushed(play: Play, course: Course, driver: Driver, rest: DriveLegs, rules: DriveRules) -> DriveLegs:
    """What is in the way is pushed to the end of the leg, and whatever that meets in its turn."""
    (distance, fx, fy), *others = rest
    way = (fx, fy) if distance > 0 else (-fx, -fy)
    found = push(play, layout(play), driver.id, way, abs(distance), rules)
    if driver.id in found.ends:
        before, end = driver.at, found.ends[driver.id]
        on = replace(
            course.stretches[-1], end=end, met=(), areas=found.areas, lengths=(found.length,), poses=(before, end)
        )
        course.stretches.append(on)
    for who, end in found.ends.items():
        riders.carry(play, Driver(play, who), end, found.length if who == driver.id else 0)
        if who != driver.id:
            course.shoved.append(who)
    for contact in found.met:
        if is_vehicle(play, contact.met):
            _collides(play, course, contact)
        else:
            _goes_over(play, course, contact)
    if found.stopped is not None:
        if found.stopped.met.what == "brink":
            course.brinks.append(found.stopped)
        elif is_solid(play, found.stopped.met):
            _hits_terrain(course, found.stopped, harder=True)
        return ()
    return tuple(others)


def push(play: Play, now: Layout, who: int, way: tuple[int, int], distance: int, rules: DriveRules) -> Shoved:
    """A vehicle pushes what is in its way so far, and whatever that meets in its turn."""
    return shove(board_now(play), now, who, way, distance, lambda contact: judged(play, contact), rules)


def judged(play: Play, contact: Contact) -> Outcome:
    """What comes of what a vehicle meets that pushes or is pushed."""
    if goes_under(play, contact.met):
        return "passes"
    if is_vehicle(play, contact.met) and overcomes(play, Driver(play, contact.who), contact.met):
        return "joins"
    return "stops"


def _side_on(play: Play, course: Course, driver: Driver, met: Met, rest: DriveLegs, rules: DriveRules) -> DriveLegs:
    """Who keeps hold of the wheel shifts the other aside; who does not is turned aside itself.  Either by as little as
    lets the drive go on."""
    mine, theirs = toughnesses(play, driver, met)
    if passes_handling(driver, "collision", int(mine > theirs)):
        return rest if _shifted(play, course, driver, met.number, rest, rules) else ()
    (distance, fx, fy), *others = rest
    way = (fx, fy) if rules.slides else None
    turned = least_turn(driver.at, distance, (footprint_of(layout(play), met.number),), way)
    if turned is None:
        return ()
    riders.carry(play, driver, turned)
    return ((distance, *(way or (turned.fx, turned.fy))), *others)


def _shifted(play: Play, course: Course, driver: Driver, who: int, rest: DriveLegs, rules: DriveRules) -> bool:
    """Puts a vehicle out of the way of what is left of a drive.  Whether there is room."""
    other, now, board = Driver(play, who), layout(play), board_now(play)
    way = ground_of([driven(board, now, driver.id, rest, rules, lambda met: False)])
    for wider in (0, *SWINGS):
        spot = nearest_fit(board, now, who, other.at.spot, off=[foot._replace(radius=wider) for foot in way])
        if spot is None:
            return False
        at = other.at.moved_to(spot)
        aside = now.after(replace(other.record, at=at))
        if all(met.number != who for met in driven(board, aside, driver.id, rest, rules, lambda met: False).met):
            riders.carry(play, other, at)
            course.shoved.append(who)
            return True
    return False


def ground_of(stretches: Iterable[Driven]) -> list[Footprint]:
    """The ground that a vehicle went over."""
    return [Footprint(core, 0) for each in stretches for core in swept(each)]


def _collides(play: Play, course: Course, contact: Contact) -> None:
    """Both vehicles are hit where they met, whichever is the softer there the harder, and harder by the ram in front of
    the other; once for two that meet again."""
    who, met = contact
    if any({each.who, each.by} == {who, met.number} for each in course.impacts):
        return
    play.note(who, f"it runs into {namer(play)(met.number)}")
    driver, other = Driver(play, who), Driver(play, met.number)
    mine, theirs = toughnesses(play, driver, met)
    side, struck = sides(met)
    course.impacts.append(Impact(other.id, struck, (theirs < mine) + _ram(driver, side), who))
    course.impacts.extend(Impact(other.id, struck, 0, who, blow) for blow in _set_off(play, driver, side))
    course.impacts.append(Impact(who, side, (mine < theirs) + _ram(other, struck), other.id))


def _ram(driver: Driver, side: HullSide) -> int:
    return driver.ram if side is HullSide.FRONT else 0


def _set_off(play: Play, driver: Driver, side: HullSide) -> list[Strike]:
    """The charge in a ram goes off at the first vehicle that it meets."""
    loaded = [(each.id, hit) for each in driver.kit.upgrades if (hit := each.hit) and hit.when == "head-on"]
    left = [(id, hit) for id, hit in loaded if id not in driver.record.used and side is HullSide.FRONT]
    for id, _ in left:
        play.happen(Used(driver.id, id))
    return [Strike(hit.strength, hit.ap, hit.damage) for _, hit in left]


def _hits_terrain(course: Course, contact: Contact, *, harder: bool) -> None:
    """What is solid is tougher than any vehicle, and takes no harm; what is weak is softer."""
    if contact.met.side is not None:
        course.impacts.append(Impact(contact.who, contact.met.side, int(harder), -1))


def whole(course: Course) -> Driven:
    """A drive in one piece, with everything that it met and went over."""
    parts = course.stretches
    return replace(
        parts[-1],
        met=tuple(met for part in parts for met in part.met),
        lengths=tuple(length for part in parts for length in part.lengths),
        areas=tuple(area for part in parts for area in part.areas),
    )
