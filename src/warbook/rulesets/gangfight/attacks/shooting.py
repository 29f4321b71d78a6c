"""Shooting: the shot as it is carried out, Fire! and Reload, and the Fire! that was pledged."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ....core.action import requirement
from ....core.decision import Choose, Reasons
from ....core.dice import Pool
from ....core.naming import Preview
from ....core.structs import replace
from ..checks import defence, luck, reach
from ..checks.dice import CUT, Throw, endless, saved, successes, throw_of, wounds
from ..checks.requirements import has_points, not_engaged, standing
from ..events.attacks import Attacked, Loaded, Missed
from ..events.deeds import Declared
from ..events.moments import AttackMissed, FireDue
from ..harm import aftermath, wounding
from ..movement import declaring, going
from ..printed.catalogue import action
from ..records import Deed, Model, Play
from ..records.distances import engaged_with
from ..records.model import choose_enemy, enemies
from ..records.position import in_play, under_way
from . import areas, shots
from .shots import Shot

# ---- the shot --------------------------------------------------------------------------------------------------------


def shoot(
    play: Play,
    who: int,
    whom: int,
    slot: int,
    gap: int,
    cover: int,
    amid: tuple[int, ...] = (),
    band: int = 0,
) -> None:
    """One shot at a figure.  Wounds are marked, and the weapon is discharged or gone; one that covers an area comes
    down where its target is."""
    if play.world.kits[who].weapons[slot].area:
        areas.throw(play, who, whom, slot, play.state.records[whom].at.spot, gap, cover)
        return
    shot = Shot(play, Model(play, who), Model(play, whom), slot, gap, cover, amid, band)
    dice, needed, against = shots.pool(shot), shots.number(shot), shots.damage(shot)
    play.happen(Attacked(who, whom, "shoots at", dice, needed, against, close=False))
    shots.discharge(play, who, slot)
    hit = throw_of(dice.number, needed.number, may_drop=play.option["drop-dice"])
    save = defence.to_save(play, shot.whom, against.number)
    most = max(1, shot.whom.record.wounds)
    again = luck.attack_rerolls(play, who, shot=True), luck.armour_rerolls(play, whom)
    if amid or play.state.turn.windy:
        struck, taken, ones = play.dice(wild, hit, save, most, *again)
    else:
        struck, taken = play.dice(wounds, hit, save, 1, most, *again)
        ones = 0
    if struck:
        wounding.wound(play, whom, taken, who)
    else:
        play.happen(Missed(who, whom))
        play.reach(AttackMissed(who, whom, "shot"))
    stray(play, who, amid, ones, against.number)
    if ones and play.state.turn.windy:
        wounding.wound(play, who, 1, who)


def wild(
    play: Play,
    hit: Throw,
    save: Throw,
    most: int,
    again: tuple[int, ...] = (),
    armour_again: tuple[int, ...] = (),
) -> tuple[bool, int, int]:
    """A shot of which natural 1s matter, as a rule that only rolls: whether anything hit, the wounds that are left, and
    the natural 1s."""
    hits, ones = play.roll(endless(hit, CUT, again, True), "hit", "To hit") if hit.dice else (0, 0)
    if not hits:
        return False, 0, ones
    cancelled = successes(play, save, "armour", "Armour", most=min(CUT, hits), again=armour_again)
    return True, min(most, hits - cancelled), ones


@lru_cache(maxsize=64)
def one_of(count: int) -> Pool:
    """Which of so many."""
    return Pool(1, count, name="somebody")


def stray(play: Play, who: int, amid: tuple[int, ...], ones: int, against: int) -> None:
    """Each natural 1 hits one of the friends who are in close combat with the target."""
    hits = dict.fromkeys(amid, 0)
    for _ in range(ones if amid and play.option["stray-shots"] else 0):
        at = play.roll(one_of(len(amid)), "stray", "Which friend it hits", who) - 1 if len(amid) > 1 else 0
        hits[amid[at]] += 1
    for friend, taken in hits.items():
        if taken:
            play.note(friend, "it is hit by a friend")
            model = Model(play, friend)
            save, most = defence.to_save(play, model, against), max(1, model.record.wounds)
            again = luck.armour_rerolls(play, friend)
            wounding.wound(play, friend, play.dice(saved, save, taken, most, friend, again), who)


# ---- Fire! -----------------------------------------------------------------------------------------------------------


def weapon_refused(actor: Model, slot: int) -> Reasons:
    """Why a figure may not take a weapon for Fire!"""
    play = actor.play
    weapon = actor.kit.weapons[slot]
    if reasons := shots.why_not_now(play, actor.id, slot):
        return reasons
    if weapon.area or any(not shots.shot_refused(actor, slot, whom) for whom in enemies(actor)):
        return ()
    return ("No enemy is in its sight and range.",)


def choose_weapon(play: Play, actor: Model) -> int:
    """With what to shoot."""
    weapons = actor.kit.weapons
    return play.pick(
        actor.owner,
        Choose(
            "fire.weapon",
            f"With what does {actor.kit.name} shoot?",
            lambda: actor.kit.shots,
            refuse=lambda slot: weapon_refused(actor, slot),
            named=lambda slot: weapons[slot].title,
        ),
    )


def fire(play: Play, actor: Model) -> None:
    """Choose a weapon and an enemy, let the other side declare, shoot."""
    slot = choose_weapon(play, actor)
    if actor.kit.weapons[slot].area:
        areas.lob(play, actor, slot)
        return
    prompt = f"At whom does {actor.kit.name} shoot?"
    preview = Preview(
        notes=lambda whom: shots.expectation(actor, slot, whom),
        cautions=lambda whom: shots.risks(play, actor.id, whom),
        actor=actor.id,
        weapon=actor.kit.weapons[slot].title,
    )
    whom = choose_enemy(play, actor, "fire.target", prompt, lambda whom: shots.shot_refused(actor, slot, whom), preview)
    shots.settle_on(play, actor, slot)
    play.happen(Declared(actor.id, Deed(FIRE.id, "shot", actor.id, ((actor.id, whom),), slot=slot), FIRE.name))
    play.then(loose, actor.id)
    aftermath.close_action(play)


def loose(play: Play, who: int) -> None:
    """The shot of the side whose action it is."""
    deed = under_way(play)
    whom = deed.target_of(who)
    shoot(play, who, whom, deed.slot, *shots.measure_shot(play, who, whom))


# ---- the Fire! that is pledged ---------------------------------------------------------------------------------------


def measure_pledge(play: Play, who: int, whom: int) -> dict[str, Any]:
    """The facts that a pledged shot keeps from the moment when it is declared: the weapon, the distance, the cover
    and the friends in the way."""
    weapons = play.world.kits[who].weapons
    slot = play.pick(
        play.state.records[who].owner,
        Choose(
            "fire.weapon",
            "With what?",
            lambda: shots.weapons_to_interrupt(play, who, whom),
            named=lambda slot: weapons[slot].title,
        ),
    )
    distance, cover, amid = shots.measure_shot(play, who, whom)
    return {"gap": distance, "cover": cover, "slot": slot, "amid": amid}


def fire_back(play: Play, moment: FireDue) -> None:
    """The Fire! that was pledged, as it was measured: that a charger has arrived since does not spoil it, unless the
    table measures the shot now.  If the weapon has been shot since, as an answer that cost nothing, the shot is
    lost."""
    pledge = moment.pledge
    if play.state.records[pledge.who].wounds <= 0:
        play.note(pledge.who, "it has fallen, and its shot is lost")
        return
    if not in_play(play, pledge.against):
        play.note(pledge.who, "there is nobody left to shoot at")
        return
    if shots.why_not_ready(play, pledge.who, pledge.slot):
        play.note(pledge.who, "its weapon has been emptied since, and its shot is lost")
        return
    if not play.option["fire-measured-when-declared"]:
        if engaged_with(play, pledge.who) or shots.shot_refused(Model(play, pledge.who), pledge.slot, pledge.against):
            play.note(pledge.who, "it can no longer shoot")
            return
        gap, cover, amid = shots.measure_shot(play, pledge.who, pledge.against)
        pledge = replace(pledge, gap=gap, cover=cover, amid=amid)
    shoot(play, pledge.who, pledge.against, pledge.slot, pledge.gap, pledge.cover, pledge.amid)


# ---- Reload ----------------------------------------------------------------------------------------------------------


def reload(play: Play, actor: Model) -> None:
    """A weapon is loaded; enemies in whose reach that is done strike first."""
    declaring.openly(play, actor, RELOAD, load)


def load(play: Play, who: int) -> None:
    """Free strikes, then a weapon is loaded, unless its bearer has fallen."""
    actor = Model(play, who)
    weapons, unloaded = actor.kit.weapons, actor.record.unloaded
    question = Choose("reload.weapon", "Load which weapon?", lambda: unloaded, named=lambda slot: weapons[slot].title)
    slot = play.pick(actor.owner, question)
    if going.free_strikes(play, who, reach.threatening(play, who)):
        play.happen(Loaded(who, slot, weapons[slot].title.lower()))


# ---- the actions -----------------------------------------------------------------------------------------------------


@requirement("It must have something to shoot with.", fixed=True)
def armed(model: Model) -> bool:
    return bool(model.kit.shots)


@requirement("It must have a weapon that can shoot at somebody now.")
def _can_shoot(model: Model) -> bool | str:
    refusals: list[str] = []
    for slot in model.kit.shots:
        reasons = weapon_refused(model, slot)
        if not reasons:
            return True
        refusals += reasons
    return " ".join(dict.fromkeys(refusals))


@requirement("It must have a weapon of the kind that is loaded.", fixed=True)
def _archaic(model: Model) -> bool:
    return any(weapon.archaic for weapon in model.kit.weapons)


@requirement("It must have a weapon that is not loaded.")
def _unloaded(model: Model) -> bool:
    return bool(model.record.unloaded)


RELOAD = action("reload", (_archaic, standing, has_points, _unloaded), reload, ours=(standing,))

FIRE = action("fire", (armed, standing, has_points, not_engaged, _can_shoot), fire, ours=(standing,))
