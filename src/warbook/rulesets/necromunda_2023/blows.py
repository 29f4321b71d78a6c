"""Blows in close combat: the hit roll with every reason for its number, the dice, parries, and what a hit does
besides harm.

From the hit roll to the injury dice there is often nothing to decide; then all blows of one fighter at another are
one dice rule.
"""

from __future__ import annotations

from functools import lru_cache, partial

from msgspec import Struct
from msgspec.structs import replace

from ...core.check import Modifier, Target, signed, target
from ...core.decision import Choose, Confirm, Preview
from ...core.dice import D6, Pool, Reading
from ...core.events import EffectBegan
from ...core.length import INCH
from ...core.state import Effect, Placement
from ...space.displacement import push
from ...space.sight import touches_arc, within
from . import ammo, falling, gear, hits, injury, moving
from .aiming import on_the_die
from .characteristics import passes_initiative
from .events.gear import Used
from .harm import HARMFUL, UNHARMED, Harm, Hit, Mark, Strike, as_it_is, boiled_down, harm, later_saves
from .model import CONTACT, Model, Play, engaged_with, layout
from .printed import Trait, WeaponProfile, weapons
from .saves import Incoming, armour_saves

Arm = tuple[int, int]  # slot and profile of a weapon
BARE: Arm = (-1, 0)
LENT = 1  # the value of a trait that a skill lends


# ---- who strikes, and with what -------------------------------------------------------------------------------------


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


def held(model: Model, arm: Arm) -> WeaponProfile:
    """The profile of a weapon in its hands, with the traits that its skills lend it; bare hands for `BARE`."""
    if arm == BARE:
        return weapons()["unarmed"].profiles[0]
    weapon = model.weapon(arm)
    if not weapon.has("melee"):
        return weapon
    lent = tuple(Trait(skill, LENT) for skill in ("backstab", "disarm") if model.has(skill) and not weapon.has(skill))
    return weapon.with_traits(*lent) if lent else weapon


def in_front(at: Placement, other: Placement) -> bool:
    """Whether some part of another base is in the vision arc: who could be shot can be fought."""
    return touches_arc(at, other)


# ---- the hit roll ----------------------------------------------------------------------------------------------------


class Bout(Struct, frozen=True):
    """One weapon against one opponent, as the modifiers of the hit roll see it."""

    attacker: Model
    target: Model
    weapon: WeaponProfile
    stance: Stance = Stance()

    @property
    def play(self) -> Play:
        play: Play = self.attacker.play
        return play

    @property
    def at_vehicle(self) -> bool:
        """Whether it is a vehicle that is struck."""
        return self.target.id >= self.play.world.count

    @property
    def in_contact(self) -> bool:
        """Whether the bases touch (a rider's that goes by count as touching)."""
        return self.stance.passing or self.target.id in engaged_with(self.play, self.attacker.id)


def hit_number(bout: Bout) -> Target:
    """The number to hit, with every reason for it."""
    return target("Weapon Skill", bout.attacker.profile.ws, bout.play.ruleset.modifiers["fight"], bout)


def _assists(bout: Bout) -> int:
    play, ours = bout.play, bout.attacker.owner
    if bout.at_vehicle:
        return 0
    return sum(
        play.state.records[who].owner == ours
        and who != bout.attacker.id
        and (len(engaged_with(play, who)) == 1 or "combat-master" in play.world.kits[who].skills)
        for who in engaged_with(play, bout.target.id)
    )


def _interference(bout: Bout) -> int:
    if bout.at_vehicle or bout.attacker.has("combat-master"):
        return 0
    play = bout.play
    return -sum(
        who != bout.target.id and len(engaged_with(play, who)) == 1 for who in engaged_with(play, bout.attacker.id)
    )


def _turned(bout: Bout) -> int:
    return -1 if bout.stance.turned else 0


def _broken(bout: Bout) -> int:
    return -2 if bout.attacker.broken else 0


