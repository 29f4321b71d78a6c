"""Blows: who strikes with what, the hit roll with every reason for its number, what each face of a die comes to."""

from __future__ import annotations

from msgspec import Struct

from .....core.check import Modifier, Target, signed, target
from .....core.state import Body, Effect
from .....core.structs import replace
from ...checks import badzones, directions, drink, guns
from ...checks.aiming import on_the_die
from ...harm import shoving
from ...harm.saves import Incoming, armour_saves
from ...harm.strikes import HARMFUL, Hit, Strike
from ...printed import Trait, WeaponProfile
from ...records import CrewedVehicle, Model, Play, Rat, Vehicle
from ...records.position import engaged_with, per_position, touch
from .. import hits
from . import parrying

Arm = tuple[int, int]  # slot and profile of a weapon
BARE: Arm = (-1, 0)
IRON_JAW = 2  # more Toughness
LENT = 1  # the value of a trait that a skill lends


# ---- who strikes, and with what --------------------------------------------------------------------------------------


class Stance(Struct, frozen=True):
    """How somebody comes to strike: what its attack dice and its hit rolls want to know.

    `unseen` are enemies it charged without having seen them; `extra` dice are added, `most` is the greatest number of
    dice it may roll.
    """

    charging: bool = False
    reaction: bool = False
    turned: bool = False
    entangled: bool = False
    passing: bool = False
    unseen: tuple[int, ...] = ()
    extra: int = 0
    most: int = 99


class Aim(Struct, frozen=True):
    """Some dice with one weapon at one enemy; `crushing` for the one die that strikes harder."""

    arm: Arm
    foe: int
    dice: int
    crushing: bool = False


def weapon_held(model: Model, arm: Arm) -> WeaponProfile:
    """The profile of a weapon in its hands, with the traits that its skills lend it; bare hands for `BARE`."""
    if arm == BARE:
        play: Play = model.play
        return play.world.edition.library.weapons["unarmed"].profiles[0]
    weapon = model.weapon(arm)
    if model.play.world.hazards and model.effect("electrified"):
        weapon = weapon.with_traits(Trait("shock"))
    if not weapon.has("melee"):
        return weapon
    lent = tuple(Trait(skill, LENT) for skill in ("backstab", "disarm") if model.has(skill) and not weapon.has(skill))
    return weapon.with_traits(*lent) if lent else weapon


# ---- the hit roll ----------------------------------------------------------------------------------------------------


class Bout(Struct, frozen=True):
    """One weapon against one opponent, as the modifiers of the hit roll see it."""

    attacker: Model
    target: Model
    weapon: WeaponProfile
    stance: Stance = Stance()

    @property
    def play(self) -> Play:
        return self.attacker.play

    @property
    def at_thing(self) -> bool:
        """Whether it is no fighter that is struck: a vehicle, or a rat."""
        return self.target.id >= self.play.world.count

    @property
    def in_contact(self) -> bool:
        """Whether the bases touch (a rider's that goes by, and what is beside it that is no fighter, count as
        touching)."""
        return self.stance.passing or self.at_thing or self.target.id in engaged_with(self.play, self.attacker.id)


def hit_number(bout: Bout) -> Target:
    """The number to hit, with every reason for it."""
    return target("Weapon Skill", bout.attacker.profile.ws, bout.play.ruleset.modifiers["fight"], bout)


def _assists(bout: Bout) -> int:
    play, ours = bout.play, bout.attacker.owner
    if bout.at_thing:
        return 0
    return sum(
        play.state.records[who].owner == ours
        and who != bout.attacker.id
        and (len(engaged_with(play, who)) == 1 or "combat-master" in play.world.kits[who].skills)
        for who in engaged_with(play, bout.target.id)
    )


def _interference(bout: Bout) -> int:
    if bout.at_thing or bout.attacker.has("combat-master"):
        return 0
    play = bout.play
    return -sum(
        who != bout.target.id and len(engaged_with(play, who)) == 1 for who in engaged_with(play, bout.attacker.id)
    )


def _unseen(bout: Bout) -> int:
    return -1 if bout.target.id in bout.stance.unseen else 0


