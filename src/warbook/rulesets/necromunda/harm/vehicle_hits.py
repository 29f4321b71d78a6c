"""Hits on crewed vehicles: wound roll, save, Location and Damage dice, and what the attacker picks of them.

Up to the pick there is nothing to decide, so that all these dice are one dice rule, as they are for fighters."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from ....core.check import Target
from ....core.decision import Choose
from ....core.dice import D6, Pool, Reading
from ..checks.sides import Side
from ..events.attacks import WasHit
from ..printed.vehicles import Location
from ..records import Driver, Play
from ..records.effects import begin_effect
from . import vehicle_damage
from .dice import wounding_face
from .saves import NO_SAVE
from .strikes import Strike
from .vehicle_damage import CATASTROPHIC, GLANCING, GRADES, PENETRATING, Lapse

LOCATIONS: tuple[Location, ...] = ("body", "body", "body", "crew", "drive", "engine")
LOCATION = Pool(1, 6, Reading("location", "", lambda _, face: LOCATIONS[face - 1]), "Location die")
DAMAGE = (GLANCING, GLANCING, GLANCING, PENETRATING, PENETRATING, CATASTROPHIC)
#: Traits by which a hit rolls one Damage die more.
BREAKING = ("melta", "pulverise")
#: The order in which picks are offered that are equally grave.
GRAVEST: tuple[Location, ...] = ("engine", "drive", "body", "crew")


class Plating(Struct, frozen=True):
    """A vehicle as the dice of a hit see it: the side that is struck, what its save needs after AP, and against twice
    the AP where the hit may come to that; locations that it is `without`."""

    side: Side
    save: Target
    shredded: Target
    without: tuple[Location, ...] = ()


class Breach(Struct, frozen=True):
    """What the Location and Damage dice of one hit have left to pick from; nothing where it did no harm."""

    locations: tuple[Location, ...] = ()
    grades: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.locations and self.grades)


HELD = Breach()


def strike(
    play: Play,
    driver: Driver,
    blow: Strike,
    side: Side,
    hits: int = 1,
    by: int = -1,
    *,
    picks: int = 1,
    at: Location | Literal[""] = "",
) -> None:
    """Resolve the hits of one attack on a vehicle, one after the other.  As many Location dice are rolled as the
    attacker has `picks`, none where it is settled `at` which location the hit comes to."""
    if by < 0 and driver.on_table:  # else whoever shot or struck has been named
        play.happen(WasHit(driver.id, hits))
    if hits and driver.on_table:
        play.stage(take_all, driver, blow, side, hits, by, picks, at)


def take_all(
    play: Play, driver: Driver, blow: Strike, side: Side, hits: int, by: int, picks: int, at: Location | Literal[""]
) -> None:
    """Resolve all hits.  A vehicle that loses control goes where it goes before those that are left hit it."""
    left, lapse = play.stage(take_hits, driver, blow, side, hits, by, picks, at)
    if lapse:
        play.stage(vehicle_damage.lose_control, driver, lapse, by)
    if left and driver.on_table:
        play.stage(take_all, driver, blow, side, left, by, picks, at)


def take_hits(
    play: Play, driver: Driver, blow: Strike, side: Side, hits: int, by: int, picks: int, at: Location | Literal[""]
) -> tuple[int, Lapse]:
    """Resolve hits until control is lost.  Answers how many are left then, and how it is lost, if it is."""
    lapse: Lapse = ""
    while hits and not lapse and driver.on_table:
        hits, lapse = play.stage(take_hit, driver, blow, side, hits - 1, by, picks, at)
    return hits, lapse


def take_hit(
    play: Play, driver: Driver, blow: Strike, side: Side, left: int, by: int, picks: int, at: Location | Literal[""]
) -> tuple[int, Lapse]:
    """Resolve one hit.  Answers how many are `left`, and how control is lost."""
    damage = play.stage(damage_done, driver, blow, side, by, picks, at)
    return left, vehicle_damage.take_damage(play, driver, *damage, by) if damage is not None else ""


def damage_done(
    play: Play, driver: Driver, blow: Strike, side: Side, by: int, picks: int, at: Location | Literal[""]
) -> tuple[Location, int] | None:
    """Where a hit does damage and how grave it is, once the attacker has picked; None where it does none."""
    found: Breach = play.dice(breach, blow, plating(driver, side, blow), picks, at)
    return pick(play, driver, found, by) if found and not jinks(play, driver) else None


def jinks(play: Play, driver: Driver) -> bool:
    """Once in a round a driver who knows how is not where the first hit goes that would do harm, on a 6."""
    if not driver.has("jink") or driver.record.unconscious or driver.effect("jinked"):
        return False
    begin_effect(play, "jinked", driver.id, "round")
    face: int = play.roll(D6, "jink", "Jink, 6+", driver.id)
    return face == 6


# ---- the dice --------------------------------------------------------------------------------------------------------


def plating(driver: Driver, side: Side, blow: Strike) -> Plating:
    """A vehicle as the dice of a hit see it."""
    twice = 2 * blow.ap if "shred" in blow.traits else blow.ap
    return Plating(side, _save(driver, blow.ap), _save(driver, twice), driver.profile.without)


def _save(driver: Driver, ap: int) -> Target:
    number = driver.profile.save
    return Target(number - ap, number, "save", (("AP", ap),) if ap else ())


def breach(play: Play, blow: Strike, plates: Plating, picks: int = 1, at: Location | Literal[""] = "") -> Breach:
    """Dice rule: one hit.  Wound roll, save, Location and Damage dice."""
    face = wounding_face(play, blow, plates.side.toughness, plates.side.name)
    if not face:
        return HELD
    six = blow.traits if face == 6 else frozenset()
    save = plates.shredded if "shred" in six else plates.save
    if not blow.no_save and "seismic" not in six and _saves(play, save):
        return HELD
    count = (blow.damage or 0) + ("rending" in six) + sum(trait in blow.traits for trait in BREAKING)
    return damage_dice(play, count, plates.without, picks, at)


def _saves(play: Play, save: Target) -> bool:
    """A save; a natural 1 fails."""
    number = max(2, save.number)
    return number < NO_SAVE and play.roll(D6, "save", f"Save, {number}+", because=save.reasons) >= number


def damage_dice(
    play: Play, count: int, without: tuple[Location, ...] = (), picks: int = 1, at: Location | Literal[""] = ""
) -> Breach:
    """Dice rule: where a hit that got through comes to, and what so many Damage dice say of it."""
    if not count:
        return HELD
    places = {at} if at else {play.dice(location, without) for _ in range(picks)}
    grades: tuple[int, ...] = play.roll(damage_pool(count), "damage", "Damage, penetrating on 4+, catastrophic on 6")
    return Breach(tuple(place for place in GRAVEST if place in places), grades)


def location(play: Play, without: tuple[Location, ...]) -> Location:
    """Dice rule: where a hit comes to; what the vehicle has not got is rolled again."""
    rolled: Location = play.roll(LOCATION, "location", "Where is it hit? Crew on 4, drive on 5, engine on 6")
    if rolled not in without:
        return rolled
    again: Location = play.dice(location, without)
    return again


@lru_cache(maxsize=16)
def damage_pool(count: int) -> Pool:
    """So many Damage dice, read for the different results on them, the gravest first."""
    name = "Damage die" if count == 1 else f"{count} Damage dice"
    reading = Reading("damage", (), lambda seen, face: tuple(sorted({*seen, DAMAGE[face - 1]}, reverse=True)))
    return Pool(count, 6, reading, name)


# ---- the pick --------------------------------------------------------------------------------------------------------


def pick(play: Play, driver: Driver, found: Breach, by: int) -> tuple[Location, int]:
    """The attacker picks a location and a result of those on the dice; where nobody attacks, whoever is against the
    vehicle does."""
    seat = play.state.records[by].owner if by >= 0 else 1 - driver.owner
    options = {f"{place}-{GRADES[grade]}": (place, grade) for grade in found.grades for place in found.locations}
    question = Choose("damage.pick", "Which damage does it do?", lambda: list(options), named=damage_in_words)
    return options[play.pick(seat, question)]


def damage_in_words(option: str) -> str:
    """A pick as people read it."""
    place, _, grade = option.partition("-")
    return f"{place}: {grade}"