def _unseen(bout: Bout) -> int:
    return -1 if bout.target.id in bout.stance.unseen else 0


def _entangled(bout: Bout) -> int:
    return -2 if bout.stance.entangled else 0


def _accuracy(bout: Bout) -> int:
    if not bout.weapon.has("melee"):
        return 0
    return bout.weapon.accuracy_short if bout.in_contact else bout.weapon.accuracy_long


def _vehicle(bout: Bout) -> int:
    return 1 if bout.at_vehicle else 0


def _hard_to_make_out(bout: Bout) -> int:
    return 0 if bout.at_vehicle else sum(piece.hit_melee for piece in bout.target.armour)


def _drunk(bout: Bout) -> int:
    return gear.melee_penalty(bout.attacker)


HIT_MODIFIERS: tuple[Modifier, ...] = (
    Modifier("assists", _assists, "core 2023, close combat"),
    Modifier("interference", _interference, "core 2023, close combat"),
    Modifier("turned to face", _turned, "core 2023, close combat"),
    Modifier("vehicle", _vehicle, "core 2023, close combat"),
    Modifier("broken", _broken, "core 2023, conditions"),
    Modifier("charged out of sight", _unseen, "core 2023, close combat"),
    Modifier("entangled", _entangled, "core 2023, weapon traits"),
    Modifier("accuracy", _accuracy, "core 2023, close combat"),
    Modifier("hard to make out", _hard_to_make_out, "core 2023, armour"),
    Modifier("drunk", _drunk, "core 2023, wargear"),
)


# ---- the dice --------------------------------------------------------------------------------------------------------


class Blow(Struct, frozen=True):
    """A hit as one face of the die makes it: the strike, the saves against it, what is added to the victim's
    Toughness, and `marks`: what it brings into play besides harm (Disarm, Entangle, Knockback, or the weapon's own id
    where its traits outlast the hit).  `words` say what this face of the die does more than others."""

    strike: Strike
    saves: tuple[Target, ...] = ()
    tougher: int = 0
    marks: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


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


class Fired(Struct, frozen=True):
    """How a weapon fared that was fired: ammo symbols still to be tested, tests that failed, and whether it blew up."""

    symbols: int = 0
    failed: int = 0
    blown: bool = False


class Upshot(Struct, frozen=True):
    """What the attacks of one fighter on another came to: the harm, the marks of all hits, how many dice missed (where
    somebody counts them), and how each weapon fared that was fired."""

    harm: Harm = UNHARMED
    marks: tuple[str, ...] = ()
    missed: int = 0
    fired: tuple[Fired, ...] = ()


Landed = tuple[tuple[int, ...], ...]  # for each flurry, how many hits there are of each of its kinds


@lru_cache(maxsize=1024)
def _hit_pool(count: int, pattern: tuple[int, ...], kinds: int) -> Pool:
    """So many dice, counted by the kind of hit that `pattern` gives each face."""

    def add(so_far: tuple[int, ...], face: int) -> tuple[int, ...]:
        kind = pattern[face - 1]
        return so_far if kind < 0 else (*so_far[:kind], so_far[kind] + 1, *so_far[kind + 1 :])

    return Pool(count, 6, Reading("hits", (0,) * kinds, add), f"{count}D6" if count > 1 else "D6")


def roll_to_hit(play: Play, flurry: Flurry, count: int) -> tuple[int, ...]:
    """Roll so many dice of a flurry: the number of hits of each kind."""
    pool = _hit_pool(count, flurry.pattern, len(flurry.kinds))
    why, came = f"To hit, {flurry.number}+", None
    if any(blow.words for blow in flurry.kinds):
        came = partial(_hitting, flurry.kinds, count)
    counted: tuple[int, ...] = play.roll(pool, "fight.hit", why, because=flurry.reasons, came=came)
    return counted


