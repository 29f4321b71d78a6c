"""Whom a fighter could aim at or strike, as a table shows it: lines of sight, ranges, cover, numbers and why.

Every answer is that of the rules that would be asked if it did it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ....core.state import Body
from ....core.structs import replace
from ....core.tableau import Aim
from ....space.sight import PARTS, gap, touches_arc
from ..attacks import blasts
from ..attacks.close_combat import blows, grips
from ..attacks.shooting import flames, target_choice, weapon_choice
from ..attacks.vehicle_fire import clear_headed
from ..checks import aiming, darkness, directions, guns, targets
from ..checks.aiming import hit_number, on_the_die
from ..checks.guns import Arm, Gun
from ..checks.requirements import pinned, sighted, standing_active, standing_engaged
from ..events.fighters import Unreadied
from ..events.rounds import Acted, Declared
from ..printed.arms import ShootingAction
from ..records import Actor, Driver, Model, Play, actor_of
from ..records.position import HALF_HIDDEN

BASIC, DOUBLE = 1, 2  # the actions that Shoot and Blind Fire cost
SHOTS: tuple[ShootingAction, ...] = ("shoot", "blind-fire", "run-and-gun")  # what is aimed at an enemy in sight
UNCONSCIOUS = "Its driver has blacked out."
UNMEASURED = -1  # a distance that this table does not tell


def aims(play: Play, who: int) -> tuple[Aim, ...]:
    """A line for each weapon of a fighter or of the crew of a vehicle, and each enemy."""
    actor = actor_of(play, who)
    if not actor.on_table:
        return ()
    return (*_shots(actor), *(_blows(actor) if isinstance(actor, Model) else ()))


# ---- shooting --------------------------------------------------------------------------------------------------------


class Attack(Struct, frozen=True):
    """The circumstances of a shot: the action or reaction that it is part of, what speaks against shooting at all, how
    many actions are left for it, whether it is not the first Shoot of the activation, and at whom alone it may go (-1:
    at anybody)."""

    action: ShootingAction
    against: tuple[str, ...]
    spare: int
    again: bool
    only: int = -1


def attack_of(model: Actor) -> Attack:
    """The attack that a fighter or vehicle is making; else the one that it could make if it were to act now."""
    if isinstance(model, Driver):
        return attack_of_vehicle(model)
    play = model.play
    for event in reversed(play.events):
        if isinstance(event, Unreadied) and event.who == model.id:
            return Attack("overwatch", (), 0, False, play.state.turn.actor)
        if isinstance(event, Declared):
            declared = next((shot for shot in SHOTS if shot == event.action), None)
            if event.who == model.id and declared is not None:
                both = sum(isinstance(e, Acted) and e.who == model.id for e in play.events) > 1  # paid for already
                again = weapon_choice.shot_before(model, begun=True) and not both
                return Attack(declared, (), int(both) or weapon_choice.spare_actions(model), again)
            break
    action: ShootingAction = "blind-fire" if model.pinned else "shoot"
    needed, cost = (pinned, DOUBLE) if model.pinned else (standing_active, BASIC)
    against = tuple(why for requirement in (needed, sighted) if (why := requirement.against(model)))
    spare, again = weapon_choice.spare_beside(model, cost), weapon_choice.shot_before(model, begun=False)
    return Attack(action, against, spare, again)


def attack_of_vehicle(driver: Driver) -> Attack:
    """The same of a vehicle: with all its weapons, unless it has said that it shoots on the move."""
    declared = next((event for event in reversed(driver.play.events) if isinstance(event, Declared)), None)
    if declared is not None and declared.who == driver.id and declared.action == "move-and-shoot":
        return Attack("move-and-shoot", (), 0, False)
    against = (clear_headed.against(driver), *([UNCONSCIOUS] * driver.record.unconscious))
    return Attack("fire-all", tuple(filter(None, against)), 0, False)


def _shots(model: Actor) -> Iterator[Aim]:
    """Ranged weapons and pairs of them against everybody, also those that they may not be aimed at."""
    attack = attack_of(model)
    arms = weapon_choice.single_weapons(model, attack.action)
    for arm in arms:
        yield from _shots_with(model, attack, arm)
    for pair in weapon_choice.pairs_of(model, arms) if attack.action == "shoot" else ():
        first, second = (_shots_with(model, attack, arm, paired=True) for arm in pair)
        yield from map(_together, first, second)


def _shots_with(model: Actor, attack: Attack, arm: Arm, *, paired: bool = False) -> Iterator[Aim]:
    """One weapon against everybody; `paired`: fired with a second one."""
    play = model.play
    action, gun, name = attack.action, guns.gun(model, arm), guns.weapon_name(model, arm)
    unhandy = weapon_choice.too_unwieldy(model, gun, action, attack.spare, attack.again)
    empty, eye = (*guns.why_empty(model, arm), *unhandy), targets.eye_point(model, gun)
    if action == "overwatch" and (guns.on_vehicle(play, arm) or gun.unwieldy):
        empty = (*empty, "It takes two actions: it is not fired out of turn.")
    if action == "overwatch" and gun.profile.range == "template" and not play.world.edition.flames_on_overwatch:
        empty = (*empty, "Flames are not fired out of turn.")
    seen = targets.seen_over(model, gun, action)
    reach = darkness.sight_in_the_dark(model, gun) if play.state.turn.dark else 0
    for f in targets.models_of_enemy(play, model.owner):
        if not blasts.is_model(play, f.id):  # a wreck
            continue
        if attack.only in (-1, f.id):
            hidden = seen[f.id] if f.id in seen else targets.hidden_of(model, gun, f.id, action)
            against = (*attack.against, *empty, *_against(model, gun, f, hidden, f.id in seen, reach, action))
            yield _shot(model, gun, name, f, hidden, action, against, eye, paired=paired)


def _together(one: Aim, other: Aim) -> Aim:
    """The line of two guns that are fired at once: both numbers, and with its name what is true of one of them only."""
    needs = [aim.needs for aim in (one, other)]
    if not all(needs):
        needs = [f"{aim.weapon} {aim.needs}" for aim in (one, other) if aim.needs]
    against = [
        why if why in twin.against else f"{aim.weapon}: {why}"
        for aim, twin in ((one, other), (other, one))
        for why in aim.against
    ]
    return replace(
        one,
        weapon=f"{one.weapon} and {other.weapon}",
        band=" and ".join(dict.fromkeys((one.band, other.band))),
        needs=" and ".join(needs),
        because=tuple(f"{aim.weapon}: {reason}" for aim in (one, other) for reason in aim.because),
        against=tuple(dict.fromkeys(against)),
        priority="" if against else one.priority,
    )


def _against(
    model: Actor, gun: Gun, f: Body, hidden: int, seen: bool, reach: int, action: ShootingAction
) -> Iterator[str]:
    """Why a weapon may not be aimed at an enemy.  A flame is not: it hits whomever it can be laid over."""
    play = model.play
    if gun.profile.range == "template":
        if play.option["premeasure"] and not flames.reaches(model, gun, f.id, action):
            yield "No flame can be laid over it."
        return
    at = targets.muzzle(model, gun)
    if hidden == PARTS:
        yield "It is out of sight."
    elif not seen:
        if gun.mount >= 0:
            turned, arc = targets.bears_on(play, gun.mount, gun.slot, f.at), "arcs of the weapon"
        else:
            turned, arc = touches_arc(model.at, f.at), "vision arc"
        yield "It is out of sight." if turned else f"It is outside the {arc}."
    elif why := targets.in_hiding(model, gun, f.id, hidden, reach):
        yield why
    if play.option["premeasure"] and targets.range_band(gun, at, f.at) == "beyond":
        yield "It is out of range."


def _shot(
    model: Actor,
    gun: Gun,
    name: str,
    f: Body,
    hidden: int,
    action: ShootingAction,
    against: tuple[str, ...],
    eye: tuple[int, int, int],
    *,
    paired: bool,
) -> Aim:
    play = model.play
    mark, cover = (f.at.x, f.at.y, f.at.z + f.at.height // 2), cover_in_words(hidden)
    line = Aim(f.id, name, eye, mark, UNMEASURED, hidden=hidden, parts=PARTS, cover=cover, against=against)
    if not play.option["premeasure"]:  # what a shot needs would tell the range
        return line
    shot = aiming.take_aim(model, gun, f.id, action, hidden=hidden, paired=paired)
    line = replace(line, distance=gap(targets.muzzle(model, gun), f.at))
    if gun.profile.range == "template":
        return replace(line, needs="hits automatically")
    if shot.band == "beyond":
        return replace(line, band="beyond its range")
    needed = hit_number(shot)
    return replace(
        line,
        band=f"{shot.band} range",
        needs=f"{on_the_die(needed)}+" if needed.number <= 6 else f"6+, then {model.bs}+",
        because=needed.reasons,
        priority="" if against or action == "overwatch" else target_choice.priority(model, gun, f.id, action),
    )


def cover_in_words(hidden: int) -> str:
    """What the game calls it when so many parts of a target are hidden."""
    if hidden == PARTS:
        return "out of sight"
    return "full cover" if hidden >= HALF_HIDDEN else "partial cover" if hidden else "in the open"


# ---- close combat ----------------------------------------------------------------------------------------------------


def _blows(model: Model) -> Iterator[Aim]:
    """What it would strike with, against those whom it could fight now."""
    play = model.play
    behind = ("It is outside the vision arc: the fighter must turn to it.",)
    unfit = (standing_engaged.against(model),) if model.broken else ()
    foes = grips.opponents(play, model.id) if model.standing else ()
    if not foes:
        return
    stance, at = blows.Stance(), model.at
    for arm in grips.usable_arms(play, model, foes, stance):
        weapon = blows.weapon_held(model, arm)
        for foe in foes:
            if foe >= play.world.count or not grips.reaches(play, model, arm, foe, stance):
                continue
            target = Model(play, foe)
            needed = blows.hit_number(blows.Bout(model, target, weapon, stance))
            to = target.at
            yield Aim(
                foe,
                weapon.name,
                (at.x, at.y, at.z + targets.eye_of(model.record)),
                (to.x, to.y, to.z + to.height // 2),
                gap(at, to),
                band="close combat",
                needs=f"{on_the_die(needed)}+",
                because=needed.reasons,
                against=(*unfit, *behind * (not directions.in_front(at, to))),
            )
