"""Close combat: turning to face, weapons, attack dice, hits, reaction attacks, and what follows a fight.

In the order of the book: who can be fought, turn to face, choose weapons, count and split the dice, choose targets, hit, resolve,
react, consolidate or finish off; then the actions of those who are engaged.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from ...core.action import Action, requirement
from ...core.check import Modifier, Target, target
from ...core.decision import Allocate, Choose, Confirm, Reasons
from ...core.dice import D3, D6, HIGHEST, Pool, Reading
from ...core.effect import total_effect
from ...core.events import EffectBegan
from ...core.length import INCH
from ...core.state import Effect, Placement
from ...space.decisions import Face
from ...space.displacement import push
from ...space.routes import Why
from ...space.shapes import UNIT, stretched
from ...space.sight import in_arc
from . import ammo, conditions, injury, moving
from .characteristics import passes_initiative
from .events import Faced, Moved, Pinned, StoodUp, Used
from .injury import HARMFUL, UNHARMED, Harm, Mark, Strike, harm
from .model import (
    CONTACT,
    Fighter,
    Model,
    Play,
    Status,
    enemies,
    engaged_with,
    fighters,
    layout,
    namer,
    nothing_between,
    within,
)
from .printed import Trait, Weapon, WeaponProfile, drinks, weapons
from .requirements import standing_active, standing_engaged
from .saves import Incoming, save_numbers

Arm = tuple[int, int]  # slot and profile of a weapon
BARE: Arm = (-1, 0)
NEVER = 7  # a face that no die shows
REACH = 1 * INCH  # of a coup de grace, and of blows at a vehicle
CONSOLIDATE, HASTY = 2 * INCH, 4 * INCH
PROTECTED = 3 * INCH
MOST_DIGI = 10
LENT = 1  # the value of a trait that a skill lends


# ---- who can be fought -----------------------------------------------------------------------------------------------


def opponents(play: Play, who: int) -> tuple[int, ...]:
    """Whom a fighter may fight in its own activation: the enemies it is engaged with, and those that stand within reach of a
    versatile weapon."""
    near = engaged_with(play, who)
    kit = play.world.kits[who]
    if play.state.turn.actor != who or not versatile_arms(kit.weapons):
        return near
    reach = longest_reach(Model(play, who))
    return near + at_reach(play, who, reach, near) if reach else near


@lru_cache(maxsize=1024)
def versatile_arms(carried: tuple[Weapon, ...]) -> tuple[Arm, ...]:
    """The versatile ones of some weapons."""
    return tuple((s, p) for s, weapon in enumerate(carried) for p, use in enumerate(weapon.profiles) if use.has("versatile"))


def longest_reach(model: Model) -> int:
    """How far a standing fighter can strike with the versatile weapons that it can use, in thousandths; 0 without any."""
    if not model.standing:
        return 0
    return max((model.weapon(arm).long for arm in versatile_arms(model.kit.weapons) if model.usable(arm)), default=0)


def at_reach(play: Play, who: int, reach: int, near: tuple[int, ...]) -> tuple[int, ...]:
    """The standing enemies within reach that are not in contact."""
    at = play.state.records[who].at
    return tuple(
        f.id
        for f in enemies(play, play.state.records[who].owner)
        if f.status is Status.ACTIVE and f.id not in near and within(at, f.at, reach) and nothing_between(play, at, f.at)
    )


# ---- the fight -------------------------------------------------------------------------------------------------------


class Stance(Struct, frozen=True):
    """How somebody comes to strike: what its attack dice and its hit rolls want to know.

    `unseen` are enemies it charged without having seen them; `extra` dice are added, `most` is the greatest number of dice it
    may roll.
    """

    charging: bool = False
    reaction: bool = False
    turned: bool = False
    entangled: bool = False
    passing: bool = False
    unseen: tuple[int, ...] = ()
    extra: int = 0
    most: int = 99


class Clash(Struct):
    """What a fighter's attacks mean for the reactions that follow: whom it attacked and how many dice missed (where somebody
    counts them), and who is entangled."""

    missed: dict[int, int]
    entangled: set[int]


def fight(
    play: Play,
    attacker: Model,
    *,
    charging: bool = False,
    unseen: tuple[int, ...] = (),
    raised: tuple[int, ...] = (),
) -> None:
    """Strike at the enemies you are engaged with; those still standing may strike back; if none is left to fight, consolidate or
    finish one off.

    `unseen` are enemies that were charged out of sight, `raised` those whom a charge brought to their feet.
    """
    engaged = engaged_with(play, attacker.id)
    foes = opponents(play, attacker.id)
    turned = turn_to_face(play, attacker, foes)
    clash = attacks(play, attacker, foes, Stance(charging=charging, turned=turned, unseen=unseen))
    strike_back(play, attacker, clash, raised)
    after_fight(play, attacker, tuple(dict.fromkeys((*engaged, *clash.missed))))


@requirement("It must be standing, with an enemy in base contact or within reach of a versatile weapon.")
def someone_to_fight(model: Model) -> bool:
    return model.standing and not model.broken and bool(opponents(model.play, model.id))


FIGHT = Action(
    "fight",
    "Fight",
    cost="basic",
    summary="Strike at enemies you are engaged with: Attacks dice, one more for a second weapon and one more when charging. "
    "Whoever still stands strikes back; if nobody does, consolidate 2 inches or finish off a fallen enemy.",
    cite="core 2023, close combat",
    requires=(someone_to_fight,),
    rule=fight,
    leaves_open="A rapid-fire sidearm hits as often as the firepower die shows holes. A fighter that sees everybody it fights is not "
    "asked whether it turns. Knockback works once however many dice cause it.",
)


# ---- turn to face ----------------------------------------------------------------------------------------------------


def turn_to_face(play: Play, attacker: Model, foes: tuple[int, ...]) -> bool:
    """A fighter that does not see all its opponents may turn, at -1 to hit; whether it did."""
    at = attacker.at
    places = [play.state.records[who].at for who in foes]
    seen = [in_arc(at, p.x, p.y) for p in places]
    if all(seen):
        return False
    now = (at.fx, at.fy)
    ways = facings(at, places)
    named = dict(ways)
    options = [*([now] if any(seen) else ()), *named]
    chosen = options[0]
    if len(options) > 1:
        say = namer(play)

        def label(way: tuple[int, int]) -> str:
            if way not in named:
                return "stay as it is"
            return "turn to " + " and ".join(say(foes[n]) for n in named[way])

        question = "Does it turn? Turning costs 1 to hit."
        chosen = play.ask(attacker.owner, Choose("fight.face", question, lambda: options, named=label))
    if chosen == now:
        return False
    play.happen(Faced(attacker.id, *chosen))
    return True


def facings(at: Placement, places: list[Placement]) -> list[tuple[tuple[int, int], tuple[int, ...]]]:
    """The facings worth taking against some opponents: at each, and midway between each two; with the numbers of those meant."""
    ways = [stretched(p.x - at.x, p.y - at.y, UNIT) for p in places]
    found: list[tuple[tuple[int, int], tuple[int, ...]]] = [(way, (n,)) for n, way in enumerate(ways) if way != (0, 0)]
    for n, (ax, ay) in enumerate(ways):
        for m in range(n):
            middle = (ax + ways[m][0], ay + ways[m][1])
            if ax * ways[m][0] + ay * ways[m][1] >= 0 and middle not in ways:
                found.append((middle, (m, n)))
    return found


# ---- weapons and dice ------------------------------------------------------------------------------------------------


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


def reaches(play: Play, model: Model, arm: Arm, foe: int, stance: Stance) -> bool:
    """Whether a weapon reaches an opponent: any does in contact, a versatile one further."""
    if stance.passing or foe in engaged_with(play, model.id):
        return True
    return arm != BARE and held(model, arm).has("versatile") and within(
        model.at, play.state.records[foe].at, model.weapon(arm).long
    )


def usable_arms(play: Play, model: Model, foes: tuple[int, ...], stance: Stance) -> list[Arm]:
    """The weapons it can use against at least one of some opponents; a digital one needs no hand and is not among them."""
    return [
        arm
        for arm in model.kit.arms
        if (use := model.weapon(arm)).has("melee") | use.has("sidearm")
        and not use.has("digi")
        and model.usable(arm)
        and not (model.profile.mounted and use.has("unwieldy") and not use.has("lance"))
        and any(reaches(play, model, arm, foe, stance) for foe in foes)
    ]


def grips(model: Model, arms: list[Arm]) -> list[tuple[Arm, ...]]:
    """What it may take into its hands: two weapons, or one; an unwieldy one takes both hands.  Nothing, where no melee weapon
    will do."""
    one_handed = [arm for arm in arms if not model.weapon(arm).has("unwieldy") or model.has("bulging-biceps")]
    found: list[tuple[Arm, ...]] = []
    if not model.profile.mounted:
        found += [(a, b) for n, a in enumerate(one_handed) for b in one_handed[n + 1 :] if a[0] != b[0]]
    found += [(arm,) for arm in arms]
    if not any(model.weapon(arm).has("melee") for arm in arms):
        found.append(())
    return found


def choose_grip(play: Play, model: Model, foes: tuple[int, ...], stance: Stance) -> tuple[Arm, ...]:
    """Up to two weapons, or an unwieldy one, or bare hands."""
    if stance.reaction and model.effect("disarmed"):
        return ()
    choices = grips(model, usable_arms(play, model, foes, stance))
    if len(choices) == 1:
        return choices[0]

    def label(grip: tuple[Arm, ...]) -> str:
        return " and ".join(model.weapon(arm).name for arm in grip) or "bare hands"

    return play.ask(model.owner, Choose("fight.weapons", "Fight with what?", lambda: choices, named=label))


def attack_dice(model: Model, grip: tuple[Arm, ...], stance: Stance) -> int:
    """Attacks, one more for two weapons, one more for charging, and what skills add."""
    paired = any(model.weapon(arm).has("paired") for arm in grip) and not model.profile.mounted
    play: Play = model.play
    count = model.profile.a + total_effect(play.state, model.id, "attacks")
    count *= 2 if paired and stance.charging else 1
    count += len(grip) == 2 or paired
    if stance.charging:
        count += 1 + model.has("berserker")
    return min(count + stance.extra, stance.most)


def share_out(play: Play, model: Model, grip: tuple[Arm, ...], count: int) -> list[tuple[Arm, int]]:
    """The dice of each weapon: as even as can be, the odd one where its player likes; one at most for a sidearm, and what is
    left over to the other hand or the fist."""
    shares: list[tuple[Arm, int]] = []
    blades = [arm for arm in grip if model.weapon(arm).has("melee")]
    for arm in grip:
        if arm not in blades and count:
            shares.append((arm, 1))
            count -= 1
    if len(blades) == 2:
        more = blades[0]
        if count % 2:
            named = {arm: model.weapon(arm).name for arm in blades}
            prompt = "Which weapon has the odd die?"
            more = play.ask(model.owner, Choose("fight.odd", prompt, lambda: list(named), named=named.__getitem__))
        shares += [(arm, count // 2 + (count % 2 if arm == more else 0)) for arm in blades]
    elif count:
        shares.append((blades[0] if blades else BARE, count))
    return [(arm, n) for arm, n in shares if n]


def digital(play: Play, model: Model, foes: tuple[int, ...], stance: Stance) -> list[tuple[Arm, int]]:
    """One more die for each digital weapon it wears."""
    worn = [arm for arm in model.kit.arms if model.weapon(arm).has("digi") and model.usable(arm)]
    if stance.passing or (stance.reaction and model.effect("disarmed")):
        return []
    return [(arm, 1) for arm in worn if any(reaches(play, model, arm, foe, stance) for foe in foes)][:MOST_DIGI]


def choose_targets(
    play: Play, model: Model, shares: list[tuple[Arm, int]], foes: tuple[int, ...], stance: Stance
) -> list[Aim]:
    """Each weapon's dice go at opponents in its vision arc; they may be split."""
    at = model.at
    seen = [who for who in foes if _in_front(at, play.state.records[who].at)]
    aims: list[Aim] = []
    for arm, count in shares:
        within_reach = [who for who in seen if reaches(play, model, arm, who, stance)]
        if len(within_reach) == 1:
            aims.append(Aim(arm, within_reach[0], count))
        elif within_reach:
            prompt = f"{count} dice with the {held(model, arm).name}: at whom?"
            split = Allocate("fight.targets", prompt, count, within_reach, named=namer(play))
            given = play.ask(model.owner, split)
            aims += [Aim(arm, who, n) for who, n in zip(within_reach, given, strict=True) if n]
    return aims


