"""Armies: a roster as a file has it, and which models and weapons that comes to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ....core.profile import Id
from ....core.structs import replace
from . import catalogue, units
from .catalogue import Blade, Gear, Power, Rules, Weapon, whole
from .units import Choice, Entry, Mount, Profile, Site, Vehicle

RULESET = "draft-40k"
Arrival: TypeAlias = Literal["table", "reserve", "deep-strike", "outflank", "infiltrate"]
"""How a unit comes: it is set up, set up last, or it waits in reserve for one of three ways."""


class Taken(Struct, frozen=True, forbid_unknown_fields=True):
    """What so many models of a unit have bought, each of them."""

    gear: tuple[str, ...]
    count: Annotated[int, Meta(ge=1)] = 1


class Unit(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of an army: `size` models of an `entry`, the leader among them; 0 is as few as there may be.

    `leader` is what its leader bought; without the key there is one only where the entry always has one.  `gear` is
    what others bought.  `rides` is the id of the vehicle of this army in which it begins, `joins` that of the unit with
    which an independent character begins.
    """

    id: Id
    name: str
    entry: str
    size: Annotated[int, Meta(ge=0)] = 0
    leader: tuple[str, ...] | None = None
    gear: tuple[Taken, ...] = ()
    rides: str = ""
    joins: str = ""
    arrival: Arrival = "table"


class Roster(Struct, frozen=True, forbid_unknown_fields=True):
    """An army ready for battle; `points` is the most that it may cost."""

    kind: Literal["roster"]
    id: Id
    ruleset: str
    title: str
    army: str
    points: Annotated[int, Meta(ge=1)]
    units: tuple[Unit, ...]


# ---- what a unit has -------------------------------------------------------------------------------------------------


class Soldier(Struct, frozen=True):
    """A model that is no vehicle: its profile, as what it bought makes it, and all that it has."""

    profile: Profile
    gear: tuple[str, ...]
    leader: bool = False

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        """What it shoots with."""
        return tuple(catalogue.weapons()[id] for id in self.gear if id in catalogue.weapons())

    @property
    def blades(self) -> tuple[Blade, ...]:
        """Its weapons of close combat, and its grenades."""
        return tuple(catalogue.blades()[id] for id in self.gear if id in catalogue.blades())

    @property
    def powers(self) -> tuple[Power, ...]:
        """The psychic powers that it knows."""
        return tuple(catalogue.powers()[id] for id in self.gear if id in catalogue.powers())


def entry_of(unit: Unit) -> Entry:
    """What it was taken from."""
    return units.entries()[unit.entry]


def size_of(unit: Unit) -> int:
    """How many models it has, of artillery how many guns."""
    return unit.size or entry_of(unit).least


def has_leader(unit: Unit) -> bool:
    """Whether it has the leader of its entry."""
    leader = entry_of(unit).leader
    return leader is not None and (leader.always or unit.leader is not None)


def bought(unit: Unit) -> tuple[tuple[bool, tuple[str, ...]], ...]:
    """For each model, whether it leads and what it bought; the leader first, those who bought nothing last."""
    led = [(True, unit.leader or ())] if has_leader(unit) else []
    others = [(False, taken.gear) for taken in unit.gear for _ in range(taken.count)]
    plain = size_of(unit) - len(led) - len(others)
    return tuple(led + others + [(False, ())] * plain)


def soldiers_of(unit: Unit) -> tuple[Soldier, ...]:
    """Its models that are no vehicles, in the order of `bought`."""
    entry = entry_of(unit)
    if not entry.profile:
        return ()
    if entry.crew:
        return (Soldier(units.profiles()[entry.profile], units.profiles()[entry.profile].gear),) * (
            entry.crew * size_of(unit)
        )
    return tuple(soldier(entry, leads, gear) for leads, gear in bought(unit))


def vehicles_of(unit: Unit) -> tuple[Vehicle, ...]:
    """Its vehicles or guns, with the weapons that they have, in the order of `bought`."""
    entry = entry_of(unit)
    if not entry.vehicle:
        return ()
    return tuple(vehicle(entry, gear) for _, gear in bought(unit))


