"""The attacks of one fighter in close combat: targets, dice, and one opponent after the other."""

from __future__ import annotations

from msgspec import Struct

from .....core.decision import Allocate, Choose
from .....core.naming import Names, Preview
from .....core.structs import replace
from ...checks import darkness, directions, guns
from ...checks.sides import side_beside
from ...events.attacks import Struck
from ...events.moments import RatHit
from ...harm import damage, vehicle_hits
from ...harm.strikes import Hit
from ...records import Driver, Model, Piece, Play, Rat
from ...records.position import namer
from .. import ammo, hazards, vehicle_victims
from . import blows, exchange, grips

# ---- what attacks mean for those attacked ----------------------------------------------------------------------------


class Clash(Struct, frozen=True):
    """What a fighter's attacks mean for the reactions that follow: whom it attacked, each with how many dice missed it
    (where somebody counts them), and who is entangled."""

    missed: tuple[tuple[int, int], ...] = ()
    entangled: tuple[int, ...] = ()

    @property
    def attacked(self) -> tuple[int, ...]:
        """Whom it attacked."""
        return tuple(who for who, _ in self.missed)


# ---- targets ---------------------------------------------------------------------------------------------------------


def choose_targets(
    play: Play, model: Model, shares: list[tuple[blows.Arm, int]], foes: tuple[int, ...], stance: blows.Stance
) -> list[blows.Aim]:
    """Each weapon's dice go at opponents in its vision arc; they may be split."""
    at = model.at
    seen = [who for who in foes if directions.in_front(at, play.state.records[who].at)]
    aims: list[blows.Aim] = []
    for arm, count in shares:
        within_reach = [who for who in seen if grips.reaches(play, model, arm, who, stance)]
        if len(within_reach) == 1:
            aims.append(blows.Aim(arm, within_reach[0], count))
        elif within_reach:
            name = blows.weapon_held(model, arm).name
            prompt = f"{count} dice with the {name}: at whom?"
            split = Allocate("fight.targets", prompt, count, within_reach, named=namer(play))
            given = play.ask(model.owner, split.previewed(Preview(actor=model.id, weapon=name)))
            aims += [blows.Aim(arm, who, n) for who, n in zip(within_reach, given, strict=True) if n]
    return aims


def choose_crushing_blow(play: Play, model: Model, aims: list[blows.Aim]) -> list[blows.Aim]:
    """Crushing Blow: one die with a melee weapon strikes with a point more of Strength and Damage."""
    able = [aim for aim in aims if blows.weapon_held(model, aim.arm).has("melee")]
    if not able or not model.has("crushing-blow"):
        return aims
    chosen = able[0]
    if len(able) > 1:
        names = play.world.names
        said = Names(
            names,
            of=lambda n: able[n].foe,
            said=lambda n: f"{blows.weapon_held(model, able[n].arm).name} at {names[able[n].foe]}",
        )
        numbers = range(len(able))
        question = Choose("fight.crushing", "Which die is the crushing blow?", lambda: list(numbers), named=said)
        number = play.ask(model.owner, question)
        chosen = able[number]
    found: list[blows.Aim] = []
    for aim in aims:
        if aim is chosen:
            found += [replace(aim, dice=1, crushing=True), replace(aim, dice=aim.dice - 1)]
        else:
            found.append(aim)
    return [aim for aim in found if aim.dice]


# ---- the attacks -----------------------------------------------------------------------------------------------------


def attacks(play: Play, attacker: Model, foes: tuple[int, ...], stance: blows.Stance) -> Clash:
    """Weapons, dice, targets, hits: one opponent after the other."""
    # Every hit roll is worked out before the first wound: who falls now has still lent a hand.
    ready = play.stage(swings, attacker, foes, stance)
    missed: list[tuple[int, int]] = []
    entangled: list[int] = []
    for foe in dict.fromkeys(aim.foe for aim, _ in ready):
        flurries = [pair for pair in ready if pair[0].foe == foe]
        for aim, dealt in flurries:
            name = blows.weapon_held(attacker, aim.arm).name
            play.happen(Struck(attacker.id, foe, name, aim.dice, stance.reaction, dealt.skill, dealt.because))
        upshot = assail(play, attacker, Model(play, foe), flurries)
        missed.append((foe, upshot.missed))
        if "entangle" in upshot.marks:
            entangled.append(foe)
    return Clash(tuple(missed), tuple(entangled))