def _over_barricade(bout: Bout) -> int:
    if bout.at_thing or not bout.in_contact or bout.stance.passing:
        return 0
    return 0 if touch(bout.play, bout.attacker.at, bout.target.at) else -1


def _accuracy(bout: Bout) -> int:
    weapon = bout.weapon
    if not weapon.has("melee"):
        return 0
    if not bout.play.option["accuracy-by-reach"]:
        return weapon.accuracy_short or weapon.accuracy_long
    return weapon.accuracy_short if bout.in_contact else weapon.accuracy_long


def _vehicle(bout: Bout) -> int:
    return 1 if bout.at_thing and isinstance(bout.play.state.records[bout.target.id], Vehicle | CrewedVehicle) else 0


def _rat(bout: Bout) -> int:
    return -1 if bout.at_thing and isinstance(bout.play.state.records[bout.target.id], Rat) else 0


def _hard_to_make_out(bout: Bout) -> int:
    return 0 if bout.at_thing else sum(piece.hit_melee for piece in bout.target.armour)


CHARGED_UNSEEN = Modifier("charged out of sight", _unseen, "close combat")
AT_RAT = Modifier("bomb delivery rat", _rat, "wargear")
OVER_BARRICADE = Modifier("over a barricade", _over_barricade, "close combat")
"""Of editions in which a barricade is in the way of a blow."""
HIT_MODIFIERS: tuple[Modifier, ...] = (
    Modifier("assists", _assists, "close combat"),
    Modifier("interference", _interference, "close combat"),
    Modifier("turned to face", lambda bout: -1 if bout.stance.turned else 0, "close combat"),
    Modifier("vehicle", _vehicle, "close combat"),
    Modifier("broken", lambda bout: -2 if bout.attacker.broken else 0, "conditions"),
    CHARGED_UNSEEN,
    Modifier("entangled", lambda bout: -2 if bout.stance.entangled else 0, "weapon traits"),
    Modifier("accuracy", _accuracy, "close combat"),
    Modifier("hard to make out", _hard_to_make_out, "armour"),
    Modifier("drunk", lambda bout: drink.melee_penalty(bout.attacker), "wargear"),
)


# ---- the dice --------------------------------------------------------------------------------------------------------


class Blow(Struct, frozen=True):
    """A hit as one face of the die makes it: the strike, the saves against it (`shredded`: against twice its AP, where
    it may come to that), what is added to the victim's Toughness, and `marks`: what it brings into play besides harm
    (Disarm, Entangle, Knockback, or the weapon's own id where its traits outlast the hit).  `words` say what this face
    of the die does more than others."""

    strike: Strike
    saves: tuple[Target, ...] = ()
    tougher: int = 0
    marks: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    shredded: tuple[Target, ...] = ()


class Flurry(Struct, frozen=True):
    """All dice with one weapon against one opponent.  `pattern` says for each face from 1 to 6 which of the `kinds`
    of blow it comes to (-1: a miss).

    A weapon with `firepower` rolls so many of its dice, counts holes as hits if `rapid`, tests its `ammo` for each
    symbol (0: later), again if it fails and `twice`, and may blow up if `unstable`.  `parried` says that its hits may
    be parried; `skill` is what the number to hit starts from and `because` what changes it, for people to read.
    """

    dice: int
    pattern: tuple[int, ...]
    kinds: tuple[Blow, ...]
    number: int
    firepower: int = 0
    rapid: bool = False
    ammo: int = 0
    twice: bool = False
    unstable: bool = False
    parried: bool = True
    skill: int = 0
    because: tuple[tuple[str, int], ...] = ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """Where its number comes from."""
        return (f"Weapon Skill {self.skill}+", *signed(self.because))

    def blow(self, face: int) -> Blow | None:
        """What a face comes to; None for a miss."""
        kind = self.pattern[face - 1]
        return self.kinds[kind] if kind >= 0 else None


Swing = tuple[Aim, Flurry]


# ---- a weapon's dice as plain values ---------------------------------------------------------------------------------


