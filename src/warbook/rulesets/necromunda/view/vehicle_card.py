"""A crewed vehicle, close up: its characteristics and its crew's, what stands on its mounts, what it is like, and its
tray: every action that it could ever take, with what speaks against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....core.check import signed as signed_reasons
from ....core.length import written
from ....core.tableau import Card, Entry, Grid, Offer, Section, Stat
from ..battle import poised
from ..checks.characteristics import Steering, number_needed
from ..printed import TraitText, Weapon, WeaponProfile
from ..printed.vehicles import Feature, Mount
from ..records import CrewedVehicle, Driver, Play
from .card import idle_reasons, offers_to
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
    )


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
    printed, crew, left = driver.profile, driver.crew, driver.record.hull_points
    slower = driver.move != printed.move
    yield Stat(
        "M",
        "Movement",
        written(driver.move),
        written(printed.move) if slower else "",
        (f"on {driver.kit.locomotion} running gear",) if slower else (),
    )
    for short, title, number in (
        ("F", "front", printed.front),
        ("S", "side", printed.side),
        ("R", "rear", printed.rear),
    ):
        yield Stat(short, f"Toughness, {title}", str(number))
    lost = printed.hull_points - left
    yield Stat("HP", "Hull Points", str(left), str(printed.hull_points) if lost else "", (f"{lost} lost",) * bool(lost))
    handling, wounds = number_needed("handling", printed.handling, Steering(driver)), driver.record.flesh
    now, was = test_words(handling.number), test_words(printed.handling)
    yield Stat("Hnd", "Handling", now, was if now != was else "", signed_reasons(handling.because))
    yield Stat("Sv", "Save", test_words(printed.save))
    why = (f"-{wounds} driver wounded",) * bool(wounds)
    yield Stat("BS", "Ballistic Skill", test_words(crew.bs + wounds), test_words(crew.bs) if wounds else "", why)
    for short, title, number in (
        ("Ld", "Leadership", crew.ld),
        ("Cl", "Cool", crew.cl),
        ("Wil", "Willpower", crew.wil),
        ("Int", "Intelligence", crew.intelligence),
    ):
        yield Stat(short, title, test_words(number))


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
    yield "Features", tuple(Entry(*FEATURES[feature]) for feature in profile.features)
    yield "Upgrades", tuple(Entry(each.name, each.summary) for each in driver.kit.upgrades)
    if profile.cage:
        yield "Cage", (Entry(f"Room for {profile.cage}", f"Of them {profile.fire_points} can shoot out of it."),)
    yield "Traits of its weapons", traits_of(driver.kit.weapons, known)