def soldier(entry: Entry, leads: bool, bought: tuple[str, ...]) -> Soldier:
    """A model of an entry that bought these things."""
    profile = units.profiles()[entry.leader.profile if leads and entry.leader else entry.profile]
    gear = _exchanged(profile.gear, entry, leads, bought)
    return Soldier(geared(profile, gear), gear, leads)


def _exchanged(own: tuple[str, ...], entry: Entry, leads: bool, bought: tuple[str, ...]) -> tuple[str, ...]:
    """What a model has when what it bought took the place of some of its own."""
    left = list(own)
    for thing in bought:
        for id in choice_of(entry, leads, thing).instead:
            left.remove(id)
    return (*left, *bought)


def geared(profile: Profile, gear: tuple[str, ...]) -> Profile:
    """A profile with the rules and the save that its gear gives."""
    rules, saves = dict(profile.rules), [profile.sv] if profile.sv else []
    for id in gear:
        rules |= units.rules_of(id)
        if isinstance(thing := catalogue.things()[id], Gear) and thing.sv:
            saves.append(thing.sv)
    gone = {rule for id in profile.gear if id not in gear for rule in units.rules_of(id)}
    kept: Rules = {rule: level for rule, level in rules.items() if rule not in gone}
    return replace(profile, rules=whole(kept, "profiles.toml", profile.id), sv=min(saves, default=0))


def vehicle(entry: Entry, bought: tuple[str, ...]) -> Vehicle:
    """A vehicle of an entry that bought these weapons."""
    plain = units.vehicles()[entry.vehicle]
    mounts = list(plain.mounts)
    for weapon in bought:
        choice = choice_of(entry, False, weapon)
        sites: tuple[Site, ...] = choice.at or tuple(m.at for m in plain.mounts if m.weapon in choice.instead)
        mounts = [mount for mount in mounts if mount.weapon not in choice.instead]
        mounts += [Mount(weapon, site) for site in sites]
    return replace(plain, mounts=tuple(mounts))


# ---- what it costs ---------------------------------------------------------------------------------------------------


def open_to(entry: Entry, leads: bool) -> Iterator[Choice]:
    """The choices of an entry that its leader has, or its other models."""
    for choice in entry.choices:
        if choice.who == "all" or (choice.who == "leader") is leads:
            yield choice


def choice_of(entry: Entry, leads: bool, thing: str) -> Choice:
    """The choice by which a model may have a thing.  Raises `StopIteration` where there is none."""
    return next(choice for choice in open_to(entry, leads) if thing in choice.gear)


def price(unit: Unit) -> int:
    """What a unit costs: its models, and what each of them bought."""
    entry, cost = entry_of(unit), 0
    for leads, gear in bought(unit):
        cost += entry.leader.points if leads and entry.leader else entry.points
        cost += sum(choice_of(entry, leads, thing).gear[thing] for thing in gear)
    return cost


def total(roster: Roster) -> int:
    """What an army costs."""
    return sum(price(unit) for unit in roster.units)


def room_of(unit: Unit) -> int | None:
    """What a unit takes up in a transport, None where none carries it."""
    rooms = [model.profile.room for model in soldiers_of(unit)]
    return sum(rooms) if rooms and all(rooms) and not entry_of(unit).vehicle else None


def force_in_words(roster: Roster) -> str:
    """How many models, guns and vehicles an army has, in how many units, and what they cost."""
    heads = sum(len(soldiers_of(unit)) for unit in roster.units)
    engines = [vehicle for unit in roster.units for vehicle in vehicles_of(unit)]
    guns = sum(vehicle.is_a("gun") for vehicle in engines)
    counted = {"model": heads, "gun": guns, "vehicle": len(engines) - guns}
    what = ", ".join(f"{count} {word}{'s' * (count != 1)}" for word, count in counted.items() if count)
    return f"{what} in {len(roster.units)} units for {total(roster)} of {roster.points} points"
