"""Rosters: a gang as a file has it, and what makes it legal.

Gangs are checked for legality, not for price.  What a fighter may carry is a ruling of ours where the book leaves it to
the campaign: three places for weapons, of which an unwieldy one takes two and a mount one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import partial
from typing import Literal

from msgspec import Struct

from ....core.errors import BadData, nearest
from ....core.profile import Id, Parser, repeated_ids, unknown, unknown_ids
from .arms import Weapon
from .library import Library
from .profiles import Profile
from .roster_vehicles import RosterVehicle, vehicle_objections

FEWEST, MOST = 3, 20
MOST_VEHICLES = 6
PLACES = 3


class Member(Struct, frozen=True, forbid_unknown_fields=True):
    """A fighter and what it carries, all by id.  `accessories` are listed by weapon; `owner` is whose beast it is."""

    id: Id
    name: str
    profile: str
    weapons: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()
    wargear: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    accessories: dict[str, tuple[str, ...]] = {}
    owner: str = ""


class Roster(Struct, frozen=True, forbid_unknown_fields=True):
    """A gang ready for battle."""

    kind: Literal["roster"]
    id: Id
    ruleset: str
    title: str
    gang: str
    fighters: tuple[Member, ...]
    vehicles: tuple[RosterVehicle, ...] = ()


def _objections(library: Library, roster: Roster, source: str) -> Iterator[BadData]:
    """Everything that makes a roster illegal, in the order in which it is written."""
    if mistake := unknown(roster.gang, library.gangs, source, "gang", "a gang"):
        yield mistake
    if not FEWEST <= len(roster.fighters) <= MOST:
        yield BadData(source, "fighters", f"{len(roster.fighters)} of them", f"{FEWEST} to {MOST}")
    yield from repeated_ids((member.id for member in roster.fighters), source, "fighters")
    for member in roster.fighters:
        yield from _member_objections(library, member, roster, source)
    leaders = [member.id for member in roster.fighters if _role(library, member) == "leader"]
    if len(leaders) != 1:
        found = f"{len(leaders)} leaders ({', '.join(leaders)})" if leaders else "no leader"
        yield BadData(source, "fighters", found, "exactly one fighter whose profile is a leader's")
    if len(roster.vehicles) > MOST_VEHICLES:
        yield BadData(source, "vehicles", f"{len(roster.vehicles)} of them", f"at most {MOST_VEHICLES}")
    yield from repeated_ids((vehicle.id for vehicle in roster.vehicles), source, "vehicles")
    for vehicle in roster.vehicles:
        yield from vehicle_objections(library, vehicle, roster.gang, source)


def _member_objections(library: Library, member: Member, roster: Roster, source: str) -> Iterator[BadData]:
    where = f"fighters[{member.id}]"
    if mistake := unknown(member.profile, library.fighters, source, f"{where}.profile", "a fighter's profile"):
        yield mistake
        return
    profile = library.fighters[member.profile]
    if profile.gang != roster.gang:
        own = [each.id for each in library.fighters.values() if each.gang == roster.gang]
        found = f"{profile.id!r}, who belongs to {profile.gang!r}"
        yield BadData(source, f"{where}.profile", found, f"a fighter of {roster.gang!r}: {', '.join(own)}")
    yield from unknown_things(library, member, source, where)
    yield from _owner_objections(library, member, profile, roster, source, where)
    weapons = [library.weapons[id] for id in member.weapons if id in library.weapons]
    yield from _weapon_objections(weapons, profile, source, where)
    yield from _armour_objections(library, member, source, where)
    yield from _accessory_objections(library, member, source, where)


def unknown_things(library: Library, member: Member, source: str, where: str) -> Iterator[BadData]:
    """What is wrong with ids of what it carries and knows that there are not."""
    keys: dict[str, tuple[Collection[str], str]] = {
        "weapons": (library.weapons, "a weapon"),
        "armour": (library.armour, "armour"),
        "wargear": (library.wargear, "a piece of wargear"),
        "skills": (library.skills, "a skill"),
    }
    return unknown_ids(member, keys, source, where)


def _owner_objections(
    library: Library, member: Member, profile: Profile, roster: Roster, source: str, where: str
) -> Iterator[BadData]:
    """A beast has an owner among the fighters and carries nothing; nobody else has an owner."""
    if profile.role != "beast":
        if member.owner:
            yield BadData(source, f"{where}.owner", repr(member.owner), "no owner: only beasts have one")
        return
    owners = [each.id for each in roster.fighters if _role(library, each) != "beast"]
    if member.owner not in owners:
        found = repr(member.owner) + nearest(member.owner, owners) if member.owner else "no owner"
        yield BadData(source, f"{where}.owner", found, "the id of the fighter whose beast it is")
    for key, held in (("weapons", member.weapons), ("armour", member.armour), ("wargear", member.wargear)):
        if held:
            yield BadData(source, f"{where}.{key}", ", ".join(held), "nothing: beasts carry no gear")


def _weapon_objections(weapons: list[Weapon], profile: Profile, source: str, where: str) -> Iterator[BadData]:
    """Places for weapons, and what a rider can handle."""
    where = f"{where}.weapons"
    for weapon in weapons:
        if not weapon.carried:
            yield BadData(source, where, repr(weapon.id), "a weapon that can be carried")
        if profile.mounted and weapon.has("unwieldy") and not weapon.has("lance"):
            yield BadData(source, where, repr(weapon.id), "nothing unwieldy: a mounted fighter manages no such weapon")
    places = PLACES - 1 if profile.mounted else PLACES
    taken = sum(weapon.slots for weapon in weapons)
    if taken > places:
        listed = ", ".join(f"{weapon.id} {weapon.slots}" for weapon in weapons)
        rider = " for a mounted fighter" if profile.mounted else ""
        yield BadData(source, where, f"weapons for {taken} places ({listed})", f"at most {places}{rider}")
    blades = [weapon.id for weapon in weapons if weapon.kind == "melee"]
    if profile.mounted and len(blades) > 1:
        yield BadData(source, where, " and ".join(blades), "one close combat weapon for a mounted fighter")


def _armour_objections(library: Library, member: Member, source: str, where: str) -> Iterator[BadData]:
    """One piece of each kind is worn at a time."""
    worn = Counter(library.armour[id].kind for id in member.armour if id in library.armour)
    for kind, count in worn.items():
        if count > 1:
            pieces = [id for id in member.armour if id in library.armour and library.armour[id].kind == kind]
            yield BadData(source, f"{where}.armour", " and ".join(pieces), f"one piece of the kind {kind!r}")


def _accessory_objections(library: Library, member: Member, source: str, where: str) -> Iterator[BadData]:
    """Accessories are listed under a weapon that is carried and that they fit, and nowhere else."""
    gear = library.wargear
    for item in member.wargear:
        if item in gear and gear[item].kind == "accessory":
            wanted = f'it under the weapon that it is on: accessories = {{ some-weapon = ["{item}"] }}'
            yield BadData(source, f"{where}.wargear", repr(item), wanted)
    for weapon, items in member.accessories.items():
        place = f"{where}.accessories.{weapon}"
        if weapon not in member.weapons:
            found = "a weapon that is not carried" + nearest(weapon, member.weapons)
            yield BadData(source, place, found, "one of " + (", ".join(member.weapons) or "none, for none is carried"))
            continue
        for item in items:
            if mistake := unknown(item, gear, source, place, "an accessory"):
                yield mistake
            elif weapon in library.weapons and not gear[item].fits(library.weapons[weapon]):
                fitting = [each.id for each in gear.values() if each.fits(library.weapons[weapon])]
                yield BadData(source, place, repr(item), "an accessory that fits it: " + (", ".join(fitting) or "none"))


def _role(library: Library, member: Member) -> str:
    profile = library.fighters.get(member.profile)
    return profile.role if profile else ""


def roster_parser(ruleset: str, library: Library) -> Parser[Roster]:
    """What reads the rosters of an edition: of its ruleset, with what its library has."""
    return Parser(Roster, ruleset, partial(_objections, library))
