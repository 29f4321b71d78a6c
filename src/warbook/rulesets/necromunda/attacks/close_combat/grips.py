"""Who can be fought and with what: reach, the weapons in hand, and the dice they give."""

from __future__ import annotations

from .....core.decision import Choose
from .....core.effect import total_effect
from .....core.naming import Preview
from .....core.state import Posture
from ...checks import pieces
from ...records import CrewedVehicle, Driver, Fighter, Model, Play, Status, Vehicle
from ...records.position import (
    GRAIN,
    crewed_vehicles,
    enemies,
    engaged_with,
    loose_rats,
    near_by,
    things,
    whichever_way,
)
from . import blows, coup_de_grace

MOST_DIGI = 10
SWORD = "sword"


def opponents(play: Play, who: int) -> tuple[int, ...]:
    """Whom a fighter may fight: the enemies it is engaged with, in its own activation vehicles, rats and pieces of
    terrain within an inch, and then (in some editions also when it reacts) those that stand within reach of a versatile
    weapon."""
    near, world = engaged_with(play, who), play.world
    own = play.state.turn.actor == who
    if own and (world.vehicles or world.vehicle_kits):
        near += vehicles_beside(play, who)
    if own and world.rats:
        near += rats_beside(play, who)
    if own and world.hazards:
        near += pieces_beside(play, who)
    if not world.kits[who].versatile_arms or not (own or world.edition.versatile_reactions):
        return near
    reach = longest_reach(Model(play, who))
    return near + at_reach(play, who, reach, near) if reach else near


def vehicles_beside(play: Play, who: int) -> tuple[int, ...]:
    """The vehicles within an inch or under its feet that are not of its own side, and not wrecked."""
    me = play.state.record(Fighter, who)
    if me.status is not Status.STANDING:
        return ()
    at_hand = (play.state.records[v] for v in _vehicles_at_hand(play, who))
    whole = (v for v in at_hand if isinstance(v, CrewedVehicle | Vehicle) and not v.wrecked)
    return tuple(v.id for v in whole if v.owner != me.owner)


@whichever_way
def _vehicles_at_hand(play: Play, who: int) -> tuple[int, ...]:
    """The vehicles of all sides within an inch or under its feet, and wrecks."""
    at, world = play.state.records[who].at, play.world
    crewed = [v.id for v in crewed_vehicles(world, play.state) if v.at.posture != Posture.AWAY]
    parked = [v.id for v in things(play, Vehicle)] if world.vehicles else []
    near = [v for v in (*crewed, *parked) if near_by(play, at, play.state.records[v].at, coup_de_grace.REACH)]
    return tuple(dict.fromkeys((*near, *(v for v in crewed if Driver(play, v).has_aboard(who)))))


def rats_beside(play: Play, who: int) -> tuple[int, ...]:
    """The bomb delivery rats within an inch."""
    me = play.state.record(Fighter, who)
    if me.status is not Status.STANDING:
        return ()
    return tuple(rat.id for rat in loose_rats(play) if near_by(play, me.at, rat.at, coup_de_grace.REACH))


def pieces_beside(play: Play, who: int) -> tuple[int, ...]:
    """The pieces of terrain within an inch that may be hit."""
    me = play.state.record(Fighter, who)
    if me.status is not Status.STANDING:
        return ()
    return tuple(it.id for it in pieces.targets(play) if near_by(play, me.at, it.at, coup_de_grace.REACH))


def longest_reach(model: Model) -> int:
    """How far a standing fighter can strike with the versatile weapons that it can use, in thousandths; 0 without
    any."""
    if not model.standing:
        return 0
    return max((reach_of(model, arm) for arm in model.kit.versatile_arms if model.usable(arm)), default=0)


def reach_of(model: Model, arm: blows.Arm) -> int:
    """How far a versatile weapon strikes: its range, as exactly as a charge can stop that far off."""
    return model.weapon(arm).long + GRAIN


def at_reach(play: Play, who: int, reach: int, near: tuple[int, ...]) -> tuple[int, ...]:
    """The standing enemies within reach that are not in contact."""
    at = play.state.records[who].at
    return tuple(
        f.id
        for f in enemies(play, play.state.records[who].owner)
        if f.status is Status.STANDING and f.id not in near and near_by(play, at, f.at, reach)
    )


def reaches(play: Play, model: Model, arm: blows.Arm, foe: int, stance: blows.Stance) -> bool:
    """Whether a weapon reaches an opponent: any does in contact, a versatile one further."""
    if stance.passing or foe >= play.world.count or foe in engaged_with(play, model.id):
        return True
    if stance.reaction and answers_from_anywhere(play):
        return True
    return (
        arm != blows.BARE
        and blows.weapon_held(model, arm).has("versatile")
        and near_by(play, model.at, play.state.records[foe].at, reach_of(model, arm))
    )


