"""What is built into vehicles to hurt others: whoever is passed too near, or is too near when it goes up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from ....core.length import INCH
from ....core.state import Placement, Posture
from ....space.drives.met import Driven
from ....space.footprints import apart, footprint, near_enough
from ..checks import pieces
from ..events.moments import DriveEnded, VehicleLost
from ..harm import control
from ..harm.strikes import Hit
from ..movement import collisions
from ..printed.vehicles import Upgrade, UpgradeHit
from ..records import CrewedVehicle, Driver, Fighter, Play
from ..records.position import crewed_vehicles, fighters, near_by, nothing_between
from . import blasts, victims

CALTROPS_REACH = 1 * INCH
ON_CALTROPS = -2
CORNERS_OUT = 10  # thousandths by which corners may lie further out than they should


def strike_whoever_was_passed(play: Play, ended: DriveEnded) -> None:
    """Blades on the wheels, or flames from the exhaust: a hit on everybody, friend or foe, whom the drive came within
    reach of, those included whom it ran over and who have been put aside."""
    driver = Driver(play, ended.who)
    for upgrade, hit in _hits(driver, "passing"):
        near = [each.id for each in _others(play, driver) if passed(play, each.at, ended.stretches, hit.reach)]
        _strike(play, driver, near, upgrade, hit)


def shred_tyres(play: Play, ended: DriveEnded) -> None:
    """Caltrops make control harder to keep for what goes on wheels and comes within an inch of them."""
    driver, start = Driver(play, ended.who), ended.stretches[0].poses[0]
    if driver.kit.locomotion != "wheeled" or not driver.on_table:
        return
    ahead = [each.at for each in pieces.pieces(play, "caltrops") if not near_by(play, each.at, start, CALTROPS_REACH)]
    if any(passed(play, at, ended.stretches, CALTROPS_REACH) for at in ahead):
        control.keep_control(play, driver, ON_CALTROPS)


def go_up(play: Play, lost: VehicleLost) -> None:
    """What explodes in a wreck, unless its crew has only left it: a hit on everybody within reach of the hull."""
    driver = Driver(play, lost.who)
    for upgrade, hit in () if lost.abandoned else _hits(driver, "wrecked"):
        near = [each.id for each in _others(play, driver) if near_by(play, each.at, driver.record.at, hit.reach)]
        _strike(play, driver, near, upgrade, hit)


def _hits(driver: Driver, when: str) -> list[tuple[Upgrade, UpgradeHit]]:
    return [(each, hit) for each in driver.kit.upgrades if (hit := each.hit) is not None and hit.when == when]


def _others(play: Play, driver: Driver) -> list[Fighter | CrewedVehicle]:
    """Everybody on the table who is neither the vehicle nor on it."""
    everybody: list[Fighter | CrewedVehicle] = [*fighters(play), *crewed_vehicles(play.world, play.state)]
    out_of_it = (driver.id, *driver.aboard)
    return [
        each
        for each in everybody
        if each.id not in out_of_it and each.at.posture != Posture.AWAY and blasts.is_model(play, each.id)
    ]


def passed(play: Play, at: Placement, stretches: Sequence[Driven], reach: int) -> bool:
    """Whether the ground that was driven over lies within reach of a base, with no wall between."""
    foot, poses = footprint(at), [pose for stretch in stretches for pose in stretch.poses]
    if not any(map(partial(_is_near_box, at, reach), pairwise(poses))):
        return False
    rise = abs(at.z - poses[0].z)
    return any(
        near_enough(*apart(foot.core, each.core), foot.radius + each.radius, rise, reach)
        for each in collisions.ground_of(stretches)
    ) and any(nothing_between(play, at, pose) for pose in poses)


def _is_near_box(at: Placement, reach: int, ends: tuple[Placement, Placement]) -> bool:
    """Whether a base may be within reach of the ground between two poses of a drive."""
    one, other = ends
    far = at.radius + one.radius + reach + CORNERS_OUT
    west, east, south, north = min(one.x, other.x), max(one.x, other.x), min(one.y, other.y), max(one.y, other.y)
    return west - far <= at.x <= east + far and south - far <= at.y <= north + far


def _strike(play: Play, driver: Driver, near: list[int], upgrade: Upgrade, hit: UpgradeHit) -> None:
    for who in blasts.order_of_hits(play, near, driver.id):
        victims.resolve_hits(play, who, Hit(hit.profile(upgrade), by=driver.id, origin=driver.record.at.spot))