def _in_front(at: Placement, other: Placement) -> bool:
    return in_arc(at, other.x, other.y)


def crush(play: Play, model: Model, aims: list[Aim]) -> list[Aim]:
    """Crushing Blow: one die with a melee weapon strikes with a point more of Strength and Damage."""
    able = [aim for aim in aims if held(model, aim.arm).has("melee")]
    if not able or not model.has("crushing-blow"):
        return aims
    chosen = able[0]
    if len(able) > 1:
        say = namer(play)
        number = play.ask(
            model.owner,
            Choose(
                "fight.crushing",
                "Which die is the crushing blow?",
                lambda: list(range(len(able))),
                named=lambda n: f"{held(model, able[n].arm).name} at {say(able[n].foe)}",
            ),
        )
        chosen = able[number]
    found: list[Aim] = []
    for aim in aims:
        if aim is chosen:
            found += [replace(aim, dice=1, crushing=True), replace(aim, dice=aim.dice - 1)]
        else:
            found.append(aim)
    return [aim for aim in found if aim.dice]


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
    def in_contact(self) -> bool:
        """Whether the bases touch (a rider's that goes by count as touching)."""
        return self.stance.passing or self.target.id in engaged_with(self.play, self.attacker.id)


def hit_number(bout: Bout) -> Target:
    """The number to hit, with every reason for it."""
    return target("Weapon Skill", bout.attacker.profile.ws, bout.play.ruleset.modifiers["fight"], bout)


