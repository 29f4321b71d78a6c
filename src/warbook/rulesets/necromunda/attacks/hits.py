"""Ranged hits: who is knocked off its feet, shoved, wounded, and what else a weapon's traits do to it.

In the order in which it happens: pinning, knockback, wounds, and what follows once they are counted."""

from __future__ import annotations

from functools import lru_cache

from ....core.dice import D3, D6, Pool, dice, reaching
from ....core.length import INCH
from ....core.state import Placement
from ....core.structs import replace
from ....space.movement import Point, Why
from ....space.pushing import push
from ....space.shapes import direction
from ..checks import badzones, darkness, directions, pieces
from ..checks.characteristics import passes_cool, passes_initiative, passes_willpower
from ..events.attacks import WasHit
from ..events.fighters import ConditionEnded, ConditionGained
from ..harm import conditions, displacement, injury, nerve, shoving
from ..harm.dice import strength_against_toughness, wound_number
from ..harm.saves import faces
from ..harm.strikes import HARMFUL, UNHARMED, Harm, Hit, Strike
from ..printed import WeaponProfile
from ..records import Model, Play
from ..records.position import board_now, layout

CATCHES_FIRE, CATCHES_FIRE_GUNKED = 4, 2
NERVE_OF_FEAR = -2
#: What a rider takes that is knocked down, by the whole inches it moved in its last activation.
KNOCKED_DOWN = ((10, Strike(7, -2, 2)), (6, Strike(5, -1, 1)), (0, Strike(3, 0, 1)))


def resolve_hits(play: Play, victim: Model, hit: Hit, hits: int = 1) -> Harm:
    """Everything that the hits of one attack do to one fighter."""
    if not hits or not victim.on_table or hit.profile.has("smoke"):
        return UNHARMED
    front, more_damage = play.stage(knock_off_balance, victim, hit, hits)
    if front:
        hit = replace(hit, front=True)
    done = wound(play, victim, hit, hits, more_damage) if victim.on_table else UNHARMED
    if victim.on_table:
        linger(play, victim, hit)
    return done


# ---- off its feet ----------------------------------------------------------------------------------------------------


def knock_off_balance(play: Play, victim: Model, hit: Hit, hits: int) -> tuple[bool, int]:
    """What hits do before they wound: the victim goes down, or an inch back.  Answers whether it faced them, since a
    shield is up until its bearer goes down, and what the damage rises by."""
    play.happen(WasHit(victim.id, hits))
    front = hit.front or (bool(victim.armour) and faces(victim, hit.place))
    knock_down(play, victim, hit.profile)
    shoved = hit.profile.has("knockback") and victim.on_table
    return front, knockback(play, victim, hit) if shoved else 0


def knock_down(play: Play, victim: Model, profile: WeaponProfile) -> None:
    """A fighter that is standing and active goes down the moment it is hit.  Gas pins nobody, a rider may keep its
    seat, a cool head its feet; nothing spares from a seismic hit."""
    if not victim.active:
        return
    if not profile.has("seismic"):
        if profile.has("gas"):
            return
        if victim.profile.mounted:
            unseat(play, victim, profile)
            return
        if victim.has("nerves-of-steel") and passes_cool(victim, "nerves-of-steel"):
            return
    injury.pin(play, victim)


def unseat(play: Play, rider: Model, profile: WeaponProfile) -> None:
    """A rider that is hit tests its Initiative, one worse against blasts and knockback; failed, it is knocked down,
    hurt by how fast it went, and pinned."""
    jolt = -1 if profile.has("blast") or profile.has("knockback") else 0
    if passes_initiative(rider, "unseat", jolt):
        return
    speed = rider.record.moved // INCH
    blow = next(strike for least, strike in KNOCKED_DOWN if speed >= least)
    injury.strike(play, rider, blow, 1, -1)
    injury.pin(play, rider)


def knockback(play: Play, victim: Model, hit: Hit) -> int:
    """Knockback: an inch straight away, if the hit roll reached the victim's Strength (for a blast: a die does); from
    right under it, any way at all.  What is in the way makes the hit worse by one; at an edge it may go over.
    Answers what the damage rises by."""
    if hit.origin is None:
        return 0
    if hit.way == "shot":
        if hit.shoves < victim.strength:
            return 0
    elif play.roll(D6, "knockback", f"Knockback, {victim.strength}+") < victim.strength:
        return 0
    elif hit.place == (victim.at.x, victim.at.y):
        dx, dy = direction(play.roll(directions.by_chance(play), "knockback.direction", "in a random direction"))
        return push_back(play, victim, (victim.at.x - dx, victim.at.y - dy, victim.at.z))
    return push_back(play, victim, hit.origin)


def push_back(play: Play, victim: Model, origin: Point) -> int:
    """An inch straight away from a point; at an edge it may go over.  Answers 1 where something was in the way, which
    the edge of the table is not, else 0."""
    pushed = shoving.knock_back(play, victim, Placement(*origin, radius=0))
    if pushed.moved:
        displacement.displace(play, victim, ())
    return 0 if pushed.stopped in shoving.NOTHING_STRUCK else 1


