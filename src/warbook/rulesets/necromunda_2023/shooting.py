"""Shooting: choosing weapon and target, firing, and what comes of it.

In the order of the book: declaring the weapon, target priority, the shot, rapid fire; then the actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from ...core.action import Action, Requirement, requirement
from ...core.check import Modifier, Target
from ...core.decision import Allocate, Choose, Decision, Reasons
from ...core.dice import D6, Pool
from ...core.events import EffectBegan
from ...core.length import INCH
from ...core.state import Effect
from ...space.movement import Point
from ...space.sight import gap
from . import ammo, blasts, darkness, ductways, gear, hits, injury, moving, strays, terrain, traps
from .aiming import NEVER, POINT, SITUATION, Aim, Shot, Volley, hit_number, volley
from .ammo import Arm, Gun
from .characteristics import passes_cool, passes_intelligence
from .events import Acted, Fired, ThingGone
from .harm import Hit, Strike
from .model import Model, Play, Status, Trap, Vehicle, enemies, fighters, namer, things, within
from .printed import WeaponProfile
from .requirements import pinned, standing_active
from .targets import band, hidden_of, muzzle, targets, things_seen

AFIELD = 3 * INCH  # how far from the target rapid fire may spread

T = TypeVar("T")


def pick(play: Play, seat: int, decision: Decision[T]) -> T:
    """Ask, unless there is only one answer: then nobody needs to be asked."""
    return play.ask(seat, decision) if decision.several() else decision.candidates(1)[0]


# ---- the weapon ------------------------------------------------------------------------------------------------------


def choose_weapon(play: Play, shooter: Model, action: str) -> tuple[Gun, ...]:
    """One ranged weapon, or two sidearms.  Whoever takes up something unwieldy spends its other action on it as
    well."""
    known = weapons_thought_of(shooter, action)
    chosen = known[0] if len(known) == 1 else pick(play, shooter.owner, weapon_choice(shooter, action))
    drawn = tuple(ammo.gun(shooter, arm) for arm in arms_of(chosen))
    if takes_two(shooter, drawn[0], action):
        play.happen(Acted(shooter.id, action, 1))
    return drawn


def weapon_choice(shooter: Model, action: str, left: int | None = None) -> Choose[Any]:
    """With which weapon?  `left` is how many actions it may still spend on it; as a rule the action has begun, and they
    are those it has."""
    spare = spare_actions(shooter) if left is None else left
    again = shot_before(shooter, begun=left is None)
    return Choose(
        "weapon",
        "With which weapon?",
        weapons_thought_of,
        shooter,
        action,
        refuse=lambda choice: unfit(shooter, choice, action, spare, again),
        named=lambda choice: weapon_name(shooter, choice),
    )


def arms_of(choice: Any) -> tuple[Arm, ...]:
    """The weapons of an answer: one, or a pair."""
    return choice if isinstance(choice[0], tuple) else (choice,)


def weapons_thought_of(shooter: Model, action: str) -> list[Any]:
    """Every ranged profile, and every pair of sidearms for an ordinary shot."""
    single: list[Any] = single_weapons(shooter, action)
    if action != "shoot":
        return single
    sidearms = [arm for arm in single if len(arm) == 2 and _fired_in_pairs(shooter, arm)]
    pairs = [(a, b) for n, a in enumerate(sidearms) for b in sidearms[n + 1 :] if a[0] != b[0]]
    return [*single, *pairs]


def single_weapons(shooter: Model, action: str) -> list[Arm]:
    """Every ranged profile; what stands on a vehicle does not reach through a ductway."""
    return [arm for arm in ammo.guns(shooter) if action != "fire-through-ductway" or len(arm) == 2]


def _fired_in_pairs(shooter: Model, arm: Arm) -> bool:
    profile = shooter.kit.weapons[arm[0]].profiles[arm[1]]
    return profile.has("sidearm") and profile.range == "ranged" and not profile.has("blast")


def unfit(shooter: Model, choice: Any, action: str, spare: int, again: bool) -> Reasons:
    """Why a weapon, or a pair, cannot be fired now; `again` says that it is not the first Shoot of the activation."""
    reasons: list[str] = []
    for arm in arms_of(choice):
        reasons += ammo.empty(shooter, arm)
        gun = ammo.gun(shooter, arm)
        if takes_two(shooter, gun, action) and spare < 1:
            reasons.append("It is unwieldy: shooting it takes two actions.")
        if again and action == "shoot" and gun.profile.has("unwieldy"):
            reasons.append("It is too unwieldy for a fast shot.")
        if action == "run-and-gun" and gun.profile.has("unwieldy"):
            reasons.append("It is too unwieldy to be fired on the run.")
        if action == "blind-fire" and gun.unwieldy and not shooter.play.option["unwieldy-blind-fire"]:
            reasons.append("It is too unwieldy to be fired blindly.")
        if not reasons and not somebody(shooter, gun, action):
            reasons.append("There is nothing it may be aimed at.")
    return tuple(reasons)


def takes_two(shooter: Model, gun: Gun, action: str) -> bool:
    """Whether firing it costs one action more than usual."""
    if not gun.unwieldy:
        return False
    through = action == "fire-through-ductway" and shooter.play.option["unwieldy-through-ductways-is-double"]
    return action == "shoot" or bool(through)


def spare_actions(shooter: Model) -> int:
    """The actions that it has left in its activation; none when it shoots out of turn."""
    turn = shooter.play.state.turn
    return turn.left if turn.actor == shooter.id else 0


def shot_before(shooter: Model, *, begun: bool) -> bool:
    """Whether it has shot in this activation already, apart from an action that has begun."""
    turn = shooter.play.state.turn
    return bool(turn.actor == shooter.id and turn.done.count("shoot") > begun)


def somebody(shooter: Model, gun: Gun, action: str) -> bool:
    """Whether there is something to aim a weapon at.  A flame or a blast may be laid anywhere."""
    if gun.profile.range == "template":
        return True
    if gun.has("blast") and (action != "fire-through-ductway" or shooter.play.option["blasts-through-ductways"]):
        return True
    if action == "fire-through-ductway":
        return bool(beyond_ductways(shooter))
    return bool(targets(shooter, gun, action)) or bool(things_seen(shooter, gun, action))


def weapon_name(shooter: Model, choice: Any) -> str:
    """A weapon, or a pair, as a person reads it."""
    return " and ".join(_arm_name(shooter, arm) for arm in arms_of(choice))


def _arm_name(shooter: Model, arm: Arm) -> str:
    if len(arm) == 3:
        return f"the weapon of {shooter.play.world.names[arm[2]]}"
    weapon = shooter.kit.weapons[arm[0]]
    profile = weapon.profiles[arm[1]]
    return weapon.name if len(weapon.profiles) == 1 else f"{weapon.name}, {profile.name.lower()}"


# ---- the target ------------------------------------------------------------------------------------------------------


def choose_target(play: Play, shooter: Model, gun: Gun, action: str, *, points: bool = False) -> int:
    """Whom a weapon is aimed at.  Anyone but the closest takes a cool head, and whoever has drunk of the snake may hit
    somebody else altogether.  `points`: a place on the table will do as well."""
    if points and not targets(shooter, gun, action) and not things_seen(shooter, gun, action):
        return POINT
    whom = play.ask(shooter.owner, target_choice(shooter, gun, action, points))
    if whom != POINT:
        whom = prioritise(play, shooter, gun, whom, action)
    return sway(play, shooter, whom) if 0 <= whom < play.world.count else whom


def target_choice(shooter: Model, gun: Gun, action: str, points: bool = False) -> Choose[int]:
    """At whom, or at what?  Things and places are for those who mean them: a player at random leaves them alone."""
    play: Play = shooter.play
    name = namer(play)
    there = things_seen(shooter, gun, action)
    return Choose(
        "target",
        "Shoot at whom?",
        lambda: [*targets(shooter, gun, action), *there, *((POINT,) if points else ())],
        idle=(*there, POINT),
        named=lambda who: "a point on the table" if who == POINT else name(who),
    )


def prioritise(play: Play, shooter: Model, gun: Gun, whom: int, action: str) -> int:
    """Whoever passes over a closer target must pass a Cool test, or shoot at one that needs none."""
    if shooter.has("marksman") or not passed_over(shooter, gun, whom, action):
        return whom
    if passes_cool(shooter, "priority"):
        return whom
    obvious = [who for who in targets(shooter, gun, action) if not passed_over(shooter, gun, who, action)]
    choice: Choose[int] = Choose("closest", "It falters: whom of the closest?", lambda: obvious, named=namer(play))
    return pick(play, shooter.owner, choice)


def passed_over(shooter: Model, gun: Gun, whom: int, action: str) -> list[int]:
    """The closer targets that may not be left out for this one: those that are neither seriously injured nor harder to
    hit."""
    records, at = shooter.play.state.records, muzzle(shooter, gun)
    eligible = targets(shooter, gun, action)
    distance = gap(at, records[whom].at)
    closer = [
        who
        for who in eligible
        if who != whom and records[who].status is not Status.SERIOUS and gap(at, records[who].at) < distance
    ]
    if not closer:
        return closer
    hidden = eligible[whom] if whom in eligible else hidden_of(shooter, gun, whom, action)
    number = difficulty(shooter, gun, whom, hidden, action)
    return [who for who in closer if difficulty(shooter, gun, who, eligible[who], action) <= number]


def difficulty(shooter: Model, gun: Gun, whom: int, hidden: int, action: str, *, paired: bool = False) -> int:
    """How hard a target is to hit: the number it takes, or never."""
    shot = take_aim(shooter, gun, whom, action, hidden=hidden, paired=paired)
    return NEVER if shot.band == "beyond" else hit_number(shot).number


def sway(play: Play, shooter: Model, whom: int) -> int:
    """Enough of the snake, and the shot goes to anyone near the target."""
    reach = max((row.stray for row in gear.drunk(shooter)), default=0)
    if not reach:
        return whom
    at = play.state.records[whom].at
    near = [
        f.id
        for f in fighters(play)
        if f.status is not Status.OUT and f.id != shooter.id and (f.id == whom or within(f.at, at, reach))
    ]
    if len(near) == 1:
        return whom
    drawn: int = play.roll(Pool(1, len(near)), "sway", "Whom it aims at in truth")
    return near[drawn - 1]


def _drink(shot: Shot) -> int:
    return gear.ranged_penalty(shot.shooter)


HIT_MODIFIERS = (*SITUATION, Modifier("drink", _drink, "core 2023, wargear"))


# ---- the shot --------------------------------------------------------------------------------------------------------


def attack(play: Play, shooter: Model, action: str) -> None:
    """One ranged attack: the weapon, the target, the dice, and what comes of them."""
    if thwarted(shooter, action):
        return
    drawn = choose_weapon(play, shooter, action)
    fire_at_will(play, shooter, drawn, action)


def thwarted(shooter: Model, action: str) -> bool:
    """Whether somebody on overwatch has left it nothing to shoot at since it declared this, or no eyes to do so."""
    watched: bool = bool(shooter.play.world.on_guard)
    return watched and (shooter.suffers("blind") or not weapon_choice(shooter, action).options())


def fire_at_will(play: Play, shooter: Model, drawn: tuple[Gun, ...], action: str) -> None:
    """Fire what was chosen at whom it may be aimed at."""
    gun = drawn[0]
    if gun.profile.range == "template":
        blasts.flame(play, shooter, gun, action)
    elif gun.has("blast"):
        blasts.lob(play, shooter, gun, action)
    else:
        whom = choose_target(play, shooter, gun, action)
        shots = [take_aim(shooter, gun, whom, action, paired=len(drawn) > 1)]
        if len(drawn) > 1:
            if shooter.has("gunfighter"):
                whom = choose_target(play, shooter, drawn[1], action)
            shots.append(take_aim(shooter, drawn[1], whom, action, paired=True))
        fire(play, shots)
    give_away(play, shooter, drawn)


def may_shoot_at(shooter: Model, whom: int) -> bool:
    """Whether it has a weapon that may be fired at this enemy out of turn."""
    return any(can_answer(shooter, arm, whom) for arm in ammo.guns(shooter))


def shoot_at(play: Play, shooter: Model, target: Model, action: str = "overwatch") -> None:
    """A free shot at one enemy, in answer to what it does."""
    options = [arm for arm in ammo.guns(shooter) if can_answer(shooter, arm, target.id)]
    choice: Choose[Arm] = Choose(
        "weapon", "With which weapon?", lambda: options, named=lambda arm: weapon_name(shooter, arm)
    )
    gun = ammo.gun(shooter, pick(play, shooter.owner, choice))
    if gun.profile.range == "template":
        blasts.flame(play, shooter, gun, action, target.id)
    elif gun.has("blast"):
        blasts.lob(play, shooter, gun, action, target.id)
    else:
        fire(play, [take_aim(shooter, gun, target.id, action)])
    give_away(play, shooter, (gun,))


def can_answer(shooter: Model, arm: Arm, whom: int) -> bool:
    """Whether a weapon may be fired at this enemy out of turn: nothing that takes two actions, and flames only as far
    as they reach."""
    if len(arm) == 3 or ammo.empty(shooter, arm):
        return False
    gun = ammo.gun(shooter, arm)
    if gun.unwieldy or whom not in targets(shooter, gun):
        return False
    return gun.profile.range != "template" or blasts.flame_reaches(shooter, whom)


def take_aim(
    shooter: Model, gun: Gun, whom: int, action: str, *, hidden: int | None = None, paired: bool = False
) -> Shot:
    """A shot at a model or thing in its situation."""
    play: Play = shooter.play
    record = play.state.records[whom]
    if hidden is None:
        hidden = hidden_of(shooter, gun, whom, action)
    return Shot(shooter, whom, gun, band(gun, muzzle(shooter, gun), record.at), hidden, action, paired)


def fire(play: Play, shots: Sequence[Shot]) -> None:
    """The attacks of one action: every hit roll first, then the hits, then what the weapons have left."""
    rolled = [(shot, roll(play, shot)) for shot in shots]
    for shot, came in rolled:
        if came.hits:
            strike_target(play, shot, came)
        elif came.by:
            strays.go_astray(play, shot, came.by)
    for shot, came in rolled:
        settle(play, shot, came)


BY_ITSELF, OUT_OF_RANGE = Target(0, 0, "by itself"), Target(NEVER, 0, "out of range")


def roll(play: Play, shot: Shot, *, automatic: bool = False) -> Volley:
    """The dice of an attack up to the hits."""
    shooter, profile = shot.shooter, shot.gun.profile
    needed = BY_ITSELF if automatic else OUT_OF_RANGE if shot.band == "beyond" else hit_number(shot)
    number, weapon = needed.number, ammo.weapon_of(shooter, shot.gun)
    play.happen(Fired(shooter.id, weapon.name, profile.name, shot.target, shot.action, needed.base, needed.because))
    if number == NEVER:
        play.note(shooter.id, "it is out of range.")
    skill = number if shot.action == "fire-through-ductway" else shooter.profile.bs
    rapid = "rapid-fire" in profile.trait_values
    cached = ammo.cache_beside(shooter) >= 0
    fighter = shot.fighter
    shove = NEVER
    if fighter is not None and "knockback" in profile.trait_values:
        shove = Model(play, shot.target).strength
    aim = Aim(
        number=number,
        skill=skill,
        dice=firepower(play, shot),
        rapid=rapid,
        ammo=0 if cached else profile.ammo,
        again=bool(profile.ammo) and not cached and ammo.rolls_again(shooter),
        unstable=gun_may_blow_up(play, profile),
        shove=shove,
        sixes=heeds_sixes(shooter, profile),
        astray=shot.target == POINT or not rapid or bool(strays.bystanders(play, shot)),
    )
    return play.dice(volley, aim)


def gun_may_blow_up(play: Play, profile: WeaponProfile) -> bool:
    """Whether the Ammo symbol is a danger to whoever fires this."""
    return profile.has("unstable") and (not profile.has("grenade") or bool(play.option["unstable-grenades"]))


def heeds_sixes(shooter: Model, profile: WeaponProfile) -> bool:
    """Whether a natural 6 to hit does more than hit."""
    return profile.has("shock") or shooter.has("marksman") or shooter.has("precision-shot")


def firepower(play: Play, shot: Shot) -> int:
    """How many Firepower dice are rolled: none for grenades and what is fired once, one as a rule, and up to as many
    as it says for rapid fire."""
    profile = shot.gun.profile
    most = profile.value("rapid-fire")
    if most > 1:
        ask: Choose[int] = Choose("firepower", "How many Firepower dice?", lambda: list(range(most, 0, -1)))
        return play.ask(shot.shooter.owner, ask)
    if profile.has("grenade") or (profile.has("single-shot") and not most):
        return 0
    return 1


def settle(play: Play, shot: Shot, came: Volley) -> None:
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
    for who, count in allocation(play, shot, came.hits):
        victim = Model(play, who)
        first = who == shot.target
        done = hits.land(play, victim, hit if first else beside_target(hit), count)
        if done and shot.gun.profile.has("impale"):
            strays.fly_on(play, shot, who, hit)


def beside_target(hit: Hit) -> Hit:
    """A hit on somebody near the target: the hit roll was not for its Strength, and the marksman aimed at another."""
    return replace(hit, shoves=False, marksman=False)


def allocation(play: Play, shot: Shot, count: int) -> list[tuple[int, int]]:
    """Who takes how many of the hits: the first falls on the target, more may go to enemies within 3" of it that the
    weapon reaches and that are no harder to hit.  All are shared out before any is resolved."""
    if count == 1:
        return [(shot.target, 1)]
    others = spread(shot)
    if not others:
        return [(shot.target, count)]
    bins = (shot.target, *others)
    split = play.ask(
        shot.shooter.owner,
        Allocate(
            "allocation",
            "Who takes the hits?",
            count,
            bins,
            refuse=lambda split: () if split[0] else ("The first hit is on the target.",),
            named=namer(play),
        ),
    )
    return [(who, n) for who, n in zip(bins, split, strict=True) if n]


def spread(shot: Shot) -> list[int]:
    """The enemies near the target that extra hits may go to."""
    shooter, gun = shot.shooter, shot.gun
    play: Play = shooter.play
    records = play.state.records
    at, start = records[shot.target].at, muzzle(shooter, gun)
    if shot.action == "fire-through-ductway":
        there = [who for who in beyond_ductways(shooter) if who != shot.target and who < play.world.count]
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
        if difficulty(shooter, gun, who, hidden, shot.action, paired=shot.paired) <= number
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


# ---- through ductways ------------------------------------------------------------------------------------------------


def ductway_exits(shooter: Model) -> list[Point]:
    """The far ends of the ductways whose near end is within an inch."""
    ducts = shooter.play.world.board.ductways
    return [ducts[number].ends[1 - end] for number, end in ductways.duct_ends_near(shooter)] if ducts else []


def beyond_ductways(shooter: Model) -> list[int]:
    """The enemies and vehicles within an inch of the other end of a ductway."""
    return list(dict.fromkeys(who for end in ductway_exits(shooter) for who in beyond(shooter, end)))


def beyond(shooter: Model, end: Point) -> list[int]:
    """The enemies within an inch of the far end of one ductway that darkness does not hide, then the vehicles there
    that are not its own side's."""
    play: Play = shooter.play
    foes = [f for f in enemies(play, shooter.owner) if not darkness.hides(play, shooter.id, f.id)]
    vehicles = [v for v in things(play, Vehicle) if not v.wrecked and v.owner != shooter.owner]
    return [model.id for model in (*foes, *vehicles) if terrain.near_point(Model(play, model.id), end)]


