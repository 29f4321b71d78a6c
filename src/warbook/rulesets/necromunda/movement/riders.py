"""Riders: fighters on a vehicle that moves, who hold on or fall off; and those whom a wreck throws clear."""

from __future__ import annotations

from collections.abc import Callable

from ....core.decision import Reasons
from ....core.length import INCH
from ....core.state import Placement
from ....space.footprints import rim
from ....space.movement import Fall, overlapping, settle
from ....space.placing import Place
from ....space.planar import on_board
from ....space.shapes import direction, dot, stretched
from ..checks import directions
from ..checks.characteristics import passes_initiative
from ..events.fighters import Pinned
from ..events.moments import VehicleLost
from ..events.things import CasketCarried
from ..events.vehicles import Drove, HeldOn
from ..harm import displacement, falling, injury
from ..harm.saves import SURROUNDINGS
from ..records import Driver, Model, Play
from ..records.position import CONTACT, board_now, ground, layout, namer, near_by

BESIDE = 1 * INCH
CLEAR = 2 * INCH
LEAST_FALL = 3 * INCH
TRANSPORT = "transport-bed"

# ---- on the move -----------------------------------------------------------------------------------------------------


def carry(play: Play, driver: Driver, to: Placement, distance: int = 0) -> None:
    """A vehicle is somewhere else, with whoever and whatever is on it or in its cage."""
    load = (*driver.aboard, *driver.cargo, *driver.record.embarked)
    play.happen(Drove(driver.id, to.x, to.y, to.z, to.fx, to.fy, distance, load))


def hold_on(play: Play, driver: Driver, *, shaken: bool = False) -> None:
    """After a move everybody aboard who is in no transport area tests Initiative or falls off: once in an activation of
    the vehicle, and again whenever it is `shaken`, as by a collision or when it swerves."""
    for who in unheld(driver, shaken=shaken):
        rider = Model(play, who)
        if not driver.on_table or who not in driver.aboard:
            continue
        if passes_initiative(rider, "hold-on"):
            play.happen(HeldOn(who, driver.id))
        else:
            fall_off(play, driver, rider)
    for who in driver.cargo:
        if not is_held(play, driver, play.state.records[who].at):
            tumble_off(play, driver, who)


def unheld(driver: Driver, *, shaken: bool = False) -> list[int]:
    """Who aboard has to hold on when a vehicle has moved, or has been `shaken`."""
    held = () if shaken else driver.record.holding
    here = (Model(driver.play, who) for who in driver.aboard if who not in held)
    return [rider.id for rider in here if not in_transport_area(driver, rider.at)]


def is_held(play: Play, driver: Driver, at: Placement) -> bool:
    """Whether a casket or a cache on a vehicle stays there: in a transport area, or in contact with a fighter who has
    held on."""
    holders = (play.state.records[who].at for who in driver.record.holding if who in driver.aboard)
    return in_transport_area(driver, at) or any(near_by(play, at, holder, CONTACT) for holder in holders)


def in_transport_area(driver: Driver, at: Placement) -> bool:
    """Whether a place is where a vehicle is made to be ridden on: anywhere on one with a transport bed, or at some
    tables behind its middle."""
    if TRANSPORT not in driver.profile.features:
        return False
    on = driver.at
    return bool(driver.play.option["beds-take-the-whole-top"]) or dot(at.x - on.x, at.y - on.y, on.fx, on.fy) <= 0


def fall_off(play: Play, driver: Driver, rider: Model) -> None:
    """Down beside the vehicle, an inch away in a random direction: a fall from the height of its top."""
    degree = play.roll(directions.by_chance(play), "fall-off.direction", "It falls off", rider.id)
    if (spot := beside_hull(play, driver, rider.id, direction(degree))) is not None:
        falling.come_down(play, rider, spot)


def tumble_off(play: Play, driver: Driver, who: int) -> None:
    """What nobody holds comes off likewise, and is none the worse for it."""
    degree = play.roll(directions.by_chance(play), "fall-off.direction", "It falls off", who)
    if (spot := beside_hull(play, driver, who, direction(degree))) is not None:
        play.happen(CasketCarried(who, *spot.spot))


def beside_hull(play: Play, driver: Driver, who: int, way: tuple[int, int]) -> Fall | None:
    """Where somebody or something lands that falls off a vehicle that way; None where there is no room."""
    at, on, board, now = play.state.records[who].at, driver.at, ground(play), layout(play)
    dx, dy = stretched(*way, rim(on, way) + BESIDE + at.radius)
    x, y = on_board(board, (on.x + dx, on.y + dy), at.radius)
    z = board.floor_below(x, y, at.z)
    spot = settle(board, now, who, (x, y, z), bodies=False, clear_of=(driver.id,), distance=BESIDE)
    if spot is None:
        return None
    return Fall(*spot, counted_height(play, at.z - z), overlapping(now, who, spot))


def counted_height(play: Play, height: int) -> int:
    """How deep a fall from a vehicle counts, however low that is."""
    return max(height, LEAST_FALL) if play.option["falls-from-vehicles-hurt"] else height


# ---- thrown clear ----------------------------------------------------------------------------------------------------


def throw_clear(play: Play, lost: VehicleLost) -> None:
    """Whoever stood on a vehicle that is wrecked lands within 2" of it, where its player likes, and tests Initiative or
    is pinned and hit as by a fall from its height; harder by one if it was mobile.  One that its crew has left throws
    nobody."""
    driver = Driver(play, lost.who)
    for who in () if lost.abandoned else driver.aboard:
        rider = Model(play, who)
        if set_down(play, driver, rider, CLEAR, lost.by):
            if not passes_initiative(rider, "thrown-clear"):
                land_badly(play, driver, rider, lost)
            displacement.displace(play, rider, ())


def set_down(play: Play, driver: Driver, rider: Model, reach: int, by: int) -> bool:
    """Put beside a wreck where its player likes, or out of action where there is no room.  Whether it is there."""
    where = Place(
        "rider", f"Where does {rider.kit.name} land?", board_now(play), layout(play), rider.id,
        inside=beside(play, driver, reach), beside=(driver.at, reach), worth_facing=[(driver.at.x, driver.at.y)],
        name=namer(play),
    )  # fmt: skip
    if where.candidates(1):
        displacement.put_down(play, rider, where)
    else:
        injury.take_out(play, rider, by)
    return rider.on_table


def beside(play: Play, driver: Driver, reach: int) -> Callable[[Placement], Reasons]:
    """What speaks against a place beside a hull: another floor than that it stands on, or too far away."""
    on = driver.at

    def against(at: Placement) -> Reasons:
        if at.z == on.z and near_by(play, at, on, reach):
            return ()
        inches = "an inch" if reach == INCH else f"{reach // INCH} inches"
        return (f"It must be on the floor within {inches} of the vehicle.",)

    return against


def land_badly(play: Play, driver: Driver, rider: Model, lost: VehicleLost) -> None:
    """Pinned, and hit as by a fall from the height of the vehicle."""
    if rider.standing:
        play.happen(Pinned(rider.id))
    height = counted_height(play, driver.profile.height)
    if (blow := falling.falling_strike(play.world.edition.library, height, int(lost.mobile))) is not None:
        injury.strike(play, rider, blow, 1, lost.by, SURROUNDINGS)
    if rider.on_table:
        falling.teeter(play, rider)
