"""One shot: its dice, the hit, what it does to things, what the weapon has left."""

from __future__ import annotations

from .....core.check import Target
from .....core.decision import Choose
from .....core.dice import D6
from .....core.length import INCH
from .....core.naming import Preview
from .....space.movement import Point
from .....space.sight import within
from ...checks import aiming, badzones, ductway_ends, guns
from ...checks.aiming import NEVER, POINT, HitRoll, Shot, Volley, hit_number, on_the_die, volley
from ...checks.guns import Gun
from ...checks.targets import muzzle, targets
from ...events.attacks import Fired
from ...events.moments import RatHit
from ...events.things import ThingGone
from ...harm import damage
from ...harm.saves import HitWay
from ...harm.strikes import Hit, Strike
from ...printed import WeaponProfile
from ...records import Actor, Model, Piece, Play, Rat, Trap
from ...records.position import near_by
from .. import ammo, hazards, traps
from . import bystanders

AFIELD = 3 * INCH  # how far from the target rapid fire may spread
BY_ITSELF, OUT_OF_RANGE = Target(0, 0, "by itself"), Target(NEVER, 0, "out of range")


def roll_shot(play: Play, shot: Shot, automatic: bool = False) -> Volley:
    """The dice of an attack up to the hits."""
    shooter, profile = shot.shooter, shot.gun.profile
    needed = BY_ITSELF if automatic else OUT_OF_RANGE if shot.band == "beyond" else hit_number(shot)
    number, weapon = on_the_die(needed), guns.weapon_of(shooter, shot.gun)
    play.happen(Fired(shooter.id, weapon.name, profile.name, shot.target, shot.action, needed.base, needed.because))
    if number == NEVER:
        play.note(shooter.id, "it is out of range")
    skill = number if shot.action == "fire-through-ductway" else shooter.bs
    rapid = "rapid-fire" in profile.trait_values
    cached = guns.cache_beside(shooter, shot.gun.family) >= 0
    shove: tuple[int, ...] = ()
    if shot.at_model and "knockback" in profile.trait_values:
        among = (shot.target, *(enemies_near_target(shot) if rapid else ()))
        shove = tuple(sorted({Model(play, who).strength for who in among if who < play.world.count}))
    aim = HitRoll(
        number=number,
        skill=skill,
        dice=firepower(play, shot),
        rapid=rapid,
        ammo=0 if cached else profile.ammo,
        again=bool(profile.ammo) and not cached and guns.rolls_again(shooter),
        unstable=gun_may_blow_up(play, shot.gun),
        shove=shove,
        sixes=heeds_sixes(shooter, profile),
        on_six=words_of_a_six(shot),
        astray=shot.target == POINT or not rapid or bool(bystanders.bystanders(play, shot)),
    )
    return play.dice(volley, aim)


def gun_may_blow_up(play: Play, gun: Gun) -> bool:
    """Whether the Ammo symbol is a danger to whoever fires this."""
    unstable = gun.profile.has("unstable") or badzones.charges_up(play, gun.family)
    return unstable and (not gun.profile.has("grenade") or bool(play.option["unstable-grenades"]))


def heeds_sixes(shooter: Actor, profile: WeaponProfile) -> bool:
    """Whether a natural 6 to hit does more than hit."""
    return profile.has("shock") or shooter.has("marksman") or shooter.has("precision-shot")


def words_of_a_six(shot: Shot) -> tuple[str, ...]:
    """What a natural 6 to hit does besides, as people read it."""
    shooter, profile = shot.shooter, shot.gun.profile
    if not shot.at_model:
        return ()
    return (
        *["no wound roll (Shock)"] * profile.has("shock"),
        *["double damage (Marksman)"] * (shooter.has("marksman") and bool(profile.damage)),
        *["no armour save (Precision Shot)"] * shooter.has("precision-shot"),
    )


def firepower(play: Play, shot: Shot) -> int:
    """How many Firepower dice are rolled: none for grenades and what is fired once, one as a rule, and up to as many
    as it says for rapid fire."""
    profile = shot.gun.profile
    most = profile.value("rapid-fire")
    if most > 1:
        ask: Choose[int] = Choose("firepower", "How many Firepower dice?", lambda: list(range(most, 0, -1)))
        return play.ask(shot.shooter.owner, ask.previewed(about_shot(shot)))
    if profile.has("grenade") or (profile.has("single-shot") and not most):
        return 0
    return 1


def enemies_near_target(shot: Shot) -> list[int]:
    """The enemies near the target that extra hits may go to."""
    shooter, gun = shot.shooter, shot.gun
    play = shooter.play
    records = play.state.records
    at, start = records[shot.target].at, muzzle(shooter, gun)
    if shot.action == "fire-through-ductway":
        there = [who for who in ductway_ends.beyond_ductways(shooter) if who != shot.target and who < play.world.count]
        return [who for who in there if near_by(play, records[who].at, at, AFIELD)]
    near = {
        who: hidden
        for who, hidden in targets(shooter, gun, shot.action).items()
        if who != shot.target
        and within(start, records[who].at, gun.long)
        and near_by(play, records[who].at, at, AFIELD)
    }
    if not near:
        return []
    number = hit_number(shot).number
    return [
        who
        for who, hidden in near.items()
        if aiming.difficulty(shooter, gun, who, hidden, shot.action, paired=shot.paired) <= number
    ]


def about_shot(shot: Shot) -> Preview:
    """Whose shot a question is about, and with what."""
    return Preview(actor=shot.shooter.id, weapon=guns.gun_name(shot.shooter, shot.gun))


def hit_of(shot: Shot, came: Volley, *, way: HitWay = "shot", origin: Point | None = None, hidden: int = 0) -> Hit:
    """A hit of this attack as it arrives at a model."""
    shooter, gun = shot.shooter, shot.gun
    at = muzzle(shooter, gun)
    return Hit(
        gun.profile,
        by=shooter.id,
        way=way,
        origin=origin if origin is not None else at.spot,
        family=gun.family,
        hidden=hidden,
        close=shot.band == "short" or not gun.short,
        six=came.six,
        shoves=came.shoves,
        marksman=shooter.has("marksman"),
        precise=shooter.has("precision-shot"),
    )


def after_shot(play: Play, shot: Shot, came: Volley) -> None:
    """What the weapon has left after the attack, and whether it took its bearer along."""
    shooter, gun = shot.shooter, shot.gun
    failed = came.failed
    if came.symbols and gun.profile.ammo:
        failed = ammo.ammo_test(play, shooter, gun.profile.ammo, came.symbols, gun.family)
    ammo.spend_ammunition(play, shooter, gun, failed)
    if came.blown:
        ammo.blow_up(play, shooter, gun.slot)


def strike_thing(play: Play, shot: Shot, count: int) -> None:
    """Hits on a door, a casket, a vehicle, a trap or a piece of terrain."""
    thing, profile = shot.record, shot.gun.profile
    if isinstance(thing, Trap):
        face: int = play.roll(D6, "trap.shot", "The trap is hit")
        if face >= 5:
            play.happen(ThingGone(shot.target))
        elif face >= 3:
            traps.explode(play, shot.target)
    elif isinstance(thing, Rat):
        play.reach(RatHit(shot.target, profile.strength or 0))
    elif isinstance(thing, Piece):
        for _ in range(count):
            hazards.hit_piece(play, shot.target, profile.strength or 0, profile.ap)
    elif profile.strength is not None and profile.damage is not None:
        blow = Strike(profile.strength, profile.ap, profile.damage, frozenset(profile.trait_values))
        damage.damage_thing(play, shot.target, blow, count, shot.shooter.id)