# ---- the actions -----------------------------------------------------------------------------------------------------


def shoot(play: Play, shooter: Model) -> None:
    """Choose a weapon and a target, and make a ranged attack."""
    attack(play, shooter, "shoot")


def _ready_to(action: str, cost: int) -> Requirement[Model]:
    def holds(model: Model) -> bool | str:
        if not ammo.guns(model):
            return "It has nothing to shoot with."
        if model.suffers("blind"):
            return "It is blind until its next activation."
        turn = model.play.state.turn
        left = turn.left - cost if turn.actor == model.id else 1
        again = shot_before(model, begun=False)
        against: list[str] = []
        for arm in single_weapons(model, action):
            reasons = unfit(model, arm, action, left, again)
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
    requires=(standing_active, _ready_to("shoot", 1)),
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


@requirement("It has nothing to aim with.")
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
    requires=(pinned, _ready_to("blind-fire", 2)),
    rule=blind_fire,
    leaves_open="Unwieldy weapons may be fired so: the action is a Double already.",
)


def fire_through_ductway(play: Play, shooter: Model) -> None:
    """A ranged attack through a ductway at somebody near its other end: it hits on 5+ whatever else holds, and flames
    hit everybody within 2" of that end."""
    if thwarted(shooter, "fire-through-ductway"):
        return
    drawn = choose_weapon(play, shooter, "fire-through-ductway")
    gun = drawn[0]
    if gun.profile.range == "template":
        blasts.flame_through(play, shooter, gun, choose_exit(play, shooter, ductway_exits(shooter)))
    elif gun.has("blast"):
        anywhere = play.option["blasts-through-ductways"]
        exits = [end for end in ductway_exits(shooter) if anywhere or beyond(shooter, end)]
        blasts.lob_through(play, shooter, gun, choose_exit(play, shooter, exits))
    else:
        there = beyond_ductways(shooter)
        whom = play.ask(shooter.owner, Choose("target", "Shoot at whom?", lambda: there, named=namer(play)))
        near = band(gun, shooter.at, play.state.records[whom].at) == "short"
        fire(play, [Shot(shooter, whom, gun, "short" if near else "long", 0, "fire-through-ductway")])
    give_away(play, shooter, drawn)