def _hitting(kinds: tuple[Blow, ...], of: int, counts: tuple[int, ...]) -> str:
    """What so many dice came to where some hits do more than others; nothing where no such hit is among them."""
    hits = sum(counts)
    more = [(count, words) for blow, count in zip(kinds, counts, strict=True) if count for words in blow.words]
    if not more:
        return ""
    if of == 1:
        return ", ".join(("a hit", *(words for _, words in more)))
    return ", ".join((f"{hits} hit{'s' if hits > 1 else ''}", *(f"{count} with {words}" for count, words in more)))


def roll_all(play: Play, flurries: tuple[Flurry, ...], dice: tuple[int, ...]) -> Landed:
    """Dice rule: so many dice of each flurry, and the hits."""
    return tuple(roll_to_hit(play, f, n) if n else (0,) * len(f.kinds) for f, n in zip(flurries, dice, strict=True))


def upshot_of(
    play: Play, flurries: tuple[Flurry, ...], landed: Landed, dice: tuple[int, ...], mark: Mark, counting: bool
) -> Upshot:
    """Dice rule: the hits there are and so many dice of each flurry that are still to be rolled; then, weapon by
    weapon, firepower, wounds, saves, damage, injuries."""
    landed = _together(landed, roll_all(play, flurries, dice)) if any(dice) else landed
    done, found, missed = UNHARMED, set[str](), 0
    fired: list[Fired] = []
    for flurry, counts in zip(flurries, landed, strict=True):
        missed += flurry.dice - sum(counts)
        times = 1
        if flurry.firepower:
            times, spent = fire(play, flurry)
            fired.append(spent)
        for blow, count in zip(flurry.kinds, counts, strict=True):
            if count:
                found.update(blow.marks)
                done += harm(play, blow.strike, _as_it_is_now(mark, done, blow), count * times)
    return Upshot(boiled_down(done, mark), tuple(sorted(found)), missed if counting else 0, tuple(fired))


def _together(some: Landed, more: Landed) -> Landed:
    return tuple(tuple(a + b for a, b in zip(x, y, strict=True)) for x, y in zip(some, more, strict=True))


def fire(play: Play, flurry: Flurry) -> tuple[int, Fired]:
    """Dice rule: the Firepower dice of a sidearm: how often each hit counts, and what the ammo symbols mean as far as
    there is nothing to decide about it."""
    holes, symbols = play.roll(ammo.FIREPOWER[flurry.firepower], "fight.firepower", "Firepower")
    times = holes if flurry.rapid else 1
    if not symbols:
        return times, Fired()
    blown = flurry.unstable and play.roll(D6, "fight.unstable", "Unstable, 4+") <= ammo.BURNT_OUT
    if not flurry.ammo:
        return times, Fired(symbols, 0, blown)
    return times, Fired(0, ammo.ammo_tests(play, flurry.ammo, symbols, flurry.twice).failed, blown)


def _as_it_is_now(mark: Mark, done: Harm, blow: Blow) -> Mark:
    """The victim after what it has suffered so far, before a blow."""
    now = as_it_is(mark, done)
    return replace(now, toughness=max(1, now.toughness) + blow.tougher, saves=later_saves(blow.saves, done.saves))


# ---- a weapon's dice as plain values ---------------------------------------------------------------------------------


def flurry(play: Play, attacker: Model, aim: Aim, stance: Stance) -> Flurry:
    """The dice of one weapon against one opponent, as plain values."""
    weapon, victim = held(attacker, aim.arm), Model(play, aim.foe)
    bout = Bout(attacker, victim, weapon, stance)
    needed = hit_number(bout)
    number, skill, because = on_the_die(needed), needed.base, needed.because
    if stance.reaction and attacker.suffers("blind"):
        number, skill, because = 6, 6, (("blind", 0),)  # nothing but a natural 6 hits, whatever the modifiers
    if bout.at_vehicle:
        hit = Blow(strike_of_blow(bout, aim))
        swung = Flurry(aim.dice, _from(number), (hit,), number, parried=False, skill=skill, because=because)
        return loaded(play, attacker, aim, swung)
    kinds: dict[tuple[bool, bool, bool], int] = {}
    pattern: list[int] = []
    for face in range(1, 7):
        kind = (face == 6 and _likes_sixes(weapon), _knocks(bout, face), _disarms(bout, face))
        pattern.append(-1 if face < number else kinds.setdefault(kind, len(kinds)))
    dealt = tuple(blow(bout, aim, *kind) for kind in kinds)
    parried = can_parry(victim, weapon)
    swung = Flurry(aim.dice, tuple(pattern), dealt, number, parried=parried, skill=skill, because=because)
    return loaded(play, attacker, aim, swung)