def flurry(play: Play, attacker: Model, aim: Aim, stance: Stance) -> Flurry:
    """The dice of one weapon against one opponent, as plain values."""
    state = play.state
    swung = _struck(play, state.records[attacker.id], state.records[aim.foe], aim, stance, state.effects)
    return with_ammunition(play, attacker, aim, swung)


@per_position
def _struck(play: Play, by: Body, foe: Body, aim: Aim, stance: Stance, _effects: tuple[Effect, ...]) -> Flurry:
    """The same without what is fired; what it depends on besides the position is the two records and the effects."""
    attacker, victim = Model(play, by.id), Model(play, foe.id)
    weapon = weapon_held(attacker, aim.arm)
    bout = Bout(attacker, victim, weapon, stance)
    needed = hit_number(bout)
    number, skill, because = on_the_die(needed), needed.base, needed.because
    if stance.reaction and attacker.suffers("blind"):
        number, skill, because = 6, 6, (("blind", 0),)  # nothing but a natural 6 hits, whatever the modifiers
    if bout.at_thing and play.world.is_crewed(foe.id) and _likes_sixes(weapon):
        power = weapon.has("power")
        strike = strike_of_blow(bout, aim, six=True, more_damage=power)
        best = Blow(replace(strike, no_save=power or strike.no_save))
        pattern = [-1 if face < number else int(face == 6) for face in range(1, 7)]
        both = (Blow(strike_of_blow(bout, aim)), best)
        return Flurry(aim.dice, tuple(pattern), both, number, parried=False, skill=skill, because=because)
    if bout.at_thing:
        hit = Blow(strike_of_blow(bout, aim))
        return Flurry(aim.dice, _from(number), (hit,), number, parried=False, skill=skill, because=because)
    kinds: dict[tuple[bool, bool, bool], int] = {}
    pattern = []
    for face in range(1, 7):
        kind = (face == 6 and _likes_sixes(weapon), _knocks(bout, face), _disarms(bout, face))
        pattern.append(-1 if face < number else kinds.setdefault(kind, len(kinds)))
    dealt = tuple(blow(bout, aim, *kind) for kind in kinds)
    parried = parrying.can_parry(victim, weapon)
    return Flurry(aim.dice, tuple(pattern), dealt, number, parried=parried, skill=skill, because=because)


def _from(number: int) -> tuple[int, ...]:
    return tuple(0 if face >= number else -1 for face in range(1, 7))


def with_ammunition(play: Play, attacker: Model, aim: Aim, swung: Flurry) -> Flurry:
    """A flurry with what is fired in it: a sidearm's Firepower dice and ammo."""
    weapon = weapon_held(attacker, aim.arm)
    if not weapon.ammo:
        return swung
    family = attacker.kit.weapons[aim.arm[0]].family
    return replace(
        swung,
        firepower=aim.dice * max(1, weapon.value("rapid-fire")),
        rapid=weapon.has("rapid-fire") and bool(play.option["rapid-fire-in-fights"]),
        ammo=weapon.ammo if guns.cache_beside(attacker, family) < 0 else 0,
        twice=guns.rolls_again(attacker),
        unstable=weapon.has("unstable") or badzones.charges_up(play, family),
    )


def _likes_sixes(weapon: WeaponProfile) -> bool:
    return weapon.has("power") or weapon.has("shock") or weapon.has("entangle")


def _knocks(bout: Bout, face: int) -> bool:
    bullish = bout.stance.charging and bout.attacker.has("bull-charge") and bout.weapon.has("melee")
    return (bullish or bout.weapon.has("knockback")) and face >= bout.target.strength


def _disarms(bout: Bout, face: int) -> bool:
    """A natural 6; a 5 too, where both the weapon and a skill disarm."""
    weapon = bout.weapon
    if not weapon.has("disarm"):
        return False
    return face == 6 or (face == 5 and weapon.value("disarm") != LENT and bout.attacker.has("disarm"))


