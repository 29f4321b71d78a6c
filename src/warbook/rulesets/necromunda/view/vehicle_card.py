"""A crewed vehicle, close up: its characteristics and its crew's, what stands on its mounts, what it is like, and its
tray: every action that it could ever take, with what speaks against it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import takewhile

from ....core.check import signed as signed_reasons
from ....core.length import written
from ....core.structs import replace
from ....core.tableau import Arc, Card, Entry, Grid, Offer, Section, Stat
from ....core.text import list_in_words
from ....space.arcs import facing_sector
from ....space.footprints import HullSide
from ..battle import poised
from ..checks.characteristics import Steering, number_needed
from ..checks.sides import NAMES
from ..printed import TraitText, Weapon, WeaponProfile
from ..printed.vehicles import Feature, Mount
from ..records import CrewedVehicle, Driver, Play
from ..records.vehicles import SIDES
from .card import idle_reasons, mental_stats, offers_to, stat_now
from .tableau import vehicle_words
from .weapon_lines import COLUMNS, line, test_words, title_of, traits_of

FEATURES: dict[Feature, tuple[str, str]] = {
    "agile": ("Agile", "It turns once more in a move, by a right angle at most."),
    "dedicated-gunner": ("Dedicated gunner", "It moves and shoots at its full Movement."),
    "power-ram": ("Power ram", "What it strikes with its front is struck harder: +2 Strength, AP and Damage."),
    "transport-bed": ("Transport bed", "Whoever rides on it never has to test whether it falls off."),
}


def card(play: Play, who: int) -> Card:
    """Everything there is to know of a crewed vehicle."""
    driver, v = Driver(play, who), play.state.record(CrewedVehicle, who)
    return Card(
        id=who,
        name=play.world.names[who],
        kind=f"{driver.profile.name}, {driver.kit.locomotion}",
        side=play.world.gangs[v.owner],
        words=tuple(vehicle_words(play, v)),
        stats=tuple(stats(driver)),
        grids=tuple(mounts(driver)),
        sections=tuple(Section(title, entries) for title, entries in sections(driver) if entries),
        tray=tuple(tray(driver)),
        arcs=(*sides(driver), *bearings(driver)) if driver.on_table else (),
    )


def sides(driver: Driver) -> Iterator[Arc]:
    """Its four sides, with how hard each is."""
    level = replace(driver.at, x=0, y=0, fx=1, fy=0)
    for side in HullSide:
        sector = facing_sector(level, side)
        yield Arc(f"{NAMES[side]} {driver.profile.toughness(side)}", sector.right, sector.left, "side")


def bearings(driver: Driver) -> Iterator[Arc]:
    """Where the weapons on its mounts bear, those together that bear on the same sides."""
    level, alike = replace(driver.at, x=0, y=0, fx=1, fy=0), dict[frozenset[HullSide], list[str]]()
    for slot, (weapon, mount) in enumerate(zip(driver.kit.weapons, driver.profile.mounts, strict=False)):
        if slot not in driver.record.destroyed:
            alike.setdefault(frozenset(SIDES[arc] for arc in mount.arcs), []).append(weapon.name)
    for bears_on, names in alike.items():
        for run in runs(bears_on):
            sector = facing_sector(level, *run)
            yield Arc(list_in_words(names), sector.right, sector.left)


def runs(sides: Collection[HullSide]) -> Iterator[tuple[HullSide, ...]]:
    """Sides by those that follow one another counter-clockwise."""
    starts = [side for side in HullSide if side in sides and (side - 1) % 4 not in sides]
    for first in starts or [HullSide.FRONT]:
        yield tuple(takewhile(sides.__contains__, (HullSide((first + n) % 4) for n in range(4))))


def tray(driver: Driver) -> Iterator[Offer]:
    """Every action that a vehicle could ever take.  Outside its activation it is told what would be if that began
    now."""
    play = driver.play
    if play.state.turn.phase != "action" or not driver.on_table:
        return
    first = idle_reasons(driver)
    if first:
        driver = Driver(Play(poised.about_to_act(play, driver.id), play.ruleset, play.world, []), driver.id)
    yield from offers_to(driver, first)


def stats(driver: Driver) -> Iterator[Stat]:
    """The characteristics in the printed order, the vehicle's and then its crew's."""
    printed, crew, left, flesh = driver.profile, driver.crew, driver.record.hull_points, driver.record.flesh
    gear = (f"on {driver.kit.locomotion} running gear",)
    yield stat_now("M", "Movement", driver.move, printed.move, written, gear)
    for short, title, number in (
        ("F", "front", printed.front),
        ("S", "side", printed.side),
        ("R", "rear", printed.rear),
    ):
        yield Stat(short, f"Toughness, {title}", str(number))
    yield stat_now("HP", "Hull Points", left, printed.hull_points, str, (f"{printed.hull_points - left} lost",))
    handling = number_needed("handling", printed.handling, Steering(driver))
    now, was = test_words(handling.number), test_words(printed.handling)
    yield Stat("Hnd", "Handling", now, was if now != was else "", signed_reasons(handling.because))
    yield Stat("Sv", "Save", test_words(printed.save))
    yield stat_now("BS", "Ballistic Skill", crew.bs + flesh, crew.bs, test_words, (f"-{flesh} driver wounded",))
    yield from mental_stats(crew)


def mounts(driver: Driver) -> Iterator[Grid]:
    """A line for each profile of each weapon, with where its mount bears and who works it."""
    known = driver.play.world.edition.library.traits
    armed = zip(driver.kit.weapons, driver.profile.mounts, strict=False)
    rows = tuple(_row(weapon, profile, mount, known) for weapon, mount in armed for profile in weapon.profiles)
    if rows:
        yield Grid("Mounts", ("Weapon", "Mount", *COLUMNS), rows)


def _row(weapon: Weapon, profile: WeaponProfile, mount: Mount, known: Mapping[str, TraitText]) -> tuple[str, ...]:
    bears = "all round" if len(mount.arcs) == 4 else " and ".join(mount.arcs)
    printed = line(
        profile,
        known,
        short=profile.short,
        long=profile.long,
        accuracy=profile.accuracy_short,
        hits=profile.strength,
    )
    return (title_of(weapon, profile), f"{bears}, {mount.operator}", *printed)


def sections(driver: Driver) -> Iterator[tuple[str, tuple[Entry, ...]]]:
    """What else is on its card: its crew, and what it is like."""
    profile, crew, known = driver.profile, driver.crew, driver.play.world.edition.library.traits
    yield "Vehicle", (Entry(profile.name, profile.summary),)
    yield "Crew", (Entry(crew.name, crew.summary),)
    count = driver.kit.trailers
    pulled = [Entry(f"{count} trailer{'s' * (count > 1)}", "Its hull points count theirs.")] * bool(count)
    yield "Features", (*(Entry(*FEATURES[feature]) for feature in profile.features), *pulled)
    used = driver.record.used
    names = ((each, each.name + " (used)" * (each.id in used)) for each in driver.kit.upgrades)
    yield "Upgrades", tuple(Entry(name, each.summary) for each, name in names)
    if profile.cage:
        inside = (Entry(driver.play.world.names[who]) for who in driver.record.embarked)
        yield (
            "Cage",
            (Entry(f"Room for {profile.cage}", f"Of them {profile.fire_points} can shoot out of it."), *inside),
        )
    yield "Traits of its weapons", traits_of(driver.kit.weapons, known)
