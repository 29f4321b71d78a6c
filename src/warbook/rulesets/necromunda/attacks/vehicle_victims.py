"""What weapons do to crewed vehicles: the hits of an attack, and what follows from the traits of the weapon.

Most conditions and traits trouble fighters alone: nets and toxins do nothing to a vehicle, nor do fear, gunk,
radiation, or what would throw or drag it about.
"""

from __future__ import annotations

from ....core.dice import D6, dice
from ....core.structs import replace
from ..checks.characteristics import passes_willpower
from ..checks.handling import passes_handling
from ..checks.sides import Side, rear_of
from ..events.attacks import WasHit
from ..events.fighters import ConditionGained
from ..harm import conditions, control, vehicle_damage, vehicle_hits
from ..harm.strikes import Hit, Strike
from ..records import Driver, Play
from . import hits as hits_on_fighters
from .hits import CATCHES_FIRE


def resolve_hits(play: Play, driver: Driver, hit: Hit, side: Side, hits: int = 1, picks: int = 1) -> None:
    """Everything that the hits of one attack do to a vehicle on one of its sides; `picks` is how many Location dice are
    rolled for each."""
    if not hits or not driver.on_table or hit.profile.has("smoke"):
        return
    play.happen(WasHit(driver.id, hits))
    damage(play, driver, hit, side, hits, picks)
    linger(play, driver, hit)


def linger(play: Play, driver: Driver, hit: Hit) -> None:
    """What the weapon's traits do to a vehicle that was hit and is no wreck, once the damage is done."""
    for trait, follows in AFTERMATH:
        if hit.profile.has(trait) and driver.on_table:
            follows(play, driver, hit)


def harmless(hit: Hit) -> bool:
    """Whether it does a vehicle no damage."""
    return any(hit.profile.has(trait) for trait in HARMLESS)


def damage(play: Play, driver: Driver, hit: Hit, side: Side, hits: int, picks: int) -> None:
    """The harm of the hits, in the way of the weapon."""
    profile = hit.profile
    if harmless(hit):
        return
    if profile.has("gas"):
        poison_driver(play, driver, hits)
    elif profile.has("graviton-pulse"):
        crush(play, driver, hit, side, hits)
    elif profile.strength is not None:
        count = play.roll(dice(hits), "scattershot", "Wound rolls") if profile.has("scattershot") else hits
        blow = strike_of(play, hits_on_fighters.fanned(play, hit, driver.at))
        doubled = hit.six and hit.marksman and hit.way == "shot"
        if doubled:
            vehicle_hits.strike(play, driver, hits_on_fighters.strike_doubled(blow), side, 1, hit.by, picks=picks)
        vehicle_hits.strike(play, driver, blow, side, count - doubled, hit.by, picks=picks)


def strike_of(play: Play, hit: Hit) -> Strike:
    """A hit as the dice see it.  A shot that finds a gap in the plates allows no save."""
    blow = hits_on_fighters.strike_of_hit(play, hit, melts=hit.close)
    gap_found = hit.six and hit.precise and hit.way == "shot"
    return replace(blow, no_save=gap_found or hit.profile.has("phase"))


def poison_driver(play: Play, driver: Driver, hits: int) -> None:
    """Gas gets in at the rear: a die of at least its Toughness, or a natural 6, wounds the driver; nothing saves."""
    for _ in range(play.dice(hits_on_fighters.gas_overcomes, rear_of(driver).toughness, hits)):
        vehicle_damage.wound_driver(play, driver)


def crush(play: Play, driver: Driver, hit: Hit, side: Side, hits: int) -> None:
    """Gravity: a die of at least its Toughness, or a natural 6, is a hit to the body, which may be saved."""
    crushing = play.dice(graviton_crushes, side.toughness, hits)
    vehicle_hits.strike(play, driver, strike_of(play, hit), side, crushing, hit.by, at="body")


def graviton_crushes(play: Play, toughness: int, hits: int) -> int:
    """Dice rule: how many graviton hits get the better of a hull."""
    pool, why = hits_on_fighters.dice_reaching(hits, min(toughness, 6)), f"Against toughness {toughness}"
    crushing: int = play.roll(pool, "graviton", why)
    return crushing


# ---- what follows ----------------------------------------------------------------------------------------------------


def concuss(play: Play, driver: Driver, hit: Hit) -> None:
    """Concussion: Handling is 2 worse until the round ends."""
    conditions.concuss(play, driver.id)


def dazzle(play: Play, driver: Driver, hit: Hit) -> None:
    """Flash: a Handling test, or the crew is blind until its next activation."""
    if not passes_handling(driver, "flash"):
        conditions.blind(play, driver)


def quake(play: Play, driver: Driver, hit: Hit) -> None:
    """Seismic: the vehicle may lose control."""
    control.keep_control(play, driver, by=hit.by)


def ignite(play: Play, driver: Driver, hit: Hit) -> None:
    """Blaze: it catches fire on 4+."""
    if not driver.suffers("blaze") and play.roll(D6, "blaze", f"Catching fire, {CATCHES_FIRE}+") >= CATCHES_FIRE:
        play.happen(ConditionGained(driver.id, "blaze"))


def madden(play: Play, driver: Driver, hit: Hit) -> None:
    """Cursed: a Willpower test of the crew, or it goes insane."""
    if not driver.suffers("insane") and not passes_willpower(driver, "cursed") and not driver.suffers("insane"):
        play.happen(ConditionGained(driver.id, "insane"))


HARMLESS = ("flash", "web", "toxin", "fear")
AFTERMATH = (("concussion", concuss), ("flash", dazzle), ("cursed", madden), ("seismic", quake), ("blaze", ignite))
