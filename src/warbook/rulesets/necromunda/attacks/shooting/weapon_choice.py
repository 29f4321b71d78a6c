"""With what a fighter shoots: unwieldy weapons, pairs of sidearms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .....core.decision import Choose, Reasons
from .....core.naming import Preview
from ...checks import aiming, ductway_ends, guns
from ...checks.guns import Arm, Gun, arms_of, gun
from ...checks.targets import targets, things_seen
from ...events.rounds import Acted
from ...printed.arms import ShootingAction
from ...records import Actor, Driver, Play


def choose_weapon(play: Play, shooter: Actor, action: ShootingAction) -> tuple[Gun, ...]:
    """One ranged weapon, or two sidearms.  Whoever takes up something unwieldy spends its other action on it as
    well."""
    known = weapons_thought_of(shooter, action)
    chosen = known[0] if len(known) == 1 else play.pick(shooter.owner, weapon_choice(shooter, action))
    drawn = tuple(guns.gun(shooter, arm) for arm in guns.arms_of(chosen))
    if takes_two(shooter, drawn[0], action):
        play.happen(Acted(shooter.id, action, 1))
    return drawn


def weapon_choice(shooter: Actor, action: ShootingAction) -> Choose[Any]:
    """With which weapon?  The action has begun, so that an unwieldy one takes an action of those that are left."""
    spare, again = spare_actions(shooter), shot_before(shooter, begun=True)
    question: Choose[Any] = Choose(
        "weapon",
        "With which weapon?",
        weapons_thought_of,
        shooter,
        action,
        refuse=lambda choice: why_unfit(shooter, choice, action, spare, again),
        named=lambda choice: guns.weapon_name(shooter, choice),
    )
    return question.previewed(
        Preview(cautions=lambda choice: range_cautions(shooter, choice, action), actor=shooter.id)
    )


def range_cautions(shooter: Actor, choice: Any, action: ShootingAction) -> tuple[str, ...]:
    """What is to be said of weapons with which nothing in sight can be reached, where the table measures beforehand."""
    if not shooter.play.option["premeasure"] or action == "fire-through-ductway":
        return ()
    guns = [gun(shooter, arm) for arm in arms_of(choice)]
    return () if any(_reaches_something(shooter, gun, action) for gun in guns) else ("nothing in sight is in range",)


def _reaches_something(shooter: Actor, gun: Gun, action: ShootingAction) -> bool:
    """Whether anything in sight is in range of a weapon; flames and blasts may be laid anywhere."""
    if gun.profile.range == "template" or gun.has("blast"):
        return True
    among = (*targets(shooter, gun, action), *things_seen(shooter, gun, action))
    return any(aiming.take_aim(shooter, gun, whom, action).band != "beyond" for whom in among)


def weapons_thought_of(shooter: Actor, action: ShootingAction) -> list[Any]:
    """Every ranged profile, and every pair of sidearms for an ordinary shot."""
    single: list[Any] = single_weapons(shooter, action)
    return [*single, *pairs_of(shooter, single)] if action in ("shoot", "fire-point") else single


def single_weapons(shooter: Actor, action: ShootingAction) -> list[Arm]:
    """Every ranged profile, on the move those too that a crew fires by hand; what stands on a vehicle does not reach
    through a ductway."""
    by_hand = guns.held_by(shooter) if isinstance(shooter, Driver) and action == "move-and-shoot" else ()
    return [arm for arm in (*guns.guns(shooter), *by_hand) if action != "fire-through-ductway" or len(arm) == 2]


def pairs_of(shooter: Actor, arms: Sequence[Arm]) -> list[tuple[Arm, Arm]]:
    """The sidearms among some weapons that may be fired together."""
    sidearms = [arm for arm in arms if len(arm) == 2 and _fired_in_pairs(shooter, arm)]
    return [(a, b) for n, a in enumerate(sidearms) for b in sidearms[n + 1 :] if a[0] != b[0]]


def _fired_in_pairs(shooter: Actor, arm: Arm) -> bool:
    profile = shooter.kit.weapons[arm[0]].profiles[arm[1]]
    return profile.has("sidearm") and profile.range == "ranged" and not profile.has("blast")


def why_unfit(shooter: Actor, choice: Any, action: ShootingAction, spare: int, again: bool) -> Reasons:
    """Why a weapon, or a pair, cannot be fired now; `again` says that it is not the first Shoot of the activation."""
    reasons: list[str] = []
    for arm in guns.arms_of(choice):
        gun = guns.gun(shooter, arm)
        reasons += (*guns.why_empty(shooter, arm), *too_unwieldy(shooter, gun, action, spare, again))
        if not reasons and not something_to_aim_at(shooter, gun, action):
            reasons.append("There is nothing it may be aimed at.")
    return tuple(reasons)


def too_unwieldy(shooter: Actor, gun: Gun, action: ShootingAction, spare: int, again: bool) -> Iterator[str]:
    """Why a weapon is too much to handle for an action; `spare` and `again` as above."""
    if takes_two(shooter, gun, action) and spare < 1:
        yield "It is unwieldy: shooting it takes two actions."
    if again and action == "shoot" and gun.profile.has("unwieldy"):
        yield "It is too unwieldy for a fast shot."
    if action == "fire-point" and gun.unwieldy:
        yield "It is too unwieldy for a fire point."
    if action == "run-and-gun" and gun.profile.has("unwieldy"):
        yield "It is too unwieldy to be fired on the run."
    if action == "blind-fire" and gun.unwieldy and not shooter.play.option["unwieldy-blind-fire"]:
        yield "It is too unwieldy to be fired blindly."


def spare_beside(shooter: Actor, cost: int) -> int:
    """The actions that it would have left besides those that a shot costs; out of its activation it could have one."""
    turn = shooter.play.state.turn
    return turn.left - cost if turn.actor == shooter.id else 1


def takes_two(shooter: Actor, gun: Gun, action: ShootingAction) -> bool:
    """Whether firing it costs one action more than usual."""
    if not gun.unwieldy:
        return False
    through = action == "fire-through-ductway" and shooter.play.option["unwieldy-through-ductways-is-double"]
    return action == "shoot" or bool(through)


def spare_actions(shooter: Actor) -> int:
    """The actions that it has left in its activation; none when it shoots out of turn."""
    turn = shooter.play.state.turn
    return turn.left if turn.actor == shooter.id else 0


def shot_before(shooter: Actor, *, begun: bool) -> bool:
    """Whether it has shot in this activation already, apart from an action that has begun."""
    turn = shooter.play.state.turn
    return bool(turn.actor == shooter.id and turn.done.count("shoot") > begun)


def something_to_aim_at(shooter: Actor, gun: Gun, action: ShootingAction) -> bool:
    """Whether there is something to aim a weapon at.  A flame or a blast may be laid anywhere."""
    if gun.profile.range == "template":
        return True
    if gun.has("blast") and (action != "fire-through-ductway" or shooter.play.option["blasts-through-ductways"]):
        return True
    if action == "fire-through-ductway":
        return bool(ductway_ends.beyond_ductways(shooter))
    return bool(targets(shooter, gun, action)) or bool(things_seen(shooter, gun, action))
