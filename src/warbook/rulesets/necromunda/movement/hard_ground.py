"""Hard ground: what dangerous ground does to vehicles, and what a skimmer comes down on."""

from __future__ import annotations

from ....space.drives.met import Driven
from ....space.shapes import contains
from ....space.terrain import DANGEROUS
from ..checks.handling import passes_handling
from ..events.moments import VehicleActivationEnds
from ..harm import vehicle_damage
from ..records import Driver, Play
from ..records.position import board_now, layout

HARD_GROUND = ("difficult", "dangerous")


def dangers(driver: Driver, found: Driven) -> set[int]:
    """The stretches of dangerous ground that a drive crosses, by number; none for a skimmer, which is above them."""
    skims = driver.kit.locomotion == "skimmer"
    return set() if skims else {entry.area for entry in found.areas if entry.kind == DANGEROUS}


def brave(play: Play, driver: Driver) -> None:
    """Dangerous ground takes a Handling test, or the drive of the vehicle suffers the worst."""
    if driver.on_table and not passes_handling(driver, "dangerous"):
        vehicle_damage.suffer(play, driver, "drive", vehicle_damage.CATASTROPHIC)


def come_down(play: Play, ends: VehicleActivationEnds) -> None:
    """A skimmer minds no ground until it comes down on it: where it ends its activation on difficult or dangerous
    ground it takes the same test."""
    driver = Driver(play, ends.who)
    if driver.on_table and driver.kit.locomotion == "skimmer" and stands_on_hard_ground(driver):
        brave(play, driver)


def stands_on_hard_ground(driver: Driver) -> bool:
    """Whether its middle is on difficult or dangerous ground."""
    at, play = driver.at, driver.play
    return any(
        area.kind in HARD_GROUND and area.z <= at.z <= area.z + area.height and contains(area.polygon, at.x, at.y)
        for area in (*board_now(play).areas, *layout(play).ground)
    )
