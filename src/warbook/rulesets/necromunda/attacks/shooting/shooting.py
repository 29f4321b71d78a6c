"""Shooting: the shot, rapid fire, what comes of them, and the actions that shoot.

In the order of the book, once weapon and target are chosen (see `weapon_choice` and `target_choice`)."""

from __future__ import annotations

from collections.abc import Sequence

from .....core.action import Requirement, requirement
from .....core.decision import Allocate, Choose
from .....core.naming import Preview
from .....core.structs import replace
from ...checks import aiming, darkness, guns
from ...checks.aiming import Shot, Volley
from ...checks.characteristics import passes_intelligence
from ...checks.guns import Arm, Gun
from ...checks.requirements import pinned, standing_active
from ...checks.targets import shootable, targets
from ...harm.strikes import Hit
from ...movement import gait, routes
from ...printed.arms import ShootingAction
from ...printed.library import action
from ...records import Actor, Model, Play, actor_of
from ...records.effects import begin_effect
from ...records.position import namer
from .. import victims
from . import blast_attacks, flames, shots, strays, target_choice, weapon_choice
from .shots import after_shot, roll_shot

# ---- the shot --------------------------------------------------------------------------------------------------------


def attack(play: Play, shooter: Actor, action: ShootingAction) -> None:
    """One ranged attack: the weapon, the target, the dice, and what comes of them."""
    drawn = play.stage(draw_weapons, shooter, action)
    if drawn:
        fire_at_will(play, shooter, drawn, action)


def draw_weapons(play: Play, shooter: Actor, action: ShootingAction) -> tuple[Gun, ...]:
    """With what it shoots; nothing where there is nothing left to shoot at."""
    return () if nothing_left_to_shoot_at(shooter, action) else weapon_choice.choose_weapon(play, shooter, action)


def nothing_left_to_shoot_at(shooter: Actor, action: ShootingAction) -> bool:
    """Whether somebody on overwatch has left it nothing to shoot at since it declared this, or no eyes to do so."""
    watched: bool = bool(shooter.play.world.on_guard)
    return watched and (shooter.suffers("blind") or not weapon_choice.weapon_choice(shooter, action).options())


def fire_at_will(play: Play, shooter: Actor, drawn: tuple[Gun, ...], action: ShootingAction) -> None:
    """Fire what was chosen at whom it may be aimed at."""
    gun = drawn[0]
    if gun.profile.range == "template":
        flames.flame(play, shooter, gun, action)
    elif gun.has("blast"):
        blast_attacks.lob(play, shooter, gun, action)
    else:
        split = len(drawn) > 1 and shooter.has("gunfighter")
        whom = play.stage(target_choice.choose_target, shooter, drawn[:1] if split else drawn, action)
        shots = [aiming.take_aim(shooter, gun, whom, action, paired=len(drawn) > 1)]
        if len(drawn) > 1:
            if split:
                whom = play.stage(target_choice.choose_target, shooter, drawn[1:], action)
            shots.append(aiming.take_aim(shooter, drawn[1], whom, action, paired=True))
        at_once = len(shots) if play.option["twin-guns-together"] else 1
        fire(play, shots[:at_once])
        if shots[at_once:] and shooter.on_table and still_there(play, shots[1].target):
            fire(play, shots[1:])
    give_away(play, shooter, drawn)


def still_there(play: Play, target: int) -> bool:
    """Whether what the second of two guns is aimed at is there after the first has been fired."""
    if target < play.world.first_thing:
        return actor_of(play, target).on_table
    return shootable(play.state.records[target])


def may_shoot_at(shooter: Model, whom: int) -> bool:
    """Whether it has a weapon that may be fired at this enemy out of turn."""
    return any(can_answer(shooter, arm, whom) for arm in guns.guns(shooter))


def guns_that_answer(shooter: Model, whom: int) -> list[Arm]:
    """The weapons that it may fire at this enemy out of turn."""
    return [arm for arm in guns.guns(shooter) if can_answer(shooter, arm, whom)]


def shoot_at(play: Play, shooter: Model, target: int) -> None:
    """A free shot at one enemy, in answer to what it does."""
    options = guns_that_answer(shooter, target)
    choice: Choose[Arm] = Choose(
        "weapon", "With which weapon?", lambda: options, named=lambda arm: guns.weapon_name(shooter, arm)
    )
    preview = Preview(cautions=lambda arm: risks_of_answer(shooter, arm, target), actor=shooter.id)
    gun = guns.gun(shooter, play.pick(shooter.owner, choice.previewed(preview)))
    if gun.profile.range == "template":
        flames.flame(play, shooter, gun, "overwatch", target)
    else:
        whom = target_choice.sway_by_drink(play, shooter, target)
        if gun.has("blast"):
            blast_attacks.lob(play, shooter, gun, "overwatch", whom)
        else:
            fire(play, [aiming.take_aim(shooter, gun, whom, "overwatch")])
    give_away(play, shooter, (gun,))


