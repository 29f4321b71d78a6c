"""Cages of vehicles: getting in and out, shooting out of them, and what befalls those inside a wreck.

Whoever is in a cage is off the table: nobody meets, sees or hits it there."""

from __future__ import annotations

from ....core.action import requirement
from ....core.decision import Choose
from ....core.length import INCH
from ....core.state import Placement
from ....core.structs import replace
from ....space.footprints import HullSide, middle_of
from ....space.placing import Place
from ....space.shapes import stretched
from ..attacks.shooting import shooting, weapon_choice
from ..checks import reach
from ..checks.sides import NAMES
from ..events.cages import Embarked, FirePointTaken, GotOff, LeantIn, LeantOut
from ..events.fighters import Pinned
from ..events.moments import VehicleLost
from ..harm import displacement, falling, injury
from ..harm.displacement import KEEP_CLEAR
from ..harm.saves import SURROUNDINGS
from ..harm.strikes import Strike
from ..movement import riders
from ..printed.library import vehicle_action
from ..records import Driver, Model, Play
from ..records.fighters import PRONE_HEIGHT
from ..records.position import board_now, crewed_vehicles, layout, namer, near_by, nothing_between
from . import reloading

CRASH = Strike(strength=4, ap=0, damage=1)
AT_HAND = 1 * INCH
SIDES = {name: side for side, name in NAMES.items()}

# ---- in and out ------------------------------------------------------------------------------------------------------


@requirement("There must be a vehicle with a cage.", fixed=True)
def cages_about(model: Model) -> bool:
    return any(kit.profile.cage for kit in model.play.world.vehicle_kits)


@requirement("It must be on its feet, not engaged, not broken and out of any cage.")
def free_to_embark(model: Model) -> bool:
    return model.embarked < 0 and model.active and not model.broken


@requirement("It must be within an inch of the way into a cage of its side with room in it.")
def cage_at_hand(model: Model) -> bool:
    return bool(cages_at_hand(model))


def cages_at_hand(model: Model) -> list[int]:
    """The vehicles of its side into whose cages a fighter can get."""
    play = model.play
    drivers = (Driver(play, v.id) for v in crewed_vehicles(play.world, play.state) if v.owner == model.owner)
    return [
        driver.id
        for driver in drivers
        if driver.on_table and len(driver.record.embarked) < driver.profile.cage and at_its_door(model, driver)
    ]


def at_its_door(model: Model, driver: Driver) -> bool:
    """Whether a fighter is within an inch of where one gets in: the middle of the rear, or at some tables any side."""
    if model.play.option["cages-open-behind"]:
        return reach.at_hand(model, door(driver))
    return near_by(model.play, model.at, driver.at, AT_HAND)


def door(driver: Driver) -> tuple[int, int, int]:
    """The middle of its rear, on the ground."""
    return (*middle_of(driver.at, HullSide.REAR), driver.at.z)


def embark(play: Play, model: Model) -> None:
    """Into the cage, off the table."""
    cages = cages_at_hand(model)
    play.happen(
        Embarked(model.id, play.pick(model.owner, Choose("cage", "Into which?", lambda: cages, named=namer(play))))
    )


EMBARK = vehicle_action("embark", (cages_about, free_to_embark, cage_at_hand), embark)


@requirement("It must be in the cage of a vehicle.")
def in_a_cage(model: Model) -> bool:
    return model.embarked >= 0


@requirement("There must be room to get off.")
def room_to_get_off(model: Model) -> bool:
    return model.embarked >= 0 and bool(way_out(model).candidates(1))


def way_out(model: Model) -> Place:
    """Where a fighter may get off: within an inch of the way in, and an inch from enemies."""
    play, driver = model.play, Driver(model.play, model.embarked)
    near, within = (door(driver), AT_HAND) if play.option["cages-open-behind"] else (None, 0)
    beside = riders.beside(play, driver, AT_HAND)
    return Place(
        "disembark", "Where does it get off?", board_now(play), layout(play), model.id,
        near=near, within=within, inside=beside, keep_clear=KEEP_CLEAR, walls_between=PRONE_HEIGHT,
        worth_facing=[(driver.at.x, driver.at.y)], name=namer(play),
    )  # fmt: skip


def disembark(play: Play, model: Model) -> None:
    """Out of the cage, within an inch of the way in."""
    where = way_out(model)
    play.happen(GotOff(model.id, model.embarked))
    displacement.put_down(play, model, where)


DISEMBARK = vehicle_action("disembark", (cages_about, in_a_cage, room_to_get_off), disembark)