def swings(play: Play, attacker: Model, foes: tuple[int, ...], stance: blows.Stance) -> tuple[blows.Swing, ...]:
    """Weapons, dice, targets, and the numbers to hit them."""
    seen = tuple(who for who in foes if directions.in_front(attacker.at, play.state.records[who].at))
    if not seen and not stance.turned:
        return ()
    grip = grips.choose_grip(play, attacker, seen or foes, stance)
    shares = grips.share_out(play, attacker, grip, grips.attack_dice(attacker, grip, stance))
    shares += grips.digital(play, attacker, foes, stance)
    if any(blows.weapon_held(attacker, arm).has("power") for arm, _ in shares):
        darkness.reveal(play, attacker)
    aims = choose_crushing_blow(play, attacker, choose_targets(play, attacker, shares, foes, stance))
    return tuple((aim, blows.flurry(play, attacker, aim, stance)) for aim in aims)


def assail(play: Play, attacker: Model, victim: Model, flurries: list[blows.Swing]) -> exchange.Upshot:
    """All attacks on one opponent, and what comes of them."""
    if victim.id >= play.world.count:
        batter_thing(play, attacker, victim.id, flurries)
        return exchange.Upshot()
    upshot = exchange.exchange(play, attacker, victim, flurries)
    exchange.endure(
        play, attacker, victim, upshot, list(dict.fromkeys(blows.weapon_held(attacker, aim.arm) for aim, _ in flurries))
    )
    arms = [aim.arm for aim, flurry in flurries if flurry.firepower]
    for arm, fired in zip(arms, upshot.fired, strict=True):
        spend_sidearm(play, attacker, arm, fired)
    return upshot


def batter_thing(play: Play, attacker: Model, thing: int, flurries: list[blows.Swing]) -> None:
    """All attacks on a vehicle, a rat or a piece of terrain: it neither parries nor strikes back."""
    for aim, flurry in flurries:
        counts, times = exchange.roll_to_hit(play, flurry, flurry.dice), 1
        count = sum(counts)
        if flurry.firepower:
            times, fired = play.dice(exchange.fire, flurry)
            spend_sidearm(play, attacker, aim.arm, fired)
        if play.world.is_crewed(thing):
            batter_vehicle(play, attacker, Driver(play, thing), aim, flurry, [n * times for n in counts])
        elif isinstance(play.state.records[thing], Piece):
            for _ in range(count * times):
                hazards.hit_piece(play, thing, flurry.kinds[0].strike.strength or 0, flurry.kinds[0].strike.ap)
        elif not isinstance(play.state.records[thing], Rat):
            damage.damage_thing(play, thing, flurry.kinds[0].strike, count * times, attacker.id)
        elif count:
            play.reach(RatHit(thing, flurry.kinds[0].strike.strength or 0))


def batter_vehicle(
    play: Play, attacker: Model, driver: Driver, aim: blows.Aim, flurry: blows.Flurry, counts: list[int]
) -> None:
    """The blows with one weapon that hit a crewed vehicle, by their kinds: on the side that is next to the attacker,
    with a Location die more to pick from."""
    side = side_beside(driver, attacker.id)
    hit = Hit(blows.weapon_held(attacker, aim.arm), attacker.id, "melee")
    for blow, count in zip(flurry.kinds, counts, strict=True):
        if count and driver.on_table and not vehicle_victims.harmless(hit):
            vehicle_hits.strike(play, driver, blow.strike, side, count, attacker.id, picks=2)
    if any(counts):
        vehicle_victims.linger(play, driver, hit)


def spend_sidearm(play: Play, attacker: Model, arm: blows.Arm, fired: exchange.Fired) -> None:
    """What firing has done to a sidearm, and to whoever holds it."""
    gun = guns.gun(attacker, arm)
    failed = fired.failed
    if fired.symbols:
        failed += ammo.ammo_test(play, attacker, gun.profile.ammo, fired.symbols, gun.family)
    ammo.spend_ammunition(play, attacker, gun, failed)
    if fired.blown:
        ammo.blow_up(play, attacker)