def risks_of_answer(shooter: Model, arm: Arm, whom: int) -> tuple[str, ...]:
    """What should be known of a weapon before it is fired at this enemy out of turn."""
    gun = guns.gun(shooter, arm)
    drunk = () if gun.profile.range == "template" else target_choice.friends_drink_may_hit(shooter, whom)
    return (*target_choice.risks(shooter, gun, whom, "overwatch"), *drunk)


def can_answer(shooter: Model, arm: Arm, whom: int) -> bool:
    """Whether a weapon may be fired at this enemy out of turn: nothing that takes two actions, and flames only as far
    as they reach, in some editions not at all."""
    if guns.on_vehicle(shooter.play, arm) or guns.why_empty(shooter, arm):
        return False
    gun = guns.gun(shooter, arm)
    if gun.unwieldy or whom not in targets(shooter, gun):
        return False
    if gun.profile.range != "template":
        return True
    play = shooter.play
    return play.world.edition.flames_on_overwatch and flames.flame_reaches(play, shooter.id, whom, False)


def fire(play: Play, shots: Sequence[Shot]) -> None:
    """The attacks of one action: every hit roll first, then the hits, then what the weapons have left."""
    rolled = [(shot, play.stage(roll_shot, shot)) for shot in shots]
    for shot, came in rolled:
        if came.hits:
            strike_target(play, shot, came)
        elif came.by:
            play.reach(strays.ShotMissed(shot, came.by))
    for shot, came in rolled:
        after_shot(play, shot, came)


def strike_target(play: Play, shot: Shot, came: Volley) -> None:
    """The hits of an attack, shared out among those near the target where there are several."""
    hit = shots.hit_of(shot, came)
    if not shot.at_model:
        shots.strike_thing(play, shot, came.hits)
        return
    for who, count in play.stage(allocation, shot, came.hits):
        first = who == shot.target
        done = play.stage(victims.resolve_hits, who, hit if first else beside_target(hit), count)
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
    others = shots.enemies_near_target(shot)
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
    split = play.ask(shot.shooter.owner, question.previewed(shots.about_shot(shot)))
    return tuple((who, n) for who, n in zip(bins, split, strict=True) if n)


def give_away(play: Play, shooter: Actor, drawn: Sequence[Gun]) -> None:
    """In the dark a shot shows where it came from, unless it is silent."""
    if shooter.on_table and not all(gun.has("silent") for gun in drawn):
        darkness.reveal(play, shooter)


# ---- the actions -----------------------------------------------------------------------------------------------------


def shoot(play: Play, shooter: Model) -> None:
    """Choose a weapon and a target, and make a ranged attack."""
    attack(play, shooter, "shoot")


def ready_to(action: ShootingAction, cost: int) -> Requirement[Model]:
    def holds(model: Model) -> bool | str:
        if not guns.guns(model):
            return "It has nothing to shoot with."
        if model.suffers("blind"):
            return "It is blind until its next activation."
        left = weapon_choice.spare_beside(model, cost)
        again = weapon_choice.shot_before(model, begun=False)
        against: list[str] = []
        for arm in weapon_choice.single_weapons(model, action):
            reasons = weapon_choice.why_unfit(model, arm, action, left, again)
            if not reasons:
                return True
            against += reasons
        return " ".join(dict.fromkeys(against))

    return requirement("It must have a loaded ranged weapon and something to aim it at.")(holds)


SHOOT = action("shoot", (standing_active, ready_to("shoot", 1)), shoot)


def aim(play: Play, shooter: Actor) -> None:
    """Take aim: better to hit with a Shoot action that follows in the same activation."""
    bonus = 1
    if isinstance(shooter, Model) and shooter.has("ballistics-expert") and passes_intelligence(shooter, "ballistics"):
        bonus += 1
    begin_effect(play, "aim", shooter.id, "activation", bonus)


@requirement("It must have a weapon that it can aim.")
def armed(model: Model) -> bool:
    return bool(guns.guns(model))


AIM = action("aim", (standing_active, armed), aim, ours=(armed,))


def blind_fire(play: Play, shooter: Model) -> None:
    """From the ground, in any direction, and wildly."""
    attack(play, shooter, "blind-fire")


BLIND_FIRE = action("blind-fire", (pinned, ready_to("blind-fire", 2)), blind_fire)


def run_and_gun(play: Play, shooter: Model) -> None:
    """Move up to twice its Movement, then shoot at -1."""
    rules = gait.gait(shooter, 2 * shooter.move)
    ran = routes.ask_and_follow(play, shooter, rules, "path", "Where does it run?")
    if ran and shooter.active and not shooter.suffers("blind"):
        choice = weapon_choice.weapon_choice(shooter, "run-and-gun")
        if choice.options():
            attack(play, shooter, "run-and-gun")


@requirement("It must know how to shoot from the hip.", fixed=True)
def shoots_from_the_hip(model: Model) -> bool:
    return model.has("hip-shooting")


RUN_AND_GUN = action("run-and-gun", (shoots_from_the_hip, standing_active, armed), run_and_gun, ours=(armed,))
