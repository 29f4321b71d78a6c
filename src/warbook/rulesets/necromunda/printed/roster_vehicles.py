"""The vehicles of a roster, and what makes them legal.

Two rulings are ours, as the book leaves the matter to the campaign.  On a mount goes whatever is fired from the
shoulder or heavier, and what passengers work where passengers work the mount.  An upgrade is built in once."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ....core.errors import BadData
from ....core.profile import Id, unknown, unknown_ids
from .library import Library
from .vehicles import Crew, Locomotion, VehicleProfile

MOUNTED = ("basic", "special", "heavy", "vehicle")
"""The kinds of weapons that go on a mount."""


class RosterVehicle(Struct, frozen=True, forbid_unknown_fields=True):
    """A vehicle and its crew, by id.  `weapons` are those of its mounts, in the order of these; mounts beyond them are
    empty; `sidearms` are what its crew carries, `skills` what it knows.  `locomotion` is left out where it has but one;
    `upgrades` are what has been built into it, `trailers` how many it pulls."""

    id: Id
    name: str
    profile: str
    crew: str
    locomotion: Locomotion | Literal[""] = ""
    weapons: tuple[str, ...] = ()
    sidearms: tuple[str, ...] = ()
    upgrades: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    trailers: Annotated[int, Meta(ge=0)] = 0

    def moves_by(self, profile: VehicleProfile) -> Locomotion:
        """How it gets about."""
        return self.locomotion or profile.locomotions[0]


def vehicle_objections(library: Library, vehicle: RosterVehicle, gang: str, source: str) -> Iterator[BadData]:
    """What is wrong with a vehicle of a gang's roster."""
    where = f"vehicles[{vehicle.id}]"
    if not library.vehicles:
        yield BadData(source, where, "a vehicle", f"none: {library.book} has no vehicles")
        return
    if mistake := unknown(vehicle.crew, library.crews, source, f"{where}.crew", "a crew"):
        yield mistake
    else:
        yield from _gang_objections(library.crews[vehicle.crew], gang, source, f"{where}.crew")
    if mistake := unknown(vehicle.profile, library.vehicles, source, f"{where}.profile", "a vehicle"):
        yield mistake
        return
    profile = library.vehicles[vehicle.profile]
    yield from _gang_objections(profile, gang, source, f"{where}.profile")
    yield from _locomotion_objections(vehicle, profile, source, f"{where}.locomotion")
    things: dict[str, tuple[Collection[str], str]] = {
        "skills": (library.skills, "a skill"),
        "weapons": (library.weapons, "a weapon"),
        "sidearms": (library.weapons, "a weapon"),
        "upgrades": (library.upgrades, "an upgrade"),
    }
    yield from unknown_ids(vehicle, things, source, where)
    if len(set(vehicle.upgrades)) < len(vehicle.upgrades):
        yield BadData(source, f"{where}.upgrades", ", ".join(vehicle.upgrades), "each of them once")
    if vehicle.trailers > profile.trailers:
        yield BadData(source, f"{where}.trailers", str(vehicle.trailers), f"at most {profile.trailers}")
    yield from _mount_objections(library, vehicle, profile, source, f"{where}.weapons")
    for id in vehicle.sidearms:
        if (weapon := library.weapons.get(id)) is not None and weapon.kind != "pistol" and not weapon.has("sidearm"):
            found = f"{id!r}, a weapon of the kind {weapon.kind!r}"
            yield BadData(source, f"{where}.sidearms", found, "pistols, and what else is a Sidearm")


def _gang_objections(row: VehicleProfile | Crew, gang: str, source: str, where: str) -> Iterator[BadData]:
    if row.gang not in ("", gang):
        yield BadData(source, where, f"{row.id!r}, of {row.gang!r} alone", f"one that {gang!r} may field")


def _locomotion_objections(
    vehicle: RosterVehicle, profile: VehicleProfile, source: str, where: str
) -> Iterator[BadData]:
    """Where there is a choice it is made, and nothing else is chosen."""
    choice = profile.locomotions
    if not vehicle.locomotion and len(choice) > 1:
        yield BadData(source, where, "no choice", f"one of {', '.join(choice)}")
    elif vehicle.locomotion and vehicle.locomotion not in choice:
        yield BadData(source, where, repr(vehicle.locomotion), " or ".join(choice))


def _mount_objections(
    library: Library, vehicle: RosterVehicle, profile: VehicleProfile, source: str, where: str
) -> Iterator[BadData]:
    """No more weapons than mounts, each of a kind that goes on its mount."""
    if len(vehicle.weapons) > len(profile.mounts):
        yield BadData(source, where, f"{len(vehicle.weapons)} weapons", f"at most {len(profile.mounts)}, one a mount")
    for id, mount in zip(vehicle.weapons, profile.mounts, strict=False):
        weapon = library.weapons.get(id)
        if weapon is None:
            continue
        if weapon.kind not in MOUNTED:
            yield BadData(source, where, f"{id!r}, a weapon of the kind {weapon.kind!r}", ", ".join(MOUNTED))
        elif weapon.has("passenger-operated") and mount.operator == "crew":
            yield BadData(source, where, f"{id!r} on a mount that the crew works", "a weapon that no passenger works")