def _from(number: int) -> tuple[int, ...]:
    return tuple(0 if face >= number else -1 for face in range(1, 7))


def loaded(play: Play, attacker: Model, aim: Aim, swung: Flurry) -> Flurry:
    """A flurry with what is fired in it: a sidearm's Firepower dice and ammo."""
    weapon = held(attacker, aim.arm)
    if not weapon.ammo:
        return swung
    return replace(
        swung,
        firepower=aim.dice * max(1, weapon.value("rapid-fire")),
        rapid=weapon.has("rapid-fire") and bool(play.option["rapid-fire-in-fights"]),
        ammo=weapon.ammo if ammo.cache_beside(attacker) < 0 else 0,
        twice=ammo.rolls_again(attacker),
        unstable=weapon.has("unstable"),
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
    blocked = knocks and not falling.room_to_fall_back(victim, attacker.at)
    family = attacker.kit.weapons[aim.arm[0]].family if aim.arm != BARE else ""
    way = Incoming("melee", (attacker.at.x, attacker.at.y), family, field_only=power)
    found = ["disarm"] * disarms + ["entangle"] * (six and weapon.has("entangle")) + ["knockback"] * knocks
    if any(weapon.has(trait) for trait, _ in hits.AFTERMATH):
        found.append(weapon.id)
    strike = strike_of_blow(bout, aim, six, power + blocked)
    return Blow(
        strike,
        saves=armour_saves(victim, strike.ap, way),
        tougher=2 if strike.ap == 0 and weapon.has("melee") and victim.has("iron-jaw") else 0,
        marks=tuple(found),
        words=(
            *["no armour save and 1 more damage (Power)"] * power,
            *["no wound roll (Shock)"] * strike.sure_wound,
            *["the weapon knocked away (Disarm)"] * disarms,
            *["the enemy entangled (Entangle)"] * (six and weapon.has("entangle")),
            *["1 more damage, as it cannot be knocked back"] * blocked,
        ),
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
    return Strike(strength, ap, damage, harmful(bout), sure_wound=sure, no_save=lost)


def from_behind(bout: Bout) -> bool:
    """Whether a blow comes from outside the vision arc of its target; who lies there has none."""
    if bout.at_vehicle:
        return False
    return not bout.target.standing or not in_front(bout.target.at, bout.attacker.at)


def strength_bonus(bout: Bout) -> int:
    """What a blow's Strength gains: from behind, in a bull's charge, with a lance."""
    attacker, weapon, stance = bout.attacker, bout.weapon, bout.stance
    bonus = 0
    if weapon.has("backstab") and from_behind(bout):
        bonus += 2 if attacker.has("backstab") and weapon.value("backstab") != LENT else 1
    if stance.charging and attacker.has("bull-charge") and weapon.has("melee"):
        bonus += 1
    if (stance.charging or stance.passing) and weapon.has("lance") and attacker.profile.mounted:
        bonus += 1
    return bonus


def harmful(bout: Bout) -> frozenset[str]:
    """Those of the weapon's traits that matter to a hit that has landed; a shield may take the worst of Melta."""
    traits = HARMFUL.intersection(bout.weapon.trait_values)
    if "melta" not in traits or bout.at_vehicle:
        return traits
    at = bout.attacker.at
    hit = Hit(bout.weapon, way="melee", origin=(at.x, at.y, at.z))
    return traits - {"melta"} if hits.shielded_from_melta(bout.target, hit) else traits


# ---- parrying and stepping aside -------------------------------------------------------------------------------------


def exchange(play: Play, attacker: Model, victim: Model, flurries: list[Swing]) -> Upshot:
    """Hit rolls, parries and sidesteps, then the hits.  Where nobody has a say in between, all of it is one roll."""
    here = (attacker.at.x, attacker.at.y)
    mark = replace(play.stage(injury.braced, victim, Strike(None), Incoming("melee", here)), saves=())
    weapons = tuple(flurry for _, flurry in flurries)
    names = [held(attacker, aim.arm).name for aim, _ in flurries]
    counting = victim.has("counter-attack")
    parries = parry_count(victim) if any(weapon.parried for weapon in weapons) else 0
    nimble = victim.has("step-aside") and _sidestep(attacker) not in victim.record.used
    crafted = [n for n, (aim, _) in enumerate(flurries) if master_crafted(attacker, aim.arm)]
    dice = tuple(weapon.dice for weapon in weapons)
    nothing: Landed = tuple((0,) * len(weapon.kinds) for weapon in weapons)
    landed, left = nothing, dice
    if parries or nimble or crafted:
        landed = play.dice(roll_all, weapons, dice)
        # A die is rolled again once at most: what was does not count among the hits that may be parried.
        again = [int(n in crafted and tries_again(play, attacker, flurries[n], landed[n])) for n in range(len(weapons))]
        swung = play.dice(roll_all, weapons, tuple(again)) if any(again) else nothing
        landed, parried = parry(play, attacker, victim, weapons, names, landed, parries)
        landed, left = _together(landed, swung), tuple(parried)
        if nimble:
            landed = _together(landed, play.dice(roll_all, weapons, left))
            landed = step_aside(play, attacker, victim, weapons, names, landed)
            left = (0,) * len(weapons)
    upshot: Upshot = play.dice(upshot_of, weapons, landed, left, mark, counting)
    return upshot


def parry(
    play: Play,
    attacker: Model,
    victim: Model,
    flurries: tuple[Flurry, ...],
    names: list[str],
    landed: Landed,
    parries: int,
) -> tuple[Landed, list[int]]:
    """The victim picks hits that must be rolled again: what is left of the hits, and how many dice of each flurry
    that makes."""
    parried = [0] * len(flurries)
    for _ in range(parries):
        open_to = [(n, kind) for n, kind in hits_of(landed) if flurries[n].parried]
        hit = choose_hit(play, attacker, victim, "fight.parry", "Parry which hit?", flurries, names, open_to)
        if hit is None:
            break
        landed = _without(landed, hit)
        parried[hit[0]] += 1
    return landed, parried


def step_aside(
    play: Play, attacker: Model, victim: Model, flurries: tuple[Flurry, ...], names: list[str], landed: Landed
) -> Landed:
    """Once a round against each enemy, an Initiative test to avoid a hit."""
    question = "Step aside from which hit?"
    hit = choose_hit(play, attacker, victim, "fight.step-aside", question, flurries, names, hits_of(landed))
    if hit is None:
        return landed
    play.happen(Used(victim.id, _sidestep(attacker)))
    return _without(landed, hit) if passes_initiative(victim, "step-aside") else landed


def _without(landed: Landed, hit: tuple[int, int]) -> Landed:
    return tuple(
        tuple(count - ((n, kind) == hit) for kind, count in enumerate(counts)) for n, counts in enumerate(landed)
    )


def hits_of(landed: Landed) -> list[tuple[int, int]]:
    """The hits that differ, the best first: as the number of a flurry and of one of its blows."""
    return [(n, kind) for n, counts in enumerate(landed) for kind in reversed(range(len(counts))) if counts[kind]]


def choose_hit(
    play: Play,
    attacker: Model,
    victim: Model,
    key: str,
    prompt: str,
    flurries: tuple[Flurry, ...],
    names: list[str],
    among: list[tuple[int, int]],
) -> tuple[int, int] | None:
    """One of the hits, or none of them."""
    if not among:
        return None

    def label(hit: tuple[int, int] | None) -> str:
        if hit is None:
            return "none"
        n, kind = hit
        faces = [str(face) for face, which in enumerate(flurries[n].pattern, 1) if which == kind]
        return f"{names[n]} on {' or '.join(faces)}" if len(flurries[n].kinds) > 1 else names[n]

    question = Choose(key, prompt, lambda: [*among, None], named=label)
    return play.ask(victim.owner, question.previewed(Preview(actor=attacker.id)))


def _sidestep(attacker: Model) -> str:
    return f"round:step-aside:{attacker.id}"


def parry_count(victim: Model) -> int:
    """How many hits it may parry: one with a weapon that parries, two with two of them, one more by skill."""
    return min(2, len(_blades(victim, "parry"))) + victim.has("parry")


def can_parry(victim: Model, weapon: WeaponProfile) -> bool:
    """Whether its hits can be parried at all: never with Entangle, and a power weapon only by another."""
    if weapon.has("entangle"):
        return False
    return not weapon.has("power") or bool(_blades(victim, "power", "" if victim.has("parry") else "parry"))


def _blades(model: Model, *traits: str) -> list[Arm]:
    """The close combat weapons that it can use and that have these traits."""
    return [
        arm
        for arm in model.kit.arms
        if (use := model.weapon(arm)).has("melee") and all(use.has(t) for t in traits if t) and model.usable(arm)
    ]


def master_crafted(model: Model, arm: Arm) -> bool:
    """Whether a weapon is finer than others, and has not yet shown it in this battle."""
    return arm != BARE and model.weapon(arm).has("master-crafted") and _masterwork(arm) not in model.record.used


def _masterwork(arm: Arm) -> str:
    return f"master-crafted:{arm[0]}"


def tries_again(play: Play, attacker: Model, with_what: Swing, counts: tuple[int, ...]) -> bool:
    """Whether an attack that missed with a master-crafted weapon is rolled again: once a battle, if its player
    likes."""
    aim, flurry = with_what
    prompt = f"Roll a miss of the {held(attacker, aim.arm).name} again?"
    if sum(counts) == flurry.dice or not play.ask(attacker.owner, Confirm("fight.again", prompt)):
        return False
    play.happen(Used(attacker.id, _masterwork(aim.arm)))
    return True


# ---- what comes of the hits ------------------------------------------------------------------------------------------


def endure(play: Play, attacker: Model, victim: Model, upshot: Upshot, used: list[WeaponProfile]) -> None:
    """Knocked back first, then harmed, then whatever else the weapons do."""
    if "knockback" in upshot.marks:
        knock_back(play, attacker, victim)
    injury.suffer(play, victim, upshot.harm, attacker.id)
    if not victim.on_table:
        return
    if "disarm" in upshot.marks:
        play.happen(EffectBegan(Effect("disarmed", victim.id, "round")))
    for weapon in used:
        if weapon.id in upshot.marks:
            hits.linger(play, victim, Hit(weapon, attacker.id, "melee"))


def knock_back(play: Play, attacker: Model, victim: Model) -> None:
    """Knockback; an attacker in contact may follow, unless across a barricade."""
    touching = within(attacker.at, victim.at, CONTACT)
    ahead = (victim.at.x - attacker.at.x, victim.at.y - attacker.at.y)
    pushed = falling.knock_back(play, victim, attacker.at)
    if not pushed.moved:
        return
    near = touching and attacker.standing and victim.on_table and victim.at.z == attacker.at.z
    if near and play.ask(attacker.owner, Confirm("fight.follow", "Follow the enemy that was knocked back?")):
        went = push(play.world.board, layout(play), attacker.id, ahead, INCH)
        moving.arrive(play, attacker, (went.x, went.y, went.z), went.moved)
    else:
        falling.displace(play, victim, ())