def answers_from_anywhere(play: Play) -> bool:
    """Whether somebody who is attacked from afar strikes back even though no weapon of its own reaches as far."""
    return not play.option["answers-need-reach"]


def usable_arms(play: Play, model: Model, foes: tuple[int, ...], stance: blows.Stance) -> list[blows.Arm]:
    """The weapons it can use against at least one of some opponents; a digital one needs no hand and is not among
    them, nor at some tables a plain sword, whose row has neither Strength nor Damage: it only parries."""
    return [
        arm
        for arm in model.kit.arms
        if (use := model.weapon(arm)).has("melee") | use.has("sidearm")
        and not use.has("digi")
        and model.usable(arm)
        and not (model.profile.mounted and use.has("unwieldy") and not use.has("lance"))
        and (model.kit.weapons[arm[0]].id != SWORD or play.option["swords-strike"])
        and any(reaches(play, model, arm, foe, stance) for foe in foes)
    ]


def grips(model: Model, arms: list[blows.Arm]) -> list[tuple[blows.Arm, ...]]:
    """What it may take into its hands: two weapons, or one; an unwieldy one takes both hands.  Nothing, where no
    melee weapon is better in every way."""
    one_handed = [arm for arm in arms if not takes_both_hands(model, arm)]
    found: list[tuple[blows.Arm, ...]] = []
    if not model.profile.mounted:
        found += [(a, b) for n, a in enumerate(one_handed) for b in one_handed[n + 1 :] if a[0] != b[0]]
    found += [(arm,) for arm in arms]
    if not any(beats_bare_hands(model, arm) for arm in arms):
        found.append(())
    return found


def takes_both_hands(model: Model, arm: blows.Arm) -> bool:
    """Whether a weapon is too unwieldy for one hand: neither strong arms nor suspensors bear it."""
    unwieldy = model.weapon(arm).has("unwieldy")
    return unwieldy and not (model.has("bulging-biceps") or model.fitted(arm, "suspensors"))


def beats_bare_hands(model: Model, arm: blows.Arm) -> bool:
    """Whether nobody would rather use its fists than this weapon."""
    weapon, fists = model.weapon(arm), blows.weapon_held(model, blows.BARE)
    strength = weapon.hits_at(model.strength)
    return (
        weapon.has("melee")
        and strength is not None
        and strength >= model.strength
        and weapon.ap <= fists.ap
        and (weapon.damage or 0) >= (fists.damage or 0)
        and weapon.accuracy_short >= fists.accuracy_short
    )


def choose_grip(play: Play, model: Model, foes: tuple[int, ...], stance: blows.Stance) -> tuple[blows.Arm, ...]:
    """Up to two weapons, or an unwieldy one, or bare hands."""
    if stance.reaction and model.effect("disarmed"):
        return ()
    choices = grips(model, usable_arms(play, model, foes, stance))
    if len(choices) > 1 and not any(reaches(play, model, blows.BARE, foe, stance) for foe in foes):
        choices = [grip for grip in choices if grip]

    def label(grip: tuple[blows.Arm, ...]) -> str:
        return " and ".join(model.weapon(arm).name for arm in grip) or "bare hands"

    question = Choose("fight.weapons", "Fight with what?", lambda: choices, named=label)
    return play.pick(model.owner, question.previewed(Preview(actor=model.id)))


def attack_dice(model: Model, grip: tuple[blows.Arm, ...], stance: blows.Stance) -> int:
    """Attacks, one more for two weapons, one more for charging, and what skills add."""
    paired = any(model.weapon(arm).has("paired") for arm in grip) and not model.profile.mounted
    play = model.play
    count = model.profile.a + total_effect(play.state, model.id, "attacks")
    count *= 2 if paired and stance.charging else 1
    count += len(grip) == 2 or paired
    if stance.charging:
        count += 1 + model.has("berserker")
    return min(count + stance.extra, stance.most)


def share_out(play: Play, model: Model, grip: tuple[blows.Arm, ...], count: int) -> list[tuple[blows.Arm, int]]:
    """The dice of each weapon: as even as can be, the odd one where its player likes; one at most for a sidearm, and
    what is left over to the other hand or the fist."""
    shares: list[tuple[blows.Arm, int]] = []
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
        shares.append((blades[0] if blades else blows.BARE, count))
    return [(arm, n) for arm, n in shares if n]


def digital(play: Play, model: Model, foes: tuple[int, ...], stance: blows.Stance) -> list[tuple[blows.Arm, int]]:
    """One more die for each digital weapon it wears."""
    worn = [arm for arm in model.kit.arms if model.weapon(arm).has("digi") and model.usable(arm)]
    if stance.passing or (stance.reaction and model.effect("disarmed")):
        return []
    return [(arm, 1) for arm in worn if any(reaches(play, model, arm, foe, stance) for foe in foes)][:MOST_DIGI]
