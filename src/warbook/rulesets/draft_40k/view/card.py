"""A model, close up: its characteristics, weapons, rules and gear, and the tray of its unit: every action, with what is
said against it."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.length import written
from ....core.structs import replace
from ....core.tableau import Arc, Card, Entry, Grid, Section, Stat
from ....core.text import list_in_words
from ....mechanics.menu import tray
from ....space.arcs import facing_sector
from ....space.footprints import HullSide
from ..battle import turn
from ..checks import mounts, rates
from ..printed import catalogue
from ..printed.catalogue import UNLIMITED, Mode, Weapon, Worded, title_of
from ..printed.units import Profile, Vehicle
from ..records.position import model, named_model
from ..records.state import Figure, Machine, Trooper
from ..records.unit import Unit
from ..records.world import Kit, Play
from .tableau import machine_words

NOT_NOW = "It is not its time to act."
SIDES = (HullSide.FRONT, HullSide.LEFT, HullSide.REAR, HullSide.RIGHT)


def card(play: Play, who: int) -> Card:
    """Everything there is to know of a model and of what its unit may do.  Raises `WarbookError` for what is none."""
    record, kit = named_model(play, who), play.world.kits[who]
    unit = Unit(play, record.unit)
    own = play.state.turn.actor == unit.id
    there = play if own else type(play)(turn.poised(play, unit.id), play.ruleset, play.world, [])
    asked, first = Unit(there, unit.id), () if own else (NOT_NOW,)
    tools = (guns(unit, record, kit), blades(kit))
    return Card(
        id=who,
        name=kit.name,
        kind=f"{kit.card.title}, {list_in_words(kit.card.types)}",
        side=play.world.armies[record.owner],
        words=tuple(machine_words(play, record)) if isinstance(record, Machine) else (),
        stats=tuple(stats(record, kit)),
        grids=tuple(grid for grid in tools if grid.rows),
        sections=tuple(section for section in sections(kit) if section.entries),
        tray=tuple(tray(asked, turn.menu(there, asked), lambda _: "", first)) if unit.members else (),
        arcs=tuple(arcs(unit, who, kit)),
    )


# ---- its characteristics ---------------------------------------------------------------------------------------------


def stats(record: Trooper, kit: Kit) -> Iterator[Stat]:
    """The characteristics in the printed order, and how far it goes."""
    yield Stat("M", "Move", written(rates.rate(kit).move))
    match record, kit.card:
        case Figure(), Profile() as profile:
            yield from figure_stats(record, profile)
        case Machine(), Vehicle() as vehicle:
            yield from machine_stats(record, vehicle)


def figure_stats(figure: Figure, profile: Profile) -> Iterator[Stat]:
    """Those of a model with wounds."""
    yield Stat("WS", "Weapon Skill", str(profile.ws))
    yield Stat("BS", "Ballistic Skill", str(profile.bs))
    yield Stat("S", "Strength", str(profile.s))
    yield Stat("T", "Toughness", str(profile.t))
    changed = (str(profile.w), (f"{profile.w - figure.wounds} lost",)) if figure.wounds != profile.w else ("", ())
    yield Stat("W", "Wounds", str(figure.wounds), *changed)
    yield Stat("I", "Initiative", str(profile.i))
    yield Stat("A", "Attacks", str(profile.a))
    yield Stat("Ld", "Leadership", str(profile.ld))
    yield Stat("Sv", "Armour save", save_words(profile.sv))
    if profile.inv:
        yield Stat("Inv", "Invulnerable save", save_words(profile.inv))


def machine_stats(machine: Machine, vehicle: Vehicle) -> Iterator[Stat]:
    """Those of a vehicle; of a walker also what it fights with."""
    for short, side, armour in zip("FSR", ("front", "sides", "rear"), vehicle.armour, strict=True):
        yield Stat(short, f"Armour, {side}", str(armour))
    if vehicle.is_a("walker"):
        for short, title, value in (
            ("WS", "Weapon Skill", vehicle.ws),
            ("S", "Strength", vehicle.s),
            ("I", "Initiative", vehicle.i),
            ("A", "Attacks", vehicle.a),
        ):
            yield Stat(short, title, str(value))
    yield Stat("BS", "Ballistic Skill", str(vehicle.bs))
    lost = vehicle.hull_points - machine.hull
    changed = (str(vehicle.hull_points), (f"{lost} lost",)) if lost else ("", ())
    yield Stat("HP", "Hull points", str(machine.hull), *changed)


def save_words(number: int) -> str:
    """A save as people write it."""
    return f"{number}+" if number else "-"


# ---- what it fights with ---------------------------------------------------------------------------------------------


def guns(unit: Unit, record: Trooper, kit: Kit) -> Grid:
    """A line for each way of firing each of its weapons."""
    rows = (
        gun_row(weapon, mode, "" if mounts.is_whole(unit, record.id, number) else "destroyed")
        for number, weapon in enumerate(kit.guns)
        for mode in weapon.modes
    )
    return Grid("Shooting", ("Weapon", "Kind", "Range", "S", "AP", "Shots", "Special", "State"), tuple(rows))


def gun_row(weapon: Weapon, mode: Mode, state: str) -> tuple[str, ...]:
    """A way of firing a weapon in words."""
    reach = "template" if weapon.template else "unlimited" if weapon.range >= UNLIMITED else written(weapon.range)
    special = [f"blast {written(mode.blast)}"] * bool(mode.blast) + [
        keyword.replace("-", " ") + (f" {number}" if number > 1 else "") for keyword, number in mode.keywords.items()
    ]
    return (
        title_of(weapon, mode), weapon.kind.replace("-", " "), reach, str(mode.strength or "-"), str(mode.ap or "-"),
        str(mode.shots), ", ".join(special), state,
    )  # fmt: skip


def blades(kit: Kit) -> Grid:
    """A line for each weapon of close combat and for grenades."""
    rows = []
    for blade in kit.blades:
        words = ["no armour helps"] * blade.pierces + ["Strength doubled"] * blade.doubled
        words += ["strikes last"] * blade.last + ["rending"] * blade.rending
        words += [f"wounds on {blade.wounds_on}+"] * bool(blade.wounds_on)
        words += [f"Strength {blade.hull_strength} against vehicles"] * bool(blade.hull_strength)
        rows.append((blade.title, ", ".join(words)))
    return Grid("Close combat", ("Weapon", "Special"), tuple(rows))


def sections(kit: Kit) -> Iterator[Section]:
    """Its rules, gear and powers."""
    rules, gear = catalogue.rules(), catalogue.gear()
    yield Section("Rules", tuple(rule_entry(rules[name], level) for name, level in kit.card.rules.items()))
    yield Section("Gear", tuple(Entry(gear[id].title, gear[id].summary) for id in kit.gear if id in gear))
    yield Section("Powers", tuple(Entry(power.title, power.summary) for power in kit.powers))


def rule_entry(rule: Worded, level: int) -> Entry:
    """A rule with its level, where it is more than the first."""
    return Entry(f"{rule.title} ({level})" if level > 1 else rule.title, rule.summary)


# ---- about a hull ----------------------------------------------------------------------------------------------------


def arcs(unit: Unit, who: int, kit: Kit) -> Iterator[Arc]:
    """The sides of a hull with their armour, and where its weapons bear that are not destroyed."""
    vehicle = kit.vehicle
    if vehicle is None or vehicle.base.shape is None or unit.record.where != "table":
        return
    level = replace(model(unit.play, who).at, x=0, y=0, fx=1, fy=0)
    front, flank, rear = vehicle.armour
    for side, title, armour in zip(SIDES, ("front", "left", "rear", "right"), (front, flank, rear, flank), strict=True):
        edge = facing_sector(level, side)
        yield Arc(f"{title} {armour}", edge.right, edge.left, "side")
    for number, weapon in enumerate(kit.guns):
        if mounts.is_whole(unit, who, number):
            bears = mounts.bearing_sector(level, replace(kit.bearings[number], ahead=0, left=0))
            yield Arc(weapon.title, bears.right, bears.left)