def _assists(bout: Bout) -> int:
    play, ours = bout.play, bout.attacker.owner
    if bout.target.owner == ours:
        return 0
    return sum(
        play.state.records[who].owner == ours
        and who != bout.attacker.id
        and (len(engaged_with(play, who)) == 1 or "combat-master" in play.world.kits[who].skills)
        for who in engaged_with(play, bout.target.id)
    )


def _interference(bout: Bout) -> int:
    if bout.attacker.has("combat-master"):
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


def _hard_to_make_out(bout: Bout) -> int:
    return sum(piece.hit_melee for piece in bout.target.armour)


def _drunk(bout: Bout) -> int:
    drunk = bout.attacker.record.second_best
    row = drinks()["second-best"].at(drunk) if drunk else None
    return row.melee if row else 0


HIT_MODIFIERS = (
    Modifier("assists", _assists, "core 2023, close combat"),
    Modifier("interference", _interference, "core 2023, close combat"),
    Modifier("turned to face", _turned, "core 2023, close combat"),
    Modifier("broken", _broken, "core 2023, conditions"),
    Modifier("charged out of sight", _unseen, "core 2023, close combat"),
    Modifier("entangled", _entangled, "core 2023, weapon traits"),
    Modifier("accuracy", _accuracy, "core 2023, close combat"),
    Modifier("hard to make out", _hard_to_make_out, "core 2023, armour"),
    Modifier("drunk", _drunk, "core 2023, wargear"),
)


# ---- the dice --------------------------------------------------------------------------------------------------------


class Blow(Struct, frozen=True):
    """A hit as one face of the die makes it: the strike, the saves against it, and `marks`: the traits that it brings into
    play besides."""

    strike: Strike
    saves: tuple[int, ...] = ()
    tougher: int = 0
    marks: tuple[str, ...] = ()


class Flurry(Struct, frozen=True):
    """All dice with one weapon against one opponent: what each face from 1 to 6 comes to (None: a miss).

    A weapon with `firepower` rolls so many of its dice, counts holes as hits if `rapid`, and tests its `ammo` (0: not here)
    for each symbol, again if it fails and `twice`.  `parried` says that its hits may be parried.
    """

    dice: int
    faces: tuple[Blow | None, ...]
    number: int
    firepower: int = 0
    rapid: bool = False
    ammo: int = 0
    twice: bool = False
    parried: bool = True


class Upshot(Struct, frozen=True):
    """What the attacks of one fighter on another came to: the harm, the marks of all hits, how many dice missed (where somebody
    counts them); of each weapon that was fired the ammo symbols still to be tested and the tests that failed."""

    harm: Harm = UNHARMED
    marks: tuple[str, ...] = ()
    missed: int = 0
    ammo: tuple[tuple[int, int], ...] = ()


Landed = tuple[tuple[int, ...], ...]  # for each flurry, how many hits there are of each of its blows


@lru_cache(maxsize=4096)
def blows(flurry: Flurry) -> tuple[Blow, ...]:
    """The different blows of a flurry, from the lowest face."""
    return tuple(dict.fromkeys(blow for blow in flurry.faces if blow is not None))