# ---- wounds ----------------------------------------------------------------------------------------------------------


def wound(play: Play, victim: Model, hit: Hit, hits: int, more_damage: int = 0) -> Harm:
    """The wounds of the hits, in the way of the weapon: nets, gravity, fear and flashes have theirs."""
    profile = hit.profile
    hit = fanned(play, hit, victim.at)
    if profile.has("flash"):
        return UNHARMED
    if profile.has("web"):
        return catch_in_web(play, victim, hit, hits)
    if profile.has("graviton-pulse"):
        hits = play.dice(graviton_crushes, victim.strength, hits, play.world.edition.graviton_six_crushes)
    elif profile.has("fear"):
        return frighten(play, victim, hits)
    elif profile.strength is None and not profile.has("gas") and not profile.has("toxin"):
        return UNHARMED
    if profile.has("scattershot"):
        hits = play.roll(dice(hits), "scattershot", "Wound rolls")
    melts = hit.close and not shielded_from_melta(victim, hit)
    blow, way = strike_of_hit(play, hit, more_damage, melts=melts), hit.incoming
    if hit.six and hit.marksman and hit.way == "shot" and blow.damage:
        first = injury.strike(play, victim, strike_doubled(blow), 1, hit.by, way)
        return first if hits == 1 else first + injury.strike(play, victim, blow, hits - 1, hit.by, way)
    return injury.strike(play, victim, blow, hits, hit.by, way)


def fanned(play: Play, hit: Hit, at: Placement) -> Hit:
    """The same hit on a target at a place: what sets on fire is one stronger in the fumes of a smokestack."""
    return replace(hit, weaker=hit.weaker - 1) if hit.profile.has("blaze") and pieces.in_fumes(play, at) else hit


def strike_of_hit(play: Play, hit: Hit, more_damage: int = 0, *, melts: bool) -> Strike:
    """A hit as the dice of wound, save and injury see it; `melts` says that Melta works."""
    profile = hit.profile
    graviton = profile.has("graviton-pulse")
    traits = HARMFUL.intersection(profile.trait_values)
    if not melts:
        traits -= {"melta"}
    weaker = hit.weaker + (profile.has("blaze") and badzones.befallen_by(play, "bad-air"))
    strength = None if profile.strength is None else max(1, profile.strength - weaker)
    damage = None if profile.damage is None else profile.damage + more_damage
    sure = graviton or (hit.six and profile.has("shock"))
    edition = play.world.edition
    unsaved = profile.has("phase") or (graviton and not edition.fields_stop_graviton)
    severs = edition.severs_at_once and "sever" in traits
    return Strike(strength, profile.ap, damage, traits, sure, unsaved, severs)


def strike_doubled(blow: Strike) -> Strike:
    """The same hit with twice the damage."""
    return replace(blow, damage=2 * (blow.damage or 0))


def shielded_from_melta(victim: Model, hit: Hit) -> bool:
    """Whether a shield takes the worst of a melta hit from the front."""
    return any(a.ignores_melta_in_sight for a in victim.armour) and (hit.front or faces(victim, hit.place))


def catch_in_web(play: Play, victim: Model, hit: Hit, hits: int) -> Harm:
    """A web: whoever would be wounded is caught, without a save; it lies as if seriously injured until it gets free."""
    if not play.dice(web_catches, hit.profile.strength or 0, victim.toughness, hits):
        return UNHARMED
    if not victim.suffers("webbed"):
        play.happen(ConditionGained(victim.id, "webbed"))
    if not victim.serious:
        injury.injure(play, victim, hit.by)
    return UNHARMED


def web_catches(play: Play, strength: int, toughness: int, hits: int) -> bool:
    """Dice rule: whether any of the hits would wound."""
    number = wound_number(strength, toughness)
    because = strength_against_toughness(strength, toughness)
    wounding: int = play.roll(dice_reaching(hits, number), "wound", f"To wound, {number}+", because=because)
    return wounding > 0


def graviton_crushes(play: Play, strength: int, hits: int, six_crushes: bool) -> int:
    """Dice rule: how many graviton hits get the better of a victim: it must roll its Strength or less, and in some
    editions never a 6."""
    fails = min(strength + 1, 6) if six_crushes else strength + 1
    crushing: int = play.roll(dice_reaching(hits, fails), "graviton", f"Bearing up, at most {fails - 1}")
    return crushing


def frighten(play: Play, victim: Model, hits: int) -> Harm:
    """Gas that frightens: where the victim would roll for injury it tests its nerve at -2, and breaks if that fails."""
    toughness = victim.toughness + injury.against_gas(victim)
    if not play.dice(gas_overcomes, toughness, hits) or victim.broken:
        return UNHARMED
    if not passes_cool(victim, "nerve", NERVE_OF_FEAR + nerve.friends_for_courage(play, victim)):
        nerve.break_nerve(play, victim)
    return UNHARMED


