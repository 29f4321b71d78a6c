"""Shooting: the shot, rapid fire, what comes of them, and the actions that shoot.

In the order of the book, once weapon and target are chosen (see `shot_choices`).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ...core.action import Action, Requirement, requirement
from ...core.check import Modifier, Target
from ...core.decision import Allocate, Choose, Preview
from ...core.dice import D6
from ...core.events import EffectBegan
from ...core.length import INCH
from ...core.state import Effect
from ...space.movement import Point
from ...space.sight import within
from . import ammo, blasts, darkness, ductway_fire, gear, hits, injury, moving, shot_choices, strays, terrain, traps
from .aiming import NEVER, POINT, SITUATION, HitRoll, Shot, Volley, hit_number, on_the_die, volley
from .ammo import Arm, Gun
from .characteristics import passes_intelligence
from .events.attacks import Fired
from .events.things import ThingGone
from .harm import Hit, Strike
from .model import Model, Play, Trap, namer
from .printed import WeaponProfile
from .requirements import pinned, standing_active
from .targets import muzzle, targets

AFIELD = 3 * INCH  # how far from the target rapid fire may spread


# ---- the hit roll ----------------------------------------------------------------------------------------------------


def _drink(shot: Shot) -> int:
    return gear.ranged_penalty(shot.shooter)


HIT_MODIFIERS = (*SITUATION, Modifier("drink", _drink, "core 2023, wargear"))


# ---- the shot --------------------------------------------------------------------------------------------------------


def attack(play: Play, shooter: Model, action: str) -> None:
    """One ranged attack: the weapon, the target, the dice, and what comes of them."""
    if thwarted(shooter, action):
        return
    drawn = play.stage(shot_choices.choose_weapon, shooter, action)
    fire_at_will(play, shooter, drawn, action)


def thwarted(shooter: Model, action: str) -> bool:
    """Whether somebody on overwatch has left it nothing to shoot at since it declared this, or no eyes to do so."""
    watched: bool = bool(shooter.play.world.on_guard)
    return watched and (shooter.suffers("blind") or not shot_choices.weapon_choice(shooter, action).options())


def fire_at_will(play: Play, shooter: Model, drawn: tuple[Gun, ...], action: str) -> None:
    """Fire what was chosen at whom it may be aimed at."""
    gun = drawn[0]
    if gun.profile.range == "template":
        blasts.flame(play, shooter, gun, action)
    elif gun.has("blast"):
        blasts.lob(play, shooter, gun, action)
    else:
        split = len(drawn) > 1 and shooter.has("gunfighter")
        whom = play.stage(shot_choices.choose_target, shooter, drawn[:1] if split else drawn, action)
        shots = [shot_choices.take_aim(shooter, gun, whom, action, paired=len(drawn) > 1)]
        if len(drawn) > 1:
            if split:
                whom = play.stage(shot_choices.choose_target, shooter, drawn[1:], action)
            shots.append(shot_choices.take_aim(shooter, drawn[1], whom, action, paired=True))
        fire(play, shots)
    give_away(play, shooter, drawn)


def may_shoot_at(shooter: Model, whom: int) -> bool:
    """Whether it has a weapon that may be fired at this enemy out of turn."""
    return any(can_answer(shooter, arm, whom) for arm in ammo.guns(shooter))


def answering(shooter: Model, whom: int) -> list[Arm]:
    """The weapons that it may fire at this enemy out of turn."""
    return [arm for arm in ammo.guns(shooter) if can_answer(shooter, arm, whom)]


def shoot_at(play: Play, shooter: Model, target: Model, action: str = "overwatch") -> None:
    """A free shot at one enemy, in answer to what it does."""
    options = answering(shooter, target.id)
    choice: Choose[Arm] = Choose(
        "weapon", "With which weapon?", lambda: options, named=lambda arm: shot_choices.weapon_name(shooter, arm)
    )
    preview = Preview(cautions=lambda arm: risks_of_answer(shooter, arm, target.id), actor=shooter.id)
    gun = ammo.gun(shooter, play.pick(shooter.owner, choice.previewed(preview)))
    if gun.profile.range == "template":
        blasts.flame(play, shooter, gun, action, target.id)
    elif gun.has("blast"):
        blasts.lob(play, shooter, gun, action, target.id)
    else:
        fire(play, [shot_choices.take_aim(shooter, gun, target.id, action)])
    give_away(play, shooter, (gun,))


def risks_of_answer(shooter: Model, arm: Arm, whom: int) -> tuple[str, ...]:
    """What should be known of a weapon before it is fired at this enemy out of turn."""
    return shot_choices.risks(shooter, ammo.gun(shooter, arm), whom, "overwatch")


def can_answer(shooter: Model, arm: Arm, whom: int) -> bool:
    """Whether a weapon may be fired at this enemy out of turn: nothing that takes two actions, and flames only as far
    as they reach."""
    if len(arm) == 3 or ammo.empty(shooter, arm):
        return False
    gun = ammo.gun(shooter, arm)
    if gun.unwieldy or whom not in targets(shooter, gun):
        return False
    return gun.profile.range != "template" or blasts.flame_reaches(shooter, whom)


def fire(play: Play, shots: Sequence[Shot]) -> None:
    """The attacks of one action: every hit roll first, then the hits, then what the weapons have left."""
    rolled = [(shot, play.stage(roll, shot)) for shot in shots]
    for shot, came in rolled:
        if came.hits:
            strike_target(play, shot, came)
        elif came.by:
            strays.go_astray(play, shot, came.by)
    for shot, came in rolled:
        after_shot(play, shot, came)


BY_ITSELF, OUT_OF_RANGE = Target(0, 0, "by itself"), Target(NEVER, 0, "out of range")


def roll(play: Play, shot: Shot, automatic: bool = False) -> Volley:
    """The dice of an attack up to the hits."""
    shooter, profile = shot.shooter, shot.gun.profile
    needed = BY_ITSELF if automatic else OUT_OF_RANGE if shot.band == "beyond" else hit_number(shot)
    number, weapon = on_the_die(needed), ammo.weapon_of(shooter, shot.gun)
    play.happen(Fired(shooter.id, weapon.name, profile.name, shot.target, shot.action, needed.base, needed.because))
    if number == NEVER:
        play.note(shooter.id, "it is out of range")
    skill = number if shot.action == "fire-through-ductway" else shooter.profile.bs
    rapid = "rapid-fire" in profile.trait_values
    cached = ammo.cache_beside(shooter) >= 0
    fighter = shot.fighter
    shove: tuple[int, ...] = ()
    if fighter is not None and "knockback" in profile.trait_values:
        among = (shot.target, *(spread(shot) if rapid else ()))
        shove = tuple(sorted({Model(play, who).strength for who in among}))
    aim = HitRoll(
        number=number,
        skill=skill,
        dice=firepower(play, shot),
        rapid=rapid,
        ammo=0 if cached else profile.ammo,
        again=bool(profile.ammo) and not cached and ammo.rolls_again(shooter),
        unstable=gun_may_blow_up(play, profile),
        shove=shove,
        sixes=heeds_sixes(shooter, profile),
        on_six=words_of_a_six(shot),
        astray=shot.target == POINT or not rapid or bool(strays.bystanders(play, shot)),
    )
    return play.dice(volley, aim)


def gun_may_blow_up(play: Play, profile: WeaponProfile) -> bool:
    """Whether the Ammo symbol is a danger to whoever fires this."""
    return profile.has("unstable") and (not profile.has("grenade") or bool(play.option["unstable-grenades"]))


def heeds_sixes(shooter: Model, profile: WeaponProfile) -> bool:
    """Whether a natural 6 to hit does more than hit."""
    return profile.has("shock") or shooter.has("marksman") or shooter.has("precision-shot")


def words_of_a_six(shot: Shot) -> tuple[str, ...]:
    """What a natural 6 to hit does besides, as people read it."""
    shooter, profile = shot.shooter, shot.gun.profile
    if shot.fighter is None:
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
        return play.ask(shot.shooter.owner, ask.previewed(_about(shot)))
    if profile.has("grenade") or (profile.has("single-shot") and not most):
        return 0
    return 1


def after_shot(play: Play, shot: Shot, came: Volley) -> None:
    """What the weapon has left after the attack, and whether it took its bearer along."""
    shooter, gun = shot.shooter, shot.gun
    failed = came.failed
    if came.symbols and gun.profile.ammo:
        failed = ammo.test(play, shooter, gun.profile.ammo, came.symbols)
    ammo.spend(play, shooter, gun, failed)
    if came.blown:
        blow_up(play, shooter)


def hit_of(shot: Shot, came: Volley, *, way: str = "shot", origin: Point | None = None, hidden: int = 0) -> Hit:
    """A hit of this attack as it arrives at a model."""
    shooter, gun = shot.shooter, shot.gun
    at = muzzle(shooter, gun)
    return Hit(
        gun.profile,
        by=shooter.id,
        way=way,
        origin=origin if origin is not None else (at.x, at.y, at.z),
        family=gun.family,
        hidden=hidden,
        close=shot.band == "short" or not gun.short,
        six=came.six,
        shoves=came.shoves,
        marksman=shooter.has("marksman"),
        precise=shooter.has("precision-shot"),
    )


def strike_target(play: Play, shot: Shot, came: Volley) -> None:
    """The hits of an attack, shared out among those near the target where there are several."""
    hit = hit_of(shot, came)
    if shot.target >= play.world.count:
        strike_thing(play, shot, came.hits)
        return
    for who, count in play.stage(allocation, shot, came.hits):
        victim = Model(play, who)
        first = who == shot.target
        done = play.stage(hits.land, victim, hit if first else beside_target(hit), count)
        if done and shot.gun.profile.has("impale"):
            strays.fly_on(play, shot, who, hit)


def beside_target(hit: Hit) -> Hit:
    """A hit on somebody near the target: the marksman aimed at another."""
    return replace(hit, marksman=False)


def allocation(play: Play, shot: Shot, count: int) -> tuple[tuple[int, int], ...]:
    """Who takes how many of the hits: the first falls on the target, more may go to enemies within 3" of it that the
    weapon reaches and that are no harder to hit.  All are shared out before any is resolved."""
    if count == 1:
        return ((shot.target, 1),)
    others = spread(shot)
    if not others:
        return ((shot.target, count),)
    bins = (shot.target, *others)
    question = Allocate(
        "allocation",
        "Who takes the hits?",
        count,
        bins,
        refuse=lambda split: () if split[0] else ("The first hit is on the target.",),
        named=namer(play),
    )
    split = play.ask(shot.shooter.owner, question.previewed(_about(shot)))
    return tuple((who, n) for who, n in zip(bins, split, strict=True) if n)


def _about(shot: Shot) -> Preview:
    """Whose shot a question is about, and with what."""
    return Preview(actor=shot.shooter.id, weapon=shot_choices.gun_name(shot.shooter, shot.gun))


def spread(shot: Shot) -> list[int]:
    """The enemies near the target that extra hits may go to."""
    shooter, gun = shot.shooter, shot.gun
    play: Play = shooter.play
    records = play.state.records
    at, start = records[shot.target].at, muzzle(shooter, gun)
    if shot.action == "fire-through-ductway":
        there = [who for who in ductway_fire.beyond_ductways(shooter) if who != shot.target and who < play.world.count]
        return [who for who in there if within(records[who].at, at, AFIELD)]
    near = {
        who: hidden
        for who, hidden in targets(shooter, gun, shot.action).items()
        if who != shot.target and within(records[who].at, at, AFIELD) and within(start, records[who].at, gun.long)
    }
    if not near:
        return []
    number = hit_number(shot).number
    return [
        who
        for who, hidden in near.items()
        if shot_choices.difficulty(shooter, gun, who, hidden, shot.action, paired=shot.paired) <= number
    ]


def strike_thing(play: Play, shot: Shot, count: int) -> None:
    """Hits on a door, a casket, a vehicle or a trap."""
    thing, profile = shot.record, shot.gun.profile
    if isinstance(thing, Trap):
        face: int = play.roll(D6, "trap.shot", "The trap is hit")
        if face >= 5:
            play.happen(ThingGone(shot.target))
        elif face >= 3:
            traps.explode(play, shot.target)
    elif profile.strength is not None and profile.damage is not None:
        blow = Strike(profile.strength, profile.ap, profile.damage, frozenset(profile.trait_values))
        terrain.damage_thing(play, shot.target, blow, count, shot.shooter.id)


def blow_up(play: Play, bearer: Model) -> None:
    """An unstable weapon takes its bearer out of action, whatever its attack has done."""
    if bearer.on_table:
        injury.take_out(play, bearer, -1)


def give_away(play: Play, shooter: Model, drawn: Sequence[Gun]) -> None:
    """In the dark a shot shows where it came from, unless it is silent."""
    if shooter.on_table and not all(gun.has("silent") for gun in drawn):
        darkness.reveal(play, shooter)


# ---- the actions -----------------------------------------------------------------------------------------------------


def shoot(play: Play, shooter: Model) -> None:
    """Choose a weapon and a target, and make a ranged attack."""
    attack(play, shooter, "shoot")


def ready_to(action: str, cost: int) -> Requirement[Model]:
    def holds(model: Model) -> bool | str:
        if not ammo.guns(model):
            return "It has nothing to shoot with."
        if model.suffers("blind"):
            return "It is blind until its next activation."
        left = shot_choices.spare_beside(model, cost)
        again = shot_choices.shot_before(model, begun=False)
        against: list[str] = []
        for arm in shot_choices.single_weapons(model, action):
            reasons = shot_choices.unfit(model, arm, action, left, again)
            if not reasons:
                return True
            against += reasons
        return " ".join(dict.fromkeys(against))

    return requirement("It must have a loaded ranged weapon and something to aim it at.")(holds)


SHOOT: Action[Model] = Action(
    "shoot",
    "Shoot",
    cost="basic",
    summary="Make a ranged attack: choose a loaded weapon and the closest enemy you see, or another if your nerve "
    "holds. Unwieldy weapons take both actions.",
    cite="core 2023, fighter actions",
    requires=(standing_active, ready_to("shoot", 1)),
    rule=shoot,
    leaves_open="Whether a shot at a door, a casket or another thing passes over closer enemies: only if these are no "
    "harder to hit. Blasts and flames are fired alone, never as one of two guns.",
)


def aim(play: Play, shooter: Model) -> None:
    """Take aim: better to hit with a Shoot action that follows in the same activation."""
    bonus = 1
    if shooter.has("ballistics-expert") and passes_intelligence(shooter, "ballistics"):
        bonus += 1
    play.happen(EffectBegan(Effect("aim", shooter.id, "activation", bonus)))


@requirement("It must have a weapon that it can aim.")
def armed(model: Model) -> bool:
    return bool(ammo.guns(model))


AIM: Action[Model] = Action(
    "aim",
    "Aim",
    cost="basic",
    summary="Add 1 to the hit rolls of a Shoot action that you take later in this activation.",
    cite="core 2023, fighter actions",
    requires=(standing_active, armed),
    rule=aim,
)


def blind_fire(play: Play, shooter: Model) -> None:
    """From the ground, in any direction, and wildly."""
    attack(play, shooter, "blind-fire")


BLIND_FIRE: Action[Model] = Action(
    "blind-fire",
    "Blind Fire",
    cost="double",
    summary="Pinned, make a ranged attack in any direction at -2 to hit.",
    cite="core 2023, fighter actions",
    requires=(pinned, ready_to("blind-fire", 2)),
    rule=blind_fire,
    leaves_open="Unwieldy weapons may be fired so: the action is a Double already.",
)


def run_and_gun(play: Play, shooter: Model) -> None:
    """Move up to twice its Movement, then shoot at -1."""
    rules = moving.gait(shooter, 2 * shooter.move)
    ran = moving.go(play, shooter, rules, "path", "Where does it run?")
    if ran and shooter.active and not shooter.suffers("blind"):
        choice = shot_choices.weapon_choice(shooter, "run-and-gun")
        if choice.options():
            attack(play, shooter, "run-and-gun")


@requirement("It must know how to shoot from the hip.", fixed=True)
def shoots_from_the_hip(model: Model) -> bool:
    return model.has("hip-shooting")


RUN_AND_GUN: Action[Model] = Action(
    "run-and-gun",
    "Run and Gun",
    cost="double",
    summary="Move up to twice your Movement, then shoot at -1 to hit, with nothing unwieldy.",
    cite="core 2023, skills",
    requires=(shoots_from_the_hip, standing_active, armed),
    rule=run_and_gun,
)
