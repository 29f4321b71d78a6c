"""Driving: where a vehicle goes, and what follows from it.

Every drive goes through `drive`: those that a player has drawn (`choose_way`), and those that nobody steers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise

from ....core.decision import Prompt, Reasons
from ....core.length import INCH, root_up
from ....core.state import Placement
from ....core.structs import replace
from ....space.board import Going
from ....space.drives.decision import Drive
from ....space.drives.driving import turns
from ....space.drives.met import DriveLegs, Driven, DriveRules
from ....space.shapes import cross, dot
from ....space.terrain import RAMP, STAIRS
from ..checks import darkness
from ..checks.requirements import mobile
from ..events.moments import DriveEnded, DrivesOff, DroveInto
from ..printed.library import vehicle_action
from ..printed.vehicles import Locomotion
from ..records import Driver, Play
from ..records.effects import begin_effect
from ..records.position import STEP, board_now, layout, namer
from . import brinks, collisions, foresight, hard_ground, impacts, riders

WIDEST_PIVOT = 90
ONE_MORE_PIVOT = "agile"
AT_WILL = -1  # as often as it likes
HEAVY_GOING: Going = (("difficult", 200), ("dangerous", 200))
EVEN_GOING: Going = (("difficult", 100), ("dangerous", 100))
UNHINDERED: tuple[Locomotion, ...] = ("tracked", "skimmer")
"""What no ground slows down."""
Objections = Callable[[Driven], Reasons]
"""What speaks against a drive besides how far it goes and how often it turns."""


# ---- what every drive is ---------------------------------------------------------------------------------------------


def drive(
    play: Play,
    driver: Driver,
    legs: DriveLegs,
    rules: DriveRules,
    *,
    steered: bool = True,
    shaken: bool = False,
    ramming: bool = False,
) -> Driven:
    """A vehicle drives, and what it has met on its way follows in that order; then whoever stands on it holds on or
    falls off, also who has held on before if it is `shaken`; then come the hits of collisions, of which its own are
    less if it was `ramming`, and at last what the ground has done to it.  Where it is `steered`, enemies that it leaves
    may strike first, and what they have stopped does not go.  What came of the drive."""
    if not legs or (steered and not gets_off(play, driver, legs, rules)):
        return Driven(driver.at)
    course = play.stage(collisions.run, driver, legs, rules)  # which takes time, and whose hits come after
    found = collisions.whole(course)
    for met in found.met:
        play.reach(DroveInto(driver.id, met))
    riders.hold_on(play, driver, shaken=shaken)
    impacts.settle(play, driver, course, ramming=ramming)
    play.reach(DriveEnded(driver.id, tuple(course.stretches)))
    for _ in hard_ground.dangers(driver, found):
        hard_ground.brave(play, driver)
    darkness.reveal(play, driver)
    return found


def gets_off(play: Play, driver: Driver, legs: DriveLegs, rules: DriveRules) -> bool:
    """Enemies beside a vehicle that drives away from them may strike at it first.  Answers whether it can still drive
    as it was meant to."""
    if not collisions.beside(driver):
        return True
    left = collisions.left_behind(driver, collisions.meant(play, driver, legs, rules))
    before = driver.at, driver.record.stalled
    if left:
        play.reach(DrivesOff(driver.id, left))
    return driver.on_table and (driver.at, driver.record.stalled) == before


def choose_way(
    play: Play,
    driver: Driver,
    rules: DriveRules,
    prompt: Prompt,
    refuse: Objections | None = None,
    known: Drive | None = None,
) -> Driven:
    """Its player says where a vehicle drives, and it does.  `known` is the same question without the objections."""
    legs: DriveLegs = play.ask(driver.owner, question(play, driver, rules, prompt, refuse).knowing(known))
    return drive(play, driver, legs, rules)


def question(play: Play, driver: Driver, rules: DriveRules, prompt: Prompt, refuse: Objections | None = None) -> Drive:
    """Where does it drive?"""
    return Drive(
        "drive",
        prompt,
        board_now(play),
        layout(play),
        driver.id,
        rules,
        stops=partial(collisions.stops, play, driver),
        bars=partial(collisions.bars, play),
        yields=partial(collisions.gives_way, play),
        leads=partial(play.ruleset.leads, play, driver.id),
        refuse=partial(against, driver, refuse),
        foreseen=partial(foresight.risks, driver, rules),
        told=partial(foresight.meeting, driver),
        name=namer(play),
    )


def against(driver: Driver, refuse: Objections | None, found: Driven) -> Reasons:
    """What speaks against a drive besides how far it goes and what it meets."""
    told = refuse(found) if refuse is not None else ()
    over = brinks.foretold(driver, found)
    if over is None or (over.drop and not over.pit):
        return told
    return ("The pit is too wide to be crossed." if over.pit else "The end of the floor is in the way.", *told)


def gear(driver: Driver, allowance: int, *, pivots: int = 1, ahead: bool = True, back: int = 0) -> DriveRules:
    """What a drive of so many thousandths may do: pivot so many times (`AT_WILL`: as often as it likes), go ahead, and
    go so far backwards.  It goes up and down ramps, and crosses gaps that are shorter than the hull to what is no
    higher; the ground slows down by the locomotion."""
    option = driver.play.option
    return DriveRules(
        allowance=allowance,
        ahead=ahead,
        back=back,
        turns=pivots,
        widest=WIDEST_PIVOT,
        gap=driver.profile.length - 1,
        going=EVEN_GOING if unhindered(driver) else HEAVY_GOING,
        step=STEP,
        descent=-1 if option["gaps-end-lower"] else STEP,
        slopes=(RAMP, STAIRS) if option["vehicles-take-stairs"] else (RAMP,),
    )


def by_movement(
    driver: Driver, halves: int = 2, *, further: int = 0, pivots: int = 1, reverses: bool = False
) -> DriveRules:
    """What a drive by so many halves of its Movement, and so much further, may do.  What fins add the first turn takes
    off again."""
    far = (driver.half_move if halves == 1 else driver.move * halves // 2) + further
    straight = within_limits(driver, far + driver.fins * halves // 2)
    rules = gear(driver, straight, pivots=pivots, back=straight if reverses else 0)
    return replace(rules, first_turn=straight - within_limits(driver, far))


def unhindered(driver: Driver) -> bool:
    """Whether difficult ground costs a vehicle no more than open ground."""
    locomotion = driver.kit.locomotion
    return locomotion in UNHINDERED or (locomotion == "hybrid" and driver.play.option["hybrids-run-as-tracked"])


def within_limits(driver: Driver, distance: int) -> int:
    """How far of a distance an action may take it: one that damage holds back goes no further in an activation than
    its Movement."""
    return min(distance, max(0, driver.move - driver.record.moved)) if driver.record.held_back else distance


def pivots_of(driver: Driver) -> int:
    """How often a vehicle pivots in a move."""
    if driver.kit.locomotion == "walker":
        return AT_WILL
    return 2 if ONE_MORE_PIVOT in driver.profile.features else 1


# ---- the shape of a drive --------------------------------------------------------------------------------------------


def parts(found: Driven) -> list[int]:
    """The parts of a drive in their order: the length of each straight one, backwards below 0; 0 for a pivot."""
    return [_length(before, after) for before, after in pairwise(found.poses)]


def _length(before: Placement, after: Placement) -> int:
    dx, dy = after.x - before.x, after.y - before.y
    length = root_up(dx * dx + dy * dy)
    return length if dot(dx, dy, after.fx, after.fy) >= 0 else -length


def in_one_go(found: Driven) -> Reasons:
    """At some tables a vehicle does not pivot on its way."""
    told = parts(found)
    gone = [number for number, length in enumerate(told) if length]
    on_its_way = bool(gone) and 0 in told[gone[0] : gone[-1]]
    return ("It may not pivot on its way: only before it goes, or after.",) if on_its_way else ()


def one_way(found: Driven) -> Reasons:
    """At most tables a vehicle goes either ahead or backwards."""
    told = parts(found)
    return ("It may go either ahead or backwards, not both.",) if told and min(told) < 0 < max(told) else ()


def pivots_apart(found: Driven) -> Reasons:
    """At some tables a vehicle goes an inch between two pivots."""
    told = parts(found)
    pivots = [number for number, length in enumerate(told) if not length]
    near = any(sum(map(abs, told[one:other])) < INCH for one, other in pairwise(pivots))
    return ("It must go an inch between two pivots.",) if near else ()


def slalom(pivots: int, found: Driven) -> Reasons:
    """One more pivot than others make is of 45 degrees at most."""
    turned = [(a, b) for a, b in pairwise(found.poses) if turns(a, b.fx, b.fy)]
    wide = [1 for a, b in turned if abs(cross(a.fx, a.fy, b.fx, b.fy)) > dot(a.fx, a.fy, b.fx, b.fy)]
    return ("One of its pivots must be of 45° at most.",) if len(turned) > pivots == len(wide) - 1 else ()


def all_of(rulings: Iterable[tuple[Objections, bool]]) -> Objections:
    """What speaks against a drive under those rulings that hold."""
    against = [objection for objection, holds in rulings if holds]
    return lambda found: tuple(reason for objection in against for reason in objection(found))


# ---- the actions -----------------------------------------------------------------------------------------------------


def move(play: Play, driver: Driver) -> None:
    """Straight ahead up to its Movement, with one pivot before, on the way or after; some have one more."""
    set_off(play, driver, by_movement(driver, pivots=pivots_of(driver)))


def step_off(play: Play, driver: Driver, distance: int, *, ahead: bool = True) -> None:
    """A move of so far, ahead or backwards."""
    far = within_limits(driver, distance)
    set_off(play, driver, gear(driver, far, pivots=pivots_of(driver), ahead=ahead, back=0 if ahead else far))


def set_off(play: Play, driver: Driver, rules: DriveRules) -> None:
    """Its player says where it drives in a move, and it does."""
    slaloms = driver.has("slalom") and rules.turns > 0 and not driver.effect("slalomed")
    rulings = ((in_one_go, not play.option["pivots-split-moves"]), (partial(slalom, rules.turns), slaloms))
    rules = replace(rules, turns=rules.turns + slaloms)
    found = choose_way(play, driver, rules, "Where does it drive?", all_of(rulings))
    if slaloms and parts(found).count(0) == rules.turns:
        begin_effect(play, "slalomed", driver.id, "round")


VEHICLE_MOVE = vehicle_action("vehicle-move", (mobile,), move)


def manoeuvre(play: Play, driver: Driver) -> None:
    """Straight ahead or backwards up to half its Movement, with as many pivots as it likes."""
    rulings = (
        (in_one_go, not play.option["pivots-split-moves"]),
        (one_way, not play.option["manoeuvres-go-both-ways"]),
        (pivots_apart, play.option["pivots-apart"]),
    )
    rules = by_movement(driver, 1, pivots=AT_WILL, reverses=True)
    choose_way(play, driver, rules, "Where does it manoeuvre?", all_of(rulings))


MANOEUVRE = vehicle_action("manoeuvre", (mobile,), manoeuvre)
