"""What is built into vehicles and used in their activation: what drives them faster, lights, smoke and flares, mines
and caltrops."""

from __future__ import annotations

from functools import partial

from ....core.action import Requirement, requirement
from ....core.decision import Choose, Reasons
from ....core.dice import D6
from ....core.events import EffectsEnded
from ....core.length import INCH
from ....core.state import Placement, Posture
from ....space.footprints import HullSide, facings, middle_of, reaches
from ....space.movement import Point
from ....space.placing import Spot
from ..attacks import traps
from ..checks import darkness
from ..checks.requirements import mobile, unbroken
from ..events.gear import Used
from ..events.moments import VehicleActivationEnds
from ..events.things import TrapSet
from ..harm import wrecks
from ..movement import driving
from ..printed.library import vehicle_action
from ..records import Driver, Model, Piece, Play, Trap
from ..records.effects import begin_effect
from ..records.position import board_now, crewed_vehicles, fighters, near_by
from . import running

INJECTOR, COIL, MINES, CALTROPS = "glys-injector", "plasma-coil", "minelayer", "caltrop-launcher"
BEHIND = 1 * INCH
SMOKE_WITHIN, CLOUDS = 2 * INCH, 3
FLARES_REACH = 12 * INCH


# ---- who may ---------------------------------------------------------------------------------------------------------


def built(upgrade: str, words: str) -> Requirement[Driver]:
    """The requirement of an upgrade."""

    @requirement(f"It must have {words}.", fixed=True)
    def has(driver: Driver) -> bool:
        return driver.built(upgrade)

    return has


def fresh(upgrade: str) -> Requirement[Driver]:
    """The requirement of one that works once."""

    @requirement("It must not have worked before in this battle.")
    def unused(driver: Driver) -> bool:
        return upgrade not in driver.record.used

    return unused


@requirement("It must be dark.")
def in_the_dark(driver: Driver) -> bool:
    return bool(driver.play.state.turn.dark)


@requirement("It must not have acted in this activation.")
def at_the_start(driver: Driver) -> bool:
    return driver.play.state.turn.left == 2


@requirement("It must have an action left for which it would go faster.")
def about_to_act(driver: Driver) -> bool:
    return driver.play.state.turn.left > 0


# ---- faster ----------------------------------------------------------------------------------------------------------


def boost(play: Play, driver: Driver, upgrade: str) -> None:
    """Its Movement is more for this activation."""
    play.happen(Used(driver.id, upgrade))
    begin_effect(play, "move", driver.id, "activation", next(e.boost for e in driver.kit.upgrades if e.id == upgrade))


def inject(play: Play, driver: Driver) -> None:
    """Once in a battle it goes much faster for an activation."""
    boost(play, driver, INJECTOR)


INJECT = vehicle_action("inject", (built(INJECTOR, "a glys injector"), mobile, about_to_act, fresh(INJECTOR)), inject)


@requirement("It must not have worked before in this battle.")
def coil_left(driver: Driver) -> bool:
    return COIL not in driver.record.used or bool(driver.play.option["plasma-coils-burn-again"])


def fire_coil(play: Play, driver: Driver) -> None:
    """It goes faster for an activation, at the end of which its engine may suffer from it."""
    boost(play, driver, COIL)
    begin_effect(play, "overheating", driver.id, "activation")


FIRE_COIL = vehicle_action("fire-coil", (built(COIL, "a plasma coil"), mobile, about_to_act, coil_left), fire_coil)


def cool_down(play: Play, ends: VehicleActivationEnds) -> None:
    """A plasma coil that has been fired takes a hull point on a 1."""
    driver = Driver(play, ends.who)
    if driver.on_table and driver.effect("overheating") and play.roll(D6, "coil", "The coil, a 1", driver.id) == 1:
        wrecks.lose_hull_points(play, driver, 1, engine=True)


# ---- light and smoke -------------------------------------------------------------------------------------------------


def switch_headlights(play: Play, driver: Driver) -> None:
    """They are on until they are put out again."""
    if driver.effect("headlights"):
        play.happen(EffectsEnded("put-out", driver.id))
    else:
        begin_effect(play, "headlights", driver.id, "put-out")