@lru_cache(maxsize=1024)
def _tally(pattern: tuple[int, ...], kinds: int) -> Reading:
    """Counts dice by the kind of hit (from 0) that `pattern` gives each face; -1 is a miss."""

    def add(so_far: tuple[int, ...], face: int) -> tuple[int, ...]:
        kind = pattern[face - 1]
        return so_far if kind < 0 else (*so_far[:kind], so_far[kind] + 1, *so_far[kind + 1 :])

    return Reading("hits", (0,) * kinds, add)


@lru_cache(maxsize=4096)
def _hit_pool(count: int, pattern: tuple[int, ...], kinds: int) -> Pool:
    return Pool(count, 6, _tally(pattern, kinds), f"{count}D6" if count > 1 else "D6")


def roll_to_hit(play: Play, flurry: Flurry, count: int) -> tuple[int, ...]:
    """Roll so many dice of a flurry: the number of hits of each of its blows."""
    kinds = blows(flurry)
    pattern = tuple(-1 if blow is None else kinds.index(blow) for blow in flurry.faces)
    hits: tuple[int, ...] = play.roll(_hit_pool(count, pattern, len(kinds)), "fight.hit", f"To hit, {flurry.number}+")
    return hits


def onslaught(play: Play, flurries: tuple[Flurry, ...], mark: Mark, counting: bool) -> Upshot:
    """Dice rule: all attacks of one fighter on another, from the hit roll to the injury dice."""
    return land(play, flurries, tuple(roll_to_hit(play, f, f.dice) for f in flurries), mark, counting)


def land(play: Play, flurries: tuple[Flurry, ...], landed: Landed, mark: Mark, counting: bool) -> Upshot:
    """Dice rule: the hits as they stand, weapon by weapon: firepower, wounds, saves, damage, injuries."""
    done, found, missed = UNHARMED, set[str](), 0
    fired: list[tuple[int, int]] = []
    for flurry, hits in zip(flurries, landed, strict=True):
        missed += flurry.dice - sum(hits)
        times = 1
        if flurry.firepower:
            holes, symbols = play.roll(ammo.FIREPOWER[flurry.firepower], "fight.firepower", "Firepower")
            times = holes if flurry.rapid else 1
            fired.append(_tested(play, flurry, symbols))
        for blow, count in zip(blows(flurry), hits, strict=True):
            if count:
                found.update(blow.marks)
                one = harm(play, blow.strike, _as_it_is_now(mark, done, blow), count * times)
                done = Harm(done.wounds + one.wounds, done.flesh + one.flesh, done.serious + one.serious, done.out + one.out)
    return Upshot(boiled_down(done, mark), tuple(sorted(found)), missed if counting else 0, tuple(fired))


def _tested(play: Play, flurry: Flurry, symbols: int) -> tuple[int, int]:
    """Ammo tests at once, where there is nothing to decide about them: the symbols left to be tested, and failures."""
    if not flurry.ammo or not symbols:
        return symbols, 0
    return 0, ammo.ammo_tests(play, flurry.ammo, symbols, flurry.twice).failed


def _as_it_is_now(mark: Mark, done: Harm, blow: Blow) -> Mark:
    """The victim after what it has suffered so far, before a blow."""
    worse = done.flesh + max(0, done.serious - (not mark.serious))
    return replace(
        mark,
        toughness=max(1, mark.toughness - worse) + blow.tougher,
        wounds=max(0, mark.wounds - done.wounds),
        saves=blow.saves,
        serious=mark.serious or done.serious > 0,
    )


def boiled_down(done: Harm, mark: Mark) -> Harm:
    """The same harm without what makes no difference: who goes out has no use for the rest, and every serious injury beyond
    the first is a flesh wound."""
    if done.out:
        return Harm(out=done.out)
    beyond = done.serious if mark.serious else max(0, done.serious - 1)
    if done.flesh + beyond >= mark.toughness:
        return Harm(flesh=mark.toughness)
    return Harm(done.wounds, done.flesh + beyond, done.serious - beyond)


# ---- the attacks -----------------------------------------------------------------------------------------------------

#: Traits that do something to whoever was hit once the attack is resolved.
AFTERMATH = ("blaze", "concussion", "cursed", "flash", "gunk", "rad-phage")


def attacks(play: Play, attacker: Model, foes: tuple[int, ...], stance: Stance) -> Clash:
    """Weapons, dice, targets, hits: one opponent after the other."""
    clash = Clash({}, set())
    if stance.turned or any(_in_front(attacker.at, play.state.records[who].at) for who in foes):
        grip = choose_grip(play, attacker, foes, stance)
        shares = share_out(play, attacker, grip, attack_dice(attacker, grip, stance))
        shares += digital(play, attacker, foes, stance)
        aims = crush(play, attacker, choose_targets(play, attacker, shares, foes, stance))
        # Every hit roll is worked out before the first wound: who falls now has still lent a hand.
        ready = [(aim, flurry(play, attacker, aim, stance)) for aim in aims]
        for foe in dict.fromkeys(aim.foe for aim in aims):
            assail(play, attacker, Model(play, foe), [pair for pair in ready if pair[0].foe == foe], clash)
    return clash


def assail(play: Play, attacker: Model, victim: Model, flurries: list[tuple[Aim, Flurry]], clash: Clash) -> None:
    """All attacks on one opponent, and what comes of them."""
    upshot = exchange(play, attacker, victim, flurries)
    clash.missed[victim.id] = upshot.missed
    if "entangle" in upshot.marks:
        clash.entangled.add(victim.id)
    endure(play, attacker, victim, upshot)
    fired = [aim.arm for aim, flurry in flurries if flurry.firepower]
    for arm, (symbols, failed) in zip(fired, upshot.ammo, strict=True):
        gun = ammo.gun(attacker, arm)
        if symbols:
            failed += ammo.test(play, attacker, gun.profile.ammo, symbols)
        ammo.spend(play, attacker, gun, failed)