# ---- fire points -----------------------------------------------------------------------------------------------------


@requirement("A fire point must be free: each has one user in a round.")
def fire_point_free(model: Model) -> bool:
    return model.embarked >= 0 and has_fire_point(Driver(model.play, model.embarked), model.id)


def has_fire_point(driver: Driver, who: int) -> bool:
    """Whether a point is left for somebody, or is its own in this round."""
    users = {user for round, user in driver.record.fired_from if round == driver.play.state.turn.round}
    return len(users | {who}) <= driver.profile.fire_points


@requirement("It must have a loaded weapon that is not unwieldy, and something to aim it at.")
def fit_to_fire(model: Model) -> bool:
    return model.embarked >= 0 and not model.suffers("blind") and bool(sides_to_fire_from(model))


def sides_to_fire_from(model: Model) -> list[str]:
    """The sides of the hull from which it could shoot at something."""
    return [name for name in SIDES if (at := fire_point(model, name)) is not None and finds_target(model, at)]


def finds_target(model: Model, at: Placement) -> bool:
    """Whether it has a weapon to fire from a side: judged where it would be then."""
    play = Play(model.play.state.copy(), model.play.ruleset, model.play.world, [])
    lean_out(play, model, at)
    there = Model(play, model.id)
    arms = weapon_choice.single_weapons(there, "fire-point")
    return any(not weapon_choice.why_unfit(there, arm, "fire-point", 0, again=False) for arm in arms)


def fire_point(model: Model, name: str) -> Placement | None:
    """Where it shoots from on a side: beside the middle of it, looking away from the hull; None where a wall stands
    there."""
    play, hull, at, side = model.play, Driver(model.play, model.embarked).at, model.at, SIDES[name]
    x, y = middle_of(hull, side)
    out = (x - hull.x, y - hull.y)
    dx, dy = stretched(*out, at.radius + 1)
    spot = replace(at.moved_to((x + dx, y + dy, hull.z)), fx=out[0], fy=out[1])
    return spot if play.world.board.contains(spot.x, spot.y) and nothing_between(play, hull, spot) else None


def lean_out(play: Play, model: Model, at: Placement) -> None:
    """It takes a fire point for this round, and counts as standing there."""
    play.happen(LeantOut(model.id, model.embarked, at.x, at.y, at.z, at.fx, at.fy))


def shoot_out(play: Play, model: Model) -> None:
    """A ranged attack from a side of the hull; then it is inside again, unless that has brought it down."""
    sides, cage = sides_to_fire_from(model), model.embarked
    side = play.pick(model.owner, Choose("fire-point.side", "From which side?", lambda: sides))
    at = fire_point(model, side)
    assert at is not None
    play.happen(FirePointTaken(model.id, cage, play.state.turn.round))
    lean_out(play, model, at)
    shooting.attack(play, model, "fire-point")
    play.happen(LeantIn(model.id, cage) if model.standing or model.pinned else GotOff(model.id, cage, stays=True))


FIRE_POINT = vehicle_action("fire-point", (cages_about, in_a_cage, fire_point_free, fit_to_fire), shoot_out)


def reload_inside(play: Play, model: Model) -> None:
    """At a fire point, an empty weapon is loaded as anywhere else."""
    play.happen(FirePointTaken(model.id, model.embarked, play.state.turn.round))
    reloading.reload(play, model)


RELOAD_INSIDE = vehicle_action(
    "reload-at-fire-point", (cages_about, in_a_cage, fire_point_free, reloading.out_of_ammo), reload_inside
)

# ---- wrecks ----------------------------------------------------------------------------------------------------------


def spill(play: Play, lost: VehicleLost) -> None:
    """Whoever was in the cage of a wreck lands prone within an inch of it and is hit; where there is no room it is out
    of action.  Out of a vehicle that its crew has left one gets off unharmed."""
    driver = Driver(play, lost.who)
    for who in driver.record.embarked:
        model = Model(play, who)
        play.happen(GotOff(who, driver.id))
        if riders.set_down(play, driver, model, AT_HAND, lost.by):
            if not lost.abandoned:
                crash(play, model, lost)
            displacement.displace(play, model, ())


def crash(play: Play, model: Model, lost: VehicleLost) -> None:
    """Prone, and hit."""
    play.happen(Pinned(model.id))
    injury.strike(play, model, CRASH, 1, lost.by, SURROUNDINGS)
    if model.on_table:
        falling.teeter(play, model)