def choose_exit(play: Play, shooter: Model, exits: list[Point]) -> Point:
    """The far end of a ductway beside the shooter."""
    return pick(play, shooter.owner, Choose("ductway", "Out of which end?", lambda: exits))


@requirement('It must be within 1" of a ductway.')
def at_a_ductway(model: Model) -> bool:
    return bool(ductway_exits(model))


FIRE_THROUGH_DUCTWAY: Action[Model] = Action(
    "fire-through-ductway",
    "Fire Through Ductway",
    cost="basic",
    summary='Within 1" of a ductway, shoot at an enemy within 1" of its other end: it hits on 5+, whatever your skill. '
    'Flames hit everybody within 2" of that end; a blast is aimed there and drifts if it misses.',
    cite="core 2023, fighter actions",
    requires=(at_a_ductway, standing_active, _ready_to("fire-through-ductway", 1)),
    rule=fire_through_ductway,
    leaves_open="Unwieldy weapons take both actions here too. Range does not matter, darkness does; stray shots do not "
    "come out.",
)


def run_and_gun(play: Play, shooter: Model) -> None:
    """Move up to twice its Movement, then shoot at -1."""
    rules = moving.gait(shooter, 2 * shooter.move)
    ran = moving.go(play, shooter, rules, "path", "Where does it run?")
    if ran and shooter.active and not shooter.suffers("blind"):
        choice = weapon_choice(shooter, "run-and-gun")
        if choice.options():
            attack(play, shooter, "run-and-gun")


@requirement("It must know how to shoot from the hip.")
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