def gas_overcomes(play: Play, toughness: int, hits: int) -> int:
    """Dice rule: how many gas hits get the better of a victim: a die of at least its Toughness, or a natural 6."""
    overcoming: int = play.roll(dice_reaching(hits, min(toughness, 6)), "gas", f"Against toughness {toughness}")
    return overcoming


@lru_cache(maxsize=256)
def dice_reaching(count: int, number: int) -> Pool:
    """So many dice, read for how many reach a number."""
    return Pool(count, 6, reaching(number))


# ---- what follows ----------------------------------------------------------------------------------------------------


def linger(play: Play, victim: Model, hit: Hit) -> None:
    """What the weapon's traits do to a fighter that was hit and is still in the battle, once the wounds are counted."""
    profile = hit.profile
    for trait, follows in AFTERMATH:
        if profile.has(trait) and victim.on_table and not immune(victim, trait):
            follows(play, victim, hit)


def immune(victim: Model, trait: str) -> bool:
    """Whether what it wears keeps a trait off."""
    return any(trait in a.immune for a in victim.armour)


def concuss(play: Play, victim: Model, hit: Hit) -> None:
    """Concussion: Initiative is 2 worse until the round ends."""
    conditions.concuss(play, victim.id)


def dazzle(play: Play, victim: Model, hit: Hit) -> None:
    """Flash: an Initiative test, or it is blind until its next activation."""
    conditions.dazzle(play, victim)


def ignite(play: Play, victim: Model, hit: Hit) -> None:
    """Blaze: it catches fire on 4+, on 2+ if it is gunked; the fire eats the gunk.  In bad air nothing burns."""
    if victim.suffers("blaze") or badzones.befallen_by(play, "bad-air"):
        return
    gunked = victim.suffers("gunked")
    needed = CATCHES_FIRE_GUNKED if gunked else CATCHES_FIRE
    if play.roll(D6, "blaze", f"Catching fire, {needed}+") >= needed:
        play.happen(ConditionGained(victim.id, "blaze"))
        if gunked:
            play.happen(ConditionEnded(victim.id, "gunked"))


def irradiate(play: Play, victim: Model, hit: Hit) -> None:
    """Rad-phage: a flesh wound besides, on 4+; in some editions that gives it away in the dark."""
    if play.roll(D6, "rad-phage", "Rad-phage, 4+") >= 4:
        out = injury.take_flesh_wounds(play, victim, 1, hit.by)
        if play.world.edition.rads_reveal and not out:
            darkness.reveal(play, victim)


def smear(play: Play, victim: Model, hit: Hit) -> None:
    """Gunk covers it until the end phase."""
    if not victim.suffers("gunked"):
        play.happen(ConditionGained(victim.id, "gunked"))


def reveal(play: Play, victim: Model, hit: Hit) -> None:
    """Flare: it is lit up, and cannot hide in the dark."""
    if not victim.suffers("revealed"):
        play.happen(ConditionGained(victim.id, "revealed"))


def madden(play: Play, victim: Model, hit: Hit) -> None:
    """Cursed: a Willpower test, or it goes insane."""
    if not victim.suffers("insane") and not passes_willpower(victim, "cursed") and not victim.suffers("insane"):
        play.happen(ConditionGained(victim.id, "insane"))


def drag(play: Play, victim: Model, hit: Hit) -> None:
    """Drag: on a die of at least its Strength it is hauled D3" towards whoever fired, and pushes ahead whom it
    meets."""
    if hit.origin is None or play.roll(D6, "drag", f"Drag, {victim.strength}+") < victim.strength:
        return
    distance = INCH * play.roll(D3, "drag.distance", "Dragged how far")
    towards = (hit.origin[0] - victim.at.x, hit.origin[1] - victim.at.y)
    haul(play, victim, towards, distance, (hit.by,))
    displacement.displace(play, victim, ())


def haul(play: Play, victim: Model, towards: tuple[int, int], distance: int, behind: tuple[int, ...]) -> None:
    """Move a fighter straight, until terrain or one of those `behind` it stops it: the one who hauls, and whoever is
    pushed ahead of it.  Others in the way are moved ahead, each once.  A trap that shoves it aside ends it."""
    while True:
        pushed = push(board_now(play), layout(play), victim.id, towards, distance)
        spot = pushed.spot
        if pushed.moved:
            displacement.go_straight(play, victim, spot)
        met, distance = pushed.who, distance - pushed.moved
        in_the_way = pushed.stopped is Why.IN_THE_WAY and 0 <= met < play.world.count and met not in behind
        if not in_the_way or not displacement.stands_at(victim, spot):
            return
        haul(play, Model(play, met), towards, distance, (*behind, victim.id))
        if not displacement.stands_at(victim, spot):
            return
        behind = (*behind, met)  # it is as far ahead as it can get


AFTERMATH = (
    ("concussion", concuss),
    ("flash", dazzle),
    ("rad-phage", irradiate),
    ("cursed", madden),
    ("gunk", smear),
    ("flare", reveal),
    ("drag", drag),
    ("blaze", ignite),
)