def blow(bout: Bout, aim: Aim, six: bool, knocks: bool, disarms: bool) -> Blow:
    """What one hit is worth: on a natural 6 that matters, or not; one that knocks back or disarms, or not."""
    attacker, victim, weapon = bout.attacker, bout.target, bout.weapon
    power = six and weapon.has("power")
    blocked = knocks and not shoving.room_to_fall_back(bout.play, victim.id, attacker.at)
    family = attacker.kit.weapons[aim.arm[0]].family if aim.arm != BARE else ""
    way = Incoming("melee", (attacker.at.x, attacker.at.y), family, field_only=power)
    found = ["disarm"] * disarms + ["entangle"] * (six and weapon.has("entangle")) + ["knockback"] * knocks
    if any(weapon.has(trait) for trait, _ in hits.AFTERMATH):
        found.append(weapon.id)
    strike = strike_of_blow(bout, aim, six, power + blocked)
    return Blow(
        strike,
        saves=armour_saves(victim, strike.ap, way),
        tougher=IRON_JAW if victim.has("iron-jaw") and jaw_holds(bout, aim, strike) else 0,
        marks=tuple(found),
        words=(
            *["no armour save and 1 more damage (Power)"] * power,
            *["no wound roll (Shock)"] * strike.sure_wound,
            *["the weapon knocked away (Disarm)"] * disarms,
            *["the enemy entangled (Entangle)"] * (six and weapon.has("entangle")),
            *["1 more damage, as it cannot be knocked back"] * blocked,
        ),
        shredded=armour_saves(victim, 2 * strike.ap, way) if "shred" in strike.traits else (),
    )


def jaw_holds(bout: Bout, aim: Aim, strike: Strike) -> bool:
    """Whether an iron jaw helps against a blow: one of bare hands, or in some editions any without AP."""
    return strike.ap == 0 and (
        bout.weapon.has("melee") if bout.play.world.edition.iron_jaw_stops_blades else aim.arm == BARE
    )


def strike_of_blow(bout: Bout, aim: Aim, six: bool = False, more_damage: int = 0) -> Strike:
    """A hit as wound rolls see it; `more_damage` for what a natural 6 or an obstacle behind the victim adds."""
    weapon = bout.weapon
    strength = weapon.hits_at(bout.attacker.strength)
    if strength is not None:
        strength += strength_bonus(bout) + aim.crushing
    damage = None if weapon.damage is None else weapon.damage + aim.crushing + more_damage
    sure, lost = six and weapon.has("shock"), weapon.has("phase")
    ap = weapon.ap + sum(each.amount(bout) for each in bout.play.ruleset.modifiers["ap"])
    severs = bout.play.world.edition.severs_at_once and weapon.has("sever")
    return Strike(strength, ap, damage, harmful(bout), sure_wound=sure, no_save=lost, severs=severs)


def from_behind(bout: Bout) -> bool:
    """Whether a blow comes from outside the vision arc of its target; who lies there has none."""
    if bout.at_thing:
        return False
    return not bout.target.standing or not directions.in_front(bout.target.at, bout.attacker.at)


def strength_bonus(bout: Bout) -> int:
    """What a blow's Strength gains: from behind, in a bull's charge, with a lance; bad air takes some of a fire's."""
    attacker, weapon, stance = bout.attacker, bout.weapon, bout.stance
    bonus = 0
    if weapon.has("backstab") and from_behind(bout):
        bonus += 2 if attacker.has("backstab") and weapon.value("backstab") != LENT else 1
    if stance.charging and attacker.has("bull-charge") and weapon.has("melee"):
        bonus += 1
    if weapon.has("blaze") and badzones.befallen_by(bout.play, "bad-air"):
        bonus -= 1
    if (stance.charging or stance.passing) and weapon.has("lance") and attacker.profile.mounted:
        bonus += 1
    return bonus


def harmful(bout: Bout) -> frozenset[str]:
    """Those of the weapon's traits that matter to a hit that has landed; a shield may take the worst of Melta."""
    traits = HARMFUL.intersection(bout.weapon.trait_values)
    if "melta" not in traits or bout.at_thing:
        return traits
    at = bout.attacker.at
    hit = Hit(bout.weapon, way="melee", origin=at.spot)
    return traits - {"melta"} if hits.shielded_from_melta(bout.target, hit) else traits