def flurry(play: Play, attacker: Model, aim: Aim, stance: Stance) -> Flurry:
    """The dice of one weapon against one opponent, as plain values."""
    weapon, victim = held(attacker, aim.arm), Model(play, aim.foe)
    bout = Bout(attacker, victim, weapon, stance)
    number = max(2, hit_number(bout).number)
    if stance.reaction and attacker.suffers("blind"):
        number = 6  # nothing but a natural 6 hits, whatever the modifiers
    seen: dict[tuple[bool, bool, bool], Blow] = {}
    faces: list[Blow | None] = []
    for face in range(1, 7):
        if face < number:
            faces.append(None)
            continue
        kind = (face == 6 and _likes_sixes(weapon), _knocks(bout, face), _disarms(bout, face))
        if kind not in seen:
            seen[kind] = blow(bout, aim, *kind)
        faces.append(seen[kind])
    parried = can_parry(victim, weapon)
    if not weapon.ammo:
        return Flurry(aim.dice, tuple(faces), number, parried=parried)
    return Flurry(
        aim.dice,
        tuple(faces),
        number,
        firepower=aim.dice * max(1, weapon.value("rapid-fire")),
        rapid=weapon.has("rapid-fire"),
        ammo=weapon.ammo if ammo.cache_beside(attacker) < 0 and not weapon.has("unstable") else 0,
        twice=ammo.rolls_again(attacker),
        parried=parried,
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
    damage = weapon.damage
    if damage is not None:
        damage += power + aim.crushing + (knocks and not moving.room_to_fall_back(victim, attacker.at))
    strength = weapon.hits_at(attacker.strength)
    if strength is not None:
        strength += strength_bonus(bout) + aim.crushing
    strike = Strike(strength, weapon.ap, damage, harmful(weapon), sure_wound=six and weapon.has("shock"))
    family = attacker.kit.weapons[aim.arm[0]].family if aim.arm != BARE else ""
    way = Incoming("melee", (attacker.at.x, attacker.at.y), family, field_only=power)
    found = [trait for trait in AFTERMATH if weapon.has(trait)]
    found += ["disarm"] * disarms + ["entangle"] * (six and weapon.has("entangle")) + ["knockback"] * knocks
    return Blow(
        strike,
        saves=() if weapon.has("phase") else save_numbers(victim, weapon.ap, way),
        tougher=2 if weapon.ap == 0 and weapon.has("melee") and victim.has("iron-jaw") else 0,
        marks=tuple(found),
    )


def strength_bonus(bout: Bout) -> int:
    """What a blow's Strength gains: from behind, in a bull's charge, with a lance."""
    attacker, weapon, stance, at = bout.attacker, bout.weapon, bout.stance, bout.attacker.at
    bonus = 0
    if weapon.has("backstab") and not _in_front(bout.target.at, at):
        bonus += 2 if attacker.has("backstab") and weapon.value("backstab") != LENT else 1
    if stance.charging and attacker.has("bull-charge") and weapon.has("melee"):
        bonus += 1
    if (stance.charging or stance.passing) and weapon.has("lance") and attacker.profile.mounted:
        bonus += 1
    return bonus


def harmful(weapon: WeaponProfile) -> frozenset[str]:
    """Those of its traits that matter to a hit that has landed."""
    return frozenset(trait.name for trait in weapon.traits) & HARMFUL


# ---- parrying and stepping aside -------------------------------------------------------------------------------------


def exchange(play: Play, attacker: Model, victim: Model, flurries: list[tuple[Aim, Flurry]]) -> Upshot:
    """Hit rolls, parries and sidesteps, then the hits.  Where nobody has a say in between, all of it is one roll."""
    mark = replace(injury.mark(victim, Strike(None)), saves=())
    dice = tuple(flurry for _, flurry in flurries)
    counting = victim.has("counter-attack")
    parries = parry_count(victim) if any(flurry.parried for flurry in dice) else 0
    nimble = victim.has("step-aside") and _sidestep(attacker) not in victim.record.used
    crafted = [n for n, (aim, _) in enumerate(flurries) if master_crafted(attacker, aim.arm)]
    if not (parries or nimble or crafted):
        upshot: Upshot = play.dice(onslaught, dice, mark, counting)
        return upshot
    landed = [list(roll_to_hit(play, flurry, flurry.dice)) for flurry in dice]
    names = [held(attacker, aim.arm).name for aim, _ in flurries]
    for n in crafted:
        try_again(play, attacker, flurries[n], landed[n])
    for _ in range(parries):
        open_to = [(n, kind) for n, kind in hits_of(landed) if dice[n].parried]
        hit = choose_hit(play, victim, "fight.parry", "Parry which hit?", names, open_to)
        if hit is None:
            break
        landed[hit[0]][hit[1]] -= 1
        for kind, again in enumerate(roll_to_hit(play, dice[hit[0]], 1)):
            landed[hit[0]][kind] += again
    if nimble:
        hit = choose_hit(play, victim, "fight.step-aside", "Step aside from which hit?", names, hits_of(landed))
        if hit is not None:
            play.happen(Used(victim.id, _sidestep(attacker)))
            if passes_initiative(victim, "step-aside"):
                landed[hit[0]][hit[1]] -= 1
    rest: Upshot = play.dice(land, dice, tuple(tuple(hits) for hits in landed), mark, counting)
    return rest


def hits_of(landed: list[list[int]]) -> list[tuple[int, int]]:
    """The hits that differ, the best first: as the number of a flurry and of one of its blows."""
    return [(n, kind) for n, hits in enumerate(landed) for kind in reversed(range(len(hits))) if hits[kind]]


def choose_hit(
    play: Play, victim: Model, key: str, prompt: str, names: list[str], hits: list[tuple[int, int]]
) -> tuple[int, int] | None:
    """One of the hits, or none of them."""
    if not hits:
        return None

    def label(hit: tuple[int, int] | None) -> str:
        if hit is None:
            return "none"
        return f"{names[hit[0]]}, hit of kind {hit[1] + 1}" if sum(n == hit[0] for n, _ in hits) > 1 else names[hit[0]]

    return play.ask(victim.owner, Choose(key, prompt, lambda: [*hits, None], named=label))


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
    return arm != BARE and ammo.gun(model, arm).has("master-crafted") and _masterwork(arm) not in model.record.used


def _masterwork(arm: Arm) -> str:
    return f"master-crafted:{arm[0]}"


def try_again(play: Play, attacker: Model, with_what: tuple[Aim, Flurry], hits: list[int]) -> None:
    """Once a battle an attack that missed with a master-crafted weapon may be rolled again."""
    aim, flurry = with_what
    name = held(attacker, aim.arm).name
    if sum(hits) == flurry.dice or not play.ask(attacker.owner, Confirm("fight.again", f"Roll a miss of the {name} again?")):
        return
    play.happen(Used(attacker.id, _masterwork(aim.arm)))
    for kind, again in enumerate(roll_to_hit(play, flurry, 1)):
        hits[kind] += again


# ---- what comes of the hits ------------------------------------------------------------------------------------------


def endure(play: Play, attacker: Model, victim: Model, upshot: Upshot) -> None:
    """Knocked back first, then harmed, then whatever else the weapons do."""
    if "knockback" in upshot.marks and moving.room_to_fall_back(victim, attacker.at):
        push_back(play, attacker, victim)
    injury.suffer(play, victim, upshot.harm, attacker.id)
    if not victim.on_table:
        return
    if "disarm" in upshot.marks:
        play.happen(EffectBegan(Effect("disarmed", victim.id, "round")))
    for trait in upshot.marks:
        if trait in AFTERMATH:
            conditions.afflict(play, victim, trait)


def push_back(play: Play, attacker: Model, victim: Model) -> None:
    """Knockback; an attacker in contact may follow, unless across a barricade."""
    touching = within(attacker.at, victim.at, CONTACT)
    ahead = moving.away_from(victim, attacker.at)
    moving.knock_back(play, victim, attacker.at)
    if not touching or not attacker.standing or victim.at.z != attacker.at.z:
        return
    if play.ask(attacker.owner, Confirm("fight.follow", "Follow the enemy that was knocked back?")):
        went = push(play.world.board, layout(play), attacker.id, ahead, INCH)
        play.happen(Moved(attacker.id, went.x, went.y, went.z, went.moved))


# ---- reaction attacks ------------------------------------------------------------------------------------------------


def strike_back(play: Play, attacker: Model, clash: Clash, raised: tuple[int, ...] = ()) -> None:
    """Each enemy that still stands and is engaged with the attacker may strike back, in an order its player likes."""
    done: list[int] = []
    while left := [who for who in reactors(play, attacker, clash) if who not in done]:
        seat = play.state.records[left[0]].owner
        question = Choose("fight.react", "Who strikes back?", lambda: [*left, None], named=namer(play))
        who = play.ask(seat, question)
        if who is None:
            return
        done.append(who)
        reaction_attacks(
            play,
            Model(play, who),
            attacker,
            entangled=who in clash.entangled,
            raised=who in raised,
            extra=clash.missed.get(who, 0),
        )


def reactors(play: Play, attacker: Model, clash: Clash) -> list[int]:
    """The enemies that may strike back: those in contact, and those attacked from afar that reach as far themselves.  One that
    burns may not."""
    if not attacker.standing:
        return []
    near = engaged_with(play, attacker.id)
    at = attacker.at
    far = [
        who
        for who in clash.missed
        if who not in near and within(at, play.state.records[who].at, longest_reach(Model(play, who)))
    ]
    return [who for who in (*near, *far) if _may_strike(play.state.records[who])]


def _may_strike(fighter: Fighter) -> bool:
    return fighter.status is Status.ACTIVE and "blaze" not in fighter.conditions


def reaction_attacks(
    play: Play,
    reactor: Model,
    attacker: Model,
    *,
    entangled: bool = False,
    raised: bool = False,
    extra: int = 0,
    passing: bool = False,
) -> None:
    """The attacks of one who reacts: as a fight, at the attacker alone, turning to it if it must; nobody reacts to a reaction.

    `raised`: a charge has just brought it to its feet, which counts as turning; `extra` dice for attacks that missed it (see
    Counter-attack); `passing`: one die at a rider that goes by.
    """
    turned = raised
    if not _in_front(reactor.at, attacker.at):
        moving.turn_to(play, reactor, attacker.at)
        turned = True
    stance = Stance(
        reaction=True, turned=turned, entangled=entangled, extra=extra, passing=passing, most=1 if passing else 99
    )
    attacks(play, reactor, (attacker.id,), stance)


def react_to_leaving(play: Play, model: Model) -> None:
    """Each enemy engaged with one who gets away may test its Initiative to strike at it."""
    done: list[int] = []
    while left := [who for who in reactors(play, model, Clash({}, set())) if who not in done]:
        question = Choose("leave.react", "Who tries to strike at it?", lambda: [*left, None], named=namer(play))
        who = play.ask(play.state.records[left[0]].owner, question)
        if who is None:
            return
        done.append(who)
        reactor = Model(play, who)
        if passes_initiative(reactor, "react"):
            reaction_attacks(play, reactor, model)


def ride_by(play: Play, rider: Model, victim: Model) -> None:
    """A rider goes past an enemy: one attack at it, and one in return."""
    moving.turn_to(play, rider, victim.at)
    attacks(play, rider, (victim.id,), Stance(passing=True, most=1))
    if rider.standing and _may_strike(victim.record):
        if play.ask(victim.owner, Confirm("ride.react", "Strike back at the rider?")):
            reaction_attacks(play, victim, rider, passing=True)


# ---- after the fight -------------------------------------------------------------------------------------------------


def after_fight(play: Play, attacker: Model, fought: tuple[int, ...]) -> None:
    """Nobody left to fight: finish off one of those who lie injured (if all of them do), or move up to 2"."""
    if not fought or not attacker.standing or attacker.engaged:
        return
    fates = {play.state.records[who].status for who in fought}
    if not fates <= {Status.SERIOUS, Status.OUT}:
        return
    fallen = [who for who in victims(attacker) if who in fought] if fates == {Status.SERIOUS} else []
    whom = None
    if fallen:
        say = namer(play)

        def label(who: int | None) -> str:
            return "consolidate" if who is None else f"finish off {say(who)}"

        question = Choose("fight.after", "Finish one off, or consolidate?", lambda: [*fallen, None], named=label)
        whom = play.ask(attacker.owner, question)
    if whom is not None:
        finish_off(play, attacker, Model(play, whom))
        return
    distance = HASTY if attacker.has("impetuous") else CONSOLIDATE
    moving.go(play, attacker, moving.gait(attacker, distance), "consolidate.path", "Where does it consolidate?")


def charge_ends(play: Play, charger: Model, *, unseen: tuple[int, ...] = ()) -> None:
    """In contact after a charge: whoever lies pinned there gets up, and a fight follows for free (or a throw).  In contact with
    nobody: a fight with what it can reach, or a coup de grace, if it likes.

    `unseen` are the enemies that it did not see when it declared its charge.
    """
    raised = tuple(
        f.id
        for f in enemies(play, charger.owner)
        if f.status is Status.PINNED and charger.standing and within(charger.at, f.at, CONTACT)
    )
    for who in raised:
        play.happen(StoodUp(who))
    if not charger.standing:
        return
    engaged = charger.engaged
    choices: list[str | None] = ["fight"] if opponents(play, charger.id) else []
    if engaged and charger.has("hurl") and hurlable(charger):
        choices.append("hurl")
    if not engaged:
        choices += ["coup-de-grace"] if victims(charger) else []
        choices.append(None)
    chosen = choices[0]
    if len(choices) > 1:
        actions = play.ruleset.action
        prompt = "What follows the charge?"
        names = {None: "nothing", **{name: action.name for name, action in actions.items()}}
        chosen = play.ask(charger.owner, Choose("charge.ends", prompt, lambda: choices, named=names.__getitem__))
    if chosen == "fight":
        fight(play, charger, charging=True, unseen=unseen, raised=raised)
    elif chosen == "hurl":
        hurl(play, charger)
    elif chosen == "coup-de-grace":
        coup_de_grace(play, charger)


# ---- coup de grace ---------------------------------------------------------------------------------------------------


def coup_de_grace(play: Play, fighter: Model) -> None:
    """A seriously injured enemy within an inch and in sight goes out of action."""
    fallen = victims(fighter)
    whom = fallen[0]
    if len(fallen) > 1:
        question = Choose("coup-de-grace.target", "Finish off whom?", lambda: fallen, named=namer(play))
        whom = play.ask(fighter.owner, question)
    finish_off(play, fighter, Model(play, whom))


def finish_off(play: Play, fighter: Model, victim: Model) -> None:
    """No dice: the victim goes out of action."""
    play.note(fighter.id, f"finishes off {namer(play)(victim.id)}")
    injury.take_out(play, victim, fighter.id)


def victims(fighter: Model) -> list[int]:
    """The seriously injured enemies that it could finish off: within an inch, in its vision arc, nothing solid between, and
    no loyal beast beside them."""
    play: Play = fighter.play
    at = fighter.at
    return [
        f.id
        for f in enemies(play, fighter.owner)
        if f.status is Status.SERIOUS
        and within(at, f.at, REACH)
        and _in_front(at, f.at)
        and (nothing_between(play, at, f.at) or not play.option["coup-de-grace-needs-clear-way"])
        and not protected(play, f)
    ]


def protected(play: Play, fallen: Fighter) -> bool:
    """Whether a loyal beast of its own stands within 3" of it."""
    kits = play.world.kits
    return any(
        f.status is Status.ACTIVE
        and f.owner == fallen.owner
        and kits[f.id].owner == fallen.id
        and "loyal-protector" in kits[f.id].skills
        and within(f.at, fallen.at, PROTECTED)
        for f in fighters(play)
    )


@requirement("There must be a seriously injured enemy within an inch and in its vision arc, with no wall between.")
def someone_to_finish(model: Model) -> bool:
    return bool(victims(model))


COUP_DE_GRACE = Action(
    "coup-de-grace",
    "Coup de Grace",
    cost="simple",
    summary="A seriously injured enemy within an inch and in your vision arc goes out of action.",
    cite="core 2023, fighter actions",
    requires=(standing_active, someone_to_finish),
    rule=coup_de_grace,
    leaves_open="Whether a wall or closed door between the two forbids it: it does, unless a table says otherwise.",
)


# ---- retreat ---------------------------------------------------------------------------------------------------------


def retreat(play: Play, model: Model) -> None:
    """Test Initiative to get away; whatever it shows, each enemy you leave may test its own to strike.  Then, if you passed and
    still stand, move up to D6"."""
    artist = model.has("escape-artist")
    bonus = 2 * artist + 2 * model.profile.mounted
    away = passes_initiative(model, "retreat", bonus, natural_one=artist)
    react_to_leaving(play, model)
    if not away or not model.standing:
        return
    distance = INCH * play.roll(D6, "retreat.distance", "Retreat")
    moving.go(play, model, moving.gait(model, distance), "retreat.path", "Where does it retreat?", end=clear_of_enemies(model))


def clear_of_enemies(model: Model) -> Callable[[Placement], Reasons]:
    """What speaks against ending a retreat at a place: an enemy on its feet or pinned less than an inch away, unless it stays
    where it is."""
    play: Play = model.play
    start = model.at
    near = [f for f in enemies(play, model.owner) if f.status is not Status.SERIOUS]

    def against(at: Placement) -> Reasons:
        if (at.x, at.y, at.z) == (start.x, start.y, start.z):
            return ()
        return tuple(
            f"It would end within an inch of {namer(play)(f.id)}." for f in near if within(at, f.at, INCH - 1)
        )

    return against


RETREAT = Action(
    "retreat",
    "Retreat",
    cost="basic",
    summary="Test Initiative to leave a fight: if you pass, move up to D6 inches. Pass or fail, each enemy engaged with you may "
    "test Initiative, and strikes at you if it passes.",
    cite="core 2023, fighter actions",
    requires=(standing_engaged,),
    rule=retreat,
    leaves_open="When the enemies strike: before the move.",
)


# ---- actions that skills bring ---------------------------------------------------------------------------------------

TWO_DICE = Pool(2, 6, HIGHEST, "2D6, the higher")
THROWN = Strike(strength=3, ap=0, damage=1)


@requirement("It must know how to headbutt.")
def knows_headbutt(model: Model) -> bool:
    return model.has("headbutt")


def headbutt(play: Play, model: Model) -> None:
    """Two dice against an enemy's Toughness: if either reaches it, a hard hit; if both fall short, the hit is your own."""
    foes = engaged_with(play, model.id)
    whom = foes[0]
    if len(foes) > 1:
        question = Choose("headbutt.target", "Headbutt whom?", lambda: list(foes), named=namer(play))
        whom = play.ask(model.owner, question)
    victim = Model(play, whom)
    higher: int = play.roll(TWO_DICE, "headbutt", f"Headbutt, {victim.toughness}+ on either die")
    at = Incoming("melee", (model.at.x, model.at.y))
    if higher >= victim.toughness:
        injury.strike(play, victim, Strike(model.strength + 2, 0, 2), 1, model.id, at)
    else:
        injury.strike(play, model, Strike(model.strength, 0, 1), 1, -1, at)


HEADBUTT = Action(
    "headbutt",
    "Headbutt",
    cost="free",
    summary="Roll two dice against the Toughness of an enemy in contact: if either reaches it, it is hit with your Strength +2, "
    "Damage 2; if neither does, you are hit with your own Strength.",
    cite="core 2023, skills",
    requires=(knows_headbutt, standing_engaged),
    rule=headbutt,
)


@requirement("It must know how to hurl.")
def knows_hurl(model: Model) -> bool:
    return model.has("hurl")


@requirement("There must be an engaged enemy in base contact, or a seriously injured one within an inch.")
def someone_to_hurl(model: Model) -> bool:
    return bool(hurlable(model))


def hurlable(model: Model) -> list[int]:
    """The enemies that it could throw."""
    play: Play = model.play
    lying = [f.id for f in enemies(play, model.owner) if f.status is Status.SERIOUS and within(model.at, f.at, REACH)]
    return [*engaged_with(play, model.id), *lying]


def hurl(play: Play, model: Model) -> None:
    """The enemy tests its Initiative; if it fails it flies D3" in a direction of your choice, and whatever it strikes is hit as it
    is itself."""
    foes = hurlable(model)
    whom = foes[0]
    if len(foes) > 1:
        whom = play.ask(model.owner, Choose("hurl.target", "Hurl whom?", lambda: foes, named=namer(play)))
    victim = Model(play, whom)
    if passes_initiative(victim, "hurl"):
        return
    ways = [(f.at.x - victim.at.x, f.at.y - victim.at.y) for f in enemies(play, model.owner) if f.id != whom]
    ahead = play.ask(model.owner, Face("hurl.direction", "In which direction?", towards=ways or [moving.away_from(victim, model.at)]))
    distance = INCH * play.roll(D3, "hurl.distance", "Hurl")
    throw(play, model, victim, ahead, distance)


def throw(play: Play, thrower: Model, victim: Model, ahead: tuple[int, int], distance: int) -> None:
    """Through the air until something stops it: then a hit for both.  Over an edge it falls; a standing fighter ends pinned."""
    went = push(play.world.board, layout(play), victim.id, ahead, distance)
    play.happen(Moved(victim.id, went.x, went.y, went.z, went.moved))
    if went.stopped in (Why.NO_FLOOR, Why.GAP):
        moving.fall(play, victim, (went.x, went.y, went.z), (went.x + ahead[0], went.y + ahead[1], went.z))
        return
    if victim.standing:
        play.happen(Pinned(victim.id))
    if went.stopped is not None and went.stopped is not Why.OFF_BOARD:
        injury.strike(play, victim, THROWN, 1, thrower.id)
        if 0 <= went.who < play.world.count:
            struck = Model(play, went.who)
            injury.strike(play, struck, THROWN, 1, thrower.id if struck.owner != thrower.owner else -1)
            injury.pin(play, struck)
    moving.displace(play, victim, ())
    moving.teeter(play, victim)


HURL = Action(
    "hurl",
    "Hurl",
    cost="basic",
    summary="Throw an enemy in contact, or a seriously injured one within an inch: if it fails an Initiative test it flies D3 inches "
    "where you like. If it strikes something, both are hit with Strength 3; a standing enemy ends pinned.",
    cite="core 2023, skills",
    requires=(knows_hurl, standing_engaged, someone_to_hurl),
    rule=hurl,
    leaves_open="Anybody in the way stops the flight, those who lie there included.",
)