HEADLIGHTS = vehicle_action(
    "headlights", (built("headlights", "headlights"), in_the_dark, unbroken, at_the_start), switch_headlights
)


def launch_smoke(play: Play, driver: Driver) -> None:
    """Three clouds of smoke within two inches."""
    for _ in range(CLOUDS):
        running.smoke(play, driver, SMOKE_WITHIN)


LAUNCH_SMOKE = vehicle_action("launch-smoke", (built("smoke-launchers", "smoke launchers"), unbroken), launch_smoke)


def launch_flares(play: Play, driver: Driver) -> None:
    """Everybody within twelve inches is given away until the round ends, the vehicle itself as well."""
    for f in fighters(play):
        if f.at.posture != Posture.AWAY and near_by(play, f.at, driver.at, FLARES_REACH):
            darkness.reveal(play, Model(play, f.id))
    for v in crewed_vehicles(play.world, play.state):
        if Driver(play, v.id).on_table and near_by(play, v.at, driver.at, FLARES_REACH):
            darkness.reveal(play, Driver(play, v.id))


LAUNCH_FLARES = vehicle_action(
    "launch-flares", (built("flare-launchers", "flare launchers"), in_the_dark, unbroken), launch_flares
)


# ---- behind it -------------------------------------------------------------------------------------------------------


def left_of(driver: Driver, kind: type[Piece] | type[Trap]) -> list[int]:
    """What it has of a kind and has not laid."""
    play = driver.play
    brought = (play.state.records[id] for id, who in play.world.brought.items() if who == driver.id)
    return [it.id for it in brought if isinstance(it, kind) and not it.there]


def drop_spot(driver: Driver) -> Spot:
    """Where is it dropped?  Within an inch of the hull, in its rear arc."""
    play, at = driver.play, driver.at

    def refuse(point: Point) -> Reasons:
        if HullSide.REAR not in facings(at, *point[:2]) or reaches(at, *point[:2], 0):
            return ("It must be behind the vehicle.",)
        near = near_by(play, at, Placement(*point, radius=0), BEHIND)
        return () if near else ('It must be within 1" of the vehicle.',)

    x, y = middle_of(at, HullSide.REAR)
    tail = ((4 * x - at.x) // 3, (4 * y - at.y) // 3, at.z)  # a third of half its length is less than an inch or so
    return Spot("drop", "Where is it dropped?", board_now(play), refuse, [tail, (x, y, at.z)])


def drop(play: Play, driver: Driver, thing: int) -> bool:
    """Drops something behind the vehicle.  Whether there is room for it."""
    spot = drop_spot(driver)
    if not driver.on_table or not spot.candidates(1):
        return False
    play.happen(TrapSet(driver.id, thing, *play.ask(driver.owner, spot)))
    return True


def lay_mine(play: Play, driver: Driver) -> None:
    """A move straight ahead, and a mine behind it."""
    driving.set_off(play, driver, driving.by_movement(driver, pivots=0))
    for mine in left_of(driver, Trap)[:1]:
        if drop(play, driver, mine):
            play.happen(Used(driver.id, MINES))
            if play.option["traps-spare-their-setter"]:
                traps.leave_alone(play, mine)


LAY_MINE = vehicle_action("lay-mine", (built(MINES, "a minelayer"), mobile, fresh(MINES)), lay_mine)


@requirement("It must have caltrops left.")
def caltrops_left(driver: Driver) -> bool:
    return bool(left_of(driver, Piece))


def lay_caltrops(play: Play, driver: Driver) -> None:
    """A move straight ahead, and up to three handfuls of caltrops behind it."""
    driving.set_off(play, driver, driving.by_movement(driver, pivots=0))
    most = next(each.lays_most for each in driver.kit.upgrades if each.id == CALTROPS)
    question: Choose[int] = Choose("caltrops", "How many are dropped?", partial(range, most, -1, -1))
    for piece in left_of(driver, Piece)[: play.ask(driver.owner, question)]:
        drop(play, driver, piece)


LAY_CALTROPS = vehicle_action(
    "lay-caltrops", (built(CALTROPS, "a caltrop launcher"), mobile, caltrops_left), lay_caltrops
)
